#!/bin/sh
# Prints the path of a Chromium or Chrome for the browser tests.
#
# Looks at $CHROMIUM, then for an installed one; else installs Debian's package if it may.
# With --no-install it only looks. Where there is none it says what to install.
set -eu

starts() { "$1" --version >/dev/null 2>&1; } # a package's stub is found too, but does not start

found() {
    echo "$1"
    exit 0
}

if [ -n "${CHROMIUM:-}" ]; then
    starts "$CHROMIUM" && found "$CHROMIUM"
    echo "CHROMIUM=$CHROMIUM: does not start; expected the path of a Chromium or Chrome." >&2
    exit 1
fi

look() {
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        path=$(command -v "$name") && starts "$path" && found "$path"
    done
    for path in \
        "/Applications/Chromium.app/Contents/MacOS/Chromium" \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
        "${HOME:-}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        [ -x "$path" ] && starts "$path" && found "$path"
    done
    return 0
}

look
if [ "${1:-}" != --no-install ] && command -v apt-get >/dev/null; then
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif sudo -n true 2>/dev/null; then
        as_root="sudo -n"
    else
        as_root=no
    fi
    if [ "$as_root" != no ]; then
        echo "Installing Chromium for the browser tests (apt-get install chromium)" >&2
        {
            $as_root apt-get update -qq &&
                $as_root env DEBIAN_FRONTEND=noninteractive \
                    apt-get install -y -qq --no-install-recommends chromium
        } >&2 || echo "apt-get could not install Chromium." >&2
        look
    fi
fi

{
    echo "Missing: a Chromium or Chrome, in which the browser tests run the notebooks."
    echo "On Debian or Ubuntu:  apt-get install chromium     (this user may not, or it failed)"
    echo "On macOS:             brew install --cask chromium"
    echo "One elsewhere:        make test CHROMIUM=/path/to/chrome"
} >&2
exit 1
