"""The systemd unit and nginx on a machine of Debian, installed as docs/operator.md says.

The machine is a container in which systemd is the first process. Not collected by itself: `make test-deploy` runs it.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.deploy.party import Party, free_port
from tests.deploy.podman import DEPLOY, LONG, MACHINE, Podman, Served
from tests.server.processes import Json, wait_for

NAME = "machine"
EXPOSURE = 20
"""The most that `systemd-analyze security` may find exposed, in tenths."""
FILE = "/var/lib/azulejo/azulejo.sqlite"


class Machine(Served):
    """A machine with systemd; the server is reached through nginx, over TLS."""

    def __init__(self, podman: Podman) -> None:
        """Start it, and wait until systemd has started everything."""
        self.podman, self.plain, port = podman, free_port(), free_port()
        super().__init__(f"https://127.0.0.1:{port}")
        ports = (f"--publish=127.0.0.1:{port}:443", f"--publish=127.0.0.1:{self.plain}:80")
        wheels = f"--volume={podman.folder / 'context'}:/context:ro"
        podman("run", "--detach", f"--name={NAME}", "--privileged", "--systemd=always", *ports, wheels, MACHINE)
        self("for i in $(seq 100); do systemctl is-system-running --wait && break; sleep 0.2; done")

    def __call__(self, command: str, seconds: float = LONG) -> str:
        """Run a command of the shell there, and return what it prints."""
        return self.podman("exec", NAME, "/bin/sh", "-ec", command, seconds=seconds)

    def put(self, file: Path, where: str) -> None:
        """Copy a file there."""
        self(f"mkdir -p {Path(where).parent}")
        self.podman("cp", file, f"{NAME}:{where}")

    def shown(self, value: str) -> str:
        """Return what systemd says of the unit."""
        return self(f"systemctl show --value --property={value} azulejo").strip()

    @property
    def log(self) -> list[Json]:
        """The lines of the server's log."""
        lines = self("journalctl --unit=azulejo --output=cat").splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]


@pytest.fixture(scope="module")
def machine(podman: Podman, certificate: Path, compiled: Path) -> Iterator[Machine]:
    """A machine with the server and nginx, as docs/operator.md says.

    Compiled rules come from the container, except those of Azul: they are compiled inside the unit.
    """
    machine = Machine(podman)
    machine("python3 -m venv /opt/azulejo")
    offline = "PIP_NO_INDEX=1 PIP_FIND_LINKS=/context/wheels PIP_CONSTRAINT=/context/constraints.txt"
    machine(f'{offline} /opt/azulejo/bin/pip install --quiet "$(echo /context/dist/*.whl)[server]"')
    machine.put(DEPLOY / "azulejo.service", "/etc/systemd/system/azulejo.service")
    machine("mkdir -p /etc/azulejo && echo AZULEJO_TRUSTED_PROXIES=127.0.0.1 > /etc/azulejo/azulejo.env")
    machine.put(compiled, f"/var/cache/private/azulejo/compiled/{compiled.name}")
    machine("chmod 700 /var/cache/private && cd /var/cache/private/azulejo/compiled/* && rm -r azul.* azul_*")
    machine("systemctl daemon-reload && systemctl enable --now azulejo")
    machine.put(certificate / "certificate.pem", "/etc/ssl/azulejo/certificate.pem")
    machine.put(certificate / "key.pem", "/etc/ssl/azulejo/key.pem")
    machine.put(DEPLOY / "nginx.conf", "/etc/nginx/conf.d/azulejo.conf")
    machine("nginx -t && systemctl enable --now nginx")
    try:
        machine.wait_until_ready()
        yield machine
    finally:
        print(machine("journalctl --no-pager --unit=azulejo --unit=nginx | tail -n 50"))
        podman("rm", "--force", "--time=0", NAME)


def test_systemd_finds_nothing_wrong_with_the_unit_and_little_exposed(machine: Machine) -> None:
    assert machine("systemd-analyze verify azulejo.service 2>&1") == ""
    machine(f"systemd-analyze security --threshold={EXPOSURE} azulejo.service")


