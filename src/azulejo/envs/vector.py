"""A batch as a vector environment of Gymnasium: many games for one learner, stepped together.

``gymnasium.make_vec`` makes it under the names of :mod:`azulejo.envs.gymnasium`:

>>> import gymnasium
>>> import azulejo.envs.gymnasium
>>> envs = gymnasium.make_vec("Azulejo/Azul-v0", num_envs=1000, seats=2)
>>> observations, infos = envs.reset(seed=7)
>>> observations.shape, infos["action_mask"].shape
((1000, 736), (1000, 325))
>>> observations, rewards, ended, cut_short, infos = envs.step(infos["action_mask"].argmax(axis=1))
>>> envs.close()
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from azulejo.batches.batch import Batch
from azulejo.batches.setting import Seeds, checked_actions
from azulejo.batches.stepping import Masks
from azulejo.envs.core import HIGHEST, LOWEST, checked_seat
from azulejo.games.contract import Floats, observe
from azulejo.play.start import RANDOM
from azulejo.texts.errors import BadOption, IllegalMove, InvalidMove

__all__ = ["BatchEnv"]

Truths: TypeAlias = npt.NDArray[np.bool_]
Actions: TypeAlias = npt.NDArray[np.int64]
Policy: TypeAlias = Callable[[Floats, Masks], Actions]
"""What opponents play: an action for every row of observations and masks."""

SELF = "self"
"""As ``opponents``: the learner plays all seats."""


class BatchEnv(VectorEnv[Floats, Actions, npt.NDArray[Any]]):
    """Many games of one kind for one learner.

    Against opponents every step is a decision of the learner's, who has the same seat in all games; the others move
    inside the step. The reward is what the end of a game is worth to the learner (:mod:`azulejo.batches.rewards`), and
    0 before it.

    In self-play the learner decides for every seat in turn. The observation is always the mover's, and the reward that
    of the seat that has just moved; ``infos["rewards"]`` has those of all seats and ``infos["to_move"]`` who is next.

    A game that ends is followed by the next one in the same step (``AutoresetMode.SAME_STEP``): the observation is the
    new game's first, and ``infos["final_obs"]`` and ``infos["final_info"]`` are about the one that ended. An illegal
    action raises IllegalMove and changes nothing.

    Args:
        game: its name; the registered environments give it.
        num_envs: how many games.
        opponents: ``random``, ``self``, or a function from observations and masks to actions.
        seats: how many play; the fewest possible if left out.
        seat: the learner's seat, against opponents.
        first: the seat that starts, or ``random``.
        threads: how many work at the same time; as many as there are cores if left out.
        copy: whether every step returns arrays of its own; without it they are overwritten by the next step.
        options: the game's own options, for example ``wall="grey"``.

    >>> envs = BatchEnv("azul", num_envs=4, opponents="self")
    >>> observations, infos = envs.reset(seed=7)
    >>> infos["action_mask"].shape, len(infos["to_move"])
    ((4, 325), 4)
    >>> envs.close()
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as in VectorEnv

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: str | Policy = RANDOM,
        *,
        seats: int | None = None,
        seat: int = 0,
        first: str | int = RANDOM,
        threads: int | None = None,
        copy: bool = True,
        **options: Any,
    ) -> None:
        if not callable(opponents) and opponents not in (RANDOM, SELF):
            raise BadOption("envs.vector_opponents", value=opponents, values=(RANDOM, SELF))
        self.batch = Batch(game, num_envs, seats=seats, options=options, first=first, threads=threads)
        """The games themselves."""
        self.num_envs = self.batch.games
        self.opponents = opponents
        self.seat = int(checked_seat(seat, self.batch.setting.seats))
        self.copy = copy
        book = self.batch.setting.book
        self.single_observation_space = spaces.Box(LOWEST, HIGHEST, (book.observation,), np.float32)
        self.single_action_space = spaces.Discrete(book.move_codes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rewards: Floats = np.zeros((num_envs, self.batch.setting.seats), np.float32)
        self._ended: Truths = np.zeros(num_envs, np.bool_)
        self._final: npt.NDArray[np.object_] = np.full(num_envs, None, object)

    def reset(
        self, *, seed: Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin new games: game i from ``seed + i``, or from its own seed of several.

        ``options={"reset_mask": truth_values}`` begins only those games anew, as Gymnasium's own environments do.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        self.batch.reset(seed, (options or {}).get("reset_mask"))
        self._forget()
        self._let_others_play()
        return self._observations(), self._infos()

    def step(self, actions: Actions) -> tuple[Floats, npt.NDArray[Any], Truths, Truths, dict[str, Any]]:
        """Play an action in every game, and the others' after it."""
        movers = self.batch.to_move.astype(np.int64)
        if self.opponents != SELF and (movers != self.seat).any():
            raise IllegalMove("envs.vector_reset_first")
        self._forget()
        self.batch.step(actions)
        self._note_ends(movers)
        self._let_others_play()
        rewards = self._rewards[np.arange(self.num_envs), movers]
        infos = self._infos() | self._final_infos()
        return self._observations(), rewards, self._ended.copy(), np.zeros(self.num_envs, np.bool_), infos

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self.batch.close()

    def _let_others_play(self) -> None:
        """Let the opponents move until it is the learner's turn in every game."""
        if self.opponents == SELF:
            return
        while (others := self.batch.to_move != self.seat).any():
            try:
                self.batch.step(self._others_actions(others), others)
            except (IllegalMove, InvalidMove) as problem:
                raise type(problem)("envs.vector_answer", problem=problem.message) from None
            self._note_ends(np.full(self.num_envs, self.seat))

    def _others_actions(self, others: Truths) -> Actions:
        if not callable(self.opponents):
            return self.batch.sample(others)
        chosen = self.opponents(self.batch.observations[others], self.batch.masks[others])
        actions = np.zeros(self.num_envs, np.int64)
        actions[others] = checked_actions(chosen, int(others.sum()))
        return actions

    def _forget(self) -> None:
        self._rewards[:] = 0
        self._ended[:] = False
        self._final = np.full(self.num_envs, None, object)

    def _note_ends(self, viewers: Actions) -> None:
        """Keep the rewards of the games that have just ended, and what their viewers saw at the end."""
        for at in np.flatnonzero(self.batch.finished).tolist():
            self._rewards[at] = self.batch.rewards[at]
            self._ended[at] = True
            self._final[at] = np.zeros(self.batch.setting.book.observation, np.float32)
            observe(self.batch.final_states[at], int(viewers[at]), self._final[at])

    def _observations(self) -> Floats:
        return self.batch.observations.copy() if self.copy else self.batch.observations

    def _infos(self) -> dict[str, Any]:
        """Return what every game says, in Gymnasium's form: each array with another that says for which games."""
        masks, turns = self.batch.masks, self.batch.to_move
        infos: dict[str, Any] = {
            "action_mask": masks.copy() if self.copy else masks,
            "to_move": turns.copy() if self.copy else turns,
        }
        infos["rewards"] = self._rewards.copy()
        return infos | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in infos}

    def _final_infos(self) -> dict[str, Any]:
        if not self._ended.any():
            return {}
        ended = self._ended.copy()
        scores = {"scores": np.where(ended[:, None], self.batch.scores, 0), "_scores": ended}
        return {"final_obs": self._final, "_final_obs": ended, "final_info": scores, "_final_info": ended}
