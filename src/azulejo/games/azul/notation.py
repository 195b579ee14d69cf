"""Texts of moves and draws, both ways; of positions: position.py. Described for people in docs/notation.md."""

import re
from collections.abc import Sequence
from typing import Any

from azulejo.games import tiles
from azulejo.games.azul.components import (
    FACTORY_TILES,
    LETTERS,
    Colour,
)
from azulejo.games.azul.moves import Lay, Take, code_of, parts
from azulejo.games.azul.state import (
    State,
    factories,
)
from azulejo.games.contract import NO_PIECE
from azulejo.texts import latin_keys
from azulejo.texts.errors import BadRecord, InvalidMove

NOTHING = "-"

# ---------------------------------------------------------------- moves

_TAKE = re.compile(r"([c1-9])([byrkw])([1-5-])")
_LAY = re.compile(r"w([1-5])([1-5])")


def move_text(code: int) -> str:
    """Return the text of a move: ``3b4``, ``cb-`` or ``w24``."""
    move = parts(code)
    if isinstance(move, Lay):
        return f"w{move.line}{move.column}"
    return f"{move.source}{move.colour.lower()}{NOTHING if move.line is None else move.line}"


def parse_move(text: str) -> int:
    """Return the code of a move's text."""
    typed = latin_keys(text.strip()).lower().replace("–", "-").replace("−", "-")
    if found := _TAKE.fullmatch(typed):
        source, letter, line = found.groups()
        return code_of(Take(source, _COLOURS[letter], None if line == NOTHING else int(line)))
    if found := _LAY.fullmatch(typed):
        return code_of(Lay(int(found[1]), int(found[2])))
    raise InvalidMove("azul.error.move_text", value=text)


_COLOURS: dict[str, Colour] = {letter.lower(): letter for letter in LETTERS}


# ---------------------------------------------------------------- draws


def draw_value(state: State, drawn: Sequence[int]) -> list[str]:
    """Return a deal as one string of letters per factory."""
    letters = ["" if colour == NO_PIECE else LETTERS[colour] for colour in drawn]
    return ["".join(letters[at : at + FACTORY_TILES]) for at in range(0, len(letters), FACTORY_TILES)]


def parse_draw(state: State, value: Any) -> list[int]:
    """Return the pieces of a deal, or say why these tiles cannot be dealt now."""
    number = factories(state)
    if not isinstance(value, list) or len(value) != number or not all(isinstance(one, str) for one in value):
        raise BadRecord("azul.error.draw_shape", count=number)
    bag, lid = int(state.bag), int(state.lid)
    drawn = []
    for factory, letters in enumerate(value, 1):
        if len(letters) > FACTORY_TILES or set(letters) - set(LETTERS):
            raise BadRecord("azul.error.draw_letters", value=letters, factory=factory)
        for letter in letters:
            if bag == 0:
                bag, lid = lid, 0
            if tiles.count(bag, LETTERS.index(letter)) == 0:
                raise BadRecord("azul.error.draw_tile", value=letter, factory=factory)
            bag -= tiles.several(LETTERS.index(letter), 1)
            drawn.append(LETTERS.index(letter))
        if len(letters) < FACTORY_TILES and (bag or lid):
            raise BadRecord("azul.error.draw_short", value=letters, factory=factory)
        drawn += [NO_PIECE] * (FACTORY_TILES - len(letters))
    return drawn
