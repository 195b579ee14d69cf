"""Somebody who sits at a table in front of a browser: what they see, and the ways to make a move."""

import re
from typing import Any, Self

from playwright.sync_api import Locator, Page, expect


class Sitting:
    """A page that shows a table."""

    def __init__(self, page: Page, table: str) -> None:
        self.page = page
        self.table = table

    def open(self) -> Self:
        """Go to the table and wait until it is drawn."""
        self.page.goto(f"/t/{self.table}")
        expect(self.page.locator("main .side, main .handover").first).to_be_visible()
        return self

    @property
    def bar(self) -> Locator:
        """The confirm bar."""
        return self.page.locator(".bar")

    @property
    def confirm(self) -> Locator:
        """The button that sends what is held."""
        return self.bar.locator(".button.primary")

    @property
    def turn(self) -> Locator:
        """Whose turn it is, in the header."""
        return self.page.locator("header .turn")

    @property
    def log(self) -> list[str]:
        """The texts of the moves in the log."""
        return self.page.locator(".log .line b").all_inner_texts()

    @property
    def scores(self) -> list[int]:
        """The points of all seats, as they are shown."""
        return [int(text) for text in self.page.locator(".players strong").all_inner_texts()]

    def until_my_turn(self) -> None:
        """Wait until it is this person's turn."""
        expect(self.page.locator("header.mine")).to_be_visible(timeout=60_000)

    def type(self, move: str, *, confirm: bool = True) -> None:
        """Make a move with the keyboard, as one types it anywhere on the page."""
        self.page.keyboard.type(move)
        if confirm:
            expect(self.confirm).to_be_visible()
            self.page.keyboard.press("Enter")

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.page.locator(".finished").is_visible()


def tokens_of(made: Any) -> dict[int, str]:
    """Return the secrets of a table that was made, by seat."""
    return dict(zip(made.seats, made.tokens, strict=True))


def no_side_scrolling(page: Page) -> bool:
    """Return whether the page is no wider than the screen."""
    found: bool = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    return found


def numbers(text: str) -> list[int]:
    """Return the whole numbers in a text, minus signs as they are printed included."""
    return [int(found.replace("−", "-")) for found in re.findall(r"[−-]?\d+", text)]
