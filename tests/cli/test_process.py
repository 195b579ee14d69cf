"""The real command, in a process of its own: signals, pipes, a terminal that is not there."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from azulejo import read_records, verify

pytestmark = pytest.mark.slow

AZULEJO = Path(sys.executable).with_name("azulejo")


def shell(command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a line in bash; ``azulejo`` is the installed command."""
    line = f"set -o pipefail; azulejo() {{ '{AZULEJO}' \"$@\"; }}; {command}"
    kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    return subprocess.run(
        ["bash", "-c", line],
        env={**kept, "AZULEJO_LANG": "en", **variables},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_a_reader_that_goes_away_is_met_with_silence() -> None:
    for command in ("rules", "simulate azul --games 50 --seed 1 2>&1"):
        done = shell(f"azulejo {command} | head -1")
        assert done.stderr == ""
        assert len(done.stdout.splitlines()) == 1
    assert shell("azulejo rules | cat").returncode == 0


def test_output_that_cannot_be_written_is_no_traceback() -> None:
    done = shell("azulejo rules >&-")
    assert (done.returncode, done.stderr) == (0, "")
    for command in ("rules", "simulate azul --games 2", "simulate azul --games 2 --out /dev/full"):
        done = shell(f"azulejo {command} >/dev/full")
        assert (done.returncode, done.stderr) == (2, "Error: there is no space left to write to\n")


@pytest.mark.parametrize("stdin", ["</dev/null", "<&-"])
def test_without_a_terminal_play_ends_cleanly(stdin: str) -> None:
    done = shell(f"azulejo play --seed 1 {stdin}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("No more input, so the game stops here.\n")


def test_moves_come_from_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    position = "azul factories=B,K board=0/-/.YRKW,.....,.....,.....,..... board=0"
    done = shell(f"printf 'hint\\n1b1\\n' | azulejo play --position '{position}' --seed 1 --out '{file}'")
    assert done.returncode == 0
    assert "player 1 wins" in done.stdout
    (record,) = read_records(file)
    assert verify(record).is_over


def test_the_shell_gets_its_completion() -> None:
    done = shell("azulejo --show-completion", SHELL="/bin/bash")
    assert done.returncode == 0
    assert "_azulejo_completion" in done.stdout
    asked = {"_AZULEJO_COMPLETE": "complete_bash", "COMP_CWORD": "1"}
    assert shell("azulejo", **asked, COMP_WORDS="azulejo si").stdout.split() == ["simulate"]
    asked["COMP_CWORD"] = "2"
    assert shell("azulejo", **asked, COMP_WORDS="azulejo rules a").stdout.split() == ["azul"]
    asked["COMP_CWORD"] = "4"
    offered = shell("azulejo", **asked, COMP_WORDS="azulejo arena azul --pairing ").stdout.split()
    assert offered == ["all", "first", "neighbours"]


def started(*words: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [AZULEJO, *map(str, words)],
        env={**os.environ, "AZULEJO_LANG": "en"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


def test_ctrl_c_leaves_the_games_simulated_so_far(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    process = started("simulate", "azul", "--games", 10**6, "--seed", 1, "--out", file)
    try:
        while not (file.exists() and file.read_bytes().count(b"\n") >= 3):
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Interrupted. Everything finished so far is kept." in said
    assert "Traceback" not in said
    records = list(read_records(file))
    assert f"{len(records)} games, " in said
    assert verify(records[-1]).is_over


def test_ctrl_c_in_a_game_leaves_its_record(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    process = started("play", "--seed", 1, "--out", file)
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("moves\n")
        while "1" not in process.stdout.readline():
            assert process.poll() is None
        while "  " not in process.stdout.readline():
            assert process.poll() is None
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        rest, said = process.communicate()
    finally:
        process.kill()
    assert process.returncode in (0, 130)
    assert "Traceback" not in said
    assert f"Game saved to {file}." in rest
    (record,) = read_records(file)
    assert verify(record).events
