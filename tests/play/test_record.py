"""Records: JSON and text, files of them, and everything that can be wrong with one."""

import copy
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import azulejo
from azulejo import BadRecord, Record, new_game, read_records
from azulejo.games import names
from azulejo.play import Game
from azulejo.play.record import FORMAT, file_problem
from azulejo.texts import LANGUAGES
from tests.play.helpers import DEAL, LAST_TURN, USUAL, play_on, random_game, refused, table, wandering_game


def good() -> dict[str, Any]:
    """Return the record of a game that has just begun, as JSON has it."""
    game = table(players=["Ann", "Bob"])
    game.push("3b4")
    return game.record().to_dict()


def with_events(*events: Any, **parts: Any) -> dict[str, Any]:
    """Return a record with these events after the start and the first deal."""
    return {**good(), "events": [{"start": 0}, {"draw": DEAL}, *events], **parts}


# ---------------------------------------------------------------- JSON and text


def test_a_record_is_as_the_design_says() -> None:
    game = table(seed="0" * 64, players=["Ann", "Bob"])
    game.push("3b4")
    game.resign(1)
    assert game.record().to_dict() == {
        "format": 1,
        "game": "azul",
        "seats": 2,
        "options": {**USUAL, "first": "0"},
        "players": ["Ann", "Bob"],
        "commitment": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        "given": 1,
        "events": [{"start": 0}, {"draw": DEAL}, {"move": "3b4", "seat": 0}, {"end": "resign", "seat": 1}],
        "seed": "0" * 64,
        "scores": [0, 0],
        "winners": [0],
    }


def test_the_seed_and_the_result_are_told_when_the_game_is_over() -> None:
    game = play_on(new_game("azul", seed=3), moves=10)
    assert not {"seed", "scores", "winners"} & game.record().to_dict().keys()
    play_on(game)
    assert {"seed", "scores", "winners"} <= game.record().to_dict().keys()


@pytest.mark.parametrize(
    "game",
    [
        random_game(1),
        random_game(2, seats=3, wall="grey"),
        wandering_game(3, seats=4),
        new_game(position=LAST_TURN),
        table(players=["Ann\u2028", "Боб 🎲"]),
    ],
    ids=["finished", "grey", "undone", "position", "names"],
)
def test_a_record_is_the_same_after_writing_and_reading(game: Game) -> None:
    record = game.record(snapshots=True)
    text = record.to_json()
    assert "\n" not in text
    assert Record.from_json(text) == record
    assert Record.from_json(text).to_json() == text
    assert Record.from_dict(record.to_dict()) == record
    assert Game.from_record(record).position == game.position


def test_remarks_belong_to_events() -> None:
    data = {**good(), "comments": {"2": "hm"}, "clocks": {"0": [60, 55.5]}, "evaluations": {"1": 0.5, "2": {"a": [1]}}}
    record = Record.from_dict(data)
    assert (record.comments, record.clocks) == ({2: "hm"}, {0: (60, 55.5)})
    assert record.evaluations == {1: 0.5, 2: {"a": [1]}}
    assert record.to_dict() == data


def test_json_does_not_tell_2_from_2_0() -> None:
    data = {**good(), "format": 1.0, "seats": 2.0, "given": 1.0}
    data["events"] = [{"start": 0.0}, {"draw": DEAL}, {"move": "3b4", "seat": 0.0}, {"undo": 1.0, "seat": 0.0}]
    record = Record.from_dict(data)
    assert record.to_json() == Record.from_json(record.to_json()).to_json()
    assert ".0" not in record.to_json()
    assert Game.from_record(record).turn == 0


def test_only_what_is_needed_must_be_there() -> None:
    bare = Record.from_dict({"format": 1, "game": "azul", "seats": 2, "events": [{"start": 0}, {"draw": DEAL}]})
    game = Game.from_record(bare)
    assert game.options == {**USUAL, "first": "random"}
    assert "commitment" not in bare.to_dict()
    game.push("3b4")


