"""What must hold in every position of Azul Duel, and what can be wrong with a typed one."""

from enum import IntFlag, auto

from azulejo.games import tiles
from azulejo.games.duel import chips, pile
from azulejo.games.duel.acquisition import acquisition_is_over, open_destinations
from azulejo.games.duel.components import (
    BROKEN_SPACES,
    CHIP_KINDS,
    CHIPS,
    CHIPS_PER_KIND,
    CHIPS_PER_ROUND,
    COLOURS,
    DISPLAY_PLATES,
    FACTORIES,
    FEW_TABLETS,
    JOKER_SPACE,
    LARGE,
    LARGE_MOON_SPACES,
    LARGE_TILES,
    LINES,
    MAX_SEATS,
    PLATE_CORNER,
    PLATE_MASK,
    PLATE_SPACES,
    PLATES,
    ROUNDS,
    SIDE_B,
    SMALL_FACTORIES,
    SMALL_TILES,
    SPACE_KINDS,
    SPECIAL_SPACE,
    SPECIAL_TILES,
    STACK_HEIGHT,
    TABLETS,
    TILES_PER_COLOUR,
    TOKENS,
    TURNS,
    UNUSED,
)
from azulejo.games.duel.dealing import plates_due
from azulejo.games.duel.preparation import emptied_factories
from azulejo.games.duel.scoring import broken_count, plate_cells
from azulejo.games.duel.state import (
    ACTION,
    CHIPS_DUE,
    CHOOSE,
    DISPLAY_DUE,
    DRAWING,
    END,
    HIDDEN_CHIP,
    KEEP,
    KEPT_DUE,
    LAY,
    LINE,
    LOOK_DUE,
    MOST_DRAWN,
    NO_CHIP,
    NO_COLOUR,
    NO_PLATE,
    ON_FACTORY,
    PAY,
    PLACE,
    RETURN,
    SOME_PLATE,
    STACK,
    TABLETS_DUE,
    TILES_DUE,
    TILING,
    TOP_DUE,
    Player,
    State,
    round_played,
)
from azulejo.games.duel.tiling import may_stop_paying, open_columns, payments, row_has_all_plates
from azulejo.games.duel.title import RANDOM, RANDOM_FOUR
from azulejo.kernel.bits import bit_count
from azulejo.kernel.rule import rule, widen


class Status(IntFlag):
    """What is wrong with a position; texts are ``duel.status.<flag>``."""

    VALID = 0
    TILES = auto()
    """Not 13 tiles of every colour."""
    SPECIAL_TILES = auto()
    """Not nine special tiles."""
    PLATES = auto()
    """A plate missing or twice, or a pile that cannot lie like that."""
    CHIPS = auto()
    """Not two chips of every kind, or a wrong number still face down."""
    FACTORIES = auto()
    """Too many tiles on a factory, a moon beside a full sun, a chip that should or should not lie open."""
    STARTING_TILE = auto()
    """The starting player tile away from the large factory before that was touched, or between rounds."""
    LINES = auto()
    """Too many tiles on a pattern line."""
    DOME = auto()
    """A tile on a space of another colour, or a special tile too early or too late."""
    BROKEN = auto()
    """More than four broken tiles."""
    NOT_CLEARED = auto()
    """Broken tiles, or a line that should have been laid or broken, between two rounds."""
    SCORE = auto()
    """Fewer than 0 points."""
    TOKENS = auto()
    """Plates on a dome that do not fit the round and the tokens used."""
    CHIPS_TAKEN = auto()
    """Chips in a storage that do not fit the round."""
    TABLETS = auto()
    """Fewer than three scoring tablets."""
    TURN = auto()
    """A seat, round or line out of range, or somebody asked to choose without a choice."""
    MASKS = auto()
    """The bits kept for speed disagree with what they stand for."""


