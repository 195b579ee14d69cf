"""What Gymnasium reads at its start (entry point ``gymnasium.envs``): names only, nothing of ours is loaded."""

from gymnasium import register

IDS = {"azul": "Azul-v0", "duel": "Duel-v0", "garden": "Garden-v0"}
"""By game; the namespace ``Azulejo`` is the name of the entry point."""


def register_environments() -> None:
    """Tell Gymnasium of every game."""
    for game, name in IDS.items():
        register(name, entry_point="azulejo.envs.gymnasium:OpponentEnv", kwargs={"game": game}, order_enforce=True)
