"""Which games the engine knows, and their networks."""

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from azulejo.engine.network import Network, load, untrained
from azulejo.games import OWN_GAMES
from azulejo.texts.errors import BadOption

HIDDEN = 32
UNTRAINED_SPREAD = 15.0


@dataclass(frozen=True)
class Knowledge:
    """What the engine knows of a game."""

    game: str
    features: int
    stages: int
    network_file: Path

    def network(self) -> Network:
        """Return the fitted network, or one that only counts points if none was fitted yet."""
        if self.network_file.exists():
            return load(self.network_file)
        return self.untrained()

    def untrained(self) -> Network:
        """Return a network that only counts points."""
        return untrained(self.features, self.stages, HIDDEN, UNTRAINED_SPREAD)


@lru_cache
def knowledge(game: str) -> Knowledge:
    """Return what the engine knows of a game; importing it compiles nothing yet."""
    if game not in OWN_GAMES:
        raise BadOption("errors.game", value=game, values=OWN_GAMES)
    evaluation = import_module(f"azulejo.engine.{game}.evaluation")
    file = Path(str(evaluation.__file__)).with_name("network.npz")
    return Knowledge(game, int(evaluation.FEATURES), int(evaluation.STAGES), file)
