"""What a legal move does, as data: points, what goes where, the story of a scoring; and a move to suggest."""

from collections.abc import Sequence
from dataclasses import dataclass

from azulejo.games import contract
from azulejo.games.contract import Place, Preview, Step, Transfer
from pebbles.components import MOST_TAKEN, ROUNDS
from pebbles.moves import Take, code_of, parts
from pebbles.rules import points
from pebbles.state import CARDS_DUE, State

PEBBLE, CARD = "pebble", "card"
"""The pieces."""

PLACE_KINDS = {
    "pile": "the pebbles that can be taken",
    "hoard": "of a seat: the pebbles it has taken",
    "deck": "the cards that nobody has",
    "hand": "of a seat: its card",
    "played": "the cards that were played",
    "bag": "the pebbles that are not in the game yet",
}
"""The kinds of places that pieces go between."""


@dataclass(frozen=True, slots=True)
class Effect(contract.Effect):
    """What a move does by itself."""

    points: int
    left: int
    """Pebbles on the pile after it."""


def effect(state: State, code: int) -> Effect:
    """Return what a legal move does by itself."""
    move = parts(code)
    return Effect(int(points(code)), int(state.pile) - (move.count if isinstance(move, Take) else 0))


def transfers(state: State, code: int) -> list[Transfer]:
    """Return the pieces that a legal move moves."""
    move, seat = parts(code), int(state.turn)
    if isinstance(move, Take):
        return [Transfer(PEBBLE, move.count, Place("pile"), Place("hoard", seat=seat))]
    return [Transfer(CARD, 1, Place("hand", seat=seat), Place("played"))]


def draw_transfers(state: State, drawn: Sequence[int]) -> list[Transfer]:
    """Return how a card goes to its owner, or pebbles to the pile."""
    if state.phase == CARDS_DUE:
        return [Transfer(CARD, 1, Place("deck"), Place("hand", seat=int(state.turn)))]
    return [Transfer(PEBBLE, sum(drawn), Place("bag"), Place("pile"))]


def preview(state: State, code: int) -> Preview:
    """Return what a legal move does, as a board shows it before the move is made."""
    done = effect(state, code)
    ends_round = done.left == 0
    return Preview(done.points, ends_round=ends_round, ends_game=ends_round and int(state.round_number) == ROUNDS)


def scoring_steps(state: State, code: int) -> list[Step]:
    """Return the story of the points: here it is one step, of the kind of the move."""
    seat, scored = int(state.turn), effect(state, code).points
    total = int(state.players[seat].score) + scored
    return [Step(parts(code).kind, seat, scored, total, values={"count": scored})]


def suggest(state: State) -> int:
    """Return a sensible move: as many pebbles as possible."""
    return code_of(Take(min(int(state.pile), MOST_TAKEN)))
