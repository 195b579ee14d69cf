"""A game in progress: moves, errors, copies, texts, and what it can start from."""

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import azulejo
from azulejo import BadOption, BadPosition, BadRecord, IllegalMove, InvalidMove, LegalMoves, Move, Outcome, new_game
from azulejo.games import rulebook
from azulejo.play import Game
from azulejo.play.record import EndReason
from tests.play.helpers import (
    DEAL,
    LAST_TURN,
    USUAL,
    nothing_changes,
    play_on,
    random_game,
    refused,
    secret_game,
    table,
)

# ---------------------------------------------------------------- legal moves


def test_legal_moves_are_a_sequence_of_moves_in_the_order_of_their_codes() -> None:
    moves = table().legal_moves
    assert [str(move) for move in moves[:7]] == ["1b1", "1b2", "1b3", "1b4", "1b5", "1b-", "1r1"]
    assert len(moves) == len(list(moves)) == (3 + 2 + 3 + 4 + 4) * 6
    assert moves[0] == Move(30, "1b1")
    assert moves[-1].text == "5w-"
    assert list(moves) == sorted(moves)
    assert moves.index(moves[3]) == 3
    assert repr(new_game(position=LAST_TURN).legal_moves) == (
        "<11 legal moves: 1b1, 1b2, 1b3, 1b4, 1b5, 1b-, 2k2, 2k3, 2k4, 2k5, 2k->"
    )


@pytest.mark.parametrize("move", ["3b4", "3B4", "3и4", "3И4", " 3b4 ", 93, np.int16(93), Move(93, "3b4")])
def test_a_legal_move_is_in_them_as_text_code_or_value(move: object) -> None:
    assert move in table().legal_moves


@pytest.mark.parametrize("move", ["1w1x", "", "hello", "2b1", -1, 10_000, 1.5, None, True, ["3b4"], b"3b4"])
def test_anything_else_is_simply_not_in_them(move: object) -> None:
    assert move not in table().legal_moves


def test_texts_are_made_only_for_the_moves_looked_at() -> None:
    made: list[int] = []
    book = rulebook("azul")

    def counting(code: int) -> str:
        made.append(code)
        return book.move_text(code)

    moves = LegalMoves([30, 31, 32], replace(book, move_text=counting))
    assert (len(moves), moves.codes, 31 in moves.codes) == (3, (30, 31, 32), True)
    assert made == []
    assert str(moves[1]) == "1b2"
    assert made == [31]
    assert str(next(iter(moves))) == "1b1"
    assert made == [31, 30]


def test_nobody_can_change_the_legal_moves() -> None:
    moves = table().legal_moves
    with pytest.raises(TypeError):
        moves[0] = Move(1, "x")  # type: ignore[index]  # that is the point
    assert isinstance(moves.codes, tuple)


def test_legal_moves_of_a_position_stay_when_the_game_goes_on() -> None:
    game = table()
    before = game.legal_moves
    move = game.push("1b1")
    assert move in before
    assert move not in game.legal_moves


def test_a_finished_game_has_none() -> None:
    game = random_game()
    assert list(game.legal_moves) == []
    assert not game.legal_moves


def test_a_move_is_a_small_value() -> None:
    move = Move(93, "3b4")
    assert (str(move), int(move), move) == ("3b4", 93, Move(93, "3b4"))
    assert len({move, Move(93, "3b4"), Move(94, "3b5")}) == 2
    with pytest.raises(AttributeError):
        move.code = 3  # type: ignore[misc]  # that is the point


# ---------------------------------------------------------------- playing


@pytest.mark.parametrize("move", ["3b4", "3B4", "3и4", 93, np.int64(93), Move(93, "3b4")])
def test_a_move_is_played_by_text_code_or_value(move: Any) -> None:
    game = table()
    assert game.push(move) == Move(93, "3b4")
    assert game.events[-1] == {"move": "3b4", "seat": 0}
    assert game.turn == 1


