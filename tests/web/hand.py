"""A hand at the board of one table: it presses what a player sees, with the mouse or with a finger."""

import json
from abc import ABC, abstractmethod
from typing import Any

from playwright.sync_api import Locator, Page, expect

Json = dict[str, Any]


def putting(parts: Json) -> str:
    """Return how the page marks a button that goes on with a move: with these parts of it, as JSON."""
    return f"button[data-put='{json.dumps(parts, separators=(',', ':'))}']"


class Hand(ABC):
    """What the hands of all games have in common; each game's own knows where its moves are made."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page = page
        self.touch = touch
        self.asked = True
        """Whether a turn's last move waits for a confirmation."""

    def press(self, what: Locator) -> None:
        """Click or tap something."""
        if self.touch:
            what.tap()
        else:
            what.click()

    def confirm(self) -> None:
        """Send what is held."""
        self.press(self.page.locator("section.bar button.primary"))

    @abstractmethod
    def choose(self, now: Json, move: str) -> None:
        """Choose a move on the board; the confirm bar is left alone."""

    def decide(self, now: Json, move: str) -> None:
        """Make one decision from what the server has told, and confirm it if that is asked for."""
        self.choose(now, move)
        if self.asked and next(one for one in now["legal"] if one["move"] == move).get("ends_turn"):
            self.confirm()

    def until_seen(self, number: int) -> None:
        """Wait until an event of the game is shown, or a shared device is handed on after it."""
        expect(self.page.locator(f".log [data-number='{number}'], .handover").first).to_be_attached()

    def until_ready(self, now: Json) -> None:
        """Wait until the page shows the position that the server has told, with this hand to move."""
        newest = f":has(.log [data-number='{now['number'] - 1}'])" if now["number"] else ""
        ready = self.page.locator(f"body:has(header.mine):has(.boards){newest}")
        handover = self.page.locator(".handover button")
        expect(ready.or_(handover)).to_be_attached()
        if not ready.count():
            self.press(handover)
            expect(ready).to_be_attached()
