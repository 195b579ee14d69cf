"""What a review may say of two ways to go on: points, the floor, the marker, rows, columns and colours, the others."""

from collections.abc import Sequence

from azulejo.games import themes as lines
from azulejo.games.azul.effects import preview
from azulejo.games.azul.rules import score_board
from azulejo.games.azul.scoring import complete_colours, complete_columns, complete_rows
from azulejo.games.azul.state import OFFER, State
from azulejo.games.contract import Theme, apply
from azulejo.texts import Message, message

WEIGHTS = {
    "points": 1.0,
    "floor": 0.99,
    "deny": 0.9,
    "column": 7.0,
    "colour": 10.0,
    "row": 3.0,
    "marker": 1.5,
    "lines": 0.4,
}
"""What is counted, and what one of it is worth."""


def themes(state: State, seat: int, played: Sequence[int], best: Sequence[int]) -> list[Theme]:
    """Return what is better for a seat about the second line."""
    others = "deny" if state.seats == 2 else "deny_best"

    def say(name: str, count: int) -> Message:
        return message(f"azul.theme.{others if name == 'deny' else name}", count=count)

    return lines.better(WEIGHTS, _counts(state, seat, played), _counts(state, seat, best), say)


def _counts(state: State, seat: int, line: Sequence[int]) -> dict[str, int]:
    """Return what a line comes to for a seat, as if the round were scored where it ends."""
    end, lost = state.copy(), 0
    for move in line:
        lost += preview(end, move).loss if int(end.turn) == seat else 0
        apply(end, move)
    holds = int(end.marker) == seat if end.phase == OFFER else int(end.start) == seat
    begun = [count for row, count in enumerate(end.players[seat].line_count.tolist()) if count <= row]
    if end.phase == OFFER:
        for one in range(int(end.seats)):
            score_board(end, one)
    player, scores = end.players[seat], [int(one.score) for one in end.players[: end.seats]]
    return {
        "points": scores.pop(seat),
        "floor": -lost,
        "deny": -max(scores),
        "column": int(complete_columns(player)),
        "colour": int(complete_colours(player)),
        "row": int(complete_rows(player)),
        "marker": int(holds),
        "lines": sum(begun),
    }
