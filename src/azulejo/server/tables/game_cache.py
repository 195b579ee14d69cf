"""A table's game in memory: a cache of its stored events, and what each viewer may see of them.

Others see finished turns: their view ends where the turn last passed to another seat, pieces were drawn for all, or the
game ended. Whoever moves sees their own unfinished turn. So what a viewer sees is always a beginning of the record.
"""

import copy
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any, TypeVar, cast

import msgspec
import numpy as np

from azulejo.games.contract import (
    CHANCE,
    OVER,
    SPECTATOR,
    Board,
    Rulebook,
    hide_nothing,
    outcome,
    redact,
    setup,
)
from azulejo.kernel.dispatch import implementation
from azulejo.play import Game, Record
from azulejo.play.record import Event
from azulejo.server.storage import SeatRow, StoredEvent, TableRow
from azulejo.server.tables.event_log import EventStories, EventStory, stories_of

Value = TypeVar("Value")

MOST_PENDING = 64
"""So many events may wait for their stories, together with the states before them."""
BYTES, BYTES_EACH = 80_000, 4_000
"""What a game takes in memory, about, and each of its events."""


class Sight:
    """A position as some viewers see it; what is told of it is made once for all of them."""

    def __init__(self, book: Rulebook, state: Any) -> None:
        self.book = book
        self.state = state

    @cached_property
    def board(self) -> Board:
        """The board, as nobody's: each viewer is told besides through whose eyes it is seen."""
        board: Board = self.book.board(self.state, None)
        return board

    @cached_property
    def plain_board(self) -> Any:
        """The board as JSON has it, to be compared."""
        return msgspec.to_builtins(self.board)

    @cached_property
    def position(self) -> str:
        """The position as text."""
        return self.book.position_text(self.state)

    @cached_property
    def scores(self) -> list[int]:
        """The points of every seat."""
        seats = self.book.seats_of(self.state)
        scores = np.zeros(seats, np.int64)
        outcome(self.state, (1 << seats) - 1, scores)
        return scores.tolist()


