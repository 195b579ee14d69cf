"""``azulejo dataset`` on the command line; what it makes is tested in tests/envs."""

from pathlib import Path

import pytest

from tests.cli.conftest import Azulejo


def test_the_command_makes_a_dataset_and_says_where(azulejo: Azulejo, tmp_path: Path) -> None:
    given = ["dataset", "garden", "--seats", "2", "--games", "2", "--bots", "random", "--nodes", "0", "--jobs", "1"]
    done = azulejo(*given, "--out", str(tmp_path / "set"), "--side", "variant", "--compact")
    assert (done.status, done.out) == (0, "")
    assert f"2 games are in {tmp_path / 'set'}." in done.err
    done = azulejo(*given, "--out", str(tmp_path / "set"), "--side", "variant", "--compact", "--lang", "ru")
    assert "2 партии в папке" in done.err


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (["--games", "0"], "--games must be 1 or more, not 0"),
        (["--nodes", "-1"], "--nodes must be 0 or more, not -1"),
        (["--nodes", "0"], "somebody must play"),
        (["--bots", "nobody"], "nobody"),
        (["--seats", "7"], "2, 3, 4"),
        (["--wall", "pink"], "coloured, grey"),
        (["--jobs", "0"], "number of processes"),
    ],
)
def test_a_wrong_option_is_refused_in_one_sentence(wrong: list[str], sentence: str, azulejo: Azulejo) -> None:
    done = azulejo("dataset", "azul", *wrong)
    assert done.status == 2
    assert sentence in done.err
    assert done.err.count("\n") == 1
