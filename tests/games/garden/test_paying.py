"""Paying for what is placed: what may be paid, every payment once, where the pieces go."""

from collections.abc import Iterator

import pytest

from azulejo.games.contract import apply
from azulejo.games.garden.moves import FIRST_GIVE
from azulejo.games.garden.payments import payments, worth
from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.state import State
from tests.games.garden.helpers import TABLES, after, garden, legal, part, position, random_game, why, word, words


def owing(stored: str, piece: str = "b3") -> State:
    """Return the position after a piece was put on the plate, before it is paid for."""
    space = "14" if piece[0] == "e" else "01"
    return after(f"garden top=y6 garden=15/{stored} garden=15", piece, space)


def every_payment(state: State) -> Iterator[tuple[str, ...]]:
    """Yield every payment that can be made by playing legal moves to the end."""
    for move in legal(state):
        following = state.copy()
        owed = int(state.owed)
        apply(following, RULEBOOK.parse_move(move))
        if word(following, "phase") == "payment" and int(following.owed) < owed:
            for rest in every_payment(following):
                yield (move, *rest)
        else:
            yield (move,)


def offered(stored: str, piece: str = "b3") -> list[str]:
    """Return the complete payments for a piece in their order, forced pieces included."""
    found = sorted(payment.pieces for payment in payments(owing(stored, piece)))
    return [" ".join(RULEBOOK.move_text(FIRST_GIVE + one) for one in pieces) for pieces in found]


def test_example_1_light_blue_butterflies_cost_two_more() -> None:
    """Both light blue with other patterns, or both butterflies of other colours, or jokers; no equal hex."""
    assert offered("1/b1b3b3b5g3m3/-") == [
        "db1 db5",
        "db1 dj",
        "db5 dj",
        "dg3 dm3",
        "dg3 dj",
        "dm3 dj",
    ]
    state = owing("1/b1b3b3b5g3m3/-")
    assert legal(state) == ["db1", "db5", "dg3", "dm3"]
    assert why(state, "db3") == "you can't pay for the light blue butterflies with an equal hex"
    assert garden(owing("2/b3b3/-")) == "15/0/b3/-/01b3", "two jokers are the only payment, and not asked for"


def test_ruling_6_the_cost_is_the_value_and_the_hex_itself_counts_as_one() -> None:
    for value in range(1, 7):
        state = after(f"garden top=y1 garden=15/6/g{value}/- garden=15", f"g{value}", "01")
        assert words(state, "phase", "turn") == "phase=turn turn=1"
        assert part(state, "jokers") == str(6 - (value - 1))


def test_ruling_6_all_by_colour_or_all_by_pattern_never_mixed() -> None:
    state = owing("0/b1b3b5g3m3/-")
    assert offered("0/b1b3b5g3m3/-") == ["db1 db5", "dg3 dm3"]
    assert legal(state) == ["db1", "dg3"], "b5 and m3 come second: each payment has one order"
    by_colour = owing("1/b1b3b5b6g3m3/-")
    by_colour = after(by_colour, "db1")
    assert legal(by_colour) == ["db5", "db6", "dj"]
    assert why(by_colour, "dg3") == "you are paying by colour, so only light blue will do"
    by_pattern = after(owing("1/b1b3b5g3m3/-"), "dg3")
    assert legal(by_pattern) == ["dm3", "dj"]
    assert why(by_pattern, "db1") == "you are paying by pattern, so only butterflies will do"


def test_ruling_6_paid_hexes_may_be_equal_to_each_other() -> None:
    assert offered("2/b3g3g3/-") == ["dg3 dg3", "dg3 dj", "dj dj"]
    assert garden(owing("0/b3g3g3/-")) == "15/0/-/-/01b3"


def test_ruling_6_hexes_that_share_nothing_do_not_pay() -> None:
    state = position("garden top=y6 garden=15/1/b3g1m5/- garden=15")
    assert "b3" not in legal(state)
    assert why(state, "b3") == (
        "you can't pay for the light blue butterflies tile: it costs 3, so you need 2 more hexes, all of its colour "
        "or all of its pattern, or jokers"
    )
    state = owing("2/b2b3g1g3/-")
    assert (
        why(state, "dg1")
        == "this has neither the colour nor the pattern of the light blue butterflies: the dark green tree tile"
    )
    assert why(state, "dm6") == "you don't have this in storage: the light purple bellflowers tile"


