"""Plays Azul Duel on the page with the mouse alone: what is clicked is what a player sees and clicks."""

import json
import re

from playwright.sync_api import Locator, expect

from tests.web.hand import Hand, Json, putting


def parts_to(where: str) -> Json:
    """Return what a move says of where tiles go: ``4`` a line, ``-`` the broken tiles, ``36`` a cell of the dome."""
    if len(where) > 1:
        return {"kind": "lay", "line": int(where[0]), "column": int(where[1])}
    return {"kind": "line", "line": None if where == "-" else int(where)}


def where_of(put: str | None) -> str:
    """Return the text of the move that a target stands for."""
    parts = json.loads(put or "{}")
    return f"{parts['line']}{parts['column']}" if "column" in parts else str(parts["line"] or "-")


class DuelMouse(Hand):
    """A hand on the mouse, at the board of one table."""

    def piece(self, move: str) -> Locator:
        """Return what is clicked for a move: tiles, a plate, the pile, a chip, or a button of the tray."""
        return self.page.locator(f"button[data-move='{move}']:enabled").first

    def target(self, where: str) -> Locator:
        """Return where something can be put: a line, ``-`` for the broken tiles, or a cell of the dome."""
        return self.page.locator(f"{putting(parts_to(where))}:enabled")

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
