"""What people are told: sentences, reasons, previews, the story of a scoring, a suggestion."""

import pytest

from azulejo.games.azul.rulebook import RULEBOOK
from azulejo.games.contract import EVERYONE, SPECTATOR, Place, Preview, Step, Transfer
from azulejo.texts import Message, catalogue
from azulejo.texts.errors import InvalidMove
from tests.games.azul.helpers import after, english_and_russian, legal_codes, new_table, position

# ---------------------------------------------------------------- sentences


def described(text: str, move: str) -> tuple[str, str]:
    """Return the sentence for a move in both languages."""
    return english_and_russian(RULEBOOK.describe(position(text), RULEBOOK.parse_move(move)))


@pytest.mark.parametrize(
    ("move", "english", "russian"),
    [
        (
            "1b4",
            "takes 2 blue tiles from factory 1 to pattern line 4",
            "берёт 2 синие плитки со склада 1 и кладёт на линию узора 4",
        ),
        (
            "1k1",
            "takes 1 black tile from factory 1 to pattern line 1",
            "берёт 1 чёрную плитку со склада 1 и кладёт на линию узора 1",
        ),
        (
            "1w-",
            "takes 1 white tile from factory 1 to the floor line",
            "берёт 1 белую плитку со склада 1 и кладёт на линию пола",
        ),
        (
            "2r2",
            "takes 4 red tiles from factory 2 to pattern line 2; 2 tiles fall to the floor",
            "берёт 4 красные плитки со склада 2 и кладёт на линию узора 2; 2 плитки падают на пол",
        ),
        (
            "cy5",
            "takes 5 yellow tiles from the centre to pattern line 5; the starting player marker comes along, "
            "1 tile falls to the floor",
            "берёт 5 жёлтых плиток из центра стола и кладёт на линию узора 5; в придачу жетон первого игрока, "
            "1 плитка падает на пол",
        ),
        (
            "cy-",
            "takes 5 yellow tiles from the centre to the floor line; the starting player marker comes along",
            "берёт 5 жёлтых плиток из центра стола и кладёт на линию пола; в придачу жетон первого игрока",
        ),
    ],
)
def test_a_sentence_for_taking(move: str, english: str, russian: str) -> None:
    text = "azul factories=BBKW,RRRR centre=YYYYY board=0/-,-,-,-,Y board=0"
    assert described(text, move) == (english, russian)


def test_the_marker_is_named_only_when_it_is_taken() -> None:
    english, _ = described("azul factories=BBKW centre=Y board=0 board=0/-/-/*", "cy1")
    assert english == "takes 1 yellow tile from the centre to pattern line 1"


def test_a_sentence_for_laying() -> None:
    text = "azul wall=grey phase=tiling row=2 board=0/-,KK,-,-,- board=0"
    assert described(text, "w24") == (
        "lays the black tile from line 2 in column 4",
        "выкладывает чёрную плитку с линии 2 в столбец 4",
    )


def test_a_sentence_for_a_deal() -> None:
    state = RULEBOOK.parse_position("azul phase=deal round=2 bag=B4Y3 board=0 board=0")
    drawn = RULEBOOK.parse_draw(state, ["BBYB", "YBY", "", "", ""])
    assert english_and_russian(RULEBOOK.describe_draw(state, drawn)) == (
        "round 3, on the factories: BBYB, YBY, -, -, -",
        "раунд 3, на складах: BBYB, YBY, -, -, -",
    )


# ---------------------------------------------------------------- reasons

