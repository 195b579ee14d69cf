"""The record of a game: the only truth about it, as JSON.

A record is one object, one line in a ``.jsonl`` file. The schema is published beside this
file as ``record.schema.json``. What a record means is for :class:`~azulejo.play.Game`; here it
is only read, checked for its shape, and written.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, TypeAlias

from azulejo.games import names
from azulejo.texts import say
from azulejo.texts.errors import AzulejoError, BadRecord

FORMAT = 1

Event: TypeAlias = Mapping[str, Any]

EVENT_KEYS = {
    "start": {"start"},
    "draw": {"draw", "to"},
    "move": {"move", "seat"},
    "undo": {"undo", "seat"},
    "end": {"end", "seat"},
}
"""The kinds of events, by the key that names them, with all keys they may have."""

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
    options: Mapping[str, str]
    commitment: str
    events: tuple[Event, ...]
    players: tuple[str, ...] = ()
    practice: bool = False
    """Whether the seed was a small number, and moves could be taken back freely."""
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
    """Texts by the index of the event they belong to; likewise clocks and evaluations."""
    clocks: Mapping[int, Any] = field(default_factory=dict)
    evaluations: Mapping[int, Any] = field(default_factory=dict)

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
        always = ("format", "game", "seats", "options", "players", "commitment", "events")
        return {name: part for name, part in parts.items() if name in always or part not in (None, 0, False, [], {})}

    def to_json(self) -> str:
        """Return the record as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    # ------------------------------------------------------------ reading

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read one record; raises BadRecord with the place of the mistake."""
        try:
            data = json.loads(text)
        except json.JSONDecodeError as problem:
            raise BadRecord("errors.not_json", line=problem.lineno, column=problem.colno, problem=problem.msg) from None
        except RecursionError:
            raise BadRecord("errors.not_json", line=1, column=1, problem="too deep") from None
        return cls.from_dict(data)

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """Read a record from its JSON object, checking the shape of every part."""
        if not isinstance(data, dict):
            raise BadRecord("errors.record_object", value=_kind(data))
        for name in ("format", "game", "seats", "events"):
            if name not in data:
                raise BadRecord("errors.record_missing", name=name)
        for name in data:
            if name not in _READERS:
                raise BadRecord("errors.record_unknown", name=name, values=list(_READERS))
        if data["format"] != FORMAT:
            raise BadRecord("errors.record_format", value=data["format"], wanted=FORMAT)
        parts = {name: _READERS[name](name, part) for name, part in data.items()}
        del parts["format"]
        return cls(**{"options": {}, "commitment": "", **parts})

    # ------------------------------------------------------------ for people

    def text(self, lang: str = "en") -> str:
        """Return the whole game in lines to read: every event with its sentence."""
        from azulejo.play.game import Game

        lines = [
            say("play.record.title", lang, game=say(f"{self.game}.name", lang), count=self.seats),
            *(f"{name} = {value}" for name, value in self.options.items()),
        ]
        lines += [f"{say('play.player', lang, seat=seat + 1)}: {name}" for seat, name in enumerate(self.players)]
        if self.position is not None:
            lines.append(self.position)
        game = Game.from_record(self, until=0)
        lines.append("")
        for at, event in enumerate(self.events):
            lines.append(f"{at:4}  {game.describe_event(event).text(lang)}")
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
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "UTF-8"
        raise BadRecord("errors.no_file", file=path.name, problem=reason) from None
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise BadRecord("errors.empty_file", file=path.name)
    if _is_one_object(text):
        lines = [(1, text)]
    for number, line in lines:
        try:
            yield Record.from_json(line)
        except BadRecord as problem:
            raise BadRecord("errors.record_line", file=path.name, line=number, problem=problem.message) from None


def _is_one_object(text: str) -> bool:
    """Return whether a text of several lines is one JSON object."""
    try:
        json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        return False
    return True


def write_records(records: Iterable[Record]) -> Iterator[str]:
    """Return the lines of a ``.jsonl`` file."""
    return (record.to_json() + "\n" for record in records)


# ---------------------------------------------------------------- the shape of each part


def _kind(value: Any) -> str:
    """Return what a JSON value is, in a few characters."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."


def _wrong(name: str, wanted: str, value: Any) -> BadRecord:
    return BadRecord("errors.record_type", name=name, wanted=wanted, value=_kind(value))


def _whole(name: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _wrong(name, "0, 1, 2 ...", value)
    return value


def _truth(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _wrong(name, "true | false", value)
    return value


def _string(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong(name, '"..."', value)
    return value


def _strings(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _wrong(name, '["...", ...]', value)
    return tuple(_string(name, one) for one in value)


def _numbers(name: str, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise _wrong(name, "[0, 1, ...]", value)
    return tuple(_whole(name, one) for one in value)


def _options(name: str, value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise _wrong(name, '{"...": "..."}', value)
    return {key: _string(f"{name}.{key}", part) for key, part in value.items()}


def _by_index(name: str, value: Any) -> dict[int, Any]:
    if not isinstance(value, dict) or not all(key.isascii() and key.isdigit() for key in value):
        raise _wrong(name, '{"12": ...}', value)
    return {int(key): part for key, part in value.items()}


def _texts_by_index(name: str, value: Any) -> dict[int, str]:
    return {at: _string(name, part) for at, part in _by_index(name, value).items()}


def _snapshots(name: str, value: Any) -> tuple[Snapshot, ...]:
    wanted = '[{"at": 12, "position": "..."}]'
    if not isinstance(value, list) or not all(
        isinstance(one, dict) and one.keys() == {"at", "position"} for one in value
    ):
        raise _wrong(name, wanted, value)
    return tuple(Snapshot(_whole("at", one["at"]), _string("position", one["position"])) for one in value)


def _events(name: str, value: Any) -> tuple[Event, ...]:
    if not isinstance(value, list):
        raise _wrong(name, "[{...}, ...]", value)
    return tuple(_event(at, one) for at, one in enumerate(value))


def _event(at: int, event: Any) -> Event:
    kinds = [kind for kind in EVENT_KEYS if isinstance(event, dict) and kind in event]
    if len(kinds) != 1 or event.keys() - EVENT_KEYS[kinds[0]]:
        raise event_problem(at, BadRecord("errors.event_shape", values=list(EVENT_KEYS), value=_kind(event)))
    kind = kinds[0]
    try:
        if kind in ("move", "undo", "end"):
            _whole("seat", event.get("seat"))
        if kind in ("start", "undo"):
            _whole(kind, event[kind])
        if kind in ("move", "end"):
            _string(kind, event[kind])
        if "to" in event:
            _whole("to", event["to"])
    except BadRecord as problem:
        raise event_problem(at, problem) from None
    return event  # type: ignore[no-any-return]


def event_problem(at: int, problem: AzulejoError) -> BadRecord:
    """Return the error that says at which event of a record something is wrong."""
    return BadRecord("errors.event", at=at, problem=problem.message)


def _game(name: str, value: Any) -> str:
    game = _string(name, value)
    if game not in names():
        raise BadRecord("errors.game", value=game, values=names())
    return game


_READERS = {
    "format": lambda name, value: value,
    "game": _game,
    "seats": _whole,
    "options": _options,
    "players": _strings,
    "practice": _truth,
    "commitment": _string,
    "given": _whole,
    "position": _string,
    "events": _events,
    "seed": _string,
    "scores": _numbers,
    "winners": _numbers,
    "snapshots": _snapshots,
    "comments": _texts_by_index,
    "clocks": _by_index,
    "evaluations": _by_index,
}
