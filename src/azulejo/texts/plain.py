"""Running a declared command with nothing but Python's own library: ``python -m azulejo.arena`` and the like."""

import argparse
import sys
from collections.abc import Sequence

from azulejo.texts.commands import HELP, Command, complain
from azulejo.texts.errors import AzulejoError
from azulejo.texts.language import language


def main(command: Command, path: str, arguments: Sequence[str] | None = None) -> int:
    """Run a command, called by ``path``, and return the status to end with; every mistake ends in one sentence."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    lang = language(given)
    try:
        found, rest = parser(command).parse_known_args(given)
        if found.help:
            print(command.page(path, lang))
            return 0
        if rest:
            raise command.refusal(rest[0].partition("=")[0], path)
        return command(vars(found), path, lang)
    except argparse.ArgumentError as problem:
        return complain(command.refusal(str(problem.argument_name), path).text(lang), lang)
    except AzulejoError as problem:
        return complain(problem.text(lang), lang)


def parser(command: Command) -> argparse.ArgumentParser:
    """Return what splits the command line; what the words mean is for the command to say."""
    made = argparse.ArgumentParser(allow_abbrev=False, add_help=False, exit_on_error=False)
    for parameter in (*command.all_parameters, HELP):
        if parameter.positional:
            made.add_argument(parameter.name, nargs="*" if parameter.several else "?")
        else:
            action = "store_true" if parameter.type is bool else "store"
            made.add_argument(str(parameter.label), dest=parameter.name, action=action)
    return made
