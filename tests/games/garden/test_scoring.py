"""Phases 2 and 3 and the end: the wheel, the next round, storages and groups."""

import pytest

from azulejo.games.contract import OVER, to_move
from azulejo.games.garden.components import SET_IDS
from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.scoring import all_groups_points, groups, wheel_points
from azulejo.games.garden.state import State
from tests.games.garden.helpers import after, garden, position, scores, winners, word, words


def wheel(laid: str, number: int, side: str = "standard") -> int:
    """Return what a garden scores in a round."""
    state: State = RULEBOOK.parse_position(f"garden side={side} garden=0/0/-/-/{laid} garden=0")
    return wheel_points(state, state.players[0], number)


def at_the_end(garden_text: str, side: str = "standard") -> int:
    """Return the score after round 4 of a player who began its last pass with this garden, second to pass."""
    start: State = RULEBOOK.parse_position(f"garden side={side} round=4 passed=1 garden={garden_text} garden=0")
    state = after(start, "pass")
    if word(state, "phase") == "discard":
        state = after(state, "done")
    assert to_move(state) == OVER
    return scores(state)[0]


# ---------------------------------------------------------------- phase 2: the wheel


@pytest.mark.parametrize(
    ("number", "points"),
    [
        (1, {"g": 1, "b": 1, "1": 1}),
        (2, {"p": 1, "2": 1, "3": 2}),
        (3, {"m": 1, "y": 1, "4": 2}),
        (4, {"l": 1, "5": 3, "6": 3}),
    ],
)
def test_the_wheel_of_each_round(number: int, points: dict[str, int]) -> None:
    for colour in "bglypm":
        for value in "123456":
            expected = points.get(colour, 0) + points.get(value, 0)
            assert wheel(f"01{colour}{value}", number) == expected


def test_example_5_wheel_points_are_not_the_values_of_the_patterns() -> None:
    """Three bellflowers in round 4, none light green, no pavilion."""
    assert wheel("01b6,03g6,05y6", 4) == 9


def test_a_hex_may_score_twice_and_printed_hexes_score_too() -> None:
    assert wheel("01g1", 1) == 2
    assert wheel("14eg1", 1) == 3, "and 1 for its pavilion"


def test_every_round_a_point_for_each_pavilion_and_none_for_a_blank_expansion() -> None:
    for number in range(1, 5):
        assert wheel("30,11ep6,24ep6" if number < 4 else "30,11ep1,24ep2", number) == (4 if number == 2 else 2)


def test_the_variant_scores_patterns_differently() -> None:
    rounds = {"1": 1, "2": 2, "3": 2, "4": 3, "5": 4, "6": 4}
    points = {value: wheel(f"01b{value}", number, "variant") for value, number in rounds.items()}
    assert points == {"1": 3 + 1, "2": 3, "3": 2, "4": 2, "5": 1, "6": 1}, "light blue scores 1 in round 1"


def test_ruling_14_everybody_scores_when_all_have_passed() -> None:
    state = after("garden passed=1 garden=10/0/-/-/01b1,02b2 garden=20/0/-/-/14eg1", "pass")
    assert scores(state) == [13, 23]


def test_ruling_14_the_display_is_cleared_and_gardens_and_storages_stay() -> None:
    start = position("garden passed=1 top=b1b2 aside=g1,ey5,- garden=3/2/m1/p1/01b3 garden=20/1/m2")
    supply = int(word(start, "supply"))
    state = after(start, "pass", "done")
    assert words(state, "round", "phase", "stack", "top", "aside") == "round=2 phase=refill stack=5 top=- aside=-"
    assert word(state, "tower") == "b12g1"
    assert int(word(state, "supply")) == supply + 2 + 2, "two from the stack, two that lay aside"
    assert [garden(state, 0), garden(state, 1)] == ["4/2/m1/p1/01b3", "20/1/m2/-/-"]
    assert "y5" not in word(state, "unseen").replace("y12346", "")
    assert words(state, "turn", "start", "marker") == "turn=1 start=1 marker=display"


# ---------------------------------------------------------------- the end


def test_ruling_15_jokers_and_stored_hexes() -> None:
    assert at_the_end("20/2/-/-/-") == 22
    assert at_the_end("20/2/g4/-/-") == 18, "example 4: two jokers +2, a stored flower -4"
    assert at_the_end("20/0/-/g4/-") == 16, "an expansion counts like a tile"


