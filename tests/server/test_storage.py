"""The two databases: transactions that hold, writers that wait for each other, addresses that make sense."""

import threading
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError

from azulejo.server.storage import Database, database_url
from azulejo.server.storage.schema import events, processes
from azulejo.texts.errors import BadOption


def count(database: Database) -> int:
    with database.transaction() as connection:
        return connection.execute(select(func.count()).select_from(processes)).scalar_one()


def add(database: Database, name: str) -> None:
    with database.transaction(write=True) as connection:
        connection.execute(insert(processes), [{"id": name, "beat": 1.5}])


def test_what_is_written_is_there_for_another_connection(database: Database, database_url: str) -> None:
    add(database, "one")
    other = Database(database_url)
    assert count(other) == 1
    other.close()


def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    def fail() -> None:
        with database.transaction(write=True) as connection:
            connection.execute(insert(processes), [{"id": "one", "beat": 1.5}])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert count(database) == 0


def test_a_reader_does_not_see_what_is_not_committed_and_does_not_wait_for_it(database: Database) -> None:
    with database.transaction(write=True) as connection:
        connection.execute(insert(processes), [{"id": "one", "beat": 1.5}])
        assert count(database) == 0
    assert count(database) == 1


def test_many_writers_at_once_all_get_their_turn(database: Database) -> None:
    problems: list[BaseException] = []

    def write(number: int) -> None:
        try:
            for at in range(10):
                add(database, f"{number}-{at}")
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert count(database) == 160


def test_writers_of_two_processes_wait_for_each_other(database: Database, database_url: str) -> None:
    """Two objects stand for two processes: they share no lock of ours."""
    other = Database(database_url)
    with database.transaction(write=True) as connection:
        connection.execute(insert(processes), [{"id": "one", "beat": 1.5}])
        thread = threading.Thread(target=add, args=(other, "two"))
        thread.start()
        thread.join(0.2)
    thread.join()
    assert count(database) == 2
    other.close()


def test_an_event_without_a_table_and_a_number_twice_are_refused_by_the_database_itself(database: Database) -> None:
    with pytest.raises(IntegrityError), database.transaction(write=True) as connection:
        connection.execute(insert(events), [{"table_id": "nowhere", "number": 0, "event": "{}", "at": 0.0}])


def test_sqlite_is_set_up_to_keep_what_is_committed(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'new' / 'folder' / 'azulejo.sqlite'}")
    database.upgrade()
    with database.transaction() as connection:
        values = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    database.close()
    assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("sqlite:///azulejo.sqlite", "sqlite:///azulejo.sqlite"),
        ("sqlite:////var/lib/azulejo.sqlite", "sqlite:////var/lib/azulejo.sqlite"),
        ("postgresql://me@host/name", "postgresql+psycopg://me@host/name"),
        ("postgres://me@host/name", "postgresql+psycopg://me@host/name"),
        ("postgresql+psycopg://me@host/name", "postgresql+psycopg://me@host/name"),
    ],
)
def test_the_address_of_a_database_gets_our_driver(given: str, used: str) -> None:
    assert str(database_url(given)) == used


@pytest.mark.parametrize(
    "given",
    [
        "",
        "azulejo.sqlite",
        "sqlite://",
        "mysql://me:secret@host/name",
        "postgresql+asyncpg://me:secret@host/name",
        "me:secret@host",
    ],
)
def test_another_kind_of_database_is_refused_without_showing_its_password(given: str) -> None:
    with pytest.raises(BadOption) as problem:
        database_url(given)
    assert "postgresql://" in str(problem.value)
    assert "secret" not in str(problem.value)


def test_a_password_does_not_show_itself() -> None:
    database = Database("postgresql://me:secret@host/name")
    assert "secret" not in repr(database)
