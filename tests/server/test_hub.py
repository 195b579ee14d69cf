"""Who gets which bytes: the hub with real tables, and notices that are lost, late or doubled."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from azulejo.games.contract import SPECTATOR
from azulejo.server.hub import SEATS_CHANGED, SLOW_READER, TABLE_CLOSED, Hub, Reader
from azulejo.server.messages import Consent, CreateTable, Join, Leave, PlayMoves, SeatRequest, TableSettings
from azulejo.server.metrics import Metrics
from azulejo.server.refusals import Refusal
from azulejo.server.secrets import Token
from azulejo.server.settings import Settings
from azulejo.server.storage import Database
from azulejo.server.tables import Change, Tables, Viewer
from azulejo.server.threads import Threads

Notice = dict[str, Any]


class Post:
    """What carries notices between hubs; it can lose them, and deliver them twice."""

    def __init__(self) -> None:
        self.hubs: list[Hub] = []
        self.lost = False
        self.copies = 1

    def publish(self, notice: Notice) -> None:
        for hub in self.hubs:
            for _ in range(0 if self.lost else self.copies):
                hub.heard(json.loads(json.dumps(notice)))


class World:
    """A database, two hubs as two processes have them, and a table of two people."""

    def __init__(self, folder: Path) -> None:
        url = f"sqlite:///{folder / 'hub.sqlite'}"
        self.settings = Settings(database=url)
        self.database = Database(url)
        self.database.upgrade()
        self.threads = Threads(4, 1)
        self.post = Post()
        self.metrics = [Metrics(), Metrics()]
        self.tables = [Tables(self.database, self.settings) for _ in range(2)]
        for tables in self.tables:
            tables.credit_downtime()
        self.hubs = [
            Hub(self.tables[number], self.settings, self.threads, self.metrics[number], self.post.publish, f"p{number}")
            for number in range(2)
        ]
        self.post.hubs = self.hubs
        seats = [SeatRequest(who="me", name="Ana"), SeatRequest(who="hotseat", name="Rui")]
        request = CreateTable(game="azul", seats=seats, settings=TableSettings(helpers="advice"))
        created, _ = self.tables[0].create(request, "here")
        self.table = created.table

    def close(self) -> None:
        self.threads.close()
        self.database.close()

    async def enter(self, hub: int, *seats: int, after: int | None = None, room_for: int = 100) -> Reader:
        reader = Reader(self.table, Viewer(seats), [], room_for)
        await self.hubs[hub].enter(reader, after)
        return reader

    def play(self, *seats: int) -> Change:
        """Play some move for whoever is to move."""
        all_of_them = Viewer(seats or (0, 1))
        now = self.tables[0].state(self.table, all_of_them, None).now
        return self.tables[0].move(self.table, all_of_them, PlayMoves(moves=[now.legal[0].move], after=now.number))

    def change_state(self) -> Change:
        """Change something that is no event."""
        advice = self.tables[0].table(self.table).players[0].advice
        return self.tables[0].consent(self.table, Viewer((0,)), Consent(advice=not advice))

    async def settle(self) -> None:
        """Wait until nothing is left to be told."""
        while any(hub._tasks or any(room.presence for room in hub._rooms.values()) for hub in self.hubs):
            await asyncio.sleep(0.01)


async def texts(reader: Reader) -> list[str]:
    """Return what waits for a reader, as it would be sent."""
    found = []
    while (text := await reader.next(0.01)) is not None:
        found.append(text)
    return found


async def messages(reader: Reader) -> list[dict[str, Any]]:
    return [json.loads(text) for text in await texts(reader)]


async def kinds(reader: Reader) -> list[str]:
    return [message["type"] for message in await messages(reader)]


Play = Callable[[Callable[[World], Awaitable[None]]], None]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Runs what a test does in an event loop."""

    def run(work: Callable[[World], Awaitable[None]]) -> None:
        async def main() -> None:
            world = World(tmp_path)
            try:
                await work(world)
            finally:
                await world.settle()
                world.close()

        asyncio.run(main())

    return run


def test_the_state_comes_first_and_then_every_move(play: Play) -> None:
    async def work(world: World) -> None:
        reader = await world.enter(0)
        for _ in range(3):
            world.hubs[0].announce(world.play())
            await world.settle()
        first, *updates = await messages(reader)
        assert first["type"] == "state"
        assert [update["type"] for update in updates] == ["update"] * 3
        assert [update["after"] for update in updates] == [2, 3, 4]
        assert reader.seen == 5

    play(work)


def test_both_processes_tell_their_readers_and_the_same_audience_gets_one_text(play: Play) -> None:
    async def work(world: World) -> None:
        here = [await world.enter(0) for _ in range(3)]
        there = await world.enter(1)
        before = world.metrics[0].updates._value.get()
        world.hubs[0].announce(world.play())
        await world.settle()
        told = [(await texts(reader))[-1] for reader in here]
        assert told[0] is told[1] is told[2]
        assert world.metrics[0].updates._value.get() - before == 1
        assert await kinds(there) == ["state", "update"]

    play(work)


