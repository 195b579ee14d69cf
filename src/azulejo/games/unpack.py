"""What packed numbers hold, as plain lists: for boards, pictures and texts."""

from collections.abc import Sequence
from typing import TypeVar

Letter = TypeVar("Letter", bound=str)


def counts_of(handful: int, letters: Sequence[Letter]) -> dict[Letter, int]:
    """Return how many tiles of each colour a handful (see tiles.py) holds, those without a tile included."""
    return {letter: handful >> 8 * colour & 0xFF for colour, letter in enumerate(letters)}


def letters_of(handful: int, letters: Sequence[Letter]) -> list[Letter]:
    """Return the tiles of a handful one by one, sorted by colour."""
    return repeated([handful >> 8 * colour & 0xFF for colour in range(len(letters))], letters) if handful else []


def repeated(counts: Sequence[int], letters: Sequence[Letter]) -> list[Letter]:
    """Return every letter as often as counted."""
    return [letter for letter, count in zip(letters, counts, strict=True) for _ in range(count)]


def bits(mask: int) -> list[int]:
    """Return the bits that are set, ascending."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


def laid_out(masks: Sequence[int], letters: Sequence[Letter], rows: int, columns: int) -> list[list[Letter | None]]:
    """Return sets of cells (bit ``row * columns + column``), one for each letter, as rows of letters."""
    cells: list[Letter | None] = [None] * (rows * columns)
    for letter, mask in zip(letters, masks, strict=True):
        for cell in bits(mask):
            cells[cell] = letter
    return [cells[first : first + columns] for first in range(0, len(cells), columns)]
