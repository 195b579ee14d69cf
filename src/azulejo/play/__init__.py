"""A game in progress: moves, dealing, undo, records, replay, verification."""

from azulejo.play.game import Game, new_game
from azulejo.play.move import LegalMoves, Move
from azulejo.play.outcome import Outcome
from azulejo.play.record import Record, read_records
from azulejo.play.verification import verify
from azulejo.play.view import View

__all__ = ["Game", "LegalMoves", "Move", "Outcome", "Record", "View", "new_game", "read_records", "verify"]
