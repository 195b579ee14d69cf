"""The same seed and node limit give the same answer, whatever happened before and whoever watches."""

from typing import Any

import pytest

from azulejo.engine import engine as engine_module
from azulejo.engine.analysis import Analysis
from azulejo.engine.engine import Engine
from azulejo.engine.limits import Limits
from tests.engine.helpers import TABLES, engine, position

LIMITS = Limits(nodes=1500)


def found(analysis: Analysis) -> tuple[Any, ...]:
    """Return all of an analysis but its time."""
    return analysis.candidates, analysis.nodes, analysis.depth


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_search_does_not_depend_on_searches_before_it(game: str, seats: int) -> None:
    state, seat = position(game, seats, decisions=8)
    once = found(Engine(game).analyse(state, seat, LIMITS))
    used = engine(game)
    assert found(used.analyse(state, seat, LIMITS)) == once
    for decisions in (3, 12):
        used.analyse(*position(game, seats, decisions, seed=1), LIMITS)
    used.analyse(state, seat, Limits(seconds=0.05))
    assert found(used.analyse(state, seat, LIMITS)) == once


@pytest.mark.parametrize(("game", "seats"), [("azul", 2), ("azul", 3), ("duel", 2), ("garden", 2)])
def test_pieces_and_reports_do_not_matter(game: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    state, seat = position(game, seats, decisions=5)
    once = found(engine(game).analyse(state, seat, LIMITS))
    monkeypatch.setattr(engine_module, "REPORT_SECONDS", 0.0)
    for chunk in (1, 70, 1000):
        monkeypatch.setattr(engine_module, "FIRST_CHUNK", chunk)
        reports: list[Analysis] = []
        assert found(engine(game).analyse(state, seat, LIMITS, report=reports.append)) == once
        assert reports, "nobody was told anything"
        assert [one.nodes for one in reports] == sorted(one.nodes for one in reports)


def test_another_seed_has_other_luck() -> None:
    state, seat = position("garden", 2, decisions=5)
    analyses = [found(Engine("garden", seed=seed).analyse(state, seat, LIMITS)) for seed in (0, 1)]
    assert analyses[0] != analyses[1]


def test_the_position_searched_is_left_as_it_was() -> None:
    for game, seats in TABLES:
        state, seat = position(game, seats, decisions=4)
        before = state.tobytes()
        engine(game).analyse(state, seat, LIMITS)
        assert state.tobytes() == before
