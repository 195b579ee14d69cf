"""What a search must know of a position before it begins."""

from typing import Any

from azulejo.games.contract import CHANCE, OVER, to_move
from azulejo.texts.errors import BadPosition


def check_decision(state: Any, seat: int) -> None:
    """Raise BadPosition unless the seat is to decide."""
    turn = int(to_move(state))
    if turn == OVER:
        raise BadPosition("errors.game_over")
    if turn == CHANCE:
        raise BadPosition("errors.draw_due")
    if turn != seat:
        raise BadPosition("errors.not_your_turn", turn=turn + 1, seat=seat + 1)
