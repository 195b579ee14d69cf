"""The tree search: what it says of every move, its luck, its bounds, its threads."""

import threading
import time
from typing import Any

import numpy as np
import pytest

from azulejo.engine import tree
from azulejo.engine.engine import Engine
from azulejo.engine.knowledge import knowledge
from azulejo.engine.limits import Limits
from azulejo.engine.network import utility
from azulejo.games import rulebook
from azulejo.games.contract import CHANCE, apply, deal, to_move
from azulejo.kernel.rule import interpreted
from tests.engine.helpers import GAMES, TABLES, AllMoves, engine, legal, position, tiny_ends

# ---------------------------------------------------------------- what it says


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("decisions", [0, 25])
def test_every_candidate_has_sensible_figures(game: str, seats: int, decisions: int) -> None:
    state, seat = position(game, seats, decisions)
    for exact in (True, False):
        analysis = engine(game).analyse(state, seat, Limits(nodes=1200), exact=exact)
        moves = [one.move for one in analysis.candidates]
        assert len(moves) == len(set(moves))
        assert set(moves) <= set(legal(game, state))
        if game != "azul":
            assert set(moves) == set(legal(game, state))
        for one in analysis.candidates:
            assert len(one.win) == seats
            assert sum(one.win) == pytest.approx(1, abs=1e-4)
            assert all(0 <= share <= 1 for share in one.win)
            assert np.isfinite(one.margin)
            assert one.margin_error > 0
            assert one.visits >= 0
            _check_line(game, state, one.line, one.move)
        assert sum(one.visits for one in analysis.candidates) > 0


def _check_line(game: str, state: Any, line: tuple[int, ...], first: int) -> None:
    assert line[0] == first
    here = state.copy()
    for move in line:
        assert to_move(here) >= 0
        assert move in legal(game, here)
        apply(here, move)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_move_looked_at_most_comes_first(game: str, seats: int) -> None:
    state, seat = position(game, seats, decisions=10)
    visits = [one.visits for one in engine(game).analyse(state, seat, Limits(nodes=2000), exact=False).candidates]
    assert visits == sorted(visits, reverse=True)


# ---------------------------------------------------------------- against a plain search


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_near_the_end_it_finds_what_all_lines_say(game: str) -> None:
    searched = 0
    for state, seat in tiny_ends(game, 2, seeds=4):
        analysis = engine(game).analyse(state, seat, Limits(nodes=20_000), exact=False)
        plain = AllMoves(game, 2, 10**6)
        values = {move: plain.after(state, move)[seat] for move in legal(game, state)}
        best = analysis.best
        assert values[best.move] == pytest.approx(max(values.values()), abs=0.02)  # 0.02 is twenty points
        assert utility(best.win[seat], best.margin) == pytest.approx(max(values.values()), abs=0.05)
        searched += len({round(value, 3) for value in values.values()}) > 1
    assert searched >= 1, "no position in which the choice matters"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [("azul", 3), ("azul", 4), ("garden", 3), ("garden", 4)])
def test_the_last_choice_of_three_or_four_is_the_best(game: str, seats: int) -> None:
    searched = 0
    for state, seat in tiny_ends(game, seats, seeds=3, least=2, most=60):
        analysis = engine(game).analyse(state, seat, Limits(nodes=5000))
        plain = AllMoves(game, seats, 10**6)
        values = {move: plain.after(state, move)[seat] for move in legal(game, state)}
        assert values[analysis.best.move] == pytest.approx(max(values.values()), abs=0.01)
        searched += len({round(value, 3) for value in values.values()}) > 1
    assert searched >= 1, "no position in which the choice matters"


