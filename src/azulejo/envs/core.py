"""One game, stepped: what the adapters for single games share.

A :class:`Position` is a state record with the arrays to ask the rulebook about it; chance is decided from outside. A
:class:`SingleGame` decides it by itself, from a dealer's streams, and goes on to the next decision.

>>> game = SingleGame(Setting.checked("azul", 2, {}, "random"))
>>> game.reset(7)
>>> game.turn, int(game.mask(1).sum()), game.observation(1).shape
(1, 96, (736,))
>>> game.step(33)
>>> game.turn, game.rewards().tolist()
(0, [0.0, 0.0])
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt

from azulejo.batches.rewards import write_rewards
from azulejo.batches.setting import Setting
from azulejo.games.contract import (
    CHANCE,
    OVER,
    Codes,
    Floats,
    Rulebook,
    apply,
    deal,
    deal_given,
    legal_moves,
    observe,
    outcome,
    redact,
    setup,
    to_move,
)
from azulejo.kernel.chance import Stream
from azulejo.play import Game, View
from azulejo.play.dealer import Dealer
from azulejo.play.move import move_code
from azulejo.play.start import RANDOM
from azulejo.texts import message
from azulejo.texts.errors import BadOption, IllegalMove

LOWEST, HIGHEST = -10.0, 100.0
"""No number of an observation is outside; nearly all of them are between 0 and 1."""

Mask = npt.NDArray[np.int8]


def checked_seat(seat: object, seats: int, *words: str) -> str:
    """Return the number of a seat, or one of the words that may stand for it, as text."""
    if str(seat) not in (*words, *map(str, range(seats))):
        raise BadOption("envs.seat" if words else "errors.no_seat", value=seat, most=seats - 1)
    return str(seat)


class Position:
    """A state record, and what the rulebook says about it."""

    def __init__(self, setting: Setting) -> None:
        """Hold an empty table; :meth:`begin` lays it out."""
        self.setting = setting
        self.state: Any = setting.book.state.new()
        self.due = CHANCE
        """What comes next: the seat to move, CHANCE or OVER."""
        self._moves: Codes = np.zeros(setting.book.moves_room, np.int16)
        self._number = 0

    def __getstate__(self) -> dict[str, Any]:
        """Return what to pickle: of the state its memory (a pickled record would be read-only)."""
        return {**self.__dict__, "state": self.state.tobytes()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.state = np.frombuffer(state["state"], self.book.state.dtype).copy()[0]

    def __deepcopy__(self, memo: Any) -> Self:
        """Return a position of its own; the setting is shared, it never changes."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.state, other._moves = self.state.copy(), self._moves.copy()
        return other

    @property
    def book(self) -> Rulebook:
        """The rulebook."""
        return self.setting.book

    @property
    def turn(self) -> int | None:
        """The seat to move, or None."""
        return self.due if self.due >= 0 else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.due == OVER

    @property
    def codes(self) -> Codes:
        """The legal moves, ascending; valid until the position changes."""
        return self._moves[: self._number]

    def begin(self, start: int) -> None:
        """Lay out the table; this seat starts."""
        self.state = self.book.state.new()
        setup(self.state, self.setting.seats, self.setting.encoded, start)
        self._changed()

    def apply(self, code: int) -> None:
        """Play a legal move."""
        apply(self.state, code)
        self._changed()

    def deal_given(self, pieces: Sequence[int]) -> None:
        """Make the draw that is due with these pieces."""
        deal_given(self.state, np.array(pieces, np.int16), len(pieces))
        self._changed()

    def _changed(self) -> None:
        self.due = to_move(self.state)
        self._number = legal_moves(self.state, self._moves) if self.due >= 0 else 0

    def why_not(self, move: object) -> IllegalMove | None:
        """Return the error for a move that cannot be played now, None if it can; raises InvalidMove if it is none."""
        code = move_code(self.book, move)
        if self.due >= 0 and code in self.codes:
            return None
        reason = self.book.why_not(self.state, code) if self.due >= 0 else message("errors.game_over")
        return IllegalMove("errors.illegal", move=self.book.move_text(code), reason=reason)

    def mask(self, seat: int) -> Mask:
        """Return 1 for every move code that the seat can play now, else 0."""
        found = np.zeros(self.book.move_codes, np.int8)
        if seat == self.due:
            found[self.codes] = 1
        return found

    def observation(self, seat: int) -> Floats:
        """Return the position as numbers, as the seat may see it."""
        found = np.zeros(self.book.observation, np.float32)
        observe(self.state, seat, found)
        return found

    def redacted(self, seat: int) -> Any:
        """Return a copy of the state without what the seat (or SPECTATOR) may not know."""
        seen = self.state.copy()
        if not self.is_over:
            redact(seen, seat)
        return seen

    def result(self) -> tuple[int, list[int]]:
        """Return who wins, or leads (a bit each), and the points of every seat."""
        scores = np.zeros(self.setting.seats, np.int64)
        winners = outcome(self.state, (1 << self.setting.seats) - 1, scores)
        return int(winners), scores.tolist()

    def rewards(self) -> npt.NDArray[np.float64]:
        """Return what the end is worth to every seat; 0 for all before it."""
        found = np.zeros(self.setting.seats, np.float64)  # so that they add up to 0 exactly enough
        if self.is_over:
            write_rewards(self.result()[0], self.setting.seats, found)
        return found


