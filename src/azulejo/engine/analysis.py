"""What a search has found: candidate moves with what they are worth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Candidate:
    """One legal move of the position searched.

    >>> import azulejo
    >>> from azulejo.engine import Limits, search_for
    >>> game = azulejo.new_game("azul", position="azul factories=BBKW board=0 board=7")
    >>> found = search_for("azul").analyse(game.view(0).state, 0, Limits(nodes=500))
    >>> best = found.candidates[0]
    >>> game.rulebook.move_text(best.move) in game.legal_moves, 0 <= best.win[0] <= 1, best.line[0] == best.move
    (True, True, True)
    """

    move: int
    """Its code."""
    visits: int
    """How much of the search went into it."""
    win: tuple[float, ...]
    """The probability to win for every seat; a shared victory counts as a share."""
    margin: float
    """The mover's expected final points less those of the best other seat."""
    margin_error: float
    """The standard error of the margin."""
    line: tuple[int, ...]
    """The main line: this move and what is best after it, as codes, up to the next draw."""
    proved: bool = False
    """Whether the value is exact up to the end of the round."""


@dataclass(frozen=True)
class Analysis:
    """The result of a search, best candidate first.

    >>> import azulejo
    >>> from azulejo.engine import Limits, search_for
    >>> game = azulejo.new_game("azul", position="azul factories=BBKW board=0 board=7")
    >>> found = search_for("azul").analyse(game.view(0).state, 0, Limits(nodes=500))
    >>> found.best == found.candidates[0], found.nodes > 0
    (True, True)
    """

    candidates: tuple[Candidate, ...]
    nodes: int
    seconds: float
    depth: int

    @property
    def best(self) -> Candidate:
        """The move to play."""
        return self.candidates[0]


@dataclass(frozen=True)
class Worth:
    """What a position is worth to every seat, whoever is to move there and whatever is to be drawn.

    >>> import azulejo
    >>> from azulejo.engine import Limits, search_for
    >>> game = azulejo.new_game("azul", position="azul factories=BBKW board=0 board=7")
    >>> found = search_for("azul").worth(game.view(0).state, 0, Limits(nodes=500))
    >>> round(sum(found.win), 3), found.margin[0] == -found.margin[1]
    (1.0, True)
    """

    win: tuple[float, ...]
    """The probability to win for every seat; a shared victory counts as a share."""
    margin: tuple[float, ...]
    """Every seat's expected final points less those of the best other seat."""
    error: float = 0.0
    """The standard error of the chance of the seat that looks, as far as the search can tell: 0 if it only judges."""
    line: tuple[int, ...] = ()
    """How it best goes on, as codes, up to the next draw."""
    depth: int = 0
    proved: bool = False
    """Whether the value is exact up to the end of the round."""


Report: TypeAlias = Callable[[Analysis], None]
"""Told what a search has found so far, a few times a second."""