TAKING = "azul factories=BBKW,RRRR board=0/-,BB,-,K,-/B....,.....,.....,.....,..... board=0"
LAYING = "azul wall=grey phase=tiling row=2 board=0/-,KK,-,-,R/K....,..Y..,.....,.....,..... board=0"
REASONS = [
    ("azul phase=end idle=10 board=0 board=0", "1b1", "errors.game_over", "the game is over"),
    ("azul phase=deal board=0 board=0", "1b1", "errors.draw_due", None),
    ("azul phase=deal board=0 board=0", "w11", "errors.draw_due", None),
    (LAYING, "1b1", "must_lay", "this is the tiling: lay the tile from line 2 first"),
    (LAYING, "w11", "must_lay", "this is the tiling: lay the tile from line 2 first"),
    (LAYING, "w31", "must_lay", "this is the tiling: lay the tile from line 2 first"),
    (LAYING, "w23", "cell_taken", "column 3 in row 2 of your wall is already taken"),
    (LAYING, "w21", "column_holds", "column 1 of your wall already has black"),
    (LAYING, "w24", None, None),
    (TAKING, "w11", "coloured_wall", "on a coloured wall every tile has its own cell and goes there by itself"),
    (
        TAKING.replace("azul", "azul wall=grey"),
        "w11",
        "not_tiling",
        "tiles go on the wall only once there is nothing left to take",
    ),
    (TAKING, "6b1", "no_factory", "there is no factory 6, only 1 to 5"),
    (TAKING, "3b1", "no_tile", "there are no blue tiles on factory 3"),
    (TAKING, "1y1", "no_tile", "there are no yellow tiles on factory 1"),
    (TAKING, "cb-", "no_tile", "there are no blue tiles in the centre"),
    (TAKING, "1b2", "line_full", "line 2 is already full"),
    (TAKING, "1k2", "line_full", "line 2 is already full"),
    (TAKING, "1b4", "line_holds", "line 4 already holds black"),
    (TAKING, "1b1", "row_holds", "row 1 of your wall already has blue"),
    (TAKING, "1k4", None, None),
    (TAKING, "1k1", None, None),
    (TAKING, "2r-", None, None),
]


@pytest.mark.parametrize(("text", "move", "key", "english"), REASONS)
def test_why_a_move_is_not_legal(text: str, move: str, key: str | None, english: str | None) -> None:
    reason = RULEBOOK.why_not(position(text), RULEBOOK.parse_move(move))
    if key is None:
        assert reason is None
        return
    assert reason is not None
    assert reason.key == (key if key.startswith("errors.") else f"azul.why.{key}")
    said, _ = english_and_russian(reason)
    assert english is None or said == english


def test_reasons_in_russian() -> None:
    reason = RULEBOOK.why_not(position(TAKING), RULEBOOK.parse_move("1b4"))
    assert reason is not None
    assert reason.text("ru") == "на линии 4 уже другой цвет: чёрный"


def test_every_reason_is_tested() -> None:
    known = {name.removeprefix("azul.why.") for name in catalogue("en") if name.startswith("azul.why.")}
    assert {key for _, _, key, _ in REASONS if key and not key.startswith("errors.")} == known


@pytest.mark.parametrize(
    "text",
    [
        TAKING,
        LAYING,
        "azul factories=B,YK centre=RW board=0 board=0/K,K,K,W,W/B....,WB...,.....,R....,..... turn=1",
        "azul wall=grey factories=BYRK board=0/-/B....,.B...,..B..,...B.,....W board=0",
        "azul phase=deal board=0 board=0",
        "azul phase=end idle=10 board=0 board=0",
    ],
)
def test_exactly_the_moves_without_a_reason_are_legal(text: str) -> None:
    state = position(text)
    codes = range(RULEBOOK.move_codes)
    assert [code for code in codes if RULEBOOK.why_not(state, code) is None] == legal_codes(state)


@pytest.mark.parametrize("code", [-1, 325])
def test_what_is_no_code_is_an_error(code: int) -> None:
    with pytest.raises(InvalidMove, match="is not a move code: codes go from 0 to 324"):
        RULEBOOK.why_not(position(TAKING), code)


# ---------------------------------------------------------------- previews


