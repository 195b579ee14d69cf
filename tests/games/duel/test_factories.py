"""Filling the factories: bag and Tower, five equal tiles, too few tiles."""

from collections import Counter

import numpy as np
import pytest

from azulejo.games.contract import CHANCE, deal_given, to_move
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.games.duel.state import State
from azulejo.kernel.chance import stream
from azulejo.texts.errors import BadRecord
from tests.games.duel.helpers import after, random_draw, table, table_text, word


def filling(bag: str, tower: str) -> State:
    """Return a table that waits for tiles; where those are that bag and Tower lack does not matter here."""
    state: State = RULEBOOK.parse_position(table_text(f"round=5 phase=tiles bag={bag} tower={tower}"))
    return state


def refuse(state: State, *tiles: str) -> str:
    with pytest.raises(BadRecord) as problem:
        RULEBOOK.parse_draw(state, {"tiles": [*tiles, *[""] * (5 - len(tiles))]})
    assert problem.value.text("ru") != problem.value.text("en")
    return problem.value.text("en")


def filled(state: State, *tiles: str) -> State:
    copy = state.copy()
    drawn = np.array(RULEBOOK.parse_draw(copy, {"tiles": [*tiles, *[""] * (5 - len(tiles))]}), np.int16)
    deal_given(copy, drawn, len(drawn))
    return copy


def test_the_large_factory_gets_five_tiles_and_every_small_one_four() -> None:
    state = filling("B13Y13R13K13T13", "-")
    state = filled(state, "BBYRK", "BYRK", "TTTY", "RRKK", "BBBB")
    assert word(state, "suns") == "BBYRK,BYRK,YTTT,RRKK,BBBB"
    assert word(state, "bag") == "B6Y10R9K9T10"


def test_ruling_10_five_equal_tiles_are_put_back_while_the_bag_holds_another_colour() -> None:
    state = filling("B6Y1", "K13")
    assert "five equal" in refuse(state, "BBBBB", "BY", "", "", "")
    for seed in range(300):
        large = random_draw(state.copy(), stream("equal", seed))["tiles"][0]
        assert Counter(large) == Counter("BBBBY")


def test_ruling_10_with_one_colour_in_the_bag_the_tower_is_poured_in_first() -> None:
    state = filling("B6", "K2")
    seen = Counter("".join(sorted(random_draw(state.copy(), stream("pour", seed))["tiles"][0])) for seed in range(2000))
    assert set(seen) == {"BBBBK", "BBBKK"}
    assert abs(seen["BBBKK"] / 2000 - 20 / (20 + 30)) < 0.05
    poured = filled(state, "BBBKK", "BBB")
    assert [word(poured, name) for name in ("bag", "tower")] == ["-", "-"]


def test_ruling_10_with_one_colour_in_bag_and_tower_they_are_kept() -> None:
    state = filling("B6", "B3")
    assert random_draw(state.copy(), stream(1))["tiles"] == ["BBBBB", "BBBB", "", "", ""]
    assert word(filled(state, "BBBBB", "BBBB"), "suns") == "BBBBB,BBBB,-,-,-"


def test_ruling_10_equal_tiles_out_of_bag_and_tower_are_put_back_together() -> None:
    """Two blue tiles in the bag: after three more from the Tower all are put back, and any may come."""
    state = filling("B2", "B3Y9")
    seen = Counter("".join(sorted(random_draw(state.copy(), stream("both", seed))["tiles"][0])) for seed in range(3000))
    assert "BBBBB" not in seen
    assert seen["YYYYY"] == 0
    assert word(filled(state, "BYYYY", "BBBB", "YYYY", "Y"), "suns") == "BYYYY,BBBB,YYYY,Y,-"
    first = sum(count for large, count in seen.items() if large.count("B") >= 2)
    assert first > 2900, "the bag's own tiles come first, unless all five were equal"


def test_rejected_draws_are_no_events() -> None:
    """Ruling 10: the draw has exactly the five tiles that stay."""
    state = filling("B12Y1", "-")
    drawn = random_draw(state.copy(), stream("once"))
    assert list(drawn) == ["tiles"]
    assert [len(letters) for letters in drawn["tiles"]] == [5, 4, 4, 0, 0]


def test_ruling_11_without_a_tile_from_the_large_factory_the_same_player_starts_and_nobody_loses() -> None:
    words = "round=2 chips=T,-,-,- start=1 turn=0"
    state = table(words, {"tokens": "0", "taken": "1", "score": "9"}, {"tokens": "0", "taken": "2", "score": "9"})
    state = after(state, "c1")
    assert to_move(state) == CHANCE
    assert word(state, "start") == "1"
    assert [int(state.players[seat].score) for seat in (0, 1)] == [9, 9]


def test_ruling_18_the_tower_is_poured_in_when_a_tile_is_needed_and_not_before() -> None:
    state = filled(filling("B11Y10", "K9"), "BBBYY", "BBBB", "BBBB", "YYYY", "YYYY")
    assert [word(state, name) for name in ("bag", "tower")] == ["-", "K9"]
    state = filled(filling("B11Y9", "K9"), "BBBYY", "BBBB", "BBBB", "YYYY", "YYYK")
    assert [word(state, name) for name in ("bag", "tower")] == ["K8", "-"]


def test_ruling_18_tiles_of_the_bag_come_before_those_of_the_tower() -> None:
    state = filling("B5Y3", "K9R9")
    assert "cannot get K" in refuse(state, "BBBBY", "KKKK", "KKKK", "RRRR", "RRRR")
    state = filled(state, "BBBBY", "BYYK", "KKKK", "RRRR", "RRRR")
    assert word(state, "suns") == "BBBBY,BYYK,KKKK,RRRR,RRRR"
    assert [word(state, name) for name in ("bag", "tower")] == ["R1K4", "-"]
    short = filling("B2Y1", "K9R9")
    assert "all tiles of the bag" in refuse(short, "KKRRR", "BBYK", "KKKK", "KRRR", "RRRK")


def test_ruling_18_with_bag_and_tower_empty_spaces_stay_empty_the_large_factory_first() -> None:
    state = filled(filling("B5Y3", "-"), "BBBBY", "BYY")
    assert word(state, "suns") == "BBBBY,BYY,-,-,-"
    assert "although tiles are left" in refuse(filling("B5Y3", "-"), "BBBB", "BYYY")


def test_ruling_18_the_chip_of_an_empty_small_factory_is_revealed_at_once() -> None:
    state = filled(filling("B5Y3", "-"), "BBBBY", "BYY")
    assert word(state, "phase") == "chips"
    assert sorted(random_draw(state.copy(), stream(2))["chips"]) == ["2", "3", "4"]


def test_letters_that_are_no_tiles_are_refused() -> None:
    state = filling("B13Y13R13K13T13", "-")
    assert "cannot get" in refuse(state, "BBBBBB", "BYRK", "TTTY", "RRKK", "KKKK")
    assert "cannot get" in refuse(state, "BBYRW", "BYRK", "TTTY", "RRKK", "KKKK")
    assert "although tiles are left" in refuse(state, "BBYRK", "BYR", "TTTY", "RRKK", "KKKK")
