"""The search for a game: the engine where the game says how positions stand, random playouts where it does not."""

import threading
from typing import TYPE_CHECKING, Any, Protocol

from azulejo.engine.analysis import Analysis, Report
from azulejo.engine.limits import Limits
from azulejo.games import evaluation

if TYPE_CHECKING:
    from azulejo.engine.batch_search import PolicyValue


class Search(Protocol):
    """What every search of ours can do.

    >>> import azulejo
    >>> game = azulejo.new_game("azul", position="azul factories=BBKW board=0 board=7")
    >>> search: Search = search_for("azul", seed=1)
    >>> search.analyse(game.view(0).state, 0, Limits(nodes=500)).nodes > 0
    True
    >>> search.new_game()
    """

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


def search_for(
    game: str, *, threads: int = 1, seed: int = 0, network: "str | PolicyValue | None" = None, exact: bool = True
) -> Search:
    """Return the search for a game; making it loads compiled code.

    Args:
        game: its name.
        threads: how many the engine may use.
        seed: decides what the search decides by chance.
        network: the file of another network than the game's own, or ``untrained``; or a function from observations and
            masks to a policy and a value, such as a network of PyTorch.
        exact: whether the engine may look for the best move alone, where it can solve the round.

    >>> import azulejo
    >>> game = azulejo.new_game("azul", position="azul factories=BBKW board=0 board=7")
    >>> found = search_for("azul").analyse(game.view(0).state, 0, Limits(nodes=500))
    >>> game.push(found.best.move).text in {"1b1", "1b2", "1k1", "1w1"}
    True
    """
    from azulejo.engine.engine import Engine
    from azulejo.engine.knowledge import knowledge
    from azulejo.engine.uct import PlainUct

    if callable(network):
        from azulejo.engine.batch_search import NetworkSearch

        return NetworkSearch(game, network, seed=seed)
    if evaluation(game) is None and network is None:
        return PlainUct(game, seed=seed)
    found = None if network is None else knowledge(game).network(network)
    return Engine(game, threads=threads, seed=seed, network=found, exact=exact)
