"""The codes of the moves. A turn is several of them; what each means is in docs/rules/garden.md."""

from azulejo.games.garden.components import KINDS, SETS, SPACES
from azulejo.games.garden.state import JOKER, PLACES

FIRST_TAKE = 0
FIRST_COPY = FIRST_TAKE + SETS
FIRST_PLACE = FIRST_COPY + PLACES
"""A tile of each kind, then an expansion of each kind."""
BUY = FIRST_PLACE + 2 * KINDS
PASS = BUY + 1
FIRST_SPACE = PASS + 1
"""Spaces count from 1."""
FIRST_GIVE = FIRST_SPACE + SPACES - 1
"""A piece that leaves the storage as payment or discarded: tiles, expansions, the joker."""
DONE = FIRST_GIVE + JOKER + 1
MOVE_CODES = DONE + 1

MAX_MOVES = 48
"""No position offers more: six blank expansions in an empty garden, and a tile to place."""

MAX_DRAWN = 4


def most_decisions(seats: int, stack_size: int) -> int:
    """Return a number of decisions that no game exceeds.

    A round brings at most four tiles and one face per expansion of its stack into the display.
    Each of these is taken at most once, by a choice of its own and of its copy, and leaves
    the storage by being placed (two decisions), paid or discarded. A player pays at most
    3 + 31 jokers, buys six expansions (two decisions each), passes four times (two each).
    """
    hexes = 4 * 5 * stack_size
    return 4 * hexes + seats * (34 + 12 + 8)