def test_the_text_form_tells_the_whole_game() -> None:
    game = table(players=["Ann", "Bob"], seats=2)
    game.push("3b4")
    game.undo()
    game.push("1b1")
    game.leave("time", 1)
    record = game.record()
    commented = Record.from_dict({**record.to_dict(), "comments": {"3": "Better not."}})
    assert commented.text().splitlines() == [
        "Azul, 2 players",
        *(f"{name} = {value}" for name, value in USUAL.items()),
        "first = 0",
        "player 1: Ann",
        "player 2: Bob",
        "",
        "   0  player 1 starts",
        "   1  round 1, on the factories: BBRW, YYKK, RRBW, KWYB, RKWY",
        "   2  player 1: 3b4, takes 1 blue tile from factory 3 to pattern line 4",
        "   3  player 1 undoes 1 move",
        "      Better not.",
        "   4  player 1: 1b1, takes 2 blue tiles from factory 1 to pattern line 1; 1 tile falls to the floor",
        "   5  player 2 runs out of time",
        "",
        "Scores: 0, 0",
        "Won by: 1",
        f"Seed: {record.seed}",
    ]
    russian = commented.text("ru")
    assert "Азул, 2 игрока" in russian
    assert "берёт 1 синюю плитку" in russian
    assert "Победа: 1" in russian


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_random_game_can_be_told(lang: str) -> None:
    game = wandering_game(5, seats=3, wall="grey")
    text = game.record().text(lang)
    assert len([line for line in text.splitlines() if line[:4].strip().isdigit()]) == len(game.events)


def test_the_text_form_begins_with_the_position_if_the_game_did() -> None:
    assert new_game(position=LAST_TURN).position in new_game(position=LAST_TURN).record().text()


def test_a_record_that_cannot_be_told_says_at_which_event() -> None:
    record = Record.from_dict(with_events({"move": "2b1", "seat": 0}))
    with refused(
        BadRecord, "event 2 of the record: 2b1 cannot be played now: there are no blue tiles on factory 2", "событие 2"
    ):
        record.text()


# ---------------------------------------------------------------- files


def test_a_file_holds_one_record_a_line(tmp_path: Path) -> None:
    records = [random_game(seed).record() for seed in range(3)]
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(record.to_json() for record in records) + "\n\n", encoding="utf-8")
    assert list(read_records(file)) == records


def test_a_line_does_not_end_at_a_separator_inside_a_name(tmp_path: Path) -> None:
    record = table(players=["Ann\u2028\u0085\x0b\x0c\x1c", "Bob"]).record()
    file = tmp_path / "games.jsonl"
    file.write_text(record.to_json() + "\n" + record.to_json(), encoding="utf-8")
    assert list(read_records(file)) == [record, record]


def test_a_file_may_hold_a_single_indented_record(tmp_path: Path) -> None:
    record = random_game().record()
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record.to_dict(), indent=2), encoding="utf-8")
    assert list(read_records(file)) == [record]


def test_a_file_may_come_from_windows(tmp_path: Path) -> None:
    record = random_game().record()
    file = tmp_path / "game.jsonl"
    file.write_bytes(f"\ufeff{record.to_json()}\r\n{record.to_json()}\r\n".encode())
    assert list(read_records(file)) == [record, record]


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_an_empty_file_holds_no_record(tmp_path: Path, content: str) -> None:
    file = tmp_path / "empty.jsonl"
    file.write_text(content)
    with refused(BadRecord, "there is no saved game in empty.jsonl", "empty.jsonl"):
        list(read_records(file))


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    good_line = random_game().record().to_json()
    cut = good_line.index('"events"')
    file = tmp_path / "games.jsonl"
    file.write_text(f"{good_line}\n\n{good_line[:cut]}?\n{good_line}\n")
    records = read_records(file)
    next(records)
    sentence = f"games.jsonl, record 2: this is no record: line 1, column {cut + 1} is not JSON"
    with refused(BadRecord, sentence, "games.jsonl, запись 2"):
        next(records)


def test_a_broken_indented_record_is_broken_where_it_is(tmp_path: Path) -> None:
    lines = json.dumps(good(), indent=2).splitlines()
    lines[3] += "?"
    file = tmp_path / "game.json"
    file.write_text("\n".join(lines))
    with pytest.raises(BadRecord, match=r"game.json, record 1: .* line 4, column 14 is not JSON"):
        list(read_records(file))


