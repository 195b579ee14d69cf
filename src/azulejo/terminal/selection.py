"""Choosing a move step by step: the twin of the browser client's ``choice.svelte.ts``.

Choosing is saying more and more of a move: a click on the blue tiles of factory 3 says some of its parts, and typing
``3b`` says the beginning of its text. The legal moves that fit what was said are the candidates, and the ways to go on
are the values of the first part in which they differ. One of the ways is pointed at.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from azulejo.games.contract import Preview
from azulejo.games.drawing import Steps, Tag, tag
from azulejo.games.walk import ends_turn
from azulejo.play import Game
from azulejo.terminal.agreed import agreed
from azulejo.texts import Message, imperative, message


@dataclass(frozen=True, slots=True)
class OfferedMove:
    """A move that can be chosen, with what it says and does."""

    code: int
    text: str
    parts: Mapping[str, Any]
    preview: Preview
    sentence: Message
    ends_turn: bool
    """Whether somebody else is to move after it, or something is drawn: it waits for a confirmation."""

    def says(self, said: Iterable[tuple[str, Any]]) -> bool:
        """Return whether the move says all of this."""
        return all(part in self.parts and self.parts[part] == value for part, value in said)


@dataclass(frozen=True, slots=True)
class WayOn:
    """A way to go on: what choosing it adds to what was said, and the moves that have it."""

    adds: Tag
    moves: tuple[OfferedMove, ...]

    @property
    def only(self) -> OfferedMove | None:
        """The move, if there is only one left."""
        return self.moves[0] if len(self.moves) == 1 else None

    @property
    def text(self) -> str:
        """The text of the move, or how all their texts begin."""
        return self.moves[0].text if len(self.moves) == 1 else _beginning(self.moves) + "…"

    @property
    def sentence(self) -> Message:
        """What the moves say together."""
        return agreed([move.sentence for move in self.moves]) or message("web.plain.moves", count=len(self.moves))


def offered_moves(game: Game) -> list[OfferedMove]:
    """Return all that can be chosen now."""
    book, state, codes = game.rulebook, game.state, game.legal_moves.codes
    if not codes:
        return []
    said = [imperative(book.describe(state, code)) for code in codes]
    told = zip(codes, said, book.previews(state, codes), ends_turn(state, codes), strict=True)
    return [
        OfferedMove(code, book.move_text(code), _parts(book.parts(code)), preview, sentence, ends)
        for code, sentence, preview, ends in told
    ]


def _parts(parts: Any) -> dict[str, Any]:
    return {field.name: getattr(parts, field.name) for field in fields(parts)}


class Selection:
    """What was said of a move so far, and what can be said next."""

    def __init__(self, steps: Steps | None = None) -> None:
        self.steps = steps or {}
        self.legal: list[OfferedMove] = []
        self.typed = ""
        """How the text of the move begins, as far as it was said."""
        self.said: Tag = frozenset()
        """The parts that were picked."""
        self.held: OfferedMove | None = None
        """The move that waits for a confirmation."""
        self.cursor = 0
        self.wanted: OfferedMove | None = None
        """A move to point at on the way: a hint, or a sensible default."""
        self.candidates: list[OfferedMove] = []
        self.ways: list[WayOn] = []

    def offer(self, legal: list[OfferedMove], wanted: OfferedMove | None = None) -> None:
        """Take over new moves to choose from: another position."""
        self.legal, self.wanted = legal, wanted
        self.cancel()

    def want(self, code: int | None) -> None:
        """Point at a move, from here on and at every further step."""
        self.wanted = next((move for move in self.legal if move.code == code), None)
        self._look()

    # ------------------------------------------------------------ what is the case

    @property
    def begun(self) -> bool:
        """Whether something of a move was said."""
        return bool(self.typed or self.said)

    @property
    def pointed(self) -> WayOn | None:
        """The way that is pointed at."""
        return self.ways[self.cursor] if self.ways and self.held is None else None

    @property
    def shown(self) -> OfferedMove | None:
        """The move to draw as if it were played: the one held, or pointed at."""
        return self.held or (self.pointed.only if self.pointed else None)

    @property
    def common(self) -> dict[str, Any]:
        """What all candidates say alike."""
        found = [self.held] if self.held else self.candidates
        first = found[0].parts if found else {}
        return {part: value for part, value in first.items() if all(move.says([(part, value)]) for move in found)}

    def way_of(self, tags: Iterable[Tag]) -> list[int]:
        """Return the numbers of the ways that a piece or a place of a board stands for."""
        wanted = set(tags)
        return [number for number, way in enumerate(self.ways) if way.adds in wanted]

    def _look(self) -> None:
        """Find the candidates and the ways on."""
        self.candidates = [move for move in self.legal if move.text.startswith(self.typed) and move.says(self.said)]
        ways: dict[Tag, list[OfferedMove]] = {}
        for kind in dict.fromkeys(move.parts["kind"] for move in self.candidates):
            moves = [move for move in self.candidates if move.parts["kind"] == kind]
            step = self._open_step(kind, moves)
            for move in moves:
                ways.setdefault(tag(kind, **{part: move.parts[part] for part in step}), []).append(move)
        self.ways = [WayOn(adds, tuple(moves)) for adds, moves in ways.items()]
        self.cursor = next((number for number, way in enumerate(self.ways) if self.wanted in way.moves), 0)

    def _open_step(self, kind: str, moves: Sequence[OfferedMove]) -> Sequence[str]:
        """Return the parts that are to be said next: the first in which moves of a kind differ, or else the last."""
        each = [(part,) for part in moves[0].parts if part != "kind"]
        steps = self.steps.get(kind, each) or [()]
        return next((step for step in steps if len({_values(move, step) for move in moves}) > 1), steps[-1])

    # ------------------------------------------------------------ choosing

    def move_cursor(self, by: int) -> None:
        """Point at another way."""
        if self.ways and self.held is None:
            self.cursor = (self.cursor + by) % len(self.ways)

    def choose(self, number: int) -> OfferedMove | None:
        """Choose a way; return the move if that makes it whole. One that ends the turn is held until confirmed."""
        if not 0 <= number < len(self.ways):
            return None
        self.cursor, self.held = number, None
        way = self.ways[number]
        if way.only is not None:
            return self._whole(way.only)
        self.said |= way.adds
        self.typed = _beginning(way.moves)
        self._look()
        return None

    def _whole(self, move: OfferedMove) -> OfferedMove | None:
        if not move.ends_turn:
            return move
        self.held = move
        return None

    def enter(self) -> OfferedMove | None:
        """Confirm what is held, or choose what is typed or pointed at; return the move to play."""
        if self.held is not None:
            return self.held
        typed = next((move for move in self.candidates if move.text == self.typed), None)
        return self._whole(typed) if typed else self.choose(self.cursor)

    def type(self, key: str) -> tuple[bool, OfferedMove | None]:
        """Take a key typed in the Latin layout: whether it was part of a move's text, and the move if it is whole.

        A text that could go on waits for Enter.
        """
        typed = self.typed + key.lower()
        going = [move for move in self.candidates if move.text.startswith(typed)]
        if self.held is not None or not going:
            return False, None
        self.typed = typed
        self._look()
        return True, self._whole(going[0]) if len(going) == 1 and going[0].text == typed else None

    def back(self) -> bool:
        """Let go of the move held, or take back the last letter said; whether there was one."""
        if self.held is not None:
            self.held = None
            return True
        if not self.begun:
            return False
        self.said, self.typed = frozenset(), self.typed[:-1]
        self._look()
        return True

    def cancel(self) -> None:
        """Let go of everything."""
        self.typed, self.said, self.held = "", frozenset(), None
        self._look()


def _beginning(moves: Sequence[OfferedMove]) -> str:
    """Return how the texts of all moves begin."""
    first, last = min(move.text for move in moves), max(move.text for move in moves)
    same = [one == other for one, other in zip(first, last, strict=False)]
    return first[: [*same, False].index(False)]


def _values(move: OfferedMove, step: Sequence[str]) -> tuple[Any, ...]:
    return tuple(move.parts[part] for part in step)
