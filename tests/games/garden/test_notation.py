"""Texts of moves, draws and positions, and what is said when they are wrong."""

import pytest

from azulejo.games.garden.invariants import Status
from azulejo.games.garden.moves import Buy, ChooseSpace, Copy, Done, Give, Parts, Pass, PlacePiece, Take
from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.state import Player, State
from azulejo.texts.errors import BadPosition, BadRecord, InvalidMove
from tests.games.garden.helpers import TABLES, after, position, random_game, word, words

MOVES = {
    "tb": 0,
    "tm": 5,
    "t1": 6,
    "t6": 11,
    "f0": 12,
    "f8": 20,
    "b1": 21,
    "m6": 56,
    "eb1": 57,
    "em6": 92,
    "buy": 93,
    "pass": 94,
    "01": 95,
    "10": 101,
    "66": 142,
    "db1": 143,
    "deb1": 179,
    "dj": 215,
    "done": 216,
}


@pytest.mark.parametrize(("text", "code"), MOVES.items())
def test_the_text_of_a_move_and_its_code(text: str, code: int) -> None:
    assert RULEBOOK.move_text(code) == text
    assert RULEBOOK.parse_move(f" {text.upper()} ") == code


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tb", Take("b")),
        ("t6", Take("6")),
        ("f0", Copy("f0")),
        ("b1", PlacePiece("b1", expansion=False)),
        ("em6", PlacePiece("m6", expansion=True)),
        ("buy", Buy()),
        ("pass", Pass()),
        ("14", ChooseSpace("14")),
        ("db3", Give("b3", expansion=False)),
        ("deb3", Give("b3", expansion=True)),
        ("dj", Give(None, expansion=False)),
        ("done", Done()),
    ],
)
def test_the_parts_of_a_move(text: str, said: Parts) -> None:
    code = RULEBOOK.parse_move(text)
    assert RULEBOOK.parts(code) == said
    assert RULEBOOK.code_of(said) == code


def test_moves_typed_on_russian_keys() -> None:
    typed = {"ез": "tp", "уи3": "eb3", "зфыы": "pass", "вуи3": "deb3", "вщту": "done", "игн": "buy"}
    assert {keys: RULEBOOK.move_text(RULEBOOK.parse_move(keys)) for keys in typed} == typed


