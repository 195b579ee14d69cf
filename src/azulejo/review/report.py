"""The report of a game, as data: what was to be had at every turn, what was had, and what luck did.

A report is one JSON object. What its parts are is declared here, once: the reader, the schema published beside this
file as ``report.schema.json`` and the browser client's types follow from it. Chances are shares from 0 to 1, margins
are points; both are lists by seat, and what is said to people is an object of sentences by language.
"""

import ast
import json
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Self, TypeAlias, Union, get_args, get_origin, get_type_hints

from azulejo.play.shapes import shown
from azulejo.review.names import Label, Setting
from azulejo.texts.errors import BadRecord

FORMAT = 1
SCHEMA_FILE = Path(__file__).with_name("report.schema.json")

TurningKind: TypeAlias = Literal["turn", "draw"]
"""Whether somebody's turn or chance has turned the game."""

Sentences: TypeAlias = dict[str, str]
"""What is said to people, by language: ``{"en": "...", "ru": "..."}``; a game may speak only one of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What a position promises to every seat."""

    win: tuple[float, ...]
    """The chance to win, by seat; a shared victory counts as a share, so that they add up to 1."""
    margin: tuple[float, ...]
    """The expected final points less those of the best other seat, by seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReport:
    """A turn: all that a seat decided until another one was to move, something was drawn, or the game ended."""

    number: int
    """How many events are behind the position before it."""
    end: int
    """How many events are behind the position after it."""
    seat: int
    round: int
    """The round as the board shows it; 0 in a game without rounds."""
    moves: tuple[str, ...]
    """What was played: the texts of the moves, one for each decision."""
    said: Sentences
    """The same in words."""
    choices: int
    """How many legal moves the first decision had."""
    before: Prospect
    """What the position promises if the best is played."""
    after: Prospect
    """What it promises after what was played."""
    best: tuple[str, ...]
    """The moves of the best turn."""
    best_said: Sentences
    """The same in words."""
    line: tuple[str, ...]
    """How the game best goes on, the best turn included, up to the next draw."""
    answer: tuple[str, ...]
    """How it best goes on after what was played, up to the next draw."""
    cost: float
    """What was played cost the seat, in chances to win: 0 if nothing."""
    points: float
    """The same in points of margin; less than 0 where the better chance has the smaller margin."""
    error: float
    """The standard error of the cost. Where the cost is not above twice its error nothing is said of it."""
    label: Label
    only: bool
    """Whether every other move would have been a mistake at least, and this one was found."""
    proved: bool
    """Whether both values are exact up to the end of the round, so that only what follows is judged."""
    themes: tuple[str, ...]
    """What the mistake is about, such as ``floor``: names that puzzles have, too; none where nothing is said."""
    reason: Sentences | None
    """One sentence that says what differs between the played and the best; of an inaccuracy, a mistake, a blunder."""
    position: str | None
    """The text of the position before it, as its seat saw it, where the turn was a mistake: to be tried again."""
    seconds: float | None
    """The time that the seat used for it, if there were clocks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawReport:
    """A draw, or the choice of who starts: what it changed against the average of what could have been drawn."""

    number: int
    """The index of its event."""
    round: int
    """The round of the next decision."""
    said: Sentences
    samples: int
    """Over so many draws of the same moment the average goes; all of them have the same luck in what comes later."""
    before: Prospect
    """The average."""
    after: Prospect
    """What the draw made of it, judged in the same way."""
    luck: tuple[float, ...]
    """The difference in chances to win, by seat: they add up to 0."""
    points: tuple[float, ...]
    """The difference in margin, by seat."""
    error: float
    """The standard error of the luck of one seat, the largest of all seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReport:
    """What a seat did in a round, and what luck did to it."""

    round: int
    accuracy: float | None
    """From 0 to 100, as docs/review.md says; None if the seat had nothing to decide."""
    lost: float
    """What its own turns cost, in chances to win."""
    luck: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReport:
    """How the result of a seat came about: ``result = start + luck - lost + gained + residual``."""

    seat: int
    player: str
    """The name, if the record has one."""
    score: int
    result: float
    """1 for a victory, 0 for a defeat; a share of a shared victory."""
    start: float
    """The chance to win before anything had happened."""
    luck: float
    """What the draws brought, in chances to win."""
    lost: float
    """What its own turns cost."""
    gained: float
    """What the turns of the others cost them and brought this seat."""
    residual: float
    """What is left: how far the judgement of single moments is from the truth."""
    luck_error: float
    """The standard error of the luck."""
    lost_error: float
    """The standard error of what its own turns cost."""
    points: float
    """What its own turns cost, in points of margin."""
    accuracy: float | None
    """From 0 to 100, as docs/review.md says; None if the seat had nothing to decide."""
    labels: dict[Label, int]
    """How many of its turns have which label; turns without a choice are not counted."""
    rounds: tuple[RoundReport, ...]
    seconds: float | None
    """The time that it used, if there were clocks."""
    verdict: Sentences
    """One sentence: how the game went for this seat, as far as the errors allow to say it."""
    puzzles: tuple[str, ...]
    """Up to three puzzles of the same themes as its mistakes, by their names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """The chances at one moment."""

    number: int
    """How many events are behind it."""
    round: int
    win: tuple[float, ...]
    margin: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurningPoint:
    """A moment that changed the game more than others; the first is the greatest."""

    kind: TurningKind
    number: int
    """As in the turn or draw that it is."""
    round: int
    seat: int
    """Whose turn it was, or whom the draw helped or hurt most."""
    change: tuple[float, ...]
    """The change of the chances to win, by seat."""
    said: Sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReport:
    """All that there is to say about a game.

    >>> import azulejo
    >>> game = azulejo.new_game("azul", position="azul factories=BBKW board=0 board=7")
    >>> _ = game.push("1b2")
    >>> game.resign()
    >>> report = azulejo.review(game.record(), nodes=200)
    >>> report.complete, report.turns[0].moves, report.scores
    (True, ('1b2',), (0, 7))
    >>> GameReport.from_json(report.to_json()) == report
    True
    """

    format: int
    game: str
    complete: bool
    """Whether all of it is final. Before that there is a curve, and what is not known yet is empty."""
    done: float
    """How much of the work is done, from 0 to 1."""
    setting: Setting
    nodes: int
    """How many positions were looked at for a turn."""
    samples: int
    """How many draws were sampled for the average of one."""
    seed: int
    """What was decided by chance follows from it: the same settings give the same report."""
    engine: str
    """Which judgement this is; reports with another one are not to be compared."""
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    events: int
    """How many events the game has."""
    curve: tuple[CurvePoint, ...]
    turns: tuple[TurnReport, ...]
    draws: tuple[DrawReport, ...]
    seats: tuple[SeatReport, ...]
    turning_points: tuple[TurningPoint, ...]
    """At most five, the greatest first."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        found: dict[str, Any] = _plain(self)
        return found

    def to_json(self) -> str:
        """Return the report as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a report; raises BadRecord."""
        try:
            value = json.loads(text)
        except ValueError:
            raise BadRecord("review.not_json") from None
        return cls.from_dict(value)

    @classmethod
    def from_dict(cls, value: Any) -> Self:
        """Read a report from its JSON object; raises BadRecord."""
        if isinstance(value, dict) and value.get("format") != FORMAT:
            raise BadRecord("review.format", value=shown(value.get("format")), wanted=FORMAT)
        report: Self = _read(cls, value, "report")
        return report


# ---------------------------------------------------------------- writing and reading


def _plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return dict(value) if isinstance(value, Mapping) else value


@lru_cache
def _kinds(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, value: Any, name: str) -> Any:
    """Return a JSON value as a type of this page; raises BadRecord."""
    origin, inner = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        parts = _kinds(typing.cast("type", kind))
        if isinstance(value, dict) and value.keys() == parts.keys():
            return typing.cast("type", kind)(
                **{part: _read(one, value[part], f"{name}.{part}") for part, one in parts.items()}
            )
    elif origin is tuple:
        if isinstance(value, list):
            return tuple(_read(inner[0], one, f"{name}[{at}]") for at, one in enumerate(value))
    elif origin is dict:
        if isinstance(value, dict):
            return {_read(inner[0], key, name): _read(inner[1], one, f"{name}.{key}") for key, one in value.items()}
    elif origin is Literal:
        if value in inner:
            return value
    elif origin in (types.UnionType, Union):
        return None if value is None else _read(inner[0], value, name)
    elif kind is float:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
    elif isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
        return value
    raise BadRecord("review.part", name=name, value=shown(value))


# ---------------------------------------------------------------- the schema


def schema() -> dict[str, Any]:
    """Return the JSON schema of a report: what ``report.schema.json`` holds."""
    texts = _explanations()
    parts = [one for one in globals().values() if isinstance(one, type) and is_dataclass(one) and one is not GameReport]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The report of a game",
        **_object_schema(GameReport, texts),
        "$defs": {one.__name__: _object_schema(one, texts) for one in parts},
    }


def _object_schema(kind: type, texts: Mapping[str, str]) -> dict[str, Any]:
    properties = {}
    for name, one in _kinds(kind).items():
        about = texts.get(f"{kind.__name__}.{name}")
        properties[name] = ({"description": about} if about else {}) | _value_schema(one)
    return {
        "description": " ".join((kind.__doc__ or "").split("\n\n")[0].split()),
        "type": "object",
        "required": list(properties),
        "additionalProperties": False,
        "properties": properties,
    }


def _value_schema(kind: Any) -> dict[str, Any]:
    origin, inner = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return {"$ref": f"#/$defs/{typing.cast('type', kind).__name__}"}
    if origin is tuple:
        return {"type": "array", "items": _value_schema(inner[0])}
    if origin is dict:
        names = {"propertyNames": _value_schema(inner[0])} if inner[0] is not str else {}
        return {"type": "object", **names, "additionalProperties": _value_schema(inner[1])}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in (types.UnionType, Union):
        return {"anyOf": [_value_schema(inner[0]), {"type": "null"}]}
    return {"type": {str: "string", int: "integer", float: "number", bool: "boolean"}[kind]}


def _explanations() -> dict[str, str]:
    """Return what is written below each field in this file, as ``Class.field``."""
    found = {}
    for node in ast.parse(Path(__file__).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            for one, after in zip(node.body, node.body[1:], strict=False):
                if isinstance(one, ast.AnnAssign) and isinstance(after, ast.Expr):
                    text = ast.literal_eval(after.value)
                    found[f"{node.name}.{ast.unparse(one.target)}"] = " ".join(text.split())
    return found
