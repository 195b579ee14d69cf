"""Actions B and C: placing a tile or an expansion, paying for it, surrounding decorations."""

from azulejo.games.contract import Codes
from azulejo.games.garden.components import (
    AROUND,
    CENTRES,
    COLOUR_KINDS,
    DECORATION_REWARD,
    FIRST_PAVILION,
    MOST_TOUCHED,
    PATTERN_KINDS,
    PATTERNS,
    PER_SLOT,
    RING,
    SUPPLY_PRICE,
    TOUCHED,
)
from azulejo.games.garden.garden import (
    filled,
    free_slots,
    lonely_rings,
    lonely_spaces,
    plant,
    spaces_for,
)
from azulejo.games.garden.moves import BUY, FIRST_GIVE, FIRST_PLACE, FIRST_SPACE
from azulejo.games.garden.state import (
    BY_COLOUR,
    BY_PATTERN,
    FIRST_EXPANSION,
    JOKER,
    PAYMENT,
    SEVERAL,
    SPACE,
    SUPPLY,
    Player,
    State,
    next_turn,
)
from azulejo.games.garden.storage import from_least, give_up, pieces, remove, tile_room
from azulejo.games.garden.tiles import count
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.rule import rule, widen

# ---------------------------------------------------------------- choosing a piece


@rule
def legal_pieces(state: State, player: Player, out: Codes, number: int) -> int:
    """Append the pieces that can be placed and paid for (20); return the number of codes now."""
    everywhere = lonely_spaces(player)
    stored = widen(player.tiles[0])
    while stored:
        kind = lowest_bit(stored)
        stored &= stored - 1
        if can_pay(player, kind) and (everywhere or spaces_for(player, kind)):
            out[number] = FIRST_PLACE + kind
            number += 1
    expansions = widen(player.expansions)
    if expansions:
        everywhere = lonely_rings(player)
    while expansions:
        kind = lowest_bit(expansions)
        expansions &= expansions - 1
        if can_pay(player, kind) and (everywhere or spaces_for(player, FIRST_EXPANSION + kind)):
            out[number] = FIRST_PLACE + FIRST_EXPANSION + kind
            number += 1
    if can_buy(state, player):
        out[number] = BUY
        number += 1
    return number