@pytest.mark.parametrize(
    "text", ["", "00", "07", "70", "t7", "tx", "f9", "b7", "b0", "x3", "ej", "j", "d", "d1", "passs"]
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(InvalidMove, match="is not a move"):
        RULEBOOK.parse_move(text)


# ---------------------------------------------------------------- positions


@pytest.mark.parametrize(("seats", "side"), TABLES)
def test_positions_are_read_as_they_are_written(seats: int, side: str) -> None:
    for state, _ in random_game(seats, side, 7, eager=True):
        text = RULEBOOK.position_text(state)
        assert RULEBOOK.parse_position(text).tobytes() == state.tobytes(), text


def test_a_short_position_takes_the_usual_values() -> None:
    state = position("garden top=b1b2 aside=g1,ey5,- garden=15/3/b3 garden=20")
    assert words(state, "side", "round", "phase", "turn", "start", "marker") == (
        "side=standard round=1 phase=turn turn=0 start=0 marker=display"
    )
    assert words(state, "stack", "supply") == "stack=2 supply=17"
    assert word(state, "unseen").count("5") == 5
    assert word(state, "bag").startswith("b112233444555666g11222")


def test_hexes_may_be_written_one_by_one() -> None:
    one_by_one = RULEBOOK.parse_position("garden top=b1b1b3y5 garden=15 garden=15")
    assert one_by_one.tobytes() == RULEBOOK.parse_position("garden top=b113y5 garden=15 garden=15").tobytes()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("azul garden=1 garden=1", "begins with the word garden"),
        ("garden", "0 garden="),
        ("garden garden=1", "1 garden="),
        ("garden garden=1 garden=1 walls=3", '"walls=3" is not part'),
        ("garden garden=1 garden=1 top", '"top" is not part'),
        ("garden top=- top=- garden=1 garden=1", "top= is given twice"),
        ("garden round=5 garden=1 garden=1", "round must be a whole number from 1 to 4"),
        ("garden turn=2 garden=1 garden=1", "turn must be a whole number from 0 to 1"),
        ("garden passed=x garden=1 garden=1", "passed must be a whole number"),
        ("garden phase=tea garden=1 garden=1", "phase is one of turn, copy"),
        ("garden by=luck garden=1 garden=1", "by is one of any, colour, pattern"),
        ("garden side=back garden=1 garden=1", '"back" is no side'),
        ("garden side={} garden=1 garden=1", "is no scoring board"),
        ("garden top=b7 garden=1 garden=1", '"b7" are no hexes'),
        ("garden top=b1111 garden=1 garden=1", '"b1111" are no hexes'),
        ("garden top=b1b2b3b4b5 garden=1 garden=1", "at most four tiles"),
        ("garden aside=b1,b2,b3,b4,b5,b6 garden=1 garden=1", "6 expansions lie aside, but a stack has 5"),
        ("garden unseen=b11 garden=1 garden=1", "only once"),
        ("garden piece=j garden=1 garden=1", "is no piece"),
        ("garden space=00 garden=1 garden=1", "is no part of a garden"),
        ("garden garden=1/2/-/-/-/- garden=1", "is no garden"),
        ("garden garden=x garden=1", "score must be a whole number"),
        ("garden garden=1/0/-/-/b3 garden=1", "is no part of a garden"),
        ("garden garden=1/0/-/-/14b3 garden=1", '"14b3" has no place'),
        ("garden garden=1/0/-/-/01b3,01b4 garden=1", '"01b4" has no place'),
        ("garden garden=1/0/-/-/14 garden=1", '"14" has no place'),
        ("garden garden=1/0/-/-/10eb3 garden=1", '"10eb3" has no place'),
        ("garden garden=1/0/-/-/10,14eb3 garden=1", '"14eb3" has no place'),
    ],
)
def test_what_is_no_position(text: str, problem: str) -> None:
    with pytest.raises(BadPosition) as refused:
        RULEBOOK.parse_position(text)
    assert problem in str(refused.value)
    assert refused.value.text("ru") != refused.value.text("en")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("garden bag=b1 garden=15 garden=15", Status.TILES),
        ("garden garden=15/0/b111 garden=15/0/b1", Status.TILES),
        ("garden supply=3 garden=15 garden=15", Status.EXPANSIONS),
        ("garden unseen=b123 garden=15/0/-/b1 garden=15", Status.EXPANSIONS),
        ("garden top=m1 aside=eb1 garden=15/0/-/b1 garden=15", Status.EXPANSIONS),
        ("garden top=m1 aside=eb1,eb1 garden=15 garden=15", Status.EXPANSIONS),
        ("garden garden=15/0/-/-/14eb1 garden=15/0/-/-/14eb1", Status.EXPANSIONS),
        ("garden top=m1 aside=e? garden=15 garden=15", Status.DISPLAY),
        ("garden phase=face top=m1 garden=15 garden=15", Status.DISPLAY),
        ("garden phase=refill top=m1 garden=15 garden=15", Status.DISPLAY),
        ("garden stack=3 garden=15 garden=15", Status.DISPLAY),
        ("garden stack=4 top=m1 aside=b1,b2 garden=15 garden=15", Status.DISPLAY),
        ("garden garden=15/0/-/-/01b1,02b1 garden=15", Status.GROUPS),
        ("garden garden=15/0/-/-/01b1,02b2,03b1 garden=15", Status.GROUPS),
        ("garden garden=15/13 garden=15", Status.STORAGE),
        ("garden garden=15/0/-/b1b2b3 garden=15", Status.STORAGE),
        ("garden marker=0 garden=15 garden=15", Status.MARKER),
        ("garden passed=0 marker=1 turn=1 garden=15 garden=15", Status.MARKER),
        ("garden passed=0 garden=15 garden=15", Status.MARKER),
        ("garden phase=end garden=15 garden=15", Status.MARKER),
        ("garden phase=copy wanted=b1 top=b1 garden=15 garden=15", Status.DECISION),
        ("garden phase=copy top=b1 garden=15 garden=15", Status.DECISION),
        ("garden phase=space piece=b1 top=m1 garden=15 garden=15", Status.DECISION),
        ("garden phase=space piece=b6 top=m1 garden=15/0/b6 garden=15", Status.DECISION),
        ("garden phase=space piece=supply top=m1 garden=5 garden=15", Status.DECISION),
        ("garden phase=payment piece=b3 space=01 owed=2 top=m1 garden=15/3/b1 garden=15", Status.DECISION),
        ("garden phase=payment piece=b3 space=01 owed=3 top=m1 garden=15/3/b1/-/01b3 garden=15", Status.DECISION),
        ("garden phase=payment piece=b3 space=01 owed=2 top=m1 garden=15/2/-/-/01b3 garden=15", Status.DECISION),
        ("garden phase=discard top=m1 garden=15/3 garden=15", Status.DECISION),
        ("garden piece=b2 top=m1 garden=15 garden=15", Status.DECISION),
        ("garden space=01 top=m1 garden=15 garden=15", Status.DECISION),
        ("garden owed=1 top=m1 garden=15 garden=15", Status.DECISION),
        ("garden least=b2 top=m1 garden=15 garden=15", Status.DECISION),
        ("garden wanted=b1 top=b1 garden=15 garden=15", Status.DECISION),
    ],
)
def test_what_cannot_occur(text: str, wrong: Status) -> None:
    assert RULEBOOK.status(RULEBOOK.parse_position(text)) == wrong


