"""The games as PettingZoo environments: ``env("azul")`` for any game by its name; docs/envs/README.md.

>>> from azulejo.envs.pettingzoo import env
>>> table = env("azul", seats=3, wall="grey")
>>> table.reset(seed=7)
>>> table.agent_selection, table.observe(table.agent_selection)["action_mask"].shape
('player_0', (325,))

Our own games are also modules, as PettingZoo's are: ``azul_v0``, ``duel_v0``, ``garden_v0``.
"""

from typing import Any

from pettingzoo import AECEnv

from azulejo.envs.pettingzoo.game_env import GameEnv, wrapped

__all__ = ["GameEnv", "env", "raw_env"]

VERSION = 0
"""Of all environments; it changes when what an agent sees, does or gets changes."""


def raw_env(game: str, **settings: Any) -> GameEnv:
    """Return a game's environment without wrappers; an illegal move raises an exception.

    >>> table = raw_env("azul", seats=3)
    >>> table.possible_agents
    ['player_0', 'player_1', 'player_2']
    """
    return GameEnv(game, VERSION, **settings)


def env(game: str, **settings: Any) -> AECEnv[str, dict[str, Any], int | None]:
    """Return a game's environment with PettingZoo's usual checks; the settings are those of :class:`GameEnv`.

    >>> table = env("azul", wall="grey")
    >>> table.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = table.last()
    >>> sorted(observation), terminated
    (['action_mask', 'observation'], False)
    """
    return wrapped(raw_env(game, **settings))
