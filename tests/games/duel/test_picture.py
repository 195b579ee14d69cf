"""The table drawn with characters and as a picture."""

from xml.etree import ElementTree

import pytest

from azulejo.games.contract import SPECTATOR, redact
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.games.duel.state import State
from tests.games.duel.helpers import random_game, table

SHOWN = "suns=BBYRK,BBYR,BYRK,BYRK,BYRK display=YKTS,JBTK,STYB pile=S,?*12"

TEXT = (
    "duel round=2 phase=keep turn=1 start=0 starting_tile=0 drawn=YSKR:1,TRBJ:1 "
    "suns=-,-,BYRK,-,- moons=-,BY,-,-,- chips=?,?,KB,- display=KSTR,-,SYBR pile=J,?*7 "
    "board=11/-,BB,-,K,-,-/YKTSn,-,-,-,YRJBe,-,-,-,-/YK....,TS....,......,......,......,....../R/B,KB/T/2/1 "
    "board=7/-,-,TTT,-,-,-/-,-,TYJKs,-,-,-,STYBw,-,-/-/-/Y,BR/-/1/0"
)

ENGLISH = """
Azul Duel, round 2: player 2: keep one of the plates you drew

Factory  l      1      2      3      4
Sun      ·      ·      BYRK   ·      ·
Moon     ·      BY     ·      ·      ·
Chip            ?      ?      KB     ·

Display  p1 KSTR  p2 ·  p3 SYBR   Pile: 8 plates, on top: joker
Drawn  1 YSKR  2 TRBJ
Tablets  1A 0:0  2A 0:0  3A 0:0
Bag  B9 Y10 R11 K10 T9   Tower  B0 Y0 R0 K0 T0

  Player 1: 11 points ◆ ●●           ▶ Player 2: 7 points ●
  1           · │ Y K · · · ·          1           · │ · · · · k j
  2         B B │ T S · · · ·          2         · · │ · · · · y t
  3       · · · │ · · j y · ·          3       T T T │ · · · · · ·
  4     · · · K │ · · b r · ·          4     · · · · │ · · · · · ·
  5   · · · · · │ · · · · · ·          5   · · · · · │ t b · · · ·
  6 · · · · · · │ · · · · · ·          6 · · · · · · │ s y · · · ·
  - R-1 ·-2 ·-3 ·-4                    - ·-1 ·-2 ·-3 ·-4
  Chips  B KB                          Chips  Y BR
"""

RUSSIAN = """
Азул. Дуэль, раунд 2: игрок 2: оставьте себе один из взятых фрагментов

Склад   l      1      2      3      4
Солнце  ·      ·      BYRK   ·      ·
Луна    ·      BY     ·      ·      ·
Фишка          ?      ?      KB     ·

Открытые фрагменты  p1 KSTR  p2 ·  p3 SYBR   Стопка: 8 фрагментов, сверху: джокерный
Взятые  1 YSKR  2 TRBJ
Цели  1A 0:0  2A 0:0  3A 0:0
Мешочек  B9 Y10 R11 K10 T9   Башня  B0 Y0 R0 K0 T0

  Игрок 1: 11 очков ◆ ●●             ▶ Игрок 2: 7 очков ●
  1           · │ Y K · · · ·          1           · │ · · · · k j
  2         B B │ T S · · · ·          2         · · │ · · · · y t
  3       · · · │ · · j y · ·          3       T T T │ · · · · · ·
  4     · · · K │ · · b r · ·          4     · · · · │ · · · · · ·
  5   · · · · · │ · · · · · ·          5   · · · · · │ t b · · · ·
  6 · · · · · · │ · · · · · ·          6 · · · · · · │ s y · · · ·
  - R-1 ·-2 ·-3 ·-4                    - ·-1 ·-2 ·-3 ·-4
  Фишки  B KB                          Фишки  Y BR
"""


def seen(text: str, viewer: int) -> State:
    """Return a typed position as somebody sees it."""
    state: State = RULEBOOK.parse_position(text)
    redact(state, viewer)
    return state


@pytest.mark.parametrize(("lang", "expected"), [("en", ENGLISH), ("ru", RUSSIAN)])
def test_a_table_in_characters(lang: str, expected: str) -> None:
    assert RULEBOOK.text(seen(TEXT, 1), lang, 1) == expected.strip("\n")


def test_plates_that_are_hidden_are_drawn_by_their_types() -> None:
    text = RULEBOOK.text(seen(TEXT, SPECTATOR), "en")
    assert text == ENGLISH.strip("\n").replace("1 YSKR  2 TRBJ", "1 special  2 joker")


def test_tiles_and_plates_in_hand_are_drawn() -> None:
    picked = RULEBOOK.text(table("phase=line picked=BB moons=-,YR,-,-,- chips=?,B,R,T"), "en")
    assert "Picked  BB" in picked
    placing = RULEBOOK.text(RULEBOOK.parse_position("duel phase=place placing=YKTS board=5 board=5"), "en")
    assert "To be placed  YKTS" in placing


@pytest.mark.parametrize(
    ("words", "headline"),
    [
        ("round=3 phase=tiles", "Azul Duel, round 2: dealing"),
        ("round=1 phase=tablets tablets=random", "Azul Duel, round 1: dealing"),
        ("round=2 phase=top", "Azul Duel, round 2: dealing"),
        ("round=5 phase=end", "Azul Duel, round 5: the game is over"),
        ("round=4 phase=pay row=3", "Azul Duel, round 4: player 1: pay chips for line 3, or don't"),
    ],
)
def test_the_headline_says_the_round_and_who_is_to_do_what(words: str, headline: str) -> None:
    state = RULEBOOK.parse_position(f"duel {words} board=5 board=5")
    assert RULEBOOK.text(state, "en").splitlines()[0] == headline


def test_free_spaces_are_small_letters() -> None:
    drawn = RULEBOOK.text(table(SHOWN, {"plates": "TRBSe", "lines": "-,BB,-,-,-,-"}), "en")
    assert "Azul Duel, round 1: player 1: take tiles, a plate or a chip" in drawn
    assert "Pile: 13 plates, on top: special" in drawn
    assert "  2         B B │ s r" in drawn


# ---------------------------------------------------------------- picture

SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_is_drawn_for_every_phase() -> None:
    for state in random_game(8, tablets="random"):
        picture = RULEBOOK.svg(state, "ru")
        assert picture.startswith("<svg")
        assert picture.endswith("</svg>")


def test_the_picture_shows_every_tile_and_every_space() -> None:
    svg = ElementTree.fromstring(RULEBOOK.svg(seen(TEXT, 1), "en"))
    uses = list(svg.iter(f"{SVG}use"))
    full = "".join(sorted(use.attrib["href"][-1] for use in uses if "opacity" not in use.attrib))
    faded = "".join(sorted(use.attrib["href"][-1] for use in uses if "opacity" in use.attrib))
    plates = "KSTR" + "SYBR" + "J" + "YSKR" + "TRBJ"
    assert full == "".join(sorted("BYRK" + "BY" + "BBK" + "TTT" + "YKTS" + "R" + plates))
    assert faded == "".join(sorted("YRJB" + "TYJK" + "STYB"))


def test_the_board_of_the_player_to_move_stands_out() -> None:
    assert RULEBOOK.svg(seen(TEXT, 1), "en").count('stroke-width="3"/>') == 1
    assert (
        RULEBOOK.svg(RULEBOOK.parse_position("duel phase=end round=5 board=0 board=0"), "en").count('width="3"/>') == 0
    )
