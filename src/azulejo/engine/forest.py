"""A tree for each of many games, grown side by side and judged by a network from outside.

Each simulation goes down every tree to a position that no node stands for yet (:func:`descend`); the network judges all
of these at once; then each gets its edges, and the judgement is carried up (:func:`carry_up`). Values are kept
for the seat that chooses, so any number of seats can play.

Positions are played anew from the root in every simulation. So chance needs no nodes of its own: below a move after
which something is drawn there is a child for each numbered scenario, and what a scenario draws depends on its number
alone, as in :mod:`azulejo.engine.tree`. What the searching seat cannot know is guessed anew in every simulation; a node
then stands for the decisions that led to it.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from azulejo.batches.rewards import write_rewards
from azulejo.batches.stepping import Masks
from azulejo.engine.tree import scenario_seed, scenarios
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
    observe,
    outcome,
    to_move,
)
from azulejo.kernel.chance import Stream, reseed
from azulejo.kernel.rule import rule, widen
from azulejo.kernel.struct import Struct, float32, int8, int16, int32

NOBODY = -1
"""No node."""
WITHOUT_EDGES = -1
"""The edges of a node that has none yet."""

# What a tree is waiting for.
RESTING, JUDGEMENT, NOTHING = range(3)
"""Its game is left out; a position of it is to be judged; a game has ended, and its value is known."""

# How an edge is chosen.
PUCT, GUMBEL = range(2)

CANDIDATES_VISITS = 50
VALUE_SCALE = 1.0
"""How much what has been found counts against what the network likes, in the search with Gumbel noise: the published
values for board games."""
LEAST_PRIOR = 1e-9


class Node(Struct):
    """A position in which a seat chooses."""

    first_edge: int32
    visits: int32
    """How often an edge of it was chosen."""
    sibling: int32
    """Another node after the same move."""
    opinion: float32
    """What the network said it is worth to the seat that chooses."""
    number: int16
    """Of its edges."""
    scenario: int16
    """Which of the draws after the move it follows."""
    mover: int8


class Edge(Struct):
    """A legal move of a node."""

    prior: float32
    worth: float32
    """What was found, added up, for the seat that chooses."""
    chosen: int32
    """How often."""
    child: int32
    """The first node after it."""
    move: int16


class TreeExtent(Struct):
    """What is known of one tree as a whole."""

    nodes: int32
    edges: int32
    """How many there are."""
    length: int32
    """How many edges the last simulation went along."""
    waiting: int8


class Forest(NamedTuple):
    """One row for each game; nodes and edges of a tree are numbered from 0, and node 0 is its root."""

    roots: npt.NDArray[Any]
    here: npt.NDArray[Any]
    """The positions walked on."""
    trees: npt.NDArray[Any]
    nodes: npt.NDArray[Any]
    edges: npt.NDArray[Any]
    path: npt.NDArray[np.int32]
    """The edges that the last simulation went along, after the nodes in ``path_nodes``."""
    path_nodes: npt.NDArray[np.int32]
    value: Floats
    """Of the position that was reached: what it is worth to every seat."""
    found: npt.NDArray[np.float64]
    """The same, added up over all simulations."""
    found_by_move: npt.NDArray[np.float64]
    """By edge of the root: what was found for every seat, added up."""
    allowed: npt.NDArray[np.int8]
    """By move code, where what is legal may differ from guess to guess: else of length 0."""
    streams: npt.NDArray[np.int64]
    scores: Numbers


class EdgeChoice(NamedTuple):
    """How edges are chosen."""

    method: int
    exploration: float
    noise: Floats
    """By edge of the root, for GUMBEL."""
    turns: npt.NDArray[np.int32]
    """By number of candidates and simulation: how often the root's next candidate has been chosen so far."""


def new_forest(book: Rulebook, seats: int, games: int, simulations: int) -> Forest:
    """Return trees with room for so many simulations. Memory that is never reached is never taken."""
    nodes, edges = simulations + 1, (simulations + 1) * book.max_moves
    hidden = book.move_codes if book.title.secrets else 0
    return Forest(
        np.zeros(games, book.state.dtype),
        np.zeros(games, book.state.dtype),
        np.zeros(games, TreeExtent.dtype),
        np.zeros((games, nodes), Node.dtype),
        np.zeros((games, edges), Edge.dtype),
        np.zeros((games, nodes), np.int32),
        np.zeros((games, nodes), np.int32),
        np.zeros((games, seats), np.float32),
        np.zeros((games, seats), np.float64),
        np.zeros((games, book.max_moves, seats), np.float64),
        np.zeros((games, hidden), np.int8),
        np.zeros((games, 4), np.int64),
        np.zeros((games, seats), np.int64),
    )


