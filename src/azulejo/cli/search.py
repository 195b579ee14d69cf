"""Getting the engine ready, and measuring its search for ``azulejo bench``."""

import time
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from azulejo.cli.progress import compile_once, ready
from azulejo.engine.limits import Limits
from azulejo.engine.search import Search, search_for
from azulejo.games import rulebook
from azulejo.games.contract import CHANCE, OVER, apply, deal, legal_moves, redact, setup, to_move
from azulejo.games.walk import Arrays
from azulejo.kernel.chance import below, reseed

POSITIONS = 6
APART = 9
"""Decisions between two of the positions."""
NODES = 3000
"""For one position of the signature."""


def engine_ready(name: str, lang: str) -> None:
    """Compile a game's rules and its search if this is the first time, with a bar and a line that says so."""
    from azulejo.engine import warmup

    ready(name, lang)
    compile_once(name, warmup, "engine.compiling", lang)


def positions(name: str, seats: int) -> Iterator[tuple[Any, int]]:
    """Yield positions of a random game, as the seat to move sees them; always the same."""
    book = rulebook(name)
    table = Arrays(book)
    state = table.states[0]
    reseed(table.rng, seats)
    setup(state, seats, np.array(book.title.encode(book.title.complete({})), np.int64), 0)
    decisions = found = 0
    while found < POSITIONS and (seat := int(to_move(state))) != OVER:
        if seat == CHANCE:
            deal(state, table.rng, table.drawn)
            continue
        number = legal_moves(state, table.moves)
        if decisions >= found * APART and number > 1:
            found += 1
            seen = state.copy()
            redact(seen, seat)
            yield seen, seat
        apply(state, int(table.moves[below(table.rng, number)]))
        decisions += 1


def measure_search(name: str, seats: int, seconds: float) -> dict[str, Any]:
    """Return how fast the search is on one thread, and a signature of what it finds."""
    engine, chosen = search_for(name), list(positions(name, seats))
    signature = search_signature(engine, chosen, NODES)
    nodes, start = 0, time.perf_counter()
    for state, seat in chosen:
        engine.new_game()
        nodes += engine.analyse(state, seat, Limits(seconds=seconds / len(chosen))).nodes
    return {"nodes_per_second": round(nodes / (time.perf_counter() - start)), "search_signature": signature}


def search_signature(engine: Search, chosen: list[tuple[Any, int]], nodes: int) -> str:
    """Return a number that changes when the search finds something else: moves, visits, nodes."""
    found = []
    for state, seat in chosen:
        analysis = engine.analyse(state, seat, Limits(nodes=nodes))
        found.append((analysis.nodes, [(one.move, one.visits) for one in analysis.candidates]))
    return f"{zlib.crc32(repr(found).encode()):08x}"
