"""What nobody asks for: bots and their leases, people who are away, heartbeats."""

import json
import random
from typing import Any

import pytest
from sqlalchemy import update

from azulejo.bots.levels import level
from azulejo.bots.protocol import position_of_text
from azulejo.server.messages import GameClock
from azulejo.server.monitoring import log
from azulejo.server.settings import ServerSettings
from azulejo.server.storage import Database, schema
from azulejo.server.tables import Access, Change, Tables, queries
from azulejo.server.tables.bot_turns import BotTask, claim, note_failure, play_bot
from azulejo.server.tables.housekeeping import (
    beat,
    credit_downtime,
    end_overdue,
    next_deadline,
    note_presence,
    take_over,
)
from azulejo.server.tables.transaction import FAILURE_SECONDS, QUIET
from azulejo.texts.errors import AzulejoError, IllegalMove
from tests.server.seating import Clock, Sitting, game_of, live_for, sit, suggested, two_people


def chosen(task: BotTask) -> str:
    """Return what a real bot of the task's level plays."""
    view = position_of_text(task.position).view(task.limits, task.seat)
    return str(level(task.level, task.game).choose(view))


@pytest.mark.parametrize("game", ["azul", "duel", "garden"])
def test_bots_play_a_game_from_what_their_seat_may_see(tables: Tables, game: str) -> None:
    sitting = sit(tables, game, "first-timer", "first-timer", helpers="none")
    for _ in range(15):
        task = claim(tables, 10)[0]
        assert (task.table, task.level) == (sitting.table, "first-timer")
        tables.write(task.table, play_bot, task, [chosen(task)])
    assert len(tables.read(sitting.table, queries.record, Access()).events) > 10


def test_a_claimed_decision_is_not_claimed_again_until_its_lease_ends(
    tables: Tables, clock: Clock, changes: list[Change]
) -> None:
    sitting = sit(tables, "azul", "club", "club")
    first = claim(tables, 10)
    assert [task.table for task in first] == [sitting.table]
    assert claim(tables, 10) == []
    for _ in range(100):
        clock.wait(1)
        beat(tables)
    second = claim(tables, 10)
    assert len(second) == 1
    move = suggested(tables, sitting.table)
    assert not tables.write(first[0].table, play_bot, first[0], [move])  # somebody else works on it now
    assert tables.write(second[0].table, play_bot, second[0], [move])
    assert changes[-1].kind == "moves"
    assert not tables.write(second[0].table, play_bot, second[0], [move])  # that was answered already


def test_a_lease_of_a_process_that_died_does_not_count(database: Database, tables: Tables, clock: Clock) -> None:
    sit(tables, "azul", "club", "club")
    assert len(claim(tables, 10)) == 1
    other = Tables(database, tables.settings, clock)
    beat(other)
    assert claim(other, 10) == []
    live_for(other, clock, 3)
    assert len(claim(other, 10)) == 1


def test_those_who_wait_longest_come_first_and_never_too_many(tables: Tables, clock: Clock) -> None:
    waiting = []
    for _ in range(5):
        waiting.append(sit(tables, "azul", "club", "club").table)
        clock.wait(0.1)
    assert [task.table for task in claim(tables, 2)] == waiting[:2]
    assert [task.table for task in claim(tables, 10)] == waiting[2:]


def test_people_are_not_played_for(tables: Tables) -> None:
    two_people(tables)
    sit(tables, "azul", "me", "club", options={"first": "0"})
    assert claim(tables, 10) == []


def test_a_bot_may_answer_with_its_whole_turn(tables: Tables) -> None:
    sitting = sit(tables, "garden", "club", "club", seed=1)
    task = claim(tables, 1)[0]
    trial = game_of(tables, sitting.table)
    moves: list[str] = []
    while trial.turn == task.seat and len(moves) < 10:
        before = len(trial.events)
        moves.append(str(trial.suggest()))
        trial.push(moves[-1])
        if len(trial.events) > before + 1:
            break
    assert tables.write(task.table, play_bot, task, moves)
    assert game_of(tables, sitting.table).events == trial.events


