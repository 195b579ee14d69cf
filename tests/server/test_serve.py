"""``azulejo serve``: starting, following itself, stopping, the client's files, and the example for bot authors."""

import errno
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from litestar.exceptions import InternalServerException
from litestar.file_system import FileSystemAdapter
from litestar.testing import TestClient

from azulejo.cli.serve import serve
from azulejo.games import names
from azulejo.kernel import cache
from azulejo.server.app import create_app
from azulejo.server.http.client import CLIENT, INDEX
from azulejo.server.http.middleware import HEADERS
from azulejo.server.http.openapi import PREFIX, description
from azulejo.server.run import address_of
from azulejo.server.service import raise_file_limit
from azulejo.server.settings import ServerSettings
from azulejo.texts import say
from tests.server.conftest import StartServer
from tests.server.postgresql import Server
from tests.server.processes import ServerProcess, first_moves, wait_for

pytestmark = pytest.mark.slow

SERVE = [sys.executable, "-c", "from azulejo.cli import main; main()", "serve"]


def refused(*arguments: str, lang: str = "en", **variables: str) -> str:
    """Return the sentence with which the command ends at once."""
    done = subprocess.run(
        [*SERVE, "--lang", lang, *arguments],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return line


def test_a_port_that_is_taken_is_one_clear_sentence(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"port {port} of 127.0.0.1 cannot be used" in refused("--port", port, "--database", database)
        assert "занять нельзя" in refused("--port", port, "--database", database, lang="ru")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--database", "mysql://x/y"], "is no database that can be used here"),
        (["--database", "postgresql://nobody:hush@127.0.0.1:1/none"], "cannot be used"),
        (["--database", "sqlite:////proc/none/x.sqlite"], "cannot be used"),
        (["--processes", "2"], "2 processes can only share a PostgreSQL database"),
        (["--config", "none.toml"], "there is no configuration file none.toml"),
        (["--port", "x"], "--port"),
    ],
)
def test_a_mistake_in_the_command_line_is_one_clear_sentence(
    arguments: list[str], sentence: str, tmp_path: Path
) -> None:
    said = refused(*arguments, XDG_DATA_HOME=str(tmp_path))
    assert sentence in said
    assert "hush" not in said


def test_ctrl_c_ends_the_server_in_good_order(start_server: StartServer) -> None:
    server = start_server()
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait() == 0
    assert server.events[-1]["event"] == "stopped"


def test_no_engine_process_survives_the_server(start_server: StartServer) -> None:
    server = start_server(warm_up=True)
    with server.client() as client:
        client.create("azul", [{"who": "bot", "level": "novice"}] * 2)
    wait_for(lambda: "worker_started" in server.log)
    workers = [event["pid"] for event in server.events if event["event"] == "worker_started"]
    server.kill()
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), 30)


def test_the_address_is_one_that_a_browser_takes() -> None:
    with socket.socket() as sock:
        sock.bind(("0.0.0.0", 0))
        assert address_of(sock) == f"http://localhost:{sock.getsockname()[1]}/"


