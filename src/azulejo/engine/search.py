"""The search for a game: the engine where the game says how positions stand, random playouts where it does not."""

import threading
from typing import Any, Protocol

from azulejo.engine.analysis import Analysis, Report, Worth
from azulejo.engine.limits import Limits
from azulejo.games import evaluation


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


class FullSearch(Search, Protocol):
    """A search that says of any position what it is worth, not only of a decision.

    >>> import azulejo
    >>> game = azulejo.new_game("azul", position="azul factories=BBKW board=0 board=7")
    >>> search: FullSearch = search_for("azul", seed=1)
    >>> len(search.worth(game.view(0).state, 0, Limits(nodes=100)).win)
    2
    """

    def worth(
        self,
        state: Any,
        seat: int,
        limits: Limits,
        *,
        stop: threading.Event | None = None,
        exact: bool | None = None,
        depth: int | None = None,
        seed: int | None = None,
    ) -> Worth:
        """Return what any position is worth, also one where a draw is due or after the end, as far as limits allow.

        ``seat`` is whose knowledge the position holds. A search that can solve the round looks no more than ``depth``
        moves ahead, so that several positions are judged alike; ``exact`` says whether to do so. Another ``seed`` than
        its own gives another opinion.
        """


def search_for(
    game: str,
    *,
    threads: int = 1,
    seed: int = 0,
    network: str | None = None,
    exact: bool = True,
    compare: float = 0.0,
) -> FullSearch:
    """Return the search for a game; making it loads compiled code.

    Args:
        game: its name.
        threads: how many the engine may use.
        seed: decides what the search decides by chance.
        network: the file of another network than the game's own, or ``untrained``.
        exact: whether the engine may look for the best move alone, where it can solve the round.
        compare: how much worse a move may be, in chances to win, gained and lost, to get a value of its own then.

    >>> import azulejo
    >>> game = azulejo.new_game("azul", position="azul factories=BBKW board=0 board=7")
    >>> found = search_for("azul").analyse(game.view(0).state, 0, Limits(nodes=500))
    >>> game.push(found.best.move).text in {"1b1", "1b2", "1k1", "1w1"}
    True
    """
    from azulejo.engine.engine import Engine
    from azulejo.engine.knowledge import knowledge
    from azulejo.engine.uct import PlainUct

    if evaluation(game) is None and network is None:
        return PlainUct(game, seed=seed)
    found = None if network is None else knowledge(game).network(network)
    return Engine(game, threads=threads, seed=seed, network=found, exact=exact, compare=compare)
