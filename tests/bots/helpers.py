"""What the tests of bots share: a small real engine, hostile programs, and what is left of them."""

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from azulejo.bots.process import ProcessBot
from azulejo.engine.analysis import Analysis, Candidate
from azulejo.engine.limits import Limits
from azulejo.games.contract import CHANCE, OVER, Rulebook, apply, legal_moves, outcome, to_move
from azulejo.play import Game, new_game

ROOT = Path(__file__).resolve().parent.parent.parent


class OnePly:
    """An engine that looks one move ahead, at the points: enough to be told apart from chance.

    Without a limit it goes on until it is told to stop, reporting as it goes.
    """

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.games = 0
        self.asked: list[Limits] = []
        self.states: list[Any] = []

    def new_game(self) -> None:
        self.games += 1

    def analyse(
        self,
        state: Any,
        seat: int,
        limits: Limits,
        *,
        report: Callable[[Analysis], None] | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis:
        self.asked.append(limits)
        self.states.append(state)
        moves = np.zeros(self.book.moves_room, np.int16)
        codes = moves[: legal_moves(state, moves)].tolist()
        found = sorted((self._candidate(state, seat, code) for code in codes), key=lambda one: -one.margin)
        analysis = Analysis(tuple(found), len(codes), 0.0, 1)
        if report:
            report(analysis)
        if limits == Limits() and stop is not None:
            stop.wait(30)
        return analysis

    def _candidate(self, state: Any, seat: int, code: int) -> Candidate:
        after = state.copy()
        apply(after, code)
        seats = int(state.seats) if len(self.book.title.seats) > 1 else self.book.title.seats[0]
        margin = float(self.book.preview(state, code).points)
        if to_move(after) == OVER:
            scores = np.zeros(seats, np.int64)
            outcome(after, (1 << seats) - 1, scores)
            margin = float(scores[seat])
        assert to_move(after) >= CHANCE or to_move(after) == OVER
        return Candidate(code, 1, (1 / seats,) * seats, margin, 0.0, (code,))


def some_game(name: str = "azul", seats: int | None = None, moves: int = 0, seed: int = 7) -> Game:
    """Return a game after some moves, every one the middle one of those that are legal."""
    game = new_game(name, seats=seats, seed=seed)
    for _ in range(moves):
        game.push(game.legal_moves[len(game.legal_moves) // 2])
    return game


def hostile(name: str, *arguments: str, **options: Any) -> ProcessBot:
    """Return one of the programs of the folder ``hostile``."""
    command = ["env", f"PYTHONPATH={ROOT}", sys.executable, "-m", f"tests.bots.hostile.{name}", *arguments]
    return ProcessBot(command, **{"patience": 20.0, "grace": 0.2, "longest": 20.0, **options})


def state_of(process: int) -> str:
    """Return the state of a process, a letter, as Linux tells it; nothing if there is none."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def own_children() -> set[int]:
    """Return the processes that this one has started and that have not been reaped."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if int(parent) == os.getpid():
            found.add(int(folder.name))
    return found
