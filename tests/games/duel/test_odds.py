"""The possible draws piece by piece, with their odds; that all of them are right is for the contract suite."""

from fractions import Fraction
from typing import Any

import pytest

from azulejo.games.contract import NO_PIECE
from azulejo.games.duel.components import CHIP_NAMES, LETTERS
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.games.duel.state import State
from tests.games.duel.helpers import after, new_table, table

DISPLAY = {"display": ["YKTS", "JBTK", "STYB"], "top": "joker"}


def odds(state: State, *drawn: int) -> dict[str, Fraction]:
    """Return the odds of the next piece by its name."""
    return {RULEBOOK.piece_label(state, drawn, piece): share for piece, share in RULEBOOK.odds(state, drawn).items()}


def before_tiles(bag: str, tower: str = "") -> State:
    """Return the table before the first tiles are dealt, with only these in the bag and in the Tower."""
    state = after(new_table(), DISPLAY)
    state.bag, state.tower = (
        sum(letters.count(letter) << 8 * colour for colour, letter in enumerate(LETTERS)) for letters in (bag, tower)
    )
    return state


def colours(letters: str) -> list[int]:
    return ["BYRKT".index(letter) for letter in letters]


def test_tiles_come_as_likely_as_there_are_many() -> None:
    state = before_tiles("BBBBYYYRRR")
    assert odds(state, *colours("BYRBY")) == {
        "B": Fraction(2, 5),
        "Y": Fraction(1, 5),
        "R": Fraction(2, 5),
    }
    assert odds(state, *colours("BYRBYBBYRR")) == {"-": 1}


@pytest.mark.parametrize(
    ("bag", "tower", "drawn", "expected"),
    [
        # Five equal tiles are put back: the one yellow tile is among the five, in any place.
        ("BBBBBY", "", "", {"B": Fraction(4, 5), "Y": Fraction(1, 5)}),
        ("BBBBBY", "", "BBBB", {"Y": Fraction(1)}),
        # With one colour alone they stay.
        ("BBBBBBB", "", "BBBB", {"B": Fraction(1)}),
        # The Tower is needed for the last tile, and never for an earlier one.
        ("BBBB", "YR", "BBB", {"B": Fraction(1)}),
        ("BBBB", "YR", "BBBB", {"Y": Fraction(1, 2), "R": Fraction(1, 2)}),
        # Five equal tiles out of the bag and the Tower: the next five come out of both together.
        ("BBBB", "BY", "BBBB", {"Y": Fraction(1)}),
    ],
)
def test_ruling_10_the_large_factory_gets_no_five_equal_tiles(
    bag: str, tower: str, drawn: str, expected: dict[str, Any]
) -> None:
    assert odds(before_tiles(bag, tower), *colours(drawn)) == expected


def test_what_is_known_of_a_plate_says_what_it_can_be() -> None:
    state = new_table()
    first = odds(state)
    assert set(first.values()) == {Fraction(1, 18)}
    plates = RULEBOOK.parse_draw(state, DISPLAY)[:3]
    assert odds(state, *plates) == {"special": Fraction(7, 15), "joker": Fraction(8, 15)}
    drawing = after(table("suns=BBYRK,BBYR,BYRK,BYRK,BYRK display=YKTS,JBTK,STYB pile=S,?*12"), "d")
    assert list(odds(drawing)) == ["special", "joker"]
    looking = after(drawing, {"top": "joker"}, ".")
    unseen = [name for name in RULEBOOK.board(looking, 0).pile.unseen if "S" in name]
    assert odds(looking) == dict.fromkeys(unseen, Fraction(1, len(unseen)))


def test_chips_are_turned_one_after_the_other() -> None:
    state = after(table("moons=-,K,K,-,- chips=?,?,R,T"), "mk")
    first = odds(state)
    assert sum(first.values()) == 1
    kind = CHIP_NAMES.index("B")
    assert odds(state, kind)["B"] == Fraction(1, 17)
    assert odds(state, kind)["Y"] == Fraction(2, 17)
    assert odds(state, kind, kind) == {}


def test_tablets_are_drawn_in_their_order() -> None:
    state = new_table(tablets="random")
    assert odds(state) == {"1A": Fraction(3, 8), "1B": Fraction(3, 8), "2A": Fraction(1, 8), "2B": Fraction(1, 8)}
    assert odds(state, 2) == {"3A": Fraction(1, 2), "3B": Fraction(1, 2)}
    assert odds(state, 0, 2, 5) == {}
    assert RULEBOOK.piece_label(before_tiles("B"), (), NO_PIECE) == "-"
