"""A position of Azul Duel as one record."""

from typing import Annotated, Literal, TypeAlias, get_args

from azulejo.games.duel.components import (
    CHIP_KINDS,
    COLOURS,
    DISPLAY_PLATES,
    FACTORIES,
    LINES,
    MAX_SEATS,
    PLATE_SPACES,
    PLATES,
    SMALL_FACTORIES,
    SPACE_KINDS,
    STACK_HEIGHT,
    TABLETS,
)
from azulejo.kernel.rule import rule, widen
from azulejo.kernel.struct import Ints, Struct, int8, int16, int32, int64

ON_FACTORY = -1
"""Value of ``State.starting_tile`` while it lies on the large factory."""

NO_COLOUR = -1

# What lies under a small factory's moon: nothing, a chip face down, or a kind of chip face up.
NO_CHIP = -1
HIDDEN_CHIP = CHIP_KINDS

# A place in the pile or among the drawn plates holds a definite plate (0 to 17), or one that
# nobody has seen yet, of which the type is known or not.
NO_PLATE = -1
SOME_SPECIAL = PLATES
SOME_JOKER = PLATES + 1
SOME_PLATE = PLATES + 2

MOST_DRAWN = 15
"""The pile after the first display: nobody can ever draw more."""

# Values of ``State.phase``: the draws that can be due, the decisions that can be asked, the end.
(
    TABLETS_DUE,
    DISPLAY_DUE,
    TILES_DUE,
    CHIPS_DUE,
    TOP_DUE,
    LOOK_DUE,
    KEPT_DUE,
    CHOOSE,
    ACTION,
    STACK,
    LINE,
    DRAWING,
    KEEP,
    PLACE,
    RETURN,
    TILING,
    PAY,
    LAY,
    END,
) = range(19)
LAST_DRAW = KEPT_DUE
Phase: TypeAlias = Literal[
    "tablets",
    "display",
    "tiles",
    "chips",
    "top",
    "look",
    "kept",
    "choose",
    "action",
    "stack",
    "line",
    "drawing",
    "keep",
    "place",
    "return",
    "tiling",
    "pay",
    "lay",
    "end",
    "refill",
]
"""The draws that can be due (up to ``kept``, and ``refill``), the decisions that can be asked, the end."""
PHASES: tuple[Phase, ...] = get_args(Phase)
"""By their values; last, the other name of DISPLAY_DUE, while the factories are full."""
REFILL = PHASES[-1]


class Player(Struct):
    """One player board."""

    filled: int64
    """Dome cells with a tile, special tiles included: bit ``row * 6 + column``."""
    tiles_of: Annotated[Ints, int64, COLOURS]
    """Dome cells with a tile of each colour."""
    spaces: Annotated[Ints, int64, SPACE_KINDS]
    """Dome cells of each kind that the plates show, filled or not: five colours, joker, special."""
    chips: int32
    """Chips face up in the storage, two bits for each kind."""
    used_chips: int32
    """Chips face down in the storage."""
    score: int16
    plates: Annotated[Ints, int8, PLATE_SPACES]
    """``plate * 4 + turn`` on each space of the dome, or NO_PLATE."""
    line_colour: Annotated[Ints, int8, LINES]
    line_count: Annotated[Ints, int8, LINES]
    broken_tiles: Annotated[Ints, int8, COLOURS]
    tokens: int8
    """Player tokens still to be used this round."""
    chips_taken: int8
    """Chips taken this round."""
    passed: int8


class State(Struct):
    """The whole table."""

    bag: int64
    """Tiles in the bag; like ``tower``, ``suns`` and ``large_moon`` one number (see tiles.py)."""
    tower: int64
    suns: Annotated[Ints, int64, FACTORIES]
    """In the phase STACK, the sun that was taken from still holds the tiles to be stacked."""
    large_moon: int64
    players: Annotated[list[Player], Player, MAX_SEATS]
    offers: int32
    """Which colours lie on which sun: bit ``factory * 5 + colour``."""
    unseen_plates: int32
    """The plates that no place holds definitely, a bit each: what an unseen plate may still be."""
    unseen_chips: int32
    """Chips not turned up yet, in the supply or under a moon; two bits for each kind."""
    paid: int32
    """Chips paid so far for the line that is being completed; they are in ``used_chips``, too."""
    moons: Annotated[Ints, int8, SMALL_FACTORIES, STACK_HEIGHT]
    """The colours of each small moon's stack, from the bottom up."""
    heights: Annotated[Ints, int8, SMALL_FACTORIES]
    chips_on: Annotated[Ints, int8, SMALL_FACTORIES]
    """A kind of chip face up, HIDDEN_CHIP or NO_CHIP."""
    display: Annotated[Ints, int8, DISPLAY_PLATES]
    pile: Annotated[Ints, int8, PLATES]
    """From the bottom up."""
    pile_known: Annotated[Ints, int8, PLATES]
    """The seats that have seen the front of a plate in the pile, a bit each."""
    pile_size: int8
    drawn: Annotated[Ints, int8, MOST_DRAWN]
    """The plates drawn in this turn, in that order; NO_PLATE for one kept or returned."""
    drawn_known: Annotated[Ints, int8, MOST_DRAWN]
    drawn_count: int8
    """How many plates were drawn in this turn, those that have gone on included."""
    placing: int8
    """The plate that is being placed, or NO_PLATE. In the phase KEPT_DUE it is not yet shown to all."""
    placing_known: int8
    """The seats that have seen its front, in the phase KEPT_DUE."""
    picked_colour: int8
    picked_count: int8
    """The tiles picked in this turn and not yet on a line."""
    stacking: int8
    """The small factory whose left-over tiles are to be stacked, in the phase STACK; otherwise 0."""
    tiling_row: int8
    """The pattern line to look at next while the domes are tiled."""
    tablets: Annotated[Ints, int8, TABLETS]
    """The side of each tablet that counts, or UNUSED."""
    special_tiles: int8
    """Special tiles in the supply."""
    round_number: int8
    """Rounds whose factories were filled so far."""
    factories_filled: int8
    """Whether the factories of the coming round have been filled."""
    setup_plates: int8
    """Plates still to be chosen before the first round."""
    phase: int8
    turn: int8
    """The seat that acts, or whose dome is tiled."""
    start: int8
    """The seat that started this round."""
    starting_tile: int8
    """The seat that holds the starting player tile."""
    tablet_choice: int8
    """RANDOM or RANDOM_FOUR while the tablets are still to be drawn, otherwise 0."""
    free_draw: int8
    """The option ``free_draw_at_zero``."""
    special_is_a_colour: int8
    """The option of that name."""


@rule
def round_played(state: State) -> int:
    """Return the round that is being played or prepared."""
    return widen(state.round_number) + (0 if state.factories_filled else 1)


def phase_name(state: State) -> Phase:
    """Return the name of the phase."""
    return REFILL if state.phase == DISPLAY_DUE and state.factories_filled else PHASES[state.phase]
