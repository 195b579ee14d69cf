"""What everything done to a table has in common: one transaction, one game brought up to date, one notice."""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, select

from azulejo.games.contract import SPECTATOR, redact
from azulejo.play import Game, Record
from azulejo.server import clocks
from azulejo.server.opened import Opened, Shelf, Slot, blank_game
from azulejo.server.refusals import Refusal
from azulejo.server.secrets import new_id
from azulejo.server.settings import Settings
from azulejo.server.storage import Database, rows, schema
from azulejo.server.storage.rows import OVER, PLAYING, SeatRow, StoredEvent, TableRow, as_json
from azulejo.server.tables.types import Change, Viewer
from azulejo.server.views import Shown, running_clock
from azulejo.texts import message
from azulejo.texts.errors import AzulejoError

GAMES_IN_MEMORY = 400
"""So many games each process keeps in memory; others are read again when they are needed."""
DAY = 86_400.0
MOST_EVENTS = 5_000
"""A table with more is refused, and nothing is taken back any more soon before: no game has a tenth of that."""
BEATS_MISSED = 2
"""A process that has not been heard of for so many heartbeats is dead."""


class Core:
    """Storage, settings, the clock on the wall, and the games in memory."""

    def __init__(self, database: Database, settings: Settings, now: Callable[[], float] = time.time) -> None:
        """Take a database that has been upgraded."""
        self.database = database
        self.settings = settings
        self.now = now
        self.process = new_id()
        self._has_beaten = False
        self.shelf = Shelf(GAMES_IN_MEMORY)

    @contextmanager
    def _reading(self, table: str, fresh: bool = False) -> Iterator[tuple[Connection, Shown]]:
        """Read a table, with its game up to date; ``fresh`` if what the caretaker notes there matters, too."""
        with self.shelf.hold(table) as slot, self.database.transaction() as connection:
            if slot.row is None or fresh or slot.row.revision != rows.read_revision(connection, table):
                slot.row = None  # the row first: seats that are newer than it are read again the next time
                row = rows.read_table(connection, table)
                slot.row, slot.seats = row, rows.read_seats(connection, table)
            opened = self._opened(connection, slot, slot.row, slot.seats)
            yield connection, Shown(slot.row, slot.seats, opened, self._may_reveal(connection, slot.row, opened))

    @contextmanager
    def _writing(self, table: str) -> Iterator["Work"]:
        """Change a table: what the work holds at the end is written, or nothing is."""
        with self.shelf.hold(table) as slot:
            try:
                with self.database.transaction(write=True) as connection:
                    row = rows.read_table(connection, table, lock=True)
                    seats = rows.read_seats(connection, table)
                    work = Work(self, connection, row, seats, self._opened(connection, slot, row, seats))
                    yield work
                    work.write()
            except AzulejoError:  # found before anything had been changed
                raise
            except BaseException:
                slot.clear()
                raise
            slot.opened, slot.row, slot.seats = work.opened, work.row, work.seats
        if work.refusal is not None:
            raise work.refusal

    def _opened(self, connection: Connection, slot: Slot, row: TableRow, seats: Sequence[SeatRow]) -> Opened:
        """Return the game of a table, with the events that were not known yet."""
        opened = slot.opened
        names = tuple(seat.name for seat in seats)
        if opened is None or opened.length > row.length or opened.game.players != names:
            opened = Opened(blank_game(row, names))
        if opened.length < row.length:
            slot.opened = None  # until it is whole
            for stored in rows.read_events(connection, row.id, opened.length, row.length):
                opened.follow(stored)
        slot.opened = opened
        return opened

    def _may_reveal(self, connection: Connection, row: TableRow, opened: Opened) -> bool:
        return opened.game.is_over and (row.practice or not rows.is_deal_running(connection, row))

    def _connected(self, connection: Connection, tables: Sequence[str]) -> dict[str, set[int]]:
        """Return the seats of tables that somebody is connected for."""
        found: dict[str, set[int]] = {table: set() for table in tables}
        present, processes = schema.presence.c, schema.processes.c
        query = (
            select(present.table_id, present.seat)
            .join(schema.processes, processes.id == present.process)
            .where(present.table_id.in_(tables), processes.beat >= self._alive_since())
        )
        for table, seat in connection.execute(query):
            found[table].add(seat)
        return found

    def _alive_since(self) -> float:
        """Return when a process must have been heard of to be alive."""
        return self.now() - self.settings.heartbeat_seconds * BEATS_MISSED


