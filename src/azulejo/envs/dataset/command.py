"""What ``azulejo dataset`` does with what it is told."""

import contextlib
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from azulejo.arena.command import INTERRUPTED, PlainLines, split_bots
from azulejo.arena.match import Watcher
from azulejo.arena.players import check_bots
from azulejo.arena.workers import Runner, in_this_process, runner
from azulejo.envs.dataset.settings import Settings
from azulejo.envs.dataset.store import Store
from azulejo.play.interrupt import undisturbed
from azulejo.texts import say

DATASETS = Path("datasets")
"""Where folders of datasets are made when none is named."""


@dataclass(frozen=True)
class Made:
    """What became of a dataset."""

    games: int
    folder: Path
    interrupted: bool
    faults: Mapping[str, int]
    """How many of the games played now were lost by a fault, of each kind."""


def run(
    game: str, given: Mapping[str, Any], options: Mapping[str, str], lang: str, watcher: Watcher | None = None
) -> int:
    """Make a dataset as the command line says, and return the status to end with."""
    settings = Settings.make(
        game,
        bots=split_bots(given["bots"] or ""),
        games=given["games"],
        nodes=given["nodes"],
        seats=given["seats"],
        options={**options, "first": given["first"]},
        observations=not given["compact"],
        seed=given["seed"],
    )
    check_bots(settings)
    folder = Path(given["out"]) if given["out"] else DATASETS / settings.name()
    play = runner(given["jobs"], given["cluster"])
    made = make_dataset(settings, folder, play, watcher or DatasetLines(lang), given["fresh"])
    if made.interrupted:
        print(say("arena.interrupted", lang), file=sys.stderr)
    print(say("dataset.made", lang, count=made.games, folder=made.folder), file=sys.stderr)
    if made.faults:
        values = [f"{kind} {count}" for kind, count in sorted(made.faults.items())]
        print(say("arena.faults", lang, values=values), file=sys.stderr)
    return INTERRUPTED if made.interrupted else 0


def make_dataset(
    settings: Settings,
    folder: Path,
    runner: Runner = in_this_process,
    watcher: Watcher | None = None,
    fresh: bool = False,
) -> Made:
    """Play what is left of a dataset and write it down.

    Ctrl-C ends it early; the same call goes on where it stopped.
    """
    watcher = watcher or Watcher()
    interrupted = False
    faults: Counter[str] = Counter()
    with Store.opened(folder, settings, fresh) as store:
        todo = [job for job in settings.jobs() if job.key not in store.done]
        there = len(store.done)
        watcher.begins(replace(store.settings, games=there + len(todo)), there)
        try:
            if todo:
                with contextlib.closing(runner(store.settings, todo)) as playing:
                    for job, played in playing:
                        with undisturbed():
                            store.add(played)
                            faults.update(fault.partition(": ")[2] for fault in played.game["faults"])
                        watcher.played(job, lambda: None)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            watcher.ends()
        return Made(len(store.done), folder, interrupted, faults)


class DatasetLines(PlainLines):
    """Tells how many games are played in lines, now and then."""

    def line(self, found: Any) -> str:
        """Return the state of the dataset in one line."""
        return say("arena.games_of", self.lang, done=self._done, total=self._total)