def test_ruling_6_a_stored_expansion_may_be_paid() -> None:
    assert offered("1/b3g3/b1g3") == ["dg3 deg3", "dg3 dj", "deb1 dj", "deg3 dj"]
    assert "deb3" not in legal(owing("2/b3g3/b3")), "an equal hex is equal on an expansion too"


def test_ruling_7_where_paid_pieces_go() -> None:
    state = position("garden top=y6 garden=15/3/b4b1/b2 garden=15")
    supply = int(word(state, "supply"))
    state = after(state, "b4", "01", "db1", "deb2")
    assert garden(state) == "15/2/-/-/01b4"
    assert words(state, "tower", "supply") == f"tower=b1 supply={supply + 1}"
    assert word(state, "unseen").startswith("b13456"), "face down, but never drawn again"


def test_a_payment_comes_in_one_order_only() -> None:
    state = after(owing("2/b1b2b3b4/-"), "db2")
    assert legal(state) == ["db4", "dj"]
    assert why(state, "db1") == (
        "things are given up in order, and the light blue tree tile should have come before the light blue bird tile"
    )


def test_ruling_20_no_payment_leads_nowhere() -> None:
    """Three to pay, and b5 is the last light blue tile: without jokers it cannot come first."""
    state = owing("0/b1b2b4b5/-", "b4")
    assert part(state, "tiles") == "-", "the only payment is not asked for"
    state = owing("1/b1b2b4b5/-", "b4")
    assert legal(state) == ["db1", "db2"]
    assert why(state, "db5") == "with the light blue plant tile you could not pay the 3 in full"
    assert why(state, "dj") == "with a joker you could not pay the 3 in full"


def test_ruling_20_a_piece_is_offered_only_if_a_payment_exists() -> None:
    stored = "garden=15/0/b1b2b3b4b6g6/-"
    state = position(f"garden top=y6 {stored} garden=15")
    assert [move for move in legal(state) if move[0] in "bg"] == ["b1", "b2", "b3", "b4", "buy"]


def test_only_payments_while_something_is_owed() -> None:
    state = owing("1/b1b3b5/-")
    for move in ("tb", "f1", "b1", "buy", "pass", "02", "done"):
        assert why(state, move) == "first pay for the light blue butterflies tile: 2 more to pay"


@pytest.mark.parametrize(("seats", "side"), TABLES)
def test_every_payment_is_offered_exactly_once(seats: int, side: str) -> None:
    """Those reached by playing legal moves are those listed for boards, with the moves that have to be made."""
    seen = 0
    for seed in (1, 2):
        for state, _ in random_game(seats, side, seed, eager=True):
            if word(state, "phase") != "payment":
                continue
            listed = [tuple(RULEBOOK.move_text(FIRST_GIVE + one) for one in pay.choices) for pay in payments(state)]
            assert len(set(listed)) == len(listed)
            assert sorted(listed) == sorted(every_payment(state))
            assert {moves[0] for moves in listed} == set(legal(state))
            seen += 1
    assert seen > 10


# ---------------------------------------------------------------- the cheapest payment


def suggested(state: State) -> str:
    """Return the payment that is suggested, with what needs no choice left out."""
    moves = []
    while word(state, "phase") == "payment":
        moves.append(RULEBOOK.move_text(RULEBOOK.suggest(state)))
        state = after(state, moves[-1])
    return " ".join(moves)


def test_the_suggested_payment_keeps_jokers_and_expansions() -> None:
    assert suggested(owing("2/b1b2b3/m3")) == "db1 db2"


def test_the_suggested_payment_keeps_what_goes_together() -> None:
    """The butterflies share nothing else in storage; the light blue tiles could still pay for each other."""
    assert suggested(owing("0/b1b2b3b4b5g3m3/-")) == "dg3"


def test_jokers_pay_when_nothing_else_can() -> None:
    state = owing("3/b2b3/-")
    assert legal(state) == ["db2", "dj"]
    assert suggested(state) == "db2"


@pytest.mark.parametrize(("round_number", "by_the_wheel"), [(1, 2), (2, 0)])
def test_what_a_stored_piece_is_worth(round_number: int, by_the_wheel: int) -> None:
    """In thirds of a point. The tile shares with two others; the wheel scores its colour and pattern in round 1."""
    state = position(f"garden round={round_number} top=y6 garden=15/1/b1b1b2g1m3/y4 garden=15")
    found = [int(worth(state, RULEBOOK.parse_move(move) - FIRST_GIVE)) for move in ("db1", "deb1", "dj")]
    assert found == [3 + 2 + by_the_wheel, 12, 9]
