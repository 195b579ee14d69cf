"""Time that nobody had: a frozen process, a database that was away, a clock on the wall that is set."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from azulejo.server.messages import GameClock
from azulejo.server.tables import Tables
from azulejo.server.tables.housekeeping import beat, end_overdue, next_deadline
from tests.server.conftest import StartServer
from tests.server.processes import first_moves
from tests.server.seating import Clock, two_people

FROZEN = 13.0
"""Longer than the clocks of these games run."""


def test_a_frozen_process_costs_nobody_the_game(start_server: StartServer) -> None:
    server = start_server(heartbeat_seconds=0.5)
    with server.client() as client:
        clock = {"kind": "game", "seconds": 10, "increment": 0}
        made = client.create("azul", [{"who": "me"}, {"who": "hotseat"}], settings={"clock": clock})
        with server.live(made.table, made.tokens) as live:
            assert live.play(first_moves(live.now))["type"] == "done"
            os.kill(server.process.pid, signal.SIGSTOP)
            time.sleep(FROZEN)
            os.kill(server.process.pid, signal.SIGCONT)
            live.upto(3)
            played = live.play(first_moves(live.now))
            assert played["type"] == "done", played
        assert client.state(made.table)["table"]["status"] == "playing"
    assert "downtime_credited" in server.log


def test_a_gap_between_heartbeats_is_given_back_at_any_time(tables: Tables, clock: Clock) -> None:
    sitting = two_people(tables, clock=GameClock(seconds=60))
    clock.wait(2)
    assert beat(tables) == 0
    clock.wait(3600)
    assert beat(tables) == 3600
    assert next_deadline(tables) == clock.now + 58
    assert end_overdue(tables) == []
    sitting.play_any(random.Random(1))
    assert sitting.clocks.left == [58, 60] or sitting.clocks.left == [60, 58]


def test_a_process_that_could_not_write_for_long_knows_it(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not tables.is_behind
    began = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: began + 100)
    assert tables.is_behind
    beat(tables)
    assert not tables.is_behind


JUMPING = """
import time

jump, on_the_wall = 0, time.time
time.time = lambda: on_the_wall() + jump  # before anything else can take it

import random
import sys

from azulejo.server.messages import GameClock
from azulejo.server.settings import ServerSettings
from azulejo.server.storage import Database
from azulejo.server.tables import Tables
from azulejo.server.tables.housekeeping import end_overdue
from tests.server.seating import two_people

tables = Tables(Database(sys.argv[1]), ServerSettings(database=sys.argv[1]))
sitting = two_people(tables, clock=GameClock(seconds=600))
for jump in (7200, -7200):
    assert end_overdue(tables) == []
    sitting.play_any(random.Random(1))
    assert 300 < min(sitting.clocks.left) <= max(sitting.clocks.left) <= 600
"""


def test_the_clock_on_the_wall_may_be_set(database_url: str) -> None:
    done = subprocess.run([sys.executable, "-c", JUMPING, database_url], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
