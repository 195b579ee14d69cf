"""Counted paths: from fixed positions, how many sequences of 1, 2, ... moves there are.

A file of counts is JSON: game -> list of ``{"position": text, "counts": [...]}``. A sequence that
meets a draw or the end before its last move is not counted.

``python -m azulejo.testing.perft FILE azul --seats 2 --step 1 --depth 3`` adds the position of
that step of a random game; ``python -m azulejo.testing.perft FILE`` counts all positions anew.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from azulejo.games.contract import Rulebook, apply
from azulejo.games.walk import count_paths
from azulejo.testing.cases import RandomGame, case_for, load


def counts(rulebook: Rulebook, position: str, depth: int) -> list[int]:
    """Return the number of paths of 1 to ``depth`` moves from a position."""
    state = rulebook.parse_position(position)
    return [count_paths(rulebook, state, length) for length in range(1, depth + 1)]


def naive_count(rulebook: Rulebook, state: Any, depth: int) -> int:
    """Count the same by recursion, trying every code there is: slow, and independent of ``legal_moves``."""
    if depth == 0:
        return 1
    found = 0
    for code in range(rulebook.move_codes):
        if rulebook.why_not(state, code) is None:
            after = state.copy()
            apply(after, code)
            found += naive_count(rulebook, after, depth - 1)
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Add a position to a file of counts, or count all anew."""
    parser = argparse.ArgumentParser(prog="python -m azulejo.testing.perft", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("name", nargs="?", help="the game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--game", type=int, default=0, help="the number of the random game")
    parser.add_argument(
        "--step", type=int, default=1, help="how many events come before the position (negative: from the end)"
    )
    parser.add_argument("--depth", type=int, default=3, help="the longest paths to count")
    chosen = parser.parse_args(arguments)
    known: dict[str, list[dict[str, Any]]] = {}
    if chosen.file.exists():
        known = json.loads(chosen.file.read_text(encoding="utf-8"))
    if chosen.name is None:
        for name, entries in known.items():
            for entry in entries:
                entry["counts"] = counts(load(name), entry["position"], len(entry["counts"]))
    else:
        book = load(chosen.name)
        moments = list(RandomGame(book, case_for(book.title, chosen.seats, chosen.option), chosen.game).moments())
        if not -len(moments) <= chosen.step < len(moments):
            parser.error(f"the game has only {len(moments)} positions")
        position = moments[chosen.step].position
        entry = {"position": position, "counts": counts(book, position, chosen.depth)}
        known.setdefault(book.title.name, []).append(entry)
    chosen.file.write_text(json.dumps(known, indent=2, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
