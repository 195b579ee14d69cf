"""Classic Azul as a PettingZoo environment; docs/envs/azul.md."""

from functools import partial

from azulejo.envs import pettingzoo

raw_env = partial(pettingzoo.raw_env, "azul")
env = partial(pettingzoo.env, "azul")
