"""The rules of Queen's Garden, in the order of the book.

The set-up is in setup.py; then the players' actions (acquiring in acquisition.py, placing in placing.py, passing
here), scoring, the next round, the end. What comes by chance is in dealing.py. Numbers in comments are rulings of
docs/rules/garden.md.
"""

from azulejo.games.contract import CHANCE, OVER, Codes, Numbers
from azulejo.games.garden import tiles
from azulejo.games.garden.acquisition import (
    begin_taking,
    legal_copies,
    legal_takes,
    take_copy,
    take_what_needs_no_choice,
)
from azulejo.games.garden.components import (
    COLOURS,
    FIRST_PASS_LOSS,
    PATTERNS,
    ROUNDS,
    TOP_TILES,
)
from azulejo.games.garden.moves import DONE, FIRST_COPY, FIRST_GIVE, FIRST_PLACE, FIRST_SPACE, PASS
from azulejo.games.garden.placing import (
    begin_placing,
    cost,
    legal_payments,
    legal_pieces,
    legal_spaces,
    pay,
    pay_what_needs_no_choice,
    place_on,
)
from azulejo.games.garden.scoring import final_score, wheel_points, winners
from azulejo.games.garden.setup import begin_round, clear_display
from azulejo.games.garden.state import (
    COPY,
    DISCARD,
    END,
    FACE,
    FIRST_EXPANSION,
    GONE,
    IN_DISPLAY,
    NO_TILE,
    PAYMENT,
    PLACES,
    REFILL,
    SPACE,
    SUPPLY,
    TURN,
    State,
    next_turn,
)
from azulejo.games.garden.storage import from_least, give_up
from azulejo.kernel.bits import lowest_bit
from azulejo.kernel.rule import rule, widen


@rule
def to_move(state: State) -> int:
    """Return the seat to decide, CHANCE before a draw, or OVER."""
    if state.phase == REFILL or state.phase == FACE:
        return CHANCE
    if state.phase == END:
        return OVER
    return widen(state.turn)


@rule
def legal_moves(state: State, out: Codes) -> int:
    """Write the codes of the legal moves, ascending, and return their number."""
    if state.phase == TURN:
        return _legal_actions(state, out)
    if state.phase == COPY:
        return legal_copies(state, out)
    if state.phase == SPACE:
        return legal_spaces(state, out)
    if state.phase == PAYMENT:
        return legal_payments(state, out)
    if state.phase == DISCARD:
        return _legal_discards(state, out)
    return 0


@rule
def apply(state: State, move: int) -> None:
    """Play one legal move, and everything that follows from it without a decision or a draw."""
    decide(state, widen(move))  # wide, so that it is compiled once and not for every width of codes
    if everybody_passed(state):
        score_round(state)
        if state.round_number < ROUNDS:
            _prepare_next_round(state)
        else:
            _end_game(state)


@rule
def everybody_passed(state: State) -> bool:
    """Return whether the round ends."""
    return state.passed == (1 << widen(state.seats)) - 1


@rule
def decide(state: State, move: int) -> None:
    """Do what the move itself says, up to the end of the turn."""
    if move < FIRST_COPY:
        begin_taking(state, move)
        take_what_needs_no_choice(state)
    elif move < FIRST_PLACE:
        take_copy(state, move - FIRST_COPY)
        take_what_needs_no_choice(state)
    elif move < PASS:
        piece = move - FIRST_PLACE
        begin_placing(state, piece if piece < 2 * FIRST_EXPANSION else SUPPLY)
    elif move == PASS:
        state.phase = DISCARD
        _pass_if_nothing_to_discard(state)
    elif move < FIRST_GIVE:
        place_on(state, move - FIRST_SPACE + 1)
    elif move == DONE:
        _pass(state)
    elif state.phase == PAYMENT:
        pay(state, move - FIRST_GIVE)
        pay_what_needs_no_choice(state)
    else:
        discard(state, move - FIRST_GIVE)
        _pass_if_nothing_to_discard(state)


