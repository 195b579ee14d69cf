"""What one seat may know: the only thing that a bot, a client or a learner is given."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from azulejo.games.contract import Preview
from azulejo.kernel.chance import Stream, stream
from azulejo.play.move import LegalMoves, Move, code_of
from azulejo.play.record import Record
from azulejo.texts import DEFAULT_LANGUAGE, Message, message
from azulejo.texts.errors import BadOption, IllegalMove

if TYPE_CHECKING:
    from azulejo.play.game import Game


class View:
    """A read-only game, seen from one seat.

    ``choose(view) -> move`` is all that a bot is.
    """

    def __init__(self, game: "Game", seat: int, limits: Any = None, rng: Stream | None = None) -> None:
        """Copy what the seat may see; the view does not change when the game goes on."""
        if not 0 <= seat < game.seats:
            raise BadOption("errors.no_seat", value=seat, most=game.seats - 1)
        self.seat = seat
        self.seats = game.seats
        self.options: Mapping[str, str] = MappingProxyType(dict(game.options))
        self.rulebook = game.rulebook
        self.limits = limits
        """How long the seat may think, as :class:`azulejo.engine.limits.Limits`; None if nobody says."""
        self.rng = stream("view", game.commitment, seat, len(game.events)) if rng is None else rng
        self.turn = game.turn
        self.scores = game.scores
        self._seen = game.redacted(seat)
        self._legal = game.legal_moves if game.turn == seat else LegalMoves((), game.rulebook)
        self._record = game.record(viewer=seat)

    @property
    def state(self) -> Any:
        """A copy of the state record, without what this seat may not know."""
        return self._seen.copy()

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that this seat can choose from; none when it is not its turn."""
        return self._legal

    @property
    def record(self) -> Record:
        """The record of the game so far, as this seat may see it."""
        return self._record

    @property
    def position(self) -> str:
        """The position as text, as this seat may see it."""
        return self.rulebook.position_text(self._seen)

    def preview(self, move: str | int | Move) -> Preview:
        """Return what one of the legal moves would do."""
        code = code_of(self.rulebook, move)
        if code not in self._legal.codes:
            raise IllegalMove("errors.illegal", move=self.rulebook.move_text(code), reason=self._why_not(code))
        return self.rulebook.preview(self._seen, code)

    def _why_not(self, code: int) -> Message | None:
        if self.turn is None:
            return message("errors.game_over")
        if self.turn != self.seat:
            return message("errors.not_your_turn", turn=self.turn + 1, seat=self.seat + 1)
        return self.rulebook.why_not(self._seen, code)

    def suggest(self) -> Move | None:
        """Return a sensible default among the legal moves, or None if there are none."""
        if not self._legal:
            return None
        code = self.rulebook.suggest(self._seen)
        return Move(code, self.rulebook.move_text(code))

    def text(self, lang: str = DEFAULT_LANGUAGE) -> str:
        """Return the table drawn with characters, as this seat may see it."""
        return self.rulebook.text(self._seen, lang, self.seat)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<view of {self.rulebook.title.name} from seat {self.seat}: {self.position}>"
