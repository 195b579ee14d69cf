"""Storage that fails: told as such, in both languages, and never counted as a defect of ours."""

import resource
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from sqlalchemy import event

from azulejo.server.refusals import StorageFailed
from azulejo.server.run import check_database
from azulejo.server.settings import ServerSettings
from azulejo.server.tables import Tables
from azulejo.texts.errors import BadOption
from tests.server.postgresql import running_server
from tests.server.processes import Failed, ServerProcess, first_moves, wait_for
from tests.server.seating import two_people


def status(server: ServerProcess) -> int:
    return httpx.get(f"{server.url}/health/ready").status_code


def test_a_full_disk_is_told_as_such_and_nothing_is_lost_by_it(tmp_path: Path) -> None:
    file = tmp_path / "full.sqlite"
    with ServerProcess(f"sqlite:///{file}", heartbeat_seconds=0.2) as server, server.client() as client:
        made = client.create("azul", [{"who": "me"}, {"who": "hotseat"}])
        now = client.state(made.table, made.tokens)["now"]
        with server.live(made.table, made.tokens) as live:
            # no file of the process can grow any more
            limit = Path(f"{file}-wal").stat().st_size
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
            with pytest.raises(Failed, match="503 nothing can be read or saved right now") as failed:
                client.play(made, first_moves(now), now["number"])
            assert failed.value.problem["error"]["key"] == "server.storage"
            refused = live.play(first_moves(now))
            assert (refused["type"], refused["problem"]["status"]) == ("refused", 503)
            wait_for(lambda: status(server) == 503)
            russian = httpx.post(
                f"{server.url}/api/v1/tables",
                json={"game": "azul", "seats": [{"who": "me"}, {"who": "open"}]},
                headers={"accept-language": "ru"},
            )
            assert russian.status_code == 503
            assert russian.json()["text"].startswith("сейчас ничего нельзя")
            assert "azulejo_failures_total{" not in httpx.get(f"{server.url}/metrics").text
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            wait_for(lambda: status(server) == 200)
            assert live.play(first_moves(live.now))["type"] == "done"


def test_a_database_that_cannot_be_written_fails_and_is_still_read(sqlite_tables: Tables) -> None:
    sitting = two_people(sqlite_tables)
    sqlite_tables.database.close()
    read_only = "PRAGMA query_only=ON"
    event.listen(sqlite_tables.database.engine, "connect", lambda connection, _: connection.execute(read_only))
    with pytest.raises(StorageFailed, match="readonly"):
        sitting.play(sitting.turn, sitting.state(sitting.turn).now.legal[0].move)
    assert sitting.state().now.number == 2


@pytest.mark.slow
def test_hanging_up_while_the_database_is_away_is_no_defect() -> None:
    with (
        running_server() as database,
        database.database() as url,
        ServerProcess(url, heartbeat_seconds=0.5) as server,
        server.client() as client,
    ):
        made = client.create("azul", [{"who": "me"}, {"who": "hotseat"}])
        with server.live(made.table, made.tokens):
            database.stop()
            wait_for(lambda: status(server) == 503)
        with server.live(made.table) as late:  # the server has noticed by then who has gone
            assert late.first["problem"]["status"] == 503
        database.start()
        wait_for(lambda: status(server) == 200)
        assert "azulejo_failures_total{" not in httpx.get(f"{server.url}/metrics").text


@pytest.mark.slow
def test_a_database_that_is_away_is_told_as_such_and_costs_no_time() -> None:
    seconds = 10
    clock = {"kind": "game", "seconds": seconds, "increment": 0}
    with (
        running_server() as database,
        database.database() as url,
        ServerProcess(url, heartbeat_seconds=0.5) as server,
        server.client() as client,
    ):
        made = client.create("azul", [{"who": "me"}, {"who": "hotseat"}], settings={"clock": clock})
        with server.live(made.table, made.tokens) as live:
            assert live.play(first_moves(live.now))["type"] == "done"
            database.stop()
            with pytest.raises(Failed, match="503 nothing can be read or saved right now"):
                client.create("azul", [{"who": "me"}, {"who": "hotseat"}])
            refused = live.play(first_moves(live.now))
            assert (refused["type"], refused["problem"]["status"]) == ("refused", 503)
            wait_for(lambda: status(server) == 503)
            time.sleep(seconds)
            database.start()
            wait_for(lambda: status(server) == 200)
            assert live.play(first_moves(live.now))["type"] == "done"
        assert client.state(made.table)["table"]["status"] == "playing"
        assert "azulejo_failures_total{" not in httpx.get(f"{server.url}/metrics").text


# ---------------------------------------------------------------- at the start


def garbage(file: Path) -> None:
    file.write_bytes(b"no database at all" * 1000)


def damaged(file: Path) -> None:
    size = file.stat().st_size
    with file.open("r+b") as opened:
        opened.seek(size // 2)
        opened.write(b"\xff" * (size // 3))


def foreign(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE pictures (id INTEGER)")
    connection.close()


def newer(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'r9999'")
    connection.close()


@pytest.mark.parametrize("spoil", [garbage, damaged, foreign, newer], ids=lambda one: one.__name__)
def test_a_database_that_cannot_be_used_ends_the_start_with_one_sentence(
    spoil: Callable[[Path], None], made_sqlite: Path, tmp_path: Path
) -> None:
    file = tmp_path / "spoilt.sqlite"
    shutil.copy(made_sqlite, file)
    spoil(file)
    with pytest.raises(BadOption) as refused:
        check_database(ServerSettings(database=f"sqlite:///{file}"))
    for lang, words in (("en", "cannot be used: "), ("ru", "работать нельзя: ")):
        said = refused.value.text(lang)
        assert words in said
        assert "\n" not in said
        assert str(file) in said


def test_a_foreign_database_is_left_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "foreign.sqlite"
    file.touch()
    foreign(file)
    with pytest.raises(BadOption, match="made by another program"):
        check_database(ServerSettings(database=f"sqlite:///{file}"))
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("pictures",)]
    connection.close()
