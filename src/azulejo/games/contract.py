"""The contract of a rulebook: all that the layers above may know of a game.

The compiled half is a set of functions over the game's state record, declared here and
implemented by every game (see :mod:`azulejo.kernel.dispatch`). Generic code imports them
from here and works for every game. The interpreted half, and the declared bounds, are the
fields of a :class:`Rulebook`. What an engine may ask beyond the rules is declared here, too:
a game may implement it in its ``evaluation.py``, or leave it.

How a game runs::

    state = rulebook.state.new()
    setup(state, seats, options, start)
    while (seat := to_move(state)) != OVER:
        if seat == CHANCE:
            number = deal(state, rng, drawn)
        else:
            number = legal_moves(state, moves)
            apply(state, moves[...])

Nothing undecided is in a state: bags are counts, and face-down pieces are sets of what they may
still be. What is drawn becomes definite in ``deal`` (by chance) or ``deal_given`` (by hand).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntFlag
from fractions import Fraction
from typing import Any, ClassVar, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from azulejo.games.title import Title
from azulejo.kernel.chance import Stream
from azulejo.kernel.dispatch import contract
from azulejo.kernel.rule import rule
from azulejo.kernel.struct import Struct
from azulejo.texts import Message
from azulejo.texts.errors import BadOption

__all__ = [
    "CHANCE",
    "EVERYONE",
    "NO_PIECE",
    "OVER",
    "SPECTATOR",
    "Board",
    "Effect",
    "Odds",
    "Parts",
    "Place",
    "Preview",
    "Rulebook",
    "Step",
    "Theme",
    "Transfer",
    "apply",
    "broken",
    "deal",
    "deal_given",
    "determinise",
    "features",
    "guess_nothing",
    "hide_nothing",
    "legal_moves",
    "observe",
    "outcome",
    "prune",
    "redact",
    "setup",
    "stage",
    "stops_at_draws",
    "to_move",
]

CHANCE = -1
"""``to_move``: the next thing to happen is a draw.

>>> from azulejo.games import rulebook
>>> book = rulebook("azul")
>>> to_move(book.parse_position("azul phase=deal board=0 board=0")) == CHANCE
True
"""
OVER = -2
"""``to_move``: the game has ended.

>>> from azulejo.games import rulebook
>>> book = rulebook("azul")
>>> to_move(book.parse_position("azul phase=end board=9/-/BYRKW,.....,.....,.....,..... board=0")) == OVER
True
"""
SPECTATOR = -1
"""As a seat in ``redact`` and ``redact_event``: somebody who sees only what all see.

>>> from azulejo.games import rulebook
>>> book = rulebook("azul")
>>> event = {"draw": ["BYRK"]}
>>> book.redact_event(book.state.new(), event, SPECTATOR) == event
True
"""
EVERYONE = -1
"""``draw_audience``: the coming draw is seen by all.

