"""Talk at a table: who may say what, how often, and who is told; and complaints about it."""

import json
from typing import Any

import pytest
from sqlalchemy import select

from azulejo.server.messages import Complain, Leave, Say
from azulejo.server.storage import schema
from azulejo.server.tables import Change, Tables, play, queries, talk
from azulejo.server.tables.complaints import act, find, listing
from azulejo.server.tables.creation import create, delete
from azulejo.server.tables.talk import MOST_LINES, SAID_AT_ONCE, SAID_WITHIN
from azulejo.texts.errors import AzulejoError
from tests.server.seating import ADDRESS, Clock, Sitting, refused, request, sit, two_people


def say(sitting: Sitting, seat: int, text: str | None = None, **more: Any) -> None:
    """Let a seat say something."""
    sitting.tables.write(sitting.table, talk.say, sitting.access(seat), Say(text=text, **more))


def heard(sitting: Sitting, *held: int) -> list[str | None]:
    """Return what those who hold these seats are told when they come."""
    return [line.text or line.emote for line in sitting.state(*held).talk]


def test_those_who_sit_hear_each_other_and_others_hear_nothing(tables: Tables) -> None:
    sitting = two_people(tables)
    say(sitting, 0, "  Hello   there <b>Boris</b> ")
    say(sitting, 1, emote="hello")
    assert heard(sitting, 0) == heard(sitting, 1) == ["Hello there <b>Boris</b>", "hello"]
    assert heard(sitting) == []
    with refused(403, "server.seat.none"):
        tables.write(sitting.table, talk.say, sitting.access(), Say(text="Hello"))


def test_one_can_talk_before_the_game_and_after_it(tables: Tables) -> None:
    sitting = Sitting(tables, create(tables, request("azul", "me", "open"), ADDRESS))
    say(sitting, 0, "Is anybody here?")
    sitting.join()
    tables.write(sitting.table, play.resign, sitting.access(0), Leave())
    say(sitting, 0, "Thank you")
    assert heard(sitting, 1) == ["Is anybody here?", "Thank you"]


@pytest.mark.parametrize(
    ("settings", "text", "emote"),
    [
        ({}, None, None),
        ({"talk": "emotes"}, "server.talk.emotes", None),
        ({"public": True}, "server.talk.emotes", None),
        ({"public": True, "talk": "all"}, None, None),
        ({"talk": "off"}, "server.talk.off", "server.talk.off"),
    ],
)
def test_the_table_says_what_may_be_said(
    sqlite_tables: Tables, settings: dict[str, Any], text: str | None, emote: str | None
) -> None:
    sitting = two_people(sqlite_tables, **settings)
    for said, refusal in ((Say(text="Hello"), text), (Say(emote="hello"), emote)):
        if refusal is None:
            sqlite_tables.write(sitting.table, talk.say, sitting.access(0), said)
        else:
            with refused(409, refusal):
                sqlite_tables.write(sitting.table, talk.say, sitting.access(0), said)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("  ", "nothing"),
        ("look at https://example.org", "link"),
        ("www.example.org", "link"),
        ("example.org", "link"),
        ("пример.рф", "link"),
        ("write to me@example", "link"),
        ("a\u202eb", "invisible"),
        ("a\u200bb", "invisible"),
        ("a\x00b", "invisible"),
    ],
)
def test_what_cannot_be_said(sqlite_tables: Tables, text: str, key: str) -> None:
    sitting = two_people(sqlite_tables)
    with refused(400, f"server.talk.{key}"):
        say(sitting, 0, text)


@pytest.mark.parametrize("text", ["Well. Played!", "3.5 points...", "Хорошо, спасибо!", "a:b / c", "😀", "1.5"])
def test_ordinary_sentences_are_no_links(sqlite_tables: Tables, text: str) -> None:
    sitting = two_people(sqlite_tables)
    say(sitting, 0, text)
    assert heard(sitting, 1) == [text]


def test_words_and_an_emote_are_said_one_by_one(sqlite_tables: Tables) -> None:
    sitting = two_people(sqlite_tables)
    for said in (Say(), Say(text="Hello", emote="hello")):
        with refused(400, "server.talk.one"):
            sqlite_tables.write(sitting.table, talk.say, sitting.access(0), said)


def test_nobody_says_too_much_at_once(tables: Tables, clock: Clock) -> None:
    sitting = two_people(tables)
    for number in range(SAID_AT_ONCE):
        say(sitting, 0, f"line {number}")
    with refused(429, "server.talk.often"):
        say(sitting, 0, "one more")
    say(sitting, 1, "the other may")
    clock.wait(SAID_WITHIN + 1)
    say(sitting, 0, "one more")


