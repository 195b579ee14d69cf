"""What one seat may know: the only thing that a bot, a client or a learner is given."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from azulejo.games.contract import CHANCE, Preview, Rulebook, legal_moves, outcome, to_move
from azulejo.kernel.chance import Stream, stream
from azulejo.play.move import LegalMoves, Move, move_code
from azulejo.play.record import Record
from azulejo.texts import DEFAULT_LANGUAGE, Message, message
from azulejo.texts.errors import IllegalMove


class View:
    """A read-only game, seen from one seat.

    ``choose(view) -> move`` is all that a bot is. A game makes views of itself (:meth:`Game.view`); programs that have
    no game make them from a state.

    >>> import azulejo
    >>> game = azulejo.new_game("azul", seed=7)
    >>> view = game.view(game.turn)
    >>> view.seat, len(view.legal_moves), view.preview("1b4").points
    (1, 96, 0)
    >>> len(game.view(0).legal_moves)  # it is not this seat's turn
    0
    """

    def __init__(
        self,
        book: Rulebook,
        state: Any,
        seat: int,
        *,
        limits: Any = None,
        rng: Stream | None = None,
        options: Mapping[str, str] | None = None,
        record: Record | None = None,
        is_over: bool = False,
    ) -> None:
        """Look at a state from which everything that the seat may not know has been removed.

        Args:
            book: the rules.
            state: the state; it is not copied, and must not change.
            seat: who looks.
            limits: how long the seat may think, as :class:`azulejo.engine.limits.Limits`; None if nobody says.
            rng: for a bot that plays by chance; by default it follows from the position.
            options: those that the game was begun with, where they are known.
            record: the game so far as the seat may see it; by default it begins with this position.
            is_over: whether the game has ended although the rules would go on, because too many left it.
        """
        self.seats = book.seats_of(state)
        self.rulebook = book
        self.seat = seat
        self.limits = limits
        self.options: Mapping[str, str] = MappingProxyType(dict(options or {}))
        due = to_move(state)
        self.turn: int | None = None if is_over or due < 0 else due
        """The seat to move; None if that is nobody."""
        self._waits_for_draw = due == CHANCE and not is_over
        self._state = state
        self._record = record
        self._rng = rng
        self._legal: LegalMoves | None = None

    @property
    def state(self) -> Any:
        """A copy of the state record, without what this seat may not know."""
        return self._state.copy()

    @property
    def rng(self) -> Stream:
        """The seat's own random stream."""
        if self._rng is None:
            self._rng = stream("view", self.position, self.seat, 0)
        return self._rng

    @rng.setter
    def rng(self, rng: Stream) -> None:
        self._rng = rng

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat now."""
        scores = np.zeros(self.seats, np.int64)
        outcome(self._state, (1 << self.seats) - 1, scores)
        return tuple(scores.tolist())

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that this seat can choose from; none when it is not its turn."""
        if self._legal is None:
            codes = np.zeros(self.rulebook.moves_room, np.int16)
            number = legal_moves(self._state, codes) if self.turn == self.seat else 0
            self._legal = LegalMoves(codes[:number].tolist(), self.rulebook)
        return self._legal

    @property
    def record(self) -> Record:
        """The record of the game so far, as this seat may see it."""
        if self._record is None:
            self._record = Record(
                game=self.rulebook.title.name, seats=self.seats, events=(), position=self.position, practice=True
            )
        return self._record

    @property
    def position(self) -> str:
        """The position as text, as this seat may see it."""
        return self.rulebook.position_text(self._state)

    def preview(self, move: str | int | Move) -> Preview:
        """Return what one of the legal moves would do."""
        code = move_code(self.rulebook, move)
        if code not in self.legal_moves.codes:
            raise IllegalMove("errors.illegal", move=self.rulebook.move_text(code), reason=self._why_not(code))
        return self.rulebook.preview(self._state, code)

    def _why_not(self, code: int) -> Message | None:
        if self.turn is None:
            return message("errors.draw_due" if self._waits_for_draw else "errors.game_over")
        if self.turn != self.seat:
            return message("errors.not_your_turn", turn=self.turn + 1, seat=self.seat + 1)
        return self.rulebook.why_not(self._state, code)

    def suggest(self) -> Move | None:
        """Return a sensible default among the legal moves, or None if there are none."""
        if not self.legal_moves:
            return None
        code = self.rulebook.suggest(self._state)
        return Move(code, self.rulebook.move_text(code))

    def text(self, lang: str = DEFAULT_LANGUAGE) -> str:
        """Return the table drawn with characters, as this seat may see it."""
        return self.rulebook.text(self._state, lang, self.seat)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<view of {self.rulebook.title.name} from seat {self.seat}: {self.position}>"
