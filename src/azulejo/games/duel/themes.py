"""What a review may say of two ways to go on: points, broken tiles, tablets, the dome, chips, the start, the other."""

from collections.abc import Sequence

from azulejo.games import themes as lines
from azulejo.games.contract import Theme
from azulejo.games.duel.board import board
from azulejo.games.duel.state import State
from azulejo.texts import Message, message

WEIGHTS = {
    "points": 1.0,
    "floor": 0.99,
    "deny": 0.9,
    "tablet": 1.2,
    "special": 3.0,
    "structure": 2.0,
    "chip": 1.5,
    "marker": 1.5,
    "lines": 0.4,
}
"""What is counted, and what one of it is worth."""


def themes(state: State, seat: int, played: Sequence[int], best: Sequence[int]) -> list[Theme]:
    """Return what is better for a seat about the second line."""
    return lines.better(WEIGHTS, _counts(state, seat, played), _counts(state, seat, best), _said)


def _said(name: str, count: int) -> Message:
    return message(f"duel.theme.{name}", count=count)


def _counts(state: State, seat: int, line: Sequence[int]) -> dict[str, int]:
    """Return what a line comes to for a seat, as if the round were scored where it ends."""
    end = board(lines.after(state, line), seat)
    player, other = end.players[seat], end.players[1 - seat]
    return {
        "points": player.if_scored,
        "floor": -player.loss,
        "deny": -other.if_scored,
        "tablet": sum(tablet.progress[seat].points for tablet in end.tablets),
        "special": sum(row.count("S") for row in player.tiles),
        "structure": sum(plate is not None for plate in player.plates),
        "chip": len(player.chips),
        "marker": int(end.starting_tile == seat),
        "lines": sum(line.count for line in player.lines),
    }
