"""Workers: how the games come from several processes."""

import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from azulejo.arena import workers
from azulejo.arena.workers import over_cores

GAMES, LONG = 400, 300
PATIENCE = 20.0


@dataclass(frozen=True)
class Game:
    """A game of the work below."""

    key: int


@dataclass(frozen=True)
class OneLongGame:
    """Work that takes no time, but for one game, which lasts until a file is there."""

    over: Path
    code: str = ""

    def play(self, job: Game) -> tuple[Game, bool]:
        """Return the game, and for the long one whether the file came in time."""
        end = time.monotonic() + PATIENCE
        while job.key == LONG and not self.over.exists() and time.monotonic() < end:
            time.sleep(0.01)
        return job, self.over.exists()

    def prepare(self) -> None:
        """Nothing is compiled."""

    def digest(self) -> str:
        """Return what ``code`` is."""
        return self.code


@pytest.mark.slow
@pytest.mark.parametrize("has_joblib", [True, False])
def test_no_finished_game_waits_for_another(has_joblib: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has not come yet is lost with Ctrl-C, and does not show in the progress."""
    monkeypatch.setattr(workers, "_has_joblib", lambda: has_joblib)
    work = OneLongGame(tmp_path / "over")
    came: list[tuple[int, bool]] = []
    for game, in_time in over_cores(work, [Game(number) for number in range(GAMES)], 2):
        came.append((game.key, in_time))
        if len(came) == GAMES - 1:
            work.over.touch()
    assert came[-1] == (LONG, True)
    assert sorted(key for key, _ in came) == list(range(GAMES))
