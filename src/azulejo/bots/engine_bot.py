"""A bot around the engine, with a style: how carefully it looks and how strictly it chooses."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp

from azulejo.bots.bot import Bot
from azulejo.engine.analysis import Analysis, Candidate
from azulejo.engine.limits import Limits
from azulejo.engine.search import Search, search_for
from azulejo.kernel.chance import Stream, below, next_word
from azulejo.play import Move, View, new_game

DEFAULT_LIMITS = Limits(seconds=1.0)
"""How long the engine thinks when nobody says how long it may."""
UNKNOWN = 100.0
"""Points: no error counts for more, not even that of a move which was never looked at."""


@dataclass(frozen=True)
class Style:
    """How a player chooses among the candidates of a search; the default is to play the best.

    A weak player misses moves and does not tell close ones apart, but never plays what is plainly absurd:
    among the moves it sees it goes by what they are worth.
    """

    misses: float = 0.0
    """The chance to overlook any one move."""
    temperature: float = 0.0
    """Points: a move worth so much less than another is chosen 2.7 times more rarely."""
    absurd: float = float("inf")
    """Points: a move that costs more than this is never played."""

    def choose(self, candidates: Sequence[Candidate], rng: Stream) -> Candidate:
        """Return the candidate that a player of this style plays; they come best first."""
        best = max(_worth(one) for one in candidates)
        sensible = [one for one in candidates if best - _worth(one) <= self.absurd] or list(candidates)
        seen = [one for one in sensible if _chance(rng) >= self.misses]
        if not seen:
            return sensible[below(rng, len(sensible))]
        if self.temperature <= 0:
            return seen[0]
        top = max(_worth(one) for one in seen)
        weights = [exp((_worth(one) - top) / self.temperature) for one in seen]
        mark = _chance(rng) * sum(weights)
        for one, weight in zip(seen, weights, strict=True):
            mark -= weight
            if mark < 0:
                return one
        return seen[0]


def _worth(candidate: Candidate) -> float:
    """Return the points that the move is worth, a little less where the search has hardly looked."""
    return candidate.margin - min(candidate.margin_error, UNKNOWN)


def _chance(rng: Stream) -> float:
    return next_word(rng) / 2**32


class EngineBot(Bot):
    """The engine as a player: its own limits and those of the table, whichever is tighter."""

    trusted = True

    def __init__(
        self,
        game: str,
        limits: Limits | None = None,
        style: Style | None = None,
        *,
        name: str = "engine",
        threads: int = 1,
        seed: int = 0,
        engine: Search | None = None,
        network: str | None = None,
    ) -> None:
        self.name = name
        self.game = game
        self.limits = limits or Limits()
        self.style = style or Style()
        self._threads = threads
        self._seed = seed
        self._engine = engine
        self._network = network
        self._warm: set[int] = set()

    @property
    def engine(self) -> Search:
        """The engine, made when it is first needed: that loads compiled code."""
        if self._engine is None:
            self._engine = self._new_engine()
        return self._engine

    def _new_engine(self) -> Search:
        exact = self.style == Style()
        return search_for(self.game, threads=self._threads, seed=self._seed, network=self._network, exact=exact)

    def new_game(self, view: View) -> None:
        """Forget the game before."""
        self.warm_up(view.seats)
        self.engine.new_game()

    def warm_up(self, seats: int) -> None:
        """Search one position, so that the first real decision need not wait for compiled code."""
        if seats not in self._warm:
            self._warm.add(seats)
            game = new_game(self.game, seats=seats, seed=0)
            assert game.turn is not None
            self.analyse(game.view(game.turn), Limits(nodes=1))

    def choose(self, view: View) -> Move:
        """Return the move that this style plays after a search."""
        return self.decide(view)[0]

    def decide(
        self,
        view: View,
        report: Callable[[Analysis], None] | None = None,
        stop: threading.Event | None = None,
        endless: bool = False,
    ) -> tuple[Move, Analysis | None]:
        """Return the move, and the search behind it; a single legal move needs none.

        ``endless`` says that the search may go on until it is told to stop, if no limit ends it.
        """
        moves = view.legal_moves
        if len(moves) == 1 and not endless:
            return moves[0], None
        limits = tighter(self.limits, view.limits)
        if limits == Limits() and not endless:
            limits = DEFAULT_LIMITS
        analysis = self.analyse(view, limits, report, stop)
        chosen = self.style.choose(analysis.candidates, view.rng).move
        return Move(chosen, view.rulebook.move_text(chosen)), analysis

    def analyse(
        self,
        view: View,
        limits: Limits,
        report: Callable[[Analysis], None] | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis:
        """Search what the seat sees."""
        return self.engine.analyse(view.state, view.seat, limits, report=report, stop=stop)


class UctBot(EngineBot):
    """Plain UCT as a player: the same limits, no knowledge of the game."""

    def _new_engine(self) -> Search:
        from azulejo.engine.uct import PlainUct

        return PlainUct(self.game, seed=self._seed)


def tighter(own: Limits, given: Limits | None) -> Limits:
    """Return limits that keep to both.

    >>> tighter(Limits(nodes=500, seconds=0.3), Limits(seconds=2.0))
    Limits(nodes=500, seconds=0.3, clock=None, increment=0.0)
    """
    nodes = [one.nodes for one in (own, given) if one is not None and one.nodes is not None]
    spans = [one.seconds_for_decision() for one in (own, given) if one is not None]
    seconds = [span for span in spans if span is not None]
    return Limits(nodes=min(nodes, default=None), seconds=min(seconds, default=None))
