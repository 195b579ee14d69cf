"""A tree search over many games at once, with any network.

The network is a function from observations and masks to a policy and a value; it may be NumPy, PyTorch or JAX. The
trees are compiled code over threads (:mod:`azulejo.engine.forest`), so the network is nearly all that is waited for.
"""

import math
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from azulejo.batches.setting import COMPILED_FOR, checked_games, checked_which
from azulejo.batches.stepping import Masks
from azulejo.batches.threads import Threads
from azulejo.engine import forest
from azulejo.engine.analysis import Analysis, Candidate, Report
from azulejo.engine.clock import Clock
from azulejo.engine.limits import Limits
from azulejo.engine.position import check_decision
from azulejo.engine.uct import REPORT_SECONDS, UNTRIED_ERROR
from azulejo.games import rulebook
from azulejo.games.contract import Floats, Rulebook, apply, to_move
from azulejo.texts.errors import BadOption, BadPosition

__all__ = ["BatchSearch", "Found", "NetworkSearch", "PolicyValue", "uniform"]

PolicyValue: TypeAlias = Callable[[Floats, Masks], tuple[Any, Any]]
"""A network: takes observations and masks (one row for each game), returns logits for every move code, and values.

A value is the expected reward of the seat to move (1 wins, -1/(n-1) loses), or one for every seat from that one on.
Logits of moves that are not legal do not count. Arrays of NumPy, PyTorch and JAX are understood.

>>> import numpy as np
>>> network: PolicyValue = lambda observations, masks: (np.zeros(masks.shape), np.zeros(len(masks)))
"""

Method = Literal["puct", "gumbel"]
MOST_NODES = 1 << 14
"""So many positions a search of a single game judges at most, if its limits name no number."""
MOST_SEED = 1 << 31
METHODS = {"puct": forest.PUCT, "gumbel": forest.GUMBEL}


def uniform(observations: Floats, masks: Masks) -> tuple[Floats, Floats]:
    """Know nothing: every move is as likely as another, and every seat expects the same.

    >>> import numpy as np
    >>> policy, value = uniform(np.zeros((2, 736), np.float32), np.ones((2, 325), np.int8))
    >>> policy.shape, value.tolist()
    ((2, 325), [0.0, 0.0])
    """
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


@dataclass(frozen=True)
class Found:
    """What a search has found, one row for each game; the arrays are the caller's.

    >>> from azulejo.batches.batch import Batch
    >>> batch = Batch("azul", games=3, seed=7)
    >>> found = BatchSearch("azul", 3, uniform, simulations=8).search(batch.states)
    >>> found.policy.shape, found.values.shape, found.visits.sum(axis=1).tolist()
    ((3, 325), (3, 2), [8, 8, 8])
    >>> batch.step(found.actions)
    """

    actions: npt.NDArray[np.int64]
    """The move to play."""
    policy: Floats
    """What a network should learn to say: how often each move was chosen, or for Gumbel the improved policy."""
    values: npt.NDArray[np.float64]
    """The mean reward that was found for every seat."""
    visits: npt.NDArray[np.int32]
    """How often each move was chosen."""


