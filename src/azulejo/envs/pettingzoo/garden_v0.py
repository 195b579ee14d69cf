"""Queen's Garden as a PettingZoo environment; docs/envs/garden.md."""

from functools import partial

from azulejo.envs import pettingzoo

raw_env = partial(pettingzoo.raw_env, "garden")
env = partial(pettingzoo.env, "garden")
