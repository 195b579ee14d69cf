"""Why a move is not legal now, in one sentence."""

from azulejo.games.duel import chips, pile
from azulejo.games.duel.acquisition import (
    actions,
    can_begin_to_draw,
    moon_colours,
    open_destinations,
    revealed_chips,
)
from azulejo.games.duel.components import CHIP_NAMES, CHIPS_PER_ROUND, DOME_COLUMNS, LETTERS
from azulejo.games.duel.moves import (
    FACTORY_IDS,
    PASS,
    DrawPlate,
    Enough,
    KeepPlate,
    LayTile,
    Parts,
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
    code_of,
    parts,
)
from azulejo.games.duel.sentences import question
from azulejo.games.duel.state import (
    ACTION,
    CHOOSE,
    DRAWING,
    END,
    KEEP,
    LAST_DRAW,
    LAY,
    LINE,
    NO_PLATE,
    PAY,
    PLACE,
    RETURN,
    STACK,
    State,
)
from azulejo.games.duel.tiling import may_pay, may_stop_paying, open_columns
from azulejo.games.duel.words import colour_name, factory_name, printed
from azulejo.games.unpack import letters_of
from azulejo.texts import Message, message

PHASES_OF: dict[type[Parts], tuple[int, ...]] = {
    TakeFromSun: (ACTION,),
    TakeFromMoons: (ACTION,),
    TakePlate: (ACTION, CHOOSE),
    DrawPlate: (ACTION, DRAWING),
    TakeChip: (ACTION,),
    Pass: (ACTION,),
    PutOnLine: (LINE,),
    Enough: (DRAWING, PAY),
    PayChip: (PAY,),
    KeepPlate: (KEEP,),
    ReturnPlate: (RETURN,),
    PlacePlate: (PLACE,),
    LayTile: (LAY,),
    StackTiles: (STACK,),
}
"""The phases in which each kind of move can be made."""


def why_not(state: State, code: int) -> Message | None:
    """Return why a move is not legal now, or None if it is."""
    move = parts(code)
    if state.phase == END:
        return message("errors.game_over")
    if state.phase <= LAST_DRAW:
        return message("errors.draw_due")
    if int(state.phase) not in PHASES_OF[type(move)]:
        return message("duel.why.asked", question=question(state))
    match move:
        case TakeFromSun() | TakeFromMoons() | TakePlate() | DrawPlate() | TakeChip() | Pass():
            return _why_not_act(state, move)
        case PutOnLine():
            return _why_not_line(state, move)
        case Enough():
            return None if state.phase == DRAWING or may_stop_paying(state) else message("duel.why.not_enough")
        case PayChip():
            return _why_not_pay(state, move)
        case KeepPlate(number) | ReturnPlate(number):
            in_hand = pile.still_drawn(state) >> number - 1 & 1
            return None if in_hand else message("duel.why.no_drawn", number=number)
        case PlacePlate(space):
            is_free = state.players[state.turn].plates[space - 1] == NO_PLATE
            return None if is_free else message("duel.why.space_taken", space=space)
        case LayTile():
            return _why_not_lay(state, move)
        case StackTiles(order):
            left_over = letters_of(int(state.suns[state.stacking]), LETTERS)
            is_order = sorted(order) == sorted(left_over)
            return None if is_order else message("duel.why.other_tiles", tiles=printed(left_over))


def _why_not_act(
    state: State, move: TakeFromSun | TakeFromMoons | TakePlate | DrawPlate | TakeChip | Pass
) -> Message | None:
    match move:
        case TakeFromSun() | TakeFromMoons():
            return _why_not_take(state, move)
        case TakePlate() | DrawPlate():
            return _why_not_plate(state, move)
        case TakeChip():
            return _why_not_chip(state, move)
        case Pass():
            return None if actions(state) == 1 << PASS else message("duel.why.no_pass")


def _why_not_take(state: State, take: TakeFromSun | TakeFromMoons) -> Message | None:
    colour = colour_name(take.colour)
    if isinstance(take, TakeFromMoons):
        on_top = moon_colours(state) >> LETTERS.index(take.colour) & 1
        return None if on_top else message("duel.why.no_tile_moon", colour=colour)
    on_offer = int(state.offers) >> code_of(take) & 1
    return None if on_offer else message("duel.why.no_tile_sun", colour=colour, factory=factory_name(take.factory))


def _why_not_plate(state: State, move: TakePlate | DrawPlate) -> Message | None:
    player = state.players[state.turn]
    if state.phase == ACTION and player.tokens == 0:
        return message("duel.why.no_token")
    if isinstance(move, TakePlate):
        is_there = state.display[move.place - 1] != NO_PLATE
        return None if is_there else message("duel.why.no_plate", number=move.place)
    if state.phase == DRAWING or can_begin_to_draw(state, player):
        return None
    return message("duel.why.no_points" if state.pile_size else "duel.why.no_pile")


def _why_not_chip(state: State, take: TakeChip) -> Message | None:
    if state.players[state.turn].chips_taken == CHIPS_PER_ROUND:
        return message("duel.why.two_chips")
    is_open = revealed_chips(state) >> FACTORY_IDS.index(take.factory) - 1 & 1
    return None if is_open else message("duel.why.no_chip", factory=take.factory)


def _why_not_line(state: State, put: PutOnLine) -> Message | None:
    if put.line is None or open_destinations(state) >> put.line - 1 & 1:
        return None
    player = state.players[state.turn]
    if player.line_count[put.line - 1] == put.line:
        return message("duel.why.line_full", line=put.line)
    colour = colour_name(LETTERS[player.line_colour[put.line - 1]])
    return message("duel.why.line_holds", line=put.line, colour=colour)


def _why_not_lay(state: State, lay: LayTile) -> Message | None:
    line, row, column = int(state.tiling_row) + 1, lay.line - 1, lay.column - 1
    if lay.line != line:
        return message("duel.why.other_row", line=line)
    player = state.players[state.turn]
    if open_columns(player, row) >> column & 1:
        return None
    if int(player.filled) >> (row * DOME_COLUMNS + column) & 1:
        return message("duel.why.cell_taken", line=lay.line, column=lay.column)
    colour = colour_name(LETTERS[player.line_colour[row]])
    return message("duel.why.cell_colour", line=lay.line, column=lay.column, colour=colour)


def _why_not_pay(state: State, pay: PayChip) -> Message | None:
    kind = CHIP_NAMES.index(pay.chip)
    if may_pay(state, kind):
        return None
    if chips.count(int(state.players[state.turn].chips), kind) == 0:
        return message("duel.why.chip_not_held", chip=printed(pay.chip))
    if int(state.paid) >= chips.one(kind + 1):
        return message("duel.why.chip_order", chip=printed(pay.chip))
    return message("duel.why.chip_useless", chip=printed(pay.chip), line=int(state.tiling_row) + 1)
