"""Games that take long to replay, tables that are not there: nobody else waits, and nobody else's game is forgotten."""

import asyncio
import random
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from azulejo.server.messages import ImportRecord
from azulejo.server.monitoring import Metrics
from azulejo.server.refusals import Refusal
from azulejo.server.storage import StoredEvent
from azulejo.server.tables import Access, Tables, queries
from azulejo.server.tables.creation import import_record
from azulejo.server.tables.game_cache import BYTES, BYTES_EACH, CachedGame, GameCache
from azulejo.server.threads import AsyncTables
from tests.server.processes import PATIENCE
from tests.server.seating import ADDRESS, game_of, refused, two_people


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[StoredEvent]:
    """The events that were replayed."""
    found: list[StoredEvent] = []
    replay = CachedGame.replay

    def note(game: CachedGame, stored: StoredEvent) -> None:
        found.append(stored)
        replay(game, stored)

    monkeypatch.setattr(CachedGame, "replay", note)
    return found


def test_nobody_waits_for_games_that_others_have_replayed(
    sqlite_tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    cold = [two_people(sqlite_tables).table for _ in range(6)]
    warm = two_people(sqlite_tables)
    for table in cold:
        sqlite_tables.cache.drop(table)
    may_go_on = threading.Event()
    replay = CachedGame.replay
    monkeypatch.setattr(CachedGame, "replay", lambda game, one: may_go_on.wait(PATIENCE) and replay(game, one))

    async def ask() -> None:
        tables = AsyncTables(sqlite_tables, Metrics(), threads=4, quick=1)
        waiting: list[asyncio.Task[Any]]
        waiting = [asyncio.create_task(tables.read(one, Access(), queries.state, None)) for one in cold]
        waiting += [asyncio.create_task(tables.read(one, Access(), queries.record, slow=True)) for one in cold]
        await asyncio.sleep(0)
        try:
            for slow in (False, True):
                state = await asyncio.wait_for(
                    tables.read(warm.table, Access(), queries.state, None, slow=slow), PATIENCE / 4
                )
                assert state.now.number == 2
            assert not any(one.done() for one in waiting)
        finally:
            may_go_on.set()
        assert [one.now.number for one in (await asyncio.gather(*waiting))[:6]] == [2] * 6
        tables.close()

    asyncio.run(ask())


def test_tables_that_are_not_there_take_no_place_in_memory(sqlite_tables: Tables, replays: list[StoredEvent]) -> None:
    sitting = two_people(sqlite_tables)
    for number in range(500):
        with pytest.raises(Refusal):
            sqlite_tables.read(f"{number:012}", queries.info)
        with pytest.raises(Refusal):
            sqlite_tables.write(f"{number:012}", queries.info)
    assert sitting.state().now.number == 2
    assert replays == []
    assert [sqlite_tables.cache.has(f"{number:012}") for number in range(500)] == [False] * 500


def test_memory_is_counted_in_bytes() -> None:
    room = 40
    cache, size = GameCache(room * (BYTES + 100 * BYTES_EACH)), 100

    def use(table: str, length: int) -> None:
        game: Any = SimpleNamespace(length=length)  # nothing else of it counts
        with cache.hold(table) as place:
            place.game = game

    for number in range(room):
        use(f"table {number}", size)
    assert all(cache.has(f"table {number}") for number in range(room))
    use("long", 10 * size)
    gone = [number for number in range(room) if not cache.has(f"table {number}")]
    assert gone == list(range(len(gone)))
    assert 5 <= len(gone) <= 10
    use("longer than there is room for", 1000 * size)
    assert [cache.has("long"), cache.has("longer than there is room for")] == [False, True]
    cache.drop("longer than there is room for")
    for number in range(room):
        use(f"table {number}", size)
    assert all(cache.has(f"table {number}") for number in range(room))


def test_a_record_of_moves_taken_back_is_refused(sqlite_tables: Tables) -> None:
    sitting = two_people(sqlite_tables)
    record: dict[str, Any] = game_of(sqlite_tables, sitting.table).record().to_dict()
    move = {"move": sitting.state(sitting.turn).now.legal[0].move, "seat": sitting.turn}
    back = {"undo": 1, "seat": sitting.turn}
    record |= {"practice": True, "events": [*record["events"], *[move, back] * 60, move]}
    with refused(400, "server.table.undone"):
        import_record(sqlite_tables, ImportRecord(record=record), ADDRESS)
    record["events"] = record["events"][:22]
    assert import_record(sqlite_tables, ImportRecord(record=record), ADDRESS).table


def test_what_was_replayed_is_what_was_played(sqlite_tables: Tables) -> None:
    sitting = two_people(sqlite_tables, "duel", seed=4)
    rng = random.Random(3)
    while sitting.state().now.number < 150:
        sitting.play_turn(rng)
    told = [sitting.state(viewer).now.events for viewer in (0, 1)]
    sqlite_tables.cache.drop(sitting.table)
    assert [sitting.state(viewer).now.events for viewer in (0, 1)] == told
