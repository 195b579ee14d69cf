"""The possible draws piece by piece, with their odds."""

from collections.abc import Sequence

from azulejo.games.contract import Odds
from azulejo.games.odds import shares
from pebbles.components import CARDS, MOST_IN_HANDFUL
from pebbles.rules import pieces_due
from pebbles.state import CARDS_DUE, State


def odds(state: State, drawn: Sequence[int]) -> Odds:
    """Return the odds of the card, or of the next handful: all are as likely."""
    if len(drawn) == pieces_due(state):
        return {}
    return shares(dict.fromkeys(range(1, 1 + (CARDS if state.phase == CARDS_DUE else MOST_IN_HANDFUL)), 1))


def piece_label(state: State, drawn: Sequence[int], piece: int) -> str:
    """Return a short name for a card or a handful: its number."""
    return str(piece)
