"""A move and a draw as sentences, made from parts and effects. Why a move is not legal: reasons.py."""

from collections.abc import Sequence

from azulejo.games.garden.components import HEX_IDS, PER_SLOT, SPACE_IDS, SUPPLY_PRICE
from azulejo.games.garden.effects import Effect, effect
from azulejo.games.garden.moves import Buy, ChooseSpace, Copy, Done, Give, Pass, PlacePiece, Take, parts
from azulejo.games.garden.state import EXPANSION_IDS, FACE, PIECE_IDS, SUPPLY, State
from azulejo.games.garden.words import hex_name, piece_name, place_name, set_name
from azulejo.texts import Message, message


def describe(state: State, code: int) -> Message:
    """Return a sentence for a legal move."""
    return sentence(code, effect(state, code))


def sentence(code: int, done: Effect) -> Message:
    """Return a sentence for a move with its effect."""
    move = parts(code)
    match move:
        case Buy():
            return message("garden.describe.buy", count=SUPPLY_PRICE)
        case ChooseSpace() if done.piece == PIECE_IDS[SUPPLY]:
            return message("garden.describe.blank", slot=SPACE_IDS.index(move.space) // PER_SLOT)
        case ChooseSpace():
            assert done.piece is not None
            return message("garden.describe.space", piece=piece_name(done.piece), space=move.space)
        case Done():
            return message("garden.describe.done")
        case Take():
            hexes = [hex_name(one) for one in done.hexes]
            return message("garden.describe.take", set=set_name(move.set), count=len(hexes), hexes=hexes)
        case Copy():
            place = place_name(move.place, face=done.piece in EXPANSION_IDS)
            return message("garden.describe.copy", hex=hex_name(done.hexes[0]), place=place)
        case PlacePiece():
            return message("garden.describe.place", piece=piece_name(move.piece), cost=done.cost)
        case Pass():
            return message("garden.describe.pass_first" if done.marker else "garden.describe.pass")
        case Give() if done.loss:  # discarding a hex always costs points, paying with one never
            return message("garden.describe.discard", piece=piece_name(move.piece), count=done.cost)
        case Give():
            return message("garden.describe.pay", piece=piece_name(move.piece), left=done.owed)


def describe_draw(state: State, drawn: Sequence[int]) -> Message:
    """Return a sentence for a draw."""
    hexes = [hex_name(HEX_IDS[kind]) for kind in drawn]
    if state.phase == FACE:
        return message("garden.describe.face", hex=hexes[0])
    return message("garden.describe.refill", round=int(state.round_number), hexes=hexes)