F_TILES, F_SPECIAL_TILES, F_PLATES = int(Status.TILES), int(Status.SPECIAL_TILES), int(Status.PLATES)
F_CHIPS, F_FACTORIES, F_STARTING_TILE = int(Status.CHIPS), int(Status.FACTORIES), int(Status.STARTING_TILE)
F_LINES, F_DOME, F_BROKEN, F_NOT_CLEARED = (
    int(Status.LINES),
    int(Status.DOME),
    int(Status.BROKEN),
    int(Status.NOT_CLEARED),
)
F_SCORE, F_TOKENS, F_CHIPS_TAKEN = int(Status.SCORE), int(Status.TOKENS), int(Status.CHIPS_TAKEN)
F_TABLETS, F_TURN, F_MASKS = int(Status.TABLETS), int(Status.TURN), int(Status.MASKS)


def status(state: State) -> Status:
    """Return what is wrong with a position typed by hand."""
    return Status(broken(state))


@rule
def broken(state: State) -> int:
    """Return what does not hold, as bits of Status."""
    if _out_of_range(state):
        return F_TURN
    problems = _tile_problems(state) | _factory_problems(state) | _chip_problems(state) | _plate_problems(state)
    for seat in range(MAX_SEATS):
        player = state.players[seat]
        problems |= _line_problems(player) | _dome_problems(player) | _progress_problems(state, seat)
        if player.score < 0:
            problems |= F_SCORE
    problems |= _tablet_problems(state) | _clearing_problems(state)
    if problems == 0 and not _phase_fits(state):
        problems |= F_TURN
    return problems


@rule
def _out_of_range(state: State) -> bool:
    return not (
        TABLETS_DUE <= state.phase <= END
        and 0 <= state.turn < MAX_SEATS
        and 0 <= state.start < MAX_SEATS
        and ON_FACTORY <= state.starting_tile < MAX_SEATS
        and 0 <= state.tiling_row <= LINES
        and 0 <= state.setup_plates <= MAX_SEATS
        and 0 <= state.round_number <= ROUNDS
        and round_played(state) <= ROUNDS
        and (state.setup_plates == 0 or round_played(state) == 1)
        and NO_PLATE <= state.placing <= SOME_PLATE
        and 0 <= state.pile_size <= PLATES
        and 0 <= state.drawn_count <= MOST_DRAWN
        and 0 <= state.stacking <= SMALL_FACTORIES
        and (state.picked_count > 0) == (NO_COLOUR < state.picked_colour < COLOURS)
    )


# ---------------------------------------------------------------- tiles


@rule
def tiles_of(state: State, colour: int) -> int:
    """Return how many tiles of a colour are anywhere."""
    found = tiles.count(widen(state.bag), colour) + tiles.count(widen(state.tower), colour)
    found += tiles.count(widen(state.large_moon), colour)
    for factory in range(FACTORIES):
        found += tiles.count(widen(state.suns[factory]), colour)
    for moon in range(SMALL_FACTORIES):
        for place in range(min(STACK_HEIGHT, widen(state.heights[moon]))):
            found += state.moons[moon, place] == colour
    if state.picked_colour == colour:
        found += widen(state.picked_count)
    for seat in range(MAX_SEATS):
        player = state.players[seat]
        found += widen(player.broken_tiles[colour]) + bit_count(widen(player.tiles_of[colour]))
        for row in range(LINES):
            if player.line_colour[row] == colour:
                found += widen(player.line_count[row])
    return found


@rule
def _tile_problems(state: State) -> int:
    problems = 0
    for colour in range(COLOURS):
        if tiles_of(state, colour) != TILES_PER_COLOUR:
            problems |= F_TILES
    special_tiles = widen(state.special_tiles)
    for seat in range(MAX_SEATS):
        player = state.players[seat]
        special_tiles += bit_count(widen(player.spaces[SPECIAL_SPACE]) & widen(player.filled))
    if special_tiles != SPECIAL_TILES:
        problems |= F_SPECIAL_TILES
    return problems


@rule
def _factory_problems(state: State) -> int:
    problems = 0
    for factory in range(FACTORIES):
        sun = widen(state.suns[factory])
        if tiles.total(sun) > (LARGE_TILES if factory == LARGE else SMALL_TILES):
            problems |= F_FACTORIES
        offered = 0 if factory == state.stacking and factory != LARGE else tiles.present(sun)
        if (widen(state.offers) >> (factory * COLOURS)) & ((1 << COLOURS) - 1) != offered:
            problems |= F_MASKS
    for moon in range(SMALL_FACTORIES):
        problems |= _moon_problems(state, moon)
    large_moon = tiles.total(widen(state.large_moon))
    if large_moon > LARGE_MOON_SPACES or (large_moon and state.suns[LARGE] != 0):
        problems |= F_FACTORIES
    if state.starting_tile != ON_FACTORY and (state.suns[LARGE] != 0 or not state.factories_filled):
        problems |= F_STARTING_TILE
    return problems


