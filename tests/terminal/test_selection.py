"""Choosing a move step by step: typing, pointing, letting go, confirming."""

import pytest

from azulejo import games
from azulejo.games.drawing import tag
from azulejo.play import new_game
from azulejo.terminal.agreed import agreed
from azulejo.terminal.selection import OfferedMove, Selection, offered_moves

POSITION = "azul factories=BBRW,KKKY board=0 board=0"


def selection(position: str = POSITION, name: str = "azul") -> Selection:
    """Return the choice of the player to move."""
    game = new_game(name, position=position)
    own = games.terminal(name)
    made = Selection(own.STEPS if own else None)
    made.offer(offered_moves(game))
    return made


def type_text(choice: Selection, text: str) -> OfferedMove | None:
    move = None
    for key in text:
        was_part, move = choice.type(key)
        assert was_part
    return move


def test_the_first_step_says_source_and_colour_together() -> None:
    choice = selection()
    assert [way.text for way in choice.ways] == ["1b…", "1r…", "1w…", "2y…", "2k…"]
    assert choice.ways[0].adds == tag("take", source="1", colour="B")
    assert choice.ways[0].sentence.text() == "take 2 blue tiles from factory 1 to …"


def test_then_the_lines_are_offered() -> None:
    choice = selection()
    assert choice.choose(0) is None
    assert [way.text for way in choice.ways] == ["1b1", "1b2", "1b3", "1b4", "1b5", "1b-"]
    assert choice.common == {"source": "1", "colour": "B", "kind": "take"}
    assert choice.typed == "1b"


def test_a_move_that_ends_the_turn_is_held_until_it_is_confirmed() -> None:
    choice = selection()
    choice.choose(0)
    assert choice.choose(1) is None
    assert choice.held is not None
    assert choice.held.text == "1b2"
    assert choice.enter() is choice.held


def test_a_move_within_a_turn_is_not_held() -> None:
    game = new_game("duel", seed=1)
    while "pass" not in (texts := [move.text for move in game.legal_moves]) and "lb" not in texts:
        game.push(game.legal_moves[0])
    choice = Selection()
    choice.offer(offered_moves(game))
    played = type_text(choice, "lb")
    assert played is not None
    assert (played.text, choice.held) == ("lb", None)


def test_typing_narrows_and_a_whole_text_is_chosen() -> None:
    choice = selection()
    assert type_text(choice, "2k") is None
    assert {move.text[:2] for move in choice.candidates} == {"2k"}
    type_text(choice, "3")
    assert choice.held is not None
    assert choice.held.text == "2k3"


def test_what_fits_no_move_is_not_taken() -> None:
    choice = selection()
    assert choice.type("3") == (False, None)
    assert not choice.begun


def test_letters_are_taken_back_one_by_one_and_all_at_once() -> None:
    choice = selection()
    type_text(choice, "1b2")
    assert choice.back()  # lets go of the move
    assert (choice.held, choice.typed) == (None, "1b2")
    assert choice.back()
    assert choice.typed == "1b"
    choice.cancel()
    assert (choice.typed, len(choice.ways)) == ("", 5)
    assert not choice.back()


def test_the_cursor_goes_round_and_a_wanted_move_is_pointed_at_at_every_step() -> None:
    choice = selection()
    choice.move_cursor(-1)
    assert choice.pointed == choice.ways[-1]
    choice.want(next(move.code for move in choice.legal if move.text == "1w4"))
    assert choice.ways[choice.cursor].text == "1w…"
    choice.choose(choice.cursor)
    assert choice.ways[choice.cursor].text == "1w4"
    assert choice.shown is not None
    assert choice.shown.text == "1w4"


def test_a_step_in_which_nothing_differs_is_left_out() -> None:
    choice = selection("azul factories=BB board=0 board=0")
    assert [way.text for way in choice.ways] == ["1b1", "1b2", "1b3", "1b4", "1b5", "1b-"]
    assert choice.ways[1].adds == tag("take", line=2)


def test_without_steps_one_part_is_said_after_the_other() -> None:
    game = new_game("azul", position=POSITION)
    choice = Selection()
    choice.offer(offered_moves(game))
    assert [way.adds for way in choice.ways] == [tag("take", source="1"), tag("take", source="2")]


def test_nothing_can_be_chosen_where_nothing_is_offered() -> None:
    choice = Selection()
    choice.move_cursor(1)
    assert (choice.enter(), choice.pointed, choice.shown, choice.ways) == (None, None, None, [])


@pytest.mark.parametrize(
    ("lang", "text"), [("en", "take … from factory 1 to …"), ("ru", "взять … со склада 1 и положить на …")]
)
def test_sentences_agree_on_what_they_share(lang: str, text: str) -> None:
    moves = [move for move in selection().legal if move.text.startswith("1")]
    found = agreed([move.sentence for move in moves])
    assert found is not None
    assert found.text(lang) == text


def test_sentences_of_different_kinds_share_nothing() -> None:
    choice = selection("garden top=b3g3y2m2 garden=15/3/b1g3/-/01g2,02g1,03b1 garden=15/3/y1/-/01m1,02y1", "garden")
    assert agreed([move.sentence for move in choice.legal]) is None
