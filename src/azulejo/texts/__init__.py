"""Everything a person reads, in Russian and English, from one catalogue.

A text is named by its file and key, ``azul.tiles.blue`` is ``tiles.blue`` in
``texts/en/azul.json`` and ``texts/ru/azul.json``. An entry is a string with ``{names}``,
or an object with plural forms chosen by the value called ``count``. The browser client
reads the same files.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias

LANGUAGES = ("en", "ru")
DEFAULT_LANGUAGE = "en"

PLURAL_FORMS = {"en": ("one", "other"), "ru": ("one", "few", "many")}
"""The forms that a plural entry must have in each language."""

Entry: TypeAlias = str | dict[str, str]


def plural_form(count: int, lang: str) -> str:
    """Return the name of the plural form that a whole number takes.

    >>> [plural_form(number, "ru") for number in (1, 2, 5, 11, 21, 104, 112)]
    ['one', 'few', 'many', 'many', 'one', 'few', 'many']
    """
    if lang == "en":
        return "one" if count == 1 else "other"
    units, teens = abs(count) % 10, 11 <= abs(count) % 100 <= 14
    if units == 1 and not teens:
        return "one"
    return "few" if units in (2, 3, 4) and not teens else "many"


@lru_cache
def catalogue(lang: str) -> dict[str, Entry]:
    """Return every text of a language by its full name, those of other packages' games included."""
    entries: dict[str, Entry] = {}
    for folder in _folders(lang):
        for file in sorted(folder.iterdir(), key=lambda file: file.name):
            if file.name.endswith(".json"):
                area = file.name.removesuffix(".json")
                texts: dict[str, Entry] = json.loads(file.read_text(encoding="utf-8"))
                entries.update({f"{area}.{key}": entry for key, entry in texts.items()})
    return entries


def _folders(lang: str) -> list[Traversable]:
    """Return our folder of texts, and the folder ``texts`` of every package that brings a rulebook."""
    packages = sorted({point.module.partition(".")[0] for point in entry_points(group="azulejo.games")})
    others = [files(package).joinpath("texts", lang) for package in packages]
    return [*(folder for folder in others if folder.is_dir()), files(__name__).joinpath(lang)]


def page(name: str, lang: str) -> str:
    """Return a longer text, such as the rules of a game in short: ``texts/en/azul.rules.md``."""
    return files(__name__).joinpath(lang, f"{name}.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Message:
    """A text still to be said: its name and values. Values may be messages themselves."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def text(self, lang: str = DEFAULT_LANGUAGE) -> str:
        """Say it in a language."""
        values = {name: _said(value, lang) for name, value in self.values.items()}
        entry = catalogue(lang)[self.key]
        if isinstance(entry, dict):
            entry = entry[plural_form(self.values["count"], lang)]
        return entry.format(**values)

    def __str__(self) -> str:
        return self.text()


def message(key: str, /, **values: Any) -> Message:
    """Name a text and give it its values."""
    return Message(key, values)


def say(key: str, lang: str = DEFAULT_LANGUAGE, /, **values: Any) -> str:
    """Return a text in a language."""
    return Message(key, values).text(lang)


def _said(value: Any, lang: str) -> Any:
    if isinstance(value, Message):
        return value.text(lang)
    if isinstance(value, (list, tuple)):
        return ", ".join(str(_said(part, lang)) for part in value)
    return value


_LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
_RUSSIAN_KEYS = "йцукенгшщзхъфывапролджэячсмитьбю"
_SAME_KEYS = str.maketrans(_RUSSIAN_KEYS + _RUSSIAN_KEYS.upper(), _LATIN_KEYS + _LATIN_KEYS.upper())


def latin_keys(typed: str) -> str:
    """Return what the same keys type in the Latin layout, for move texts typed in the Russian one.

    >>> latin_keys("3и4")
    '3b4'
    """
    return typed.translate(_SAME_KEYS)
