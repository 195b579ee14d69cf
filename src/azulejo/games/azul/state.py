"""A position of classic Azul as one record."""

from typing import Annotated, Literal, TypeAlias, get_args

from azulejo.games.azul.components import COLOURS, MAX_FACTORIES, MAX_SEATS, ROWS
from azulejo.kernel.rule import rule
from azulejo.kernel.struct import Ints, Struct, int8, int16, int32, int64

CENTRE = 0
"""The centre of the table is source 0; the factories are sources 1 to 9."""

IN_CENTRE = -1
"""Value of ``State.marker`` while nobody holds the starting player marker."""

NO_COLOUR = -1

# Values of ``State.phase``, named after the phases of a round.
OFFER, TILING, PREPARATION, END = range(4)
Phase: TypeAlias = Literal["offer", "tiling", "deal", "end"]
PHASES: tuple[Phase, ...] = get_args(Phase)


class Player(Struct):
    """One player board."""

    wall: int32
    """Filled cells, bit ``row * 5 + column``."""
    wall_of: Annotated[Ints, int32, COLOURS]
    """Filled cells of each colour."""
    open_lines: int32
    """Where each colour may go: six bits per colour, five lines and the floor."""
    score: int16
    line_colour: Annotated[Ints, int8, ROWS]
    line_count: Annotated[Ints, int8, ROWS]
    floor_tiles: Annotated[Ints, int8, COLOURS]
    """Tiles on the floor line by colour."""
    floor_pieces: int8
    """Occupied spaces of the floor line: tiles, and the marker if it lies there."""


class State(Struct):
    """The whole table."""

    offers: int64
    """Which colours lie on which source: bit ``source * 5 + colour``."""
    bag: int64
    """Tiles in the bag; like ``lid`` and ``sources``, one number (see tiles.py)."""
    lid: int64
    sources: Annotated[Ints, int64, MAX_FACTORIES + 1]
    players: Annotated[list[Player], Player, MAX_SEATS]
    round_number: int16
    """Rounds dealt so far."""
    phase: int8
    turn: int8
    """The seat that takes, or that lays while the walls are tiled."""
    tiling_row: int8
    """The pattern line to look at next while the walls are tiled; 0 at other times."""
    start: int8
    """The seat that started this round; after a round's floors, the next one's."""
    marker: int8
    """The seat that holds the starting player marker."""
    laid: int8
    """While the walls are tiled: whether a tile was laid on any wall this round; 0 at other times."""
    idle_rounds: int8
    seats: int8
    grey: int8


@rule
def factories(state: State) -> int:
    """Return the number of factory displays."""
    return 2 * state.seats + 1
