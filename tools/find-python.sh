#!/bin/sh
# Prints the command of a Python that can make the project's environment: 3.11 or newer, with venv and pip.
#
# Looks at $PYTHON first. Where there is none it says what is missing, and what to install.
set -eu

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
makes_venvs() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

without_venv=
for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
    new_enough "$candidate" || continue
    if makes_venvs "$candidate"; then
        echo "$candidate"
        exit 0
    fi
    without_venv=${without_venv:-$candidate}
done

if [ -n "$without_venv" ]; then
    version=$("$without_venv" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    {
        echo "Missing: $without_venv ($version) is here, but without its modules venv and ensurepip."
        echo "On Debian or Ubuntu:  apt-get install python3-venv   (or python$version-venv)"
    } >&2
else
    {
        echo "Missing: Python 3.11 or newer (looked for \$PYTHON, python3, python3.11 to python3.14, python)."
        echo "On Debian or Ubuntu:  apt-get install python3 python3-venv"
        echo "On macOS:             brew install python"
        echo "Another one:          make PYTHON=/path/to/python3.12 ..."
    } >&2
fi
exit 1
