"""Prints what Python says for many texts, as JSON: the browser client's tests compare what it says."""

import json
import sys
from string import Formatter
from typing import Any

from azulejo.texts import LANGUAGES, Entry, catalogue, latin_keys, plural_form, say

COUNTS = [*range(32), 100, 101, 102, 104, 105, 111, 112, 114, 121, 1000, 1001, -1, -2, -5]
TYPED = ["3и4", "св-", "Ц24", "ЫЛНК", "pass", "зфыы", "5n", "."]


def _values(entry: Entry, count: int) -> dict[str, Any]:
    forms = entry.values() if isinstance(entry, dict) else [entry]
    names = {name for text in forms for _, name, _, _ in Formatter().parse(text) if name}
    values: dict[str, Any] = {name: f"<{name}>" for name in sorted(names)}
    if isinstance(entry, dict) or "count" in names:
        values["count"] = count
    if "values" in names:
        values["values"] = ["one", 2, "three"]
    return values


def cases() -> dict[str, Any]:
    """Return every text with values for what it shows, plural forms, and keys of the Russian layout."""
    texts = []
    for lang in LANGUAGES:
        for key, entry in catalogue(lang).items():
            for count in (1, 3, 5) if isinstance(entry, dict) else (1,):
                values = _values(entry, count)
                texts.append({"lang": lang, "key": key, "values": values, "text": say(key, lang, **values)})
    plurals = [{"lang": lang, "count": n, "form": plural_form(n, lang)} for lang in LANGUAGES for n in COUNTS]
    keys = [{"typed": typed, "latin": latin_keys(typed)} for typed in TYPED]
    return {"texts": texts, "plurals": plurals, "keys": keys}


if __name__ == "__main__":
    json.dump(cases(), sys.stdout, ensure_ascii=False)
