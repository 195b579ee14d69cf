"""Who is connected where, and who gets which bytes.

Readers are grouped by table. An announcement says only that a table has changed: then one message is built for each
audience that is connected here (spectators, each seat), encoded once, and the same bytes go to all of that audience.
What a reader has seen is a number of events, so an announcement that comes twice does no harm, and one that is lost is
found by asking storage every few seconds.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

import msgspec

from azulejo.games.contract import SPECTATOR
from azulejo.server.http.protocols import text_frame
from azulejo.server.messages import Changes, FromServer, Presence, Sentence, TableGone, Talk, Update
from azulejo.server.monitoring import Metrics, log
from azulejo.server.refusals import Refusal
from azulejo.server.storage import rows
from azulejo.server.tables import Access, Change, Tables, TableView, access_of, housekeeping, queries
from azulejo.server.tables.talk import lines_of
from azulejo.server.tables.transaction import CLOSED, MOVES, QUIET, STATE, TALK, ChangeKind, KnownTable, Replica
from azulejo.server.tables.views import changes_of, update_of
from azulejo.server.threads import AsyncTables, Tasks

PRESENCE_SECONDS = 0.2
"""So long the news waits that somebody has come or gone: others may come and go meanwhile."""

MOST_REPLICAS = 20
"""Where more changes wait to be told, the table is read instead."""

LINES_TOLD = 10
"""So much of what was said last is told again when somebody says something more."""

PRESENCE: Final = "presence"

SLOW_READER = 4408
SEATS_CHANGED = 4409
TABLE_CLOSED = 4410
SERVER_STOPS = 1012
"""Codes with which a connection is closed; the client comes back after all but TABLE_CLOSED."""


class Notice(msgspec.Struct, tag="notice"):
    """What processes tell each other: a table, what has changed there, who says so."""

    table: str
    kind: ChangeKind | Literal["presence"]
    process: str
    revision: int = 0
    spectators: int = 0
    """How many watch there, if somebody has come or gone."""
    replica: Replica | None = None
    """What has happened, where that is short."""


class Arrival(msgspec.Struct, tag="arrival"):
    """What a process tells the others when it begins: from now on they tell it what happens."""

    process: str


_encoder = msgspec.json.Encoder()


def encoded(message: FromServer | msgspec.Struct) -> str:
    """Return a message as it is sent."""
    return _encoder.encode(message).decode()


class Audience(NamedTuple):
    """Those who are told the same."""

    access: Access
    viewer: int
    """Through whose eyes they have seen the table last; on a shared device that goes round."""
    seen: int
    only_updates: bool
    changes: bool
    """Whether they keep the board, and are told how it differs."""


class Bulletin(NamedTuple):
    """What an audience is told, as it is sent, and what they have seen with it."""

    text: str
    viewer: int
    seen: int
    frame: bytes = b""
    """The same as the frame of a live connection."""


UNKNOWN = Bulletin("", SPECTATOR, -1)
"""Instead of what somebody is told: it has yet to be found out."""


class Reader:
    """Somebody who is told about a table: a live connection or a stream of events."""

    def __init__(
        self, table: str, tokens: Sequence[str], room_for: int, only_updates: bool = False, changes: bool = False
    ) -> None:
        """Say which table, by which secrets, how many messages may wait, and whether only updates are wanted.

        With ``changes`` they keep the board, and are told how it differs.
        """
        self.table = table
        self.tokens = tokens
        self.access = Access()
        """What the secrets stand for: found out when they enter."""
        self.only_updates = only_updates
        self.changes = changes
        self.viewer = SPECTATOR
        self.seen = -1
        """How many events they have been told; -1 until the first state is on its way."""
        self.closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Set to the code with which the connection ends."""
        self.write_now: Callable[[bytes], bool] | None = None
        """Sends a frame at once, if that is possible; None: everything waits for its turn."""
        self._room_for = room_for
        self._messages: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_sending = False
        """Whether somebody has taken a message and may not have sent it yet."""

    @property
    def audience(self) -> Audience:
        """Those who have been told the same, and may be told the same."""
        return Audience(self.access, self.viewer, self.seen, self.only_updates, self.changes)

    def put(self, text: str, frame: bytes = b"") -> bool:
        """Send a message, or let it wait; return whether there was room. One who does not read is closed."""
        is_idle = not self._is_sending and self._messages.empty() and not self.closed.done()
        if is_idle and self.write_now and self.write_now(frame or text_frame(text)):
            return True
        if self._messages.qsize() >= self._room_for:
            self.close(SLOW_READER)
            return False
        self._messages.put_nowait(text)
        return True

    async def next(self, seconds: float | None = None) -> str | None:
        """Return the next message; None if there was none for so long, or at the end."""
        self._is_sending = False
        try:
            async with asyncio.timeout(seconds):
                text = await self._messages.get()
        except TimeoutError:
            return None
        self._is_sending = True
        return text

    def close(self, code: int) -> None:
        """Let the connection end when everything has been sent."""
        if not self.closed.done():
            self.closed.set_result(code)
            self._messages.put_nowait(None)


