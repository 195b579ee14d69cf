"""Measuring batches for ``azulejo bench``."""

import random
import time
from collections.abc import Callable

from azulejo.batches.batch import Batch
from azulejo.batches.setting import Setting
from azulejo.envs.core import SingleGame
from azulejo.kernel.machine import usable_cores

GAMES = 1024
CORES = (1, 2)
BEFORE = 32
"""So many steps bring the games of a batch apart before the clock starts."""
LOOPS = 50
"""The clock is looked at after so many steps of a single game."""


def measure_batch(name: str, seats: int, seconds: float) -> dict[str, float]:
    """Return how fast a batch steps on one core and on two, and how much faster one core is than single games.

    Both choose random legal actions, and both write masks and observations.
    """
    figures: dict[str, float] = {}
    for cores in CORES:
        if cores <= usable_cores():
            with Batch(name, GAMES, seats=seats, seed=0, threads=cores) as batch:
                for _ in range(BEFORE):
                    batch.step(batch.sample())
                figures[f"batch_steps_per_second_{cores}"] = round(_per_second(_all_once(batch), seconds))
    figures["single_steps_per_second"] = round(_per_second(_one_alone(name, seats), seconds))
    ratio = figures["batch_steps_per_second_1"] / max(figures["single_steps_per_second"], 1)
    return {**figures, "batch_to_single": round(ratio, 1)}


def _per_second(run: Callable[[], int], seconds: float) -> float:
    """Return how many steps are made in a second by what returns how many it made."""
    run()  # loads what the first call needs
    steps, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or steps == 0:
        steps += run()
    return steps / spent


def _all_once(batch: Batch) -> Callable[[], int]:
    def run() -> int:
        batch.step(batch.sample())
        return batch.games

    return run


def _one_alone(name: str, seats: int) -> Callable[[], int]:
    """Return what makes some steps of one game after the other, as a loop over single environments does."""
    rng, game = random.Random(0), SingleGame(Setting.checked(name, seats, {}, "random"))
    game.reset(0)

    def run() -> int:
        for _ in range(LOOPS):
            game.step(int(rng.choice(game.codes)))
            if game.is_over:
                game.reset(rng.getrandbits(32))
            seat = game.due
            game.mask(seat)
            game.observation(seat)
        return LOOPS

    return run
