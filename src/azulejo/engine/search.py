"""The search for a game: the engine where the game says how positions stand, random playouts where it does not."""

import threading
from typing import Any, Protocol

from azulejo.engine.analysis import Analysis, Report
from azulejo.engine.limits import Limits
from azulejo.games import evaluation


class Search(Protocol):
    """What every search of ours can do."""

    def analyse(
        self,
        state: Any,
        seat: int,
        limits: Limits,
        *,
        report: Report | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis:
        """Return what the seat's moves are worth, as far as the limits allow."""

    def new_game(self) -> None:
        """Forget the game before."""


def search_for(game: str, *, threads: int = 1, seed: int = 0, network: str | None = None, exact: bool = True) -> Search:
    """Return the search for a game; making it loads compiled code.

    Args:
        game: its name.
        threads: how many the engine may use.
        seed: decides what the search decides by chance.
        network: the file of another network than the game's own, or ``untrained``.
        exact: whether the engine may look for the best move alone, where it can solve the round.
    """
    from azulejo.engine.engine import Engine
    from azulejo.engine.knowledge import knowledge
    from azulejo.engine.uct import PlainUct

    if evaluation(game) is None and network is None:
        return PlainUct(game, seed=seed)
    found = None if network is None else knowledge(game).network(network)
    return Engine(game, threads=threads, seed=seed, network=found, exact=exact)
