"""What rude clients do costs others nothing, tells them nothing, and is no defect of ours."""

import contextlib
import json
import re

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from azulejo.server.monitoring import log
from tests.server.conftest import StartServer
from tests.server.hostile import wire
from tests.server.processes import Client, Failed, ServerProcess, wait_for

pytestmark = pytest.mark.slow

PEOPLE = [{"who": "me"}, {"who": "open"}]
NONSENSE = '{"type": "nonsense"}'


def failures(server: ServerProcess) -> float:
    """Return how many defects a server has counted."""
    found = re.findall(r"^azulejo_failures_total\{.*\} (\S+)$", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)
    return sum(map(float, found))


def test_a_maker_cannot_delete_a_game_that_others_play(client: Client) -> None:
    made = client.create("azul", PEOPLE)
    victim = client.join(made.table)
    with pytest.raises(Failed, match="409 others are playing this game"):
        client.ask("DELETE", f"/tables/{made.table}", [str(made.maker), *made.tokens])
    assert client.state(made.table)["table"]["status"] == "playing"
    with pytest.raises(Failed, match="403"):
        client.ask("DELETE", f"/tables/{made.table}", [*made.tokens, *victim.tokens])
    client.ask("DELETE", f"/tables/{made.table}", [str(made.maker), *made.tokens, *victim.tokens])
    other = client.create("azul", PEOPLE)
    victim = client.join(other.table)
    client.post(f"/tables/{other.table}/resign", {}, victim.tokens)
    client.ask("DELETE", f"/tables/{other.table}", [str(other.maker)])


@pytest.mark.parametrize("path", ["/" + "a" * 300, "/t/" + "a" * 300, "/assets/" + "a" * 300, "/api/v1/" + "a" * 300])
def test_there_is_nothing_at_a_path_that_is_too_long(server: ServerProcess, path: str) -> None:
    before = failures(server)
    assert httpx.get(server.url + path).status_code == 404
    assert failures(server) == before


def test_a_client_that_hangs_up_is_no_defect(server: ServerProcess, client: Client) -> None:
    made, before = client.create("azul", PEOPLE), failures(server)
    for _ in range(20):
        wire.half_a_body(server.url, "/api/v1/tables")
        wire.half_a_handshake(server.url, f"/api/v1/tables/{made.table}/live")
        wire.half_a_stream(server.url, f"/api/v1/tables/{made.table}/events")
    wait_for(lambda: server.log.count('"path":"/api/v1/tables","status":400') >= 20)
    assert failures(server) == before
    assert '"level":"error"' not in server.log


def test_messages_that_make_no_sense_end_the_connection(server: ServerProcess, client: Client) -> None:
    made = client.create("azul", PEOPLE)
    with server.live(made.table) as live:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(300):
                live.socket.send(NONSENSE)
        assert live.closed() == 4400


def test_messages_that_make_no_sense_count_against_the_rate(start_server: StartServer) -> None:
    server = start_server(read_burst=20, read_rate=0.01)
    with server.client() as client:
        made = client.create("azul", PEOPLE)
        with server.live(made.table) as live:
            for _ in range(30):
                live.socket.send(NONSENSE)
            found = [live.next("refused")["problem"]["status"] for _ in range(30)]
    assert set(found) == {400, 429}


def test_two_hosts_are_refused(server: ServerProcess) -> None:
    """A proxy may believe the first and we the second: then another site's page would seem to be our own."""
    assert wire.get(server.url, "/api/v1/info", "Host: a.org")[0] == 200
    for path in ("/api/v1/info", "/health", "/", "/nowhere"):
        assert wire.get(server.url, path, "Host: a.org", "Host: b.org")[0] == 400, path


def test_records_brought_in_count_for_the_limit_of_tables(start_server: StartServer) -> None:
    server = start_server(tables_per_address=3)
    with server.client() as client:
        made = client.create("azul", [{"who": "me"}, {"who": "hotseat"}])
        record = {"record": client.get(f"/tables/{made.table}/record")}
        client.post(f"/tables/{made.table}/resign", {"seat": 0}, made.tokens)
        imported = [client.post("/records", record) for _ in range(3)]
        for path, body in (("/records", record), ("/tables", {"game": "azul", "seats": PEOPLE})):
            with pytest.raises(Failed, match="429"):
                client.post(path, body)
        client.ask("DELETE", f"/tables/{imported[0]['table']}", [imported[0]["maker"]])
        client.create("azul", PEOPLE)


def test_figures_are_for_machines_of_the_operator(start_server: StartServer) -> None:
    server = start_server()
    assert httpx.get(f"{server.url}/metrics").status_code == 200
    through_a_proxy = {"x-forwarded-for": "127.0.0.1"}  # one that nobody has told us of: it could be anybody
    assert httpx.get(f"{server.url}/metrics", headers=through_a_proxy).status_code == 404
    server.stop()
    server = start_server(trusted_proxies="127.0.0.1", metrics_from="192.0.2.0/24")
    for stranger in ({}, {"x-forwarded-for": "198.51.100.7"}, {"x-forwarded-for": "192.0.2.7, 198.51.100.7"}):
        assert httpx.get(f"{server.url}/metrics", headers=stranger).status_code == 404
    assert httpx.get(f"{server.url}/metrics", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 200


def test_names_of_tables_are_not_in_the_log(start_server: StartServer) -> None:
    """Whoever knows the name of a private table can watch it, or sit down there."""
    server = start_server(log_level="debug")
    with server.client() as client:
        made = client.create("azul", [{"who": "me"}, {"who": "bot", "level": "novice"}])
        client.state(made.table)
        for path in (f"/t/{made.table}", f"/api/v1/tables/{made.table}/nothing", f"/{made.table}/x"):
            httpx.get(server.url + path)
        with server.live(made.table, made.tokens) as live:
            live.ask("ping")
    wait_for(lambda: '"event":"live"' in server.log)
    assert server.log.count('"event":"request"') >= 5
    assert made.table not in server.log


def test_what_happens_to_a_table_is_told_of_a_sign_of_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    """By which the lines of one table can be told from those of others, and no table be found."""
    for name in ("abcdefghijkl", "abcdefghijkl", "mnopqrstuvwx"):
        log("slow_reader", "error", table=name)
    told = capsys.readouterr().err
    first, second, third = (json.loads(line)["table"] for line in told.splitlines())
    assert first == second != third
    assert "abcdefghijkl" not in told
