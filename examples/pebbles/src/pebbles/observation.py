"""A position as numbers for learners.

| numbers | meaning |
|---|---|
| 0 | whether it is the seat's turn |
| 1 | pebbles on the pile, of 20 |
| 2 | rounds begun, of 2 |
| 3 | the own card, of 4 |
| 4 to 6 | for the seat itself, then for each other in the order of play: is there, points of 20, has a card |
"""

from azulejo.games.contract import Floats
from azulejo.kernel.rule import rule, widen
from pebbles.components import CARDS, MAX_SEATS, MOST_IN_HANDFUL, ROUNDS
from pebbles.state import NO_CARD, TAKING, State

TABLE_NUMBERS = 4
PLAYER_NUMBERS = 3
OBSERVATION = TABLE_NUMBERS + MAX_SEATS * PLAYER_NUMBERS

MOST_PEBBLES = MAX_SEATS * MOST_IN_HANDFUL
SCORE_SCALE = 20


@rule
def observe(state: State, seat: int, out: Floats) -> None:
    """Write what a seat sees; the others' cards are not in it."""
    out[:] = 0
    out[0] = state.phase == TAKING and state.turn == seat
    out[1] = state.pile / MOST_PEBBLES
    out[2] = state.round_number / ROUNDS
    out[3] = state.players[seat].card / CARDS
    for place in range(widen(state.seats)):
        player = state.players[(seat + place) % widen(state.seats)]
        at = TABLE_NUMBERS + place * PLAYER_NUMBERS
        out[at] = 1
        out[at + 1] = player.score / SCORE_SCALE
        out[at + 2] = player.card != NO_CARD
