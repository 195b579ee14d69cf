"""Surrounding decorations: jokers at once, as far as they fit."""

from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.state import State
from tests.games.garden.helpers import after, legal, part

PLATE_BUT_01 = "02b2,03b3,04b4,05b5,06b6"


def jokers_for(move: str, space: str, laid: str, jokers: int = 0) -> int:
    """Return the jokers that placing a tree (which costs nothing else) on a space brings."""
    text = f"garden top=m6 garden=15/{jokers}/{move}/-/{laid} garden=15"
    state: State = RULEBOOK.parse_position(text)
    assert int(RULEBOOK.status(state)) == 0
    state = after(state, move)
    if int(state.phase) == 2:
        state = after(state, space)
    assert f"{space}{move}" in part(state, "laid")
    return int(part(state, "jokers")) - jokers


def test_ruling_11_the_fountain_brings_one_joker() -> None:
    assert jokers_for("b1", "01", PLATE_BUT_01) == 1


def test_ruling_11_not_before_the_last_of_the_six() -> None:
    assert jokers_for("b1", "01", "02b2,03b3,04b4,05b5") == 0


STATUE = "10,20,02b2,13b3,14b4,25b5,26b6"
"""Round the statue between 01 and 02: all but 01."""


def test_ruling_11_a_statue_brings_two_and_a_bench_two() -> None:
    assert jokers_for("b1", "01", STATUE) == 2
    bench = "10,60,06b2,14b3,15b4,62b5,63b6"
    assert jokers_for("b1", "01", bench) == 2


def test_rulings_11_and_18_a_pavilion_brings_three() -> None:
    assert jokers_for("b1", "11", "14eb4,12b2,13b3,15b5,16b6") == 3


def test_ruling_11_a_blank_expansion_has_no_pavilion() -> None:
    assert jokers_for("b1", "11", "10,12b2,13b3,14b4,15b5,16b6") == 0


def test_ruling_11_a_printed_hex_fills_its_space_like_a_tile() -> None:
    assert jokers_for("b1", "01", STATUE.replace("10,20,", "13eb3,20,").replace(",13b3", "")) == 2


def test_ruling_11_spaces_not_built_are_not_filled() -> None:
    """Without the expansion of slot 2 the statue is not surrounded."""
    assert jokers_for("b1", "01", "10,02b2,13b3,14b4") == 0


def test_ruling_11_one_plate_space_can_finish_fountain_statue_and_bench() -> None:
    """1 + 2 + 2, all by the tree on 01."""
    laid = "10,20,60,02b2,03g2,04g3,05l3,06b3,13l4,14b4,15y4,25l2,26l6,62m3,63m4"
    assert jokers_for("b1", "01", laid) == 5


def test_ruling_11_jokers_beyond_the_free_spaces_are_lost() -> None:
    tiles = "g1g1g1l1l1l1y1y1y1p1p1"  # 11 tiles and the tree fill the storage
    state = after(f"garden top=m6 garden=15/0/b1{tiles}/-/{STATUE} garden=15", "b1", "01")
    assert part(state, "jokers") == "1", "one space became free with the tile itself"


def test_ruling_11_the_payment_has_left_the_storage_first() -> None:
    """Twelve of twelve: bird and its payment leave, so both jokers of the statue fit."""
    laid = STATUE.replace("02b2", "02b1")
    start = f"garden top=m6 garden=15/0/b2g2g1g1g1l1l1l1y1y1y1p1/-/{laid} garden=15"
    state = after(start, "b2", "01")
    assert part(state, "jokers") == "2"


def test_ruling_11_laying_an_expansion_never_surrounds() -> None:
    """Plate and both neighbouring slots are full as far as they touch slot 1, and still nothing is completed."""
    laid = "20,60,01b2,02l2,03l3,04g3,05g4,06b4,25l4,26l6,62g6,63b6"
    state = after(f"garden top=m6 garden=15/0/-/b1/{laid} garden=15", "eb1")
    in_slot_1 = [space for space in legal(state) if space[0] == "1"]
    assert len(in_slot_1) > 2
    for space in in_slot_1:
        assert part(after(state, space), "jokers") == "0"
