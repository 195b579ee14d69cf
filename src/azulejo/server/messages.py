"""What goes over the wire, both ways: the types from which the API's description and the client's types are made.

Seats count from 0. Times are seconds since 1970 (UTC). A text for people travels as its key in our catalogue with its
values (:class:`Sentence`), so that one message serves both languages. Unknown fields of a request are refused.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, Self, TypeAlias

import msgspec
import numpy as np

from azulejo.games.contract import MOST_SEATS, Board, Transfer
from azulejo.play.record import EndReason
from azulejo.texts import Message

Game: TypeAlias = str
Helpers: TypeAlias = Literal["none", "previews", "advice"]
Undo: TypeAlias = Literal["off", "turn", "free"]
TalkRule: TypeAlias = Literal["all", "emotes", "off"]
"""What those who sit at a table may tell each other: what they write, or only what everybody knows how to say."""
Emote: TypeAlias = Literal["hello", "good_luck", "nice", "thanks", "oops", "good_game"]
ComplaintReason: TypeAlias = Literal["insult", "spam", "cheating", "name", "other"]
Status: TypeAlias = Literal["open", "playing", "over", "archived"]
"""Waiting for people; in progress; ended; a record brought in from elsewhere, to look at."""

Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=64)]
MoveText: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Token: TypeAlias = Annotated[str, msgspec.Meta(min_length=16, max_length=128)]
TableId: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-z]{12}$")]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
PageName: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9A-Za-z_-]{8,64}$")]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]


class Incoming(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Something asked of the server."""


