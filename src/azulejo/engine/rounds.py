"""Exact search inside a round, for two players and games without chance in it.

Alpha-beta with iterative deepening, a transposition table, and moves tried best first. Where it
reaches the end of the round everywhere, its result is proved, up to the network's value there.
"""

from math import gcd
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from azulejo.engine.network import expected_points, judge, settle, utility
from azulejo.games.contract import CHANCE, OVER, Codes, Floats, Numbers, apply, legal_moves, outcome, prune, to_move
from azulejo.kernel.rule import rule

DEEPEST = 64
SPARE = DEEPEST + 1
"""The place of a position that is not searched."""
WHOLE = 100
"""The depth of a result that was searched to the end of the round."""

EXACT, AT_LEAST, AT_MOST = range(3)
NO_MOVE = -1
NOBODY = -1

# Places of ``Solver.counts``.
NODES, NODE_LIMIT, CUTS, STOPPED, SALT, FINISHED = range(6)

LOWEST, HIGHEST = -9.0, 9.0
"""No value is outside."""

STOP_CHECK = 255
"""The stop flag is looked at every so many nodes."""
NARROW = 1e-5

JUDGED_FROM = 3
"""With so much depth left, moves are tried in the order of what the mover can expect after them; with less, by how
often they refuted others: that costs nothing."""


class Solver(NamedTuple):
    """What the search works on: positions and moves by ply, the table, counters."""

    states: npt.NDArray[Any]
    words: npt.NDArray[Any]
    """The same positions as whole numbers, the widest that they are made of, to hash them."""
    moves: Codes
    rating: Floats
    root_moves: Codes
    """The moves of the position searched, best first."""
    root_values: Floats
    """What each is worth; or, where it is not among the best, a bound that it does not exceed."""
    root_depths: Numbers
    """How deep that was found; negative for a bound."""
    root_nodes: Numbers
    slack: Floats
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
    win: Floats
    margin: Floats


