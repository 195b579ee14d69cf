"""A sensible default among the legal moves. Compiled, because a client is told one after every move."""

from typing import Any

import numpy as np

from azulejo.games.contract import Codes
from azulejo.games.duel import chips
from azulejo.games.duel.components import (
    ANY_CHIPS,
    BROKEN_LOSS,
    CHIP_KINDS,
    DOME_COLUMNS,
    LARGE,
    MATCHING_CHIPS,
    ROUNDS,
    STARTING_TILE_LOSS,
)
from azulejo.games.duel.effects import if_scored
from azulejo.games.duel.moves import (
    BROKEN,
    DISPLAY,
    DRAW,
    ENOUGH,
    LAY_TILE,
    MAX_MOVES,
    PAY_CHIP,
    TO_LINE,
)
from azulejo.games.duel.rules import decide, legal_moves
from azulejo.games.duel.state import (
    CHIPS_DUE,
    DRAWING,
    LAY,
    LINE,
    PAY,
    STACK,
    State,
)
from azulejo.games.duel.tiling import best_column, missing_tiles, open_columns
from azulejo.kernel.rule import rule, widen
from azulejo.kernel.struct import as_array

WORST = -int(BROKEN_LOSS[-1]) - STARTING_TILE_LOSS - 1
"""Less than any move can lose: for tiles that no line takes."""
IN_HAND = -1
"""Instead of a take: the tiles that are in hand."""


def suggest(state: State) -> int:
    """Return a sensible move: what scores most, the cheapest payment, no plates for points."""
    return int(best_move(as_array(state)))


@rule
def best_move(states: Any) -> int:
    """Return the move to suggest in the position."""
    state = states[0]
    if state.phase == DRAWING:
        return ENOUGH
    if state.phase == LAY:
        row, player = widen(state.tiling_row), state.players[state.turn]
        return LAY_TILE + row * DOME_COLUMNS + best_column(player, row, open_columns(player, row))
    room = np.empty(MAX_MOVES, np.int16)
    moves = room[: legal_moves(state, room)]
    return _best_payment(state, moves) if state.phase == PAY else _most_attractive(states, moves)


@rule
def _most_attractive(states: Any, moves: Codes) -> int:
    """Return the first of the most attractive moves."""
    after, room = np.empty_like(states), np.empty_like(states)
    before = if_scored(states[0], widen(states[0].turn), room)
    best = widen(moves[0])
    most, most_put = _attraction(states[0], best, before, after, room)
    for move in moves[1:]:
        points, put = _attraction(states[0], widen(move), before, after, room)
        if points > most or (points == most and put > most_put):
            best, most, most_put = widen(move), points, put
    return best


@rule
def _attraction(state: State, move: int, before: int, after: Any, room: Any) -> tuple[int, int]:
    """Return the points of a move, and what tells equals apart: tiles on lines, chips, plates; draws come last.

    ``before`` are the points without the move; ``after`` and ``room`` are for tries.
    """
    if TO_LINE <= move < ENOUGH:
        return _attraction_of_line(state, IN_HAND, move - TO_LINE, before, after, room)
    if move >= DISPLAY:
        return _points(state, move, before, after, room), widen(move != DRAW)
    most, most_put = _attraction_of_line(state, move, BROKEN, before, after, room)
    for destination in range(BROKEN):
        points, put = _attraction_of_line(state, move, destination, before, after, room)
        if points > most or (points == most and put > most_put):
            most, most_put = points, put
    return most, most_put


@rule
def _points(state: State, move: int, before: int, after: Any, room: Any) -> int:
    """Return the points of a move by itself."""
    after[0] = state
    decide(after[0], move)
    return if_scored(after[0], widen(state.turn), room) - before


@rule
def _attraction_of_line(
    state: State, take: int, destination: int, before: int, after: Any, room: Any
) -> tuple[int, int]:
    """Return the points if the tiles of a take (or those in hand) go to a line, and how many find room there."""
    after[0] = state
    trial = after[0]
    if take != IN_HAND:
        decide(trial, take)
        if trial.phase != LINE and trial.phase != STACK and trial.phase != CHIPS_DUE:
            return if_scored(trial, widen(state.turn), room) - before, 0
        trial.phase = LINE
        trial.stacking = LARGE
    player = trial.players[state.turn]
    space = 0
    if destination != BROKEN:
        held = widen(player.line_count[destination])
        if held and player.line_colour[destination] != trial.picked_colour:
            return WORST, 0
        space = destination + 1 - held
    put = min(space, widen(trial.picked_count))
    decide(trial, TO_LINE + destination)
    return if_scored(trial, widen(state.turn), room) - before, put


@rule
def _best_payment(state: State, moves: Codes) -> int:
    """Return the next chip of the cheapest payment; chips that do not match are only spent in the last round."""
    player = state.players[state.turn]
    row, paid = widen(state.tiling_row), widen(state.paid)
    missing = missing_tiles(player, row)
    cheapest = _cheapest(widen(player.chips) + paid, widen(player.line_colour[row]), missing)
    is_dear = chips.total(cheapest) > MATCHING_CHIPS * missing
    wanted = ENOUGH
    if not (paid == 0 and is_dear and state.round_number < ROUNDS):
        wanted = _next_chip(paid, cheapest)
    for move in moves:
        if move == wanted:
            return wanted
    return widen(moves[0])


@rule
def _next_chip(paid: int, payment: int) -> int:
    """Return the first chip of a payment that is not paid yet, or ENOUGH: it is paid, or was left for another."""
    wanted = ENOUGH
    for kind in range(CHIP_KINDS - 1, -1, -1):
        if chips.count(paid, kind) > chips.count(payment, kind):
            return ENOUGH
        if chips.count(paid, kind) < chips.count(payment, kind):
            wanted = PAY_CHIP + kind
    return wanted


@rule
def _cheapest(held: int, colour: int, missing: int) -> int:
    """Return the payment with the fewest chips: pairs that match first, then threes of what matches least."""
    match = widen(chips.MATCHING[colour])
    pairs = min(missing, chips.total(held & match) // MATCHING_CHIPS)
    payment = 0
    for _ in range(MATCHING_CHIPS * pairs):
        payment += chips.one(chips.kind_at((held - payment) & match, 0))
    for _ in range(ANY_CHIPS * (missing - pairs)):
        left = held - payment
        others = left & ~match
        payment += chips.one(chips.kind_at(others if others else left, 0))
    return payment
