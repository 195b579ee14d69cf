"""What everything done to a table has in common: one transaction, one game brought up to date, one announcement.

Whatever can be done to a table is a function whose first argument is a :class:`TableView` (to look) or a
:class:`Transaction` (to change); ``Tables.read`` and ``Tables.write`` call it::

    tables.write(table, play_moves, access, request)
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeVar

import msgspec
from sqlalchemy import Connection

from azulejo.play.record import Event
from azulejo.server import clocks
from azulejo.server.messages import Receipt
from azulejo.server.monitoring import log
from azulejo.server.refusals import Refusal, StorageFailed, refuse_if
from azulejo.server.secrets import new_id
from azulejo.server.settings import ServerSettings
from azulejo.server.storage import OVER, PLAYING, Database, SeatRow, StoredEvent, TableRow, rows
from azulejo.server.tables import fairness
from azulejo.server.tables.game_cache import CachedGame, CachedTable, GameCache
from azulejo.texts.errors import AzulejoError

Result = TypeVar("Result")

DAY = 86_400.0
_EPOCH = time.time() - time.monotonic()
FAILURE_SECONDS = 60.0
"""So long a table is left alone that could not be looked after."""
BEATS_MISSED = 2
"""A process that has not been heard of for so many heartbeats is dead."""


MOVES: Final = "moves"
STATE: Final = "state"
"""More than moves has changed: players, status, settings."""
CLOSED: Final = "closed"
"""The table is gone."""
QUIET: Final = "quiet"
"""Nothing that anybody is told."""
TALK: Final = "talk"
"""Somebody has said something."""
ChangeKind = Literal["moves", "state", "closed", "quiet", "talk"]


class Replica(msgspec.Struct, array_like=True):
    """What has happened at a table, for a process that has it in memory as it was before."""

    row: dict[str, Any]
    events: list[tuple[Event, float, tuple[float, ...] | None]]


@dataclass(frozen=True)
class Change:
    """That something has changed at a table: to be told to everybody."""

    table: str
    kind: ChangeKind
    revision: int = 0
    """How often anything has changed at the table; whoever knows a smaller number has missed something."""
    bot: bool = False
    """Whether a bot is to move now."""
    news: Mapping[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What those who read the table here are told of it, as far as that is known already."""
    replica: Replica | None = field(default=None, compare=False, repr=False)
    """What other processes need to know; none: they read it."""


@dataclass
class KnownTable:
    """A table with its game, as it is in memory."""

    tables: "Tables"
    row: TableRow
    seats: list[SeatRow]
    game: CachedGame
    """The game as it is stored: not to be played on."""

    @property
    def running_clock(self) -> int | None:
        """Whose clock runs: that of the seat to move, unless it has left the game."""
        turn = self.row.turn if self.row.status == PLAYING else None
        return None if turn is None or self.seats[turn].left else turn


@dataclass
class TableView(KnownTable):
    """A table with its game, read in one transaction."""

    connection: Connection

    def check_number(self, viewer: int, number: int) -> None:
        """Refuse a number of events that a viewer has not seen."""
        seen = self.game.number(viewer)
        refuse_if(number > seen, 404, "errors.no_such_event", events=seen, value=number, count=seen)


