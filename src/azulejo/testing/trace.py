"""What the compiled half of a rulebook says at every step of random games, as short digests.

``python -m azulejo.testing.trace GAME SEATS OPTIONS GAMES`` prints a line per step. The suite
compares what a compiled and an interpreted process print.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from azulejo.games.contract import MOST_SEATS, OVER, Rulebook, broken, determinise, observe, outcome, redact
from azulejo.kernel.chance import stream
from azulejo.kernel.rule import COMPILED
from azulejo.testing.cases import Case, Moment, RandomGame, load

LOOK_EVERY = 10
"""Observations and invariants take long to work out interpreted: they are compared at so many steps, and at the end."""


def trace(rulebook: Rulebook, case: Case, games: int) -> Iterator[str]:
    """Yield a line for every step of the random games 0 to ``games - 1``."""
    for number in range(games):
        for moment in RandomGame(rulebook, case, number).moments():
            said = " ".join(f"{name}={value}" for name, value in _said(moment).items())
            yield f"game={number} step={moment.step} {said}"


def _said(moment: Moment) -> dict[str, Any]:
    """Return what each function of the contract makes of a position."""
    scores = np.zeros(MOST_SEATS, np.int64)
    winners = outcome(moment.state, (1 << moment.game.case.seats) - 1, scores)
    viewer = max(moment.seat, 0)
    redacted = moment.state.copy()
    redact(redacted, viewer)
    guessed = moment.state.copy()
    determinise(guessed, viewer, stream(moment.game.number, moment.step))
    said = {
        "to_move": int(moment.seat),
        "state": _digest(moment.state.tobytes()),
        "legal_moves": _digest(repr(moment.moves).encode()),
        "deal": _digest(repr(moment.drawn).encode()),
        "outcome": f"{int(winners)}/{','.join(str(int(score)) for score in scores[: moment.game.case.seats])}",
        "redact": _digest(redacted.tobytes()),
        "determinise": _digest(guessed.tobytes()),
    }
    if moment.seat == OVER or moment.step % LOOK_EVERY == 0:
        numbers = np.zeros(moment.game.rulebook.observation, np.float32)
        observe(moment.state, viewer, numbers)
        said |= {"observe": _digest(numbers.tobytes()), "broken": int(broken(moment.state))}
    return said


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=5).hexdigest()


def trace_the_other_way(game: str, case: Case, games: int) -> list[str]:
    """Return the same lines from a process that runs rules interpreted (or compiled, if this one does not).

    Warnings are errors there: a number that overflows must not pass in silence.
    """
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1" if COMPILED else "0",
        "PYTHONWARNINGS": "error",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    command = [sys.executable, "-m", "azulejo.testing.trace", game, str(case.seats), json.dumps(case.options)]
    ran = subprocess.run([*command, str(games)], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{game} {case} fails when run the other way:\n{ran.stderr[-3000:]}"
    return ran.stdout.splitlines()


def main(game: str, seats: str, options: str, games: str) -> None:
    """Print the trace of a game's first random games."""
    case = Case(int(seats), tuple((name, value) for name, value in json.loads(options)))
    for line in trace(load(game), case, int(games)):
        print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
