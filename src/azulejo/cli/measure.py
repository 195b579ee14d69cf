"""One measurement in a process of its own, for ``azulejo bench``; prints a JSON object.

``python -m azulejo.cli.measure cold|load|interpreted GAME SEATS``
"""

import json
import sys
import time


def cold_or_load(name: str, what: str) -> dict[str, float]:
    """Return the seconds until every rule of a game has run once, not counting Numba's own import."""
    import numba  # noqa: F401  # imported here so that its time is not counted

    start = time.perf_counter()
    from azulejo.games.warmup import load

    load(name)
    return {f"{'compile' if what == 'cold' else 'load'}_seconds": round(time.perf_counter() - start, 3)}


def interpreted(name: str, seats: int) -> dict[str, float]:
    """Return how fast random games run in plain Python."""
    import numpy as np

    from azulejo.games import rulebook
    from azulejo.games.walk import Table, random_games
    from azulejo.kernel.rule import COMPILED

    assert not COMPILED, "this measurement is made with NUMBA_DISABLE_JIT=1"
    book = rulebook(name)
    table = Table(book)
    options = np.array(book.title.encode(book.title.complete({})), np.int64)
    arrays = (table.states, seats, options, table.moves, table.drawn, table.scores, table.rng)
    start = time.perf_counter()
    games = decisions = 0
    while (spent := time.perf_counter() - start) < 1 or games == 0:
        decisions += random_games(*arrays, games, 1)[0]
        games += 1
    return {
        "interpreted_games_per_second": round(games / spent, 2),
        "interpreted_decisions_per_second": round(decisions / spent),
    }


if __name__ == "__main__":
    measured, game, number = sys.argv[1:]
    print(json.dumps(interpreted(game, int(number)) if measured == "interpreted" else cold_or_load(game, measured)))
