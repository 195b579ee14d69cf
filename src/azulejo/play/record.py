"""The record of a game: the only truth about it, as JSON.

A record is one object, one line in a ``.jsonl`` file. The schema is published beside this
file as ``record.schema.json``. What a record means is for :class:`~azulejo.play.Game`; here it
is only read, checked for its shape, and written.
"""

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, TypeAlias

from azulejo.texts import Message, message, say
from azulejo.texts.errors import AzulejoError, BadRecord

FORMAT = 1

Event: TypeAlias = Mapping[str, Any]

END_REASONS = ("resign", "time", "forfeit")

SCHEMA_FILE = Path(__file__).with_name("record.schema.json")


@dataclass(frozen=True)
class Snapshot:
    """A position along the way, so that opening a long record does not replay it all."""

    at: int
    """How many events are behind it."""
    position: str


@dataclass(frozen=True)
class Record:
    """A game, from its first event to the last."""

    game: str
    seats: int
    events: tuple[Event, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    commitment: str = ""
    """The SHA-256 of the dealer's seed; nothing if the record was not made by a dealer."""
    players: tuple[str, ...] = ()
    practice: bool = False
    """Whether the seed was a small number, or moves could be taken back freely."""
    given: int = 0
    """How many of the first draws were given by hand instead of drawn from the seed."""
    position: str | None = None
    """Where the game began, if not with an empty table; then there is no ``start`` event."""
    seed: str | None = None
    """Revealed when the game is over."""
    scores: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    snapshots: tuple[Snapshot, ...] = ()
    comments: Mapping[int, str] = field(default_factory=dict)
    """Remarks by the index of the event they belong to."""
    clocks: Mapping[int, Sequence[float]] = field(default_factory=dict)
    """The seconds that every seat has left, after the event of this index."""
    evaluations: Mapping[int, Any] = field(default_factory=dict)
    """What an engine thinks of the position after the event of this index."""

    # ------------------------------------------------------------ writing

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object; parts that say nothing are left out."""
        parts: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game,
            "seats": self.seats,
            "options": dict(self.options),
            "players": list(self.players),
            "practice": self.practice,
            "commitment": self.commitment,
            "given": self.given,
            "position": self.position,
            "events": [dict(event) for event in self.events],
            "seed": self.seed,
            "scores": None if self.scores is None else list(self.scores),
            "winners": None if self.winners is None else list(self.winners),
            "snapshots": [{"at": one.at, "position": one.position} for one in self.snapshots],
            "comments": {str(at): text for at, text in self.comments.items()},
            "clocks": {str(at): clock for at, clock in self.clocks.items()},
            "evaluations": {str(at): value for at, value in self.evaluations.items()},
        }
        always = ("format", "game", "seats", "options", "players", "events")
        return {name: part for name, part in parts.items() if name in always or part not in (None, 0, "", [], {})}

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
        for name in ("format", "game", "seats", "events"):
            if name not in data:
                raise BadRecord("errors.record_missing", name=name)
        for name in data:
            if name not in _READERS:
                raise BadRecord("errors.record_unknown", name=name, values=list(_READERS))
        parts = {name: _READERS[name](name, part) for name, part in data.items()}
        del parts["format"]
        return cls(**parts)

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
    """Read the records of a file, one per line; a file with a single, indented record is fine too."""
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


# ---------------------------------------------------------------- the shape of each part, as in record.schema.json


def shown(value: Any) -> str:
    """Return what a JSON value is, in a few characters."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (RecursionError, TypeError, ValueError):
        text = type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."


def _wrong(name: str, wanted: str, value: Any) -> BadRecord:
    return BadRecord("errors.record_type", name=name, wanted=wanted, value=shown(value))


def _integer(name: str, value: Any, wanted: str = "..., -1, 0, 1, ...") -> int:
    """Return a whole number; JSON does not tell 2.0 from 2."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(name, wanted, value)
    return value


def _whole(name: str, value: Any, least: int = 0) -> int:
    wanted = f"{least}, {least + 1}, {least + 2}, ..."
    number = _integer(name, value, wanted)
    if number < least:
        raise _wrong(name, wanted, value)
    return number


def _positive(name: str, value: Any) -> int:
    return _whole(name, value, least=1)


def _truth(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _wrong(name, "true | false", value)
    return value


def _string(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong(name, '"..."', value)
    return value


def _name(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise _wrong(name, '"..."', value)
    return value


def _hexadecimal(name: str, value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch("[0-9a-f]{64}", value):
        raise _wrong(name, "[0-9a-f]{64}", value)
    return value


def _list(name: str, value: Any, wanted: str) -> list[Any]:
    if not isinstance(value, list):
        raise _wrong(name, wanted, value)
    return value


def _strings(name: str, value: Any) -> tuple[str, ...]:
    return tuple(_string(name, one) for one in _list(name, value, '["...", ...]'))


def _scores(name: str, value: Any) -> tuple[int, ...]:
    scores = tuple(_integer(name, one) for one in _list(name, value, "[0, 1, ...]"))
    if not scores:
        raise _wrong(name, "[0, 1, ...]", value)
    return scores


def _winners(name: str, value: Any) -> tuple[int, ...]:
    winners = tuple(_whole(name, one) for one in _list(name, value, "[0, 1, ...]"))
    if not winners or len(set(winners)) < len(winners):
        raise _wrong(name, "[0, 1, ...]", value)
    return winners


def _options(name: str, value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise _wrong(name, '{"...": "..."}', value)
    return {key: _string(f"{name}.{key}", part) for key, part in value.items()}


def _by_index(name: str, value: Any) -> dict[int, Any]:
    if not isinstance(value, dict) or not all(
        isinstance(key, str) and re.fullmatch("0|[1-9][0-9]{0,8}", key) for key in value
    ):
        raise _wrong(name, '{"12": ...}', value)
    return {int(key): part for key, part in value.items()}


def _comments(name: str, value: Any) -> dict[int, str]:
    return {at: _string(f"{name}.{at}", part) for at, part in _by_index(name, value).items()}


def _clocks(name: str, value: Any) -> dict[int, list[float]]:
    return {
        at: [_seconds(f"{name}.{at}", one) for one in _list(f"{name}.{at}", part, "[60, 55.5, ...]")]
        for at, part in _by_index(name, value).items()
    }


def _seconds(name: str, value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < math.inf:
        raise _wrong(name, "[60, 55.5, ...]", value)
    return value


def _evaluations(name: str, value: Any) -> dict[int, Any]:
    by_index = _by_index(name, value)
    for at, part in by_index.items():
        if not isinstance(part, int | float | list | dict) or isinstance(part, bool):
            raise _wrong(f"{name}.{at}", "0.5 | [...] | {...}", part)
    return by_index


def _snapshots(name: str, value: Any) -> tuple[Snapshot, ...]:
    wanted = '[{"at": 12, "position": "..."}]'
    snapshots = _list(name, value, wanted)
    if not all(isinstance(one, dict) and one.keys() == {"at", "position"} for one in snapshots):
        raise _wrong(name, wanted, value)
    return tuple(Snapshot(_positive("at", one["at"]), _string("position", one["position"])) for one in snapshots)


def _events(name: str, value: Any) -> tuple[Event, ...]:
    return tuple(_event_at(at, one) for at, one in enumerate(_list(name, value, "[{...}, ...]")))


def _event_at(at: int, event: Any) -> Event:
    with at_event(at):
        return checked_event(event)


def checked_event(event: Any) -> Event:
    """Return a copy of an event whose shape is right; raises BadRecord for any other."""
    kinds = [kind for kind in EVENT_PARTS if isinstance(event, Mapping) and kind in event]
    if len(kinds) != 1 or event.keys() - EVENT_PARTS[kinds[0]].keys():
        raise BadRecord("errors.event_shape", values=list(EVENT_PARTS), value=shown(event))
    parts = EVENT_PARTS[kinds[0]]
    for name in parts:
        if name not in event and name != "to":
            raise BadRecord("errors.event_missing", name=name, value=shown(event))
    return {name: parts[name](name, value) for name, value in event.items()}


def kind_of(event: Event) -> str:
    """Return which kind of event it is: ``start``, ``draw``, ``move``, ``undo`` or ``end``."""
    return next(kind for kind in EVENT_PARTS if kind in event)


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


def _drawn(name: str, value: Any) -> Any:
    if value is not None and not isinstance(value, str | list | dict):
        raise _wrong(name, '[...] | {...} | "..." | null', value)
    return value


def _move(name: str, value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise _wrong(name, '"..." | null', value)
    return value


def _reason(name: str, value: Any) -> str:
    if value not in END_REASONS:
        raise _wrong(name, " | ".join(END_REASONS), value)
    return str(value)


def _format(name: str, value: Any) -> int:
    if isinstance(value, bool) or value != FORMAT:
        raise BadRecord("errors.record_format", value=shown(value), wanted=FORMAT)
    return FORMAT


EVENT_PARTS: dict[str, dict[str, Callable[[str, Any], Any]]] = {
    "start": {"start": _whole},
    "draw": {"draw": _drawn, "to": _whole},
    "move": {"move": _move, "seat": _whole},
    "undo": {"undo": _positive, "seat": _whole},
    "end": {"end": _reason, "seat": _whole},
}
"""The kinds of events, by the part that names them, with what reads each part; only ``to`` may be left out."""

_READERS: dict[str, Callable[[str, Any], Any]] = {
    "format": _format,
    "game": _name,
    "seats": _positive,
    "options": _options,
    "players": _strings,
    "practice": _truth,
    "commitment": _hexadecimal,
    "given": _whole,
    "position": _string,
    "events": _events,
    "seed": _hexadecimal,
    "scores": _scores,
    "winners": _winners,
    "snapshots": _snapshots,
    "comments": _comments,
    "clocks": _clocks,
    "evaluations": _evaluations,
}
