"""Inputs that are almost right: damaged texts and damaged JSON values.

Most damage keeps the form, so that many results can still be read and mean something else.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

ODD_CHARACTERS = "0159-+=,./:*?#_ \t\n\0éЖ٣０²🙂"
ODD_NUMBERS = ("0", "1", "-1", "2", "7", "99", "127", "128", "32768", "99999", "4294967296", "1" + "0" * 40)
ODD_VALUES: tuple[Any, ...] = (None, True, -1, 3, 10**9, 0.5, "", "?", "BBBB", [], [[]], [None], {}, {"draw": 1})


def damaged_text(rng: Random, texts: Sequence[str]) -> str:
    """Return one of the texts with a few characters, numbers or words changed."""
    text = rng.choice(texts)
    characters = sorted({*"".join(texts), *ODD_CHARACTERS})
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(text)) if text else 0
        damage = rng.choice(("alike", "alike", "alike", "number", "number", "word", "word", "remove", "insert", "any"))
        if damage == "alike" and text:
            alike = [other for other in characters if _kind(other) == _kind(text[at])]
            text = text[:at] + rng.choice(alike) + text[at + 1 :]
        elif damage == "number":
            text = _with_other_number(text, at, rng.choice(ODD_NUMBERS))
        elif damage == "word":
            text = _with_other_word(rng, text, at, rng.choice(texts))
        elif damage == "remove":
            text = text[:at] + text[at + rng.randint(1, 4) :]
        elif damage == "insert":
            text = text[:at] + rng.choice(characters) + text[at:]
        else:
            text = text[:at] + rng.choice(characters) + text[at + 1 :]
    return text


def _kind(character: str) -> str:
    """Return what a character is: a digit, a small letter, a capital, or something else."""
    return "0" if character.isdigit() else "a" if character.islower() else "A" if character.isupper() else "-"


def _with_other_number(text: str, at: int, number: str) -> str:
    """Replace the digits that begin at or after a place."""
    first = next((place for place in range(at, len(text)) if text[place].isdigit()), len(text))
    last = first
    while last < len(text) and text[last].isdigit():
        last += 1
    return text[:first] + number + text[last:]


def _with_other_word(rng: Random, text: str, at: int, other: str) -> str:
    """Replace the word at a place by a word of the same name in another text, or add that one."""
    words, others = text.split(" "), other.split(" ")
    place = text.count(" ", 0, at)
    name = words[place].partition("=")[0]
    same = [word for word in others if word.partition("=")[0] == name] or others
    kept = place + (rng.random() < 0.2)
    return " ".join([*words[:kept], rng.choice(same), *words[place + 1 :]])


def damaged_value(rng: Random, value: Any) -> Any:
    """Return a JSON value with something inside it changed."""
    kinds = ["other"]
    if isinstance(value, (str, list)) and value:
        kinds += ["inside", "inside", "inside", "shorter", "longer"]
    if isinstance(value, dict) and value:
        kinds += ["inside", "inside", "shorter"]
    if isinstance(value, int) and not isinstance(value, bool):
        kinds += ["beside", "beside"]
    kind = rng.choice(kinds)
    if kind == "other":
        return rng.choice(ODD_VALUES)
    if kind == "beside":
        return value + rng.randint(-3, 3)
    if isinstance(value, dict):
        name = rng.choice(sorted(value))
        rest = {key: part for key, part in value.items() if key != name}
        return rest if kind == "shorter" else rest | {name: damaged_value(rng, value[name])}
    at = rng.randrange(len(value))
    if kind == "shorter":
        return value[:at] + value[at + 1 :]
    if kind == "longer":
        return value[: at + 1] + value[at:]
    if isinstance(value, str):
        return value[:at] + rng.choice(sorted({*value, *"BYRKW?09 "})) + value[at + 1 :]
    return [*value[:at], damaged_value(rng, value[at]), *value[at + 1 :]]
