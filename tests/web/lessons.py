"""The lessons as the client has them: object literals of TypeScript, read as JSON."""

import json
import re
from pathlib import Path
from typing import Any

Json = dict[str, Any]

_TO_JSON = ((r'" \+\s+"', ""), (r"(?<=[{\s])([a-z]+):(?=\s)", r'"\1":'), (r",(\s*[\]}])", r"\1"))
"""Strings in several parts become one, names get quotes, and commas before the end of a list go."""


def lesson_of(root: Path, game: str) -> Json:
    """Return the lesson of a game."""
    source = (root / "web" / "src" / "learn" / "lessons" / f"{game}.ts").read_text(encoding="utf-8")
    literal = source[source.index("= {") + 2 :].rstrip().removesuffix(";")
    for pattern, new in _TO_JSON:
        literal = re.sub(pattern, new, literal)
    found: Json = json.loads(literal)
    return found
