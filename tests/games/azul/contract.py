"""What the tests of every game must know of Azul."""

from typing import Any

from azulejo.play import Game
from azulejo.testing.contract import ContractSuite
from tests.contract.helpers import POINTS, SHARED, TIE_BREAK, Ends


class Suite(ContractSuite):
    max_bytes = 320


def board(game: Game) -> Any:
    """Return what is to be seen at the end of a game."""
    return game.rulebook.board(game.state, None)


ENDS: Ends = {
    **POINTS,
    **TIE_BREAK,
    **SHARED,
    "row": lambda game, ended: any(5 in player.bonuses.rows for player in board(game).players),
    "no tiles": lambda game, ended: not any((*board(game).bag.values(), *board(game).lid.values())),
    "idle": lambda game, ended: bool(game.state.idle_rounds == 10),
}
