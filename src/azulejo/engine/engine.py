"""The engine: give it what a seat may know and limits, and it says what the moves are worth."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import exp
from typing import Any

import numpy as np

from azulejo.engine import rounds, tree
from azulejo.engine.analysis import Analysis, Candidate, Report, Worth
from azulejo.engine.clock import Clock
from azulejo.engine.knowledge import knowledge
from azulejo.engine.limits import Limits
from azulejo.engine.network import MARGIN_SCALE, Network, judge, settle, utility, value_of_two
from azulejo.engine.position import check_decision
from azulejo.games import rulebook
from azulejo.games.contract import CHANCE, OVER, apply, legal_moves, outcome, prune, stage, stops_at_draws, to_move

TREE_NODES = 1 << 17
TREE_EDGES = 1 << 22
FIRST_CHUNK = 500
CHUNK_SECONDS = 0.02
"""A tree is grown in pieces of about this length where somebody wants reports."""
REPORT_SECONDS = 0.25
UNLIMITED = 1 << 60
FOLLOW_NODES = 20_000
"""Nodes to spend at most on finding a main line again."""
SAME_VALUE = 1e-4
SALT_STEP = 0x1E3779B97F4A7C15


class Engine:
    """Searches positions of one game.

    Two players and no chance inside the round: an exact search of the round. Otherwise: a tree search.
    """

    def __init__(
        self,
        game: str,
        *,
        threads: int = 1,
        seed: int = 0,
        network: Network | None = None,
        compare: float = 0.0,
        exact: bool = True,
    ) -> None:
        """Take the memory that searching needs; the first search compiles or loads the code.

        An exact search looks for the best move: of the others it says at what worth they are not better. Those
        that are worse by no more than ``compare`` (in chances to win, gained and lost) get their own value, too.
        Whoever compares all moves, as a level that misses some does, is better served by a tree: ``exact=False``.
        """
        self.rulebook = rulebook(game)
        known = knowledge(game)
        self.network = known.network() if network is None else network
        self.compare = compare
        self.exact = exact
        self.threads = threads
        self.seed = seed
        self._features = known.features
        self._scratches = [tree.new_scratch(self.rulebook, known.features) for _ in range(threads)]
        self._trees: list[tree.Tree] = []
        self._solver: rounds.Solver | None = None
        self._salt = 0

    def new_game(self) -> None:
        """Forget what was found in an earlier game."""
        self._forget()

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
        search. ``exact`` is as for the engine itself, for this search alone.
        """
        clock = Clock(limits, stop)
        check_decision(state, seat)
        seats = self.rulebook.seats_of(state)
        may_solve = self.exact if exact is None else exact
        if may_solve and seats == 2 and stops_at_draws(state):
            return self._solve(state, seat, limits, clock, report)
        return self._grow(state, seat, seats, limits, clock, report)

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
        """Return what a position is worth that holds no more than the seat may know; it need not be its turn.

        A position before a draw is worth what the draws of the search's scenarios are worth on average, or what the
        network says, where it averages over them.
        """
        turn, seats = int(to_move(state)), self.rulebook.seats_of(state)
        may_solve = self.exact if exact is None else exact
        if turn == OVER or (turn == CHANCE and stops_at_draws(state)):
            return Worth(*self.judge(state, seats), proved=True)
        if may_solve and seats == 2 and turn != CHANCE and stops_at_draws(state):
            found = self._solve(state, turn, limits, Clock(limits, stop), None, depth or rounds.DEEPEST)
            best = found.best
            margin = (best.margin, -best.margin) if turn == 0 else (-best.margin, best.margin)
            return Worth(best.win, margin, line=best.line, depth=found.depth, proved=best.proved)
        chosen = self.seed if seed is None else seed
        return self._grown_worth(state, seat, seats, limits, Clock(limits, stop), chosen)

    # ------------------------------------------------------------ the tree

    def _grown_worth(self, state: Any, seat: int, seats: int, limits: Limits, clock: Clock, seed: int) -> Worth:
        """Grow one tree, and say what its root is worth."""
        if not self._trees:
            self._trees.append(tree.new_tree(TREE_NODES, TREE_EDGES, self.rulebook.most_seats))
        grown, scratch = self._trees[0], self._scratches[0]
        tree.clear(grown)
        scratch.states[tree.ROOT] = state
        goal = UNLIMITED if limits.nodes is None else max(1, limits.nodes)
        if limits.seconds_for_decision() is None and not clock.is_up():  # a few positions need no watchman
            grown.stop[0] = False
            self._grow_one(seats, seat, goal, 0, seed)
        else:
            with ThreadPoolExecutor(1) as pool, clock.watched_by([grown.stop]):
                pool.submit(self._grow_one, seats, seat, goal, 0, seed).result()
        visits = int(grown.visits[0])
        win = (grown.win[0, :seats] / visits).tolist()
        margin = (grown.margin[0, :seats] / visits).tolist()
        variance = max(0.0, float(grown.margin_squared[0, seat]) / visits - margin[seat] ** 2)
        spread = float(self.network.spread[stage(state)])
        error = ((variance + spread * spread / visits) / visits) ** 0.5  # of the margin; of the chances by their slope
        error *= win[seat] * (1 - win[seat]) / spread
        return Worth(tuple(win), tuple(margin), error, _main_line(grown, 0), int(grown.used[3]))

    def _grow(self, state: Any, seat: int, seats: int, limits: Limits, clock: Clock, report: Report | None) -> Analysis:
        while len(self._trees) < self.threads:
            self._trees.append(tree.new_tree(TREE_NODES, TREE_EDGES, self.rulebook.most_seats))
        for grown, scratch in zip(self._trees, self._scratches, strict=True):
            tree.clear(grown)
            scratch.states[tree.ROOT] = state
        goal = UNLIMITED if limits.nodes is None else max(1, limits.nodes // self.threads)
        flags = [grown.stop for grown in self._trees]
        with ThreadPoolExecutor(self.threads) as pool, clock.watched_by(flags):
            chunk, done, last_report = FIRST_CHUNK, 0, clock.start
            while done == 0 or (done < goal and not clock.is_up()):
                began = time.perf_counter()
                done = min(goal, done + chunk) if report else goal
                list(pool.map(partial(self._grow_one, seats, seat, done), range(self.threads)))
                now = time.perf_counter()
                chunk = max(50, int(chunk * min(2.0, CHUNK_SECONDS / max(now - began, 1e-6))))
                if report and now - last_report >= REPORT_SECONDS:
                    last_report = now
                    report(self._read_trees(state, seat, seats, clock))
        return self._read_trees(state, seat, seats, clock)

    def _grow_one(self, seats: int, seat: int, goal: int, number: int, seed: int | None = None) -> None:
        chosen = (self.seed if seed is None else seed) * 64 + number
        tree.grow(self._trees[number], self._scratches[number], seats, seat, self.network, chosen, goal)

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
        return Analysis(tuple(candidates), judged, clock.spent(), max(int(grown.used[3]) for grown in self._trees))

    def _candidate(self, state: Any, move: int, nodes: list[tuple[tree.Tree, int]], seat: int, seats: int) -> Candidate:
        reached = [(grown, node) for grown, node in nodes if node != tree.UNSEEN and grown.visits[node]]
        spread = float(self.network.spread[stage(state)])
        if not reached:
            win, margin = self._judge_after(state, move, seats)
            return Candidate(move, 0, win, margin[seat], spread, (move,))
        visits = sum(int(grown.visits[node]) for grown, node in reached)
        wins = np.sum([grown.win[node, :seats] for grown, node in reached], axis=0) / visits
        mean = float(sum(grown.margin[node, seat] for grown, node in reached)) / visits
        square = float(sum(grown.margin_squared[node, seat] for grown, node in reached)) / visits
        variance = max(0.0, square - mean * mean) + spread * spread / visits  # one judgement more, as far off as usual
        error = (variance / visits) ** 0.5
        grown, node = max(reached, key=lambda pair: int(pair[0].visits[pair[1]]))
        return Candidate(move, visits, tuple(wins.tolist()), mean, error, (move, *_main_line(grown, node)))

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
            judge(state, seats, self.network, scratch.seen, win, margin)
        return tuple(win.tolist()), tuple(margin.tolist())

    # ------------------------------------------------------------ exact

    def _solve(
        self,
        state: Any,
        seat: int,
        limits: Limits,
        clock: Clock,
        report: Report | None,
        deepest: int = rounds.DEEPEST,
    ) -> Analysis:
        """Deepen until the round is solved or the limits are reached."""
        solver = self._ready_solver(state, limits)
        number = prune(state, solver.root_moves, legal_moves(state, solver.root_moves))
        # one step deep it looks in any case, to say something sensible of every move
        solver.counts[rounds.NODE_LIMIT] = UNLIMITED if limits.nodes is None else max(limits.nodes, number + 1)
        depth, proved = 0, False
        with ThreadPoolExecutor(1) as pool, clock.watched_by([solver.stop]):
            while not proved and depth < deepest:
                solver.counts[rounds.CUTS] = 0
                solver.counts[rounds.FINISHED] = 0
                whole = (rounds.LOWEST, rounds.HIGHEST)
                pool.submit(rounds.search, solver, self.network, 0, depth + 1, *whole).result()
                done = int(solver.counts[rounds.FINISHED])
                _sort_root(solver, number, done)
                if done < number:
                    break
                depth += 1
                proved = bool(solver.counts[rounds.CUTS] == 0)
                if report and not clock.is_up():
                    report(self._read_solver(state, seat, number, depth, proved, clock))
        return self._read_solver(state, seat, number, depth, proved, clock)

    def _ready_solver(self, state: Any, limits: Limits) -> rounds.Solver:
        book = self.rulebook
        if self._solver is None:
            self._solver = rounds.new_solver(book.state.dtype, book.moves_room, book.move_codes, self._features)
        if limits.nodes is not None:  # the same answer whatever was searched before
            self._forget()
        solver = self._solver
        solver.states[0] = state
        solver.history[:] = 0
        solver.root_nodes[:] = 0
        solver.root_depths[:] = 0
        solver.counts[:] = 0
        solver.counts[rounds.SALT] = self._salt
        solver.slack[0] = self.compare
        return solver

    def _forget(self) -> None:
        """Make all that the table holds unreadable, which is faster than to empty it."""
        self._salt = (self._salt + SALT_STEP) % (1 << 63)

    def _read_solver(self, state: Any, seat: int, number: int, depth: int, proved: bool, clock: Clock) -> Analysis:
        solver = self._solver
        assert solver is not None
        lines = np.full((number, rounds.DEEPEST), rounds.NO_MOVE, np.int16)
        win, margin = np.zeros((number, 2), np.float32), np.zeros((number, 2), np.float32)
        rounds.known_lines(solver, self.network, number, lines, win, margin)
        for at in range(number):
            if solver.root_depths[at] > 0:
                found_at = rounds.DEEPEST if proved else int(solver.root_depths[at])
                self._follow(solver, found_at, lines[at], win[at], margin[at])
        spread = float(self.network.spread[stage(state)])
        candidates = []
        for at in range(number):
            wins, lead = tuple(win[at].tolist()), float(margin[at, seat])
            excess = value_of_two(wins[seat], lead) - float(solver.root_values[at])
            if excess > SAME_VALUE or (excess < -SAME_VALUE and solver.root_depths[at] > 0):
                share, lead = _judged_like(float(solver.root_values[at]), spread)
                wins = (share, 1 - share) if seat == 0 else (1 - share, share)
            line = tuple(int(move) for move in lines[at] if move != rounds.NO_MOVE)
            known = proved and bool(solver.root_depths[at] > 0)
            candidates.append(Candidate(line[0], int(solver.root_nodes[at]), wins, lead, spread, line, known))
        ranked = sorted(candidates[1:], key=lambda one: -utility(one.win[seat], one.margin))
        return Analysis((candidates[0], *ranked), int(solver.counts[rounds.NODES]), clock.spent(), depth)

    def _follow(self, solver: rounds.Solver, depth: int, line: Any, win: Any, margin: Any) -> None:
        """Follow a root move to where its value comes from, searching again what the table no longer holds."""
        counts = solver.counts.copy()
        solver = solver._replace(stop=np.zeros(1, np.int8))  # the flag itself may be set at any time, for the search
        solver.counts[rounds.STOPPED] = 0
        solver.counts[rounds.NODE_LIMIT] = solver.counts[rounds.NODES] + FOLLOW_NODES
        spare = solver.states[rounds.SPARE]
        solver.states[rounds.SPARE] = solver.states[0]
        apply(spare, line[0])
        line[1:] = rounds.NO_MOVE
        for length in range(1, min(depth, rounds.DEEPEST)):
            if to_move(spare) < 0:
                break
            solver.states[1] = spare
            rounds.search(solver, self.network, 1, depth - length, rounds.LOWEST, rounds.HIGHEST)
            if solver.counts[rounds.STOPPED]:
                break
            line[length] = rounds.known_move(solver)
            apply(spare, line[length])
        solver.counts[:] = counts
        win[:], margin[:] = self.judge(spare, 2)


def _sort_root(solver: rounds.Solver, number: int, done: int) -> None:
    """Put the best of the moves just searched first, and leave those with a bound alone in their order."""
    valued = [at for at in range(done) if solver.root_depths[at] > 0]
    valued.sort(key=lambda at: -float(solver.root_values[at]))
    order = valued + [at for at in range(number) if at not in valued]
    for array in (solver.root_moves, solver.root_values, solver.root_depths, solver.root_nodes):
        array[:number] = array[order]


def _judged_like(value: float, spread: float) -> tuple[float, float]:
    """Return the probability to win and the margin that the network gives to positions of a value."""
    low, high = -MARGIN_SCALE, MARGIN_SCALE
    for _ in range(40):
        margin = (low + high) / 2
        win = 1 / (1 + exp(-margin / spread))
        low, high = (margin, high) if value_of_two(win, margin) < value else (low, margin)
    return win, margin


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
