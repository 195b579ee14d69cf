"""Plain UCT with random playouts: what the engine's strength is measured against.

It knows the contract of the games and what winning is, and nothing else: no evaluation, nothing fitted. Chance is
open loop: draws are made anew in every playout, and a node stands for the decisions that led to it, whatever was
drawn in between. Every seat has a reward of its own and chooses by it, so any number of seats can play.
"""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from azulejo.engine.analysis import Analysis, Candidate, Report, Worth
from azulejo.engine.clock import Clock
from azulejo.engine.limits import Limits
from azulejo.engine.network import settle, utility
from azulejo.engine.position import check_decision
from azulejo.games import rulebook
from azulejo.games.contract import (
    CHANCE,
    OVER,
    Codes,
    Floats,
    Numbers,
    Pieces,
    apply,
    deal,
    determinise,
    legal_moves,
    outcome,
    to_move,
)
from azulejo.kernel.chance import Stream, below, reseed
from azulejo.kernel.rule import rule

EXPLORATION = 1.0
"""How much a move that was rarely tried is favoured."""
MOST_NODES = 1 << 20
"""When a tree has so many nodes it is not made larger; playouts go on."""
REPORT_SECONDS = 0.25
REPORT_PLAYOUTS = 200
"""The clock of the reports is looked at after so many playouts."""
UNLIMITED = 1 << 60
UNTRIED_ERROR = 100.0
"""Points: the error of a margin that nothing is known about."""
LEAST_VARIANCE = 1.0
"""Squared points: playouts that all end alike still prove nothing."""

NOBODY = 0
"""No child: the root is nobody's."""

# Scratch positions.
ROOT, HERE = range(2)

# Places of ``UctTree.used``.
NODES, PLAYOUTS, DEPTH = range(3)


class UctTree(NamedTuple):
    """Nodes as plain arrays, the children of one as a chain, and what the playouts work on."""

    states: npt.NDArray[Any]
    visits: npt.NDArray[np.int32]
    reward: npt.NDArray[np.float64]
    """Of every seat, added up."""
    move: Codes
    first_child: npt.NDArray[np.int32]
    next_child: npt.NDArray[np.int32]
    root_win: npt.NDArray[np.float64]
    """By the first move: every seat's share of victory, added up."""
    root_margin: npt.NDArray[np.float64]
    """By the first move: every seat's margin, added up, and last the square of the searching seat's."""
    child_of: npt.NDArray[np.int32]
    """By move: the child of the node at hand."""
    path: npt.NDArray[np.int32]
    used: Numbers
    stop: npt.NDArray[np.int8]
    moves: Codes
    drawn: Pieces
    scores: Numbers
    win: Floats
    margin: Floats
    rng: Stream


