"""A person at the terminal and bots on the other seats: what the drawn and the plain board do with a game."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from azulejo.bots.bot import Bot
from azulejo.games.contract import Step
from azulejo.play import Game, Move, View
from azulejo.play.game import event_sentence
from azulejo.play.record import plain_sentence
from azulejo.texts import Message, message
from azulejo.texts.errors import IllegalMove

LineKind: TypeAlias = Literal["move", "scoring", "draw", "note"]


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence of the log."""

    kind: LineKind
    said: Message
    seat: int | None = None
    """Whose doing it is; nobody's for a draw."""
    points: int = 0
    """What a scoring gives or takes."""


class Sitting:
    """A game, the seat of the person, and the bot that plays the others."""

    def __init__(self, game: Game, seat: int, bot: Bot) -> None:
        self.game = game
        self.seat = seat
        self.bot = bot

    @property
    def bot_is_due(self) -> bool:
        """Whether a bot is to move: on another seat, or for the person who has resigned."""
        return not self.game.is_over and (self.game.turn != self.seat or self.seat in self.game.out)

    def bots_choice(self, view: View) -> Move:
        """Return what the bot plays in what it sees; this may take its time."""
        return self.game.parse_move(self.bot.choose(view))

    def view(self) -> View:
        """Return what the seat that is to move sees."""
        return self.game.view(self.game.due)

    def push(self, move: str | int | Move) -> list[LogLine]:
        """Play a move, and return how the person is told of it: the move, the points it brings, what is drawn then."""
        game, first = self.game, len(self.game.events)
        sentence, steps = game.rulebook.describe(game.state, game.parse_move(move).code), game.scoring_steps(move)
        game.push(move)
        event = game.event_for(first, self.seat)
        player = message("play.player", seat=event["seat"] + 1)
        said = message("play.event.move", player=player, move=event["move"], sentence=sentence)
        lines = [LogLine("move", plain_sentence(event) if event["move"] is None else said, event["seat"])]
        lines += [LogLine("scoring", self._told(step), step.seat, step.points) for step in steps]
        return [*lines, *self.lines_from(first + 1)]

    def lines_from(self, first: int) -> Iterator[LogLine]:
        """Yield how the person is told of the events from a number on, except of moves."""
        for at in range(first, len(self.game.events)):
            event = self.game.event_for(at, self.seat)
            if "move" in event:
                continue
            is_whole = event == self.game.events[at]
            said = event_sentence(self.game.rulebook, self.game.at(at), event) if is_whole else plain_sentence(event)
            yield LogLine("draw" if "draw" in event else "note", said)

    def _told(self, step: Step) -> Message:
        what = message(f"{self.game.title.name}.scoring.{step.kind}", **(step.values or {}))
        player = message("play.player", seat=step.seat + 1)
        return message("cli.play.step", player=player, what=what, points=f"{step.points:+}", total=step.total)

    def undo(self) -> list[LogLine]:
        """Take back the person's own last move, and what the bots did since."""
        movers = [event["seat"] for event in self.game.line if "move" in event]
        if self.seat not in movers:
            raise IllegalMove("errors.undo_nothing", count=1)
        count = movers[::-1].index(self.seat) + 1
        self.game.undo(count)
        player = message("play.player", seat=self.seat + 1)
        return [LogLine("note", message("play.event.undo", player=player, count=count), self.seat)]

    def resign(self) -> list[LogLine]:
        """Give up; the bots finish the game if there are several."""
        first = len(self.game.events)
        self.game.resign(self.seat)
        return list(self.lines_from(first))
