"""The codes of all moves, in groups. Their texts: notation.py."""

from azulejo.games.contract import Codes
from azulejo.games.duel.components import (
    CELLS,
    CHIP_KINDS,
    COLOURS,
    DISPLAY_PLATES,
    FACTORIES,
    LARGE_TILES,
    LINES,
    PLATE_SPACES,
    SMALL_FACTORIES,
    SMALL_TILES,
    TURNS,
)
from azulejo.games.duel.state import MOST_DRAWN
from azulejo.kernel.bits import lowest_bit
from azulejo.kernel.rule import rule

BROKEN = LINES
"""The destination of tiles that go to no line."""
DESTINATIONS = LINES + 1

SUN = 0
"""Codes from here on: take a colour from the sun of a factory. The other groups likewise."""
MOON = SUN + FACTORIES * COLOURS
DISPLAY = MOON + COLOURS
DRAW = DISPLAY + DISPLAY_PLATES
CHIP = DRAW + 1
PASS = CHIP + SMALL_FACTORIES
TO_LINE = PASS + 1
ENOUGH = TO_LINE + DESTINATIONS
"""No more plates, or no (more) chips."""
PAY_CHIP = ENOUGH + 1
KEEP_PLATE = PAY_CHIP + CHIP_KINDS
RETURN_PLATE = KEEP_PLATE + MOST_DRAWN
PLACE_PLATE = RETURN_PLATE + MOST_DRAWN
LAY_TILE = PLACE_PLATE + PLATE_SPACES * TURNS
STACK_TWO = LAY_TILE + CELLS
STACK_THREE = STACK_TWO + COLOURS**2
MOVE_CODES = STACK_THREE + COLOURS**3

MAX_MOVES = PLATE_SPACES * TURNS
"""No position offers more: a plate to be placed on an empty dome."""

MAX_DRAWN = LARGE_TILES + SMALL_FACTORIES * SMALL_TILES
NO_TILE = -1
"""In a draw: a space of a factory that stays empty."""


@rule
def write_codes(first: int, mask: int, out: Codes) -> int:
    """Write the code ``first`` + bit for every bit of a mask; return how many."""
    number = 0
    while mask:
        out[number] = first + lowest_bit(mask)
        mask &= mask - 1
        number += 1
    return number
