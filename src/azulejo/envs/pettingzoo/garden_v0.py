"""Queen's Garden as a PettingZoo environment; docs/envs/garden.md."""

from typing import Any

from pettingzoo import AECEnv

from azulejo.envs.pettingzoo.game_env import GameEnv, wrapped


def raw_env(**settings: Any) -> GameEnv:
    """Return the environment without wrappers; an illegal move raises an exception."""
    return GameEnv("garden", 0, **settings)


def env(**settings: Any) -> AECEnv[str, dict[str, Any], int | None]:
    """Return the environment with PettingZoo's usual checks; the settings are those of :class:`GameEnv`."""
    return wrapped(raw_env(**settings))
