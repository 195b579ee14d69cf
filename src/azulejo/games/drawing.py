"""Drawings made of characters: cells with a style, some of which stand for a piece or a place that can be chosen.

A game that is to have a picture of its own in a terminal brings ``terminal.py`` with ``picture(scene) -> Drawing`` and
``STEPS``, the parts of its moves that are said together. Without it its rulebook draws it, and its moves are chosen
from the list.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, NamedTuple, Self, TypeAlias

from rich.color import Color
from rich.style import Style
from rich.text import Text

from azulejo.games.contract import Place
from azulejo.texts import say

Tag: TypeAlias = frozenset[tuple[str, Any]]
"""Some parts of a move, as they stand for a piece or a place of a board: its kind, and values of parts."""

Steps: TypeAlias = Mapping[str, Sequence[Sequence[str]]]
"""By the kind of a move: which of its parts are said together, in order. One part after the other if left out."""

PAPER, PANEL, SPACE, SPACE_TOO = "#0d1a2c", "#13233a", "#1d3150", "#273d60"
INK, QUIET, GOLD, SKY, GAIN, LOSS = "#e9eff8", "#8ea3c2", "#f6c453", "#8fd0ff", "#86e0a3", "#ff9d8a"

PLAIN = Style()
MUTED = Style(color=QUIET)
STRONG = Style(color=INK, bold=True)
OFFERED = Style(color=GOLD, bold=True)
POINTED = Style(color="#1a1200", bgcolor=GOLD, bold=True)
PICKED = Style(color="#04121f", bgcolor=SKY, bold=True)
HINTED = Style(color=GAIN, bold=True)

EMPTY = "·"
TURN = "▶"


def tag(kind: str, **parts: Any) -> Tag:
    """Return what a piece or a place of a board stands for."""
    return frozenset({("kind", kind), *parts.items()})


class Role(Enum):
    """How a cell looks when what it stands for can be chosen, is pointed at, or picked."""

    BODY = auto()
    """As always: a piece keeps its colours."""
    EDGE = auto()
    """A bracket at the side of a piece."""
    LABEL = auto()
    """In the colours of a choice."""
    HIDDEN = auto()
    """Not to be seen at all unless it can be chosen."""
    BADGE = auto()
    """Room for what the move brings."""


class Cell(NamedTuple):
    """One character."""

    character: str
    style: Style = PLAIN
    tags: tuple[Tag, ...] = ()
    role: Role = Role.BODY
    place: int = 0
    """Its place in a badge; of an edge, whether it is the right one."""


@dataclass(frozen=True)
class Marks:
    """What is the case with the pieces and places of a drawing."""

    offered: frozenset[Tag] = frozenset()
    pointed: frozenset[Tag] = frozenset()
    picked: frozenset[Tag] = frozenset()
    hinted: frozenset[Tag] = frozenset()
    badges: Mapping[Tag, str] = field(default_factory=dict)
    """What a move brings that ends there."""

    def style_of(self, tags: Iterable[Tag]) -> Style | None:
        """Return the colours of a choice, if it is one now."""
        for group, style in (
            (self.pointed, POINTED),
            (self.hinted, HINTED),
            (self.offered, OFFERED),
            (self.picked, PICKED),
        ):
            if any(one in group for one in tags):
                return style
        return None


class Drawing:
    """Rows of cells, to be put together from smaller ones."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], Cell] = {}
        self.width = 0
        self.height = 0

    def room(self, width: int, height: int = 1) -> Self:
        """Make it at least so large."""
        self.width, self.height = max(self.width, width), max(self.height, height)
        return self

    def put(
        self,
        x: int,
        y: int,
        text: str,
        style: Style = PLAIN,
        tags: Sequence[Tag] = (),
        role: Role = Role.BODY,
    ) -> int:
        """Write a text; return the column after it."""
        for at, character in enumerate(text):
            self.cells[x + at, y] = Cell(character, style, tuple(tags), role, at)
        self.room(x + len(text), y + 1)
        return x + len(text)

    def block(self, x: int, y: int, text: str, style: Style, tags: Sequence[Tag] = ()) -> int:
        """Write a piece with room for brackets at its sides; return the column after it."""
        self.cells[x, y] = Cell(" ", style, tuple(tags), Role.EDGE, 0)
        after = self.put(x + 1, y, text, style, tags)
        self.cells[after, y] = Cell(" ", style, tuple(tags), Role.EDGE, 1)
        self.room(after + 1, y + 1)
        return after + 1

    def badge(self, x: int, y: int, width: int, tags: Sequence[Tag]) -> int:
        """Keep room for what a move brings; return the column after it."""
        return self.put(x, y, " " * width, PLAIN, tags, Role.BADGE)

    def blit(self, other: "Drawing", x: int, y: int) -> None:
        """Put another drawing on this one."""
        for (column, row), cell in other.cells.items():
            self.cells[x + column, y + row] = cell
        self.room(x + other.width, y + other.height)

    def rows(self, first: int, after: int) -> "Drawing":
        """Return only some of its rows."""
        made = Drawing().room(self.width, after - first)
        made.cells = {(x, y - first): cell for (x, y), cell in self.cells.items() if first <= y < after}
        return made

    def tags_at(self, x: int, y: int) -> tuple[Tag, ...]:
        """Return what the cell stands for."""
        cell = self.cells.get((x, y))
        return cell.tags if cell else ()

    def rows_of(self, tags: frozenset[Tag]) -> list[int]:
        """Return the rows in which something stands for one of these."""
        return sorted({y for (_, y), cell in self.cells.items() if not tags.isdisjoint(cell.tags)})

    def text(self, marks: Marks) -> Text:
        """Return it as it looks with these marks."""
        looks = [
            [_look(self.cells[x, y], marks) if (x, y) in self.cells else (" ", PLAIN) for x in range(self.width)]
            + [("\n", PLAIN)]
            for y in range(self.height)
        ]
        runs = groupby(chain.from_iterable(looks), key=itemgetter(1))
        pieces = [("".join(character for character, _ in run), style) for style, run in runs]
        shown = Text.assemble(*pieces, no_wrap=True, end="")
        shown.right_crop(1)
        return shown


