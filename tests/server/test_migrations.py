"""Databases of every revision open in the newest version, and the revisions make what the program expects."""

import random
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from azulejo.server.messages import PlayMoves
from azulejo.server.settings import Settings
from azulejo.server.storage import Database
from azulejo.server.storage.database import MIGRATIONS
from azulejo.server.storage.schema import metadata
from azulejo.server.tables import Tables, Viewer
from tests.server.conftest import DATABASES
from tests.server.postgresql import Server
from tests.server.seating import there, two_people

pytestmark = pytest.mark.slow

OLD = Path(__file__).with_name("old_databases")


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


@pytest.fixture(params=[(kind, revision) for kind in DATABASES for revision in revisions()], ids=str)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database made by each revision, with games in it."""
    kind, revision = request.param
    text = (OLD / f"{revision}.{kind}.sql").read_text(encoding="utf-8")
    if kind == "sqlite":
        file = tmp_path / "old.sqlite"
        lite = sqlite3.connect(file)
        lite.executescript(text)
        lite.close()
        yield f"sqlite:///{file}"
    else:
        server: Server = request.getfixturevalue("postgresql")
        with server.database() as url:
            database = Database(url)
            with server.connect(str(database.url.database)) as connection:
                connection.execute(text.encode())
            database.close()
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


def test_there_is_an_old_database_of_every_revision() -> None:
    wanted = {f"{revision}.{kind}.sql" for revision in revisions() for kind in DATABASES}
    assert {path.name for path in OLD.iterdir()} == wanted


def test_an_old_database_opens_and_its_games_go_on(old: str) -> None:
    database = Database(old)
    database.upgrade()
    with database.transaction() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    tables = Tables(database, Settings(database="sqlite:///x", heartbeat_seconds=1.0))
    tables.credit_downtime()
    listed = tables.listing(None, None, None, 50).tables
    assert sorted((one.game, one.status) for one in listed) == [
        ("azul", "open"),
        ("azul", "over"),
        ("azul", "playing"),
        ("duel", "playing"),
        ("garden", "playing"),
    ]
    rng = random.Random(1)
    for table in listed:
        viewer = Viewer(tuple(range(table.seats)))
        state = tables.state(table.id, viewer, None)
        if table.status == "over":
            assert there(state.now.result).seed is not None
        elif table.status == "playing":
            assert moves_on(tables, table.id, viewer, rng) >= 12 + 5
    database.close()


def moves_on(tables: Tables, table: str, viewer: Viewer, rng: random.Random) -> int:
    """Play a few moves, with all the time in the world, and return how many there are then."""
    now = tables.state(table, viewer, None).now
    tables.now = lambda: there(now.clocks).at + 1.0
    for _ in range(5):
        now = tables.state(table, viewer, None).now
        moves = PlayMoves(moves=[rng.choice(now.legal).move], after=now.number, seat=now.turn)
        tables.move(table, viewer, moves)
    return sum("move" in line.event for line in tables.state(table, viewer, None).now.events)


def test_a_copy_of_the_file_is_a_backup(tmp_path: Path) -> None:
    """SQLite's own backup, while the server runs."""
    database = Database(f"sqlite:///{tmp_path / 'a.sqlite'}")
    database.upgrade()
    tables = Tables(database, Settings(database="sqlite:///x"))
    sitting = two_people(tables)
    source, target = sqlite3.connect(tmp_path / "a.sqlite"), sqlite3.connect(tmp_path / "b.sqlite")
    source.backup(target)
    source.close()
    target.close()
    database.close()
    copy = Database(f"sqlite:///{tmp_path / 'b.sqlite'}")
    copy.upgrade()
    assert Tables(copy, Settings(database="sqlite:///x")).state(sitting.table, Viewer(), None).now.number == 2
    copy.close()