def clear(forest: Forest) -> None:
    """Leave every tree a root without edges."""
    forest.trees["nodes"] = 1
    forest.trees["edges"] = 0
    roots = forest.nodes[:, 0]
    roots["first_edge"], roots["visits"], roots["sibling"] = WITHOUT_EDGES, 0, NOBODY
    forest.found[:] = 0
    forest.found_by_move[:] = 0


# ---------------------------------------------------------------- down


@rule
def descend(
    begin: int,
    end: int,
    moves: Codes,
    drawn: Pieces,
    which: npt.NDArray[np.bool_],
    forest: Any,
    choice: Any,
    seed: int,
    simulation: int,
    masks: Masks,
    observations: Floats,
) -> None:
    """Go down the trees of a range of games, and write what the network needs to judge where that leads."""
    for at in range(begin, end):
        forest.trees[at].waiting = RESTING
        if which[at]:
            forest.here[at] = forest.roots[at]
            node = _walk(at, moves, drawn, forest, choice, seed, simulation)
            if node == NOBODY:
                forest.trees[at].waiting = NOTHING
            else:
                forest.trees[at].waiting = JUDGEMENT
                forest.path_nodes[at, forest.trees[at].length] = node
                tree, state, mask = forest.trees[at], forest.here[at], masks[at]
                _ask(tree, forest.nodes[at, node], forest.edges[at], state, moves, mask, observations[at])


@rule
def _walk(at: int, moves: Codes, drawn: Pieces, forest: Any, choice: Any, seed: int, simulation: int) -> int:
    """Go down one tree; return the node to judge, or NOBODY where a game has ended, whose value is known."""
    tree, nodes, edges = forest.trees[at], forest.nodes[at], forest.edges[at]
    state, rng, allowed = forest.here[at], forest.streams[at], forest.allowed[at]
    noise, seats = choice.noise[at], forest.value.shape[1]
    if allowed.shape[0]:
        reseed(rng, scenario_seed(seed, 0, simulation))
        determinise(state, to_move(state), rng)
    node, draws, length = 0, 0, 0
    while nodes[node].first_edge != WITHOUT_EDGES:
        if allowed.shape[0] and not _find_allowed(nodes[node], edges, state, moves, allowed):
            break
        edge = nodes[node].first_edge
        if choice.method == PUCT:
            edge = _choose_by_bound(nodes[node], edges, allowed, choice.exploration)
        elif node == 0:
            due = choice.turns[min(nodes[node].number, choice.turns.shape[0] - 1), simulation]
            edge = _choose_candidate(nodes[node], edges, allowed, noise, due)
        else:
            edge = _choose_by_share(nodes[node], edges, allowed)
        allowed[:] = 0
        apply(state, edges[edge].move)
        scenario = 0
        if to_move(state) == CHANCE:
            scenario = widen(edges[edge].chosen) % scenarios(widen(edges[edge].chosen))
            draws = _draw(state, rng, drawn, seed, draws, scenario)
        forest.path[at, length], forest.path_nodes[at, length] = edge, node
        length += 1
        if to_move(state) == OVER:
            write_rewards(outcome(state, (1 << seats) - 1, forest.scores[at]), seats, forest.value[at])
            node = NOBODY
            break
        node = _child(tree, nodes, edges[edge], scenario)
    tree.length = length
    return node


@rule
def _draw(state: Any, rng: Stream, drawn: Pieces, seed: int, draws: int, scenario: int) -> int:
    """Make the draws that are due, as this scenario has them; return how many there were from the root on."""
    while to_move(state) == CHANCE:
        draws += 1
        reseed(rng, scenario_seed(seed, draws, scenario))
        deal(state, rng, drawn)
    return draws


@rule
def _find_allowed(node: Any, edges: Any, state: Any, moves: Codes, allowed: npt.NDArray[np.int8]) -> bool:
    """Mark what is legal by this guess; return whether a node has an edge for any of it."""
    for index in range(legal_moves(state, moves)):
        allowed[moves[index]] = 1
    for edge in range(node.first_edge, node.first_edge + node.number):
        if allowed[edges[edge].move]:
            return True
    allowed[:] = 0
    return False


