"""The rules of Azul Duel, put together: whose turn, which moves, what a move does.

The rules themselves are in the order of the book: setup.py, acquisition.py (phase 1), tiling.py (phase 2),
preparation.py (phase 3), scoring.py; what is drawn is in dealing.py and pile.py.
"""

from azulejo.games.contract import CHANCE, OVER, Codes, Numbers
from azulejo.games.duel import pile
from azulejo.games.duel.acquisition import (
    actions,
    draw_plate,
    keep_plate,
    legal_stacks,
    open_destinations,
    open_places,
    pass_turn,
    place_plate,
    put_on_line,
    return_plate,
    stack_leftovers,
    take_chip,
    take_from_display,
    take_from_moons,
    take_from_sun,
)
from azulejo.games.duel.components import COLOURS, DOME_COLUMNS, MAX_SEATS, TURNS
from azulejo.games.duel.moves import (
    CHIP,
    DISPLAY,
    DRAW,
    ENOUGH,
    KEEP_PLATE,
    LAY_TILE,
    MOON,
    PASS,
    PAY_CHIP,
    PLACE_PLATE,
    RETURN_PLATE,
    STACK_TWO,
    TO_LINE,
    write_codes,
)
from azulejo.games.duel.preparation import display_mask
from azulejo.games.duel.scoring import winners
from azulejo.games.duel.state import (
    ACTION,
    CHOOSE,
    DRAWING,
    END,
    KEEP,
    LAST_DRAW,
    LAY,
    LINE,
    LOOK_DUE,
    PAY,
    PLACE,
    RETURN,
    STACK,
    TILING,
    State,
)
from azulejo.games.duel.tiling import (
    complete_line,
    lay_chosen,
    open_columns,
    pass_line,
    pay,
    payments,
    tile_next_line,
)
from azulejo.kernel.rule import rule, widen


@rule
def to_move(state: State) -> int:
    """Return the seat to decide, CHANCE before a draw, or OVER."""
    if state.phase <= LAST_DRAW:
        return CHANCE
    if state.phase == END:
        return OVER
    return widen(state.turn)


@rule
def legal_moves(state: State, out: Codes) -> int:
    """Write the codes of the legal moves, ascending, and return their number."""
    if state.phase == STACK:
        return legal_stacks(widen(state.suns[state.stacking]), out)
    first, choices = _choices(state)
    return write_codes(first, choices, out)


@rule
def _choices(state: State) -> tuple[int, int]:
    """Return what can be chosen now as bits, and the code of the first."""
    phase, player, row = state.phase, state.players[state.turn], widen(state.tiling_row)
    if phase == ACTION:
        return 0, actions(state)
    if phase == LINE:
        return TO_LINE, open_destinations(state)
    if phase == PLACE:
        return PLACE_PLATE, open_places(player)
    if phase == CHOOSE:
        return DISPLAY, display_mask(state)
    if phase == DRAWING:
        return DRAW, 1 | 1 << (ENOUGH - DRAW)
    if phase == KEEP:
        return KEEP_PLATE, pile.still_drawn(state)
    if phase == RETURN:
        return RETURN_PLATE, pile.still_drawn(state)
    if phase == PAY:
        return ENOUGH, payments(state)
    if phase == LAY:
        return LAY_TILE, open_columns(player, row) << (DOME_COLUMNS * row)
    return 0, 0


@rule
def apply(state: State, move: int) -> None:
    """Play one legal move, and everything that follows from it without a decision or a draw."""
    decide(state, move)
    while state.phase == TILING and tile_next_line(state):
        pass


@rule
def decide(state: State, move: int) -> None:
    """Do what the move itself says, up to the tiling of the next pattern line."""
    code = widen(move)
    if code < TO_LINE:
        _begin_turn(state, code)
    elif code < ENOUGH:
        put_on_line(state, code - TO_LINE)
    elif code == ENOUGH:
        _enough(state)
    elif code < KEEP_PLATE:
        pay(state, code - PAY_CHIP)
    elif code < RETURN_PLATE:
        keep_plate(state, code - KEEP_PLATE)
    elif code < PLACE_PLATE:
        return_plate(state, code - RETURN_PLATE)
    elif code < LAY_TILE:
        place_plate(state, (code - PLACE_PLATE) // TURNS, (code - PLACE_PLATE) % TURNS)
    elif code < STACK_TWO:
        lay_chosen(state, (code - LAY_TILE) % DOME_COLUMNS)
    else:
        stack_leftovers(state, code)


@rule
def _begin_turn(state: State, move: int) -> None:
    """Begin one of the four actions, or pass (1); drawing can also go on."""
    if move < MOON:
        take_from_sun(state, move // COLOURS, move % COLOURS)
    elif move < DISPLAY:
        take_from_moons(state, move - MOON)
    elif move < DRAW:
        take_from_display(state, move - DISPLAY)
    elif move == DRAW:
        draw_plate(state)
    elif move < PASS:
        take_chip(state, move - CHIP)
    else:
        pass_turn(state)


@rule
def _enough(state: State) -> None:
    """Stop drawing plates and look at them; or pay no more chips for a line."""
    if state.phase == DRAWING:
        state.phase = LOOK_DUE
    elif state.paid:
        complete_line(state)
    else:
        pass_line(state)


@rule
def outcome(state: State, playing: int, scores: Numbers) -> int:
    """Write every seat's points and return the winners among the seats playing."""
    for seat in range(MAX_SEATS):
        scores[seat] = state.players[seat].score
    return winners(state, playing)
