"""Clocks at tables: what runs, what a finished turn gives, what happens when time is up, and downtime."""

import random

import pytest

from azulejo.server.messages import DaysClock, GameClock, Leave, PlayMoves
from azulejo.server.refusals import Refusal
from azulejo.server.settings import ServerSettings
from azulejo.server.storage import Database
from azulejo.server.tables import Access, Change, Tables, play, queries
from azulejo.server.tables.bot_turns import claim, play_bot
from azulejo.server.tables.housekeeping import beat, credit_downtime, end_overdue, next_deadline
from tests.server.seating import Clock, live_for, refused, sit, suggested, there, two_people

MINUTE = GameClock(seconds=60, increment=5)


def test_a_turn_takes_time_and_gives_the_increment(tables: Tables, clock: Clock) -> None:
    sitting = two_people(tables, clock=MINUTE, options={"first": "0"})
    assert sitting.clocks.left == [60, 60]
    assert sitting.clocks.running == 0
    clock.wait(12.5)
    assert sitting.clocks.at == clock.now - 12.5  # whoever shows it lets it run on from there
    sitting.play_any(random.Random(1))
    clocks = sitting.clocks
    assert (clocks.left, clocks.running, clocks.at) == ([52.5, 60], 1, clock.now)
    assert next_deadline(tables) == clock.now + 60


def test_an_unfinished_turn_keeps_running_and_gives_nothing_yet(tables: Tables, clock: Clock) -> None:
    sitting = two_people(tables, "duel", clock=MINUTE, seed=4)
    seat = sitting.turn
    move = next(one for one in sitting.state(seat).now.legal if not one.ends_turn)
    clock.wait(10)
    sitting.play(seat, move.move)
    clocks = sitting.clocks
    assert (clocks.left[seat], clocks.running) == (50, seat)
    clock.wait(10)
    sitting.play_turn(random.Random(1))
    assert sitting.clocks.left[seat] == 45


def test_the_record_has_what_was_left_after_every_move(tables: Tables, clock: Clock) -> None:
    sitting = two_people(tables, clock=MINUTE, options={"first": "0"})
    for seconds in (10, 20, 1):
        clock.wait(seconds)
        sitting.play_any(random.Random(1))
    assert tables.read(sitting.table, queries.record, Access()).clocks == {2: (55, 60), 3: (55, 45), 4: (59, 45)}


def test_a_move_that_comes_too_late_is_refused_and_the_seat_loses_on_time(
    tables: Tables, clock: Clock, changes: list[Change]
) -> None:
    sitting = two_people(tables, clock=MINUTE)
    seat = sitting.turn
    move = sitting.state(seat).now.legal[0].move
    clock.wait(60)
    with refused(409, "server.move.time") as problem:
        sitting.play(seat, move)
    assert problem.value.events == 3
    assert (changes[-1].table, changes[-1].kind) == (sitting.table, "state")
    state = sitting.state()
    assert (state.table.status, sitting.result.reason, sitting.result.winners) == ("over", "time", [1 - seat])
    assert state.now.events[-1].event == {"end": "time", "seat": seat}
    assert sitting.clocks.left[seat] == 0
    assert next_deadline(tables) is None


def test_time_runs_out_without_anybody_asking(tables: Tables, clock: Clock, changes: list[Change]) -> None:
    sitting = two_people(tables, clock=MINUTE)
    other = two_people(tables)
    clock.wait(59.9)
    assert end_overdue(tables) == []
    clock.wait(0.1)
    assert end_overdue(tables) == [sitting.table]
    assert changes[-1].kind == "state"
    assert end_overdue(tables) == []
    assert sitting.state().table.players[sitting.result.places.index(2)].left == "time"
    assert other.state().table.status == "playing"


def test_at_a_table_of_three_a_bot_plays_on_without_a_clock(tables: Tables, clock: Clock) -> None:
    sitting = sit(tables, "azul", "me", "open", "open", clock=MINUTE, options={"first": "0"})
    clock.wait(61)
    end_overdue(tables)
    assert sitting.state().table.status == "playing"
    assert sitting.clocks.running is None
    clock.wait(1000)
    assert end_overdue(tables) == []
    task = claim(tables, 1)[0]
    assert (task.seat, task.level, task.limits.clock) == (0, "first-timer", None)
    tables.write(task.table, play_bot, task, [suggested(tables, sitting.table)])
    assert sitting.clocks.running == 1
    assert sitting.clocks.left[1:] == [60, 60]


