"""The boards of all games: complete, honest, and enough to know what every legal move is about."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, get_args, get_type_hints

import msgspec
import numpy as np
import pytest

from azulejo.games import names, rulebook
from azulejo.games.contract import CHANCE, SPECTATOR, Rulebook, apply, outcome, redact
from azulejo.testing import scale
from azulejo.testing.cases import Case, Moment, RandomGame, cases

pytestmark = pytest.mark.slow

EXTRA: dict[str, dict[str, tuple[str, ...]]] = {
    "duel": {"tablets": ("1B,2B,3B,4B", "1A,2A,4A")},
    "garden": {"side": ('{"rounds":[{"tree":4,"yellow":2},{},{"bird":9},{}],"pavilion":0,"groups":{"3":1,"6":20}}',)},
}
CASES = [(name, case) for name in names() for case in cases(rulebook(name).title, EXTRA.get(name))]
EVERY_CASE = pytest.mark.parametrize(("name", "case"), CASES, ids=[f"{name}-{case}"[:60] for name, case in CASES])


def moments(name: str, case: Case | None = None, games: int = 20) -> Iterator[Moment]:
    """Yield all positions of some random games, of one case or of each in turn."""
    book = rulebook(name)
    in_turn = [case] if case else cases(book.title, EXTRA.get(name))
    for number in range(max(scale(games), games // 10)):  # interpreted as many: some tests look for rare positions
        yield from RandomGame(book, in_turn[number % len(in_turn)], number).moments()


def seen(book: Rulebook, state: Any, viewer: int | None) -> Any:
    """Return the board of a position as somebody sees it."""
    redacted = state.copy()
    redact(redacted, SPECTATOR if viewer is None else viewer)
    return book.board(redacted, viewer)


@EVERY_CASE
def test_a_board_comes_back_from_its_message_as_it_was(name: str, case: Case) -> None:
    book = rulebook(name)
    for moment in islice(moments(name, case, 10), 0, None, 2):
        for viewer in (None, *range(case.seats)):
            shown = seen(book, moment.state, viewer)
            assert msgspec.json.decode(msgspec.json.encode(shown), type=book.board_type) == shown, moment


@EVERY_CASE
def test_a_board_has_the_scores_and_whose_turn_it_is(name: str, case: Case) -> None:
    book = rulebook(name)
    for moment in moments(name, case, 10):
        shown = book.board(moment.state, None)
        scores = np.zeros(case.seats, np.int64)
        outcome(moment.state, (1 << case.seats) - 1, scores)
        assert [player.score for player in shown.players] == scores.tolist(), moment
        assert shown.turn == (moment.seat if moment.seat >= 0 else None), moment


def is_scored_later(name: str) -> bool:
    """Return whether a game has rounds that are scored at their end: its boards say what they would score now."""
    (player,) = get_args(get_type_hints(rulebook(name).board_type)["players"])
    return "if_scored" in player.__dataclass_fields__


SCORED_LATER = list(filter(is_scored_later, names()))
LATER_CASES = [(name, case) for name, case in CASES if name in SCORED_LATER]


@pytest.mark.parametrize(("name", "case"), LATER_CASES, ids=[f"{name}-{case}"[:60] for name, case in LATER_CASES])
def test_what_a_round_would_score_goes_with_the_previews(name: str, case: Case) -> None:
    book = rulebook(name)
    compared = 0
    for moment in islice(moments(name, case, 10), 0, None, 3):
        shown = book.board(moment.state, None)
        if moment.move is None or shown.phase in ("tiling", "pay", "lay"):
            continue
        preview = book.preview(moment.state, moment.move)
        after = moment.state.copy()
        apply(after, moment.move)
        if not preview.ends_round and book.board(after, None).phase not in ("pay", "lay"):
            gained = book.board(after, None).players[moment.seat].if_scored - shown.players[moment.seat].if_scored
            assert gained == preview.points, moment
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("name", SCORED_LATER)
def test_a_finished_game_shows_the_scores_it_ended_with(name: str) -> None:
    book = rulebook(name)
    ends = [moment.state for moment in moments(name) if moment.seat not in (CHANCE, *range(moment.game.case.seats))]
    assert ends
    for state in ends:
        shown = book.board(state, None)
        assert [player.if_scored for player in shown.players] == [player.score for player in shown.players]
        assert shown.last_round