>>> from azulejo.games import rulebook
>>> book = rulebook("azul")
>>> book.draw_audience(book.parse_position("azul phase=deal board=0 board=0")) == EVERYONE
True
"""
LEAST_SEATS = 2
"""No game has fewer: rewards, ratings and margins are about others."""
MOST_SEATS = 8
"""No game has more: arrays of generic code have room for so many."""

Codes: TypeAlias = npt.NDArray[np.int16]
Pieces: TypeAlias = npt.NDArray[np.int16]
Numbers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float32]

# ---------------------------------------------------------------- the compiled half


@contract("rules")
def setup(state: Struct, seats: int, options: Numbers, start: int) -> None:
    """Lay out the table in a zeroed state; ``options`` as ``Title.encode`` gives them.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> table = book.state.new()
    >>> setup(table, 2, np.array([0]), 1)
    >>> to_move(table) == CHANCE
    True
    """


@contract("rules")
def to_move(state: Struct) -> int:
    """Return the seat to decide, CHANCE or OVER.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> to_move(state)
    0
    """


@contract("rules")
def legal_moves(state: Struct, out: Codes) -> int:
    """Write the legal move codes, ascending, and return their number (0 unless a seat is to move).

    ``out`` has room for ``Rulebook.moves_room`` codes, of which those after the number
    returned are scratch.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> codes = np.zeros(book.moves_room, np.int16)
    >>> number = legal_moves(state, codes)
    >>> [book.move_text(code) for code in codes[:number]][:3]
    ['1b1', '1b2', '1b3']
    """


@contract("rules")
def apply(state: Struct, move: int) -> None:
    """Play one legal move, and all that follows from it without a decision or a draw.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> apply(state, book.parse_move("1b2"))
    >>> to_move(state), book.position_text(state).split()[9]
    (1, 'centre=KW')
    """


@contract("rules")
def deal(state: Struct, rng: Stream, drawn: Pieces) -> int:
    """Make the draw that is due; write the pieces drawn and return their number.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> from azulejo.kernel.chance import stream
    >>> table, drawn = book.state.new(), np.zeros(book.max_drawn, np.int16)
    >>> setup(table, 2, np.array([0]), 0)
    >>> deal(table, stream("an example"), drawn)
    20
    >>> to_move(table)
    0
    """


@contract("rules")
def deal_given(state: Struct, drawn: Pieces, number: int) -> None:
    """Make the draw that is due with these pieces: the explicit twin of ``deal``.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> from azulejo.kernel.chance import stream
    >>> table, drawn = book.state.new(), np.zeros(book.max_drawn, np.int16)
    >>> setup(table, 2, np.array([0]), 0)
    >>> pieces = book.parse_draw(table, ["BYRK", "WWBY", "RRRR", "KBKB", "YWYW"])
    >>> drawn[: len(pieces)] = pieces
    >>> deal_given(table, drawn, len(pieces))
    >>> book.position_text(table).split()[8]
    'factories=BYRK,BYWW,RRRR,BBKK,YYWW'
    """


@contract("rules")
def outcome(state: Struct, playing: int, scores: Numbers) -> int:
    """Write every seat's points (exactly ``seats`` numbers) and return who wins, or leads, among those ``playing``.

    Both sets of seats are a bit each; a seat that left the game (resigned, out of time) is not playing.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> scores = np.zeros(2, np.int64)
    >>> outcome(state, 0b11, scores), scores.tolist()  # seat 1 leads
    (2, [0, 7])
    """


@contract("rules")
def observe(state: Struct, seat: int, out: Floats) -> None:
    """Write the position as numbers for a learner, from the point of view of a seat.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> seen = np.zeros(book.observation, np.float32)
    >>> observe(state, 0, seen)
    >>> bool(seen.any())
    True
    """


@contract("rules")
def redact(state: Struct, seat: int) -> None:
    """Remove what the seat (or SPECTATOR) may not know.

    A spectator sees no more than any seat. At the end of a game nothing that counts is hidden.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> before = state.copy()
    >>> redact(state, SPECTATOR)
    >>> bool(state == before)  # a game without secrets
    True
    """


@contract("rules")
def determinise(state: Struct, seat: int, rng: Stream) -> None:
    """Replace what the seat may not know by a random guess that fits all it knows.

    The guess depends on the redacted state alone.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> from azulejo.kernel.chance import stream
    >>> before = state.copy()
    >>> determinise(state, 0, stream("a guess"))
    >>> bool(state == before)  # nothing was to be guessed
    True
    """


@contract("rules")
def broken(state: Struct) -> int:
    """Return the invariants that do not hold, a bit each in the order of ``Rulebook.invariants``.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> broken(state)
    0
    """


@rule
def hide_nothing(state: Any, seat: int) -> None:
    """Leave everything: ``redact`` of a game without secrets.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> before = state.copy()
    >>> hide_nothing(state, 0)
    >>> bool(state == before)
    True
    """


@rule
def guess_nothing(state: Any, seat: int, rng: Stream) -> None:
    """Leave everything: ``determinise`` of a game without secrets.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> from azulejo.kernel.chance import stream
    >>> before = state.copy()
    >>> guess_nothing(state, 0, stream("a guess"))
    >>> bool(state == before)
    True
    """


# ---------------------------------------------------------------- what an engine may ask


@contract("evaluation")
def features(state: Struct, seat: int, out: Floats) -> None:
    """Write how a seat stands: own board, threats, tempo. Sees only what the seat may know.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> from azulejo.games import evaluation
    >>> brought = evaluation("azul")
    >>> seen = np.zeros(brought.FEATURES, np.float32)
    >>> features(state, 1, seen)
    >>> bool(seen.any())
    True
    """


@contract("evaluation")
def stage(state: Struct) -> int:
    """Return how far the game is, from 0 on: later stages are more certain.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> from azulejo.games import evaluation
    >>> brought = evaluation("azul")
    >>> 0 <= stage(state) < brought.STAGES
    True
    """


@contract("evaluation")
def stops_at_draws(state: Struct) -> bool:
    """Return whether a search stops at a draw, because the network already averages over what may be drawn.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> from azulejo.games import evaluation
    >>> brought = evaluation("azul")
    >>> stops_at_draws(state)
    True
    """


@contract("evaluation")
def prune(state: Struct, moves: Codes, number: int) -> int:
    """Leave out moves that are equal to an earlier one, keeping the order; return how many are left.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> from azulejo.games import evaluation
    >>> brought = evaluation("azul")
    >>> codes = np.zeros(book.moves_room, np.int16)
    >>> number = legal_moves(state, codes)
    >>> 0 < prune(state, codes, number) <= number
    True
    """


# ---------------------------------------------------------------- the interpreted half


class Parts(Protocol):
    """What a move code says, taken apart: its kind, and a field for each part.

    Every kind of move is a small dataclass of the game. The values are those that its board shows: the letter of a
    colour, the number of a line.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> book.parts(book.parse_move("3b4"))
    Take(source='3', colour='B', line=4, kind='take')
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def kind(self) -> str:
        """Which kind of move it is."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a legal move does by itself, as plain values that JSON can hold; every game declares its own fields.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> isinstance(book.effect(state, book.parse_move("1b2")), Effect)
    True
    """