def test_the_draw_that_follows_a_move_is_made_at_once() -> None:
    game = new_game(position="azul factories=B board=0 board=0", seed=3)
    game.push("1b1")
    assert [list(event) for event in game.events] == [["move", "seat"], ["draw"]]
    assert game.turn == 0
    assert "round=2" in game.position


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("9z9", '"9z9" is not a move'),
        ("", '"" is not a move'),
        (325, "325 is not a move code"),
        (-1, "-1 is not a move code"),
        (1.5, "a move is a code, a text or a Move, not float"),
        (True, "a move is a code, a text or a Move, not bool"),
        (None, "a move is a code, a text or a Move, not NoneType"),
    ],
)
def test_what_is_no_move_is_an_invalid_move(move: Any, sentence: str) -> None:
    game = table()
    with nothing_changes(game), pytest.raises(InvalidMove) as caught:
        game.push(move)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("move", "reason", "russian"),
    [
        ("2b1", "there are no blue tiles on factory 2", "синих"),
        ("9b1", "there is no factory 9, only 1 to 5", "склада 9 нет"),
        ("w11", "on a coloured wall every tile has its own cell and goes there by itself", "цветной"),
    ],
)
def test_a_move_that_cannot_be_played_now_is_an_illegal_move_with_the_reason(
    move: str, reason: str, russian: str
) -> None:
    game = table()
    assert str(game.why_not(move)) == reason
    with nothing_changes(game), refused(IllegalMove, f"{move} cannot be played now: {reason}", russian):
        game.push(move)


def test_a_legal_move_has_no_reason_against_it() -> None:
    assert table().why_not("3b4") is None


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    game = random_game()
    with nothing_changes(game), refused(IllegalMove, "1b1 cannot be played now: the game is over", "окончена"):
        game.push("1b1")


def test_only_the_seat_to_move_can_move() -> None:
    game = table()
    sentence = "it is player 1's turn, not player 2's"
    with nothing_changes(game), refused(IllegalMove, sentence, "ходит игрок 1"):
        game.push("3b4", seat=1)
    game.push("3b4", seat=0)


@pytest.mark.parametrize("ask", ["describe", "preview", "scoring_steps"])
def test_questions_about_a_move_need_a_legal_move(ask: str) -> None:
    game = table()
    with pytest.raises(IllegalMove):
        getattr(game, ask)("2b1")
    with pytest.raises(InvalidMove):
        getattr(game, ask)("x")


def test_questions_about_a_move_are_answered_and_change_nothing() -> None:
    game = new_game(position="azul factories=BB board=0 board=0")
    with nothing_changes(game):
        assert game.describe("1b1") == "takes 2 blue tiles from factory 1 to pattern line 1; 1 tile falls to the floor"
        assert "синие плитки" in game.describe("1b1", "ru")
        assert (game.preview("1b1").points, game.preview("1b1").ends_round) == (0, True)
        assert [(step.kind, step.points) for step in game.scoring_steps("1b1")] == [("tile", 1), ("floor", -1)]
        assert str(game.suggest()) == "1b2"


def test_no_move_is_suggested_when_the_game_is_over() -> None:
    assert random_game().suggest() is None


# ---------------------------------------------------------------- copies and texts


def test_a_copy_is_a_game_of_its_own() -> None:
    game = play_on(table(undo="free"), moves=5)
    twin = game.copy()
    with nothing_changes(game):
        play_on(twin, moves=9)
        twin.undo(3)
        twin.resign()
        twin.options["wall"] = "grey"
    assert game.options["wall"] == "coloured"
    assert game.copy().record() == game.record()


def test_copies_do_not_share_their_pasts() -> None:
    game = play_on(new_game("azul", seed=5), moves=10)
    twin = game.copy()
    play_on(twin, "one way", moves=40)
    play_on(game, "another way", moves=40)
    for one in (game, twin):
        one.undo(25)
        assert one.position == Game.from_record(one.record()).position


def test_copies_do_not_share_their_secrets() -> None:
    game = secret_game()
    twin = game.copy()
    play_on(twin, moves=40)
    play_on(game, "another way", moves=40)
    for one in (game, twin):
        again = Game.from_record(one.record())
        assert [one.record(viewer=seat) for seat in (-1, 0, 1)] == [again.record(viewer=seat) for seat in (-1, 0, 1)]


def test_copies_go_on_alike() -> None:
    game = play_on(new_game("azul", seats=3, seed=5), moves=10)
    assert play_on(game.copy(), "on").record() == play_on(game, "on").record()


def test_what_a_game_hands_out_cannot_change_it() -> None:
    game = play_on(table(), moves=3)
    with nothing_changes(game):
        game.state.turn = 1 - game.due
        game.line.clear()
        game.line[-1]["move"] = "5w5"  # type: ignore[index]  # an event is not to be changed
        record = game.record()
        record.events[-1]["move"] = "5w5"  # type: ignore[index]  # nor here
        record.options["wall"] = "grey"  # type: ignore[index]  # nor an option


