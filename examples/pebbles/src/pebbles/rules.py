"""The rules of Pebbles, in the order of the game: what compiled code runs."""

from collections.abc import Mapping
from typing import Any

from azulejo.games.contract import CHANCE, EVERYONE, OVER, Codes, Numbers, Pieces
from azulejo.kernel.chance import Stream, below
from azulejo.kernel.rule import rule, widen
from pebbles.components import CARDS, MOST_IN_HANDFUL, MOST_TAKEN, ROUNDS
from pebbles.moves import FIRST_CARD
from pebbles.state import CARDS_DUE, END, HIDDEN, NO_CARD, POUR_DUE, TAKING, State


@rule
def setup(state: State, seats: int, options: Numbers, start: int) -> None:
    """Lay out an empty table: the cards are to be dealt."""
    state.seats = seats
    state.start = start
    state.turn = start
    state.phase = CARDS_DUE


@rule
def to_move(state: State) -> int:
    """Return who is to decide: a player, chance or nobody."""
    if state.phase == END:
        return OVER
    return widen(state.turn) if state.phase == TAKING else CHANCE


@rule
def next_seat(state: State) -> int:
    """Return the seat after the one whose turn it is."""
    return (widen(state.turn) + 1) % widen(state.seats)


# ---------------------------------------------------------------- chance


@rule
def pieces_due(state: State) -> int:
    """Return how many pieces the draw that is due has: one card, or a handful for each player."""
    return 1 if state.phase == CARDS_DUE else widen(state.seats)


@rule
def deal(state: State, rng: Stream, drawn: Pieces) -> int:
    """Deal a card, or pour pebbles on the pile."""
    number, most = pieces_due(state), CARDS if state.phase == CARDS_DUE else MOST_IN_HANDFUL
    for place in range(number):
        drawn[place] = 1 + below(rng, most)
    deal_given(state, drawn, number)
    return number


@rule
def deal_given(state: State, drawn: Pieces, number: int) -> None:
    """Do the same with what is given."""
    if state.phase == CARDS_DUE:
        state.players[state.turn].card = drawn[0]
        state.turn = next_seat(state)
        if state.turn == state.start:
            state.phase = POUR_DUE
    else:
        for place in range(number):
            state.pile += drawn[place]
        state.round_number += 1
        state.phase = TAKING


# ---------------------------------------------------------------- a turn


@rule
def legal_moves(state: State, out: Codes) -> int:
    """Write the legal moves: 1 to 3 pebbles as far as there are so many, and the own card."""
    if state.phase != TAKING:
        return 0
    count = min(widen(state.pile), MOST_TAKEN)
    for code in range(count):
        out[code] = code
    card = widen(state.players[state.turn].card)
    if NO_CARD < card <= CARDS:
        out[count] = FIRST_CARD + card - 1
        count += 1
    return count


@rule
def apply(state: State, move: int) -> None:
    """Play a move; the round ends with the pile."""
    decide(state, move)
    state.turn = next_seat(state)
    if state.pile == 0:
        state.phase = END if state.round_number == ROUNDS else POUR_DUE


@rule
def decide(state: State, move: int) -> None:
    """Do what the move itself says: take pebbles, or play the card."""
    player = state.players[state.turn]
    if move < FIRST_CARD:
        state.pile -= move + 1
    else:
        player.card = NO_CARD
    player.score += points(move)


@rule
def points(move: int) -> int:
    """Return what a move gives at once: a point for each pebble, or those of the card."""
    return move + 1 if move < FIRST_CARD else move - FIRST_CARD + 1


# ---------------------------------------------------------------- the end


@rule
def winners(state: State, playing: int) -> int:
    """Return who has most points of those who play, a bit each: a victory can be shared."""
    best, leading = -1, 0
    for seat in range(widen(state.seats)):
        score = widen(state.players[seat].score)
        if playing >> seat & 1 and score > best:
            best, leading = score, 0
        if playing >> seat & 1 and score == best:
            leading |= 1 << seat
    return leading


@rule
def outcome(state: State, playing: int, scores: Numbers) -> int:
    """Write every seat's points and return the winners among the seats playing."""
    for seat in range(widen(state.seats)):
        scores[seat] = state.players[seat].score
    return winners(state, playing)


# ---------------------------------------------------------------- secrets


@rule
def redact(state: State, seat: int) -> None:
    """Cover the cards of the others."""
    for other in range(widen(state.seats)):
        if other != seat and state.players[other].card != NO_CARD:
            state.players[other].card = HIDDEN


@rule
def determinise(state: State, seat: int, rng: Stream) -> None:
    """Guess the cards of the others: each can be any."""
    for other in range(widen(state.seats)):
        if other != seat and state.players[other].card != NO_CARD:
            state.players[other].card = 1 + below(rng, CARDS)


def draw_audience(state: State) -> int:
    """Return who sees the draw that is due: a card its owner, pebbles everyone."""
    return int(state.turn) if state.phase == CARDS_DUE else EVERYONE


def redact_event(state: State, event: Mapping[str, Any], seat: int) -> Mapping[str, Any]:
    """Return the event without the card that is dealt to another."""
    if "draw" in event and draw_audience(state) not in (EVERYONE, seat):
        return {**event, "draw": None}
    return event
