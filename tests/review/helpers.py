"""Games to review: played by chance, with a feeling for what scores."""

from typing import Any

from azulejo.kernel.chance import below, stream
from azulejo.play import Game, Record, new_game

QUICK: dict[str, Any] = {"nodes": 150}
"""Enough to see that everything adds up."""


def played(game: str, seats: int = 2, seed: int = 1, **options: Any) -> Game:
    """Return a finished game: now the move that its rulebook suggests, now any."""
    table = new_game(game, seats=seats, seed=seed, undo="turn", **options)
    rng = stream("players", seed)
    while table.turn is not None:
        moves = table.legal_moves
        suggested = table.suggest()
        assert suggested is not None
        table.push(suggested if below(rng, 3) else moves[below(rng, len(moves))])
    return table


def record_of(position: str, *moves: str, game: str = "azul") -> Record:
    """Return the record of a game from a position, given up after some moves."""
    table = new_game(game, position=position)
    for move in moves:
        table.push(move)
    if table.turn is not None:
        table.resign()
    return table.record()