def test_a_file_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    for path, sentence in (
        (tmp_path / "none.jsonl", "there is no file {}"),
        (tmp_path / "none" / "none.jsonl", "there is no folder for {}"),
        (tmp_path, "{} is a folder, not a file"),
        (binary, "{} is not a text file in UTF-8"),
    ):
        with refused(BadRecord, sentence.format(path), str(path)):
            list(read_records(path))
    assert str(file_problem(binary, PermissionError())) == f"{binary} cannot be opened"


# ---------------------------------------------------------------- what is wrong with a text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1, column 1 is not JSON"),
        ("{", "line 1, column 2 is not JSON"),
        ('{"format": 1,\n?}', "line 2, column 1 is not JSON"),
    ],
)
def test_what_is_not_json_is_said_with_its_place(text: str, sentence: str) -> None:
    with refused(BadRecord, f"this is no record: {sentence}", "не JSON"):
        Record.from_json(text)


@pytest.mark.parametrize(
    "text",
    ["NaN", "[-Infinity]", "1e999", "1" * 5000, "[" * 100_000, '{"comments": {"0": "\\ud800"}}', '"\udfff"'],
    ids=["nan", "infinity", "huge", "digits", "tower", "escaped", "raw"],
)
def test_what_python_reads_and_json_does_not_know_is_refused(text: str) -> None:
    sentence = "this is no record: it holds a number or a character that JSON does not know, or lists inside lists "
    with refused(BadRecord, sentence + "without end"):
        Record.from_json(text)


def test_both_halves_of_a_character_are_a_character() -> None:
    text = json.dumps({**good(), "players": ["🎲", "Bob"]})
    assert "\\ud83c" in text
    assert Record.from_json(text).players[0] == "🎲"


# ---------------------------------------------------------------- what is wrong with a part

NUMBERS = "0, 1, 2, ..."

SHAPES: list[tuple[dict[str, Any], str]] = [
    ({"format": 2}, "the record has format 2, and this version reads format 1"),
    ({"format": "1"}, 'the record has format "1", and this version reads format 1'),
    ({"format": True}, "the record has format true, and this version reads format 1"),
    ({"game": 5}, '"game" in the record must be "...", not 5'),
    ({"game": ""}, '"game" in the record must be "...", not ""'),
    ({"seats": "two"}, '"seats" in the record must be 1, 2, 3, ..., not "two"'),
    ({"seats": 0}, '"seats" in the record must be 1, 2, 3, ..., not 0'),
    ({"seats": 2.5}, '"seats" in the record must be 1, 2, 3, ..., not 2.5'),
    ({"seats": True}, '"seats" in the record must be 1, 2, 3, ..., not true'),
    ({"options": []}, '"options" in the record must be {"...": "..."}, not []'),
    ({"options": {"wall": 1}}, '"options.wall" in the record must be "...", not 1'),
    ({"players": "Ann"}, '"players" in the record must be ["...", ...], not "Ann"'),
    ({"players": ["Ann", 2]}, '"players" in the record must be "...", not 2'),
    ({"practice": 1}, '"practice" in the record must be true | false, not 1'),
    ({"commitment": "ab"}, '"commitment" in the record must be [0-9a-f]{64}, not "ab"'),
    ({"commitment": "A" * 64}, f'"commitment" in the record must be [0-9a-f]{{64}}, not "{"A" * 36}...'),
    ({"seed": 7}, '"seed" in the record must be [0-9a-f]{64}, not 7'),
    ({"given": -1}, f'"given" in the record must be {NUMBERS}, not -1'),
    ({"position": None}, '"position" in the record must be "...", not null'),
    ({"scores": 5}, '"scores" in the record must be [0, 1, ...], not 5'),
    ({"scores": []}, '"scores" in the record must be [0, 1, ...], not []'),
    ({"scores": [1, "2"]}, '"scores" in the record must be ..., -1, 0, 1, ..., not "2"'),
    ({"winners": {}}, '"winners" in the record must be [0, 1, ...], not {}'),
    ({"winners": [0, 0]}, '"winners" in the record must be [0, 1, ...], not [0, 0]'),
    ({"winners": [-1]}, f'"winners" in the record must be {NUMBERS}, not -1'),
    ({"winners": []}, '"winners" in the record must be [0, 1, ...], not []'),
    ({"snapshots": {}}, '"snapshots" in the record must be [{"at": 12, "position": "..."}], not {}'),
    ({"snapshots": [{"at": 1}]}, '"snapshots" in the record must be [{"at": 12, "position": "..."}], not [{"at": 1}]'),
    ({"snapshots": [{"at": 0, "position": ""}]}, '"at" in the record must be 1, 2, 3, ..., not 0'),
    ({"snapshots": [{"at": 1, "position": 5}]}, '"position" in the record must be "...", not 5'),
    ({"comments": []}, '"comments" in the record must be {"12": ...}, not []'),
    ({"comments": {"x": ""}}, '"comments" in the record must be {"12": ...}, not {"x": ""}'),
    ({"comments": {"01": ""}}, '"comments" in the record must be {"12": ...}, not {"01": ""}'),
    ({"comments": {"1" * 10: ""}}, '"comments" in the record must be {"12": ...}, not {"1111111111": ""}'),
    ({"comments": {1: ""}}, '"comments" in the record must be {"12": ...}, not {"1": ""}'),
    ({"comments": {"1": 5}}, '"comments.1" in the record must be "...", not 5'),
    ({"clocks": {"1": 5}}, '"clocks.1" in the record must be [60, 55.5, ...], not 5'),
    ({"clocks": {"1": [True]}}, '"clocks.1" in the record must be [60, 55.5, ...], not true'),
    ({"clocks": {"1": [-1]}}, '"clocks.1" in the record must be [60, 55.5, ...], not -1'),
    ({"evaluations": {"1": "good"}}, '"evaluations.1" in the record must be 0.5 | [...] | {...}, not "good"'),
    ({"evaluations": {"1": True}}, '"evaluations.1" in the record must be 0.5 | [...] | {...}, not true'),
    ({"events": {}}, '"events" in the record must be [{...}, ...], not {}'),
]


