"""The codes of the moves, and what each of them says. Their texts: notation.py."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from azulejo.games.azul.components import COLOURS, COLUMNS, FACTORY_TILES, LETTERS, MAX_FACTORIES, ROWS, Colour
from azulejo.games.azul.state import CENTRE
from azulejo.texts.errors import InvalidMove

# A move takes the tiles of one colour from one source to one destination, or lays a tile.
FLOOR_LINE = ROWS
DESTINATIONS = ROWS + 1
FIRST_LAYING = (MAX_FACTORIES + 1) * COLOURS * DESTINATIONS
MOVE_CODES = FIRST_LAYING + ROWS * COLUMNS

MAX_MOVES = MAX_FACTORIES * FACTORY_TILES * DESTINATIONS
"""No position offers more: nine full factories with four colours each, and every destination."""

MOVES_ROOM = MAX_MOVES + 8
"""``legal_moves`` writes eight codes at a time."""

CENTRE_ID = "c"
SOURCE_IDS = (CENTRE_ID, *(str(factory) for factory in range(1, MAX_FACTORIES + 1)))
"""How texts and boards call the sources."""


@dataclass(frozen=True, slots=True)
class Take:
    """All tiles of a colour, from a factory or the centre to a pattern line."""

    source: str
    """``1`` to ``9``, or ``c`` for the centre."""
    colour: Colour
    line: int | None
    """The pattern line, from 1; None for the floor line."""
    kind: Literal["take"] = "take"


@dataclass(frozen=True, slots=True)
class Lay:
    """The tile of a complete pattern line, to a cell of the grey wall."""

    line: int
    column: int
    kind: Literal["lay"] = "lay"


Parts: TypeAlias = Take | Lay


def parts(code: int) -> Parts:
    """Return what a code says.

    >>> parts(93)
    Take(source='3', colour='B', line=4, kind='take')
    """
    if not 0 <= code < MOVE_CODES:
        raise InvalidMove("azul.error.move_code", value=code, most=MOVE_CODES - 1)
    return _PARTS[code]


def code_of(said: Parts) -> int:
    """Return the code of a move."""
    return _CODES[said]


def _all_parts() -> list[Parts]:
    takes: list[Parts] = [
        Take(source, colour, None if destination == FLOOR_LINE else destination + 1)
        for source in SOURCE_IDS
        for colour in LETTERS
        for destination in range(DESTINATIONS)
    ]
    return takes + [Lay(row + 1, column + 1) for row in range(ROWS) for column in range(COLUMNS)]


_PARTS = _all_parts()
_CODES = {said: code for code, said in enumerate(_PARTS)}

assert SOURCE_IDS[CENTRE] == CENTRE_ID
