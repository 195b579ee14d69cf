"""Positions that belong to no table: set up, played on, drawn by hand, and refused where people play them."""

import json
import random
from typing import Any

import pytest

from azulejo.games import names
from azulejo.server.messages import Explore, ImportRecord, Leave
from azulejo.server.refusals import Refusal
from azulejo.server.tables import Access, Tables, play, queries
from azulejo.server.tables.creation import import_record
from azulejo.server.tables.exploring import explore
from tests.play.helpers import random_game
from tests.server.seating import ADDRESS, Sitting, refused, sit, there, two_people

NEARLY_OVER = "azul factories=BBKW board=0 board=0"


def drawn_by_chance(tables: Tables, position: str) -> Any:
    """Return a position after the draws that are due, by chance."""
    now = explore(tables, Explore(position=position, fill=True))
    while now.draw is not None:
        assert not now.draw.next
        now = explore(tables, Explore(position=now.position, events=[{"draw": now.draw.value}], fill=True))
    return now


@pytest.mark.parametrize("game", names())
def test_a_new_game_is_played_on_for_all_seats(tables: Tables, game: str) -> None:
    now = explore(tables, Explore(game=game))
    assert now.turn is None
    assert there(now.draw).next
    now = drawn_by_chance(tables, now.position)
    seen = set()
    for _ in range(12):
        seen.add(now.turn)
        assert now.suggested in {one.move for one in now.legal}
        now = explore(tables, Explore(position=now.position, events=[{"move": now.suggested}]))
        assert now.events[0].event["move"]
        assert now.events[0].said is not None
        if now.draw is not None:
            now = drawn_by_chance(tables, now.position)
    assert len(seen) > 1


@pytest.mark.parametrize("game", names())
def test_a_draw_is_chosen_piece_by_piece_or_left_to_chance(tables: Tables, game: str) -> None:
    start = explore(tables, Explore(game=game))
    chosen: list[int] = []
    while (now := there(explore(tables, Explore(position=start.position, drawn=chosen)).draw)).next:
        assert sum(one.odds for one in now.next) == pytest.approx(1)
        assert now.value is None
        chosen.append(now.next[len(chosen) % len(now.next)].piece)
    assert len(now.drawn) == len(chosen)
    after = explore(tables, Explore(position=start.position, events=[{"draw": now.value}]))
    assert after.events[0].event == {"draw": now.value}
    filled = there(explore(tables, Explore(position=start.position, drawn=chosen[:3], fill=True)).draw)
    assert filled.drawn[:3] == now.drawn[:3]
    assert len(filled.drawn) == len(now.drawn)
    with refused(400, "server.explore.piece"):
        explore(tables, Explore(position=start.position, drawn=[10_000]))


def test_a_record_is_laid_out_as_it_happened(tables: Tables) -> None:
    for seed in range(3):
        game = random_game(seed)
        record = game.record()
        now = explore(tables, Explore(record=json.loads(record.to_json())))
        made = [{name: one[name] for name in one if name != "to"} for one in game.line if "start" not in one]
        assert [one.event for one in now.events] == made
        assert (now.winners, now.scores) == (list(record.winners or ()), list(record.scores or ()))
        again = explore(tables, Explore(position=now.root, events=made[:7]))
        assert again.position == game.rulebook.position_text(game.at(8))


def test_what_is_wrong_with_a_typed_position_is_told(tables: Tables) -> None:
    typed = "azul factories=BBBBB board=0 board=0"
    wrong = explore(tables, Explore(position=typed))
    assert "azul.status.factories" in [one.key for one in wrong.wrong]
    assert wrong.board is None
    with refused(400, "errors.position_status"):
        explore(tables, Explore(position=typed, events=[{"move": "1b1"}]))


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        (Explore(), "server.explore.one"),
        (Explore(game="azul", position=NEARLY_OVER), "server.explore.one"),
        (Explore(game="chess"), "errors.game"),
        (Explore(position="nonsense"), "errors.game"),
        (Explore(game="azul", seats=8), "errors.seats"),
        (Explore(game="azul", options={"wall": "blue"}), "errors.option_value"),
        (Explore(game="azul", events=[{"move": "1b1"}]), "errors.draw_due"),
        (Explore(game="azul", events=[{}]), "server.explore.event"),
        (Explore(position=NEARLY_OVER, events=[{"draw": []}]), "server.explore.no_draw"),
        (Explore(position=NEARLY_OVER, events=[{"move": "2b1"}]), "errors.illegal"),
        (Explore(position=NEARLY_OVER, events=[{"move": "hello"}]), "azul.error.move_text"),
        (Explore(record={"format": 1}), "errors.record_missing"),
    ],
)
def test_nonsense_is_refused_with_one_sentence(tables: Tables, asked: Explore, key: str) -> None:
    with pytest.raises(Refusal) as caught:
        explore(tables, asked)
    assert (caught.value.status, caught.value.message.key) == (400, key)


def test_a_position_is_drawn_by_its_rulebook(tables: Tables) -> None:
    assert "<svg" in (explore(tables, Explore(position=NEARLY_OVER, picture="svg")).picture or "")
    text = explore(tables, Explore(position=NEARLY_OVER, picture="text", lang="ru")).picture or ""
    assert "Склады" in text


# ---------------------------------------------------------------- fair play


def ways_to(sitting: Sitting) -> list[Explore]:
    """Return all ways to come to the position that lies at a table, and on from there, for somebody who watches."""
    now = sitting.state().now
    legal = [one.move for one in sitting.state(sitting.turn).now.legal]
    before = sitting.tables.read(sitting.table, queries.position, Access(), now.number - 1).position
    last = {name: part for name, part in now.events[-1].event.items() if name in ("move", "draw")}
    record = sitting.tables.read(sitting.table, queries.record, Access()).to_dict()
    ways = [
        Explore(position=now.position),
        Explore(position=now.position, picture="text"),
        Explore(position=now.position, events=[{"move": legal[0]}]),
    ]
    if None not in last.values():
        ways.append(Explore(position=before, events=[last]))
    if all(None not in event.values() for event in record["events"]):
        ways.append(Explore(record=record))
    return ways


@pytest.mark.parametrize("game", names())
def test_no_way_leads_to_a_position_that_people_play(tables: Tables, game: str) -> None:
    sitting = two_people(tables, game)
    for _ in range(2):
        ways = ways_to(sitting)
        for way in ways:
            with refused(403, "server.explore.played"):
                explore(tables, way)
        sitting.play_turn(random.Random(1))
    ways = ways_to(sitting)
    tables.write(sitting.table, play.resign, sitting.access(0), Leave())
    for way in ways:
        assert explore(tables, way).position


def test_a_record_that_is_brought_in_does_not_lead_there_either(tables: Tables) -> None:
    sitting = two_people(tables)
    record = tables.read(sitting.table, queries.record, Access()).to_dict()
    archived = import_record(tables, ImportRecord(record=record), ADDRESS)
    again = tables.read(archived.table, queries.record, Access()).to_dict()
    with refused(403, "server.explore.played"):
        explore(tables, Explore(record=again))


def test_a_position_against_bots_or_with_everybodys_advice_is_free(tables: Tables) -> None:
    alone = sit(tables, "azul", "me", "club", options={"first": "0"})
    agreed = sit(tables, "azul", "me", "hotseat", helpers="advice")
    for sitting in (alone, agreed):
        assert explore(tables, Explore(position=sitting.state().now.position)).legal
