"""The core of the environments for single games: it plays as a Game does, and says what is wrong."""

import pickle
from collections.abc import Callable
from copy import deepcopy

import numpy as np
import pytest

from azulejo import new_game, verify
from azulejo.batches.setting import Setting
from azulejo.envs.core import HIGHEST, LOWEST, Position, SingleGame
from azulejo.kernel.chance import below, stream
from azulejo.play import Record
from azulejo.testing.cases import Case
from azulejo.texts.errors import IllegalMove, InvalidMove
from tests.envs.helpers import PLAYED, PLAYED_NAMES


def single_game(game: str, case: Case, seed: int = 7) -> SingleGame:
    single = SingleGame(Setting.checked(game, case.seats, dict(case.options), "random"))
    single.reset(seed)
    return single


@pytest.mark.parametrize(("game", "case"), PLAYED, ids=PLAYED_NAMES)
def test_it_deals_and_plays_as_a_game_of_the_same_seed(game: str, case: Case) -> None:
    single = single_game(game, case)
    full = new_game(game, seats=case.seats, seed=7, **dict(case.options))
    rng = stream("moves", game, str(case))
    while not single.is_over:
        assert single.turn == full.turn
        assert single.state.tobytes() == full.state.tobytes()
        assert single.codes.tolist() == list(full.legal_moves.codes)
        seat = single.turn
        assert seat is not None
        assert np.flatnonzero(single.mask(seat)).tolist() == single.codes.tolist()
        assert not single.mask((seat + 1) % case.seats).any()
        seen = single.observation(seat)
        assert seen.min() >= LOWEST
        assert seen.max() <= HIGHEST
        assert not single.rewards().any()
        move = int(single.codes[below(rng, len(single.codes))])
        single.step(move)
        full.push(move)
    ended = full.outcome()
    assert ended is not None
    winners, scores = single.result()
    assert scores == list(ended.scores)
    assert [seat for seat in range(case.seats) if winners >> seat & 1] == list(ended.winners)
    assert single.rewards().sum() == pytest.approx(0, abs=1e-12)
    assert max(range(case.seats), key=single.rewards().tolist().__getitem__) in ended.winners


def test_its_game_has_a_record_that_proves_itself() -> None:
    single = single_game("azul", Case(2))
    rng = stream("record")
    while not single.is_over:
        if len(single.game.events) % 3:  # in step with it now and then, or only at the end
            assert single.game.turn == single.turn
        single.step(int(single.codes[below(rng, len(single.codes))]))
    assert verify(Record.from_json(single.game.record().to_json())).scores == tuple(single.result()[1])


def test_a_view_hides_what_the_seat_may_not_know() -> None:
    single = single_game("duel", Case(2))
    view = single.view(0)
    assert view.seat == 0
    assert view.position == single.book.position_text(single.redacted(0))


def test_a_move_that_cannot_be_played_is_refused_with_the_reason_and_changes_nothing() -> None:
    single = single_game("azul", Case(2))
    before = single.state.tobytes()
    missing = next(code for code in range(single.book.move_codes) if code not in single.codes)
    with pytest.raises(IllegalMove, match="cannot be played now"):
        single.step(missing)
    for nonsense in (single.book.move_codes, -1, "abc", None, 1.5):
        with pytest.raises(InvalidMove):
            single.step(nonsense)
    assert single.state.tobytes() == before


def test_a_game_that_is_over_takes_no_move() -> None:
    single = single_game("garden", Case(2, (("side", "standard"),)))
    rng = stream("over")
    while not single.is_over:
        single.step(int(single.codes[below(rng, len(single.codes))]))
    with pytest.raises(IllegalMove, match="over"):
        single.step(0)


@pytest.mark.parametrize("copied", [deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_of_a_game_is_played_on_apart_from_it(copied: Callable[[SingleGame], SingleGame]) -> None:
    single = single_game("duel", Case(2, ()))
    single.step(int(single.codes[0]))
    before = len(single.game.line)
    other = copied(single)
    for _ in range(3):
        other.step(int(other.codes[-1]))
    single.step(int(single.codes[0]))
    assert len(single.game.line) > before
    assert len(other.game.line) > len(single.game.line)
    for one in (single, other):
        assert one.game.state.tobytes() == one.state.tobytes()


def test_a_copy_and_a_pickled_position_go_their_own_way() -> None:
    single: Position = single_game("azul", Case(3, (("wall", "grey"),)))
    before = single.state.tobytes()
    for other in (deepcopy(single), pickle.loads(pickle.dumps(single))):
        assert other.state.tobytes() == before
        assert other.codes.tolist() == single.codes.tolist()
        assert other.setting.options == single.setting.options
        other.apply(int(other.codes[0]))
        assert other.state.tobytes() != before
        assert single.state.tobytes() == before
