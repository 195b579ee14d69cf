"""Several processes with one PostgreSQL: people who are connected to different ones play the same table."""

import asyncio
import json
import os
import random
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from azulejo.play import Record, verify
from azulejo.server.live.pubsub import CHANNEL, PostgresNotices, channels_for
from azulejo.testing import LONG
from tests.choosing import some_of
from tests.server.crash import GAMES, Siege
from tests.server.postgresql import Server
from tests.server.processes import PATIENCE, Json, Live, Made, ServerProcess, first_moves, wait_for

NEVER = 600
"""Seconds between reconciliations: what is told then was told by notices alone."""


Pair = tuple[ServerProcess, ServerProcess]


@contextmanager
def two_servers(postgresql: Server, made: str, **settings: object) -> Iterator[Pair]:
    """Start two processes with one database."""
    with (
        postgresql.database(made) as url,
        ServerProcess(url, **settings) as here,  # type: ignore[arg-type]
        ServerProcess(url, **settings) as there,  # type: ignore[arg-type]
    ):
        yield here, there


@pytest.fixture(scope="module")
def pair(postgresql: Server, made_postgresql: str) -> Iterator[Pair]:
    """Two processes with one database, that hear of each other by notices alone."""
    with two_servers(postgresql, made_postgresql, reconcile_seconds=NEVER) as servers:
        yield servers


def seat_two(servers: Sequence[ServerProcess], game: str) -> tuple[str, list[Made]]:
    """Make a table through one server and join it through the other; return it with who sits on each seat."""
    with servers[0].client() as here, servers[1].client() as there:
        maker = here.create(game, [{"who": "me"}, {"who": "open"}])
        return maker.table, [maker, there.join(maker.table)]


class Audience:
    """Everybody at one table: the two players on two servers, and a spectator on each of these."""

    def __init__(self, servers: Sequence[ServerProcess], game: str) -> None:
        self.table, self.people = seat_two(servers, game)
        self.players = [server.live(self.table, made.tokens) for server, made in zip(servers, self.people, strict=True)]
        self.everybody = [*self.players, *(server.live(self.table) for server in servers)]

    def close(self) -> None:
        """Let everybody hang up."""
        for live in self.everybody:
            live.close()

    def play_out(self, rng: random.Random) -> None:
        """Play to the end of the game, everybody watching."""
        while self.players[0].now.get("turn") is not None:
            seat: int = self.players[0].now["turn"]
            mover = self.players[seat]
            while mover.now["turn"] == seat:
                moves = first_moves(mover.now)
                if not mover.now["board"].get("payments") and rng.random() < 0.3:
                    moves = [rng.choice(mover.now["legal"])["move"]]
                answer = mover.play(moves)
                assert answer["type"] == "done", answer
                number: int = answer["number"]
                mover.upto(number)
            for live in self.everybody:
                live.upto(number)


def numbers_told(live: Live) -> list[int]:
    """Return the numbers of all events that a connection was told of, in the order in which they came."""
    told: list[int] = []
    for text in live.raw:
        message: Json = json.loads(text)
        now = message.get("now") if message["type"] == "state" else message if message["type"] == "update" else None
        told += [line["number"] for line in (now or {}).get("events", [])]
    return told


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_players_on_two_processes_play_a_whole_game(pair: Pair, game: str) -> None:
    audience = Audience(pair, game)
    for live in audience.everybody:  # wherever one is connected, one knows who is there
        present = live.next("presence")
        while present["spectators"] != 2 or not all(player.get("connected") for player in present["players"]):
            present = live.next("presence")

    audience.play_out(random.Random(f"two processes {game}"))

    records = []
    for server in pair:
        with server.client() as client:
            records.append(client.get(f"/tables/{audience.table}/record"))
    assert records[0] == records[1]
    assert verify(Record.from_dict(records[0])).is_over
    for live in audience.everybody:
        assert numbers_told(live) == list(range(len(records[0]["events"])))
        assert live.now["result"]["scores"] == records[0]["scores"]
    audience.close()


@pytest.mark.slow
def test_whoever_has_subscribed_is_listening(made_postgresql: str, postgresql: Server) -> None:
    async def wait_and_hear(url: str) -> tuple[bool, bytes]:
        async with channels_for(url) as channels:
            subscriber = await channels.subscribe(CHANNEL)
            backend = channels._backend
            assert isinstance(backend, PostgresNotices)
            listening = backend._listening.is_set()
            await channels.wait_published(b"a notice", CHANNEL)
            async for data in subscriber.iter_events():
                return listening, data
        raise AssertionError("nothing was heard")

    with postgresql.database(made_postgresql) as url:
        listening, heard = asyncio.run(wait_and_hear(url))
    assert heard == b"a notice"
    assert listening


@pytest.mark.slow
def test_a_move_for_the_same_number_wins_in_one_process_only(pair: Pair) -> None:
    with pair[0].client() as client:
        made = client.create("azul", [{"who": "me"}, {"who": "hotseat"}])
    devices = [server.live(made.table, made.tokens) for server in pair]
    for round_of_two in range(20):
        now = devices[round_of_two % 2].now
        legal = [one["move"] for one in now["legal"]]
        for device, move in zip(devices, (legal[0], legal[-1]), strict=True):
            device.send({"type": "moves", "id": 1, "moves": [move], "after": now["number"], "seat": now["turn"]})
        answers = [device.next("done", "refused") for device in devices]
        won, lost = sorted(answers, key=lambda answer: str(answer["type"]))
        assert (won["type"], lost["type"], lost["problem"]["status"]) == ("done", "refused", 409)
        assert lost["problem"]["number"] == won["number"]
        for device in devices:
            device.upto(won["number"])
    assert [line["event"] for line in devices[0].now["events"]] == [line["event"] for line in devices[1].now["events"]]
    for device in devices:
        device.close()


# ---------------------------------------------------------------- behind one port


def workers(server: ServerProcess) -> list[int]:
    """Return the processes that share the port of a server."""

    def serves(pid: int) -> bool:
        try:
            return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
        except FileNotFoundError:
            return False

    return sorted(filter(serves, server.children))


def kill_worker(siege: Siege) -> None:
    """Kill one of the processes; in a long run ten seconds after the one before."""
    time.sleep(10 if LONG else 0)
    os.kill(siege.rng.choice(workers(siege.servers[0])), signal.SIGKILL)


def replace_workers(siege: Siege) -> None:
    """Restart one process after the other, each as soon as another one has taken its place."""
    server = siege.servers[0]
    number = int(server.settings["processes"])
    wait_for(lambda: len(workers(server)) == number)
    before = workers(server)
    server.process.send_signal(signal.SIGHUP)
    wait_for(lambda: len(workers(server)) == number and not set(workers(server)) & set(before), number * PATIENCE)


@pytest.mark.slow
@pytest.mark.siege
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("number", some_of([2, 4], 2))
def test_no_game_is_dropped_when_processes_behind_one_port_die_or_are_replaced(
    postgresql: Server, made_postgresql: str, number: int
) -> None:
    with (
        postgresql.database(made_postgresql) as url,
        ServerProcess(url, processes=number, heartbeat_seconds=0.5) as server,
    ):
        wait_for(lambda: len(workers(server)) == number)
        siege = Siege([server], random.Random(number))
        siege.begin()
        kills = [kill_worker] * (15 if LONG else 2)
        for blow in (*kills, replace_workers, *kills):
            siege.strike(blow)
        siege.end()
        assert len(siege.acknowledged) > 5 * siege.blows.total()
