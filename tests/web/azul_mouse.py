"""Plays classic Azul on the page with the mouse alone: what is clicked is what a player sees and clicks."""

import json
import re

from playwright.sync_api import Locator, expect

from tests.web.hand import Hand, Json, putting

PILES = "button[data-place^='source-']"
"""All tiles of a colour in one place are one button."""
TARGETS = "button[data-put]"


def parts_to(where: str) -> Json:
    """Return what a move says of where tiles go: ``4`` a pattern line, ``-`` the floor line, ``w24`` a grey wall."""
    if where.startswith("w"):
        return {"kind": "lay", "line": int(where[1]), "column": int(where[2])}
    return {"line": None if where == "-" else int(where)}


def where_of(put: str | None) -> str:
    """Return the end of a move's text for what a target says."""
    parts = json.loads(put or "{}")
    return f"w{parts['line']}{parts['column']}" if "column" in parts else str(parts["line"] or "-")


class AzulMouse(Hand):
    """A hand on the mouse, at the board of one table."""

    def pile(self, source: str, colour: str) -> Locator:
        """Return all tiles of a colour in one place."""
        return self.page.locator(f"button[data-place='source-{source}-{colour.upper()}']")

    def target(self, where: str) -> Locator:
        """Return where tiles can be put: a pattern line, ``-`` for the floor line, or ``w24`` on a grey wall."""
        return self.page.locator(putting(parts_to(where)))

    def play(self, move: str) -> None:
        """Choose a move in one or two clicks; the confirm bar is left alone."""
        if move.startswith("w"):
            self.press(self.target(move))
            return
        self.press(self.pile(move[0], move[1]))
        self.press(self.target(move[2]))

    def choose(self, now: Json, move: str) -> None:
        """Choose a move."""
        self.play(move)

    def previews(self) -> dict[str, list[int]]:
        """Return the numbers shown at every destination that glows now: points, and points lost."""
        found = {}
        for button in self.page.locator(f"{TARGETS}.legal").all():
            where = where_of(button.get_attribute("data-put"))
            badge = button.locator("xpath=..").locator(".badge .badge, .target .badge").first
            expect(badge).to_be_visible()
            signs = " ".join(badge.locator(".number, [aria-hidden]").all_inner_texts())
            found[where] = [int(text.replace("−", "-")) for text in re.findall(r"[−-]?\d+", signs)]
        return found
