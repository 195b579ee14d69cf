"""What the tests of the server share: both databases, for real, and tables in them."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine import make_url

from azulejo.server.settings import ServerSettings
from azulejo.server.storage import Database
from azulejo.server.tables import Change, Tables
from azulejo.server.tables.housekeeping import credit_downtime
from tests.server.postgresql import NoPostgresql, Server, running_server
from tests.server.processes import Client, ServerProcess
from tests.server.seating import Clock

DATABASES = ("sqlite", "postgresql")

StartServer = Callable[..., ServerProcess]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A PostgreSQL server, one for every process that runs tests; without PostgreSQL the tests fail."""
    try:
        with running_server() as server:
            yield server
    except NoPostgresql as problem:
        pytest.fail(str(problem), pytrace=False)


@pytest.fixture(scope="session")
def made_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with all tables made, to be copied."""
    file = tmp_path_factory.mktemp("made") / "azulejo.sqlite"
    upgraded(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def made_postgresql(postgresql: Server) -> Iterator[str]:
    """The name of a database with all tables made, to be copied."""
    with postgresql.database() as url:
        upgraded(url)
        yield str(make_url(url).database)


def upgraded(url: str) -> None:
    """Make everything in a database."""
    database = Database(url)
    database.upgrade()
    database.close()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database with all tables made and nothing in them, of each kind in turn."""
    if request.param == "sqlite":
        file = tmp_path / "azulejo.sqlite"
        shutil.copy(request.getfixturevalue("made_sqlite"), file)
        yield f"sqlite:///{file}"
        return
    server: Server = request.getfixturevalue("postgresql")
    with server.database(request.getfixturevalue("made_postgresql")) as url:
        yield url


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database with all tables made and nothing in them."""
    database = Database(database_url)
    yield database
    database.close()


@pytest.fixture
def sqlite_tables(made_sqlite: Path, tmp_path: Path, clock: Clock) -> Iterator[Tables]:
    """Tables in a file, where the kind of database makes no difference."""
    file = tmp_path / "azulejo.sqlite"
    shutil.copy(made_sqlite, file)
    database = Database(f"sqlite:///{file}")
    event.listen(database.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
    yield Tables(database, ServerSettings(database=f"sqlite:///{file}"), clock)
    database.close()


@pytest.fixture
def clock() -> Clock:
    """The clock on the wall, set by hand."""
    return Clock()


@pytest.fixture
def changes() -> list[Change]:
    """What ``tables`` has announced."""
    return []


@pytest.fixture
def tables(database: Database, clock: Clock, changes: list[Change]) -> Tables:
    """Tables in a database of each kind."""
    settings = ServerSettings(database=str(database.url), heartbeat_seconds=1.0)
    tables = Tables(database, settings, clock, changes.append)
    credit_downtime(tables)
    return tables


# ---------------------------------------------------------------- over the wire


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server process with SQLite and without limits for one address, shared by many tests."""
    with ServerProcess(f"sqlite:///{tmp_path_factory.mktemp('server') / 'azulejo.sqlite'}") as server:
        yield server


@pytest.fixture
def client(server: ServerProcess) -> Iterator[Client]:
    """Somebody who makes HTTP requests to the shared server."""
    with server.client() as client:
        yield client


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[StartServer]:
    """Starts servers with settings of their own; all of them are stopped and checked at the end."""
    with ExitStack() as running:

        def start(database: str = f"sqlite:///{tmp_path / 'own.sqlite'}", **settings: object) -> ServerProcess:
            return running.enter_context(ServerProcess(database, **settings))  # type: ignore[arg-type]

        yield start
