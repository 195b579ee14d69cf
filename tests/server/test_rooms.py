"""Who gets which bytes: rooms with real tables, and notices that are lost, late or doubled."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from azulejo.games.contract import SPECTATOR
from azulejo.server.limits import RequestLimits
from azulejo.server.live.rooms import (
    SEATS_CHANGED,
    SLOW_READER,
    TABLE_CLOSED,
    Arrival,
    Notice,
    Reader,
    Rooms,
    bulletins,
)
from azulejo.server.live.socket import Connection
from azulejo.server.messages import Consent, CreateTable, Join, Leave, PlayMoves, SeatRequest, TableSettings
from azulejo.server.monitoring import Metrics
from azulejo.server.refusals import Refusal
from azulejo.server.secrets import Token
from azulejo.server.settings import ServerSettings
from azulejo.server.storage import Database, rows, schema
from azulejo.server.tables import Access, Change, Tables, TableView, access_of, queries
from azulejo.server.tables import play as table_play
from azulejo.server.tables.creation import create
from azulejo.server.tables.housekeeping import credit_downtime
from azulejo.server.tables.seats import join, leave
from azulejo.server.tables.transaction import ChangeKind
from azulejo.server.threads import AsyncTables


class Post:
    """What carries notices between processes; it can lose them, and deliver them twice."""

    def __init__(self) -> None:
        self.rooms: list[Rooms] = []
        self.lost = False
        self.copies = 1

    def publish(self, notice: Notice) -> None:
        for rooms in self.rooms:
            for _ in range(0 if self.lost else self.copies):
                rooms.hear(msgspec.json.decode(msgspec.json.encode(notice), type=Notice))


class World:
    """A database, the rooms of two processes, and a table of two people."""

    def __init__(self, folder: Path) -> None:
        url = f"sqlite:///{folder / 'rooms.sqlite'}"
        self.settings = ServerSettings(database=url)
        self.database = Database(url)
        self.database.upgrade()
        self.post = Post()
        self.metrics = [Metrics(), Metrics()]
        self.changes: list[Change] = []
        self.tables = [Tables(self.database, self.settings, announce=self.changes.append) for _ in range(2)]
        for tables in self.tables:
            credit_downtime(tables)
        self.rooms = [
            Rooms(AsyncTables(tables, metrics, 4, 1), metrics, self.post.publish)
            for tables, metrics in zip(self.tables, self.metrics, strict=True)
        ]
        self.post.rooms = self.rooms
        seats = [SeatRequest(who="me", name="Ana"), SeatRequest(who="hotseat", name="Rui")]
        request = CreateTable(game="azul", seats=seats, settings=TableSettings(helpers="advice"))
        created = create(self.tables[0], request, "here")
        self.table, self.tokens = created.table, [one.token for one in created.tokens]

    def close(self) -> None:
        for rooms in self.rooms:
            rooms.tables.close()
        self.database.close()

    async def enter(self, process: int, *seats: int, after: int | None = None, room_for: int = 100) -> Reader:
        reader = Reader(self.table, [self.tokens[seat] for seat in seats], room_for)
        await self.rooms[process].enter(reader, after)
        return reader

    def play(self, *seats: int) -> Change:
        """Play some move for whoever is to move."""
        all_of_them = Access(seats or (0, 1))
        now = self.tables[0].read(self.table, queries.state, all_of_them, None).now
        moves = PlayMoves(moves=[now.legal[0].move], after=now.number)
        self.tables[0].write(self.table, table_play.play_moves, all_of_them, moves)
        return self.changes[-1]

    def change_state(self) -> Change:
        """Change something that is no event."""
        advice = self.tables[0].read(self.table, queries.info).players[0].advice
        self.tables[0].write(self.table, table_play.consent, Access((0,)), Consent(advice=not advice))
        return self.changes[-1]

    async def settle(self) -> None:
        """Wait until nothing is left to be told."""
        while any(rooms.tasks.running for rooms in self.rooms):
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
            world.rooms[0].announce(world.play())
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
        world.rooms[0].announce(world.play())
        await world.settle()
        told = [(await texts(reader))[-1] for reader in here]
        assert told[0] is told[1] is told[2]
        assert world.metrics[0].updates._value.get() - before == 1
        assert await kinds(there) == ["state", "update"]

    play(work)


def test_another_process_follows_moves_by_what_it_is_told_of_them(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(world: World) -> None:
        here, there = await world.enter(0), await world.enter(1)
        one, other = world.tables
        one.others = True
        reads: list[str] = []

        def counted(view: TableView, *given: Any) -> Any:
            reads.extend([view.row.id] * (view.tables is other))
            return bulletins(view, *given)

        monkeypatch.setattr("azulejo.server.live.rooms.bulletins", counted)
        for _ in range(30):
            world.rooms[0].announce(world.play())
            await world.settle()
        assert reads == []
        assert (await texts(there))[1:] == (await texts(here))[1:]
        with other.cache.hold(world.table) as place, world.database.transaction() as connection:
            assert place.row == rows.read_table(connection, world.table)
            assert place.seats == rows.read_seats(connection, world.table)
            assert place.game is not None
            assert [stored.event for stored in place.game.stored] == place.game.game.events

        world.post.lost = True
        world.rooms[0].announce(world.play())
        world.post.lost = False
        world.rooms[0].announce(world.play())
        await world.settle()
        assert len(reads) == 1
        told = [[event for update in await messages(reader) for event in update["events"]] for reader in (there, here)]
        assert told[0] == told[1]

    play(work)


def test_moves_at_several_tables_are_followed_in_one_go(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(world: World) -> None:
        one = world.tables[0]
        one.others, first = True, (world.table, world.tokens)
        readers, told, follow = [await world.enter(1)], [], Tables.follow
        created = create(
            one, CreateTable(game="azul", seats=[SeatRequest(who=who) for who in ("me", "hotseat")]), "here"
        )
        world.table, world.tokens = created.table, [given.token for given in created.tokens]
        readers.append(await world.enter(1))

        def counted(tables: Tables, given: Any, function: Any) -> Any:
            told.append(len(given))
            return follow(tables, given, function)

        monkeypatch.setattr(Tables, "follow", counted)
        changes = [world.play()]
        world.table, world.tokens = first
        changes.append(world.play())
        for change in changes:
            world.rooms[0].announce(change)
        await world.settle()
        assert told == [2]
        assert [await kinds(reader) for reader in readers] == [["state", "update"]] * 2

    play(work)


def test_a_process_that_ends_writes_down_for_all_together_that_they_are_gone(play: Play) -> None:
    async def work(world: World) -> None:
        def presences() -> int:
            return len(world.database.find(select(schema.presence)))

        rooms, readers = world.rooms[0], [await world.enter(0, seat) for seat in (0, 1)]
        for reader in readers:
            await rooms.present(reader)
        assert presences() == 2
        since = world.tables[0].now()
        rooms.close_all()
        for reader in readers:
            await rooms.leave(reader)
        assert presences() == 2
        await rooms.end()
        assert presences() == 0
        assert all(row.last_seen >= since for row in world.database.find(select(schema.seats)))

    play(work)


def test_a_process_that_is_alone_tells_nobody_what_has_happened(play: Play) -> None:
    async def work(world: World) -> None:
        assert world.play().replica is None
        world.rooms[0].meet(Arrival(world.tables[0].process))
        assert not world.tables[0].others
        world.rooms[0].meet(Arrival(world.tables[1].process))
        assert world.tables[0].others
        assert world.play().replica is not None
        with world.database.transaction(write=True) as connection:
            connection.execute(schema.processes.delete().where(schema.processes.c.id == world.tables[1].process))
        await world.rooms[0].reconcile()
        assert not world.tables[0].others

    play(work)


def test_a_notice_that_comes_twice_or_late_changes_nothing(play: Play) -> None:
    async def work(world: World) -> None:
        reader = await world.enter(1)
        world.post.copies = 3
        first = world.play()
        world.rooms[0].announce(first)
        world.rooms[0].announce(world.play())
        await world.settle()
        world.rooms[0].announce(first)
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
        world.rooms[0].announce(change(world))
        await world.settle()
        assert await kinds(reader) == ["state"]
        await world.rooms[1].reconcile()
        await world.settle()
        assert await kinds(reader) == ["state"]
        assert world.metrics[1].missed_notices._value.get() == 1
        await world.rooms[1].reconcile()
        await world.settle()
        assert await kinds(reader) == []

    play(work)


def test_nothing_is_told_again_when_no_notice_was_lost(play: Play) -> None:
    async def work(world: World) -> None:
        readers = [await world.enter(number) for number in (0, 1)]
        world.rooms[0].announce(world.play())
        world.rooms[0].announce(world.change_state())
        await world.settle()
        for reader in readers:
            await messages(reader)
        for rooms in world.rooms:
            await rooms.reconcile()
        await world.settle()
        assert [await kinds(reader) for reader in readers] == [[], []]

    play(work)


def test_what_happens_while_somebody_enters_is_not_lost(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(world: World) -> None:
        real = queries.state

        def state(view: TableView, access: Access, after: int | None) -> Any:
            monkeypatch.setattr(queries, "state", real)
            found = real(view, access, after)
            loop.call_soon_threadsafe(world.rooms[0].announce, world.play())
            return found

        loop = asyncio.get_running_loop()
        monkeypatch.setattr(queries, "state", state)
        reader = await world.enter(0)
        await asyncio.sleep(0.05)
        await world.settle()
        assert reader.seen == 3
        assert len(await messages(reader)) == 2

    play(work)


def test_several_seats_on_one_device_get_a_state_when_another_seat_is_to_move(play: Play) -> None:
    async def work(world: World) -> None:
        reader = await world.enter(0, 0, 1)
        turn = world.tables[0].read(world.table, queries.state, Access((0, 1)), None).now.turn
        assert reader.viewer == turn
        world.rooms[0].announce(world.play())
        await world.settle()
        states = await messages(reader)
        assert [message["type"] for message in states] == ["state", "state"]
        assert [message["viewer"] for message in states] == [turn, 1 - (turn or 0)]
        assert len(states[1]["now"]["events"]) == 1
        assert reader.viewer == 1 - (turn or 0)

    play(work)


def test_one_who_does_not_read_is_closed_and_the_others_go_on(play: Play) -> None:
    async def work(world: World) -> None:
        slow, quick = await world.enter(0, room_for=2), await world.enter(0)
        for _ in range(4):
            world.rooms[0].announce(world.play())
            await world.settle()
        assert slow.closed.result() == SLOW_READER
        assert not quick.closed.done()
        assert len(await kinds(quick)) == 5
        assert world.metrics[0].slow_readers._value.get() == 1

    play(work)


def test_a_table_that_is_gone_closes_its_readers(play: Play) -> None:
    async def work(world: World) -> None:
        here, there = await world.enter(0), await world.enter(1)
        world.rooms[0].announce(Change(world.table, "closed"))
        await world.settle()
        for reader in (here, there):
            assert await kinds(reader) == ["state", "closed"]
            assert reader.closed.result() == TABLE_CLOSED

    play(work)


async def at_an_open_table(world: World) -> tuple[str, Reader]:
    """Make a table that waits for a third player, and let the second one come: to the other process."""
    seats = [SeatRequest(who="me", name="Ana"), SeatRequest(who="open"), SeatRequest(who="open")]
    world.table = create(world.tables[0], CreateTable(game="azul", seats=seats), "here").table
    token = Token(world.tables[0].write(world.table, join, Join(name="Rui")).tokens[0].token)
    reader = Reader(world.table, [token], 100)
    await world.rooms[1].enter(reader, None)
    return token, reader


def test_whoever_gives_a_seat_back_is_sent_away_by_every_process(play: Play) -> None:
    async def work(world: World) -> None:
        token, reader = await at_an_open_table(world)
        watcher = await world.enter(1)
        tables = world.tables[0]
        tables.write(world.table, leave, tables.read(world.table, access_of, [token]), Leave())
        world.rooms[0].announce(world.changes[-1])
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

        def counted(view: TableView, tokens: Sequence[str]) -> Access:
            asked.append(view.row.id)
            return access_of(view, tokens)

        monkeypatch.setattr("azulejo.server.live.rooms.access_of", counted)
        world.tables[0].write(world.table, join, Join(name="Eva"))
        world.rooms[0].announce(world.changes[-1])
        await world.settle()
        assert (await messages(reader))[-1]["held"] == [1]
        for _ in range(3):
            world.rooms[0].announce(world.play(0, 1, 2))
            await world.settle()
        assert asked == [world.table]
        assert not reader.closed.done()

    play(work)


def test_one_who_comes_just_after_the_beginning_is_shown_their_own_view(play: Play) -> None:
    """The last player comes when the reader is not yet in the room: no notice tells of it."""

    async def work(world: World) -> None:
        _, first = await at_an_open_table(world)
        token = first.tokens[0]
        await world.rooms[1].leave(first)
        world.tables[0].write(world.table, join, Join(name="Eva"))
        reader = Reader(world.table, [token], 100)
        await world.rooms[1].enter(reader, None)
        await world.settle()
        seen = [(message["held"], message.get("viewer")) for message in await messages(reader)]
        assert seen == [([1], 1)]

    play(work)


@pytest.mark.parametrize("kind", ["moves", "state"])
def test_one_who_was_not_told_that_the_seat_is_anothers_sees_nothing_through_it(play: Play, kind: ChangeKind) -> None:
    """All notices of the change are lost, but not the next one."""

    async def work(world: World) -> None:
        token, reader = await at_an_open_table(world)
        tables = world.tables[0]
        tables.write(world.table, leave, tables.read(world.table, access_of, [token]), Leave())
        for name in ("Eva", "Leo"):
            tables.write(world.table, join, Join(name=name))
        assert tables.read(world.table, queries.info).status == "playing"
        with pytest.raises(Refusal, check=lambda one: one.status == 403):
            await world.rooms[1].access(reader)
        world.rooms[0].announce(replace(world.play(0, 1, 2), kind=kind))
        await world.settle()
        assert reader.closed.result() == SEATS_CHANGED
        assert await kinds(reader) == ["state"]

    play(work)


def test_who_is_there_is_told_across_processes(play: Play) -> None:
    async def work(world: World) -> None:
        ana, watcher = await world.enter(0, 0), await world.enter(1)
        await world.rooms[0].present(ana)
        await world.rooms[1].present(watcher)
        await world.settle()
        last = [message for message in await messages(ana) if message["type"] == "presence"][-1]
        assert [player.get("connected", False) for player in last["players"]] == [True, False]
        assert last["spectators"] == 1
        await world.rooms[1].leave(watcher)
        await world.settle()
        assert (await messages(ana))[-1]["spectators"] == 0
        await world.rooms[0].leave(ana)
        assert not world.tables[0].read(world.table, queries.info).players[0].connected
        assert world.rooms[0].readers == world.rooms[1].readers == 0

    play(work)


def test_a_stream_for_programs_gets_updates_only(play: Play) -> None:
    async def work(world: World) -> None:
        reader = Reader(world.table, [], 100, only_updates=True)
        await world.rooms[0].enter(reader, None)
        world.rooms[0].announce(world.change_state())
        await world.settle()
        world.rooms[0].announce(world.play())
        await world.settle()
        await world.rooms[0].present(reader)
        await world.settle()
        assert set(await kinds(reader)) == {"update"}
        assert reader.viewer == SPECTATOR

    play(work)


def test_entering_a_table_that_is_not_there_leaves_nothing_behind(play: Play) -> None:
    async def work(world: World) -> None:
        with pytest.raises(Refusal):
            await world.rooms[0].enter(Reader("zzzzzzzzzzzz", [], 10), None)
        assert world.rooms[0].readers == 0
        assert world.rooms[0]._rooms == {}

    play(work)


class Socket:
    """A connection that has said hello."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def receive_data(self, mode: str) -> str:
        return '{"type": "hello"}'

    async def send_data(self, text: str) -> None:
        self.sent.append(text)


def test_nobody_is_told_of_a_connection_that_was_refused(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(world: World) -> None:
        notices: list[Notice] = []
        monkeypatch.setattr(world.rooms[0], "_publish", notices.append)
        limits = RequestLimits(world.settings, world.metrics[0])
        service: Any = SimpleNamespace(rooms=world.rooms[0], settings=world.settings, limits=limits)
        socket: Any = Socket()
        assert await Connection(socket, service, "no such table", "here").run() == 4404
        assert json.loads(socket.sent[0])["type"] == "refused"
        assert notices == []

    play(work)
