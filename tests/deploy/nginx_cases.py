"""A server behind nginx with TLS: every live test, and what only a proxy can get wrong.

nginx is Debian's, with deploy/nginx.conf as its site; only the ports are other ones.
Not collected by itself: `make test-deploy` runs it.
"""

import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.deploy.party import free_port
from tests.deploy.podman import DEPLOY, MACHINE, CommandFailed, Podman
from tests.server.conftest import StartServer
from tests.server.processes import Client, Failed, ServerProcess, first_moves
from tests.server.test_live import *  # noqa: F403  # all of them, with the servers below
from tests.server.test_live import ME_AND_OPEN, TWO_HERE, play_on, two_people

NGINX_PATIENCE = 60
"""Seconds after which nginx ends a silent connection, if it is not told otherwise."""


class ProxiedServer(ServerProcess):
    """A server process behind nginx: its address is the proxy's."""

    def __init__(self, podman: Podman, certificate: Path, database: str, **settings: object) -> None:
        """Start both."""
        self.podman, self.certificate = podman, certificate
        self.own_port, self.proxy_port, self.plain_port = 0, free_port(), free_port()
        self.nginx = f"nginx-{self.proxy_port}"
        super().__init__(database, **{"trusted_proxies": "127.0.0.1", **settings})  # type: ignore[arg-type]

    def _start(self) -> "subprocess.Popen[str]":
        self.port = self.own_port
        process = super()._start()
        if not self.own_port:
            self.own_port = self.port
            self._start_nginx()
        self.url, self.port = f"https://127.0.0.1:{self.proxy_port}", self.proxy_port
        self._wait_until_ready()
        return process

    def _start_nginx(self) -> None:
        site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        ports = {
            "listen 443 ssl;": f"listen 127.0.0.1:{self.proxy_port} ssl;",
            "listen 80;": f"listen 127.0.0.1:{self.plain_port};",
            "server 127.0.0.1:8000;": f"server 127.0.0.1:{self.own_port};",
        }
        for usual, own in ports.items():
            assert site.count(usual) == 1
            site = site.replace(usual, own)
        file = self.podman.folder / f"{self.nginx}.conf"
        file.write_text(site, encoding="utf-8")
        files = (
            f"--volume={file}:/etc/nginx/conf.d/azulejo.conf:ro",
            f"--volume={self.certificate}:/etc/ssl/azulejo:ro",
        )
        start = ("nginx", "-g", "daemon off;")
        self.podman("run", "--detach", "--network=host", f"--name={self.nginx}", *files, MACHINE, *start)

    def stop(self) -> None:
        """Stop both."""
        super().stop()
        with suppress(CommandFailed):
            self.podman("rm", "--force", "--time=0", self.nginx)


