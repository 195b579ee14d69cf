"""The lines of the protocol: written and read back, and what is wrong with other lines."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejo.bots.protocol import (
    BadMessage,
    candidate_object,
    candidate_text,
    go_line,
    info_lines,
    limits_from,
    limits_text,
    one_word,
    parse_limits,
    parse_shown_position,
    position_line,
    read_lines,
)
from azulejo.engine.analysis import Analysis, Candidate
from azulejo.engine.limits import Limits
from azulejo.games import names, rulebook
from azulejo.play import new_game
from azulejo.texts.errors import AzulejoError
from tests.bots.helpers import some_game

times = st.none() | st.floats(0, 1e6)


@given(
    st.builds(Limits, nodes=st.none() | st.integers(1, 10**9), seconds=times, clock=times, increment=st.floats(0, 1000))
)
def test_limits_can_be_written_and_read_back(limits: Limits) -> None:
    back, infinite = parse_limits(limits_text(limits).split())
    assert not infinite
    if limits.clock is None:
        assert (back.nodes, back.seconds, back.clock) == (limits.nodes, limits.seconds, None)
    else:
        assert back == limits


def test_no_limit_and_infinite_are_different_things() -> None:
    assert parse_limits([]) == (Limits(), False)
    assert parse_limits(["infinite"]) == (Limits(), True)


@pytest.mark.parametrize(
    "words",
    [
        "nodes",
        "nodes 0",
        "nodes -3",
        "nodes 1.5",
        "nodes many",
        "seconds nan",
        "seconds inf",
        "seconds -1",
        "seconds 1e300",
        f"nodes {10**30}",
        "depth 3",
        "infinite nodes 3",
    ],
)
def test_other_limits_are_refused(words: str) -> None:
    with pytest.raises(BadMessage):
        parse_limits(words.split())


def test_limits_come_as_json_too() -> None:
    assert limits_from({"nodes": 1000, "seconds": 0.5}) == Limits(nodes=1000, seconds=0.5)
    others: list[object] = [3, [], {"nodes": "many"}, {"nodes": None}, {"depth": 3}, {"seconds": float("nan")}]
    for wrong in others:
        with pytest.raises(BadMessage):
            limits_from(wrong)


def test_go_ends_with_the_legal_moves() -> None:
    game = some_game()
    line = go_line(game.view(game.turn or 0, Limits(seconds=2.0)))
    assert line.startswith("go seconds 2.0 moves 1")
    assert line.split()[4:] == [str(move) for move in game.legal_moves]
    assert parse_limits(line.split()[1:]) == (Limits(seconds=2.0), False)


@pytest.mark.parametrize("name", names())
def test_a_position_arrives_as_it_was_seen(name: str) -> None:
    for moves in (0, 1, 7, 20):
        game = some_game(name, moves=moves)
        view = game.view(game.turn or 0, Limits(nodes=9))
        line = position_line(view)
        assert "\n" not in line
        assert line.isascii()
        seen = parse_shown_position(line.removeprefix("position ")).view(Limits(nodes=9))
        assert (seen.seat, seen.turn, seen.seats, seen.scores) == (view.seat, view.turn, view.seats, view.scores)
        assert (seen.state == view.state).all()
        assert list(seen.legal_moves) == list(view.legal_moves)
        assert seen.record.events == view.record.events
        assert dict(seen.options) == dict(view.options)
        assert seen.limits == view.limits
        assert seen.rng.tolist() == view.rng.tolist()  # a bot plays the same in a process of its own


@pytest.mark.parametrize("name", names())
def test_a_position_that_was_typed_arrives_as_text(name: str) -> None:
    game = new_game(name, position=some_game(name, moves=5).position, seed=1)
    view = game.view(game.turn or 0)
    line = position_line(view)
    assert line == f"position text {view.position}"
    seen = parse_shown_position(line.removeprefix("position ")).view()
    assert (seen.state == view.state).all()


def test_a_record_without_a_snapshot_is_replayed() -> None:
    game = some_game(moves=9)
    position = parse_shown_position(f"record {game.record().to_json()}")
    assert position.book.position_text(position.state) == game.position
    assert position.view().seat == game.turn


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is no kind of position"),
        ("fen x", "is no kind of position"),
        ("text", "no game called"),
        ("text chess", "no game called"),
        ("text azul", "board"),
        ("record", "not JSON"),
        ("record {", "not JSON"),
        ("record " + "[" * 100_000, "not JSON"),
        ("record " + "1" * 5000, "not JSON"),
        ("record []", "a record is a JSON object"),
        ("record {}", "the record has no"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(text: str, sentence: str) -> None:
    with pytest.raises(AzulejoError, match=sentence):
        parse_shown_position(text)


def test_a_position_before_a_draw_is_no_position_for_a_seat() -> None:
    record = some_game().record().to_dict()
    record["events"] = record["events"][:1]
    with pytest.raises(AzulejoError, match="first something has to be drawn"):
        parse_shown_position(f"record {json.dumps(record)}")


def test_a_snapshot_of_another_table_is_refused() -> None:
    record = some_game(seats=2).record().to_dict()
    record["snapshots"] = [{"at": len(record["events"]), "position": some_game(seats=3).position}]
    with pytest.raises(AzulejoError, match="snapshot"):
        parse_shown_position(f"record {json.dumps(record)}")


def test_only_the_seat_to_move_is_shown_a_position() -> None:
    game = some_game()
    position = parse_shown_position(f"text {game.position}")
    other = 1 - (game.turn or 0)
    with pytest.raises(AzulejoError, match="it is player"):
        position.view(seat=other)
    assert position.view(seat=game.turn).seat == game.turn


def test_a_game_that_is_over_is_no_position_to_move_in() -> None:
    game = some_game()
    while not game.is_over:
        game.push(game.legal_moves[-1])
    with pytest.raises(AzulejoError, match="the game is over"):
        parse_shown_position(f"record {game.record().to_json()}").view()


# ---------------------------------------------------------------- info


FOUND = Candidate(33, 812, (0.61, 0.39), 4.25, 0.8, (33, 0), proved=True)


def test_a_candidate_is_one_line_of_words() -> None:
    book = rulebook("azul")
    text = candidate_text(FOUND, book)
    assert text == "move 1b4 visits 812 win 0.6100 0.3900 margin 4.25 error 0.80 proved line 1b4 cb1"
    assert list(info_lines(Analysis((FOUND, FOUND), 900, 0.5, 3), book, most=1)) == [
        "info nodes 900 seconds 0.500 depth 3",
        f"info {text}",
    ]


def test_a_candidate_is_a_json_object() -> None:
    value = candidate_object(FOUND, rulebook("azul"))
    assert json.loads(json.dumps(value)) == {
        "move": "1b4",
        "visits": 812,
        "win": [0.61, 0.39],
        "margin": 4.25,
        "error": 0.8,
        "proved": True,
        "line": ["1b4", "cb1"],
    }


# ---------------------------------------------------------------- lines


def test_lines_are_read_whatever_they_are() -> None:
    stream = io.BytesIO(b"one\r\n\xff\xfe\n" + b"x" * 50 + b"\ny\n" + b"z" * 9)
    assert list(read_lines(stream, most=10)) == ["one", "\ufffd\ufffd", None, "y", "z" * 9]
    assert list(read_lines(io.BytesIO(b"x" * 25), most=10)) == [None]
    assert list(read_lines(io.BytesIO(b"123456789\n"), most=10)) == ["123456789"]


@given(st.text())
def test_anything_becomes_one_short_word(text: str) -> None:
    word = one_word(text)
    assert len(word.split()) == 1
    assert len(word) <= 40
