"""Plays Queen's Garden on the page with the mouse alone: what is clicked is what a player sees and clicks."""

import random
import re

from playwright.sync_api import Locator, Page, expect

from tests.web.hand import Hand, Json


class GardenMouse(Hand):
    """A hand on the mouse, at the board of one table."""

    def __init__(self, page: Page, chance: random.Random | None = None, *, touch: bool = False) -> None:
        super().__init__(page, touch=touch)
        self.chance = chance or random.Random(1)

    def click(self, what: Locator) -> None:
        """Click something that can be clicked now."""
        expect(what).to_be_enabled()
        self.press(what)

    def lying(self, place: str, hexagon: str) -> Locator:
        """Return a hex of the display: a tile, or the one on the face of an expansion."""
        at = f"display-{place}"
        return self.page.locator(f'[data-place="{at}-{hexagon}"], [data-place="{at}-e{hexagon}"]').first

    def play(self, board: Json, move: str) -> None:
        """Choose a move on the board; the confirm bar is left alone."""
        seat = board["turn"]
        if re.fullmatch("t.", move):
            self._take(board, move[1])
        elif re.fullmatch(r"f\d", move):
            self.click(self.lying(move, board["wanted"][0]))
        elif move in ("pass", "buy"):
            self.click(self.page.locator("button.pass" if move == "pass" else "button.supply"))
        elif move == "done":
            self.click(self.page.locator(".tray button").last)
        elif re.fullmatch(r"\d\d", move):
            self.click(self.page.locator(f'button[data-space="{move}"]'))
        else:  # a stored piece: placed, or discarded
            piece = move[1:] if move.startswith("d") else move
            self.click(self.page.locator(f'button[data-place="storage-{seat}-{piece}"]').first)

    def _take(self, board: Json, chosen: str) -> None:
        """Take a set: by its button, or by a hex of it and then what is to be taken with it."""
        if self.chance.random() < 0.5:
            self.click(self.page.locator(f'button[data-set="{chosen}"]'))
            return
        hexes = next(one for one in board["sets"] if one["id"] == chosen)["hexes"]
        taken = self.chance.choice(hexes)
        self.click(self.lying(taken["places"][0], taken["hex"]))
        self.click(self.page.locator(f'.tray button[data-way="{chosen}"]'))

    def pay(self, board: Json) -> None:
        """Leave the payment as it is, or swap a piece of it."""
        expect(self.page.locator(".tray .slot").first).to_be_visible()
        if self.chance.random() < 0.5:
            return
        pieces = self.page.locator(".tray .slot[aria-expanded]")
        if pieces.count():
            self.click(pieces.nth(self.chance.randrange(pieces.count())))
            others = self.page.locator(".tray .others button")
            self.click(others.nth(self.chance.randrange(others.count())))

    def confirm(self) -> None:
        """Send what the bar holds."""
        self.click(self.page.locator("section.bar button.primary"))
        expect(self.page.locator("section.bar button.primary")).to_have_count(0)

    def choose(self, now: Json, move: str) -> None:
        """Choose a move."""
        self.play(now["board"], move)

    def decide(self, now: Json, move: str) -> None:
        """Make one decision; a payment is always laid out and confirmed."""
        if now["board"]["phase"] == "payment":
            self.pay(now["board"])
            self.confirm()
        else:
            super().decide(now, move)