class CachedGame:
    """A game with what a view of it needs; it only grows.

    Nobody plays on the one in the cache: a copy is played on, and takes its place once its events are stored.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.book = game.rulebook
        self._has_secrets = implementation("redact", game.rulebook.state) is not hide_nothing
        self.stored: list[StoredEvent] = []
        """The events with their times; those of a copy that is played on come with :meth:`stamp`."""
        self.finished = 0
        """How many events everybody sees."""
        self._finished_line = 0
        self._line_length = 0
        self._mover: int | None = None
        self._beginning = self._finished_state = game.at(0)
        """The state before the game begins: the given position, or the table as it is laid."""
        if not game.has_begun:
            setup(self._beginning, game.seats, np.array(game.title.encode(game.options), np.int64), 0)
        self._stories: list[EventStories] = []
        self._pending: list[Any] = []
        """The states before the events whose stories have not been found yet."""
        self.boards: dict[int, tuple[int, Any]] = {}
        """By viewer: the plain board that they were last told of, and how many events they had seen then."""
        self._memory: dict[Any, Any] = {}
        """Whatever a view wants to compute only once for this position."""

    @classmethod
    def of_table(cls, row: TableRow, players: Sequence[str] = ()) -> "CachedGame":
        """Return a table's game before anything has happened; :meth:`deal` begins it."""
        record = Record(
            game=row.game,
            seats=row.seats,
            events=(),
            options=row.options,
            commitment=row.commitment,
            players=tuple(players),
            practice=row.practice,
            known_deal=row.known_deal,
            given=(row.remarks or {}).get("given", 0),
            position=row.position,
        )
        game = Game.from_record(record, seed=row.seed)
        game.undo_rule = row.settings.undo
        return cls(game)

    @property
    def length(self) -> int:
        """How many events there are."""
        return len(self.game.events)

    @property
    def turn(self) -> int | None:
        """The seat to move, or None if the game has not begun or is over."""
        return self.game.turn

    def copy(self) -> "CachedGame":
        """Return the same game, to be played on."""
        twin = copy.copy(self)
        twin.game = self.game.copy()
        twin.stored, twin._stories, twin._pending = self.stored.copy(), self._stories.copy(), self._pending.copy()
        twin.boards, twin._memory = self.boards.copy(), {}
        return twin

    # ------------------------------------------------------------ going on

    def deal(self) -> None:
        """Begin the game."""
        self._go_on(self.game.deal)

    def push(self, move: str, seat: int) -> None:
        """Play a move, and make the draws that are due."""
        self._go_on(self.game.push, move, seat)

    def undo(self, count: int, seat: int) -> None:
        """Take back moves."""
        self._go_on(self.game.undo, count, seat)

    def undo_agreed(self, count: int, seat: int) -> None:
        """Take back moves of others, too, who have agreed to it."""
        self._go_on(self.game.undo, count, seat, True)

    def leave(self, reason: str, seat: int) -> None:
        """Let a seat leave the game."""
        self._go_on(self.game.leave, reason, seat)

    def replay(self, stored: StoredEvent) -> None:
        """Follow an event that was stored, checking it."""
        self._go_on(self.game.replay, stored.event)
        self._keep([stored])

    def stamp(self, at: float, clocks: tuple[float, ...] | None) -> list[StoredEvent]:
        """Say when the events since the last ones stored have happened, with what was left then, and return them."""
        new = [
            StoredEvent(event, at, clocks if "move" in event or "end" in event else None)
            for event in self.game.events[len(self.stored) :]
        ]
        self._keep(new)
        return new

    def _keep(self, stored: list[StoredEvent]) -> None:
        """Take events with their times, and do what there is to do for them before it is too much at once."""
        self.stored += stored
        if len(self._pending) > MOST_PENDING:
            self._find_stories()

    def _find_stories(self) -> None:
        """Find what there is to say of the events that have come since the last time."""
        self._stories += [
            stories_of(self.game, before, number, self.stored[number])
            for number, before in enumerate(self._pending, len(self._stories))
        ]
        self._pending = []

    def _go_on(self, action: Callable[..., Any], *given: Any) -> None:
        """Let something happen, and see how much of it everybody may know."""
        game, first, finished = self.game, self.length, self.finished
        before = game.state if game.has_begun else self._finished_state
        action(*given)
        last = self.length - 1
        for number in range(first, self.length):
            self._pending.append(before if number == first else game.at(number))
            event = game.events[number]
            self._line_length = len(game.line) if "undo" in event else self._line_length + ("end" not in event)
            self._mover = event["seat"] if "move" in event else self._mover
            if self._is_finished_by(event, number, game.due if number == last else CHANCE):
                self.finished, self._finished_line = number + 1, self._line_length
        if self.finished != finished:
            self._finished_state = game.state if self.finished == self.length else game.at(self.finished)
        self._memory.clear()

    def _is_finished_by(self, event: Event, number: int, due: int) -> bool:
        """Return whether everybody may see what has happened up to an event, after which something is due."""
        if due == OVER or "start" in event or ("draw" in event and "to" not in event):
            return True
        if "undo" in event:
            return self._line_length < self._finished_line
        if "end" in event:
            return event["seat"] == due or self.finished == number
        return due not in (CHANCE, self._mover)

    # ------------------------------------------------------------ what a viewer sees

    def sees_all(self, viewer: int) -> bool:
        """Return whether a viewer (a seat, or SPECTATOR) sees every event there is."""
        return self.finished == self.length or viewer == self.turn

    def number(self, viewer: int) -> int:
        """Return how many events a viewer sees."""
        return self.length if self.sees_all(viewer) else self.finished

    def sight(self, viewer: int) -> Sight:
        """Return the position as a viewer may see it; those who see the same have the same."""
        newest = self.game.has_begun and self.sees_all(viewer)
        key = ("state", newest, viewer if self._has_secrets else None)
        state = self.once(key, lambda: self._state(viewer, newest))
        return self.once(state.tobytes(), lambda: Sight(self.book, state))

    def _state(self, viewer: int, newest: bool) -> Any:
        return self.game.redacted(viewer) if newest else self._redacted(self._finished_state, viewer)

    def sight_at(self, number: int, viewer: int) -> Sight:
        """Return the position after some events, as a viewer may see it."""
        return Sight(self.book, self._redacted(self.game.at(number) if number else self._beginning, viewer))

    def _redacted(self, state: Any, viewer: int) -> Any:
        seen = state.copy()
        if not self.game.is_over:
            redact(seen, viewer)
        return seen

    def once(self, key: Any, make: Callable[[], Value]) -> Value:
        """Return what was computed for this position before, or compute it once."""
        if key not in self._memory:
            self._memory[key] = make()
        return cast("Value", self._memory[key])

    def stories(self, begin: int, end: int, viewer: int) -> list[EventStory]:
        """Return the events from one number up to another with what is said of them, as a viewer may see them."""
        self._find_stories()
        over = self.game.is_over
        return [one[None] if over else one.get(viewer, one[None]) for one in self._stories[begin:end]]

    # ------------------------------------------------------------ taking back

    def undoable(self, viewer: int) -> int:
        """Return how many moves a viewer can take back at once now.

        By the rule ``turn``: the moves of their own unfinished turn, back to the last draw. By the rule ``free``: all
        that were made since their own last decision, and that one: what they see of it.
        """
        game = self.game
        if viewer == SPECTATOR or game.undo_rule == "off" or game.is_over or viewer in game.out:
            return 0
        if game.undo_rule == "free":
            moves = [event["seat"] for event in game.line if "move" in event]
            back = next((back for back, seat in enumerate(reversed(moves), 1) if seat == viewer), 0)
            return max(0, back - self.hidden_moves(viewer))
        unfinished = reversed(game.line_after(self._finished_line)) if game.turn == viewer else ()
        return len(list(takewhile(lambda event: "move" in event and event["seat"] == viewer, unfinished)))

    def last_turn(self, seat: int) -> int:
        """Return how many moves must be taken back to undo the last turn of a seat, with what others have moved since.

        Of a turn in which something was drawn only what came after that; 0 where something was drawn since.
        """
        count, is_own = 0, False
        for event in reversed(self.game.line):
            if "move" not in event or (is_own and event["seat"] != seat):
                break
            is_own = is_own or event["seat"] == seat
            count += 1
        return count if is_own else 0

    def hidden_moves(self, viewer: int) -> int:
        """Return how many moves that count a viewer does not see yet."""
        hidden = [] if self.sees_all(viewer) else self.game.line_after(self._finished_line)
        return sum("move" in event for event in hidden)


