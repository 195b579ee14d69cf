"""Positions as text: what may be left out, what is refused, and that nothing is lost on the way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejo.games.azul.rulebook import RULEBOOK
from azulejo.texts import catalogue
from azulejo.texts.errors import BadPosition
from tests.games.azul.helpers import TABLES, board, english_and_russian, new_table, random_game, word, words

parse, text_of = RULEBOOK.parse_position, RULEBOOK.position_text

FULL = (
    "azul wall=grey round=3 phase=tiling turn=1 start=0 marker=0 idle=2 row=4 laid=1 "
    "factories=-,-,-,-,- centre=- bag=B16Y19R18K15W18 lid=B2K1 "
    "board=17/-,Y,-,-,-/B....,.....,..R..,.....,...../*R board=4/-,-,-,KKKK,-/.....,.....,.....,.....,...../BWW"
)


def test_a_full_text() -> None:
    state = parse(FULL)
    assert text_of(state) == FULL
    assert RULEBOOK.status(state) == 0


def test_only_the_boards_are_needed() -> None:
    assert text_of(parse("azul board=12 board=0 board=3")) == (
        "azul wall=coloured round=1 phase=offer turn=0 start=0 marker=centre idle=0 "
        "factories=-,-,-,-,-,-,- centre=- bag=B20Y20R20K20W20 lid=- "
        "board=12/-,-,-,-,-/.....,.....,.....,.....,...../- "
        "board=0/-,-,-,-,-/.....,.....,.....,.....,...../- "
        "board=3/-,-,-,-,-/.....,.....,.....,.....,...../-"
    )


def test_the_start_is_the_turn_unless_given() -> None:
    assert words(parse("azul turn=1 board=0 board=0"), "turn", "start") == "turn=1 start=1"
    assert words(parse("azul turn=1 start=0 board=0 board=0"), "turn", "start") == "turn=1 start=0"


def test_the_bag_holds_what_is_nowhere_else_unless_given() -> None:
    text = "azul factories=BBYK centre=W lid=B3Y1 board=0/-,-,R,-,-/B....,.....,.....,.....,...../RR board=0/-/-/*K"
    assert word(parse(text), "bag") == "B14Y18R17K18W19"
    assert word(parse(f"{text} bag=B1"), "bag") == "B1"


def test_the_bag_is_never_less_than_empty() -> None:
    assert word(parse("azul lid=B20Y20R20K20W20 centre=B3 board=0 board=0"), "bag") == "-"


def test_the_marker_on_a_floor_is_held_there() -> None:
    assert words(parse("azul board=0 board=0/-/-/*"), "marker") == "marker=1"
    assert words(parse("azul marker=1 board=0 board=0/-/-/*"), "marker") == "marker=1"


def test_a_marker_may_be_held_without_lying_on_the_floor() -> None:
    state = parse("azul factories=B marker=1 board=0 board=0/-/-/KKKKKKK")
    assert RULEBOOK.status(state) == 0
    assert words(state, "marker") == "marker=1"
    assert board(state, 1).endswith("/KKKKKKK")


def test_tiles_may_be_spelled_or_counted() -> None:
    spelled = parse("azul centre=BBKKK lid=Y board=0/-/-/RRW board=0")
    counted = parse("azul centre=K2B2K lid=Y1 board=0/-/-/WR2 board=0")
    assert spelled.tobytes() == counted.tobytes()


def test_words_come_in_any_order() -> None:
    first = parse("azul turn=1 factories=BBKK lid=Y3 wall=grey board=0 board=5")
    second = parse("azul board=0 wall=grey lid=Y3 board=5 factories=BBKK turn=1")
    assert first.tobytes() == second.tobytes()


def test_a_board_may_be_cut_short_from_the_right() -> None:
    full = parse("azul board=5/-,RR,-,-,-/-/- board=5/-/-/- board=0")
    short = parse("azul board=5/-,RR,-,-,- board=5 board=0/-")
    assert full.tobytes() == short.tobytes()


def test_a_typed_position_is_the_one_that_was_played() -> None:
    state = new_table(3, "grey", start=2)
    typed = parse("azul wall=grey phase=deal round=0 turn=2 board=0 board=0 board=0")
    assert typed.tobytes() == state.tobytes()


@pytest.mark.parametrize(("seats", "wall"), TABLES)
def test_nothing_is_lost_in_any_position_of_a_game(seats: int, wall: str) -> None:
    phases = set()
    for state, _ in random_game(seats, wall, seed=3):
        text = text_of(state)
        assert parse(text).tobytes() == state.tobytes(), text
        assert text_of(parse(text)) == text
        phases.add(word(state, "phase"))
    assert phases == {"offer", "deal", "end"} | ({"tiling"} if wall == "grey" else set())


# ---------------------------------------------------------------- any position that can be typed

tiles_ = st.text("BYRKW", max_size=7).map(lambda letters: "".join(sorted(letters, key="BYRKW".index)) or "-")
rows = st.text("BYRKW.", min_size=5, max_size=5)
lines = st.tuples(
    *(
        st.builds(lambda letter, count: letter * count or "-", st.sampled_from("BYRKW"), st.integers(0, row))
        for row in range(1, 6)
    )
)
boards = st.builds(
    lambda score, lines, wall, floor: f"{score}/{','.join(lines)}/{','.join(wall)}/{floor}",
    st.integers(0, 300),
    lines,
    st.tuples(rows, rows, rows, rows, rows),
    tiles_,
)


@st.composite
def typed(draw: st.DrawFn) -> str:
    """Return the full text of a position, most of which cannot occur."""
    players = draw(st.lists(boards, min_size=2, max_size=4))
    seat = st.integers(0, len(players) - 1)
    phase = draw(st.sampled_from(["offer", "tiling", "deal", "end"]))
    factories = ",".join(draw(tiles_) for _ in range(2 * len(players) + 1))
    bag = "".join(f"{letter}{count}" for letter in "BYRKW" if (count := draw(st.integers(0, 20)))) or "-"
    tiling = f"row={draw(st.integers(1, 5))} laid={draw(st.integers(0, 1))} " if phase == "tiling" else ""
    return (
        f"azul wall={draw(st.sampled_from(['coloured', 'grey']))} round={draw(st.integers(0, 900))} phase={phase} "
        f"turn={draw(seat)} start={draw(seat)} marker={draw(st.one_of(st.just('centre'), seat))} "
        f"idle={draw(st.integers(0, 10))} {tiling}factories={factories} centre={draw(tiles_)} bag={bag} lid=- "
        + " ".join(f"board={player}" for player in players)
    )


@given(typed())
def test_text_and_position_are_the_same_thing(text: str) -> None:
    state = parse(text)
    assert text_of(state) == text
    assert parse(text_of(state)).tobytes() == state.tobytes()
    RULEBOOK.status(state)


# ---------------------------------------------------------------- what is refused

SHARED = ("start", "word", "twice", "number", "choice", "tiles")
"""What the texts of all games may have wrong."""

REFUSED = [
    ("", "position_start", 'a position begins with the word azul, not ""'),
    ("duel board=0 board=0", "position_start", 'a position begins with the word azul, not "duel"'),
    (
        "azul board=0 board=0 turm=1",
        "position_word",
        '"turm=1" is not part of a position: write name=value, where the name is one of board, wall, round, phase, '
        "turn, start, marker, idle, row, laid, factories, centre, bag, lid",
    ),
    ("azul board=0 board=0 turn", "position_word", '"turn" is not part of a position: write name=value, where'),
    ("azul turn=0 turn=0 board=0 board=0", "position_twice", "turn= is given twice"),
    ("azul", "position_boards", "there are 0 board=, but a game has 2, 3 or 4"),
    ("azul board=0", "position_boards", "there is 1 board=, but a game has 2, 3 or 4"),
    ("azul" + " board=0" * 5, "position_boards", "there are 5 board=, but a game has 2, 3 or 4"),
    ("azul board=0 board=0 turn=2", "position_number", 'turn must be a whole number from 0 to 1, not "2"'),
    ("azul board=0 board=0 start=2", "position_number", 'start must be a whole number from 0 to 1, not "2"'),
    ("azul board=0 board=0 turn=-1", "position_number", 'turn must be a whole number from 0 to 1, not "-1"'),
    ("azul board=0 board=0 marker=3", "position_number", 'marker must be a whole number from 0 to 1, not "3"'),
    ("azul board=0 board=0 round=x", "position_number", 'round must be a whole number from 0 to 10000, not "x"'),
    ("azul board=0 board=0 round=10001", "position_number", "round must be a whole number from 0 to 10000"),
    ("azul board=0 board=0 idle=11", "position_number", 'idle must be a whole number from 0 to 10, not "11"'),
    ("azul board=0 board=0 laid=2", "position_number", 'laid must be a whole number from 0 to 1, not "2"'),
    ("azul board=0 board=0 row=6", "position_number", 'row must be a whole number from 1 to 5, not "6"'),
    ("azul board=0 board=0 row=0", "position_number", 'row must be a whole number from 1 to 5, not "0"'),
    ("azul board=-3 board=0", "position_number", 'score must be a whole number from 0 to 1000, not "-3"'),
    ("azul board=1001 board=0", "position_number", 'score must be a whole number from 0 to 1000, not "1001"'),
    ("azul board=² board=0", "position_number", 'score must be a whole number from 0 to 1000, not "²"'),
    (
        "azul board=0 board=0 centre=BG",
        "position_tiles",
        '"BG" does not name tiles: write letters of B Y R K W, such as BBK or B2K, up to 20 of a colour, or - for none',
    ),
    ("azul board=0 board=0 centre=", "position_tiles", '"" does not name tiles'),
    ("azul board=0 board=0 bag=B21", "position_tiles", '"B21" does not name tiles'),
    ("azul board=0 board=0 lid=B19BB", "position_tiles", '"B19BB" does not name tiles'),
    ("azul board=0 board=0 factories=BBKK,,YYRR", "position_tiles", '"" does not name tiles'),
    ("azul board=0/-/-/K* board=0", "position_tiles", '"K*" does not name tiles'),
    ("azul board=0/-/-/-/- board=0", "position_board", '"0/-/-/-/-" is not a board: write score/lines/wall/floor'),
    (
        "azul board=0/-/B....,..... board=0",
        "position_wall",
        '"B....,....." is not a wall: write five rows of five, letters B Y R K W or dots, with commas between the '
        "rows; or - for an empty wall",
    ),
    ("azul board=0/-/B...,.....,.....,.....,..... board=0", "position_wall", '"B...,.....,.....,.....,....." is not'),
    ("azul board=0/-/G....,.....,.....,.....,..... board=0", "position_wall", '"G....,.....,.....,.....,....." is not'),
    (
        "azul board=0/-,BB board=0",
        "position_lines",
        '"-,BB" are not the pattern lines: write all five, with commas between, such as -,BB,-,K,-; '
        "or - if all are empty",
    ),
    (
        "azul board=0/-,BBB,-,-,- board=0",
        "position_line",
        '"BBB" cannot lie on line 2, which takes up to 2 tiles of one colour (B Y R K W); - if it is empty',
    ),
    ("azul board=0/-,BK,-,-,- board=0", "position_line", '"BK" cannot lie on line 2'),
    ("azul board=0/-,-,-,-,GGG board=0", "position_line", '"GGG" cannot lie on line 5'),
    ("azul board=0 board=0 wall=blue", "position_choice", 'wall is one of coloured, grey, not "blue"'),
    (
        "azul board=0 board=0 phase=play",
        "position_choice",
        'phase is one of offer, tiling, deal, end, not "play"',
    ),
    (
        "azul board=0 board=0 factories=-,-,-,-,-,B",
        "position_factories",
        "6 factories are given, but a table for so many players has 5",
    ),
    (
        "azul board=0/-/-/* board=0/-/-/*",
        "position_two_markers",
        "the starting player marker can be in one place only",
    ),
    ("azul board=0/-/-/* board=0 marker=1", "position_two_markers", "the starting player marker can be in one"),
    ("azul board=0/-/-/* board=0 marker=centre", "position_two_markers", "the starting player marker can be in one"),
]


@pytest.mark.parametrize(("text", "key", "english"), REFUSED)
def test_what_cannot_be_read_is_refused_with_a_reason(text: str, key: str, english: str) -> None:
    with pytest.raises(BadPosition) as error:
        parse(text)
    assert error.value.message.key in (f"azul.error.{key}", f"errors.{key}")
    assert english_and_russian(error.value)[0].startswith(english)


def test_every_reason_is_tested() -> None:
    own = {name.removeprefix("azul.error.") for name in catalogue("en") if name.startswith("azul.error.position")}
    assert {key for _, key, _ in REFUSED} == own | {f"position_{key}" for key in SHARED}


@given(st.lists(st.sampled_from([*"azul =/-,.*BK19", "board=", "turn=", "factories=", "wall=", "grey"]), max_size=12))
def test_whatever_is_typed_is_a_position_or_an_error(parts: list[str]) -> None:
    try:
        state = parse("azul board=0 board=0 " + "".join(parts))
    except BadPosition:
        return
    assert parse(text_of(state)).tobytes() == state.tobytes()
