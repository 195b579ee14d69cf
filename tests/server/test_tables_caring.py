"""What nobody asks for: bots and their leases, people who are away, heartbeats."""

import random

import pytest

from azulejo.bots.levels import level
from azulejo.bots.protocol import position_of_text
from azulejo.server.settings import Settings
from azulejo.server.storage import Database
from azulejo.server.tables import BotTask, Tables, Viewer
from azulejo.texts.errors import AzulejoError, IllegalMove
from tests.server.seating import Clock, Sitting, sit, there, two_people


def chosen(task: BotTask) -> str:
    """Return what a real bot of the task's level plays."""
    view = position_of_text(task.position).view(task.limits, task.seat)
    return str(level(task.level, task.game).choose(view))


def suggested(tables: Tables, table: str) -> str:
    with tables._reading(table) as (_, shown):
        return str(shown.opened.game.suggest())


@pytest.mark.parametrize("game", ["azul", "duel", "garden"])
def test_bots_play_a_game_from_what_their_seat_may_see(tables: Tables, game: str) -> None:
    sitting = sit(tables, game, "first-timer", "first-timer", helpers="none")
    for _ in range(15):
        task = tables.claim_bots(10)[0]
        assert (task.table, task.level, task.seats) == (sitting.table, "first-timer", 2)
        tables.bot_move(task, [chosen(task)])
    assert len(tables.record(sitting.table, Viewer()).events) > 10


def test_a_claimed_decision_is_not_claimed_again_until_its_lease_ends(tables: Tables, clock: Clock) -> None:
    sitting = sit(tables, "azul", "club", "club")
    first = tables.claim_bots(10)
    assert [task.table for task in first] == [sitting.table]
    assert tables.claim_bots(10) == []
    for _ in range(100):
        clock.wait(1)
        tables.beat()
    second = tables.claim_bots(10)
    assert len(second) == 1
    move = suggested(tables, sitting.table)
    assert tables.bot_move(first[0], [move]) is None  # somebody else works on it now
    assert there(tables.bot_move(second[0], [move])).kind == "moves"
    assert tables.bot_move(second[0], [move]) is None  # that was answered already


def test_a_lease_of_a_process_that_died_does_not_count(database: Database, tables: Tables, clock: Clock) -> None:
    sit(tables, "azul", "club", "club")
    assert len(tables.claim_bots(10)) == 1
    other = Tables(database, tables.settings, clock)
    other.beat()
    assert other.claim_bots(10) == []
    clock.wait(3)
    other.beat()
    assert len(other.claim_bots(10)) == 1


def test_those_who_wait_longest_come_first_and_never_too_many(tables: Tables, clock: Clock) -> None:
    waiting = []
    for _ in range(5):
        waiting.append(sit(tables, "azul", "club", "club").table)
        clock.wait(0.1)
    assert [task.table for task in tables.claim_bots(2)] == waiting[:2]
    assert [task.table for task in tables.claim_bots(10)] == waiting[2:]


def test_people_are_not_played_for(tables: Tables) -> None:
    two_people(tables)
    sit(tables, "azul", "me", "club", options={"first": "0"})
    assert tables.claim_bots(10) == []


def test_a_bot_may_answer_with_its_whole_turn(tables: Tables) -> None:
    sitting = sit(tables, "garden", "club", "club", seed=1)
    task = tables.claim_bots(1)[0]
    with tables._reading(sitting.table) as (_, shown):
        trial = shown.opened.game.copy()
    moves: list[str] = []
    while trial.turn == task.seat and len(moves) < 10:
        before = len(trial.events)
        moves.append(str(trial.suggest()))
        trial.push(moves[-1])
        if len(trial.events) > before + 1:
            break
    assert there(tables.bot_move(task, moves)).number == len(trial.events)


def test_a_bot_that_fails_is_asked_again_and_in_the_end_something_sensible_is_played(
    tables: Tables, clock: Clock
) -> None:
    sitting = sit(tables, "azul", "club", "club")
    number = sitting.state().now.number
    for attempt in range(3):
        task = tables.claim_bots(1)[0]
        with pytest.raises(AzulejoError):
            tables.bot_move(task, ["nonsense"])
        change = tables.bot_failed(task, "nonsense")
        assert (change is None) == (attempt < 2)
        assert tables.claim_bots(1) == [] or attempt == 2
        clock.wait(1)
        tables.beat()
    assert sitting.state().now.number == number + 1
    assert len(tables.claim_bots(1)) <= 1
    assert tables.bot_failed(task, "again") is None


def test_an_illegal_answer_of_a_bot_changes_nothing(tables: Tables) -> None:
    sitting = sit(tables, "azul", "club", "club")
    task = tables.claim_bots(1)[0]
    with pytest.raises(IllegalMove):
        tables.bot_move(task, ["cb1"])
    assert sitting.state().now.number == 2


# ---------------------------------------------------------------- people who are away


def waiting_for(tables: Tables, **more) -> Sitting:
    return two_people(tables, takeover="novice", options={"first": "0"}, **more)