class Outgoing(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Something the server says."""


class Sentence(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A text in the catalogue's words: its key, and values that are numbers, strings, texts again or lists of such."""

    key: str
    values: dict[str, Any] = {}

    @classmethod
    def of(cls, text: Message) -> Self:
        """Return a text of the catalogue for the wire.

        >>> from azulejo.texts import message
        >>> Sentence.of(message("errors.game", value="chess", values=["azul", message("azul.colour.red")])).key
        'errors.game'
        """
        return cls(key=text.key, values={name: _plain(value, cls.of) for name, value in text.values.items()})


def short_sentence(text: Message) -> dict[str, Any]:
    """Return a text of the catalogue as short as it can be told: its key by the name ``$``, and its values beside it.

    >>> from azulejo.texts import message
    >>> short_sentence(message("azul.tiles.white", count=2))
    {'$': 'azul.tiles.white', 'count': 2}
    """
    return {"$": text.key, **short_values(text.values)}


def short_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a text as short as they can be told."""
    return {name: _plain(value, short_sentence) for name, value in values.items()}


def _plain(value: Any, of: Callable[[Message], Any]) -> Any:
    """Return a value of a text for the wire; texts in it are told as said."""
    if type(value) in (str, int, float):
        return value
    if isinstance(value, Message):
        return of(value)
    if isinstance(value, list | tuple):
        return [_plain(one, of) for one in value]
    return value.item() if isinstance(value, np.generic) else str(value)


# ---------------------------------------------------------------- tables


class GameClock(Incoming, tag="game", tag_field="kind"):
    """Seconds for the whole game, and how many a finished turn gives back."""

    seconds: Annotated[float, msgspec.Meta(ge=10, le=86_400)]
    increment: Annotated[float, msgspec.Meta(ge=0, le=3_600)] = 0.0


class DaysClock(Incoming, tag="days", tag_field="kind"):
    """Days for every turn."""

    days: Annotated[float, msgspec.Meta(ge=0.001, le=60)]


class TableSettings(Incoming):
    """The manners of a table."""

    undo: Undo = "turn"
    """``free`` only where one person plays with bots."""
    confirm: bool = True
    """Whether a turn's last move waits for a confirmation, unless the player has switched that off."""
    helpers: Helpers = "previews"
    """``advice`` between people holds once every person at the table has agreed to it."""
    clock: GameClock | DaysClock | None = None
    public: bool = False
    """Whether it stands in the list of tables."""
    talk: TalkRule | None = None
    """What those who sit may tell each other; None: ``emotes`` at a public table, ``all`` at any other."""
    takeover: str | None = None
    """The level of the bot that plays for a person who is away when it is their turn; None: nobody does."""


class SeatRequest(Incoming):
    """Who sits on a seat: the maker, another person on the same device, a bot, or whoever comes."""

    who: Literal["me", "hotseat", "bot", "open"]
    name: Name = ""
    level: str = ""
    """Of a bot."""


class CreateTable(Incoming):
    """A new table."""

    game: Game
    seats: list[SeatRequest]
    options: dict[str, str] = {}
    settings: TableSettings = msgspec.field(default_factory=TableSettings)
    position: str | None = None
    """A position's text to start from; then ``options`` stays empty."""
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None
    """A small number for practice: the deals can be repeated, and are not secret."""
    lang: Literal["en", "ru"] = "en"
    """For the default names of people."""


class SameDeal(Incoming):
    """A new table with the deal of one that is over, for the same or for other players; it is marked as known."""

    seats: list[SeatRequest]
    settings: TableSettings = msgspec.field(default_factory=TableSettings)
    lang: Literal["en", "ru"] = "en"


class SeatToken(Outgoing):
    """The right to play for a seat; shown once, kept by whoever sits there."""

    seat: int
    token: str


class Created(Outgoing):
    """A table that was made, joined or made again."""

    table: str
    tokens: list[SeatToken] = []
    maker: str | None = None
    """The right to delete the table."""


class Join(Incoming):
    """A person who wants an open seat; any one, if it is not said which."""

    name: Name = ""
    seat: SeatNumber | None = None
    lang: Literal["en", "ru"] = "en"


class PlayerInfo(Outgoing):
    """Who sits on a seat."""

    kind: Literal["person", "bot", "open"]
    name: str = ""
    level: str | None = None
    connected: bool = False
    left: EndReason | None = None
    """How the seat left the game; a bot plays on for it at a table of more than two."""
    away: bool = False
    """Whether a bot plays for a person who is not there."""
    advice: bool = False
    """Whether this person has agreed to the engine's advice."""
    takeback: Literal["asks", "agrees"] | None = None
    """Whether this person asks the others to take back their last turn, or has agreed to that."""


class TableInfo(Outgoing):
    """What everybody may know about a table, apart from the game itself."""

    id: str
    game: Game
    seats: int
    options: dict[str, str]
    settings: TableSettings
    status: Status
    players: list[PlayerInfo]
    commitment: str
    created: float
    practice: bool = False
    known_deal: bool = False
    """Whether anybody may know what will be drawn: the seed is a small number, or the deal was played before."""
    position: bool = False
    """Whether the game began from a position instead of an empty table."""
    helpers: Helpers = "none"
    """What holds now: advice only with every person's consent."""
    talk: TalkRule = "off"
    """What those who sit may tell each other."""
    rematch: str | None = None
    same_deal: int = 0
    """How many other tables play, or played, the same deal."""


class TableList(Outgoing):
    """Public tables, newest first."""

    tables: list[TableInfo]
    next: str | None = None
    """Give it as ``before`` to see the tables after these."""


# ---------------------------------------------------------------- the game


class MovePreview(Outgoing):
    """What a legal move would do, as docs/notation.md defines it."""

    points: int
    loss: int = 0
    jokers: int = 0
    ends_round: bool = False
    ends_game: bool = False


class LegalMove(Outgoing):
    """One of the moves that the viewer can choose from."""

    move: str
    """Its text; what it says is in the list of the game's moves."""
    said: Sentence
    effect: dict[str, Any]
    """What it does by itself, as docs/boards.md explains it for every game."""
    preview: MovePreview | None = None
    ends_turn: bool = False
    """Whether the turn is over after it, or something is revealed: a client asks for confirmation here."""


class PiecePlace(Outgoing):
    """Where pieces lie: a kind of place, which one of several, and whose."""

    kind: str
    which: int | str | None = None
    seat: int | None = None


class MovedPieces(Outgoing):
    """Equal pieces that go from one place to another."""

    piece: str
    """As the board calls it, such as the letter of a colour."""
    count: int
    origin: PiecePlace
    target: PiecePlace

    @classmethod
    def of(cls, moved: Transfer) -> Self:
        """Return what a rulebook says for the wire."""
        ends = [PiecePlace(kind=one.kind, which=one.which, seat=one.seat) for one in (moved.origin, moved.target)]
        return cls(piece=moved.piece, count=moved.count, origin=ends[0], target=ends[1])


class ScoringStep(Outgoing):
    """One step of the story of a scoring; its text is ``<game>.scoring.<kind>``."""

    kind: str
    seat: int
    points: int
    total: int
    where: list[tuple[int, int]] = []
    said: Sentence | None = None
    transfers: list[MovedPieces] = []
    """The pieces that this step moves."""


class EventLine(Outgoing):
    """One event of the record, as the viewer may see it, with what there is to say about it."""

    number: int
    """Its index in the record."""
    event: dict[str, Any]
    at: float
    said: Sentence | None = None
    """A sentence, for a move without its player and text; none if the event is not for the viewer's eyes."""
    steps: list[ScoringStep] = []
    transfers: list[MovedPieces] = []
    """The pieces that it moves, in their order; what its scoring moves is in the steps."""


class Clocks(Outgoing):
    """The seconds that every seat had left at ``at``; those of ``running`` go down since then."""

    left: list[float]
    at: float
    running: int | None = None


class GameResult(Outgoing):
    """How a game ended."""

    winners: list[int]
    scores: list[int]
    places: list[int]
    reason: Literal["rules", EndReason]
    seed: str | None = None
    """What all draws followed from; none in a record brought in without it."""


class Situation(Outgoing):
    """How the table stands for a viewer after the last event that they have seen."""

    after: int
    number: int
    """How many events the viewer has seen with this message: the ``after`` of the next one."""
    turn: int | None
    scores: list[int]
    legal: list[LegalMove] = []
    suggested: str | None = None
    """A sensible default among the legal moves."""
    undo: int = 0
    """How many moves the viewer can take back now: by the rule ``turn`` those of their own unfinished turn since the
    last draw; by the rule ``free`` all they see since their own last decision, that one included (bots' moves, too)."""
    clocks: Clocks | None = None
    result: GameResult | None = None


class Update(Situation, kw_only=True, tag="update", tag_field="type"):
    """What has happened since event number ``after``, and how the table stands now.

    Sent once for every finished turn; everybody who may see the same gets the same bytes. The mover also gets the
    legal moves.
    """

    table: str
    events: list[EventLine]
    board: Board
    position: str
    """The position as text, as the viewer may see it."""


class Changes(Situation, kw_only=True, tag="changes", tag_field="type"):
    """The same in short, for a client that keeps the board and has said so in its hello."""

    events: list[list[Any]]
    """Each is a list: the event, its time, its sentence, its transfers and its scoring steps, as docs/api.md explains
    them; what is empty at the end is left out."""
    changes: dict[str, Any] = {}
    """What is different on the board that the viewer had with event number ``after``, as docs/api.md explains it."""
    board: Board | None = None
    """The board as it is now, where that is shorter than the changes."""


class TalkLine(Outgoing):
    """What somebody at the table has said: in their own words, or one of those that everybody knows how to say."""

    number: int
    seat: int
    at: float
    text: str | None = None
    emote: Emote | None = None


class TableState(Outgoing, tag="state", tag_field="type"):
    """Everything a viewer may know: sent at the beginning, and whenever more than moves has changed."""

    table: TableInfo
    viewer: int | None
    """The seat through whose eyes this is seen, or nobody's."""
    held: list[int]
    """The seats that the viewer may move for; several on a shared device."""
    now: Update
    server_time: float
    talk: list[TalkLine] = []
    """What was said last; only for those who sit here."""


class PlayMoves(Incoming):
    """Moves of one turn, taken whole or not at all."""

    moves: Annotated[list[MoveText], msgspec.Meta(min_length=1, max_length=32)]
    after: Number
    """How many events the mover has seen: refused if something has happened since."""
    seat: SeatNumber | None = None
    """On a shared device; otherwise the only seat held."""


class TakeBack(Incoming):
    """Moves to take back."""

    after: Number
    count: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    """At most ``Update.undo`` by the rule ``turn``; by the rule ``free`` any number of moves that the viewer sees."""
    seat: SeatNumber | None = None


class AskTakeBack(Incoming):
    """A person asks the others to take back their last turn, and what was played since."""

    after: Number
    seat: SeatNumber | None = None


class AnswerTakeBack(Incoming):
    """A person agrees to what another one asks for, or does not; whoever has asked withdraws it."""

    after: Number
    agree: bool
    seat: SeatNumber | None = None


class Leave(Incoming):
    """A seat gives up, or is given back before the game has begun."""

    seat: SeatNumber | None = None


class Say(Incoming):
    """Something to say to those who sit at the table: a text without links, or an emote."""

    text: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    emote: Emote | None = None
    seat: SeatNumber | None = None


class Complain(Incoming):
    """A complaint about somebody at the table, for those who run the server."""

    about: SeatNumber
    reason: ComplaintReason
    text: Annotated[str, msgspec.Meta(max_length=500)] = ""
    seat: SeatNumber | None = None


class Consent(Incoming):
    """A person agrees to the engine's advice, or not any more."""

    advice: bool
    seat: SeatNumber | None = None


class Receipt(Outgoing):
    """It is written down: this many events the viewer has seen with it."""

    table: str
    number: int


class Reason(Outgoing):
    """Why a move cannot be played now; nothing if it can."""

    move: str
    legal: bool
    reason: Sentence | None = None
    text: str = ""
    """The reason in the language asked for."""


class PastPosition(Outgoing):
    """The table after a number of events, as the viewer may see it."""

    number: int
    board: Board
    position: str
    turn: int | None
    scores: list[int]


class Problem(Outgoing):
    """What was wrong with a request, and what would be right."""

    error: Sentence
    text: str
    """The same in the language asked for."""
    status: int
    number: int | None = None
    """How many events there are now, where the request came too late."""


# ---------------------------------------------------------------- records, analysis, what there is


class ImportRecord(Incoming):
    """A record to look at."""

    record: dict[str, Any]


class AnalysisLimits(Incoming):
    """How long to think; no more than the server allows."""

    nodes: Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)] | None = None
    seconds: Annotated[float, msgspec.Meta(gt=0, le=3_600)] | None = None


