"""Moves and draws as sentences."""

from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.state import State
from tests.games.garden.helpers import after, position


def said(state: State, move: str) -> tuple[str, str]:
    """Return the sentence for a move in English and in Russian."""
    sentence = RULEBOOK.describe(state, RULEBOOK.parse_move(move))
    return sentence.text("en"), sentence.text("ru")


def test_sentences() -> None:
    state = position("garden top=b1b3 aside=b3,ey5 garden=15/1/g2g3/l4 garden=15")
    assert said(state, "tb") == (
        "takes light blue (2 hexes): light blue tree, light blue butterflies",
        "берёт «голубой» (2 гекса): голубое дерево, голубые бабочки",
    )
    assert said(state, "t5") == ("takes plant: yellow plant", "берёт «растение» (1 гекс): жёлтое растение")
    assert said(state, "g2") == (
        "places the tile dark green bird, cost 2",
        "размещает: плитка «зелёная птица», стоимость 2",
    )
    assert said(state, "buy") == ("buys an expansion from the supply for 6 points", "берёт аллею из запаса за 6 очков")
    assert said(state, "pass")[0] == "passes first, takes the marker and loses a point"
    copying = after(state, "tb")
    assert said(copying, "f0")[0] == "takes light blue butterflies from here: the top of the stack"
    assert said(copying, "f1") == (
        "takes light blue butterflies from here: place 1",
        "берёт «голубые бабочки» отсюда: место 1",
    )
    choosing = after(state, "g2")
    assert said(choosing, "04") == (
        "places the tile dark green bird on space 04",
        "размещает на ячейке 04: плитка «зелёная птица»",
    )
    paying = after(choosing, "04")
    assert said(paying, "dg3")[0] == "pays with the tile dark green butterflies, 0 more to pay"
    assert said(paying, "dj") == ("pays with a joker, 0 more to pay", "платит: джокер, осталось оплатить: 0")
    passing = after(state, "pass")
    assert said(passing, "del4") == (
        "discards the expansion light green flower for 4 points",
        "сбрасывает за 4 очка: аллея «салатный цветок»",
    )
    assert said(passing, "done")[0] == "discards nothing more"
    assert said(after(state, "buy"), "30")[0] == "lays the blank expansion in slot 3"
    assert said(after(passing, "done"), "pass") == ("passes", "пасует")


def test_a_copy_that_is_an_expansion_says_so() -> None:
    state = after("garden top=b1y1 aside=eb1 garden=15 garden=15", "tb")
    assert said(state, "f1")[0] == "takes light blue tree from here: the expansion at place 1"


def test_sentences_for_draws() -> None:
    state = after("garden top=b1 aside=b2 garden=15 garden=15", "tb")
    assert str(RULEBOOK.describe_draw(state, [0, 7])) == (
        "round 1, laid on the top of the stack: light blue tree, dark green bird"
    )
    state = after(state, ["g1", "g2", "g3", "g4"])
    assert str(RULEBOOK.describe_draw(state, [35])) == "an expansion is turned face up: light purple bellflowers"
