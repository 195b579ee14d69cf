"""Everything a person reads, in Russian and English, from one catalogue.

A text is named by its area and key: ``errors.seats`` is ``seats`` in ``texts/en/errors.json`` and
``texts/ru/errors.json``. An area can also lie elsewhere (:func:`add_folders`): every game brings its own, in one
language at least, and what is missing in the other is said in that. An entry is a string with ``{names}``, an object
with plural forms chosen by the value called ``count``, or an object with the cases of a word, the usual one first:
where ``{piece:ins}`` stands, a text inside a text is said in its instrumental. The browser client reads the same files.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

__all__ = ["DEFAULT_LANGUAGE", "LANGUAGES", "Message", "decimal", "imperative", "message", "page", "plural_form", "say"]

LANGUAGES = ("en", "ru")
"""What everything is said in.

>>> LANGUAGES
('en', 'ru')
"""
DEFAULT_LANGUAGE = "en"
"""Where nobody says which language.

>>> DEFAULT_LANGUAGE in LANGUAGES
True
"""

PLURAL_FORMS = {"en": ("one", "other"), "ru": ("one", "few", "many")}
"""The forms that a plural entry must have in each language."""

CASES = {
    "nom": "who, what",
    "gen": "of what",
    "acc": "takes what",
    "ins": "with what",
    "nom_f": "which tile",
    "acc_f": "takes which tile",
    "gen_f": "of which tile",
    "gen_pl": "of which tiles",
}
"""The cases that an entry may have in a language that declines: of a noun; of an adjective that goes with a tile."""

DECIMAL_SIGN = {"en": ".", "ru": ","}
"""What stands between the whole of a number and its parts."""

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


Folders: TypeAlias = Callable[[], Iterable[tuple[str, Path]]]
"""Gives the areas of others, each with its folder: ``<language>.json``, and pages as ``<page>.<language>.md``."""

_others: list[Folders] = []


def add_folders(folders: Folders) -> None:
    """Take over texts that lie elsewhere; they are looked for when the first text is said."""
    _others.append(folders)
    catalogue.cache_clear()


@lru_cache
def catalogue(lang: str) -> dict[str, Entry]:
    """Return every text of a language by its full name, those of other folders included."""
    files = {path.stem: path for path in sorted((Path(__file__).parent / lang).glob("*.json"))}
    for area, folder in areas().items():
        found = in_language(folder, "{lang}.json", lang)
        if found is not None:
            files[area] = found
    entries: dict[str, Entry] = {}
    for area, file in files.items():
        texts: dict[str, Entry] = json.loads(file.read_text(encoding="utf-8"))
        entries.update({f"{area}.{key}": entry for key, entry in texts.items()})
    return entries


def areas() -> dict[str, Path]:
    """Return the folders of texts that others have brought, by the area they are for."""
    return {area: folder for folders in _others for area, folder in folders()}


def in_language(folder: Path, name: str, lang: str) -> Path | None:
    """Return a file of a folder in a language, or in the one that there is; None if there is none.

    ``name`` is the file's, with ``{lang}`` in it.
    """
    files = (folder / name.format(lang=one) for one in (lang, *LANGUAGES))
    return next((file for file in files if file.is_file()), None)


def page(area: str, name: str, lang: str) -> str | None:
    """Return a longer text of an area, such as the rules of a game in short; None if there is none.

    >>> import azulejo.games
    >>> page("azul", "rules", "en").splitlines()[0]
    'AZUL, for 2 to 4 players'
    >>> page("azul", "no such page", "en") is None
    True
    """
    folder = areas().get(area)
    file = None if folder is None else in_language(folder, f"{name}.{{lang}}.md", lang)
    return None if file is None else file.read_text(encoding="utf-8")


@dataclass(frozen=True)
class Message:
    """A text still to be said: its name and values. Values may be messages themselves.

    >>> said = Message("play.player", {"seat": 1})
    >>> said.text(), said.text("ru")
    ('player 1', 'игрок 1')
    """

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def text(self, lang: str = DEFAULT_LANGUAGE, case: str = "") -> str:
        """Say it in a language; a word that declines, in the case that is asked for."""
        entry = catalogue(lang)[self.key]
        if isinstance(entry, dict):
            if entry.keys() <= CASES.keys():
                entry = entry.get(case) or next(iter(entry.values()))
            else:
                entry = entry[plural_form(self.values["count"], _language_of(entry, lang))]
        return entry.format_map({name: _Value(value, lang) for name, value in self.values.items()})

    def __str__(self) -> str:
        return self.text()


def _language_of(forms: Mapping[str, str], wanted: str) -> str:
    """Return the language of a plural entry: the one wanted, or that of a game which does not speak it."""
    return next(lang for lang in (wanted, *LANGUAGES) if forms.keys() >= set(PLURAL_FORMS[lang]))


def message(key: str, /, **values: Any) -> Message:
    """Name a text and give it its values.

    >>> message("play.player", seat=2)
    Message(key='play.player', values={'seat': 2})
    """
    return Message(key, values)


def imperative(said: Message) -> Message:
    """Return the sentence of a move as what to do, "take a tile" for "takes a tile", if its game has such a text.

    >>> import azulejo
    >>> game = azulejo.new_game("azul", seats=2, seed=7)
    >>> imperative(game.rulebook.describe(game.state, game.legal_moves[0].code)).text()
    'take 1 blue tile from factory 1 to pattern line 1'
    """
    key = said.key.replace(".describe.", ".do.")
    return Message(key, said.values) if key in catalogue(DEFAULT_LANGUAGE) else said


def say(key: str, lang: str = DEFAULT_LANGUAGE, /, **values: Any) -> str:
    """Return a text in a language.

    >>> say("play.player", "ru", seat=2)
    'игрок 2'
    """
    return Message(key, values).text(lang)


@dataclass(frozen=True)
class _Value:
    """A value inside a text, said where it stands: ``{piece}``, or ``{piece:acc}`` in a case."""

    value: Any
    lang: str

    def __format__(self, case: str) -> str:
        return _said(self.value, self.lang, case)


def _said(value: Any, lang: str, case: str) -> str:
    if isinstance(value, Message):
        return value.text(lang, case)
    if isinstance(value, (list, tuple)):
        return ", ".join(_said(part, lang, case) for part in value)
    return decimal(value, lang) if isinstance(value, float) else str(value)


def decimal(number: float | str, lang: str = DEFAULT_LANGUAGE) -> str:
    """Return a number as a language writes it; one that is rounded comes as a text.

    >>> decimal(0.5, "ru"), decimal(f"{2 / 3:+.1f}", "ru"), decimal(0.5)
    ('0,5', '+0,7', '0.5')
    """
    return str(number).replace(".", DECIMAL_SIGN[lang])


_LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
_RUSSIAN_KEYS = "йцукенгшщзхъфывапролджэячсмитьбю"
_SAME_KEYS = str.maketrans(_RUSSIAN_KEYS + _RUSSIAN_KEYS.upper(), _LATIN_KEYS + _LATIN_KEYS.upper())


def latin_keys(typed: str) -> str:
    """Return what the same keys type in the Latin layout, for move texts typed in the Russian one.

    >>> latin_keys("3и4")
    '3b4'
    """
    return typed.translate(_SAME_KEYS)
