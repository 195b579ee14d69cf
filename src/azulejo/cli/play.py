"""``azulejo play``: a game against bots, in the terminal."""

import os
import shlex
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import typer

from azulejo.bots.names import SIMPLE, bot_named, bot_names
from azulejo.cli.progress import ready
from azulejo.cli.search import engine_ready
from azulejo.play import new_game
from azulejo.play.record import write_file
from azulejo.terminal.sitting import LogLine, Sitting
from azulejo.terminal.size import LEAST_SIZE
from azulejo.texts import LANGUAGES, catalogue, imperative, latin_keys, say
from azulejo.texts.errors import AzulejoError, BadOption

SHOWN_MOVES = 60
COMMANDS = ("help", "moves", "hint", "undo", "board", "resign", "quit")
"""What can be typed instead of a move; the words for it are ``cli.play.word.<command>``."""
DUMB = ("", "dumb", "unknown")
"""What ``TERM`` says of a terminal that cannot draw."""


def play(
    game: str,
    *,
    seats: int | None,
    you: int,
    bot: str,
    seed: int | None,
    position: str | None,
    out: Path | None,
    plain: bool,
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
    sitting = Sitting(begun, you - 1, bot_named(bot, game))
    try:
        if not plain and can_draw(lang):
            _play_drawn(sitting, bot, out, lang)
        else:
            Session(sitting, lang).run()
    finally:
        if out is not None:
            write_file(out, begun.record().to_json())
            print(say("cli.play.saved", lang, file=out))


def can_draw(lang: str) -> bool:
    """Return whether the drawn board can be shown here; if only something is missing, say what."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if os.name == "posix" and os.environ.get("TERM", "") in DUMB:
        return False
    if find_spec("textual") is None:
        print(say("terminal.missing", lang))
        return False
    width, height = os.get_terminal_size(sys.stdout.fileno())
    if width < LEAST_SIZE[0] or height < LEAST_SIZE[1]:
        columns, rows = LEAST_SIZE
        print(say("terminal.too_small", lang, columns=columns, rows=rows, width=width, height=height))
        return False
    return True


def _play_drawn(sitting: Sitting, bot: str, out: Path | None, lang: str) -> None:
    """Play on the drawn board, and say afterwards how the game ended, or how to go on with it."""
    from azulejo.terminal.app import run

    game, seat = sitting.game, sitting.seat
    lang = run(sitting, lang)
    if (ended := game.outcome()) is not None:
        print(ended.text(lang))
    elif out is None:
        where = game.rulebook.position_text(game.redacted(seat))
        words = ["azulejo", "play", game.title.name, "--you", str(seat + 1), "--bot", bot, "--position", where]
        print(say("terminal.go_on", lang, command=shlex.join(words)))


class Session:
    """A sitting in plain text: lines are typed, lines are printed."""

    def __init__(self, sitting: Sitting, lang: str) -> None:
        self.sitting = sitting
        self.game = sitting.game
        self.seat = sitting.seat
        self.lang = lang
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
                self.sitting.undo()
            elif command == "resign":
                self.sitting.resign()
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
        for line in self.sitting.push(typed):
            self._print(line)

    def _print(self, line: LogLine) -> None:
        """Tell a line of the log; what is drawn is seen on the table."""
        if line.kind in ("move", "scoring"):
            print(f"{'    ' if line.kind == 'scoring' else ''}{line.said.text(self.lang)}")

    def _let_bots_play(self) -> None:
        """Let the bots move until it is the person's turn, and for the person who has resigned."""
        while self.sitting.bot_is_due:
            self._push(self.sitting.bots_choice(self.sitting.view()).code)

    def _list_moves(self) -> None:
        moves = self.game.legal_moves
        shown = [f"{move} ({self.game.preview(move).points:+})" for move in moves[:SHOWN_MOVES]]
        more = len(moves) - len(shown)
        print("  ".join(shown) + (f"  … +{more}" if more else ""))

    def _hint(self) -> None:
        move = self.game.suggest()
        if move is not None:
            said = imperative(self.game.rulebook.describe(self.game.state, move.code)).text(self.lang)
            print(f"{move}: {said} ({self.game.preview(move).points:+})")
