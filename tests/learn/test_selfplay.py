"""Self-play: deterministic examples of every position, with room for the most seats of any game."""

from typing import Any

import numpy as np
import pytest

from azulejo.engine.knowledge import knowledge
from azulejo.games.contract import MOST_SEATS
from azulejo.learn.selfplay import Examples, _padded, self_play

SETTINGS: dict[str, Any] = {"games": 3, "judgements": 30, "threads": 1, "keep": 0.5, "options": {}}


def played(seats: int = 2, **changes: Any) -> Examples:
    return self_play("azul", knowledge("azul").network(), seats=seats, first=7, **{**SETTINGS, **changes})


def same(one: Examples, other: Examples) -> bool:
    return all(
        getattr(one, name).tobytes() == getattr(other, name).tobytes()
        for name in ("seen", "stages", "scores", "shares")
    )


@pytest.mark.slow
def test_the_same_numbers_give_the_same_examples_on_any_number_of_threads() -> None:
    once = played()
    assert same(played(), once)
    assert same(played(threads=2), once)
    assert not same(self_play("azul", knowledge("azul").network(), seats=2, first=8, **SETTINGS), once)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_examples_say_how_the_game_ended(seats: int) -> None:
    told = 0

    def tell() -> None:
        nonlocal told
        told += 1

    found = played(seats, progress=tell)
    number = len(found.stages)
    assert told == 3
    assert number > 20
    assert found.seen.shape == (number, MOST_SEATS, knowledge("azul").features)
    assert found.shares[:, :seats].sum(axis=1) == pytest.approx(1)
    assert (found.shares[:, seats:] == -1).all()
    assert (found.seen[:, seats:] == 0).all()
    assert (found.scores[:, seats:] == 0).all()
    best = found.scores[:, :seats].max(axis=1)
    assert (found.scores[:, :seats][found.shares[:, :seats] > 0] >= best.min()).all()
    assert found.stages.min() == 0
    assert 0 < found.stages.max() < knowledge("azul").stages
    few = played(seats, keep=0.1)
    assert 0 < len(few.stages) < number / 2


def test_seats_that_are_not_there_have_no_share() -> None:
    seen = np.ones((2, 3, 5), np.float32)
    found = _padded(seen, np.array([0, 1], np.int16), np.array([7, 8, 9]), np.array([0.0, 0.0, 1.0]))
    missing = MOST_SEATS - 3
    assert found.seen.shape == (2, MOST_SEATS, 5)
    assert found.shares.tolist() == [[0, 0, 1] + missing * [-1]] * 2
    assert found.scores.tolist() == [[7, 8, 9] + missing * [0]] * 2
    joined = Examples.joined([found, found])
    assert joined.stages.tolist() == [0, 1, 0, 1]
    assert joined.seen.shape == (4, MOST_SEATS, 5)
