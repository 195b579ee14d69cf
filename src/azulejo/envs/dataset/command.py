"""What ``azulejo dataset`` does with what it is told."""

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from azulejo.arena.command import PlainLines
from azulejo.arena.match import Watcher, keep_games
from azulejo.arena.players import check_bots
from azulejo.arena.workers import Runner, in_this_process, runner
from azulejo.envs.dataset.rows import DatasetGame
from azulejo.envs.dataset.settings import DatasetJob, DatasetSettings
from azulejo.envs.dataset.store import DatasetStore
from azulejo.texts import say
from azulejo.texts.commands import INTERRUPTED

__all__ = ["Made", "make_dataset"]

DATASETS = Path("datasets")
"""Where folders of datasets are made when none is named."""


@dataclass(frozen=True)
class Made:
    """What became of a dataset.

    >>> Made(games=10, folder=Path("azul"), interrupted=False, faults={}).games
    10
    """

    games: int
    folder: Path
    interrupted: bool
    faults: Mapping[str, int]
    """How many of the games played now were lost by a fault, of each kind."""


def run(
    game: str,
    *,
    bots: list[str] | None,
    out: str | None,
    jobs: int | None,
    cluster: str | None,
    fresh: bool,
    first: str,
    compact: bool,
    options: Mapping[str, str],
    lang: str,
    watcher: Watcher | None = None,
    **more: Any,
) -> int:
    """Make a dataset as the command line says, and return the status to end with.

    What else is told goes to :meth:`DatasetSettings.make` as it is.
    """
    chosen = {**options, "first": first}
    settings = DatasetSettings.make(game, bots=bots, options=chosen, observations=not compact, **more)
    check_bots(settings)
    folder = Path(out) if out else DATASETS / settings.name()
    made = make_dataset(settings, folder, runner(jobs, cluster), watcher or PlainLines(lang), fresh)
    if made.interrupted:
        print(say("arena.interrupted", lang), file=sys.stderr)
    print(say("dataset.made", lang, count=made.games, folder=made.folder), file=sys.stderr)
    if made.faults:
        values = [f"{kind} {count}" for kind, count in sorted(made.faults.items())]
        print(say("arena.faults", lang, values=values), file=sys.stderr)
    return INTERRUPTED if made.interrupted else 0


def make_dataset(
    settings: DatasetSettings,
    folder: Path,
    runner: Runner = in_this_process,
    watcher: Watcher | None = None,
    fresh: bool = False,
) -> Made:
    """Play what is left of a dataset and write it down.

    Ctrl-C ends it early; the same call goes on where it stopped.

    >>> import tempfile
    >>> settings = DatasetSettings.make("azul", bots=["random"], games=1, nodes=0, seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = make_dataset(settings, Path(folder) / "azul")
    >>> made.games, made.interrupted, dict(made.faults)
    (1, False, {})
    """
    watcher = watcher or Watcher()
    faults: Counter[str] = Counter()
    with DatasetStore.open(folder, settings, fresh) as store:
        todo = [job for job in settings.jobs() if job.key not in store.done]
        there = len(store.done)
        watcher.begins(replace(store.settings, games=there + len(todo)), there)

        def keep(job: DatasetJob, played: DatasetGame) -> bool:
            store.add(played)
            faults.update(fault.partition(": ")[2] for fault in played.game["faults"])
            return False

        interrupted = keep_games(runner(store.settings, todo) if todo else None, keep, watcher)
        return Made(len(store.done), folder, interrupted, faults)
