"""Which moves end a turn, for every game."""

import random

import pytest

from azulejo.games.contract import apply, to_move
from azulejo.games.walk import ends_turn
from azulejo.play import new_game


@pytest.mark.parametrize("name", ["azul", "duel", "garden"])
def test_a_move_ends_the_turn_unless_the_same_seat_moves_next(name: str) -> None:
    game, rng, found = new_game(name, seats=2, seed=5), random.Random(5), set()
    while not game.is_over:
        codes, state = game.legal_moves.codes, game.state
        followers = []
        for code in codes:
            after = state.copy()
            apply(after, code)
            followers.append(to_move(after) != game.turn)
        assert ends_turn(state, codes) == followers, game.position
        found.update(followers)
        game.push(str(rng.choice(list(game.legal_moves))))
    assert True in found
