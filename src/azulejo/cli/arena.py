"""``azulejo arena``: a match with a progress bar and a live table."""

import sys
import time
from collections.abc import Callable
from typing import Any

from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Columns
from rich.text import Text

from azulejo.arena.command import run
from azulejo.arena.match import Watcher
from azulejo.arena.report import fault_line, rating_rows, sprt_line, table_rows
from azulejo.arena.result import Result
from azulejo.arena.settings import MatchSettings
from azulejo.arena.standing import Standing
from azulejo.cli.progress import errors
from azulejo.texts import say


def arena(lang: str, **given: Any) -> int:
    """Play a match; on a terminal its state is drawn while it goes on."""
    return run(lang=lang, watcher=LiveTable(lang) if sys.stderr.isatty() else None, **given)


class LiveTable(Watcher):
    """Draws the state of a match again and again."""

    PAUSE = 0.5
    """Seconds between two drawings at least."""
    SHARE = 0.05
    """Computing the figures takes at most this part of the time."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        self._bar = Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=errors)
        self._live = Live(self._bar, console=errors, transient=True, refresh_per_second=4)
        self._task = self._bar.add_task(say("arena.playing", lang))
        self._next = 0.0

    def begins(self, settings: MatchSettings, done: int) -> None:
        """Show the bar."""
        self._bar.update(self._task, completed=done, total=settings.games)
        self._live.start()
        if done < settings.games:
            self._live.update(Group(Text(say("arena.preparing", self.lang)), self._bar))

    def played(self, result: Result, now: Callable[[], Standing | None]) -> None:
        """Move the bar, and now and then compute the figures again."""
        self._bar.advance(self._task)
        began = time.monotonic()
        if began < self._next:
            return
        self._live.update(Group(self.drawn(now()), self._bar), refresh=True)
        ended = time.monotonic()
        self._next = ended + max(self.PAUSE, (ended - began) / self.SHARE)

    def ends(self) -> None:
        """Give the terminal back."""
        self._live.stop()

    def drawn(self, found: Standing | None) -> Group:
        """Return the tables as they are drawn; a dataset, which has no standing, has none."""
        if found is None:
            return Group()
        lines = [line for line in (sprt_line(found, self.lang), fault_line(found, self.lang)) if line]
        tables = [_columns(*rating_rows(found, self.lang)), _columns(*table_rows(found, self.lang))]
        return Group(*tables, *(Text(line) for line in lines))


def _columns(heads: list[str], rows: list[list[str]]) -> Columns:
    made = Columns(box=None, pad_edge=False)
    for number, head in enumerate(heads):
        made.add_column(Text(head), justify="right" if number else "left")
    for row in rows:
        made.add_row(*(Text(cell) for cell in row))
    return made
