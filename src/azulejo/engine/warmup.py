"""Compiling the search for a game ahead of time, with progress, and loading it from the cache."""

from azulejo.engine.engine import Engine
from azulejo.engine.limits import Limits
from azulejo.engine.uct import PlainUct
from azulejo.games import evaluation
from azulejo.games.warmup import Progress, Steps, mark, run_steps
from azulejo.kernel.rule import COMPILED
from azulejo.play import new_game

FEW = Limits(nodes=2)


def is_warm(name: str) -> bool:
    """Return whether this version of a game's search is in the cache already (or needs no compiling)."""
    return not COMPILED or mark(name, "engine.warm").exists()


def warm_up(name: str, progress: Progress | None = None) -> None:
    """Compile every search of a game, or load it from the cache; a second call does it anew.

    Interrupting it loses nothing: what is compiled so far is in the cache.
    """
    run_steps(name, "engine.warm", _steps(name), progress)


def load(name: str) -> None:
    """Run what a decision of the engine needs once, so that the first real one need not wait."""
    for _, step in _steps(name)[:2]:
        step()


def _steps(name: str) -> Steps:
    """Return the searches to compile; their types do not depend on the number of players."""
    game = new_game(name, seed=0)
    assert game.turn is not None
    state, seat = game.view(game.turn).state, game.turn
    uct: Steps = [("uct", lambda: PlainUct(name).analyse(state, seat, FEW))]
    if evaluation(name) is None:
        return uct
    engine = Engine(name)
    return [
        ("tree", lambda: engine.analyse(state, seat, FEW, exact=False)),
        ("rounds", lambda: engine.analyse(state, seat, FEW)),
        *uct,
    ]
