"""The engine in a process of its own: ``python -m azulejo.server.engines.worker [--warm GAME ...]``.

It answers the JSON lines of :mod:`azulejo.bots.json_lines` and two kinds more: a request with a ``level`` asks what a
bot of that level plays, and is answered by the moves of its turn; one with a record to ``review`` is answered by the
report of the game as it grows. A line ``{"id": ..., "begun": true}`` says that the
rules of the game are loaded (the first time they may have to be compiled) and that the search itself begins. Games
named by ``--warm`` are got ready whenever nobody asks for anything; ``{"ready": GAME}`` says that one is.

The process ends at once when its input does: nobody is left to think for.
"""

import contextlib
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from azulejo.bots.bot import Bot
from azulejo.bots.engine_bot import EngineBot, Style
from azulejo.bots.host import own_output
from azulejo.bots.json_lines import Analyst, Request
from azulejo.bots.levels import LEVELS, level, level_of
from azulejo.bots.names import SIMPLE
from azulejo.bots.protocol import BadMessage, cut, read_lines
from azulejo.engine import warmup as engine_warmup
from azulejo.engine.limits import Limits
from azulejo.engine.search import Search, search_for
from azulejo.games import warmup as rules_warmup
from azulejo.games.contract import apply, to_move
from azulejo.kernel.chance import stream
from azulejo.play import Game, Record, View
from azulejo.review import review_steps
from azulejo.texts.errors import AzulejoError

MOST_MOVES = 16
"""A bot's answer has no more moves: a very long turn is told in parts."""


class Choice(Request):
    """A bot's turn that somebody waits for."""

    def __init__(self, asked: Request, level: str, salt: str) -> None:
        super().__init__(asked.number, asked.view, asked.limits)
        self.level = level
        self.salt = salt


class ReviewRequest(Request):
    """The report of a game that somebody waits for."""

    def __init__(self, asked: Request, record: Record, setting: str) -> None:
        super().__init__(asked.number, asked.view, asked.limits)
        self.record = record
        self.setting = setting


class Interrupted(Exception):
    """Getting ready gives way to a request."""


