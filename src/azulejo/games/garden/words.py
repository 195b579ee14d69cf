"""What pieces and places are called in sentences."""

from azulejo.games.garden.components import (
    COLOUR_NAMES,
    COLOURS,
    HEX_IDS,
    PATTERN_NAMES,
    PATTERNS,
    SET_IDS,
    HexId,
    SetId,
)
from azulejo.games.garden.state import EXPANSION_IDS, JOKER, PIECE_IDS, PLACE_IDS, SUPPLY, TOP, PieceId, PlaceId
from azulejo.texts import Message, message


def hex_name(hex_id: HexId) -> Message:
    """Return a hex by colour and pattern."""
    colour, pattern = divmod(HEX_IDS.index(hex_id), PATTERNS)
    return message(f"garden.hex.{COLOUR_NAMES[colour]}.{PATTERN_NAMES[pattern]}")


def set_name(set_id: SetId) -> Message:
    """Return a colour or pattern by name."""
    chosen = SET_IDS.index(set_id)
    if chosen < COLOURS:
        return message(f"garden.colour.{COLOUR_NAMES[chosen]}")
    return message(f"garden.pattern.{PATTERN_NAMES[chosen - COLOURS]}")


def piece_name(piece: PieceId) -> Message:
    """Return a stored piece: the tile, the expansion, a joker; or an expansion from the supply."""
    if piece in (PIECE_IDS[JOKER], PIECE_IDS[SUPPLY]):
        return message("garden.piece.joker" if piece == PIECE_IDS[JOKER] else "garden.piece.supply")
    if piece in EXPANSION_IDS:
        return message("garden.piece.expansion", hex=hex_name(HEX_IDS[EXPANSION_IDS.index(piece)]))
    return message("garden.piece.tile", hex=hex_name(piece))


def place_name(place: PlaceId, face: bool) -> Message:
    """Return a place of the display; ``face`` says whether an expansion lies there face up."""
    number = PLACE_IDS.index(place)
    if number == TOP:
        return message("garden.place.top")
    return message("garden.place.face" if face else "garden.place.aside", number=number)
