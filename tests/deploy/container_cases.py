"""The container image: alone with SQLite, and with PostgreSQL beside it as deploy/compose.yaml says.

Not collected by itself: `make test-deploy` runs it.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejo.games import names
from tests.deploy.party import Party, free_port
from tests.deploy.podman import IMAGE, POSTGRESQL, CommandFailed, Container, Podman, Served
from tests.server.processes import wait_for

BACKUP = "import sqlite3; sqlite3.connect('/data/azulejo.sqlite').execute(\"VACUUM INTO '/data/backup.sqlite'\")"
"""As docs/operator.md says."""
PROJECT = "azulejo-test"
DATABASE, SERVER = f"{PROJECT}_database_1", f"{PROJECT}_azulejo_1"


def test_it_is_not_root_and_can_write_nothing_but_its_data(container: Container) -> None:
    assert container.python("import os; print(os.getuid(), os.getgid() != 0)").split() == ["10001", "True"]
    for path in ("/opt/azulejo/x", "/etc/x", "/x"):
        with pytest.raises(CommandFailed, match=r"Read-only file system|Permission denied"):
            container.python(f"open('{path}', 'w')")
    # also as root inside
    with pytest.raises(CommandFailed, match="Read-only file system"):
        container.podman("exec", "--user=0", container.name, "touch", "/opt/azulejo/x")
    status = container.python("print(open('/proc/1/status').read())")
    assert "CapEff:\t0000000000000000" in status
    assert "NoNewPrivs:\t1" in status


def test_its_health_check_says_how_it_is(container: Container) -> None:
    assert container.podman("inspect", "--format={{.Config.StopSignal}} {{.Config.User}}", IMAGE).split()[-1] == "10001"
    container.podman("healthcheck", "run", container.name)
    assert container.podman.inspect(container.name)["State"]["Health"]["Status"] == "healthy"


def test_people_play_and_a_restart_loses_nothing(container: Container) -> None:
    party = Party(container)
    party.play(8)
    before = party.record["events"]
    container.podman("stop", "--time=20", container.name)
    state = container.podman.inspect(container.name)["State"]
    assert (state["ExitCode"], state["OOMKilled"]) == (0, False)
    assert container.log[-1]["event"] == "stopped"
    with pytest.raises(CommandFailed):
        container.podman("healthcheck", "run", container.name)
    container.podman("start", container.name)
    party.come_back()
    assert party.record["events"] == before
    party.play(4)
    container.podman("kill", "--signal=KILL", container.name)
    wait_for(lambda: container.podman.inspect(container.name)["State"]["Status"] == "exited")
    container.podman("start", container.name)
    party.come_back()
    party.play(4)
    party.hang_up()


def test_rules_are_compiled_into_the_volume_and_a_bot_answers(container: Container, compiled: Path) -> None:
    assert {game for game in names() if (compiled / f"{game}.warm").exists()} == set(names())
    with container.client() as client:
        made = client.create("duel", [{"who": "bot", "level": "novice"}, {"who": "me"}])
        wait_for(lambda: client.state(made.table)["now"]["turn"] == 1)


def test_a_backup_of_sqlite_is_restored_into_a_fresh_container(container: Container, podman: Podman) -> None:
    party = Party(container)
    party.play(10)
    container.python(BACKUP)
    kept = party.record["events"]
    number = party.number
    party.play(3)  # what comes after the backup is not in it
    file = podman.folder / "backup.sqlite"
    podman("cp", f"{container.name}:/data/backup.sqlite", file)
    podman("volume", "create", "fresh")
    put = "cp /backup.sqlite /data/azulejo.sqlite && chown 10001 /data /data/azulejo.sqlite"
    podman("run", "--rm", "--user=0", "--volume=fresh:/data", f"--volume={file}:/backup.sqlite:ro", *SHELL, put)
    with Container(podman, "fresh", free_port(), "fresh") as fresh:
        fresh.wait_until_ready()
        party.number = number
        party.come_back(fresh)
        assert party.record["events"] == kept
        party.finish()


SHELL = ("--entrypoint=/bin/sh", IMAGE, "-c")


# ---------------------------------------------------------------- with PostgreSQL beside it


class Composed(Served):
    """The server and its PostgreSQL, started by podman-compose."""

    def __init__(self, podman: Podman) -> None:
        """Start them."""
        self.podman, self.port = podman, free_port()
        super().__init__(f"http://127.0.0.1:{self.port}")
        self.up()

    def compose(self, *arguments: str) -> str:
        """Run a command of podman-compose."""
        images = {"AZULEJO_IMAGE": IMAGE, "POSTGRES_IMAGE": POSTGRESQL}
        return self.podman.compose(
            "-p", PROJECT, *arguments, PUBLISHED_PORT=str(self.port), POSTGRES_PASSWORD="hush", **images
        )

    def up(self) -> None:
        """Start everything, and wait until it serves."""
        self.compose("up", "-d")
        self.wait_until_ready()

    def down(self, *options: str) -> None:
        """Remove the containers."""
        self.compose("down", *options)


@pytest.fixture(scope="module")
def composed(podman: Podman) -> Iterator[Composed]:
    """The server with PostgreSQL beside it."""
    composed = Composed(podman)
    yield composed
    composed.down("--volumes")


def test_with_postgresql_beside_it_people_play_and_everything_may_be_restarted(composed: Composed) -> None:
    podman = composed.podman
    for name in (DATABASE, SERVER):
        podman("healthcheck", "run", name)
    assert podman.inspect(SERVER)["HostConfig"]["ReadonlyRootfs"]
    party = Party(composed)
    party.play(6)
    composed.down()
    composed.up()
    party.come_back()
    party.play(4)
    podman("stop", DATABASE)
    wait_for(lambda: not composed.is_ready())
    with pytest.raises(CommandFailed):
        podman("healthcheck", "run", SERVER)
    podman("start", DATABASE)
    party.come_back()
    party.finish()
    failures = [json.dumps(line) for line in podman.log(SERVER) if line["level"] == "error"]
    assert not failures, "\n".join(failures)


def test_a_dump_of_postgresql_is_restored_into_a_fresh_database(composed: Composed) -> None:
    podman = composed.podman
    party = Party(composed)
    party.play(10)
    login = ("--username=azulejo", "--dbname=azulejo")
    podman("exec", DATABASE, "pg_dump", "--format=custom", *login, "--file=/tmp/azulejo.dump")
    kept, number = party.record["events"], party.number
    party.play(3)
    party.hang_up()
    dump = podman.folder / "azulejo.dump"
    podman("cp", f"{DATABASE}:/tmp/azulejo.dump", dump)
    composed.down("--volumes")
    composed.up()
    with composed.client() as client:
        assert client.get("/tables")["tables"] == []
    podman("stop", "--time=20", SERVER)
    podman("cp", dump, f"{DATABASE}:/tmp/azulejo.dump")
    podman("exec", DATABASE, "pg_restore", "--clean", "--if-exists", *login, "/tmp/azulejo.dump")
    podman("start", SERVER)
    party.number = number
    party.come_back()
    assert party.record["events"] == kept
    party.finish()