@pytest.mark.parametrize("moves", [0, 1, 20, None])
@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_repr_can_be_run(wall: str, moves: int | None) -> None:
    game = play_on(new_game("azul", seats=3, wall=wall, seed=2), moves=moves)
    twin = eval(repr(game), {"azulejo": azulejo})
    assert isinstance(twin, Game)
    assert (twin.position, twin.turn, twin.scores, repr(twin)) == (game.position, game.turn, game.scores, repr(game))


def test_repr_of_a_game_that_is_more_than_a_position_can_be_run_too() -> None:
    resigned = play_on(new_game("azul", seats=3, seed=2), moves=4)
    resigned.resign(2)
    record = table().record()
    for game in (resigned, Game.from_record(record, until=0), Game.from_record(record, until=1)):
        twin = eval(repr(game), {"azulejo": azulejo})
        assert (twin.record(), twin.due, twin.position) == (game.record(), game.due, game.position)


def test_str_draws_the_table() -> None:
    game = table()
    assert str(game) == game.text() == game.text("en")
    assert "1 BBRW  2 YYKK" in str(game)
    assert "ходит игрок 1" in game.text("ru")


def test_a_notebook_gets_a_picture() -> None:
    game = table()
    assert game._repr_svg_() == game.svg()
    assert ElementTree.fromstring(game.svg()).tag.endswith("svg")
    assert "Игрок" in game.svg("ru")


def test_state_is_a_record_that_the_rules_understand() -> None:
    game = table()
    assert rulebook("azul").position_text(game.state) == game.position


# ---------------------------------------------------------------- starting


def test_the_fewest_players_play_if_nobody_says_how_many() -> None:
    assert new_game().seats == 2


@pytest.mark.parametrize(("first", "turn"), [(0, 0), (2, 2), ("1", 1), (np.int64(1), 1)])
def test_the_host_can_choose_who_starts(first: Any, turn: int) -> None:
    game = new_game("azul", seats=3, first=first)
    assert game.turn == turn
    assert game.events[0] == {"start": turn}
    assert game.record().options["first"] == str(turn)


def test_chance_decides_who_starts_otherwise() -> None:
    assert {new_game("azul", seats=4, seed=seed).turn for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("options", "sentence", "russian"),
    [
        ({"name": "chess"}, 'there is no game called "chess"', "chess"),
        ({"seats": 5}, "azul cannot be played by 5: the number of players is one of 2, 3, 4", "5"),
        ({"seats": 2.0}, "azul cannot be played by 2.0: the number of players is one of 2, 3, 4", "2.0"),
        ({"seats": "2"}, "azul cannot be played by '2': the number of players is one of 2, 3, 4", "'2'"),
        ({"wal": "grey"}, f'azul has no option "wal": its options are {", ".join(USUAL)}', "wal"),
        ({"wall": "blue"}, '"blue" is not a value of the option wall: it is one of coloured, grey', "blue"),
        ({"first": 2}, '"2" cannot be the starting player: give random, or a seat from 0 to 1', "2"),
        ({"first": True}, '"True" cannot be the starting player: give random, or a seat from 0 to 1', "True"),
        ({"undo": "always"}, '"always" is not a rule for undoing: it is one of turn, free, off', "always"),
        ({"players": ["Ann"]}, "give a name (a text) for each of the 2 players, or none at all", "имена"),
        ({"players": "Al"}, "give a name (a text) for each of the 2 players, or none at all", "имена"),
        ({"players": [1, 2]}, "give a name (a text) for each of the 2 players, or none at all", "имена"),
        (
            {"position": LAST_TURN, "wall": "grey", "seats": 2, "first": 0},
            "the position already says how many play and by which options: leave out wall, seats, first",
            "wall, seats, first",
        ),
    ],
)
def test_a_game_that_cannot_be_started_says_why(options: dict[str, Any], sentence: str, russian: str) -> None:
    with pytest.raises(BadOption) as caught:
        new_game(**{"name": "azul", **options})
    assert str(caught.value).startswith(sentence)
    assert russian in caught.value.text("ru")


def test_players_have_names() -> None:
    assert new_game(players=["Ann", "Bob"]).record().players == ("Ann", "Bob")


# ---------------------------------------------------------------- given draws


def test_a_game_can_start_from_a_given_deal() -> None:
    game = table()
    assert game.events == [{"start": 0}, {"draw": DEAL}]
    assert "factories=BBRW,YYKK,BRRW,BYKW,YRKW" in game.position
    assert game.record().given == 1


