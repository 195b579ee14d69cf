"""Thousands of games at once on a graphics card, stepped by the same rules.

The rulebooks' own functions are compiled into CUDA kernels, one thread for each game. Everything stays on the card:
every array has ``__cuda_array_interface__``, by which PyTorch and JAX take it without a copy. A game plays here
move for move as in :class:`azulejo.batches.batch.Batch`, from the same seed. The page is docs/envs/gpu.md.

It needs a card and the extra ``gpu``; or no card and Numba's simulator, for tests of small sizes: set both
``NUMBA_ENABLE_CUDASIM=1`` and ``NUMBA_DISABLE_JIT=1``, because the simulator runs interpreted rules only.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from azulejo.batches.card import cuda
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
from azulejo.batches.stepping import reset_game, sample_move, step_game
from azulejo.games.contract import MOST_SEATS, Rulebook
from azulejo.games.walk import random_games
from azulejo.kernel.rule import COMPILED
from azulejo.texts.errors import BadOption, InvalidMove

BLOCK = 128
"""Threads in a block. On an H200, 64 and 256 are as fast within 6 %, one a little better here, the other there."""

NOTHING_WRONG = np.iinfo(np.int64).max


@dataclass(frozen=True)
class Kernels:
    """One game's kernels."""

    reset: Any
    step: Any
    sample: Any
    playouts: Any
    check: Any
    copy: Any


class CudaBatch(Games):
    """Games of one kind that are stepped together on a graphics card; see :class:`azulejo.batches.batch.Batch`.

    The arrays have the same names, shapes and types as there, and lie on the card.

    Args:
        game: the name of the game.
        games: how many are played at once; below some ten thousand the card has little to do.
        seats: the number of players; the fewest possible if none is given.
        options: the game's options by name.
        first: the seat that starts every game, or "random".
        seed: a whole number (game i gets ``seed + i``), or one for each game.
        observations: whether to write what the mover sees; without it ``observations`` has rows of length 0.
        order: how ``masks`` and ``observations`` lie in memory: column after column ("F") or row after row ("C").
            Neighbouring threads write to neighbouring places in the first, which makes steps 4 to 6 times as fast
            (docs/performance.md). The shape is the same.
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
        observations: bool = True,
        order: Literal["C", "F"] = "F",
    ) -> None:
        check_card()
        self.setting = Setting.checked(game, seats, options, first)
        self.games = checked_games(games)
        self.kernels = kernels(game)
        self._make_arrays(_zeros)
        book = self.setting.book
        seen = book.observation if observations else 0
        self.masks = cuda.device_array((games, book.move_codes), np.int8, order=order)
        self.observations = cuda.device_array((games, seen), np.float32, order=order)
        self.refused = _zeros(games, np.bool_)
        """Whether an unchecked step left a game as it was, because its action was not legal."""
        self._options = cuda.to_device(self.setting.encoded)
        self._everywhere = cuda.to_device(np.ones(games, np.bool_))
        self._sampled = _zeros(games, np.int64)
        self._actions = _zeros(games, np.int64)
        self._chosen = _zeros(games, np.bool_)
        self._wrong = _zeros(1, np.int64)
        self.reset(checked_seeds(seed, games))

    def __getstate__(self) -> dict[str, Any]:
        """Refuse to be copied or pickled: what lies on the card would be lost."""
        raise TypeError("a batch on a graphics card cannot be copied or pickled: copy its arrays to another one")

    @property
    def nbytes(self) -> int:
        """The memory of all arrays."""
        arrays = [value for value in vars(self).values() if hasattr(value, "copy_to_host")]
        return sum(int(np.prod(array.shape)) * array.dtype.itemsize for array in arrays)

    def reset(self, seed: Seeds | None = None, which: Any = None) -> None:
        """Begin new games: from a seed as in the class, or else from where each game's streams are.

        ``which`` is an array of truth values, here or on the card: the other games stay as they are.
        """
        chosen = self._which(which)
        if seed is not None:
            kept = np.where(chosen.copy_to_host(), checked_seeds(seed, self.games), self.seeds.copy_to_host())
            self.seeds.copy_to_device(kept)
        self._launch(self.kernels.reset, chosen, seed is not None, self.seeds, self.sampling, *self._arrays)

    def step(self, actions: Any, which: Any = None, *, check: bool = True) -> None:
        """Play one action in every game, or in those that ``which`` names, and the draws that follow.

        Both arrays may lie here or on the card. A game that ends is followed by the next one at once, as in ``Batch``.

        Checking means waiting for the card. Without it the call returns as soon as the work is handed over, and
        a game whose action is not legal stays as it is and says so in ``refused``.

        Raises:
            InvalidMove: an action is out of range, or the array has another shape or type.
            IllegalMove: an action is not legal. In neither case has any game been changed.
        """
        chosen, codes = self._which(which), self._codes(actions)
        if check:
            self._check(chosen, codes)
        self._launch(self.kernels.step, chosen, codes, self.refused, *self._arrays)

    def sample(self, which: Any = None) -> Any:
        """Return a legal action for every game, or those that ``which`` names, as in ``Batch``; it lies on the card."""
        self._launch(self.kernels.sample, self._which(which), self.states, self.sampling, self._sampled)
        return self._sampled

    def synchronize(self) -> None:
        """Wait until all is done that was handed over: needed before another stream than the default one reads."""
        cuda.synchronize()

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        kernel[-(-self.games // BLOCK), min(BLOCK, self.games)](*arguments)

    def _codes(self, actions: Any) -> Any:
        """Return the actions as an array on the card."""
        if not is_on_card(actions):
            self._actions.copy_to_device(checked_actions(actions, self.games))
            return self._actions
        given = _taken(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise InvalidMove("batch.actions", count=self.games, shape=str(given.shape), type=str(given.dtype))
        return self._as(self._actions, given)

    def _which(self, which: Any) -> Any:
        """Return which games are meant, as an array on the card."""
        if which is None:
            return self._everywhere
        if not is_on_card(which):
            self._chosen.copy_to_device(checked_which(which, self.games))
            return self._chosen
        given = _taken(which)
        if given.shape != (self.games,) or given.dtype != np.bool_:
            raise BadOption("batch.which", count=self.games)
        return self._as(self._chosen, given)

    def _as(self, own: Any, given: Any) -> Any:
        """Return an array as it is if it is of our own one's type, else copied to that: no kernel compiles twice."""
        if given.dtype == own.dtype and given.is_c_contiguous():
            return given
        self._launch(self.kernels.copy, given, own)
        return own

    def _check(self, which: Any, codes: Any) -> None:
        """Raise the error of the first game whose action is not legal."""
        self._wrong.copy_to_device(np.full(1, NOTHING_WRONG, np.int64))
        self._launch(self.kernels.check, which, codes, self.masks, self._wrong)
        wrong = int(self._wrong.copy_to_host()[0])
        if wrong != NOTHING_WRONG:
            code, mask = int(codes.copy_to_host()[wrong]), self.masks.copy_to_host()[wrong]
            raise illegal_action(self.setting.book, wrong, self.states.copy_to_host()[wrong], code, mask)


