"""Why a move is not legal now, in one sentence."""

from azulejo.games import tiles
from azulejo.games.duel import chips, pile
from azulejo.games.duel.acquisition import (
    actions,
    can_begin_to_draw,
    moon_colours,
    open_destinations,
    revealed_chips,
)
from azulejo.games.duel.components import (
    CHIP_NAMES,
    CHIPS_PER_ROUND,
    COLOURS,
    DOME_COLUMNS,
    LETTERS,
    TURNS,
)
from azulejo.games.duel.moves import (
    BROKEN,
    CHIP,
    DISPLAY,
    DRAW,
    ENOUGH,
    KEEP_PLATE,
    LAY_TILE,
    MOON,
    MOVE_CODES,
    PASS,
    PAY_CHIP,
    PLACE_PLATE,
    RETURN_PLATE,
    STACK_TWO,
    TO_LINE,
)
from azulejo.games.duel.notation import factory_name
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
from azulejo.games.duel.view import colour_name, stack_order
from azulejo.texts import Message, message
from azulejo.texts.errors import InvalidMove

STAGE_KEYS = {
    CHOOSE: "duel.asked.choose",
    ACTION: "duel.asked.action",
    STACK: "duel.asked.stack",
    LINE: "duel.asked.line",
    DRAWING: "duel.asked.drawing",
    KEEP: "duel.asked.keep",
    PLACE: "duel.asked.place",
    RETURN: "duel.asked.return",
    PAY: "duel.asked.pay",
    LAY: "duel.asked.lay",
}
"""What the player to move is asked at each stage."""


def why_not(state: State, move: int) -> Message | None:
    """Return why a move is not legal now, or None if it is."""
    if not 0 <= move < MOVE_CODES:
        raise InvalidMove("duel.error.move_code", value=move, most=MOVE_CODES - 1)
    if state.stage == END:
        return message("errors.game_over")
    if state.stage <= LAST_DRAW:
        return message("errors.draw_due")
    if int(state.stage) not in _stages_of(move):
        return message("duel.why.asked", question=question(state))
    if move < TO_LINE:
        return _why_not_act(state, move)
    if move < ENOUGH:
        return _why_not_line(state, move - TO_LINE)
    if move == ENOUGH:
        return None if state.stage == DRAWING or may_stop_paying(state) else message("duel.why.not_enough")
    if move < KEEP_PLATE:
        return _why_not_pay(state, move - PAY_CHIP)
    if move < PLACE_PLATE:
        index = (move - KEEP_PLATE) % (RETURN_PLATE - KEEP_PLATE)
        in_hand = pile.still_drawn(state) >> index & 1
        return None if in_hand else message("duel.why.no_drawn", number=index + 1)
    if move < LAY_TILE:
        space = (move - PLACE_PLATE) // TURNS
        is_free = state.players[state.turn].plates[space] == NO_PLATE
        return None if is_free else message("duel.why.space_taken", space=space + 1)
    if move < STACK_TWO:
        return _why_not_lay(state, *divmod(move - LAY_TILE, DOME_COLUMNS))
    leftovers = "".join(
        LETTERS[colour] * tiles.count(int(state.suns[state.stacking]), colour) for colour in range(COLOURS)
    )
    is_order = sorted(stack_order(move)) == sorted(leftovers)
    return None if is_order else message("duel.why.other_tiles", tiles=[*leftovers])


def question(state: State) -> Message:
    """Return what the player to move is asked."""
    return message(STAGE_KEYS[int(state.stage)], line=int(state.tiling_row) + 1)


def _stages_of(move: int) -> tuple[int, ...]:
    """Return the stages in which a move of this group can be made."""
    for first, stages in (
        (STACK_TWO, (STACK,)),
        (LAY_TILE, (LAY,)),
        (PLACE_PLATE, (PLACE,)),
        (RETURN_PLATE, (RETURN,)),
        (KEEP_PLATE, (KEEP,)),
        (PAY_CHIP, (PAY,)),
        (ENOUGH, (DRAWING, PAY)),
        (TO_LINE, (LINE,)),
        (CHIP, (ACTION,)),
        (DRAW, (ACTION, DRAWING)),
        (DISPLAY, (ACTION, CHOOSE)),
    ):
        if move >= first:
            return stages
    return (ACTION,)


def _why_not_act(state: State, move: int) -> Message | None:
    if move < MOON:
        factory, colour = divmod(move, COLOURS)
        if int(state.offers) >> move & 1:
            return None
        return message("duel.why.no_tile_sun", colour=colour_name(colour), factory=factory_name(factory))
    if move < DISPLAY:
        on_top = moon_colours(state) >> (move - MOON) & 1
        return None if on_top else message("duel.why.no_tile_moon", colour=colour_name(move - MOON))
    if move <= DRAW:
        return _why_not_plate(state, move)
    if move < PASS:
        return _why_not_chip(state, move - CHIP)
    return None if actions(state) == 1 << PASS else message("duel.why.no_pass")


def _why_not_plate(state: State, move: int) -> Message | None:
    player = state.players[state.turn]
    if state.stage == ACTION and player.tokens == 0:
        return message("duel.why.no_token")
    if move < DRAW:
        is_there = state.display[move - DISPLAY] != NO_PLATE
        return None if is_there else message("duel.why.no_plate", number=move - DISPLAY + 1)
    if state.stage == DRAWING or can_begin_to_draw(state, player):
        return None
    return message("duel.why.no_points" if state.pile_size else "duel.why.no_pile")


def _why_not_chip(state: State, moon: int) -> Message | None:
    if state.players[state.turn].chips_taken == CHIPS_PER_ROUND:
        return message("duel.why.two_chips")
    is_open = revealed_chips(state) >> moon & 1
    return None if is_open else message("duel.why.no_chip", factory=moon + 1)


def _why_not_line(state: State, destination: int) -> Message | None:
    if destination == BROKEN or open_destinations(state) >> destination & 1:
        return None
    player = state.players[state.turn]
    if player.line_count[destination] > destination:
        return message("duel.why.line_full", line=destination + 1)
    colour = colour_name(int(player.line_colour[destination]))
    return message("duel.why.line_holds", line=destination + 1, colour=colour)


def _why_not_lay(state: State, row: int, column: int) -> Message | None:
    line = int(state.tiling_row)
    if row != line:
        return message("duel.why.other_row", line=line + 1)
    player = state.players[state.turn]
    if open_columns(player, row) >> column & 1:
        return None
    if int(player.filled) >> (row * DOME_COLUMNS + column) & 1:
        return message("duel.why.cell_taken", line=row + 1, column=column + 1)
    colour = colour_name(int(player.line_colour[row]))
    return message("duel.why.cell_colour", line=row + 1, column=column + 1, colour=colour)


def _why_not_pay(state: State, kind: int) -> Message | None:
    if may_pay(state, kind):
        return None
    if chips.count(int(state.players[state.turn].chips), kind) == 0:
        return message("duel.why.chip_not_held", chip=CHIP_NAMES[kind])
    if int(state.paid) >= chips.one(kind + 1):
        return message("duel.why.chip_order", chip=CHIP_NAMES[kind])
    return message("duel.why.chip_useless", chip=CHIP_NAMES[kind], line=int(state.tiling_row) + 1)