@dataclass
class Room:
    """The readers of one table in this process."""

    table: str
    revision: int = -1
    """The newest change that any notice has told of, or that storage knew when the first reader came."""
    readers: set[Reader] = field(default_factory=set)
    due: set[str] = field(default_factory=set)
    """The kinds of news that nobody has been told yet."""
    replicas: list[Replica] = field(default_factory=list)
    """What other processes have told of moves that are due."""
    notices: int = 0
    task: asyncio.Task[None] | None = None
    elsewhere: dict[str, int] = field(default_factory=dict)
    """By process: how many spectators are connected there."""
    presence: asyncio.Task[None] | None = None
    """When to tell who is there, if that is to be told."""

    @property
    def told(self) -> list[Reader]:
        """The readers who have been told anything yet."""
        return [reader for reader in list(self.readers) if reader.seen >= 0 and not reader.closed.done()]

    @property
    def can_follow(self) -> bool:
        """Whether readers can be told of a move together with those of other tables, as nothing else is to be told."""
        return self.task is None and not any(one.access.waiting or one.seen < 0 for one in self.readers)

    @property
    def spectators(self) -> int:
        """How many watch here."""
        return sum(not reader.access.seats for reader in self.readers)


class Rooms:
    """All live readers of this process."""

    def __init__(
        self,
        tables: AsyncTables,
        metrics: Metrics,
        publish: Callable[[Notice], None],
        wake_bots: Callable[[], None] = lambda: None,
    ) -> None:
        """Say how notices reach the other processes, and who lets bots move."""
        self.tables = tables
        self._metrics = metrics
        self._publish = publish
        self._wake_bots = wake_bots
        self._process = tables.tables.process
        self._rooms: dict[str, Room] = {}
        self._behind: list[Room] = []
        """Rooms whose readers are to be told of moves at other processes."""
        self._following: asyncio.Task[None] | None = None
        self._stops = False
        self.tasks = Tasks()
        metrics.gauge("azulejo_readers", "Live connections and event streams", lambda: self.readers)
        metrics.gauge("azulejo_rooms", "Tables with somebody connected", lambda: len(self._rooms))

    @property
    def readers(self) -> int:
        """How many readers there are."""
        return sum(len(room.readers) for room in self._rooms.values())

    # ------------------------------------------------------------ coming and going

    async def enter(self, reader: Reader, after: int | None) -> None:
        """Give a reader the state of the table, and from then on everything that happens; raises Refusal."""
        room = self._rooms.setdefault(reader.table, Room(reader.table))
        room.readers.add(reader)
        notices = room.notices
        try:
            reader.access, revision, bulletin = await self.tables.read(
                reader.table, reader.tokens, first_bulletin, after, reader.only_updates
            )
        except BaseException:
            self._remove(reader)
            raise
        room.revision = revision if room.revision < 0 else room.revision
        self._send(reader, bulletin)
        if notices != room.notices:
            self._due(room, STATE)  # something has happened while it was built

    async def present(self, reader: Reader) -> None:
        """Write down that the players behind a reader are there, and tell everybody."""
        await self._note_presence(reader, reader.access.seats, True)

    async def leave(self, reader: Reader) -> None:
        """Forget a reader, and tell the others."""
        room = self._remove(reader)
        others = {seat for other in room.readers for seat in other.access.seats}
        await self._note_presence(reader, set(reader.access.seats) - others, False)

    async def _note_presence(self, reader: Reader, seats: Iterable[int], here: bool) -> None:
        for seat in seats if here or not self._stops else ():
            await self.tables.run_soon(housekeeping.note_presence, reader.table, seat, here)
        self._announce_presence(reader.table)

    def _remove(self, reader: Reader) -> Room:
        room = self._rooms.get(reader.table, Room(reader.table))
        room.readers.discard(reader)
        if not room.readers:
            self._rooms.pop(reader.table, None)
        return room

    async def access(self, reader: Reader) -> Access:
        """Return what the secrets of a reader stand for now; raises Refusal."""
        if reader.access.waiting:
            reader.access = await self.tables.run_soon(Tables.read, reader.table, access_of, reader.tokens)
        return reader.access

    def close_all(self, code: int = SERVER_STOPS) -> None:
        """Let all connections end; that their players are gone is written down for all of them together by `end`."""
        self._stops = True
        for reader in [reader for room in self._rooms.values() for reader in room.readers]:
            reader.close(code)

    async def end(self) -> None:
        """Write down that everybody has gone who was connected here."""
        try:
            await self.tables.run(housekeeping.note_departures)
        except Exception as problem:  # they count as gone as soon as this process counts as dead
            self._metrics.failed("rooms", problem)
        await self.tasks.stop()

    # ------------------------------------------------------------ announcements

    def announce(self, change: Change) -> None:
        """Tell everybody that a table has changed: readers here, the other processes, the bots of this one."""
        self._metrics.changes.labels(change.kind).inc()
        notice = Notice(change.table, change.kind, self._process, change.revision, replica=change.replica)
        if change.kind != MOVES or not self._deliver(change):
            self._take(notice)
        self._publish(notice)
        if change.bot:
            self._wake_bots()

    def news(self, view: KnownTable) -> dict["Audience", "Bulletin | None"]:
        """Return what the readers of a table are told of moves, in the thread that has just written them."""
        room = self._rooms.get(view.row.id)
        return {} if room is None else updates(view, {reader.audience for reader in room.told})

    def _deliver(self, change: Change) -> bool:
        """Send everybody the news of moves; return False if somebody has to be told otherwise."""
        room = self._rooms.get(change.table)
        if room is None:
            return True
        readers = room.told
        if room.task is not None or len(readers) != len(room.readers):
            return False
        news = [change.news.get(reader.audience, UNKNOWN) for reader in readers]
        if UNKNOWN in news or any(reader.access.waiting for reader in readers):
            return False
        room.revision = max(room.revision, change.revision)
        room.notices += 1
        self._metrics.updates.inc(len({id(bulletin) for bulletin in news}))
        for reader, bulletin in zip(readers, news, strict=True):
            if bulletin is not None:
                self._send(reader, bulletin)
        return True

    def _announce_presence(self, table: str) -> None:
        """Tell everybody that somebody has come or gone."""
        room = self._rooms.get(table)
        spectators = 0 if room is None else room.spectators
        notice = Notice(table, PRESENCE, self._process, spectators=spectators)
        self._take(notice)
        self._publish(notice)

    def hear(self, notice: Notice) -> None:
        """Take a notice of another process; our own we have taken already."""
        if notice.process != self._process:
            self.tables.tables.others = True
            self._take(notice)

    def meet(self, arrival: Arrival) -> None:
        """Take note that another process has begun."""
        if arrival.process != self._process:
            self.tables.tables.others = True

    def _take(self, notice: Notice) -> None:
        """Let the readers of a table be told, if there are any here."""
        room, process = self._rooms.get(notice.table), notice.process
        if room is None:
            return
        if notice.kind != PRESENCE:
            room.revision = max(room.revision, notice.revision)
            if notice.replica is not None and process != self._process:
                room.replicas = [*room.replicas[-MOST_REPLICAS:], notice.replica]
            if notice.kind == MOVES and notice.replica is not None and room.can_follow:
                self._follow_soon(room)
            elif notice.kind != QUIET:
                self._due(room, notice.kind)
            return
        is_new = process not in (self._process, *room.elsewhere)
        if process != self._process:
            room.elsewhere[process] = notice.spectators
        if is_new:
            self._announce_presence(room.table)  # the other one has just come, and knows nothing of us
        if room.presence is None:
            room.presence = self.tasks.start(self._tell_presence_soon(room))

    async def _tell_presence_soon(self, room: Room) -> None:
        await asyncio.sleep(PRESENCE_SECONDS)
        room.presence = None
        self._due(room, PRESENCE)

    def _due(self, room: Room, kind: str) -> None:
        room.due.add(kind)
        room.notices += kind != PRESENCE
        if room.task is None:
            room.task = self.tasks.start(self._tell(room))

    async def reconcile(self) -> None:
        """Ask storage what has changed at the tables that somebody reads here, and tell what was missed."""
        rooms = [room for room in self._rooms.values() if room.revision >= 0]
        revisions = await self.tables.run(queries.revisions, [room.table for room in rooms])
        alive = await self.tables.run(housekeeping.alive)
        self.tables.tables.others = bool(alive - {self._process})
        for room in rooms:
            if gone := room.elsewhere.keys() - alive:  # nobody watches at a process that died
                room.elsewhere = {process: room.elsewhere[process] for process in room.elsewhere.keys() - gone}
                self._due(room, PRESENCE)
            if room.task is None and room.table not in revisions:
                self._due(room, CLOSED)
            elif room.task is None and revisions[room.table] > room.revision:
                room.revision = revisions[room.table]
                self._metrics.missed_notices.inc()
                self._due(room, STATE)

    # ------------------------------------------------------------ telling

    async def _tell(self, room: Room) -> None:
        """Tell the readers of a table what is due, until nothing is."""
        try:
            while room.due:
                kinds, room.due = room.due, set()
                if CLOSED in kinds:
                    raise rows.no_table(room.table)
                with self._metrics.tell_seconds.time():
                    await self._check_seats(room)
                    if STATE in kinds or MOVES in kinds:
                        await self._tell_news(room, STATE in kinds)
                    if TALK in kinds:
                        await self._tell_talk(room)
                    if PRESENCE in kinds:
                        await self._tell_presence(room)
        except Refusal:  # the table is gone
            text = encoded(TableGone(said=Sentence(key="server.table_closed")))
            for reader in room.readers:
                reader.put(text)
                reader.close(TABLE_CLOSED)
        except Exception as problem:  # the next notice, or the reconciliation, tries again
            self._metrics.failed("rooms", problem, table=room.table)
            room.revision = 0
        finally:
            room.task = None

    async def _check_seats(self, room: Room) -> None:
        """Send away whoever came before the game began and has given a seat back since."""
        for reader in [one for one in room.readers if one.access.waiting]:
            try:
                await self.access(reader)
            except Refusal as refused:
                if refused.status != 403:
                    raise
                reader.close(SEATS_CHANGED)  # who comes back is told what the secrets are worth now

    async def _tell_news(self, room: Room, whole: bool) -> None:
        """Send every audience what it has missed: the whole state if more than moves has changed."""
        audiences = {reader: reader.audience for reader in room.told}
        told = set(audiences.values())
        room.replicas = []  # what is read is newer
        news = dict(await self.tables.run_soon(Tables.read, room.table, bulletins, told, whole))
        self._send_news(audiences, news)

    def _send_news(self, audiences: Mapping[Reader, Audience], news: Mapping[Audience, Bulletin | None]) -> None:
        """Send readers what has happened since they were asked for, unless they have been told something meanwhile."""
        self._metrics.updates.inc(len({id(bulletin) for bulletin in news.values()}))
        for reader, audience in audiences.items():
            bulletin = news.get(audience)
            if bulletin is not None and reader.seen == audience.seen:
                self._send(reader, bulletin)

    def _follow_soon(self, room: Room) -> None:
        """Let readers be told of moves that another process has told of, together with those of other tables."""
        if not self._behind:
            self._following = self.tasks.start(self._follow())
        self._behind.append(room)
        room.notices += 1
        room.task = self._following

    async def _follow(self) -> None:
        """Tell the readers of some tables of moves; where what was told is not enough, the table is read."""
        rooms, self._behind = self._behind, []
        audiences = {room.table: {reader: reader.audience for reader in room.told} for room in rooms}
        told = {room.table: room.replicas for room in rooms}
        for room in rooms:
            room.replicas = []
        news: Mapping[str, Mapping[Audience, Bulletin | None]] = {}
        try:
            with self._metrics.tell_seconds.time():
                news = await self.tables.run_soon(
                    Tables.follow, told, lambda view: updates(view, set(audiences[view.row.id].values()))
                )
        except Exception as problem:  # the tables are read instead
            self._metrics.failed("rooms", problem)
        finally:
            for room in rooms:
                room.task = None
        for room in rooms:
            mine, found = audiences[room.table], news.get(room.table, {})
            self._send_news(mine, found)
            if not found.keys() >= set(mine.values()):  # somebody sees through other eyes now, or something is missing
                self._due(room, MOVES)
            elif room.due:
                room.task = self.tasks.start(self._tell(room))

    async def _tell_talk(self, room: Room) -> None:
        """Tell those who sit at the table what was said last."""
        text = encoded(Talk(lines=await self.tables.run_soon(Tables.read, room.table, lines_of, LINES_TOLD)))
        for reader in room.told:
            if reader.access.seats and not reader.only_updates:
                self._send(reader, Bulletin(text, reader.viewer, reader.seen))

    async def _tell_presence(self, room: Room) -> None:
        info = await self.tables.run_soon(Tables.read, room.table, queries.info)
        spectators = room.spectators + sum(room.elsewhere.values())
        text = encoded(Presence(players=info.players, spectators=spectators))
        for reader in room.told:
            if not reader.only_updates:
                self._send(reader, Bulletin(text, reader.viewer, reader.seen))

    def _send(self, reader: Reader, bulletin: Bulletin) -> None:
        """Send a message, and remember what the reader has seen with it."""
        reader.viewer, reader.seen = bulletin.viewer, bulletin.seen
        self._metrics.messages.inc()
        if not reader.put(bulletin.text, bulletin.frame):
            self._metrics.slow_readers.inc()
            log("slow_reader", table=reader.table)


