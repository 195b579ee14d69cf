"""Solves fifty rounds of classic Azul by two, and says how many positions and how much processor time that took.

    python -m tools.solve_rounds [FIRST]

solves all of ``tools/rounds.txt``, or the first of them. Each line there is what the position is worth to the seat to
move when both play the round to its end as well as can be, as ``value_of_two`` counts it, and the position. Another
value is an error: a faster search must find the same. A network that judges the ends of rounds otherwise changes all of
them; then ``--write`` puts the new ones into the list.
"""

import sys
import time
from pathlib import Path

from azulejo.engine.engine import Engine
from azulejo.engine.limits import Limits
from azulejo.engine.network import value_of_two
from azulejo.games import rulebook
from azulejo.games.contract import to_move

FILE = Path(__file__).with_name("rounds.txt")
ENOUGH = Limits(nodes=50_000_000)
CLOSE = 5e-5
"""Two searches add up the same numbers in another order."""


def positions() -> list[tuple[float, str]]:
    """Return every position of the list with its value."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [(float(value), text) for value, text in (line.split(" ", 1) for line in lines)]


def solve(engine: Engine, text: str) -> tuple[float, int]:
    """Return the value of a position for the seat to move, and how many positions were looked at to find it."""
    state = rulebook("azul").parse_position(text)
    seat = int(to_move(state))
    found = engine.analyse(state, seat, ENOUGH)
    assert found.best.proved, text
    return value_of_two(found.best.win[seat], found.best.margin), found.nodes


def main(arguments: list[str]) -> int:
    """Solve, print the sums, and return whether any value differs from the list."""
    write = "--write" in arguments
    numbers = [int(one) for one in arguments if one != "--write"]
    chosen = positions()[: numbers[0] if numbers else None]
    engine = Engine("azul")
    solve(engine, chosen[0][1])  # loads the compiled code
    nodes, values, start = 0, [], time.process_time()
    for _, text in chosen:
        value, looked_at = solve(engine, text)
        values.append(value)
        nodes += looked_at
    seconds = time.process_time() - start
    wrong = [text for value, (wanted, text) in zip(values, chosen, strict=True) if abs(value - wanted) > CLOSE]
    if write:
        FILE.write_text("".join(f"{value:+.5f} {text}\n" for value, (_, text) in zip(values, chosen, strict=True)))
        wrong = []
    print(
        f"{len(chosen)} rounds: {nodes:,} nodes in {seconds:.2f} s of processor time, {nodes / seconds:,.0f} a second"
    )
    for text in wrong:
        print(f"another value: {text}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