@rule
def can_pay(player: Player, kind: int) -> bool:
    """Return whether the storage holds a payment for a hex of this kind (6)."""
    needed = kind % PATTERNS - widen(player.jokers)
    if needed <= 0:
        return True
    others = ~(1 << kind)
    return (
        pieces(player, widen(COLOUR_KINDS[kind // PATTERNS]) & others) >= needed
        or pieces(player, widen(PATTERN_KINDS[kind % PATTERNS]) & others) >= needed
    )


@rule
def can_buy(state: State, player: Player) -> bool:
    """Return whether a blank expansion can be had from the supply (10)."""
    return state.supply > 0 and player.score >= SUPPLY_PRICE and free_slots(player) != 0


@rule
def begin_placing(state: State, piece: int) -> None:
    """Choose the piece; its space too, if there is only one."""
    state.piece = piece
    state.phase = SPACE
    space = only_space(state)
    if space != SEVERAL:
        place_on(state, space)


@rule
def only_space(state: State) -> int:
    """Return the one space for the chosen piece, or SEVERAL."""
    spaces = spaces_for(state.players[state.turn], widen(state.piece))
    return lowest_bit(spaces) if bit_count(spaces) == 1 else SEVERAL


# ---------------------------------------------------------------- choosing a space


@rule
def legal_spaces(state: State, out: Codes) -> int:
    """Write the spaces for the chosen piece; return their number."""
    spaces = spaces_for(state.players[state.turn], widen(state.piece))
    number = 0
    while spaces:
        out[number] = FIRST_SPACE + lowest_bit(spaces) - 1
        number += 1
        spaces &= spaces - 1
    return number


@rule
def place_on(state: State, space: int) -> None:
    """Put the chosen piece into the garden; its payment follows."""
    if state.piece == SUPPLY:
        _lay_supply(state, space)
        next_turn(state)
    else:
        put_on(state, space)
        pay_what_needs_no_choice(state)


@rule
def _lay_supply(state: State, space: int) -> None:
    """Lay a blank expansion for its price in points (10)."""
    player = state.players[state.turn]
    player.score -= SUPPLY_PRICE
    state.supply -= 1
    lay_blank(player, space // PER_SLOT)


@rule
def put_on(state: State, space: int) -> None:
    """Move the chosen piece from the storage to the garden; it is to be paid for."""
    player = state.players[state.turn]
    piece = widen(state.piece)
    remove(player, piece)
    if piece >= FIRST_EXPANSION:
        lay_face(player, piece - FIRST_EXPANSION, space)
    else:
        plant(player, piece, space)
    state.space = space
    state.owed = cost(piece) - 1  # the placed hex counts as one (6)
    state.phase = PAYMENT


@rule
def lay_blank(player: Player, slot: int) -> None:
    """Lay an expansion blank side up: seven spaces, no pavilion."""
    spaces = widen(RING[slot]) | 1 << (PER_SLOT * slot)
    player.built |= spaces
    player.vacant |= spaces


@rule
def lay_face(player: Player, kind: int, space: int) -> None:
    """Lay an expansion face up, turned so that its printed hex comes to lie on the space."""
    spaces = widen(RING[space // PER_SLOT])
    player.built |= spaces
    player.vacant |= spaces
    player.printed |= 1 << space
    plant(player, kind, space)


# ---------------------------------------------------------------- paying


@rule
def cost(piece: int) -> int:
    """Return the cost of a tile or expansion: the value of its pattern."""
    return piece % PATTERNS + 1


@rule
def pay_what_needs_no_choice(state: State) -> None:
    """Go on paying until there is a choice of pieces or nothing owed."""
    while state.owed:
        piece = only_payment(state)
        if piece == SEVERAL:
            return
        pay(state, piece)
    player = state.players[state.turn]
    player.jokers += earned_jokers(player, widen(state.space))
    next_turn(state)


@rule
def only_payment(state: State) -> int:
    """Return the one piece that may be paid next, or SEVERAL."""
    tiles, expansions, joker = payable(state)
    if bit_count(tiles) + bit_count(expansions) + joker > 1:
        return SEVERAL
    if tiles:
        return lowest_bit(tiles)
    return FIRST_EXPANSION + lowest_bit(expansions) if expansions else JOKER


@rule
def payable(state: State) -> tuple[int, int, int]:
    """Return the tiles, expansions and jokers (0 or 1) that may be paid next.

    Pieces are paid in their order, so a piece may come next only if enough of what may
    follow it is left: so every payment is offered once and none leads nowhere.
    """
    player = state.players[state.turn]
    kind = widen(state.piece) % FIRST_EXPANSION
    same_colour = widen(COLOUR_KINDS[kind // PATTERNS]) & ~(1 << kind)
    same_pattern = widen(PATTERN_KINDS[kind % PATTERNS]) & ~(1 << kind)
    colour_tiles, colour_expansions = 0, 0
    pattern_tiles, pattern_expansions = 0, 0
    if state.pays_by != BY_PATTERN:
        colour_tiles, colour_expansions = _enough_left(state, player, same_colour)
    if state.pays_by != BY_COLOUR:
        pattern_tiles, pattern_expansions = _enough_left(state, player, same_pattern)
    joker = widen(player.jokers >= state.owed)
    return colour_tiles | pattern_tiles, colour_expansions | pattern_expansions, joker


@rule
def _enough_left(state: State, player: Player, kinds: int) -> tuple[int, int]:
    """Return those of the kinds, as tiles and as expansions, after which the rest can be paid."""
    tile_kinds, expansion_kinds = from_least(state)
    tiles_left = widen(player.tiles[0]) & kinds & tile_kinds
    expansions_left = widen(player.expansions) & kinds & expansion_kinds
    left = count(player.tiles, tiles_left) + bit_count(expansions_left) + widen(player.jokers)
    owed = widen(state.owed)
    tiles = 0
    while tiles_left and left >= owed:
        first = tiles_left & -tiles_left
        tiles |= first
        tiles_left ^= first
        left -= count(player.tiles, first)
    expansions = 0
    while expansions_left and left >= owed:
        first = expansions_left & -expansions_left
        expansions |= first
        expansions_left ^= first
        left -= 1
    return tiles, expansions


@rule
def legal_payments(state: State, out: Codes) -> int:
    """Write the pieces that may be paid next; return their number."""
    tiles, expansions, joker = payable(state)
    number = 0
    while tiles:
        out[number] = FIRST_GIVE + lowest_bit(tiles)
        number += 1
        tiles &= tiles - 1
    while expansions:
        out[number] = FIRST_GIVE + FIRST_EXPANSION + lowest_bit(expansions)
        number += 1
        expansions &= expansions - 1
    if joker:
        out[number] = FIRST_GIVE + JOKER
        number += 1
    return number


@rule
def pay(state: State, piece: int) -> None:
    """Pay one piece; the first that is no joker decides between colour and pattern (6)."""
    give_up(state, state.players[state.turn], piece)
    state.owed -= 1
    state.least = piece
    if piece != JOKER:
        same_colour = piece % FIRST_EXPANSION // PATTERNS == widen(state.piece) % FIRST_EXPANSION // PATTERNS
        state.pays_by = BY_COLOUR if same_colour else BY_PATTERN


# ---------------------------------------------------------------- surrounding decorations


@rule
def earned_jokers(player: Player, space: int) -> int:
    """Return the jokers for decorations surrounded by the hex just paid, as far as they fit (11)."""
    return min(reward(player, space), tile_room(player))


@rule
def reward(player: Player, space: int) -> int:
    """Return the jokers for the decorations whose last open space this was (11)."""
    jokers = 0
    hexes = filled(player)
    for touched in range(MOST_TOUCHED):
        decoration = widen(TOUCHED[space, touched])
        if decoration < 0:
            break
        around = widen(AROUND[decoration])
        if hexes & around == around and has_decoration(player, decoration):
            jokers += widen(DECORATION_REWARD[decoration])
    return jokers


@rule
def has_decoration(player: Player, decoration: int) -> bool:
    """Return whether a decoration is there: a pavilion is not where the expansion lies blank side up."""
    if decoration < FIRST_PAVILION:
        return True
    centre = 1 << (PER_SLOT * (decoration - FIRST_PAVILION + 1))
    return widen(player.built) & CENTRES & centre == 0
