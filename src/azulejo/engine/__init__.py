"""The engine: a search that knows the contract of the games, and small files that know each game.

>>> import azulejo
>>> from azulejo.engine import Limits, search_for
>>> game = azulejo.new_game("azul", position="azul factories=BBKW board=0 board=7")
>>> search_for("azul").analyse(game.view(0).state, 0, Limits(nodes=500)).nodes > 0
True
"""

from azulejo.engine.analysis import Analysis, Candidate, Worth
from azulejo.engine.limits import Limits
from azulejo.engine.search import FullSearch, Search, search_for

__all__ = ["Analysis", "Candidate", "FullSearch", "Limits", "Search", "Worth", "search_for"]