def told(changes: list[Change]) -> list[Change]:
    """Return the changes that people are told of."""
    return [one for one in changes if one.kind != QUIET]


def test_a_bot_that_fails_is_asked_again_and_in_the_end_something_sensible_is_played(
    tables: Tables, clock: Clock, changes: list[Change]
) -> None:
    sitting = sit(tables, "azul", "club", "club")
    number = sitting.state().now.number
    for attempt in range(3):
        task = claim(tables, 1)[0]
        with pytest.raises(AzulejoError):
            tables.write(task.table, play_bot, task, ["nonsense"])
        announced = len(told(changes))
        tables.write(task.table, note_failure, task)
        assert (len(told(changes)) == announced) == (attempt < 2)
        assert claim(tables, 1) == [] or attempt == 2
        clock.wait(1)
        beat(tables)
    assert sitting.state().now.number == number + 1
    assert len(claim(tables, 1)) <= 1
    announced = len(changes)
    tables.write(task.table, note_failure, task)
    assert len(changes) == announced


def test_an_illegal_answer_of_a_bot_changes_nothing(tables: Tables) -> None:
    sitting = sit(tables, "azul", "club", "club")
    task = claim(tables, 1)[0]
    with pytest.raises(IllegalMove):
        tables.write(task.table, play_bot, task, ["cb1"])
    assert sitting.state().now.number == 2


# ---------------------------------------------------------------- people who are away


def waiting_for(tables: Tables, **more) -> Sitting:
    return two_people(tables, takeover="novice", options={"first": "0"}, **more)


def test_a_bot_plays_for_somebody_who_is_away_when_it_is_their_turn(
    tables: Tables, clock: Clock, changes: list[Change]
) -> None:
    sitting = waiting_for(tables)
    live_for(tables, clock, 119)
    assert take_over(tables) == []
    live_for(tables, clock, 2)
    assert take_over(tables) == [sitting.table]
    assert (changes[-1].table, changes[-1].kind) == (sitting.table, "state")
    assert take_over(tables) == []
    assert [one.away for one in sitting.state().table.players] == [True, False]
    task = claim(tables, 1)[0]
    assert (task.seat, task.level) == (0, "novice")
    tables.write(task.table, play_bot, task, [suggested(tables, sitting.table)])
    assert claim(tables, 1) == []  # the other one is not away
    assert sitting.state().table.players[0].away


def test_somebody_who_comes_back_plays_for_themselves(tables: Tables, clock: Clock, changes: list[Change]) -> None:
    sitting = waiting_for(tables)
    live_for(tables, clock, 121)
    take_over(tables)
    task = claim(tables, 1)[0]
    note_presence(tables, sitting.table, 0, True)
    assert (changes[-1].table, changes[-1].kind) == (sitting.table, "state")
    assert not sitting.state().table.players[0].away
    assert not tables.write(task.table, play_bot, task, [suggested(tables, sitting.table)])
    assert claim(tables, 1) == []
    sitting.play(0, sitting.state(0).now.legal[0].move)


def test_a_move_shows_that_one_is_back(tables: Tables, clock: Clock, changes: list[Change]) -> None:
    sitting = waiting_for(tables)
    clock.wait(121)
    take_over(tables)
    sitting.play(0, sitting.state(0).now.legal[0].move)
    assert changes[-1].kind == "state"
    assert not sitting.state().table.players[0].away


def test_nobody_is_taken_over_who_is_connected(tables: Tables, clock: Clock, changes: list[Change]) -> None:
    sitting = waiting_for(tables)
    announced = len(changes)
    note_presence(tables, sitting.table, 0, True)
    assert len(changes) == announced
    live_for(tables, clock, 500)
    assert take_over(tables) == []
    assert sitting.state().table.players[0].connected
    note_presence(tables, sitting.table, 0, False)
    assert not sitting.state().table.players[0].connected
    live_for(tables, clock, 119)
    assert take_over(tables) == []
    clock.wait(2)
    assert len(take_over(tables)) == 1


