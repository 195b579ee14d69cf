"""Counting and finding bits, in one instruction where compiled."""

from typing import Any

from azulejo.kernel.rule import COMPILED

__all__ = ["bit_count", "lowest_bit"]


def lowest_bit(mask: int) -> int:
    """Return the position of the lowest set bit; the mask must not be 0.

    >>> lowest_bit(0b10100)
    2
    """
    return (int(mask) & -int(mask)).bit_length() - 1


def bit_count(mask: int) -> int:
    """Return how many bits are set; the mask must not be negative.

    >>> bit_count(0b10100)
    2
    """
    return int(mask).bit_count()


if COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic
    def _trailing_zeros(context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @intrinsic
    def _population(context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @overload(lowest_bit, strict=False)
    def _compiled_lowest_bit(mask: Any) -> Any:
        return lambda mask: _trailing_zeros(mask)

    @overload(bit_count, strict=False)
    def _compiled_bit_count(mask: Any) -> Any:
        return lambda mask: _population(mask)
