"""Inputs that are almost right, for Hypothesis: damaged texts and damaged JSON values."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

ODD_CHARACTERS = "0159-+=,./:*?#_ \t\n\0éЖ٣０²🙂"
ODD_NUMBERS = ("0", "1", "-1", "7", "99", "127", "128", "32768", "99999", "4294967296", "1" + "0" * 40)
ODD_VALUES: tuple[Any, ...] = (None, True, -1, 3, 10**9, 0.5, "", "?", "BBBB", [], [[]], [None], {}, {"draw": 1})


@st.composite
def damaged_text(draw: st.DrawFn, texts: Sequence[str]) -> str:
    """Return one of the texts with a few characters, numbers or words changed."""
    text = draw(st.sampled_from(texts))
    characters = st.sampled_from(sorted({*"".join(texts), *ODD_CHARACTERS}))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        damage = draw(st.sampled_from(("remove", "insert", "replace", "number", "word")))
        if damage == "remove":
            text = text[:at] + text[at + draw(st.integers(1, 4)) :]
        elif damage == "insert":
            text = text[:at] + draw(characters) + text[at:]
        elif damage == "replace":
            text = text[:at] + draw(characters) + text[at + 1 :]
        elif damage == "number":
            text = _with_other_number(text, at, draw(st.sampled_from(ODD_NUMBERS)))
        else:
            text = _with_other_word(text, at, draw(st.sampled_from(" ".join(texts).split(" "))))
    return text


def _with_other_number(text: str, at: int, number: str) -> str:
    """Replace the digits that begin at or after a place."""
    first = next((place for place in range(at, len(text)) if text[place].isdigit()), len(text))
    last = first
    while last < len(text) and text[last].isdigit():
        last += 1
    return text[:first] + number + text[last:]


def _with_other_word(text: str, at: int, word: str) -> str:
    """Replace the word at a place by one of another text."""
    first = text.rfind(" ", 0, at) + 1
    last = text.find(" ", first)
    return text[:first] + word + (text[last:] if last >= 0 else "")


@st.composite
def damaged_value(draw: st.DrawFn, values: Sequence[Any]) -> Any:
    """Return one of the JSON values with something inside it changed."""
    return draw(_damaged(draw(st.sampled_from(values))))


@st.composite
def _damaged(draw: st.DrawFn, value: Any) -> Any:
    kinds = ["other"]
    if isinstance(value, (str, list)) and value:
        kinds += ["inside", "inside", "shorter", "longer"]
    if isinstance(value, dict) and value:
        kinds += ["inside", "inside", "shorter"]
    if isinstance(value, int) and not isinstance(value, bool):
        kinds += ["beside", "beside"]
    kind = draw(st.sampled_from(kinds))
    if kind == "other":
        return draw(st.sampled_from(ODD_VALUES))
    if kind == "beside":
        return value + draw(st.integers(-3, 3))
    if isinstance(value, dict):
        name = draw(st.sampled_from(sorted(value)))
        rest = {key: part for key, part in value.items() if key != name}
        return rest if kind == "shorter" else rest | {name: draw(_damaged(value[name]))}
    at = draw(st.integers(0, len(value) - 1))
    if kind == "shorter":
        return value[:at] + value[at + 1 :]
    if kind == "longer":
        return value[: at + 1] + value[at:]
    if isinstance(value, str):
        return value[:at] + draw(st.sampled_from(sorted({*value, *"BYRKW?09 "}))) + value[at + 1 :]
    return [*value[:at], draw(_damaged(value[at])), *value[at + 1 :]]
