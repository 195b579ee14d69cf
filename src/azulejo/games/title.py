"""The cheap description of a game: enough to list it and to offer its options.

Kept apart from the rules, so that a menu or ``--help`` need not load (or compile) them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from azulejo.texts.errors import BadOption


@dataclass(frozen=True)
class Option:
    """A choice made before the game. Its explanation is the text ``<game>.option.<name>``.

    ``values`` are the fixed choices, the first being the default. Where other values are
    possible as well (a list of tablets, a file), ``encode`` turns any value into numbers
    and raises BadOption for those it cannot.
    """

    name: str
    values: tuple[str, ...]
    encode_other: Callable[[str], tuple[int, ...]] | None = None
    width: int = 1
    """How many numbers the value takes in the array that ``setup`` gets."""

    @property
    def default(self) -> str:
        """The value used when none is given."""
        return self.values[0]

    def encode(self, value: str) -> tuple[int, ...]:
        """Return the value as the numbers that ``setup`` expects; a fixed one is its index, then zeros."""
        if value in self.values:
            return (self.values.index(value),) + (0,) * (self.width - 1)
        if self.encode_other is not None:
            return self.encode_other(value)
        raise BadOption("errors.option_value", option=self.name, value=value, values=self.values)


@dataclass(frozen=True)
class Title:
    """A game by name, the numbers of seats it can be played with, and its options."""

    name: str
    seats: tuple[int, ...]
    options: tuple[Option, ...] = ()

    def check_seats(self, seats: int) -> int:
        """Return the number of seats if the game can be played with it."""
        if seats not in self.seats:
            raise BadOption("errors.seats", game=self.name, value=seats, values=self.seats)
        return seats

    def complete(self, options: Mapping[str, Any]) -> dict[str, str]:
        """Return the options with defaults filled in, every value checked and as text."""
        known = [option.name for option in self.options]
        for name in options:
            if name not in known:
                key = "errors.option_name" if known else "errors.no_options"
                raise BadOption(key, game=self.name, option=name, values=known)
        chosen: dict[str, str] = {}
        for option in self.options:
            value = options.get(option.name, option.default)
            text = str(value).lower() if isinstance(value, bool) else str(value)
            option.encode(text)
            chosen[option.name] = text
        return chosen

    def encode(self, options: Mapping[str, str]) -> list[int]:
        """Return complete options as the numbers that ``setup`` expects."""
        return [number for option in self.options for number in option.encode(options[option.name])]
