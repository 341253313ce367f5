"""Products of small matrices whose sums stay in registers: where attention spends its time.

A compiler keeps a block of sums in registers only when the block is spelled out, and Numba's Python has no vectors. So one
loop is written in LLVM's own language: six rows times two vectors of columns, one fused multiply-add per entry and step.
The columns of the right factor stand in panels, so that the loop reads them one after the other.

An entry of a product is summed over the inner index in its order, whatever stands beside it: equal columns give bitwise
equal results.
"""

from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from kernels.blocks import Floats, compiled

ROWS = 6  # with two vectors of columns: twelve sums, two columns and a row fit into sixteen registers
LANES = 8 if llvm.get_host_cpu_features().get("avx512f") else 4  # numbers in a vector; LLVM splits what is too long
COLUMNS = 2 * LANES  # of a panel
Panels = NDArray[np.float64]  # shape (panels, inner, COLUMNS)

DOUBLE, INT, LANE = ir.DoubleType(), ir.IntType(64), ir.IntType(32)
VECTOR = ir.VectorType(DOUBLE, LANES)
SIZE = 8  # bytes of a float64


def _at(builder: Any, address: Any, kind: ir.Type, *offsets: Any) -> Any:
    """Pointer to what stands a sum of (count, stride) products of float64 behind the address."""
    for count, stride in offsets:
        stride = ir.Constant(INT, stride) if isinstance(stride, int) else stride
        count = ir.Constant(INT, count) if isinstance(count, int) else count
        address = builder.add(address, builder.mul(builder.mul(count, stride), ir.Constant(INT, SIZE)))
    return builder.inttoptr(address, kind.as_pointer())


@intrinsic
def _add_block(
    typing: Any, out: Any, out_row: Any, left: Any, left_row: Any, left_inner: Any, right: Any, right_inner: Any, inner: Any
) -> Any:
    """out[0:ROWS, 0:COLUMNS] += left[0:ROWS, 0:inner] @ right[0:inner, 0:COLUMNS], given by addresses and strides."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        out, out_row, left, left_row, left_inner, right, right_inner, inner = arguments
        kind = ir.FunctionType(VECTOR, [VECTOR] * 3)
        fma = cgutils.get_or_insert_function(builder.module, kind, f"llvm.fma.v{LANES}f64")
        block = [(i, j) for i in range(ROWS) for j in range(2)]
        targets = [_at(builder, out, VECTOR, (i, out_row), (j, LANES)) for i, j in block]
        # LLVM moves these variables into registers for the length of the loop.
        sums = [cgutils.alloca_once_value(builder, builder.load(target, align=SIZE)) for target in targets]
        with cgutils.for_range(builder, inner) as loop:
            columns = [
                builder.load(_at(builder, right, VECTOR, (loop.index, right_inner), (j, LANES)), align=SIZE) for j in range(2)
            ]
            for i in range(ROWS):
                entry = builder.load(_at(builder, left, DOUBLE, (i, left_row), (loop.index, left_inner)), align=SIZE)
                first = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), entry, ir.Constant(LANE, 0))
                row = builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(LANE, LANES), None))  # in all lanes
                for j in range(2):
                    total = sums[2 * i + j]
                    builder.store(builder.call(fma, [row, columns[j], builder.load(total)]), total)
        for target, total in zip(targets, sums, strict=True):
            builder.store(builder.load(total), target, align=SIZE)
        return context.get_dummy_value()

    return types.void(*[types.int64] * 8), generate


@compiled
def add_product(out: Floats, left: Floats, panels: Panels) -> None:
    """Add left (r, inner) @ the matrix in the panels to out (r, columns of all panels); r is a multiple of ROWS."""
    rows, inner = left.shape
    left_row, left_inner = left.strides[0] // SIZE, left.strides[1] // SIZE
    for row in range(0, rows, ROWS):
        start, target = left.ctypes.data + row * left.strides[0], out.ctypes.data + row * out.strides[0]
        for panel in range(len(panels)):
            right, beside = panels.ctypes.data + panel * panels.strides[0], target + panel * COLUMNS * SIZE
            _add_block(beside, out.strides[0] // SIZE, start, left_row, left_inner, right, COLUMNS, inner)  # type: ignore[call-arg]


@compiled
def fill_panels(panels: Panels, matrix: Floats) -> None:
    """Lay the columns of a matrix (inner, w) out in panels, with zeros beside and below it."""
    inner, width = matrix.shape
    for panel in range(len(panels)):
        first = panel * COLUMNS
        count = min(COLUMNS, width - first)
        if inner < panels.shape[1] or count < COLUMNS:
            panels[panel] = 0.0
        for k in range(inner):
            for j in range(count):
                panels[panel, k, j] = matrix[k, first + j]