def test_only_so_much_is_kept(sqlite_tables: Tables, clock: Clock) -> None:
    sitting = two_people(sqlite_tables)
    for number in range(MOST_LINES + 5):
        clock.wait(SAID_WITHIN)
        say(sitting, 0, f"line {number}")
    columns = schema.talk.c
    kept = [row[0] for row in sqlite_tables.database.find(select(columns.number).order_by(columns.number))]
    assert kept == list(range(5, MOST_LINES + 5))


def test_talk_is_no_move_and_keeps_nobody_from_moving(tables: Tables, changes: list[Change]) -> None:
    sitting = two_people(tables)
    before = sitting.state(0)
    changes.clear()
    say(sitting, 0, "Hello")
    assert [change.kind for change in changes] == ["talk"]
    assert sitting.state(0).now == before.now
    sitting.play(sitting.turn, sitting.state(sitting.turn).now.legal[0].move)


def test_talk_goes_with_its_table(tables: Tables) -> None:
    sitting = two_people(tables)
    say(sitting, 0, "Hello")
    delete(tables, sitting.table, [str(sitting.maker), *sitting.tokens.values()])
    assert tables.database.find(select(schema.talk)) == []


# ---------------------------------------------------------------- complaints


def complain(sitting: Sitting, seat: int, about: int, **more: Any) -> None:
    """Let a seat complain about another."""
    asked = Complain(about=about, reason="insult", **more)
    sitting.tables.write(sitting.table, talk.complain, sitting.access(seat), asked)


def test_a_complaint_holds_what_was_said(tables: Tables) -> None:
    sitting = two_people(tables)
    say(sitting, 1, "You play like a bag of tiles")
    complain(sitting, 0, 1, text="See for\u202e yourself")
    (found,) = listing(tables)
    assert (found.table_id, found.seat, found.by_seat, found.reason) == (sitting.table, 1, 0, "insult")
    assert found.text == "See for yourself"
    assert [line["text"] for line in json.loads(found.talk)] == ["You play like a bag of tiles"]


def test_one_complains_once_and_about_other_people_only(tables: Tables) -> None:
    sitting = sit(tables, "azul", "me", "open", "novice")
    complain(sitting, 0, 1)
    with refused(409, "server.complaint.twice"):
        complain(sitting, 0, 1)
    for nobody in (0, 2, 5):
        with refused(400, "server.complaint.nobody"):
            complain(sitting, 0, nobody)
    with refused(403, "server.seat.none"):
        tables.write(sitting.table, talk.complain, sitting.access(), Complain(about=1, reason="spam"))


def test_an_operator_takes_the_word_from_somebody_and_gives_it_back(tables: Tables) -> None:
    sitting = two_people(tables)
    complain(sitting, 0, 1)
    (found,) = listing(tables)
    act(tables, found.id, "silence")
    with refused(403, "server.talk.silent"):
        say(sitting, 1, "Hello")
    say(sitting, 0, "Peace")
    assert listing(tables) == []
    assert find(tables, found.id).outcome == "silence"
    act(tables, found.id, "restore")
    say(sitting, 1, "Hello")


def test_an_operator_removes_what_was_said_and_the_name(tables: Tables) -> None:
    sitting = two_people(tables)
    say(sitting, 1, "You play like a bag of tiles")
    say(sitting, 0, "Thank you")
    complain(sitting, 0, 1)
    (found,) = listing(tables)
    act(tables, found.id, "clear")
    assert heard(sitting, 0) == ["Thank you"]
    tables.write(sitting.table, rename, 1, "Rude Name")
    act(tables, found.id, "rename")
    assert sitting.state().table.players[1].name == "Player 2"
    assert tables.read(sitting.table, queries.record, sitting.access()).players[1] == "Player 2"


def rename(transaction: Any, seat: int, name: str) -> None:
    """Give a seat another name."""
    transaction.seats[seat].name = name


def test_a_complaint_that_is_not_there_is_said_so(tables: Tables) -> None:
    with pytest.raises(AzulejoError, match="no complaint"):
        act(tables, "nothing", "dismiss")


def test_a_complaint_outlives_its_table(tables: Tables) -> None:
    sitting = two_people(tables)
    complain(sitting, 0, 1)
    delete(tables, sitting.table, [str(sitting.maker), *sitting.tokens.values()])
    (found,) = listing(tables)
    act(tables, found.id, "silence")
    assert find(tables, found.id).outcome == "silence"
