"""What the position texts of several games have in common: the name of the game, then words ``name=value``."""

import re
from collections.abc import Collection, Mapping, Sequence

from azulejo.games import tiles
from azulejo.games.unpack import counts_of, letters_of
from azulejo.texts.errors import BadPosition

NOTHING = "-"
"""Stands for no piece, and for a list of nothing."""


def split_text(
    text: str, game: str, board: str, known: Collection[str], old_names: Mapping[str, str] | None = None
) -> tuple[list[str], dict[str, str]]:
    """Return the boards that a text describes, by seat, and its other words by name; raises BadPosition.

    ``board`` is the name of the word that comes once for every player; ``old_names`` are words of older texts.
    """
    first, *words = text.split() or [""]
    if first != game:
        raise BadPosition("errors.position_start", game=game, value=first)
    boards: list[str] = []
    given: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = (old_names or {}).get(name, name)
        if not equals or name not in (board, *known):
            raise BadPosition("errors.position_word", value=word, values=[board, *known])
        if name == board:
            boards.append(value)
        elif name in given:
            raise BadPosition("errors.position_twice", value=name)
        else:
            given[name] = value
    return boards, given


def read_number(name: str, value: str, most: int, least: int = 0) -> int:
    """Return the number that a word gives."""
    if not re.fullmatch(r"[0-9]{1,5}", value) or not least <= int(value) <= most:
        raise BadPosition("errors.position_number", name=name, value=value, least=least, most=most)
    return int(value)


def read_choice(name: str, value: str, words: Sequence[str]) -> int:
    """Return which of some words a word gives, counted from 0."""
    if value not in words:
        raise BadPosition("errors.position_choice", name=name, value=value, values=words)
    return words.index(value)


def read_list(value: str) -> list[str]:
    """Return the parts of a list with commas between."""
    return [] if value == NOTHING else value.split(",")


def read_counts(value: str, letters: Sequence[str], most: int) -> list[int]:
    """Return the number of tiles of each colour in ``BBK`` or ``B12K3``, up to ``most`` of each."""
    one = f"([{''.join(letters)}])([0-9]{{0,2}})"
    counts = [0] * len(letters)
    for letter, number in re.findall(one, value):
        counts[letters.index(letter)] += int(number or 1)
    if (value != NOTHING and not re.fullmatch(f"({one})+", value)) or max(counts) > most:
        raise BadPosition("errors.position_tiles", value=value, letters=" ".join(letters), most=most)
    return counts


def read_tiles(value: str, letters: Sequence[str], most: int) -> int:
    """Return the same tiles as a handful (see tiles.py)."""
    return sum(tiles.several(colour, count) for colour, count in enumerate(read_counts(value, letters, most)))


def spelled(handful: int, letters: Sequence[str]) -> str:
    """Return tiles letter by letter: ``BBK``."""
    return "".join(letters_of(handful, letters)) or NOTHING


def counted(handful: int, letters: Sequence[str]) -> str:
    """Return tiles as letters with numbers: ``B12K3``."""
    return "".join(f"{letter}{count}" for letter, count in counts_of(handful, letters).items() if count) or NOTHING