@rule
def _moon_problems(state: State, moon: int) -> int:
    """Return what is wrong with a small moon: its stack, and the chip under it."""
    height, chip, sun = widen(state.heights[moon]), widen(state.chips_on[moon]), widen(state.suns[moon + 1])
    if not 0 <= height <= STACK_HEIGHT or not NO_CHIP <= chip <= HIDDEN_CHIP or (height and sun):
        return F_FACTORIES
    for place in range(STACK_HEIGHT):
        if (place < height) != (NO_COLOUR < state.moons[moon, place] < COLOURS):
            return F_MASKS
    is_empty = height == 0 and sun == 0
    if not is_empty and chip != HIDDEN_CHIP:
        return F_FACTORIES
    if is_empty and chip == HIDDEN_CHIP and state.phase != CHIPS_DUE:
        return F_FACTORIES
    return 0


# ---------------------------------------------------------------- chips


@rule
def _chip_problems(state: State) -> int:
    problems = 0
    for kind in range(CHIP_KINDS):
        found = chips.count(widen(state.unseen_chips), kind)
        for moon in range(SMALL_FACTORIES):
            found += state.chips_on[moon] == kind
        for seat in range(MAX_SEATS):
            player = state.players[seat]
            found += chips.count(widen(player.chips), kind) + chips.count(widen(player.used_chips), kind)
        if found != CHIPS_PER_KIND:
            problems |= F_CHIPS
    hidden = 0
    on_factories = 0
    for moon in range(SMALL_FACTORIES):
        hidden += state.chips_on[moon] == HIDDEN_CHIP
        on_factories += state.chips_on[moon] != NO_CHIP
    if chips.total(widen(state.unseen_chips)) != CHIPS - SMALL_FACTORIES * state.round_number + hidden:
        problems |= F_CHIPS
    taken = state.players[0].chips_taken + state.players[1].chips_taken
    if on_factories != (SMALL_FACTORIES - taken if state.factories_filled else 0):
        problems |= F_CHIPS
    return problems


# ---------------------------------------------------------------- plates


