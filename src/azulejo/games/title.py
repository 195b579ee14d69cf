"""The cheap description of a game: enough to list it and to offer its options.

Kept apart from the rules, so that a menu or ``--help`` need not load (or compile) them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from azulejo.texts.errors import BadOption

__all__ = ["Option", "Title"]

OptionKind: TypeAlias = Literal["choice", "list", "file"]
"""One of the named values; besides, a list that a person types; or what a file says, given as its name or its text."""

LONGEST_VALUE = 4_000
"""Characters of an option's value: what any list or file of ours needs is a fraction of that."""


@dataclass(frozen=True)
class Option:
    """A choice made before the game. Its explanation is the text ``<game>.option.<name>``.

    ``values`` are the fixed choices, the first being the default. An option of another kind than ``choice`` takes
    more: ``read`` turns such a value into the one text that stands for it (what a record keeps) and its numbers, and
    raises BadOption for those it cannot. Of a file it gets what is in it, never its name.

    >>> wall = Option("wall", ("coloured", "grey"))
    >>> wall.default, wall.canonical("grey"), wall.encode("grey")
    ('coloured', 'grey', (1,))
    """

    name: str
    values: tuple[str, ...]
    kind: OptionKind = "choice"
    read: Callable[[str], tuple[str, tuple[int, ...]]] | None = None
    width: int = 1
    """How many numbers the value takes in the array that ``setup`` gets."""

    @property
    def default(self) -> str:
        """The value used when none is given."""
        return self.values[0]

    def canonical(self, value: str, files: bool = False) -> str:
        """Return the text that stands for a value: equal choices have equal texts, and no text names a file.

        With ``files``, the value of a file option may be the name of one.
        """
        if value in self.values:
            return value
        return self._read(value, files)[0]

    def encode(self, value: str) -> tuple[int, ...]:
        """Return the value as the numbers that ``setup`` expects; a fixed one is its index, then zeros."""
        if value in self.values:
            return (self.values.index(value),) + (0,) * (self.width - 1)
        return self._read(value, files=False)[1]

    def _read(self, value: str, files: bool) -> tuple[str, tuple[int, ...]]:
        if self.read is None or len(value) > LONGEST_VALUE:
            raise BadOption("errors.option_value", option=self.name, value=value[:40], values=self.values)
        if self.kind == "file" and not value.lstrip().startswith("{"):
            if not files:
                raise BadOption("errors.option_text", option=self.name, value=value[:40], values=self.values)
            value = self._file_text(value)
        return self.read(value)

    def _file_text(self, name: str) -> str:
        try:
            return Path(name).read_text(encoding="utf-8")
        except (OSError, ValueError) as problem:
            said = getattr(problem, "strerror", None) or str(problem)
            raise BadOption(
                "errors.option_file", option=self.name, value=name, values=self.values, problem=said
            ) from None


@dataclass(frozen=True)
class Title:
    """A game by name, the numbers of seats it can be played with, its options, and what lists say about it.

    >>> mosaic = Title("mosaic", (2, 3), (Option("wall", ("coloured", "grey")),))
    >>> mosaic.environment, mosaic.check_seats(None), mosaic.complete({}), mosaic.encode({"wall": "grey"})
    ('Mosaic', 2, {'wall': 'coloured'}, [1])
    """

    name: str
    seats: tuple[int, ...]
    options: tuple[Option, ...] = ()
    secrets: bool = False
    """Whether a seat may know something that another may not."""
    environment: str = ""
    """Its name among the environments of other libraries: ``Azul`` gives ``Azulejo/Azul-v0``."""

    def __post_init__(self) -> None:
        if not self.environment:
            object.__setattr__(self, "environment", self.name.capitalize())

    def check_seats(self, seats: int | None) -> int:
        """Return the number of seats if the game can be played with it; the fewest possible if none is given."""
        if seats is None:
            return self.seats[0]
        if not hasattr(seats, "__index__") or isinstance(seats, bool) or int(seats) not in self.seats:
            raise BadOption("errors.seats", game=self.name, value=repr(seats), values=self.seats)
        return int(seats)

    def complete(self, options: Mapping[str, Any], files: bool = False) -> dict[str, str]:
        """Return the options with defaults filled in, every value checked and in its canonical form.

        With ``files``, the value of a file option may be the name of one: only where it is the asker's own computer.
        """
        known = [option.name for option in self.options]
        for name in options:
            if name not in known:
                key = "errors.option_name" if known else "errors.no_options"
                raise BadOption(key, game=self.name, option=name, values=known)
        chosen: dict[str, str] = {}
        for option in self.options:
            value = options.get(option.name, option.default)
            text = str(value).lower() if isinstance(value, bool) else str(value)
            chosen[option.name] = option.canonical(text, files)
        return chosen

    def encode(self, options: Mapping[str, str]) -> list[int]:
        """Return complete options as the numbers that ``setup`` expects."""
        return [number for option in self.options for number in option.encode(options[option.name])]
