"""``azulejo play``: a game against random bots, in the terminal."""

import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from azulejo.cli.progress import ready
from azulejo.games import title
from azulejo.games.contract import Step
from azulejo.kernel.chance import Stream, below, stream
from azulejo.play import Game, new_game
from azulejo.texts import catalogue, latin_keys, say
from azulejo.texts.errors import AzulejoError, BadOption

SHOWN_MOVES = 60


def play(
    name: str,
    *,
    seats: int | None,
    you: int,
    seed: int | None,
    position: str | None,
    out: Path | None,
    options: dict[str, str],
    lang: str,
) -> None:
    """Play until the game, the input or the player's patience ends."""
    title(name)
    ready(name, lang)
    game = new_game(name, seats=seats, seed=seed, position=position, undo="free", **options)
    if not 1 <= you <= game.seats:
        raise BadOption("cli.you", value=you, most=game.seats)
    try:
        Session(game, you - 1, lang).run()
    finally:
        if out is not None:
            out.write_text(game.record().to_json() + "\n", encoding="utf-8")
            print(say("cli.play.saved", lang, file=out))


class Session:
    """One person at the terminal and random bots on the other seats."""

    def __init__(self, game: Game, seat: int, lang: str) -> None:
        self.game = game
        self.seat = seat
        self.lang = lang
        self.rng: Stream = stream("bots", game.commitment)
        self.words = {
            word: command
            for command in ("help", "moves", "hint", "undo", "board", "resign", "quit")
            for language in ("en", "ru")
            for word in str(catalogue(language)[f"cli.play.word.{command}"]).split()
        }

    def run(self) -> None:
        """Play turn after turn."""
        print(say("cli.play.welcome", self.lang, seat=self.seat + 1))
        lines = self._input()
        while True:
            self._let_bots_play()
            print(f"\n{self.game.text(self.lang)}\n")
            if self.game.is_over:
                break
            for line in lines:
                if self._obey(line):
                    break
            else:
                print(say("cli.play.no_input", self.lang))
                return
            if self.game.turn is None and (ended := self.game.outcome()) and ended.reason != "rules":
                break
        ended = self.game.outcome()
        if ended is not None:
            print(ended.text(self.lang))

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
        """Do what was typed; return whether the table has changed and must be drawn again."""
        command = self.words.get(line.lower()) or self.words.get(latin_keys(line.lower()))
        if not line:
            return False
        if command is None:
            return self._play_move(line)
        if command == "quit":
            raise typer.Exit(0)
        if command == "undo":
            return self._undo()
        if command == "resign":
            self.game.resign(self.seat)
            return True
        if command == "help":
            print(say("cli.play.help", self.lang))
        elif command == "moves":
            self._list_moves()
        elif command == "hint":
            self._hint()
        return command == "board"

    def _play_move(self, text: str) -> bool:
        try:
            self._push(self.game.parse_move(text).code)
        except AzulejoError as problem:
            print(problem.text(self.lang))
            return False
        return True

    def _push(self, code: int) -> None:
        """Play a move, and tell it and the points it brings."""
        seat = self.game.turn
        move = self.game.parse_move(code)
        if move not in self.game.legal_moves:
            self.game.push(move)  # raises the reason
        sentence, steps = self.game.describe(move, self.lang), self.game.scoring_steps(move)
        self.game.push(move)
        player = say("play.player", self.lang, seat=(seat or 0) + 1)
        print(say("play.event.move", self.lang, player=player, move=move.text, sentence=sentence))
        for step in steps:
            print(f"    {self._told(step)}")

    def _told(self, step: Step) -> str:
        what = say(f"{self.game.title.name}.scoring.{step.kind}", self.lang, **(step.values or {}))
        player = say("play.player", self.lang, seat=step.seat + 1)
        return say("cli.play.step", self.lang, player=player, what=what, points=f"{step.points:+}", total=step.total)

    def _let_bots_play(self) -> None:
        while self.game.turn not in (None, self.seat):
            moves = self.game.legal_moves.codes
            self._push(moves[below(self.rng, len(moves))])

    def _undo(self) -> bool:
        """Take back to the person's own last move, and what the bots did since."""
        count = 0
        for event in reversed(self._counted_moves()):
            count += 1
            if event == self.seat:
                break
        try:
            self.game.undo(max(count, 1))
        except AzulejoError as problem:
            print(problem.text(self.lang))
            return False
        return True

    def _counted_moves(self) -> list[int]:
        """Return the seats that made the moves that count."""
        return [int(event["seat"]) for event in self.game.line if "move" in event]

    def _list_moves(self) -> None:
        moves = self.game.legal_moves
        shown = [f"{move} ({self.game.preview(move).points:+})" for move in moves[:SHOWN_MOVES]]
        more = len(moves) - len(shown)
        print("  ".join(shown) + (f"  … +{more}" if more else ""))

    def _hint(self) -> None:
        move = self.game.suggest()
        if move is not None:
            print(f"{move}: {self.game.describe(move, self.lang)} ({self.game.preview(move).points:+})")
