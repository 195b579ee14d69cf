"""The text protocol for outside programs, version 1: its lines, read and written in one place.

Described for authors in docs/protocol.md. One line is one message, in UTF-8. Whoever serves it is
in ``serve.py`` (the engine), ``host.py`` (a Python bot); whoever drives it in ``process.py``.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from azulejo.engine.analysis import Analysis, Candidate
from azulejo.engine.limits import Limits
from azulejo.games import names, rulebook
from azulejo.games.contract import CHANCE, OVER, Rulebook, to_move
from azulejo.kernel.chance import stream
from azulejo.play import Game, Record, View
from azulejo.play.record import Snapshot
from azulejo.play.start import parse_valid_position
from azulejo.texts.errors import AzulejoError, BadOption, BadPosition, BadRecord

VERSION = 1
WANTS, OPTIONS = "wants", "options"
"""A program that answers so in the handshake is told the options of a game in ``newgame``."""
HELLO = "azulejo"

LONGEST_LINE = 4 << 20
"""Bytes: no message is longer."""
MOST_NODES = 10**15
MOST_SECONDS = 10.0**7


class BadMessage(AzulejoError):
    """A line that is no message of the protocol."""


def read_lines(stream: BinaryIO, most: int = LONGEST_LINE) -> Iterator[str | None]:
    """Yield the lines of a stream as text; None for one that is too long, whose rest is passed over."""
    while line := stream.readline(most):
        if len(line) == most and not line.endswith(b"\n"):
            while (rest := stream.readline(most)) and not rest.endswith(b"\n"):
                pass
            yield None
        else:
            yield line.decode("utf-8", "replace").strip()


# ---------------------------------------------------------------- go


def limits_text(limits: Limits | None) -> str:
    """Return the words after ``go``.

    >>> limits_text(Limits(nodes=1000, clock=60.0, increment=0.5))
    'nodes 1000 clock 60.0 inc 0.5'
    """
    limits = limits or Limits()
    parts = [
        f"{word} {value}"
        for word, value in (("nodes", limits.nodes), ("seconds", limits.seconds), ("clock", limits.clock))
        if value is not None
    ]
    if limits.clock is not None and limits.increment:
        parts.append(f"inc {limits.increment}")
    return " ".join(parts)


def go_line(view: View) -> str:
    """Return the line that asks for a move; the legal ones are in it, for programs that know no rules."""
    return " ".join(word for word in ["go", limits_text(view.limits), "moves", *map(str, view.legal_moves)] if word)


def newgame_line(view: View, options: bool) -> str:
    """Return the line that says which game begins, and to those who want to know with how many seats and options."""
    name = view.rulebook.title.name
    if not options:
        return f"newgame {name}"
    return f"newgame {name} {json.dumps({'seats': view.seats, 'options': dict(view.record.options)})}"


def parse_newgame(rest: str) -> str:
    """Return the name of the game that begins; what else is said of it must be a JSON object.

    >>> parse_newgame('azul {"seats": 2, "options": {"wall": "grey"}}')
    'azul'
    """
    name, _, more = rest.partition(" ")
    if more:
        try:
            said = json.loads(more)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise BadMessage("bots.protocol.newgame")
    return name


def parse_limits(words: Sequence[str]) -> tuple[Limits, bool]:
    """Return the limits that the words after ``go`` stand for, and whether they say ``infinite``.

    The legal moves at the end are for those who need them.

    >>> parse_limits("seconds 2 nodes 1000".split())
    (Limits(nodes=1000, seconds=2.0, clock=None, increment=0.0), False)
    """
    names = {"nodes": "nodes", "seconds": "seconds", "clock": "clock", "inc": "increment"}
    values: dict[str, Any] = {}
    infinite = False
    left = list(words)
    while left:
        word = left.pop(0)
        if word == "moves":
            break
        if word == "infinite":
            infinite = True
            continue
        if word not in names:
            raise BadMessage("bots.protocol.limit", value=cut(word))
        values[names[word]] = _number(word, left.pop(0) if left else "", whole=word == "nodes")
    if infinite and values:
        raise BadMessage("bots.protocol.infinite")
    return Limits(**values), infinite


def limits_from(value: Any) -> Limits:
    """Return the limits that a JSON object stands for."""
    if not isinstance(value, dict):
        raise BadMessage("bots.protocol.limits_object")
    return parse_limits([word for name, number in value.items() for word in (str(name), json.dumps(number))])[0]


def _number(name: str, text: str, *, whole: bool) -> Any:
    most = MOST_NODES if whole else MOST_SECONDS
    try:
        number: float = int(text) if whole else float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= most or (whole and number == 0):
        raise BadMessage("bots.protocol.number", name=name, value=cut(text))
    return number


# ---------------------------------------------------------------- position


def position_line(view: View) -> str:
    """Return the line that shows a view to a program; nothing that its seat may not know is in it.

    Draws that only others have seen make a record impossible to replay, so the position at its end is in it.
    A game that did not begin with an empty table is sent without its history.
    """
    record = view.record
    if record.position is not None or not record.events:
        return f"position text {view.position}"
    shown = replace(record, snapshots=(Snapshot(len(record.events), view.position),))
    return f"position record {json.dumps(shown.to_dict())}"


@dataclass(frozen=True)
class ShownPosition:
    """What a ``position`` message shows: a position, as a seat may see it, and the record if one came with it."""

    book: Rulebook
    state: Any
    record: Record | None = None
    is_over: bool = False

    def view(self, limits: Limits | None = None, seat: int | None = None) -> View:
        """Return it as a seat sees it, the one to move if none is named; with the sender's own random stream."""
        turn = to_move(self.state)
        if self.is_over or turn == OVER:
            raise BadMessage("errors.game_over")
        if seat is not None and not 0 <= seat < self.book.seats_of(self.state):
            raise BadMessage("errors.no_seat", value=seat, most=self.book.seats_of(self.state) - 1)
        if seat is not None and seat != turn:
            raise BadMessage("errors.not_your_turn", turn=turn + 1, seat=seat + 1)
        if self.record is None:
            return View(self.book, self.state, turn, limits=limits)
        sent = self.record
        rng = stream("view", sent.commitment or self.book.position_text(self.state), turn, len(sent.events))
        return View(self.book, self.state, turn, limits=limits, rng=rng, options=sent.options, record=sent)


