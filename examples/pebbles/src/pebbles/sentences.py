"""A move and a draw as sentences, and why a move is not legal."""

from collections.abc import Sequence

from azulejo.texts import Message, message
from pebbles.moves import Take, parts
from pebbles.state import CARDS_DUE, END, TAKING, State


def describe(state: State, code: int) -> Message:
    """Return a sentence for a legal move."""
    move = parts(code)
    if isinstance(move, Take):
        return message("pebbles.describe.take", count=move.count)
    return message("pebbles.describe.play", card=move.card)


def describe_draw(state: State, drawn: Sequence[int]) -> Message:
    """Return a sentence for a draw."""
    if state.phase == CARDS_DUE:
        return message("pebbles.describe.card", card=drawn[0])
    return message("pebbles.describe.pour", count=sum(drawn))


def why_not(state: State, code: int) -> Message | None:
    """Return why a move is not legal now, or None if it is."""
    move = parts(code)
    if state.phase == END:
        return message("errors.game_over")
    if state.phase != TAKING:
        return message("errors.draw_due")
    if isinstance(move, Take):
        return message("pebbles.why.pile", count=int(state.pile)) if move.count > state.pile else None
    return message("pebbles.why.card", card=move.card) if move.card != state.players[state.turn].card else None
