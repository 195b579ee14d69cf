"""The codes of the moves, and what each of them says. Their texts: notation.py.

A turn is several of them; what each means is in docs/rules/garden.md.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from azulejo.games.garden.components import HEX_IDS, KINDS, SET_IDS, SETS, SPACE_IDS, SPACES, HexId, SetId, SpaceId
from azulejo.games.garden.state import EXPANSION_IDS, JOKER, PIECE_IDS, PLACE_IDS, PLACES, PieceId, PlaceId
from azulejo.texts.errors import InvalidMove

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


def _piece_id(hex_id: HexId, expansion: bool) -> PieceId:
    return EXPANSION_IDS[HEX_IDS.index(hex_id)] if expansion else hex_id


@dataclass(frozen=True, slots=True)
class Take:
    """One of each distinct hex of a colour or pattern, from the display to the storage."""

    set: SetId
    kind: Literal["take"] = "take"


@dataclass(frozen=True, slots=True)
class Copy:
    """The hex asked for while a set is taken, from one of the places where it lies."""

    place: PlaceId
    kind: Literal["copy"] = "copy"


@dataclass(frozen=True, slots=True)
class PlacePiece:
    """A stored tile or expansion that is to be placed; its space and payment follow."""

    hex: HexId
    expansion: bool
    kind: Literal["place"] = "place"

    @property
    def piece(self) -> PieceId:
        """The piece as boards call it."""
        return _piece_id(self.hex, self.expansion)


@dataclass(frozen=True, slots=True)
class Buy:
    """A blank expansion from the supply that is to be laid; its slot follows."""

    kind: Literal["buy"] = "buy"


@dataclass(frozen=True, slots=True)
class Pass:
    """Be out for the round; discarding follows where it is possible."""

    kind: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class ChooseSpace:
    """Where the chosen piece goes: of an expansion, where its printed hex comes to lie; of a blank one, its middle."""

    space: SpaceId
    kind: Literal["space"] = "space"


@dataclass(frozen=True, slots=True)
class Give:
    """A stored piece that is paid or, while passing, discarded."""

    hex: HexId | None
    """None for a joker."""
    expansion: bool
    kind: Literal["give"] = "give"

    @property
    def piece(self) -> PieceId:
        """The piece as boards call it."""
        return PIECE_IDS[JOKER] if self.hex is None else _piece_id(self.hex, self.expansion)


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing more is discarded."""

    kind: Literal["done"] = "done"


Parts: TypeAlias = Take | Copy | PlacePiece | Buy | Pass | ChooseSpace | Give | Done
MOVE_KINDS = (Take, Copy, PlacePiece, Buy, Pass, ChooseSpace, Give, Done)


def parts(code: int) -> Parts:
    """Return what a code says.

    >>> parts(59)
    PlacePiece(hex='b3', expansion=True, kind='place')
    """
    if not 0 <= code < MOVE_CODES:
        raise InvalidMove("garden.error.move_code", value=code, most=MOVE_CODES - 1)
    return _PARTS[code]


def code_of(said: Parts) -> int:
    """Return the code of a move."""
    return _CODES[said]


def _all_parts() -> list[Parts]:
    found: list[Parts] = [Take(chosen) for chosen in SET_IDS]
    found += [Copy(place) for place in PLACE_IDS]
    found += [PlacePiece(one, expansion) for expansion in (False, True) for one in HEX_IDS]
    found += [Buy(), Pass()]
    found += [ChooseSpace(space) for space in SPACE_IDS[1:]]
    found += [Give(one, expansion) for expansion in (False, True) for one in HEX_IDS]
    return [*found, Give(None, False), Done()]


_PARTS = _all_parts()
_CODES = {said: code for code, said in enumerate(_PARTS)}
