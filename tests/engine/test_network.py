"""The network: probabilities and margins that fit together, files, and the untrained one."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejo.engine.engine import Engine
from azulejo.engine.knowledge import UNTRAINED_SPREAD, knowledge
from azulejo.engine.network import load, margins, save, settle, utility
from azulejo.games.contract import features, stage
from azulejo.texts.errors import BadOption
from tests.engine.helpers import GAMES, TABLES, engine, position


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_judgements_are_shares_of_one_victory(game: str, seats: int) -> None:
    for decisions in (0, 7, 20):
        win, margin = engine(game).judge(position(game, seats, decisions)[0], seats)
        assert sum(win) == pytest.approx(1, abs=1e-5)
        assert min(win) > 0
        assert max(win) == win[max(range(seats), key=lambda seat: margin[seat])]
        if seats == 2:
            assert margin[0] == pytest.approx(-margin[1], abs=1e-4)


@pytest.mark.parametrize(
    ("scores", "winners", "win", "margin"),
    [
        ((30, 20), 0b01, (1, 0), (10, -10)),
        ((20, 20), 0b10, (0, 1), (0, 0)),  # more complete rows
        ((20, 20), 0b11, (0.5, 0.5), (0, 0)),
        ((5, 40, 38), 0b010, (0, 1, 0), (-35, 2, -2)),
        ((40, 40, 40), 0b111, (1 / 3, 1 / 3, 1 / 3), (0, 0, 0)),
        ((40, 40, 7, 12), 0b0011, (0.5, 0.5, 0, 0), (0, 0, -33, -28)),
    ],
)
def test_a_finished_game_is_worth_its_result(scores: Any, winners: int, win: Any, margin: Any) -> None:
    shares, leads = np.zeros(4, np.float32), np.zeros(4, np.float32)
    settle(len(scores), winners, np.array(scores, np.int64), shares, leads)
    assert shares[: len(scores)].tolist() == pytest.approx(win)
    assert leads[: len(scores)].tolist() == list(margin)


def test_a_margin_is_the_lead_over_the_best_other() -> None:
    points = np.array([3.0, 9.0, 9.0, 1.0], np.float32)
    margins(4, points)
    assert points.tolist() == [-6, 0, 0, -8]


def test_winning_counts_more_than_any_margin() -> None:
    assert utility(1.0, 1.0) > utility(0.5, 200.0) > utility(0.5, 0.0) > utility(0.5, -200.0) > utility(0.0, -1.0)
    assert utility(0.5, 100.0) == utility(0.5, 1000.0)


@pytest.mark.parametrize("game", GAMES)
def test_a_network_survives_its_file(game: str, tmp_path: Path) -> None:
    network = knowledge(game).network()
    save(network, tmp_path / "network.npz")
    again = load(tmp_path / "network.npz")
    for name, part in network._asdict().items():
        assert (getattr(again, name) == part).all(), name
        assert getattr(again, name).dtype == np.float32
        assert getattr(again, name).flags.c_contiguous


@pytest.mark.parametrize("game", GAMES)
def test_the_network_that_ships_fits_the_game_and_was_fitted(game: str) -> None:
    known, network = knowledge(game), knowledge(game).network()
    assert network.first.shape[0] == known.features
    assert network.direct.shape == (known.stages, known.features)
    assert network.spread.shape == (known.stages,)
    assert (network.spread > 0).all()
    assert all(np.isfinite(part).all() for part in network)
    assert network.second.any()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_an_untrained_network_counts_points(game: str, seats: int) -> None:
    known = knowledge(game)
    untrained = Engine(game, network=known.untrained())
    state, _ = position(game, seats, decisions=15)
    seen = np.zeros(known.features, np.float32)
    points = []
    for seat in range(seats):
        features(state, seat, seen)
        points.append(float(seen[0]))
    assert 0 <= stage(state) < known.stages
    win, margin = untrained.judge(state, seats)
    for seat in range(seats):
        assert margin[seat] == points[seat] - max(points[:seat] + points[seat + 1 :])
    odds = np.exp(np.array(points) / UNTRAINED_SPREAD)
    assert win == pytest.approx(odds / odds.sum(), abs=1e-5)


def test_a_game_that_the_engine_does_not_know_is_refused() -> None:
    with pytest.raises(BadOption, match="pebbles"):
        knowledge("pebbles")
