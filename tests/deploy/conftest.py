"""What the tests of deployment share: images, built once, and a certificate."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.compiling import compile_games
from tests.deploy.party import free_port
from tests.deploy.podman import LONG, Container, Podman, own_podman, run
from tests.server.processes import wait_for


@pytest.fixture(scope="session")
def podman(request: pytest.FixtureRequest) -> Iterator[Podman]:
    """Podman with all our images, and nothing else."""
    if os.geteuid() != 0:
        pytest.fail("the tests of deployment make a system with debootstrap: run them as root", pytrace=False)
    say = request.config.get_terminal_writer().line
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with own_podman() as podman:
        with capture.global_and_fixture_disabled():
            say("")
            podman.build_all(say)
            compile_games(say)
        yield podman


@pytest.fixture(scope="session")
def container(podman: Podman) -> Iterator[Container]:
    """A container of the server with SQLite in a volume."""
    with Container(podman, "alone", free_port(), "alone") as container:
        container.wait_until_ready()
        yield container


@pytest.fixture(scope="session")
def compiled(container: Container) -> Path:
    """The folder of compiled rules in the volume of the container, as soon as everything is compiled."""
    wait_for(lambda: any(line["event"] == "rules_compiled" for line in container.log), LONG, pause=2)
    container.wait_until_ready()
    volume = container.podman("volume", "inspect", "--format={{.Mountpoint}}", container.volume).strip()
    (found,) = Path(volume, "cache", "compiled").iterdir()
    return found


@pytest.fixture(scope="session")
def certificate(podman: Podman, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a certificate for this machine and its key, which everybody here believes."""
    folder = tmp_path_factory.mktemp("tls")
    names = "subjectAltName=DNS:azulejo.example.org,DNS:localhost,IP:127.0.0.1"
    subject = ("-subj", "/CN=azulejo.example.org", "-addext", names)
    files = ("-keyout", folder / "key.pem", "-out", folder / "certificate.pem")
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject, *files)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(folder / "certificate.pem"))
        patch.delenv("SSL_CERT_DIR", raising=False)
        yield folder
