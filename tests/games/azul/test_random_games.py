"""Points in random games: previews, stories and scores against a referee who counts with plain loops."""

from collections import Counter
from collections.abc import Callable

import pytest

from azulejo.games.azul.rulebook import RULEBOOK
from azulejo.games.azul.state import PHASES, State
from azulejo.games.contract import apply, to_move
from tests.games.azul.helpers import TABLES, board, boards, legal_codes, random_game, scores
from tests.games.azul.referee import FLOOR_SPACES, Board, Referee

Scale = Callable[[int], int]


@pytest.mark.parametrize(("seats", "wall"), TABLES)
def test_points_counted_from_the_events_are_the_points_of_the_position(seats: int, wall: str, scale: Scale) -> None:
    """After every event of a game, every board of the referee is the board of the position."""
    for seed in range(scale(30)):
        referee: Referee | None = None
        for state, event in random_game(seats, wall, seed):
            if referee is None:
                referee = Referee(seats, wall == "grey", int(state.start))
            assert [player.text() for player in referee.boards] == boards(state), (seats, wall, seed)
            assert referee.over == (event is None)
            if isinstance(event, list):
                assert int(state.start) == referee.start
                referee.draw(event)
            elif event is not None:
                referee.move(RULEBOOK.move_text(event), to_move(state))


@pytest.mark.parametrize(("seats", "wall"), TABLES)
def test_the_story_of_a_scoring_adds_up_to_the_change_of_the_scores(seats: int, wall: str, scale: Scale) -> None:
    told = 0
    for seed in range(scale(30)):
        for state, event in random_game(seats, wall, seed):
            if not isinstance(event, int):
                continue
            played = state.copy()
            apply(played, event)
            running = scores(state)
            for step in RULEBOOK.scoring_steps(state, event):
                running[step.seat] += step.points
                assert step.total == running[step.seat] >= 0, (seats, wall, seed, RULEBOOK.position_text(state))
                told += 1
            assert running == scores(played), (seats, wall, seed, RULEBOOK.position_text(state))
    assert told > 0


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "wall"), TABLES)
def test_a_preview_is_what_the_contract_says(seats: int, wall: str, scale: Scale) -> None:
    """For some legal moves of every position: the round scored after the move, less the same before it."""
    grey = wall == "grey"
    ends: Counter[str] = Counter()
    for seed in range(scale(20)):
        for number, (state, event) in enumerate(random_game(seats, wall, seed)):
            if not isinstance(event, int):
                continue
            seat = to_move(state)
            codes = legal_codes(state)
            for code in {event, codes[number % len(codes)]}:
                played = state.copy()
                apply(played, code)
                phase = PHASES[played.phase]
                ends[phase] += 1
                shown = RULEBOOK.preview(state, code)
                where = (seats, wall, seed, RULEBOOK.position_text(state), RULEBOOK.move_text(code))
                assert shown.ends_round == (phase in ("deal", "end")), where
                assert shown.ends_game == (phase == "end"), where
                assert shown.jokers == 0
                if code >= 300:
                    assert shown.points == scores(played)[seat] - scores(state)[seat], where
                    assert shown.loss == 0, where
                else:
                    before = Board.read(board(state, seat))
                    after = _taken(state, code, Board.read(board(state, seat)))
                    assert shown.points == after.score_if_scored(grey) - before.score_if_scored(grey), where
                    assert shown.loss == _cost(after) - _cost(before), where
    assert {"offer", "deal"} <= ends.keys()


def _taken(state: State, code: int, mine: Board) -> Board:
    """Return a board after a take and before any tiling."""
    text = RULEBOOK.move_text(code)
    words = dict(part.split("=") for part in RULEBOOK.position_text(state).split()[1:])
    referee = Referee(2, False, 0)
    referee.sources = {str(number): tiles for number, tiles in enumerate(words["factories"].split(","), 1)}
    referee.sources["c"] = words["centre"] + "*" * (words["marker"] == "centre")
    referee.take(mine, text[0], text[1].upper(), text[2])
    return mine


def _cost(player: Board) -> int:
    return sum(FLOOR_SPACES[: len(player.floor)])
