"""What is to be seen of a position: pictures, the server's messages and the browser's board are made from it."""

from dataclasses import dataclass
from typing import Literal

from azulejo.games import contract
from pebbles.components import CARDS, ROUNDS
from pebbles.state import NO_CARD, PHASES, TAKING, Phase, State


@dataclass(slots=True)
class PlayerBoard:
    """A player."""

    score: int
    has_card: bool
    card: int | None
    """Its number; None if there is none, or the viewer may not see it."""


@dataclass(slots=True, kw_only=True)
class Board(contract.Board):
    """All that is to be seen of a position."""

    game: Literal["pebbles"] = "pebbles"
    phase: Phase
    round: int
    rounds: int
    pile: int
    """Pebbles on the pile."""
    players: list[PlayerBoard]


def board(state: State, viewer: int | None = None) -> Board:
    """Return what a viewer sees of a state that was redacted for them."""
    cards = [int(player.card) for player in state.players[: state.seats]]
    scores = [int(player.score) for player in state.players[: state.seats]]
    return Board(
        viewer=viewer,
        turn=int(state.turn) if state.phase == TAKING else None,
        phase=PHASES[state.phase],
        round=int(state.round_number),
        rounds=ROUNDS,
        pile=int(state.pile),
        players=[
            PlayerBoard(score, card != NO_CARD, card if NO_CARD < card <= CARDS else None)
            for score, card in zip(scores, cards, strict=True)
        ],
    )
