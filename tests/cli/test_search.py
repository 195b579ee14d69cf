"""What ``azulejo bench`` says of the search: how fast it is, and a signature of what it finds."""

import pytest

from azulejo.cli.search import POSITIONS, measure_search, positions, search_signature
from azulejo.engine.engine import Engine
from azulejo.engine.knowledge import knowledge
from azulejo.games.contract import to_move
from azulejo.kernel.rule import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="the search, interpreted, would take hours")


@pytest.mark.parametrize(("game", "seats"), [("azul", 2), ("azul", 4), ("duel", 2), ("garden", 3)])
def test_the_signature_is_the_same_every_time_and_changes_with_the_network(game: str, seats: int) -> None:
    chosen = list(positions(game, seats))
    assert len(chosen) == POSITIONS
    assert all(to_move(state) == seat for state, seat in chosen)
    assert len({state.tobytes() for state, _ in chosen}) == POSITIONS
    signature = search_signature(Engine(game), chosen, 300)
    assert search_signature(Engine(game), list(positions(game, seats)), 300) == signature
    assert search_signature(Engine(game), chosen, 400) != signature
    assert search_signature(Engine(game, network=knowledge(game).untrained()), chosen, 300) != signature


def test_nodes_per_second_are_measured() -> None:
    found = measure_search("duel", 2, 0.1)
    assert found["nodes_per_second"] > 1000
    assert len(found["search_signature"]) == 8
