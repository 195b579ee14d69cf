"""Serving the protocol: the engine, or any bot, as a program that others drive line by line.

The reader never waits for a search: it runs in a thread of its own, so that ``stop``, ``isready`` and ``quit`` are
heard at once.
"""

import sys
import threading
import traceback
from collections.abc import Callable, Iterable

from azulejo.bots.bot import Bot
from azulejo.bots.engine_bot import EngineBot
from azulejo.bots.protocol import (
    HELLO,
    OPTIONS,
    VERSION,
    WANTS,
    BadMessage,
    ShownPosition,
    cut,
    info_lines,
    one_word,
    parse_limits,
    parse_newgame,
    parse_shown_position,
)
from azulejo.engine.analysis import Analysis
from azulejo.games import names, title, warmup
from azulejo.play import Move, View
from azulejo.texts import DEFAULT_LANGUAGE, message
from azulejo.texts.errors import AzulejoError, InvalidMove

SHOWN = 10
"""Candidates in the ``info`` lines of a search that still goes on; at its end there are all."""
LAST_SECONDS = 2.0
"""How long to wait for a search that was told to stop, at the end of everything."""


class Output:
    """Where lines go, whole lines from several threads."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._lock = threading.Lock()

    def lines(self, lines: Iterable[str]) -> None:
        """Write lines, with nothing of others between them."""
        text = "".join(f"{line}\n" for line in lines)
        with self._lock:
            self._write(text)


class Server:
    """The state of one conversation."""

    def __init__(
        self,
        make_bot: Callable[[str], Bot],
        write: Callable[[str], object],
        *,
        name: str,
        prepare: Callable[[str], None] = warmup.load,
        lang: str = DEFAULT_LANGUAGE,
    ) -> None:
        """Say how to make the bot that plays a game, where lines are written, and how to load a game's rules."""
        self._make_bot = make_bot
        self._prepare = prepare
        self._output = Output(write)
        self._name = name
        self._lang = lang
        self._bots: dict[str, Bot] = {}
        self._position: ShownPosition | None = None
        self._begins = True
        self._search: SearchThread | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            HELLO: self._hello,
            "isready": lambda rest: self._say("readyok"),
            "newgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda rest: self._stop(),
        }

    def run(self, lines: Iterable[str | None]) -> None:
        """Answer lines until ``quit`` or their end."""
        try:
            for line in lines:
                if not self.handle(line):
                    self._stop()
                    break
            if self._search is not None and self._search.infinite:
                self._stop()
            self.wait()
        finally:
            self.close()

    def handle(self, line: str | None) -> bool:
        """Answer one line; return whether to go on. None stands for one that was too long."""
        try:
            if line is None:
                raise BadMessage("bots.protocol.too_long")
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                return False
            if word and word not in self._commands:
                raise BadMessage("bots.protocol.unknown", value=cut(word), values=[*self._commands, "quit"])
            if word:
                self._commands[word](rest.strip())
        except AzulejoError as problem:
            self._complain(problem)
        return True

    def wait(self) -> None:
        """Wait until the search has ended."""
        if self._search is not None:
            self._search.join()

    def close(self) -> None:
        """End everything, waiting a moment for the search."""
        self._stop()
        if self._search is not None:
            self._search.join(LAST_SECONDS)
        for bot in self._bots.values():
            bot.close()

    def _say(self, *lines: str) -> None:
        self._output.lines(lines)

    def _complain(self, problem: AzulejoError) -> None:
        self._say("error " + " ".join(problem.text(self._lang).split()))

    # ------------------------------------------------------------ the messages

    def _hello(self, rest: str) -> None:
        self._say(
            f"id name {self._name}",
            f"protocol {VERSION}",
            *(f"game {name}" for name in names()),
            f"{WANTS} {OPTIONS}",
            "ready",
        )

    def _new_game(self, rest: str) -> None:
        self._check_idle()
        if rest:
            self._bot(parse_newgame(rest))
        self._position = None
        self._begins = True

    def _set_position(self, rest: str) -> None:
        self._check_idle()
        self._position = parse_shown_position(rest)

    def _go(self, rest: str) -> None:
        self._check_idle()
        limits, infinite = parse_limits(rest.split())
        if self._position is None:
            raise BadMessage("bots.protocol.no_position")
        view = self._position.view(limits)
        bot = self._bot(view.rulebook.title.name)
        begins, self._begins = self._begins, False
        self._search = SearchThread(bot, view, begins, infinite, self._output, self._lang)
        self._search.start()

    def _stop(self) -> None:
        if self._search is not None:
            self._search.stop.set()

    def _check_idle(self) -> None:
        if self._search is not None and not self._search.answered.is_set():
            raise BadMessage("bots.protocol.busy")

    def _bot(self, game: str) -> Bot:
        """Return the bot for a game, made and its rules loaded when the game is first named."""
        if game not in self._bots:
            self._prepare(game)
            self._bots[game] = bot = self._make_bot(game)
            if isinstance(bot, EngineBot):
                for seats in title(game).seats:
                    bot.warm_up(seats)
        return self._bots[game]


class SearchThread(threading.Thread):
    """One ``go``, up to its ``bestmove``."""

    def __init__(self, bot: Bot, view: View, begins: bool, infinite: bool, output: Output, lang: str) -> None:
        super().__init__(daemon=True)
        self.stop = threading.Event()
        self.answered = threading.Event()
        """Whoever has read the answer finds the thread idle, though it may still be about to end."""
        self.infinite = infinite
        self._bot = bot
        self._view = view
        self._begins = begins
        self._output = output
        self._lang = lang

    def run(self) -> None:
        """Ask the bot, and say what it answers; a bot that fails is told in one sentence."""
        try:
            if self._begins:
                self._bot.new_game(self._view)
            answer = self._decide()
        except Exception as problem:  # of the bot, whoever wrote it: the conversation goes on
            traceback.print_exc(file=sys.stderr)
            said = message("bots.fault.crash_words", problem=f"{type(problem).__name__}: {problem}")
            answer = ["error " + " ".join(said.text(self._lang).split())]
        if self.infinite:
            self.stop.wait()
        self.answered.set()
        self._output.lines(answer)

    def _decide(self) -> list[str]:
        view = self._view
        if not isinstance(self._bot, EngineBot):
            return [f"bestmove {self._word(self._bot.choose(view))}"]
        move, analysis = self._bot.decide(view, self._report, self.stop, self.infinite)
        return [*(info_lines(analysis, view.rulebook) if analysis else ()), f"bestmove {move}"]

    def _report(self, analysis: Analysis) -> None:
        self._output.lines(info_lines(analysis, self._view.rulebook, SHOWN))

    def _word(self, choice: object) -> str:
        """Return the text of what a bot has chosen, be it a move or not."""
        if isinstance(choice, int) and not isinstance(choice, Move | bool):
            try:
                return self._view.rulebook.move_text(choice)
            except InvalidMove:
                pass
        return one_word(choice)