@rule
def _child(tree: Any, nodes: Any, edge: Any, scenario: int) -> int:
    """Return the node after a move and the draws of a scenario; it is made if there is none yet."""
    node = widen(edge.child)
    while node != NOBODY:
        if nodes[node].scenario == scenario:
            return node
        node = widen(nodes[node].sibling)
    made = widen(tree.nodes)
    tree.nodes += 1
    nodes[made].first_edge = WITHOUT_EDGES
    nodes[made].visits = 0
    nodes[made].scenario = scenario
    nodes[made].sibling = edge.child
    edge.child = made
    return made


@rule
def _ask(
    tree: Any, node: Any, edges: Any, state: Any, moves: Codes, mask: npt.NDArray[np.int8], observation: Floats
) -> None:
    """Write the mover's view, and give the node its edges if it has none."""
    seat = to_move(state)
    observe(state, seat, observation)
    mask[:] = 0
    number = legal_moves(state, moves)
    for index in range(number):
        mask[moves[index]] = 1
    node.mover = seat
    if node.first_edge != WITHOUT_EDGES:
        return  # by this guess none of its moves is legal: it is judged once more, from here
    first = widen(tree.edges)
    node.first_edge = first
    node.number = number
    tree.edges += number
    for index in range(number):
        edge = edges[first + index]
        edge.move = moves[index]
        edge.chosen = 0
        edge.worth = 0
        edge.child = NOBODY
        edge.prior = -1


# ---------------------------------------------------------------- which edge


@rule
def _choose_by_bound(node: Any, edges: Any, allowed: npt.NDArray[np.int8], exploration: float) -> int:
    """Return the edge with AlphaZero's highest bound; one never chosen is worth what the network says of the node."""
    push = exploration * np.sqrt(max(1, node.visits))
    best, best_edge = -np.inf, widen(node.first_edge)
    for at in range(node.first_edge, node.first_edge + node.number):
        edge = edges[at]
        if allowed.shape[0] and not allowed[edge.move]:
            continue
        value = edge.worth / edge.chosen if edge.chosen else node.opinion
        bound = value + push * edge.prior / (1 + edge.chosen)
        if bound > best:
            best, best_edge = bound, at
    return best_edge


@rule
def _choose_candidate(node: Any, edges: Any, allowed: npt.NDArray[np.int8], noise: Floats, due: int) -> int:
    """Return the best of the root's candidates whose turn it is, by sequential halving."""
    mixed, scale = _mixed_value(node, edges), _scale(node, edges)
    best, best_edge = -np.inf, widen(node.first_edge)
    for at in range(node.first_edge, node.first_edge + node.number):
        edge = edges[at]
        if edge.chosen != due or (allowed.shape[0] and not allowed[edge.move]):
            continue
        found = noise[at] + _improved(edge.prior, edge.worth, edge.chosen, mixed, scale)
        if found > best:
            best, best_edge = found, at
    return best_edge


@rule
def _choose_by_share(node: Any, edges: Any, allowed: npt.NDArray[np.int8]) -> int:
    """Return the edge that has been chosen least often for its share of the improved policy."""
    mixed, scale = _mixed_value(node, edges), _scale(node, edges)
    first, last = node.first_edge, node.first_edge + node.number
    most, total = -np.inf, 0.0
    for at in range(first, last):
        edge = edges[at]
        most = max(most, _improved(edge.prior, edge.worth, edge.chosen, mixed, scale))
    for at in range(first, last):
        edge = edges[at]
        total += np.exp(_improved(edge.prior, edge.worth, edge.chosen, mixed, scale) - most)
    best, best_edge = -np.inf, widen(first)
    for at in range(first, last):
        edge = edges[at]
        if allowed.shape[0] and not allowed[edge.move]:
            continue
        share = np.exp(_improved(edge.prior, edge.worth, edge.chosen, mixed, scale) - most) / total
        lacking = share - edge.chosen / (1 + node.visits)
        if lacking > best:
            best, best_edge = lacking, at
    return best_edge


@rule
def _improved(prior: float, worth: float, chosen: int, mixed: float, scale: float) -> float:
    """Return the logit of an edge in the improved policy."""
    value = worth / chosen if chosen else mixed
    return float(np.log(max(prior, LEAST_PRIOR)) + scale * (value + 1) / 2)


@rule
def _scale(node: Any, edges: Any) -> float:
    """Return how much values count at a node: the more, the better they are known."""
    most = 0
    for at in range(node.first_edge, node.first_edge + node.number):
        most = max(most, edges[at].chosen)
    return (CANDIDATES_VISITS + most) * VALUE_SCALE


