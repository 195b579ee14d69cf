"""What all tests share: how many random games to play, and compiling once for all workers."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from azulejo.testing import LONG, scale
from tests.compiling import compile_games
from tests.plugins import PROJECT, announce, forget, install

pytest.register_assert_rewrite("azulejo.testing.contract")

settings.register_profile("normal", deadline=None, max_examples=100)
settings.register_profile("long", deadline=None, max_examples=1000)
settings.register_profile("mutation", deadline=None, max_examples=20, derandomize=True, database=None)
settings.load_profile("long" if LONG else "normal")


@pytest.fixture(name="scale", scope="session")
def _scale() -> Callable[[int], int]:
    return scale


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def plugin_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which Pebbles and Crowd are announced, as if they were installed."""
    site = tmp_path_factory.mktemp("site")
    announce(site, PROJECT["name"], PROJECT["entry-points"]["azulejo.games"])
    announce(site, "crowd", {"crowd": "tests.crowd"})
    return site


@pytest.fixture
def plugins(plugin_site: Path) -> Iterator[None]:
    """Have Pebbles and Crowd installed, here and in the processes that a test starts."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch, plugin_site)
        yield
    forget()


def pytest_configure() -> None:
    """Hear Ctrl-C, also when started in the background: an ignored signal is ignored by every process that we start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


StartProgram = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start_program() -> Iterator[StartProgram]:
    """Start programs in process groups of their own, as a terminal does; what is left of them ends with the test."""
    started: list[subprocess.Popen[str]] = []

    def start(command: Sequence[str], **given: Any) -> subprocess.Popen[str]:
        started.append(subprocess.Popen(command, text=True, start_new_session=True, **given))
        return started[-1]

    yield start
    for process in started:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        with process:  # waits, and closes its pipes
            pass


def run_python(*arguments: str, compiled: bool, cache: Path | None = None, source: Path | None = None) -> str:
    """Run Python in a process of its own, with rules compiled or interpreted, and return what it prints.

    It must end well and without a warning. ``cache`` is where it keeps compiled rules, ``source``
    a folder to import from before any other.
    """
    variables = {**os.environ, "NUMBA_DISABLE_JIT": "0" if compiled else "1"}
    if cache is not None:
        variables["AZULEJO_CACHE"] = str(cache)
    if source is not None:
        variables["PYTHONPATH"] = os.pathsep.join([str(source), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-W", "error", *arguments]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


SLOW_FOR_EVERY_GAME = {
    "test_determinise",
    "test_interpreted_equals_compiled",
    "test_position_texts",
    "test_redact",
    "test_wrong_position_texts",
}
"""Tests of the contract suite, which knows nothing of our markers."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is slow, leave out what is only for `make test-long`, and begin with what takes longest."""
    items.sort(key=lambda item: item.get_closest_marker("siege") is None)
    for item in items:
        if getattr(item, "originalname", "") in SLOW_FOR_EVERY_GAME:
            item.add_marker("slow")
    if LONG:
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config, specs: Iterable[object]) -> None:
    """Compile every game once, before the workers start and would all do the same."""
    compile_games(config.get_terminal_writer().line)
