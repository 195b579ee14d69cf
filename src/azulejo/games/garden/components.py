"""What is in the box of Queen's Garden, as data. Rulings: docs/rules/garden.md.

A hex is a colour with a pattern, and its kind is one number: ``colour * 6 + pattern``, patterns
counted from 0. A set of kinds is a number with a bit for each of the 36.

A space of a garden is ``7 * slot + direction``: slot 0 is the fountain plate, slots 1 to 6 lie
round it, direction 0 is the middle, directions 1 to 6 go round it. So the spaces of one slot
are seven bits in a row, and the text of a space is the two digits. Space 0 would be the
fountain itself and is never filled.
"""

from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

Masks: TypeAlias = npt.NDArray[np.int64]
Axial: TypeAlias = tuple[int, int]

SEATS = (2, 3, 4)
MAX_SEATS = 4
ROUNDS = 4

# ---------------------------------------------------------------- hexes

COLOURS = 6
COLOUR_NAMES = ("light_blue", "dark_green", "light_green", "yellow", "dark_purple", "light_purple")

PATTERNS = 6
PATTERN_NAMES = ("tree", "bird", "butterflies", "flower", "plant", "bellflowers")
"""In the order of their values, which are 1 to 6: cost, and points in a group."""

KINDS = COLOURS * PATTERNS
ALL_KINDS = (1 << KINDS) - 1
TILES_PER_KIND = 3

SETS = COLOURS + PATTERNS
"""What can be taken: the colours, then the patterns."""
SetId: TypeAlias = Literal["b", "g", "l", "y", "p", "m", "1", "2", "3", "4", "5", "6"]
"""A colour (blue, green, lime, yellow, purple, mauve) or the value of a pattern."""
SET_IDS: tuple[SetId, ...] = get_args(SetId)
COLOUR_LETTERS, PATTERN_DIGITS = SET_IDS[:COLOURS], SET_IDS[COLOURS:]
HexId: TypeAlias = str
"""A hex as texts and boards call it: the letter of its colour and the value of its pattern, ``b3``."""
HEX_IDS: tuple[HexId, ...] = tuple(letter + digit for letter in COLOUR_LETTERS for digit in PATTERN_DIGITS)

COLOUR_KINDS = np.array([sum(1 << c * PATTERNS + p for p in range(PATTERNS)) for c in range(COLOURS)], np.int64)
PATTERN_KINDS = np.array([sum(1 << c * PATTERNS + p for c in range(COLOURS)) for p in range(PATTERNS)], np.int64)
SET_KINDS = np.concatenate((COLOUR_KINDS, PATTERN_KINDS))

# ---------------------------------------------------------------- expansions, storage, points

EXPANSIONS = 36
"""One with each kind of hex printed on its face."""
STACK_SIZE = np.array([0, 0, 5, 7, 8], np.int8)
"""Expansions in each of the four round stacks, by the number of players."""
MAX_STACK = 8
TOP_TILES = 4

TILE_ROOM = 12
"""Spaces for tiles and jokers in a storage."""
EXPANSION_ROOM = 2
START_JOKERS = 3
START_SCORE = 15
SUPPLY_PRICE = 6
"""Points for a blank expansion from the supply."""
FIRST_PASS_LOSS = 1

LEAST_GROUP = 3
"""Smaller groups score nothing."""

# ---------------------------------------------------------------- the garden

