"""A table's game in memory: a cache of its stored events, and what each viewer may see of them.

Others see finished turns: their view ends where the turn last passed to another seat, pieces were drawn for all, or the
game ended. Whoever moves sees their own unfinished turn. So what a viewer sees is always a beginning of the record.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np

from azulejo.games.contract import CHANCE, SPECTATOR, outcome, redact, setup
from azulejo.play import Game, Record
from azulejo.play.record import Event
from azulejo.server.lines import Lines, lines_of
from azulejo.server.messages import EventLine
from azulejo.server.storage.rows import SeatRow, StoredEvent, TableRow

Value = TypeVar("Value")

MOST_PENDING = 64
"""So many events may wait for their sentences; beyond, they are found again by replaying the game."""


def blank_game(row: TableRow, players: Sequence[str] = ()) -> Game:
    """Return a table's game before anything has happened; :meth:`Game.deal` begins it."""
    remarks = row.remarks or {}
    record = Record(
        game=row.game,
        seats=row.seats,
        events=(),
        options=row.options,
        commitment=row.commitment,
        players=tuple(players),
        practice=row.practice,
        given=remarks.get("given", 0),
        position=row.position,
    )
    game = Game.from_record(record, seed=row.seed)
    game.undo_rule = row.settings.undo
    return game


