"""Live readers of this process, and who gets which bytes.

Readers are grouped by table. A notice says only that a table has changed: then one update is built for each audience
that is connected here (spectators, each seat), encoded once, and the same bytes go to all of that audience. What a
reader has seen is a number of events, so a notice that comes twice does no harm, and one that is lost is found by
asking storage every few seconds.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from azulejo.games.contract import SPECTATOR
from azulejo.server.logs import log
from azulejo.server.messages import Closed, FromServer, Presence, Said, State, Update
from azulejo.server.metrics import Metrics
from azulejo.server.refusals import Refusal
from azulejo.server.secrets import Token
from azulejo.server.settings import Settings
from azulejo.server.storage.rows import OPEN
from azulejo.server.tables import Change, Tables, Viewer
from azulejo.server.threads import Threads

Result = TypeVar("Result")

PRESENCE_SECONDS = 0.2
"""So long the news waits that somebody has come or gone: others may come and go meanwhile."""

MOVES, STATE, CLOSED, PRESENCE = "moves", "state", "closed", "presence"

SLOW_READER = 4408
SEATS_CHANGED = 4409
TABLE_CLOSED = 4410
SERVER_STOPS = 1012
"""Codes with which a connection is closed; the client comes back after all but TABLE_CLOSED."""

_encoder = msgspec.json.Encoder()


def encoded(message: FromServer | msgspec.Struct) -> str:
    """Return a message as it is sent."""
    return _encoder.encode(message).decode()


class Reader:
    """Somebody who is told about a table: a live connection or a stream of events."""

    def __init__(
        self, table: str, viewer: Viewer, tokens: Sequence[Token], room_for: int, only_updates: bool = False
    ) -> None:
        """Say who it is and by which secrets, how many messages may wait, and whether only updates are wanted."""
        self.table = table
        self.viewer = viewer
        self.tokens = tokens
        self.only_updates = only_updates
        self.eye = SPECTATOR
        self.seen = -1
        """How many events they have been told; -1 until the first state is on its way."""
        self.closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Set to the code with which the connection ends."""
        self._room_for = room_for
        self._messages: deque[str] = deque()
        self._stirred: asyncio.Future[None] | None = None
        """Whom to wake when a message comes: the one who sends them on."""

    def put(self, text: str) -> bool:
        """Let a message wait to be sent; return whether there was room. One who does not read is closed."""
        if len(self._messages) >= self._room_for:
            self.close(SLOW_READER)
            return False
        self._messages.append(text)
        self._stir()
        return True

    async def next(self, seconds: float | None = None) -> str | None:
        """Return the next message; None if there was none for so long, or if nothing comes any more."""
        if not self._messages and not self.closed.done():
            self._stirred = asyncio.get_running_loop().create_future()
            try:
                await (self._stirred if seconds is None else asyncio.wait_for(self._stirred, seconds))
            except TimeoutError:
                return None
            finally:
                self._stirred = None
        return self._messages.popleft() if self._messages else None

    def _stir(self) -> None:
        if self._stirred is not None and not self._stirred.done():
            self._stirred.set_result(None)

    def close(self, code: int) -> None:
        """Let the connection end."""
        if not self.closed.done():
            self.closed.set_result(code)
            self._stir()


@dataclass
class Room:
    """The readers of one table in this process."""

    table: str
    revision: int = -1
    """The newest change that any notice has told of, or that storage knew when the first reader came."""
    readers: set[Reader] = field(default_factory=set)
    due: set[str] = field(default_factory=set)
    """The kinds of news that nobody has been told yet."""
    notices: int = 0
    task: asyncio.Task[None] | None = None
    elsewhere: dict[str, int] = field(default_factory=dict)
    """By process: how many spectators are connected there."""
    presence: asyncio.TimerHandle | None = None
    """When to tell who is there, if that is to be told."""

    @property
    def spectators(self) -> int:
        """How many watch, in all processes as far as is known here."""
        here = sum(not reader.viewer.seats for reader in self.readers)
        return here + sum(self.elsewhere.values())


