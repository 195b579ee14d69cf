"""Plain UCT: honest in its figures, deterministic, and better than chance."""

import threading
import time

import pytest

from azulejo.bots import bot_named, play_game
from azulejo.engine import uct
from azulejo.engine.limits import Limits
from azulejo.engine.uct import PlainUct
from azulejo.games import own_names
from azulejo.play import new_game
from azulejo.texts.errors import BadPosition
from tests.engine.helpers import TABLES, AllMoves, legal, position, tiny_ends


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_legal_move_is_a_candidate_with_its_playouts(game: str, seats: int) -> None:
    state, seat = position(game, seats, decisions=9)
    analysis = PlainUct(game).analyse(state, seat, Limits(nodes=300))
    assert analysis.nodes == 300
    assert {one.move for one in analysis.candidates} == set(legal(game, state))
    assert sum(one.visits for one in analysis.candidates) == 300
    assert [one.visits for one in analysis.candidates] == sorted(one.visits for one in analysis.candidates)[::-1]
    for one in analysis.candidates:
        assert sum(one.win) == pytest.approx(1, abs=1e-4)
        assert one.margin_error > 0
        assert one.line[0] == one.move


@pytest.mark.parametrize("game", own_names())
def test_the_same_seed_gives_the_same_answer(game: str) -> None:
    state, seat = position(game, 2, decisions=9)
    searcher = PlainUct(game, seed=3)
    once = searcher.analyse(state, seat, Limits(nodes=250)).candidates
    searcher.analyse(*position(game, 2, decisions=3), Limits(nodes=100))
    told: list[object] = []
    assert searcher.analyse(state, seat, Limits(nodes=250), report=told.append).candidates == once
    assert PlainUct(game, seed=4).analyse(state, seat, Limits(nodes=250)).candidates != once


def test_near_the_end_it_finds_the_best_move() -> None:
    found = better = 0
    game = "garden"
    for state, seat in tiny_ends(game, 2, seeds=4):
        plain = AllMoves(game, 2, 10**6)
        values = {move: plain.after(state, move)[seat] for move in legal(game, state)}
        if max(values.values()) - min(values.values()) < 0.05:
            continue
        best = PlainUct(game).analyse(state, seat, Limits(nodes=4000)).best
        found += 1
        better += values[best.move] > max(values.values()) - 0.03
    assert found >= 1
    assert better == found


def test_a_full_tree_is_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uct, "MOST_NODES", 50)
    state, seat = position("azul", 2, decisions=12)
    analysis = PlainUct("azul").analyse(state, seat, Limits(nodes=500))
    assert sum(one.visits for one in analysis.candidates) <= analysis.nodes == 500


def test_it_keeps_its_limits() -> None:
    state, seat = position("azul")
    searcher = PlainUct("azul")
    assert searcher.analyse(state, seat, Limits(seconds=0.1)).seconds >= 0.1
    stop = threading.Event()
    start = time.perf_counter()
    threading.Timer(0.1, stop.set).start()
    assert searcher.analyse(state, seat, Limits(), stop=stop).nodes > 0
    assert time.perf_counter() - start >= 0.1
    assert searcher.analyse(state, seat, Limits(), stop=stop).candidates, "stopped before it began"
    with pytest.raises(BadPosition):
        searcher.analyse(state, 1 - seat, Limits(nodes=1))


def test_it_beats_random_moves() -> None:
    won = 0.0
    with bot_named("uct@150n", "azul") as player:
        for seed in range(4):
            game = new_game("azul", seats=2, seed=seed)
            play_game(game, [player, "random"] if seed % 2 else ["random", player])
            ended = game.outcome()
            assert ended is not None
            won += (seed % 2 == 0 and 1 in ended.winners) or (seed % 2 == 1 and 0 in ended.winners)
    assert won == 4