def test_damaged_records_are_noticed() -> None:
    """What is kept for speed, or out of any range, cannot be typed; so it is damaged here."""

    def wrong(**fields: int) -> int:
        state: State = position("garden top=b1 aside=g1 garden=15/0/b2/-/14eb3,01b1 garden=15")
        for name, value in fields.items():
            owner = state.players[0] if name in (Player.dtype.names or ()) else state
            setattr(owner, name, value)
        return int(RULEBOOK.status(state))

    assert wrong() == 0
    for fields in ({"turn": 2}, {"start": -1}, {"round_number": 0}, {"stack": 6}, {"side": 3}, {"passed": 4}):
        assert wrong(**fields) == Status.TURN
    assert wrong(offered_tiles=0) == Status.MASKS
    assert wrong(offered_faces=1) == Status.MASKS
    assert wrong(twice=1) == Status.MASKS
    assert wrong(vacant=0) == Status.MASKS
    assert wrong(printed=2) & Status.GARDEN
    assert wrong(built=0) & Status.GARDEN
    assert wrong(expansions=1 << 36) == Status.MASKS
    assert wrong(score=-1) == Status.SCORE
    assert wrong(unseen=1 << 36) == Status.EXPANSIONS


# ---------------------------------------------------------------- draws


def test_a_draw_as_a_record_has_it() -> None:
    state = after("garden top=b1y1 garden=15 garden=15", "tb")
    assert RULEBOOK.parse_draw(state, ["b3", "m6", "b3", "g1"]) == [2, 35, 2, 6]
    assert RULEBOOK.draw_value(state, [2, 35, 2, 6]) == ["b3", "m6", "b3", "g1"]
    state = after("garden top=y1 aside=b1 garden=15 garden=15", "tb")
    assert RULEBOOK.parse_draw(state, "eg2") == [7]
    assert RULEBOOK.draw_value(state, [7]) == "eg2"


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (["b3"], "4 tiles are laid"),
        ("eb3", "4 tiles are laid"),
        (["b3", "b3", "b3", "b3"], "no b3 is left"),
        (["b3", "b3", "b3", "red"], "red is no tile"),
        (["b3", "b3", "b3", 3], "3 is no tile"),
    ],
)
def test_tiles_that_cannot_be_drawn(value: object, problem: str) -> None:
    state = after("garden top=b1y1 garden=15 garden=15", "tb")
    with pytest.raises(BadRecord) as refused:
        RULEBOOK.parse_draw(state, value)
    assert problem in str(refused.value)


@pytest.mark.parametrize(("value", "problem"), [("b3", "as in eb3"), (["eb3"], "as in eb3"), ("em6", "already seen")])
def test_faces_that_cannot_be_drawn(value: object, problem: str) -> None:
    state = after("garden top=y1 aside=b1,em6 garden=15 garden=15", "tb")
    with pytest.raises(BadRecord) as refused:
        RULEBOOK.parse_draw(state, value)
    assert problem in str(refused.value)
