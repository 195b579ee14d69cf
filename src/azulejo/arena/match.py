"""Playing a match: what is left of it, writing down every game, stopping when it is decided."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from azulejo.arena.picture import picture
from azulejo.arena.result import Result
from azulejo.arena.settings import MatchSettings
from azulejo.arena.standing import Standing, pair_score, standing
from azulejo.arena.statistics import SprtRun
from azulejo.arena.store import MatchStore
from azulejo.arena.workers import Games, Runner, in_this_process
from azulejo.play.interrupt import undisturbed

__all__ = ["PlayedMatch", "Watcher", "play_match"]

PICTURE = "result.svg"


class Watcher:
    """Somebody who is told how a match (or a dataset) goes on; this one does not care.

    >>> import tempfile
    >>> class Counting(Watcher):
    ...     games = 0
    ...
    ...     def played(self, result, now):
    ...         self.games += 1
    >>> watcher = Counting()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     settings = MatchSettings.make("azul", ["greedy", "random"], pairs=1, seed=1)
    ...     _ = play_match(settings, Path(folder), watcher=watcher)
    >>> watcher.games
    2
    """

    def begins(self, settings: Any, done: int) -> None:
        """Some of ``settings.games`` may have been played before."""

    def played(self, result: Any, now: Callable[[], Any]) -> None:
        """One more game is written down; ``now`` computes how the match stands."""

    def ends(self) -> None:
        """No more games come."""


@dataclass(frozen=True)
class PlayedMatch:
    """What became of a match.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     played = play_match(MatchSettings.make("azul", ["greedy", "random"], pairs=1, seed=1), Path(folder))
    >>> played.interrupted, len(played.standing.bots)
    (False, 2)
    """

    standing: Standing
    folder: Path
    interrupted: bool


def play_match(
    settings: MatchSettings,
    folder: Path,
    runner: Runner = in_this_process,
    watcher: Watcher | None = None,
    fresh: bool = False,
    lang: str = "en",
) -> PlayedMatch:
    """Play what is left of a match, keep everything in a folder, and return how it stands.

    Ctrl-C ends it early; the same call goes on where it stopped.

    >>> import tempfile
    >>> settings = MatchSettings.make("azul", ["greedy", "random"], pairs=1, seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = play_match(settings, Path(folder))
    ...     sorted(file.name for file in Path(folder).iterdir() if file.suffix)
    ['games.jsonl', 'result.svg', 'results.jsonl', 'settings.json']
    """
    watcher = watcher or Watcher()
    with MatchStore.open(folder, settings, fresh) as store:
        settings = store.settings
        collected = Collected(settings, store.results)
        done = {result.key for result in store.results}
        todo = [job for job in settings.jobs() if job.key not in done]
        watcher.begins(settings, len(done))

        def keep(result: Result, record: str) -> bool:
            store.add(result, record)
            collected.add(result)
            return collected.is_decided

        games = runner(settings, todo) if todo and not collected.is_decided else None
        interrupted = keep_games(games, keep, watcher, collected.standing)
        found = collected.standing()
        (folder / PICTURE).write_text(picture(found, lang), encoding="utf-8")
        return PlayedMatch(found, folder, interrupted)


def keep_games(
    games: Games | None, keep: Callable[[Any, Any], bool], watcher: Watcher, now: Callable[[], Any] = lambda: None
) -> bool:
    """Keep games as they are played until ``keep`` says that it is enough; return whether Ctrl-C came before.

    Nothing interrupts the keeping of a game that has ended.
    """
    try:
        with contextlib.closing(games) if games else contextlib.nullcontext(()) as playing:
            for result, more in playing:
                with undisturbed():
                    is_enough = keep(result, more)
                watcher.played(result, now)
                if is_enough:
                    break
    except KeyboardInterrupt:
        return True
    finally:
        watcher.ends()
    return False


class Collected:
    """All results so far, and the sequential test over them."""

    def __init__(self, settings: MatchSettings, results: list[Result]) -> None:
        self.settings = settings
        self.results: list[Result] = []
        self._test = None if settings.test is None else SprtRun(settings.test, settings.seats)
        self._pairs: dict[int, list[Result]] = {}
        self._next = 0
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """Count one more game. The test looks at pairs in the order of their deals, not in that of their ends."""
        self.results.append(result)
        if self._test is None:
            return
        table = self.settings.match[0]
        self._pairs.setdefault(result.deal, []).append(result)
        while len(self._pairs.get(self._next, ())) == table.seats:
            self._test.add(pair_score(self._pairs[self._next], table.one))
            self._next += 1

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has accepted something."""
        return self._test is not None and self._test.accepted is not None

    def standing(self) -> Standing:
        """Return how the match stands."""
        return standing(self.settings, self.results)