DIRECTIONS: tuple[Axial, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The neighbours of a hexagon in axial coordinates (q, r); directions 1 to 6."""

SLOTS = 6
PLATE = 0
PER_SLOT = 7
SPACES = PER_SLOT * (SLOTS + 1)
"""Bits of a garden; the fountain's is never used, so 48 spaces can be filled."""
SpaceId: TypeAlias = str
"""A space as texts and boards call it: its slot and direction, ``14``."""
SPACE_IDS: tuple[SpaceId, ...] = tuple(f"{space // PER_SLOT}{space % PER_SLOT}" for space in range(SPACES))


def slot_centre(slot: int) -> Axial:
    """Return where the middle of a slot lies; the plate's is the fountain."""
    if slot == PLATE:
        return 0, 0
    q, r = DIRECTIONS[slot - 1]
    return 3 * q, 3 * r


def axial(space: int) -> Axial:
    """Return where a space lies."""
    slot, direction = divmod(space, PER_SLOT)
    q, r = slot_centre(slot)
    if direction:
        q, r = q + DIRECTIONS[direction - 1][0], r + DIRECTIONS[direction - 1][1]
    return q, r


SPACE_AT = {axial(space): space for space in range(1, SPACES)}
"""The space at a place."""


def spaces_round(place: Axial) -> list[int]:
    """Return the spaces that touch a place."""
    around = ((place[0] + q, place[1] + r) for q, r in DIRECTIONS)
    return [SPACE_AT[near] for near in around if near in SPACE_AT]


def mask_of(spaces: list[int]) -> int:
    """Return spaces as bits."""
    return sum(1 << space for space in spaces)


PLATE_SPACES = mask_of(list(range(1, PER_SLOT)))
CENTRES = mask_of([slot * PER_SLOT for slot in range(1, SLOTS + 1)])
RINGS = mask_of([space for space in range(PER_SLOT, SPACES) if space % PER_SLOT])
FIRST_OF_RINGS = CENTRES << 1
"""One ring space of every slot: filled in ``built`` exactly if an expansion lies there."""
RING = np.array([mask_of(spaces_round(slot_centre(slot))) for slot in range(SLOTS + 1)], np.int64)
"""The six spaces round the middle of a slot."""

NEIGHBOURS = np.array([0] + [mask_of(spaces_round(axial(space))) for space in range(1, SPACES)], np.int64)


def _neighbour_table() -> Masks:
    """Return what touches any of the spaces of a slot, for every set of them."""
    table = np.zeros((SLOTS + 1, 1 << PER_SLOT), np.int64)
    for slot in range(SLOTS + 1):
        for chosen in range(1 << PER_SLOT):
            for place in range(PER_SLOT):
                if chosen >> place & 1:
                    table[slot, chosen] |= NEIGHBOURS[slot * PER_SLOT + place]
    return table


NEIGHBOUR_TABLE = _neighbour_table()

# ---------------------------------------------------------------- decorations

FOUNTAIN, STATUE, BENCH, PAVILION = range(4)
DecorationName: TypeAlias = Literal["fountain", "statue", "bench", "pavilion"]
DECORATION_NAMES: tuple[DecorationName, ...] = get_args(DecorationName)
REWARD = np.array([1, 2, 2, 3], np.int8)
"""Jokers for surrounding each of them."""


def _decorations() -> list[tuple[int, Axial]]:
    """Return every decoration: the fountain, the six star points, the pavilions of the slots."""
    star_points = []
    for point in range(SLOTS):
        (q1, r1), (q2, r2) = DIRECTIONS[point], DIRECTIONS[(point + 1) % SLOTS]
        star_points.append((BENCH if point % 2 else STATUE, (q1 + q2, r1 + r2)))
    pavilions = [(PAVILION, slot_centre(slot)) for slot in range(1, SLOTS + 1)]
    return [(FOUNTAIN, (0, 0)), *star_points, *pavilions]


DECORATIONS = _decorations()
FIRST_PAVILION = 1 + SLOTS
"""The decorations from here on are the pavilions of slot 1 to 6, if expansions lie there face up."""
AROUND = np.array([mask_of(spaces_round(place)) for _, place in DECORATIONS], np.int64)
"""The six spaces round each decoration."""
DECORATION_REWARD = np.array([REWARD[decoration] for decoration, _ in DECORATIONS], np.int8)
MOST_TOUCHED = 3
"""A space touches so many decorations at most."""


def _touched() -> npt.NDArray[np.int8]:
    """Return the decorations that each space touches, and -1 where there are fewer than three."""
    touched = np.full((SPACES, MOST_TOUCHED), -1, np.int8)
    for space in range(1, SPACES):
        numbers = [number for number in range(len(DECORATIONS)) if AROUND[number] >> space & 1]
        touched[space, : len(numbers)] = numbers
    return touched


TOUCHED = _touched()

# ---------------------------------------------------------------- the scoring board

Side: TypeAlias = Literal["standard", "variant", "custom"]
SIDE_NAMES: tuple[Side, ...] = get_args(Side)
SIDES = SIDE_NAMES[:2]
CUSTOM = len(SIDES)
"""The number of a side that the table has typed in."""

GROUP_SIZES = PATTERNS + 1
SIDE_NUMBERS = ROUNDS * SETS + 1 + GROUP_SIZES
"""A side as numbers: what each colour and pattern scores in each round, then a pavilion, then
the bonus of a group by its size from 0 to 6."""

# The wheel: what scores in each round. Every colour and pattern does so once in a game.
WHEEL: tuple[tuple[str, ...], ...] = (
    ("dark_green", "tree", "light_blue"),
    ("bird", "dark_purple", "butterflies"),
    ("light_purple", "flower", "yellow"),
    ("plant", "light_green", "bellflowers"),
)

# Points per hex on the wheel by the pattern's value; every colour scores 1.
STANDARD_POINTS = (1, 1, 2, 2, 3, 3)
VARIANT_POINTS = (3, 3, 2, 2, 1, 1)
"""Our reconstruction: the book says only that patterns score differently."""

STANDARD_BONUS = (0, 0, 0, 0, 0, 0, 6)
VARIANT_BONUS = (0, 0, 0, 0, 3, 6, 9)
"""Our reconstruction: the book says only that groups earn more."""

PAVILION_POINTS = 1


def side_numbers(points: tuple[int, ...], bonus: tuple[int, ...]) -> list[int]:
    """Return a side of the board as SIDE_NUMBERS numbers."""
    numbers = []
    for scoring in WHEEL:
        numbers += [int(name in scoring) for name in COLOUR_NAMES]
        numbers += [points[pattern] * (name in scoring) for pattern, name in enumerate(PATTERN_NAMES)]
    return [*numbers, PAVILION_POINTS, *bonus]


SIDE_TABLE = np.array(
    [side_numbers(STANDARD_POINTS, STANDARD_BONUS), side_numbers(VARIANT_POINTS, VARIANT_BONUS)], np.int8
)
