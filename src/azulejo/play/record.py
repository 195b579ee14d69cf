"""The record of a game: the only truth about it, as JSON.

A record is one object, one line in a ``.jsonl`` file. What its parts are is declared here, once: the reader and the
schema, published beside this file as ``record.schema.json``, follow from it. What a record means is for
:class:`~azulejo.play.Game`; here it is only read, checked for its shape, and written.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeAlias, get_args, get_type_hints

from azulejo.play.shapes import (
    Hexadecimal,
    Kinds,
    ListOf,
    MapOf,
    Seconds,
    Shape,
    Text,
    Truth,
    Whole,
    Words,
    object_schema,
    shown,
)
from azulejo.texts import Message, message, say
from azulejo.texts.errors import AzulejoError, BadRecord

FORMAT = 1

Event: TypeAlias = Mapping[str, Any]

EndReason: TypeAlias = Literal["resign", "time", "forfeit"]
END_REASONS: tuple[EndReason, ...] = get_args(EndReason)

SCHEMA_FILE = Path(__file__).with_name("record.schema.json")

SEAT = Whole(0, about="A seat, counted from 0.")
POSITIVE = Whole(1)
SEED = Hexadecimal(64)

EVENTS: dict[str, tuple[str, dict[str, Shape]]] = {
    "start": ("A seat is the first to move.", {"start": SEAT}),
    "draw": (
        "Chance decided: pieces were drawn or revealed.",
        {
            "draw": Kinds(
                ("array", "object", "string", "null"),
                wanted='[...] | {...} | "..." | null',
                about="The pieces, as the game writes them. null if hidden from the reader of this record.",
            ),
            "to": replace(SEAT, about="The seat that alone sees them until the game is over; left out if all do."),
        },
    ),
    "move": (
        "A seat made a decision.",
        {
            "move": Kinds(
                ("string", "null"),
                wanted='"..." | null',
                about="The text of the move. null if hidden from the reader of this record.",
            ),
            "seat": SEAT,
        },
    ),
    "undo": (
        "A seat took back the last moves that still counted, and the draws after the first of them.",
        {
            "undo": replace(POSITIVE, about="How many moves."),
            "seat": SEAT,
            "agreed": Truth(about="Whether the others agreed: their moves may be among them, but no draw."),
        },
    ),
    "end": (
        "A seat left the game and can no longer win; with one seat left the game is over.",
        {"end": Words(END_REASONS, about="It resigned, ran out of time, or forfeited."), "seat": SEAT},
    ),
}
"""The kinds of events, by the part that names them: what each says, and its parts."""
OPTIONAL = ("to", "agreed")
"""Parts of an event that may be left out."""


@dataclass(frozen=True)
class EventShape(Shape):
    """One event of any kind."""

    def read(self, name: str, value: Any) -> Event:
        """Return a copy of an event whose shape is right; raises BadRecord for any other."""
        kinds = [kind for kind in EVENTS if isinstance(value, Mapping) and kind in value]
        parts = EVENTS[kinds[0]][1] if len(kinds) == 1 else {}
        if not parts or value.keys() - parts.keys():
            raise BadRecord("errors.event_shape", values=list(EVENTS), value=shown(value))
        for part in parts:
            if part not in value and part not in OPTIONAL:
                raise BadRecord("errors.event_missing", name=part, value=shown(value))
        return {part: parts[part].read(part, one) for part, one in value.items()}

    def rules(self) -> dict[str, Any]:
        """Return the JSON schema."""
        return {
            "oneOf": [
                {"description": about, **object_schema(parts, [part for part in parts if part not in OPTIONAL])}
                for about, parts in EVENTS.values()
            ]
        }


@dataclass(frozen=True)
class EventList(Shape):
    """All events of a game."""

    wanted: str = field(default="[{...}, ...]", kw_only=True)

    def read(self, name: str, value: Any) -> tuple[Event, ...]:
        """Return the events; an error says which one is wrong."""
        if not isinstance(value, list):
            raise self.wrong(name, value)
        return tuple(_event_at(at, one) for at, one in enumerate(value))

    def rules(self) -> dict[str, Any]:
        """Return the JSON schema."""
        return {"type": "array", "items": EventShape().schema()}


@dataclass(frozen=True)
class Snapshot:
    """A position along the way, so that opening a long record does not replay it all."""

    at: Annotated[int, replace(POSITIVE, about="How many events are behind it.")]
    position: Annotated[str, Text(about="The text of the position.")]


@dataclass(frozen=True)
class SnapshotShape(Shape):
    """One snapshot."""

    wanted: str = field(default='[{"at": 12, "position": "..."}]', kw_only=True)

    def read(self, name: str, value: Any) -> Snapshot:
        """Return the snapshot."""
        parts = shapes(Snapshot)
        if not isinstance(value, dict) or value.keys() != parts.keys():
            raise self.wrong(name, [value])
        return Snapshot(**{part: shape.read(part, value[part]) for part, shape in parts.items()})

    def rules(self) -> dict[str, Any]:
        """Return the JSON schema."""
        return object_schema(shapes(Snapshot), list(shapes(Snapshot)))


@dataclass(frozen=True, kw_only=True)
class Record:
    """A game, from its first event to the last.

    >>> import azulejo
    >>> game = azulejo.new_game("azul", seed=7)
    >>> record = game.record()
    >>> record.game, record.seats, record.events[0], record.seed is None
    ('azul', 2, {'start': 1}, True)
    >>> Record.from_json(record.to_json()) == record
    True
    """

    game: Annotated[str, Text(1, about="The name of the game.")]
    seats: Annotated[int, replace(POSITIVE, about="How many play.")]
    options: Annotated[
        Mapping[str, str],
        MapOf(
            Text(),
            wanted='{"...": "..."}',
            about="The options of the game by name, complete and in their canonical form; first is random or the seat "
            "chosen to start. Empty if the game began from a position, which says it all.",
        ),
    ] = field(default_factory=dict)
    players: Annotated[
        tuple[str, ...],
        ListOf(Text(), wanted='["...", ...]', about="The names of the players, one for each seat; or none."),
    ] = ()
    practice: Annotated[
        bool, Truth(about="Whether the seed was a small number, easy to guess, or moves could be taken back freely.")
    ] = False
    known_deal: Annotated[
        bool, Truth(about="Whether anybody could know the draws before they were made, as of a deal played before.")
    ] = False
    commitment: Annotated[
        str,
        replace(SEED, about="The SHA-256 of the dealer's seed, known before the first move; none without a dealer."),
    ] = ""
    given: Annotated[
        int, Whole(0, about="How many of the first draws were given by hand instead of drawn from the seed.")
    ] = 0
    position: Annotated[
        str | None, Text(about="Where the game began, if not with an empty table; then there is no start event.")
    ] = None
    events: Annotated[tuple[Event, ...], EventList(about="All that happened, in order.")]
    seed: Annotated[
        str | None, replace(SEED, about="The dealer's seed of 32 bytes, revealed when the game is over.")
    ] = None
    scores: Annotated[
        tuple[int, ...] | None,
        ListOf(Whole(), 1, wanted="[0, 1, ...]", about="The points of every seat, when the game is over."),
    ] = None
    winners: Annotated[
        tuple[int, ...] | None,
        ListOf(
            SEAT,
            1,
            True,
            wanted="[0, 1, ...]",
            about="The seats that won, when the game is over; several share the victory.",
        ),
    ] = None
    snapshots: Annotated[
        tuple[Snapshot, ...],
        ListOf(
            SnapshotShape(),
            wanted='[{"at": 12, "position": "..."}]',
            about="Positions along the way, so that opening a long record does not replay it all.",
        ),
    ] = ()
    comments: Annotated[
        Mapping[int, str],
        MapOf(Text(), True, wanted='{"12": ...}', about="Remarks, by the index of the event they belong to."),
    ] = field(default_factory=dict)
    clocks: Annotated[
        Mapping[int, tuple[float, ...]],
        MapOf(
            ListOf(Seconds(wanted="[60, 55.5, ...]"), wanted="[60, 55.5, ...]"),
            True,
            wanted='{"12": ...}',
            about="The seconds that every seat has left after an event, by its index.",
        ),
    ] = field(default_factory=dict)
    evaluations: Annotated[
        Mapping[int, Any],
        MapOf(
            Kinds(("number", "array", "object"), wanted="0.5 | [...] | {...}"),
            True,
            wanted='{"12": ...}',
            about="What an engine thinks of the position after an event, by its index; the form is the engine's own.",
        ),
    ] = field(default_factory=dict)

    # ------------------------------------------------------------ writing

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object; parts that say nothing are left out."""
        parts = {"format": FORMAT} | {name: _plain(getattr(self, name)) for name in _SHAPES}
        return {name: part for name, part in parts.items() if name in _ALWAYS or part not in (None, 0, "", [], {})}

    def to_json(self) -> str:
        """Return the record as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    # ------------------------------------------------------------ reading

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read one record; raises BadRecord with the place of the mistake."""
        return cls.from_dict(_parsed(text))

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """Read a record from its JSON object, checking the shape of every part."""
        if not isinstance(data, dict):
            raise BadRecord("errors.record_object", value=shown(data))
        for name in ("format", *_NEEDED):
            if name not in data:
                raise BadRecord("errors.record_missing", name=name)
        for name in data:
            if name not in _SHAPES and name != "format":
                raise BadRecord("errors.record_unknown", name=name, values=["format", *_SHAPES])
        if isinstance(data["format"], bool) or data["format"] != FORMAT:
            raise BadRecord("errors.record_format", value=shown(data["format"]), wanted=FORMAT)
        return cls(**{name: _SHAPES[name].read(name, part) for name, part in data.items() if name != "format"})

    # ------------------------------------------------------------ for people

    def text(self, lang: str = "en") -> str:
        """Return the whole game in lines to read: every event with its sentence.

        From the first event on that is hidden from the reader the position is not known: then events are told without
        what they mean.
        """
        from azulejo.play.game import Game

        game = Game.from_record(self, until=0)
        lines = [
            say("play.record.title", lang, game=say(f"{self.game}.name", lang), count=self.seats),
            *(f"{name} = {value}" for name, value in self.options.items()),
        ]
        lines += [f"{say('play.player', lang, seat=seat + 1)}: {name}" for seat, name in enumerate(self.players)]
        if self.position is not None:
            lines.append(self.position)
        lines.append("")
        known = True
        for at, event in enumerate(self.events):
            known = known and None not in event.values()
            with at_event(at):
                sentence = game.describe_event(event) if known else plain_sentence(event)
                lines.append(f"{at:4}  {sentence.text(lang)}")
                if known:
                    game.replay(event)
            if at in self.comments:
                lines.append(f"      {self.comments[at]}")
        if self.scores is not None:
            lines += ["", say("play.record.scores", lang, scores=list(self.scores))]
        if self.winners is not None:
            lines.append(say("play.record.winners", lang, winners=[seat + 1 for seat in self.winners]))
        if self.seed is not None:
            lines.append(say("play.record.seed", lang, seed=self.seed))
        return "\n".join(lines)


