"""The games as PettingZoo environments: ``azul_v0``, ``duel_v0``, ``garden_v0``; docs/envs/README.md.

>>> from azulejo.envs.pettingzoo import azul_v0
>>> env = azul_v0.env(seats=3, wall="grey")
>>> env.reset(seed=7)
>>> env.agent_selection, env.observe(env.agent_selection)["action_mask"].shape
('player_0', (325,))
"""
