"""The codes of all moves, in groups, and what each of them says. Their texts: notation.py."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeAlias

from azulejo.games.contract import Codes
from azulejo.games.duel.components import (
    CELLS,
    CHIP_KINDS,
    CHIP_NAMES,
    COLOURS,
    DISPLAY_PLATES,
    DOME_COLUMNS,
    DOME_ROWS,
    FACTORIES,
    LARGE,
    LETTERS,
    LINES,
    PLATE_SPACES,
    SMALL_FACTORIES,
    TURN_LETTERS,
    TURNS,
    Chip,
    Colour,
    Turn,
)
from azulejo.games.duel.state import MOST_DRAWN
from azulejo.kernel.bits import lowest_bit
from azulejo.kernel.rule import rule
from azulejo.texts.errors import InvalidMove

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


@rule
def write_codes(first: int, mask: int, out: Codes) -> int:
    """Write the code ``first`` + bit for every bit of a mask; return how many."""
    number = 0
    while mask:
        out[number] = first + lowest_bit(mask)
        mask &= mask - 1
        number += 1
    return number


# ---------------------------------------------------------------- parts

FACTORY_IDS = ("l", *(str(number) for number in range(1, FACTORIES)))
"""How texts and boards call the factories."""
LARGE_ID = FACTORY_IDS[LARGE]


@dataclass(frozen=True, slots=True)
class TakeFromSun:
    """All tiles of a colour, from the sun of a factory."""

    factory: str
    """``l`` for the large one, ``1`` to ``4``."""
    colour: Colour
    kind: Literal["sun"] = "sun"


@dataclass(frozen=True, slots=True)
class TakeFromMoons:
    """All tiles of a colour that lie on top, from all moons."""

    colour: Colour
    kind: Literal["moons"] = "moons"


@dataclass(frozen=True, slots=True)
class TakePlate:
    """A plate of the display."""

    place: int
    """From 1."""
    kind: Literal["plate"] = "plate"


@dataclass(frozen=True, slots=True)
class DrawPlate:
    """The topmost plate of the pile, unseen."""

    kind: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class TakeChip:
    """The bonus chip that lies open on a small factory."""

    factory: str
    kind: Literal["chip"] = "chip"


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing, for the rest of phase 1."""

    kind: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class PutOnLine:
    """The tiles in hand, to a pattern line."""

    line: int | None
    """From 1; None to break them."""
    kind: Literal["line"] = "line"


@dataclass(frozen=True, slots=True)
class Enough:
    """No more plates, or no (more) chips."""

    kind: Literal["enough"] = "enough"


@dataclass(frozen=True, slots=True)
class PayChip:
    """A bonus chip, for a missing tile of the line that is being completed."""

    chip: Chip
    kind: Literal["pay"] = "pay"


@dataclass(frozen=True, slots=True)
class KeepPlate:
    """One of the plates drawn in this turn, to be placed."""

    number: int
    """In the order in which they were drawn, from 1."""
    kind: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True)
class ReturnPlate:
    """One of the plates drawn in this turn, to go under the pile."""

    number: int
    """In the order in which they were drawn, from 1."""
    kind: Literal["return"] = "return"


@dataclass(frozen=True, slots=True)
class PlacePlate:
    """The plate in hand, to a space of the dome."""

    space: int
    """From 1, row by row."""
    turn: Turn
    """Where its upper edge points."""
    kind: Literal["place"] = "place"


@dataclass(frozen=True, slots=True)
class LayTile:
    """The tile of a pattern line, to a cell of its row of the dome."""

    line: int
    column: int
    kind: Literal["lay"] = "lay"


@dataclass(frozen=True, slots=True)
class StackTiles:
    """The tiles left over on a small sun, to its moon."""

    order: tuple[Colour, ...]
    """From the bottom up."""
    kind: Literal["stack"] = "stack"


Parts: TypeAlias = (
    TakeFromSun
    | TakeFromMoons
    | TakePlate
    | DrawPlate
    | TakeChip
    | Pass
    | PutOnLine
    | Enough
    | PayChip
    | KeepPlate
    | ReturnPlate
    | PlacePlate
    | LayTile
    | StackTiles
)


def parts(code: int) -> Parts:
    """Return what a code says.

    >>> parts(16)
    TakeFromSun(factory='3', colour='Y', kind='sun')
    """
    if not 0 <= code < MOVE_CODES:
        raise InvalidMove("duel.error.move_code", value=code, most=MOVE_CODES - 1)
    return _PARTS[code]


def code_of(said: Parts) -> int:
    """Return the code of a move."""
    return _CODES[said]


def _all_parts() -> list[Parts]:
    """Return the parts of every code, in the order of the codes."""
    drawn = range(1, MOST_DRAWN + 1)
    lines = [None if line == BROKEN else line + 1 for line in range(DESTINATIONS)]
    groups: dict[int, Sequence[Parts]] = {
        SUN: [TakeFromSun(factory, colour) for factory in FACTORY_IDS for colour in LETTERS],
        MOON: [TakeFromMoons(colour) for colour in LETTERS],
        DISPLAY: [TakePlate(place + 1) for place in range(DISPLAY_PLATES)],
        DRAW: [DrawPlate()],
        CHIP: [TakeChip(factory) for factory in FACTORY_IDS if factory != LARGE_ID],
        PASS: [Pass()],
        TO_LINE: [PutOnLine(line) for line in lines],
        ENOUGH: [Enough()],
        PAY_CHIP: [PayChip(chip) for chip in CHIP_NAMES],
        KEEP_PLATE: [KeepPlate(number) for number in drawn],
        RETURN_PLATE: [ReturnPlate(number) for number in drawn],
        PLACE_PLATE: [PlacePlate(space + 1, turn) for space in range(PLATE_SPACES) for turn in TURN_LETTERS],
        LAY_TILE: [LayTile(row + 1, column + 1) for row in range(DOME_ROWS) for column in range(DOME_COLUMNS)],
        STACK_TWO: [StackTiles(order) for order in product(LETTERS, repeat=2)],
        STACK_THREE: [StackTiles(order) for order in product(LETTERS, repeat=3)],
    }
    found: list[Parts] = []
    for first, group in groups.items():
        assert first == len(found)
        found += group
    return found


_PARTS = _all_parts()
_CODES = {said: code for code, said in enumerate(_PARTS)}
