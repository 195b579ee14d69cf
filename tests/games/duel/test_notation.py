"""Texts of moves and draws."""

import pytest

from azulejo.games.duel.moves import (
    DrawPlate,
    Enough,
    KeepPlate,
    LayTile,
    Parts,
    Pass,
    PayChip,
    PlacePlate,
    PutOnLine,
    ReturnPlate,
    StackTiles,
    TakeChip,
    TakeFromMoons,
    TakeFromSun,
    TakePlate,
)
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.texts.errors import BadRecord, InvalidMove
from tests.games.duel.helpers import new_table, table

MOVES: dict[str, Parts] = {
    "lb": TakeFromSun("l", "B"),
    "4t": TakeFromSun("4", "T"),
    "mk": TakeFromMoons("K"),
    "p3": TakePlate(3),
    "d": DrawPlate(),
    "c2": TakeChip("2"),
    "pass": Pass(),
    "6": PutOnLine(6),
    "-": PutOnLine(None),
    ".": Enough(),
    "cbr": PayChip("BR"),
    "k15": KeepPlate(15),
    "u2": ReturnPlate(2),
    "9w": PlacePlate(9, "w"),
    "66": LayTile(6, 6),
    "sky": StackTiles(("K", "Y")),
    "skyr": StackTiles(("K", "Y", "R")),
}


@pytest.mark.parametrize(("text", "said"), MOVES.items(), ids=list(MOVES))
def test_a_move_is_written_as_it_is_typed_and_taken_apart(text: str, said: Parts) -> None:
    code = RULEBOOK.parse_move(text)
    assert RULEBOOK.move_text(code) == text
    assert RULEBOOK.parts(code) == said
    assert RULEBOOK.code_of(said) == code


def test_a_pair_chip_can_be_typed_in_either_order() -> None:
    assert RULEBOOK.parse_move("crb") == RULEBOOK.parse_move("CBR") == RULEBOOK.parse_move("сик")


def test_moves_can_be_typed_on_russian_keys() -> None:
    assert RULEBOOK.parse_move("дИ") == RULEBOOK.parse_move("lb")
    assert RULEBOOK.parse_move("ю") == RULEBOOK.parse_move(".")


@pytest.mark.parametrize(
    "text", ["", "0b", "5b", "l", "m", "7", "p4", "c5", "k0", "k16", "67", "5x", "s", "sb", "sbbbb", "cby"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidMove, match="is not a move"):
        RULEBOOK.parse_move(text)


def test_there_are_few_codes() -> None:
    assert RULEBOOK.move_codes == 309
    assert len({RULEBOOK.move_text(code) for code in range(309)}) == 309


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({"display": ["YKTS", "JBTK"], "top": "joker"}, "list of 3 texts"),
        ({"display": ["YKTS", "JBTK", "YKTS"], "top": "joker"}, "cannot come up"),
        ({"display": ["YKTS", "JBTK", "KTYS"], "top": "joker"}, "is no plate"),
        ({"display": ["YKTS", "JBTK", "STYB"]}, "must say the type"),
        ({"display": ["YKTS", "JBTK", "STYB"], "top": "blue"}, "no type of plate"),
        ({"tiles": []}, 'an object with "display"'),
        (["YKTS"], 'an object with "display"'),
        (None, 'an object with "display"'),
    ],
)
def test_draws_that_cannot_be_are_refused(value: object, problem: str) -> None:
    with pytest.raises(BadRecord, match=problem) as found:
        RULEBOOK.parse_draw(new_table(), value)
    assert found.value.text("ru") != found.value.text("en")


def test_chips_are_drawn_for_the_factories_that_were_emptied() -> None:
    state = table("phase=chips picked=KK moons=-,-,Y,-,- chips=?,?,?,T", {}, {})
    assert RULEBOOK.parse_draw(state, {"chips": {"1": "KB", "3": "KB"}}) == [9, 9]
    for value, problem in (
        ({"1": "KB"}, "these factories: 1, 3"),
        ({"1": "KB", "2": "KB"}, "these factories: 1, 3"),
        ({"1": "KB", "3": "BK"}, "is no bonus chip"),
        ({"1": "T", "3": "T"}, "no chip T is left"),
    ):
        with pytest.raises(BadRecord, match=problem):
            RULEBOOK.parse_draw(state, {"chips": value})


def test_tablets_are_drawn_in_order() -> None:
    state = new_table(tablets="random")
    assert RULEBOOK.parse_draw(state, {"tablets": ["1A", "3B", "4A"]}) == [0, 5, 6]
    for tablets in (["3B", "1A", "4A"], ["1A", "1B", "2A"], ["1A", "2A", "5A"]):
        with pytest.raises(BadRecord, match="different tablets"):
            RULEBOOK.parse_draw(state, {"tablets": tablets})


def test_a_definite_plate_can_only_be_drawn_as_what_it_is() -> None:
    words = "round=4 phase=look turn=0 suns=-,BYRK,-,-,- chips=?,-,-,- display=YKTS,-,- drawn=TRBS:1,S pile=J"
    state = table(words, {"taken": "1", "tokens": "1"}, {"taken": "2", "tokens": "2"}, mixed=True)
    with pytest.raises(BadRecord, match="cannot come up here"):
        RULEBOOK.parse_draw(state, {"plates": ["YSKR", "TRBS"]})
    with pytest.raises(BadRecord, match="cannot come up here"):
        RULEBOOK.parse_draw(state, {"plates": ["TRBS", "TRBJ"]})