def test_nobody_is_taken_over_where_the_table_does_not_say_so(tables: Tables, clock: Clock) -> None:
    two_people(tables)
    clock.wait(1000)
    assert take_over(tables) == []


def test_connections_of_a_process_that_died_do_not_count(database: Database, tables: Tables, clock: Clock) -> None:
    sitting = waiting_for(tables)
    note_presence(tables, sitting.table, 0, True)
    other = Tables(database, tables.settings, clock)
    live_for(other, clock, 121)
    assert not other.read(sitting.table, queries.info).players[0].connected
    assert len(take_over(other)) == 1


def test_one_seat_may_be_connected_to_two_processes(database: Database, tables: Tables, clock: Clock) -> None:
    sitting = waiting_for(tables)
    other = Tables(database, tables.settings, clock)
    beat(other)
    note_presence(tables, sitting.table, 0, True)
    note_presence(other, sitting.table, 0, True)
    note_presence(tables, sitting.table, 0, False)
    assert sitting.state().table.players[0].connected
    note_presence(other, sitting.table, 0, False)
    assert not sitting.state().table.players[0].connected


def test_presence_at_a_table_that_is_gone_is_nothing(tables: Tables, changes: list[Change]) -> None:
    note_presence(tables, "000000000000", 0, True)
    assert changes == []


def test_after_a_long_downtime_people_have_time_to_come_back(database: Database, clock: Clock) -> None:
    settings = ServerSettings(database="sqlite:///x", heartbeat_seconds=1.0)
    tables = Tables(database, settings, clock)
    credit_downtime(tables)
    waiting_for(tables)
    clock.wait(10_000)
    later = Tables(database, settings, clock)
    credit_downtime(later)
    assert take_over(later) == []
    live_for(later, clock, 121)
    assert len(take_over(later)) == 1


def test_a_crashed_process_leaves_no_lease_behind_on_sqlite(database: Database, tables: Tables, clock: Clock) -> None:
    sit(tables, "azul", "club", "club")
    claim(tables, 1)
    clock.wait(0.5)  # it comes back at once
    later = Tables(database, tables.settings, clock)
    credit_downtime(later)
    if not database.sqlite:
        clock.wait(2)
        beat(later)
    assert len(claim(later, 1)) == 1


def test_a_whole_game_against_a_bot(tables: Tables) -> None:
    sitting = sit(tables, "azul", "me", "first-timer", helpers="none")
    rng = random.Random(5)
    while sitting.state().now.result is None:
        for task in claim(tables, 5):
            tables.write(task.table, play_bot, task, [suggested(tables, task.table)])
        if sitting.state().now.turn == 0:
            sitting.play(0, rng.choice(sitting.state(0).now.legal).move)
    assert claim(tables, 5) == []


def test_a_table_whose_game_is_not_installed_any_more_keeps_nobody_from_looking_after_the_others(
    tables: Tables, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    clocked: dict[str, Any] = {"clock": GameClock(seconds=60), "takeover": "club"}
    broken, well = (two_people(tables, **clocked) for _ in range(2))
    bots = [sit(tables, "azul", "club", "club") for _ in range(2)]
    with tables.database.transaction(write=True) as connection:
        gone = schema.tables.c.id.in_([broken.table, bots[0].table])
        connection.execute(update(schema.tables).where(gone).values(game="gone"))
    for table in (broken.table, bots[0].table):
        tables.cache.drop(table)
    assert [task.table for task in claim(tables, 10)] == [bots[1].table]
    live_for(tables, clock, 61)
    assert end_overdue(tables) == [well.table]
    assert next_deadline(tables) is None  # the broken one is left alone for a while
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    failed = [log._hashed(table) for table in (bots[0].table, broken.table)]
    assert [line["table"] for line in lines if line["event"] == "table_failed"] == failed
    clock.wait(FAILURE_SECONDS)
    assert next_deadline(tables) is not None