# ---------------------------------------------------------------- what is told: over a table, in a thread


def first_bulletin(
    view: TableView, access: Access, after: int | None, only_updates: bool
) -> tuple[Access, int, Bulletin]:
    """Return what somebody is told who comes in, with what they may do and how new that is."""
    state, viewer = queries.state(view, access, after), access.viewer(view.game.turn)
    text = encoded(state.now if only_updates else state)
    return access, view.row.revision, Bulletin(text, viewer, state.now.number)


def bulletins(view: TableView, audiences: Iterable[Audience], whole: bool) -> dict[Audience, Bulletin]:
    """Return what audiences have missed, each encoded once; those who have missed nothing are left out.

    With ``whole``, or when they see through other eyes now, they get the whole state.
    """
    told = {} if whole else {one: made for one, made in updates(view, audiences).items() if made is not None}
    states: dict[Any, Bulletin] = {}
    for audience in audiences:
        viewer = audience.access.viewer(view.game.turn)
        is_known = audience.only_updates and view.game.number(viewer) <= audience.seen
        if viewer != audience.viewer or (whole and not is_known):
            key = (viewer, audience.seen, audience.access.seats, audience.only_updates)
            if key not in states:
                state = queries.state(view, audience.access, audience.seen)
                message: FromServer = state.now if audience.only_updates else state
                states[key] = Bulletin(encoded(message), viewer, state.now.number)
            told[audience] = states[key]
    return told


