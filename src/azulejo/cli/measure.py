"""One measurement in a process of its own, for ``azulejo bench``; prints a JSON object.

``python -m azulejo.cli.measure cold|load|interpreted GAME [SEATS SECONDS]``
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


def main(what: str, name: str, seats: str = "", seconds: str = "") -> None:
    """Measure, and print what was found."""
    if what == "interpreted":
        from azulejo.cli.bench import measure_interpreted

        print(json.dumps(measure_interpreted(name, int(seats), float(seconds))))
    else:
        print(json.dumps(cold_or_load(name, what)))


if __name__ == "__main__":
    main(*sys.argv[1:])