def read_records(path: Path) -> Iterator[Record]:
    """Read the records of a file, one per line; a file with a single, indented record is fine too.

    >>> import tempfile
    >>> import azulejo
    >>> record = azulejo.new_game("azul", seed=7).record()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "games.jsonl"
    ...     _ = file.write_text(record.to_json())
    ...     [one.game for one in read_records(file)]
    ['azul']
    """
    for number, text in enumerate(record_texts(path), 1):
        try:
            yield Record.from_json(text)
        except BadRecord as problem:
            raise BadRecord("errors.record_line", file=path.name, line=number, problem=problem.message) from None


def record_texts(path: Path) -> list[str]:
    """Return the JSON texts of a file's records, whether or not they can be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise file_problem(path, problem) from None
    lines = [line for line in text.split("\n") if line.strip()]  # splitlines() would cut at U+2028 inside a name
    if not lines:
        raise BadRecord("errors.empty_file", file=path.name)
    return lines if _is_json(lines[0]) else [text]


def write_file(path: Path, text: str) -> None:
    """Write a text to a file; raises BadRecord where that cannot be."""
    try:
        path.write_text(f"{text}\n", encoding="utf-8")
    except OSError as problem:
        raise file_problem(path, problem) from None


def file_problem(path: Path, problem: OSError | UnicodeDecodeError) -> BadRecord:
    """Return the error that says why a file cannot be read or written."""
    if isinstance(problem, FileNotFoundError):
        return BadRecord("errors.no_file" if path.parent.exists() else "errors.no_folder", file=path)
    if isinstance(problem, IsADirectoryError):
        return BadRecord("errors.file_is_folder", file=path)
    if isinstance(problem, UnicodeDecodeError):
        return BadRecord("errors.file_not_text", file=path)
    return BadRecord("errors.file_closed", file=path)


def _is_json(text: str) -> bool:
    try:
        _parsed(text)
    except BadRecord:
        return False
    return True


def _parsed(text: str) -> Any:
    """Return the value of a JSON text; raises BadRecord."""
    try:
        value = json.loads(text, parse_constant=_finite, parse_float=_finite)
        if _SURROGATE.search(text):  # half of a pair can be read, but not written again
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as problem:
        raise BadRecord("errors.not_json", line=problem.lineno, column=problem.colno) from None
    except (ValueError, RecursionError):  # NaN, a number of thousands of digits, half a character, a tower of lists
        raise BadRecord("errors.not_json_value") from None
    return value


def _finite(text: str) -> float:
    """Return a number; NaN, Infinity and 1e999, which Python reads, could not be written again."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


