"""The list of rounds to solve: the search finds what it found when the list was made."""

import pytest

from azulejo.engine.engine import Engine
from azulejo.games import rulebook
from azulejo.games.contract import to_move
from tools.solve_rounds import CLOSE, positions, solve


def test_the_list_has_fifty_positions_that_can_occur() -> None:
    book, texts = rulebook("azul"), [text for _, text in positions()]
    assert len(set(texts)) == len(texts) == 50
    for text in texts:
        state = book.parse_position(text)
        assert not book.status(state), text
        assert to_move(state) >= 0


@pytest.mark.slow
def test_solved_rounds_keep_their_values() -> None:
    engine = Engine("azul")
    for value, text in positions()[2:8]:
        assert solve(engine, text)[0] == pytest.approx(value, abs=CLOSE), text
