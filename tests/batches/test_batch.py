"""Batches: many games at once play exactly as one by one, whatever their number and the number of threads."""

import hashlib
import math
import os
import pickle
import subprocess
import sys
import time
from copy import deepcopy

import numpy as np
import pytest

from azulejo.batches.batch import Batch, _step_games
from azulejo.batches.rewards import final_rewards
from azulejo.batches.setting import MOST_SEED, Setting
from azulejo.batches.stepping import DEALING, SAMPLING, seed_stream
from azulejo.envs.core import SingleGame
from azulejo.games import names, rulebook
from azulejo.games.contract import apply, observe
from azulejo.kernel.chance import below, stream
from azulejo.kernel.rule import COMPILED
from azulejo.testing import scale
from azulejo.texts.errors import BadOption, IllegalMove, InvalidMove
from tests.conftest import run_python
from tests.envs.helpers import NAMES, WAYS

ARRAYS = ("states", "to_move", "masks", "observations", "rewards", "finished", "scores", "final_states", "streams")

GAMES = 6


class StreamDealer:
    """A dealer for one game after the other from one stream, as a batch deals."""

    def __init__(self, seed):
        self.rng = stream()
        seed_stream(self.rng, seed, DEALING)

    def start(self, seats):
        return below(self.rng, seats)

    def stream(self, draw):
        return self.rng


def snapshot(batch):
    """Everything a batch knows, as bytes."""
    return {name: getattr(batch, name).tobytes() for name in ARRAYS}


def played(batch, steps):
    """A digest of every array after every one of some random steps."""
    seen = hashlib.sha256()
    for _ in range(steps):
        batch.step(batch.sample())
        for data in snapshot(batch).values():
            seen.update(data)
    return seen.hexdigest()


def compiled_for(work):
    """The types of arguments that a compiled function was compiled for."""
    return list(getattr(work, "signatures", []))


# ---------------------------------------------------------------- the same games as one by one


@pytest.mark.slow
@pytest.mark.parametrize(("name", "case"), WAYS, ids=NAMES)
def test_a_batch_plays_like_single_games(name, case):
    options = dict(case.options)
    setting = Setting.checked(name, case.seats, options, "random")
    batch = Batch(name, GAMES, seats=case.seats, options=options, seed=100, threads=1)
    dealers, singles = [StreamDealer(100 + at) for at in range(GAMES)], [SingleGame(setting) for _ in range(GAMES)]
    for single, dealer in zip(singles, dealers, strict=True):
        single.reset(dealer=dealer)

    def where(at, single):
        return f"{name} {case}, game {at}: {single.book.position_text(single.state)}"

    ended = 0
    for _ in range(scale(4000)):
        for at, single in enumerate(singles):
            assert batch.states[at].tobytes() == single.state.tobytes(), where(at, single)
            assert single.turn is not None
            assert batch.to_move[at] == single.turn, where(at, single)
            assert np.array_equal(batch.masks[at], single.mask(single.turn)), where(at, single)
            assert np.array_equal(batch.observations[at], single.observation(single.turn)), where(at, single)
        actions = batch.sample()
        batch.step(actions)
        for at, single in enumerate(singles):
            single.step(int(actions[at]))
            assert batch.finished[at] == single.is_over
            assert batch.rewards[at].tolist() == single.rewards().astype(np.float32).tolist()
            if single.is_over:
                assert batch.scores[at].tolist() == single.result()[1]
                assert batch.final_states[at].tobytes() == single.state.tobytes()
                single.reset(dealer=dealers[at])
                ended += 1
    assert ended or not COMPILED


@pytest.mark.parametrize("name", names())
def test_a_game_depends_on_its_seed_alone(name):
    large = Batch(name, 200, seed=5, threads=2)
    small = Batch(name, 3, seed=[5 + 199, 5, 5 + 77], threads=1)
    assert (large.threads, small.threads) == (2, 1)
    for _ in range(scale(600)):
        large.step(large.sample())
        small.step(small.sample())
        for own, place in enumerate((199, 0, 77)):
            for array in ARRAYS:
                assert getattr(small, array)[own].tobytes() == getattr(large, array)[place].tobytes(), array
    assert large.seeds[199] == small.seeds[0] == 204


