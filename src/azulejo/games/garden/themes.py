"""What a review may say of two ways to go on: points, groups, structures, jokers, payments, the marker, the others."""

from collections.abc import Sequence

from azulejo.games import themes as lines
from azulejo.games.contract import Theme
from azulejo.games.garden.board import board
from azulejo.games.garden.state import State
from azulejo.texts import Message, message

WEIGHTS = {
    "points": 1.0,
    "deny": 0.9,
    "group": 1.0,
    "structure": 3.0,
    "joker": 1.5,
    "payment": 0.8,
    "hexes": 1.0,
    "marker": 1.5,
}
"""What is counted, and what one of it is worth."""
AROUND = 6
"""Spaces around a decoration."""


def themes(state: State, seat: int, played: Sequence[int], best: Sequence[int]) -> list[Theme]:
    """Return what is better for a seat about the second line."""
    others = "deny" if state.seats == 2 else "deny_best"

    def say(name: str, count: int) -> Message:
        return message(f"garden.theme.{others if name == 'deny' else name}", count=count)

    return lines.better(WEIGHTS, _counts(state, seat, played), _counts(state, seat, best), say)


def _counts(state: State, seat: int, line: Sequence[int]) -> dict[str, int]:
    """Return what a line comes to for a seat, as if the round were scored where it ends."""
    end = board(lines.after(state, line), seat)
    player = end.players[seat]
    return {
        "points": player.if_scored,
        "deny": -max(one.if_scored for one in end.players if one is not player),
        "group": sum(group.points for group in player.groups),
        "structure": player.surrounded.count(AROUND),
        "joker": player.jokers,
        "payment": len(player.storage),
        "hexes": len(player.hexes),
        "marker": int(end.marker == seat),
    }