class Analyse(Incoming):
    """A position to analyse: after some events of a table or record, or a position's text."""

    table: TableId | None = None
    number: Number | None = None
    """After so many events; all of them if left out."""
    record: dict[str, Any] | None = None
    game: Game | None = None
    position: str | None = None
    seat: SeatNumber | None = None
    """Through whose eyes; the seat to move if left out."""
    limits: AnalysisLimits = msgspec.field(default_factory=AnalysisLimits)
    page: PageName | None = None
    """Any name that the asker has made up for the page, or program, that asks: its next request takes the place of
    this one, and an address may have a few pages, each with any number of steps."""


class CandidateMove(Outgoing):
    """One move that the engine has looked at."""

    move: str
    said: Sentence
    visits: int
    win: list[float]
    """The chance of every seat to win."""
    margin: float
    """Expected final points of the mover, less the most of the others."""
    error: float
    """Standard error of the margin."""
    line: list[str]
    proved: bool = False


class AskReport(Incoming):
    """A report that is to be made."""

    setting: Literal["fast", "deep"] = "fast"


class ReportState(Outgoing):
    """How far the report of a finished game is."""

    status: Literal["waiting", "running", "ready", "failed", "cancelled"]
    setting: Literal["fast", "deep"]
    done: float = 0.0
    """How much of the work is done, from 0 to 1."""
    ahead: int = 0
    """How many wait longer."""
    report: dict[str, Any] | None = None
    """What there is of it: complete once it is ready, and as ``azulejo/review/report.schema.json`` describes."""


