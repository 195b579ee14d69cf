"""What a browser needs to draw a position, as typed messages: no rule of any game is left for it to know.

The fields are explained in docs/boards.md. A board is made from a state in which nothing is left that
the viewer may not know (``Game.redacted``); nothing is added to it here.
"""

from typing import Any, TypeAlias

from azulejo.games.contract import SPECTATOR, Rulebook
from azulejo.server.boards.azul import AzulBoard, azul_board
from azulejo.server.boards.duel import DuelBoard, duel_board
from azulejo.server.boards.garden import GardenBoard, garden_board, garden_payments
from azulejo.server.boards.text import TextBoard, text_board

__all__ = ["AzulBoard", "Board", "DuelBoard", "GardenBoard", "TextBoard", "board_of", "payments"]

Board: TypeAlias = AzulBoard | DuelBoard | GardenBoard | TextBoard


def board_of(book: Rulebook, state: Any, viewer: int = SPECTATOR) -> Board:
    """Return what a viewer (a seat, or SPECTATOR) sees of a state that was redacted for them."""
    seat = None if viewer == SPECTATOR else viewer
    match book.title.name:
        case "azul":
            return azul_board(state, seat)
        case "duel":
            return duel_board(state, seat)
        case "garden":
            return garden_board(state, seat)
        case _:
            return text_board(book, state, seat)


def payments(book: Rulebook, state: Any) -> list[list[str]]:
    """Return the complete payments that are possible now as texts of moves, the cheapest first.

    There are some only in Queen's Garden, while a hex is paid for; at most ``garden.MOST_PAYMENTS``.
    """
    return garden_payments(state) if book.title.name == "garden" else []