class Worker(Analyst):
    """Plays and analyses for one server."""

    def __init__(self, write: Callable[[str], object], warm: Sequence[str] = ()) -> None:
        """Say where lines are written, and which games to get ready while there is nothing else to do."""
        super().__init__(lambda game: EngineBot(game, engine=self._engine(game, exact=True)), write)
        self._cold = list(warm)
        self._engines: dict[tuple[str, bool], Search] = {}
        self._loaded: set[tuple[str, str]] = set()
        self._thinking = threading.Lock()
        """Held by whoever compiles or searches: a request, or getting ready."""
        self._warming = threading.Thread(target=self._get_ready, daemon=True)

    def run(self, lines: Iterable[str | None]) -> None:
        """Answer lines until their end."""
        self._worker.start()
        self._warming.start()
        for line in lines:
            self.handle(line)

    # ------------------------------------------------------------ requests

    def _read(self, value: dict[str, Any]) -> Request:
        if "review" in value:
            record = Record.from_dict(value["review"])
            game = Game.from_record(record)
            view = View(game.rulebook, game.state, 0, is_over=True)
            return ReviewRequest(Request(value["id"], view, Limits()), record, str(value.get("setting", "fast")))
        if "level" not in value:
            return super()._read(value)
        name = value["level"]
        if name not in SIMPLE and name not in LEVELS:
            raise BadMessage("bots.no_level", value=cut(str(name)), values=LEVELS)
        asked = super()._read({part: one for part, one in value.items() if part not in ("level", "salt")})
        return Choice(asked, name, str(value.get("salt", "")))

    def _answer(self, request: Request) -> None:
        with self._thinking:
            if not isinstance(request, Choice | ReviewRequest):
                super()._answer(request)
                return
            try:
                self._play(request) if isinstance(request, Choice) else self._review(request)
            except AzulejoError as problem:
                self._complain(request.number, problem)
            except Exception as problem:  # a defect of ours: this move is lost, the process is not
                traceback.print_exc(file=sys.stderr)
                self._say({"id": request.number, "error": f"{type(problem).__name__}: {problem}"})

    def _play(self, request: Choice) -> None:
        game = request.view.rulebook.title.name
        bot = self._level(game, request.level)
        if isinstance(bot, EngineBot):
            self._load(game, request.level, bot, request.view.seats)
        self._say({"id": request.number, "begun": True})
        self._say({"id": request.number, "moves": turn(request.view, bot, request.salt)})

    def _review(self, request: ReviewRequest) -> None:
        """Look at a game turn by turn, and say what there is of its report; one that is cancelled ends at once."""
        self._say({"id": request.number, "begun": True})
        complete = False
        if not request.stop.is_set():
            for report in review_steps(request.record, setting=request.setting, stop=request.stop):
                complete = report.complete
                self._say(
                    {"id": request.number, "report": report.to_json(), "done": report.done, "final": report.complete}
                )
        if not complete:
            self._say({"id": request.number, "final": True, "cancelled": True})

    def _bot(self, game: str) -> EngineBot:
        """Return the engine for an analysis, loaded."""
        bot = super()._bot(game)
        assert self._current is not None
        self._load(game, "", bot, self._current.view.seats)
        self._say({"id": self._current.number, "begun": True})
        return bot

    def _load(self, game: str, name: str, bot: EngineBot, seats: int) -> None:
        """Search one position before the clock runs: the first time this loads compiled code, or compiles it."""
        if (game, name) not in self._loaded:
            bot.warm_up(seats)
            self._loaded.add((game, name))

    def _level(self, game: str, name: str) -> Bot:
        if name in SIMPLE:
            return SIMPLE[name]
        return level(name, game, engine=self._engine(game, exact=level_of(name, game).style == Style()))

    def _engine(self, game: str, exact: bool) -> Search:
        """Return one of the two engines of a game; every level shares one, because each takes much memory."""
        if (game, exact) not in self._engines:
            self._engines[game, exact] = search_for(game, exact=exact)
        return self._engines[game, exact]

    # ------------------------------------------------------------ getting ready

    def _get_ready(self) -> None:
        """Load the games that were named, or compile them; whoever asks for something goes first."""
        while self._cold:
            try:
                self._give_way()
                with self._thinking:
                    self._warm_up(self._cold[0])
                self._say({"ready": self._cold.pop(0)})
            except Interrupted:
                time.sleep(0.05)

    def _warm_up(self, game: str) -> None:
        for part in (rules_warmup, engine_warmup):
            if part.is_warm(game):
                part.load(game)
            else:
                part.warm_up(game, self._give_way)

    def _give_way(self, *_progress: object) -> None:
        """Stop getting ready if somebody waits; what is compiled so far is in the cache."""
        if self._waiting or self._current is not None:
            raise Interrupted


def turn(view: View, bot: Bot, salt: str = "") -> list[str]:
    """Return the moves that a bot plays up to the end of its turn, or until something is drawn."""
    book, state = view.rulebook, view.state
    moves: list[str] = []
    while True:
        rng = stream("bot", salt, view.seat, len(moves))
        choice = bot.choose(View(book, state.copy(), view.seat, limits=view.limits, rng=rng))
        code = book.parse_move(choice) if isinstance(choice, str) else int(choice)
        moves.append(book.move_text(code))
        apply(state, code)
        if len(moves) >= MOST_MOVES or to_move(state) != view.seat:
            return moves


def main(arguments: Sequence[str]) -> None:
    """Serve the standard input."""
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        Worker(own_output(), [one for one in arguments if one != "--warm"]).run(read_lines(sys.stdin.buffer))
    os._exit(0)  # a search may still go on: nobody waits for it


if __name__ == "__main__":
    main(sys.argv[1:])
