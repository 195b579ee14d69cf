"""The published schema and the reader accept and refuse the same shapes."""

import copy
import json
from collections.abc import Callable
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejo import BadRecord, Record, new_game
from azulejo.games.contract import SPECTATOR
from azulejo.play.record import EVENTS as EVENTS_OF_A_RECORD
from azulejo.play.record import SCHEMA_FILE, schema
from tests.play.helpers import LAST_TURN, play_on, random_game, secret_game, table, wandering_game
from tests.play.test_record import EVENT_SHAPES, EVENTS, JSON, PARTS, SHAPES, good, with_events

SCHEMA = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def both_accept(data: Any) -> bool:
    """Return whether a record has the right shape, after making sure that schema and reader agree."""
    by_schema = VALIDATOR.is_valid(data)
    try:
        Record.from_dict(copy.deepcopy(data))
        by_reader, reason = True, ""
    except BadRecord as problem:
        by_reader, reason = False, str(problem)
    why = [error.message for error in VALIDATOR.iter_errors(data)]
    assert by_schema == by_reader, f"schema: {by_schema} {why}, reader: {by_reader} {reason}: {data}"
    return by_schema


def test_the_schema_is_a_schema_and_describes_every_part() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["additionalProperties"] is False
    assert all("description" in part for part in SCHEMA["properties"].values())
    kinds = SCHEMA["properties"]["events"]["items"]["oneOf"]
    assert all("description" in kind and kind["additionalProperties"] is False for kind in kinds)
    assert {kind["required"][0]: set(kind["properties"]) for kind in kinds} == {
        kind: set(parts) for kind, (_, parts) in EVENTS_OF_A_RECORD.items()
    }


def test_the_published_schema_is_the_declared_one() -> None:
    assert schema() == SCHEMA


def records_to_accept() -> dict[str, Callable[[], Record]]:
    """Return a record of every sort there is, by a name for it."""

    remarks = {"comments": {"0": "hm"}, "clocks": {"1": [60, 59.5]}, "evaluations": {"2": 1, "1": [0.5], "0": {}}}
    return {
        "begun": lambda: table().record(),
        "finished": lambda: random_game(1, seats=4).record(),
        "grey": lambda: random_game(1, wall="grey").record(),
        "undone": lambda: wandering_game(2).record(),
        "snapshots": lambda: wandering_game(3).record(snapshots=True),
        "position": lambda: play_on(new_game(position=LAST_TURN)).record(),
        "names": lambda: new_game(players=["Ann", "Боб"]).record(),
        "secret": lambda: new_game().record(),
        "private draw": lambda: secret_game().record(),
        "hidden draw": lambda: secret_game().record(viewer=SPECTATOR),
        "remarks": lambda: Record.from_dict({**good(), **remarks}),
        "hidden move": lambda: Record.from_dict(with_events({"move": None, "seat": 0})),
        "garden": lambda: play_on(new_game("garden", seed=1), moves=20).record(),
        "resign": lambda: left("resign"),
        "time": lambda: left("time"),
        "forfeit": lambda: left("forfeit"),
    }


def left(reason: str) -> Record:
    """Return the record of a game that a player left."""
    game = play_on(new_game("azul", seats=3), moves=4)
    game.leave(reason, 1)
    return game.record()


@pytest.mark.parametrize("sort", records_to_accept())
def test_msgspec_reads_a_record_as_we_do(sort: str) -> None:
    record = records_to_accept()[sort]()
    assert msgspec.json.decode(record.to_json(), type=Record) == Record.from_json(record.to_json())


@pytest.mark.parametrize("sort", records_to_accept())
def test_every_record_fits_the_schema(sort: str) -> None:
    record = records_to_accept()[sort]()
    assert both_accept(json.loads(record.to_json()))
    assert both_accept(record.to_dict())


@pytest.mark.parametrize("parts", [parts for parts, _ in SHAPES if set(parts.get("comments", "x")) != {1}], ids=str)
def test_no_part_of_the_wrong_shape_fits(parts: dict[str, Any]) -> None:
    assert not both_accept({**good(), **parts})


@pytest.mark.parametrize("event", [event for event, _ in EVENT_SHAPES], ids=str)
def test_no_event_of_the_wrong_shape_fits(event: Any) -> None:
    assert not both_accept(with_events(event))


@pytest.mark.parametrize("part", good())
def test_only_the_needed_parts_are_needed(part: str) -> None:
    data = good()
    del data[part]
    assert both_accept(data) is (part not in ("format", "game", "seats", "events"))
    assert not both_accept({**good(), f"{part}s": 1})


NUMBER: st.SearchStrategy[Any] = st.sampled_from([0, 1, -1, 2, 1.0, 0.5, -0.0, 1e20, True, False, None, "1", [], {}])
TEXTS = ["", "x", "0", "00", "1\n", "12", "-1", "1" * 10, "a" * 64, "a" * 64 + "\n", "A" * 64, "time", "time\n"]
TEXT: st.SearchStrategy[Any] = st.sampled_from([*TEXTS, 5, None, []])
VALUE = NUMBER | TEXT


@pytest.mark.parametrize("text", TEXTS)
def test_schema_and_reader_agree_about_a_text_anywhere(text: str) -> None:
    for part in ("game", "commitment", "seed", "position"):
        both_accept({**good(), part: text})
    for event in ({"move": text, "seat": 0}, {"end": text, "seat": 0}, {"draw": text}):
        both_accept(with_events(event))
    assert both_accept({**good(), "comments": {text: ""}}) is (text in ("0", "12"))
    assert both_accept({**good(), "options": {text: text}, "players": [text]})


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(PARTS), JSON | EVENTS))
def test_schema_and_reader_agree_about_any_parts(parts: dict[str, Any]) -> None:
    both_accept({"format": 1, "game": "azul", "seats": 2, "events": [], **parts})


@given(
    st.lists(
        st.dictionaries(st.sampled_from(["start", "draw", "to", "move", "undo", "end", "seat"]), VALUE), max_size=2
    ),
    st.dictionaries(st.sampled_from(sorted(SCHEMA["properties"])), VALUE, max_size=2),
    st.lists(VALUE, max_size=3),
    st.dictionaries(st.sampled_from(TEXTS), VALUE | st.lists(VALUE, max_size=2), max_size=2),
    st.sampled_from(["players", "scores", "winners", "comments", "clocks", "evaluations", "options", "snapshots"]),
)
def test_schema_and_reader_agree_about_values_at_the_edge(
    events: list[Any], parts: dict[str, Any], values: list[Any], by_name: dict[str, Any], part: str
) -> None:
    lists = ("players", "scores", "winners", "snapshots")
    data = {"format": 1, "game": "azul", "seats": 2, "events": events, **parts}
    both_accept(data)
    both_accept({**data, "events": [], part: values if part in lists else by_name})
    both_accept({**good(), part: values if part in lists else by_name})
