"""Which language a command speaks: ``--lang``, then AZULEJO_LANG, then the system's."""

import os
from collections.abc import Sequence
from itertools import pairwise

from azulejo.texts import DEFAULT_LANGUAGE, LANGUAGES

SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The system's variables; the first that is set decides."""


def language(arguments: Sequence[str]) -> str:
    """Return the language for these arguments; help texts need it before they are parsed.

    >>> language(["play", "--lang", "ru"])
    'ru'
    """
    asked = [after for before, after in pairwise(arguments) if before == "--lang"]
    asked += [argument.removeprefix("--lang=") for argument in arguments if argument.startswith("--lang=")]
    system = next((os.environ[name] for name in SYSTEM if os.environ.get(name)), "")
    for candidate in (*asked, os.environ.get("AZULEJO_LANG", "")[:2], system[:2]):
        if candidate in LANGUAGES:
            return candidate
    return DEFAULT_LANGUAGE
