"""D) Passing: out for the round, discards for points, the marker; and who goes on."""

from tests.games.garden.helpers import after, garden, legal, part, position, scores, why, word, words


def test_ruling_12_passing_is_always_possible_and_sometimes_the_only_thing() -> None:
    state = position("garden garden=5 garden=15")
    assert legal(state) == ["pass"]
    assert "pass" in legal(position("garden top=b1 garden=15/3/b1 garden=15"))


def test_ruling_12_the_first_to_pass_takes_the_marker_and_loses_a_point() -> None:
    state = after("garden turn=1 top=b1 garden=15 garden=15", "pass")
    assert words(state, "turn", "marker", "passed") == "turn=0 marker=1 passed=1"
    assert scores(state) == [15, 14]


def test_ruling_12_nobody_else_loses_a_point_and_the_marker_starts_the_next_round() -> None:
    state = after("garden turn=2 top=b1 garden=15 garden=15 garden=15", "pass", "pass")
    assert scores(state) == [15, 15, 14]
    assert words(state, "marker", "passed", "turn") == "marker=2 passed=0,2 turn=1"
    state = after(state, "pass")
    assert words(state, "round", "phase", "turn", "start") == "round=2 phase=refill turn=2 start=2"
    assert words(state, "marker", "passed") == "marker=display passed=-"


def test_ruling_12_who_has_passed_is_out_for_the_round() -> None:
    state = after("garden top=g1g2 aside=b1y1 garden=15 garden=15 garden=15", "pass", "tb", "ty")
    assert words(state, "turn", "passed", "phase") == "turn=1 passed=0 phase=face"


def test_ruling_17_the_last_player_goes_on_alone() -> None:
    state = after("garden top=g1g2 aside=b1b2y1y2 garden=15/3 garden=15/3", "pass", "tb", "ty", "=em1")
    assert words(state, "turn", "passed", "phase") == "turn=1 passed=0 phase=turn"
    state = after(state, "b1", "01")
    assert words(state, "turn", "round") == "turn=1 round=1"


# ---------------------------------------------------------------- discards


def test_ruling_12_stored_hexes_may_be_discarded_for_their_value() -> None:
    state = position("garden top=y6 garden=15/2/b2g6/l4 garden=15/0/m1")
    supply = int(word(state, "supply"))
    state = after(state, "pass")
    assert legal(state) == ["db2", "dg6", "del4", "done"]
    state = after(state, "db2", "del4")
    assert words(state, "tower", "supply") == f"tower=b2 supply={supply + 1}"
    assert garden(state) == "8/2/g6/-/-", "15 - 2 - 4, then 1 for being first to pass"


def test_ruling_12_the_discards_come_before_the_marker() -> None:
    """With one point a tree can be discarded, and then there is nothing left to lose."""
    state = after("garden top=y6 garden=1/0/b1 garden=15", "pass", "db1")
    assert garden(state) == "0/0/-/-/-"
    assert words(state, "turn", "marker") == "turn=1 marker=0"


def test_ruling_12_jokers_are_not_discarded() -> None:
    state = after("garden top=y6 garden=15/3/b1 garden=15", "pass")
    assert legal(state) == ["db1", "done"]
    assert why(state, "dj") == "you can't discard jokers"


def test_ruling_13_a_discard_needs_the_points() -> None:
    state = after("garden top=y6 garden=3/0/b2b3b4 garden=15", "pass")
    assert legal(state) == ["db2", "db3", "done"]
    assert why(state, "db4") == "discarding the light blue flower tile costs 4 points, and you have fewer"
    state = after(state, "db2")
    assert garden(state) == "0/0/b34/-/-", "nothing else can be paid for, so the pass is over"


def test_ruling_13_a_forced_loss_stops_at_0() -> None:
    state = after("garden top=y6 garden=0 garden=15", "pass")
    assert scores(state) == [0, 15]
    assert word(state, "marker") == "0"


def test_discards_come_in_one_order_only() -> None:
    state = after("garden top=y6 garden=15/0/b1b1g2/m1 garden=15", "pass", "db1")
    assert legal(state) == ["db1", "dg2", "dem1", "done"]
    state = after(state, "dg2")
    assert legal(state) == ["dem1", "done"]
    assert "should have come before" in why(state, "db1")
    assert why(state, "deb1") == "you don't have this in storage: the light blue tree expansion"


def test_with_nothing_to_discard_nothing_is_asked() -> None:
    assert word(after("garden top=y6 garden=15/3 garden=15", "pass"), "turn") == "1"
    assert word(after("garden top=y6 garden=0/3/b1 garden=15", "pass"), "turn") == "1"


def test_while_discarding_nothing_else_is_possible() -> None:
    state = after("garden top=y6 garden=15/3/b1 garden=15", "pass")
    for move in ("ty", "b1", "buy", "pass", "01", "f0"):
        assert why(state, move) == "you are passing: discard something else or finish"
    assert part(after(state, "done"), "score") == "14"
    assert (
        why(position("garden top=y6 garden=15/3/b1 garden=15"), "done")
        == "there is nothing to finish: you are not passing"
    )
    assert "nothing to pay" in why(position("garden top=y6 garden=15/3/b1 garden=15"), "db1")
