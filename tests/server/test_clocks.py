"""The arithmetic of clocks."""

from azulejo.server.clocks import TableClock, full_time, started, turn_finished, turns_taken_back
from azulejo.server.messages import DaysClock, GameClock

GAME = GameClock(seconds=60, increment=5)
DAYS = DaysClock(days=2)


def test_everybody_begins_with_the_full_time() -> None:
    assert started(GAME, 3, 100.0) == TableClock((60, 60, 60), 100.0)
    assert started(DAYS, 2, 100.0) == TableClock((172_800, 172_800), 100.0)
    assert full_time(DaysClock(days=0.5)) == 43_200


def test_only_the_clock_of_the_seat_to_move_runs() -> None:
    clock = started(GAME, 2, 100.0)
    assert clock.remaining(1, 110.0) == (60, 50)
    assert clock.remaining(None, 110.0) == (60, 60)
    assert clock.read(1, 110.0) == TableClock((60, 50), 110.0)


def test_a_clock_runs_out_at_its_deadline_and_never_below_zero() -> None:
    clock = started(GAME, 2, 100.0)
    assert clock.deadline(0) == 160.0
    assert clock.deadline(None) is None
    assert not clock.has_run_out(0, 159.999)
    assert clock.has_run_out(0, 160.0)
    assert not clock.has_run_out(None, 1e9)
    assert clock.remaining(0, 200.0) == (0, 60)


def test_a_wall_clock_that_is_set_back_gives_nobody_time() -> None:
    clock = started(GAME, 2, 100.0)
    assert clock.remaining(0, 50.0) == (60, 60)
    assert clock.read(0, 50.0).since == 100.0


def test_a_finished_turn_gives_the_increment() -> None:
    clock = started(GAME, 2, 100.0).read(0, 120.0)
    assert turn_finished(GAME, clock, 0) == TableClock((45, 60), 120.0)


def test_with_days_every_turn_has_the_full_time() -> None:
    clock = started(DAYS, 2, 0.0).read(0, 86_400.0)
    assert clock.left == (86_400, 172_800)
    assert turn_finished(DAYS, clock, 0).left == (172_800, 172_800)


def test_turns_taken_back_do_not_give_used_time_back_except_by_days() -> None:
    clock = TableClock((45, 50), 120.0)
    assert turns_taken_back(GAME, clock) == clock
    assert turns_taken_back(DAYS, clock).left == (172_800, 172_800)
