"""Reviews of whole games: of all games, seats and options, adding up, the same every time, progressive."""

import json
import threading
from dataclasses import replace
from typing import Any

import pytest

import azulejo
from azulejo import BadOption, BadRecord, Record, new_game
from azulejo.play import Game
from azulejo.review import GameReport, ReviewStopped, review, review_steps
from azulejo.review.report import SCHEMA_FILE
from azulejo.review.settings import MISTAKES
from azulejo.review.study import label_of
from tests.plugins import PEBBLES, announce, forget, install
from tests.review.helpers import QUICK, played, record_of

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("azul", 2, {}),
    ("azul", 3, {"wall": "grey"}),
    ("duel", 2, {}),
    ("garden", 3, {}),
]


def check(game: Game, report: GameReport) -> None:
    """See that a report is complete, fits the game and adds up."""
    import jsonschema

    jsonschema.validate(report.to_dict(), json.loads(SCHEMA_FILE.read_text(encoding="utf-8")))
    ended = game.outcome()
    assert ended is not None
    assert (report.complete, report.winners, report.scores) == (True, ended.winners, ended.scores)
    for seat in report.seats:
        total = seat.start + seat.luck - seat.lost + seat.gained + seat.residual
        assert total == pytest.approx(seat.result, abs=1e-5)
        assert seat.lost == pytest.approx(sum(one.lost for one in seat.rounds), abs=1e-4)
        assert set(seat.verdict) == {"en", "ru"}
    for part in ("result", "start", "luck", "residual"):
        assert sum(getattr(seat, part) for seat in report.seats) == pytest.approx(
            1.0 if part in ("result", "start") else 0.0, abs=1e-3
        )
    moves = [text for turn in report.turns for text in turn.moves]
    assert moves == [event["move"] for event in game.line if "move" in event]
    for turn in report.turns:
        assert turn.cost >= 0
        if turn.label in MISTAKES:
            assert turn.cost >= MISTAKES[turn.label]
            assert turn.cost > 2 * turn.error
            assert turn.reason is not None
            assert azulejo.new_game(game.title.name, position=turn.position).turn == turn.seat
        else:
            assert turn.reason is None
            assert turn.themes == ()
    assert len(report.draws) == sum("draw" in event or "start" in event for event in game.line)
    assert all(draw.samples >= 64 and abs(sum(draw.luck)) < 1e-3 for draw in report.draws)
    assert len(report.turning_points) <= 5
    assert [point.number for point in report.curve] == sorted({point.number for point in report.curve})
    assert report.curve[-1].win == tuple(seat.result for seat in report.seats)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_every_game_gets_a_report_that_adds_up_and_is_the_same_every_time(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    game = played(name, seats, **options)
    report = review(game.record(), **QUICK)
    check(game, report)
    assert report == review(game.record(), **QUICK)


@pytest.fixture
def _pebbles(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    announce(tmp_path, "pebbles", {"pebbles": "pebbles"})
    install(monkeypatch, tmp_path, PEBBLES / "src")
    yield
    monkeypatch.undo()
    forget()


@pytest.mark.slow
@pytest.mark.usefixtures("_pebbles")
def test_a_game_of_another_package_without_an_evaluation_gets_one_too() -> None:
    game = played("pebbles", 3)
    report = review(game.record(), nodes=200)
    check(game, report)
    told = [turn for turn in report.turns if turn.reason]
    assert all("Nothing certain" in turn.reason["en"] for turn in told if turn.reason)


# ---------------------------------------------------------------- single turns


def test_a_mistake_is_named_with_its_reason_in_both_languages() -> None:
    report = review(record_of("azul factories=BBBB board=0/-,-,-,BB,- board=7", "1b-"), nodes=2000)
    (turn,) = report.turns
    assert turn.moves == ("1b-",)
    assert turn.best[0] != "1b-"
    assert turn.cost > 0
    assert turn.label in MISTAKES
    assert turn.reason is not None
    assert turn.reason["en"].startswith("Better: take 4 blue tiles")
    assert turn.reason["ru"].startswith("Лучше: взять 4 синие плитки")
    assert "floor" in turn.themes


def test_themes_say_what_is_better_in_both_languages() -> None:
    game = new_game("azul", position="azul factories=BBKW board=0 board=7")
    book = game.rulebook
    assert book.themes is not None
    found = book.themes(game.state, 0, [book.parse_move("1b-")], [book.parse_move("1b2")])
    assert [theme.name for theme in found] == ["floor", "points"]
    assert [theme.said.text("en") for theme in found] == ["2 points less lost on the floor line", "1 more point"]
    assert found[0].said.text("ru") == "на линии пола теряется на 2 очка меньше"
    assert list(book.themes(game.state, 0, [book.parse_move("1b2")], [book.parse_move("1b-")])) == []


def test_labels_follow_from_cost_and_error_alone() -> None:
    assert [label_of(cost, 0.0) for cost in (0, 0.04, 0.05, 0.1, 0.2, 0.9)] == [
        "best",
        "good",
        "inaccuracy",
        "mistake",
        "blunder",
        "blunder",
    ]
    assert label_of(0.3, 0.149) == "blunder"
    assert label_of(0.3, 0.15) == "good"


def test_a_turn_without_a_choice_costs_nothing_and_is_not_counted() -> None:
    report = review(record_of("azul factories=B board=0/Y,R,K,W,Y board=7", "1b-"), nodes=100)
    assert (report.turns[0].choices, report.turns[0].cost, report.turns[0].label) == (1, 0, "best")
    assert report.seats[0].accuracy is None
    assert sum(report.seats[0].labels.values()) == 0


# ---------------------------------------------------------------- luck


def test_the_first_deal_and_who_starts_are_draws_with_luck() -> None:
    game = new_game("azul", seed=3)
    game.resign()
    report = review(game.record(), nodes=100)
    assert [draw.number for draw in report.draws] == [0, 1]
    assert report.draws[0].before.win == (0.5, 0.5)
    assert report.seats[0].start == 0.5


def test_a_chosen_start_is_no_luck() -> None:
    game = new_game("azul", seed=3, first="1")
    game.resign()
    report = review(game.record(), nodes=100)
    assert report.seats[0].start != 0.5
    assert sum(seat.start for seat in report.seats) == pytest.approx(1, abs=1e-5)


def test_moves_taken_back_are_not_reviewed() -> None:
    game = new_game("azul", seed=3)
    game.push(game.legal_moves[0])
    game.undo()
    kept = game.push(game.legal_moves[5])
    game.resign()
    report = review(game.record(), nodes=100)
    assert [turn.moves for turn in report.turns] == [(kept.text,)]
    assert report.turns[0].number == 4


def test_time_used_comes_from_the_clocks_of_the_record() -> None:
    game = new_game("azul", seed=3)
    for _ in range(3):
        game.push(game.legal_moves[0])
    game.resign()
    clocks = {1: (60.0, 60.0), 2: (60.0, 52.5), 3: (58.0, 52.5), 4: (58.0, 50.0)}
    report = review(replace(game.record(), clocks=clocks), nodes=100)
    assert [turn.seconds for turn in report.turns] == [7.5, 2.0, 2.5]
    assert [seat.seconds for seat in report.seats] == [2.0, 10.0]


# ---------------------------------------------------------------- progress, cancelling, mistakes of the input


def test_a_curve_comes_first_and_the_rest_grows() -> None:
    game = new_game("azul", seed=3)
    for _ in range(4):
        game.push(game.legal_moves[0])
    game.resign()
    grown = list(review_steps(game.record(), nodes=100))
    assert (len(grown[0].curve), grown[0].turns, grown[0].complete) == (5, (), False)
    assert [len(one.turns) for one in grown[:5]] == [0, 1, 2, 3, 4]
    assert [one.done for one in grown] == sorted(one.done for one in grown)
    assert grown[-1].complete
    assert all(one.seats == () for one in grown[:-1])


def test_a_review_can_be_stopped() -> None:
    stop = threading.Event()
    game = new_game("azul", seed=3)
    game.push(game.legal_moves[0])
    game.resign()
    with pytest.raises(ReviewStopped, match="stopped before"):
        review(game.record(), progress=lambda _: stop.set(), stop=stop, nodes=100)


def test_what_cannot_be_reviewed_is_said_in_a_sentence() -> None:
    record = new_game("azul", seed=3).record()
    with pytest.raises(BadRecord, match="only a finished game"):
        review(record)
    with pytest.raises(BadOption, match="setting"):
        review(record, setting="slow")
    with pytest.raises(BadOption, match="at least 64"):
        review(record, samples=10)
    wrong = Record.from_dict(
        {**played("azul").record().to_dict(), "events": [{"start": 0}, {"move": "1b1", "seat": 0}]}
    )
    with pytest.raises(BadRecord):
        review(wrong)


def test_the_layer_is_its_function_however_it_is_imported() -> None:
    import azulejo.review as layer

    assert callable(azulejo.review)
    record = record_of("azul factories=BBKW board=0 board=7", "1b2")
    assert azulejo.review(record, **QUICK) == layer.review(record, **QUICK)
