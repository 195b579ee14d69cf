"""The search over many games with a network from outside."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from azulejo.batches.batch import Batch
from azulejo.batches.rewards import write_rewards
from azulejo.engine.batch_search import Method
from azulejo.engine.limits import Limits
from azulejo.games import names, rulebook, title
from azulejo.games.contract import CHANCE, OVER, apply, outcome, redact, to_move
from azulejo.search import BatchSearch, NetworkSearch, uniform
from azulejo.texts.errors import BadOption, BadPosition
from tests.conftest import run_python
from tests.engine.helpers import TABLES, legal, random_states

METHODS: tuple[Method, ...] = ("puct", "gumbel")


def played(game: str, games: int, steps: int, **given: Any) -> Batch:
    batch = Batch(game, games, seed=5, **given)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


def together(game: str, states: Any) -> Any:
    """Return positions as one array."""
    found = np.zeros(len(states), rulebook(game).state.dtype)
    for at, state in enumerate(states):
        found[at] = state
    return found


def likes(code: int, how_much: float = 20.0) -> Any:
    """Return a network that likes one move."""

    def network(observations: Any, masks: Any) -> Any:
        policy = np.zeros(masks.shape, np.float32)
        policy[:, code] = how_much
        return policy, np.zeros(len(masks), np.float32)

    return network


class TooMany(Exception):
    """A position has too many continuations, or something is drawn."""


def solved(game: str, state: Any, budget: list[int]) -> list[float]:
    """Return the rewards of all seats if everybody plays the best move to the end."""
    budget[0] -= 1
    turn, seats = int(to_move(state)), rulebook(game).seats_of(state)
    if budget[0] < 0 or turn == CHANCE:
        raise TooMany
    if turn == OVER:
        rewards = np.zeros(seats, np.float64)
        write_rewards(outcome(state, (1 << seats) - 1, np.zeros(seats, np.int64)), seats, rewards)
        return rewards.tolist()
    return max((solved(game, after(state, move), budget) for move in legal(game, state)), key=lambda found: found[turn])


def after(state: Any, move: int) -> Any:
    found = state.copy()
    apply(found, move)
    return found


def endgames(game: str, number: int) -> Iterator[tuple[Any, set[int]]]:
    """Yield ends of games in which the moves are not all equal: a position, and its best moves."""
    seed = 0
    while number:
        seed += 1
        for state in reversed(list(random_states(game, 2, seed, sensible=True))):
            turn, moves = int(to_move(state)), legal(game, state)
            try:
                values = {move: solved(game, after(state, move), [400])[turn] for move in moves}
            except TooMany:
                break
            best = max(values.values())
            if min(values.values()) < best:
                yield state, {move for move, value in values.items() if value == best}
                number -= 1
                break


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("game", sorted({game for game, _ in TABLES}))
def test_the_end_of_a_game_is_found_by_looking(game, method):
    states, best = zip(*endgames(game, 3), strict=True)
    search = BatchSearch(game, 3, uniform, simulations=1500, method=method, candidates=64, seed=1)
    found = search.search(together(game, states))
    assert [int(action) in moves for action, moves in zip(found.actions, best, strict=True)] == [True] * 3


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_move_chosen_is_legal_and_everything_adds_up(game, seats, method):
    batch = played(game, 40, 25, seats=seats)
    found = BatchSearch(game, 40, uniform, seats=seats, simulations=30, method=method).search(batch.states)
    assert not found.visits[batch.masks == 0].any()
    assert not found.policy[batch.masks == 0].any()
    assert set(found.visits.sum(axis=1)) == {30}
    assert np.allclose(found.policy.sum(axis=1), 1)
    assert np.allclose(found.values.sum(axis=1), 0, atol=1e-6)
    batch.step(found.actions)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("game", names())
def test_a_game_is_searched_alike_alone_and_among_others_by_any_number_of_threads(game, method):
    states = played(game, 70, 30).states

    def looked_at(some: Any, threads: int) -> Any:
        given = {"simulations": 40, "method": method, "gumbel": 0.0, "threads": threads}
        return BatchSearch(game, len(some), uniform, **given).search(some)

    in_one, by_threads, alone = looked_at(states, 1), looked_at(states, 2), looked_at(states[69:], 1)
    assert in_one.visits.tolist() == by_threads.visits.tolist()
    assert in_one.visits[69].tolist() == alone.visits[0].tolist()
    assert in_one.values[69].tolist() == alone.values[0].tolist()


def test_the_same_seed_searches_alike_and_the_next_search_has_other_luck():
    states = played("garden", 8, 10).states
    first, twin = (BatchSearch("garden", 8, uniform, seed=3, noise=0.25) for _ in range(2))
    once = first.search(states).visits
    assert once.tolist() == twin.search(states).visits.tolist()
    assert once.tolist() != first.search(states).visits.tolist()


@pytest.mark.parametrize("game", [name for name in names() if title(name).secrets])
def test_what_the_mover_cannot_know_is_not_looked_at(game):
    batch = played(game, 60, 120)
    states, seen = batch.states.copy(), batch.states.copy()
    for at in range(60):
        redact(seen[at], int(to_move(seen[at])))
    assert seen.tobytes() != states.tobytes()
    found = [BatchSearch(game, 60, uniform, simulations=60).search(some) for some in (states, seen)]
    assert found[0].visits.tolist() == found[1].visits.tolist()


def test_a_policy_is_followed_and_noise_disturbs_it():
    batch = played("azul", 3, 0)
    code = int(np.flatnonzero(batch.masks.all(axis=0))[7])
    follows = BatchSearch("azul", 3, likes(code), simulations=20).search(batch.states)
    assert follows.visits[:, code].tolist() == [20, 20, 20]
    assert follows.actions.tolist() == [code] * 3
    noisy = BatchSearch("azul", 3, likes(code), simulations=20, noise=0.9, concentration=0.3)
    assert (noisy.search(batch.states).visits[:, code] < 20).all()


def test_a_value_is_that_of_the_mover_and_the_others_pay_for_it():
    batch = played("azul", 5, 0, seats=3, first=1)
    found = BatchSearch(
        "azul", 5, lambda seen, masks: (masks * 0.0, np.ones(len(masks))), seats=3, simulations=1
    ).search(batch.states)
    # seat 1 is to move and expects 1; after its move seat 2 does
    assert found.values[0].tolist() == pytest.approx([-0.5, 0.25, 0.25])
    by_seat = BatchSearch(
        "azul", 5, lambda seen, masks: (masks * 0.0, np.tile([1.0, 0.0, -1.0], (5, 1))), seats=3, simulations=1
    ).search(batch.states)
    assert by_seat.values[0].tolist() == pytest.approx([(-1 + 0) / 2, (1 - 1) / 2, (0 + 1) / 2])


def test_the_gumbel_policy_prefers_what_was_found_to_be_better():
    state, best = next(endgames("azul", 1))
    search = BatchSearch("azul", 1, uniform, simulations=400, method="gumbel", candidates=64, gumbel=0)
    found = search.search(together("azul", [state]))
    moves = set(legal("azul", state))
    assert min(found.policy[0, list(best)]) > max(found.policy[0, list(moves - best)])


def test_games_that_are_not_named_are_left_out():
    batch = played("azul", 4, 3)
    which = np.array([True, False, True, False])
    found = BatchSearch("azul", 4, uniform, simulations=8).search(batch.states, which)
    assert found.visits.sum(axis=1).tolist() == [8, 0, 8, 0]
    assert found.values[1].tolist() == [0, 0]


class Tensor:
    """What a tensor of PyTorch looks like: its numbers are had by detaching it."""

    def __init__(self, numbers: Any) -> None:
        self.numbers, self.shape = numbers, numbers.shape

    def detach(self) -> "Tensor":
        return self

    def cpu(self) -> Any:
        return self.numbers


def test_tensors_and_wide_numbers_are_understood():
    states = played("azul", 4, 3).states
    found = [
        BatchSearch("azul", 4, network, simulations=8).search(states).visits.tolist()
        for network in (
            uniform,
            lambda seen, masks: (Tensor(np.zeros(masks.shape)), Tensor(np.zeros(len(masks)))),
            lambda seen, masks: (np.where(masks, 0.0, -np.inf), np.zeros((len(masks), 2))),
        )
    ]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("policy", "value", "sentence"),
    [
        ((4, 7), (4,), r"the network's policy has the shape \(4, 7\), not \(4, 325\)"),
        ((4, 325), (4, 3), r"the network's value has the shape \(4, 3\), not \(4, 2\)"),
        ((4, 325), (3,), r"the network's value has the shape \(3,\), not \(4,\)"),
    ],
)
def test_answers_of_another_shape_are_refused(policy, value, sentence):
    states = played("azul", 4, 3).states
    with pytest.raises(BadOption, match=sentence):
        BatchSearch("azul", 4, lambda *_: (np.zeros(policy), np.zeros(value))).search(states)


@pytest.mark.parametrize("broken", ["policy", "value"])
def test_answers_that_are_no_numbers_are_refused(broken):
    def network(seen: Any, masks: Any) -> Any:
        policy, value = np.zeros(masks.shape), np.zeros(len(masks))
        (policy if broken == "policy" else value)[2] = np.nan
        return policy, value

    with pytest.raises(BadOption, match="for game 2 of the batch is not a number"):
        BatchSearch("azul", 4, network).search(played("azul", 4, 3).states)


def test_positions_in_which_nobody_decides_are_refused():
    batch = played("azul", 3, 0)
    search = BatchSearch("azul", 3, uniform, simulations=2)
    states = batch.states.copy()
    states[1] = rulebook("azul").parse_position("azul phase=deal board=0 board=0")
    with pytest.raises(BadPosition, match="game 1 of the batch: a position can be searched where one of 2"):
        search.search(states)
    search.search(states, np.array([True, False, True]))
    with pytest.raises(BadPosition, match="an array of 3 records of azul"):
        search.search(batch.states[:2])
    with pytest.raises(BadPosition, match="one of 2 players"):
        search.search(played("azul", 3, 0, seats=4).states)


@pytest.mark.parametrize(
    "given",
    [{"method": "minimax"}, {"simulations": 0}, {"candidates": 1}, {"noise": 2}, {"concentration": 0}, {"seats": 9}],
    ids=str,
)
def test_nonsense_is_refused(given):
    with pytest.raises(BadOption):
        BatchSearch("azul", 3, uniform, **given)


def test_games_of_other_packages_are_searched(plugins):
    batch = played("pebbles", 4, 2, seats=5)
    for method in METHODS:
        found = BatchSearch("pebbles", 4, uniform, seats=5, simulations=20, method=method).search(batch.states)
        assert found.visits.sum(axis=1).tolist() == [20] * 4


PROGRAM = """
from azulejo.batches.batch import Batch
from azulejo.search import BatchSearch, uniform
batch = Batch("azul", 1, seed=3)
for method in ("puct", "gumbel"):
    found = BatchSearch("azul", 1, uniform, simulations=12, method=method, gumbel=0).search(batch.states)
    print(found.visits.nonzero()[1].tolist(), found.actions.tolist())
