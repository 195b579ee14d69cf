"""The revisions of the schema make what the program expects; test_old_versions.py has databases of older versions."""

import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from azulejo.server.settings import ServerSettings
from azulejo.server.storage import Database
from azulejo.server.storage.database import MIGRATIONS
from azulejo.server.storage.schema import metadata
from azulejo.server.tables import Access, Tables, queries
from tests.server.conftest import DATABASES
from tests.server.postgresql import Server
from tests.server.seating import two_people

pytestmark = pytest.mark.slow

FIXTURES = Path(__file__).with_name("fixtures")


def revisions() -> list[str]:
    """Return all revisions, the oldest first."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return [one.revision for one in ScriptDirectory.from_config(config).walk_revisions()][::-1]


@pytest.fixture(params=DATABASES)
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database with nothing in it at all."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.sqlite'}"
    else:
        server: Server = request.getfixturevalue("postgresql")
        with server.database() as url:
            yield url


def test_the_revisions_make_what_the_program_expects(empty: str) -> None:
    database = Database(empty)
    database.upgrade()
    with database.transaction() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    database.close()


def test_upgrading_twice_does_nothing_the_second_time(empty: str) -> None:
    database = Database(empty)
    database.upgrade()
    database.upgrade()
    database.close()


def test_several_processes_may_upgrade_at_once(empty: str) -> None:
    """Each has a database object of its own, as processes have."""
    databases = [Database(empty) for _ in range(6)]
    problems: list[BaseException] = []

    def upgrade(database: Database) -> None:
        try:
            database.upgrade()
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=upgrade, args=(database,)) for database in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    for database in databases:
        database.close()


def test_there_is_a_fixture_of_every_version_before_this_one(root: Path) -> None:
    """What no version has written yet need not be kept; whatever is published is (see make_fixtures.py)."""
    published = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    folders = {folder.name for folder in FIXTURES.iterdir()}
    assert folders == {"v0.1.0", *(f"v{version}" for version in published)}
    for folder in FIXTURES.iterdir():
        with closing(sqlite3.connect(folder / "azulejo.sqlite")) as lite:
            assert lite.execute("SELECT version_num FROM alembic_version").fetchone()[0] in revisions()


def test_a_copy_of_the_file_is_a_backup(tmp_path: Path) -> None:
    """SQLite's own backup, while the server runs."""
    database = Database(f"sqlite:///{tmp_path / 'a.sqlite'}")
    database.upgrade()
    tables = Tables(database, ServerSettings(database="sqlite:///x"))
    sitting = two_people(tables)
    source, target = sqlite3.connect(tmp_path / "a.sqlite"), sqlite3.connect(tmp_path / "b.sqlite")
    source.backup(target)
    source.close()
    target.close()
    database.close()
    copy = Database(f"sqlite:///{tmp_path / 'b.sqlite'}")
    copy.upgrade()
    tables = Tables(copy, ServerSettings(database="sqlite:///x"))
    assert tables.read(sitting.table, queries.state, Access(), None).now.number == 2
    copy.close()