@pytest.mark.parametrize(("parts", "sentence"), SHAPES, ids=[str(parts)[:40] for parts, _ in SHAPES])
def test_a_part_of_the_wrong_shape_is_named(parts: dict[str, Any], sentence: str) -> None:
    with refused(BadRecord, sentence):
        Record.from_dict({**good(), **parts})


EVENT_SHAPES = [
    (5, "an event is an object with one of start, draw, move, undo, end, not 5"),
    ({}, "an event is an object with one of start, draw, move, undo, end, not {}"),
    ({"seat": 1}, 'an event is an object with one of start, draw, move, undo, end, not {"seat": 1}'),
    (
        {"move": "3b4", "undo": 1, "seat": 0},
        'an event is an object with one of start, draw, move, undo, end, not {"move": "3b4", "undo": 1, "seat": 0}',
    ),
    (
        {"start": 0, "seat": 0},
        'an event is an object with one of start, draw, move, undo, end, not {"start": 0, "seat": 0}',
    ),
    ({"start": "0"}, f'"start" in the record must be {NUMBERS}, not "0"'),
    ({"draw": 5}, '"draw" in the record must be [...] | {...} | "..." | null, not 5'),
    ({"draw": [], "to": -1}, f'"to" in the record must be {NUMBERS}, not -1'),
    ({"move": "3b4"}, 'the event {"move": "3b4"} has no "seat"'),
    ({"move": 93, "seat": 0}, '"move" in the record must be "..." | null, not 93'),
    ({"move": "3b4", "seat": -1}, f'"seat" in the record must be {NUMBERS}, not -1'),
    ({"undo": 0, "seat": 0}, '"undo" in the record must be 1, 2, 3, ..., not 0'),
    ({"undo": 1}, 'the event {"undo": 1} has no "seat"'),
    ({"end": "boredom", "seat": 0}, '"end" in the record must be resign | time | forfeit, not "boredom"'),
    ({"end": ["time"], "seat": 0}, '"end" in the record must be resign | time | forfeit, not ["time"]'),
    ({"end": "time"}, 'the event {"end": "time"} has no "seat"'),
]


@pytest.mark.parametrize(("event", "sentence"), EVENT_SHAPES, ids=[str(event)[:40] for event, _ in EVENT_SHAPES])
def test_an_event_of_the_wrong_shape_is_named_with_its_number(event: Any, sentence: str) -> None:
    with refused(BadRecord, f"event 2 of the record: {sentence}", "событие 2"):
        Record.from_dict(with_events(event))
    with refused(BadRecord, sentence):
        table().replay(event)


