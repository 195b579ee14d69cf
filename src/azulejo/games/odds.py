"""The arithmetic of odds that rulebooks share."""

from collections.abc import Mapping
from fractions import Fraction

from azulejo.games import tiles
from azulejo.games.contract import NO_PIECE, Odds


def shares(weights: Mapping[int, int | Fraction]) -> Odds:
    """Return the odds of pieces that are as likely as their weights say."""
    total = sum(weights.values())
    return {piece: Fraction(weight) / total for piece, weight in sorted(weights.items()) if weight}


def tile_odds(handful: int) -> Odds:
    """Return the odds of a tile pulled out of a bag (see tiles.py), or of none from an empty one."""
    return shares({colour: tiles.count(handful, colour) for colour in range(tiles.COLOURS)}) or {NO_PIECE: Fraction(1)}
