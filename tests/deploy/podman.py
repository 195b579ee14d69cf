"""Podman for the tests of deployment: with storage of its own, so that nothing of the machine's is touched.

What is made here lies in one folder and is gone with it; only the base system, which takes minutes
to make, is kept in ``build/deploy`` until `make clean`.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx

from tests.server.processes import PATIENCE, Client, Json, Live, has_tls, wait_for

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
KEPT = ROOT / "build" / "deploy"
"""What is kept between runs."""
SUITE = "bookworm"
"""The version of Debian."""
BASE, IMAGE, MACHINE, POSTGRESQL = (f"localhost/azulejo{name}" for name in ("-base", "", "-machine", "-postgresql"))
MOST_PROCESSES = 32768
"""Podman's own limit for a container."""
LONG = 1200.0
"""Seconds for what builds or compiles, on a slow machine."""


class CommandFailed(AssertionError):
    """A command ended with an error."""


def run(*command: str | Path, seconds: float = PATIENCE, variables: Mapping[str, str] | None = None) -> str:
    """Run a command and return what it prints; fails with all that it has said."""
    done = subprocess.run(
        [str(part) for part in command],
        env={**os.environ, **(variables or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=seconds,
    )
    told = done.stdout.decode(errors="replace")
    if done.returncode != 0:
        words = " ".join(str(part) for part in command)
        raise CommandFailed(f"{words}: {done.returncode}\n{told[-4000:]}{done.stderr.decode(errors='replace')[-4000:]}")
    return told


class Podman:
    """Podman with storage, networks and settings in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        """Write its settings.

        They also let it run inside a virtual machine that may not raise limits, and where both kinds of
        control groups are mounted.
        """
        self.folder = folder
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        processes = resource.getrlimit(resource.RLIMIT_NPROC)[1]
        processes = MOST_PROCESSES if processes == resource.RLIM_INFINITY else min(processes, MOST_PROCESSES)
        (folder / "containers.conf").write_text(
            f"""
            [containers]
            default_ulimits = ["nofile={files}:{files}", "nproc={processes}:{processes}"]
            [network]
            network_backend = "netavark"
            network_config_dir = "{folder}/networks"
            default_network = "azulejo-test"
            default_subnet = "10.89.20.0/24"
            [engine]
            cgroup_manager = "cgroupfs"
            runtime = "runc"
            """
        )
        (folder / "storage.conf").write_text(
            f"""
            [storage]
            driver = "overlay"
            graphroot = "{folder}/storage"
            runroot = "{folder}/run"
            """
        )
        self.variables = {
            "CONTAINERS_CONF": str(folder / "containers.conf"),
            "CONTAINERS_STORAGE_CONF": str(folder / "storage.conf"),
        }

    def __call__(self, *arguments: str | Path, seconds: float = LONG) -> str:
        """Run a command of podman and return what it prints."""
        return run("podman", *arguments, seconds=seconds, variables=self.variables)

    def compose(self, *arguments: str, **variables: str) -> str:
        """Run a command of podman-compose with our compose file."""
        file = DEPLOY / "compose.yaml"
        return run("podman-compose", "-f", file, *arguments, seconds=LONG, variables=self.variables | variables)

    def inspect(self, name: str) -> Json:
        """Return everything that is known of a container."""
        found: Json = json.loads(self("container", "inspect", name))[0]
        return found

    def log(self, name: str) -> list[Json]:
        """Return the lines that a server in a container has written to its log, in the order of their time."""
        done = subprocess.run(
            ["podman", "logs", name], env={**os.environ, **self.variables}, capture_output=True, text=True, check=True
        )
        return [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]

    def build_all(self, say: Callable[[str], None]) -> None:
        """Make all images: the base system, the server's, a machine with systemd, and PostgreSQL."""
        say("The base system (minutes, once) ..." if not _base().exists() else "The base system, kept from before ...")
        self("import", base_system(), BASE, seconds=LONG)
        say("The wheel, and those that it needs ...")
        python = self("run", "--rm", "--network=none", BASE, "python3", "-c", VERSION).strip()
        context = wheels(self.folder / "context", python)
        say("The image of the server ...")
        offline = ["--build-arg=PIP_NO_INDEX=1", "--build-arg=PIP_FIND_LINKS=/wheels"]
        given = [f"--build-arg=BASE={BASE}", f"--volume={context / 'wheels'}:/wheels:ro", *offline]
        # Podman's own format has no health checks.
        build = ("build", "--format=docker", "--network=none", "-f", DEPLOY / "Containerfile", "-t", IMAGE)
        self(*build, *given, context, seconds=LONG)
        say("A machine with systemd, nginx and PostgreSQL ...")
        here = Path(__file__).parent
        for image in (MACHINE, POSTGRESQL):
            target = f"--target={image.rpartition('-')[2]}"
            file = ("-f", here / "machine.Containerfile")
            self("build", "--network=host", "--layers", *file, target, "-t", image, here, seconds=LONG)

    def remove_all(self) -> None:
        """Stop and remove every container, image, volume and network that was made here."""
        for what in ("rm --all --force --time=0", "volume prune --force", "network prune --force"):
            with suppress(CommandFailed):
                self(*what.split())
        with suppress(CommandFailed):
            self("rmi", "--all", "--force", seconds=LONG)


VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"


def _base() -> Path:
    return KEPT / f"{SUITE}.tar"


def base_system() -> Path:
    """Return an archive of a small Debian with Python, made by debootstrap; kept between runs."""
    archive = _base()
    if archive.exists():
        return archive
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="azulejo-base-", dir="/var/tmp") as folder:
        system = Path(folder) / "system"
        run("debootstrap", "--variant=minbase", "--include=python3,python3-venv", SUITE, system, seconds=LONG)
        for packages in (system / "var" / "cache" / "apt" / "archives").glob("*.deb"):
            packages.unlink()
        unfinished = archive.with_suffix(".unfinished")
        run("tar", "--numeric-owner", "-C", system, "-cf", unfinished, ".", seconds=LONG)
        unfinished.rename(archive)
    return archive


def wheels(context: Path, python: str) -> Path:
    """Make a folder to build the image from: our wheel in ``dist``, constraints, and in ``wheels`` what it needs."""
    (context / "dist").mkdir(parents=True)
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--wheel-dir", context / "dist", ROOT, seconds=LONG)
    shutil.copy(ROOT / "constraints.txt", context)
    (wheel,) = (context / "dist").glob("*.whl")
    these = ("--only-binary=:all:", f"--python-version={python}", "--dest", context / "wheels")
    constraints = str(context / "constraints.txt")
    run(*pip, "download", *these, f"{wheel}[server]", seconds=LONG, variables={"PIP_CONSTRAINT": constraints})
    return context


@contextmanager
def own_podman() -> Iterator[Podman]:
    """Give a podman of our own, and remove all that it has made."""
    folder = Path(tempfile.mkdtemp(prefix="azulejo-deploy-", dir="/var/tmp"))
    podman = Podman(folder)
    try:
        yield podman
    finally:
        podman.remove_all()
        with suppress(CommandFailed):  # what is left of it is in this folder
            run("umount", folder / "storage" / "overlay")
        shutil.rmtree(folder, ignore_errors=True)


class Served:
    """A server that runs somewhere else, and is reached at an address."""

    def __init__(self, url: str, headers: Mapping[str, str] | None = None) -> None:
        self.url = url
        self.headers = dict(headers or {})

    def is_ready(self) -> bool:
        """Say whether it serves."""
        with suppress(httpx.TransportError):
            answer = httpx.get(f"{self.url}/health/ready", timeout=5, verify=has_tls(self.url))
            return answer.status_code == 200
        return False

    def wait_until_ready(self, seconds: float = LONG) -> None:
        """Wait until it serves; the first start of a slow machine may take long."""
        wait_for(self.is_ready, seconds, pause=0.2)

    def client(self) -> Client:
        """Return somebody who makes HTTP requests."""
        return Client(self.url, self.headers)

    def live(self, table: str, tokens: Sequence[str] = (), after: int | None = None) -> Live:
        """Return a live connection that has said hello and got its state."""
        return Live(f"{self.url.replace('http', 'ws', 1)}/api/v1/tables/{table}/live", tokens, after)


class Container(Served):
    """A container of our image, with its data in a volume."""

    def __init__(self, podman: Podman, name: str, port: int, volume: str, *options: str) -> None:
        """Start it as docs/operator.md says."""
        super().__init__(f"http://127.0.0.1:{port}")
        self.podman, self.name, self.volume = podman, name, volume
        safe = ("--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges")
        where = (f"--publish=127.0.0.1:{port}:8000", f"--volume={volume}:/data")
        podman("run", "--detach", f"--name={name}", *safe, *where, *options, IMAGE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if problem is not None:
            print(self.podman.log(self.name)[-30:])
        self.podman("rm", "--force", "--time=0", self.name)

    @property
    def log(self) -> list[Json]:
        """The lines of its log."""
        return self.podman.log(self.name)

    def python(self, text: str) -> str:
        """Run Python inside, and return what it prints."""
        return self.podman("exec", self.name, "/opt/azulejo/bin/python", "-c", text)
