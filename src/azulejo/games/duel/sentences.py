"""A move and a draw as sentences, made from parts and effects. Why a move is not legal: reasons.py."""

from collections.abc import Sequence

from azulejo.games.duel.effects import Effect, effect
from azulejo.games.duel.moves import (
    DrawPlate,
    Enough,
    KeepPlate,
    LayTile,
    Pass,
    PayChip,
    PlacePlate,
    PutOnLine,
    ReturnPlate,
    StackTiles,
    TakeChip,
    TakeFromMoons,
    TakeFromSun,
    TakePlate,
    parts,
)
from azulejo.games.duel.notation import draw_value
from azulejo.games.duel.state import (
    CHIPS_DUE,
    DISPLAY_DUE,
    KEPT_DUE,
    LOOK_DUE,
    PHASES,
    TILES_DUE,
    TOP_DUE,
    State,
)
from azulejo.games.duel.words import colour_name, factory_name, printed, tiles_name, turn_name, type_name
from azulejo.texts import Message, message


def describe(state: State, code: int) -> Message:
    """Return a sentence for a legal move. It names no front that only the mover has seen."""
    return sentence(code, effect(state, code))


def sentence(code: int, done: Effect) -> Message:
    """Return a sentence for a move with its effect."""
    move = parts(code)
    match move:
        case TakeFromSun() | TakeFromMoons():
            return _taking(move, done)
        case StackTiles(order):
            return message("duel.describe.stack", factory=done.factory, order=printed(order))
        case PutOnLine() | LayTile():
            return _putting(move, done)
        case TakePlate() | DrawPlate() | KeepPlate() | ReturnPlate() | PlacePlate():
            return _plate(move, done)
        case TakeChip(factory):
            return message("duel.describe.chip", chip=printed(done.chips[0]), factory=factory)
        case PayChip(chip):
            return message("duel.describe.pay", chip=printed(chip), line=done.line)
        case Enough():
            if done.plates:
                return message("duel.describe.stop", count=done.plates)
            return message("duel.describe.paid" if done.completes else "duel.describe.leave", line=done.line)
        case Pass():
            return message("duel.describe.pass")


def _taking(move: TakeFromSun | TakeFromMoons, done: Effect) -> Message:
    if isinstance(move, TakeFromSun):
        where = message("duel.describe.from_sun", factory=factory_name(move.factory))
    else:
        where = message("duel.describe.from_moons")
    rest: list[Message] = []
    if done.starting_tile:
        rest.append(message("duel.describe.starting_tile"))
    if done.broken:
        rest.append(message("duel.describe.no_line"))
    key = "duel.describe.take_and" if rest else "duel.describe.take"
    return message(key, tiles=tiles_name(move.colour, done.tiles), where=where, rest=rest)


def _putting(move: PutOnLine | LayTile, done: Effect) -> Message:
    assert done.colour is not None
    if isinstance(move, LayTile):
        return message("duel.describe.lay", colour=colour_name(done.colour), line=move.line, column=move.column)
    put = tiles_name(done.colour, done.tiles)
    if move.line is None:
        return message("duel.describe.break", tiles=put)
    if done.broken:
        rest = message("duel.describe.rest_breaks", count=done.broken)
        return message("duel.describe.line_and", tiles=put, line=move.line, rest=rest)
    return message("duel.describe.line", tiles=put, line=move.line)


def _plate(move: TakePlate | DrawPlate | KeepPlate | ReturnPlate | PlacePlate, done: Effect) -> Message:
    assert done.plate is not None
    match move:
        case TakePlate():
            return message("duel.describe.plate", plate=printed(done.plate))
        case DrawPlate():
            return message("duel.describe.draw" if done.cost else "duel.describe.draw_free", type=type_name(done.plate))
        case KeepPlate(number) | ReturnPlate(number):
            return message(f"duel.describe.{move.kind}", number=number, type=type_name(done.plate))
        case PlacePlate(space, turn):
            return message("duel.describe.place", plate=printed(done.plate), space=space, turned=turn_name(turn))


def describe_draw(state: State, drawn: Sequence[int]) -> Message:
    """Return a sentence for a draw."""
    value, phase = draw_value(state, drawn), state.phase
    if phase == TILES_DUE:
        shown = [letters or "-" for letters in value["tiles"]]
        return message("duel.describe.deal", number=int(state.round_number) + 1, factories=shown)
    if phase == CHIPS_DUE:
        return message("duel.describe.chips", chips=[f"{number}: {chip}" for number, chip in value["chips"].items()])
    if phase == DISPLAY_DUE and "top" in value:
        return message("duel.describe.display_top", plates=value["display"], type=type_name(value["top"]))
    if phase == DISPLAY_DUE:
        return message("duel.describe.display", plates=value["display"])
    if phase == TOP_DUE:
        return message("duel.describe.top", type=type_name(value["top"]))
    if phase == LOOK_DUE:
        return message("duel.describe.look", plates=value["plates"])
    if phase == KEPT_DUE:
        return message("duel.describe.kept", plate=value["kept"])
    return message("duel.describe.tablets", tablets=value["tablets"])


def question(state: State) -> Message:
    """Return what the player to move is asked."""
    return message(f"duel.asked.{PHASES[state.phase]}", line=int(state.tiling_row) + 1)
