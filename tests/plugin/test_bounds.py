"""Games of five and of eight seats are played in every way; what a rulebook declares is checked."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from azulejo.games.contract import MOST_INVARIANTS, MOST_NUMBERS, MOST_SEATS, Rulebook
from azulejo.games.title import Title
from azulejo.kernel.rule import COMPILED
from azulejo.texts.errors import BadOption
from pebbles.rulebook import RULEBOOK
from tests.conftest import run_python

GAMES = [("pebbles", 5), ("crowd", MOST_SEATS)]


@cache
def played(game: str, seats: int, compiled: bool) -> Mapping[str, Any]:
    """Return what came of a game that was played in every way."""
    told = run_python("-m", "tests.plugin.every_way", game, str(seats), compiled=compiled)
    found: Mapping[str, Any] = json.loads(told)
    return found


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_full_table_is_played_in_every_way_without_leaving_an_array(game: str, seats: int) -> None:
    found = played(game, seats, compiled=False)
    decisions, problems, *_ = found["walk"]
    assert decisions > seats
    assert problems == 0
    assert {len(scores) for scores in found["batch"]} == {seats}
    assert len(found["search"]) > seats
    for way in ("pettingzoo", "openspiel"):
        assert len(found[way]) == seats
        assert sum(found[way]) == pytest.approx(0, abs=1e-3)
    assert len(found["gym"][1]) == seats
    assert found["learn"] is None or (len(found["learn"]) == MOST_SEATS and min(found["learn"][:seats]) > 0)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="there is nothing compiled to compare")
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_full_table_is_played_alike_compiled(game: str, seats: int) -> None:
    assert played(game, seats, compiled=True) == played(game, seats, compiled=False)


# ---------------------------------------------------------------- what is declared


def refused(**changes: Any) -> str:
    """Return why a rulebook of Pebbles with other bounds is refused."""
    with pytest.raises(BadOption) as problem:
        replace(RULEBOOK, **changes)
    assert "нельзя" in problem.value.text("ru")
    return problem.value.text("en")


@pytest.mark.parametrize("seats", [(2, MOST_SEATS + 1), (1, 2), (3, 2), (2, 2), ()])
def test_seats_that_cannot_be_are_refused(seats: tuple[int, ...]) -> None:
    assert refused(title=Title("pebbles", seats)) == (
        "the game pebbles cannot be played: its numbers of seats must ascend, from 2 to 8 at most, "
        f"not {str(seats).strip('()').strip(',') or 'none'}"
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"move_codes": 40_000}, "move_codes = 40000, but that must be 1 to 32768"),
        ({"max_moves": 8}, "max_moves = 8, but that must be 1 to 7"),
        ({"moves_room": 3}, f"moves_room = 3, but that must be 4 to {MOST_NUMBERS}"),
        ({"max_drawn": 0}, "max_drawn = 0, but that must be 1 to 32767"),
        ({"piece_numbers": 1 << 15}, "piece_numbers = 32768, but that must be 1 to 32767"),
        ({"max_decisions": {2: 9, 3: 9, 4: 9}}, f"max_decisions[5] = 0, but that must be 1 to {MOST_NUMBERS}"),
        ({"observation": 0}, f"observation = 0, but that must be 1 to {MOST_NUMBERS}"),
        ({"invariants": ()}, f"len(invariants) = 0, but that must be 1 to {MOST_INVARIANTS}"),
    ],
)
def test_bounds_that_cannot_be_are_refused(changes: dict[str, Any], sentence: str) -> None:
    assert refused(**changes) == f"the game pebbles cannot be played: its rulebook says {sentence}"


def test_what_can_be_is_taken() -> None:
    most = replace(RULEBOOK, title=Title("pebbles", (2, MOST_SEATS)), max_decisions={2: 9, MOST_SEATS: 9})
    assert isinstance(most, Rulebook)
    assert most.most_seats == MOST_SEATS
