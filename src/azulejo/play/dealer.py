"""The dealer: fair draws that can be proved afterwards.

All chance of a game follows from a secret seed of 256 bits. Its SHA-256, the commitment, is
shown before the first move and the seed after the last, so that anybody can check that no
draw was chosen. Every draw has a stream of its own, so pieces seen tell nothing of those to come.
"""

import hashlib
import re
import secrets

from azulejo.kernel.chance import Stream, below, stream
from azulejo.texts.errors import BadOption

SEED_BYTES = 32


class Dealer:
    """Draws for one game from one seed."""

    def __init__(self, seed: bytes | str | int | None = None) -> None:
        """Take a secret seed (32 bytes or 64 hexadecimal digits), make one, or expand a small number.

        A small number, such as ``7``, is easy to guess: such a game is for practice.
        """
        self.practice = _is_number(seed)
        self.seed = _as_bytes(seed)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, in hexadecimal digits."""
        return hashlib.sha256(self.seed).hexdigest()

    def start(self, seats: int) -> int:
        """Return the seat that starts."""
        return below(stream(self.seed, "start"), seats)

    def stream(self, number: int) -> Stream:
        """Return the random stream for the draw of this number, counted from 0.

        Counted by draws, not by moves: two tables with one seed get the same deals.
        """
        return stream(self.seed, "draw", number)


def _is_number(seed: object) -> bool:
    return hasattr(seed, "__index__") and not isinstance(seed, bool)


def _as_bytes(seed: bytes | str | int | None) -> bytes:
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if _is_number(seed) and int(seed) >= 0:
        return hashlib.sha256(f"azulejo practice {int(seed)}".encode()).digest()
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    if isinstance(seed, str) and re.fullmatch(r"[0-9a-fA-F]{64}", seed):
        return bytes.fromhex(seed)
    raise BadOption("errors.seed", value="bytes" if isinstance(seed, bytes) else str(seed))
