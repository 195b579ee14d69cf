"""What there is to say about an event: its sentence, the pieces it moves, and the story of its points."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from azulejo.games.contract import SPECTATOR, Place, Rulebook, Step, Transfer
from azulejo.play import Game
from azulejo.play.game import event_sentence
from azulejo.play.record import Event
from azulejo.server.messages import EventLine, MovedPieces, ScoringStep, Sentence, short_sentence, short_values
from azulejo.server.storage import StoredEvent
from azulejo.texts import Message


@dataclass(eq=False)
class EventStory:
    """One event with all that is said of it, at length or in short: whichever is wanted is made once."""

    game: str
    number: int
    event: Event
    at: float
    said: Message | None = None
    steps: Sequence[Step] = ()
    transfers: Sequence[Transfer] = ()

    @cached_property
    def line(self) -> EventLine:
        """The event as an ``Update`` has it."""
        return EventLine(
            number=self.number,
            event=dict(self.event),
            at=self.at,
            said=None if self.said is None else Sentence.of(self.said),
            steps=[
                ScoringStep(
                    kind=step.kind,
                    seat=int(step.seat),
                    points=int(step.points),
                    total=int(step.total),
                    where=_cells(step),
                    transfers=[MovedPieces.of(one) for one in step.transfers],
                    said=Sentence.of(Message(f"{self.game}.scoring.{step.kind}", step.values or {})),
                )
                for step in self.steps
            ],
            transfers=[MovedPieces.of(one) for one in self.transfers],
        )

    @cached_property
    def short_line(self) -> list[Any]:
        """The event as ``Changes`` have it; docs/api.md explains its places."""
        return _trimmed(
            dict(self.event),
            round(self.at, 3),
            None if self.said is None else short_sentence(self.said),
            [_short_transfer(one) for one in self.transfers],
            [_short_step(one) for one in self.steps],
        )


EventStories: TypeAlias = dict[int | None, EventStory]
"""One event as viewers may see it: by None with everything, for those who may know it and after the game for everybody;
by seat (or SPECTATOR) where something is left out."""


def stories_of(game: Game, before: Any, number: int, stored: StoredEvent) -> EventStories:
    """Return the stories of an event of a game that happened in a state."""
    event, at, book, name = stored.event, stored.at, game.rulebook, game.title.name
    steps, transfers = moved_by(book, before, event)
    full = EventStory(name, number, event, at, event_sentence(book, before, event), steps, transfers)
    seen = {viewer: game.event_for(number, viewer) for viewer in range(SPECTATOR, game.seats)}
    hidden = {viewer: one for viewer, one in seen.items() if one != event}
    return {None: full, **{viewer: EventStory(name, number, one, at) for viewer, one in hidden.items()}}


def moved_by(book: Rulebook, before: Any, event: Event) -> tuple[Sequence[Step], Sequence[Transfer]]:
    """Return the story of the points that a move gives or takes, and the pieces that a move or a draw moves."""
    if "move" in event:
        code = book.parse_move(event["move"])
        return book.scoring_steps(before, code), book.transfers(before, code)
    return (), book.draw_transfers(before, book.parse_draw(before, event["draw"])) if "draw" in event else ()


def _cells(step: Step) -> list[tuple[int, int]]:
    return [(int(row), int(column)) for row, column in step.where]


def _short_step(step: Step) -> list[Any]:
    moved, values = [_short_transfer(one) for one in step.transfers], short_values(step.values or {})
    return _trimmed(step.kind, int(step.seat), int(step.points), int(step.total), _cells(step), moved, values)


def _short_transfer(moved: Transfer) -> list[Any]:
    return [moved.piece, moved.count, _short_place(moved.origin), _short_place(moved.target)]


def _short_place(place: Place) -> list[Any]:
    return _trimmed(place.kind, place.which, place.seat)


def _trimmed(*values: Any) -> list[Any]:
    """Return values without the empty ones at the end."""
    found = list(values)
    while found[-1] in (None, [], {}):
        found.pop()
    return found