@rule
def _mixed_value(node: Any, edges: Any) -> float:
    """Return the worth of moves that were never chosen: the network's opinion, mixed with what was found of others."""
    weight, value = 0.0, 0.0
    for at in range(node.first_edge, node.first_edge + node.number):
        edge = edges[at]
        if edge.chosen:
            prior = max(edge.prior, LEAST_PRIOR)
            weight += prior
            value += prior * edge.worth / edge.chosen
    if node.visits == 0 or weight == 0:
        return float(node.opinion)
    return float((node.opinion + node.visits * value / weight) / (1 + node.visits))


# ---------------------------------------------------------------- up


@rule
def carry_up(
    begin: int,
    end: int,
    moves: Codes,
    drawn: Pieces,
    forest: Any,
    policy: Floats,
    values: Floats,
    unusable: npt.NDArray[np.bool_],
) -> None:
    """Take the network's judgements of a range of games, and carry them up to the roots.

    ``policy`` has a logit for every move code, ``values`` a number for every seat from the mover on.
    """
    seats = forest.value.shape[1]
    for at in range(begin, end):
        tree, nodes, edges, value = forest.trees[at], forest.nodes[at], forest.edges[at], forest.value[at]
        if tree.waiting == RESTING:
            continue
        if tree.waiting == JUDGEMENT:
            node = nodes[forest.path_nodes[at, tree.length]]
            for place in range(seats):
                value[(node.mover + place) % seats] = values[at, place]
            unusable[at] = not _judge(node, edges, policy[at], values[at])
        for seat in range(seats):
            forest.found[at, seat] += value[seat]
            if tree.length:
                forest.found_by_move[at, forest.path[at, 0], seat] += value[seat]
        for step in range(tree.length):
            node, edge = nodes[forest.path_nodes[at, step]], edges[forest.path[at, step]]
            node.visits += 1
            edge.chosen += 1
            edge.worth += value[node.mover]


@rule
def _judge(node: Any, edges: Any, policy: Floats, values: Floats) -> bool:
    """Write a judgement into a node that has none yet; return whether it consists of numbers."""
    known = 0.0
    for place in range(values.shape[0]):
        known += values[place]
    first, last = node.first_edge, node.first_edge + node.number
    if edges[first].prior >= 0:
        return bool(np.isfinite(known))
    node.opinion = values[0]
    most, total = -np.inf, 0.0
    for at in range(first, last):
        most = max(most, policy[edges[at].move])
    for at in range(first, last):
        share = np.exp(policy[edges[at].move] - most)
        edges[at].prior = share
        total += share
    for at in range(first, last):
        edges[at].prior /= total
    return bool(np.isfinite(known) and np.isfinite(total))


@rule
def read(
    begin: int,
    end: int,
    moves: Codes,
    drawn: Pieces,
    which: npt.NDArray[np.bool_],
    forest: Any,
    choice: Any,
    actions: npt.NDArray[np.int64],
    policy: Floats,
    visits: npt.NDArray[np.int32],
) -> None:
    """Write what was found of a range of games: the move to play, a policy to learn, how often each move was chosen."""
    for at in range(begin, end):
        if which[at]:
            node, edges, noise = forest.nodes[at, 0], forest.edges[at], choice.noise[at]
            actions[at] = _read_root(node, edges, noise, choice.method, policy[at], visits[at])


@rule
def _read_root(node: Any, edges: Any, noise: Floats, method: int, policy: Floats, visits: npt.NDArray[np.int32]) -> int:
    """Write policy and visits of one root; return the best of the moves that were chosen most often."""
    mixed, scale = _mixed_value(node, edges), _scale(node, edges)
    most_chosen, highest = 0, -np.inf
    for at in range(node.number):
        edge = edges[at]
        most_chosen = max(most_chosen, edge.chosen)
        highest = max(highest, _improved(edge.prior, edge.worth, edge.chosen, mixed, scale))
    best, best_move, total = -np.inf, widen(edges[0].move), 0.0
    for at in range(node.number):
        edge = edges[at]
        improved = _improved(edge.prior, edge.worth, edge.chosen, mixed, scale)
        share = np.exp(improved - highest) if method == GUMBEL else float(edge.chosen)
        # with noise, what decided between the candidates decides again
        worth = noise[at] + improved if method == GUMBEL else edge.worth
        if edge.chosen == most_chosen and worth > best:
            best, best_move = worth, widen(edge.move)
        visits[edge.move] = edge.chosen
        policy[edge.move] = share
        total += share
    for at in range(node.number):
        policy[edges[at].move] /= total
    return best_move
