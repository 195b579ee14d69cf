"""The random stream: xoshiro128++, the same numbers interpreted and compiled, silently."""

import hashlib
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejo.kernel.chance import Stream, below, next_word, reseed, stream
from azulejo.kernel.rule import rule
from tests.conftest import run_python

PUBLISHED = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011, 621204420]
"""The first numbers of xoshiro128++ from the state 1, 2, 3, 4, as published with other implementations."""

SAMPLE = """
import json
from azulejo.kernel.chance import below, next_word, reseed, stream

numbers = []
for rng in (stream(7), stream(7, "bots", 3), stream(b"\\xff" * 32, "deal")):
    numbers += [next_word(rng) for _ in range(500)]
    numbers += [below(rng, bound) for bound in range(1, 500)]
    for number in (0, 1, -1, 12345, 2**40):
        reseed(rng, number)
        numbers += [int(word) for word in rng] + [next_word(rng) for _ in range(20)]
print(json.dumps(numbers))
"""


class Reference:
    """The generator as its authors describe it, with Python's unbounded integers."""

    def __init__(self, words: list[int]) -> None:
        self.words = words

    def next_word(self) -> int:
        a, b, c, d = self.words
        result = (self.rotated((a + d) % 2**32, 7) + a) % 2**32
        shifted = b * 2**9 % 2**32
        c, d = c ^ a, d ^ b
        b, a = b ^ c, a ^ d
        self.words = [a, b, c ^ shifted, self.rotated(d, 11)]
        return result

    @staticmethod
    def rotated(word: int, places: int) -> int:
        return (word << places) % 2**32 + (word >> (32 - places))


words = st.lists(st.integers(0, 2**32 - 1), min_size=4, max_size=4).filter(any)


def test_numbers_are_those_published() -> None:
    rng = np.array([1, 2, 3, 4], np.int64)
    assert [next_word(rng) for _ in PUBLISHED] == PUBLISHED


@given(words)
def test_numbers_are_those_of_the_reference(state: list[int]) -> None:
    rng, reference = np.array(state, np.int64), Reference(state)
    for _ in range(20):
        assert next_word(rng) == reference.next_word()
        assert rng.tolist() == reference.words


def test_a_stream_starts_at_the_hash_of_its_names() -> None:
    digest = hashlib.sha256(b"7\0bots\0" + b"00ff").digest()
    expected = [int.from_bytes(digest[4 * word : 4 * word + 4], "little") for word in range(4)]
    assert stream(7, "bots", b"\x00\xff").tolist() == expected


def test_streams_with_other_names_give_other_numbers() -> None:
    streams = [stream(7), stream(8), stream(7, "bots"), stream("bots", 7), stream(7, "bots", 3), stream(b"7")]
    first = {tuple(next_word(rng) for _ in range(4)) for rng in streams}
    assert len(first) == len(streams)


def _sample(*, compiled: bool) -> list[int]:
    numbers: list[int] = json.loads(run_python("-c", SAMPLE, compiled=compiled))
    return numbers


def test_interpreted_and_compiled_give_the_same_numbers_without_a_warning() -> None:
    interpreted = _sample(compiled=False)
    reference = Reference(stream(7).tolist())
    assert interpreted[:500] == [reference.next_word() for _ in range(500)]
    assert _sample(compiled=True) == interpreted


def test_reseeding_gives_each_number_its_own_stream() -> None:
    rng = stream(1)
    seen = set()
    for number in range(1000):
        reseed(rng, number)
        seen.add(tuple(rng.tolist()))
        assert any(rng)
    assert len(seen) == 1000


@given(words, st.integers(1, 2**31 - 1))
def test_below_is_the_high_part_of_a_product(state: list[int], number: int) -> None:
    rng, reference = np.array(state, np.int64), Reference(state)
    drawn = below(rng, number)
    assert drawn == reference.next_word() * number // 2**32
    assert 0 <= drawn < number


@rule
def _tally(rng: Stream, number: int, draws: int, counts: Stream) -> None:
    for _ in range(draws):
        counts[below(rng, number)] += 1


@pytest.mark.parametrize("number", [2, 5, 20, 97])
def test_below_is_roughly_uniform(number: int) -> None:
    draws = 1000 * number
    counts = np.zeros(number, np.int64)
    _tally(stream("uniform", number), number, draws, counts)
    # Chi squared has mean k and variance 2k; six standard deviations never happen by chance.
    chi_squared = float(((counts - 1000) ** 2).sum()) / 1000
    freedom = number - 1
    assert abs(chi_squared - freedom) < 6 * (2 * freedom) ** 0.5
    assert counts.sum() == draws
