"""Compiling a game's batches ahead of time, and loading them from the cache."""

from azulejo.batches.batch import Batch
from azulejo.games.warmup import Progress, mark
from azulejo.kernel.rule import COMPILED


def is_warm(name: str) -> bool:
    """Return whether the batches of this version of a game are in the cache already (or need no compiling)."""
    return not COMPILED or mark(name, "batch.warm").exists()


def warm_up(name: str, progress: Progress | None = None) -> None:
    """Compile all that a batch of a game needs, or load it from the cache; a second call does it anew.

    Interrupting it loses nothing: what is compiled so far is in the cache.
    """
    show = progress or (lambda done, total, label: None)
    show(0, 3, "reset")
    batch = Batch(name, 1, seed=0)
    show(1, 3, "sample")
    actions = batch.sample()
    show(2, 3, "step")
    batch.step(actions)
    show(3, 3, "")
    if COMPILED:
        mark(name, "batch.warm").touch()
