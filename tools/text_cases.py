"""Prints what Python says for many texts, as JSON: the browser client's tests compare what it says."""

import json
import sys
from string import Formatter
from typing import Any

from azulejo.texts import CASES, DECIMAL_SIGN, LANGUAGES, Entry, Message, catalogue, latin_keys, plural_form, say

COUNTS = [*range(32), 100, 101, 102, 104, 105, 111, 112, 114, 121, 1000, 1001, -1, -2, -5]
TYPED = ["3и4", "св-", "Ц24", "ЫЛНК", "pass", "зфыы", "5n", "."]


def _values(entry: Entry, count: int, lang: str) -> dict[str, Any]:
    forms = entry.values() if isinstance(entry, dict) else [entry]
    asked = {name: case or "" for text in forms for _, name, case, _ in Formatter().parse(text) if name}
    values: dict[str, Any] = {
        name: _declined(asked[name], lang) if asked[name] else f"<{name}>" for name in sorted(asked)
    }
    if is_plural(entry) or "count" in asked:
        values["count"] = count
    if "values" in asked:
        values["values"] = ["one", 2, "three", 0.5]
    return values


def is_plural(entry: Entry) -> bool:
    """Return whether an entry has forms that a count chooses."""
    return isinstance(entry, dict) and not entry.keys() <= CASES.keys()


def _declined(case: str, lang: str) -> Message:
    """Return a word that has this case, with what it says inside."""
    key, entry = next(
        (key, entry) for key, entry in catalogue(lang).items() if isinstance(entry, dict) and case in entry
    )
    return Message(key, _values(entry, 1, lang))


def cases() -> dict[str, Any]:
    """Return every text with values for what it shows, plural forms, cases, and keys of the Russian layout."""
    texts = []
    for lang in LANGUAGES:
        for key, entry in catalogue(lang).items():
            for count in (1, 3, 5) if is_plural(entry) else (1,):
                values = _values(entry, count, lang)
                texts.append({"lang": lang, "key": key, "values": values, "text": say(key, lang, **values)})
    plurals = [{"lang": lang, "count": n, "form": plural_form(n, lang)} for lang in LANGUAGES for n in COUNTS]
    keys = [{"typed": typed, "latin": latin_keys(typed)} for typed in TYPED]
    return {"texts": texts, "plurals": plurals, "keys": keys, "cases": list(CASES), "decimal": DECIMAL_SIGN}


if __name__ == "__main__":
    json.dump(cases(), sys.stdout, ensure_ascii=False, default=vars)
