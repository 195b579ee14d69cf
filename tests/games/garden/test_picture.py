"""The table in characters and as a picture."""

from xml.etree import ElementTree

import pytest

from azulejo.games.garden.rulebook import RULEBOOK
from tests.games.garden.helpers import position


def test_the_table_in_characters() -> None:
    state = position("garden top=b1g2 aside=p5,-,ey1 garden=33/3/b1b2/l6/30,14eb3,01b2,02g2,30m1 garden=15")
    drawn = RULEBOOK.text(state, "en").splitlines()
    assert drawn[0] == "Queen's Garden, standard side, round 1 of 4: player 1 to move"
    assert drawn[2] == "Display  0 stack of 2 [b1 g2]  1 [p5]  3 ey1"
    assert drawn[5] == "  ▶1 light blue 1, dark green 1, tree 1"
    mine = [line[:36].rstrip() for line in drawn[10:21]]
    assert mine == [
        "▶ Player 1: 33 points, 3 jokers",
        "        33  32",
        "      34  m1  31      (2",
        "        35  36  be",
        "          st  03  g2  st  13  12",
        "    (4      04  <>  b2  B3  /\\  11",
        "          be  05  06  be  15  16",
        "                st",
        "          (5          (6",
        "",
        "  Storage b1 b2 el6",
    ]


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("garden phase=refill stack=5 garden=15 garden=15", "new tiles go on the stack"),
        ("garden phase=face top=b1 aside=e? garden=15 garden=15", "a new expansion is revealed"),
        (
            "garden phase=copy wanted=b1 top=b1 aside=b1 garden=15 garden=15",
            "which light blue tree to take",
        ),
        (
            "garden phase=space piece=supply top=b1 garden=15 garden=15",
            "a space for an expansion from the supply",
        ),
        (
            "garden phase=payment piece=b2 space=01 owed=1 top=b1 garden=15/1/b3/-/01b2 garden=15",
            "bird tile, 1 more to pay",
        ),
        ("garden phase=discard top=b1 garden=15/1/b3 garden=15", "passes and may discard"),
        ("garden phase=end round=4 passed=0,1 garden=15 garden=15", "the game is over"),
    ],
)
def test_the_headline_says_what_is_due(text: str, due: str) -> None:
    state = position(text)
    assert due in RULEBOOK.text(state, "en").splitlines()[0]
    assert due in RULEBOOK.svg(state, "en")


def test_the_picture_names_every_hex_and_has_a_sign_for_every_colour() -> None:
    state = position("garden top=b1g2l3y4 aside=p5m6,ey1 garden=33/3/b3/l6/30,14eb3,01b2 garden=15")
    picture = ElementTree.fromstring(RULEBOOK.svg(state, "ru"))
    titles = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}title")][1:]
    assert sorted(str(title) for title in titles) == sorted(
        ["b1", "g2", "l3", "y4", "p5", "m6", "y1", "b3", "l6", "b3", "b2"]
    )
    edges = {
        (node.get("stroke-width"), node.get("stroke-dasharray"))
        for node in picture.iter("{http://www.w3.org/2000/svg}polygon")
        if node.get("fill") == "none"
    }
    assert len(edges) == 6, "six edge styles for six colours"
