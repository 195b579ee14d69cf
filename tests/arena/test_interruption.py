"""What really happens to a match: it is killed, its worker is killed, somebody presses Ctrl-C."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from azulejo.arena.match import play_match
from azulejo.arena.store import GAMES, RESULTS, read_results
from azulejo.play import read_records, verify
from tests.arena.helpers import match, without_times
from tests.choosing import some_of
from tests.conftest import StartProgram

pytestmark = pytest.mark.slow

PAIRS = 12


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(start_program: StartProgram) -> Start:
    """Start matches, each in a folder."""

    def begin(folder: Path, jobs: int, pairs: int = PAIRS) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "azulejo.arena", "azul", "--bots", "greedy,random", "--pairs", str(pairs)]
        command += ["--seed", "1", "--jobs", str(jobs), "--out", str(folder)]
        return start_program(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    return begin


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait as long as it takes: what never happens is ended by the time limit of tests."""
    while not condition():
        time.sleep(0.02)


def played(folder: Path) -> int:
    file = folder / RESULTS
    return file.read_bytes().count(b"\n") if file.exists() else 0


def members(group: int) -> list[int]:
    """Return the processes of a group."""
    listed = subprocess.run(["ps", "-eo", "pid,pgid"], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()[1:]]
    return [int(pid) for pid, pgid in rows if int(pgid) == group]


def workers_of(parent: int) -> list[int]:
    listed = subprocess.run(["ps", "-ewwo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(maxsplit=2) for line in listed.splitlines()[1:]]
    return [int(pid) for pid, ppid, text in rows if int(ppid) == parent and "popen_loky" in text]


def wait_for_games(folder: Path, games: int) -> None:
    wait_until(lambda: played(folder) >= games)


def wait_for_end_of(group: int) -> None:
    wait_until(lambda: not members(group))


def finish(process: "subprocess.Popen[str]") -> str:
    out, errors = process.communicate()
    assert process.returncode == 0, errors
    return out


@pytest.mark.parametrize("jobs", some_of([1, 2], 2))
def test_a_killed_match_goes_on_as_if_nothing_had_happened(start: Start, jobs: int, tmp_path: Path) -> None:
    whole = play_match(match(pairs=PAIRS), tmp_path / "whole")
    folder = tmp_path / "killed"
    for games in (3, 9):
        process = start(folder, jobs)
        wait_for_games(folder, games)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        assert games <= played(folder) < 2 * PAIRS
        wait_for_end_of(process.pid)  # workers do not outlive it
    finish(start(folder, jobs))
    results = sorted(read_results(folder), key=lambda one: one.key)
    assert list(map(without_times, results)) == list(map(without_times, read_results(tmp_path / "whole")))
    again = play_match(match(pairs=PAIRS), folder)
    assert again.standing.tables == whole.standing.tables
    records = list(read_records(folder / GAMES))
    assert len({record.to_json() for record in records}) == 2 * PAIRS
    for record in records:
        verify(record)


def test_workers_that_have_had_no_game_yet_do_not_outlive_the_match(start: Start, tmp_path: Path) -> None:
    process = start(tmp_path, 2)
    wait_until(lambda: len(workers_of(process.pid)) == 2)
    process.kill()
    process.communicate()  # they hold its output as long as they live
    wait_for_end_of(process.pid)


def test_a_killed_worker_costs_nothing_but_time(start: Start, tmp_path: Path) -> None:
    process = start(tmp_path, 2, pairs=60)
    wait_for_games(tmp_path, 4)
    os.kill(workers_of(process.pid)[0], signal.SIGKILL)
    out, errors = process.communicate()
    assert process.returncode == 0, errors
    assert "120 of 120 games" in out
    assert len({one.key for one in read_results(tmp_path)}) == 120


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_tells_what_there_is_and_leaves_nothing_behind(start: Start, jobs: int, tmp_path: Path) -> None:
    process = start(tmp_path, jobs, pairs=2000)
    wait_for_games(tmp_path, 4)
    os.killpg(process.pid, signal.SIGINT)
    out, errors = process.communicate()
    assert process.returncode == 130
    assert "greedy : random" in out
    assert "Interrupted" in errors
    assert "Traceback" not in errors
    wait_for_end_of(process.pid)
    assert played(tmp_path) == sum(1 for _ in read_records(tmp_path / GAMES))
