"""Crowd as a rulebook: Pebbles with another record, and its own name."""

from dataclasses import dataclass, fields, replace
from typing import Literal

from azulejo.games.contract import MOST_SEATS
from azulejo.kernel.dispatch import implement, implementation
from azulejo.texts.errors import BadPosition
from pebbles import board
from pebbles.notation import parse_position, position_text
from pebbles.observation import PLAYER_NUMBERS, TABLE_NUMBERS
from pebbles.rulebook import RULEBOOK as PEBBLES
from pebbles.rulebook import most_decisions
from pebbles.state import State as PebblesState
from tests.crowd.state import State
from tests.crowd.title import TITLE

RULES = (
    "setup",
    "to_move",
    "legal_moves",
    "apply",
    "deal",
    "deal_given",
    "outcome",
    "observe",
    "redact",
    "determinise",
    "broken",
)


@dataclass(slots=True, kw_only=True)
class Board(board.Board):
    """The same to be seen."""

    game: Literal["crowd"] = "crowd"  # type: ignore[assignment]  # it is the board of another game


def seen(state: PebblesState, viewer: int | None = None) -> Board:
    """Return the board of Pebbles under the other name."""
    same = board.board(state, viewer)
    return Board(**{one.name: getattr(same, one.name) for one in fields(same) if one.name != "game"})


def text(state: PebblesState) -> str:
    """Return the text of Pebbles under the other name."""
    return position_text(state).replace("pebbles", "crowd", 1)


def parse(text: str) -> PebblesState:
    """Return the position of a text."""
    if not text.startswith("crowd "):
        raise BadPosition("pebbles.error.position", value=text)
    return parse_position(text.replace("crowd", "pebbles", 1), State)


implement(State, **{name: implementation(name, PebblesState) for name in RULES})

RULEBOOK = replace(
    PEBBLES,
    title=TITLE,
    state=State,
    board_type=Board,
    board=seen,
    max_drawn=MOST_SEATS,
    max_decisions={seats: most_decisions(seats) for seats in TITLE.seats},
    observation=TABLE_NUMBERS + MOST_SEATS * PLAYER_NUMBERS,
    position_text=text,
    parse_position=parse,
)
