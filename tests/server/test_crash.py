"""Servers that are struck at random instants lose nothing that they acknowledged, and leave no table stuck."""

import time
from collections.abc import Sequence

import pytest

from tests.server.conftest import StartServer
from tests.server.crash import (
    FROZEN,
    Blow,
    Siege,
    besiege,
    blows_wanted,
    fill_disk,
    freeze_server,
    kill_engine,
)
from tests.server.postgresql import Server, running_server
from tests.server.processes import ServerProcess


def shut(database: Server) -> Blow:
    """Return the blow that ends a database without any good order, and starts it again after a while."""

    def kill_database(siege: Siege) -> None:
        database.stop()
        time.sleep(siege.rng.uniform(*FROZEN))
        database.start()

    return kill_database


def strike(server: ServerProcess, others: Sequence[Blow]) -> None:
    """Strike a server as often as wanted, and say what has happened."""
    siege = besiege([server], blows_wanted(), 1, others)
    done = ", ".join(f"{name} {number}" for name, number in sorted(siege.blows.items()))
    moves = f"{len(siege.acknowledged)} moves acknowledged, none lost, {siege.refused} too late"
    print(f"{done}: {len(siege.tables)} tables, {moves}")
    assert len(siege.acknowledged) > 5 * blows_wanted()


@pytest.mark.slow
@pytest.mark.siege
@pytest.mark.timeout(7200)
def test_nothing_that_happens_to_a_server_with_sqlite_loses_a_move(start_server: StartServer) -> None:
    strike(start_server(heartbeat_seconds=0.5), [kill_engine, freeze_server, fill_disk])


@pytest.mark.slow
@pytest.mark.siege
@pytest.mark.timeout(7200)
def test_nothing_that_happens_to_a_server_with_postgresql_loses_a_move() -> None:
    with (
        running_server(fsync="on") as database,
        database.database() as url,
        ServerProcess(url, heartbeat_seconds=0.5) as server,
    ):
        strike(server, [kill_engine, freeze_server, shut(database)])
