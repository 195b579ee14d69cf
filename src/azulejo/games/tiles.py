"""A handful of tiles of five colours as one number: a byte per colour, the first lowest.

Bags, factories and centres are such numbers, so that moving all left-over tiles is one
addition. No handful may hold more than 127 tiles.
"""

from azulejo.kernel.bits import bit_count
from azulejo.kernel.rule import rule

COLOURS = 5
BYTE = 8
ONE_OF_EACH = 0x01_01_01_01_01
TOP_BITS = 0x80_80_80_80_80


@rule
def several(colour: int, number: int) -> int:
    """Return ``number`` tiles of one colour."""
    return number << (BYTE * colour)


@rule
def count(tiles: int, colour: int) -> int:
    """Return how many of the tiles have the colour."""
    return (tiles >> (BYTE * colour)) & 0xFF


@rule
def total(tiles: int) -> int:
    """Return how many tiles there are."""
    return ((tiles * ONE_OF_EACH) >> (BYTE * (COLOURS - 1))) & 0xFF


@rule
def present(tiles: int) -> int:
    """Return the colours of the tiles, a bit each."""
    colours = 0
    for colour in range(COLOURS):
        colours |= (count(tiles, colour) != 0) << colour
    return colours


@rule
def larger(tiles: int, others: int) -> int:
    """Return for each colour the larger of two numbers of tiles.

    The subtraction leaves the top bit of a byte where the first is not smaller.
    """
    not_smaller = (((tiles | TOP_BITS) - others) & TOP_BITS) >> (BYTE - 1)
    chosen = not_smaller * 0xFF
    return (tiles & chosen) | (others & ~chosen)


@rule
def colour_at(tiles: int, index: int) -> int:
    """Return the colour of the tile at ``index`` when the tiles lie sorted by colour.

    Byte c of ``up_to`` counts the tiles of colours 0 to c. The colours passed over are
    those whose count is not above the index; the subtraction clears their top bits.
    """
    up_to = (tiles * ONE_OF_EACH) & (TOP_BITS - ONE_OF_EACH | TOP_BITS)
    reached = ((up_to | TOP_BITS) - (index + 1) * ONE_OF_EACH) & TOP_BITS
    return COLOURS - bit_count(reached)
