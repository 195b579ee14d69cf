"""The Gymnasium environments pass Gymnasium's own check, and any bot can be the opponent."""

import pickle
from copy import deepcopy
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from azulejo.bots import Bot, BotFault, greedy
from azulejo.envs.gymnasium import IDS, OpponentEnv
from azulejo.envs.picture import RENDER_MODES
from azulejo.play import View
from azulejo.testing.cases import Case
from azulejo.texts.errors import BadOption, IllegalMove, InvalidMove
from tests.envs.helpers import PLAYED, PLAYED_NAMES, needs_compiling, settings


def made(game: str, **given: Any) -> OpponentEnv:
    env = gymnasium.make(IDS[game], **given).unwrapped
    assert isinstance(env, OpponentEnv)
    return env


def play(env: Any, seed: int) -> tuple[float, dict[str, Any]]:
    """Play a whole game at random, and return the last reward and info."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    reward, over = 0.0, False
    while not over:
        assert reward == 0
        assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
        assert env.action_masks().any()
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        _, reward, over, truncated, info = env.step(action)
        assert not truncated
    assert not env.action_masks().any()
    return reward, info


@pytest.mark.parametrize(("game", "case"), PLAYED, ids=PLAYED_NAMES)
def test_it_passes_the_check_of_gymnasium(
    game: str, case: Case, capsys: pytest.CaptureFixture[str], recwarn: pytest.WarningsRecorder
) -> None:
    check_env(made(game, **settings(case)))
    assert not recwarn.list
    capsys.readouterr()  # one of the render modes prints


@pytest.mark.parametrize(("game", "case"), PLAYED, ids=PLAYED_NAMES)
def test_a_whole_game_ends_with_the_learners_reward(game: str, case: Case) -> None:
    env = made(game, **settings(case), seat="random")
    reward, info = play(env, 6)
    assert (env.seat in info["winners"]) == (reward > -1 / (case.seats - 1) + 1e-9)
    assert info["seat"] == env.seat
    assert tuple(info["scores"]) == env.game.scores
    again, told = play(env, 6)
    assert (again, told["scores"], told["seat"]) == (reward, info["scores"], info["seat"])


def test_the_same_seed_gives_the_same_game_with_a_bot_that_rolls_dice() -> None:
    records = []
    for _ in range(2):
        env = made("azul", opponents=["random"])
        play(env, 11)
        records.append(env.game.record().to_json())
    assert records[0] == records[1]


class Counting(Bot):
    """Plays the first move, and counts how often it is asked, told and closed."""

    name = "counting"

    def __init__(self) -> None:
        self.asked = self.told = self.closed = 0

    def new_game(self, view: View) -> None:
        self.told += 1
        assert view.seats == 3

    def choose(self, view: View) -> str:
        self.asked += 1
        assert view.turn == view.seat
        return view.legal_moves[0].text

    def close(self) -> None:
        self.closed += 1


def test_opponents_are_names_functions_or_bots_each_in_its_own_seat() -> None:
    seats: set[int] = set()

    def choose(view: View) -> int:
        seats.add(view.seat)
        return view.legal_moves.codes[-1]

    bot = Counting()
    env = made("azul", seats=3, opponents=[choose, bot], seat=1)
    play(env, 2)
    assert seats == {2}
    assert bot.asked > 3
    assert bot.told == 1
    env.close()
    assert bot.closed == 0  # it is the caller's


def test_one_bot_in_the_list_plays_all_other_seats() -> None:
    bot = Counting()
    play(made("azul", seats=3, opponents=[bot]), 2)
    assert bot.told == 2


@pytest.mark.parametrize(
    "opponent",
    [
        "greedy",
        greedy,
        pytest.param("engine@20n", marks=needs_compiling),
        pytest.param("first-timer", marks=needs_compiling),
    ],
)
def test_any_bot_of_ours_can_play(opponent: Any) -> None:
    env = made("azul", opponents=[opponent])
    reward, _ = play(env, 1)
    env.close()
    assert -1 <= reward <= 1


@pytest.mark.slow
def test_a_bot_from_a_file_plays_in_its_own_process_and_is_closed(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(view):\n    return view.legal_moves[0]\n")
    env = made("azul", opponents=[f"{file}:choose"])
    play(env, 1)
    env.close()
    env.close()


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda view: 1 / 0, "the opponent <lambda> in seat 2 cannot play on: .*ZeroDivisionError"),
        (lambda view: "xyz", "the opponent <lambda> in seat 2 cannot play on: .*xyz"),
        (lambda view: next(code for code in range(325) if code not in view.legal_moves.codes), "cannot be played now"),
        (lambda view: None, "seat 2 cannot play on"),
    ],
)
def test_a_bot_that_fails_is_named_in_one_sentence(answer: Any, sentence: str) -> None:
    env = made("azul", opponents=[answer], first=1)
    with pytest.raises(BotFault, match=sentence) as problem:
        env.reset(seed=1)
    assert "\n" not in str(problem.value)
    assert "сопер" in problem.value.text("ru")


def test_after_a_bot_has_failed_nobody_can_play_in_its_place() -> None:
    env = made("azul", opponents=[lambda view: 1 / 0], first=0)
    _, info = env.reset(seed=1)
    with pytest.raises(BotFault):
        env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert not env.action_masks().any()
    legal = int(env.game.legal_moves.codes[0])
    with pytest.raises(IllegalMove, match="reset"):
        env.step(legal)
    env.reset(seed=1)
    assert env.action_masks().any()


def test_an_action_may_be_any_whole_number_that_a_network_gives() -> None:
    env = made("azul")
    _, info = env.reset(seed=1)
    action = np.flatnonzero(info["action_mask"])[0]
    env.step(np.array(action))  # as ``tensor.numpy()`` gives it
    no_whole_number: Any = np.float64(action)
    with pytest.raises(InvalidMove, match="float64"):
        env.step(no_whole_number)


def test_an_illegal_move_of_the_learner_loses_the_game() -> None:
    env = made("azul")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over) == (-1, True)
    assert "cannot be played now" in info["illegal"]
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    with pytest.raises(IllegalMove, match="over"):
        env.step(0)
    env.reset(seed=1)
    assert env.action_masks().any()


def test_a_copy_of_an_environment_goes_its_own_way() -> None:
    env = made("azul", opponents=["greedy"])
    _, info = env.reset(seed=1)
    for twin in (deepcopy(env), pickle.loads(pickle.dumps(env))):
        before = env.game.record().to_dict()
        twin.step(int(np.flatnonzero(info["action_mask"])[-1]))
        assert len(twin.game.record().events) > len(before["events"])
        assert env.game.record().to_dict() == before
    *_, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert info["action_mask"].any()


def test_every_render_mode_draws(capsys: pytest.CaptureFixture[str]) -> None:
    for mode in RENDER_MODES:
        env = made("garden", seats=3, render_mode=mode)
        env.reset(seed=1)
        drawn = env.render()
        assert (drawn is None) == (mode == "human")
    assert "Queen's Garden" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seat": 2}, "there is no seat 2 for the learner"),
        ({"opponents": ["greedy", "greedy"]}, "2 opponents were given"),
        ({"opponents": ["nobody"]}, "nobody"),
        ({"opponents": [3]}, "int"),
        ({"seats": 9}, "2, 3, 4"),
        ({"lang": "de"}, "en, ru"),
    ],
)
def test_a_wrong_setting_is_refused_in_one_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence) as problem:
        made("azul", **wrong)
    assert "\n" not in str(problem.value)
