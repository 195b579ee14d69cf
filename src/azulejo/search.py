"""Searching positions: the engine, and the same kind of search with a network of your own.

>>> import azulejo
>>> from azulejo.search import Limits, NetworkSearch, search_for, uniform
>>> game = azulejo.new_game("azul", seats=2, seed=7)
>>> ours = search_for("azul").analyse(game.view(game.turn).state, game.turn, Limits(nodes=500))
>>> yours = NetworkSearch("azul", uniform).analyse(game.view(game.turn).state, game.turn, Limits(nodes=500))
>>> ours.nodes > 0, yours.nodes
(True, 500)
"""

from azulejo.engine import Analysis, Candidate, Limits, Search, search_for
from azulejo.engine.batch_search import BatchSearch, Found, NetworkSearch, PolicyValue, uniform

__all__ = [
    "Analysis",
    "BatchSearch",
    "Candidate",
    "Found",
    "Limits",
    "NetworkSearch",
    "PolicyValue",
    "Search",
    "search_for",
    "uniform",
]
