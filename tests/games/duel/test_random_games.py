"""Random games over all tablets and sides: they end, and everything holds at every step."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from azulejo.games.contract import CHANCE, OVER, to_move
from azulejo.games.duel.components import PLATES
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.games.duel.state import TILES_DUE
from azulejo.games.walk import Arrays, checked_game
from tests.games.duel.helpers import LISTS, board, random_game, word

PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_every_invariant_holds_at_every_step(part: int, scale: Callable[[int], int]) -> None:
    """10,000 games in `make test-long`, 1,000 in `make test`."""
    assert len(LISTS) == 48
    tables = Arrays(RULEBOOK)
    title = RULEBOOK.title
    most = RULEBOOK.max_decisions[2]
    for number in range(part, scale(10_000), PARTS):
        chosen = title.complete(
            {
                "tablets": LISTS[number // PARTS % len(LISTS)],
                "free_draw_at_zero": number // 3 % 2 == 1,
                "special_is_a_colour": number // 5 % 2 == 1,
            }
        )
        options = np.array(title.encode(chosen), np.int64)
        played, found = checked_game(
            tables.states, 2, options, tables.moves, tables.drawn, tables.rng, number, RULEBOOK.max_moves, most
        )
        assert played > 0, (number, chosen, found, RULEBOOK.position_text(tables.states[0]))


def test_the_shape_of_a_game(scale: Callable[[int], int]) -> None:
    """The sheet: rounds begin with 13, 9, 5 and 1 plates in the pile; the bag runs 65, 44, 23, 2; nine plates each."""
    for seed in range(max(3, scale(100))):
        bags: list[int] = []
        piles: dict[int, int] = {}
        tokens: Counter[int] = Counter()
        before = None
        for state in random_game(seed, tablets="random4"):
            if state.phase == TILES_DUE:
                bags.append(sum(int(state.bag) >> 8 * colour & 0xFF for colour in range(5)))
            if to_move(state) >= 0 and state.setup_plates == 0:
                piles.setdefault(int(state.round_number), int(state.pile_size))
            if before is not None and to_move(before) != CHANCE and before.factories_filled:
                for seat in range(2):
                    tokens[seat] += max(0, int(before.players[seat].tokens) - int(state.players[seat].tokens))
            before = state
        assert before is not None
        assert to_move(before) == OVER
        assert bags[:4] == [65, 44, 23, 2]
        assert piles == {1: 13, 2: 9, 3: 5, 4: 1, 5: 0}
        assert [int((player.plates >= 0).sum()) for player in before.players] == [9, 9]
        assert sum(int((player.plates >= 0).sum()) for player in before.players) == PLATES
        assert [tokens[seat] for seat in range(2)] == [8, 8]
        for seat in range(2):
            stored = [
                name for part in ("chips", "used") for name in board(before, seat, part).split(",") if name != "-"
            ]
            assert len(stored) == 10
        assert word(before, "phase") == "end"
