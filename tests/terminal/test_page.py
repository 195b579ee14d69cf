"""The page about the terminal board, and the pages that the board itself shows."""

from pathlib import Path

import pytest

from azulejo.terminal.pages import KEYS, SIGNS
from azulejo.terminal.size import LEAST_SIZE
from tools.screenshots import PICTURES, TERMINAL


@pytest.fixture
def page(root: Path) -> str:
    return (root / "docs" / "terminal.md").read_text(encoding="utf-8")


def test_the_page_names_every_key_and_sign(page: str) -> None:
    names = [name for keys, _ in (*KEYS, *SIGNS) for name in keys.split()]
    assert [name for name in names if f"`{name}`" not in page and name not in ("→", "15")] == []


def test_the_page_says_how_large_a_terminal_must_be(page: str) -> None:
    assert "{} × {}".format(*LEAST_SIZE) in page


def test_the_pictures_are_there_and_ask_nobody_for_anything(page: str) -> None:
    for name in TERMINAL:
        picture = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
        assert "url(http" not in picture
        assert "@font-face" not in picture
    shown = [name for name in TERMINAL if f"pictures/{name}.svg" in page]
    assert len(shown) >= 5
