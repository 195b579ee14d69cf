"""Origins, headers, addresses behind proxies, and that no secret is ever written down."""

import asyncio
import json
from typing import Any

import httpx
import pytest
from litestar.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from azulejo.server.http.dependencies import tokens
from azulejo.server.http.guards import foreign_origin
from azulejo.server.http.middleware import HEADERS, EdgeMiddleware, client_address, networks
from azulejo.server.monitoring import Metrics
from azulejo.server.refusals import Refusal
from azulejo.server.settings import ServerSettings
from tests.server.conftest import StartServer
from tests.server.processes import Client, Failed, ServerProcess, wait_for

pytestmark = pytest.mark.slow

TABLE = {"game": "azul", "seats": [{"who": "me"}, {"who": "open"}]}


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"origin": "http://play.org", "host": "play.org"}, True),
        ({"origin": "https://play.org", "host": "play.org"}, True),
        ({"origin": "https://PLAY.org", "host": "play.org"}, True),
        ({"origin": "https://friend.org", "host": "play.org"}, True),
        ({"origin": "https://play.org:8000", "host": "play.org"}, False),
        ({"origin": "https://evil.org", "host": "play.org"}, False),
        ({"origin": "null", "host": "play.org"}, False),
        ({"origin": "", "host": ""}, False),
        ({"origin": "http://[", "host": "play.org"}, False),
        ({"origin": "ftp://play.org", "host": "play.org"}, False),
        ({"sec-fetch-site": "cross-site", "host": "play.org"}, False),
        ({"sec-fetch-site": "same-origin", "host": "play.org"}, True),
    ],
)
def test_only_our_own_pages_and_programs_may_change_anything(headers: dict[str, str], allowed: bool) -> None:
    assert (foreign_origin(headers, ["https://friend.org"]) is None) == allowed


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("192.0.2.1", "", "192.0.2.1"),
        ("192.0.2.1", "203.0.113.9", "192.0.2.1"),
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "198.51.100.7, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("", "203.0.113.9", ""),
    ],
)
def test_a_forwarded_address_counts_only_from_a_trusted_proxy(peer: str, forwarded: str, address: str) -> None:
    assert client_address(peer, forwarded, networks(["10.0.0.0/8"])) == address


@pytest.mark.parametrize(
    "header", ["Basic abc", "Bearer", "Bearer ,", "token", f"Bearer {'x' * 200}", "Bearer a,b,c,d,e,f,g,h,i,j"]
)
def test_a_strange_authorization_is_refused(header: str) -> None:
    with pytest.raises(Refusal, match="token"):
        tokens(Headers({"authorization": header}))


def test_every_answer_has_the_headers(server: ServerProcess) -> None:
    for path in ("/", "/api/v1/info", "/api/v1/nothing", "/health", "/metrics", "/api/v1/docs", "/api/v1/schema"):
        answer = httpx.get(server.url + path)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, path
        assert answer.headers["x-request-id"]
        assert "server" not in answer.headers
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy
    assert "http:" not in policy


def test_a_page_of_another_site_can_neither_post_nor_connect(server: ServerProcess) -> None:
    foreign = {"origin": "https://evil.org"}
    answer = httpx.post(f"{server.url}/api/v1/tables", json=TABLE, headers={**foreign, "accept-language": "ru"})
    assert answer.status_code == 403
    assert answer.json()["text"].startswith("странице другого сайта (https://evil.org)")
    assert "access-control-allow-origin" not in answer.headers
    own = {"origin": server.url}
    made = httpx.post(f"{server.url}/api/v1/tables", json=TABLE, headers=own)
    assert made.status_code == 201
    where = server.live_url(made.json()["table"])
    with pytest.raises(InvalidStatus) as caught, connect(where, additional_headers=foreign):
        pass
    assert caught.value.response.status_code == 403
    with connect(where, additional_headers=own):
        pass


def test_another_site_may_if_the_settings_say_so(start_server: StartServer) -> None:
    server = start_server(origins="https://friend.org")
    friend = {"origin": "https://friend.org"}
    assert httpx.post(f"{server.url}/api/v1/tables", json=TABLE, headers=friend).status_code == 201


def test_every_line_of_the_header_that_proxies_write_counts() -> None:
    addresses = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        addresses.append(scope["state"]["address"])

    async def nothing(*_: Any) -> Any:
        raise AssertionError("nothing is received or sent")

    lines = [(b"x-forwarded-for", b"192.0.2.66"), (b"x-forwarded-for", b"203.0.113.9")]  # the first one by the client
    scope: Any = {"type": "websocket", "path": "/", "client": ("10.0.0.1", 1), "headers": lines, "state": {}}
    edge = EdgeMiddleware(app, ServerSettings(trusted_proxies=("10.0.0.0/8",)), Metrics())
    asyncio.run(edge(scope, nothing, nothing))
    assert addresses == ["203.0.113.9"]


def test_behind_a_trusted_proxy_every_client_has_limits_of_its_own(start_server: StartServer) -> None:
    server = start_server(trusted_proxies="127.0.0.1", create_burst=1, create_rate=0.001)
    for address in ("203.0.113.1", "203.0.113.2"):
        with server.client(**{"x-forwarded-for": address}) as client:
            client.post("/tables", TABLE)
            with pytest.raises(Failed, match="429"):
                client.post("/tables", TABLE)


def test_no_secret_and_no_address_is_in_the_log(start_server: StartServer) -> None:
    server = start_server(log_level="debug")
    with server.client() as client:
        made = client.create("azul", [{"who": "me"}, {"who": "bot", "level": "novice"}])
        assert made.maker is not None
        client.state(made.table, made.tokens)
        with pytest.raises(Failed):
            client.state(made.table, ["x" * 43])
        client.http.get(f"/tables/{made.table}", params={"token": made.tokens[0]})
        with server.live(made.table, made.tokens) as live:
            live.play([live.now["legal"][0]["move"]] if live.now.get("legal") else ["1b1"])
        client.ask("DELETE", f"/tables/{made.table}", [made.maker, *made.tokens])
    wait_for(lambda: server.log.count('"event":"request"') >= 5)  # a line may be written after its answer is sent
    log = server.log
    for secret in (*made.tokens, made.maker, "127.0.0.1", "x" * 43):
        assert secret not in log


def test_addresses_can_be_logged_plainly_or_not_at_all(start_server: StartServer) -> None:
    plain = start_server(log_addresses="plain")
    with plain.client() as client:
        client.get("/info")
    wait_for(lambda: '"address":"127.0.0.1"' in plain.log)
    plain.stop()
    none = start_server(log_addresses="none")
    with none.client() as client:
        client.get("/info")
    wait_for(lambda: '"event":"request"' in none.log)
    assert '"address"' not in none.log


def test_tokens_never_come_back(client: Client) -> None:
    made = client.create("azul", [{"who": "me"}, {"who": "open"}])
    shown = json.dumps([client.state(made.table, made.tokens), client.get("/tables"), client.state(made.table)])
    assert made.maker is not None
    for secret in (*made.tokens, made.maker):
        assert secret not in shown