@dataclass
class Transaction(TableView):
    """A table that is being changed: what it holds at the end is written, or nothing is."""

    def __post_init__(self) -> None:
        self.now = self.tables.now()
        self.refusal: Refusal | None = None
        """What is said once everything is written."""
        self.is_quiet = False
        """Whether what is done does not count as something that has happened."""
        self.is_talk = False
        """Whether somebody has only said something."""
        self.is_void = False
        """Whether there is nothing to be done after all."""
        self._status, self._length, self._revision = self.row.status, self.row.length, self.row.revision
        self._known = [copy(seat) for seat in self.seats]
        self._events: list[StoredEvent] = []
        """What is to be written down as having happened."""

    # ------------------------------------------------------------ the game

    def begin(self) -> None:
        """Start the game: nobody is missing any more."""
        row, begun = self.row, CachedGame.of_table(self.row, [seat.name for seat in self.seats])
        begun.deal()
        row.status = PLAYING
        for seat in self.seats:
            seat.last_seen = max(seat.last_seen, self.now)
        self.record(begun)
        if row.settings.clock is not None:
            row.clock = clocks.started(row.settings.clock, row.seats, self.now)

    def record(self, played: CachedGame) -> None:
        """Store what happened on a copy of the game, such as the moves of a turn, and take that very copy over."""
        row = self.row
        self._read_clock(played)
        left = None if row.clock is None else tuple(round(one, 3) for one in row.clock.left)
        self._events += played.stamp(self.now, left)
        if played.finished != self.game.finished:
            for seat in self.seats:
                seat.takeback = None  # who asked to take back was too late, or has what was asked for
        self.game = played
        row.length = played.length
        for seat in self.seats:
            seat.left = played.game.out.get(seat.seat)
        if played.game.is_over:
            row.status, row.ended = OVER, self.now

    def _read_clock(self, played: CachedGame) -> None:
        """See how much time was used until now, and what the seat to move gets for a finished turn."""
        row, setting, seat = self.row, self.row.settings.clock, self.game.turn
        if row.clock is not None and setting is not None:
            row.clock = row.clock.read(self.running_clock, self.now)
            new = played.game.events[self.game.length :]
            passes = played.turn != seat
            is_over = passes or any("draw" in event and "to" not in event for event in new)
            if seat is not None and is_over and any("move" in event for event in new):
                row.clock = clocks.turn_finished(setting, row.clock, seat)
            if seat is not None and passes and any("undo" in event for event in new):
                row.clock = clocks.turns_taken_back(setting, row.clock)

    def time_is_up(self) -> bool:
        """Return whether the seat to move has run out of time; then it has left the game."""
        clock, turn = self.row.clock, self.game.turn
        if clock is None or turn is None or not clock.has_run_out(self.running_clock, self.now):
            return False
        played = self.game.copy()
        played.leave("time", turn)
        self.record(played)
        return True

    # ------------------------------------------------------------ writing

    def settle(self) -> Change:
        """Complete what is to be written, and return the announcement of it; called once, at the end."""
        row = self.row
        row.turn = self.game.turn if row.status == PLAYING else None
        row.revision += 1
        is_quiet = self.is_quiet or self.is_talk
        if not is_quiet:
            row.changed = self.now
        row.deadline = None if row.clock is None else row.clock.deadline(self.running_clock)
        row.expires = expires(self.tables.settings, row)
        self._set_bot_due()
        if row.length != self._length:
            fairness.note_position(self)
        due = row.bot_due is not None and not is_quiet
        return Change(row.id, self._kind, row.revision, bot=due, replica=self._replica())

    def _replica(self) -> Replica | None:
        """Return what other processes need to know; none if nobody else is there, or seats have changed, too."""
        if not self.tables.others or self.seats != self._known:
            return None
        return Replica(self.row.shared(), [(one.event, one.at, one.clocks) for one in self._events])

    @property
    def _kind(self) -> ChangeKind:
        """What kind of change it is."""
        if self.is_quiet or self.is_talk:
            return TALK if self.is_talk else QUIET
        is_more = (self._status, _players(self._known)) != (self.row.status, _players(self.seats))
        return STATE if is_more or self._length == self.row.length else MOVES

    def _set_bot_due(self) -> None:
        """Say whether a bot is to move; what anybody works on counts no more once something has happened."""
        row = self.row
        due = row.turn is not None and self.seats[row.turn].is_played_by_bot
        if row.length != self._length or due != (row.bot_due is not None):
            row.bot_due = self.now if due else None
            row.lease, row.lease_process, row.lease_until, row.failures = None, None, 0.0, 0

    def done(self, seat: int) -> Receipt:
        """Return the answer to whoever has changed something for a seat: how many events that one sees."""
        return Receipt(table=self.row.id, number=self.game.number(seat))


def write_down(connection: Connection, transactions: Sequence[Transaction]) -> list[Change]:
    """Write what was done to tables, and return the announcements; raises Outdated where one has changed meanwhile."""
    changes = [one.settle() for one in transactions]
    events = [(one.row.id, one._length, one._events) for one in transactions]
    rows.write_changes(connection, [(one.row, one._revision) for one in transactions], events)
    for one in transactions:
        if one.row.status == OVER != one._status and one.tables.settings.report_workers:
            rows.insert_report(connection, one.row, one.seats, one.now)
        for seat, known in zip(one.seats, one._known, strict=True):
            if seat != known:
                rows.update_seat(connection, seat, known)
    return changes


def steady_time() -> float:
    """Return the time on the wall when this process began and what has gone by since, however that clock was set."""
    return _EPOCH + time.monotonic()


@dataclass
class WriteCall:
    """A function that is to change a table, and what has come of it."""

    table: str
    function: Callable[..., Any]
    given: tuple[Any, ...] = ()
    result: Any = None
    problem: Exception | None = None
    change: Change | None = None
    """What is to be announced."""


