"""The exact search of a round finds what a plain search of all lines finds."""

from typing import Any

import numpy as np
import pytest

from azulejo.engine.analysis import Candidate
from azulejo.engine.engine import Engine
from azulejo.engine.limits import Limits
from azulejo.engine.network import utility
from azulejo.games import rulebook
from azulejo.games.contract import apply, legal_moves, prune, to_move
from tests.engine.helpers import AllMoves, engine, late_round, legal, position, random_states, utilities

WALLS = ("coloured", "grey")
ENOUGH = Limits(nodes=2_000_000)


def own_and_other(found: Candidate, seat: int) -> tuple[float, ...]:
    return tuple(float(utility(found.win[one], found.margin if one == seat else -found.margin)) for one in (0, 1))


def gained(pair: tuple[float, ...], seat: int) -> float:
    """Return what the exact search maximises: the own utility less the other's."""
    return pair[seat] - pair[1 - seat]


@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize("seed", range(6))
def test_the_best_move_is_worth_what_all_lines_say(seed: int, wall: str) -> None:
    state, seat = late_round(seed, left=5, wall=wall)
    analysis = engine("azul").analyse(state, seat, ENOUGH)
    plain = AllMoves("azul", 2, 1_000_000)
    values = {move: gained(plain.after(state, move), seat) for move in legal("azul", state)}
    best = analysis.best
    assert best.proved
    assert gained(own_and_other(best, seat), seat) == pytest.approx(max(values.values()), abs=1e-5)
    assert values[best.move] == pytest.approx(max(values.values()), abs=1e-5)
    for other in analysis.candidates[1:]:  # a value or a bound, but never above what the best move brings
        assert gained(own_and_other(other, seat), seat) <= max(values.values()) + 1e-5


def test_some_of_these_positions_have_layings_to_choose() -> None:
    found = [late_round(seed, left=5, wall="grey") for seed in range(6)]
    lengths = [len(engine("azul").analyse(state, seat, ENOUGH).best.line) for state, seat in found]
    assert max(lengths) > 5, "no line goes beyond the five last takes"


def test_with_compare_every_move_gets_its_value() -> None:
    compared = 0
    comparing = Engine("azul", compare=9.0)
    for seed in range(5):
        state, seat = late_round(seed, left=6)
        plain = AllMoves("azul", 2, 1_000_000)
        for one in comparing.analyse(state, seat, ENOUGH).candidates:
            compared += 1
            assert one.proved
            value = gained(plain.after(state, one.move), seat)
            assert gained(own_and_other(one, seat), seat) == pytest.approx(value, abs=1e-5)
    assert compared > 10


def test_the_line_ends_where_the_value_comes_from() -> None:
    for seed in range(6):
        state, seat = late_round(seed, left=7)
        best = engine("azul").analyse(state, seat, ENOUGH).best
        here = state.copy()
        for move in best.line:
            assert move in legal("azul", here)
            apply(here, move)
        assert to_move(here) < 0, "a proved line goes on to the end of the round"
        assert utilities("azul", here, 2) == pytest.approx(own_and_other(best, seat), abs=1e-6)


@pytest.mark.parametrize("wall", WALLS)
def test_a_single_legal_move_is_searched_like_any_other(wall: str) -> None:
    state, seat = next(
        (state, int(to_move(state)))
        for seed in range(50)
        for state in random_states("azul", 2, seed, wall=wall)
        if len(legal("azul", state)) == 1
    )
    analysis = engine("azul").analyse(state, seat, ENOUGH)
    assert [one.move for one in analysis.candidates] == legal("azul", state)
    assert analysis.best.proved
    assert analysis.depth >= 1


def test_what_was_searched_before_never_leaks_into_another_position() -> None:
    shared = Engine("azul")
    places = [late_round(seed, left=6, wall=wall) for seed in range(4) for wall in WALLS]
    for number, (state, seat) in enumerate(places * 2):  # without node limit, so that the table is kept
        limits = Limits(seconds=20.0)
        again, fresh = shared.analyse(state, seat, limits), Engine("azul").analyse(state, seat, limits)
        assert again.best.proved, number
        assert gained(own_and_other(again.best, seat), seat) == pytest.approx(
            gained(own_and_other(fresh.best, seat), seat), abs=1e-6
        )


def test_a_kept_table_saves_work_and_a_new_game_forgets_it() -> None:
    shared = Engine("azul")
    state, seat = late_round(1, left=8)
    first, second = (shared.analyse(state, seat, Limits(seconds=20.0)).nodes for _ in range(2))
    shared.new_game()
    assert second < first == shared.analyse(state, seat, Limits(seconds=20.0)).nodes


def test_without_time_it_still_takes_the_best_by_judgement() -> None:
    state, seat = position("azul", decisions=1)
    values = {
        move: gained(_judged(state, move), seat)
        for move in [one.move for one in engine("azul").analyse(state, seat, Limits(nodes=1)).candidates]
    }
    for nodes in (0, 1, 50):
        found = engine("azul").analyse(state, seat, Limits(nodes=nodes))
        assert values[found.best.move] == pytest.approx(max(values.values()), abs=1e-6)
        assert found.depth == 1
    assert engine("azul").analyse(state, seat, Limits(seconds=0.0)).nodes <= 256


def _judged(state: Any, move: int) -> tuple[float, ...]:
    after = state.copy()
    apply(after, move)
    return utilities("azul", after, 2)


def test_more_nodes_go_deeper() -> None:
    state, seat = position("azul")
    depths = [engine("azul").analyse(state, seat, Limits(nodes=nodes)).depth for nodes in (200, 5_000, 100_000)]
    assert depths == sorted(depths)
    assert depths[0] < depths[-1]


# ---------------------------------------------------------------- equal factories


def _pruned(state: Any) -> list[int]:
    moves = np.zeros(rulebook("azul").moves_room, np.int16)
    return [int(move) for move in moves[: prune(state, moves, legal_moves(state, moves))]]


def _with_equal_factories() -> tuple[Any, int]:
    for seed in range(200):
        state, seat = position("azul", 2, 0, seed)
        contents = [int(source) for source in state.sources[1:6]]
        if len(set(contents)) < 5:
            return state, seat
    raise AssertionError("no such deal")


def test_of_equal_factories_one_is_kept() -> None:
    state, _ = _with_equal_factories()
    kept, everything = _pruned(state), legal("azul", state)
    assert len(kept) < len(everything)
    after = {move: _after_as_sets(state, move) for move in everything}
    assert {after[move] for move in kept} == set(after.values()), "a different move was left out"
    assert len({after[move] for move in kept}) == len(kept), "two equal moves were kept"


def _after_as_sets(state: Any, move: int) -> bytes:
    """Return the position after a move with its factories in an order that does not matter."""
    after = state.copy()
    apply(after, move)
    after.sources[1:] = sorted(int(source) for source in after.sources[1:])
    after.offers = 0  # a summary of the sources, in their order
    return bytes(after.tobytes())
