"""B and C) Placing tiles and expansions: where they may go."""

import pytest

from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.state import State
from tests.games.garden.helpers import after, garden, legal, part, position, why, word, words


def spaces(piece: str, laid: str) -> list[str]:
    """Return the spaces offered for a piece in a garden."""
    stored = f"-/{piece[1:]}" if piece[0] == "e" else f"{piece}/-"
    text = f"garden phase=space piece={piece} top=m6 garden=15/9/{stored}/{laid} garden=15"
    state: State = RULEBOOK.parse_position(text)
    return legal(state)


def test_ruling_8_an_empty_garden_takes_anything_anywhere_on_the_plate() -> None:
    assert spaces("b3", "-") == ["01", "02", "03", "04", "05", "06"]


def test_ruling_8_only_where_there_is_an_empty_space() -> None:
    state = position("garden phase=space piece=b3 top=m6 garden=15/9/b3/-/01b1 garden=15")
    assert legal(state) == ["02", "03", "04", "05", "06"]
    assert why(state, "01") == "space 01 already has a hex"
    assert why(state, "14") == "your garden has no space 14 yet"
    assert why(state, "tb") == "first choose a space for the light blue butterflies tile"


def test_ruling_8_it_touches_no_hex_or_shares_with_at_least_one() -> None:
    """Round the fountain 01 touches 02 and 06."""
    assert spaces("b3", "01g1") == ["03", "04", "05"], "02 and 06 touch a hex that shares nothing"
    assert spaces("b3", "01b1") == ["02", "03", "04", "05", "06"], "the same colour"
    assert spaces("b3", "01g3") == ["02", "03", "04", "05", "06"], "the same pattern"
    assert spaces("b3", "01g1,03b1") == ["02", "04", "05"], "one neighbour that shares is enough on 02"
    state = position("garden phase=space piece=b3 top=m6 garden=15/9/b3/-/01g1 garden=15")
    assert why(state, "02") == (
        "on space 02 the light blue butterflies would share neither colour nor pattern with any neighbour"
    )


def test_ruling_8_never_next_to_an_equal_hex() -> None:
    assert spaces("b3", "01b3") == ["03", "04", "05"]
    assert spaces("b3", "01b3,03b1") == ["04", "05"], "02 would also join the group of b1 with its equal"


def test_ruling_8_no_group_by_colour_with_two_equal_hexes() -> None:
    """b3 on 03 would stand in one light blue group with the b3 on 01."""
    assert spaces("b3", "01b3,02b1") == ["04", "05"]
    state = position("garden phase=space piece=b3 top=m6 garden=15/9/b3/-/01b3,02b1 garden=15")
    assert why(state, "03") == "with the light blue butterflies on space 03, a group would hold two equal hexes"


def test_ruling_8_no_group_by_pattern_with_two_equal_hexes() -> None:
    assert spaces("b3", "01b3,02g3") == ["04", "05"]


def test_ruling_8_a_hex_may_not_join_two_groups_that_hold_equal_hexes() -> None:
    """b2 on 02 would join b1 on 01 with b1 on 03, though it is equal to neither."""
    assert spaces("b2", "01b1,03b1") == ["04", "05", "06"]
    assert spaces("g1", "01b1,03b1") == ["04", "05", "06"], "by pattern too"
    assert "02" in spaces("b2", "01b1,03l1,04b4"), "different hexes may be joined"
    assert "02" in spaces("b2", "01b1,03b4,40,41b1"), "though an equal one stands elsewhere"


def test_ruling_8_groups_reach_across_expansions() -> None:
    """15 lies next to 16, that to 11; 14 and 15 touch the plate or the bench."""
    laid = "14eb3,15b1,16b2"
    assert "11" not in spaces("b3", laid), "through b2 and b1 to the b3 on 14"
    assert "11" in spaces("b4", laid)


def test_ruling_8_a_group_of_six_is_complete() -> None:
    laid = "01b1,02b2,03b3,04b4,05b5,06b6,10"
    for hexagon in ("b1", "b6"):
        offered = spaces(hexagon, laid)
        assert "14" not in offered, "14 touches 01 and 06"
        assert "11" in offered


# ---------------------------------------------------------------- stored expansions


def test_ruling_9_any_free_slot_and_any_rotation() -> None:
    assert len(spaces("eb3", "-")) == 36
    assert spaces("eb3", "14eb1,20")[:6] == ["31", "32", "33", "34", "35", "36"]


def test_ruling_9_the_printed_hex_obeys_ruling_8() -> None:
    """14 touches 01 alone of the plate; 13 and 15 too touch decorations, not the plate."""
    assert "14" not in spaces("eb3", "01g1")
    assert "14" in spaces("eb3", "01b1")
    assert "14" not in spaces("eb3", "01b3")
    assert "14" not in spaces("eb3", "01b1,02b3"), "the group through 01 holds an equal hex"
    state = position("garden phase=space piece=eb3 top=m6 garden=15/9/-/b3/01g1 garden=15")
    assert "share neither colour nor pattern" in why(state, "14")
    assert why(state, "10") == "choose one of the six places on slot 1 for the printed hex"
    assert why(state, "02") == "an expansion needs a free slot, and space 02 is not in one"


def test_ruling_9_it_costs_what_its_hex_costs_and_brings_five_spaces() -> None:
    state = after("garden top=m6 garden=15/3/b1b2/b3 garden=15", "eb3", "14", "db1", "db2")
    assert garden(state) == "15/3/-/-/14eb3"
    assert len(spaces("b6", "14eb3")) == 6 + 5


