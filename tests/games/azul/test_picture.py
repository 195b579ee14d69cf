"""The table drawn with characters and as a picture."""

from xml.etree import ElementTree

import pytest

from azulejo.games.azul.rulebook import RULEBOOK
from tests.games.azul.helpers import TABLES, new_table, position

TEXT = (
    "azul turn=1 factories=BBKW,YRRR centre=YK lid=B2 board=12/B,YY,-,KKK,-/....W,WB...,.....,....Y,...../*RR board=1"
)

ENGLISH = """
Azul, coloured wall, round 1: player 2 to move

Factories  1 BBKW  2 YRRR  3 ····  4 ····  5 ····
Centre  c YK
Bag  B14 Y15 R15 K15 W17   Lid  B2 Y0 R0 K0 W0

  Player 1: 12 points ◆                ▶ Player 2: 1 point
  1         B │ b y r k W                1         · │ b y r k w
  2       Y Y │ W B y r k                2       · · │ w b y r k
  3     · · · │ k w b y r                3     · · · │ k w b y r
  4   · K K K │ r k w b Y                4   · · · · │ r k w b y
  5 · · · · · │ y r k w b                5 · · · · · │ y r k w b
  - ◆-1 R-1 R-2 ·-2 ·-2 ·-3 ·-3          - ·-1 ·-1 ·-2 ·-2 ·-2 ·-3 ·-3
"""

GREY = """
Азул, серая стена, раунд 4: игрок 3 выкладывает плитку с линии 2

Склады  1 ····  2 ····  3 ····  4 ····  5 ····  6 ····  7 ····
Центр  c ◆
Мешочек  B20 Y18 R20 K18 W20   Крышка  B0 Y0 R0 K0 W0

  Игрок 1: 12 очков                      Игрок 2: 0 очков
  1         · │ Y · · · ·                1         · │ · · · · ·
  2       · · │ · · · · ·                2       · · │ · · · · ·
  3     · · · │ · · · · ·                3     · · · │ · · · · ·
  4   · · · · │ · · · · Y                4   · · · · │ · · · · ·
  5 · · · · · │ · · · · ·                5 · · · · · │ · · · · ·
  - ·-1 ·-1 ·-2 ·-2 ·-2 ·-3 ·-3          - ·-1 ·-1 ·-2 ·-2 ·-2 ·-3 ·-3

▶ Игрок 3: 3 очка
  1         · │ · · · · ·
  2       K K │ · · · · ·
  3     · · · │ · · · · ·
  4   · · · · │ · · · · ·
  5 · · · · · │ · · · · ·
  - ·-1 ·-1 ·-2 ·-2 ·-2 ·-3 ·-3
"""

GREY_TEXT = (
    "azul wall=grey round=4 phase=tiling turn=2 row=2 "
    "board=12/-/Y....,.....,.....,....Y,..... board=0 board=3/-,KK,-,-,-"
)


def test_a_coloured_table_in_english() -> None:
    assert RULEBOOK.text(position(TEXT), "en") == ENGLISH.strip("\n")


def test_a_grey_table_in_russian() -> None:
    assert RULEBOOK.text(position(GREY_TEXT), "ru") == GREY.strip("\n")


@pytest.mark.parametrize(
    ("text", "english", "russian"),
    [
        (
            "azul phase=deal round=3 board=0 board=0",
            "dealing the next round",
            "новая раздача",
        ),
        ("azul phase=end round=3 idle=10 board=0 board=0", "the game is over", "партия окончена"),
    ],
)
def test_between_rounds_and_at_the_end_nobody_is_to_move(text: str, english: str, russian: str) -> None:
    drawn = RULEBOOK.text(position(text), "en")
    assert drawn.splitlines()[0] == f"Azul, coloured wall, round 3: {english}"
    assert "▶" not in drawn
    assert RULEBOOK.text(position(text), "ru").splitlines()[0] == f"Азул, цветная стена, раунд 3: {russian}"


# ---------------------------------------------------------------- picture

SVG = "{http://www.w3.org/2000/svg}"


