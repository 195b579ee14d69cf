"""Which language the command line speaks: ``--lang``, then AZULEJO_LANG, then the system's."""

import os
from collections.abc import Sequence

from azulejo.texts import DEFAULT_LANGUAGE, LANGUAGES


def language(arguments: Sequence[str]) -> str:
    """Return the language for these arguments; help texts need it before they are parsed.

    >>> language(["play", "--lang", "ru"])
    'ru'
    """
    candidates = []
    for at, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            candidates.append(argument.removeprefix("--lang="))
        elif argument == "--lang" and at + 1 < len(arguments):
            candidates.append(arguments[at + 1])
    names = ("AZULEJO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    candidates += [os.environ.get(name, "") for name in names]
    for candidate in candidates:
        if candidate[:2] in LANGUAGES:
            return candidate[:2]
    return DEFAULT_LANGUAGE
