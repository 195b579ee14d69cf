"""C. Preparing a round: tiles from the bag, and from the lid when the bag is empty."""

from collections import Counter
from itertools import pairwise, permutations

import pytest

from azulejo.games.azul.rulebook import RULEBOOK
from azulejo.games.azul.state import State
from azulejo.games.contract import to_move
from azulejo.kernel.chance import stream
from tests.games.azul.helpers import (
    TABLES,
    board,
    dealt,
    new_table,
    position,
    random_deal,
    random_game,
    wall_without_column,
    word,
    words,
)

SIX_TILES_LEFT = " ".join(
    f"board=0/{lines}/{wall_without_column(missing)}"
    for missing, lines in ((5, "-,K,RR,Y,BBBB"), (1, "-,-,KK,RR,Y"), (2, "-,-,W,-,-"), (3, "-,-,-,-,-"))
)
"""Four players with 94 of the tiles on their boards."""


def chi_square(found: Counter[str], expected: dict[str, float]) -> float:
    """Return how far the numbers found are from those expected."""
    assert found.keys() <= expected.keys()
    return sum((found[value] - number) ** 2 / number for value, number in expected.items())


@pytest.mark.parametrize(("seats", "wall"), TABLES)
def test_every_factory_gets_four_tiles_from_the_bag(seats: int, wall: str) -> None:
    state = new_table(seats, wall, start=1)
    draw = random_deal(state, stream("every factory"))
    assert [len(letters) for letters in draw] == [4] * (2 * seats + 1)
    assert word(state, "factories") == ",".join("".join(sorted(letters, key="BYRKW".index)) for letters in draw)
    left = Counter("BYRKW" * 20) - Counter("".join(draw))
    assert word(state, "bag") == "".join(f"{letter}{left[letter]}" for letter in "BYRKW")
    assert words(state, "phase", "round", "lid", "marker") == "phase=offer round=1 lid=- marker=centre"
    assert to_move(state) == 1


def test_a_round_more_each_time() -> None:
    state = dealt("azul phase=deal round=7 turn=1 board=0 board=0", "BBBB", "YYYY", "RRRR", "KKKK", "WWWW")
    assert words(state, "phase", "round", "turn") == "phase=offer round=8 turn=1"


def test_the_given_deal_is_the_same_deal() -> None:
    game = list(random_game(3, "coloured", seed=5))
    rounds = 0
    for (state, event), (following, _) in pairwise(game):
        if isinstance(event, list):
            assert dealt(state, *event).tobytes() == following.tobytes()
            rounds += 1
    assert rounds > 3


def test_ruling_6_the_lid_is_poured_in_the_middle_of_a_factory() -> None:
    state = position("azul phase=deal bag=B2 lid=B18Y20R20K20W20 board=0 board=0")
    draw = random_deal(state, stream("middle"))
    assert draw[0][:2] == "BB"
    assert [len(letters) for letters in draw] == [4, 4, 4, 4, 4]
    left = Counter("BYRKW" * 20) - Counter("".join(draw))
    assert words(state, "bag", "lid") == "bag=" + "".join(f"{c}{left[c]}" for c in "BYRKW") + " lid=-"


def test_ruling_6_the_lid_is_poured_in_the_middle_of_a_given_deal() -> None:
    start = "azul phase=deal bag=B2 lid=B18Y20R20K20W20 board=0 board=0"
    state = dealt(start, "BBWW", "WWWW", "WWWW", "WWWW", "WWWW")
    assert words(state, "bag", "lid") == "bag=B18Y20R20K20W2 lid=-"


def test_ruling_6_the_lid_is_not_poured_before_a_tile_is_needed() -> None:
    start = "azul phase=deal bag=B20 lid=Y20R20K20W20 board=0 board=0"
    state = position(start)
    assert random_deal(state, stream("needed")) == ["BBBB"] * 5
    assert words(state, "bag", "lid") == "bag=- lid=Y20R20K20W20"
    assert words(dealt(start, *["BBBB"] * 5), "bag", "lid") == "bag=- lid=Y20R20K20W20"


def test_ruling_6_later_factories_stay_short_or_empty_when_both_run_out() -> None:
    state = position(f"azul phase=deal bag=W2 lid=Y2K1W1 {SIX_TILES_LEFT}")
    draw = random_deal(state, stream("short"))
    assert [len(letters) for letters in draw] == [4, 2, 0, 0, 0, 0, 0, 0, 0]
    assert draw[0][:2] == "WW"
    assert Counter("".join(draw)) == Counter("WWWYYK")
    assert words(state, "bag", "lid", "phase") == "bag=- lid=- phase=offer"


def test_ruling_6_a_given_deal_may_be_short() -> None:
    state = dealt(f"azul phase=deal bag=W2 lid=Y2K1W1 {SIX_TILES_LEFT}", "WWYW", "YK")
    assert words(state, "factories", "bag", "lid") == "factories=YWWW,YK,-,-,-,-,-,-,- bag=- lid=-"


def test_boards_are_not_touched_by_a_deal() -> None:
    start = "azul phase=deal board=7/-,R,-,K,-/B....,.....,.....,.....,..... board=3"
    state = position(start)
    random_deal(state, stream("untouched"))
    assert board(state, 0) == "7/-,R,-,K,-/B....,.....,.....,.....,...../-"


# ---------------------------------------------------------------- fair deals


def deals(text: str, number: int) -> list[list[str]]:
    """Return many deals of one position, always the same ones."""
    rng = stream("fair deals", text)
    start: State = RULEBOOK.parse_position(text)
    return [random_deal(start.copy(), rng) for _ in range(number)]


def test_every_order_of_tiles_is_equally_likely() -> None:
    """24 orders of four different tiles: chi-square with 23 degrees of freedom, 99.9 % of all below 49.7."""
    found = Counter(draw[0] for draw in deals("azul phase=deal bag=BYRK board=0 board=0", 2400))
    orders = {"".join(order): 100.0 for order in permutations("BYRK")}
    assert 8 < chi_square(found, orders) < 49.7


def test_every_order_is_equally_likely_across_the_pouring_of_the_lid() -> None:
    found = Counter(draw[0] for draw in deals("azul phase=deal bag=BY lid=RK board=0 board=0", 800))
    assert chi_square(found, {"BYRK": 200, "BYKR": 200, "YBRK": 200, "YBKR": 200}) < 16.3


def test_colours_come_as_often_as_they_are_in_the_bag() -> None:
    """At the first place and at the last one; 4 degrees of freedom, 99.9 % of all below 18.5."""
    drawn = deals("azul phase=deal bag=B10Y8R6K4W2 board=0 board=0", 1500)
    expected = {"B": 500.0, "Y": 400.0, "R": 300.0, "K": 200.0, "W": 100.0}
    assert chi_square(Counter(draw[0][0] for draw in drawn), expected) < 18.5
    assert chi_square(Counter(draw[4][3] for draw in drawn), expected) < 18.5


def test_neighbours_in_a_deal_do_not_depend_on_each_other() -> None:
    """After a blue tile the others are drawn from 19 blue and 80 other tiles; 4 degrees of freedom."""
    pairs = Counter(draw[0][:2] for draw in deals("azul phase=deal board=0 board=0", 3000))
    expected = {
        first + second: 3000 * (20 / 100) * ((19 if first == second else 20) / 99)
        for first in "BYRKW"
        for second in "BYRKW"
    }
    assert chi_square(pairs, expected) < 51.2
