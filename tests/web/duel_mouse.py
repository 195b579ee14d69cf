"""Plays Azul Duel on the page with the mouse alone: what is clicked is what a player sees and clicks."""

import re

from playwright.sync_api import Locator, expect

from tests.web.hand import Hand, Json


class DuelMouse(Hand):
    """A hand on the mouse, at the board of one table."""

    def piece(self, move: str) -> Locator:
        """Return what is clicked for a move: tiles, a plate, the pile, a chip, or a button of the tray."""
        return self.page.locator(f"button[data-move='{move}']:enabled").first

    def target(self, where: str) -> Locator:
        """Return where something can be put: a line, ``-`` for the broken tiles, or a cell of the dome."""
        return self.page.locator(f"button[data-put='{where}']:enabled")

    def play(self, move: str) -> None:
        """Choose a move; the confirm bar is left alone."""
        if re.fullmatch(r"[1-9][nesw]", move):
            self.place(move[0], move[1])
        elif re.fullmatch(r"[1-6-]|[1-6][1-6]", move):
            self.press(self.target(move))
        else:
            tile = self.piece(move).locator(".piece")
            expect(self.piece(move)).to_be_visible()
            self.press(tile.first if tile.count() else self.piece(move))

    def choose(self, now: Json, move: str) -> None:
        """Choose a move."""
        self.play(move)

    def place(self, space: str, turn: str) -> None:
        """Turn the plate with the button of the tray until it lies right, and put it on a space of the dome."""
        put = self.page.locator(f"button[data-space='{space}']")
        for _ in range(4):
            if put.get_attribute("data-turn") == turn:
                break
            self.press(self.page.locator(".tray button.icon").last)
        expect(put).to_have_attribute("data-turn", turn)
        self.press(put)
