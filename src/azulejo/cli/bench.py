"""``azulejo bench``: speed of every game, and the signature of play."""

import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from rich.console import Console
from rich.table import Table as Columns

from azulejo.cli.progress import progress_bar, ready
from azulejo.games import names, title
from azulejo.texts import say

SIGNATURE_GAMES = 1000


def bench(games: list[str] | None, as_json: bool, seconds: float, lang: str) -> None:
    """Measure games one after the other, on one core."""
    chosen = games or names()
    figures: dict[str, dict[str, dict[str, Any]]] = {}
    for name in chosen:
        title(name)
    with progress_bar(say("cli.bench.measuring", lang), sum(len(title(name).seats) + 2 for name in chosen)) as bar:
        for name in chosen:
            cold = _in_process(name, "cold")
            bar.advance()
            ready(name, lang)
            warm = _in_process(name, "load")
            bar.advance()
            figures[name] = {}
            for seats in title(name).seats:
                slow = _in_process(name, "interpreted", seats)
                figures[name][str(seats)] = {**measure(name, seats, seconds), **slow, **cold, **warm}
                bar.advance()
    print(json.dumps(figures, indent=2)) if as_json else _show(figures, lang)


def measure(name: str, seats: int, seconds: float) -> dict[str, Any]:
    """Return how fast random games run in this process, and the signature of a fixed set of them."""
    import numpy as np

    from azulejo.games import rulebook
    from azulejo.games.walk import Table, random_games

    book = rulebook(name)
    table = Table(book)
    options = np.array(book.title.encode(book.title.complete({})), np.int64)

    def run(first: int, games: int) -> tuple[int, int]:
        arrays = (table.states, seats, options, table.moves, table.drawn, table.scores, table.rng)
        decisions, signature = random_games(*arrays, first, games)
        return int(decisions), int(signature)

    _, signature = run(0, SIGNATURE_GAMES)
    games = decisions = 0
    batch = SIGNATURE_GAMES // 10
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        decisions += run(games, batch)[0]
        games += batch
    return {
        "games_per_second": round(games / spent),
        "decisions_per_second": round(decisions / spent),
        "decisions_per_game": round(decisions / games, 2),
        "bytes": int(book.state.dtype.itemsize),
        "signature": f"{signature:08x}",
    }


def _in_process(name: str, what: str, seats: int = 0) -> dict[str, float]:
    """Measure in a process of its own: interpreted, or with an empty or a full cache."""
    environment = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="azulejo-bench-") as empty:
        if what == "cold":
            environment["AZULEJO_CACHE"] = empty
        if what == "interpreted":
            environment["NUMBA_DISABLE_JIT"] = "1"
        command = [sys.executable, "-m", "azulejo.cli.measure", what, name, str(seats)]
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def _show(figures: dict[str, dict[str, dict[str, Any]]], lang: str) -> None:
    table = Columns(box=None, pad_edge=False)
    for key in ("game", "seats", "decisions", "games", "interpreted", "cold", "load", "bytes", "signature"):
        table.add_column(say(f"cli.bench.{key}", lang), justify="left" if key == "game" else "right")
    for name, by_seats in figures.items():
        for seats, found in by_seats.items():
            table.add_row(
                name,
                seats,
                f"{found['decisions_per_second']:,}",
                f"{found['games_per_second']:,}",
                f"{found['interpreted_decisions_per_second']:,}",
                f"{found['compile_seconds']:.1f}",
                f"{found['load_seconds']:.2f}",
                str(found["bytes"]),
                found["signature"],
            )
    Console(width=None if sys.stdout.isatty() else 120).print(table)
