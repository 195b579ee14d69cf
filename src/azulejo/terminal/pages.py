"""What is shown over the table: the keys, the rules in short."""

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown, Static

from azulejo.games.drawing import GOLD, QUIET
from azulejo.texts import page, say

KEYS = (
    ("3b4", "move"),
    ("↑ ↓ Tab", "point"),
    ("← →", "next"),
    ("Enter", "enter"),
    ("Esc", "escape"),
    ("Backspace u", "undo"),
    ("h", "hint"),
    ("PgUp PgDn", "scroll"),
    ("F1", "rules"),
    ("F2", "language"),
    ("Ctrl+R", "resign"),
    ("q Ctrl+C", "quit"),
)
"""The keys, and the ends of the texts ``terminal.keys.<name>`` that explain them."""
SIGNS = (("+3", "points"), ("→ 15", "if_scored"), ("▾2", "loss"), ("★1", "jokers"), ("◔ ⚑", "ends"))
"""The signs of a preview, explained by ``terminal.sign.<name>``."""


class Page(ModalScreen[None]):
    """A page over the table; any of a few keys closes it."""

    BINDINGS: ClassVar = [(key, "dismiss", "") for key in ("escape", "q", "enter", "f1", "question_mark")]

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang

    def compose(self) -> ComposeResult:
        """Show the page, to be scrolled."""
        with VerticalScroll(id="page") as inside:
            inside.border_subtitle = say("terminal.close", self.lang)
            yield self.content()

    def content(self) -> Static | Markdown:
        """Return what stands on it."""
        raise NotImplementedError


class KeysPage(Page):
    """What the keys do, and what the signs mean."""

    def content(self) -> Static:
        """List them."""
        shown = Text()
        for key, name in KEYS:
            shown.append(f"{key:<13}", Style(color=GOLD, bold=True))
            shown.append(say(f"terminal.keys.{name}", self.lang) + "\n")
        for sign, name in SIGNS:
            shown.append(f"{sign:<13}", Style(color=GOLD, bold=True))
            shown.append(say(f"terminal.sign.{name}", self.lang) + "\n")
        shown.append(f"{say('terminal.mouse', self.lang)}", Style(color=QUIET))
        return Static(shown)


class RulesPage(Page):
    """The rules of a game in short."""

    def __init__(self, game: str, lang: str) -> None:
        super().__init__(lang)
        self.game = game

    def content(self) -> Static | Markdown:
        """Show the game's own page."""
        text = page(self.game, "rules", self.lang)
        return Static(say("cli.no_rules", self.lang, game=self.game)) if text is None else Markdown(text)
