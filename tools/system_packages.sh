#!/bin/sh
# What the tests need that is in no registry of Python or Node: a Chromium, a PostgreSQL server and tmux; with the argument "deploy"
# what `make test-deploy` needs: podman and what it makes systems and networks with. Installs what is missing where it may (as root, on a
# system with Debian's packages); else says what to install.
set -eu

has_chromium() { command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome; }
has_postgresql() { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; }

missing=
if [ "${1:-}" = deploy ]; then
    for program in podman podman-compose runc debootstrap openssl; do
        command -v "$program" >/dev/null || missing="$missing $program"
    done
    for program in netavark aardvark-dns; do
        [ -x "/usr/lib/podman/$program" ] || [ -x "/usr/libexec/podman/$program" ] || missing="$missing $program"
    done
else
    has_chromium >/dev/null 2>&1 || missing="chromium-headless-shell fonts-noto-core"
    has_postgresql >/dev/null 2>&1 || missing="$missing postgresql"
    command -v tmux >/dev/null 2>&1 || missing="$missing tmux"
fi
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing what the tests need (once): $missing ..."
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    # Older systems have only the Chromium with windows.
    apt-cache show chromium-headless-shell >/dev/null 2>&1 || missing=$(echo "$missing" | sed s/-headless-shell//)
    # shellcheck disable=SC2086  # several packages
    apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
    echo "The tests need $missing: install your system's packages of these names, then try again." >&2
    exit 1
fi
