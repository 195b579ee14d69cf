"""What turns and draws are worth: always two ways to go on, judged alike.

A position alone is judged with all the errors of a judgement. What a report tells are differences: of the best and the
played turn, of the draw that came and those that could have come. Both sides of a difference get the same search, with
the same luck in what is drawn later, so that most of the error is in both and falls out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from azulejo.engine import Analysis, FullSearch, Limits, Worth, search_for
from azulejo.games.contract import CHANCE, Rulebook, apply, deal, legal_moves, redact, to_move
from azulejo.kernel.chance import stream
from azulejo.review.settings import MISTAKES, ReviewSettings
from azulejo.review.walk import Draw, Turn

VERIFY = 4
"""What looks like a mistake is looked at again with so many times as many nodes, and that counts."""
SUSPECT = 0.8
"""So much of the least mistake is worth a second look."""
QUICK = 300
"""Nodes for a first curve."""
LONGEST_TURN = 40
"""No best turn is followed further."""
HORIZON = 0.005
"""The error of a cost where the search ends before the round does, at least."""


@dataclass(frozen=True)
class Judgement:
    """What a turn was worth, and the best in its place."""

    best: tuple[int, ...]
    line: tuple[int, ...]
    answer: tuple[int, ...]
    before: Worth
    after: Worth
    cost: float
    points: float
    error: float
    only: bool
    proved: bool
    choices: int


@dataclass(frozen=True)
class Luck:
    """What a draw changed against the average."""

    mean: Worth
    after: Worth
    luck: tuple[float, ...]
    points: tuple[float, ...]
    error: float


class Judge:
    """Judges the turns and draws of one game."""

    def __init__(self, book: Rulebook, settings: ReviewSettings, engine: FullSearch | None = None) -> None:
        """Make the engine, or take one that is there."""
        self.book = book
        self.settings = settings
        self.name = book.title.name
        self._engine = engine or search_for(self.name, seed=settings.seed, compare=2 * MISTAKES["inaccuracy"])
        self._means: dict[bytes, tuple[Worth, float]] = {}
        self._moves = np.zeros(book.moves_room, np.int16)
        self._drawn = np.zeros(book.max_drawn, np.int16)

    # ------------------------------------------------------------ turns

    def quick(self, state: Any, seat: int) -> Worth:
        """Return what a position is worth at a glance."""
        return self._engine.worth(state, seat, Limits(nodes=QUICK), exact=False)

    def turn(self, turn: Turn) -> Judgement:
        """Compare what was played with what is best."""
        seat, played = turn.seat, tuple(turn.moves)
        choices = self._choices(turn)
        if choices == 1:
            worth = self._worth(turn, played, self.settings.nodes)
            return Judgement(played, (*played, *worth.line), worth.line, worth, worth, 0, 0, 0, False, worth.proved, 1)
        found = self._engine.analyse(turn.state, seat, Limits(nodes=self.settings.nodes))
        best = self._best_turn(turn.state, seat, found)
        if self._is_same(turn.state, best, played):
            return self._right(turn, found, choices)
        return self._compared(turn, found, best, choices)

    def _choices(self, turn: Turn) -> int:
        """Return how many legal moves the first decision had that had more than one; 1 if none had."""
        state = turn.state.copy()
        for move in turn.moves:
            number = int(legal_moves(state, self._moves))
            if number > 1:
                return number
            apply(state, move)
        return 1

    def _best_turn(self, state: Any, seat: int, found: Analysis) -> tuple[int, ...]:
        """Follow the best line to the end of the turn, searching on where the line is too short."""
        best: list[int] = []
        here, line = state.copy(), list(found.best.line)
        while len(best) < LONGEST_TURN:
            if not line or not self._is_legal(here, line[0]):
                line = list(self._engine.analyse(here, seat, Limits(nodes=self.settings.nodes // 4)).best.line)
            best.append(line.pop(0))
            apply(here, best[-1])
            if to_move(here) != seat:
                break
        return tuple(best)

    def _is_legal(self, state: Any, move: int) -> bool:
        return bool(np.any(self._moves[: legal_moves(state, self._moves)] == move))

    def _is_same(self, state: Any, one: Sequence[int], other: Sequence[int]) -> bool:
        """Return whether two turns come to the same position."""
        return one == other or bool(self._after(state, one) == self._after(state, other))

    def _after(self, state: Any, moves: Sequence[int]) -> Any:
        end = state.copy()
        for move in moves:
            apply(end, move)
        return end

    def _worth(self, turn: Turn, moves: Sequence[int], nodes: int, depth: int | None = None, seed: int = 0) -> Worth:
        """Return what the position after a turn is worth, with what its seat knows."""
        chosen = self.settings.seed + seed
        return self._engine.worth(
            self._after(turn.state, moves), turn.seat, Limits(nodes=nodes), depth=depth, seed=chosen
        )

    def _depth(self, found: Analysis) -> int | None:
        """Return how deep both sides of a comparison are to be searched."""
        return None if found.best.proved else max(1, found.depth - 1)

    def _right(self, turn: Turn, found: Analysis, choices: int) -> Judgement:
        """Return the verdict on a turn that was the best, after looking at what else there was."""
        played, seat, best = tuple(turn.moves), turn.seat, found.best
        margin = _margins(best.margin, seat, len(best.win))
        worth = Worth(best.win, margin, line=best.line[len(played) :], depth=found.depth, proved=best.proved)
        if len(best.win) > 2 or best.line[: len(played)] != played:
            worth = self._worth(turn, played, self.settings.nodes, self._depth(found))
        line = (*played, *worth.line)
        only = False
        others = [one for one in found.candidates if one.move != played[0]]
        if others and all(best.win[seat] - one.win[seat] >= MISTAKES["inaccuracy"] for one in others):
            second = max(others, key=lambda one: one.win[seat])
            state = self._after(turn.state, [second.move])
            moves = [second.move]
            if to_move(state) == seat:
                moves += self._best_turn(
                    state, seat, self._engine.analyse(state, seat, Limits(nodes=self.settings.nodes // 4))
                )
            nodes, depth = self.settings.nodes, self._depth(found)
            other, own = self._worth(turn, moves, nodes, depth), self._worth(turn, played, nodes, depth)
            gap = own.win[seat] - other.win[seat]
            only = gap >= MISTAKES["inaccuracy"] and gap > 2 * _together(own, other)
        return Judgement(played, line, worth.line, worth, worth, 0.0, 0.0, worth.error, only, worth.proved, choices)

    def _compared(self, turn: Turn, found: Analysis, best: tuple[int, ...], choices: int) -> Judgement:
        """Judge the best and the played turn alike; what looks like a mistake is looked at again, longer."""
        seat, played, nodes = turn.seat, tuple(turn.moves), self.settings.nodes
        depth = self._depth(found)
        own, other = self._worth(turn, played, nodes, depth), self._worth(turn, best, nodes, depth)
        cost = other.win[seat] - own.win[seat]
        error = _together(own, other)
        proved = own.proved and other.proved
        if cost >= SUSPECT * MISTAKES["inaccuracy"] and not proved:
            first, nodes = cost, VERIFY * nodes
            deeper = None if depth is None else depth + 1
            own = self._worth(turn, played, nodes, deeper, seed=1)
            other = self._worth(turn, best, nodes, deeper, seed=1)
            if own.depth != other.depth and deeper is not None:  # one of them did not get so far
                deeper = max(1, min(own.depth, other.depth))
                own = self._worth(turn, played, nodes, deeper, seed=1)
                other = self._worth(turn, best, nodes, deeper, seed=1)
            cost = other.win[seat] - own.win[seat]
            error = (_together(own, other) ** 2 + (abs(cost - first) / 2) ** 2) ** 0.5
            proved = own.proved and other.proved
        if cost <= 0:  # it was no worse
            return Judgement(played, (*played, *own.line), own.line, own, own, 0.0, 0.0, error, False, proved, choices)
        points = other.margin[seat] - own.margin[seat]
        error = 0.0 if proved else max(error, HORIZON)
        return Judgement(best, (*best, *other.line), own.line, other, own, cost, points, error, False, proved, choices)

    # ------------------------------------------------------------ draws

    def luck(self, draw: Draw) -> Luck:
        """Compare a draw with what else could have been drawn at that moment.

        Where several draws follow each other without a decision, each is compared with the average before it, and its
        own value is the average of what could still follow: so the lucks of all add up.
        """
        if draw.state is None:
            seats = self.book.seats_of(draw.after)
            mean = Worth((1 / seats,) * seats, (0.0,) * seats)
            return self._difference(mean, 0.0, draw.after)
        mean, error = self._mean(draw.state)
        return self._difference(mean, error, draw.after)

    def _difference(self, mean: Worth, error: float, state: Any) -> Luck:
        after, more = (self._mean(state)) if to_move(state) == CHANCE else (self._glance(state), 0.0)
        luck = tuple(float(one - other) for one, other in zip(after.win, mean.win, strict=True))
        points = tuple(float(one - other) for one, other in zip(after.margin, mean.margin, strict=True))
        return Luck(mean, after, luck, points, (error * error + more * more) ** 0.5)

    def start(self, state: Any) -> Worth:
        """Return what a position at the beginning of a game is worth, judged as draws are."""
        return self._mean(state)[0] if to_move(state) == CHANCE else self._glance(state)

    def _mean(self, state: Any) -> tuple[Worth, float]:
        """Return the average over sampled draws of a position, and its standard error; all have the same luck later."""
        known = self._means.get(state.tobytes())
        if known is None:
            self._means = {state.tobytes(): self._sampled(state)}  # the next draw of a row asks for the same
            known = self._means[state.tobytes()]
        return known

    def _sampled(self, state: Any) -> tuple[Worth, float]:
        found = []
        for sample in range(self.settings.samples):
            after, rng = state.copy(), stream("review", self.settings.seed, sample)
            while to_move(after) == CHANCE:
                deal(after, rng, self._drawn)
            found.append(self._glance(after))
        wins = np.array([one.win for one in found])
        margins = np.array([one.margin for one in found])
        error = float(wins.std(axis=0).max()) / len(found) ** 0.5
        return Worth(tuple(wins.mean(axis=0).tolist()), tuple(margins.mean(axis=0).tolist()), error), error

    def _glance(self, state: Any) -> Worth:
        """Return what a position is worth by the search that all samples of a draw get."""
        seen, seat = state.copy(), max(0, int(to_move(state)))
        redact(seen, seat)
        return self._engine.worth(seen, seat, Limits(nodes=self.settings.glance), exact=False)


def _together(one: Worth, other: Worth) -> float:
    """Return the standard error of a difference."""
    return float((one.error**2 + other.error**2) ** 0.5)


def _margins(margin: float, seat: int, seats: int) -> tuple[float, ...]:
    """Return the margins of two seats, of which one is known."""
    return tuple(margin if one == seat else -margin for one in range(seats))
