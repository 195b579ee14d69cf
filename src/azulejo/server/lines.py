"""What there is to say about an event: its sentence, and the story of its points."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from azulejo.games.contract import SPECTATOR, Rulebook, Step, Transfer
from azulejo.play.record import Event
from azulejo.server.messages import EventLine, Said, ScoringStep
from azulejo.texts import Message, message


def said(text: Message) -> Said:
    """Return a message for the wire: values are numbers, strings, texts again, or lists of such.

    >>> said(message("errors.game", value="chess", values=("azul", message("azul.colour.red")))).values["values"][1].key
    'azul.colour.red'
    """
    return Said(key=text.key, values={name: _plain(value) for name, value in text.values.items()})


def _plain(value: Any) -> Any:
    if isinstance(value, Message):
        return said(value)
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if isinstance(value, np.generic):
        return value.item()
    return str(value)


@dataclass(frozen=True)
class Lines:
    """One event as each viewer may see it."""

    for_all: EventLine
    """With everything; for those who may know it, and after the game for everybody."""
    hidden: Mapping[int, EventLine] | None = None
    """By seat (or SPECTATOR), where something is left out."""

    def seen_by(self, eye: int) -> EventLine:
        """Return the event as a viewer may see it while the game goes on."""
        return self.for_all if self.hidden is None else self.hidden.get(eye, self.for_all)


def lines_of(book: Rulebook, seats: int, before: Any, number: int, stored: Any) -> Lines:
    """Return the lines of an event that happens in a state."""
    event: Event = stored.event
    full = EventLine(
        number=number,
        event=dict(event),
        at=stored.at,
        said=said(sentence(book, before, event)),
        steps=steps_of(book, before, event) if "move" in event else [],
        transfers=transfers_of(book, before, event),
    )
    if "move" not in event and "draw" not in event:
        return Lines(full)
    seen = {eye: book.redact_event(before, event, eye) for eye in range(SPECTATOR, seats)}
    hidden = {
        eye: EventLine(number=number, event=dict(one), at=stored.at)
        for eye, one in seen.items()
        if one is not event and dict(one) != dict(event)
    }
    return Lines(full, hidden or None)


def sentence(book: Rulebook, before: Any, event: Event) -> Message:
    """Return the sentence for an event; that of a move does not say who plays it, nor its text."""
    if "start" in event:
        return message("play.event.start", seat=event["start"] + 1)
    if "draw" in event:
        return book.describe_draw(before, book.parse_draw(before, event["draw"]))
    if "move" in event:
        return book.describe(before, book.parse_move(event["move"]))
    player = message("play.player", seat=event["seat"] + 1)
    if "undo" in event:
        return message("play.event.undo", player=player, count=event["undo"])
    return message(f"play.event.{event['end']}", player=player)


def transfers_of(book: Rulebook, before: Any, event: Event) -> list[Transfer]:
    """Return the pieces that a move or a draw moves."""
    if "move" in event:
        return book.transfers(before, book.parse_move(event["move"]))
    return book.draw_transfers(before, book.parse_draw(before, event["draw"])) if "draw" in event else []


def steps_of(book: Rulebook, before: Any, event: Event) -> list[ScoringStep]:
    """Return the story of the points that a move gives or takes."""
    return [step_of(book.title.name, one) for one in book.scoring_steps(before, book.parse_move(event["move"]))]


def step_of(game: str, step: Step) -> ScoringStep:
    """Return one step of a scoring for the wire."""
    return ScoringStep(
        kind=step.kind,
        seat=int(step.seat),
        points=int(step.points),
        total=int(step.total),
        where=[(int(row), int(column)) for row, column in step.where],
        said=said(Message(f"{game}.scoring.{step.kind}", step.values or {})),
        transfers=list(step.transfers),
    )