def test_draws_that_are_not_given_come_from_the_seed() -> None:
    given, free = (new_game("azul", seed=9, first=0, draws=draws) for draws in ([DEAL], []))
    assert given.record().given == 1
    assert free.record().given == 0
    assert given.events[1] != free.events[1]
    to_the_floor(given)
    to_the_floor(free)
    assert [game.draws_made for game in (given, free)] == [2, 2]
    assert len(given.events[-1]["draw"]) == 5


def to_the_floor(game: Game) -> None:
    """Play the round to its end; all tiles fall."""
    round_number = game.state.round_number
    while game.state.round_number == round_number:
        game.push(next(move for move in game.legal_moves if move.text.endswith("-")))


@pytest.mark.parametrize(
    ("deal", "sentence"),
    [
        ("BBRW", "a deal is a list of 5 texts, one for each factory"),
        (DEAL[:4], "a deal is a list of 5 texts, one for each factory"),
        ([*DEAL[:4], "BBRWW"], 'factory 5 cannot get "BBRWW": write up to four of the letters B Y R K W'),
        ([*DEAL[:4], "BBR"], 'factory 5 gets only "BBR" although there are tiles left to draw'),
        ([*DEAL[:4], None], "a deal is a list of 5 texts, one for each factory"),
    ],
)
def test_a_given_deal_that_cannot_be_is_refused(deal: Any, sentence: str) -> None:
    with refused(BadRecord, sentence):
        new_game("azul", draws=[deal])


def test_a_later_given_deal_that_cannot_be_changes_nothing() -> None:
    """Twenty blue tiles were dealt and lie in the lid: there is none in the bag."""
    game = new_game("azul", first=0, draws=[["BBBB"] * 5, DEAL])
    for factory in range(1, 5):
        game.push(f"{factory}b-")
    with nothing_changes(game), refused(BadRecord, "factory 1 cannot get B: there is no such tile left to draw"):
        game.push("5b-")
    assert game.record().given == 1


def test_given_deals_come_again_when_moves_are_played_again() -> None:
    second = ["WWWW"] * 2 + ["KKKK"] * 3
    game = table(draws=[DEAL, second], undo="free")
    to_the_floor(game)
    assert game.events[-1] == {"draw": second}
    made = sum("move" in event for event in game.line)
    game.undo(made)
    to_the_floor(game)
    assert game.events[-1] == {"draw": second}
    assert game.record().given == 2
    again = Game.from_record(game.record())
    again.undo(made)
    to_the_floor(again)
    assert again.events[-1] == {"draw": second}


# ---------------------------------------------------------------- positions


def test_a_game_can_start_from_a_typed_position() -> None:
    game = new_game(position="azul wall=grey turn=1 factories=BB,K centre=RR board=3 board=5 board=0")
    assert (game.seats, game.turn, game.scores, game.events) == (3, 1, (3, 5, 0), [])
    assert game.options == {}
    assert "wall=grey" in str(game.record().position)


def test_a_position_before_a_deal_is_dealt() -> None:
    game = new_game(position="azul phase=deal round=4 board=3 board=5", seed=1)
    assert [list(event) for event in game.events] == [["draw"]]
    given = new_game(position="azul phase=deal round=4 board=3 board=5", draws=[DEAL])
    assert given.events == [{"draw": DEAL}]


def test_a_position_can_be_the_end() -> None:
    game = new_game(position="azul phase=end idle=10 board=3 board=5")
    assert game.outcome() == Outcome((1,), (3, 5), "rules")


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("chess", 'a position begins with the word azul, not "chess"'),
        ("", 'a position begins with the word azul, not ""'),
        ("azul board=0", "there is 1 board=, but a game has 2, 3 or 4"),
        (
            "azul factories=BBBBB board=0 board=0",
            "this position cannot occur: a factory holds more than 4 tiles",
        ),
        (
            "azul board=0 board=0",
            'this position cannot occur: tiles must be on offer in the phase "offer", and in no other',
        ),
    ],
)
def test_a_position_that_cannot_be_says_why(position: str, sentence: str) -> None:
    with refused(BadPosition, sentence):
        new_game(position=position)


def test_everything_that_is_wrong_with_a_position_is_said() -> None:
    with pytest.raises(BadPosition) as caught:
        new_game(position="azul factories=BBBBB board=0/-/BYRKW,.....,.....,.....,..... board=0")
    assert "a factory holds more than 4 tiles" in str(caught.value)
    assert "the game should be over" in str(caught.value)


