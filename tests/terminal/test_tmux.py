"""The real command in a real terminal: tmux types, and shows what is on the screen."""

import operator
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from azulejo import read_records, verify
from azulejo.games.warmup import is_warm, warm_up

pytestmark = pytest.mark.slow

AZULEJO = Path(sys.executable).with_name("azulejo")
SOON_OVER = "azul round=5 factories=BBRW,KKYY board=21/-/.YRKW,.....,.....,.....,..... board=20"
PATIENCE = 300.0
"""Seconds after which nothing will come any more, on a busy machine, too."""


class Terminal:
    """A terminal of its own, on a tmux server of its own."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket

    def tmux(self, *words: str) -> str:
        """Give tmux a command."""
        done = subprocess.run(["tmux", "-S", str(self.socket), *words], capture_output=True, text=True, check=True)
        return done.stdout

    def start(self, *words: object, size: tuple[int, int] = (120, 40), **variables: str) -> None:
        """Run ``azulejo`` in a new terminal of a size; its shell stays when it has ended."""
        settings = " ".join(f"{name}={shlex.quote(value)}" for name, value in variables.items())
        line = f"env {settings} {AZULEJO} {shlex.join(map(str, words))}; echo LEFT WITH $?; exec sleep 600"
        width, height = map(str, size)
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", width, "-y", height, "bash", "-c", line)

    def keys(self, *keys: str) -> None:
        """Press keys; tmux knows the names of those that are no letters."""
        self.tmux("send-keys", *keys)

    def screen(self) -> str:
        """Return what is to be seen."""
        return self.tmux("capture-pane", "-p", "-J")

    def until(self, seen: str | Callable[[str], object]) -> str:
        """Wait until a text is to be seen, or something is true of what is, and return the screen."""
        is_there = (lambda screen: seen in screen) if isinstance(seen, str) else seen
        late = time.monotonic() + PATIENCE
        while not is_there(screen := self.screen()):
            assert time.monotonic() < late, screen
            time.sleep(0.1)
        return screen


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """A terminal that is gone after the test."""
    if not is_warm("azul"):
        warm_up("azul")
    for name in ("LC_MESSAGES", "LANG", "AZULEJO_LANG", "TMUX", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    made = Terminal(tmp_path / "tmux")
    yield made
    subprocess.run(["tmux", "-S", str(made.socket), "kill-server"], capture_output=True, check=False)


def test_a_game_is_played_to_its_end(terminal: Terminal, tmp_path: Path) -> None:
    """Move after move: the first one typed, the others by the arrows; and the record is there."""
    file = tmp_path / "game.jsonl"
    terminal.start("play", "--position", SOON_OVER, "--bot", "greedy", "--seed", 3, "--out", file)
    terminal.until("Your turn: pick something to move.")
    screen = terminal.screen()
    assert "▶ Player 1 (you)  21 points" in screen
    assert "1b… take 2 blue tiles from factory 1 to …" in screen
    terminal.keys("1", "b", "1")
    terminal.until("Esc cancels.")
    terminal.keys("Enter")
    while " wins (" not in (screen := terminal.until(lambda now: "is thinking" not in now)):
        terminal.keys("Down", "Enter")  # a piece, then a place, then the confirmation
        terminal.until(partial(operator.ne, screen))
    terminal.keys("q")
    screen = terminal.until("LEFT WITH 0")
    assert re.search(r"player \d wins \(\d+ : \d+\)", screen)
    assert f"Game saved to {file}." in screen.replace("\n", "")
    (record,) = read_records(file)
    assert verify(record).is_over
    assert record.events[0] == {"move": "1b1", "seat": 0}
    assert sum(event.get("seat") == 0 for event in record.events) >= 3


def test_ctrl_c_leaves_and_says_how_to_go_on(terminal: Terminal) -> None:
    terminal.start("play", "azul", "--seed", 1, "--lang", "ru", size=(80, 24))
    terminal.until("Ваш ход: выберите, что взять.")
    terminal.keys("C-c")
    screen = terminal.until("LEFT WITH 0")
    assert "Чтобы продолжить позже: azulejo play azul --you 1 --bot random --position 'azul " in screen.replace(
        "\n", " "
    )


@pytest.mark.parametrize(
    ("words", "variables", "size", "told"),
    [
        (["--plain"], {}, (120, 40), ""),
        ([], {"TERM": "dumb"}, (120, 40), ""),
        ([], {}, (79, 24), "The drawn board needs a terminal of 80 × 24, and this one has 79 × 24"),
    ],
)
def test_where_it_cannot_be_drawn_the_board_is_plain(
    words: list[str], variables: dict[str, str], size: tuple[int, int], told: str, terminal: Terminal
) -> None:
    terminal.start("play", "--position", SOON_OVER, *words, size=size, **variables)
    screen = terminal.until("Your move:")
    assert "You are player 1. Type a move, for example" in screen
    assert told in screen
    terminal.keys("quit", "Enter")
    terminal.until("LEFT WITH 0")


def test_without_textual_one_sentence_says_what_to_install(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as util\nfind = util.find_spec\n"
        "util.find_spec = lambda name, *more: None if name == 'textual' else find(name, *more)\n"
    )
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    terminal.start("play", "--position", SOON_OVER, PYTHONPATH=path)
    screen = terminal.until("Your move:")
    assert 'The drawn board needs Textual (pip install "azulejo-games[terminal]"); this is the plain one.' in screen