@pytest.mark.parametrize("name", names())
def test_the_number_of_threads_makes_no_difference(name):
    found = {played(Batch(name, 256, seed=3, threads=threads), scale(300)) for threads in (1, 2, 3, 8)}
    assert len(found) == 1


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled, so there is nothing to compare")
@pytest.mark.parametrize("name", names())
def test_interpreted_batches_play_like_compiled_ones(name):
    program = f"""
from azulejo.batches.batch import Batch
from tests.batches.test_batch import played
print(played(Batch({name!r}, 3, seed=11), 20))
"""
    assert run_python("-c", program, compiled=False).strip() == played(Batch(name, 3, seed=11), 20)


def test_seeds_are_all_different_and_none_leads_to_another_purpose():
    seen = set()
    for seed in (0, 1, 2, 1 << 32, (1 << 32) + 1, MOST_SEED):
        for purpose in (DEALING, SAMPLING):
            rng = stream()
            seed_stream(rng, seed, purpose)
            seen.add(tuple(rng.tolist()))
            assert all(0 <= word < 1 << 32 for word in rng)
    assert len(seen) == 12


@pytest.mark.parametrize(("apart", "purposes"), [(0, (DEALING, SAMPLING)), (1 << 32, (0, 0)), (1 << 61, (0, 0))])
def test_streams_of_neighbours_have_nothing_in_common(apart, purposes):
    """Two streams agree at any place as often as chance has it, over many seeds."""
    seeds, draws, sides = 2000, 60, 5
    agreed = np.zeros(draws)
    one, other, chance = stream(), stream(), stream("seeds")
    for _ in range(seeds):
        seed = (below(chance, 1 << 31) << 29) | below(chance, 1 << 29)
        seed_stream(one, seed & ~apart, purposes[0])
        seed_stream(other, seed | apart, purposes[1])
        agreed += [below(one, sides) == below(other, sides) for _ in range(draws)]
    sigma = math.sqrt(seeds * (sides - 1)) / sides
    assert abs(agreed - seeds / sides).max() < 5 * sigma


# ---------------------------------------------------------------- the end of a game, and the next


def test_the_step_that_ends_a_game_rewards_every_seat_and_begins_the_next():
    batch = Batch("azul", 64, seats=3, seed=1)
    before = batch.states.copy()
    ended = 0
    for _ in range(scale(4000)):
        actions = batch.sample().copy()
        before[:] = batch.states
        batch.step(actions)
        assert not batch.rewards[~batch.finished].any()
        for at in np.flatnonzero(batch.finished):
            last = before[at].copy()
            apply(last, int(actions[at]))
            assert batch.final_states[at].tobytes() == last.tobytes()
            points = batch.scores[at]
            if (points == points.max()).sum() == 1:
                assert batch.rewards[at].tolist() == final_rewards([int(points.argmax())], 3).tolist()
            assert batch.states[at].round_number == 1
            assert batch.masks[at].sum() > 0
            ended += 1
    assert ended or not COMPILED


def test_the_next_game_is_dealt_anew():
    batch = Batch("azul", 1, seed=1)
    deals = set()
    for _ in range(scale(10000)):
        batch.step(batch.sample())
        if batch.finished[0]:
            deals.add(batch.states[0].sources.tobytes())
    assert len(deals) > 3 or not COMPILED


@pytest.mark.parametrize("name", names())
def test_a_batch_whose_arrays_are_written_back_goes_on_as_before(name):
    batch, twin = Batch(name, 5, seed=1), Batch(name, 5, seed=2)
    played(batch, 30)
    for array in (*ARRAYS, "seeds", "sampling"):
        getattr(twin, array)[:] = getattr(batch, array)
    assert played(twin, 30) == played(batch, 30)