@pytest.mark.parametrize("part", ["format", "game", "seats", "events"])
def test_a_missing_part_is_named(part: str) -> None:
    data = good()
    del data[part]
    with refused(BadRecord, f'the record has no "{part}"', part):
        Record.from_dict(data)


def test_an_unknown_part_is_named() -> None:
    with pytest.raises(BadRecord, match=r'unknown part "colour": the parts are format, game, seats, .*, evaluations$'):
        Record.from_dict({**good(), "colour": "blue"})


@pytest.mark.parametrize(("value", "shown"), [([], "[]"), ("x", '"x"'), (None, "null"), (7, "7"), ({1, 2}, '"{1, 2}"')])
def test_only_an_object_is_a_record(value: Any, shown: str) -> None:
    with refused(BadRecord, f"a record is a JSON object, not {shown}", "объект JSON"):
        Record.from_dict(value)


def test_a_value_that_cannot_be_shown_is_named_by_its_kind() -> None:
    tower: list[Any] = []
    for _ in range(100_000):
        tower = [tower]
    with refused(BadRecord, "a record is a JSON object, not list"):
        Record.from_dict(tower)
    with refused(BadRecord, '"seats" in the record must be 1, 2, 3, ..., not list'):
        Record.from_dict({**good(), "seats": tower})


# ---------------------------------------------------------------- what cannot happen

PRACTICE = {"practice": True}

IMPOSSIBLE: list[tuple[list[Any], dict[str, Any], int, str]] = [
    ([{"start": 0}], {}, 2, 'only the first event can be {"start": seat}'),
    ([{"draw": DEAL}], {}, 2, "player 1 is to move here, so a draw cannot come"),
    ([{"move": "3b4", "seat": 1}], {}, 2, "player 2 cannot move here: it is the turn of player 1"),
    ([{"move": "3b4", "seat": 7}], {}, 2, "player 8 cannot move here: it is the turn of player 1"),
    ([{"move": "2b1", "seat": 0}], {}, 2, "2b1 cannot be played now: there are no blue tiles on factory 2"),
    ([{"move": None, "seat": 0}], {}, 2, "parts of this game are hidden from you, so it cannot be replayed"),
    ([{"undo": 1, "seat": 0}], {}, 2, "there is no move to undo"),
    ([{"undo": 1, "seat": 2}], PRACTICE, 2, "there is no seat 2: the seats are 0 to 1"),
    ([{"end": "time", "seat": 2}], {}, 2, "there is no seat 2: the seats are 0 to 1"),
    ([{"end": "time", "seat": 1}, {"move": "3b4", "seat": 0}], {}, 3, "nothing can follow the end of the game"),
    ([{"end": "time", "seat": 1}, {"end": "time", "seat": 0}], {}, 3, "nothing can follow the end of the game"),
    ([{"move": "3b4", "seat": 0}, {"end": "time", "seat": 1}, {"undo": 1, "seat": 0}], PRACTICE, 4, "the game is over"),
    (
        [{"move": "3b4", "seat": 0}, {"move": "1b1", "seat": 1}, {"undo": 2, "seat": 1}],
        {},
        4,
        "you can't undo a move once player 1 has moved, except in a practice game",
    ),
]


@pytest.mark.parametrize(("events", "parts", "at", "sentence"), IMPOSSIBLE, ids=[one[3][:40] for one in IMPOSSIBLE])
def test_an_event_that_cannot_be_is_named_with_its_number(
    events: list[Any], parts: dict[str, Any], at: int, sentence: str
) -> None:
    record = Record.from_dict(with_events(*events, **parts))
    with refused(BadRecord, f"event {at} of the record: {sentence}", f"событие {at}"):
        Game.from_record(record)
    assert len(Game.from_record(record, until=at).events) == at


