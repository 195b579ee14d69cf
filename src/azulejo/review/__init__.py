"""The study of finished games: reports, luck apart from skill, puzzles.

>>> import azulejo
>>> game = azulejo.new_game("azul", position="azul factories=BBKW board=0 board=7")
>>> while not game.is_over and len(game.events) < 4:
...     _ = game.push(game.suggest())
>>> game.resign()
>>> azulejo.review(game.record(), nodes=200).winners == game.outcome().winners
True
"""

import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

from azulejo.texts.errors import AzulejoError

if TYPE_CHECKING:
    import threading

    from azulejo.engine import FullSearch
    from azulejo.play import Record
    from azulejo.review.report import GameReport

__all__ = ["GameReport", "ReviewStopped", "review", "review_steps"]


class ReviewStopped(AzulejoError):
    """A review was told to stop before it was complete.

    >>> import threading
    >>> import azulejo
    >>> game = azulejo.new_game("azul", position="azul factories=BBKW board=0 board=7")
    >>> game.resign()
    >>> stop = threading.Event()
    >>> stop.set()
    >>> azulejo.review(game.record(), stop=stop)
    Traceback (most recent call last):
        ...
    azulejo.review.ReviewStopped: the review was stopped before it was finished
    """


def review_steps(
    record: "Record",
    *,
    setting: str = "fast",
    nodes: int | None = None,
    samples: int | None = None,
    seed: int = 0,
    engine: "FullSearch | None" = None,
    stop: "threading.Event | None" = None,
) -> "Iterator[GameReport]":
    """Yield the report of a finished game as it grows: first with a curve alone, last complete.

    Args:
        record: the game.
        setting: ``fast`` or ``deep``.
        nodes: how many positions to look at for a turn, instead of those of the setting.
        samples: how many draws to compare each draw with, at least 64.
        seed: what is decided by chance follows from it.
        engine: a search of this game to use, so that it need not be made.
        stop: ends it once it is set.

    >>> import azulejo
    >>> game = azulejo.new_game("azul", position="azul factories=BBKW board=0 board=7")
    >>> _ = game.push("1b2")
    >>> game.resign()
    >>> grown = list(review_steps(game.record(), nodes=200))
    >>> len(grown[0].curve), grown[0].turns, grown[-1].complete
    (2, (), True)
    """
    from azulejo.review.settings import ReviewSettings
    from azulejo.review.study import steps

    yield from steps(record, ReviewSettings.make(setting, nodes, samples, seed), engine=engine, stop=stop)


def review(
    record: "Record",
    *,
    progress: "Callable[[GameReport], None] | None" = None,
    **settings: Any,
) -> "GameReport":
    """Return the report of a finished game.

    Args:
        record: the game.
        progress: is told of the report as it grows.
        settings: those of :func:`review_steps`.

    >>> import azulejo
    >>> game = azulejo.new_game("azul", position="azul factories=BBKW board=0 board=7")
    >>> _ = game.push("1b-")
    >>> game.resign()
    >>> report = azulejo.review(game.record(), nodes=200)
    >>> report.turns[0].moves, report.turns[0].cost > 0
    (('1b-',), True)
    >>> one = report.seats[0]
    >>> round(one.start + one.luck - one.lost + one.gained + one.residual - one.result, 6)
    0.0
    """
    report = None
    for report in review_steps(record, **settings):
        if progress is not None:
            progress(report)
    if report is None or not report.complete:
        raise ReviewStopped("review.stopped")
    return report


class _Callable(ModuleType):
    """This module, which can be called like its function: ``azulejo.review`` is both."""

    def __call__(self, record: "Record", **settings: Any) -> "GameReport":
        return review(record, **settings)


def __getattr__(name: str) -> Any:
    """Load what a report is made of when it is first asked for: importing the package stays quick."""
    if name == "GameReport":
        from azulejo.review.report import GameReport

        return GameReport
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


sys.modules[__name__].__class__ = _Callable
