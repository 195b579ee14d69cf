"""Thousands of games at once, stepped by compiled code over threads.

>>> from azulejo.batches.batch import Batch
>>> batch = Batch("azul", games=1000, seed=7)
>>> batch.masks.shape, batch.observations.shape
((1000, 325), (1000, 736))
>>> for _ in range(100):
...     batch.step(batch.sample())
>>> batch.rewards.shape, bool(batch.masks[0, batch.sample()[0]])
((1000, 2), True)

Everything a batch gives out is one of its own arrays, written anew by every call: no step copies anything. Copy what is
to be kept, and do not write to them. The page docs/envs/batch.md describes every array.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejo.batches.setting import (
    Games,
    Seeds,
    Setting,
    checked_actions,
    checked_games,
    checked_seeds,
    checked_which,
    illegal_action,
)
from azulejo.batches.stepping import Masks, reset_game, sample_move, step_game
from azulejo.batches.threads import Threads
from azulejo.games.contract import Codes, Floats, Pieces
from azulejo.kernel.rule import rule

__all__ = ["Batch"]


class Batch(Threads, Games):
    """Games of one kind that are stepped together. One thread may call it at a time; it uses others by itself.

    Args:
        game: the name of the game.
        games: how many are played at once.
        seats: the number of players; the fewest possible if none is given.
        options: the game's options by name.
        first: the seat that starts every game, or "random".
        seed: a whole number (game i gets ``seed + i``), or one for each game. A game depends on its own seed and its
            own actions alone: not on the size of the batch, its place in it or the number of threads.
        threads: how many work at the same time; as many as there are cores if none is given.
        observations: whether to write what the mover sees; without it ``observations`` has rows of length 0.

    >>> with Batch("azul", games=3, seed=7) as batch:
    ...     batch.step(batch.sample())
    >>> batch.masks.shape, bool(batch.finished.any())
    ((3, 325), False)
    """

    def __init__(
        self,
        game: str,
        games: int,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        first: str | int = "random",
        seed: Seeds | None = None,
        threads: int | None = None,
        observations: bool = True,
    ) -> None:
        self.setting = Setting.checked(game, seats, options, first)
        self._share(self.setting.book, checked_games(games), threads)
        self._make_arrays(np.zeros)
        book = self.setting.book
        self.masks: Masks = np.zeros((games, book.move_codes), np.int8)
        self.observations: Floats = np.zeros((games, book.observation if observations else 0), np.float32)
        self._options = self.setting.encoded
        self._actions = np.zeros(games, np.int64)
        self.reset(checked_seeds(seed, games))

    @property
    def nbytes(self) -> int:
        """The memory of all arrays."""
        arrays = [value for value in vars(self).values() if isinstance(value, np.ndarray)]
        return sum(array.nbytes for array in arrays)

    def reset(self, seed: Seeds | None = None, which: npt.ArrayLike | None = None) -> None:
        """Begin new games: from a seed as in the class, or else from where each game's streams are.

        ``which`` is an array of truth values, one for each game: the others stay as they are.
        """
        chosen = checked_which(which, self.games)
        if seed is not None:
            self.seeds[chosen] = checked_seeds(seed, self.games)[chosen]
        self._spread(_reset_games, chosen, seed is not None, self.seeds, self.sampling, self._arrays)

    def step(self, actions: npt.ArrayLike, which: npt.ArrayLike | None = None) -> None:
        """Play one action in every game, or in those that ``which`` names, and the draws that follow.

        Where a game ends, its rewards are written and the next game begins at once: ``to_move``, ``masks`` and
        ``observations`` are already those of the new game (what Gymnasium calls the same-step autoreset).

        Raises:
            InvalidMove: an action is out of range, or the array has another shape or type.
            IllegalMove: an action is not legal. In neither case has any game been changed.
        """
        chosen, codes = checked_which(which, self.games), checked_actions(actions, self.games)
        wrong = _first_illegal(chosen, codes, self.masks)
        if wrong >= 0:
            at, code = int(wrong), int(codes[wrong])
            raise illegal_action(self.setting.book, at, self.states[at].copy(), code, self.masks[at])
        self._spread(_step_games, chosen, codes, self._arrays)

    def sample(self, which: npt.ArrayLike | None = None) -> npt.NDArray[np.int64]:
        """Return a legal action for every game, each with the same chance.

        Games that ``which`` does not name get a 0, and their streams stay where they are.
        """
        self._spread(_sample_actions, checked_which(which, self.games), self.states, self.sampling, self._actions)
        return self._actions


# ---------------------------------------------------------------- compiled: a range of games


@rule
def _reset_games(
    begin: int,
    end: int,
    moves: Codes,
    drawn: Pieces,
    which: npt.NDArray[np.bool_],
    reseeded: bool,
    seeds: npt.NDArray[np.int64],
    sampling: npt.NDArray[np.int64],
    arrays: tuple[Any, ...],
) -> None:
    for at in range(begin, end):
        if which[at]:
            reset_game(at, reseeded, seeds, sampling, moves, drawn, *arrays)


@rule
def _step_games(
    begin: int,
    end: int,
    moves: Codes,
    drawn: Pieces,
    which: npt.NDArray[np.bool_],
    actions: npt.NDArray[np.int64],
    arrays: tuple[Any, ...],
) -> None:
    for at in range(begin, end):
        step_game(at, which[at], actions[at], moves, drawn, *arrays)


@rule
def _sample_actions(
    begin: int,
    end: int,
    moves: Codes,
    drawn: Pieces,
    which: npt.NDArray[np.bool_],
    states: npt.NDArray[Any],
    sampling: npt.NDArray[np.int64],
    actions: npt.NDArray[np.int64],
) -> None:
    for at in range(begin, end):
        actions[at] = sample_move(states[at], sampling[at], moves) if which[at] else 0


@rule
def _first_illegal(which: npt.NDArray[np.bool_], actions: npt.NDArray[np.int64], masks: Masks) -> int:
    """Return the first game whose action is not legal, or -1."""
    for at in range(len(actions)):
        if which[at] and not (0 <= actions[at] < masks.shape[1] and masks[at, actions[at]]):
            return at
    return -1
