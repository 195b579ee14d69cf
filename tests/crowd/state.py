"""A position of Pebbles with more places."""

from typing import Annotated

from azulejo.games.contract import MOST_SEATS
from pebbles import state
from pebbles.state import Player


class State(state.State):
    """The table."""

    players: Annotated[list[Player], Player, MOST_SEATS]
