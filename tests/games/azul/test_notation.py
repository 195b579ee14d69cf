"""Texts of moves and deals, both ways; docs/notation.md describes them."""

import doctest
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejo.games.azul.rulebook import RULEBOOK
from azulejo.texts.errors import BadPosition, BadRecord, InvalidMove
from tests.games.azul.helpers import english_and_russian, new_table, position

move_text, parse_move = RULEBOOK.move_text, RULEBOOK.parse_move

# ---------------------------------------------------------------- moves


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("cb1", 0),
        ("cb-", 5),
        ("cy1", 6),
        ("cw-", 29),
        ("1b1", 30),
        ("3b4", (3 * 5 + 0) * 6 + 3),
        ("9w-", 299),
        ("w11", 300),
        ("w24", 300 + 5 + 3),
        ("w55", 324),
    ],
)
def test_a_move_is_source_colour_destination_or_a_cell_of_the_wall(text: str, code: int) -> None:
    assert move_text(code) == text
    assert parse_move(text) == code


def test_every_code_has_its_own_text_and_back() -> None:
    texts = [move_text(code) for code in range(RULEBOOK.move_codes)]
    assert len(set(texts)) == RULEBOOK.move_codes
    assert [parse_move(text) for text in texts] == list(range(RULEBOOK.move_codes))


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("3B4", "3b4"),
        (" cb4\n", "cb4"),
        ("CB4", "cb4"),
        ("W24", "w24"),
        ("3b–", "3b-"),
        ("3b−", "3b-"),
        ("3и4", "3b4"),
        ("сн5", "cy5"),
        ("СК2", "cr2"),
        ("1л-", "1k-"),
        ("ц24", "w24"),
    ],
)
def test_letter_case_dashes_and_the_russian_layout_do_not_matter(typed: str, text: str) -> None:
    assert move_text(parse_move(typed)) == text


@pytest.mark.parametrize(
    "text",
    ["", "3b", "3b6", "3b0", "0b1", "10b1", "3g4", "b34", "cb", "c-", "w", "w2", "w26", "w61", "w02", "3b44", "3 b 4"],
)
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(InvalidMove) as error:
        parse_move(text)
    english, russian = english_and_russian(error.value)
    assert english.startswith(f'"{text}" is not a move: write a source (1-9, c for the centre), a colour (b y r k w)')
    assert "as in 3b4" in english
    assert f"«{text}» — не ход" in russian


@given(st.text(max_size=4))
def test_whatever_is_typed_is_a_move_or_an_error(text: str) -> None:
    try:
        code = parse_move(text)
    except InvalidMove:
        return
    assert parse_move(move_text(code)) == code


@pytest.mark.parametrize("code", [-1, 325, 1000])
def test_other_numbers_are_no_codes(code: int) -> None:
    with pytest.raises(InvalidMove) as error:
        move_text(code)
    english, russian = english_and_russian(error.value)
    assert english == f"{code} is not a move code: codes go from 0 to 324"
    assert russian == f"{code} — не код хода: коды от 0 до 324"


# ---------------------------------------------------------------- deals

FIVE = ["BYRK", "WWBY", "RRRR", "KBKB", "YWYW"]


def test_a_deal_is_one_string_for_each_factory_in_the_order_drawn() -> None:
    state = new_table()
    drawn = RULEBOOK.parse_draw(state, FIVE)
    assert drawn == ["BYRKW".index(letter) for letter in "".join(FIVE)]
    assert RULEBOOK.draw_value(state, drawn) == FIVE


def test_a_short_deal_has_short_and_empty_strings() -> None:
    state = RULEBOOK.parse_position("azul phase=deal bag=B2 lid=K3 board=0 board=0")
    drawn = RULEBOOK.parse_draw(state, ["BBKK", "K", "", "", ""])
    assert drawn == [0, 0, 3, 3, 3, *[-1] * 15]
    assert RULEBOOK.draw_value(state, drawn) == ["BBKK", "K", "", "", ""]


@pytest.mark.parametrize("value", [None, "BYRK", {}, [], FIVE[:4], [*FIVE, "BYRK"], [*FIVE[:4], 4], [*FIVE[:4], None]])
def test_a_deal_of_another_shape(value: object) -> None:
    assert refused(new_table(), value) == (
        "a deal is a list of 5 texts, one for each factory",
        "раздача — это список из 5 строк, по одной на склад",
    )


