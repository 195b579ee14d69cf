"""A) Acquiring tiles and expansions: sets, copies, room, and what happens to the display."""

from collections import Counter

import pytest

from azulejo.games.garden.invariants import Status
from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.state import State
from azulejo.kernel.chance import stream
from azulejo.texts.errors import BadRecord
from tests.games.garden.helpers import after, garden, legal, part, position, random_draw, why, word, words


def takes(text: str) -> list[str]:
    """Return what can be taken in a position."""
    return [move for move in legal(position(text)) if move[0] == "t"]


# ---------------------------------------------------------------- what is taken


def test_example_2_all_light_blue_from_the_top() -> None:
    """Three tiles go to storage, the top moves aside with its last tile, four tiles are laid on the new top."""
    state = after("garden top=b135y2 garden=15/3 garden=15/3", "tb")
    assert part(state, "tiles") == "b135"
    assert words(state, "phase", "top", "aside", "stack", "turn") == "phase=refill top=- aside=y2 stack=4 turn=1"
    state = after(state, ["g2", "y2", "p1", "m6"])
    assert words(state, "phase", "top", "aside", "stack") == "phase=turn top=g2y2p1m6 aside=y2 stack=4"


def test_example_3_one_of_two_equal_birds_and_the_emptied_expansion_turns_up() -> None:
    """The next player takes birds: of the two yellow ones, that from the expansion where it lies alone."""
    state = position("garden turn=1 top=g2y2p1m6 aside=y2 garden=15/3/b135 garden=15/3")
    state = after(state, "t2")
    assert words(state, "phase", "wanted") == "phase=copy wanted=y2"
    assert legal(state) == ["f0", "f1"]
    state = after(state, "f1")
    assert part(state, "tiles", 1) == "g2y2"
    assert words(state, "phase", "aside") == "phase=refill aside=e?,y2p1m6"
    state = after(state, ["l1", "l2", "g1", "g3"])
    assert word(state, "phase") == "face", "the face comes after the refill"
    state = after(state, "=el1")
    assert words(state, "phase", "turn", "aside") == "phase=turn turn=0 aside=el1,y2p1m6"
    assert {"tl", "t1"} <= set(legal(state)), "to be had from the next turn on, by light green or tree"


def test_ruling_1_a_colour_or_a_pattern_that_lies_in_the_display() -> None:
    assert takes("garden top=b1b3 aside=g3,ey5 garden=15 garden=15") == ["tb", "tg", "ty", "t1", "t3", "t5"]
    state = position("garden top=b1b3 garden=15 garden=15")
    assert why(state, "tm") == "the display has none of these: light purple"


def test_ruling_1_one_of_each_distinct_hex_and_all_of_them() -> None:
    state = after("garden top=b113y2 aside=b5g1,eb6 garden=15 garden=15", "tb")
    assert garden(state) == "15/0/b135/b6/-"
    assert word(state, "aside") == "g1,-,b1y2", "the second equal tile stays where it lies"


def test_ruling_1_two_equal_tiles_on_one_place_are_no_choice() -> None:
    state = after("garden top=b11g2 garden=15 garden=15", "tb")
    assert words(state, "phase", "aside") == "phase=refill aside=b1g2"


def test_ruling_1_a_tile_and_a_face_may_be_copies_of_each_other() -> None:
    state = after("garden top=b1g2 aside=b3,eb1 garden=15 garden=15", "tb")
    assert legal(state) == ["f0", "f2"]
    as_tile = after(state, "f0")
    assert garden(as_tile) == "15/0/b13/-/-"
    assert word(as_tile, "aside") == "e?,eb1,g2"
    as_expansion = after(state, "f2")
    assert garden(as_expansion) == "15/0/b3/b1/-"
    assert words(as_expansion, "aside", "top") == "aside=e?,- top=b1g2"


def test_ruling_1_copies_are_picked_kind_after_kind() -> None:
    state = after("garden top=b1b2g1 aside=b1b2,b2 garden=15 garden=15", "tb")
    assert words(state, "wanted", "from_top") == "wanted=b12 from_top=0"
    assert legal(state) == ["f0", "f1"]
    state = after(state, "f0")
    assert words(state, "wanted", "from_top") == "wanted=b2 from_top=1"
    assert legal(state) == ["f0", "f1", "f2"]
    assert why(state, "f3") == "there is no light blue bird here: place 3"
    assert why(state, "t1") == "first choose which light blue bird to take"
    assert part(after(state, "f2"), "tiles") == "b12"


# ---------------------------------------------------------------- room


def test_ruling_2_everything_taken_must_fit() -> None:
    full = "garden=15/3/b111g222y3"  # 10 of 12 spaces
    assert takes(f"garden top=l1l2l3m1 {full} garden=15") == ["tm", "t1", "t2", "t3"]
    state = position(f"garden top=l1l2l3m1 {full} garden=15")
    assert why(state, "tl") == "3 hexes won't fit: your storage has room for tiles: 2, for expansions: 2"


