"""Compiles all games once for a test run, side by side on the cores of the machine."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from azulejo.batches import warmup as batch_warmup
from azulejo.engine import warmup as engine_warmup
from azulejo.games import names
from azulejo.games import warmup as rules_warmup
from azulejo.kernel.machine import usable_cores

PARTS = (rules_warmup, engine_warmup, batch_warmup)
"""What a game has to compile: each later part needs the ones before it."""

QUICKEST = "azul"
"""It begins last."""


def compile_games(say: Callable[[str], None]) -> None:
    """Compile every game that is not in the cache yet."""
    cold = [name for name in sorted(names(), key=QUICKEST.__eq__) if not all(part.is_warm(name) for part in PARTS)]
    if not cold:
        return
    say(f"compiling {', '.join(cold)}, once ...")
    with ProcessPoolExecutor(usable_cores(), mp_context=get_context("spawn")) as pool:
        begun = {pool.submit(compile_game, name): name for name in cold}
        for done in as_completed(begun):
            if problem := done.exception():
                say(f"{begun[done]} cannot be compiled ({problem}); its tests will say more")
            else:
                say(f"{begun[done]} is compiled")
    for done, name in begun.items():
        if done.exception() is None:
            compile_game(name)  # Numba keeps the last of two entries that are made at one moment: this adds the other


def compile_game(name: str) -> None:
    """Compile a game's rules, search and batches."""
    for part in PARTS:
        part.warm_up(name)