def updates(view: KnownTable, audiences: Iterable[Audience]) -> dict[Audience, Bulletin | None]:
    """Return what audiences have missed, each encoded once; None: nothing.

    Those are left out who see through other eyes now, as on a shared device that goes round.
    """
    made: dict[Any, Bulletin] = {}
    said: list[tuple[Update | Changes, Bulletin]] = []
    news: dict[Audience, Bulletin | None] = {}
    for audience in audiences:
        viewer, seen = audience.access.viewer(view.game.turn), audience.seen
        number, key = view.game.number(viewer), (viewer, seen, audience.changes)
        if viewer != audience.viewer:
            continue
        if number > seen and key not in made:
            missed = (changes_of if audience.changes else update_of)(view, viewer, seen)
            made[key] = _put_like_another(missed, viewer, said)
        news[audience] = made[key] if number > seen else None
    return news


def _put_like_another(missed: Update | Changes, viewer: int, said: list[tuple[Update | Changes, Bulletin]]) -> Bulletin:
    """Return news as they are sent, written only once if others were told just the same; they are added to these."""
    twin = next((bulletin for other, bulletin in said if other == missed), None)
    if twin is None:
        text = encoded(missed)
        twin = Bulletin(text, viewer, missed.number, text_frame(text))
    said.append((missed, twin))
    return twin._replace(viewer=viewer)