def play_random_games(
    game: str,
    first: int,
    threads: int,
    each: int,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    block: int = BLOCK,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Play numbered random games to the end, ``each`` of them in every thread from number ``first`` on.

    Return the decisions of every thread, and its signature as ``walk.random_games`` computes it for the same numbers.
    """
    check_card()
    setting = Setting.checked(game, seats, options, "random")
    decisions, signatures = _zeros(threads, np.int64), _zeros(threads, np.int64)
    blank, encoded = _zeros(1, setting.book.state.dtype), cuda.to_device(setting.encoded)
    kernel = kernels(game).playouts[-(-threads // block), min(block, threads)]
    kernel(blank, setting.seats, encoded, first, each, decisions, signatures)
    return decisions.copy_to_host(), signatures.copy_to_host()


def check_card() -> None:
    """Raise BadOption if there is neither a card nor a simulator that can run the rules."""
    if not cuda.is_available():
        raise BadOption("batch.no_card")
    if is_simulated() and COMPILED:
        raise BadOption("batch.simulator")


def is_simulated() -> bool:
    """Return whether Numba's simulator takes the place of a card."""
    from numba import config

    return bool(config.ENABLE_CUDASIM)


def is_on_card(array: Any) -> bool:
    """Return whether an array lies on the card."""
    return hasattr(array, "__cuda_array_interface__") or (is_simulated() and hasattr(array, "copy_to_host"))


def _taken(array: Any) -> Any:
    """Return an array that lies on the card, whoever made it, as one of Numba's."""
    return array if is_simulated() else cuda.as_cuda_array(array)


def _zeros(shape: int | tuple[int, ...], dtype: Any) -> Any:
    return cuda.to_device(np.zeros(shape, dtype))


@lru_cache
def kernels(game: str) -> Kernels:
    """Return the kernels of a game; each is compiled when it is first launched."""
    book = Setting.checked(game, None, None, "random").book
    sized = (_reset_kernel(book), _step_kernel(book), _sample_kernel(book), _playout_kernel(book))
    return Kernels(*map(cuda.jit, (*sized, _check_actions, _copy_values)))


# ---------------------------------------------------------------- the kernels: one thread for each game
#
# The size of an array in a thread's own memory must be a constant where it is compiled, so every game has its kernels.


def _reset_kernel(book: Rulebook) -> Callable[..., None]:
    moves_room, max_drawn = book.moves_room, book.max_drawn

    def reset_games(
        which: Any,
        reseeded: Any,
        seeds: Any,
        sampling: Any,
        states: Any,
        final_states: Any,
        blank: Any,
        streams: Any,
        seats: Any,
        options: Any,
        first: Any,
        rewards: Any,
        finished: Any,
        scores: Any,
        to_move: Any,
        masks: Any,
        observations: Any,
    ) -> None:
        at = cuda.grid(1)
        moves = cuda.local.array(moves_room, np.int16)
        drawn = cuda.local.array(max_drawn, np.int16)
        if at < states.shape[0] and which[at]:
            reset_game(
                at, reseeded, seeds, sampling, moves, drawn, states, final_states, blank, streams,
                seats, options, first, rewards, finished, scores, to_move, masks, observations,
            )  # fmt: skip

    return reset_games


def _check_actions(which: Any, actions: Any, masks: Any, wrong: Any) -> None:
    at = cuda.grid(1)
    if at < actions.shape[0] and which[at]:
        action = actions[at]
        if action < 0 or action >= masks.shape[1] or masks[at, action] == 0:
            cuda.atomic.min(wrong, 0, at)


def _step_kernel(book: Rulebook) -> Callable[..., None]:
    moves_room, max_drawn = book.moves_room, book.max_drawn

    def step_games(
        which: Any,
        actions: Any,
        refused: Any,
        states: Any,
        final_states: Any,
        blank: Any,
        streams: Any,
        seats: Any,
        options: Any,
        first: Any,
        rewards: Any,
        finished: Any,
        scores: Any,
        to_move: Any,
        masks: Any,
        observations: Any,
    ) -> None:
        at = cuda.grid(1)
        moves = cuda.local.array(moves_room, np.int16)
        drawn = cuda.local.array(max_drawn, np.int16)
        if at < states.shape[0]:
            action = actions[at]
            legal = 0 <= action < masks.shape[1] and masks[at, action] != 0
            refused[at] = which[at] and not legal
            step_game(
                at, which[at] and legal, action, moves, drawn, states, final_states, blank, streams,
                seats, options, first, rewards, finished, scores, to_move, masks, observations,
            )  # fmt: skip

    return step_games


def _sample_kernel(book: Rulebook) -> Callable[..., None]:
    moves_room = book.moves_room

    def sample_actions(which: Any, states: Any, sampling: Any, actions: Any) -> None:
        at = cuda.grid(1)
        moves = cuda.local.array(moves_room, np.int16)
        if at < states.shape[0]:
            actions[at] = sample_move(states[at], sampling[at], moves) if which[at] else 0

    return sample_actions


def _copy_values(given: Any, own: Any) -> None:
    at = cuda.grid(1)
    if at < own.shape[0]:
        own[at] = given[at]


def _playout_kernel(book: Rulebook) -> Callable[..., None]:
    moves_room, max_drawn, dtype = book.moves_room, book.max_drawn, book.state.dtype

    def random_playouts(
        blank: Any, seats: Any, options: Any, first: Any, each: Any, decisions: Any, signatures: Any
    ) -> None:
        at = cuda.grid(1)
        states = cuda.local.array(2, dtype)
        moves = cuda.local.array(moves_room, np.int16)
        drawn = cuda.local.array(max_drawn, np.int16)
        scores = cuda.local.array(MOST_SEATS, np.int64)
        rng = cuda.local.array(4, np.int64)
        if at < decisions.shape[0]:
            states[1] = blank[0]
            played, signature = random_games(states, seats, options, moves, drawn, scores, rng, first + at * each, each)
            decisions[at] = played
            signatures[at] = signature

    return random_playouts
