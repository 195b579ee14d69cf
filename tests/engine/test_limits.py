"""A search ends when it should: nodes, seconds, a clock, or a word."""

import threading
import time

import pytest

from azulejo.engine.analysis import Analysis
from azulejo.engine.limits import Limits
from azulejo.games import rulebook
from azulejo.games.contract import OVER, apply, to_move
from azulejo.texts.errors import BadPosition
from tests.engine.helpers import GAMES, TABLES, engine, legal, position, random_states


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("nodes", [1, 10, 300, 3000])
def test_nodes_are_kept_to_within_one_expansion(game: str, seats: int, nodes: int) -> None:
    state, seat = position(game, seats, decisions=2)
    analysis = engine(game).analyse(state, seat, Limits(nodes=nodes))
    most = max(len(legal(game, state)), rulebook(game).max_moves)
    assert min(nodes, len(analysis.candidates)) <= analysis.nodes <= nodes + most


@pytest.mark.parametrize(("game", "seats"), [("azul", 2), ("azul", 3), ("duel", 2), ("garden", 2)])
@pytest.mark.parametrize("seconds", [0.02, 0.3])
def test_seconds_are_kept(game: str, seats: int, seconds: float) -> None:
    state, seat = position(game, seats)
    start = time.perf_counter()
    analysis = engine(game).analyse(state, seat, Limits(seconds=seconds))
    spent = time.perf_counter() - start
    assert seconds <= spent
    assert analysis.seconds <= spent
    assert analysis.candidates


@pytest.mark.parametrize(("game", "seats"), [("azul", 2), ("duel", 2), ("garden", 4)])
def test_without_limits_it_searches_until_stopped(game: str, seats: int) -> None:
    state, seat = position(game, seats)
    stop = threading.Event()
    timer = threading.Timer(0.25, stop.set)
    start = time.perf_counter()
    timer.start()
    analysis = engine(game).analyse(state, seat, Limits(), stop=stop)
    spent = time.perf_counter() - start
    timer.join()
    assert spent >= 0.25
    assert analysis.nodes > 100


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_stopped_before_it_begins_it_still_judges_every_move(game: str, seats: int) -> None:
    state, seat = position(game, seats, decisions=6)
    stop = threading.Event()
    stop.set()
    analysis = engine(game).analyse(state, seat, Limits(), stop=stop)
    assert analysis.candidates
    assert {one.move for one in analysis.candidates} <= set(legal(game, state))


class SetWhenAsked(threading.Event):
    """Is set just after the search has asked a second time, and seen by whoever watches before the search goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.searcher = threading.current_thread()
        self.asked = 0

    def is_set(self) -> bool:
        was = super().is_set()
        self.asked += threading.current_thread() is self.searcher
        if self.asked == 2 and not was:
            self.set()
            time.sleep(0.1)
        return was


def test_a_word_that_comes_while_a_report_is_being_made_is_heard() -> None:
    state, seat = position("azul")
    limits = Limits(nodes=1_000_000)
    reports: list[Analysis] = []
    analysis = engine("azul").analyse(state, seat, limits, report=reports.append, stop=SetWhenAsked())
    assert len(reports) == 1
    assert analysis.nodes < 100_000


def test_the_first_limit_reached_ends_it() -> None:
    state, seat = position("duel")
    assert engine("duel").analyse(state, seat, Limits(nodes=200, seconds=60.0)).nodes < 1000
    assert engine("duel").analyse(state, seat, Limits(nodes=10**9, seconds=0.05)).nodes < 10**8


# ---------------------------------------------------------------- the clock


def test_a_clock_is_shared_out() -> None:
    assert Limits().seconds_for_decision() is None
    assert Limits(nodes=5).seconds_for_decision() is None
    assert Limits(seconds=2.0).seconds_for_decision() == 2.0
    share = Limits(clock=100.0).seconds_for_decision()
    assert share is not None
    assert 1.0 <= share <= 10.0
    more = Limits(clock=100.0, increment=5.0).seconds_for_decision()
    assert more is not None
    assert share + 2.5 <= more <= share + 5.0
    assert Limits(seconds=0.5, clock=100.0).seconds_for_decision() == 0.5


def test_a_clock_never_runs_out() -> None:
    for increment in (0.0, 0.5, 10.0):
        clock = 30.0
        for _ in range(300):
            spent = Limits(clock=clock, increment=increment).seconds_for_decision()
            assert spent is not None
            assert 0 < spent < max(clock, 0.002)
            clock += increment - spent
    assert (Limits(clock=0.0).seconds_for_decision() or 1) <= 0.001


def test_a_search_keeps_to_its_share_of_the_clock() -> None:
    state, seat = position("duel")
    share = Limits(clock=2.5, increment=0.1).seconds_for_decision()
    assert share is not None
    assert share <= engine("duel").analyse(state, seat, Limits(clock=2.5, increment=0.1)).seconds


# ---------------------------------------------------------------- where nobody decides


@pytest.mark.parametrize("game", GAMES)
def test_only_the_seat_to_move_can_ask(game: str) -> None:
    book = rulebook(game)
    undealt = next(iter(random_states(game, 2, 0))).copy()
    *_, last = random_states(game, 2, 0)
    while to_move(last) != OVER:
        apply(last, legal(game, last)[0])
    with pytest.raises(BadPosition, match="the game is over"):
        engine(game).analyse(last, 0, Limits(nodes=1))
    other = 1 - int(to_move(undealt))
    with pytest.raises(BadPosition, match="not player"):
        engine(game).analyse(undealt, other, Limits(nodes=1))
    with pytest.raises(BadPosition, match="draw"):
        engine(game).analyse(_before_the_first_draw(game), 0, Limits(nodes=1))
    assert book.title.name == game


def _before_the_first_draw(game: str) -> object:
    import numpy as np

    from azulejo.games.contract import CHANCE, setup

    book = rulebook(game)
    state = book.state.new()
    setup(state, 2, np.array(book.title.encode(book.title.complete({})), np.int64), 0)
    assert to_move(state) == CHANCE
    return state