class Work:
    """A table that is being changed."""

    def __init__(self, core: Core, connection: Connection, row: TableRow, seats: list[SeatRow], opened: Opened) -> None:
        self.core = core
        self.connection = connection
        self.row = row
        self.seats = seats
        self.opened = opened
        self.now = core.now()
        self.refusal: Refusal | None = None
        """What is said once everything is written."""
        self.is_quiet = False
        """Whether what is done does not count as something that has happened."""
        self._status = row.status
        self._known = [seat.copy() for seat in seats]
        self._length = row.length
        self._written = False

    @property
    def game(self) -> Game:
        """The game as it is stored; it is changed by :meth:`play` alone."""
        return self.opened.game

    def change(self) -> Change:
        """Return the notice of this work."""
        known = [(seat.kind, seat.name, seat.left, seat.away, seat.advice) for seat in self._known]
        seats = [(seat.kind, seat.name, seat.left, seat.away, seat.advice) for seat in self.seats]
        is_more = known != seats or self._status != self.row.status or self.row.length == self._length
        is_bots = not self._written or self.row.bot_due is not None
        return Change(self.row.id, self.row.length, "state" if is_more else "moves", self.row.revision, bot=is_bots)

    # ------------------------------------------------------------ the game

    def begin(self) -> None:
        """Start the game: nobody is missing any more."""
        row = self.row
        self.opened = Opened(blank_game(row, [seat.name for seat in self.seats]))
        trial = self.game.copy()
        trial.deal()
        row.status = PLAYING
        for seat in self.seats:
            seat.last_seen = max(seat.last_seen, self.now)
        if row.settings.clock is not None:
            row.clock = clocks.started(row.settings.clock, row.seats, self.now)
        self._follow(trial)

    def play(self, trial: Game) -> None:
        """Take over what happened on a copy of the game: moves of a turn, something taken back, a seat that left."""
        row, setting, seat = self.row, self.row.settings.clock, self.game.turn
        finished_before = self.opened.finished
        if row.clock is not None:
            row.clock = row.clock.read(running_clock(row, self.seats), self.now)
        new = trial.events[self.opened.length :]
        if row.clock is not None and setting is not None and seat is not None:
            if any("move" in event for event in new) and self._is_turn_over(trial, seat):
                row.clock = clocks.turn_finished(setting, row.clock, seat)
            if any("undo" in event for event in new) and trial.turn != seat:
                row.clock = clocks.turns_taken_back(setting, row.clock)
        self._follow(trial)
        assert self.opened.finished >= finished_before

    def _is_turn_over(self, trial: Game, seat: int) -> bool:
        new = trial.events[self.opened.length :]
        return trial.turn != seat or any("draw" in event and "to" not in event for event in new)

    def _follow(self, trial: Game) -> None:
        left = None if self.row.clock is None else tuple(round(one, 3) for one in self.row.clock.left)
        new = [
            StoredEvent(event, self.now, left if "move" in event or "end" in event else None)
            for event in trial.events[self.opened.length :]
        ]
        rows.insert_events(self.connection, self.row.id, self.row.length, new)
        opened = self.opened.fork()
        for one in new:
            opened.follow(one)
        self.opened = opened
        self.row.length = opened.length
        for seat in self.seats:
            seat.left = opened.game.out.get(seat.seat)  # type: ignore[assignment]
        if opened.game.is_over:
            self.row.status = OVER
            self.row.ended = self.now

    def time_is_up(self) -> bool:
        """Return whether the seat to move has run out of time; then it has left the game."""
        row, turn = self.row, self.game.turn
        if row.clock is None or turn is None or not row.clock.has_run_out(running_clock(row, self.seats), self.now):
            return False
        trial = self.game.copy()
        trial.leave("time", turn)
        self.play(trial)
        return True

    # ------------------------------------------------------------ writing

    def write(self) -> None:
        """Write what has changed; called once, at the end."""
        row = self.row
        row.turn = self.game.turn if row.status == PLAYING else None
        if not self.is_quiet:
            row.changed = self.now
            row.revision += 1
        row.deadline = None if row.clock is None else row.clock.deadline(running_clock(row, self.seats))
        row.expires = expires(self.core.settings, row)
        self._set_bot_due()
        if row.length != self._length:
            self._set_fingerprints()
        rows.update_table(self.connection, row)
        for seat, known in zip(self.seats, self._known, strict=True):
            if seat != known:
                rows.update_seat(self.connection, seat)
        self._written = True

    def _set_bot_due(self) -> None:
        """Say whether a bot is to move; what anybody works on counts no more once something has happened."""
        row = self.row
        due = row.turn is not None and self.seats[row.turn].is_played_by_bot
        if row.length != self._length or due != (row.bot_due is not None):
            row.bot_due = self.now if due else None
            row.lease, row.lease_process, row.lease_until, row.failures = None, None, 0.0, 0

    def _set_fingerprints(self) -> None:
        """Remember what the position looks like, so that no advice on it is given where people play without."""
        row = self.row
        row.fingerprint = row.shown_fingerprint = None
        if row.status == PLAYING and sum(seat.kind != "bot" for seat in self.seats) > 1:
            row.fingerprint = row.shown_fingerprint = fingerprint(self.game.state)
            if not self.opened.sees_all(SPECTATOR):
                row.shown_fingerprint = fingerprint(self.opened.state(SPECTATOR))