@pytest.mark.parametrize(
    ("events", "at", "sentence"),
    [
        ([{"draw": DEAL}], 0, 'the first event must be {"start": seat}'),
        ([{"move": "3b4", "seat": 0}], 0, 'the first event must be {"start": seat}'),
        ([{"undo": 1, "seat": 0}], 0, 'the first event must be {"start": seat}'),
        ([{"end": "time", "seat": 0}], 0, 'the first event must be {"start": seat}'),
        ([{"start": 2}], 0, "there is no seat 2: the seats are 0 to 1"),
        ([{"start": 1}], 0, "seat 1 starts, although the option first says 0"),
        ([{"start": 0}, {"move": "3b4", "seat": 0}], 1, "a draw is due here, not 3b4"),
        ([{"start": 0}, {"draw": DEAL[:3]}], 1, "a deal is a list of 5 texts, one for each factory"),
        ([{"start": 0}, {"draw": {"a": 1}}], 1, "a deal is a list of 5 texts, one for each factory"),
        ([{"start": 0}, {"draw": DEAL, "to": 1}], 1, '"to" must be the seat that alone sees the draw'),
        (
            [{"start": 0}, {"draw": None}],
            1,
            "parts of this game are hidden from you, so it cannot be replayed",
        ),
    ],
)
def test_a_beginning_that_cannot_be_is_refused(events: list[Any], at: int, sentence: str) -> None:
    with refused(BadRecord, f"event {at} of the record: {sentence}", f"событие {at}"):
        Game.from_record(Record.from_dict({**good(), "events": events}))


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"game": "chess"}, 'there is no game called "chess": the games are ' + ", ".join(names())),
        ({"seats": 5}, "azul cannot be played by 5: the number of players is one of 2, 3, 4"),
        ({"options": {"wall": "blue"}}, '"blue" is not a value of the option wall: it is one of coloured, grey'),
        ({"options": {"tiles": "blue"}}, f'azul has no option "tiles": its options are {", ".join(USUAL)}'),
        ({"options": {"first": "9"}}, '"9" cannot be the starting player: give random, or a seat from 0 to 1'),
        ({"players": ["Ann"]}, "give a name (a text) for each of the 2 players, or none at all"),
        (
            {"position": "azul"},
            f"the position already says how many play and by which options: leave out {', '.join(USUAL)}, first",
        ),
        ({"position": "azul", "options": {}}, "there are 0 board=, but a game has 2, 3 or 4"),
        (
            {"position": LAST_TURN, "options": {}, "seats": 3},
            "azul cannot be played by 3: the number of players is one of 2",
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused(parts: dict[str, Any], sentence: str) -> None:
    with refused(BadRecord, sentence):
        Game.from_record(Record.from_dict({**good(), **parts}))


def test_a_game_from_a_position_has_no_start() -> None:
    data = {**new_game(position=LAST_TURN).record().to_dict(), "events": [{"start": 0}]}
    sentence = 'a game from a position has no event {"start": seat}: the position says whose turn it is'
    with refused(BadRecord, f"event 0 of the record: {sentence}"):
        Game.from_record(Record.from_dict(data))


@pytest.mark.parametrize("until", [-1, 4])
def test_an_event_that_is_not_there_is_refused(until: int) -> None:
    record = Record.from_dict(good())
    sentence = f"there is no event {until}: the record has 3"
    with refused(BadRecord, sentence, f"нет события {until}"):
        Game.from_record(record, until=until)
    with refused(BadRecord, sentence):
        Game.from_record(record).at(until)


# ---------------------------------------------------------------- going on from a record


def test_every_moment_of_a_record_can_be_looked_at() -> None:
    game = wandering_game(7, seats=3)
    record = game.record()
    for count in range(len(record.events) + 1):
        moment = Game.from_record(record, until=count)
        assert game.at(count).tobytes() == moment.state.tobytes()


def test_a_game_that_has_not_begun_is_neither_over_nor_anybodys_turn() -> None:
    game = Game.from_record(random_game().record(), until=0)
    assert (game.has_begun, game.turn, game.is_over, game.outcome()) == (False, None, False, None)
    assert (game.scores, list(game.legal_moves), game.suggest()) == ((0, 0), [], None)
    for act in (lambda: game.push("1b1"), game.resign, lambda: game.leave("time", 0)):
        with pytest.raises(azulejo.IllegalMove, match="first something has to be drawn"):
            act()
    assert game.events == []


def test_a_game_before_its_draw_waits_for_it() -> None:
    record = new_game("azul", seed=5).record()
    game = Game.from_record(record, until=1, seed=5)
    assert (game.has_begun, game.turn, game.is_over, list(game.legal_moves)) == (True, None, False, [])
    with refused(azulejo.IllegalMove, "1b1 cannot be played now: first something has to be drawn"):
        game.push("1b1")
    game.deal()
    assert game.record() == record


@pytest.mark.parametrize("until", [0, 1, 2, 30])
def test_who_has_the_seed_goes_on_as_if_nothing_had_happened(until: int) -> None:
    record = random_game(6, seats=3).record()
    cut = replace(record, events=record.events[:until], seed=None, scores=None, winners=None)
    game = Game.from_record(Record.from_json(cut.to_json()), seed=6)
    game.deal()
    for event in record.events[until:]:
        if "move" in event:
            game.push(event["move"])
    assert game.record() == record


def test_the_seed_must_be_the_one_committed_to() -> None:
    record = play_on(new_game("azul", seed=6), moves=3).record()
    with pytest.raises(BadRecord, match=r"the seed does not belong to the commitment: its SHA-256 is [0-9a-f]{64}"):
        Game.from_record(record, seed=7)


def test_without_the_seed_the_game_goes_on_and_cannot_be_proved() -> None:
    record = play_on(new_game("azul"), moves=5).record()
    game = play_on(Game.from_record(record))
    assert game.is_over
    ended = game.record()
    assert (ended.commitment, ended.seed) == (record.commitment, None)
    assert azulejo.verify(ended).outcome() == game.outcome()


def test_given_draws_stay_counted_in_a_game_that_goes_on() -> None:
    game = Game.from_record(table().record())
    play_on(game)
    assert game.record().given == 1


def test_a_practice_game_stays_one() -> None:
    game = Game.from_record(play_on(new_game("azul", seed=3), moves=30).record())
    assert game.undo_rule == "free"
    game.undo(30)
    assert Game.from_record(new_game("azul").record()).undo_rule == "turn"


# ---------------------------------------------------------------- anything at all

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
PARTS = [*good(), "practice", "known_deal", "position", "seed", "scores", "winners", "snapshots", "comments", "clocks"]
EVENTS = st.lists(
    st.dictionaries(st.sampled_from(["start", "draw", "to", "move", "seat", "undo", "end"]), JSON, max_size=3),
    max_size=4,
)


def either_opens_or_is_refused(data: Any) -> None:
    """Read a record and open its game: it works, or raises BadRecord and nothing else."""
    try:
        record = Record.from_json(json.dumps(data))
        assert Record.from_json(record.to_json()) == record
        game = Game.from_record(record)
        assert Record.from_json(game.record().to_json()).events == record.events
        azulejo.verify(record)
        record.text("ru")
    except BadRecord as refusal:
        said = {refusal.text(lang) for lang in LANGUAGES}
    else:
        said = {game.text(lang) for lang in LANGUAGES}
    assert len(said) == 2


@given(JSON)
def test_any_json_is_read_or_refused(data: Any) -> None:
    either_opens_or_is_refused(data)


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(PARTS), JSON | EVENTS))
def test_any_parts_are_read_or_refused(parts: dict[str, Any]) -> None:
    either_opens_or_is_refused({"format": FORMAT, "game": "azul", "seats": 2, **parts})


GOOD = [random_game(21), wandering_game(22, wall="grey"), play_on(new_game(position=LAST_TURN)), table()]
GOOD_RECORDS = [{**game.record(snapshots=True).to_dict(), "comments": {"0": "hm"}} for game in GOOD]


@given(st.sampled_from(GOOD_RECORDS), st.randoms(use_true_random=False), JSON)
def test_a_good_record_that_was_changed_somewhere_is_read_or_refused(
    data: Any, choice: random.Random, value: Any
) -> None:
    data = copy.deepcopy(data)
    place: Any = data
    while True:
        key: Any = choice.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if isinstance(place[key], dict | list) and place[key] and choice.random() < 0.8:
            place = place[key]
            continue
        break
    action = choice.randrange(4)
    if action == 0:
        del place[key]
    elif action == 1 and isinstance(place, list):
        place.insert(key, copy.deepcopy(place[choice.randrange(len(place))]))
    elif action == 2 and isinstance(place[key], int):
        place[key] += choice.choice([-1, 1, 2, 10**6])
    else:
        place[key] = value
    either_opens_or_is_refused(data)
