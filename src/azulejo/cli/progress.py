"""Progress bars: on standard error, and only where somebody watches."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from azulejo.games import title
from azulejo.texts import say

errors = Console(stderr=True)


@contextmanager
def progress_bar(label: str, total: int | None) -> Iterator["Bar"]:
    """Show a bar while the work inside goes on."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not sys.stderr.isatty()) as progress:
        yield Bar(progress, label, total)


class Bar:
    """One bar: how much is done of how much."""

    def __init__(self, progress: Progress, label: str, total: int | None) -> None:
        self._progress = progress
        self._label = label
        self._task = progress.add_task(label, total=total)

    def advance(self, steps: int = 1) -> None:
        """Some more is done."""
        self._progress.advance(self._task, steps)

    def show(self, done: int, total: int, step: str = "") -> None:
        """So much is done, and this step begins."""
        description = f"{self._label} {step}".rstrip()
        self._progress.update(self._task, completed=done, total=total, description=description)


def ready(name: str, lang: str) -> None:
    """Compile a game's rules if this is the first time, with a bar and a line that says so."""
    from azulejo.games import warmup

    title(name)  # an unknown name is a mistake of the input
    compile_once(name, warmup, "cli.compiling", lang)


def compile_once(name: str, warmup: ModuleType, key: str, lang: str) -> None:
    """Compile something of a game, unless it is in the cache, with a bar and a line that says so."""
    if not warmup.is_warm(name):
        errors.print(say(key, lang, game=say(f"{name}.name", lang)), highlight=False, soft_wrap=True)
        with progress_bar("", None) as bar:
            warmup.warm_up(name, bar.show)
