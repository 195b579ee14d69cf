"""``azulejo bench``: speed of every game, and the signature of play."""

import json
import os
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table as Columns

from azulejo.batches import warmup as batch_warmup
from azulejo.cli.batches import measure_batch
from azulejo.cli.progress import compile_once, progress_bar
from azulejo.cli.search import engine_ready, measure_search
from azulejo.games import names, rulebook, title
from azulejo.games.contract import Rulebook
from azulejo.games.walk import Arrays, random_games
from azulejo.play.record import write_file
from azulejo.texts import say

SIGNATURE_GAMES = 1000
BATCH = 100
"""The clock is looked at after so many games."""


GAME_COLUMNS = (
    ("game", "cli.bench.game", "{}"),
    ("seats", "cli.bench.seats", "{}"),
    ("decisions_per_second", "cli.bench.decisions", "{:,}"),
    ("games_per_second", "cli.bench.games", "{:,}"),
    ("interpreted_decisions_per_second", "cli.bench.interpreted", "{:,}"),
    ("compile_seconds", "cli.bench.cold", "{:.1f}"),
    ("load_seconds", "cli.bench.load", "{:.2f}"),
    ("bytes", "cli.bench.bytes", "{}"),
    ("signature", "cli.bench.signature", "{}"),
    ("nodes_per_second", "engine.bench.nodes", "{:,}"),
    ("search_signature", "engine.bench.search", "{}"),
)
"""The figures of the first table: their names, their headings, their forms."""

BATCH_COLUMNS = (
    ("game", "cli.bench.game", "{}"),
    ("seats", "cli.bench.seats", "{}"),
    ("batch_steps_per_second_1", "batch.bench.one_core", "{:,}"),
    ("batch_steps_per_second_2", "batch.bench.two_cores", "{:,}"),
    ("single_steps_per_second", "batch.bench.single", "{:,}"),
    ("batch_to_single", "batch.bench.ratio", "{:.1f}"),
)
"""Those of the second."""


def bench(games: list[str], seconds: float, out: Path | None, as_json: bool, gpu: bool, lang: str) -> int:
    """Measure games one after the other: on one core, and batches on two as well; or on a graphics card."""
    if gpu:
        from azulejo.batches import measure_cuda

        return measure_cuda.run(games, seconds, out, lang)
    chosen = games or names()
    figures: dict[str, dict[str, dict[str, Any]]] = {}
    for name in chosen:
        engine_ready(name, lang)
        compile_once(name, batch_warmup, "batch.compiling", lang)
    with progress_bar(say("cli.bench.measuring", lang), sum(len(title(name).seats) + 2 for name in chosen)) as bar:
        for name in chosen:
            cold = _in_process(name, "cold")
            bar.advance()
            warm = _in_process(name, "load")
            bar.advance()
            figures[name] = {}
            for seats in title(name).seats:
                slow = _in_process(name, "interpreted", str(seats), str(seconds))
                search = {**measure_search(name, seats, seconds), **measure_batch(name, seats, seconds / 2)}
                figures[name][str(seats)] = {**measure(name, seats, seconds), **slow, **cold, **warm, **search}
                bar.advance()
    written = json.dumps(figures, indent=2)
    print(written) if as_json else _show(figures, lang)
    if out is not None:
        write_file(out, written)
    return 0


def measure(name: str, seats: int, seconds: float) -> dict[str, Any]:
    """Return how fast random games run in this process, and the signature of a fixed set of them."""
    book = rulebook(name)
    walker(book, seats, book.title.complete({}))(0, 1)  # loads what the first call needs
    games, decisions, spent = _random_play(book, seats, seconds, BATCH)
    return {
        "games_per_second": round(games / spent),
        "decisions_per_second": round(decisions / spent),
        "decisions_per_game": round(decisions / games, 2),
        "bytes": int(book.state.dtype.itemsize),
        "signature": signature(book, seats, SIGNATURE_GAMES),
    }


def signature(book: Rulebook, seats: int, games: int) -> str:
    """Return a number that changes when play changes: with the usual options, and with every other value of each."""
    usual = book.title.complete({})
    chosen = [usual, *({**usual, option.name: value} for option in book.title.options for value in option.values[1:])]
    results = [walker(book, seats, options)(0, games) for options in chosen]
    return f"{zlib.crc32(repr(results).encode()):08x}"


def walker(book: Rulebook, seats: int, options: Mapping[str, str]) -> Callable[[int, int], tuple[int, int]]:
    """Return what plays so many random games from a number on; it returns the decisions, and a sum of all results."""
    table, encoded = Arrays(book), np.array(book.title.encode(options), np.int64)
    arrays = (table.states, seats, encoded, table.moves, table.drawn, table.scores, table.rng)

    def run(first: int, games: int) -> tuple[int, int]:
        decisions, results = random_games(*arrays, first, games)
        return int(decisions), int(results)

    return run


def _random_play(book: Rulebook, seats: int, seconds: float, batch: int) -> tuple[int, int, float]:
    """Return how many games and decisions there were in how many seconds; the clock is looked at after each batch."""
    run = walker(book, seats, book.title.complete({}))
    games = decisions = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or games == 0:
        decisions += run(games, batch)[0]
        games += batch
    return games, decisions, spent


def measure_interpreted(name: str, seats: int, seconds: float) -> dict[str, float]:
    """Return how fast random games run in plain Python, where nothing is compiled."""
    games, decisions, spent = _random_play(rulebook(name), seats, seconds, 1)
    return {
        "interpreted_games_per_second": round(games / spent, 2),
        "interpreted_decisions_per_second": round(decisions / spent),
    }


def _in_process(name: str, what: str, *more: str) -> dict[str, float]:
    """Measure in a process of its own: interpreted, or with an empty or a full cache."""
    environment = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="azulejo-bench-") as empty:
        if what == "cold":
            environment["AZULEJO_CACHE"] = empty
        if what == "interpreted":
            environment["NUMBA_DISABLE_JIT"] = "1"
        command = [sys.executable, "-m", "azulejo.cli.measure", what, name, *more]
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def _show(figures: dict[str, dict[str, dict[str, Any]]], lang: str) -> None:
    rows = [
        {"game": name, "seats": seats, **found}
        for name, by_seats in figures.items()
        for seats, found in by_seats.items()
    ]
    console = Console(width=None if sys.stdout.isatty() else 120)
    for number, columns in enumerate((GAME_COLUMNS, BATCH_COLUMNS)):
        if number:
            console.print()
        table = Columns(box=None, pad_edge=False)
        for _, heading, _ in columns:
            table.add_column(say(heading, lang), justify="left" if heading == "cli.bench.game" else "right")
        for row in rows:
            table.add_row(*(form.format(row[key]) if key in row else "" for key, _, form in columns))
        console.print(table)
