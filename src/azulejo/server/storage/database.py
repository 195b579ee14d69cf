"""The two databases behind one door: transactions that read, and transactions that write.

SQLite: the file has a write-ahead log, so that readers never wait; one writer at a time, by a lock of ours, so that
none is told "database is locked"; a commit is on the disk when it returns. PostgreSQL: the rows that a transaction
changes are locked by it.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError

from azulejo.texts.errors import BadOption

MIGRATIONS = Path(__file__).with_name("migrations")

BUSY_SECONDS = 30.0
"""How long SQLite waits for another process that writes, such as a backup."""
UPGRADE_LOCK = 0x417A756C
"""PostgreSQL: only one process at a time upgrades."""

WRITES = "azulejo_writes"
"""The execution option of connections that are going to write."""


def database_url(given: str) -> URL:
    """Return the address of a database, with the driver that we use; raises BadOption for any other kind.

    >>> str(database_url("postgresql://localhost/azulejo"))
    'postgresql+psycopg://localhost/azulejo'
    """
    try:
        url = make_url(given)
    except ArgumentError:
        raise BadOption("server.database_url", value=_scheme(given)) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg") or (url.drivername == "sqlite" and not url.database):
        raise BadOption("server.database_url", value=url.render_as_string(hide_password=True))
    return url


def _scheme(given: str) -> str:
    """Return as much of something unreadable as surely holds no password."""
    return given.split(":", maxsplit=1)[0][:20]


class Database:
    """A database by its address: ``sqlite:///path`` or ``postgresql://user:password@host/name``."""

    def __init__(self, url: str, connections: int = 10) -> None:
        """Say where it is, and how many connections may be open at once; nothing is opened yet."""
        self.url = database_url(url)
        self.sqlite = self.url.drivername == "sqlite"
        self._writer = threading.Lock()
        self.engine = self._sqlite_engine(connections) if self.sqlite else self._postgresql_engine(connections)

    def _sqlite_engine(self, connections: int) -> Engine:
        assert self.url.database is not None
        Path(self.url.database).expanduser().absolute().parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(
            self.url,
            pool_size=connections,
            max_overflow=connections,
            connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS},
        )
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine

    def _postgresql_engine(self, connections: int) -> Engine:
        return create_engine(self.url, pool_size=connections, max_overflow=connections, pool_pre_ping=True)

    @contextmanager
    def transaction(self, *, write: bool = False) -> Iterator[Connection]:
        """Run what is inside as one transaction: all of it is there afterwards, or nothing."""
        if write and self.sqlite:
            with self._writer, self._connection(write) as connection, connection.begin():
                yield connection
        else:
            with self._connection(write) as connection, connection.begin():
                yield connection

    def _connection(self, write: bool) -> Connection:
        return self.engine.connect().execution_options(**{WRITES: write})

    def upgrade(self, revision: str = "head") -> None:
        """Bring the schema to a revision, the newest by default; safe when several processes start at once."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        with self.transaction(write=True) as connection:
            if not self.sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
            config.attributes["connection"] = connection
            command.upgrade(config, revision)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def __repr__(self) -> str:
        return f"<database {self.url.render_as_string(hide_password=True)}>"


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Set up one connection; transactions are begun by us, not by Python's driver."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """Begin for real; a writer takes the lock at once, for a reader that turns writer could fail."""
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
