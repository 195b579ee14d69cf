"""The PettingZoo environments pass PettingZoo's own checks and say what is wrong."""

import pickle
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from azulejo.envs import pettingzoo
from azulejo.envs.picture import RENDER_MODES, render
from azulejo.games import own_names, rulebook
from azulejo.testing.cases import Case
from azulejo.texts.errors import BadOption, IllegalMove
from tests.envs.helpers import PLAYED, PLAYED_NAMES, settings

# PettingZoo knows its own games with a mask in the observation by name, and warns of all others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


def module(game: str) -> Any:
    """Return what makes the environments of a game, as a module of its own would have it."""
    return SimpleNamespace(env=partial(pettingzoo.env, game), raw_env=partial(pettingzoo.raw_env, game))


@pytest.mark.parametrize("name", sorted(path.stem for path in Path(pettingzoo.__file__).parent.glob("*_v0.py")))
def test_a_game_of_ours_is_a_module_as_those_of_pettingzoo_are(name: str) -> None:
    found = import_module(f"{pettingzoo.__name__}.{name}")
    assert str(found.env()) == str(found.raw_env()) == name


@pytest.mark.parametrize(("game", "case"), PLAYED, ids=PLAYED_NAMES)
def test_it_passes_the_checks_of_pettingzoo(game: str, case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(module(game).env(**settings(case)))
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: module(game).env(**settings(case)))


def play(env: Any, seed: int) -> dict[str, float]:
    """Play a whole game at random, and return what every agent got in all."""
    env.reset(seed=seed)
    got = dict.fromkeys(env.agents, 0.0)
    rng = np.random.default_rng(seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        assert bool(len(legal)) != (terminated or truncated)
        env.step(None if terminated or truncated else int(rng.choice(legal)))
    return got


@pytest.mark.parametrize(("game", "case"), PLAYED, ids=PLAYED_NAMES)
def test_a_whole_game_gives_every_agent_its_share(game: str, case: Case) -> None:
    env = module(game).env(**settings(case))
    got = play(env, 3)
    ended = env.unwrapped.game.outcome()
    assert sum(got.values()) == pytest.approx(0, abs=1e-9)
    best = max(got.values())
    assert [seat for seat, reward in enumerate(got.values()) if reward == best] == list(ended.winners)
    assert play(env, 3) == got


def test_without_a_seed_the_next_game_is_another_one_but_the_same_for_the_same_beginning() -> None:
    def deals() -> list[str]:
        env = module("azul").raw_env()
        env.reset(seed=5)
        texts = [str(env.game)]
        env.reset()
        return [*texts, str(env.game)]

    first = deals()
    assert first[0] != first[1]
    assert deals() == first


def test_an_illegal_move_loses_or_in_the_raw_environment_raises() -> None:
    env = module("azul").env()
    env.reset(seed=1)
    agent = env.agent_selection
    wrong = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    env.step(wrong)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1
    raw = module("azul").raw_env()
    raw.reset(seed=1)
    with pytest.raises(IllegalMove):
        raw.step(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("game", own_names())
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_render_mode_draws(game: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = {}
    for mode in RENDER_MODES:
        env = module(game).env(render_mode=mode, lang=lang)
        env.reset(seed=2)
        drawn[mode] = env.render()
        env.close()
    assert drawn["human"] is None
    assert drawn["ansi"] in capsys.readouterr().out
    assert drawn["svg"].startswith("<svg")
    picture = drawn["rgb_array"]
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20
    unset = module(game).env()
    unset.reset(seed=2)
    assert unset.unwrapped.render() is None


def test_letters_are_drawn_without_any_font_of_the_system() -> None:
    """The same picture without its letters must differ."""
    from azulejo.envs.picture import pixels

    env = module("azul").env(render_mode="svg")
    env.reset(seed=2)
    svg = env.render()
    without = svg.replace(">B</text>", "></text>")
    assert svg != without
    assert not np.array_equal(pixels(svg), pixels(without))


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_longest_headline_stays_on_the_picture(lang: str) -> None:
    env = module("garden").raw_env(render_mode="ansi", lang=lang)
    env.reset(seed=4)
    headlines: dict[int, Any] = {}
    rng = np.random.default_rng(4)
    while not any(env.terminations.values()):
        headlines[len(env.render().splitlines()[0])] = env.game.state.copy()
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert max(headlines) > 90
    head = render(rulebook("garden"), headlines[max(headlines)], "rgb_array", lang)[15:35]
    inked = np.flatnonzero((head != head[0, -1]).any(axis=(0, 2)))
    assert head.shape[1] * 0.7 < inked[-1] < head.shape[1] - 10


def test_bots_can_take_the_place_of_an_agent() -> None:
    from azulejo.bots import greedy

    env = module("duel").raw_env()
    env.reset(seed=4)
    for _ in range(20):
        env.step(int(greedy.choose(env.view(env.agent_selection))))
    assert env.game.turn == int(env.agent_selection.removeprefix("player_"))


def test_an_environment_can_be_pickled_with_its_settings() -> None:
    env = pickle.loads(pickle.dumps(module("azul").raw_env(seats=3, wall="grey")))
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert str(env) == "azul_v0"


@pytest.mark.parametrize("copied", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_the_middle_of_a_game_goes_on_from_there(copied: Callable[[Any], Any]) -> None:
    env = module("garden").raw_env(seats=3)
    env.reset(seed=4)
    for _ in range(5):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    before = env.game.state.tobytes()
    twin = copied(env)
    assert (twin.agents, twin.agent_selection) == (env.agents, env.agent_selection)
    twin.step(int(np.flatnonzero(twin.observe(twin.agent_selection)["action_mask"])[-1]))
    assert twin.game.state.tobytes() != env.game.state.tobytes() == before


def test_without_a_reset_there_is_no_game_to_play() -> None:
    raw = module("azul").raw_env(render_mode="ansi")
    game = partial(getattr, raw, "game")
    for call in (partial(raw.step, 36), raw.render, raw.last, game, partial(raw.view, "player_0")):
        with pytest.raises(IllegalMove, match="no game is being played: begin one with reset"):
            call()
    raw.reset(seed=4)
    while raw.agents:
        over = raw.terminations[raw.agent_selection]
        raw.step(None if over else int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"])[-1]))
    with pytest.raises(IllegalMove, match="no game is being played"):
        raw.step(36)
    assert raw.render().startswith("Azul")
    assert raw.game.is_over
    assert module("azul").raw_env().render() is None


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seats": 5}, "2, 3, 4"),
        ({"wall": "pink"}, "coloured, grey"),
        ({"roof": "red"}, "roof"),
        ({"first": 2}, "from 0 to 1"),
        ({"render_mode": "film"}, "ansi, human, svg, rgb_array"),
        ({"lang": "de"}, "en, ru"),
    ],
)
def test_a_wrong_setting_is_refused_in_one_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence) as problem:
        module("azul").env(**wrong)
    assert "\n" not in str(problem.value)
