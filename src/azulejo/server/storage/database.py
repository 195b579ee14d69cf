"""The two databases behind one door: transactions that read, and transactions that write.

SQLite: the file has a write-ahead log, so that readers never wait; one writer at a time, by a lock of ours, so that
none is told "database is locked"; a commit is on the disk when it returns. PostgreSQL: the rows that a transaction
changes are locked by it.
"""

import math
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import psycopg
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Executable, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    InvalidatePoolError,
    ProgrammingError,
    TimeoutError,
)

from azulejo.server.refusals import StorageFailed
from azulejo.texts import message
from azulejo.texts.errors import BadOption

MIGRATIONS = Path(__file__).with_name("migrations")

BUSY_SECONDS = 30.0
"""How long SQLite waits for another process that writes, such as a backup."""
UPGRADE_LOCK = 0x417A756C
"""PostgreSQL: only one process at a time upgrades."""

_OUR_MISTAKES = (
    *(IntegrityError, DataError, ProgrammingError),
    *(kind for one in (sqlite3, psycopg) for kind in (one.IntegrityError, one.DataError, one.ProgrammingError)),
)
USED = "azulejo_used"
"""Where a connection to PostgreSQL keeps the time at which it was used last."""
IDLE_SECONDS = 1.0
"""A connection that was not used for longer may have been lost: asking costs as much as a tenth of a move."""
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
        scheme = given.split(":", maxsplit=1)[0][:20]  # of what cannot be read only this surely holds no password
        raise BadOption("server.database_url", value=scheme) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg") or (url.drivername == "sqlite" and not url.database):
        raise BadOption("server.database_url", value=url.render_as_string(hide_password=True))
    return url


class Database:
    """A database by its address: ``sqlite:///path`` or ``postgresql://user:password@host/name``."""

    def __init__(self, url: str, connections: int = 10) -> None:
        """Say where it is, and how many connections may be open at once; nothing is opened yet."""
        self.url = database_url(url)
        self.sqlite = self.url.drivername == "sqlite"
        self._writer = threading.Lock()
        lite: dict[str, Any] = {"connect_args": {"check_same_thread": False, "timeout": BUSY_SECONDS}}
        self.engine = create_engine(
            self.url, pool_size=connections, max_overflow=connections, **(lite if self.sqlite else {})
        )
        if self.sqlite:
            Path(self.url.database or "").expanduser().absolute().parent.mkdir(parents=True, exist_ok=True)
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        else:
            event.listen(self.engine, "checkin", _note_use)
            event.listen(self.engine, "checkout", self._check_idle)

    def _check_idle(self, connection: Any, record: Any, _proxy: Any) -> None:
        """See whether a connection is still good that nobody has used for a while; all are made anew if it is not."""
        if time.monotonic() - record.info.get(USED, math.inf) > IDLE_SECONDS:
            try:
                self.engine.dialect.do_ping(connection)
            except psycopg.Error as problem:
                raise InvalidatePoolError from problem

    @contextmanager
    def transaction(self, *, write: bool = False) -> Iterator[Connection]:
        """Run what is inside as one transaction: all of it is there afterwards, or nothing; raises StorageFailed."""
        alone = self._writer if write and self.sqlite else nullcontext()
        try:
            with alone, self.engine.connect() as connection:
                connection.execution_options(**{WRITES: write})
                with connection.begin():
                    yield connection
        except _OUR_MISTAKES:
            raise
        except (DBAPIError, TimeoutError, sqlite3.Error, psycopg.Error) as problem:
            raise StorageFailed(problem) from problem

    def find(self, query: Executable) -> list[Any]:
        """Return what a query finds, in a transaction of its own."""
        with self.transaction() as connection:
            return list(connection.execute(query))

    def upgrade(self, revision: str = "head") -> None:
        """Bring the schema to a revision, the newest by default; safe when several processes start at once.

        Raises BadOption if it is not ours, or newer than this version.
        """
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        with self.transaction(write=True) as connection:
            if not self.sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
            config.attributes["connection"] = connection
            found = inspect(connection).get_table_names()
            try:
                if found and "alembic_version" not in found:
                    raise CommandError
                command.upgrade(config, revision)
            except CommandError:
                foreign = message("server.database_foreign")
                raise BadOption("server.database_closed", database=self, problem=foreign) from None

    def check(self) -> None:
        """Look for damage, and upgrade; raises BadOption with what is wrong."""
        try:
            found = self.find(text("PRAGMA quick_check(1)" if self.sqlite else "SELECT 'ok'"))[0][0]
            if found != "ok":
                raise StorageFailed(ValueError(found))
            self.upgrade()
        except StorageFailed as failed:
            raise BadOption("server.database_closed", database=self, problem=failed.problem) from None

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def __str__(self) -> str:
        return self.url.render_as_string(hide_password=True)


def _note_use(_connection: Any, record: Any) -> None:
    """Remember when a connection was used last."""
    record.info[USED] = time.monotonic()


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Set up one connection; transactions are begun by us, not by Python's driver."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """Begin for real; a writer takes the lock at once, for a reader that turns writer could fail."""
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