def test_ruling_2_jokers_take_tile_spaces() -> None:
    assert takes("garden top=b1b2 garden=15/11 garden=15") == ["t1", "t2"]
    assert takes("garden top=b1b2 garden=15/12 garden=15") == []


def test_ruling_2_two_expansions_at_most() -> None:
    assert takes("garden top=y6 aside=eb1,eb2 garden=15/0/-/g1 garden=15") == ["ty", "t1", "t2", "t6"]
    assert takes("garden top=y6 aside=eb1,eb2 garden=15/0/-/- garden=15") == ["tb", "ty", "t1", "t2", "t6"]
    assert takes("garden top=y6 aside=eb1,eb2 garden=15/0/-/g1m1 garden=15") == ["ty", "t6"]


def test_ruling_2_the_choice_of_copies_may_make_it_fit() -> None:
    """No tile space is left: light blue fits only as two expansions, so there is nothing to choose."""
    state = after("garden top=b1y6 aside=eb1,eb2 garden=15/12 garden=15", "tb")
    assert garden(state) == "15/12/-/b12/-"
    assert words(state, "phase", "top") == "phase=turn top=b1y6"


def test_ruling_20_a_copy_is_offered_only_if_the_rest_fits() -> None:
    """Room for one tile and one expansion: if b1 goes as a tile, b2 must be the expansion."""
    state = after("garden top=b1b2 aside=eb1,eb2 garden=15/11/-/g1 garden=15", "tb")
    assert legal(state) == ["f0", "f1"]
    assert garden(after(state, "f0")) == "15/11/b1/b2g1/-"
    assert garden(after(state, "f1")) == "15/11/b2/b1g1/-"
    tight = after("garden top=b1b2 aside=eb1,b2 garden=15/11/-/g1 garden=15", "tb")
    assert word(tight, "wanted") == "b2", "b1 can only be the expansion, for b2 is a tile everywhere"
    assert legal(tight) == ["f0", "f2"]
    early = position("garden phase=copy wanted=b12 top=b1b2 aside=eb1,b1,eb2 garden=15/11/-/g1 garden=15")
    assert legal(early) == ["f0", "f1", "f2"]


def test_ruling_20_why_a_copy_is_not_offered() -> None:
    state = position("garden phase=copy wanted=b1 top=b1y6 aside=eb1,b1 garden=15/3/-/g1l1 garden=15")
    assert legal(state) == ["f0", "f2"]
    assert why(state, "f1") == "if you take this light blue tree, the rest won't fit into your storage"


# ---------------------------------------------------------------- the display afterwards


def test_ruling_3_the_top_moves_only_if_a_tile_came_from_it() -> None:
    state = after("garden top=g1g2g3g4 aside=b1y1 garden=15 garden=15", "tb")
    assert words(state, "phase", "top", "aside", "turn") == "phase=turn top=g1234 aside=y1 turn=1"


def test_ruling_3_emptied_expansions_turn_in_the_order_in_which_they_left() -> None:
    state = after("garden top=b3y1 aside=b1,g1,b2 garden=15 garden=15", "tb")
    assert words(state, "phase", "aside", "stack") == "phase=refill aside=e?,g1,e?,y1 stack=1"
    state = after(state, ["g1", "g2", "g3", "g4"], "=ep1")
    assert words(state, "phase", "aside") == "phase=face aside=ep1,g1,e?,y1"
    state = after(state, "=ep2")
    assert words(state, "phase", "aside") == "phase=turn aside=ep1,g1,ep2,y1"


def test_ruling_3_a_top_taken_completely_turns_up_too() -> None:
    state = after("garden top=b1b2b3b4 garden=15 garden=15", "tb", ["g1", "g2", "g3", "g4"])
    assert words(state, "phase", "aside") == "phase=face aside=e?"


def test_ruling_4_no_refill_when_the_stack_is_used_up() -> None:
    state = after("garden stack=1 top=b1y1 aside=g1,g2,g3,- garden=15 garden=15", "tb")
    assert words(state, "phase", "stack", "top", "aside") == "phase=turn stack=0 top=- aside=g1,g2,g3,-,y1"
    assert legal(state) == ["tg", "ty", "t1", "t2", "t3", "buy", "pass"]
    state = after(state, "t1")
    assert words(state, "phase", "aside") == "phase=face aside=e?,g2,g3,-,e?"


def scarce(text: str) -> State:
    """Return a position in which most tiles are out of the game, so that few are left to draw."""
    state: State = RULEBOOK.parse_position(text)
    assert RULEBOOK.status(state) in (0, Status.TILES)
    return state


def test_ruling_4_a_top_with_one_tile_is_an_ordinary_top() -> None:
    state = after(scarce("garden stack=3 top=b1 aside=-,- bag=y1 tower=- garden=15 garden=15"), "tb")
    assert words(state, "phase", "stack", "aside") == "phase=refill stack=2 aside=-,-,e?"
    state = after(state, ["y1"], "=ep6")
    assert words(state, "phase", "top", "stack") == "phase=turn top=y1 stack=2"
    assert legal(state) == ["ty", "tp", "t1", "t6", "buy", "pass"]


