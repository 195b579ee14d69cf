"""``azulejo learn``: writes a network that can be used, goes on, and can be interrupted."""

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejo.bots import bot_named
from azulejo.cli import main as cli_main
from azulejo.engine.engine import Engine
from azulejo.engine.knowledge import knowledge
from azulejo.engine.limits import Limits
from azulejo.engine.network import load, save
from azulejo.games import own_names, title
from azulejo.kernel.machine import usable_cores
from azulejo.learn import command
from azulejo.learn.fit import fit
from azulejo.learn.options import COMMAND
from azulejo.learn.selfplay import Examples
from azulejo.texts import plain
from azulejo.texts.commands import INTERRUPTED
from tests.conftest import run_python
from tests.engine.helpers import position

FEW = ("--generations", "1", "--games", "4", "--judgements", "30", "--epochs", "1", "--threads", "1")


def main(arguments: list[str]) -> int:
    """Run ``python -m azulejo.learn``."""
    return plain.main(COMMAND, "python -m azulejo.learn", arguments)


@pytest.mark.slow
def test_a_tiny_run_writes_a_network_that_the_engine_can_use(tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    hide = "import sys; sys.modules.update(dict.fromkeys(('typer', 'click', 'rich', 'joblib')))\n"
    run = "import runpy; runpy.run_module('azulejo.learn', run_name='__main__', alter_sys=True)"
    said = run_python("-c", hide + run, "azul", *FEW, "--out", str(file), compiled=True)
    assert said.startswith("generation 1: ")
    network, shipped = load(file), knowledge("azul").network()
    assert any((one != other).any() for one, other in zip(network, shipped, strict=True))
    state, seat = position("azul")
    assert Engine("azul", network=network).analyse(state, seat, Limits(nodes=200)).candidates
    assert list(tmp_path.iterdir()) == [file]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Replace self-play by made-up examples, and keep what it is called with."""
    calls: list[Any] = []

    def self_play(game: str, network: Any, **chosen: Any) -> Examples:
        calls.append((network, chosen))
        for _ in range(chosen["games"]):
            chosen["progress"]()
        rng = np.random.default_rng(chosen["first"])
        shares = np.full((8, 4), -1, np.float32)
        shares[:, :2] = (1, 0)
        seen = rng.normal(0, 1, (8, 4, knowledge(game).features)).astype(np.float32)
        return Examples(seen, np.zeros(8, np.int16), np.zeros((8, 4), np.float32), shares)

    monkeypatch.setattr(command, "self_play", self_play)
    return calls


def test_every_generation_plays_with_the_network_before(
    played: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "n.npz"
    arguments = ["azul", "--generations", "2", "--games", "40", "--epochs", "1", "--fresh", "--out", str(file)]
    assert main(arguments) == 0
    networks = [network for network, _ in played]
    assert (networks[0].direct == knowledge("azul").untrained().direct).all()
    assert (networks[-1].direct != networks[0].direct).any()
    firsts = [chosen["first"] for _, chosen in played]
    assert len(set(firsts)) == len(firsts)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == ["generation 1", "generation 2"]
    assert main([*arguments, "--lang", "ru"]) == 0
    assert capsys.readouterr().out.startswith("поколение 1: ")


def test_it_writes_into_the_current_folder_and_never_over_the_engines_own(
    played: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = {game: knowledge(game).network_file.read_bytes() for game in ("azul", "duel")}
    monkeypatch.chdir(tmp_path)
    assert main(["azul", *FEW]) == 0
    assert 'azulejo arena azul --bots "engine@1000n#azul.npz' in capsys.readouterr().out
    with pytest.raises(SystemExit, match="0"):
        cli_main(["learn", "duel", *FEW, "--lang", "ru"])
    assert "Сеть лежит в duel.npz." in capsys.readouterr().out
    assert {path.name for path in tmp_path.iterdir()} == {"azul.npz", "duel.npz"}
    assert (played[0][0].direct == knowledge("azul").network().direct).all()
    assert bot_named("engine@1000n#azul.npz", "azul").name == "engine@1000n#azul.npz"
    assert shipped == {game: knowledge(game).network_file.read_bytes() for game in shipped}


def test_it_plays_on_the_cores_that_it_may_use(played: list[Any], tmp_path: Path) -> None:
    few = ["--generations", "1", "--games", "4", "--epochs", "1", "--out", str(tmp_path / "n.npz")]
    assert main(["duel", *few]) == main(["duel", *few, "--threads", "3"]) == 0
    assert [chosen["threads"] for _, chosen in (played[0], played[-1])] == [usable_cores(), 3]


def test_a_file_that_cannot_serve_is_refused_before_anything_is_played(
    played: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.npz").write_text("no network")
    save(knowledge("azul").untrained(), tmp_path / "azul.npz")
    for name, sentence in (
        ("text.npz", "holds no network for duel"),
        ("azul.npz", "holds no network for duel"),
        ("none/n.npz", "there is no folder"),
        (".", "is a folder"),
    ):
        assert main(["duel", *FEW, "--out", str(tmp_path / name)]) == 2
        assert sentence in capsys.readouterr().err
    assert main(["duel", *FEW, "--threads", "0"]) == 2
    assert played == []


def test_without_fresh_it_goes_on_from_the_file(played: list[Any], tmp_path: Path) -> None:
    file = tmp_path / "n.npz"
    marked = knowledge("duel").untrained()
    marked.direct[0, 3] = 0.125
    save(marked, file)
    assert main(["duel", "--generations", "1", "--games", "4", "--epochs", "1", "--out", str(file)]) == 0
    assert played[0][0].direct[0, 3] == 0.125
    assert load(file).direct[0, 3] != 0.125


@pytest.mark.parametrize(("after", "said"), [(0, "before the first generation"), (2, "after 2 generations")])
def test_interrupted_it_says_what_there_is(
    after: int,
    said: str,
    played: list[Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, fits = tmp_path / "n.npz", iter(range(9))

    def interrupted(*arguments: Any, **chosen: Any) -> Any:
        if next(fits) == after:
            raise KeyboardInterrupt
        return fit(*arguments, **chosen)

    monkeypatch.setattr(command, "fit", interrupted)
    assert main(["azul", "--games", "4", "--epochs", "1", "--out", str(file)]) == INTERRUPTED
    assert said in capsys.readouterr().err
    assert file.exists() == bool(after)
    if after:
        load(file)


def test_an_interrupted_game_waits_for_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    from azulejo.learn import selfplay

    begun = []

    def play_one(*_: Any) -> int:
        begun.append(1)
        time.sleep(0.005)
        raise KeyboardInterrupt

    monkeypatch.setattr(selfplay, "play_one", play_one)
    network = knowledge("azul").untrained()
    with pytest.raises(KeyboardInterrupt):
        selfplay.self_play("azul", network, seats=2, options={}, games=500, judgements=1, first=1, threads=1, keep=1.0)
    assert len(begun) < 500


@pytest.mark.parametrize("game", own_names())
def test_all_ways_to_play_have_their_share(game: str) -> None:
    found = command.ways(game)
    assert sum(way.share for way in found) == pytest.approx(1)
    assert sum(way.share for way in found if way.seats == 2) >= 0.5
    for option in title(game).options:
        assert {way.options.get(option.name) for way in found} >= set(option.values)


def test_a_watched_run_shows_its_progress(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    line = command.ProgressLine(3, 40, "en")
    line.advance()
    line.advance()
    line.end()
    assert capsys.readouterr().err == "\rgeneration 3: game 1 of 40\r\033[K"


@pytest.fixture(autouse=True)
def _no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZULEJO_LANG", "en")
