"""``azulejo``: runs a command, and says in one sentence what went wrong."""

import errno
import io
import os
import sys
from collections.abc import Sequence

import typer

from azulejo.cli.app import build
from azulejo.texts import say
from azulejo.texts.commands import INTERRUPTED, complain
from azulejo.texts.errors import AzulejoError
from azulejo.texts.language import language

NOT_WRITTEN = 1
"""What the shell is told if the reader of standard output has gone."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; every mistake in the input ends in one sentence and a non-zero status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    lang = language(given)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without Cyrillic letters is no reason to stop
    try:
        status = _run(given, lang)
        print(end="", flush=True)
    except BrokenPipeError:  # the reader of our output has gone, as in "azulejo rules | head"
        _drop_output()
        status = NOT_WRITTEN
    except OSError as problem:
        if problem.errno != errno.ENOSPC:
            raise
        _drop_output()
        status = complain(say("cli.disk_full", lang), lang)
    sys.exit(status)


def _run(given: Sequence[str], lang: str) -> int:
    """Run a command and return its status."""
    try:
        return build(lang)(args=given, prog_name="azulejo", standalone_mode=False) or 0
    except AzulejoError as problem:
        return complain(problem.text(lang), lang)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except typer.TyperException as problem:  # of the shell's completion, which Typer does by itself
        return complain(problem.format_message(), lang)


def _drop_output() -> None:
    """Forget what could not be written, or Python would try once more at its end and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
