"""A Python bot as a program of its own: ``python -m azulejo.bots.host my_bot.py:choose``.

It speaks the protocol of docs/protocol.md. What the bot prints goes to the error output, where it disturbs nobody.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import BinaryIO

from azulejo.bots.bot import Bot, load
from azulejo.bots.protocol import read_lines
from azulejo.bots.protocol_server import Server
from azulejo.texts.errors import AzulejoError

WRONG = 2


def own_output() -> Callable[[str], None]:
    """Return what writes to the standard output, and let everything else that is printed go to the error output."""
    sys.stdout.flush()
    number = os.dup(1)
    os.dup2(2, 1)
    file = os.fdopen(number, "w", encoding="utf-8", newline="\n")

    def write(text: str) -> None:
        file.write(text)
        file.flush()

    return write


def serve(bot: Bot, source: BinaryIO, write: Callable[[str], object]) -> None:
    """Let one bot play every game that is asked for."""
    Server(lambda game: bot, write, name=bot.name).run(read_lines(source))


def main(arguments: Sequence[str]) -> int:
    """Load the bot that the only argument names, and serve it."""
    write = own_output()
    try:
        (path,) = arguments
        bot = load(path)
    except ValueError as problem:  # AzulejoErrors are among them
        print(problem.text("en") if isinstance(problem, AzulejoError) else __doc__.splitlines()[0], file=sys.stderr)
        return WRONG
    with contextlib.suppress(BrokenPipeError):
        serve(bot, sys.stdin.buffer, write)
    return 0


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stderr.flush()
    os._exit(status)  # the bot may still think, or hold threads that never end: nobody waits for them