def picture(text: str, lang: str = "en") -> ElementTree.Element:
    """Return the picture of a typed position."""
    return ElementTree.fromstring(RULEBOOK.svg(position(text), lang))


def tiles_shown(svg: ElementTree.Element, faded: bool = False) -> str:
    """Return the letters of the tiles in a picture, sorted."""
    shown = [use.attrib["href"][-1] for use in svg.iter(f"{SVG}use") if ("opacity" in use.attrib) == faded]
    return "".join(sorted(shown, key="BYRKW".index))


def texts(svg: ElementTree.Element) -> list[str]:
    """Return everything that is written in a picture."""
    return [text.text or "" for text in svg.iter(f"{SVG}text")]


def test_the_picture_shows_every_tile() -> None:
    """On factories and boards each one, in the centre one of each colour with its number."""
    svg = picture(TEXT)
    assert tiles_shown(svg) == "".join(sorted("BBKWYRRR" + "YK" + "BYYKKK" + "WWBY" + "RR", key="BYRKW".index))
    assert [text for text in texts(svg) if text.startswith("×")] == ["×1", "×1"]


def test_the_picture_shows_the_free_cells_of_a_coloured_wall_faded() -> None:
    assert len(tiles_shown(picture(TEXT), faded=True)) == 50 - 4
    assert tiles_shown(picture(GREY_TEXT), faded=True) == ""


def test_the_picture_says_what_the_table_says() -> None:
    svg = picture(TEXT, "ru")
    title = svg.find(f"{SVG}title")
    assert title is not None
    assert title.text == "Азул, цветная стена, раунд 1: ходит игрок 2"
    assert {"Игрок 1: 12 очков", "Игрок 2: 1 очко", "Центр", "Мешочек: B 14  Y 15  R 15  K 15  W 17"} <= set(texts(svg))


@pytest.mark.parametrize(
    ("text", "markers"),
    [
        ("azul factories=B board=0 board=0", 1),
        ("azul factories=B board=0 board=0/-/-/*", 1),
        ("azul factories=B marker=0 board=0/-/-/KKKKKKK board=0", 0),
    ],
)
def test_the_picture_shows_the_marker_where_it_lies(text: str, markers: int) -> None:
    assert len([said for said in picture(text).iter(f"{SVG}g") if "Z" in _path(said)]) == markers


def _path(group: ElementTree.Element) -> str:
    """Return the outline of a group whose second part is the number on the marker."""
    parts = list(group)
    return parts[0].attrib.get("d", "") if len(parts) == 2 and parts[1].text == "1" else ""


def test_the_board_of_the_player_to_move_stands_out() -> None:
    assert RULEBOOK.svg(position(TEXT), "en").count('stroke-width="3"/>') == 1
    assert RULEBOOK.svg(new_table(), "en").count('stroke-width="3"/>') == 0


@pytest.mark.parametrize(("seats", "wall"), TABLES)
def test_everything_is_inside_the_picture(seats: int, wall: str) -> None:
    svg = ElementTree.fromstring(RULEBOOK.svg(new_table(seats, wall), "en"))
    width, height = float(svg.attrib["width"]), float(svg.attrib["height"])
    boards = [group.attrib["transform"] for group in svg if group.tag == f"{SVG}g"]
    corners = [tuple(map(float, text.removeprefix("translate(").removesuffix(")").split())) for text in boards]
    assert len(corners) == 1 + seats, "the marker in the centre, and the boards"
    frames = [rect for rect in svg.iter(f"{SVG}rect") if rect.attrib.get("rx") == "8"]
    for (x, y), frame in zip(corners[1:], frames, strict=True):
        assert x + float(frame.attrib["x"]) + float(frame.attrib["width"]) <= width
        assert y + float(frame.attrib["height"]) <= height
    circles = list(svg.iter(f"{SVG}circle"))
    factories = [circle for circle in circles if circle.attrib["r"] == "44"]
    assert len(factories) == 2 * seats + 1
    assert max(float(circle.attrib["cy"]) + 44 for circle in factories) <= min(y for _, y in corners[1:])