def test_ruling_4_without_a_tile_the_whole_stack_turns_up_in_order() -> None:
    state = after(scarce("garden stack=3 top=b1y1 aside=g1,- bag=- tower=- garden=15 garden=15"), "tb")
    assert words(state, "phase", "stack", "aside") == "phase=face stack=0 aside=g1,-,y1,e?,e?"
    state = after(state, "=ep1", "=ep2")
    assert words(state, "phase", "turn", "aside") == "phase=turn turn=1 aside=g1,-,y1,ep1,ep2"


def test_ruling_4_also_the_first_top_of_a_round() -> None:
    start = scarce("garden round=1 turn=1 start=1 passed=0 marker=0 bag=- tower=- garden=15 garden=15")
    state = after(start, "pass")
    assert words(state, "round", "phase", "stack", "aside") == "round=2 phase=face stack=0 aside=e?,e?,e?,e?,e?"
    state = after(state, *(f"=eb{value}" for value in range(1, 6)))
    assert words(state, "phase", "turn", "aside") == "phase=turn turn=0 aside=eb1,eb2,eb3,eb4,eb5"


def test_ruling_5_the_tower_is_poured_when_a_tile_is_needed_and_not_before() -> None:
    start = "garden stack=3 top=b1y1 aside=-,- bag=g11 tower=l1l2l3 garden=15 garden=15"
    state = after(scarce(start), "tb", ["g1", "g1", "l2", "l1"])
    assert words(state, "bag", "tower") == "bag=l3 tower=-"
    three = after(scarce(start.replace("g11", "g111")), "tb", ["g1", "g1", "g1", "l2"])
    assert words(three, "bag", "tower") == "bag=l13 tower=-"
    enough = after(scarce(start.replace("bag=g11", "bag=g11y11")), "tb", ["g1", "y1", "g1", "y1"])
    assert words(enough, "bag", "tower") == "bag=- tower=l123", "the bag is empty, but no tile is needed"


def test_ruling_5_fewer_are_laid_if_there_are_fewer() -> None:
    state = after(scarce("garden stack=3 top=b1y1 aside=-,- bag=g1 tower=l1l2 garden=15 garden=15"), "tb")
    draw = random_draw(state, stream("few"))
    assert draw[0] == "g1"
    assert sorted(draw) == ["g1", "l1", "l2"]
    assert words(state, "phase", "top", "bag", "tower") == "phase=turn top=g1l12 bag=- tower=-"


# ---------------------------------------------------------------- fair draws


def chi_square(found: Counter[str], expected: dict[str, float]) -> float:
    """Return how far the numbers found are from those expected."""
    assert found.keys() <= expected.keys()
    return sum((found[value] - number) ** 2 / number for value, number in expected.items())


def test_tiles_come_as_often_as_they_are_in_the_bag() -> None:
    """At the first place and at the last; 3 degrees of freedom, 99.9 % of all below 16.3."""
    start = after(scarce("garden stack=3 top=b1y1 aside=-,- bag=g111l22y3m6 tower=- garden=15 garden=15"), "tb")
    rng = stream("fair tiles")
    draws = [random_draw(start.copy(), rng) for _ in range(1400)]
    expected = {"g1": 600.0, "l2": 400.0, "y3": 200.0, "m6": 200.0}
    assert chi_square(Counter(draw[0] for draw in draws), expected) < 16.3
    assert chi_square(Counter(draw[3] for draw in draws), expected) < 16.3


def test_ruling_19_every_face_never_seen_is_equally_likely() -> None:
    """35 faces are left; 34 degrees of freedom, 99.9 % of all below 65.3."""
    start = position("garden phase=face top=b1 aside=eb1,e? garden=15 garden=15")
    rng = stream("fair faces")
    found = Counter(str(random_draw(start.copy(), rng)) for _ in range(3500))
    unseen = [f"e{colour}{value}" for colour in "bglypm" for value in range(1, 7) if f"{colour}{value}" != "b1"]
    assert 12 < chi_square(found, dict.fromkeys(unseen, 100.0)) < 65.3


def test_ruling_19_a_face_once_seen_never_comes_again() -> None:
    """Paid, it goes to the supply, and is still not drawn."""
    state = position("garden top=y2 aside=g1 garden=15/0/b2/b1 garden=15")
    assert word(state, "supply") == "15"
    state = after(state, "b2", "01")
    assert words(state, "phase", "supply") == "phase=turn supply=16"
    assert word(state, "unseen").startswith("b23456g")
    state = after(state, "tg")
    with pytest.raises(BadRecord, match="eb1 was already seen"):
        after(state, "=eb1")
    assert word(after(state, "=eb3"), "unseen").startswith("b2456")