def _look(cell: Cell, marks: Marks) -> tuple[str, Style]:
    """Return the character and the style of a cell."""
    chosen = marks.style_of(cell.tags) if cell.tags else None
    match cell.role:
        case Role.BADGE:
            badge = next((marks.badges[one] for one in cell.tags if one in marks.badges), "")
            return badge.ljust(cell.place + 1)[cell.place], _badge_style(badge, chosen)
        case Role.HIDDEN if chosen is None:
            return " ", PLAIN
        case Role.EDGE if chosen is not None:
            return "[]"[cell.place], cell.style + _bright(chosen, cell.style)
        case Role.LABEL | Role.HIDDEN if chosen is not None:
            return cell.character, cell.style + chosen
    return cell.character, cell.style


def _bright(chosen: Style, under: Style) -> Style:
    """Return the style of a bracket: it can be told from the piece that it stands on."""
    if chosen.bgcolor is not None or under.bgcolor is None or under.color is None:
        return chosen
    return Style(color=under.color, bold=True)


def _badge_style(badge: str, chosen: Style | None) -> Style:
    if chosen is POINTED:
        return POINTED
    return Style(color=GAIN if badge.startswith("+") and badge[1:2] != "0" else LOSS if "-" in badge else QUIET)


# ---------------------------------------------------------------- putting together


def text_drawing(text: str, style: Style = PLAIN) -> Drawing:
    """Return a text as a drawing."""
    made = Drawing()
    for y, line in enumerate(text.splitlines()):
        made.put(0, y, line, style)
    return made


def stacked(drawings: Iterable[Drawing], gap: int = 0) -> Drawing:
    """Return drawings below each other."""
    made = Drawing()
    for one in drawings:
        made.blit(one, 0, made.height + (gap if made.height else 0))
    return made


def flowing(drawings: Iterable[Drawing], width: int, gap: int = 2, between: int = 0) -> Drawing:
    """Return drawings beside each other, in as many rows as they need."""
    made, x, y = Drawing(), 0, 0
    for one in drawings:
        if x and x + one.width > width:
            x, y = 0, made.height + between
        made.blit(one, x, y)
        x += one.width + gap
    return made


def row_of_tiles(
    made: Drawing,
    x: int,
    y: int,
    pieces: tuple[str, str, int],
    styles: tuple[Mapping[str, Style], Mapping[str, Style], Style],
    tags: Sequence[Tag],
) -> None:
    """Draw a line that is filled from the right.

    Args:
        made: what it is drawn on.
        x: the column of its left bracket; its right one is two columns further for each space.
        y: the row.
        pieces: the letters that lie there, those that would come, and how many spaces there are.
        styles: of the ones, of the others, and of a free space.
        tags: what the line stands for.
    """
    lying, coming, size = pieces
    there, ghost, free = styles
    shown = (lying + coming)[:size]
    cells = [(EMPTY, free)] * (size - len(shown))
    cells += [(piece, (there if at < len(lying) else ghost)[piece]) for at, piece in enumerate(shown)][::-1]
    made.cells[x, y] = Cell(" ", cells[0][1], tuple(tags), Role.EDGE, 0)
    for at, (character, style) in enumerate(cells):
        made.put(x + 1 + 2 * at, y, character, style, tags)
        made.cells[x + 2 + 2 * at, y] = Cell(" ", style, tuple(tags), Role.BODY if at + 1 < size else Role.EDGE, 1)
    made.room(x + 1 + 2 * size, y + 1)


def framed(inner: Drawing, title: str = "", style: Style = MUTED, title_style: Style = STRONG) -> Drawing:
    """Return a drawing in a frame."""
    made = Drawing()
    wide, high = inner.width, inner.height
    made.put(0, 0, "╭" + "─" * wide + "╮", style)
    if title:
        made.put(1, 0, f" {title} ", title_style)
    for y in range(1, high + 1):
        made.put(0, y, "│", style)
        made.put(wide + 1, y, "│", style)
    made.put(0, high + 1, "╰" + "─" * wide + "╯", style)
    made.blit(inner, 1, 1)
    return made


# ---------------------------------------------------------------- colours


def piece_style(fill: str, ink: str) -> Style:
    """Return how a piece is drawn."""
    return Style(color=ink, bgcolor=fill, bold=True)


def faded(fill: str, share: float = 0.3, ink_share: float = 0.5) -> Style:
    """Return how a place for a piece, or a piece that is not there yet, is drawn."""
    return Style(color=mixed(fill, INK, ink_share), bgcolor=mixed(fill, PANEL, share))


def mixed(one: str, other: str, share: float) -> str:
    """Return a colour between two: so much of the first.

    >>> mixed("#ffffff", "#000000", 0.5)
    '#808080'
    """
    parts = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(first * share + second * (1 - share)):02x}" for first, second in parts)


def _parts(colour: str) -> tuple[int, int, int]:
    triplet = Color.parse(colour).get_truecolor()
    return triplet.red, triplet.green, triplet.blue


def signed(points: int) -> str:
    """Return points with their sign."""
    return f"{points:+}"


# ---------------------------------------------------------------- what a game is given


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