class Hub:
    """All live readers of this process."""

    def __init__(
        self,
        tables: Tables,
        settings: Settings,
        threads: Threads,
        metrics: Metrics,
        publish: Callable[[dict[str, Any]], None],
        process: str,
    ) -> None:
        """Say how notices reach the other processes, and what this one is called among them."""
        self._tables = tables
        self._settings = settings
        self._threads = threads
        self._metrics = metrics
        self._publish = publish
        self._process = process
        self._rooms: dict[str, Room] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stopped = False
        metrics.gauge("azulejo_readers", "Live connections and event streams", lambda: self.readers)
        metrics.gauge("azulejo_rooms", "Tables with somebody connected", lambda: len(self._rooms))

    @property
    def readers(self) -> int:
        """How many readers there are."""
        return sum(len(room.readers) for room in self._rooms.values())

    def connected(self) -> list[tuple[str, int]]:
        """Return the seats whose players are connected here."""
        return [
            (room.table, seat)
            for room in self._rooms.values()
            for seat in sorted({seat for reader in room.readers for seat in reader.viewer.seats})
        ]

    # ------------------------------------------------------------ coming and going

    async def enter(self, reader: Reader, after: int | None) -> None:
        """Give a reader the state of the table, and from then on everything that happens; raises Refusal."""
        room = self._rooms.setdefault(reader.table, Room(reader.table))
        room.readers.add(reader)
        viewer, notices = reader.viewer, room.notices
        try:
            if room.revision < 0:
                known = await self._threads.run_soon(self._tables.revisions, [reader.table])
                room.revision = max(room.revision, known.get(reader.table, (0, -1))[1])
            state = await self._threads.run_soon(self._tables.state, reader.table, viewer, after)
            if viewer.waiting and state.table.status != OPEN:  # the game has begun since the secrets were looked at
                viewer = await self.viewer(reader)
                state = await self._threads.run_soon(self._tables.state, reader.table, viewer, after)
        except BaseException:
            self._remove(reader)
            raise
        self._show(reader, state, encoded(state))
        if notices != room.notices:
            self._due(room, STATE)  # something has happened while it was built

    async def present(self, reader: Reader) -> None:
        """Write down that the players behind a reader are there, and tell everybody."""
        await self._write_presence(reader, reader.viewer.seats, True)

    async def leave(self, reader: Reader) -> None:
        """Forget a reader, and tell the others."""
        room = self._rooms.get(reader.table)
        if room is None or reader not in room.readers:
            return
        self._remove(reader)
        others = {seat for other in room.readers for seat in other.viewer.seats}
        await self._write_presence(reader, [seat for seat in reader.viewer.seats if seat not in others], False)

    async def _write_presence(self, reader: Reader, seats: Sequence[int], connected: bool) -> None:
        for seat in seats:
            change = await self._threads.run_soon(self._tables.presence, reader.table, seat, connected)
            if change is not None:
                self.announce(change)
        self.announce_presence(reader.table)

    def _remove(self, reader: Reader) -> None:
        room = self._rooms.get(reader.table)
        if room is not None:
            room.readers.discard(reader)
            if not room.readers:
                del self._rooms[reader.table]

    async def stop(self) -> None:
        """Tell nobody anything any more."""
        self._stopped = True
        for room in self._rooms.values():
            if room.presence is not None:
                room.presence.cancel()
        doing = list(self._tasks)
        for task in doing:
            task.cancel()
        await asyncio.gather(*doing, return_exceptions=True)

    def close_all(self, code: int = SERVER_STOPS) -> None:
        """Let all connections end."""
        for room in self._rooms.values():
            for reader in room.readers:
                reader.close(code)

    # ------------------------------------------------------------ notices

    def announce(self, change: Change) -> None:
        """Tell this process and all others that tables have changed."""
        for one in (change, *change.others):
            self._spread({"table": one.table, "revision": one.revision, "kind": one.kind})

    def announce_presence(self, table: str) -> None:
        """Tell this process and all others that somebody has come or gone."""
        room = self._rooms.get(table)
        here = 0 if room is None else sum(not reader.viewer.seats for reader in room.readers)
        self._spread({"table": table, "kind": PRESENCE, "spectators": here})

    def _spread(self, notice: dict[str, Any]) -> None:
        notice["process"] = self._process
        self.notice(notice)
        self._publish(notice)

    def heard(self, notice: dict[str, Any]) -> None:
        """Take a notice from the channel; our own we have heard already."""
        if notice.get("process") != self._process:
            self.notice(notice)

    def notice(self, notice: dict[str, Any]) -> None:
        """Take note that a table has changed; whoever is connected will be told."""
        room = self._rooms.get(notice["table"])
        if room is None:
            return
        if notice["kind"] == PRESENCE and notice["process"] != self._process:
            known = notice["process"] in room.elsewhere
            room.elsewhere[notice["process"]] = notice["spectators"]
            if not known:
                self.announce_presence(room.table)  # the other one has just come, and knows nothing of us
        room.revision = max(room.revision, notice.get("revision", -1))
        if notice["kind"] != PRESENCE:
            self._due(room, notice["kind"])
        elif room.presence is None and not self._stopped:
            room.presence = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._presence_due, room)

    def _presence_due(self, room: Room) -> None:
        room.presence = None
        self._due(room, PRESENCE)

    def _due(self, room: Room, kind: str) -> None:
        room.due.add(kind)
        if kind != PRESENCE:
            room.notices += 1
        if room.task is None and not self._stopped:
            room.task = asyncio.get_running_loop().create_task(self._tell(room))
            self._tasks.add(room.task)
            room.task.add_done_callback(self._tasks.discard)

    async def _tell(self, room: Room) -> None:
        """Tell the readers of a table what is due, until nothing is."""
        try:
            while room.due:
                kinds, room.due = room.due, set()
                began = time.perf_counter()
                await self._tell_kinds(room, kinds)
                self._metrics.tell_seconds.observe(time.perf_counter() - began)
        except Exception as problem:  # the next notice, or the reconciliation, tries again
            self._metrics.failures.labels("hub").inc()
            log.failure("hub_failed", problem, table=room.table)
            room.revision = 0
        finally:
            room.task = None

    async def _tell_kinds(self, room: Room, kinds: set[str]) -> None:
        try:
            if CLOSED in kinds:
                self._close(room)
                return
            await self._check_seats(room)
            if STATE in kinds:
                await self._tell_state(room)
            elif MOVES in kinds:
                await self._tell_moves(room)
            if PRESENCE in kinds:
                await self._tell_presence(room)
        except Refusal as refused:
            if refused.status not in (404, 410):
                raise
            self._close(room)

    async def _check_seats(self, room: Room) -> None:
        """Send away whoever came before the game began and has given a seat back since."""
        for reader in [one for one in room.readers if one.viewer.waiting]:
            try:
                await self.viewer(reader)
            except Refusal as refused:
                if refused.status != 403:
                    raise
                reader.close(SEATS_CHANGED)  # who comes back is told what the secrets are worth now

    async def viewer(self, reader: Reader) -> Viewer:
        """Return what the secrets of a reader stand for now; raises Refusal."""
        if reader.viewer.waiting:
            found = await self._threads.run_soon(self._tables.viewer, reader.table, reader.tokens)
            if reader.viewer.waiting:  # nobody else has looked meanwhile
                reader.viewer = found
        return reader.viewer

    async def _tell_moves(self, room: Room) -> None:
        """Build one update for each audience, and send it; several seats on one device may change their eyes."""
        groups = _grouped(room, lambda reader: (reader.eye, reader.seen))
        while groups:
            wanted: dict[int, int] = {}
            for eye, seen in groups:
                wanted.setdefault(eye, seen)
            told = await self._threads.run_soon(self._encoded_updates, room.table, wanted)
            for eye, seen in wanted.items():
                readers = groups.pop((eye, seen))
                if eye in told:
                    await self._show_update(room, readers, eye, seen, *told[eye])

    def _encoded_updates(self, table: str, wanted: dict[int, int]) -> dict[int, tuple[Update, str]]:
        """Return what every audience has missed, also as it is sent; runs in a thread."""
        found = self._tables.updates(table, wanted)
        return {eye: (update, encoded(update)) for eye, update in found.items()}

    async def _show_update(
        self, room: Room, readers: list[Reader], eye: int, seen: int, update: Update, text: str
    ) -> None:
        self._metrics.updates.inc()
        turned = [reader for reader in readers if reader.viewer.eye(update.turn) != eye]
        for reader in readers:
            if reader.seen == seen and reader not in turned:
                self._show(reader, update, text)
        if turned:
            await self._send_states(room, turned)

    async def _tell_state(self, room: Room) -> None:
        await self._send_states(room, [reader for reader in room.readers if reader.seen >= 0])

    async def _send_states(self, room: Room, readers: list[Reader]) -> None:
        """Send the whole state, the same bytes to those who may see the same and have seen as much."""
        groups = _grouped(room, lambda reader: (reader.viewer.seats, reader.viewer.waiting, reader.seen))
        for (seats, waiting, seen), members in groups.items():
            told = [reader for reader in members if reader in readers]
            if not told:
                continue
            viewer = Viewer(seats, waiting=waiting)
            state = await self._threads.run_soon(self._tables.state, room.table, viewer, seen)
            self._metrics.updates.inc()
            text = encoded(state)
            for reader in told:
                if reader.seen == seen:
                    self._show(reader, state, text)

    async def _tell_presence(self, room: Room) -> None:
        table = await self._threads.run_soon(self._tables.table, room.table)
        text = encoded(Presence(players=table.players, spectators=room.spectators))
        for reader in room.readers:
            if reader.seen >= 0 and not reader.only_updates:
                self._put(reader, text)

    def _close(self, room: Room) -> None:
        text = encoded(Closed(said=Said(key="server.table_closed")))
        for reader in room.readers:
            reader.put(text)
            reader.close(TABLE_CLOSED)

    def _show(self, reader: Reader, shown: State | Update, text: str) -> None:
        """Send a state or an update, and remember what the reader has seen with it."""
        update = shown.now if isinstance(shown, State) else shown
        if isinstance(shown, State) and reader.only_updates:
            text = encoded(update)
        reader.seen = update.number
        reader.eye = reader.viewer.eye(update.turn)
        self._put(reader, text)

    def _put(self, reader: Reader, text: str) -> None:
        self._metrics.messages.inc()
        if not reader.put(text):
            self._metrics.slow_readers.inc()
            log("slow_reader", table=reader.table)

    # ------------------------------------------------------------ what notices may have missed

    async def reconcile(self) -> None:
        """Ask storage what has changed at the tables that somebody reads here, and tell what was missed."""
        rooms = list(self._rooms.values())
        if not rooms:
            return
        revisions = await self._threads.run(self._tables.revisions, [room.table for room in rooms])
        for room in rooms:
            if room.task is not None or room.revision < 0:
                continue
            if room.table not in revisions:
                self._due(room, CLOSED)
            elif revisions[room.table][1] > room.revision:
                room.revision = revisions[room.table][1]
                self._metrics.missed_notices.inc()
                self._due(room, STATE)


def _grouped(room: Room, key: Callable[[Reader], Hashable]) -> dict[Any, list[Reader]]:
    """Return the readers who have been told anything yet, by what makes them an audience."""
    groups: dict[Any, list[Reader]] = {}
    for reader in room.readers:
        if reader.seen >= 0 and not reader.closed.done():
            groups.setdefault(key(reader), []).append(reader)
    return groups