# ---------------------------------------------------------------- leaving and the outcome


@pytest.mark.parametrize("reason", ["resign", "time", "forfeit"])
@pytest.mark.parametrize("seat", [0, 1])
def test_with_two_players_the_other_wins(reason: EndReason, seat: int) -> None:
    game = play_on(table(), moves=3)
    game.leave(reason, seat)
    assert game.events[-1] == {"end": reason, "seat": seat}
    assert game.outcome() == Outcome((1 - seat,), game.scores, reason)
    assert (game.turn, game.is_over, list(game.legal_moves)) == (None, True, [])
    assert game.record().winners == (1 - seat,)


def test_who_is_to_move_resigns_if_nobody_is_named() -> None:
    game = table()
    game.push("3b4")
    game.resign()
    assert game.out == {1: "resign"}


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_players_the_game_goes_on_until_one_is_left(seats: int) -> None:
    game = new_game("azul", seats=seats, first=0)
    for seat in range(1, seats - 1):
        game.leave("time", seat)
        assert game.outcome() is None
        assert game.turn == 0
        play_on(game, moves=seats)
    game.leave("forfeit", 0)
    assert game.outcome() == Outcome((seats - 1,), game.scores, "forfeit")


def test_who_left_cannot_win_although_somebody_plays_on_for_the_seat() -> None:
    leader = "20/-/.YRKW,.....,.....,.....,....."
    position = f"azul factories=B board={leader} board=3 board=9"
    game = new_game(position=position)
    game.resign(0)
    game.push("1b1")
    assert game.outcome() == Outcome((2,), (27, 3, 9), "rules")
    stayed = new_game(position=position)
    stayed.push("1b1")
    assert stayed.outcome() == Outcome((0,), (27, 3, 9), "rules")


def test_the_tie_break_is_among_those_who_stayed() -> None:
    """Players 1 and 3 have most points; player 1 has more complete rows but has left."""
    row = "2/-/BYRKW,.....,.....,.....,....."
    position = f"azul phase=end board={row} board=0 board=2 board=2"
    assert new_game(position=position).outcome() == Outcome((0,), (2, 0, 2, 2), "rules")
    game = new_game(position=position.replace("phase=end", "idle=9 turn=1 factories=K").replace("BYRKW", "BYRK."))
    game.leave("time", 0)
    game.push("1k2")
    assert game.outcome() == Outcome((2, 3), (2, 0, 2, 2), "rules")


@pytest.mark.parametrize(
    ("reason", "seat", "sentence", "russian"),
    [
        ("boredom", 0, '"boredom" is not a way to end a game: it is one of resign, time, forfeit', "boredom"),
        ("resign", 3, "there is no seat 3: the seats are 0 to 2", "места 3"),
        ("resign", -1, "there is no seat -1: the seats are 0 to 2", "места -1"),
        ("time", 1, "player 2 has already left the game", "игрок 2"),
    ],
)
def test_leaving_that_cannot_be_is_refused(reason: str, seat: int, sentence: str, russian: str) -> None:
    game = new_game("azul", seats=3)
    game.resign(1)
    with nothing_changes(game), refused(IllegalMove, sentence, russian):
        game.leave(reason, seat)


def test_nobody_can_leave_a_finished_game() -> None:
    game = random_game()
    with nothing_changes(game), refused(IllegalMove, "the game is over"):
        game.resign()
    with nothing_changes(game), refused(IllegalMove, "the game is over"):
        game.leave("time", 1)


def test_the_outcome_is_said_in_a_sentence() -> None:
    assert Outcome((1,), (3, 5), "rules").text() == "player 2 wins (3 : 5)"
    assert Outcome((0, 2), (5, 3, 5), "rules").text() == "player 1, player 3 share the victory (5 : 3 : 5)"
    assert "игрок 2" in Outcome((1,), (3, 5), "rules").text("ru")


def test_numbers_of_numpy_leave_a_record_that_can_be_written() -> None:
    number: Any = np.int64
    game = play_on(new_game("azul", seats=number(3), seed=number(7), first=number(0)), moves=3)
    game.undo(number(1), seat=number(2))
    game.resign(number(1))
    assert azulejo.Record.from_json(game.record().to_json()) == game.record()
    assert new_game("azul", seed=number(7)).record() == new_game("azul", seed=7).record()
