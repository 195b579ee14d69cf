"""Ctrl-C ends a search at once, whatever its limits; the engine can search again."""

import signal
import subprocess
import sys
import time

import pytest

PROGRAM = """
import signal, sys
from azulejo.engine.engine import Engine
from azulejo.engine.limits import Limits
from azulejo.engine.warmup import load
from azulejo.play import new_game

signal.signal(signal.SIGINT, signal.default_int_handler)
game = new_game(sys.argv[1], seed=3)
load(sys.argv[1])
engine, state = Engine(sys.argv[1]), game.view(game.turn).state
print("searching", flush=True)
try:
    engine.analyse(state, game.turn, Limits(seconds=10**6), exact=sys.argv[2] == "exact")
except KeyboardInterrupt:
    again = engine.analyse(state, game.turn, Limits(nodes=200), exact=sys.argv[2] == "exact")
    print("interrupted", len(again.candidates) > 0, flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "search"), [("azul", "exact"), ("azul", "tree"), ("duel", "tree"), ("garden", "tree")]
)
def test_ctrl_c_ends_a_search_at_once(game: str, search: str) -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM, game, search], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "searching\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.communicate()[0] == "interrupted True\n"
        assert process.returncode == 0
