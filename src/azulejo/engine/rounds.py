"""Exact search inside a round, for two players and games without chance in it.

Alpha-beta with iterative deepening, a transposition table, and moves tried best first. Where it
reaches the end of the round everywhere, its result is proved, up to the network's value there.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from azulejo.engine.contract import prune
from azulejo.engine.network import judge, settle, utility
from azulejo.games.contract import CHANCE, OVER, Codes, Floats, Numbers, apply, legal_moves, outcome, to_move
from azulejo.kernel.rule import rule

DEEPEST = 64
WHOLE = 100
"""The depth of a result that was searched to the end of the round."""

EXACT, AT_LEAST, AT_MOST = range(3)
NO_MOVE = -1

# Places of ``Solver.counts``.
NODES, NODE_LIMIT, CUTS, STOPPED = range(4)

STOP_CHECK = 255
"""The stop flag is looked at every so many nodes."""
NARROW = 1e-5


class Solver(NamedTuple):
    """What the search works on: positions and moves by ply, the table, counters."""

    states: npt.NDArray[Any]
    words: npt.NDArray[np.int64]
    """The same positions as whole numbers, to hash them."""
    moves: Codes
    rating: Floats
    keys: npt.NDArray[np.int64]
    values: Floats
    depths: npt.NDArray[np.int8]
    flags: npt.NDArray[np.int8]
    table_moves: Codes
    history: Floats
    counts: Numbers
    stop: npt.NDArray[np.int8]
    scores: Numbers
    seen: Floats
    hidden: Floats
    win: Floats
    margin: Floats


def new_solver(
    dtype: Any, moves_room: int, move_codes: int, features: int, hidden: int, table_bits: int = 20
) -> Solver:
    """Return the arrays for searching one game; the table has 2 to the ``table_bits`` places."""
    states = np.zeros(DEEPEST + 2, dtype)
    size = 1 << table_bits
    return Solver(
        states,
        states.view(np.int64).reshape(DEEPEST + 2, -1),
        np.zeros((DEEPEST + 2, moves_room), np.int16),
        np.zeros((DEEPEST + 2, moves_room), np.float32),
        np.zeros(size, np.int64),
        np.zeros(size, np.float32),
        np.zeros(size, np.int8),
        np.zeros(size, np.int8),
        np.full(size, NO_MOVE, np.int16),
        np.zeros(move_codes, np.float32),
        np.zeros(4, np.int64),
        np.zeros(1, np.int8),
        np.zeros(2, np.int64),
        np.zeros(features, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(2, np.float32),
        np.zeros(2, np.float32),
    )


@rule
def hash_of(words: Any, ply: int) -> int:
    """Return a number that differs, as good as always, for different positions."""
    first, second = 0x243F6A8885A308D3, 0x13198A2E03707344
    row = words[ply]
    for at in range(0, row.shape[0] - 1, 2):
        first = (first ^ row[at]) * 0x2545F4914F6CDD1D
        second = (second ^ row[at + 1]) * 0x369DEA0F31A53F85
        first ^= first >> 29
        second ^= second >> 31
    first ^= row[row.shape[0] - 1] * 0x5851F42D4C957F2D
    return int(first ^ (second * 0x2545F4914F6CDD1D))


@rule
def value_for(solver: Any, ply: int, network: Any, mover: int) -> float:
    """Return the value of a position where the search stops, for a seat against the other."""
    state = solver.states[ply]
    if to_move(state) == OVER:
        winners = outcome(state, 3, solver.scores)
        settle(2, winners, solver.scores, solver.win, solver.margin)
    else:
        judge(state, 2, network, solver.seen, solver.hidden, solver.win, solver.margin)
    own = utility(solver.win[mover], solver.margin[mover])
    other = utility(solver.win[1 - mover], solver.margin[1 - mover])
    return own - other


@rule
def search(solver: Any, network: Any, ply: int, depth: int, alpha: float, beta: float) -> float:
    """Return the value of ``states[ply]`` for the seat to move there, exact between alpha and beta."""
    state = solver.states[ply]
    mover = to_move(state)
    key = hash_of(solver.words, ply)
    slot = key & (solver.keys.shape[0] - 1)
    table_move = NO_MOVE
    if solver.keys[slot] == key:
        table_move = int(solver.table_moves[slot])
        if solver.depths[slot] >= depth:
            value = float(solver.values[slot])
            flag = solver.flags[slot]
            if flag == EXACT or (flag == AT_LEAST and value >= beta) or (flag == AT_MOST and value <= alpha):
                if solver.depths[slot] != WHOLE:
                    solver.counts[CUTS] += 1
                return value
    cuts_before = solver.counts[CUTS]
    moves = solver.moves[ply]
    number = prune(state, moves, legal_moves(state, moves))
    _order(solver, network, ply, number, mover, table_move, depth)
    best = -1e9
    best_move = int(moves[0])
    floor = alpha
    for at in range(number):
        _bring_best_forward(solver, ply, at, number)
        move = int(moves[at])
        value = _value_after(solver, network, ply, move, mover, depth, floor, beta, at == 0)
        if solver.counts[STOPPED]:
            return best
        if value > best:
            best = value
            best_move = move
            if value > floor:
                floor = value
                if value >= beta:
                    solver.history[move] += depth * depth
                    break
    solver.keys[slot] = key
    solver.values[slot] = best
    solver.depths[slot] = WHOLE if solver.counts[CUTS] == cuts_before else depth
    solver.flags[slot] = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
    solver.table_moves[slot] = best_move
    return best


@rule
def _value_after(
    solver: Any, network: Any, ply: int, move: int, mover: int, depth: int, alpha: float, beta: float, first: bool
) -> float:
    """Return the value of a move for the seat that makes it; moves after the first are only tested."""
    states = solver.states
    states[ply + 1] = states[ply]
    apply(states[ply + 1], move)
    solver.counts[NODES] += 1
    if solver.counts[NODES] & STOP_CHECK == 0 and solver.stop[0]:
        solver.counts[STOPPED] = 1
    if solver.counts[NODES] >= solver.counts[NODE_LIMIT]:
        solver.counts[STOPPED] = 1
    next_mover = to_move(states[ply + 1])
    if next_mover in (OVER, CHANCE):
        return value_for(solver, ply + 1, network, mover)
    if depth <= 1 or ply + 1 >= DEEPEST or solver.counts[STOPPED]:
        solver.counts[CUTS] += 1
        return value_for(solver, ply + 1, network, mover)
    if next_mover == mover:
        return search(solver, network, ply + 1, depth - 1, alpha, beta)
    if not first:
        value = -search(solver, network, ply + 1, depth - 1, -alpha - NARROW, -alpha)
        if value <= alpha or value >= beta or solver.counts[STOPPED]:
            return value
    return -search(solver, network, ply + 1, depth - 1, -beta, -alpha)


@rule
def _order(solver: Any, network: Any, ply: int, number: int, mover: int, table_move: int, depth: int) -> None:
    """Rate the moves of a position, to try the likely ones first."""
    moves, rating = solver.moves[ply], solver.rating[ply]
    for at in range(number):
        move = int(moves[at])
        if move == table_move:
            rating[at] = 1e9
        elif depth >= 3:
            solver.states[ply + 1] = solver.states[ply]
            apply(solver.states[ply + 1], move)
            rating[at] = value_for(solver, ply + 1, network, mover)
        else:
            rating[at] = solver.history[move] * 1e-6


@rule
def _bring_best_forward(solver: Any, ply: int, at: int, number: int) -> None:
    """Swap the best rated move that is left to this place."""
    moves, rating = solver.moves[ply], solver.rating[ply]
    best = at
    for other in range(at + 1, number):
        if rating[other] > rating[best]:
            best = other
    move, rate = moves[best], rating[best]
    moves[best], rating[best] = moves[at], rating[at]
    moves[at], rating[at] = move, rate
