"""Actions B and C: tiles from suns and moons, stacks, revealed chips, pattern lines, broken tiles."""

import pytest

from azulejo.games.contract import CHANCE, to_move
from tests.games.duel.helpers import after, board, legal, reason, table, word


def test_ruling_6_leftovers_of_a_small_factory_become_a_stack_in_the_takers_order() -> None:
    state = after(table("suns=-,BBYR,BYRK,BYRK,BYRK"), "1b")
    assert legal(state) == ["syr", "sry"]
    state = after(state, "sry", "2")
    assert word(state, "moons") == "-,RY,-,-,-"
    assert word(state, "suns").startswith("-,-,BYRK")
    assert legal(state)[12] == "my"


def test_ruling_6_every_order_once_and_equal_tiles_are_not_told_apart() -> None:
    state = table("suns=-,BYRK,BYYK,BYYY,BBYY")
    assert legal(after(state, "1b")) == ["syrk", "sykr", "sryk", "srky", "skyr", "skry"]
    assert legal(after(state, "2b")) == ["syyk", "syky", "skyy"]
    assert word(after(state, "3b"), "phase") == "line"
    assert word(after(state, "3b"), "moons") == "-,-,-,YYY,-"
    assert word(after(state, "4b"), "moons") == "-,-,-,-,YY"


@pytest.mark.parametrize("sun", ["BBBB", "BB"])
def test_ruling_6_if_nothing_is_left_over_the_chip_is_revealed_before_the_line_is_chosen(sun: str) -> None:
    """Also on a short factory."""
    state = after(table(f"suns=-,{sun},BYRK,BYRK,BYRK"), "1b")
    assert (to_move(state), word(state, "phase")) == (CHANCE, "chips")
    state = after(state, {"chips": {"1": "KB"}})
    assert word(state, "chips") == "KB,?,?,?"
    assert legal(state) == ["1", "2", "3", "4", "5", "6", "-"]


def test_ruling_7_leftovers_of_the_large_factory_go_singly_to_its_moon() -> None:
    state = after(table("suns=BBYRK,BYRK,BYRK,BYRK,BYRK"), "lb")
    assert word(state, "phase") == "line"
    assert word(state, "moons") == "YRK,-,-,-,-"
    state = after(state, "2")
    assert {"my", "mr", "mk"} <= set(legal(state))


def test_ruling_8_a_moon_take_brings_one_top_tile_of_each_small_stack_and_all_of_the_large_moon() -> None:
    state = after(table("moons=KK,YKK,BK,KB,- chips=?,?,?,T"), "mk")
    assert word(state, "picked") == "KKKK"
    assert word(state, "moons") == "-,YK,B,KB,-"


def test_ruling_8_the_first_take_from_the_large_moon_brings_the_starting_player_tile() -> None:
    state = after(table("moons=KYY,YK,-,-,- chips=?,B,R,T"), "mk", "6")
    assert word(state, "starting_tile") == "0"
    state = after(state, "my")
    assert word(state, "starting_tile") == "0"


def test_ruling_8_a_take_from_small_moons_alone_does_not_bring_it() -> None:
    state = after(table("moons=Y,BK,-,-,- chips=?,B,R,T"), "mk")
    assert word(state, "starting_tile") == "factory"


def test_example_3_what_a_moon_take_offers() -> None:
    """Large moon red, black, black; two small moons with yellow on top."""
    state = table("moons=RKK,BY,TY,-,- chips=?,?,B,K")
    assert [move for move in legal(state) if move[0] == "m"] == ["my", "mr", "mk"]
    picked = {move: after(state, move) for move in ("mr", "mk", "my")}
    assert {move: word(found, "picked") for move, found in picked.items()} == {"mr": "R", "mk": "KK", "my": "YY"}
    assert [word(picked[move], "starting_tile") for move in ("mr", "mk", "my")] == ["0", "0", "factory"]


def test_ruling_9_a_chip_is_revealed_when_the_last_tile_is_taken_before_the_line_is_chosen() -> None:
    state = after(table("moons=-,K,YK,K,- chips=?,?,?,T"), "mk")
    assert word(state, "phase") == "chips"
    state = after(state, {"chips": {"1": "B", "3": "RT"}})
    assert word(state, "chips") == "B,?,RT,T"
    assert word(state, "phase") == "line"
    state = after(state, "3")
    assert {"c1", "c3", "c4"} <= set(legal(state))


def test_ruling_9_the_chip_stays_hidden_while_a_tile_lies_on_sun_or_moon() -> None:
    state = after(table("suns=-,BBBY,BYRK,BYRK,BYRK"), "1b", "3")
    assert word(state, "chips") == "?,?,?,?"
    state = after(table("moons=-,YK,-,-,- chips=?,B,R,T"), "mk")
    assert word(state, "phase") == "line"


def test_ruling_10_five_equal_tiles_of_the_large_sun_bring_the_starting_player_tile() -> None:
    state = after(table("suns=BBBBB,BYRK,BYRK,BYRK,BYRK"), "lb")
    assert word(state, "starting_tile") == "0"
    state = after(table("suns=BBBBY,BYRK,BYRK,BYRK,BYRK"), "lb")
    assert word(state, "starting_tile") == "factory"


def test_ruling_12_a_pick_fills_one_line_as_far_as_it_goes_and_the_rest_breaks() -> None:
    state = after(table("suns=-,BBBY,BYRK,BYRK,BYRK", {"lines": "-,-,B,-,-,-"}), "1b")
    state = after(state, "3")
    assert board(state, 0, "lines") == "-,-,BBB,-,-,-"
    assert board(state, 0, "broken") == "B"


def test_ruling_12_a_pick_may_break_as_a_whole_but_is_never_split() -> None:
    state = after(table("suns=-,BBBY,BYRK,BYRK,BYRK"), "1b")
    assert legal(state) == ["1", "2", "3", "4", "5", "6", "-"]
    state = after(state, "-")
    assert board(state, 0, "lines") == "-,-,-,-,-,-"
    assert board(state, 0, "broken") == "BBB"


def test_ruling_12_a_full_line_or_one_of_another_colour_cannot_be_chosen() -> None:
    state = after(table("suns=-,BBBY,BYRK,BYRK,BYRK", {"lines": "-,BB,YY,B,-,-"}), "1b")
    assert legal(state) == ["1", "4", "5", "6", "-"]
    assert reason(state, "2") == "line 2 is already full"
    assert reason(state, "3") == "line 3 already holds yellow"


def test_ruling_12_a_line_that_cannot_score_any_more_may_still_be_filled() -> None:
    """All three plates of rows 1 and 2 lie there, and row 1 shows no turquoise and no joker."""
    plates = "BKSTn,SYBRn,SKRBn"
    words = "round=2 suns=-,TTTY,BYRK,BYRK,BYRK"
    state = after(table(words, {"plates": plates, "tokens": "2"}), "1t")
    assert "1" in legal(state)


def test_ruling_12_if_no_line_can_take_the_pick_it_breaks_without_a_question() -> None:
    state = table("suns=-,BBYY,BYRK,BYRK,BYRK", {"lines": "K,YY,RRR,YYYY,TTTTT,RR"})
    state = after(state, "1b")
    assert to_move(state) == 1
    assert board(state, 0, "broken") == "BB"


def test_at_most_four_tiles_are_broken_and_more_go_to_the_tower() -> None:
    state = after(table("suns=-,BBBY,BYRK,BYRK,BYRK tower=R2", {"broken": "KK"}), "1b", "-")
    assert board(state, 0, "broken") == "BBKK"
    assert word(state, "tower") == "B1R2"
