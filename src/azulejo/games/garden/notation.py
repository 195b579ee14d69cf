"""Texts of moves and draws, both ways; of positions: position.py. Described for people in docs/rules/garden.md."""

from collections.abc import Sequence
from typing import Any

from azulejo.games.garden import tiles
from azulejo.games.garden.components import HEX_IDS
from azulejo.games.garden.dealing import refill_bag, tiles_due
from azulejo.games.garden.moves import MOVE_CODES, ChooseSpace, Copy, Give, PlacePiece, Take, code_of, parts
from azulejo.games.garden.state import EXPANSION_IDS, FACE, State
from azulejo.texts import latin_keys
from azulejo.texts.errors import BadRecord, InvalidMove

# ---------------------------------------------------------------- moves


def move_text(code: int) -> str:
    """Return the text of a move: ``tb``, ``f2``, ``b3``, ``eb3``, ``buy``, ``pass``, ``14``, ``db3``, ``done``."""
    move = parts(code)
    match move:
        case Take():
            return f"t{move.set}"
        case Copy():
            return move.place
        case PlacePiece():
            return move.piece
        case ChooseSpace():
            return move.space
        case Give():
            return f"d{move.piece}"
        case _:
            return move.kind


def parse_move(text: str) -> int:
    """Return the code of a move's text."""
    said = _PARTS.get(latin_keys(text.strip()).lower())
    if said is None:
        raise InvalidMove("garden.error.move_text", value=text)
    return code_of(said)


_PARTS = {move_text(code): parts(code) for code in range(MOVE_CODES)}


# ---------------------------------------------------------------- draws


def draw_value(state: State, drawn: Sequence[int]) -> list[str] | str:
    """Return tiles laid on a top as a list of hexes, a face turned up as the expansion's text."""
    return EXPANSION_IDS[drawn[0]] if state.phase == FACE else [HEX_IDS[kind] for kind in drawn]


def parse_draw(state: State, value: Any) -> list[int]:
    """Return the pieces of the draw that is due, or say why these cannot be drawn now."""
    return _parse_face(state, value) if state.phase == FACE else _parse_tiles(state, value)


def _parse_face(state: State, value: Any) -> list[int]:
    if value not in EXPANSION_IDS:
        raise BadRecord("garden.error.draw_face", value=value)
    kind = EXPANSION_IDS.index(value)
    if not int(state.unseen) >> kind & 1:
        raise BadRecord("garden.error.draw_seen", value=value)
    return [kind]


def _parse_tiles(state: State, value: Any) -> list[int]:
    due = tiles_due(state)
    if not isinstance(value, list) or len(value) != due:
        raise BadRecord("garden.error.draw_tiles", count=due)
    left = state.copy()
    drawn = []
    for text in value:
        if text not in HEX_IDS:
            raise BadRecord("garden.error.draw_hex", value=text)
        kind = HEX_IDS.index(text)
        refill_bag(left)
        if tiles.count(left.bag, 1 << kind) == 0:
            raise BadRecord("garden.error.draw_none_left", value=text)
        tiles.remove(left.bag, kind)
        drawn.append(kind)
    return drawn