@pytest.mark.parametrize(
    ("text", "move", "expected"),
    [
        ("azul factories=B,K board=0 board=0", "1b1", Preview(1)),
        ("azul factories=B,K board=0 board=0", "1b2", Preview(0)),
        ("azul factories=BB,K board=9 board=0", "1b1", Preview(0, loss=1)),
        ("azul factories=BBB,K board=9 board=0", "1b-", Preview(-4, loss=4)),
        ("azul factories=BBBB,K board=9/-/-/KKKKKK board=0", "1b-", Preview(0, loss=3)),
        ("azul factories=BBBB,K board=9/-/-/KKKKKKK board=0", "1b-", Preview(0)),
        ("azul factories=BBBB,K board=20/-/-/KKKKKK board=0", "1b-", Preview(-3, loss=3)),
        ("azul centre=BK board=9 board=0", "cb2", Preview(-1, loss=1)),
        ("azul centre=BK board=9 board=0/-/-/*", "cb2", Preview(0)),
        ("azul factories=B,K board=0/-/....W,WBYR.,.....,.....,..... board=0", "1b1", Preview(2)),
        ("azul factories=W,K board=0/-,W,-,-,-/B....,.BYRK,.....,.....,..... board=0", "1w2", Preview(7)),
        ("azul factories=B board=0/-,RR,-,-,- board=0", "1b1", Preview(1, ends_round=True)),
        (
            "azul factories=W board=0/-,W,-,-,-/B....,.BYRK,.....,.....,..... board=0",
            "1w2",
            Preview(7, ends_round=True, ends_game=True),
        ),
        ("azul wall=grey factories=KK board=0/-/..R..,.....,..Y..,.....,..... board=0", "1k2", Preview(3)),
        (
            "azul wall=grey factories=B,K board=30/-,-,-,-,BBBB/B....,.B...,..B..,...B.,....W board=0",
            "1b5",
            Preview(-8),
        ),
        ("azul wall=grey phase=tiling row=2 board=9/-,KK,-,-,-/-/R board=0", "w21", Preview(0, ends_round=True)),
        ("azul wall=grey phase=tiling row=2 board=9/-,KK,BBB,-,-/-/R board=0", "w21", Preview(1)),
        (
            "azul wall=grey phase=tiling row=2 board=9/-,KK,-,-,-/BYRKW,R....,.....,.....,..... board=0",
            "w22",
            Preview(4 + 2, ends_round=True, ends_game=True),
        ),
    ],
)
def test_a_preview(text: str, move: str, expected: Preview) -> None:
    state = position(text)
    before = state.tobytes()
    assert RULEBOOK.preview(state, RULEBOOK.parse_move(move)) == expected
    assert state.tobytes() == before


# ---------------------------------------------------------------- the story of a scoring


def story(text: str, move: str) -> list[Step]:
    """Return the steps of the scoring that a move brings about."""
    state = position(text)
    before = state.tobytes()
    steps = RULEBOOK.scoring_steps(state, RULEBOOK.parse_move(move))
    assert state.tobytes() == before
    return steps


def told(steps: list[Step], lang: str) -> list[str]:
    """Return the steps as people read them."""
    return [f"{step.seat}: {Message(f'azul.scoring.{step.kind}', step.values or {}).text(lang)}" for step in steps]


def numbers(steps: list[Step]) -> list[tuple[str, int, int, int]]:
    """Return kind, seat, points and total of every step."""
    return [(step.kind, step.seat, step.points, step.total) for step in steps]


def test_a_move_inside_the_round_scores_nothing() -> None:
    assert story("azul factories=B,K board=0 board=0", "1b1") == []


def test_the_story_of_a_last_round() -> None:
    first = "3/-,-,KKK,-,-/B....,W....,.....,R....,Y..../YY"
    second = "8/-/.YRKW,.....,.....,.....,....."
    text = f"azul turn=1 factories=BB board={first} board={second}"
    steps = story(text, "1b1")
    assert numbers(steps) == [
        ("tile", 1, 5, 13),
        ("tile", 0, 5, 8),
        ("floor", 0, -2, 6),
        ("floor", 1, -1, 12),
        ("columns", 0, 7, 13),
        ("rows", 1, 2, 14),
    ]
    assert told(steps, "en") == [
        "1: blue tile: row 1, column 1",
        "0: black tile: row 3, column 1",
        "0: floor line: 2 pieces",
        "1: floor line: 1 piece",
        "0: 1 complete column",
        "1: 1 complete row",
    ]
    assert told(steps, "ru") == [
        "1: синяя плитка: ряд 1, столбец 1",
        "0: чёрная плитка: ряд 3, столбец 1",
        "0: линия пола: заняты 2 клетки",
        "1: линия пола: занята 1 клетка",
        "0: 1 полный столбец",
        "1: 1 полный ряд",
    ]
    assert steps[1].where == ((2, 0), (0, 0), (1, 0), (3, 0), (4, 0))


def test_a_floor_that_costs_more_than_there_is_takes_only_what_there_is() -> None:
    steps = story("azul factories=K board=3/-/-/YYYYY board=0/-/-/R", "1k2")
    assert numbers(steps) == [("floor", 0, -3, 0), ("floor", 1, 0, 0)]


