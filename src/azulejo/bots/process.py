"""A bot in a process of its own: any program that speaks the protocol of docs/protocol.md.

Nothing that the program does can hold up or bring down whoever plays against it: every answer has a deadline,
output has a limit, and the program is killed with all processes it has started, as soon as it breaks a rule.
This needs a POSIX system.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from azulejo.bots.bot import GRACE, Bot, BotFault
from azulejo.bots.protocol import HELLO, OPTIONS, VERSION, WANTS, cut, go_line, newgame_line, position_line
from azulejo.engine.limits import Limits
from azulejo.play import View
from azulejo.texts import message

PATIENCE = 120.0
"""Seconds for a program to start, and to get ready for a game; the first time it may have to compile."""
LONGEST = 60.0
"""Seconds for a decision for which no limit of time is set."""
MOST_OUTPUT = 8 << 20
"""Bytes that a program may write in answer to one message, errors included."""
LINE_COST = 64
"""A line counts as so many bytes more: handling it takes time."""
LONGEST_ANSWER = 1 << 16
"""Bytes: no line of an answer is longer."""
LOOK = 0.05
"""Seconds after which to look whether a silent program is still alive."""
LAST_WORDS = 400
"""Characters of the error output that are kept to tell its author."""
FAREWELL = 0.3
"""Seconds that a program is given to end by itself when it is told to."""

# In /proc/PID/stat, of the fields after the name: the process group, and the clock ticks of a process and its children.
GROUP, TIMES = 2, slice(11, 15)

Answer = TypeVar("Answer")
HAS_PIPES = os.name == "posix"
"""Whether one can wait for a pipe: not on Windows."""
CAN_LOOK = hasattr(os, "waitid")
"""Whether one can look at a process without reaping it: not on macOS before Python 3.13."""


class ProcessBot(Bot):
    """Plays by asking an outside program."""

    apart = True

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str | None = None,
        patience: float = PATIENCE,
        grace: float = GRACE,
        longest: float = LONGEST,
        most_output: int = MOST_OUTPUT,
        fresh: bool = False,
    ) -> None:
        """Say which program; it is started for its first game.

        Args:
            command: the program and its arguments.
            name: what to call it; by default what it calls itself.
            patience: seconds for it to start and to get ready for a game.
            grace: seconds that an answer may be late.
            longest: seconds for a decision that has no limit of time.
            most_output: bytes it may write in answer to one message.
            fresh: whether to start it anew for every game, not only after it broke a rule.
        """
        self.command = list(command)
        self.name = name or self.command[0]
        self._named = name is not None
        self._patience = patience
        self._grace = grace
        self._longest = longest
        self._most_output = most_output
        self._fresh = fresh
        self._program: Program | None = None
        self._games: set[str] = set()
        self._wants_options = False

    def new_game(self, view: View) -> None:
        """Start the program if it does not run, and tell it that a game begins."""
        if self._fresh:
            self.close()
        try:
            if self._program is None:
                self._start()
            name = view.rulebook.title.name
            if name not in self._games:
                raise BotFault("nonsense", message("bots.fault.game", game=name))
            self._ask(f"{newgame_line(view, self._wants_options)}\nisready\n", _ready, self._patience)
        except BotFault:
            self.dismiss()
            raise

    def choose(self, view: View) -> str:
        """Send what the seat sees, and wait for the answer."""
        try:
            if self._program is None:
                raise BotFault("crash", message("bots.fault.gone"))
            deadline = time.monotonic() + self._seconds(view.limits)
            self._ask(f"{position_line(view)}\nisready\n", _ready, deadline - time.monotonic())
            return self._ask(f"{go_line(view)}\n", _best_move, deadline - time.monotonic())
        except BotFault:
            self.dismiss()
            raise

    def close(self) -> None:
        """Ask the program to end, and see to it that it does."""
        if self._program is not None:
            self._program.farewell()
            self._program = None

    def processor_seconds(self) -> float | None:
        """Return what the program and all that it has started have used; known on Linux, while it runs."""
        return None if self._program is None else self._program.processor_seconds()

    @property
    def is_running(self) -> bool:
        """Whether the program has been started and has broken no rule yet."""
        return self._program is not None

    def dismiss(self) -> None:
        """Kill the program; another game would start it anew."""
        if self._program is not None:
            self._program.kill()
            self._program = None

    def _seconds(self, limits: Limits | None) -> float:
        """Return how long to wait for a decision."""
        given = [] if limits is None else [limits.seconds, limits.clock]
        return min([one for one in given if one is not None], default=self._longest) + self._grace

    def _start(self) -> None:
        self._program = Program(self.command)
        self._games = set()
        self._wants_options = False
        self._ask(f"{HELLO}\n", self._greeting, self._patience)

    def _greeting(self, word: str, rest: str) -> bool | None:
        """Read the lines of the handshake; the last is ``ready``."""
        if word == "protocol" and rest != str(VERSION):
            raise BotFault("nonsense", message("bots.fault.version", value=cut(rest), wanted=VERSION))
        if word == "game":
            self._games.add(rest)
        if word == WANTS and rest == OPTIONS:
            self._wants_options = True
        if word == "id" and rest.startswith("name "):
            self.own_name = cut(rest.removeprefix("name ").strip())
            if not self._named:
                self.name = self.own_name
        return True if word == "ready" else None

    def _ask(self, text: str, answer: Callable[[str, str], Answer | None], seconds: float) -> Answer:
        assert self._program is not None
        return self._program.ask(text, answer, seconds, self._most_output)


def _ready(word: str, rest: str) -> bool | None:
    if word == "bestmove":
        raise BotFault("nonsense", message("bots.fault.unasked", value=cut(rest)))
    _check_error(word, rest)
    return True if word == "readyok" else None


def _best_move(word: str, rest: str) -> str | None:
    _check_error(word, rest)
    return rest if word == "bestmove" else None


def _check_error(word: str, rest: str) -> None:
    if word == "error":
        raise BotFault("crash", message("bots.fault.error", problem=cut(rest, LAST_WORDS)))


class Program:
    """A running program, its pipes, and everything that it has started."""

    def __init__(self, command: Sequence[str]) -> None:
        if not HAS_PIPES:
            raise BotFault("crash", message("bots.fault.system"))
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as problem:
            said = message("bots.fault.start", command=cut(" ".join(command)), problem=str(problem))
            raise BotFault("crash", said) from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin, self._stdout, self._stderr = self._process.stdin, self._process.stdout, self._process.stderr
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, selectors.EVENT_READ)
        os.set_blocking(self._stdin.fileno(), False)
        self._unsent = b""
        self._lines: deque[bytes] = deque()
        self._unread = b""
        """The beginning of a line whose end has not come yet."""
        self._errors = b""
        self._output = 0
        self.kill = weakref.finalize(self, _kill, self._process, self._selector)
        """Kills the program with all it has started; happens by itself at the end of ours."""

    def ask(self, text: str, answer: Callable[[str, str], Answer | None], seconds: float, most_output: int) -> Answer:
        """Send text, and return what ``answer`` makes of a line of output; raises BotFault."""
        deadline = time.monotonic() + seconds
        self._output = 0
        self._send(text.encode())
        while True:
            alive = self._is_alive()
            heard = self._exchange(max(0.0, min(LOOK, deadline - time.monotonic())) if alive else 0.0)
            while self._lines:
                word, _, rest = self._lines.popleft().decode("utf-8", "replace").strip().partition(" ")
                found = answer(word, rest.strip())
                if found is not None:
                    return found
                if time.monotonic() > deadline:
                    break
            if self._output > most_output:
                raise BotFault("flood", message("bots.fault.flood"))
            if len(self._unread) > LONGEST_ANSWER:
                raise BotFault("flood", message("bots.fault.line"))
            if not alive and not heard:
                self._crashed()
            if time.monotonic() > deadline:
                raise BotFault("time", message("bots.fault.time", seconds=round(seconds, 1)))

    def processor_seconds(self) -> float | None:
        """Return the processor time of the program's process group, of children that have ended as well."""
        ticks, found = 0, False
        for file in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):  # a process that has just ended
                fields = file.read_text(errors="replace").rpartition(")")[2].split()
                if int(fields[GROUP]) == self._process.pid:
                    ticks += sum(map(int, fields[TIMES]))
                    found = True
        return ticks / os.sysconf("SC_CLK_TCK") if found else None

    def _send(self, data: bytes) -> None:
        if not self._unsent:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        self._unsent += data

    def _exchange(self, seconds: float) -> bool:
        """Write what can be written and read what there is, waiting for it if need be; return whether it spoke."""
        heard = False
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._stdin:
                self._write()
            else:
                heard |= self._read(key.fileobj)
        return heard

    def _write(self) -> None:
        try:
            written = os.write(self._stdin.fileno(), self._unsent[:LONGEST_ANSWER])
        except BlockingIOError:
            return
        except OSError:  # nobody reads it any more: the program ends, or has
            written = len(self._unsent)
        self._unsent = self._unsent[written:]
        if not self._unsent:
            self._selector.unregister(self._stdin)

    def _read(self, pipe: Any) -> bool:
        try:
            data = os.read(pipe.fileno(), LONGEST_ANSWER)
        except BlockingIOError:
            return False
        if not data:
            self._selector.unregister(pipe)
        self._output += len(data) + LINE_COST * data.count(b"\n")
        if pipe is self._stdout:
            *lines, self._unread = (self._unread + data).split(b"\n")
            self._lines.extend(lines)
        else:
            self._errors = (self._errors + data)[-LAST_WORDS:]
        return bool(data)

    def _is_alive(self) -> bool:
        """Whether the program runs and can be heard; it is not reaped, so that its number stays its own."""
        if self._stdout not in (key.fileobj for key in self._selector.get_map().values()):
            return False
        if not CAN_LOOK:  # what can be heard is taken to run
            return True
        return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None

    def _crashed(self) -> NoReturn:
        words = self._errors.decode("utf-8", "replace").strip().splitlines()
        if words:
            raise BotFault("crash", message("bots.fault.crash_words", problem=cut(words[-1], LAST_WORDS)))
        raise BotFault("crash", message("bots.fault.crash"))

    def farewell(self) -> None:
        """Ask the program to end, wait a moment, and kill what is left."""
        self._send(b"quit\n")
        until = time.monotonic() + FAREWELL
        while self._is_alive() and time.monotonic() < until:
            self._exchange(0.01)
            self._unread = b""
            self._lines.clear()
        self.kill()


def _kill(process: "subprocess.Popen[bytes]", selector: selectors.BaseSelector) -> None:
    """Kill a program with its whole process group, while its number is still its own, and reap it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    selector.close()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
