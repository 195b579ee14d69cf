"""A PostgreSQL server for the tests: made in a temporary folder, started, and gone afterwards.

PostgreSQL does not run as root; then it runs as the user ``postgres``, or else ``nobody``.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

PLACE = Path("/tmp")
"""Not the folder for temporary files, which may be deep: the path of a socket has 107 bytes at most."""
PREFIX = "azulejo-pg-"
OWNER = "owner"
"""The file that says which process started the server."""

SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "fsync": "off",  # nobody pulls the plug of the machine here
    "unix_socket_permissions": "0777",
}


class NoPostgresql(Exception):
    """The programs of PostgreSQL are missing."""


def program(name: str) -> Path:
    """Return where a program of PostgreSQL is: on the path, or where Debian and Ubuntu keep it."""
    found = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3].split(".")[0])
    )
    if found:
        return found[-1]
    if path := shutil.which(name):
        return Path(path)
    raise NoPostgresql(
        f"the tests of the server need PostgreSQL, and {name} is neither on the path nor in /usr/lib/postgresql: "
        "install it (Debian, Ubuntu: apt-get install postgresql; macOS: brew install postgresql)"
    )


def _other_user() -> str | None:
    """Return as whom to run PostgreSQL, or None for ourselves."""
    if os.geteuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)


def _run(user: str | None, *command: str | Path) -> None:
    done = subprocess.run(
        [str(part) for part in command],
        user=user,
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": "/tmp"},
    )
    assert done.returncode == 0, f"{command[0]}: {done.stdout}{done.stderr}"


class Server:
    """A running server with its socket in a folder."""

    def __init__(self, folder: Path, options: str) -> None:
        """Take note of where it is, and of the options with which it runs."""
        self.folder = folder
        self.options = options

    def start(self) -> None:
        """Start it, and wait until it answers."""
        log = ("-l", self.folder / "log", "-o", self.options)
        _run(_other_user(), program("pg_ctl"), "-D", self.folder / "data", *log, "-w", "start")

    def stop(self) -> None:
        """End it without any good order, as a power cut does."""
        _run(_other_user(), program("pg_ctl"), "-D", self.folder / "data", "-m", "immediate", "-w", "stop")

    def url(self, database: str) -> str:
        """Return the address of a database."""
        return f"postgresql://azulejo@/{database}?host={self.folder}"

    def connect(self, database: str = "postgres") -> "psycopg.Connection[tuple[object, ...]]":
        """Return a connection of its own."""
        return psycopg.connect(host=str(self.folder), user="azulejo", dbname=database, autocommit=True)

    @contextmanager
    def database(self, template: str = "template0") -> Iterator[str]:
        """Make a database, an empty one or a copy of another, and remove it afterwards."""
        name = f"test_{uuid.uuid4().hex[:12]}"
        with self.connect() as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        try:
            yield self.url(name)
        finally:
            with self.connect() as connection:
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def _stop_orphans(user: str | None, pg_ctl: Path) -> None:
    """Stop servers of test runs that were killed before they could do so."""
    for folder in PLACE.glob(f"{PREFIX}*"):
        try:
            os.kill(int((folder / OWNER).read_text()), 0)
        except ProcessLookupError:
            if (folder / "data" / "postmaster.pid").exists():
                with suppress(AssertionError):  # another process may have been quicker
                    _run(user, pg_ctl, "-D", folder / "data", "-m", "immediate", "-w", "stop")
            shutil.rmtree(folder, ignore_errors=True)
        except (OSError, ValueError):  # somebody else's, or not complete yet
            continue


@contextmanager
def running_server(**settings: str) -> Iterator[Server]:
    """Start a server in a folder of its own, with other settings than ours where they are given."""
    initdb, pg_ctl = program("initdb"), program("pg_ctl")
    user = _other_user()
    _stop_orphans(user, pg_ctl)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=PLACE))
    (folder / OWNER).write_text(str(os.getpid()))
    try:
        if user is not None:
            shutil.chown(folder, user)
        folder.chmod(0o755)
        data = folder / "data"
        _run(user, initdb, "--auth=trust", "--username=azulejo", "--encoding=UTF8", "--no-sync", "-D", data)
        options = " ".join(f"-c {name}={value!r}" for name, value in {**SETTINGS, **settings}.items())
        options += f" -c unix_socket_directories='{folder}'"
        server = Server(folder, options)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
