"""The rules of Azul Duel, put together: whose turn, which moves, what a move does.

The rules themselves are in the order of the book: preparation.py (set-up and phase 3),
acquisition.py (phase 1), tiling.py (phase 2), scoring.py; what is drawn is in dealing.py and pile.py.
"""

from azulejo.games.contract import CHANCE, OVER, Codes, Numbers
from azulejo.games.duel import pile
from azulejo.games.duel.acquisition import (
    draw_plate,
    keep_plate,
    legal_actions,
    legal_places,
    legal_stacks,
    open_destinations,
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
from azulejo.games.duel.components import COLOURS, DOME_COLUMNS, PLAYERS, TURNS
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
    write_bits,
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
    legal_payments,
    open_columns,
    pass_line,
    pay,
    tile_next_line,
)
from azulejo.kernel.rule import rule


@rule
def to_move(state: State) -> int:
    """Return the seat to decide, CHANCE before a draw, or OVER."""
    if state.stage <= LAST_DRAW:
        return CHANCE
    if state.stage == END:
        return OVER
    return int(state.turn)


@rule
def legal_moves(state: State, out: Codes) -> int:
    """Write the codes of the legal moves, ascending, and return their number."""
    stage = state.stage
    if stage == ACTION:
        return legal_actions(state, out)
    if stage == LINE:
        return write_bits(out, 0, TO_LINE, open_destinations(state))
    if stage == STACK:
        return legal_stacks(int(state.suns[state.stacking]), out)
    if stage == PLACE:
        return legal_places(state, out)
    if stage == CHOOSE:
        return write_bits(out, 0, DISPLAY, display_mask(state))
    if stage == DRAWING:
        out[0] = DRAW
        out[1] = ENOUGH
        return 2
    if stage == KEEP:
        return write_bits(out, 0, KEEP_PLATE, pile.still_drawn(state))
    if stage == RETURN:
        return write_bits(out, 0, RETURN_PLATE, pile.still_drawn(state))
    if stage == PAY:
        return legal_payments(state, out)
    if stage == LAY:
        row = int(state.tiling_row)
        first = LAY_TILE + row * DOME_COLUMNS
        return write_bits(out, 0, first, open_columns(state.players[state.turn], row))
    return 0


@rule
def apply(state: State, move: int) -> None:
    """Play one legal move, and everything that follows from it without a decision or a draw."""
    decide(state, int(move))
    while state.stage == TILING and tile_next_line(state):
        pass


@rule
def decide(state: State, move: int) -> None:
    """Do what the move itself says, up to the tiling of the next pattern line."""
    if move < TO_LINE:
        _begin_turn(state, move)
    elif move < KEEP_PLATE:
        if move == ENOUGH:
            _enough(state)
        else:
            put_on_line(state, move - TO_LINE)
    elif move < RETURN_PLATE:
        keep_plate(state, move - KEEP_PLATE)
    elif move < PLACE_PLATE:
        return_plate(state, move - RETURN_PLATE)
    elif move < LAY_TILE:
        place_plate(state, (move - PLACE_PLATE) // TURNS, (move - PLACE_PLATE) % TURNS)
    elif move < PAY_CHIP:
        lay_chosen(state, (move - LAY_TILE) % DOME_COLUMNS)
    elif move < STACK_TWO:
        pay(state, move - PAY_CHIP)
    else:
        stack_leftovers(state, move)


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
    if state.stage == DRAWING:
        state.stage = LOOK_DUE
    elif state.paid:
        complete_line(state)
    else:
        pass_line(state)


@rule
def outcome(state: State, playing: int, scores: Numbers) -> int:
    """Write every seat's points and return the winners among the seats playing."""
    for seat in range(PLAYERS):
        scores[seat] = state.players[seat].score
    return winners(state, playing)