def test_a_notice_that_comes_twice_or_late_changes_nothing(play: Play) -> None:
    async def work(world: World) -> None:
        reader = await world.enter(1)
        world.post.copies = 3
        first = world.play()
        world.hubs[0].announce(first)
        world.hubs[0].announce(world.play())
        await world.settle()
        world.hubs[0].announce(first)
        await world.settle()
        found = [message for message in await messages(reader) if message["type"] == "update"]
        assert sum(len(update["events"]) for update in found) == 2
        assert reader.seen == 4

    play(work)


@pytest.mark.parametrize("change", [World.play, World.change_state])
def test_a_lost_notice_is_found_by_asking_storage(play: Play, change: Callable[[World], Change]) -> None:
    async def work(world: World) -> None:
        reader = await world.enter(1)
        world.post.lost = True
        world.hubs[0].announce(change(world))
        await world.settle()
        assert await kinds(reader) == ["state"]
        await world.hubs[1].reconcile()
        await world.settle()
        assert await kinds(reader) == ["state"]
        assert world.metrics[1].missed_notices._value.get() == 1
        await world.hubs[1].reconcile()
        await world.settle()
        assert await kinds(reader) == []

    play(work)


def test_nothing_is_told_again_when_no_notice_was_lost(play: Play) -> None:
    async def work(world: World) -> None:
        readers = [await world.enter(number) for number in (0, 1)]
        world.hubs[0].announce(world.play())
        world.hubs[0].announce(world.change_state())
        await world.settle()
        for reader in readers:
            await messages(reader)
        for hub in world.hubs:
            await hub.reconcile()
        await world.settle()
        assert [await kinds(reader) for reader in readers] == [[], []]

    play(work)


def test_what_happens_while_somebody_enters_is_not_lost(play: Play) -> None:
    async def work(world: World) -> None:
        hub = world.hubs[0]
        real = world.tables[0].state

        def state(table: str, viewer: Viewer, after: int | None) -> Any:
            found = real(table, viewer, after)
            world.tables[0].state = real  # type: ignore[method-assign]
            loop.call_soon_threadsafe(hub.announce, world.play())
            return found

        loop = asyncio.get_running_loop()
        world.tables[0].state = state  # type: ignore[method-assign]
        reader = await world.enter(0)
        await asyncio.sleep(0.05)
        await world.settle()
        assert reader.seen == 3
        assert len(await messages(reader)) == 2

    play(work)


def test_several_seats_on_one_device_get_a_state_when_their_eye_changes(play: Play) -> None:
    async def work(world: World) -> None:
        reader = await world.enter(0, 0, 1)
        turn = world.tables[0].state(world.table, Viewer((0, 1)), None).now.turn
        assert reader.eye == turn
        world.hubs[0].announce(world.play())
        await world.settle()
        states = await messages(reader)
        assert [message["type"] for message in states] == ["state", "state"]
        assert [message["viewer"] for message in states] == [turn, 1 - (turn or 0)]
        assert len(states[1]["now"]["events"]) == 1
        assert reader.eye == 1 - (turn or 0)

    play(work)


def test_one_who_does_not_read_is_closed_and_the_others_go_on(play: Play) -> None:
    async def work(world: World) -> None:
        slow, quick = await world.enter(0, room_for=2), await world.enter(0)
        for _ in range(4):
            world.hubs[0].announce(world.play())
            await world.settle()
        assert slow.closed.result() == SLOW_READER
        assert not quick.closed.done()
        assert len(await kinds(quick)) == 5
        assert world.metrics[0].slow_readers._value.get() == 1

    play(work)


def test_a_table_that_is_gone_closes_its_readers(play: Play) -> None:
    async def work(world: World) -> None:
        here, there = await world.enter(0), await world.enter(1)
        world.hubs[0].announce(Change(world.table, 2, "closed"))
        await world.settle()
        for reader in (here, there):
            assert await kinds(reader) == ["state", "closed"]
            assert reader.closed.result() == TABLE_CLOSED

    play(work)


async def at_an_open_table(world: World) -> tuple[str, Reader]:
    """Make a table that waits for a third player, and let the second one come: to the other process."""
    seats = [SeatRequest(who="me", name="Ana"), SeatRequest(who="open"), SeatRequest(who="open")]
    world.table = world.tables[0].create(CreateTable(game="azul", seats=seats), "here")[0].table
    token = Token(world.tables[0].join(world.table, Join(name="Rui"), "there")[0].tokens[0].token)
    reader = Reader(world.table, world.tables[1].viewer(world.table, [token]), [token], 100)
    await world.hubs[1].enter(reader, None)
    return token, reader