def fingerprint(state: Any) -> str:
    """Return a short sign of a position, as a spectator sees it."""
    seen = state.copy()
    redact(seen, SPECTATOR)
    return hashlib.sha256(bytes(seen.tobytes())).hexdigest()[:32]


def expires(settings: Settings, row: TableRow) -> float | None:
    """Return when a table is removed if nothing happens to it any more, or None for never."""
    days = {
        "open": settings.expire_open_days,
        "playing": settings.expire_playing_days,
        "over": settings.expire_over_days,
        "archived": settings.expire_over_days,
    }[row.status]
    if not days:
        return None
    last = row.changed if row.deadline is None else max(row.changed, row.deadline)
    return last + days * DAY


def need_status(row: TableRow, *wanted: str) -> None:
    """Refuse what can only be done at a table that is open, playing or over."""
    if row.status in wanted:
        return
    if row.status == "open":
        raise Refusal(409, message("server.table.waits"), number=row.length)
    if row.status == "archived":
        raise Refusal(409, message("server.table.archived"), number=row.length)
    if row.status == "over":
        raise Refusal(409, message("errors.game_over"), number=row.length)
    raise Refusal(409, message("server.table.runs"), number=row.length)


def chosen_seat(work: Work, viewer: Viewer, seat: int | None) -> int:
    """Return the seat that a player speaks for; raises Refusal."""
    if not viewer.seats:
        raise Refusal(403, message("server.seat.none"))
    if seat is None:
        if len(viewer.seats) > 1:
            raise Refusal(400, message("server.seat.which", values=list(viewer.seats)))
        seat = viewer.seats[0]
    if seat not in viewer.seats:
        raise Refusal(403, message("server.seat.other", seat=seat, values=list(viewer.seats)))
    if viewer.waiting and not rows.is_held(work.connection, work.row.id, seat, viewer.kept):
        raise Refusal(403, message("server.token.wrong"))
    return seat


def checked_record(given: Any) -> Record:
    """Return a record that somebody sends, checked for its shape, its length and its options alone; raises an error."""
    try:
        record = Record.from_dict(given)
        as_json(record.to_dict())
    except RecursionError:  # lists inside lists without end
        raise Refusal(400, message("errors.not_json_value")) from None
    if len(record.events) > MOST_EVENTS:
        raise Refusal(413, message("server.table.long", count=MOST_EVENTS))
    return record
