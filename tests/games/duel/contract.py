"""What the tests of every game must know of Azul Duel."""

from collections.abc import Iterable
from typing import Any, ClassVar

from azulejo.kernel.chance import Stream
from azulejo.testing.contract import ContractSuite
from tests.contract.helpers import POINTS, SHARED, TIE_BREAK, Ends


class Suite(ContractSuite):
    max_bytes = 512
    extra_options: ClassVar = {"tablets": ("1B,2B,4B",)}

    def hidden_variants(self, state: Any, seat: int, rng: Stream) -> Iterable[Any]:
        """Change every front that only the other player has seen, for each front of its type that the seat has not."""
        yield from super().hidden_variants(state, seat, rng)
        hidden = [(name, at) for name in ("pile", "drawn") for at in hidden_places(state, name, seat)]
        for name, at in hidden:
            front = int(state[name][at])
            for other in range(front // 9 * 9, front // 9 * 9 + 9):
                variant = state.copy()
                elsewhere = [(where, place) for where, place in hidden if state[where][place] == other]
                if int(state.unseen_plates) >> other & 1:
                    variant.unseen_plates = int(state.unseen_plates) ^ 1 << other ^ 1 << front
                elif elsewhere:
                    variant[elsewhere[0][0]][elsewhere[0][1]] = front
                else:
                    continue
                variant[name][at] = other
                yield variant

    def round_ended(self, before: Any, after: Any) -> bool:
        """Plates and chips are drawn inside the rounds here."""
        return bool(before.factories_filled and not after.factories_filled)


def hidden_places(state: Any, name: str, seat: int) -> list[int]:
    """Return the places of the pile, or among the plates drawn, whose fronts others know and the seat does not."""
    known = state[f"{name}_known"]
    return [at for at, plate in enumerate(state[name]) if 0 <= plate < 18 and not known[at] >> seat & 1]


ENDS: Ends = {**POINTS, **TIE_BREAK, **SHARED}