# ---------------------------------------------------------------- phase 1: the players' actions


@rule
def _legal_actions(state: State, out: Codes) -> int:
    """Write the first choices of a turn: take, place, buy, pass."""
    player = state.players[state.turn]
    number = legal_takes(state, player, out)
    number = legal_pieces(state, player, out, number)
    out[number] = PASS
    return number + 1


# ---------------------------------------------------------------- D. passing


@rule
def discardable(state: State) -> tuple[int, int]:
    """Return the tiles and expansions that may be discarded next, in order, and can be paid for (12)."""
    player = state.players[state.turn]
    tile_kinds, expansion_kinds = from_least(state)
    affordable = _kinds_up_to(widen(player.score))
    return widen(player.tiles[0]) & tile_kinds & affordable, widen(player.expansions) & expansion_kinds & affordable


@rule
def _kinds_up_to(value: int) -> int:
    """Return the kinds whose pattern has at most this value."""
    patterns = (1 << min(value, PATTERNS)) - 1
    kinds = 0
    for colour in range(COLOURS):
        kinds |= patterns << (PATTERNS * colour)
    return kinds


@rule
def _legal_discards(state: State, out: Codes) -> int:
    stored, expansions = discardable(state)
    number = 0
    while stored:
        out[number] = FIRST_GIVE + lowest_bit(stored)
        number += 1
        stored &= stored - 1
    while expansions:
        out[number] = FIRST_GIVE + FIRST_EXPANSION + lowest_bit(expansions)
        number += 1
        expansions &= expansions - 1
    out[number] = DONE
    return number + 1


@rule
def discard(state: State, piece: int) -> None:
    """Discard a stored hex for its value in points (12)."""
    player = state.players[state.turn]
    player.score -= cost(piece)
    give_up(state, player, piece)
    state.least = piece


@rule
def _pass_if_nothing_to_discard(state: State) -> None:
    if not can_discard(state):
        _pass(state)


@rule
def can_discard(state: State) -> bool:
    """Return whether anything may be discarded next."""
    stored, expansions = discardable(state)
    return stored | expansions != 0


@rule
def _pass(state: State) -> None:
    """Be out for the round; the first to pass takes the marker and loses a point, never below 0 (12, 13)."""
    if state.marker == IN_DISPLAY:
        player = state.players[state.turn]
        state.marker = state.turn
        player.score = max(0, widen(player.score) - FIRST_PASS_LOSS)
    state.passed |= 1 << widen(state.turn)
    next_turn(state)


# ---------------------------------------------------------------- phase 2: scoring


@rule
def score_round(state: State) -> None:
    """Score every garden by the wheel (14)."""
    for seat in range(state.seats):
        player = state.players[seat]
        player.score += wheel_points(state, player, widen(state.round_number))


# ---------------------------------------------------------------- phase 3: the next round, or the end


@rule
def _prepare_next_round(state: State) -> None:
    """Clear the display; the holder of the marker starts (14)."""
    state.supply += expansions_in_display(state)
    for place in range(PLACES):
        for tile in range(TOP_TILES):
            if state.tiles_on[place, tile] != NO_TILE:
                tiles.add(state.tower, widen(state.tiles_on[place, tile]))
    clear_display(state)
    state.start = state.marker
    state.turn = state.marker
    state.marker = IN_DISPLAY
    state.passed = 0
    begin_round(state)


@rule
def expansions_in_display(state: State) -> int:
    """Return how many expansions lie in the display, the stack's included."""
    number = widen(state.stack)
    for place in range(PLACES):
        if state.faces[place] != GONE:
            number += 1
    return number


@rule
def _end_game(state: State) -> None:
    for seat in range(state.seats):
        player = state.players[seat]
        player.score = final_score(state, player)
    state.phase = END


@rule
def outcome(state: State, playing: int, scores: Numbers) -> int:
    """Write every seat's points and return the winners among the seats playing."""
    for seat in range(state.seats):
        scores[seat] = state.players[seat].score
    return winners(state, playing)