class AnalysisResult(Outgoing):
    """What was found so far, the best first: one line of the stream."""

    candidates: list[CandidateMove]
    nodes: int
    seconds: float
    depth: int
    final: bool = False
    cancelled: bool = False
    """Whether the search was stopped, as by the next request of the same page."""
    cut: bool = False
    """Whether it ended early because others wait for the engine: ask again after a while to go on."""


class Explore(Incoming):
    """A position to look at that belongs to no table, and what is to happen there: one of game, position and record."""

    game: Game | None = None
    """A new game of this kind begins."""
    seats: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)] | None = None
    """Of a new game: how many play, the fewest possible if left out."""
    options: dict[str, str] = {}
    """Of a new game."""
    position: str | None = None
    """A position's text."""
    record: dict[str, Any] | None = None
    """A whole game: all that counts in it happens."""
    events: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=1_000)] = []
    """What is to happen, each as a record has it: ``{"move": "3b4"}`` by the seat to move, or ``{"draw": ...}``."""
    drawn: Annotated[list[int], msgspec.Meta(max_length=1_000)] = []
    """Pieces of the draw that is due then, chosen by hand, one after the other, by their numbers."""
    fill: bool = False
    """Whether chance draws the rest of them."""
    picture: Literal["svg", "text"] | None = None
    """Whether the rulebook is to draw the position, too: for clients that have no picture of the game of their own."""
    lang: Literal["en", "ru"] = "en"
    """Of the picture."""


class NextPiece(Outgoing):
    """A piece that may come next in a draw."""

    piece: int
    label: str
    odds: float


class DueDraw(Outgoing):
    """A draw that is due: what was drawn so far, and what may come next."""

    drawn: list[str]
    next: list[NextPiece]
    """Nothing once the draw is complete."""
    value: Any = None
    """The complete draw, as an event has it."""


