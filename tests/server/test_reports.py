"""Reports of finished games: made by themselves, kept, asked for, cancelled, begun anew after a crash, in turn."""

import json
from typing import Any

import pytest

from azulejo.kernel.rule import COMPILED
from azulejo.review.report import GameReport
from azulejo.server.messages import ImportRecord, Leave
from azulejo.server.tables import Access, Tables, play, reports
from azulejo.server.tables.creation import import_record
from azulejo.server.tables.housekeeping import beat
from azulejo.server.tables.reports import LEASE_SECONDS
from tests.review.helpers import record_of
from tests.server.conftest import StartServer
from tests.server.processes import Failed, wait_for
from tests.server.seating import Clock, Sitting, game_of, refused, suggested, two_people

pytestmark = pytest.mark.slow

MADE = {"complete": True, "turns": []}
"""What stands for a report where only its keeping is tested."""


def ended(tables: Tables) -> Sitting:
    """Return a table whose game was given up."""
    there = two_people(tables)
    tables.write(there.table, play.resign, there.access(0), Leave())
    return there


def state_of(tables: Tables, table: str) -> Any:
    return tables.read(table, reports.look, Access())


def test_a_game_of_people_waits_for_its_report_as_soon_as_it_is_over(tables: Tables) -> None:
    there = two_people(tables)
    with refused(409, "server.table.runs"):
        state_of(tables, there.table)
    tables.write(there.table, play.resign, there.access(0), Leave())
    found = state_of(tables, there.table)
    assert (found.status, found.setting, found.ahead, found.report) == ("waiting", "fast", 0, None)


def test_it_is_taken_once_made_once_and_kept(tables: Tables) -> None:
    table = ended(tables).table
    beat(tables)
    (task,) = reports.claim(tables, 5)
    assert (task.table, task.setting, len(task.record.events)) == (table, "fast", len(task.record.events))
    assert reports.claim(tables, 5) == []
    assert reports.note_progress(tables, task, '{"complete": false}', 0.5, False)
    found = state_of(tables, table)
    assert (found.status, found.done, found.report) == ("running", 0.5, {"complete": False})
    assert reports.note_progress(tables, task, json.dumps(MADE), 1.0, True)
    found = state_of(tables, table)
    assert (found.status, found.done, found.report) == ("ready", 1.0, MADE)
    assert reports.claim(tables, 5) == []
    reports.ask(tables, table, "somebody", "fast")
    assert state_of(tables, table).status == "ready"


def test_a_more_careful_one_leaves_the_first_until_it_is_complete(tables: Tables) -> None:
    table = ended(tables).table
    beat(tables)
    (task,) = reports.claim(tables, 1)
    reports.note_progress(tables, task, json.dumps(MADE), 1.0, True)
    reports.ask(tables, table, "somebody", "deep")
    (deep,) = reports.claim(tables, 1)
    assert deep.setting == "deep"
    reports.note_progress(tables, deep, '{"complete": false}', 0.2, False)
    found = state_of(tables, table)
    assert (found.status, found.setting, found.report) == ("running", "deep", MADE)


def test_whose_process_dies_is_taken_over_by_another(tables: Tables, clock: Clock) -> None:
    table = ended(tables).table
    beat(tables)
    (task,) = reports.claim(tables, 1)
    clock.wait(LEASE_SECONDS + 1)
    beat(tables)
    (again,) = reports.claim(tables, 1)
    assert again.table == table
    assert not reports.note_progress(tables, task, json.dumps(MADE), 1.0, True)  # it comes too late
    assert reports.note_progress(tables, again, json.dumps(MADE), 1.0, True)


def test_one_that_cannot_be_made_is_tried_twice_and_again_when_somebody_asks(tables: Tables) -> None:
    table = ended(tables).table
    beat(tables)
    for status in ("waiting", "failed"):
        (task,) = reports.claim(tables, 1)
        reports.note_failure(tables, task)
        assert state_of(tables, table).status == status
    assert reports.claim(tables, 1) == []
    reports.ask(tables, table, "somebody", "fast")
    assert state_of(tables, table).status == "waiting"


def test_it_can_be_cancelled_by_those_who_sit_there(tables: Tables) -> None:
    table = ended(tables).table
    beat(tables)
    (task,) = reports.claim(tables, 1)
    with refused(403, "server.seat.none"):
        tables.read(table, reports.cancel, Access())
    tables.read(table, reports.cancel, Access((1,)))
    reports.stop(tables, table)
    assert not reports.note_progress(tables, task, json.dumps(MADE), 1.0, True)
    assert state_of(tables, table).status == "cancelled"


def test_everybodys_first_comes_before_anybodys_second() -> None:
    waiting = [("a", "Ann"), ("b", "Ann"), ("c", "Ann"), ("d", "Ben"), ("e", "Cleo")]
    assert reports.in_turn(waiting, []) == ["a", "d", "e", "b", "c"]
    assert reports.in_turn(waiting, ["Ann"]) == ["d", "e", "a", "b", "c"]


def test_a_position_that_people_play_is_not_told_of_in_a_report(tables: Tables) -> None:
    there = two_people(tables)
    game = game_of(tables, there.table)
    copy = game.copy()
    copy.push(suggested(tables, there.table))
    copy.resign()
    record = {name: part for name, part in copy.record().to_dict().items() if name not in ("seed", "commitment")}
    made = import_record(tables, ImportRecord(record=record), "192.0.2.9")
    beat(tables)
    assert reports.claim(tables, 1) == []  # of a record brought in it is made when somebody asks
    reports.ask(tables, made.table, "192.0.2.9", "fast")
    (task,) = reports.claim(tables, 1)
    reports.note_progress(tables, task, json.dumps(MADE), 1.0, True)
    with refused(403, "server.analysis.running"):
        state_of(tables, made.table)
    tables.write(there.table, play.resign, there.access(0), Leave())
    assert state_of(tables, made.table).report == MADE


@pytest.mark.skipif(not COMPILED, reason="the search, interpreted, would take hours")
def test_a_report_is_made_over_the_wire_and_survives_a_restart(start_server: StartServer) -> None:
    server = start_server(report_workers=1, warm_up=False)
    record = record_of("azul factories=BBKW board=0 board=7", "1b-", "cw1").to_dict()
    with server.client() as client:
        table = client.ask("POST", "/records", json={"record": record})["table"]
        path = f"/tables/{table}/report"
        assert client.ask("GET", path)["status"] in ("waiting", "running")
        wait_for(lambda: client.ask("GET", path)["status"] == "ready", seconds=280, pause=0.5)
        found = client.ask("GET", path)
        report = GameReport.from_dict(found["report"])
        assert (found["done"], report.complete, [turn.moves for turn in report.turns]) == (
            1.0,
            True,
            [("1b-",), ("cw1",)],
        )
        with pytest.raises(Failed) as problem:
            client.ask("DELETE", path)
        assert problem.value.status == 403


def test_where_there_are_no_reports_it_is_said(start_server: StartServer) -> None:
    server = start_server(report_workers=0)
    with server.client() as client, pytest.raises(Failed) as problem:
        client.ask("GET", "/tables/aaaaaaaaaaaa/report")
    assert problem.value.status == 403
