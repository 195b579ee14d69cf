"""Positions as text: what is left out, what is refused, what is wrong with them."""

import re
from pathlib import Path

import pytest

from azulejo.games.duel.invariants import Status
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.texts.errors import BadPosition
from tests.games.duel.helpers import random_game, table, table_text, word

ME, YOU = "5/-/YKTSn,-,-,-,-,-,-,-,-", "5/-/JBTKn,-,-,-,-,-,-,-,-"


def test_words_left_out_take_their_usual_values() -> None:
    state = RULEBOOK.parse_position(f"duel suns=BBYRK,BYRK,BYRK,BYRK,BYRK board={ME} board={YOU}")
    assert RULEBOOK.status(state) == 0
    assert [word(state, name) for name in ("tablets", "round", "phase", "turn", "start", "chips", "pile")] == [
        "1A,2A,3A",
        "1",
        "action",
        "0",
        "0",
        "?,?,?,?",
        "S,?*15",
    ]
    assert word(state, "bag") == "B7Y8R8K8T13"


def test_every_position_of_a_game_can_be_written_and_read() -> None:
    for state in random_game(3, tablets="random"):
        text = RULEBOOK.position_text(state)
        assert RULEBOOK.parse_position(text).tobytes() == state.tobytes(), text


def test_older_records_call_the_phase_a_stage() -> None:
    for state in random_game(4, tablets="random"):
        text = RULEBOOK.position_text(state)
        old = text.replace(" phase=", " stage=")
        assert old != text
        assert RULEBOOK.parse_position(old).tobytes() == state.tobytes(), old


def test_a_phase_is_given_once_by_either_word() -> None:
    with pytest.raises(BadPosition, match="phase= is given twice"):
        RULEBOOK.parse_position(f"duel stage=action phase=action board={ME} board={YOU}")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "begins with the word duel"),
        ("azul board=5 board=5", "begins with the word duel"),
        ("duel board=5", "a game has 2"),
        ("duel x board=5 board=5", "not part of a position"),
        ("duel turn=0 turn=1 board=5 board=5", "given twice"),
        ("duel turn=2 board=5 board=5", "whole number from 0 to 1"),
        ("duel round=0 board=5 board=5", "whole number from 1 to 5"),
        ("duel round=6 board=5 board=5", "whole number from 1 to 5"),
        ("duel row=1 board=5 board=5", "no other phase"),
        ("duel phase=tiling board=5 board=5", "phase is one of"),
        ("duel tablets=1A,2A board=5 board=5", "not a value of the option"),
        ("duel free_draw_at_zero=yes board=5 board=5", "is one of false, true"),
        ("duel suns=B,B board=5 board=5", "suns needs 5 parts"),
        ("duel suns=W,-,-,-,- board=5 board=5", "does not name tiles"),
        ("duel suns=B14,-,-,-,- board=5 board=5", "does not name tiles"),
        ("duel picked=BY board=5 board=5", "does not name tiles"),
        ("duel moons=-,BBBB,-,-,- board=5 board=5", "is no stack"),
        ("duel chips=BY,-,-,- board=5 board=5", "no bonus chips"),
        ("duel paid=B,B,B board=5 board=5", "no bonus chips"),
        ("duel display=YKTX,-,- board=5 board=5", "is no plate"),
        ("duel pile=S:2 board=5 board=5", "is no plate"),
        ("duel pile=?*19 board=5 board=5", "whole number from 0 to 18"),
        ("duel pile=?*18,S board=5 board=5", "cannot hold 19 plates"),
        ("duel drawn=S,S,S,S,S,S,S,S,S,S,S,S,S,S,S,S board=5 board=5", "is no plate"),
        ("duel board=5/-/-/-/-/-/-/2/0/passed/x board=5", "is no board"),
        ("duel board=5/-/-/-/-/-/-/2/0/gone board=5", "is no board"),
        ("duel board=x board=5", "score must be"),
        ("duel board=5/BB,-,-,-,-,- board=5", "cannot lie on line 1"),
        ("duel board=5/-/YKTSx,-,-,-,-,-,-,-,- board=5", "no plate on a dome"),
        ("duel board=5/-/-/B board=5", "is no dome"),
    ],
)
def test_what_is_no_position_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadPosition, match=problem) as found:
        RULEBOOK.parse_position(text)
    assert found.value.text("ru") != found.value.text("en")


