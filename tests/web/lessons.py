"""The lessons as the client has them."""

import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]


def lesson_of(root: Path, game: str) -> Json:
    """Return the lesson of a game."""
    file = root / "src" / "azulejo" / "games" / game / "lessons" / "first.json"
    found: Json = json.loads(file.read_text(encoding="utf-8"))
    return found
