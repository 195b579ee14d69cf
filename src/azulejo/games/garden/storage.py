"""A player's storage: 12 spaces for tiles and jokers, 2 for expansions."""

from azulejo.games.garden import tiles
from azulejo.games.garden.components import EXPANSION_ROOM, KINDS, PATTERNS, TILE_ROOM
from azulejo.games.garden.state import FIRST_EXPANSION, JOKER, Player, State
from azulejo.games.unpack import bits
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.rule import rule, widen


@rule
def tile_room(player: Player) -> int:
    """Return how many more tiles or jokers fit."""
    return TILE_ROOM - widen(player.jokers) - tiles.total(player.tiles)


@rule
def expansion_room(player: Player) -> int:
    """Return how many more expansions fit."""
    return EXPANSION_ROOM - bit_count(widen(player.expansions))


@rule
def pieces(player: Player, kinds: int) -> int:
    """Return how many hexes of these kinds are stored, tiles and expansions."""
    return tiles.count(player.tiles, kinds) + bit_count(widen(player.expansions) & kinds)


def stored_pieces(player: Player) -> list[int]:
    """Return the tiles and expansions one by one, in their order; jokers are not among them."""
    return tiles.kinds(player.tiles) + [FIRST_EXPANSION + kind for kind in bits(int(player.expansions))]


@rule
def stored_value(player: Player) -> int:
    """Return the value of all stored hexes."""
    value = 0
    for level in range(3):
        value += _value(widen(player.tiles[level]))
    return value + _value(widen(player.expansions))


@rule
def _value(kinds: int) -> int:
    value = 0
    while kinds:
        value += lowest_bit(kinds) % PATTERNS + 1
        kinds &= kinds - 1
    return value


@rule
def remove(player: Player, piece: int) -> None:
    """Take a piece out of the storage."""
    if piece < FIRST_EXPANSION:
        tiles.remove(player.tiles, piece)
    elif piece < JOKER:
        player.expansions &= ~(1 << (piece - FIRST_EXPANSION))
    else:
        player.jokers -= 1


@rule
def give_up(state: State, player: Player, piece: int) -> None:
    """Put a stored piece where paid and discarded pieces go: tower, supply, joker supply (7)."""
    remove(player, piece)
    if piece < FIRST_EXPANSION:
        tiles.add(state.tower, piece)
    elif piece < JOKER:
        state.supply += 1


@rule
def from_least(state: State) -> tuple[int, int]:
    """Return the kinds of tiles and of expansions that may follow in canonical order."""
    least = widen(state.least)
    every = (1 << KINDS) - 1
    if least < FIRST_EXPANSION:
        return every & ~((1 << least) - 1), every
    if least < JOKER:
        return 0, every & ~((1 << (least - FIRST_EXPANSION)) - 1)
    return 0, 0