@rule
def _plate_problems(state: State) -> int:
    """Return whether every plate is in one place, or unseen and there is a place for it."""
    seen = 0
    number = 0
    for place in range(DISPLAY_PLATES):
        seen, number = _note_plate(seen, number, widen(state.display[place]))
    for index in range(MOST_DRAWN):
        seen, number = _note_plate(seen, number, widen(state.drawn[index]))
    for place in range(PLATES):
        seen, number = _note_plate(seen, number, widen(state.pile[place]))
    seen, number = _note_plate(seen, number, widen(state.placing))
    for seat in range(MAX_SEATS):
        for space in range(PLATE_SPACES):
            if state.players[seat].plates[space] != NO_PLATE:
                seen, number = _note_plate(seen, number, widen(state.players[seat].plates[space]) // TURNS)
    unseen = widen(state.unseen_plates)
    if number != PLATES or seen & unseen or seen | unseen != (1 << PLATES) - 1:
        return F_PLATES
    specials, plates = pile.covered(state)
    if not 0 <= specials <= plates:
        return F_PLATES
    return _pile_problems(state)


@rule
def _note_plate(seen: int, number: int, plate: int) -> tuple[int, int]:
    """Return the plates seen and their number with one more; a plate met twice makes the number wrong."""
    if plate == NO_PLATE:
        return seen, number
    if not pile.is_definite(plate):
        return seen, number + 1
    return seen | 1 << plate, number + (PLATES if seen >> plate & 1 else 1)


@rule
def _pile_problems(state: State) -> int:
    """Return whether the pile lies as it must: returned plates below, covered ones above, a known back on top.

    A definite front has been seen by somebody; the other way round not, where it was redacted.
    """
    covered = False
    for place in range(PLATES):
        plate, known = widen(state.pile[place]), widen(state.pile_known[place])
        if (plate == NO_PLATE) != (place >= state.pile_size):
            return F_PLATES
        if pile.is_definite(plate) and known == 0:
            return F_PLATES
        if known and (covered or plate in (SOME_PLATE, NO_PLATE)):
            return F_PLATES
        is_top = place == state.pile_size - 1
        if plate != NO_PLATE and known == 0:
            covered = True
            if plate != SOME_PLATE and not is_top:
                return F_PLATES
        if is_top and plate == SOME_PLATE and state.phase not in (TABLETS_DUE, DISPLAY_DUE, TOP_DUE):
            return F_PLATES
    for index in range(MOST_DRAWN):
        plate, known = widen(state.drawn[index]), widen(state.drawn_known[index])
        if plate == SOME_PLATE or (plate == NO_PLATE and known) or (pile.is_definite(plate) and known == 0):
            return F_PLATES
        if plate != NO_PLATE and index >= state.drawn_count:
            return F_PLATES
    return 0


# ---------------------------------------------------------------- player boards


@rule
def _line_problems(player: Player) -> int:
    problems = 0
    for row in range(LINES):
        colour, held = widen(player.line_colour[row]), widen(player.line_count[row])
        if not 0 <= held <= row + 1 or (held > 0) != (NO_COLOUR < colour < COLOURS):
            problems |= F_LINES
    if broken_count(player) > BROKEN_SPACES:
        problems |= F_BROKEN
    return problems


@rule
def _dome_problems(player: Player) -> int:
    filled = widen(player.filled)
    tiled = 0
    for colour in range(COLOURS):
        cells = widen(player.tiles_of[colour])
        matching = widen(player.spaces[colour]) | widen(player.spaces[JOKER_SPACE])
        if cells & tiled or cells & ~matching:
            return F_DOME
        tiled |= cells
    if filled & ~tiled & ~widen(player.spaces[SPECIAL_SPACE]) or tiled & ~filled:
        return F_MASKS
    for kind in range(SPACE_KINDS):
        shown = 0
        for space in range(PLATE_SPACES):
            if player.plates[space] != NO_PLATE:
                plate, turn = widen(player.plates[space]) // TURNS, widen(player.plates[space]) % TURNS
                shown |= widen(PLATE_MASK[plate, turn, kind]) << widen(PLATE_CORNER[space])
        if shown != player.spaces[kind]:
            return F_MASKS
    for space in range(PLATE_SPACES):
        special = widen(player.spaces[SPECIAL_SPACE]) & plate_cells(space)
        others = plate_cells(space) & ~special
        if special and (filled & special != 0) != (filled & others == others):
            return F_DOME
    return 0


@rule
def _progress_problems(state: State, seat: int) -> int:
    """Return whether plates, tokens and chips of a player fit the round."""
    player = state.players[seat]
    problems = 0
    played = round_played(state)
    plates = 0
    for space in range(PLATE_SPACES):
        plates += player.plates[space] != NO_PLATE
    expected = 1 + TOKENS * min(played, ROUNDS - 1) - widen(player.tokens)
    if _is_to_choose(state, seat) or (state.setup_plates == 0 and seat == state.turn and _has_plate_in_hand(state)):
        expected -= 1
    if plates != expected or not 0 <= player.tokens <= (TOKENS if played < ROUNDS else 0):
        problems |= F_TOKENS
    if state.phase in (TILING, PAY, LAY, END) and player.tokens:
        problems |= F_TOKENS
    in_storage = chips.total(widen(player.chips)) + chips.total(widen(player.used_chips))
    if in_storage != CHIPS_PER_ROUND * (played - 1) + player.chips_taken:
        problems |= F_CHIPS_TAKEN
    if not 0 <= player.chips_taken <= CHIPS_PER_ROUND:
        problems |= F_CHIPS_TAKEN
    if _round_is_to_begin(state) and (player.chips_taken or plates != expected or player.passed):
        problems |= F_CHIPS_TAKEN
    if _round_is_to_begin(state) and player.tokens != (TOKENS if played < ROUNDS else 0):
        problems |= F_TOKENS
    return problems


@rule
def _is_to_choose(state: State, seat: int) -> bool:
    """Return whether a seat has still to choose its plate of the set-up; the starting player is last."""
    return state.setup_plates == MAX_SEATS or (state.setup_plates == 1 and seat == state.start)


@rule
def _has_plate_in_hand(state: State) -> bool:
    """Return whether the player whose turn it is has used a token and not yet placed the plate."""
    return state.phase in (TOP_DUE, LOOK_DUE, DRAWING, KEEP, KEPT_DUE, PLACE)


@rule
def _round_is_to_begin(state: State) -> bool:
    """Return whether nobody can have acted yet in the round."""
    return not state.factories_filled or state.setup_plates > 0 or state.phase == DISPLAY_DUE


@rule
def _clearing_problems(state: State) -> int:
    """Return what phase 2 should have cleared away by now."""
    for seat in range(MAX_SEATS):
        rows = 0
        if state.phase == END or not state.factories_filled:
            rows = LINES + 1
        elif state.phase in (PAY, LAY):
            rows = widen(state.tiling_row) if seat == state.turn else (LINES + 1) * (state.turn != state.start)
        if not _is_cleared(state.players[seat], rows):
            return F_NOT_CLEARED
    return 0


@rule
def _is_cleared(player: Player, rows: int) -> bool:
    """Return whether the first lines hold nothing that had to be laid or broken; after the last, no tile is broken."""
    left = 0
    for row in range(min(rows, LINES)):
        if player.line_count[row]:
            columns = open_columns(player, row)
            left += columns != 0 and player.line_count[row] == row + 1
            left += columns == 0 and row_has_all_plates(player, row)
    return left == 0 and (rows <= LINES or broken_count(player) == 0)


# ---------------------------------------------------------------- choices


@rule
def _tablet_problems(state: State) -> int:
    """Return whether three or four tablets lie there, or will be drawn."""
    used = 0
    for tablet in range(TABLETS):
        if not UNUSED <= state.tablets[tablet] <= SIDE_B:
            return F_TABLETS
        used += state.tablets[tablet] != UNUSED
    if state.phase == TABLETS_DUE:
        return F_TABLETS if used or state.tablet_choice not in (RANDOM, RANDOM_FOUR) else 0
    return F_TABLETS if used < FEW_TABLETS or state.tablet_choice else 0


@rule
def _phase_fits(state: State) -> bool:
    """Return whether the draw that is due can be made, or the player asked has something to decide."""
    if not _hand_fits(state) or not _plates_fit(state):
        return False
    if state.phase <= CHIPS_DUE or state.phase == CHOOSE or (state.phase == PLACE and state.setup_plates):
        return _preparation_fits(state)
    if state.setup_plates:
        return False
    if state.phase in (TILING, PAY, LAY, END):
        return acquisition_is_over(state) and _tiling_fits(state)
    return state.factories_filled != 0 and _acquisition_fits(state)


@rule
def _hand_fits(state: State) -> bool:
    """Return whether tiles are in hand and chips paid exactly while they can be."""
    phase = state.phase
    with_tiles = phase in (STACK, LINE) or (phase == CHIPS_DUE and state.picked_count > 0)
    return (
        (state.picked_count > 0) == with_tiles
        and (state.stacking != LARGE) == (phase == STACK)
        and (state.paid == 0 or phase in (PAY, LAY))
        and (state.tiling_row == 0 or phase in (PAY, LAY))
    )


@rule
def _plates_fit(state: State) -> bool:
    """Return whether plates are in hand exactly while they can be, and seen by the one who drew them."""
    phase, drawn, left = state.phase, widen(state.drawn_count), bit_count(pile.still_drawn(state))
    seen_by_drawer = 0
    for index in range(drawn):
        seen_by_drawer += widen(state.drawn_known[index]) >> widen(state.turn) & 1
    if (state.placing != NO_PLATE) != (phase in (KEPT_DUE, PLACE)):
        return False
    if (phase == KEPT_DUE) != (widen(state.placing_known) >> widen(state.turn) & 1):
        return False
    if (phase != KEPT_DUE and state.placing_known) or (phase == PLACE and not pile.is_definite(widen(state.placing))):
        return False
    if phase in (TOP_DUE, LOOK_DUE, DRAWING):
        return drawn > 0 and left == drawn and (phase == TOP_DUE) == pile.top_is_covered(state)
    if phase == KEEP:
        return drawn > 1 and left == drawn == seen_by_drawer
    if phase == KEPT_DUE:
        return drawn > 1 and left == drawn - 1 == seen_by_drawer
    if phase == PLACE and drawn:
        return state.setup_plates == 0 and drawn > 1 and left == drawn - 1 == seen_by_drawer
    if phase == RETURN:
        return 1 < left < drawn and left == seen_by_drawer
    return drawn == 0


@rule
def _preparation_fits(state: State) -> bool:
    """Return whether the table is as it must be at this point of the set-up, of phase 3 or of a chip's turning."""
    phase, setup_plates, first_round = state.phase, state.setup_plates, round_played(state) == 1
    if not state.factories_filled:
        is_empty = state.offers == 0 and state.large_moon == 0
        for moon in range(SMALL_FACTORIES):
            is_empty &= state.heights[moon] == 0
        if not is_empty or setup_plates != (MAX_SEATS if first_round else 0):
            return False
        if phase == TABLETS_DUE:
            return first_round and state.pile_size == PLATES
        if phase == DISPLAY_DUE:
            return plates_due(state) > 0
        return phase == TILES_DUE and plates_due(state) == 0
    if phase == DISPLAY_DUE:  # a plate of the set-up was taken
        return first_round and setup_plates < MAX_SEATS and plates_due(state) > 0 and not acquisition_is_over(state)
    if phase == CHIPS_DUE and state.picked_count == 0:
        return setup_plates != 1 and plates_due(state) == 0 and emptied_factories(state) != 0
    if phase == CHIPS_DUE:
        return setup_plates == 0 and emptied_factories(state) != 0
    chooser = widen(state.start) if setup_plates == 1 else 1 - widen(state.start)
    if phase == CHOOSE:
        return setup_plates > 0 and plates_due(state) == 0 and state.turn == chooser
    return phase == PLACE and plates_due(state) == 1 and state.turn == chooser


@rule
def _acquisition_fits(state: State) -> bool:
    """Return whether there is something to decide in phase 1; nobody is asked when there is one possibility only."""
    phase, player = state.phase, state.players[state.turn]
    if player.passed or not _pass_is_right(state):
        return False
    if phase == ACTION:
        return not acquisition_is_over(state)
    if phase == STACK:
        leftovers = widen(state.suns[state.stacking])
        return bit_count(tiles.present(leftovers)) > 1 and tiles.total(leftovers) <= STACK_HEIGHT
    if phase == LINE:
        return bit_count(open_destinations(state)) > 1
    if phase == DRAWING:
        return player.score > 0 and state.pile_size > 0
    return True


@rule
def _pass_is_right(state: State) -> bool:
    """Return whether a player who passed had nothing left to do."""
    other = state.players[1 - state.turn]
    if not other.passed:
        return True
    tiles_left = widen(state.offers != 0 or state.large_moon != 0 or state.picked_count > 0)
    for moon in range(SMALL_FACTORIES):
        tiles_left += widen(state.heights[moon])
    return tiles_left == 0 and other.tokens == 0 and other.chips_taken == CHIPS_PER_ROUND


@rule
def _tiling_fits(state: State) -> bool:
    """Return whether a player has to choose the space for a line, or may pay for one."""
    if state.phase == END:
        return state.round_number == ROUNDS
    row, player = widen(state.tiling_row), state.players[state.turn]
    if state.phase == TILING or row >= LINES or player.line_count[row] == 0:
        return False
    for kind in range(CHIP_KINDS):
        if chips.count(widen(state.paid), kind) > chips.count(widen(player.used_chips), kind):
            return False
    columns = bit_count(open_columns(player, row))
    is_complete = player.line_count[row] == row + 1
    if state.phase == LAY:
        return columns > 1 and is_complete == (state.paid == 0) and (is_complete or may_stop_paying(state))
    return columns > 0 and not is_complete and bit_count(payments(state)) > 1