def test_whoever_gives_a_seat_back_is_sent_away_by_every_process(play: Play) -> None:
    async def work(world: World) -> None:
        token, reader = await at_an_open_table(world)
        watcher = await world.enter(1)
        tables = world.tables[0]
        world.hubs[0].announce(tables.leave(world.table, tables.viewer(world.table, [token]), Leave()))
        await world.settle()
        assert reader.closed.result() == SEATS_CHANGED
        assert await kinds(reader) == ["state"]
        assert (await messages(watcher))[-1]["table"]["players"][1]["kind"] == "open"

    play(work)


def test_one_who_stays_through_the_beginning_is_asked_for_the_secret_once(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(world: World) -> None:
        _, reader = await at_an_open_table(world)
        asked: list[str] = []
        viewer = world.tables[1].viewer

        def counted(table: str, tokens: Sequence[str]) -> Viewer:
            asked.append(table)
            return viewer(table, tokens)

        monkeypatch.setattr(world.tables[1], "viewer", counted)
        world.hubs[0].announce(world.tables[0].join(world.table, Join(name="Eva"), "elsewhere")[1])
        await world.settle()
        assert (await messages(reader))[-1]["held"] == [1]
        for _ in range(3):
            world.hubs[0].announce(world.play(0, 1, 2))
            await world.settle()
        assert asked == [world.table]
        assert not reader.closed.done()

    play(work)


def test_one_whose_secret_was_looked_at_just_before_the_beginning_is_shown_their_own_view(play: Play) -> None:
    """The last player comes when the reader is not yet in the room: no notice tells of it."""

    async def work(world: World) -> None:
        _, first = await at_an_open_table(world)
        token = first.tokens[0]
        viewer = world.tables[1].viewer(world.table, [token])
        await world.hubs[1].leave(first)
        world.tables[0].join(world.table, Join(name="Eva"), "elsewhere")
        reader = Reader(world.table, viewer, [token], 100)
        await world.hubs[1].enter(reader, None)
        await world.settle()
        seen = [(message["held"], message.get("viewer")) for message in await messages(reader)]
        assert seen == [([1], 1)]

    play(work)


@pytest.mark.parametrize("kind", ["moves", "state"])
def test_one_who_was_not_told_that_the_seat_is_anothers_sees_nothing_through_it(play: Play, kind: str) -> None:
    """All notices of the change are lost, but not the next one."""

    async def work(world: World) -> None:
        token, reader = await at_an_open_table(world)
        tables = world.tables[0]
        tables.leave(world.table, tables.viewer(world.table, [token]), Leave())
        for name in ("Eva", "Leo"):
            tables.join(world.table, Join(name=name), "elsewhere")
        assert tables.table(world.table).status == "playing"
        with pytest.raises(Refusal, check=lambda one: one.status == 403):
            await world.hubs[1].viewer(reader)
        world.hubs[0].announce(replace(world.play(0, 1, 2), kind=kind))
        await world.settle()
        assert reader.closed.result() == SEATS_CHANGED
        assert await kinds(reader) == ["state"]

    play(work)


def test_who_is_there_is_told_across_processes(play: Play) -> None:
    async def work(world: World) -> None:
        ana, watcher = await world.enter(0, 0), await world.enter(1)
        await world.hubs[0].present(ana)
        await world.hubs[1].present(watcher)
        await world.settle()
        last = [message for message in await messages(ana) if message["type"] == "presence"][-1]
        assert [player.get("connected", False) for player in last["players"]] == [True, False]
        assert last["spectators"] == 1
        await world.hubs[1].leave(watcher)
        await world.settle()
        assert (await messages(ana))[-1]["spectators"] == 0
        await world.hubs[0].leave(ana)
        assert not world.tables[0].table(world.table).players[0].connected
        assert world.hubs[0].readers == world.hubs[1].readers == 0

    play(work)


def test_a_stream_for_programs_gets_updates_only(play: Play) -> None:
    async def work(world: World) -> None:
        reader = Reader(world.table, Viewer(), [], 100, only_updates=True)
        await world.hubs[0].enter(reader, None)
        world.hubs[0].announce(world.change_state())
        await world.settle()
        world.hubs[0].announce(world.play())
        await world.settle()
        await world.hubs[0].present(reader)
        await world.settle()
        assert set(await kinds(reader)) == {"update"}
        assert reader.eye == SPECTATOR

    play(work)


def test_entering_a_table_that_is_not_there_leaves_nothing_behind(play: Play) -> None:
    async def work(world: World) -> None:
        with pytest.raises(Refusal):
            await world.hubs[0].enter(Reader("zzzzzzzzzzzz", Viewer(), [], 10), None)
        assert world.hubs[0].readers == 0
        assert world.hubs[0]._rooms == {}

    play(work)