def test_a_bots_thinking_runs_its_clock(tables: Tables, clock: Clock) -> None:
    sitting = sit(tables, "azul", "me", "club", clock=MINUTE, options={"first": "1"})
    clock.wait(20)
    task = claim(tables, 1)[0]
    assert (task.limits.clock, task.limits.increment) == (40, 5)
    clock.wait(10)
    tables.write(task.table, play_bot, task, [suggested(tables, sitting.table)])
    assert sitting.clocks.left == [60, 35]
    sitting.play_any(random.Random(1))
    clock.wait(36)
    late = claim(tables, 1)[0]
    tables.write(late.table, play_bot, late, [suggested(tables, sitting.table)])
    assert sitting.result.reason == "time"
    assert sitting.result.winners == [0]


def test_with_days_per_turn_every_turn_has_its_own(tables: Tables, clock: Clock) -> None:
    sitting = two_people(tables, clock=DaysClock(days=2), options={"first": "0"})
    clock.wait(1.5 * 86_400)
    sitting.play_turn(random.Random(1))
    assert sitting.clocks.left == [172_800, 172_800]
    clock.wait(1.5 * 86_400)
    assert end_overdue(tables) == []
    clock.wait(0.5 * 86_400)
    assert len(end_overdue(tables)) == 1
    assert sitting.result.winners == [0]


def test_a_resignation_stops_the_clocks(tables: Tables, clock: Clock) -> None:
    sitting = two_people(tables, clock=MINUTE)
    tables.write(sitting.table, play.resign, sitting.access(0), Leave())
    assert sitting.clocks.running is None
    clock.wait(100)
    assert end_overdue(tables) == []


# ---------------------------------------------------------------- downtime


def restarted(database: Database, clock: Clock) -> tuple[Tables, float]:
    tables = Tables(database, ServerSettings(database="sqlite:///x", heartbeat_seconds=1.0), clock)
    return tables, credit_downtime(tables)


def test_the_time_in_which_nobody_served_is_given_back(database: Database, tables: Tables, clock: Clock) -> None:
    sitting = two_people(tables, clock=MINUTE)
    live_for(tables, clock, 10)
    clock.wait(3600)
    later, credited = restarted(database, clock)
    assert credited == 3600
    assert end_overdue(later) == []
    now = later.read(sitting.table, queries.state, Access(), None).now
    assert there(now.clocks).at == clock.now - 10
    assert next_deadline(later) == clock.now + 50
    assert restarted(database, clock)[1] == 0


def test_a_clock_that_was_started_after_the_last_heartbeat_gets_only_what_it_lost(
    database: Database, tables: Tables, clock: Clock
) -> None:
    beat(tables)
    clock.wait(0.5)
    sitting = two_people(tables, clock=MINUTE)
    clock.wait(100)
    later, credited = restarted(database, clock)
    assert credited == 100.5
    assert there(later.read(sitting.table, queries.state, Access(), None).now.clocks).at == clock.now


def test_a_short_break_is_not_given_back(database: Database, tables: Tables, clock: Clock) -> None:
    sitting = two_people(tables, clock=MINUTE)
    beat(tables)
    clock.wait(2)
    later, credited = restarted(database, clock)
    assert credited == 0
    assert next_deadline(later) == clock.now + 58
    seat = later.read(sitting.table, queries.state, Access(), None).now.turn
    assert seat is not None


def test_while_another_process_lives_nothing_is_given_back(database: Database, tables: Tables, clock: Clock) -> None:
    two_people(tables, clock=MINUTE)
    other, _ = restarted(database, clock)
    for _ in range(5):
        clock.wait(1)
        beat(other)  # the first process has died
    assert restarted(database, clock)[1] == 0
    assert next_deadline(tables) == clock.now + 55


def test_only_one_of_several_processes_that_start_at_once_gives_back(
    database: Database, tables: Tables, clock: Clock
) -> None:
    two_people(tables, clock=MINUTE)
    beat(tables)
    clock.wait(1000)
    assert sorted(restarted(database, clock)[1] for _ in range(3)) == [0, 0, 1000]
    assert next_deadline(tables) == clock.now + 60


def test_clocks_are_never_seen_to_run_backwards(tables: Tables, clock: Clock) -> None:
    sitting = two_people(tables, clock=MINUTE)
    seat = sitting.turn
    clock.wait(-30)  # somebody sets the machine's clock back
    sitting.play(seat, sitting.state(seat).now.legal[0].move)
    assert sitting.clocks.left[seat] <= 65


def test_a_late_move_is_refused_even_if_the_seat_asks_again(tables: Tables, clock: Clock) -> None:
    sitting = two_people(tables, clock=MINUTE)
    seat = sitting.turn
    clock.wait(61)
    for _ in range(2):
        with pytest.raises(Refusal):
            tables.write(sitting.table, play.play_moves, sitting.access(seat), PlayMoves(moves=["1b1"], after=2))
    assert [line.event for line in sitting.state().now.events][2:] == [{"end": "time", "seat": seat}]
