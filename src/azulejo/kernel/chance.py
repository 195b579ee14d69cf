"""A random stream that gives the same numbers interpreted and compiled.

The generator is xoshiro128++ of Blackman and Vigna: four 32-bit words, kept in an array
of int64 so that no operation ever overflows and NumPy never warns. There is no global
generator: whoever needs chance is handed a stream, made for that one purpose.
"""

import hashlib
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from azulejo.kernel.rule import rule

__all__ = ["Stream", "below", "next_word", "reseed", "stream"]

Stream: TypeAlias = npt.NDArray[np.int64]
"""The state of a random stream: four words.

>>> stream("an example").shape, stream("an example").dtype == np.int64
((4,), True)
"""

WORD = 0xFFFFFFFF
"""All bits of one 32-bit word."""


def stream(*names: int | str | bytes) -> Stream:
    """Return the stream that belongs to these names, for example ``stream(seed, "bots", 3)``.

    >>> rng, same, other = stream(7, "bots"), stream(7, "bots"), stream(8, "bots")
    >>> [below(rng, 100) for _ in range(3)] == [below(same, 100) for _ in range(3)]
    True
    >>> bool((rng == other).all())
    False
    """
    text = "\0".join(name.hex() if isinstance(name, bytes) else str(name) for name in names)
    digest = hashlib.sha256(text.encode()).digest()
    return np.frombuffer(digest[:16], dtype="<u4").astype(np.int64)


@rule
def reseed(rng: Stream, number: int) -> None:
    """Set a stream from a whole number, in compiled code, for numbered random games.

    >>> rng, same = stream(), stream()
    >>> reseed(rng, 17)
    >>> reseed(same, 17)
    >>> next_word(rng) == next_word(same)
    True
    """
    for word in range(4):
        rng[word] = scrambled((number + word * 0x9E3779B9) & WORD) | (word == 0)
    for _ in range(8):
        next_word(rng)


@rule
def next_word(rng: Stream) -> int:
    """Return the next 32 random bits.

    >>> 0 <= next_word(stream("an example")) <= WORD
    True
    """
    first, second, third, fourth = rng[0], rng[1], rng[2], rng[3]
    result = (_rotate((first + fourth) & WORD, 7) + first) & WORD
    shifted = (second << 9) & WORD
    third ^= first
    fourth ^= second
    rng[1] = second ^ third
    rng[0] = first ^ fourth
    rng[2] = third ^ shifted
    rng[3] = _rotate(fourth, 11)
    return int(result)


@rule
def below(rng: Stream, number: int) -> int:
    """Return a random whole number from 0 to ``number - 1``.

    >>> rng = stream("an example")
    >>> all(0 <= below(rng, 6) < 6 for _ in range(100))
    True
    """
    return (next_word(rng) * number) >> 32


@rule
def _rotate(word: int, places: int) -> int:
    return ((word << places) | (word >> (32 - places))) & WORD


@rule
def scrambled(word: int) -> int:
    """Spread the bits of a 32-bit word by additions and shifts alone."""
    word = ((word ^ 61) ^ (word >> 16)) & WORD
    word = (word + (word << 3)) & WORD
    word = (word ^ (word >> 4)) & WORD
    word = (word + (word << 10) + (word << 15)) & WORD
    return (word ^ (word >> 13)) & WORD
