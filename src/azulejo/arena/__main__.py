"""``python -m azulejo.arena``: matches where only Python, NumPy and Numba are installed.

The same as ``azulejo arena``, in plain lines.
"""

import argparse
import os
import sys
from collections.abc import Sequence

from azulejo.arena.command import run
from azulejo.arena.options import OPTIONS
from azulejo.games import names, title
from azulejo.texts import DEFAULT_LANGUAGE, LANGUAGES, say
from azulejo.texts.errors import AzulejoError

USAGE_ERROR = 2


def parser(lang: str) -> argparse.ArgumentParser:
    """Return the parser of the command line; every game's own options are options of it."""
    made = argparse.ArgumentParser(prog="python -m azulejo.arena", description=say("cli.help.arena", lang))
    made.add_argument("game", metavar="GAME", help=say("cli.help.game", lang))
    for option in OPTIONS:
        flag, said = f"--{option.name}", say(f"arena.help.{option.name}", lang)
        if option.type is bool:
            made.add_argument(flag, action="store_true", help=said)
        else:
            made.add_argument(flag, type=option.type, metavar=option.metavar, default=option.default, help=said)
    for name, explained in game_options(lang).items():
        made.add_argument(f"--{name.replace('_', '-')}", dest=f"option_{name}", metavar="VALUE", help=explained)
    made.add_argument("--lang", choices=LANGUAGES, default=lang, help=say("cli.help.lang", lang))
    return made


def game_options(lang: str) -> dict[str, str]:
    """Return the options of all games with their explanations."""
    found: dict[str, list[str]] = {}
    for game in names():
        for option in title(game).options:
            found.setdefault(option.name, []).append(f"{game}: {say(f'{game}.option.{option.name}', lang)}")
    return {name: "; ".join(lines).replace("%", "%%") for name, lines in found.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a match and return the status to end with."""
    lang = os.environ.get("AZULEJO_LANG", DEFAULT_LANGUAGE)
    given = vars(parser(lang if lang in LANGUAGES else DEFAULT_LANGUAGE).parse_args(arguments))
    options = {
        name.removeprefix("option_"): value
        for name, value in given.items()
        if name.startswith("option_") and value is not None
    }
    try:
        return run(given["game"], given, options, given["lang"])
    except AzulejoError as problem:
        print(f"{say('cli.error', given['lang'])}: {problem.text(given['lang'])}", file=sys.stderr)
        return USAGE_ERROR


if __name__ == "__main__":
    sys.exit(main())