@dataclass(frozen=True, slots=True)
class Place:
    """Where pieces lie: a kind of place, which one of several, and whose.

    >>> Place("line", which=4, seat=0)
    Place(kind='line', which=4, seat=0)
    """

    kind: str
    which: int | str | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Transfer:
    """Equal pieces that go from one place to another.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> [(one.piece, one.count, one.target.kind) for one in book.transfers(state, book.parse_move("1b2"))]
    [('B', 2, 'line'), ('K', 1, 'source'), ('W', 1, 'source')]
    """

    piece: str
    """As the board calls it, such as the letter of a colour."""
    count: int
    origin: Place
    target: Place

    @classmethod
    def some(cls, piece: str, count: int, origin: Place, target: Place) -> "list[Transfer]":
        """Return so many pieces on their way; nothing if there are none."""
        return [cls(piece, count, origin, target)] if count else []


@dataclass(slots=True, kw_only=True)
class Board:
    """What is to be seen of a position, by somebody: everything that a picture of it needs, and no rules.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> board = book.board(state, None)
    >>> isinstance(board, Board), board.game, board.turn, board.viewer
    (True, 'azul', 0, None)
    """

    game: str
    viewer: int | None
    """The seat that looks; None for a spectator."""
    turn: int | None
    """The seat to move; None where that is nobody."""


@dataclass(frozen=True)
class Preview:
    """What a move does, as a board shows it before the move is made.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> book.preview(state, book.parse_move("1b1"))
    Preview(points=0, loss=1, jokers=0, ends_round=False, ends_game=False)
    """

    points: int
    """The mover's score if the round were scored right after the move, less the same right
    before it. End-of-game bonuses are not part of a round's scoring. For a move that scores
    at once: the real change."""
    loss: int = 0
    """Points that this move adds to what the mover will lose (floor line, broken tiles)."""
    jokers: int = 0
    """Jokers that it brings, in a game where they are pieces to keep."""
    ends_round: bool = False
    ends_game: bool = False


@dataclass(frozen=True)
class Step:
    """One step of the story of a scoring: who scored what for which pieces.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> last = book.parse_position("azul factories=B board=0 board=7")
    >>> [(step.kind, step.seat, step.points) for step in book.scoring_steps(last, book.parse_move("1b1"))]
    [('tile', 0, 1)]
    """

    kind: str
    """The text is ``<game>.scoring.<kind>``."""
    seat: int
    points: int
    """The change of the score: never takes it below 0 where the rules do not."""
    total: int
    """The seat's score after the step."""
    where: tuple[tuple[int, int], ...] = ()
    """The cells (row, column) that count, the tile just laid first."""
    values: Mapping[str, Any] | None = None
    """What else the text names."""
    transfers: tuple[Transfer, ...] = ()
    """The pieces that this step moves."""