def new_solver(dtype: Any, moves_room: int, move_codes: int, features: int, table_bits: int = 20) -> Solver:
    """Return the arrays for searching one game; the table has 2 to the ``table_bits`` places."""
    states = np.zeros(DEEPEST + 2, dtype)
    size = 1 << table_bits
    return Solver(
        states,
        states.view(f"i{gcd(states.itemsize, 8)}").reshape(DEEPEST + 2, -1),
        np.zeros((DEEPEST + 2, moves_room), np.int16),
        np.zeros((DEEPEST + 2, moves_room), np.float32),
        np.zeros(moves_room, np.int16),
        np.zeros(moves_room, np.float32),
        np.zeros(moves_room, np.int64),
        np.zeros(moves_room, np.int64),
        np.zeros(1, np.float32),
        np.zeros(size, np.int64),
        np.zeros(size, np.float32),
        np.zeros(size, np.int8),
        np.zeros(size, np.int8),
        np.full(size, NO_MOVE, np.int16),
        np.zeros(move_codes, np.float32),
        np.zeros(6, np.int64),
        np.zeros(1, np.int8),
        np.zeros(2, np.int64),
        np.zeros(features, np.float32),
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
        judge(state, 2, network, solver.seen, solver.win, solver.margin)
    own = utility(solver.win[mover], solver.margin[mover])
    other = utility(solver.win[1 - mover], solver.margin[1 - mover])
    return own - other


@rule
def known_lines(solver: Any, network: Any, number: int, lines: Codes, win: Floats, margin: Floats) -> None:
    """Write for every root move how the table thinks it goes on, and what the end of that line is judged to be."""
    for at in range(number):
        solver.states[SPARE] = solver.states[0]
        move = int(solver.root_moves[at])
        length = 0
        while move != NO_MOVE:
            lines[at, length] = move
            length += 1
            apply(solver.states[SPARE], move)
            move = NO_MOVE
            if to_move(solver.states[SPARE]) >= 0 and length < lines.shape[1]:
                move = known_move(solver)
        value_for(solver, SPARE, network, 0)
        for seat in range(2):
            win[at, seat] = solver.win[seat]
            margin[at, seat] = solver.margin[seat]


@rule
def known_move(solver: Any) -> int:
    """Return the move that the table thinks best in the spare position, or NO_MOVE."""
    hashed = hash_of(solver.words, SPARE)
    slot = hashed & (solver.keys.shape[0] - 1)
    return int(solver.table_moves[slot]) if solver.keys[slot] == hashed ^ solver.counts[SALT] else NO_MOVE


# The search is one function that calls itself and that no other compiled function calls: anything else crashes when
# it is loaded from Numba's cache.


@rule
def search(solver: Any, network: Any, ply: int, depth: int, alpha: float, beta: float) -> float:
    """Return the value of ``states[ply]`` for the seat to move there, exact between alpha and beta.

    At the root, moves worse than the best by no more than the slack get their value, too, and all are noted.
    """
    mover = to_move(solver.states[ply])
    hashed = hash_of(solver.words, ply)
    slot = hashed & (solver.keys.shape[0] - 1)
    key = hashed ^ solver.counts[SALT]
    table_move = NO_MOVE
    if ply and solver.keys[slot] == key:
        table_move = int(solver.table_moves[slot])
        if _answers(solver, slot, depth, alpha, beta):
            return float(solver.values[slot])
    cuts_before = solver.counts[CUTS]
    number, ordered = _find_moves(solver, ply, table_move)
    slack = 0.0 if ply else float(solver.slack[0])
    best = LOWEST
    best_move = NO_MOVE
    for at in range(number):
        if at == ordered:
            _rate(solver, network, ply, at, number, mover, depth)
        move = _next_move(solver, ply, at, number, ordered)
        floor = max(alpha, best - slack)
        nodes_before = solver.counts[NODES]
        follower = _make(solver, ply, move, depth)
        if follower == NOBODY:
            value = value_for(solver, ply + 1, network, mover)
        elif follower == mover:
            value = search(solver, network, ply + 1, depth - 1, floor, beta)
        else:
            value = floor
            if at:  # most likely no better than the best so far: it is enough to see that
                value = -search(solver, network, ply + 1, depth - 1, -floor - NARROW, -floor)
            if at == 0 or (floor < value < beta and not solver.counts[STOPPED]):
                value = -search(solver, network, ply + 1, depth - 1, -beta, -floor)
        _note(solver, ply, at, value, floor, depth, nodes_before)
        if solver.counts[STOPPED]:
            return best
        if value > best:
            best = value
            best_move = move
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
def _answers(solver: Any, slot: int, depth: int, alpha: float, beta: float) -> bool:
    """Return whether a place of the table says enough about its position."""
    if solver.depths[slot] < depth:
        return False
    value, flag = float(solver.values[slot]), solver.flags[slot]
    if flag == EXACT or (flag == AT_LEAST and value >= beta) or (flag == AT_MOST and value <= alpha):
        solver.counts[CUTS] += solver.depths[slot] != WHOLE
        return True
    return False


@rule
def _make(solver: Any, ply: int, move: int, depth: int) -> int:
    """Make a move; return the seat to move after it if the search goes on there, else NOBODY."""
    states, counts = solver.states, solver.counts
    states[ply + 1] = states[ply]
    apply(states[ply + 1], move)
    counts[NODES] += 1
    if counts[NODES] >= counts[NODE_LIMIT] or (counts[NODES] & STOP_CHECK == 0 and solver.stop[0]):
        counts[STOPPED] = 1
    follower = to_move(states[ply + 1])
    if follower in (OVER, CHANCE):
        return NOBODY
    if depth <= 1 or ply + 1 >= DEEPEST or counts[STOPPED]:
        counts[CUTS] += 1
        return NOBODY
    return int(follower)


@rule
def _note(solver: Any, ply: int, at: int, value: float, floor: float, depth: int, nodes_before: int) -> None:
    """Keep what was found about a move if it is one of the root's; an unfinished search only counts its nodes."""
    if ply:
        return
    solver.root_nodes[at] += solver.counts[NODES] - nodes_before
    if not solver.counts[STOPPED]:
        solver.root_values[at] = value
        solver.root_depths[at] = depth if value > floor or depth == 1 else -depth
        solver.counts[FINISHED] = at + 1


@rule
def _find_moves(solver: Any, ply: int, table_move: int) -> tuple[int, int]:
    """Write the moves of a position; return how many there are, and how many are in their order already.

    The root has the order that the search before has found. Elsewhere the move of the table comes first: most often
    it is enough, and the others need not be rated.
    """
    moves = solver.moves[ply]
    number = int(prune(solver.states[ply], moves, legal_moves(solver.states[ply], moves)))
    if ply == 0:
        for at in range(number):
            moves[at] = solver.root_moves[at]
        return number, number
    for at in range(number):
        if moves[at] == table_move:
            moves[at] = moves[0]
            moves[0] = table_move
            return number, 1
    return number, 0


@rule
def _rate(solver: Any, network: Any, ply: int, start: int, number: int, mover: int, depth: int) -> None:
    """Rate the moves from a place on, to try the likely ones first."""
    moves, rating = solver.moves[ply], solver.rating[ply]
    for at in range(start, number):
        move = int(moves[at])
        if depth >= JUDGED_FROM:
            solver.states[ply + 1] = solver.states[ply]
            apply(solver.states[ply + 1], move)
            rating[at] = expected_points(solver.states[ply + 1], mover, network, solver.seen)
        else:
            rating[at] = solver.history[move]


@rule
def _next_move(solver: Any, ply: int, at: int, number: int, ordered: int) -> int:
    """Return the move to try at this place: where they are not in their order, the best rated that is left."""
    moves, rating = solver.moves[ply], solver.rating[ply]
    if at >= ordered:
        best = at
        for other in range(at + 1, number):
            if rating[other] > rating[best]:
                best = other
        move, rate = moves[best], rating[best]
        moves[best], rating[best] = moves[at], rating[at]
        moves[at], rating[at] = move, rate
    return int(moves[at])
