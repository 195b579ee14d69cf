"""A report as JSON: what is written is read back, and the schema and the reader accept and refuse the same."""

import copy
import json
from typing import Any

import jsonschema
import pytest

from azulejo import BadRecord
from azulejo.review.report import (
    FORMAT,
    SCHEMA_FILE,
    CurvePoint,
    DrawReport,
    GameReport,
    Prospect,
    RoundReport,
    SeatReport,
    TurningPoint,
    TurnReport,
    schema,
)

SCHEMA = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
SAID = {"en": "takes", "ru": "берёт"}
EVEN = Prospect(win=(0.5, 0.5), margin=(0.0, 0.0))


def report() -> GameReport:
    """Return a report with something in every part."""
    turn = TurnReport(
        number=2,
        end=3,
        seat=1,
        round=1,
        moves=("1b1",),
        said=SAID,
        choices=4,
        before=EVEN,
        after=Prospect(win=(0.75, 0.25), margin=(3.0, -3.0)),
        best=("1b2",),
        best_said=SAID,
        line=("1b2", "ck1"),
        answer=("ck1",),
        cost=0.25,
        points=3.0,
        error=0.01,
        label="blunder",
        only=False,
        proved=True,
        themes=("floor",),
        reason=SAID,
        position="azul ...",
        seconds=3.5,
    )
    draw = DrawReport(
        number=1, round=1, said=SAID, samples=64, before=EVEN, after=EVEN, luck=(0.0, 0.0), points=(0.0, 0.0), error=0.1
    )
    seat = SeatReport(
        seat=0,
        player="Ann",
        score=7,
        result=1.0,
        start=0.5,
        luck=0.1,
        lost=0.0,
        gained=0.25,
        residual=0.15,
        luck_error=0.02,
        lost_error=0.02,
        points=0.0,
        accuracy=None,
        labels={"best": 1, "good": 0, "inaccuracy": 0, "mistake": 0, "blunder": 0},
        rounds=(RoundReport(round=1, accuracy=99.0, lost=0.0, luck=0.1),),
        seconds=None,
        verdict=SAID,
        puzzles=(),
    )
    return GameReport(
        format=FORMAT,
        game="azul",
        complete=True,
        done=1.0,
        setting="fast",
        nodes=100,
        samples=64,
        seed=0,
        engine="1",
        winners=(0,),
        scores=(7, 0),
        events=3,
        curve=(CurvePoint(number=2, round=1, win=(0.5, 0.5), margin=(0.0, 0.0)),),
        turns=(turn,),
        draws=(draw,),
        seats=(seat, seat),
        turning_points=(TurningPoint(kind="turn", number=2, round=1, seat=1, change=(0.25, -0.25), said=SAID),),
    )


def test_a_report_is_read_back_as_it_was_written() -> None:
    assert GameReport.from_json(report().to_json()) == report()


def test_the_schema_is_the_one_of_the_declaration_and_describes_a_report() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert schema() == SCHEMA
    assert VALIDATOR.is_valid(report().to_dict())
    assert all(one.get("description") for one in SCHEMA["$defs"].values())


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("turns", 0, "label"), "awful"),
        (("turns", 0, "before", "win"), 0.5),
        (("turns", 0, "seat"), "1"),
        (("turns", 0, "only"), 1),
        (("turns", 0, "reason"), 5),
        (("seats", 0, "labels"), {"awful": 1}),
        (("seats", 0, "score"), True),
        (("draws", 0, "luck"), [None]),
        (("curve",), {}),
        (("more",), 1),
    ],
)
def test_schema_and_reader_refuse_the_same(path: tuple[Any, ...], value: Any) -> None:
    wrong: Any = copy.deepcopy(report().to_dict())
    place = wrong
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert not VALIDATOR.is_valid(wrong)
    with pytest.raises(BadRecord):
        GameReport.from_dict(wrong)


def test_another_format_and_what_is_no_json_are_said_to_be_so() -> None:
    with pytest.raises(BadRecord, match="only format 1"):
        GameReport.from_dict(report().to_dict() | {"format": 2})
    with pytest.raises(BadRecord, match="not JSON"):
        GameReport.from_json("{")
