"""What a game can start from: checks of seats, options, names and positions."""

from collections.abc import Iterable, Mapping
from typing import Any

from azulejo.games.contract import Rulebook
from azulejo.games.title import Title
from azulejo.texts import message
from azulejo.texts.errors import BadOption, BadPosition

RANDOM = "random"
"""As the option ``first``: chance decides who starts."""


def parse_valid_position(book: Rulebook, text: str) -> Any:
    """Return the state a text describes, or raise BadPosition with all that is wrong with it."""
    state = book.parse_position(text)
    wrong = book.status(state)
    if wrong:
        problems = [message(f"{book.title.name}.status.{(flag.name or '').lower()}") for flag in wrong]
        raise BadPosition("errors.position_status", problems=problems)
    return state


def checked_table(
    title: Title, seats: int | None, options: Mapping[str, Any], files: bool = False
) -> tuple[int, dict[str, str]]:
    """Return the number of seats, and the complete options with ``first``, as a record has them."""
    number, given = title.check_seats(seats), dict(options)
    first = checked_first(given.pop("first", RANDOM), number)
    return number, {**title.complete(given, files), "first": first}


def checked_seats(book: Rulebook, seats: int | None) -> int:
    """Return the number of seats, the fewest possible if none is given."""
    return book.title.check_seats(seats)


def checked_first(first: str | int, seats: int) -> str:
    """Return who starts, as the option ``first`` of a record says it."""
    if str(first) not in (RANDOM, *map(str, range(seats))):
        raise BadOption("errors.first", value=first, most=seats - 1)
    return str(first)


def checked_players(players: Iterable[str], seats: int) -> tuple[str, ...]:
    """Return the names of the players: one for each seat, or none at all."""
    names = tuple(players)
    if isinstance(players, str) or not all(isinstance(name, str) for name in names) or len(names) not in (0, seats):
        raise BadOption("errors.players", count=seats)
    return names
