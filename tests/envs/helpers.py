"""What the tests of single environments share: every way to play a game, and random moves that can be repeated."""

from typing import Any

import pytest

from azulejo.games import own_names, title
from azulejo.kernel.rule import COMPILED
from azulejo.testing.cases import Case, cases
from tests.contract.helpers import suite_of

EXTRA_OPTIONS = {game: suite_of(game).extra_options for game in own_names()}

WAYS = [(game, case) for game in own_names() for case in cases(title(game), EXTRA_OPTIONS[game])]
"""Every game with every number of seats and every value of every option."""

NAMES = [f"{game}-{case}"[:60] for game, case in WAYS]

PLAYED = WAYS if COMPILED else [next(way for way in WAYS if way[0] == game) for game in own_names()]
"""Where whole games are played: the same, or interpreted one way of each game."""

PLAYED_NAMES = [f"{game}-{case}"[:60] for game, case in PLAYED]

needs_compiling = pytest.mark.skipif(not COMPILED, reason="interpreted, it would take too long")


def settings(case: Case) -> dict[str, Any]:
    """Return a case as the arguments that environments take."""
    return {"seats": case.seats, **dict(case.options)}
