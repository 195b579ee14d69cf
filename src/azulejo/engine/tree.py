"""The tree search, for every game and number of players.

A best-first search in the manner of AlphaZero, without playouts: a leaf is judged by the network
one move deep, and that judgement is also the first guess for each of its moves. Values are kept for
every seat, and each seat chooses what is best for itself.

Chance inside the horizon is sampled: below a draw there are numbered scenarios, and the draw of a
scenario depends on its number alone, not on the moves before it. So moves are compared
on equal luck. What the searching seat cannot know is guessed anew for every scenario.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from azulejo.engine.network import judge, settle, utility
from azulejo.games.contract import (
    CHANCE,
    OVER,
    Codes,
    Floats,
    Numbers,
    Pieces,
    Rulebook,
    apply,
    deal,
    determinise,
    legal_moves,
    outcome,
    prune,
    stops_at_draws,
    to_move,
)
from azulejo.kernel.chance import Stream, reseed
from azulejo.kernel.rule import rule, widen

MOST_SCENARIOS = 32
DEEPEST = 250

EXPLORATION = 0.8
"""How much the prior counts against what has been found."""
PRIOR_HEAT = 0.06
"""How much better, in utility, makes a move e times as likely to be looked at."""

UNSEEN = -1
OF_A_DRAW = -1.0
"""The prior of an edge that stands for a scenario, not for a move."""

# Scratch positions: the root, the one walked on, its successors.
ROOT, HERE, NEXT = range(3)


class Tree(NamedTuple):
    """Nodes and edges in plain arrays; a node is made when it is first reached."""

    visits: npt.NDArray[np.int32]
    win: npt.NDArray[np.float64]
    margin: npt.NDArray[np.float64]
    margin_squared: npt.NDArray[np.float64]
    first_edge: npt.NDArray[np.int32]
    edges: npt.NDArray[np.int32]
    move: Codes
    child: npt.NDArray[np.int32]
    prior: Floats
    guess: Floats
    used: Numbers
    """Nodes, edges, positions judged, depth reached."""
    stop: npt.NDArray[np.int8]
    """Set from outside to end the search."""


class Scratch(NamedTuple):
    """Arrays that a search writes to while it walks."""

    states: npt.NDArray[Any]
    moves: Codes
    drawn: Pieces
    scores: Numbers
    seen: Floats
    win: Floats
    margin: Floats
    best_win: Floats
    best_margin: Floats
    path: Numbers
    rng: Stream


def new_tree(nodes: int, edges: int, seats: int) -> Tree:
    """Return an empty tree with room for so many nodes, edges and seats."""
    return Tree(
        np.zeros(nodes, np.int32),
        np.zeros((nodes, seats), np.float64),
        np.zeros((nodes, seats), np.float64),
        np.zeros((nodes, seats), np.float64),
        np.full(nodes, UNSEEN, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(edges, np.int16),
        np.full(edges, UNSEEN, np.int32),
        np.zeros(edges, np.float32),
        np.zeros(edges, np.float32),
        np.zeros(4, np.int64),
        np.zeros(1, np.int8),
    )


def clear(tree: Tree) -> None:
    """Empty a tree; its first node is the root."""
    nodes, edges = int(tree.used[0]), int(tree.used[1])
    for array in (tree.visits, tree.win, tree.margin, tree.margin_squared, tree.edges):
        array[:nodes] = 0
    tree.first_edge[:nodes] = UNSEEN
    tree.child[:edges] = UNSEEN
    tree.used[:] = 0
    tree.used[0] = 1


def new_scratch(book: Rulebook, features: int) -> Scratch:
    """Return the arrays for searching one game."""
    seats = book.most_seats
    return Scratch(
        np.zeros(3, book.state.dtype),
        np.zeros(book.moves_room, np.int16),
        np.zeros(book.max_drawn, np.int16),
        np.zeros(seats, np.int64),
        np.zeros(features, np.float32),
        np.zeros(seats, np.float32),
        np.zeros(seats, np.float32),
        np.zeros(seats, np.float32),
        np.zeros(seats, np.float32),
        np.zeros(DEEPEST + 2, np.int64),
        np.zeros(4, np.int64),
    )


@rule
def grow(tree: Any, scratch: Any, seats: int, seat: int, network: Any, seed: int, judgements: int) -> None:
    """Search on until so many positions have been judged, or until stopped; the root is looked at in any case."""
    while tree.used[2] < judgements and not (tree.stop[0] and tree.visits[0]):
        _walk(tree, scratch, seats, seat, network, seed)


@rule
def _walk(tree: Any, scratch: Any, seats: int, seat: int, network: Any, seed: int) -> None:
    """Go down to a leaf, judge it, and carry the judgement back up."""
    states = scratch.states
    states[HERE] = states[ROOT]
    state = states[HERE]
    scenario = widen(tree.visits[0]) % scenarios(tree.visits[0])
    reseed(scratch.rng, scenario_seed(seed, 0, scenario))
    determinise(state, seat, scratch.rng)
    node = 0
    depth = 0
    draws = 0
    scratch.path[0] = 0
    while True:
        mover = to_move(state)
        horizon = mover == OVER or depth == DEEPEST or (mover == CHANCE and stops_at_draws(state))
        if horizon or not _has_room(tree, scratch, node):
            _judge_here(tree, scratch, seats, network)
            break
        if mover == CHANCE:
            if draws:
                scenario = widen(tree.visits[node]) % scenarios(tree.visits[node])
            edge = _scenario_edge(tree, node, scenario)
        elif tree.first_edge[node] == UNSEEN:
            _expand(tree, scratch, node, mover, seats, network)
            break
        else:
            edge = _choose(tree, node, mover)
        if tree.child[edge] == UNSEEN and tree.used[0] == tree.visits.shape[0]:
            _judge_here(tree, scratch, seats, network)
            break
        if mover == CHANCE:
            draws += 1
            reseed(scratch.rng, scenario_seed(seed, draws, scenario))
            deal(state, scratch.rng, scratch.drawn)
        else:
            apply(state, tree.move[edge])
        if tree.child[edge] == UNSEEN:
            tree.child[edge] = tree.used[0]
            tree.used[0] += 1
        node = tree.child[edge]
        depth += 1
        scratch.path[depth] = node
    _carry_up(tree, scratch, seats, depth)


@rule
def _carry_up(tree: Any, scratch: Any, seats: int, depth: int) -> None:
    """Add what was found to every node of the path."""
    tree.used[3] = max(tree.used[3], depth)
    for at in range(depth + 1):
        node = scratch.path[at]
        tree.visits[node] += 1
        for one in range(seats):
            tree.win[node, one] += scratch.best_win[one]
            tree.margin[node, one] += scratch.best_margin[one]
            tree.margin_squared[node, one] += scratch.best_margin[one] ** 2


@rule
def _has_room(tree: Any, scratch: Any, node: int) -> bool:
    """Return whether a node has edges, or can get them; in a full tree it is judged as it is."""
    room = max(scratch.moves.shape[0], MOST_SCENARIOS)
    return bool(tree.first_edge[node] != UNSEEN or tree.used[1] + room <= tree.move.shape[0])


@rule
def _judge_here(tree: Any, scratch: Any, seats: int, network: Any) -> None:
    """Judge the position walked to as it is, and no move after it."""
    tree.used[2] += 1
    state, win, margin = scratch.states[HERE], scratch.best_win, scratch.best_margin
    if to_move(state) == OVER:
        settle(seats, outcome(state, (1 << seats) - 1, scratch.scores), scratch.scores, win, margin)
    else:
        judge(state, seats, network, scratch.seen, win, margin)


@rule
def scenarios(visits: int) -> int:
    """Return how many scenarios are looked at below a draw, or at the root, after so many visits."""
    return min(MOST_SCENARIOS, 1 + int(np.sqrt(visits / 4)))


@rule
def scenario_seed(seed: int, draws: int, scenario: int) -> int:
    """Return the number that makes the luck of a scenario at the draw of this number."""
    return seed * 7919 + draws * 104729 + scenario


@rule
def _scenario_edge(tree: Any, node: int, scenario: int) -> int:
    """Return the edge of a scenario below a draw."""
    if tree.first_edge[node] == UNSEEN:
        tree.first_edge[node] = tree.used[1]
        tree.used[1] += MOST_SCENARIOS
        tree.edges[node] = MOST_SCENARIOS
        for at in range(tree.first_edge[node], tree.used[1]):
            tree.child[at] = UNSEEN
            tree.prior[at] = OF_A_DRAW
    return int(tree.first_edge[node] + scenario)


@rule
def _expand(tree: Any, scratch: Any, node: int, mover: int, seats: int, network: Any) -> None:
    """Make the edges of a node, judging the position after each move; the best is the node's value."""
    states = scratch.states
    number = prune(states[HERE], scratch.moves, legal_moves(states[HERE], scratch.moves))
    first = tree.used[1]
    tree.first_edge[node] = first
    tree.edges[node] = number
    tree.used[1] += number
    tree.used[2] += number
    best = -1e9
    for at in range(number):
        states[NEXT] = states[HERE]
        apply(states[NEXT], scratch.moves[at])
        if to_move(states[NEXT]) == OVER:
            winners = outcome(states[NEXT], (1 << seats) - 1, scratch.scores)
            settle(seats, winners, scratch.scores, scratch.win, scratch.margin)
        else:
            judge(states[NEXT], seats, network, scratch.seen, scratch.win, scratch.margin)
        value = utility(scratch.win[mover], scratch.margin[mover])
        tree.move[first + at] = scratch.moves[at]
        tree.child[first + at] = UNSEEN
        tree.guess[first + at] = value
        if value > best:
            best = value
            for one in range(seats):
                scratch.best_win[one] = scratch.win[one]
                scratch.best_margin[one] = scratch.margin[one]
    total = 0.0
    for at in range(first, first + number):
        tree.prior[at] = np.exp((tree.guess[at] - best) / PRIOR_HEAT)
        total += tree.prior[at]
    for at in range(first, first + number):
        tree.prior[at] /= total


@rule
def _choose(tree: Any, node: int, mover: int) -> int:
    """Return the edge to follow: what is good so far, or likely and little looked at."""
    push = EXPLORATION * np.sqrt(tree.visits[node])
    full = tree.used[0] == tree.visits.shape[0]
    first = tree.first_edge[node]
    best_edge = first
    best = -1e9
    for edge in range(first, first + tree.edges[node]):
        child = tree.child[edge]
        visits = 0
        value = float(tree.guess[edge])
        if child == UNSEEN:
            if full:
                continue
        else:
            visits = tree.visits[child]
            if visits:
                value = utility(tree.win[child, mover] / visits, tree.margin[child, mover] / visits)
        value += push * tree.prior[edge] / (1 + visits)
        if value > best:
            best = value
            best_edge = edge
    return int(best_edge)
