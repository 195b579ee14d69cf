"""``azulejo dataset``: self-play to Parquet files, with a progress bar."""

import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any

import typer

from azulejo.arena.match import Watcher
from azulejo.cli.progress import Bar, progress_bar
from azulejo.envs.dataset.command import run
from azulejo.texts import say


def dataset(game: str, given: Mapping[str, Any], options: Mapping[str, str], lang: str) -> None:
    """Make a dataset; on a terminal a bar shows how far it is."""
    status = run(game, given, options, lang, BarWatcher(lang) if sys.stderr.isatty() else None)
    if status:
        raise typer.Exit(status)


class BarWatcher(Watcher):
    """Shows how many games are played."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._stack = ExitStack()
        self._bar: Bar | None = None

    def begins(self, settings: Any, done: int) -> None:
        """Show the bar."""
        self._bar = self._stack.enter_context(progress_bar(say("arena.playing", self._lang), settings.games))
        self._bar.advance(done)

    def played(self, result: Any, now: Callable[[], Any]) -> None:
        """Move the bar."""
        if self._bar is not None:
            self._bar.advance()

    def ends(self) -> None:
        """Give the terminal back."""
        self._stack.close()
