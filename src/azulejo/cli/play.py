"""``azulejo play``: a game against bots, in the terminal."""

import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from azulejo.bots.bot import Bot
from azulejo.bots.names import SIMPLE, bot_named, bot_names
from azulejo.cli.progress import ready
from azulejo.cli.search import engine_ready
from azulejo.games.contract import Step
from azulejo.play import Game, new_game
from azulejo.play.record import write_file
from azulejo.texts import LANGUAGES, catalogue, latin_keys, say
from azulejo.texts.errors import AzulejoError, BadOption, IllegalMove

SHOWN_MOVES = 60
COMMANDS = ("help", "moves", "hint", "undo", "board", "resign", "quit")
"""What can be typed instead of a move; the words for it are ``cli.play.word.<command>``."""


def play(
    game: str,
    *,
    seats: int | None,
    you: int,
    bot: str,
    seed: int | None,
    position: str | None,
    out: Path | None,
    options: dict[str, str],
    lang: str,
) -> None:
    """Play until the game, the input or the player's patience ends."""
    if bot not in bot_names():
        raise BadOption("cli.play.bot", value=bot, values=bot_names())
    (ready if bot in SIMPLE else engine_ready)(game, lang)
    begun = new_game(game, seats=seats, seed=seed, position=position, undo="free", **options)
    if not 1 <= you <= begun.seats:
        raise BadOption("cli.you", value=you, most=begun.seats)
    if out is not None:
        write_file(out, begun.record().to_json())  # a mistake in the name is noticed before the game
    try:
        Session(begun, you - 1, bot_named(bot, game), lang).run()
    finally:
        if out is not None:
            write_file(out, begun.record().to_json())
            print(say("cli.play.saved", lang, file=out))


class Session:
    """One person at the terminal and a bot on the other seats."""

    def __init__(self, game: Game, seat: int, bot: Bot, lang: str) -> None:
        self.game = game
        self.seat = seat
        self.lang = lang
        self.bot = bot
        self.words = {
            word: command
            for command in COMMANDS
            for language in LANGUAGES
            for word in str(catalogue(language)[f"cli.play.word.{command}"]).split()
        }

    def run(self) -> None:
        """Play turn after turn."""
        print(say("cli.play.welcome", self.lang, seat=self.seat + 1, move=self.game.suggest() or "-"))
        lines = self._input()
        self._let_bots_play()
        while not self.game.is_over:
            print(f"\n{self._table()}\n")
            if not any(self._obey(line) for line in lines):
                print(say("cli.play.no_input", self.lang))
                return
            self._let_bots_play()
        print(f"\n{self._table()}\n")
        ended = self.game.outcome()
        if ended is not None:
            print(ended.text(self.lang))

    def _table(self) -> str:
        """Return the table as the person may see it."""
        return self.game.rulebook.text(self.game.redacted(self.seat), self.lang, self.seat)

    def _input(self) -> Iterator[str]:
        """Return the lines typed; the end of input, or a closed terminal, ends them."""
        prompt = say("cli.play.prompt", self.lang) + " " if sys.stdin is not None and sys.stdin.isatty() else ""
        while True:
            try:
                yield input(prompt).strip()
            except (EOFError, RuntimeError, KeyboardInterrupt):
                print()
                return

    def _obey(self, line: str) -> bool:
        """Do what was typed; return whether the table must be drawn again."""
        if not line:
            return False
        command = self.words.get(line.lower()) or self.words.get(latin_keys(line.lower()))
        try:
            if command is None:
                self._push(line)
            elif command == "quit":
                raise typer.Exit(0)
            elif command == "undo":
                self.game.undo(self._moves_since_own())
            elif command == "resign":
                self.game.resign(self.seat)
            else:
                self._answer(command)
        except AzulejoError as problem:
            print(problem.text(self.lang))
            return False
        return command in (None, "undo", "resign", "board")

    def _answer(self, command: str) -> None:
        """Tell what was asked for; nothing changes."""
        if command == "help":
            print(say("cli.play.help", self.lang))
        elif command == "moves":
            self._list_moves()
        elif command == "hint":
            self._hint()

    def _push(self, typed: str | int) -> None:
        """Play a move, and tell it and the points it brings."""
        player = say("play.player", self.lang, seat=self.game.due + 1)
        sentence, steps = self.game.describe(typed, self.lang), self.game.scoring_steps(typed)
        move = self.game.push(typed)
        print(say("play.event.move", self.lang, player=player, move=move.text, sentence=sentence))
        for step in steps:
            print(f"    {self._told(step)}")

    def _told(self, step: Step) -> str:
        what = say(f"{self.game.title.name}.scoring.{step.kind}", self.lang, **(step.values or {}))
        player = say("play.player", self.lang, seat=step.seat + 1)
        return say("cli.play.step", self.lang, player=player, what=what, points=f"{step.points:+}", total=step.total)

    def _let_bots_play(self) -> None:
        """Let the bots move until it is the person's turn, and for the person who has resigned."""
        while self.game.turn not in (None, self.seat) or (self.seat in self.game.out and not self.game.is_over):
            self._push(self.game.parse_move(self.bot.choose(self.game.view(self.game.due))).code)

    def _moves_since_own(self) -> int:
        """Return how many moves to take back: the person's own last, and what the bots did since."""
        movers = [event["seat"] for event in self.game.line if "move" in event]
        if self.seat not in movers:
            raise IllegalMove("errors.undo_nothing", count=1)
        return movers[::-1].index(self.seat) + 1

    def _list_moves(self) -> None:
        moves = self.game.legal_moves
        shown = [f"{move} ({self.game.preview(move).points:+})" for move in moves[:SHOWN_MOVES]]
        more = len(moves) - len(shown)
        print("  ".join(shown) + (f"  … +{more}" if more else ""))

    def _hint(self) -> None:
        move = self.game.suggest()
        if move is not None:
            print(f"{move}: {self.game.describe(move, self.lang)} ({self.game.preview(move).points:+})")
