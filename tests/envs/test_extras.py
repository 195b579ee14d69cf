"""The core does without everything that research and training need, and says what to install."""

import textwrap
from pathlib import Path

import pytest

from tests.conftest import run_python

RESEARCH = ("gymnasium", "pettingzoo", "pyspiel", "open_spiel", "pyarrow", "resvg_py", "font_roboto", "PIL")
TRAINING = ("torch", "stable_baselines3", "sb3_contrib")

BLOCKED = """
import importlib.abc, sys
class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name.partition(".")[0])
sys.meta_path.insert(0, Missing())
"""


def run_without(names: tuple[str, ...], code: str) -> str:
    """Run code interpreted where some packages are not installed, and return what it prints."""
    return run_python("-c", BLOCKED.format(names=set(names)) + textwrap.dedent(code), compiled=False)


def test_the_core_plays_evaluates_and_steps_without_any_extra(tmp_path: Path) -> None:
    said = run_without(
        (*RESEARCH, *TRAINING),
        """
        import azulejo, azulejo.arena, azulejo.bots, azulejo.engine, azulejo.envs, azulejo.learn
        import azulejo.arena.command, azulejo.arena.match, azulejo.cli.main
        from azulejo.bots import greedy, play_game
        from azulejo.cli.main import build
        from azulejo.envs.core import SingleGame
        from azulejo.batches.setting import Setting
        from azulejo.batches.batch import Batch
        build("ru")
        play_game(azulejo.new_game("azul", seed=1), [greedy, "random"])
        single = SingleGame(Setting.checked("azul", 2, {}, "random"))
        single.reset(1)
        single.step(int(single.codes[0]))
        batch = Batch("azul", 2, seed=1)
        batch.step(batch.sample())
        print(single.turn)
        """,
    )
    assert said.strip() in ("0", "1")


@pytest.mark.parametrize(
    ("code", "missing"),
    [
        ("from azulejo.envs.picture import pixels; pixels('<svg/>')", "font_roboto"),
        (
            "from azulejo.envs.dataset.command import make_dataset\n"
            "from azulejo.envs.dataset.settings import DatasetSettings\n"
            "make_dataset(DatasetSettings.make('azul'), 'set')",
            "pyarrow",
        ),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(code: str, missing: str) -> None:
    lines = "".join(f"    {line}\n" for line in code.replace("; ", "\n").splitlines())
    said = run_without(
        RESEARCH,
        f"from azulejo.texts.errors import BadOption\ntry:\n{lines}except BadOption as problem:\n    print(problem)",
    )
    assert said.strip() == f"this needs the package {missing}: install azulejo-games[research]"


def test_importing_the_package_loads_none_of_them() -> None:
    code = f"import sys, azulejo, azulejo.cli.main, azulejo.envs\nprint(sorted({set(RESEARCH)!r} & set(sys.modules)))"
    assert run_python("-c", code, compiled=False).strip() == "[]"
