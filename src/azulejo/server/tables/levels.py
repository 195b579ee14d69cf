"""Which bots can play which game here."""

from azulejo.bots.levels import LEVELS
from azulejo.bots.names import SIMPLE
from azulejo.games import OWN_GAMES
from azulejo.server.refusals import Refusal
from azulejo.texts import message


def levels_for(game: str) -> tuple[str, ...]:
    """Return the bots that can play a game, the weakest first: where there is no engine for it, those that need none.

    >>> levels_for("azul")[0], levels_for("a game of another package")
    ('first-timer', ('random', 'greedy'))
    """
    return LEVELS if game in OWN_GAMES else tuple(SIMPLE)


def check_level(name: str, game: str) -> None:
    """Refuse a bot that cannot play a game."""
    if name not in levels_for(game):
        raise Refusal(400, message("bots.no_level", value=name[:40], values=levels_for(game)))
