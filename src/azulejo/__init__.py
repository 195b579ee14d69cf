"""Azulejo: the Azul family of board games, to play, to review and to research.

>>> import azulejo
>>> game = azulejo.new_game("azul", seats=2, seed=7)
>>> game.turn is not None
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from azulejo.texts.errors import AzulejoError, BadOption, BadPosition, BadRecord, IllegalMove, InvalidMove

if TYPE_CHECKING:
    from azulejo.play import Game, LegalMoves, Move, Outcome, Record, View, new_game, read_records, verify
    from azulejo.review import review

    __version__: str

__all__ = [
    "AzulejoError",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "LegalMoves",
    "Move",
    "Outcome",
    "Record",
    "View",
    "new_game",
    "read_records",
    "review",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Load the games, or look for the version, when they are first asked for: importing the package stays quick."""
    if name == "__version__":
        from azulejo.texts.version import version

        return version()
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "review":  # the layer is its function, too
        return import_module("azulejo.review")
    from azulejo import play

    return getattr(play, name)
