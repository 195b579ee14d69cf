"""The table drawn with characters and as a picture."""

from azulejo.games.duel.rulebook import RULEBOOK
from tests.games.duel.helpers import random_game, table

SHOWN = "suns=BBYRK,BBYR,BYRK,BYRK,BYRK display=YKTS,JBTK,STYB pile=S,?*12"


def test_the_table_is_drawn_in_characters() -> None:
    drawn = RULEBOOK.text(table(SHOWN, {"plates": "TRBSe", "lines": "-,BB,-,-,-,-"}), "en")
    assert "Azul Duel, round 1: player 1: take tiles, a plate or a chip" in drawn
    assert "Pile: 13 plates, on top: special" in drawn
    assert "  2         B B │ s r" in drawn


def test_the_picture_is_drawn_for_every_phase() -> None:
    for state in random_game(8, tablets="random"):
        picture = RULEBOOK.svg(state, "ru")
        assert picture.startswith("<svg")
        assert picture.endswith("</svg>")
