"""What is installed from the wheel, in an environment without our sources, without Node and without other packages.

The rules run interpreted: what is compiled belongs to the place where it was installed, and would take minutes here.
"""

import subprocess
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from playwright.sync_api import Browser, expect

from azulejo.texts.version import version
from tests.environments import Environment
from tests.server.processes import ServerProcess
from tests.web.conftest import Desk
from tests.web.sitting import tokens_of
from tools import release

pytestmark = pytest.mark.slow
MOST_MOVES = 100


@pytest.fixture(scope="session")
def dist(built: Path, root: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist, and the wheel that was made from it."""
    sdist, wheel = release.build(root, tmp_path_factory.mktemp("dist"), version())
    return sdist, wheel


def run(environment: Environment, *command: str, status: int = 0, cwd: Path | None = None) -> str:
    """Run a program of an environment, and return what it prints."""
    words = [str(environment.python.parent / command[0]), *command[1:]]
    done = subprocess.run(
        words,
        env={**environment.variables, "NUMBA_DISABLE_JIT": "1"},
        cwd=cwd or environment.site,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_the_core_alone_plays_and_runs_the_readme(dist: Sequence[Path], root: Path, tmp_path: Path) -> None:
    core = Environment(tmp_path / "core")
    core.install(dist[1])
    assert run(core, "azulejo", "--version") == f"azulejo {version()}\n"
    where = run(core, "python", "-c", "import azulejo; print(azulejo.__file__, azulejo.__version__)").split()
    assert where == [str(core.site / "azulejo" / "__init__.py"), version()]
    run(core, "python", "-W", "error", "-m", "doctest", str(root / "README.md"), cwd=tmp_path)
    assert 'pip install "azulejo-games[server]"' in run(core, "azulejo")
    complaint = run(core, "azulejo", "serve", status=2)
    assert complaint.startswith("Error: the server needs the package")
    assert 'pip install "azulejo-games[server]"' in complaint


def test_a_game_is_played_in_the_browser(
    dist: Sequence[Path], tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = Environment(tmp_path / "server")
    environment.install(dist[1], "server")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("PATH", environment.variables["PATH"])
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    python = str(environment.python)
    with ServerProcess(database, python=python, interpreted=True) as server, server.client() as client:
        desk = Desk(browser, server)
        made = client.create("azul", [{"who": "me", "name": "Ana"}, {"who": "hotseat", "name": "Rui"}], seed=7)
        page = desk.person(autoConfirm=True)
        sitting = desk.sit(page, made.table, tokens_of(made), "azul")
        for _ in range(MOST_MOVES):
            now = client.state(made.table, made.tokens)["now"]
            if now["turn"] is None:
                break
            sitting.type(now["suggested"], confirm=False)
            page.keyboard.press("Enter")
            expect(page.locator(f".log [data-number='{now['number']}']")).to_be_attached()
        expect(page.locator(".finished")).to_be_visible()
        assert sitting.scores == client.state(made.table)["now"]["scores"]
        for context in desk.contexts:
            context.close()
        assert desk.problems == []


def test_a_source_without_node_gives_everything_but_the_browser_and_says_so(
    dist: Sequence[Path], root: Path, tmp_path: Path
) -> None:
    builder = Environment(tmp_path / "builder")
    builder.add([Requirement("hatchling")])
    source = tmp_path / "source"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (root / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((root / name).read_bytes())
    said = run(builder, "python", "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path), cwd=source)
    assert "This package will have no browser client: npm and Node 20.19 or newer are needed" in said
    (wheel,) = tmp_path.glob("*.whl")
    packed, released = (set(zipfile.ZipFile(file).namelist()) for file in (wheel, dist[1]))
    client = {name for name in released if name.startswith("azulejo/server/client/")}
    assert client
    assert client <= released - packed
    assert not [name for name in released - packed if name.endswith(".py")]
    installed = Environment(tmp_path / "installed")
    installed.install(wheel, "server")
    with subprocess.Popen(
        [installed.python.parent / "azulejo", "serve", "--port", "0"],
        env={**installed.variables, "AZULEJO_DATABASE": f"sqlite:///{tmp_path}/tables", "AZULEJO_WARM_UP": "false"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.terminate()
    assert "the pages for browsers are missing, because this package was built where there was no Node" in first