FULL = "suns=BBYRK,BYRK,BYRK,BYRK,BYRK"
EMPTY_ROWS = "......,......,......,......"


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        (f"duel {FULL} bag=B1 board={ME} board={YOU}", Status.TILES),
        (f"duel {FULL} display=YKTS,-,- board={ME} board={YOU}", Status.PLATES),
        (f"duel {FULL} pile=?*16 board={ME} board={YOU}", Status.PLATES),
        (f"duel {FULL} pile=S,?*13,?,S board={ME} board={YOU}", Status.PLATES),
        (f"duel {FULL} pile=S,TRBS:0,?*14 board={ME} board={YOU}", Status.PLATES),
        (f"duel {FULL} chips=?,?,?,B board={ME} board={YOU}", Status.FACTORIES),
        (f"duel {FULL} chips=?,?,?,- board={ME} board={YOU}", Status.CHIPS | Status.FACTORIES),
        (f"duel suns=BBYRKK,BYRK,BYRK,BYRK,BYRK board={ME} board={YOU}", Status.FACTORIES),
        (f"duel {FULL} moons=B,-,-,-,- board={ME} board={YOU}", Status.FACTORIES),
        (f"duel {FULL} starting_tile=0 board={ME} board={YOU}", Status.STARTING_TILE),
        (
            f"duel {FULL} board=5/-/YKTSn,-,-,-,-,-,-,-,-/K.....,......,......,......,......,...... board={YOU}",
            Status.DOME,
        ),
        (
            f"duel {FULL} board=5/-/YKTSn,-,-,-,-,-,-,-,-/YK....,T.....,......,......,......,...... board={YOU}",
            Status.DOME,
        ),
        (f"duel {FULL} board={ME}/-/BBBBB board={YOU}", Status.BROKEN),
        (f"duel {FULL} board=5 board={YOU}", Status.TOKENS),
        (f"duel {FULL} board={ME}/-/-/B board={YOU}", Status.CHIPS_TAKEN),
        (f"duel {FULL} tablets=- board={ME} board={YOU}", Status.TABLETS),
        (f"duel {FULL} phase=choose board={ME} board={YOU}", Status.TURN),
        (f"duel {FULL} phase=line board={ME} board={YOU}", Status.TURN),
        (f"duel {FULL} phase=drawing board={ME} board={YOU}", Status.TOKENS),
        (f"duel {FULL} setup=2 board={ME} board={YOU}", Status.TOKENS),
        (f"duel {FULL} board={ME}/-/-/-/-/2/0/passed board={YOU}", Status.TURN),
    ],
)
def test_what_is_wrong_with_a_position_is_named(text: str, flag: Status) -> None:
    found = Status(int(RULEBOOK.status(RULEBOOK.parse_position(text))))
    assert found & flag == flag, found


def test_negative_scores_and_wrong_masks_are_noticed() -> None:
    state = table(FULL)
    state.players[1].score = -1
    assert RULEBOOK.status(state) == Status.SCORE
    state = table(FULL)
    state.offers = 0
    assert RULEBOOK.status(state) == Status.MASKS
    state = table(FULL)
    state.players[0].spaces[0] = 1
    assert Status(int(RULEBOOK.status(state))) & Status.MASKS
    state = table(FULL)
    state.special_tiles = 8
    assert RULEBOOK.status(state) == Status.SPECIAL_TILES
    state = table(FULL)
    state.players[0].line_count[0] = 2
    assert Status(int(RULEBOOK.status(state))) & Status.LINES


def test_what_phase_2_should_have_cleared_is_noticed() -> None:
    words = "round=2 phase=tiles pile=S,?*8 display=TRBS,YSKR,BKST"
    text = table_text(words, {"plates": "YKTSn", "lines": "Y,-,-,-,-,-"})
    assert RULEBOOK.status(RULEBOOK.parse_position(text)) == Status.NOT_CLEARED
    text = table_text(words, {"plates": "YKTSn", "broken": "Y"})
    assert RULEBOOK.status(RULEBOOK.parse_position(text)) == Status.NOT_CLEARED


@pytest.mark.parametrize(
    ("lines", "flag"), [("-,BB,-,-,-,-", 0), ("-,KK,-,-,-,-", Status.TURN), ("-,B,-,-,-,-", Status.TURN)]
)
def test_a_player_asked_to_lay_must_have_a_choice(lines: str, flag: int) -> None:
    words = "round=3 phase=lay row=2 paid=- starting_tile=1 chips=-,-,-,-"
    done = {"tokens": "0", "taken": "2"}
    text = table_text(words, {**done, "plates": "TRBJn,SKRBn,SYBRn", "lines": lines}, done)
    assert RULEBOOK.status(RULEBOOK.parse_position(text)) == flag


def test_the_usual_top_is_a_joker_plate_if_no_special_one_is_left() -> None:
    specials = "YKTSn,KSTRn,SKRBn,YBKSn,TRBSn,YSKRn,BKSTn,STYBn,SYBRn"
    state = RULEBOOK.parse_position(f"duel round=4 board=5/-/{specials} board=5")
    assert word(state, "pile").startswith("J,?*")


def test_the_examples_of_the_notation_page_can_occur(root: Path) -> None:
    page = (root / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = re.findall(r"`(duel [^`]*)`", page)
    assert len(examples) >= 2
    for text in examples:
        assert RULEBOOK.status(RULEBOOK.parse_position(text)) == 0, text
