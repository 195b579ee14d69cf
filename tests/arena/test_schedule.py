"""Who meets whom: every seat taken once by each side, the same deals for all."""

from collections import Counter

import pytest

from azulejo.arena.schedule import MatchTable, deal_seed, schedule, tables


def test_in_a_pair_both_bots_sit_in_both_seats() -> None:
    jobs = list(schedule(tables(2, 2, "all", "equals"), 3))
    assert [(job.deal, job.players) for job in jobs] == [
        (0, (0, 1)), (0, (1, 0)), (1, (0, 1)), (1, (1, 0)), (2, (0, 1)), (2, (1, 0)),
    ]  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kind", ["equals", "mixed"])
def test_every_bot_of_a_table_takes_every_seat_equally_often(seats: int, kind: str) -> None:
    match = tables(5, seats, "all", kind)
    taken = Counter((job.table, seat, bot) for job in schedule(match, 2) for seat, bot in enumerate(job.players))
    for number, table in enumerate(match):
        for bot in set(table.bots):
            counts = {taken[number, seat, bot] for seat in range(seats)}
            assert counts == {2 * table.bots.count(bot)}


def test_keys_tell_all_games_apart() -> None:
    jobs = list(schedule(tables(3, 3, "all", "equals"), 4))
    assert len({job.key for job in jobs}) == len(jobs) == 4 * 6 * 3


def test_two_seats_everybody_meets_everybody_once() -> None:
    assert [table.bots for table in tables(4, 2, "all", "equals")] == [
        (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3),
    ]  # fmt: skip


def test_the_first_against_all_others_and_each_against_the_next() -> None:
    assert [table.bots for table in tables(4, 2, "first", "equals")] == [(0, 1), (0, 2), (0, 3)]
    assert [table.bots for table in tables(4, 2, "neighbours", "equals")] == [(0, 1), (1, 2), (2, 3)]
    assert [table.bots for table in tables(3, 4, "first", "equals")] == [(0, 1, 1, 1), (0, 2, 2, 2)]


def test_one_against_equals_goes_both_ways() -> None:
    assert [table.bots for table in tables(2, 4, "all", "equals")] == [(0, 1, 1, 1), (1, 0, 0, 0)]


def test_mixed_tables_seat_different_bots() -> None:
    assert [table.bots for table in tables(4, 3, "all", "mixed")] == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert [table.bots for table in tables(4, 3, "first", "mixed")] == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]
    assert [table.bots for table in tables(4, 3, "neighbours", "mixed")] == [(0, 1, 2), (1, 2, 3)]
    assert tables(2, 3, "all", "mixed") == []


def test_all_tables_play_a_deal_before_the_next_comes() -> None:
    deals = [job.deal for job in schedule([MatchTable((0, 1)), MatchTable((0, 2))], 3)]
    assert deals == sorted(deals)


def test_a_deal_follows_from_the_seed_of_the_match_and_its_number_alone() -> None:
    seeds = {deal_seed(seed, deal) for seed in ("1", "2", "11") for deal in range(20)}
    assert len(seeds) == 60
    assert deal_seed("7", 3) == deal_seed("7", 3)
    assert all(len(seed) == 32 for seed in seeds)
