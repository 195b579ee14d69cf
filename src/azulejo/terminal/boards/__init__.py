"""The pictures of the games in a terminal: each module beside this file is the one of the game of its name.

A module has ``draw(scene) -> Drawing`` and may have ``STEPS``, the parts of its moves that are said together. A game
without a module is drawn by its rulebook, and its moves are chosen from the list.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rich.style import Style

from azulejo.games.contract import Place, Rulebook
from azulejo.terminal.drawing import GOLD, MUTED, QUIET, STRONG, Drawing
from azulejo.terminal.selection import Steps
from azulejo.texts import say

TURN = "▶"


@dataclass(frozen=True)
class Scene:
    """What is to be drawn."""

    board: Any
    """The game's own board, as the person may see it."""
    lang: str
    width: int
    """So many columns are there."""
    roomy: bool
    """Whether there is room for larger pieces and frames."""
    coming: Mapping[Place, Sequence[str]]
    """The pieces that would come to a place by the move that is drawn as if it were played."""
    parts: Mapping[str, Any]
    """What that move says."""

    def seats(self) -> list[int]:
        """Return the seats in the order in which their boards are drawn: the person's own first."""
        count = len(self.board.players)
        first = self.board.viewer or 0
        return [(first + place) % count for place in range(count)]

    def player_line(self, seat: int, more: str = "") -> Drawing:
        """Return the name of a player with the points, and what they would be if the round were scored now."""
        player = self.board.players[seat]
        is_due, is_own = self.board.turn == seat, self.board.viewer == seat
        made = Drawing()
        x = made.put(0, 0, f"{TURN} " if is_due else "  ", Style(color=GOLD, bold=True))
        name = say(f"{self.board.game}.picture.player", self.lang, seat=seat + 1)
        name += say("terminal.you", self.lang) if is_own else ""
        x = made.put(x, 0, name, Style(color=GOLD, bold=True) if is_due else STRONG)
        x = made.put(x, 0, f"  {say(f'{self.board.game}.picture.points', self.lang, count=player.score)}", STRONG)
        if player.if_scored != player.score:
            x = made.put(x, 0, f" → {player.if_scored}", MUTED)
        made.put(x, 0, more, Style(color=QUIET))
        return made


Draw = Callable[[Scene], Drawing]


def board_of(book: Rulebook) -> tuple[Draw, Steps] | None:
    """Return how a game is drawn, and the steps of its moves; None if it is for its rulebook to draw it."""
    module = f"{__name__}.{book.title.name}"
    if find_spec(module) is None:
        return None
    found = import_module(module)
    return found.draw, getattr(found, "STEPS", {})