@dataclass(frozen=True)
class Theme:
    """One thing in which two ways to go on differ, as a review of a game tells it.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> played, better = [book.parse_move("1b-")], [book.parse_move("1b2")]
    >>> [theme.name for theme in book.themes(state, 0, played, better)]
    ['floor', 'points']
    """

    name: str
    """What it is about, such as ``floor``; the same names in all games where they mean the same."""
    said: Message
    """What is better about the better way, as a part of a sentence."""


Odds: TypeAlias = Mapping[int, Fraction]
"""How likely each piece is; the pieces ascend, and the odds add up to 1. Empty if the draw is complete.

>>> from azulejo.games import rulebook
>>> book = rulebook("azul")
>>> state = book.parse_position("azul phase=deal bag=B1Y3 lid=Y17B19R20K20W20 board=0 board=0")
>>> book.odds(state, [])
{0: Fraction(1, 4), 1: Fraction(3, 4)}
"""

MOST_INVARIANTS = 62
"""``broken`` says them as the bits of one number."""

MOST_NUMBERS = 1 << 20
"""No array that is sized by a declared bound needs more."""

NO_PIECE = -1
"""In a draw: a place that the rules fill, but nothing is left for it.

>>> from azulejo.games import rulebook
>>> book = rulebook("azul")
>>> NO_PIECE in range(book.piece_numbers)
False
"""


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """One game: its declaration, bounds, and the functions that need no compiler.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
    >>> book.title.name, book.most_seats, book.seats_of(state)
    ('azul', 4, 2)
    >>> print(book.text(state, "en").splitlines()[0])
    Azul, coloured wall, round 1: player 1 to move
    """

    title: Title
    state: type[Struct]
    board_type: type[Board]
    move_kinds: tuple[type[Parts], ...]
    """The kinds of moves, as ``parts`` gives them."""

    move_codes: int
    """Codes are 0 to ``move_codes - 1``, the same for every number of seats and option."""
    max_moves: int
    """No position has more legal moves."""
    moves_room: int
    """The length ``legal_moves`` needs its array to have."""
    max_drawn: int
    """No draw has more pieces."""
    piece_numbers: int
    """A piece of a draw is NO_PIECE or a number from 0 to ``piece_numbers - 1``."""
    max_decisions: Mapping[int, int]
    """By the number of seats: no game has more decisions."""
    observation: int
    """How many numbers ``observe`` writes."""
    invariants: tuple[str, ...]
    """What each bit of ``broken`` stands for."""

    parts: Callable[[int], Parts]
    """What a move code says. Raises InvalidMove for a code out of range, like ``move_text`` and ``why_not``."""
    code_of: Callable[[Any], int]
    """The way back."""
    move_text: Callable[[int], str]
    parse_move: Callable[[str], int]
    """Raises InvalidMove. Takes any letter case and the Russian keyboard layout."""
    position_text: Callable[[Any], str]
    """Redacted positions have texts, too, that can be read back."""
    parse_position: Callable[[str], Any]
    """Raises BadPosition if the text cannot be read; whether it can occur is for ``status``."""
    draw_value: Callable[[Any, Sequence[int]], Any]
    """The pieces of the draw that is due, as the JSON value of a ``draw`` event."""
    parse_draw: Callable[[Any, Any], list[int]]
    """The way back; raises BadRecord if these pieces cannot be drawn now."""
    draw_audience: Callable[[Any], int] = lambda state: EVERYONE
    """The seat that alone sees the draw that is due, or EVERYONE."""
    redact_event: Callable[[Any, Mapping[str, Any], int], Mapping[str, Any]] = lambda state, event, seat: event
    """An event that happens in this state, as a seat (or SPECTATOR) may see it."""

    place_kinds: Mapping[str, str]
    """The kinds of ``Place`` that pieces go between, each with what tells several of a kind apart."""
    effect: Callable[[Any, int], Effect]
    """What a legal move does by itself."""
    effect_several: Callable[[Any, Sequence[int]], Sequence[Effect]] | None = None
    """The same for several legal moves, where the game has a faster way than one after another."""
    transfers: Callable[[Any, int], list[Transfer]]
    """The pieces that a legal move itself moves, in their order; what its scoring moves is in ``scoring_steps``."""
    draw_transfers: Callable[[Any, Sequence[int]], list[Transfer]]
    """The pieces that a draw moves."""
    preview: Callable[[Any, int], Preview]
    preview_several: Callable[[Any, Sequence[int]], list[Preview]] | None = None
    """Like ``effect_several``."""
    scoring_steps: Callable[[Any, int], list[Step]]
    """The story of all points that playing this move gives or takes, in order."""
    describe: Callable[[Any, int], Message]
    """A sentence for a legal move: log, screen reader, errors."""
    sentence: Callable[[int, Any], Message] | None = None
    """The same from the code of the move and its effect, in a game where the sentence follows from these two alone."""
    describe_draw: Callable[[Any, Sequence[int]], Message]
    why_not: Callable[[Any, int], Message | None]
    """Why a move is not legal now; None if it is."""
    status: Callable[[Any], IntFlag]
    """What is wrong with a position typed by hand; texts are ``<game>.status.<flag>``.

    A position with nothing wrong can be played on. Nothing is wrong with what a seat sees of a position that
    occurred: programs are sent it as text."""
    suggest: Callable[[Any], int]
    """A sensible default among the legal moves, such as the cheapest payment; uses only what the mover may know."""
    board: Callable[[Any, int | None], Any]
    """What a viewer (a seat, or None) sees of a state that was redacted for them."""
    picture_text: Callable[[Any, str], str]
    """A board drawn with characters, in a language."""
    picture_svg: Callable[[Any, str], str]
    """A board as a picture."""
    odds: Callable[[Any, Sequence[int]], Odds]
    """What can come next in the draw that is due, after the pieces drawn so far, in the order of ``deal``."""
    piece_label: Callable[[Any, Sequence[int], int], str]
    """A short name for the next piece of the draw that is due."""
    themes: Callable[[Any, int, Sequence[int], Sequence[int]], Sequence[Theme]] | None = None
    """What is better for a seat about the second of two lines of moves than about the first, the most important first.

    Both begin in the same position, as the seat sees it, and go on to the next draw at most."""

    def __post_init__(self) -> None:
        """Check what is declared: compiled code trusts it, and sizes its arrays by it."""
        name, seats, largest = self.title.name, self.title.seats, int(np.iinfo(np.int16).max)
        if not seats or list(seats) != sorted(set(seats)) or not LEAST_SEATS <= seats[0] <= seats[-1] <= MOST_SEATS:
            raise BadOption("errors.game_seats", game=name, value=seats or "none", least=LEAST_SEATS, most=MOST_SEATS)
        for bound, value, least, most in (
            ("move_codes", self.move_codes, 1, largest + 1),
            ("max_moves", self.max_moves, 1, self.move_codes),
            ("moves_room", self.moves_room, self.max_moves, MOST_NUMBERS),
            ("max_drawn", self.max_drawn, 1, largest),
            ("piece_numbers", self.piece_numbers, 1, largest),
            *((f"max_decisions[{number}]", self.max_decisions.get(number, 0), 1, MOST_NUMBERS) for number in seats),
            ("observation", self.observation, 1, MOST_NUMBERS),
            ("len(invariants)", len(self.invariants), 1, MOST_INVARIANTS),
        ):
            if not least <= value <= most:
                raise BadOption("errors.game_bound", game=name, bound=bound, value=value, least=least, most=most)

    def effects(self, state: Any, codes: Sequence[int]) -> Sequence[Effect]:
        """Return what legal moves do by themselves."""
        if self.effect_several is not None:
            return self.effect_several(state, codes)
        return [self.effect(state, code) for code in codes]

    def previews(self, state: Any, codes: Sequence[int]) -> list[Preview]:
        """Return the previews of legal moves."""
        if self.preview_several is not None:
            return self.preview_several(state, codes)
        return [self.preview(state, code) for code in codes]

    def text(self, state: Any, lang: str, viewer: int | None = None) -> str:
        """Return the table drawn with characters."""
        return self.picture_text(self.board(state, viewer), lang)

    def svg(self, state: Any, lang: str, viewer: int | None = None) -> str:
        """Return the table as a picture."""
        return self.picture_svg(self.board(state, viewer), lang)

    @property
    def most_seats(self) -> int:
        """The largest number of players."""
        return self.title.seats[-1]

    def seats_of(self, state: Any) -> int:
        """Return how many play; a game with only one number of seats has no field for it."""
        seats = self.title.seats
        return seats[0] if len(seats) == 1 else int(state.seats)