def test_ruling_13_all_is_added_then_held_at_0() -> None:
    assert at_the_end("1/0/g4/-/-") == 0
    assert at_the_end("1/0/g4/-/01b1,02b2,03b3") == 3, "1 - 4 + 6: groups count before it is held"


GROUPS = [
    ("01b1,02b2,03b3,14eb6", 1 + 2 + 3 + 6),
    ("01b1,02g1,03y1,04p1,05m1", 5),
    ("01b1,02b2,03b3,04b4,05b5,06b6", 21 + 6),
    ("01b3,02g3,03y3", 9),
    ("01b3,02b4,03b5,04b6", 18),
    ("01b3,02g3,03y3,04m3", 12),
    ("01b1,02b2", 0),
]


@pytest.mark.parametrize(("laid", "points"), GROUPS)
def test_examples_4_and_6_final_groups(laid: str, points: int) -> None:
    """Five trees are 5: the line in the book is misprinted."""
    state: State = RULEBOOK.parse_position(f"garden garden=0/0/-/-/{laid} garden=0")
    assert all_groups_points(state, state.players[0]) == points


def test_ruling_15_a_hex_counts_in_its_group_by_colour_and_in_that_by_pattern() -> None:
    state: State = RULEBOOK.parse_position("garden garden=0/0/-/-/01b1,02b2,03b3,04g3,05y3 garden=0")
    found = groups(state, state.players[0])
    assert [(SET_IDS[group.chosen], group.spaces.bit_count(), group.points) for group in found] == [
        ("b", 3, 6),
        ("3", 3, 9),
    ]
    assert all_groups_points(state, state.players[0]) == 15


def test_ruling_15_groups_that_do_not_touch_are_different_groups() -> None:
    state: State = RULEBOOK.parse_position("garden garden=0/0/-/-/10,01b1,02b2,11b3,12b4,16b5 garden=0")
    assert [group.spaces.bit_count() for group in groups(state, state.players[0])] == [3]


@pytest.mark.parametrize(("size", "bonus"), [(3, 0), (4, 3), (5, 6), (6, 9)])
def test_the_variant_pays_more_for_groups(size: int, bonus: int) -> None:
    laid = ",".join(f"0{number}b{number}" for number in range(1, size + 1))
    state: State = RULEBOOK.parse_position(f"garden side=variant garden=0/0/-/-/{laid} garden=0")
    assert all_groups_points(state, state.players[0]) == size * (size + 1) // 2 + bonus


def test_a_custom_side_scores_by_its_own_numbers() -> None:
    side = '{"rounds":[{"tree":5},{},{},{}],"pavilion":3,"groups":{"3":7}}'
    assert wheel("14eb1", 1, side) == 8
    assert at_the_end("0/0/-/-/01b1,02b2,03b3", side) == 13


def test_the_wheel_of_round_4_counts_before_the_groups() -> None:
    assert at_the_end("10/0/-/-/01l5,02l6,03l4") == 10 + (3 + 3 + 3) + 15


def test_ruling_12_the_marker_costs_a_point_in_round_4_too() -> None:
    state = after("garden round=4 top=b1 garden=15/0 garden=15/0", "pass", "pass")
    assert scores(state) == [14, 15]
    assert winners(state) == [1]
    assert words(state, "phase", "marker", "passed") == "phase=end marker=0 passed=0,1"


def test_ruling_15_ties_share() -> None:
    assert winners(after("garden round=4 garden=16/0 garden=15/0 garden=3/0", "pass", "pass", "pass")) == [0, 1]


def test_only_seats_that_play_win() -> None:
    state = after("garden round=4 garden=16/0 garden=15/0 garden=3/0", "pass", "pass", "pass")
    assert winners(state, playing=[1, 2]) == [1]
    assert winners(state, playing=[2]) == [2]
    assert winners(state, playing=[]) == []


def test_ruling_14_nothing_is_cleared_after_round_4() -> None:
    state = after("garden round=4 top=b1 aside=g1 garden=15/0 garden=15/0", "pass", "pass")
    assert words(state, "round", "top", "aside", "tower") == "round=4 top=b1 aside=g1 tower=-"
    assert to_move(state) == OVER
    assert RULEBOOK.status(state) == 0