@pytest.fixture(scope="module")
def server(podman: Podman, certificate: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server behind nginx, shared by many tests."""
    database = f"sqlite:///{tmp_path_factory.mktemp('proxied') / 'azulejo.sqlite'}"
    with ProxiedServer(podman, certificate, database) as server:
        yield server


@pytest.fixture
def client(server: ServerProcess) -> Iterator[Client]:
    """Somebody who makes HTTP requests to the shared server."""
    with server.client() as client:
        yield client


@pytest.fixture
def start_server(podman: Podman, certificate: Path, tmp_path: Path) -> Iterator[StartServer]:
    """Starts servers behind nginx with settings of their own."""
    with ExitStack() as running:

        def start(database: str = f"sqlite:///{tmp_path / 'own.sqlite'}", **settings: object) -> ServerProcess:
            return running.enter_context(ProxiedServer(podman, certificate, database, **settings))

        yield start


def from_address(server: ServerProcess, address: str, **headers: str) -> httpx.Client:
    """Return somebody at another address of this machine."""
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=server.url, transport=transport, headers=headers, timeout=30)


def test_every_address_has_limits_of_its_own_and_cannot_pretend_to_be_another(start_server: StartServer) -> None:
    server = start_server(create_burst=1, create_rate=0.001)
    body = {"game": "azul", "seats": ME_AND_OPEN}
    for address in ("127.0.0.2", "127.0.0.3"):
        for forwarded, status in (("", 201), ("", 429), ("203.0.113.9", 429)):
            pretence = {"x-forwarded-for": forwarded} if forwarded else {}
            with from_address(server, address, **pretence) as client:
                assert client.post("/api/v1/tables", json=body).status_code == status


def test_live_connections_are_counted_for_the_address_behind_the_proxy(start_server: StartServer) -> None:
    server = start_server(connections_per_address=2)
    with server.client() as client, ExitStack() as held:
        made = client.create("azul", TWO_HERE)
        for _ in range(2):
            held.enter_context(server.live(made.table))
        with server.live(made.table) as third:
            assert third.first["problem"]["text"].startswith("too many tables are open at once here (2)")
            assert third.closed() == 4429
        elsewhere = connect(server.live_url(made.table), source_address=("127.0.0.2", 0))
        held.enter_context(elsewhere).send('{"type": "hello", "tokens": []}')
        assert '"type":"state"' in str(elsewhere.recv(30))


def test_figures_are_not_public(server: ServerProcess) -> None:
    with from_address(server, "127.0.0.2") as stranger:
        assert stranger.get("/metrics").status_code == 404
    with from_address(server, "127.0.0.2", **{"x-forwarded-for": "127.0.0.1"}) as pretender:
        assert pretender.get("/metrics").status_code == 404
    assert isinstance(server, ProxiedServer)
    own = httpx.get(f"http://127.0.0.1:{server.own_port}/metrics")
    assert "azulejo_requests_total" in own.text


def test_a_page_may_change_things_at_its_own_host_only(server: ServerProcess) -> None:
    body = {"game": "azul", "seats": ME_AND_OPEN}
    answers = {}
    for origin in (server.url, "https://evil.example.org"):
        with server.client(origin=origin) as client:
            answers[origin] = client.http.post("/tables", json=body)
    assert [answer.status_code for answer in answers.values()] == [201, 403]
    where = server.live_url(answers[server.url].json()["table"])
    with pytest.raises(InvalidStatus), connect(where, additional_headers={"origin": "https://evil.example.org"}):
        pass
    with connect(where, additional_headers={"origin": server.url}):
        pass


def test_a_silent_connection_and_a_silent_stream_stay(server: ServerProcess, client: Client) -> None:
    ana, rui = two_people(client)
    with server.live(ana.table, ana.tokens) as left, server.live(rui.table, rui.tokens) as right:
        stream = client.events(ana.table)
        first: Any = next(stream)
        time.sleep(NGINX_PATIENCE + 5)
        play_on(left, right, turns=2)
        assert next(stream) != first
        stream.close()
        assert left.ask("ping")["type"] == "pong"


def test_nginx_may_read_its_settings_anew_while_people_play(server: ServerProcess, client: Client) -> None:
    assert isinstance(server, ProxiedServer)
    ana, rui = two_people(client)
    with server.live(ana.table, ana.tokens) as left, server.live(rui.table, rui.tokens) as right:
        play_on(left, right, turns=2)
        server.podman("exec", server.nginx, "nginx", "-s", "reload")
        play_on(left, right, turns=2)
        with server.live(ana.table) as late:
            late.upto(left.number)


def test_while_the_server_is_away_nginx_says_so_and_a_game_goes_on_afterwards(start_server: StartServer) -> None:
    server = start_server()
    with server.client() as client:
        made = client.create("azul", TWO_HERE)
        server.process.terminate()
        assert server.process.wait() == 0
        with pytest.raises(Failed, match="502"):
            client.get("/info")
        server.restart()
        with server.live(made.table, made.tokens) as live:
            assert live.play(first_moves(live.now))["type"] == "done"


def test_the_pages_of_the_browser_client_come_over_tls(server: ServerProcess) -> None:
    with from_address(server, "127.0.0.2") as browser:
        page = browser.get("/")
        assert page.status_code == 200
        assert "max-age" in page.headers["strict-transport-security"]
        assert "unsafe" not in page.headers["content-security-policy"]
