"""The first layer of a network and what it feeds, written for the vector unit of the processor.

Numba does not turn this sum over inputs into vector operations that keep their sums in registers, and a search spends
most of its time here. So the compiled way is spelled out, 32 hidden units at a time. It multiplies and adds in the
same order everywhere and never fuses the two: a search finds the same on every machine.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from azulejo.kernel.rule import COMPILED

Array: TypeAlias = npt.NDArray[np.float32]

BLOCK = 32
"""Hidden units come in blocks of so many."""


def worth_of(seen: Array, direct: Array, first: Array, first_bias: Array, second: Array) -> float:
    """Return the weighed sum of some inputs, straight and by way of the hidden units.

    >>> inputs, ones = np.array([2.0, 0.0, 1.0], np.float32), np.ones(BLOCK, np.float32)
    >>> worth_of(inputs, np.array([5.0, 6.0, 7.0], np.float32), np.ones((3, BLOCK), np.float32), -ones, ones)
    81.0
    """
    inputs = seen[: first.shape[0]]
    return float(inputs @ direct + np.maximum(inputs @ first + first_bias, 0) @ second)


if COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic, overload

    LANES = 8
    VECTORS = BLOCK // LANES
    BYTES = 4

    @intrinsic
    def _block(
        context: Any, seen: Any, direct: Any, first: Any, bias: Any, second: Any, inputs: Any, stride: Any
    ) -> Any:
        """Return the worth of one block of units; the arrays are given by the addresses where the block begins.

        What the inputs are worth straight is added where ``direct`` is not 0.
        """
        word, single = ir.IntType(64), ir.FloatType()
        vector = ir.VectorType(single, LANES)

        def load(builder: Any, address: Any, vectors_on: int) -> Any:
            place = builder.add(address, ir.Constant(word, vectors_on * LANES * BYTES))
            return builder.load(builder.inttoptr(place, vector.as_pointer()), align=BYTES)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            seen, direct, first, bias, second, inputs, stride = arguments
            sums, straight = [], cgutils.alloca_once_value(builder, ir.Constant(single, 0.0))
            is_first = builder.icmp_signed("!=", direct, ir.Constant(word, 0))
            for number in range(VECTORS):
                place = cgutils.alloca_once(builder, vector)
                builder.store(load(builder, bias, number), place)
                sums.append(place)
            with cgutils.for_range(builder, inputs, intp=word) as loop:
                offset = builder.mul(loop.index, ir.Constant(word, BYTES))
                place = builder.add(seen, offset)
                value = builder.load(builder.inttoptr(place, single.as_pointer()))
                with builder.if_then(builder.fcmp_unordered("!=", value, ir.Constant(single, 0.0))):
                    row = builder.add(first, builder.mul(loop.index, stride))
                    alone = builder.insert_element(
                        ir.Constant(vector, ir.Undefined), value, ir.Constant(ir.IntType(32), 0)
                    )
                    mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
                    spread = builder.shuffle_vector(alone, ir.Constant(vector, ir.Undefined), mask)
                    for number, sum_place in enumerate(sums):
                        product = builder.fmul(spread, load(builder, row, number))
                        builder.store(builder.fadd(builder.load(sum_place), product), sum_place)
                    with builder.if_then(is_first):
                        place = builder.add(direct, offset)
                        product = builder.fmul(value, builder.load(builder.inttoptr(place, single.as_pointer())))
                        builder.store(builder.fadd(builder.load(straight), product), straight)
            zeros = ir.Constant(vector, [0.0] * LANES)
            total = zeros
            for number, sum_place in enumerate(sums):
                summed = builder.load(sum_place)
                rectified = builder.select(builder.fcmp_ordered(">", summed, zeros), summed, zeros)
                total = builder.fadd(total, builder.fmul(rectified, load(builder, second, number)))
            lanes = [builder.extract_element(total, ir.Constant(ir.IntType(32), lane)) for lane in range(LANES)]
            while len(lanes) > 1:
                lanes = [builder.fadd(*pair) for pair in zip(lanes[::2], lanes[1::2], strict=True)]
            return builder.fadd(lanes[0], builder.load(straight))

        return types.float32(*[types.int64] * 7), generate

    @overload(worth_of, strict=False)
    def _compiled_worth_of(seen: Any, direct: Any, first: Any, first_bias: Any, second: Any) -> Any:
        def compiled(seen: Any, direct: Any, first: Any, first_bias: Any, second: Any) -> Any:
            inputs, width = first.shape
            worth = np.float32(0)
            for unit in range(0, width, BLOCK):
                worth += _block(
                    seen.ctypes.data,
                    direct.ctypes.data if unit == 0 else 0,
                    first.ctypes.data + unit * BYTES,
                    first_bias.ctypes.data + unit * BYTES,
                    second.ctypes.data + unit * BYTES,
                    inputs,
                    width * BYTES,
                )
            return worth

        return compiled