_SURROGATE = re.compile(r"\\u[dD]|[\ud800-\udfff]")


# ---------------------------------------------------------------- the shapes of the parts


def shapes(declared: type) -> dict[str, Shape]:
    """Return the shapes that stand in the annotations of a dataclass."""
    hints = get_type_hints(declared, include_extras=True)
    return {one.name: hints[one.name].__metadata__[0] for one in fields(declared)}


_SHAPES = shapes(Record)
_NEEDED = ("game", "seats", "events")
_ALWAYS = ("format", *_NEEDED, "options", "players")


def schema() -> dict[str, Any]:
    """Return the JSON schema of a record: what ``record.schema.json`` holds."""
    record = object_schema(_SHAPES, ["format", *_NEEDED])
    record["properties"] = {
        "format": {"description": "The version of this format.", "const": FORMAT},
        **record["properties"],
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Azulejo game record, format {FORMAT}",
        "description": "One game, from its first event to the last. A .jsonl file holds one such object a line. "
        "Seats count from 0.",
        **record,
    }


def _plain(part: Any) -> Any:
    """Return a part of a record as JSON has it."""
    if isinstance(part, Snapshot):
        return {"at": part.at, "position": part.position}
    if isinstance(part, Mapping):
        return {str(name): _plain(one) for name, one in part.items()}
    return [_plain(one) for one in part] if isinstance(part, tuple) else part


