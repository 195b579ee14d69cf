"""Games of other packages are found by their entry points, and asked for nothing else."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from azulejo import games, new_game
from azulejo.texts import catalogue, message, page
from azulejo.texts.errors import BadOption
from tests.conftest import run_python
from tests.plugins import PEBBLES, announce, install


def test_installed_games_come_after_our_own() -> None:
    assert games.names() == [*games.own_names(), "crowd", "pebbles"]
    assert games.folder("pebbles") == PEBBLES / "src" / "pebbles"
    assert games.package("crowd") == "tests.crowd"
    assert games.title("pebbles").seats == (2, 3, 4, 5)


def test_an_installed_game_may_have_one_language_alone() -> None:
    assert games.languages("pebbles") == ["en"]
    assert games.languages("azul") == ["en", "ru"]
    assert catalogue("ru")["pebbles.name"] == "Pebbles"
    assert page("pebbles", "rules", "ru") == page("pebbles", "rules", "en") is not None
    for count, said in ((1, "takes 1 pebble"), (3, "takes 3 pebbles"), (5, "takes 5 pebbles")):
        assert message("pebbles.describe.take", count=count).text("ru") == said


def test_a_game_may_have_no_evaluation() -> None:
    assert games.evaluation("pebbles") is None
    assert games.evaluation("crowd") is not None


def test_a_whole_game_is_played_and_recorded() -> None:
    game = new_game("pebbles", seats=5, seed=3)
    while move := game.suggest():
        game.push(move)
    assert game.is_over
    assert sum(game.scores) > 0
    assert game.record().game == "pebbles"


def test_our_own_games_are_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    announce(tmp_path, "impostor", {"azul": "pebbles"})
    install(monkeypatch, tmp_path)
    assert games.package("azul") == "azulejo.games.azul"
    assert games.names().count("azul") == 1


@pytest.mark.parametrize("value", ["not_there", "not_there.game", "pebbles.rulebook", "pebbles.rulebook:RULEBOOK"])
def test_what_is_announced_and_is_no_package_is_no_game(
    value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    announce(tmp_path, "gone", {"gone": value})
    install(monkeypatch, tmp_path)
    assert "gone" not in games.names()
    with pytest.raises(BadOption, match=f"must name its package, but there is no package {re.escape(value)}"):
        games.title("gone")
    assert catalogue("en")["pebbles.name"] == "Pebbles"


def test_our_own_files_do_not_speak_of_installed_games(root: Path) -> None:
    assert run_python(str(root / "tools" / "game_types.py"), "--check", compiled=False) == ""


@pytest.mark.slow
def test_our_own_checks_do_not_concern_installed_games(root: Path) -> None:
    files = [str(root / "tests" / file) for file in ("test_floor_plan.py", "test_texts.py", "test_names.py")]
    told = run_python("-m", "pytest", "-q", "-p", "no:cacheprovider", *files, compiled=False)
    assert re.search(r"^\d{2,} passed", told, re.M), told[-2000:]


def test_titles_of_installed_games_need_no_compiler() -> None:
    script = "import sys; from azulejo import games; print(games.title('pebbles').name, 'numba' in sys.modules)"
    assert run_python("-c", script, compiled=True) == "pebbles False\n"


@pytest.mark.slow
def test_the_example_passes_its_own_tests() -> None:
    told = run_python("-m", "pytest", "-q", "-p", "no:cacheprovider", str(PEBBLES), compiled=False)
    assert re.search(r"^\d{2,} passed", told, re.M), told[-2000:]


@pytest.mark.slow
def test_the_example_is_installed_as_its_project_says(
    plugin_site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *wanted, "--target", str(tmp_path), str(PEBBLES)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    elsewhere = (str(PEBBLES / "src"), str(plugin_site))
    paths = [path for path in os.environ["PYTHONPATH"].split(os.pathsep) if path not in elsewhere]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *paths]))
    script = "from azulejo import games; print(games.folder('pebbles'), games.languages('pebbles'))"
    assert run_python("-c", script, compiled=False) == f"{tmp_path / 'pebbles'} ['en']\n"
