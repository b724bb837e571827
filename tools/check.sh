#!/bin/sh
# Runs everything that CI runs, in this order, and stops at the first step that fails.
#
#     tools/check.sh                 all of it
#     tools/check.sh types tests     some of it
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/.venv/bin:$PATH"
export PATH

all="format lint types doctests tests lessons notebooks browser"

# A user's own Jupyter, and what they chose in the course, must not change what the notebooks give.
jupyter=$(mktemp -d)
trap 'rm -rf "$jupyter"' EXIT
export JUPYTER_CONFIG_DIR="$jupyter/config" JUPYTER_DATA_DIR="$jupyter/data" IPYTHONDIR="$jupyter/ipython"
export JUPYTER_RUNTIME_DIR="$jupyter/runtime" CANASTA_TUTOR_HOME="$jupyter/canasta" PYDEVD_DISABLE_FILE_VALIDATION=1

run() {
    case $1 in
        format)    ruff format --check . ;;
        lint)      ruff check . ;;
        types)     mypy ;;
        doctests)  pytest -q --doctest-modules canasta_tutor ;;
        tests)     pytest -q --ignore=tests/browser tests ;;
        lessons)   python -m canasta_tutor.lessons check ;;
        notebooks) pytest -q --nbval notebooks ;;
        browser)   CHROMIUM=$(tools/find-chromium.sh) && export CHROMIUM && pytest -q tests/browser ;;
    esac
}

says() {
    case $1 in
        format)    echo "Format: every file as ruff writes it (make format mends it)" ;;
        lint)      echo "Lint: ruff" ;;
        types)     echo "Types: mypy, strict" ;;
        doctests)  echo "Doctests: the examples in the code" ;;
        tests)     echo "Tests" ;;
        lessons)   echo "Lessons: built anew and compared (make lessons mends it)" ;;
        notebooks) echo "Notebooks: every cell run again and compared with its stored output" ;;
        browser)   echo "Browser: every notebook in real JupyterLab" ;;
        *)         echo "$1: no such step; expected one of: $all" >&2; return 2 ;;
    esac
}

[ -x .venv/bin/ruff ] || { echo "Missing: .venv with the tools of requirements/test.txt. make test makes it." >&2; exit 1; }
# shellcheck disable=SC2086 # one word for each step
[ $# -gt 0 ] || set -- $all
for step in "$@"; do
    title=$(says "$step")
    printf '\n=== %s\n' "$title"
    started=$(date +%s)
    run "$step" || {
        printf '\nFailed: %s. Again, this step only: tools/check.sh %s\n' "$title" "$step" >&2
        exit 1
    }
    printf '    %s s\n' "$(($(date +%s) - started))"
done
printf '\nAll good: %s\n' "$*"
