"""What pieces and places are called in sentences."""

from collections.abc import Iterable

from azulejo.games.duel.components import COLOUR_NAMES, LETTERS, Colour, Turn
from azulejo.games.duel.moves import LARGE_ID
from azulejo.texts import Message, message


def colour_name(colour: Colour) -> Message:
    """Return the name of a colour."""
    return message(f"duel.colour.{COLOUR_NAMES[LETTERS.index(colour)]}")


def tiles_name(colour: Colour, count: int) -> Message:
    """Return a number of tiles of a colour, as they are taken."""
    return message(f"duel.tiles.{COLOUR_NAMES[LETTERS.index(colour)]}", count=count)


def factory_name(factory: str) -> Message:
    """Return the name of a factory."""
    return message("duel.factory.large") if factory == LARGE_ID else message("duel.factory.small", number=int(factory))


PRINTED: dict[str, str] = {
    **{letter: f"duel.colour.{name}" for letter, name in zip(LETTERS, COLOUR_NAMES, strict=True)},
    "J": "duel.print.joker",
    "S": "duel.print.special",
}
"""What is printed on plates and chips, by its letter."""


def printed(letters: Iterable[str]) -> list[Message]:
    """Return what is printed on the front of a plate or on a chip, or the tiles of a stack, one by one."""
    return [message(PRINTED[letter]) for letter in letters]


def type_name(plate_type: str) -> Message:
    """Return the type on the back of a plate."""
    return message(f"duel.type.{plate_type}")


def turn_name(turn: Turn) -> Message:
    """Return how a plate is turned."""
    return message(f"duel.turn.{turn}")