"""


def test_interpreted_and_compiled_search_alike():
    assert run_python("-c", PROGRAM, compiled=True) == run_python("-c", PROGRAM, compiled=False)


# ---------------------------------------------------------------- a single game


def test_a_single_game_is_searched_with_a_network():
    game = "duel"
    state = next(iter(random_states(game, 2, 4)))
    seat = int(to_move(state))
    redact(state, seat)
    found = NetworkSearch(game, uniform).analyse(state, seat, Limits(nodes=300))
    assert found.nodes == 300
    assert {one.move for one in found.candidates} == set(legal(game, state))
    assert sum(one.visits for one in found.candidates) == 299
    for one in found.candidates:
        assert sum(one.win) == pytest.approx(1)
        here = state.copy()
        for move in one.line:
            assert move in legal(game, here)
            apply(here, move)


def test_a_search_of_a_single_game_ends_when_it_is_told_to_and_reports():
    state = next(iter(random_states("azul", 3, 4)))
    seat, stop, reports = int(to_move(state)), threading.Event(), []

    def report(found: Any) -> None:
        reports.append(found)
        stop.set()

    def slow(seen: Any, masks: Any) -> Any:
        time.sleep(0.001)
        return uniform(seen, masks)

    found = NetworkSearch("azul", slow).analyse(state, seat, Limits(), report=report, stop=stop)
    assert len(reports) == 1
    assert found.nodes >= reports[0].nodes >= 1
    assert NetworkSearch("azul", uniform).analyse(state, seat, Limits(seconds=0.01)).nodes >= 1
    with pytest.raises(BadPosition):
        NetworkSearch("azul", uniform).analyse(state, (seat + 1) % 3, Limits(nodes=5))
