#!/bin/sh
# Makes .venv if need be and installs one locked set into it: course, classroom, test or bench; then the project.
#
# Only what stands in requirements/ with its hash is installed, and a file .venv/<set>.installed says so.
set -eu
cd "$(dirname "$0")/.."
wanted=$1

if ! .venv/bin/python -c '' 2>/dev/null; then
    python=$(tools/find-python.sh)
    echo "Making .venv with $("$python" --version)"
    rm -rf .venv
    "$python" -m venv .venv
fi

pip() {
    .venv/bin/python -m pip --disable-pip-version-check --no-input "$@" || {
        echo "Could not install requirements/$wanted.txt: pip's last lines say why (no connection?)." >&2
        exit 1
    }
}

echo "Installing requirements/$wanted.txt into .venv (the first time takes about half a minute)"
pip install -qq --require-hashes --requirement "requirements/$wanted.txt"
pip install -qq --no-deps --no-build-isolation --editable .

# Each of the other sets holds the course's too.
touch ".venv/$wanted.installed" .venv/course.installed