class Opened:
    """A game with what a view of it needs; it only grows."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.book = game.rulebook
        self.stored: list[StoredEvent] = []
        self.finished = 0
        """How many events everybody sees."""
        self._finished_line = 0
        self._line_length = 0
        self._mover: int | None = None
        self._blank = game.copy()
        self._beginning = self._shown = self._laid()
        self._lines: list[Lines] = []
        self._pending: list[Any] = []
        """The states before the events that have no sentences yet, while it is worth keeping them."""
        self._remembered: dict[Any, Any] = {}
        """Whatever a view wants to compute only once for this position."""

    def _laid(self) -> Any:
        """Return the state before the game begins: the given position, or the table as it is laid."""
        state = self.game.at(0)
        if not self.game.has_begun:
            options = np.array(self.game.title.encode(self.game.options), np.int64)
            setup(state, self.game.seats, options, 0)
        return state

    @property
    def length(self) -> int:
        """How many events there are."""
        return len(self.stored)

    # ------------------------------------------------------------ going on

    def fork(self) -> "Opened":
        """Return the same game, to be changed on trial."""
        twin = object.__new__(Opened)
        twin.__dict__.update(self.__dict__)
        twin.game = self.game.copy()
        twin.stored = self.stored.copy()
        twin._lines = self._lines.copy()
        twin._pending = self._pending.copy()
        twin._remembered = {}
        return twin

    def follow(self, stored: StoredEvent) -> None:
        """Go on by one event, checking it."""
        event = stored.event
        if len(self._lines) + len(self._pending) == self.length:
            self._pending.append(self.game.state if self.game.has_begun else self._shown)
            if len(self._pending) > MOST_PENDING:
                self._pending.clear()
        self.game.replay(event)
        self.stored.append(stored)
        self._remembered.clear()
        self._line_length = len(self.game.line) if "undo" in event else self._line_length + ("end" not in event)
        if "move" in event:
            self._mover = event["seat"]
        if self._is_finished_by(event):
            self.finished = self.length
            self._finished_line = self._line_length
            self._shown = self.game.state

    def _is_finished_by(self, event: Event) -> bool:
        """Return whether everybody may see what has happened up to here."""
        due = self.game.due
        if self.game.is_over or "start" in event or ("draw" in event and "to" not in event):
            return True
        if "undo" in event:
            return self._line_length < self._finished_line
        if "end" in event:
            return event["seat"] == self.game.turn or self.finished == self.length - 1
        return due not in (CHANCE, self._mover)

    # ------------------------------------------------------------ what a viewer sees

    def sees_all(self, eye: int) -> bool:
        """Return whether a viewer (a seat, or SPECTATOR) sees every event there is."""
        return self.finished == self.length or eye == self.game.turn

    def number(self, eye: int) -> int:
        """Return how many events a viewer sees."""
        return self.length if self.sees_all(eye) else self.finished

    def state(self, eye: int) -> Any:
        """Return the position as a viewer may see it."""
        if not self.game.has_begun:
            return self._redacted(self._shown, eye)
        return self.game.redacted(eye) if self.sees_all(eye) else self._redacted(self._shown, eye)

    def state_at(self, number: int, eye: int) -> Any:
        """Return the position after some events, as a viewer may see it."""
        return self._redacted(self.game.at(number) if number else self._beginning, eye)

    def _redacted(self, state: Any, eye: int) -> Any:
        seen = state.copy()
        if not self.game.is_over:
            redact(seen, eye)
        return seen

    def remember(self, key: Any, make: Callable[[], Value]) -> Value:
        """Return what was computed for this position before, or compute it once."""
        if key not in self._remembered:
            self._remembered[key] = make()
        value: Value = self._remembered[key]
        return value

    def scores(self, state: Any) -> list[int]:
        """Return the points of every seat in a state."""
        scores = np.zeros(self.game.seats, np.int64)
        outcome(state, (1 << self.game.seats) - 1, scores)
        return [int(one) for one in scores]

    def lines(self, begin: int, end: int, eye: int) -> list[EventLine]:
        """Return the events from one number up to another with their sentences, as a viewer may see them."""
        if end > len(self._lines):
            self._write_lines()
        over = self.game.is_over
        return [one.for_all if over else one.seen_by(eye) for one in self._lines[begin:end]]

    def _write_lines(self) -> None:
        first = len(self._lines)
        befores = self._pending
        if first + len(befores) != self.length:
            befores = list(self._states_before())[first:]
        for number, before in enumerate(befores, first):
            self._lines.append(lines_of(self.book, self.game.seats, before, number, self.stored[number]))
        self._pending = []

    def _states_before(self) -> Iterator[Any]:
        """Yield the state before each event."""
        game = self._blank.copy()
        for one in self.stored:
            yield game.state if game.has_begun else self._beginning
            game.replay(one.event)

    # ------------------------------------------------------------ taking back

    def undoable(self, eye: int) -> int:
        """Return how many moves a viewer can take back at once now.

        By the rule ``turn``: the moves of their own unfinished turn, back to the last draw. By the rule ``free``: all
        that were made since their own last decision, and that one: what they see of it.
        """
        rule, game = self.game.undo_rule, self.game
        if eye == SPECTATOR or rule == "off" or game.is_over or eye in game.out:
            return 0
        line = game.line
        if rule == "free":
            moves = [event["seat"] for event in line if "move" in event]
            back = next((back for back, seat in enumerate(reversed(moves), 1) if seat == eye), 0)
            return max(0, back - self.hidden_moves(eye))
        if game.turn != eye:
            return 0
        own = 0
        for event in reversed(line[self._finished_line :]):
            if event.get("seat") != eye or "move" not in event:
                break
            own += 1
        return own

    def hidden_moves(self, eye: int) -> int:
        """Return how many moves that count a viewer does not see yet."""
        if self.sees_all(eye):
            return 0
        return sum("move" in event for event in self.game.line[self._finished_line :])


class Slot:
    """The place of one table on the shelf: its lock, and the table with its game if they are in memory."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.opened: Opened | None = None
        self.row: TableRow | None = None
        self.seats: list[SeatRow] = []

    def clear(self) -> None:
        """Forget everything: it is read again when it is needed."""
        self.opened = self.row = None


class Shelf:
    """The games in memory, those last used. A slot's lock is held while anything is done with its game."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._slots: OrderedDict[str, Slot] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def hold(self, table: str) -> Iterator[Slot]:
        """Take the place of a table for oneself."""
        with self._lock:
            slot = self._slots.get(table)
            if slot is None:
                slot = self._slots[table] = Slot()
            self._slots.move_to_end(table)
            while len(self._slots) > self._room:
                self._slots.popitem(last=False)
        with slot.lock:
            yield slot

    def drop(self, table: str) -> None:
        """Forget the game of a table."""
        with self._lock:
            self._slots.pop(table, None)

    def __len__(self) -> int:
        return len(self._slots)
