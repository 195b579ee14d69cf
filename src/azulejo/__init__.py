"""Azulejo: the Azul family of board games, to play, to review and to research.

>>> import azulejo
>>> game = azulejo.new_game("azul", seats=2, seed=7)
>>> game.turn is not None
True
"""

from azulejo.play import Game, LegalMoves, Move, Outcome, Record, View, new_game, read_records, verify
from azulejo.texts.errors import AzulejoError, BadOption, BadPosition, BadRecord, IllegalMove, InvalidMove

__version__ = "0.1.0"

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
    "verify",
]
