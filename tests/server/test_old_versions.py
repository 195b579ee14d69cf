"""What older versions have written: their databases are upgraded, looked at and played on, and their records are read.

``fixtures/<version>`` was made by that version itself (see ``make_fixtures.py``).
"""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select

from azulejo.games import rulebook
from azulejo.play import Game, Record, verify
from azulejo.play.record import read_records
from azulejo.server.storage import Database
from azulejo.server.storage.schema import metadata
from tests.server.conftest import DATABASES, StartServer
from tests.server.postgresql import Server
from tests.server.processes import Client, Made, first_moves, wait_for

pytestmark = pytest.mark.slow

VERSIONS = sorted(Path(__file__).with_name("fixtures").iterdir())
NEVER = "UPDATE tables SET expires = NULL"
"""The fixtures lie here longer than tables do."""

Json = dict[str, Any]


@pytest.fixture(params=[(kind, folder) for kind in DATABASES for folder in VERSIONS], ids=lambda one: one[0])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, list[Json]]]:
    """The address of a database of each version, and what its tables are."""
    kind, folder = request.param
    tables = json.loads((folder / f"{kind}.json").read_text(encoding="utf-8"))
    if kind == "sqlite":
        file = tmp_path / "old.sqlite"
        shutil.copy(folder / "azulejo.sqlite", file)
        with closing(sqlite3.connect(file)) as lite, lite:
            lite.execute(NEVER)
        yield f"sqlite:///{file}", tables
        return
    server: Server = request.getfixturevalue("postgresql")
    with server.database() as url:
        with server.connect(url.partition("@/")[2].partition("?")[0]) as connection:
            connection.execute((folder / "azulejo.postgresql.sql").read_bytes())
            connection.execute(f"SET search_path = public; {NEVER}".encode())
        yield url, tables


def test_an_old_database_gets_the_newest_schema(old: tuple[str, list[Json]]) -> None:
    database = Database(old[0])
    database.upgrade()
    with database.transaction() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    database.close()


def test_old_tables_whose_deal_anybody_may_know_are_marked(old: tuple[str, list[Json]]) -> None:
    """Those that were made with a small number, or with the deal of another table that is still there."""
    database, names = Database(old[0]), {table["table"]: table["name"] for table in old[1]}
    database.upgrade()
    columns = metadata.tables["tables"].c
    found = dict(map(tuple, database.find(select(columns.id, columns.known_deal))))
    database.close()
    marked = {names[table] for table, known in found.items() if known}
    assert {"again", "clock", "secrets"} <= marked
    assert not marked & {"open", "days", "position", "over", "rematch", "duel over", "archived"}


def test_old_tables_are_seen_as_they_were_and_played_on(old: tuple[str, list[Json]], start_server: StartServer) -> None:
    url, tables = old
    server = start_server(url)
    with server.client() as client:
        for table in tables:
            assert client.state(table["table"])["table"]["status"] == table["status"], table["name"]
            for seat, seen in table["seen"].items():
                now = {**seen, "position": position_now(seen["position"])}
                assert seen_by(client, made(table), seat) == now, (table["name"], seat)
        for table in tables:
            PLAYS_ON[table["status"]](client, made(table))
        assert len(tables) >= 16


def position_now(text: str) -> str:
    """Return a position of the fixture as it is written now: the text of old is still read."""
    book = rulebook(text.split(maxsplit=1)[0])
    return book.position_text(book.parse_position(text))


def made(table: Json) -> Made:
    """Return a table of the fixture with the secrets of its people."""
    return Made(table["table"], list(table["tokens"].values()), [int(seat) for seat in table["tokens"]])


def seen_by(client: Client, made: Made, seat: str) -> Json:
    """Return what a seat sees, as the fixture has it."""
    tokens = [made.tokens[made.seats.index(int(seat))]] if seat.isdigit() else []
    now = client.state(made.table, tokens)["now"]
    return {**{part: now.get(part) for part in ("number", "position", "turn")}, "legal": len(now.get("legal", []))}


def play_on(client: Client, made: Made) -> None:
    """Play some moves for the people, whoever is to move first."""

    def is_ours() -> bool:
        state = client.state(made.table)
        turn = state["now"]["turn"]
        return turn is None or (turn in made.seats and "left" not in state["table"]["players"][turn])

    for _ in range(4):
        wait_for(is_ours)
        now = client.state(made.table, made.tokens)["now"]
        if now["turn"] is not None:
            number = client.play(made, first_moves(now), now["number"], seat=now["turn"])
            assert client.state(made.table, made.tokens)["now"]["number"] >= number > now["number"]


def sit_down(client: Client, made: Made) -> None:
    """Take the open seat of a table that waits; the one for a rematch has begun when both had asked again."""
    if client.state(made.table)["table"]["status"] == "playing":
        return
    joined = client.join(made.table, name="Lia")
    play_on(client, Made(made.table, [*made.tokens, *joined.tokens], [*made.seats, *joined.seats]))


def ask_again(client: Client, made: Made) -> None:
    """Verify the record of a game that is over, and play another one."""
    verify(Record.from_dict(client.get(f"/tables/{made.table}/record")))
    rematch = [Made.of(client.post(f"/tables/{made.table}/rematch", tokens=[one])) for one in made.tokens]
    assert len({one.table for one in rematch}) == 1
    tokens, seats = [one.tokens[0] for one in rematch], [one.seats[0] for one in rematch]
    play_on(client, Made(rematch[0].table, tokens, seats))


def look_back(client: Client, made: Made) -> None:
    """Look at a record that was brought in."""
    record = client.get(f"/tables/{made.table}/record")
    assert record["comments"] == {"3": "A good beginning: «хорошее начало»."}
    assert record["clocks"]
    verify(Record.from_dict(record))


PLAYS_ON = {"open": sit_down, "playing": play_on, "over": ask_again, "archived": look_back}


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_old_records_are_read_and_verified(folder: Path) -> None:
    records = list(read_records(folder / "records.jsonl"))
    assert {record.game for record in records} == {"azul", "duel", "garden"}
    assert any(record.snapshots for record in records)
    assert any(record.options.get("side", "").startswith("{") for record in records)
    for record in records:
        assert verify(record).is_over
        assert Game.from_record(record).outcome() == Game.from_record(record, trust=False).outcome()
        assert Record.from_json(record.to_json()) == record
