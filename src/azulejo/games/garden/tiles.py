"""A heap of tiles as three sets of kinds: those with at least one, two and three tiles.

There are three tiles of each kind, so this is all one needs to know of a bag, a tower or a
storage. Taking and adding need no branch, and counting those of a colour is three instructions.
"""

from azulejo.games.garden.components import TILES_PER_KIND, Masks
from azulejo.games.unpack import bits
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.rule import rule, widen

HALVES = (16, 8, 4, 2, 1)


@rule
def add(heap: Masks, kind: int) -> None:
    """Put a tile on the heap."""
    bit = 1 << kind
    heap[2] |= heap[1] & bit
    heap[1] |= heap[0] & bit
    heap[0] |= bit


@rule
def remove(heap: Masks, kind: int) -> None:
    """Take a tile from the heap."""
    others = ~(1 << kind)
    heap[0] &= heap[1] | others
    heap[1] &= heap[2] | others
    heap[2] &= others


@rule
def count(heap: Masks, kinds: int) -> int:
    """Return how many tiles of these kinds there are."""
    return bit_count(widen(heap[0]) & kinds) + bit_count(widen(heap[1]) & kinds) + bit_count(widen(heap[2]) & kinds)


@rule
def total(heap: Masks) -> int:
    """Return how many tiles there are."""
    return bit_count(widen(heap[0])) + bit_count(widen(heap[1])) + bit_count(widen(heap[2]))


def kinds(heap: Masks) -> list[int]:
    """Return the kinds of all tiles, one by one and ascending."""
    levels = heap.tolist()
    return [kind for kind in bits(levels[0]) for level in levels if level >> kind & 1]


@rule
def pour(source: Masks, target: Masks) -> None:
    """Pour a heap into an empty one."""
    for level in range(TILES_PER_KIND):
        target[level] = source[level]
        source[level] = 0


@rule
def tile_at(heap: Masks, index: int) -> int:
    """Return the kind of one tile of the heap: every index from 0 on is another tile."""
    for level in range(TILES_PER_KIND):
        here = bit_count(widen(heap[level]))
        if index < here:
            return nth_bit(widen(heap[level]), index)
        index -= here
    return -1


@rule
def nth_bit(mask: int, index: int) -> int:
    """Return the position of the set bit that has ``index`` set bits below it."""
    place = 0
    low = bit_count(mask & 0xFFFFFFFF)
    if index >= low:
        index -= low
        place = 32
    for width in HALVES:
        low = bit_count((mask >> place) & ((1 << width) - 1))
        if index >= low:
            index -= low
            place += width
    return place + lowest_bit(mask >> place)
