"""Which games the engine knows, and their networks."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from azulejo.engine.network import Network, load, untrained
from azulejo.games import evaluation, folder
from azulejo.texts.errors import BadOption

__all__ = ["Knowledge", "knowledge"]

HIDDEN = 32
UNTRAINED = "untrained"
UNTRAINED_SPREAD = 15.0


@dataclass(frozen=True)
class Knowledge:
    """What the engine knows of a game.

    >>> known = knowledge("azul")
    >>> known.network().direct.shape == (known.stages, known.features)
    True
    >>> bool(known.untrained().second.any())
    False
    """

    game: str
    features: int
    stages: int
    network_file: Path

    def network(self, source: str | None = None) -> Network:
        """Return the fitted network, the one of another file, or the ``untrained`` one (also if none is fitted yet)."""
        if source == UNTRAINED or (source is None and not self.network_file.is_file()):
            return self.untrained()
        return load(self.network_file if source is None else Path(source))

    def untrained(self) -> Network:
        """Return a network that only counts points."""
        return untrained(self.features, self.stages, HIDDEN, UNTRAINED_SPREAD)


@lru_cache
def knowledge(game: str) -> Knowledge:
    """Return what the engine knows of a game; importing it compiles nothing yet.

    >>> knowledge("azul").game
    'azul'
    """
    found = evaluation(game)
    if found is None:
        raise BadOption("engine.no_evaluation", game=game)
    return Knowledge(game, int(found.FEATURES), int(found.STAGES), folder(game) / "network.npz")
