"""Texts of moves and draws, both ways. Described for people in docs/notation.md; positions: position.py."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from itertools import pairwise
from typing import Any

from azulejo.games import tiles
from azulejo.games.contract import NO_PIECE
from azulejo.games.duel import chips, pile
from azulejo.games.duel.components import (
    CHIP_NAMES,
    COLOURS,
    FACTORIES,
    FEW_TABLETS,
    LARGE,
    LARGE_TILES,
    LETTERS,
    PLATE_NAMES,
    SIDE_LETTERS,
    SMALL_FACTORIES,
    SMALL_TILES,
    SPECIAL,
    TABLETS,
    TYPE_NAMES,
)
from azulejo.games.duel.dealing import all_equal, large_needs_tower, plates_due
from azulejo.games.duel.moves import (
    FACTORY_IDS,
    LARGE_ID,
    MOVE_CODES,
    Parts,
    PayChip,
    PutOnLine,
    StackTiles,
    code_of,
    parts,
)
from azulejo.games.duel.preparation import emptied_factories
from azulejo.games.duel.state import (
    CHIPS_DUE,
    DISPLAY_DUE,
    KEPT_DUE,
    LOOK_DUE,
    SOME_PLATE,
    TABLETS_DUE,
    TILES_DUE,
    TOP_DUE,
    State,
)
from azulejo.games.duel.title import RANDOM
from azulejo.games.duel.words import factory_name
from azulejo.texts import Message, latin_keys, message
from azulejo.texts.errors import BadRecord, InvalidMove

# ---------------------------------------------------------------- moves

FORMS = {
    "sun": "{factory}{colour}",
    "moons": "m{colour}",
    "plate": "p{place}",
    "draw": "d",
    "chip": "c{factory}",
    "pass": "pass",
    "line": "{line}",
    "enough": ".",
    "pay": "c{chip}",
    "keep": "k{number}",
    "return": "u{number}",
    "place": "{space}{turn}",
    "lay": "{line}{column}",
    "stack": "s{order}",
}
"""The text of every kind of move, with its parts in small letters."""
BROKEN = "-"
"""Instead of a line."""


def move_text(code: int) -> str:
    """Return the text of a move: ``3b`` from a sun, ``mb`` from the moons, ``4`` to a line, ``5n`` for a plate, ..."""
    return _written(parts(code))


@cache
def _written(move: Parts) -> str:
    values = {field.name: getattr(move, field.name) for field in fields(move)}
    if isinstance(move, StackTiles):
        values["order"] = "".join(move.order)
    if isinstance(move, PutOnLine) and move.line is None:
        values["line"] = BROKEN
    return FORMS[move.kind].format_map(values).lower()


_READ = {_written(move): move for move in map(parts, range(MOVE_CODES))}
_READ |= {f"c{move.chip[::-1].lower()}": move for move in _READ.values() if isinstance(move, PayChip)}
"""What every text says; the two colours of a chip may be typed in either order."""


def parse_move(text: str) -> int:
    """Return the code of a move's text."""
    typed = text.strip().replace("–", "-").replace("−", "-").lower()
    move = _READ.get(typed, _READ.get(latin_keys(typed)))
    if move is None:
        raise InvalidMove("duel.error.move_text", value=text)
    return code_of(move)


# ---------------------------------------------------------------- draws


def draw_value(state: State, drawn: Sequence[int]) -> dict[str, Any]:
    """Return a draw as an object that names what was drawn."""
    phase = state.phase
    if phase == TILES_DUE:
        letters = ["" if colour == NO_PIECE else LETTERS[colour] for colour in drawn]
        starts = [0, *range(LARGE_TILES, len(letters), SMALL_TILES), len(letters)]
        return {"tiles": ["".join(letters[first:end]) for first, end in pairwise(starts)]}
    if phase == CHIPS_DUE:
        factories = [moon + 1 for moon in range(SMALL_FACTORIES) if emptied_factories(state) >> moon & 1]
        return {"chips": {str(number): CHIP_NAMES[kind] for number, kind in zip(factories, drawn, strict=True)}}
    if phase == DISPLAY_DUE:
        number = plates_due(state)
        shown: dict[str, Any] = {"display": [PLATE_NAMES[plate] for plate in drawn[:number]]}
        if len(drawn) > number:
            shown["top"] = TYPE_NAMES[drawn[number]]
        return shown
    if phase == TOP_DUE:
        return {"top": TYPE_NAMES[drawn[0]]}
    if phase == LOOK_DUE:
        return {"plates": [PLATE_NAMES[plate] for plate in drawn]}
    if phase == KEPT_DUE:
        return {"kept": PLATE_NAMES[drawn[0]]}
    return {"tablets": [f"{piece // 2 + 1}{SIDE_LETTERS[1 + piece % 2]}" for piece in drawn]}


