"""What pieces and places are called in sentences."""

from azulejo.games.azul.components import COLOUR_NAMES, LETTERS, Colour
from azulejo.games.azul.moves import CENTRE_ID
from azulejo.texts import Message, message


def colour_name(colour: Colour) -> Message:
    """Return the name of a colour."""
    return message(f"azul.colour.{COLOUR_NAMES[LETTERS.index(colour)]}")


def tiles_name(colour: Colour, count: int) -> Message:
    """Return a number of tiles of a colour, as they are taken."""
    return message(f"azul.tiles.{COLOUR_NAMES[LETTERS.index(colour)]}", count=count)


def source_name(source: str) -> Message:
    """Return where tiles are taken from."""
    return message("azul.source.centre") if source == CENTRE_ID else message("azul.source.factory", number=int(source))


def place_name(source: str) -> Message:
    """Return where tiles lie."""
    return message("azul.place.centre") if source == CENTRE_ID else message("azul.place.factory", number=int(source))