class PlainUct:
    """Searches positions of one game; used like :class:`azulejo.engine.engine.Engine`.

    The nodes of its limits are playouts.
    """

    def __init__(self, game: str, *, seed: int = 0, exploration: float = EXPLORATION) -> None:
        """Take the memory that searching needs; the first search compiles or loads the code."""
        self.rulebook = book = rulebook(game)
        self.seed = seed
        self.exploration = exploration
        seats = book.most_seats
        deepest = max(book.max_decisions.values()) + 1
        self._tree = UctTree(
            np.zeros(2, book.state.dtype),
            np.zeros(MOST_NODES, np.int32),
            np.zeros((MOST_NODES, seats), np.float64),
            np.zeros(MOST_NODES, np.int16),
            np.zeros(MOST_NODES, np.int32),
            np.zeros(MOST_NODES, np.int32),
            np.zeros((book.move_codes, seats), np.float64),
            np.zeros((book.move_codes, seats + 1), np.float64),
            np.zeros(book.move_codes, np.int32),
            np.zeros(deepest, np.int32),
            np.zeros(3, np.int64),
            np.zeros(1, np.int8),
            np.zeros(book.moves_room, np.int16),
            np.zeros(book.max_drawn, np.int16),
            np.zeros(seats, np.int64),
            np.zeros(seats, np.float32),
            np.zeros(seats, np.float32),
            np.zeros(4, np.int64),
        )

    def new_game(self) -> None:
        """Do nothing: a search keeps nothing for the next."""

    def analyse(
        self,
        state: Any,
        seat: int,
        limits: Limits,
        *,
        report: Report | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis:
        """Search a position from which everything the seat may not know has been removed."""
        clock = Clock(limits, stop)
        check_decision(state, seat)
        tree, seats = self._tree, self.rulebook.seats_of(state)
        self._clear()
        tree.states[ROOT] = state
        reseed(tree.rng, self.seed)
        goal = UNLIMITED if limits.nodes is None else limits.nodes
        done, last_report = 0, clock.start
        with ThreadPoolExecutor(1) as pool, clock.watched_by([tree.stop]):
            while done < goal and not clock.is_up():
                done = min(goal, done + REPORT_PLAYOUTS) if report else goal
                pool.submit(run, tree, seats, seat, self.exploration, done).result()
                now = time.perf_counter()
                if report and now - last_report >= REPORT_SECONDS:
                    last_report = now
                    report(self._read(state, seat, seats, clock))
        return self._read(state, seat, seats, clock)

    def worth(
        self,
        state: Any,
        seat: int,
        limits: Limits,
        *,
        stop: threading.Event | None = None,
        exact: bool | None = None,
        depth: int | None = None,
        seed: int | None = None,
    ) -> Worth:
        """Return what a position is worth by the average of all playouts from it; nothing is solved here."""
        clock, tree, seats = Clock(limits, stop), self._tree, self.rulebook.seats_of(state)
        if to_move(state) == OVER:
            settle(seats, outcome(state, (1 << seats) - 1, tree.scores), tree.scores, tree.win, tree.margin)
            return Worth(tuple(tree.win[:seats].tolist()), tuple(tree.margin[:seats].tolist()), 0.0, proved=True)
        self._clear()
        tree.states[ROOT] = state
        reseed(tree.rng, self.seed if seed is None else seed)
        goal = UNLIMITED if limits.nodes is None else max(1, limits.nodes)
        with ThreadPoolExecutor(1) as pool, clock.watched_by([tree.stop]):
            tree.stop[0] = False  # one playout at least
            pool.submit(run, tree, seats, seat, self.exploration, 1).result()
            pool.submit(run, tree, seats, seat, self.exploration, 1 if clock.is_up() else goal).result()
        done = int(tree.used[PLAYOUTS])
        win = (tree.root_win[:, :seats].sum(axis=0) / done).tolist()
        margin = (tree.root_margin[:, :seats].sum(axis=0) / done).tolist()
        error = (win[seat] * (1 - win[seat]) / done) ** 0.5
        most_tried = max(_children(tree, 0), key=lambda child: int(tree.visits[child]), default=NOBODY)
        known = most_tried != NOBODY and to_move(state) >= 0
        line = self._line(state, int(tree.move[most_tried])) if known else ()
        return Worth(tuple(win), tuple(margin), error, line, int(tree.used[DEPTH]))

    def _clear(self) -> None:
        tree = self._tree
        nodes = int(tree.used[NODES])
        for by_node in (tree.visits, tree.reward, tree.first_child, tree.next_child):
            by_node[:nodes] = 0
        for by_move in (tree.root_win, tree.root_margin):
            by_move[:] = 0
        tree.used[:] = (1, 0, 0)

    def _read(self, state: Any, seat: int, seats: int, clock: Clock) -> Analysis:
        tree = self._tree
        visits = dict.fromkeys(self._legal(state), 0)
        visits.update((int(tree.move[child]), int(tree.visits[child])) for child in _children(tree, 0))
        candidates = [
            self._candidate(move, seat, seats, number, self._line(state, move)) for move, number in visits.items()
        ]
        candidates.sort(key=lambda one: -one.visits)
        return Analysis(tuple(candidates), int(tree.used[PLAYOUTS]), clock.spent(), int(tree.used[DEPTH]))

    def _candidate(self, move: int, seat: int, seats: int, visits: int, line: tuple[int, ...]) -> Candidate:
        if visits == 0:
            return Candidate(move, 0, (1 / seats,) * seats, 0.0, UNTRIED_ERROR, line)
        win = self._tree.root_win[move, :seats] / visits
        mean, square = (
            float(self._tree.root_margin[move, seat] / visits),
            float(self._tree.root_margin[move, -1] / visits),
        )
        spread = max(LEAST_VARIANCE, square - mean * mean) ** 0.5
        return Candidate(move, visits, tuple(win.tolist()), mean, spread / visits**0.5, line)

    def _legal(self, state: Any) -> list[int]:
        number = legal_moves(state, self._tree.moves)
        return [int(move) for move in self._tree.moves[:number]]

    def _line(self, state: Any, move: int) -> tuple[int, ...]:
        """Return a move and those most tried after it, up to the next draw."""
        tree, here, line = self._tree, state.copy(), [move]
        children = [child for child in _children(tree, 0) if tree.move[child] == move]
        while children:
            apply(here, line[-1])
            if to_move(here) in (OVER, CHANCE):
                break
            legal = self._legal(here)
            node = max(children, key=lambda child: int(tree.visits[child]))
            children = [child for child in _children(tree, node) if int(tree.move[child]) in legal]
            if children:
                line.append(int(tree.move[max(children, key=lambda child: int(tree.visits[child]))]))
        return tuple(line)


def _children(tree: UctTree, node: int) -> list[int]:
    found = []
    child = int(tree.first_child[node])
    while child != NOBODY:
        found.append(child)
        child = int(tree.next_child[child])
    return found


@rule
def run(tree: Any, seats: int, seat: int, exploration: float, playouts: int) -> None:
    """Search on until there are so many playouts in all, or until stopped."""
    while tree.used[PLAYOUTS] < playouts and not tree.stop[0]:
        _play_once(tree, seats, seat, exploration)


@rule
def _play_once(tree: Any, seats: int, seat: int, exploration: float) -> None:
    """Go down the tree, add one node, play on at random, and give every seat its reward."""
    tree.states[HERE] = tree.states[ROOT]
    state = tree.states[HERE]
    determinise(state, seat, tree.rng)
    node = 0
    depth = 0
    inside = True
    first_move = -1
    while True:
        mover = to_move(state)
        if mover == OVER:
            break
        if mover == CHANCE:
            deal(state, tree.rng, tree.drawn)
            continue
        number = legal_moves(state, tree.moves)
        if inside:
            move, node = _choose(tree, node, number, mover, exploration)
            if node != NOBODY:
                tree.path[depth] = node
                depth += 1
            inside = node != NOBODY and tree.visits[node] > 0 and depth < tree.path.shape[0]
            if first_move < 0:
                first_move = move
        else:
            move = int(tree.moves[below(tree.rng, number)])
        apply(state, move)
    winners = outcome(state, (1 << seats) - 1, tree.scores)
    settle(seats, winners, tree.scores, tree.win, tree.margin)
    tree.used[PLAYOUTS] += 1
    tree.used[DEPTH] = max(tree.used[DEPTH], depth)
    for at in range(depth):
        tree.visits[tree.path[at]] += 1
        for one in range(seats):
            tree.reward[tree.path[at], one] += utility(float(tree.win[one]), float(tree.margin[one]))
    for one in range(seats):
        tree.root_win[first_move, one] += tree.win[one]
        tree.root_margin[first_move, one] += tree.margin[one]
    tree.root_margin[first_move, tree.root_margin.shape[1] - 1] += float(tree.margin[seat]) ** 2


@rule
def _choose(tree: Any, node: int, number: int, mover: int, exploration: float) -> tuple[int, int]:
    """Return a move and its child: any move not tried yet, or the best by the upper confidence bound.

    After a draw other moves may be legal than at the last visit: only those legal now count.
    """
    child_of, moves = tree.child_of, tree.moves
    child = tree.first_child[node]
    while child != NOBODY:
        child_of[tree.move[child]] = child
        child = tree.next_child[child]
    untried = 0
    total = 0
    for at in range(number):
        child = child_of[moves[at]]
        untried += child == NOBODY
        total += tree.visits[child] if child != NOBODY else 0
    if untried:
        chosen = _untried(tree, number, below(tree.rng, untried))
    else:
        chosen = _best(tree, number, mover, exploration * exploration * np.log(max(1, total)))
    move = int(moves[chosen])
    found = int(child_of[move])
    child = tree.first_child[node]
    while child != NOBODY:
        child_of[tree.move[child]] = NOBODY
        child = tree.next_child[child]
    if found == NOBODY and tree.used[NODES] < tree.visits.shape[0]:
        found = int(tree.used[NODES])
        tree.used[NODES] += 1
        tree.move[found] = move
        tree.next_child[found] = tree.first_child[node]
        tree.first_child[node] = found
    return move, found


@rule
def _untried(tree: Any, number: int, place: int) -> int:
    """Return which legal move is the untried one at this place among the untried."""
    for at in range(number):
        if tree.child_of[tree.moves[at]] == NOBODY:
            if place == 0:
                return at
            place -= 1
    return 0


@rule
def _best(tree: Any, number: int, mover: int, push: float) -> int:
    """Return which legal move has the highest upper confidence bound for the seat to move."""
    best = -1e9
    chosen = 0
    for at in range(number):
        child = tree.child_of[tree.moves[at]]
        visits = tree.visits[child]
        value = tree.reward[child, mover] / visits + np.sqrt(push / visits)
        if value > best:
            best = value
            chosen = at
    return chosen
