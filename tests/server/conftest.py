"""What the tests of the server share: both databases, for real, and tables in them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejo.server.settings import Settings
from azulejo.server.storage import Database
from azulejo.server.tables import Tables
from tests.server.postgresql import NoPostgresql, Server, running_server
from tests.server.seating import Clock

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A PostgreSQL server, one for every process that runs tests; without PostgreSQL the tests fail."""
    try:
        with running_server() as server:
            yield server
    except NoPostgresql as problem:
        pytest.fail(str(problem), pytrace=False)


@pytest.fixture(params=DATABASES)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'azulejo.sqlite'}"
        return
    server: Server = request.getfixturevalue("postgresql")
    with server.database() as url:
        yield url


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database with everything made."""
    database = Database(database_url)
    database.upgrade()
    yield database
    database.close()


@pytest.fixture
def clock() -> Clock:
    """The clock on the wall, set by hand."""
    return Clock()


@pytest.fixture
def tables(database: Database, clock: Clock) -> Tables:
    """Tables in a database of each kind."""
    tables = Tables(database, Settings(database=str(database.url), heartbeat_seconds=1.0), clock)
    tables.credit_downtime()
    return tables