class Exploration(Outgoing):
    """What is to be seen of a position, and what can be done there."""

    game: Game
    root: str
    """The position, as text, in which the events happened."""
    events: list[EventLine] = []
    """What happened, with what there is to say of it."""
    wrong: list[Sentence] = []
    """What is wrong with a position that was typed; then there is nothing else."""
    position: str = ""
    board: Board | None = None
    """Through the eyes of the seat to move."""
    turn: int | None = None
    scores: list[int] = []
    legal: list[LegalMove] = []
    suggested: str | None = None
    draw: DueDraw | None = None
    winners: list[int] | None = None
    """Where the game is over."""
    picture: str | None = None


class GameMove(Outgoing):
    """A move of a game: its text, and what it says, as docs/boards.md explains it for every game."""

    text: str
    parts: dict[str, Any]


class GameMoves(Outgoing):
    """All moves of a game, in the order of their codes."""

    moves: list[GameMove]


class GameTexts(Outgoing):
    """What a game says in a language: for clients that do not know it."""

    texts: dict[str, str | dict[str, str]]
    """By key, without the name of the game in front."""
    rules: str | None = None
    """The rules in short, as Markdown."""


class OptionInfo(Outgoing):
    """An option of a game; its explanation is the text ``<game>.option.<name>``."""

    name: str
    values: list[str]
    kind: Literal["choice", "list", "file"] = "choice"
    """One of the values; besides, a list that is typed; or what a file says, as its text."""


class GameInfo(Outgoing):
    """A game that can be played here."""

    name: str
    seats: list[int]
    options: list[OptionInfo]
    levels: list[str]
    secrets: bool
    """Whether a seat may know something that another may not: a device that seats share is handed over blind."""


class Info(Outgoing):
    """What this server offers."""

    version: str
    games: list[GameInfo]
    limits: dict[str, int]
    preparing: list[str] = []
    """Games whose rules are being compiled, once after an installation: until then their bots do not answer."""


# ---------------------------------------------------------------- the live connection


class Hello(Incoming, tag="hello", tag_field="type"):
    """The first message of a connection: who is there, and what they have seen already."""

    tokens: Annotated[list[Token], msgspec.Meta(max_length=MOST_SEATS)] = []
    after: Number | None = None
    lang: Literal["en", "ru"] = "en"
    changes: bool | int = False
    """2: the client keeps the board, and is sent ``Changes`` of this form instead of updates. Other forms are not told:
    whoever asks for one is sent updates."""


class LiveMoves(PlayMoves, kw_only=True, tag="moves", tag_field="type"):
    """As the call of that name; ``id`` comes back with the answer."""

    id: int


class LiveUndo(TakeBack, kw_only=True, tag="undo", tag_field="type"):
    """As the call of that name."""

    id: int


class LiveResign(Leave, kw_only=True, tag="resign", tag_field="type"):
    """As the call of that name."""

    id: int


class LiveWhy(Incoming, tag="why", tag_field="type"):
    """Asks why a move cannot be played now."""

    id: int
    move: MoveText


class Ping(Incoming, tag="ping", tag_field="type"):
    """Keeps a connection alive."""

    id: int = 0


FromClient: TypeAlias = Hello | LiveMoves | LiveUndo | LiveResign | LiveWhy | Ping


class LiveDone(Outgoing, tag="done", tag_field="type"):
    """The request of this id is written down."""

    id: int
    number: int


class LiveProblem(Outgoing, tag="refused", tag_field="type"):
    """The request of this id was not granted; nothing has changed."""

    id: int | None
    problem: Problem


class LiveReason(Outgoing, tag="why", tag_field="type"):
    """The answer to ``why``."""

    id: int
    reason: Reason


class Presence(Outgoing, tag="presence", tag_field="type"):
    """Who is there now."""

    players: list[PlayerInfo]
    spectators: int


class Talk(Outgoing, tag="talk", tag_field="type"):
    """What was said last at the table; lines with numbers that one knows come again."""

    lines: list[TalkLine]


class Pong(Outgoing, tag="pong", tag_field="type"):
    """The answer to a ping."""

    id: int
    server_time: float


class TableGone(Outgoing, tag="closed", tag_field="type"):
    """The table is gone."""

    said: Sentence


FromServer: TypeAlias = (
    TableState | Update | Changes | LiveDone | LiveProblem | LiveReason | Presence | Talk | Pong | TableGone
)