@dataclass
class CachedTable:
    """The place of one table in the cache: its lock, and the table with its game if they are in memory."""

    lock: Any = field(default_factory=threading.RLock)
    game: CachedGame | None = None
    row: TableRow | None = None
    seats: list[SeatRow] = field(default_factory=list)
    size: int = 0
    """The bytes that it counts for, about."""

    def adopt(self, game: CachedGame, row: TableRow, seats: list[SeatRow]) -> None:
        """Keep a table as it was just stored."""
        self.game, self.row, self.seats = game, row, seats


class GameCache:
    """The games in memory, those last used. A table's lock is held while anything is done with its game."""

    def __init__(self, room: int) -> None:
        """Say how many bytes there are for games."""
        self._room, self._size = room, 0
        self._tables: OrderedDict[str, CachedTable] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def hold(self, table: str) -> Iterator[CachedTable]:
        """Take the place of a table for oneself."""
        with self._lock:
            place = self._tables.setdefault(table, CachedTable())
            self._tables.move_to_end(table)
        with place.lock:
            try:
                yield place
            finally:
                self._count(table, place)

    def _count(self, table: str, place: CachedTable) -> None:
        """Count what a table takes now, and let go of those used longest ago; one that is not there takes nothing."""
        with self._lock:
            if self._tables.get(table) is place:
                size = 0 if place.game is None else BYTES + BYTES_EACH * place.game.length
                self._size += size - place.size
                place.size = size
                if not size:
                    del self._tables[table]
            while self._size > self._room and len(self._tables) > 1:
                self._size -= self._tables.popitem(last=False)[1].size

    def has(self, table: str) -> bool:
        """Return whether the game of a table is in memory."""
        return getattr(self._tables.get(table), "game", None) is not None

    def drop(self, table: str) -> None:
        """Forget the game of a table."""
        with self._lock:
            self._size -= self._tables.pop(table, CachedTable()).size