def test_the_limit_of_files_is_what_the_system_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [256, resource.RLIM_INFINITY]

    def set_limits(kind: int, wanted: tuple[int, int]) -> None:
        if wanted[0] == resource.RLIM_INFINITY:
            raise ValueError("macOS promises more than it gives")
        limits[:] = wanted

    monkeypatch.setattr(resource, "getrlimit", lambda kind: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", set_limits)
    assert raise_file_limit() == 10_240
    monkeypatch.setitem(sys.modules, "resource", None)  # as on Windows
    assert raise_file_limit() == -1


def test_where_a_process_cannot_become_another_it_compiles_first(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr("azulejo.server.run.CAN_FOLLOW", False)
    monkeypatch.setattr("azulejo.cli.serve.engine_ready", lambda name, lang: done.append(name))
    monkeypatch.setattr("azulejo.server.run.serve", lambda *given: done.append("serves"))
    serve(None, False, "en", port=0)
    assert done == [*names(), "serves"]


@pytest.mark.slow
def test_without_compiled_rules_it_serves_interpreted_and_then_follows_itself(tmp_path: Path) -> None:
    """A table is served at once, a bot answers, and compiled rules take over while somebody is connected."""
    compiled = cache.folder()
    copied = tmp_path / "cache" / "compiled" / compiled.name
    shutil.copytree(compiled, copied)
    (copied / "azul.warm").unlink(missing_ok=True)  # as if something were still to be compiled
    database = f"sqlite:///{tmp_path / 'cold.sqlite'}"
    with ServerProcess(database, cache=tmp_path / "cache", warm_up=True) as server, server.client() as client:
        pid = server.process.pid
        made = client.create("azul", [{"who": "me"}, {"who": "hotseat"}])
        with server.live(made.table, made.tokens) as live:
            assert live.play(first_moves(live.now))["type"] == "done"
            assert live.closed(300) == 1012

        def is_back() -> bool:
            try:
                return bool(client.state(made.table)["now"]["number"] == 3)
            except httpx.TransportError:
                return False

        wait_for(is_back)
        bots = client.create("azul", [{"who": "bot", "level": "first-timer"}, {"who": "me"}])
        wait_for(lambda: client.state(bots.table)["now"]["turn"] == 1)
        assert server.process.pid == pid
        told = [event["event"] for event in server.events]
        assert [name for name in told if name in ("serving", "rules_compiled")] == [
            "serving",
            "rules_compiled",
            "serving",
        ]


def test_several_processes_share_a_port_and_the_tables(postgresql: Server) -> None:
    with postgresql.database() as url, ServerProcess(url, processes=2) as server:
        pids: set[int] = set()
        wait_for(lambda: len({e["pid"] for e in server.events if e["event"] == "serving"}) == 2)
        pids = {event["pid"] for event in server.events if event["event"] == "serving"}
        with server.client() as client:
            made = client.create("azul", [{"who": "me"}, {"who": "hotseat"}])
            watchers = [server.live(made.table) for _ in range(6)]
            for _ in range(5):
                now = client.state(made.table, made.tokens)["now"]
                number = client.play(made, first_moves(now), now["number"])
            for watcher in watchers:
                watcher.upto(number)
                watcher.close()
            os.kill(min(pids), signal.SIGKILL)
            wait_for(lambda: len({e["pid"] for e in server.events if e["event"] == "serving"}) == 3)

            def plays() -> bool:
                try:
                    now = client.state(made.table, made.tokens)["now"]
                    return bool(client.play(made, first_moves(now), now["number"]))
                except httpx.TransportError:  # the connection was to the one that died
                    return False

            wait_for(plays)


# ---------------------------------------------------------------- the client's files


def test_files_of_the_client_are_served_and_nothing_else(tmp_path: Path) -> None:
    client = tmp_path / "client"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text("<!doctype html>")
    (client / "assets" / "app-1a2b.js").write_text("let x = 1;" * 500)
    (tmp_path / "secret.txt").write_text("secret")
    settings = ServerSettings(database=f"sqlite:///{tmp_path / 'x.sqlite'}", warm_up=False)
    with TestClient(create_app(settings, client=client)) as browser:
        script = browser.get("/assets/app-1a2b.js")
        assert script.text == "let x = 1;" * 500
        assert script.headers["cache-control"] == "max-age=31536000, public, immutable"
        assert script.headers["content-type"] == "text/javascript; charset=utf-8"
        assert script.headers["content-encoding"] == "gzip"
        assert int(script.headers["content-length"]) < len(script.content) / 10
        assert "content-encoding" not in browser.get("/assets/app-1a2b.js", headers={"accept-encoding": ""}).headers
        again = browser.get("/assets/app-1a2b.js", headers={"if-none-match": script.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        for given in (f'"other", W/{script.headers["etag"]}', "*"):
            assert browser.get("/assets/app-1a2b.js", headers={"if-none-match": given}).status_code == 304
        assert browser.get("/assets/app-1a2b.js", headers={"if-none-match": '"other"'}).status_code == 200
        for path in ("/", "/index.html", "/table/abcdefghijkl"):
            page = browser.get(path)
            assert (page.text, page.headers["cache-control"]) == ("<!doctype html>", "no-cache"), path
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            assert browser.get(path, headers={"if-none-match": page.headers["etag"]}).status_code == 304
        (client / "index.html").write_text("<!doctype html><p>")
        assert browser.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 200
        for path in (
            *("/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/none.js", "/assets/none.js", "//etc/passwd.txt"),
            *("/assets/%00.js", f"/{'x' * 300}.js", f"/{'x' * 300}", "/api", "/api/v1", "/api/v1/none"),
        ):
            answer = browser.get(path)
            assert (answer.status_code, answer.json()["error"]["key"]) == (404, "server.http.not_found"), path


def test_the_documentation_is_shown_in_the_readers_language(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    (docs / "ru").mkdir(parents=True)
    for place, text in ((docs, "pages"), (docs / "ru", "страницы")):
        (place / "index.html").write_text(f"<!doctype html>{text}", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret")
    settings = ServerSettings(database=f"sqlite:///{tmp_path / 'x.sqlite'}", warm_up=False)
    with TestClient(create_app(settings, client=tmp_path / "none", docs=docs)) as browser:
        for path, lang, first in (
            ("/docs", "en", "/docs/index.html"),
            ("/docs/", "fr, ru;q=0.9", "/docs/ru/index.html"),
            ("/docs/en", "ru", "/docs/index.html"),
            ("/docs/ru", "en", "/docs/ru/index.html"),
        ):
            led = browser.get(path, headers={"accept-language": lang}, follow_redirects=False)
            assert (led.status_code, led.headers["location"]) == (302, first), path
        page = browser.get("/docs", headers={"accept-language": "ru"})
        assert page.text == "<!doctype html>страницы"
        assert (page.headers["content-type"], page.headers["cache-control"]) == ("text/html; charset=utf-8", "no-cache")
        assert page.headers["content-security-policy"] == HEADERS["content-security-policy"]
        again = browser.get("/docs/ru/index.html", headers={"if-none-match": page.headers["etag"]})
        assert again.status_code == 304
        for path in ("/docs/none.html", "/docs/%2e%2e/secret.txt", "/docs/..%2fsecret.txt", "/docs/de", "/docs/ru/x"):
            answer = browser.get(path)
            assert (answer.status_code, answer.text) == (404, say("server.no_page")), path


def test_a_server_without_documentation_says_how_to_build_it(tmp_path: Path) -> None:
    settings = ServerSettings(database=f"sqlite:///{tmp_path / 'x.sqlite'}", warm_up=False)
    with TestClient(create_app(settings, client=tmp_path, docs=tmp_path / "none")) as browser:
        for lang in ("en", "ru"):
            for path in ("/docs", "/docs/tour.html"):
                answer = browser.get(path, headers={"accept-language": lang})
                assert (answer.status_code, answer.text) == (404, say("server.no_docs", lang))
                assert "make docs" in answer.text


def test_a_disk_that_fails_is_no_missing_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    settings = ServerSettings(database=f"sqlite:///{tmp_path / 'x.sqlite'}", warm_up=False)

    async def fail(*given: object, **more: object) -> None:
        raise InternalServerException from OSError(errno.EIO, "the disk is broken")

    with TestClient(create_app(settings, client=tmp_path)) as browser:
        monkeypatch.setattr(FileSystemAdapter, "info", fail)
        answer = browser.get("/icon.svg")
        assert (answer.status_code, answer.json()["error"]["key"]) == (500, "server.http.defect")


def test_what_changes_with_the_version_alone_is_made_once_and_may_be_kept(tmp_path: Path) -> None:
    settings = ServerSettings(
        database=f"sqlite:///{tmp_path / 'x.sqlite'}", warm_up=False, read_burst=8, read_rate=0.01
    )
    with TestClient(create_app(settings, client=tmp_path)) as browser:
        for path in ("/games/azul/moves", "/games/azul/texts"):
            answer = browser.get(f"/api/v1{path}")
            assert answer.headers["cache-control"] == "max-age=300, public"
            assert answer.headers["content-encoding"] == "gzip"
        for path in ("/schema", "/docs"):
            first, again = (browser.get(f"/api/v1{path}") for _ in range(2))
            assert first.status_code == 200
            assert first.content == again.content
        described = browser.get("/api/v1/schema").json()["paths"]
        assert {"403", "413", "415"} <= set(described["/api/v1/tables"]["post"]["responses"])
        assert "game" in described["/api/v1/games/{game}/moves"]["get"]["responses"]["404"]["description"]
        statuses = [browser.get(f"/api/v1{path}").status_code for path in ("/schema", "/docs", "/schema", "/docs")]
        assert statuses[-2:] == [429, 429]


def test_the_first_page_is_the_client_or_says_how_to_build_it(server: ServerProcess) -> None:
    answer = httpx.get(server.url, headers={"accept-language": "ru"})
    assert answer.status_code == 200
    if (CLIENT / INDEX).is_file():
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-cache"
        again = httpx.get(server.url, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert httpx.get(f"{server.url}/table/abcdefghijkl").text == answer.text
    else:
        assert "make client" in answer.text
    for path in ("/none.js", "/assets/none.css", "/%2e%2e/settings.py", "/..%2fsettings.py"):
        assert httpx.get(server.url + path).status_code == 404


def test_whoever_asks_for_the_head_gets_it_without_a_body(server: ServerProcess) -> None:
    for path in ("/", "/health", "/health/ready", "/api/v1/info"):
        head, whole = httpx.head(server.url + path), httpx.get(server.url + path)
        assert (head.status_code, head.content) == (200, b""), path
        assert head.headers["content-type"] == whole.headers["content-type"]
    assert httpx.head(f"{server.url}/none.js").status_code == 404


# ---------------------------------------------------------------- the example of docs/api.md


@pytest.mark.parametrize("game", names())
def test_the_example_for_bot_authors_plays_a_whole_game(
    server: ServerProcess, root: Path, tmp_path: Path, game: str
) -> None:
    page = (root / "docs" / "api.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python no-run\n(.*?)^```$", page, re.M | re.S)
    file = tmp_path / "bot.py"
    file.write_text(example)
    command = [sys.executable, str(file), server.url, game]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"winners: \[.*\] scores: \[\d+, \d+\]\n", done.stdout)


def test_the_page_names_every_call_and_every_code(root: Path) -> None:
    page = (root / "docs" / "api.md").read_text(encoding="utf-8")
    described = description(create_app(ServerSettings(database="sqlite:///none.sqlite")))
    for path, methods in described["paths"].items():
        for method in methods:
            last = path.split("/")[-1]
            assert f"{method.upper()} {path.removeprefix(PREFIX)}" in page or f"`{last}`" in page, path
