"""The pool of engine processes: real processes, real searches, real kills."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeVar

import pytest

import azulejo
from azulejo.bots.levels import LEVELS
from azulejo.engine.limits import Limits
from azulejo.games import names, rulebook
from azulejo.games.contract import apply, to_move
from azulejo.server.engines.pool import Busy, Pool, WorkerFailed, WorkerRefused
from azulejo.server.monitoring import Metrics

pytestmark = pytest.mark.slow

Result = TypeVar("Result")


def in_pool(work: Callable[[Pool], Coroutine[Any, Any, Result]], **given: Any) -> Result:
    """Run something with a pool of its own, and leave no process behind."""
    settings: dict[str, Any] = {"size": 1, "most_waiting": 100, "seconds": 60.0, "nice": 0, "warm": ()}

    async def run() -> Result:
        pool = Pool("bots", **{**settings, **given}, metrics=Metrics())
        try:
            return await work(pool)
        finally:
            pids = pool.pids
            await pool.close()
            assert not [pid for pid in pids if _runs(pid)]

    return asyncio.run(run())


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def first_position(game: str) -> str:
    made = azulejo.new_game(game, seed=3)
    assert made.turn is not None
    return made.view(made.turn).position


@pytest.mark.parametrize("game", names())
def test_a_bot_answers_with_the_legal_moves_of_its_turn(game: str) -> None:
    moves = in_pool(lambda pool: pool.choose(game, first_position(game), "novice"))
    book = rulebook(game)
    state = book.parse_position(first_position(game))
    seat = to_move(state)
    assert moves
    for move in moves:
        assert to_move(state) == seat
        assert book.why_not(state, book.parse_move(move)) is None
        apply(state, book.parse_move(move))
    assert to_move(state) != seat


def test_chance_of_a_level_depends_on_the_salt_alone() -> None:
    async def work(pool: Pool) -> tuple[list[list[str]], list[list[str]]]:
        where = first_position("azul")
        same = [await pool.choose("azul", where, "first-timer", salt="a") for _ in range(3)]
        other = [await pool.choose("azul", where, "first-timer", salt=str(number)) for number in range(12)]
        return same, other

    same, other = in_pool(work)
    assert same[0] == same[1] == same[2]
    assert len({tuple(moves) for moves in other}) > 1


def test_every_level_shares_the_engines_of_its_game() -> None:
    async def work(pool: Pool) -> list[list[str]]:
        return [await pool.choose("azul", first_position("azul"), level) for level in ("random", "greedy", *LEVELS)]

    assert all(in_pool(work))


def test_an_analysis_gets_better_and_ends() -> None:
    async def work(pool: Pool) -> list[dict[str, Any]]:
        return [found async for found in pool.analyse("azul", first_position("azul"), Limits(nodes=200_000))]

    found = in_pool(work)
    assert len(found) > 1
    assert [one["final"] for one in found] == [False] * (len(found) - 1) + [True]
    assert [one["nodes"] for one in found] == sorted(one["nodes"] for one in found)
    assert found[-1]["nodes"] >= 200_000
    assert set(found[-1]["candidates"][0]) == {"move", "visits", "win", "margin", "error", "proved", "line"}


def test_whoever_stops_listening_cancels_the_search() -> None:
    async def work(pool: Pool) -> list[int]:
        await pool.choose("azul", first_position("azul"), "random")
        before = pool.pids
        stream = pool.analyse("azul", first_position("azul"), Limits(seconds=300))
        await anext(stream)
        await asyncio.wait_for(aclose(stream), 20)
        assert pool.busy == 0
        assert pool.pids == before  # the process has heard and goes on
        await asyncio.wait_for(pool.choose("azul", first_position("azul"), "novice"), 20)
        return pool.pids

    assert in_pool(work)


async def aclose(stream: AsyncIterator[Any]) -> None:
    await stream.aclose()  # type: ignore[attr-defined]  # every generator has it


def test_one_who_is_interrupted_again_while_hanging_up_loses_no_worker() -> None:
    async def work(pool: Pool) -> list[int]:
        await pool.choose("azul", first_position("azul"), "random")
        before = pool.pids

        async def listen() -> None:
            async for _ in pool.analyse("azul", first_position("azul"), Limits(seconds=300)):
                heard.set()

        heard = asyncio.Event()
        listening = asyncio.create_task(listen())
        await heard.wait()
        while not listening.done():  # as often as the loop goes round
            listening.cancel()
            await asyncio.sleep(0)
        await asyncio.wait_for(pool.choose("azul", first_position("azul"), "novice"), 20)
        assert pool.busy == 0
        assert pool.pids == before
        return pool.pids

    assert in_pool(work)


def test_a_worker_that_is_killed_costs_one_answer_and_not_the_pool() -> None:
    async def work(pool: Pool) -> list[str]:
        await pool.choose("azul", first_position("azul"), "random")
        (pid,) = pool.pids
        stream = pool.analyse("azul", first_position("azul"), Limits(seconds=60))
        await anext(stream)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(WorkerFailed, match="stopped unexpectedly"):
            async for _ in stream:
                pass
        moves = await pool.choose("azul", first_position("azul"), "random")
        assert pool.pids != [pid]
        return moves

    assert in_pool(work)


def test_a_worker_that_is_stopped_is_late_and_killed() -> None:
    async def work(pool: Pool) -> list[str]:
        await pool.choose("azul", first_position("azul"), "random")
        (pid,) = pool.pids
        stream = pool.analyse("azul", first_position("azul"), Limits(seconds=60))
        await anext(stream)
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(WorkerFailed, match=r"took too long \(2 s\)"):
            async for _ in stream:
                pass
        assert pool.pids == []
        return await pool.choose("azul", first_position("azul"), "random")

    assert in_pool(work, seconds=2.0)


def test_a_request_without_sense_is_refused_and_the_worker_goes_on() -> None:
    async def work(pool: Pool) -> None:
        await pool.choose("azul", first_position("azul"), "random")
        before = pool.pids
        for game, position, level in (
            ("azul", "azul nonsense", "random"),
            ("azul", first_position("azul"), "grandmaster"),
            ("azul", "", "random"),
        ):
            with pytest.raises(WorkerRefused, match="can't do this"):
                await pool.choose(game, position, level)
        assert await pool.choose("azul", first_position("azul"), "random")
        assert pool.pids == before

    in_pool(work)


def test_those_who_wait_are_served_in_order_and_too_many_are_refused() -> None:
    async def work(pool: Pool) -> list[int]:
        done: list[int] = []

        async def ask(number: int) -> None:
            await pool.choose("azul", first_position("azul"), "random")
            done.append(number)

        tasks = [asyncio.create_task(ask(number)) for number in range(4)]
        await asyncio.sleep(0)
        assert (pool.busy, pool.waiting) == (1, 3)
        with pytest.raises(Busy, match="3 requests ahead of you"):
            await pool.choose("azul", first_position("azul"), "random")
        await asyncio.gather(*tasks)
        return done

    assert in_pool(work, most_waiting=3) == [0, 1, 2, 3]


def test_one_who_does_not_wait_any_longer_leaves_the_queue() -> None:
    async def work(pool: Pool) -> None:
        tasks = [asyncio.create_task(pool.choose("azul", first_position("azul"), "random")) for _ in range(3)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.wait(tasks)
        assert tasks[1].cancelled()
        assert tasks[0].result()
        assert tasks[2].result()
        assert (pool.busy, pool.waiting) == (0, 0)

    in_pool(work)


def test_workers_get_ready_by_themselves_and_give_way_to_requests() -> None:
    async def work(pool: Pool) -> None:
        warming = asyncio.create_task(pool.warm_up())
        moves = await asyncio.wait_for(pool.choose("garden", first_position("garden"), "novice"), 300)
        assert moves
        await asyncio.wait_for(warming, 300)
        assert len(pool.pids) == 2

    in_pool(work, size=2, warm=names())


def test_a_worker_ends_with_the_server_even_in_the_middle_of_a_search() -> None:
    async def work(pool: Pool) -> int:
        await pool.choose("azul", first_position("azul"), "random")
        (pid,) = pool.pids
        stream = pool.analyse("azul", first_position("azul"), Limits(seconds=300))
        await anext(stream)
        process = pool._workers[0]._process
        assert process is not None
        assert process.stdin is not None
        process.stdin.close()  # all that a worker sees of a server that was killed
        assert await asyncio.wait_for(process.wait(), 10) == 0
        return pid

    assert in_pool(work)