@pytest.mark.parametrize("letters", ["BBBBB", "BBG", "byrk", "B B", "B-"])
def test_a_deal_with_other_letters(letters: str) -> None:
    assert refused(new_table(), ["BYRK", letters, "RRRR", "KBKB", "YWYW"]) == (
        f'factory 2 cannot get "{letters}": write up to four of the letters B Y R K W',
        f"на склад 2 нельзя положить «{letters}»: нужно не больше четырёх букв из B Y R K W",
    )


@pytest.mark.parametrize(
    ("bag", "lid", "value", "factory"),
    [
        ("B2", "Y18", ["BYYY", "YYYY", "YYYY", "YYYY", "YYYY"], 1),
        ("B3", "Y18", ["BBBB", "YYYY", "YYYY", "YYYY", "YYYY"], 1),
        ("B4", "Y18", ["BBBB", "YYBY", "YYYY", "YYYY", "YYYY"], 2),
        ("B4", "-", ["BBBB", "B", "", "", ""], 2),
    ],
    ids=["the bag comes first", "only the lid is left", "the bag is empty", "nothing is left"],
)
def test_a_deal_with_tiles_that_cannot_be_drawn(bag: str, lid: str, value: list[str], factory: int) -> None:
    state = RULEBOOK.parse_position(f"azul phase=deal bag={bag} lid={lid} board=0 board=0")
    english, russian = refused(state, value)
    wrong = "Y" if bag == "B2" else "B"
    assert english == f"factory {factory} cannot get {wrong}: there is no such tile left to draw"
    assert russian == f"на склад {factory} нельзя положить {wrong}: таких плиток не осталось"


@pytest.mark.parametrize(
    ("bag", "lid", "value"),
    [
        ("B8", "-", ["BBB", "BBBB", "B", "", ""]),
        ("B3", "Y1", ["BBB", "Y", "", "", ""]),
        ("B4", "-", ["", "BBBB", "", "", ""]),
    ],
)
def test_a_deal_that_stops_while_tiles_are_left(bag: str, lid: str, value: list[str]) -> None:
    state = RULEBOOK.parse_position(f"azul phase=deal bag={bag} lid={lid} board=0 board=0")
    assert refused(state, value) == (
        f'factory 1 gets only "{value[0]}" although there are tiles left to draw',
        f"на склад 1 положено только «{value[0]}», хотя плитки ещё остались",
    )


def test_a_refused_deal_changes_nothing() -> None:
    state = position("azul phase=deal bag=B2 lid=B18Y20R20K20W20 board=0 board=0")
    before = state.tobytes()
    refused(state, ["BYYY", "YYYY", "YYYY", "YYYY", "YYYY"])
    assert state.tobytes() == before


def refused(state: object, value: object) -> tuple[str, str]:
    """Return why a deal is refused, in both languages."""
    with pytest.raises(BadRecord) as error:
        RULEBOOK.parse_draw(state, value)
    return english_and_russian(error.value)


# ---------------------------------------------------------------- docs/notation.md


def test_the_examples_of_the_notation_page(root: Path) -> None:
    """Its Python gives what it says."""
    failed, tried = doctest.testfile(
        str(root / "docs" / "notation.md"),
        module_relative=False,
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE,
        encoding="utf-8",
    )
    assert failed == 0
    assert tried >= 9


def test_the_positions_of_the_notation_page(root: Path) -> None:
    """All of them can occur, and their words are those of the table."""
    page = (root / "docs" / "notation.md").read_text(encoding="utf-8")
    chapter = page.split("\n## Classic Azul")[1].split("\n## ")[0]
    texts = re.findall(r"^\|.*\| `(azul .*board=.*)` \|$", chapter, re.M) + re.findall(
        r"^azul .*board=.*$", chapter, re.M
    )
    assert len(texts) == 7
    for text in texts:
        position(text)
    table = re.findall(r"^\| `(\w+)` \|", chapter.split("if left out |")[1], re.M)
    with pytest.raises(BadPosition) as error:
        RULEBOOK.parse_position("azul nonsense=1")
    assert sorted(table) == sorted(error.value.message.values["values"])
