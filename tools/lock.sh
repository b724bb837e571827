#!/bin/sh
# Writes requirements/*.txt anew: every package with its version and hashes, and no address.
#
# Only needed after a change of the dependencies in pyproject.toml, or to take newer versions:
#     tools/lock.sh             keeps the locked versions where they still fit
#     tools/lock.sh --upgrade   takes the newest that fit
set -eu
cd "$(dirname "$0")/.."

python=$(tools/find-python.sh)
tools=.venv-lock
[ -x "$tools/bin/uv" ] || { "$python" -m venv "$tools" && "$tools/bin/python" -m pip install --quiet uv; }

lock() { # output, then what to lock
    output=$1
    shift
    echo "Locking requirements/$output"
    "$tools/bin/uv" pip compile --quiet --generate-hashes --no-emit-index-url --no-header --no-annotate \
        --universal --python-version 3.11 "$@" --output-file "requirements/$output"
}

# The course first; the tests and the benchmark take its versions where they use the same package.
lock course.txt pyproject.toml --group build "$@"
lock classroom.txt pyproject.toml --group build --extra classroom --constraint requirements/course.txt "$@"
lock test.txt pyproject.toml --group build --extra test --extra classroom --constraint requirements/course.txt "$@"
lock bench.txt pyproject.toml --extra bench --constraint requirements/course.txt "$@"
lock hub.txt pyproject.toml --group build --extra hub --extra classroom --constraint requirements/course.txt "$@"

if grep -n '://' requirements/*.txt; then
    echo "An address stands in the lock: it must not." >&2
    exit 1
fi