def test_it_runs_as_a_user_of_its_own_who_can_write_only_its_folders(machine: Machine) -> None:
    status = machine(f"cat /proc/{machine.shown('MainPID')}/status")
    values = dict(line.split(":\t", 1) for line in status.splitlines())
    assert int(values["Uid"].split()[0]) >= 61184  # where users that come and go begin
    assert (values["NoNewPrivs"], int(values["CapEff"], 16), values["Seccomp"]) == ("1", 0, "2")
    mounts = machine(f"cat /proc/{machine.shown('MainPID')}/mounts").splitlines()
    options = {line.split()[1]: line.split()[3].split(",")[0] for line in mounts}
    assert (options["/"], options["/var/lib/private/azulejo"], options["/var/cache/private/azulejo"]) == (
        "ro",
        "rw",
        "rw",
    )


def test_rules_are_compiled_inside_the_unit(machine: Machine) -> None:
    wait_for(lambda: any(line["event"] == "rules_compiled" for line in machine.log), LONG, pause=2)
    machine.wait_until_ready()
    with machine.client() as client:
        made = client.create("azul", [{"who": "bot", "level": "novice"}, {"who": "me"}])
        wait_for(lambda: client.state(made.table)["now"]["turn"] == 1)


def test_people_play_through_nginx_and_restarts_lose_nothing(machine: Machine) -> None:
    party = Party(machine)
    party.play(6)
    before = party.record["events"]
    machine("systemctl restart azulejo")
    party.come_back()
    assert party.record["events"] == before
    party.play(4)
    machine("systemctl kill --signal=KILL azulejo")
    wait_for(lambda: machine.shown("NRestarts") == "1")
    party.come_back()
    party.play(4)
    machine("systemctl reload nginx")
    party.play(4)
    party.finish()


def test_plain_http_is_sent_to_https(machine: Machine) -> None:
    answer = httpx.get(f"http://127.0.0.1:{machine.plain}/review?x=1", headers={"host": "azulejo.example.org"})
    assert (answer.status_code, answer.headers["location"]) == (301, "https://azulejo.example.org/review?x=1")


def test_a_backup_of_sqlite_is_restored(machine: Machine) -> None:
    party = Party(machine)
    party.play(8)
    machine(f"sqlite3 {FILE} \"VACUUM INTO '/var/backups/azulejo.sqlite'\"")
    kept, number = party.record["events"], party.number
    party.play(3)
    party.hang_up()
    machine("systemctl stop azulejo")
    assert (machine.shown("Result"), machine.shown("ExecMainStatus")) == ("success", "0")
    assert machine.log[-1]["event"] == "stopped"
    machine(f"rm {FILE}*")  # as on a fresh machine
    machine(f"cp /var/backups/azulejo.sqlite {FILE} && chown --reference=/var/lib/azulejo/ {FILE}")
    machine("systemctl start azulejo")
    party.number = number
    party.come_back()
    assert party.record["events"] == kept
    party.finish()


def test_settings_in_the_file_of_the_environment_count(machine: Machine) -> None:
    """With PostgreSQL on the same machine, and two processes."""
    machine("systemctl enable --now postgresql")
    machine('su postgres -c "psql --command=\\"CREATE ROLE azulejo LOGIN PASSWORD \'hush\'\\""')
    machine("su postgres -c 'createdb --owner=azulejo azulejo'")
    lines = ("AZULEJO_DATABASE=postgresql://azulejo:hush@localhost/azulejo", "AZULEJO_PROCESSES=2")
    machine("; ".join(f"echo {line} >> /etc/azulejo/azulejo.env" for line in lines))
    machine("systemctl restart azulejo")
    machine.wait_until_ready()
    party = Party(machine)
    party.play(6)
    machine("systemctl restart postgresql")
    party.come_back()
    party.finish()
    machine("systemctl stop azulejo")
    assert machine.shown("Result") == "success"
    assert [line for line in machine.log if line["level"] == "error"] == []