@pytest.mark.parametrize("copied", [deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
@pytest.mark.parametrize("name", names())
def test_a_copied_batch_goes_on_by_itself_as_the_first_would(name, copied):
    batch = Batch(name, 70, seed=1, threads=2)
    played(batch, 30)
    known = compiled_for(_step_games)
    twin = copied(batch)
    there = played(twin, 30)
    assert batch.states.tobytes() != twin.states.tobytes()
    assert played(batch, 30) == there
    assert twin.setting == batch.setting
    assert compiled_for(_step_games) == known
    for one in (batch, twin):
        one.close()


def test_who_starts_can_be_said():
    assert set(Batch("azul", 50, seats=4, seed=1, first=2).to_move) == {2}
    assert set(Batch("azul", 50, seats=4, seed=1).to_move) == {0, 1, 2, 3}


# ---------------------------------------------------------------- a part of the games


def test_games_not_named_stay_as_they_are():
    batch = Batch("garden", 10, seed=1)
    actions = batch.sample()
    before = {name: getattr(batch, name).copy() for name in ARRAYS}
    which = np.arange(10) % 2 == 0
    batch.step(np.where(which, actions, -7), which)
    for at in range(10):
        assert (batch.states[at].tobytes() != before["states"][at].tobytes()) == which[at]
        if not which[at]:
            assert all(getattr(batch, name)[at].tobytes() == before[name][at].tobytes() for name in ARRAYS)


def test_games_not_named_are_not_sampled():
    batch, twin = Batch("azul", 3, seed=1), Batch("azul", 3, seed=1)
    some = batch.sample(np.array([True, False, True])).copy()
    every = twin.sample()
    assert some.tolist() == [every[0], 0, every[2]]
    assert batch.sample()[1] == every[1]


def test_a_reset_without_a_seed_begins_other_games_and_with_it_the_same():
    batch = Batch("duel", 20, seed=9)
    first = snapshot(batch)
    batch.step(batch.sample())
    batch.reset()
    assert snapshot(batch)["states"] != first["states"]
    batch.reset(seed=9)
    assert snapshot(batch) == first


def test_a_reset_of_some_leaves_the_others():
    batch = Batch("azul", 4, seed=1)
    for _ in range(5):
        batch.step(batch.sample())
    before = batch.states.copy()
    which = np.array([True, False, False, True])
    batch.reset(seed=[50, 51, 52, 53], which=which)
    assert [batch.states[at].tobytes() != before[at].tobytes() for at in range(4)] == which.tolist()
    assert batch.seeds.tolist() == [50, 2, 3, 53]
    assert batch.states[3].tobytes() == Batch("azul", 1, seed=53).states[0].tobytes()


# ---------------------------------------------------------------- memory


def test_everything_given_out_is_the_batchs_own_array():
    batch = Batch("azul", 40, seed=1)
    arrays = {name: getattr(batch, name) for name in ARRAYS}
    places = {name: array.ctypes.data for name, array in arrays.items()}
    batch.step(batch.sample())
    batch.reset(seed=3)
    for name, array in arrays.items():
        assert getattr(batch, name) is array
        assert array.ctypes.data == places[name]
    assert batch.sample() is batch.sample()


def test_without_observations_nothing_is_written_for_them_and_the_games_are_the_same():
    blind, seeing = Batch("azul", 8, seed=1, observations=False), Batch("azul", 8, seed=1)
    assert blind.observations.shape == (8, 0)
    for _ in range(10):
        blind.step(blind.sample())
        seeing.step(seeing.sample())
    assert blind.states.tobytes() == seeing.states.tobytes()
    assert blind.nbytes == seeing.nbytes - 8 * 736 * 4


def test_the_mover_sees_its_own_board_first():
    batch = Batch("azul", 30, seats=4, seed=1)
    for _ in range(20):
        batch.step(batch.sample())
    seen = np.zeros(rulebook("azul").observation, np.float32)
    for at in range(30):
        observe(batch.states[at], int(batch.to_move[at]), seen)
        assert batch.observations[at].tolist() == seen.tolist()


# ---------------------------------------------------------------- what is refused


def test_an_illegal_action_is_named_with_the_legal_ones_and_changes_nothing():
    batch = Batch("azul", 5, seed=1)
    before = snapshot(batch)
    actions = batch.sample().copy()
    actions[3] = 324
    legal = [code for code in range(325) if batch.masks[3, code]]
    with pytest.raises(IllegalMove) as refused:
        batch.step(actions)
    assert snapshot(batch) == before
    english, russian = refused.value.text("en"), refused.value.text("ru")
    assert english.startswith("game 3 of the batch: action 324 (")
    assert f"legal now: {legal[0]} (" in english
    assert english.endswith("…")
    assert russian.startswith("партия 3 пакета: действие 324 (")


@pytest.mark.parametrize("action", [-1, 325, 1 << 40])
def test_a_number_that_is_no_action_is_named(action):
    batch = Batch("azul", 5, seed=1)
    before = snapshot(batch)
    actions = batch.sample().copy()
    actions[4] = action
    with pytest.raises(InvalidMove, match=f"game 4 of the batch: there is no action {action}, they are 0 to 324"):
        batch.step(actions)
    assert snapshot(batch) == before


@pytest.mark.parametrize("actions", [[1, 2], [[1], [2], [3]], [1.0, 2.0, 3.0], 7, [True, True, False]])
def test_actions_of_another_shape_or_type_are_refused(actions):
    with pytest.raises(InvalidMove, match="one whole number for each of the 3 games"):
        Batch("azul", 3, seed=1).step(actions)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", [1, 2], [1, 2, -3], MOST_SEED, [1.0, 2.0, 3.0], True])
def test_bad_seeds_are_refused(seed):
    with pytest.raises(BadOption, match="cannot seed 3 games"):
        Batch("azul", 3, seed=seed)


@pytest.mark.parametrize("games", [0, -1, 2.0, True, "3"])
def test_a_batch_has_games(games):
    with pytest.raises(BadOption, match="a batch has 1 game or more"):
        Batch("azul", games)


@pytest.mark.parametrize("which", [[True], [1, 0, 1], True])
def test_which_games_is_said_by_truth_values(which):
    batch = Batch("azul", 3, seed=1)
    with pytest.raises(BadOption, match="an array of 3 truth values"):
        batch.step(batch.sample(), which)


@pytest.mark.parametrize(
    "given",
    [{"seats": 5}, {"options": {"wall": "blue"}}, {"first": 2}, {"threads": 0}, {"threads": 1.5}],
    ids=["seats", "wall", "first", "no threads", "half a thread"],
)
def test_other_nonsense_is_refused(given):
    with pytest.raises(BadOption):
        Batch("azul", 3, **given)


def test_without_a_seed_no_two_batches_are_alike():
    assert Batch("azul", 3).states.tobytes() != Batch("azul", 3).states.tobytes()


def test_the_page_says_how_large_the_arrays_are(root):
    page = (root / "docs" / "envs" / "batch.md").read_text(encoding="utf-8")
    for name in names():
        batch = Batch(name, 1, seed=1)
        assert f"| {name} | {batch.observations.shape[1]:,} | {batch.masks.shape[1]} |" in page
    for name in ARRAYS:
        assert f"`{name}`" in page
        assert str(getattr(batch, name).dtype) in page or getattr(batch, name).dtype.names


# ---------------------------------------------------------------- threads


def test_a_closed_batch_starts_its_threads_again_when_needed():
    twin = Batch("azul", 100, seed=1, threads=1)
    with Batch("azul", 100, seed=1, threads=2) as batch:
        batch.step(batch.sample())
    assert len(batch) == 100
    batch.step(batch.sample())
    batch.close()
    batch.close()
    played(twin, 2)
    assert snapshot(batch) == snapshot(twin)


def test_an_interrupted_call_waits_for_its_threads():
    batch, done = Batch("azul", 128, seed=1, threads=3), []

    def work(begin, end, moves, drawn):
        if begin == 0:
            raise KeyboardInterrupt
        time.sleep(0.2)
        done.append(begin)

    with pytest.raises(KeyboardInterrupt):
        batch._spread(work)
    assert sorted(done) == [42, 85]


def test_an_error_in_a_thread_is_not_lost():
    batch = Batch("azul", 64, seed=1, threads=2)

    def work(begin, end, moves, drawn):
        if begin:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        batch._spread(work)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no process can fork here")
def test_a_forked_process_starts_threads_of_its_own():
    program = """
import os, signal
from azulejo.batches.batch import Batch
batch = Batch("azul", 64, seed=1, threads=2)
batch.step(batch.sample())
child = os.fork()
if child == 0:
    signal.alarm(60)
    batch.step(batch.sample())
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    command = [sys.executable, "-W", "ignore:This process:DeprecationWarning", "-c", program]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == "7"


def test_arrays_that_may_not_be_written_to_compile_nothing_anew():
    batch = Batch("azul", 4, seed=1)
    actions, which = batch.sample().copy(), np.ones(4, np.bool_)
    batch.step(actions)
    known = compiled_for(_step_games)
    for array in (actions, which):
        array.flags.writeable = False
    actions = batch.sample().copy()
    actions.flags.writeable = False
    batch.step(actions, which)
    batch.step(batch.sample().astype(">i2"), which[::-1])
    assert compiled_for(_step_games) == known


@pytest.mark.parametrize("options", ["grey", ["wall"]])
def test_options_are_given_by_name(options):
    with pytest.raises(BadOption, match="options are given by name"):
        Batch("azul", 1, options=options)