# ---------------------------------------------------------------- luck


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let the functions of the tree run interpreted (the rules do not), so that what they call can be seen."""
    for name, value in list(vars(tree).items()):
        if getattr(value, "__module__", "") == tree.__name__ and hasattr(value, "py_func"):
            monkeypatch.setattr(tree, name, interpreted(value))
    return monkeypatch


class Watched:
    """A tree grown walk by walk."""

    def __init__(self, game: str, state: Any, seat: int, seed: int = 5) -> None:
        book, known = rulebook(game), knowledge(game)
        self.network = known.network()
        self.tree = tree.new_tree(4000, 1 << 17, book.most_seats)
        tree.clear(self.tree)
        self.scratch = tree.new_scratch(book, known.features)
        self.scratch.states[tree.ROOT] = state
        self.seats, self.seat, self.seed = 2, seat, seed

    def walk(self) -> None:
        tree._walk(self.tree, self.scratch, self.seats, self.seat, self.network, self.seed)

    def grown(self, judgements: int) -> tree.Tree:
        tree.grow(self.tree, self.scratch, self.seats, self.seat, self.network, self.seed, judgements)
        return self.tree


@pytest.mark.parametrize("game", ["duel", "garden"])
def test_a_scenario_has_the_same_luck_after_every_move(game: str, plain: pytest.MonkeyPatch) -> None:
    luck: dict[tuple[int, int], set[bytes]] = {}
    after: dict[tuple[int, int], set[tuple[int, ...]]] = {}
    now: list[Any] = [0, 0, ()]
    real_seed = tree.scenario_seed

    def seed_of(seed: int, draws: int, scenario: int) -> int:
        now[:] = [draws, scenario, now[2] if draws else ()]
        return int(real_seed(seed, draws, scenario))

    def dealt(state: Any, rng: Any, drawn: Any) -> int:
        assert now[0] > 0
        luck.setdefault((now[0], now[1]), set()).add(rng.tobytes())
        after.setdefault((now[0], now[1]), set()).add(now[2])
        return int(deal(state, rng, drawn))

    def applied(state: Any, move: int) -> None:
        if now[0] == 0:
            now[2] = (*now[2], int(move))
        apply(state, move)

    plain.setattr(tree, "scenario_seed", seed_of)
    plain.setattr(tree, "deal", dealt)
    plain.setattr(tree, "apply", applied)
    state, seat = position(game, 2, decisions=6)
    watched = Watched(game, state, seat)
    for _ in range(600):
        watched.walk()
    assert max(len(moves) for moves in after.values()) > 1, "no scenario was met after two moves"
    assert all(len(streams) == 1 for streams in luck.values())
    assert len({next(iter(streams)) for streams in luck.values()}) == len(luck), "two scenarios have the same luck"


@pytest.mark.parametrize("game", ["duel", "garden"])
def test_draws_are_inside_the_horizon(game: str) -> None:
    state, seat = position(game, 2, decisions=6)
    grown = Watched(game, state, seat).grown(6000)
    below_draws = [
        edge for edge in range(int(grown.used[1])) if grown.prior[edge] == tree.OF_A_DRAW and grown.child[edge] >= 0
    ]
    assert len(below_draws) > 5
    assert max(int(grown.visits[grown.child[edge]]) for edge in below_draws) > 1


def test_in_classic_azul_the_round_is_the_horizon() -> None:
    state, seat = position("azul", 2, decisions=10)
    grown = Watched("azul", state, seat).grown(6000)
    assert not (grown.prior[: grown.used[1]] == tree.OF_A_DRAW).any()


@pytest.mark.parametrize("game", GAMES)
def test_only_legal_moves_are_walked(game: str, plain: pytest.MonkeyPatch) -> None:
    """Also where the same node is met in two guesses of what the seat cannot know."""
    walked = 0

    def applied(state: Any, move: int) -> None:
        nonlocal walked
        assert int(move) in legal(game, state)
        walked += 1
        apply(state, move)

    def dealt(state: Any, rng: Any, drawn: Any) -> int:
        assert to_move(state) == CHANCE
        return int(deal(state, rng, drawn))

    plain.setattr(tree, "apply", applied)
    plain.setattr(tree, "deal", dealt)
    for decisions in (4, 30, 75):
        watched = Watched(game, *position(game, 2, decisions))
        for _ in range(150):
            watched.walk()
    assert walked > 300


# ---------------------------------------------------------------- its bounds


@pytest.mark.parametrize("game", ["duel", "garden"])
@pytest.mark.parametrize(("nodes", "edges"), [(40, 1 << 17), (4000, 700)])
def test_a_full_tree_is_searched_on(game: str, nodes: int, edges: int) -> None:
    state, seat = position(game, 2, decisions=6)
    watched = Watched(game, state, seat)
    small = tree.new_tree(nodes, edges, 2)
    tree.clear(small)
    tree.grow(small, watched.scratch, 2, seat, watched.network, 1, 6000)
    assert small.used[2] >= 6000
    assert small.used[0] <= nodes
    assert small.used[1] <= edges
    children = [int(child) for child in small.child[: small.edges[0]] if child != tree.UNSEEN]
    assert sum(int(small.visits[child]) for child in children) > 100
    assert np.isfinite(small.win).all()


def test_a_game_deeper_than_the_tree_may_be_is_judged_there(plain: pytest.MonkeyPatch) -> None:
    state, seat = position("duel", 2, decisions=6)
    watched = Watched("duel", state, seat)
    plain.setattr(tree, "DEEPEST", 3)
    for _ in range(200):
        watched.walk()
    assert watched.tree.used[3] == 3
    assert watched.tree.visits[0] == 200


# ---------------------------------------------------------------- threads


@pytest.mark.parametrize("game", GAMES)
def test_two_threads_give_one_answer(game: str) -> None:
    state, seat = position(game, 2, decisions=6)
    analysis = Engine(game, threads=2).analyse(state, seat, Limits(nodes=4000), exact=False)
    assert 4000 <= analysis.nodes <= 4000 + 2 * rulebook(game).max_moves
    assert len({one.move for one in analysis.candidates}) == len(analysis.candidates)
    for one in analysis.candidates:
        assert sum(one.win) == pytest.approx(1, abs=1e-4)
        _check_line(game, state, one.line, one.move)
    alone = engine(game).analyse(state, seat, Limits(nodes=2000), exact=False)
    assert sum(one.visits for one in analysis.candidates) > sum(one.visits for one in alone.candidates)
    assert Engine(game, threads=3).analyse(state, seat, Limits(nodes=1), exact=False).candidates


@pytest.mark.parametrize(("game", "exact"), [("azul", True), ("azul", False), ("duel", False), ("garden", False)])
def test_other_threads_go_on_during_a_search(game: str, exact: bool) -> None:
    """A search that held the interpreter's lock would let the other thread tick once or twice."""
    state, seat = position(game)
    ticks, done = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    other = threading.Thread(target=tick)
    other.start()
    engine(game).analyse(state, seat, Limits(seconds=0.4), exact=exact)
    done.set()
    other.join()
    assert ticks > 15