def test_ruling_9_the_other_stored_expansion_may_be_payment() -> None:
    state = after("garden top=m6 garden=15/1/-/b2b5 garden=15", "eb2", "14")
    assert legal(state) == ["deb5", "dj"]
    assert garden(after(state, "deb5")) == "15/1/-/-/14eb2"


def test_ruling_9_no_slot_no_expansion() -> None:
    state = position("garden top=m6 garden=15/9/-/b1/10,20,30,40,50,60 garden=15")
    assert "eb1" not in legal(state)
    assert why(state, "eb1") == "your garden has no free slot"
    assert why(state, "buy") == "your garden has no free slot"


# ---------------------------------------------------------------- the supply


def test_ruling_10_a_blank_expansion_for_six_points() -> None:
    state = position("garden top=m6 garden=6/0/-/-/01b1 garden=15")
    supply = int(word(state, "supply"))
    state = after(state, "buy")
    assert words(state, "phase", "piece") == "phase=space piece=supply"
    assert legal(state) == ["10", "20", "30", "40", "50", "60"]
    assert why(state, "14") == "a blank expansion can't be turned: choose slot 1 itself"
    state = after(state, "10")
    assert garden(state) == "0/0/-/-/10,01b1"
    assert words(state, "phase", "turn", "supply") == f"phase=turn turn=1 supply={supply - 1}"


def test_ruling_10_no_condition_on_what_lies_near() -> None:
    laid = "01b1,02g2,03y3,04b4,05g5,06y6"
    state: State = RULEBOOK.parse_position(f"garden phase=space piece=supply top=m6 garden=6/0/-/-/{laid} garden=15")
    assert legal(state) == ["10", "20", "30", "40", "50", "60"]


def test_ruling_10_seven_spaces_and_no_pavilion() -> None:
    assert spaces("b3", "10")[6:] == ["10", "11", "12", "13", "14", "15", "16"]
    state = position("garden top=m6 garden=15/0/-/-/10 garden=15")
    assert "/\\" not in RULEBOOK.text(state, "en")


def test_ruling_10_and_13_the_points_must_be_there() -> None:
    state = position("garden top=m6 garden=5/0 garden=15")
    assert "buy" not in legal(state)
    assert why(state, "buy") == "an expansion from the supply costs 6 points, and you have fewer"


def test_ruling_10_none_when_the_supply_is_empty() -> None:
    gardens = " ".join(["garden=15/0/-/-/10"] * 4)
    state = position(f"garden top=m6 {gardens}")
    assert word(state, "supply") == "0"
    assert "buy" not in legal(state)
    assert why(state, "buy") == "the supply is empty"


def test_the_last_free_slot_is_not_asked_for() -> None:
    state = after("garden top=m6 garden=15/0/-/-/10,20,30,40,50 garden=15", "buy")
    assert garden(state) == "9/0/-/-/10,20,30,40,50,60"
    assert word(state, "turn") == "1"


# ---------------------------------------------------------------- first choices


def test_all_first_choices_of_a_turn() -> None:
    state = position("garden top=m6 aside=b1,m1 garden=15/3/b1b6g2/l4y6 garden=15")
    assert legal(state) == ["tb", "tm", "t1", "t6", "b1", "g2", "el4", "buy", "pass"]


def test_ruling_20_an_expansion_only_where_its_printed_hex_can_stand() -> None:
    """One slot is left, and 13, 14 and 15 touch hexes: b1 goes where it finds its colour, m5 only to the others."""
    near = "02b2,03l2,04l3,05g3,06g4,01b4,25b5,26b6,62g6,63g1"
    rest = "20,30,40,50,60"
    assert spaces("eb1", f"{rest},{near}") == ["11", "12", "13", "14", "16"]
    assert spaces("em5", f"{rest},{near}") == ["11", "12", "16"]
    state = position(f"garden top=m6 garden=15/9/-/m5/{rest},{near} garden=15")
    assert "em5" in legal(state)


def test_ruling_10_the_last_expansion_of_the_supply_can_be_bought() -> None:
    gardens = " ".join(["garden=15/0/-/-/10"] * 3 + ["garden=15/0"])
    state = position(f"garden top=m6 {gardens}")
    assert word(state, "supply") == "1"
    assert word(after(state, "buy", "20"), "supply") == "0"


def test_ruling_20_a_piece_without_a_space_is_not_offered() -> None:
    """Every plate space but 01 is filled, and the hex shares nothing with 02 and 06."""
    laid = "02g1,03g2,04g3,05g4,06g5"
    state = position(f"garden top=m6 garden=15/9/b6g6/-/{laid} garden=15")
    assert "b6" not in legal(state)
    assert why(state, "b6") == "no space in your garden can take the light blue bellflowers tile"
    assert "g6" in legal(state)


def test_the_only_space_is_not_asked_for() -> None:
    state = after("garden top=m6 garden=15/9/g6/-/02g1,03g2,04g3,05g4,06g5 garden=15", "g6")
    assert part(state, "laid").startswith("01g6")
    assert word(state, "phase") == "turn"


@pytest.mark.parametrize("move", ["14", "f1", "db3", "dj", "done"])
def test_only_first_moves_begin_a_turn(move: str) -> None:
    state = position("garden top=m6 garden=15/3/b3 garden=15")
    assert move not in legal(state)
    assert why(state, move)


def test_a_piece_must_be_stored() -> None:
    state = position("garden top=m6 garden=15/3/b3 garden=15")
    assert why(state, "b1") == "you don't have this in storage: the light blue tree tile"
    assert why(state, "eb3") == "you don't have this in storage: the light blue butterflies expansion"
