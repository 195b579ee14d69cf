"""How a game ended."""

from dataclasses import dataclass
from typing import Literal

from azulejo.play.record import EndReason
from azulejo.texts import DEFAULT_LANGUAGE, message


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    >>> end = Outcome(winners=(1,), scores=(48, 53), reason="rules")
    >>> end.text()
    'player 2 wins (48 : 53)'
    >>> end.text("ru")
    '...'
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: Literal["rules", EndReason]
    """``rules``, or why the last seat left."""

    def text(self, lang: str = DEFAULT_LANGUAGE) -> str:
        """Say who won, in a sentence."""
        winners = [message("play.player", seat=seat + 1) for seat in self.winners]
        key = "play.outcome.won" if len(winners) == 1 else "play.outcome.shared"
        return message(key, winners=winners, scores=" : ".join(map(str, self.scores))).text(lang)
