"""Compiling a game's batches ahead of time, and loading them from the cache."""

from azulejo.batches.batch import Batch
from azulejo.games.warmup import Progress, mark, run_steps
from azulejo.kernel.rule import COMPILED


def is_warm(name: str) -> bool:
    """Return whether the batches of this version of a game are in the cache already (or need no compiling)."""
    return not COMPILED or mark(name, "batch.warm").exists()


def warm_up(name: str, progress: Progress | None = None) -> None:
    """Compile all that a batch of a game needs, or load it from the cache; a second call does it anew.

    Interrupting it loses nothing: what is compiled so far is in the cache.
    """

    def step() -> None:
        batch = Batch(name, 1, seed=0)
        batch.step(batch.sample())

    run_steps(name, "batch.warm", [("reset", lambda: Batch(name, 1, seed=0)), ("step", step)], progress)
