"""Servers that are killed at random instants lose nothing that they acknowledged, and leave no table stuck."""

import pytest

from tests.server.conftest import StartServer
from tests.server.crash import besiege, kills_wanted


@pytest.mark.slow
@pytest.mark.siege
@pytest.mark.timeout(7200)
def test_killing_the_server_loses_no_acknowledged_move(database_url: str, start_server: StartServer) -> None:
    siege = besiege([start_server(database_url)], kills_wanted(), seed=1)
    assert siege.kills == kills_wanted()
    assert len(siege.acknowledged) > 10 * siege.kills
    print(
        f"{siege.kills} kills: {len(siege.tables)} tables, {len(siege.acknowledged)} moves acknowledged,"
        f" {siege.refused} came too late, none lost"
    )
