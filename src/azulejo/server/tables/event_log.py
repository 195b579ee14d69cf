"""What there is to say about an event: its sentence, and the story of its points."""

from typing import Any, TypeAlias

from azulejo.games.contract import SPECTATOR, Rulebook, Transfer
from azulejo.play import Game
from azulejo.play.game import event_sentence
from azulejo.play.record import Event
from azulejo.server.messages import EventLine, MovedPieces, ScoringStep, Sentence
from azulejo.server.storage import StoredEvent
from azulejo.texts import Message

EventLines: TypeAlias = dict[int | None, EventLine]
"""One event as viewers may see it: by None with everything, for those who may know it and after the game for everybody;
by seat (or SPECTATOR) where something is left out."""


def lines_of(game: Game, before: Any, number: int, stored: StoredEvent) -> EventLines:
    """Return the lines of an event of a game that happened in a state."""
    event, book = stored.event, game.rulebook
    full = EventLine(
        number=number,
        event=dict(event),
        at=stored.at,
        said=Sentence.of(event_sentence(book, before, event)),
        steps=steps_of(book, before, event["move"]) if "move" in event else [],
        transfers=[MovedPieces.of(one) for one in transfers_of(book, before, event)],
    )
    seen = {viewer: game.event_for(number, viewer) for viewer in range(SPECTATOR, game.seats)}
    hidden = {viewer: one for viewer, one in seen.items() if one != event}
    return {
        None: full,
        **{viewer: EventLine(number=number, event=dict(one), at=stored.at) for viewer, one in hidden.items()},
    }


def transfers_of(book: Rulebook, before: Any, event: Event) -> list[Transfer]:
    """Return the pieces that a move or a draw moves."""
    if "move" in event:
        return book.transfers(before, book.parse_move(event["move"]))
    return book.draw_transfers(before, book.parse_draw(before, event["draw"])) if "draw" in event else []


def steps_of(book: Rulebook, before: Any, move: str) -> list[ScoringStep]:
    """Return the story of the points that a move gives or takes."""
    return [
        ScoringStep(
            kind=step.kind,
            seat=int(step.seat),
            points=int(step.points),
            total=int(step.total),
            where=[(int(row), int(column)) for row, column in step.where],
            transfers=[MovedPieces.of(one) for one in step.transfers],
            said=Sentence.of(Message(f"{book.title.name}.scoring.{step.kind}", step.values or {})),
        )
        for step in book.scoring_steps(before, book.parse_move(move))
    ]