def parse_shown_position(text: str) -> ShownPosition:
    """Return what the words after ``position`` show."""
    kind, _, rest = text.partition(" ")
    if kind == "record":
        return position_of_record(parse_json(rest))
    if kind == "text":
        return position_of_text(rest)
    raise BadMessage("bots.protocol.position", value=cut(kind))


def parse_json(text: str) -> Any:
    """Return a JSON value; raises BadMessage for anything else."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("bots.protocol.json") from None


def position_of_record(value: Any) -> ShownPosition:
    """Return the position at the end of a record's JSON object.

    If the record has a snapshot there, it is taken as it is: draws that are hidden cannot be replayed.
    """
    record = Record.from_dict(value)
    if record.snapshots and record.snapshots[-1].at == len(record.events):
        shown = position_of_text(record.snapshots[-1].position)
        if (shown.book.title.name, shown.book.seats_of(shown.state)) != (record.game, record.seats):
            raise BadRecord("errors.verify_snapshot", at=len(record.events))
        return replace(shown, record=record)
    game = Game.from_record(record, trust=False)
    if game.due == CHANCE:
        raise BadRecord("errors.draw_due")
    return ShownPosition(game.rulebook, game.state, record, game.is_over)


def position_of_text(text: str) -> ShownPosition:
    """Return the position that a text describes."""
    name = text.split(" ", maxsplit=1)[0].strip().lower()
    if name not in names():
        raise BadOption("errors.game", value=cut(name), values=names())
    book = rulebook(name)
    state = parse_valid_position(book, text)
    if to_move(state) == CHANCE:
        raise BadPosition("errors.draw_due")
    return ShownPosition(book, state)


# ---------------------------------------------------------------- info


def info_lines(analysis: Analysis, book: Rulebook, most: int | None = None) -> Iterable[str]:
    """Yield the lines that tell what a search has found so far, best candidate first."""
    yield f"info nodes {analysis.nodes} seconds {analysis.seconds:.3f} depth {analysis.depth}"
    for candidate in analysis.candidates[:most]:
        yield "info " + candidate_text(candidate, book)


def candidate_text(candidate: Candidate, book: Rulebook) -> str:
    """Return what an ``info`` line says of one candidate."""
    wins = " ".join(f"{chance:.4f}" for chance in candidate.win)
    parts = [
        f"move {book.move_text(candidate.move)} visits {candidate.visits} win {wins}",
        f"margin {candidate.margin:.2f} error {candidate.margin_error:.2f}",
        *(["proved"] if candidate.proved else []),
        "line " + " ".join(map(book.move_text, candidate.line)),
    ]
    return " ".join(parts)


def candidate_object(candidate: Candidate, book: Rulebook) -> dict[str, Any]:
    """Return one candidate as a JSON object: moves as texts."""
    return {
        "move": book.move_text(candidate.move),
        "visits": int(candidate.visits),
        "win": [round(float(chance), 4) for chance in candidate.win],
        "margin": round(float(candidate.margin), 3),
        "error": round(float(candidate.margin_error), 3),
        "proved": bool(candidate.proved),
        "line": [book.move_text(code) for code in candidate.line],
    }


def one_word(value: object, most: int = 40) -> str:
    """Return anything as one short word, for the answer of a bot that may be no move at all."""
    return "".join(str(value).split())[:most] or "nothing"


def cut(text: str, most: int = 40) -> str:
    """Return a text that is not too long for a sentence."""
    return text if len(text) <= most else text[: most - 3] + "..."
