"""Bits, against Python's own integers."""

from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.rule import COMPILED, rule
from tests.conftest import run_python

masks = st.integers(0, 2**63 - 1)


@rule
def _lowest(mask: int) -> int:
    return lowest_bit(mask)


@rule
def _count(mask: int) -> int:
    return bit_count(mask)


@given(masks.filter(bool))
def test_lowest_bit(mask: int) -> None:
    expected = f"{mask:b}"[::-1].index("1")
    assert lowest_bit(mask) == expected
    assert _lowest(mask) == expected


@given(masks)
def test_bit_count(mask: int) -> None:
    expected = f"{mask:b}".count("1")
    assert bit_count(mask) == expected
    assert _count(mask) == expected


def test_every_single_bit() -> None:
    assert [_lowest(1 << place) for place in range(63)] == list(range(63))
    assert [_count((1 << place) - 1) for place in range(64)] == list(range(64))


def test_masks_that_are_fields_of_a_record() -> None:
    fields: list[Any] = [np.int8(64), np.int16(64), np.int32(64), np.int64(64)]
    for field in fields:
        assert (lowest_bit(field), _lowest(field)) == (6, 6)
        assert (bit_count(field), _count(field)) == (1, 1)


@pytest.mark.skipif(not COMPILED, reason="about the compiled functions")
@pytest.mark.parametrize(("function", "instruction"), [(_lowest, "llvm.cttz.i64"), (_count, "llvm.ctpop.i64")])
def test_compiled_it_is_one_instruction(function: Any, instruction: str) -> None:
    @numba.njit
    def fresh(mask: int) -> Any:
        return function(mask)

    fresh(1)
    assert any(instruction in code for code in fresh.inspect_llvm().values())


SAMPLE = """
from numba import njit
from azulejo.kernel.bits import bit_count, lowest_bit

@njit
def both(mask):
    return lowest_bit(mask), bit_count(mask)

masks = [1, 2, 3, 0b1010_0000, 2**31, 2**40 + 2**33, 2**62, 2**63 - 1]
print([both(mask) for mask in masks])
"""


def test_interpreted_and_compiled_agree() -> None:
    expected = "[(0, 1), (1, 1), (0, 2), (5, 2), (31, 1), (33, 2), (62, 1), (0, 63)]\n"
    assert run_python("-c", SAMPLE, compiled=False) == expected
    assert run_python("-c", SAMPLE, compiled=True) == expected
