"""The course of a game through its record: turns and draws, with the position before each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from azulejo.games.contract import redact, to_move
from azulejo.play import Game, Record
from azulejo.play.game import effective
from azulejo.texts.errors import BadRecord


@dataclass
class Turn:
    """What a seat decided until another one was to move, something was drawn, or the game ended."""

    number: int
    """How many events are behind the position before it."""
    seat: int
    round: int
    state: Any
    """The position before it, without what the seat could not know."""
    moves: list[int] = field(default_factory=list)
    end: int = 0
    """How many events are behind the position after it."""


@dataclass
class Draw:
    """What chance decided: who starts, or pieces that were drawn."""

    number: int
    round: int
    state: Any
    """The position before it, with all that is true; None where nobody knows yet who starts."""
    after: Any
    event: dict[str, Any]


@dataclass
class Course:
    """A finished game, taken apart."""

    game: Game
    turns: list[Turn]
    draws: list[Draw]
    result: tuple[float, ...]
    """The share of the victory, by seat."""
    margin: tuple[float, ...]


def course_of(record: Record) -> Course:
    """Take a record apart; raises BadRecord if it is wrong or its game is not over."""
    game = Game.from_record(record, trust=False)
    ended = game.outcome()
    if ended is None:
        raise BadRecord("review.not_over")
    turns, draws = _parts(game)
    shares = tuple(float(seat in ended.winners) / len(ended.winners) for seat in range(game.seats))
    return Course(game, turns, draws, shares, margins(ended.scores))


def margins(scores: Sequence[int]) -> tuple[float, ...]:
    """Return the points of every seat less those of the best other seat."""
    return tuple(
        float(own - max(other for at, other in enumerate(scores) if at != seat)) for seat, own in enumerate(scores)
    )


def _parts(game: Game) -> tuple[list[Turn], list[Draw]]:
    turns: list[Turn] = []
    draws: list[Draw] = []
    line = effective(game.events)
    current: Turn | None = None
    for at, before, after in _steps(game, line):
        event = dict(game.events[at])
        if "move" in event:
            if current is None or current.seat != event["seat"]:
                seen = before.copy()
                redact(seen, event["seat"])
                current = Turn(at, event["seat"], round_of(game, before), seen)
                turns.append(current)
            current.moves.append(game.rulebook.parse_move(event["move"]))
            current.end = at + 1
        else:
            current = None
            draws.append(Draw(at, 0, before, after, event))
    for draw in draws:
        later = next((turn for turn in turns if turn.number > draw.number), None)
        draw.round = round_of(game, draw.after) if later is None else later.round
    return turns, draws


def _steps(game: Game, line: Sequence[int]) -> Iterator[tuple[int, Any, Any]]:
    """Yield the events that count, each with the position before and after it."""
    before = None if not line or "start" in game.events[line[0]] else game.at(line[0])
    for at in line:
        after = game.at(at + 1)
        yield at, before, after
        before = after


def round_of(game: Game, state: Any) -> int:
    """Return the round that the board of a position shows; 0 in a game without rounds."""
    return int(getattr(game.rulebook.board(state, None), "round", 0))


def is_decision(state: Any) -> bool:
    """Return whether a seat is to move."""
    return bool(to_move(state) >= 0)