class Chance(Protocol):
    """What decides all chance of a game; a :class:`~azulejo.play.dealer.Dealer` does."""

    def start(self, seats: int) -> int:
        """Return the seat that starts."""

    def stream(self, number: int) -> Stream:
        """Return the random stream for the draw of this number, counted from 0."""


class SingleGame(Position):
    """A game that deals by itself: from one decision to the next."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.dealer: Chance = Dealer(0)
        self._draws = 0
        self._drawn = np.zeros(self.book.max_drawn, np.int16)
        self._played: list[int] = []
        self._game: Game | None = None
        self._followed = 0

    def __getstate__(self) -> dict[str, Any]:
        """Return what to pickle; :attr:`game` is made again when it is asked for."""
        return {**super().__getstate__(), "_game": None, "_followed": 0}

    def __deepcopy__(self, memo: Any) -> Self:
        """Return a game that goes its own way from here."""
        other = super().__deepcopy__(memo)
        other.dealer = deepcopy(self.dealer, memo)
        other._drawn, other._played = self._drawn.copy(), self._played.copy()
        other._game, other._followed = None, 0
        return other

    def reset(self, seed: bytes | str | int | None = None, dealer: Chance | None = None) -> None:
        """Begin a new game; its seed, or its dealer, decides all chance."""
        self.dealer = Dealer(seed) if dealer is None else dealer
        self._draws = self._followed = 0
        self._played = []
        self._game = None
        first = self.setting.first
        self.begin(self.dealer.start(self.setting.seats) if first == RANDOM else int(first))
        self._deal()

    def step(self, move: object) -> None:
        """Play a move (a code, a text or a Move) and make the draws that are due.

        Raises InvalidMove for what is no move and IllegalMove, with the reason, for what cannot be played now.
        """
        if problem := self.why_not(move):
            raise problem
        code = move_code(self.book, move)
        self._played.append(code)
        self.apply(code)
        self._deal()

    def _deal(self) -> None:
        while self.due == CHANCE:
            deal(self.state, self.dealer.stream(self._draws), self._drawn)
            self._draws += 1
            self._changed()

    @property
    def game(self) -> Game:
        """The same game with its events: for its record, and for the views that bots are given."""
        if self._game is None:
            if not isinstance(self.dealer, Dealer):
                raise TypeError("only a game that was dealt from a seed has a record")
            setting = self.setting
            self._game = Game(self.book, setting.seats, {**setting.options, "first": setting.first}, self.dealer)
            self._game.deal()
        for code in self._played[self._followed :]:
            self._game.push(code)
        self._followed = len(self._played)
        return self._game

    def view(self, seat: int, limits: Any = None) -> View:
        """Return what a bot in this seat is given."""
        return self.game.view(seat, limits)
