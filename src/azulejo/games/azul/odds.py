"""The possible draws piece by piece, with their odds."""

from collections.abc import Sequence

import numpy as np

from azulejo.games.azul.components import FACTORY_TILES, LETTERS
from azulejo.games.azul.rules import deal_given
from azulejo.games.azul.state import State, factories
from azulejo.games.contract import NO_PIECE, Odds
from azulejo.games.odds import tile_odds


def odds(state: State, drawn: Sequence[int]) -> Odds:
    """Return the odds of the next tile on the factories; the lid is poured in when a tile is needed (6)."""
    length = factories(state) * FACTORY_TILES
    if len(drawn) == length:
        return {}
    after = state.copy()
    deal_given(after, np.array([*drawn, *[NO_PIECE] * (length - len(drawn))], np.int16), length)
    return tile_odds(int(after.bag) or int(after.lid))


def piece_label(state: State, drawn: Sequence[int], piece: int) -> str:
    """Return a short name for the next tile of a deal."""
    return "-" if piece == NO_PIECE else LETTERS[piece]
