"""How carefully a game is looked at, and what a mistake is called."""

from dataclasses import dataclass, replace

from azulejo.review.names import SETTINGS, Label, Setting
from azulejo.texts.errors import BadOption

MISTAKES: dict[Label, float] = {"inaccuracy": 0.05, "mistake": 0.1, "blunder": 0.2}
"""From which cost on, in chances to win, a turn is called what."""
CERTAIN = 2.0
"""Nothing is said of a difference that is not above so many of its standard errors."""
LEAST_SAMPLES = 64

NODES: dict[Setting, tuple[int, int]] = {"fast": (20_000, 80_000), "deep": (300_000, 2_000_000)}
"""For a turn, where the tree is searched and where rounds are solved; what looks like a mistake gets more."""
GLANCE: dict[Setting, int] = {"fast": 1_000, "deep": 8_000}
SAMPLES: dict[Setting, int] = {"fast": LEAST_SAMPLES, "deep": 256}


@dataclass(frozen=True)
class ReviewSettings:
    """What a report depends on besides the game."""

    setting: Setting
    nodes: int
    """Positions to look at for a turn; 0 for as many as the setting says."""
    samples: int
    """Draws for the average of one."""
    glance: int
    """Positions to look at for each of these draws."""
    seed: int

    @classmethod
    def make(
        cls, setting: str = "fast", nodes: int | None = None, samples: int | None = None, seed: int = 0
    ) -> "ReviewSettings":
        """Return checked settings; raises BadOption."""
        if setting not in SETTINGS:
            raise BadOption("errors.option_value", option="setting", value=setting, values=SETTINGS)
        chosen: Setting = "fast" if setting == "fast" else "deep"
        samples = SAMPLES[chosen] if samples is None else samples
        if nodes is not None and nodes < 1:
            raise BadOption("review.least", option="nodes", value=nodes, least=1)
        if samples < LEAST_SAMPLES:
            raise BadOption("review.least", option="samples", value=samples, least=LEAST_SAMPLES)
        return cls(chosen, nodes or 0, samples, min(GLANCE[chosen], nodes or GLANCE[chosen]), seed)

    def for_search(self, solves: bool) -> "ReviewSettings":
        """Return them with the nodes that the setting gives to a search which solves rounds, or does not."""
        return replace(self, nodes=self.nodes or NODES[self.setting][solves])
