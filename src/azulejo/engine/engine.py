"""The engine: give it what a seat may know and limits, and it says what the moves are worth."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np

from azulejo.engine import rounds, tree
from azulejo.engine.analysis import Analysis, Candidate, Report
from azulejo.engine.clock import Clock
from azulejo.engine.contract import prune, stops_at_draws
from azulejo.engine.knowledge import knowledge
from azulejo.engine.limits import Limits
from azulejo.engine.network import Network, judge, settle, utility
from azulejo.engine.position import check_decision, seats_of
from azulejo.games import rulebook
from azulejo.games.contract import CHANCE, OVER, apply, legal_moves, outcome, to_move

TREE_NODES = 1 << 17
TREE_EDGES = 1 << 22
FIRST_CHUNK = 500
CHUNK_SECONDS = 0.02
"""A tree is grown in pieces of about this length, and the clock looked at in between."""
REPORT_SECONDS = 0.25
UNLIMITED = 1 << 60


class Engine:
    """Searches positions of one game.

    Two players and no chance inside the round: an exact search of the round. Otherwise: a tree search.
    """

    def __init__(self, game: str, *, threads: int = 1, seed: int = 0, network: Network | None = None) -> None:
        """Take the memory that searching needs; the first search compiles or loads the code."""
        self.rulebook = rulebook(game)
        known = knowledge(game)
        self.network = known.network() if network is None else network
        self.threads = threads
        self.seed = seed
        book, hidden = self.rulebook, self.network.second.shape[0]
        self._features, self._hidden = known.features, hidden
        self._scratches = [
            tree.new_scratch(book.state.dtype, book.moves_room, book.max_drawn, known.features, hidden)
            for _ in range(threads)
        ]
        self._trees: list[tree.Tree] = []
        self._solver: rounds.Solver | None = None

    def new_game(self) -> None:
        """Forget what was found in an earlier game."""
        if self._solver is not None:
            self._solver.keys[:] = 0

    def analyse(
        self,
        state: Any,
        seat: int,
        limits: Limits,
        *,
        report: Report | None = None,
        stop: threading.Event | None = None,
        exact: bool | None = None,
    ) -> Analysis:
        """Search a position from which everything the seat may not know has been removed.

        ``report`` is called with what has been found so far, a few times a second; setting ``stop`` ends the
        search. ``exact`` chooses between the two searches; left out, the better one is taken.
        """
        clock = Clock(limits, stop)
        check_decision(state, seat)
        seats = seats_of(self.rulebook, state)
        if exact is None:
            exact = seats == 2 and bool(stops_at_draws(state))
        if exact:
            return self._solve(state, seat, limits, clock, report)
        return self._grow(state, seat, seats, limits, clock, report)

    # ------------------------------------------------------------ the tree

    def _grow(self, state: Any, seat: int, seats: int, limits: Limits, clock: Clock, report: Report | None) -> Analysis:
        while len(self._trees) < self.threads:
            self._trees.append(tree.new_tree(TREE_NODES, TREE_EDGES))
        for grown, scratch in zip(self._trees, self._scratches, strict=True):
            tree.clear(grown)
            scratch.states[tree.ROOT] = state
        goal = (limits.nodes or UNLIMITED) // self.threads
        with ThreadPoolExecutor(self.threads) as pool:
            chunk, done, last_report = FIRST_CHUNK, 0, clock.start
            while done < goal and not clock.is_up():
                began = time.perf_counter()
                done = min(goal, done + chunk)
                going = list(pool.map(partial(self._grow_one, seats, seat, done), range(self.threads)))
                now = time.perf_counter()
                chunk = max(50, int(chunk * min(2.0, CHUNK_SECONDS / max(now - began, 1e-6))))
                if not all(going):
                    break
                if report and now - last_report >= REPORT_SECONDS:
                    last_report = now
                    report(self._read_trees(state, seat, seats, clock))
        return self._read_trees(state, seat, seats, clock)

    def _grow_one(self, seats: int, seat: int, goal: int, number: int) -> bool:
        seed = self.seed * 64 + number
        return bool(tree.grow(self._trees[number], self._scratches[number], seats, seat, self.network, seed, goal))

    def _read_trees(self, state: Any, seat: int, seats: int, clock: Clock) -> Analysis:
        """Put together what the threads have found."""
        found: dict[int, list[tuple[tree.Tree, int]]] = {}
        for grown in self._trees:
            first = int(grown.first_edge[0])
            for edge in range(first, first + int(grown.edges[0])):
                found.setdefault(int(grown.move[edge]), []).append((grown, int(grown.child[edge])))
        candidates = [self._candidate(state, move, nodes, seat, seats) for move, nodes in found.items()]
        candidates.sort(key=lambda one: (-one.visits, -utility(one.win[seat], one.margin)))
        judged = sum(int(grown.used[2]) for grown in self._trees)
        depth = max(int(grown.used[3]) for grown in self._trees)
        return Analysis(tuple(candidates), judged, clock.spent(), depth)

    def _candidate(self, state: Any, move: int, nodes: list[tuple[tree.Tree, int]], seat: int, seats: int) -> Candidate:
        reached = [(grown, node) for grown, node in nodes if node != tree.UNSEEN and grown.visits[node]]
        if not reached:
            win, margin = self._judge_after(state, move, seats)
            return Candidate(move, 0, win, margin[seat], float(self.network.spread[0]), (move,))
        visits = sum(int(grown.visits[node]) for grown, node in reached)
        wins = np.sum([grown.win[node, :seats] for grown, node in reached], axis=0) / visits
        mean = float(sum(grown.margin[node, seat] for grown, node in reached)) / visits
        square = float(sum(grown.margin_squared[node, seat] for grown, node in reached)) / visits
        error = (max(0.0, square - mean * mean) / visits) ** 0.5
        grown, node = max(reached, key=lambda pair: int(pair[0].visits[pair[1]]))
        line = (move, *_main_line(grown, node))
        return Candidate(move, visits, tuple(wins.tolist()), mean, error, line)

    def _judge_after(self, state: Any, move: int, seats: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        after = state.copy()
        apply(after, move)
        return self.judge(after, seats)

    def judge(self, state: Any, seats: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return what the network, or the result, says of a position: chances to win, and margins."""
        win, margin = np.zeros(seats, np.float32), np.zeros(seats, np.float32)
        if to_move(state) == OVER:
            scores = np.zeros(seats, np.int64)
            settle(seats, outcome(state, (1 << seats) - 1, scores), scores, win, margin)
        else:
            scratch = self._scratches[0]
            judge(state, seats, self.network, scratch.seen, scratch.hidden, win, margin)
        return tuple(win.tolist()), tuple(margin.tolist())

    # ------------------------------------------------------------ exact

    def _solve(self, state: Any, seat: int, limits: Limits, clock: Clock, report: Report | None) -> Analysis:
        """Deepen until the round is solved or the limits are reached."""
        book = self.rulebook
        if self._solver is None:
            self._solver = rounds.new_solver(
                book.state.dtype, book.moves_room, book.move_codes, self._features, self._hidden
            )
        solver = self._solver
        solver.states[0] = state
        solver.history[:] = 0
        solver.counts[:] = (0, limits.nodes or UNLIMITED, 0, 0)
        solver.stop[0] = 0
        moves = np.zeros(book.moves_room, np.int16)
        number = prune(state, moves, legal_moves(state, moves))
        best = moves[:number].tolist()
        depth, proved = 0, False
        with clock.watched_by(solver.stop):
            while not proved and depth < rounds.DEEPEST and number > 1:
                depth += 1
                solver.counts[rounds.CUTS] = 0
                rounds.search(solver, self.network, 0, depth, -9.0, 9.0)
                if solver.counts[rounds.STOPPED]:
                    break
                move = self._table_move(state)
                best.remove(move)
                best.insert(0, move)
                proved = solver.counts[rounds.CUTS] == 0
                if report:
                    report(self._read_solver(state, seat, best, depth, proved, clock))
        return self._read_solver(state, seat, best, depth, proved, clock)

    def _table_move(self, state: Any) -> int:
        """Return the best move that the table knows for a position, or NO_MOVE."""
        solver = self._solver
        assert solver is not None
        solver.states[rounds.DEEPEST + 1] = state
        key = rounds.hash_of(solver.words, rounds.DEEPEST + 1)
        slot = key & (solver.keys.shape[0] - 1)
        return int(solver.table_moves[slot]) if solver.keys[slot] == key else rounds.NO_MOVE

    def _read_solver(self, state: Any, seat: int, moves: list[int], depth: int, proved: bool, clock: Clock) -> Analysis:
        solver = self._solver
        assert solver is not None
        candidates = []
        for place, move in enumerate(moves):
            line, end = self._line_from(state, move)
            win, margin = self.judge(end, 2)
            visits = int(solver.counts[rounds.NODES]) if place == 0 else 0
            spread = float(self.network.spread[0])
            candidates.append(Candidate(move, visits, win, margin[seat], spread, line, proved and place == 0))
        ranked = sorted(candidates[1:], key=lambda one: -utility(one.win[seat], one.margin))
        nodes = int(solver.counts[rounds.NODES])
        return Analysis((candidates[0], *ranked), nodes, clock.spent(), depth)

    def _line_from(self, state: Any, move: int) -> tuple[tuple[int, ...], Any]:
        """Return the main line after a move, as far as the table knows it, and where it ends."""
        here = state.copy()
        apply(here, move)
        line = [move]
        while to_move(here) not in (OVER, CHANCE) and len(line) < rounds.DEEPEST:
            following = self._table_move(here)
            if following == rounds.NO_MOVE:
                break
            apply(here, following)
            line.append(following)
        return tuple(line), here


def _main_line(grown: tree.Tree, node: int) -> tuple[int, ...]:
    """Return the most visited moves from a node on, up to the next draw."""
    line = []
    while grown.first_edge[node] != tree.UNSEEN:
        first = int(grown.first_edge[node])
        if grown.prior[first] == tree.OF_A_DRAW:
            break
        edges = [edge for edge in range(first, first + int(grown.edges[node])) if grown.child[edge] != tree.UNSEEN]
        if not edges:
            break
        edge = max(edges, key=lambda one: int(grown.visits[grown.child[one]]))
        line.append(int(grown.move[edge]))
        node = int(grown.child[edge])
    return tuple(line)