def test_a_colour_bonus_is_told() -> None:
    text = "azul factories=B board=0/-/.YRKW,.B...,..B..,...B.,....B board=0"
    steps = story(text, "1b1")
    assert numbers(steps) == [("tile", 0, 5, 5), ("rows", 0, 2, 7), ("colours", 0, 10, 17)]
    assert told(steps, "en")[2] == "0: 1 complete colour"
    assert told(steps, "ru")[2] == "0: 1 полный цвет"


def test_on_the_grey_wall_the_story_stops_where_somebody_must_choose() -> None:
    text = "azul wall=grey factories=B board=0/-,BB,KKK,-,-/.....,KYR..,.....,.....,..... board=0"
    assert numbers(story(text, "1b1")) == []
    laying = after(text, "1b1")
    steps = RULEBOOK.scoring_steps(laying, RULEBOOK.parse_move("w15"))
    assert numbers(steps) == [("tile", 0, 1, 1), ("tile", 0, 4, 5)]
    assert [step.where[0] for step in steps] == [(0, 4), (1, 3)]


def test_a_line_without_a_cell_is_told() -> None:
    wall = "B....,.B...,..B..,...B.,....W"
    steps = story(f"azul wall=grey factories=B board=30/-,-,-,-,BBBB/{wall} board=0", "1b5")
    assert numbers(steps) == [("stuck", 0, 0, 30), ("floor", 0, -8, 22)]
    assert told(steps, "en") == [
        "0: line 5 has no free cell on the wall, so it all falls to the floor",
        "0: floor line: 5 pieces",
    ]
    assert told(steps, "ru")[0] == "0: для линии 5 нет места на стене, и вся она падает на пол"


def test_a_line_that_falls_goes_to_the_floor_as_far_as_there_are_spaces() -> None:
    wall = "B....,.B...,..B..,...B.,....W"
    (stuck, *_) = story(f"azul wall=grey factories=B board=30/-,-,-,-,BBBB/{wall}/RRRRR board=0", "1b5")
    line = Place("line", 5, 0)
    assert stuck.transfers == (Transfer("B", 2, line, Place("floor", seat=0)), Transfer("B", 3, line, Place("lid")))


def test_every_kind_of_step_is_tested() -> None:
    kinds = {name.removeprefix("azul.scoring.") for name in catalogue("en") if name.startswith("azul.scoring.")}
    assert kinds == {"tile", "stuck", "floor", "rows", "columns", "colours"}


# ---------------------------------------------------------------- a suggestion


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("azul factories=BBBY,KKRR board=0 board=0", "1b3"),
        ("azul factories=BBBY,KKRR board=0/-,-,B,-,- board=0", "2r2"),
        ("azul factories=WWWW,KYRB board=0/-/.....,.....,.....,.....,Y.... board=0", "1w4"),
        ("azul factories=WWWW,KYRB board=0/-/.....,W....,.....,.....,..... board=0", "2b1"),
        ("azul factories=BYYY board=9/K,KK,KKK,KKKK,KKKKK board=0", "1b-"),
        ("azul factories=WW,BB board=0/-/B....,.....,.....,.....,..... board=0", "1w2"),
    ],
)
def test_a_sensible_take(text: str, move: str) -> None:
    """The best preview; of equals the one that puts most tiles on a line."""
    assert RULEBOOK.move_text(RULEBOOK.suggest(position(text))) == move


@pytest.mark.parametrize(
    ("wall", "move"),
    [
        ("..R..,.....,..Y..,.....,.....", "w23"),
        (".....,.....,.....,.....,.....", "w21"),
        ("K....,.....,.....,.....,.....", "w22"),
        (".....,....B,.....,.....,.....", "w24"),
    ],
)
def test_a_sensible_cell(wall: str, move: str) -> None:
    """Where the tile scores most; of equals the leftmost."""
    state = position(f"azul wall=grey phase=tiling row=2 board=0/-,KK,-,-,-/{wall} board=0")
    assert RULEBOOK.move_text(RULEBOOK.suggest(state)) == move


# ---------------------------------------------------------------- no secrets


def test_everybody_sees_everything() -> None:
    state = new_table()
    event = {"draw": ["BYRK"] * 5}
    assert RULEBOOK.draw_audience(state) == EVERYONE
    assert RULEBOOK.redact_event(state, event, SPECTATOR) == event
