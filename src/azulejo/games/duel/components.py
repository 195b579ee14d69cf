"""What is in the box of Azul Duel, as data. Rulings: docs/rules/duel.md."""

from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

SEATS = (2,)
MAX_SEATS = 2
ROUNDS = 5

COLOURS = 5
Colour: TypeAlias = Literal["B", "Y", "R", "K", "T"]
"""Blue, yellow, red, black, turquoise; the small letter in the texts of moves."""
LETTERS: tuple[Colour, ...] = get_args(Colour)
COLOUR_NAMES = ("blue", "yellow", "red", "black", "turquoise")
TILES_PER_COLOUR = 13
SPECIAL_TILES = 9

# ---------------------------------------------------------------- factories

LARGE = 0
"""The large factory is factory 0; the small ones are 1 to 4."""
SMALL_FACTORIES = 4
FACTORIES = 1 + SMALL_FACTORIES
LARGE_TILES = 5
SMALL_TILES = 4
LARGE_MOON_SPACES = 4
STACK_HEIGHT = SMALL_TILES - 1
"""The most tiles that a small moon can hold: one at least was taken from its sun."""

# ---------------------------------------------------------------- player boards

LINES = 6
DOME_ROWS = 6
DOME_COLUMNS = 6
CELLS = DOME_ROWS * DOME_COLUMNS
PLATES_ACROSS = 3
PLATE_SPACES = PLATES_ACROSS * PLATES_ACROSS

STARTING_SCORE = 5
TOKENS = 2
BROKEN_SPACES = 4
BROKEN_LOSS = np.array([0, 1, 3, 6, 10], np.int8)
"""Points lost for 0 to 4 broken tiles."""
STARTING_TILE_LOSS = 2

# ---------------------------------------------------------------- dome plates

SPECIAL_PLATES = ("YKTS", "KSTR", "SKRB", "YBKS", "TRBS", "YSKR", "BKST", "STYB", "SYBR")
JOKER_PLATES = ("JBTK", "TRBJ", "KYRJ", "TYJK", "YRJB", "TKRJ", "RTYJ", "TBJY", "RJBK")
PLATE_NAMES = SPECIAL_PLATES + JOKER_PLATES
"""The four spaces of a plate's front: upper left, upper right, lower left, lower right."""
PLATES = len(PLATE_NAMES)
DISPLAY_PLATES = 3

SPECIAL, JOKER = 0, 1
PlateType: TypeAlias = Literal["special", "joker"]
"""What the backs of plates show."""
TYPE_NAMES: tuple[PlateType, ...] = get_args(PlateType)
PLATES_OF_TYPE = len(SPECIAL_PLATES)
FRONTS_OF_TYPE = np.array([(1 << PLATES_OF_TYPE) - 1, ((1 << PLATES_OF_TYPE) - 1) << PLATES_OF_TYPE], np.int64)
"""The plates of a type, a bit each."""

JOKER_SPACE = COLOURS
SPECIAL_SPACE = COLOURS + 1
SPACE_KINDS = COLOURS + 2
Space: TypeAlias = Literal["B", "Y", "R", "K", "T", "J", "S"]
"""What a space of a plate shows: a colour, a joker, or a special space."""
SPACE_LETTERS: tuple[Space, ...] = get_args(Space)

TURNS = 4
Turn: TypeAlias = Literal["n", "e", "s", "w"]
"""Where the upper edge of a plate points, after 0, 1, 2, 3 quarter turns clockwise."""
TURN_LETTERS: tuple[Turn, ...] = get_args(Turn)


def turned(name: str, turns: int) -> str:
    """Return the four spaces of a plate after quarter turns clockwise.

    >>> turned("YKTS", 1)
    'TYSK'
    """
    for _ in range(turns):
        name = name[2] + name[0] + name[3] + name[1]
    return name