def _event_at(at: int, event: Any) -> Event:
    with at_event(at):
        return checked_event(event)


def checked_event(event: Any) -> Event:
    """Return a copy of an event whose shape is right; raises BadRecord for any other."""
    return EventShape().read("event", event)


def kind_of(event: Event) -> str:
    """Return which kind of event it is: ``start``, ``draw``, ``move``, ``undo`` or ``end``."""
    return next(kind for kind in EVENTS if kind in event)


def plain_sentence(event: Event) -> Message:
    """Return what can be said of an event without the position it happens in; of one that is hidden, whom it is for."""
    if "start" in event:
        return message("play.event.start", seat=event["start"] + 1)
    if "draw" in event and event["draw"] is not None:
        return message("play.event.draw", draw=json.dumps(event["draw"], ensure_ascii=False))
    player = message("play.player", seat=event.get("seat", event.get("to", 0)) + 1)
    if "undo" in event:
        return message("play.event.undo", player=player, count=event["undo"])
    if "end" in event:
        return message(f"play.event.{event['end']}", player=player)
    if event.get("move") is None:
        return message("play.event.hidden", player=player)
    return message("play.event.text", player=player, move=event["move"])


@contextmanager
def at_event(at: int) -> Iterator[None]:
    """Let an error inside say at which event of the record it is."""
    try:
        yield
    except AzulejoError as problem:
        raise BadRecord("errors.event", at=at, problem=problem.message) from None