def parse_draw(state: State, value: Any) -> list[int]:
    """Return the pieces of a draw, or say why they cannot be drawn now."""
    return _DRAWS[int(state.phase)](state, value)


def _part(value: Any, *names: str) -> Mapping[str, Any]:
    """Return a draw that is an object with the first of these parts, and perhaps the others."""
    if not isinstance(value, dict) or names[0] not in value or set(value) - set(names):
        raise BadRecord("duel.error.draw_part", name=names[0])
    return value


def _texts(value: Any, name: str, number: int) -> list[str]:
    """Return a list of so many texts."""
    if not isinstance(value, list) or len(value) != number or not all(isinstance(one, str) for one in value):
        raise BadRecord("duel.error.draw_list", name=name, count=number)
    return value


def _index(names: Sequence[str], value: Any, said: Message) -> int:
    """Return the place of a name among others."""
    if not isinstance(value, str) or value not in names:
        raise BadRecord(said)
    return names.index(value)


def _read_tablets(state: State, value: Any) -> list[int]:
    number = FEW_TABLETS if state.tablet_choice == RANDOM else TABLETS
    shown = _texts(_part(value, "tablets")["tablets"], "tablets", number)
    pieces = []
    for text in shown:
        if not re.fullmatch("[1-4][AB]", text):
            raise BadRecord("duel.error.draw_tablets")
        pieces.append((int(text[0]) - 1) * 2 + SIDE_LETTERS.index(text[1]) - 1)
    tablets = [piece // 2 for piece in pieces]
    if tablets != sorted(set(tablets)):
        raise BadRecord("duel.error.draw_tablets")
    return pieces


def _front(state: State, text: Any, place: int, unseen: int) -> int:
    """Return the plate of this name if it can be what a place holds, none of the unseen twice."""
    plate = _index(PLATE_NAMES, text, message("duel.error.draw_plate", value=text))
    fits = plate == place if pile.is_definite(place) else unseen >> plate & 1
    if not fits or (place != SOME_PLATE and pile.type_of(plate) != pile.type_of(place)):
        raise BadRecord("duel.error.draw_front", value=text)
    return plate


def _type(state: State, text: Any, specials: int, covered: int) -> int:
    """Return the type of this name if a plate of it can come up among those still covered."""
    found = _index(TYPE_NAMES, text, message("duel.error.draw_type", value=text))
    if (specials if found == SPECIAL else covered - specials) <= 0:
        raise BadRecord("duel.error.draw_no_type", value=text)
    return found


def _read_display(state: State, value: Any) -> list[int]:
    number = plates_due(state)
    parts = _part(value, "display", "top")
    unseen = int(state.unseen_plates)
    specials, covered = pile.covered(state)
    size = int(state.pile_size)
    pieces: list[int] = []
    for at, text in enumerate(_texts(parts["display"], "display", number)):
        place = int(state.pile[size - 1 - at])
        plate = _front(state, text, place, unseen)
        if place == SOME_PLATE:
            _type(state, TYPE_NAMES[pile.type_of(plate)], specials, covered)
            specials -= pile.type_of(plate) == SPECIAL
            covered -= 1
        unseen &= ~(1 << plate)
        pieces.append(plate)
    top_is_new = size > number and state.pile[size - 1 - number] == SOME_PLATE
    if top_is_new != ("top" in parts):
        raise BadRecord("duel.error.draw_top" if top_is_new else "duel.error.draw_no_top")
    return [*pieces, _type(state, parts["top"], specials, covered)] if top_is_new else pieces


def _read_top(state: State, value: Any) -> list[int]:
    return [_type(state, _part(value, "top")["top"], *pile.covered(state))]


def _read_look(state: State, value: Any) -> list[int]:
    unseen = int(state.unseen_plates)
    pieces = []
    for index, text in enumerate(_texts(_part(value, "plates")["plates"], "plates", int(state.drawn_count))):
        plate = _front(state, text, int(state.drawn[index]), unseen)
        unseen &= ~(1 << plate)
        pieces.append(plate)
    return pieces


def _read_kept(state: State, value: Any) -> list[int]:
    return [_front(state, _part(value, "kept")["kept"], int(state.placing), int(state.unseen_plates))]


def _read_chips(state: State, value: Any) -> list[int]:
    shown = _part(value, "chips")["chips"]
    wanted = [str(moon + 1) for moon in range(SMALL_FACTORIES) if emptied_factories(state) >> moon & 1]
    if not isinstance(shown, dict) or sorted(shown) != wanted:
        raise BadRecord("duel.error.draw_chips", values=wanted)
    unseen = int(state.unseen_chips)
    pieces = []
    for number in wanted:
        kind = _index(CHIP_NAMES, shown[number], message("duel.error.draw_chip", value=shown[number]))
        if chips.count(unseen, kind) == 0:
            raise BadRecord("duel.error.draw_no_chip", value=CHIP_NAMES[kind])
        unseen -= chips.one(kind)
        pieces.append(kind)
    return pieces


def _read_tiles(state: State, value: Any) -> list[int]:
    shown = _texts(_part(value, "tiles")["tiles"], "tiles", FACTORIES)
    for factory, letters in enumerate(shown):
        if len(letters) > (SMALL_TILES if factory else LARGE_TILES) or set(letters) - set(LETTERS):
            raise BadRecord("duel.error.draw_letters", value=letters, factory=factory_name(FACTORY_IDS[factory]))
    bag, tower = _without_large(state, shown[0])
    drawn = [LETTERS.index(letter) for letter in shown[0]] + [NO_PIECE] * (LARGE_TILES - len(shown[0]))
    for factory, letters in enumerate(shown[1:], 1):
        for letter in letters:
            if bag == 0:
                bag, tower = tower, 0
            bag = _without(bag, letter, factory)
            drawn.append(LETTERS.index(letter))
        if len(letters) < SMALL_TILES and bag + tower:
            raise BadRecord("duel.error.draw_short", value=letters, factory=factory_name(FACTORY_IDS[factory]))
        drawn += [NO_PIECE] * (SMALL_TILES - len(letters))
    return drawn


def _without(bag: int, letters: str, factory: int) -> int:
    """Return the bag without the tiles that a factory gets, if it holds them."""
    for letter in letters:
        colour = LETTERS.index(letter)
        if tiles.count(bag, colour) == 0:
            raise BadRecord("duel.error.draw_tile", value=letter, factory=factory_name(FACTORY_IDS[factory]))
        bag -= tiles.several(colour, 1)
    return bag


def _without_large(state: State, letters: str) -> tuple[int, int]:
    """Return bag and Tower after the tiles of the large factory were taken, if they can be (rulings 10 and 18)."""
    bag, tower = int(state.bag), int(state.tower)
    if not large_needs_tower(state):
        left = _without(bag, letters, LARGE)
        if len(letters) < LARGE_TILES:
            raise BadRecord("duel.error.draw_short", value=letters, factory=factory_name(LARGE_ID))
        if all_equal(bag - left):
            raise BadRecord("duel.error.draw_equal")
        return left, tower
    everything = bag + tower
    left = _without(everything, letters, LARGE)
    if len(letters) < LARGE_TILES and left:
        raise BadRecord("duel.error.draw_short", value=letters, factory=factory_name(LARGE_ID))
    if all_equal(everything - left) and tiles.present(everything).bit_count() > 1:
        raise BadRecord("duel.error.draw_equal")
    from_bag = sum(min(tiles.count(bag, colour), letters.count(LETTERS[colour])) for colour in range(COLOURS))
    if from_bag < min(tiles.total(bag), LARGE_TILES) and not _could_be_equal(bag, everything):
        raise BadRecord("duel.error.draw_bag_first")
    return left, 0


def _could_be_equal(bag: int, everything: int) -> bool:
    """Return whether a first draw, with all of the bag in it, can be five tiles of a colour, which are put back."""
    return any(
        tiles.count(bag, colour) == tiles.total(bag) and tiles.count(everything, colour) >= LARGE_TILES
        for colour in range(COLOURS)
    )


_DRAWS: dict[int, Callable[[State, Any], list[int]]] = {
    TABLETS_DUE: _read_tablets,
    DISPLAY_DUE: _read_display,
    TILES_DUE: _read_tiles,
    CHIPS_DUE: _read_chips,
    TOP_DUE: _read_top,
    LOOK_DUE: _read_look,
    KEPT_DUE: _read_kept,
}
