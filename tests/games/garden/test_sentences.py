"""Moves and draws as sentences."""

from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.state import State
from azulejo.texts import imperative
from tests.games.garden.helpers import after, position


def said(state: State, move: str) -> tuple[str, str]:
    """Return the sentence for a move in English and in Russian."""
    sentence = RULEBOOK.describe(state, RULEBOOK.parse_move(move))
    return sentence.text("en"), sentence.text("ru")


def test_sentences() -> None:
    state = position("garden top=b1b3 aside=b3,ey5 garden=15/1/g2g3/l4 garden=15")
    assert said(state, "tb") == (
        "takes all light blue (2 hexes): light blue tree, light blue butterflies",
        "берёт голубой цвет (2 гекса): голубое дерево, голубых бабочек",
    )
    assert said(state, "t5") == ("takes all plants: yellow plant", "берёт узор «растение» (1 гекс): жёлтое растение")
    assert said(state, "g2") == (
        "places the dark green bird tile for 2",
        "размещает плитку с зелёной птицей, стоимость 2",
    )
    assert said(state, "buy") == (
        "buys an expansion from the supply for 6 points",
        "покупает аллею из запаса за 6 очков",
    )
    assert said(state, "pass")[0] == "passes first, takes the starting player marker and loses a point"
    copying = after(state, "tb")
    assert said(copying, "f0")[0] == "takes the light blue butterflies from the top of the stack"
    assert said(copying, "f1") == (
        "takes the light blue butterflies from place 1",
        "берёт голубых бабочек с места 1",
    )
    choosing = after(state, "g2")
    assert said(choosing, "04") == (
        "places the dark green bird tile on space 04",
        "размещает плитку с зелёной птицей на ячейке 04",
    )
    paying = after(choosing, "04")
    assert said(paying, "dg3")[0] == "pays with the dark green butterflies tile, 0 more to pay"
    assert said(paying, "dj") == ("pays with a joker, 0 more to pay", "платит джокером, осталось оплатить 0")
    passing = after(state, "pass")
    assert said(passing, "del4") == (
        "discards the light green flower expansion and loses 4 points",
        "сбрасывает аллею с салатовым цветком и теряет 4 очка",
    )
    assert said(passing, "done")[0] == "discards nothing more"
    assert said(after(state, "buy"), "30")[0] == "lays the blank expansion in slot 3"
    assert said(after(passing, "done"), "pass") == ("passes", "пасует")


def test_what_to_do_is_said_of_every_move() -> None:
    state = position("garden top=b1b3 aside=b3,ey5 garden=15/1/g2g3/l4 garden=15")
    order = imperative(RULEBOOK.describe(state, RULEBOOK.parse_move("g2")))
    assert order.text("en") == "place the dark green bird tile for 2"
    assert order.text("ru") == "разместить плитку с зелёной птицей, стоимость 2"
    assert imperative(order) == order


def test_a_copy_that_is_an_expansion_says_so() -> None:
    state = after("garden top=b1y1 aside=eb1 garden=15 garden=15", "tb")
    assert said(state, "f1")[0] == "takes the light blue tree from place 1 (an expansion)"


def test_sentences_for_draws() -> None:
    state = after("garden top=b1 aside=b2 garden=15 garden=15", "tb")
    assert str(RULEBOOK.describe_draw(state, [0, 7])) == (
        "round 1, new tiles on the stack: light blue tree, dark green bird"
    )
    state = after(state, ["g1", "g2", "g3", "g4"])
    assert str(RULEBOOK.describe_draw(state, [35])) == "new expansion face up: light purple bellflowers"
