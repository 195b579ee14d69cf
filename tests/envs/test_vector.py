"""The batch as a vector environment of Gymnasium: spaces, seeds, ends of games, opponents, self-play."""

import pickle
from copy import deepcopy

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from azulejo.batches.batch import Batch
from azulejo.envs.gymnasium import IDS
from azulejo.envs.vector import BatchEnv
from azulejo.games import names
from azulejo.kernel.rule import COMPILED
from azulejo.testing import scale
from azulejo.texts.errors import BadOption, IllegalMove, InvalidMove
from tests.envs.helpers import NAMES, WAYS, settings

STEPS = scale(1500)


def any_legal(rng, masks):
    """A random legal action for every row."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def walk(env, steps, seed=3):
    """Everything that some random steps return, one after the other."""
    rng = np.random.default_rng(seed)
    observations, infos = env.reset(seed=seed)
    found = [(observations, infos)]
    for _ in range(steps):
        found.append(env.step(any_legal(rng, found[-1][-1]["action_mask"])))
    return found


@pytest.mark.parametrize("copied", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copied_environment_goes_on_by_itself_as_the_first_would(copied):
    env = BatchEnv("duel", 3)
    walk(env, 20)
    twin = copied(env)
    for _ in range(10):
        here, there = (one.step(one.batch.masks.argmax(axis=1)) for one in (env, twin))
        assert data_equivalence(here, there, exact=True)
    env.step(env.batch.masks.argmax(axis=1))
    assert env.batch.states.tobytes() != twin.batch.states.tobytes()


@pytest.mark.parametrize(("name", "case"), WAYS, ids=NAMES)
@pytest.mark.parametrize("opponents", ["random", "self"])
def test_what_comes_back_is_of_the_declared_spaces(name, case, opponents):
    env = gymnasium.make_vec(IDS[name], num_envs=3, opponents=opponents, **settings(case))
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    first, *steps = walk(env, 30)
    assert env.observation_space.contains(first[0])
    for observations, rewards, ended, cut_short, infos in steps:
        assert env.observation_space.contains(observations)
        assert all(env.single_observation_space.contains(one) for one in observations)
        assert rewards.shape == ended.shape == cut_short.shape == (3,)
        assert (rewards.dtype, ended.dtype, cut_short.dtype) == (np.float32, np.bool_, np.bool_)
        assert not cut_short.any()
        assert not rewards[~ended].any()
        assert infos["action_mask"].any(axis=1).all()
        assert all(f"_{key}" in infos for key in infos if not key.startswith("_"))
    assert env.action_space.contains(env.action_space.sample())
    assert env.single_action_space.contains(env.single_action_space.sample(infos["action_mask"][0]))
    env.close()


@pytest.mark.parametrize("opponents", ["random", "self"])
@pytest.mark.parametrize("name", names())
def test_the_same_seed_gives_the_same_games(name, opponents):
    first, second = (BatchEnv(name, 5, opponents) for _ in range(2))
    assert data_equivalence(walk(first, STEPS // 3), walk(second, STEPS // 3))
    assert not data_equivalence(first.reset(seed=1), first.reset(seed=2))
    assert not data_equivalence(first.reset(), first.reset())
    assert data_equivalence(first.reset(seed=[7, 8, 9, 10, 11]), second.reset(seed=7))


def test_returned_arrays_are_not_reused_unless_asked_for():
    safe, fast = BatchEnv("azul", 2, "self"), BatchEnv("azul", 2, "self", copy=False)
    for env in (safe, fast):
        first, infos = env.reset(seed=1)
        second = env.step(infos["action_mask"].argmax(axis=1))[0]
        assert np.shares_memory(first, second) == (env is fast)


@pytest.mark.parametrize("name", names())
def test_against_opponents_it_is_always_the_learners_turn_and_its_own_reward(name):
    env = BatchEnv(name, 8, seat=1)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(STEPS):
        assert set(env.batch.to_move) == {1}
        _, rewards, ended, _, infos = env.step(any_legal(rng, env.batch.masks))
        for at in np.flatnonzero(ended):
            scores = infos["final_info"]["scores"][at]
            if scores[0] != scores[1]:
                assert rewards[at] == (1 if scores[1] > scores[0] else -1)
            assert env.single_observation_space.contains(infos["final_obs"][at])
            ends += 1
        if not ended.any():
            assert "final_obs" not in infos
    assert ends or not COMPILED


def test_in_self_play_the_reward_is_the_movers_and_all_are_in_the_infos():
    env, twin = BatchEnv("azul", 16, "self", seats=3), Batch("azul", 16, seats=3, seed=5)
    env.reset(seed=5)
    ends = 0
    for _ in range(STEPS):
        actions, movers = twin.sample().copy(), twin.to_move.copy()
        twin.step(actions)
        observations, rewards, ended, _, infos = env.step(actions)
        assert observations.tolist() == twin.observations.tolist()
        assert infos["to_move"].tolist() == twin.to_move.tolist()
        assert infos["rewards"].tolist() == twin.rewards.tolist()
        assert rewards.tolist() == twin.rewards[np.arange(16), movers].tolist()
        assert ended.tolist() == twin.finished.tolist()
        ends += ended.sum()
    assert ends or not COMPILED


@pytest.mark.parametrize("name", names())
def test_a_game_against_random_opponents_depends_on_its_seed_alone(name):
    large, small = BatchEnv(name, 9, seat=1), BatchEnv(name, 1, seat=1)
    large.reset(seed=5)
    small.reset(seed=9)
    for _ in range(STEPS // 3):
        assert large.batch.states[4].tobytes() == small.batch.states[0].tobytes()
        actions = large.batch.masks.argmax(axis=1)
        large.step(actions)
        small.step(actions[4:5])


def test_opponents_can_be_a_function_of_what_they_see():
    asked = []

    def lowest(observations, masks):
        asked.append(len(masks))
        return masks.argmax(axis=1)

    env = BatchEnv("azul", 6, lowest, seats=4, seat=2, first=0)
    env.reset(seed=1)
    assert asked == [6, 6]
    assert set(env.batch.to_move) == {2}


def test_some_games_can_be_begun_anew():
    env = BatchEnv("azul", 3, "self")
    env.reset(seed=1)
    env.step(env.batch.sample())
    before = env.batch.states.copy()
    env.reset(seed=8, options={"reset_mask": np.array([False, True, False])})
    assert [env.batch.states[at].tobytes() != before[at].tobytes() for at in range(3)] == [False, True, False]


@pytest.mark.skipif(not COMPILED, reason="needs whole games")
def test_gymnasiums_wrapper_counts_episodes():
    env = RecordEpisodeStatistics(BatchEnv("azul", 8))
    _, infos = env.reset(seed=1)
    rng = np.random.default_rng(1)
    lengths = []
    for _ in range(100):
        *_, infos = env.step(any_legal(rng, infos["action_mask"]))
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert lengths
    assert min(lengths) > 10


def test_an_illegal_action_is_refused_and_nothing_is_changed():
    env = BatchEnv("azul", 3)
    _, infos = env.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = 324
    before = env.batch.states.tobytes()
    with pytest.raises(IllegalMove, match="game 1 of the batch: action 324"):
        env.step(actions)
    assert env.batch.states.tobytes() == before


@pytest.mark.parametrize("answer", [lambda masks: masks.argmax(axis=1) + 0.7, lambda masks: 0])
def test_what_opponents_answer_must_be_an_action_for_every_game(answer):
    env = BatchEnv("azul", 3, lambda observations, masks: answer(masks), first=1)
    with pytest.raises(InvalidMove, match="3"):
        env.reset(seed=1)


def test_an_illegal_answer_is_the_opponents_and_nobody_plays_in_their_place():
    env = BatchEnv("azul", 3, lambda observations, masks: masks.argmin(axis=1), first=0)
    _, infos = env.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    with pytest.raises(IllegalMove, match="that plays the other seats has answered wrongly: game 0 of the batch"):
        env.step(actions)
    with pytest.raises(IllegalMove, match="reset"):
        env.step(env.batch.sample())
    env.reset(seed=1)
    assert set(env.batch.to_move) == {0}


def test_bots_by_name_play_in_single_games():
    with pytest.raises(BadOption, match="vectorization_mode"):
        gymnasium.make_vec(IDS["azul"], num_envs=2, opponents=["greedy"])
    envs = gymnasium.make_vec(IDS["azul"], num_envs=2, vectorization_mode="sync", opponents=["greedy"])
    observations, _ = envs.reset(seed=1)
    assert observations.shape == (2, 736)
    envs.close()


@pytest.mark.parametrize(
    "given",
    [
        *({"opponents": one} for one in ("strong", ["greedy"], 42, None)),
        *({"seat": one} for one in (2, "random", True, 1.0)),
        {"wall": "blue"},
        {"num_envs": 0},
    ],
)
def test_nonsense_is_refused(given):
    with pytest.raises(BadOption):
        BatchEnv("azul", **{"num_envs": 2, **given})
