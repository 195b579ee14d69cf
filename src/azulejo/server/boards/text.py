"""The board of a game that has none of its own here: another package's."""

from typing import Any

from azulejo.games.contract import Rulebook, to_move
from azulejo.server.boards.part import Part
from azulejo.texts import LANGUAGES


class TextBoard(Part, tag="text", tag_field="game"):
    """The table drawn with characters."""

    viewer: int | None
    turn: int | None
    text: dict[str, str]
    """The drawing in every language."""


def text_board(book: Rulebook, state: Any, viewer: int | None) -> TextBoard:
    """Return the drawing of the game's own rulebook."""
    seat = int(to_move(state))
    drawn = {lang: book.draw_text(state, lang) for lang in LANGUAGES}
    return TextBoard(viewer=viewer, turn=seat if seat >= 0 else None, text=drawn)