def _plate_masks() -> npt.NDArray[np.int64]:
    """Return for each plate, turn and kind of space its cells, the plate lying in the dome's upper left corner."""
    masks = np.zeros((PLATES, TURNS, SPACE_KINDS), np.int64)
    corners = (0, 1, DOME_COLUMNS, DOME_COLUMNS + 1)
    for plate, name in enumerate(PLATE_NAMES):
        for turn in range(TURNS):
            for corner, letter in zip(corners, turned(name, turn), strict=True):
                masks[plate, turn, SPACE_LETTERS.index(letter)] |= 1 << corner
    return masks


PLATE_MASK = _plate_masks()
PLATE_CELLS = 1 << 0 | 1 << 1 | 1 << DOME_COLUMNS | 1 << (DOME_COLUMNS + 1)
"""The cells of a plate in the dome's upper left corner."""
PLATE_CORNER = np.array(
    [2 * (space // PLATES_ACROSS) * DOME_COLUMNS + 2 * (space % PLATES_ACROSS) for space in range(PLATE_SPACES)],
    np.int64,
)
"""The upper left cell of each plate space: the shift that brings a plate there."""

# ---------------------------------------------------------------- bonus chips

Chip: TypeAlias = Literal["B", "Y", "R", "K", "T", "BR", "RT", "TY", "YK", "KB"]
"""The colours that a chip stands for."""
CHIP_NAMES: tuple[Chip, ...] = get_args(Chip)
CHIP_KINDS = len(CHIP_NAMES)
CHIPS_PER_KIND = 2
CHIPS = CHIP_KINDS * CHIPS_PER_KIND
CHIPS_PER_ROUND = 2
"""How many chips each player takes in a round."""
MATCHING_CHIPS = 2
ANY_CHIPS = 3
"""One missing tile costs two chips of its colour, or any three."""
CHIP_MATCHES = np.array([[letter in name for name in CHIP_NAMES] for letter in LETTERS], np.int8)
"""Whether a kind of chip stands for a colour: ``CHIP_MATCHES[colour, kind]``."""

# ---------------------------------------------------------------- scoring tablets

TABLETS = 4
FEW_TABLETS = 3
"""Three tablets are used, or all four."""
UNUSED, SIDE_A, SIDE_B = 0, 1, 2
SIDE_LETTERS = "-AB"
FIRST_GAME = (SIDE_A, SIDE_A, SIDE_A, UNUSED)

COMPLETE_ROW = 3  # 1A
COLOURFUL_ROW = 4  # 1B
COLOURFUL_KINDS = 5
COMPLETE_COLUMN = 7  # 2A
EDGE_TILE = 1  # 2B
COMPLETE_DIAGONAL = 10  # 3A
UPPER_CORNER, LOWER_CORNER = 3, 8  # 3B
JOKER_TILE = 2  # 4A
EMPTY_SPECIAL = 3  # 4B, lost

Counted: TypeAlias = Literal["rows", "colourful_rows", "columns", "edge", "diagonals", "corners", "jokers", "specials"]
"""What the tablets 1A, 1B, 2A ... 4B count, in this order."""
TABLET_COUNTS: tuple[tuple[Counted, Counted], ...] = (
    ("rows", "colourful_rows"),
    ("columns", "edge"),
    ("diagonals", "corners"),
    ("jokers", "specials"),
)
"""What the two sides of each tablet count."""
TABLET_POINTS: dict[Counted, list[int]] = {
    "rows": [COMPLETE_ROW],
    "colourful_rows": [COLOURFUL_ROW],
    "columns": [COMPLETE_COLUMN],
    "edge": [EDGE_TILE],
    "diagonals": [COMPLETE_DIAGONAL],
    "corners": [UPPER_CORNER, LOWER_CORNER],
    "jokers": [JOKER_TILE],
    "specials": [-EMPTY_SPECIAL],
}
"""What they give for each; of the corners, for the upper and the lower ones."""
