"""One PettingZoo environment for all games: agents take turns as the rules say, several moves in a row included."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from azulejo.batches.rewards import ILLEGAL_REWARD
from azulejo.batches.setting import Setting
from azulejo.envs.core import HIGHEST, LOWEST, Mask, SingleGame
from azulejo.envs.picture import RENDER_MODES, check_rendering, render
from azulejo.games.contract import Floats
from azulejo.play import Game, View
from azulejo.play.start import RANDOM
from azulejo.texts import DEFAULT_LANGUAGE
from azulejo.texts.errors import IllegalMove


class GameEnv(AECEnv[str, dict[str, Any], int | None]):
    """A game of any of our rulebooks; made by the ``env`` and ``raw_env`` of a game's module.

    Args:
        game: its name.
        version: the version of the environment, for its name.
        seats: how many agents there are; the fewest possible if left out.
        first: the seat that starts, or ``random``.
        render_mode: ``ansi``, ``human``, ``svg`` or ``rgb_array``.
        lang: the language of drawings, ``en`` or ``ru``.
        options: the game's own options, for example ``wall="grey"``.

    >>> from azulejo.envs.pettingzoo import raw_env
    >>> table = raw_env("azul")
    >>> table.reset(seed=7)
    >>> table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))
    >>> table.game.scores
    (0, 0)
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        version: int,
        *,
        seats: int | None = None,
        first: str | int = RANDOM,
        render_mode: str | None = None,
        lang: str = DEFAULT_LANGUAGE,
        **options: Any,
    ) -> None:
        super().__init__()
        self.metadata = {**self.metadata, "name": f"{game}_v{version}"}  # type: ignore[misc]  # of this environment
        check_rendering(render_mode, lang)
        self.render_mode, self.lang = render_mode, lang
        self._single = SingleGame(Setting.checked(game, seats, options, first))
        book = self._single.book
        self.possible_agents = [f"player_{seat}" for seat in range(self._single.setting.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(LOWEST, HIGHEST, (book.observation,), np.float32),
                    "action_mask": spaces.Box(0, 1, (book.move_codes,), np.int8),
                }
            )
            for agent in self._seat_of
        }
        self.action_spaces = {agent: spaces.Discrete(book.move_codes) for agent in self._seat_of}
        self._random = seeding.np_random()[0]
        self._has_begun = False

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return all move codes of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; without a seed, the last one given decides this game, too."""
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self._single.reset(int(self._random.integers(2**62)))
        self._has_begun = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Floats | Mask]:
        """Return what an agent sees, and which moves it can make now: none unless it is its turn."""
        self._check_begun()
        seat = self._seat_of[agent]
        return {"observation": self._single.observation(seat), "action_mask": self._single.mask(seat)}

    def last(self, observe: bool = True) -> Any:
        """Return what the selected agent sees, its rewards since its last move, and whether it is out."""
        self._check_begun()
        return super().last(observe)

    def _check_begun(self) -> None:
        if not self._has_begun:
            raise IllegalMove("envs.not_begun")

    def step(self, action: int | None) -> None:
        """Play the selected agent's move; raises InvalidMove or IllegalMove for one that cannot be played."""
        if not self.agents:
            raise IllegalMove("envs.not_begun")
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._single.step(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._single.is_over:
            worth = self._single.rewards()
            self.rewards = {agent: float(worth[self._seat_of[agent]]) for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        assert self._single.turn is not None
        self.agent_selection = self.possible_agents[self._single.turn]

    def render(self) -> Any:
        """Draw the table as the selected agent sees it; None where no render mode was chosen."""
        if self.render_mode is None:
            return None
        self._check_begun()
        seen = self._single.redacted(self._seat_of[self.agent_selection])
        return render(self._single.book, seen, self.render_mode, self.lang)

    def close(self) -> None:
        """Let go of nothing: no window was opened."""

    @property
    def game(self) -> Game:
        """The game with its events, for example for its record."""
        self._check_begun()
        return self._single.game

    def view(self, agent: str) -> View:
        """Return what one of our bots gets to see in the place of an agent."""
        self._check_begun()
        return self._single.view(self._seat_of[agent])


def wrapped(raw: GameEnv) -> AECEnv[str, dict[str, Any], int | None]:
    """Return an environment with PettingZoo's usual checks: an illegal move loses, calls come in order."""
    judged = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(judged))
