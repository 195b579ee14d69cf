"""The box: plates, chips and tablets as the sheet lists them, and the options in the menu."""

from collections import Counter

import pytest

from azulejo.games.duel.components import (
    CHIP_MATCHES,
    CHIP_NAMES,
    JOKER_PLATES,
    LETTERS,
    PLATE_MASK,
    PLATE_NAMES,
    SPECIAL_PLATES,
    turned,
)
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.games.duel.title import TITLE
from azulejo.texts.errors import BadOption


def clockwise_triple(name: str) -> str:
    """Return the three colours of a plate clockwise, from the space after the special or joker one."""
    ring = name[0] + name[1] + name[3] + name[2]
    at = next(place for place, letter in enumerate(ring) if letter in "SJ")
    return ring[at + 1 :] + ring[:at]


def test_there_are_eighteen_plates_of_two_types_with_three_different_colours_each() -> None:
    assert len(SPECIAL_PLATES) == len(JOKER_PLATES) == 9
    assert len(set(PLATE_NAMES)) == 18
    assert all(name.count("S") == 1 and "J" not in name for name in SPECIAL_PLATES)
    assert all(name.count("J") == 1 and "S" not in name for name in JOKER_PLATES)
    assert all(len(set(name)) == 4 for name in PLATE_NAMES)


def test_blue_black_red_and_turquoise_occur_eleven_times_and_yellow_ten() -> None:
    assert Counter("".join(PLATE_NAMES)) == Counter(B=11, K=11, R=11, T=11, Y=10, S=9, J=9)


def test_eight_triples_of_colours_occur_on_both_types_in_the_same_order() -> None:
    def rotations(triple: str) -> frozenset[str]:
        return frozenset(triple[turn:] + triple[:turn] for turn in range(3))

    special = {rotations(clockwise_triple(name)) for name in SPECIAL_PLATES}
    joker = {rotations(clockwise_triple(name)) for name in JOKER_PLATES}
    assert len(special & joker) == 8


def test_a_plate_turns_clockwise() -> None:
    assert [turned("YKTS", turns) for turns in range(5)] == ["YKTS", "TYSK", "STKY", "KSYT", "YKTS"]
    assert PLATE_MASK.sum(axis=2).tolist() == [[0b11000011] * 4] * 18


def test_twenty_chips_two_each_of_ten_kinds_and_a_pair_matches_either_colour() -> None:
    assert CHIP_NAMES == ("B", "Y", "R", "K", "T", "BR", "RT", "TY", "YK", "KB")
    matching = {
        letter: [name for kind, name in enumerate(CHIP_NAMES) if CHIP_MATCHES[colour, kind]]
        for colour, letter in enumerate(LETTERS)
    }
    assert matching == {
        "B": ["B", "BR", "KB"],
        "Y": ["Y", "TY", "YK"],
        "R": ["R", "BR", "RT"],
        "K": ["K", "YK", "KB"],
        "T": ["T", "RT", "TY"],
    }


def test_a_position_has_at_most_512_bytes() -> None:
    assert RULEBOOK.state.dtype.itemsize <= 512


@pytest.mark.parametrize(
    ("value", "numbers"),
    [
        ("first", (0, 0, 0, 0, 0)),
        ("random", (1, 0, 0, 0, 0)),
        ("random4", (2, 0, 0, 0, 0)),
        ("1A,2B,4A", (3, 1, 2, 0, 1)),
        ("4b,3a,2b,1b", (3, 2, 2, 1, 2)),
    ],
)
def test_tablets_can_be_chosen_or_drawn(value: str, numbers: tuple[int, ...]) -> None:
    assert TITLE.options[0].encode(value) == numbers


@pytest.mark.parametrize("value", ["", "1A,2A", "1A,1B,2A", "1A,2A,5A", "1C,2A,3A", "1A,2A,3A,4A,1B", "all"])
def test_other_lists_of_tablets_are_refused(value: str) -> None:
    with pytest.raises(BadOption, match="tablets"):
        TITLE.options[0].encode(value)