def test_a_bot_plays_for_somebody_who_is_away_when_it_is_their_turn(tables: Tables, clock: Clock) -> None:
    sitting = waiting_for(tables)
    for _ in range(119):
        clock.wait(1)
        tables.beat()
    assert tables.takeovers() == []
    clock.wait(2)
    tables.beat()
    assert [(one.table, one.kind) for one in tables.takeovers()] == [(sitting.table, "state")]
    assert tables.takeovers() == []
    assert [one.away for one in sitting.state().table.players] == [True, False]
    task = tables.claim_bots(1)[0]
    assert (task.seat, task.level) == (0, "novice")
    tables.bot_move(task, [suggested(tables, sitting.table)])
    assert tables.claim_bots(1) == []  # the other one is not away
    assert sitting.state().table.players[0].away


def test_somebody_who_comes_back_plays_for_themselves(tables: Tables, clock: Clock) -> None:
    sitting = waiting_for(tables)
    clock.wait(121)
    tables.beat()
    tables.takeovers()
    task = tables.claim_bots(1)[0]
    change = there(tables.presence(sitting.table, 0, True))
    assert (change.table, change.kind) == (sitting.table, "state")
    assert not sitting.state().table.players[0].away
    assert tables.bot_move(task, [suggested(tables, sitting.table)]) is None
    assert tables.claim_bots(1) == []
    sitting.play(0, sitting.state(0).now.legal[0].move)


def test_a_move_shows_that_one_is_back(tables: Tables, clock: Clock) -> None:
    sitting = waiting_for(tables)
    clock.wait(121)
    tables.takeovers()
    assert sitting.play(0, sitting.state(0).now.legal[0].move).kind == "state"
    assert not sitting.state().table.players[0].away


def test_nobody_is_taken_over_who_is_connected(tables: Tables, clock: Clock) -> None:
    sitting = waiting_for(tables)
    assert tables.presence(sitting.table, 0, True) is None
    clock.wait(500)
    tables.beat()
    assert tables.takeovers() == []
    assert sitting.state().table.players[0].connected
    tables.presence(sitting.table, 0, False)
    assert not sitting.state().table.players[0].connected
    clock.wait(119)
    tables.beat()
    assert tables.takeovers() == []
    clock.wait(2)
    assert len(tables.takeovers()) == 1


def test_nobody_is_taken_over_where_the_table_does_not_say_so(tables: Tables, clock: Clock) -> None:
    two_people(tables)
    clock.wait(1000)
    assert tables.takeovers() == []


def test_connections_of_a_process_that_died_do_not_count(database: Database, tables: Tables, clock: Clock) -> None:
    sitting = waiting_for(tables)
    tables.presence(sitting.table, 0, True)
    other = Tables(database, tables.settings, clock)
    clock.wait(121)
    other.beat()
    assert not other.table(sitting.table).players[0].connected
    assert len(other.takeovers()) == 1


def test_one_seat_may_be_connected_to_two_processes(database: Database, tables: Tables, clock: Clock) -> None:
    sitting = waiting_for(tables)
    other = Tables(database, tables.settings, clock)
    other.beat()
    tables.presence(sitting.table, 0, True)
    other.presence(sitting.table, 0, True)
    tables.presence(sitting.table, 0, False)
    assert sitting.state().table.players[0].connected
    other.presence(sitting.table, 0, False)
    assert not sitting.state().table.players[0].connected


def test_presence_at_a_table_that_is_gone_is_nothing(tables: Tables) -> None:
    assert tables.presence("000000000000", 0, True) is None


def test_after_a_long_downtime_people_have_time_to_come_back(database: Database, clock: Clock) -> None:
    settings = Settings(database="sqlite:///x", heartbeat_seconds=1.0)
    tables = Tables(database, settings, clock)
    tables.credit_downtime()
    waiting_for(tables)
    clock.wait(10_000)
    later = Tables(database, settings, clock)
    later.credit_downtime()
    assert later.takeovers() == []
    clock.wait(121)
    later.beat()
    assert len(later.takeovers()) == 1


def test_a_crashed_process_leaves_no_lease_behind_on_sqlite(database: Database, tables: Tables, clock: Clock) -> None:
    sit(tables, "azul", "club", "club")
    tables.claim_bots(1)
    clock.wait(0.5)  # it comes back at once
    later = Tables(database, tables.settings, clock)
    later.credit_downtime()
    if not database.sqlite:
        clock.wait(2)
        later.beat()
    assert len(later.claim_bots(1)) == 1


def test_a_whole_game_against_a_bot(tables: Tables) -> None:
    sitting = sit(tables, "azul", "me", "first-timer", helpers="none")
    rng = random.Random(5)
    while sitting.state().now.result is None:
        for task in tables.claim_bots(5):
            tables.bot_move(task, [suggested(tables, task.table)])
        if sitting.state().now.turn == 0:
            sitting.play(0, rng.choice(sitting.state(0).now.legal).move)
    assert tables.claim_bots(5) == []