class BatchSearch(Threads):
    """Searches positions of many games at once, with a network judging one position of each at a time.

    Args:
        game: the name of the game.
        games: how many are searched at once.
        network: what judges positions (see :data:`PolicyValue`); :func:`uniform` knows nothing.
        seats: the number of players; the fewest possible if none is given.
        simulations: how many positions of each game are judged, after the first.
        method: ``puct``, the search of AlphaZero, or ``gumbel``, that of Gumbel AlphaZero, which also learns from few
            simulations.
        exploration: how much the network's policy counts against what has been found (``puct``).
        noise: the part of the root's policy that is Dirichlet noise, for self-play (``puct``).
        concentration: of that noise; 10 divided by the number of legal moves if none is given.
        candidates: how many of the root's moves are looked at (``gumbel``).
        gumbel: how large the noise at the root is (``gumbel``); 0 plays the same each time, for matches.
        seed: decides all chance of the search.
        threads: how many work at the same time; as many as there are cores if none is given.

    >>> from azulejo.batches.batch import Batch
    >>> batch = Batch("azul", games=4, seed=7)
    >>> with BatchSearch("azul", 4, uniform, simulations=16, method="gumbel") as search:
    ...     found = search.search(batch.states)
    >>> bool(batch.masks[0, found.actions[0]])
    True
    """

    def __init__(
        self,
        game: str,
        games: int,
        network: PolicyValue,
        *,
        seats: int | None = None,
        simulations: int = 64,
        method: Method = "puct",
        exploration: float = 1.25,
        noise: float = 0.0,
        concentration: float | None = None,
        candidates: int = 16,
        gumbel: float = 1.0,
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        self.rulebook: Rulebook = rulebook(game)
        self.seats = self.rulebook.title.check_seats(seats)
        _check("method", method, method in METHODS, ", ".join(METHODS))
        _check("simulations", simulations, _is_count(simulations), "1 ...")
        _check("candidates", candidates, _is_count(candidates) and candidates > 1, "2 ...")
        _check("noise", noise, 0 <= noise <= 1, "0 ... 1")
        _check("concentration", concentration, concentration is None or concentration > 0, "> 0")
        self._share(self.rulebook, checked_games(games), threads)
        self.network = network
        self.simulations = simulations
        self.noise, self.concentration, self.gumbel = noise, concentration, gumbel
        self._method = METHODS[method]
        self._rng = np.random.default_rng(seed)
        self.forest = forest.new_forest(self.rulebook, self.seats, games, simulations)
        self._masks: Masks = np.zeros((games, self.rulebook.move_codes), np.int8)
        self._observations: Floats = np.zeros((games, self.rulebook.observation), np.float32)
        self._noise: Floats = np.zeros((games, self.rulebook.max_moves), np.float32)
        self._choice = forest.EdgeChoice(self._method, float(exploration), self._noise, _turns(candidates, simulations))

    def search(self, states: npt.ArrayLike, which: npt.ArrayLike | None = None) -> Found:
        """Search one position of each game, or of those that ``which`` names; in each a seat must be to decide.

        The positions may hold what the mover cannot know: it is guessed, not looked at.

        Raises:
            BadPosition: the array has another shape or type, or in a position nobody is to decide.
        """
        chosen = checked_which(which, self.games)
        for _ in self.steps(self._checked_states(states, chosen), chosen, int(self._rng.integers(MOST_SEED))):
            pass
        return self._read(chosen)

    def steps(self, states: npt.NDArray[Any], chosen: npt.NDArray[np.bool_], seed: int) -> Iterator[int]:
        """Search, and yield how many positions of each game have been judged, or found to be ends, after each."""
        self._begin(states)
        for simulation in range(self.simulations + 1):
            where = (self._masks, self._observations)
            self._spread(forest.descend, chosen, self.forest, self._choice, seed, max(0, simulation - 1), *where)
            self._carry_up(*self.network(self._observations, self._masks))
            if simulation == 0:
                self._add_noise(chosen)
            yield simulation + 1

    def _begin(self, states: npt.NDArray[Any]) -> None:
        self.forest.roots[:] = states
        forest.clear(self.forest)
        if self._method == forest.GUMBEL:
            self._noise[:] = self._rng.gumbel(size=self._noise.shape) * self.gumbel

    def _carry_up(self, policy: Any, value: Any) -> None:
        """Take what the network has said."""
        unusable = np.zeros(self.games, np.bool_)
        logits = self._checked_answer(policy, "policy", self._masks.shape)
        self._spread(forest.carry_up, self.forest, logits, self._checked_values(value), unusable)
        if unusable.any():
            raise BadOption("engine.search.not_finite", game=int(np.flatnonzero(unusable)[0]))

    def _add_noise(self, chosen: npt.NDArray[np.bool_]) -> None:
        """Mix Dirichlet noise into the root's policy."""
        if self._method == forest.GUMBEL or not self.noise:
            return
        numbers = self.forest.nodes["number"][:, 0]
        for at in np.flatnonzero(chosen):
            number = int(numbers[at])
            alpha = 10 / number if self.concentration is None else self.concentration
            prior = self.forest.edges["prior"][at, :number]
            prior += self.noise * (self._rng.dirichlet([alpha] * number).astype(np.float32) - prior)

    def _read(self, chosen: npt.NDArray[np.bool_]) -> Found:
        found = Found(
            np.zeros(self.games, np.int64),
            np.zeros(self._masks.shape, np.float32),
            self.forest.found / (self.simulations + 1),
            np.zeros(self._masks.shape, np.int32),
        )
        arrays = (found.actions, found.policy, found.visits)
        self._spread(forest.read, chosen, self.forest, self._choice, *arrays)
        return found

    def _checked_states(self, states: npt.ArrayLike, chosen: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
        """Return the positions, or raise BadPosition."""
        given, dtype = np.asarray(states), self.rulebook.state.dtype
        if given.shape != (self.games,) or given.dtype != dtype:
            raise BadPosition("engine.search.states", count=self.games, game=self.rulebook.title.name)
        for at in np.flatnonzero(chosen):
            state = given[at]
            if to_move(state) < 0 or self.rulebook.seats_of(state) != self.seats:
                raise BadPosition("engine.search.state", game=int(at), seats=self.seats)
        return given

    def _checked_answer(self, given: Any, name: str, shape: tuple[int, ...]) -> Floats:
        """Return what a network has said as an array that compiled code takes."""
        array = np.asarray(given.detach().cpu() if hasattr(given, "detach") else given)
        if array.shape != shape:
            raise BadOption("engine.search.shape", name=name, shape=str(array.shape), wanted=str(shape))
        return np.require(array, np.float32, COMPILED_FOR)

    def _checked_values(self, given: Any) -> Floats:
        """Return a value for every seat, from the mover on."""
        if len(getattr(given, "shape", ())) == 2:
            return self._checked_answer(given, "value", (self.games, self.seats))
        own = self._checked_answer(given, "value", (self.games,))
        return np.stack([own, *[-own / (self.seats - 1)] * (self.seats - 1)], axis=1)


class NetworkSearch:
    """Searches positions of a single game with a network from outside; used like the engine.

    The nodes of its limits are positions judged. Of points it knows nothing, and the error of every margin says so.

    >>> import azulejo
    >>> game = azulejo.new_game("azul", seats=2, seed=7)
    >>> found = NetworkSearch("azul", uniform).analyse(game.view(game.turn).state, game.turn, Limits(nodes=200))
    >>> found.nodes, found.best.line[0] == found.best.move
    (200, True)
    """

    def __init__(self, game: str, network: PolicyValue, *, seed: int = 0) -> None:
        """Take a network; the memory for trees is taken by the first search."""
        self.rulebook = rulebook(game)
        self.network, self.seed = network, seed
        self._search: BatchSearch | None = None

    def new_game(self) -> None:
        """Do nothing: a search keeps nothing for the next."""

    def analyse(
        self,
        state: Any,
        seat: int,
        limits: Limits,
        *,
        report: Report | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis:
        """Search a position from which everything the seat may not know has been removed."""
        clock = Clock(limits, stop)
        check_decision(state, seat)
        most = MOST_NODES if limits.nodes is None else max(1, min(limits.nodes, MOST_NODES))
        search = self._search_for(self.rulebook.seats_of(state), most)
        states = np.zeros(1, self.rulebook.state.dtype)
        states[0] = state
        done, last_report = 0, 0.0
        for done in search.steps(states, np.ones(1, np.bool_), self.seed):
            if done >= most or clock.is_up():
                break
            if report and clock.spent() - last_report >= REPORT_SECONDS:
                last_report = clock.spent()
                report(self._read(search, state, seat, clock, done))
        return self._read(search, state, seat, clock, done)

    def _search_for(self, seats: int, nodes: int) -> BatchSearch:
        """Return trees with room for so many nodes."""
        kept = self._search
        if kept is None or kept.seats != seats or kept.simulations + 1 < nodes:
            title = self.rulebook.title.name
            kept = BatchSearch(title, 1, self.network, seats=seats, simulations=max(1, nodes - 1))
            self._search = kept
        return kept

    def _read(self, search: BatchSearch, state: Any, seat: int, clock: Clock, nodes: int) -> Analysis:
        trees = search.forest
        candidates = []
        for edge in range(int(trees.nodes[0, 0].number)):
            visits = int(trees.edges[0, edge].chosen)
            rewards = trees.found_by_move[0, edge] / max(1, visits)
            win = tuple(((rewards * (search.seats - 1) + 1) / search.seats).tolist())
            line = self._line(trees, state, edge)
            candidates.append(Candidate(line[0], visits, win, 0.0, UNTRIED_ERROR, line))
        candidates.sort(key=lambda one: (-one.visits, -one.win[seat]))
        return Analysis(tuple(candidates), nodes, clock.spent(), max(len(one.line) for one in candidates))

    def _line(self, trees: forest.Forest, state: Any, edge: int) -> tuple[int, ...]:
        """Return the move of an edge and those chosen most after it, up to the next draw."""
        here, line = state.copy(), [int(trees.edges[0, edge].move)]
        apply(here, line[-1])
        while to_move(here) >= 0 and (child := int(trees.edges[0, edge].child)) != forest.NOBODY:
            node = trees.nodes[0, child]
            first = int(node.first_edge)
            chosen = trees.edges["chosen"][0, first : first + int(node.number)]
            if first == forest.WITHOUT_EDGES or not chosen.any():
                break
            edge = first + int(chosen.argmax())
            line.append(int(trees.edges[0, edge].move))
            apply(here, line[-1])
        return tuple(line)


def _check(name: str, value: Any, right: bool, wanted: str) -> None:
    if not right:
        raise BadOption("engine.search.option", name=name, value=value, wanted=wanted)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _turns(candidates: int, simulations: int) -> npt.NDArray[np.int32]:
    """Return, by number of candidates, how often the next one to look at has been looked at, in each simulation.

    Sequential halving: all candidates get the same number of simulations, then the better half of them, and so on.

    >>> _turns(4, 8)[4].tolist()
    [0, 0, 0, 0, 1, 1, 2, 2]
    """
    rows = []
    for number in range(candidates + 1):
        rounds = max(1, math.ceil(math.log2(max(1, number))))
        left, visits, row = max(1, number), 0, list[int]()
        while len(row) < simulations:
            for _ in range(max(1, simulations // (rounds * left))):
                row += [visits] * left
                visits += 1
            left = max(min(2, left), left // 2)
        rows.append(row[:simulations])
    return np.array(rows, np.int32)