class Tables:
    """All tables of one database, for one process: storage, settings, the clock on the wall, the games in memory."""

    def __init__(
        self,
        database: Database,
        settings: ServerSettings,
        now: Callable[[], float] = steady_time,
        announce: Callable[[Change], object] = lambda _: None,
    ) -> None:
        """Take a database that has been upgraded, and say who is told of every change once it is stored."""
        self.database = database
        self.settings = settings
        self.now = now
        self.announce = announce
        self.news: Callable[[KnownTable], Mapping[Any, Any]] = lambda _: {}
        """Makes what those are told of moves who read the table in this process, while the game is at hand."""
        self.process = new_id()
        self.others = False
        """Whether other processes may be at work with the same database."""
        self.beaten = time.monotonic()
        """When this process last wrote down that it is alive."""
        self.cache = GameCache(settings.games_megabytes * 1_000_000)
        self._failed: dict[str, float] = {}
        """By table: when it could not be looked after."""

    def read(self, table: str, function: Callable[..., Result], *given: Any) -> Result:
        """Call a function that looks at a table; raises Refusal if there is none."""
        with self.cache.hold(table) as place, self.database.transaction() as connection:
            if place.row is None or place.row.revision != rows.read_revision(connection, table):
                place.row = None  # the row first: seats that are newer than it are read again the next time
                row = rows.read_table(connection, table)
                place.row, place.seats = row, rows.read_seats(connection, table)
            game = self._game(connection, place, place.row, place.seats)
            return function(TableView(self, place.row, place.seats, game, connection), *given)

    def follow(
        self, told: Mapping[str, Sequence[Replica]], function: Callable[[KnownTable], Result]
    ) -> dict[str, Result]:
        """Bring tables in memory up to date by what another process tells, and call a function that looks at each.

        Those are left out where something between is missing: they must be read.
        """
        found = {}
        for table, replicas in told.items():
            with self.cache.hold(table) as place:
                if self._follow(place, replicas) and place.row is not None and place.game is not None:
                    found[table] = function(KnownTable(self, place.row, place.seats, place.game))
        return found

    def _follow(self, place: CachedTable, replicas: Sequence[Replica]) -> bool:
        """Bring a table in memory up to date; return whether that was possible."""
        for one in replicas:
            row, game = place.row, place.game
            if row is None or game is None or row.length != game.length:
                return False
            if one.row["revision"] <= row.revision:
                continue
            if one.row["revision"] != row.revision + 1:
                return False
            place.row = place.game = None  # until it is whole
            try:
                for event, at, left in one.events:
                    game.replay(StoredEvent(event, at, left))
            except AzulejoError:
                return False
            known = KnownTable(self, row.after(one.row), place.seats, game)
            fairness.note_position(known)
            place.adopt(game, known.row, place.seats)
        return True

    def write(self, table: str, function: Callable[..., Result], *given: Any) -> Result:
        """Call a function that changes a table; when it returns, that is stored and announced."""
        with self.writing(table) as transaction:
            return function(transaction, *given)

    @contextmanager
    def writing(self, table: str) -> Iterator[Transaction]:
        """Open a table to be changed, and store, adopt and announce what was done to it."""
        with self.cache.hold(table) as place:
            with self.database.transaction(write=True) as connection:
                transaction = self._read_to_write(connection, place, table)
                yield transaction
                if transaction.is_void:
                    return
                change = write_down(connection, [transaction])[0]
            place.adopt(transaction.game, transaction.row, transaction.seats)
            change = self._with_news(transaction, change)
        self.announce(change)
        if transaction.refusal is not None:
            raise transaction.refusal

    def write_together(self, calls: Sequence[WriteCall], as_known: bool = True) -> None:
        """Change different tables in one transaction, which costs little more than one change; announces nothing.

        The functions write nothing by themselves: what their transaction holds at the end is written. Tables are
        changed from how they are in memory, if that is known; where one has changed meanwhile, or anything else goes
        wrong, each is read anew and done by itself.
        """
        done: list[tuple[WriteCall, CachedTable, Transaction]] = []
        with ExitStack() as held:
            ordered = sorted(calls, key=lambda call: call.table)  # all who hold several take them in the same order
            places = [held.enter_context(self.cache.hold(call.table)) for call in ordered]
            try:
                with self.database.transaction(write=True) as connection:
                    for call, place in zip(ordered, places, strict=True):
                        transaction = self._to_write(connection, place, call.table, as_known)
                        try:
                            call.result, call.problem = call.function(transaction, *call.given), None
                        except AzulejoError as problem:
                            call.problem = problem
                            continue
                        if not transaction.is_void:
                            done.append((call, place, transaction))
                    changes = write_down(connection, [transaction for _, _, transaction in done]) if done else []
            except Exception as problem:
                if as_known and not isinstance(problem, StorageFailed):
                    for call in ordered:
                        self.write_together([call], as_known=False)
                    return
                for call in ordered:
                    call.problem = problem
                return
            for (call, place, transaction), change in zip(done, changes, strict=True):
                place.adopt(transaction.game, transaction.row, transaction.seats)
                call.change, call.problem = self._with_news(transaction, change), transaction.refusal

    def _to_write(self, connection: Connection, place: CachedTable, table: str, as_known: bool) -> Transaction:
        """Return a table to be changed: as it is in memory, or as it is stored, locked."""
        known = place.row if as_known and place.game is not None else None
        if known is None or place.game is None or known.bot_due is not None:  # who thinks about it is not known
            return self._read_to_write(connection, place, table)
        return Transaction(self, copy(known), [copy(seat) for seat in place.seats], place.game, connection)

    def _read_to_write(self, connection: Connection, place: CachedTable, table: str) -> Transaction:
        """Return a table as it is stored, locked, to be changed."""
        row = rows.read_table(connection, table, lock=True)
        seats = rows.read_seats(connection, table)
        return Transaction(self, row, seats, self._game(connection, place, row, seats), connection)

    def _with_news(self, transaction: Transaction, change: Change) -> Change:
        """Add to a change what is told of it here; the table is held meanwhile."""
        return replace(change, news=self.news(transaction)) if change.kind == MOVES else change

    def forget(self, table: str) -> None:
        """Let go of a table that was removed, and tell everybody."""
        self.cache.drop(table)
        self.announce(Change(table, CLOSED))

    def _game(self, connection: Connection, place: CachedTable, row: TableRow, seats: Sequence[SeatRow]) -> CachedGame:
        """Return the game of a table, with the events that were not known yet."""
        game, names = place.game, tuple(seat.name for seat in seats)
        if game is None or game.length > row.length or game.game.players != names:
            game = CachedGame.of_table(row, names)
        if game.length < row.length:
            place.game = None  # until it is whole
            for stored in rows.read_events(connection, row.id, game.length, row.length):
                game.replay(stored)
        place.game = game
        return game

    @property
    def is_behind(self) -> bool:
        """Whether this process was frozen, or could not write, for so long that it counts as dead."""
        return time.monotonic() - self.beaten > self.settings.heartbeat_seconds * BEATS_MISSED

    @contextmanager
    def care(self, table: str) -> Iterator[None]:
        """Look after a table that may be gone; one that fails is written down, and left alone for a while."""
        try:
            yield
        except Exception as problem:
            if isinstance(problem, StorageFailed):  # it would be the same with all others
                raise
            if not isinstance(problem, Refusal):
                log.failure("table_failed", problem, table=table)
                self._failed[table] = self.now()

    @property
    def failing(self) -> list[str]:
        """The tables that could not be looked after a short while ago."""
        return [table for table, at in self._failed.items() if at > self.now() - FAILURE_SECONDS]

    @property
    def alive_since(self) -> float:
        """When a process must have been heard of to be alive."""
        return self.now() - self.settings.heartbeat_seconds * BEATS_MISSED


_STATUS_TEXTS = {
    "open": "server.table.waits",
    "playing": "server.table.runs",
    "over": "errors.game_over",
    "archived": "server.table.archived",
}
"""What is said of a table at which something cannot be done now."""


def need_status(row: TableRow, *wanted: str) -> None:
    """Refuse what can only be done at a table that is open, playing or over."""
    events = None if row.status == PLAYING else row.length  # how far others have got in their turn is no news
    refuse_if(row.status not in wanted, 409, _STATUS_TEXTS[row.status], events=events)


def _players(seats: Sequence[SeatRow]) -> list[Any]:
    """Return what is told of the players."""
    return [(one.kind, one.name, one.left, one.away, one.advice, one.takeback) for one in seats]


def expires(settings: ServerSettings, row: TableRow) -> float | None:
    """Return when a table is removed if nothing happens to it any more, or None for never."""
    days = {
        "open": settings.expire_open_days,
        "playing": settings.expire_playing_days,
        "over": settings.expire_over_days,
        "archived": settings.expire_over_days,
    }[row.status]
    last = row.changed if row.deadline is None else max(row.changed, row.deadline)
    return last + days * DAY if days else None
