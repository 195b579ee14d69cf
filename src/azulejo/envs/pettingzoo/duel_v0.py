"""Azul Duel as a PettingZoo environment; docs/envs/duel.md."""

from functools import partial

from azulejo.envs import pettingzoo

raw_env = partial(pettingzoo.raw_env, "duel")
env = partial(pettingzoo.env, "duel")
