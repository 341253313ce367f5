"""Arrays of balls: a formula at many points at once, each operation one compiled loop of calls into FLINT.

The library is the one that python-flint brings along, and the balls are as rigorous as those of ``kernels.balls``. What is
saved is a Python object for each number, and the logarithm of a base that is raised to several powers.

A ball is FLINT's own structure, 48 bytes, in an int64 array of shape (n, 6); all zeros is the number 0. Formulas that are
written against an :class:`~kernels.arithmetic.Arithmetic` run on ``BALL_ARRAYS``.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Iterable
from ctypes.util import find_library
from fractions import Fraction
from numbers import Rational
from pathlib import Path
from typing import Any

import flint
import llvmlite.binding as llvm
import numpy as np
from numba import prange, types
from numpy.typing import NDArray

from kernels import balls
from kernels.arithmetic import Arithmetic, Exact
from kernels.balls import Ball
from kernels.blocks import Floats, compiled, compiled_parallel

Structures = NDArray[np.int64]
Codes = NDArray[np.int8]
FIELDS, BYTES = 6, 48  # of FLINT's arb_struct
ADD, SUBTRACT, MULTIPLY, DIVIDE, MAXIMUM, MINIMUM = range(6)
LOG, EXP, SQRT, ABSOLUTE, NEGATE = range(5)
LARGEST = 2**63 - 1
CHUNK = 512  # balls per task
PARALLEL_BALLS = 2048  # from which a parallel launch pays


def _library() -> ctypes.CDLL:
    """FLINT as python-flint has loaded it.

    Raises:
        ImportError: it is not where python-flint's wheels keep it, and the system has none.
    """
    package = Path(flint.__file__).parent
    for folder in (package.with_name("python_flint.libs"), package / ".dylibs", package.with_name("python_flint.dylibs")):
        for path in sorted(folder.glob("libflint*")):
            return ctypes.CDLL(str(path))
    name = find_library("flint")
    if name is None:
        raise ImportError("no FLINT library is found beside python-flint")
    return ctypes.CDLL(name)


FLINT = _library()
FLINT.arb_get_str.restype = ctypes.c_void_p


def _function(name: str, *arguments: Any, result: Any = types.void) -> Any:
    """A function of FLINT for compiled code, called by its name: so the code can be cached."""
    llvm.add_symbol(name, ctypes.cast(getattr(FLINT, name), ctypes.c_void_p).value)
    return types.ExternalFunction(name, result(*arguments))


BALL = BITS = types.intp
add, sub, mul, div, power = (_function(f"arb_{name}", BALL, BALL, BALL, BITS) for name in ("add", "sub", "mul", "div", "pow"))
larger, smaller = (_function(f"arb_{name}", BALL, BALL, BALL, BITS) for name in ("max", "min"))
log, exp, sqrt = (_function(f"arb_{name}", BALL, BALL, BITS) for name in ("log", "exp", "sqrt"))
absolute, negate = (_function(f"arb_{name}", BALL, BALL) for name in ("abs", "neg"))
is_finite, is_integer = (_function(f"arb_is_{name}", BALL, result=types.int32) for name in ("finite", "int"))
is_le, is_lt, is_ge, is_gt = (_function(f"arb_{name}", BALL, BALL, result=types.int32) for name in ("le", "lt", "ge", "gt"))
set_integer, clear = _function("arb_set_si", BALL, types.int64), _function("arb_clear", BALL)
to_float = _function("arf_get_d", BALL, types.int32, result=types.float64)


class BallArray:
    """Balls at n points, or one ball that stands at all of them; operations work at the current ball precision."""

    def __init__(self, structures: Structures) -> None:
        self.structures = structures
        self._log: tuple[int, BallArray] | None = None  # with the bits at which it was taken
        weakref.finalize(self, _clear, structures).atexit = False

    @classmethod
    def of(cls, values: Iterable[Exact]) -> BallArray:
        """The tightest balls around exact numbers."""
        exact = [_exact(value) for value in values]
        tops, bottoms = [x.numerator for x in exact], [x.denominator for x in exact]
        return _integers(tops) if all(bottom == 1 for bottom in bottoms) else _integers(tops) / _integers(bottoms)

    def __len__(self) -> int:
        return len(self.structures)

    def __getitem__(self, index: int) -> Ball:
        """A ball of ``kernels.balls`` around one of these."""
        digits = int(balls.current_precision() * 0.302) + 3
        address = FLINT.arb_get_str(ctypes.c_void_p(self.structures[index].ctypes.data), digits, 1)
        text = ctypes.string_at(address).decode()
        FLINT.flint_free(ctypes.c_void_p(address))
        return Ball(text)

    def __add__(self, other: BallArray | Exact) -> BallArray:
        return _combined(ADD, self, other)

    def __sub__(self, other: BallArray | Exact) -> BallArray:
        return _combined(SUBTRACT, self, other)

    def __mul__(self, other: BallArray | Exact) -> BallArray:
        return _combined(MULTIPLY, self, other)

    def __truediv__(self, other: BallArray | Exact) -> BallArray:
        return _combined(DIVIDE, self, other)

    def __pow__(self, other: BallArray | Exact) -> BallArray:
        exponents = _balls(other)
        out, bits = np.zeros((_common(self, exponents), FIELDS), dtype=np.int64), balls.current_precision()
        (_raise if len(out) < PARALLEL_BALLS else _raise_parallel)(
            out, self.structures, self.log().structures, exponents.structures, bits
        )
        return BallArray(out)

    def __radd__(self, other: Exact) -> BallArray:
        return _combined(ADD, other, self)

    def __rsub__(self, other: Exact) -> BallArray:
        return _combined(SUBTRACT, other, self)

    def __rmul__(self, other: Exact) -> BallArray:
        return _combined(MULTIPLY, other, self)

    def __rtruediv__(self, other: Exact) -> BallArray:
        return _combined(DIVIDE, other, self)

    def __rpow__(self, other: Exact) -> BallArray:
        return _balls(other) ** self

    def __neg__(self) -> BallArray:
        return _mapped(NEGATE, self)

    def __abs__(self) -> BallArray:
        return _mapped(ABSOLUTE, self)

    def log(self) -> BallArray:
        """The logarithms; asked again at the same precision, they are remembered."""
        bits = balls.current_precision()
        if self._log is None or self._log[0] != bits:
            self._log = bits, _mapped(LOG, self)
        return self._log[1]

    def midpoints(self) -> Floats:
        """The nearest floats, for plots and tables only."""
        result = np.empty(len(self))
        _midpoints(self.structures, result)
        return result


def le(a: BallArray, b: BallArray) -> Codes:
    """Where a <= b: 1 holds, -1 fails, 0 is unknown; like :func:`kernels.balls.le` at every point."""
    return _compared(a, b, strict=False)


def lt(a: BallArray, b: BallArray) -> Codes:
    """Where a < b: 1 holds, -1 fails, 0 is unknown."""
    return _compared(a, b, strict=True)


def _compared(a: BallArray, b: BallArray, *, strict: bool) -> Codes:
    result = np.empty(_common(a, b), dtype=np.int8)
    _compare(result, a.structures, b.structures, strict)
    return result


def _exact(value: Exact) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, Rational):
        raise TypeError(f"a ball is built from exact numbers, not from {value!r}")
    return Fraction(value)


def _integers(values: list[int]) -> BallArray:
    structures = np.zeros((len(values), FIELDS), dtype=np.int64)
    if all(abs(value) <= LARGEST for value in values):
        _set_integers(structures, np.array(values, dtype=np.int64))
    else:
        for row, value in zip(structures, values, strict=True):
            FLINT.arb_set_str(ctypes.c_void_p(row.ctypes.data), str(value).encode(), balls.current_precision())
    return BallArray(structures)


def _common(a: BallArray, b: BallArray) -> int:
    if len(a) != len(b) and 1 not in (len(a), len(b)):
        raise ValueError(f"{len(a)} balls and {len(b)} balls do not go together")
    return len(b) if len(a) == 1 else len(a)


def _balls(x: BallArray | Exact) -> BallArray:
    return x if isinstance(x, BallArray) else BallArray.of([x])


def _combined(operation: int, left: BallArray | Exact, right: BallArray | Exact) -> BallArray:
    a, b = _balls(left), _balls(right)
    out = np.zeros((_common(a, b), FIELDS), dtype=np.int64)
    (_combine if len(out) < PARALLEL_BALLS else _combine_parallel)(
        operation, out, a.structures, b.structures, balls.current_precision()
    )
    return BallArray(out)


def _mapped(operation: int, x: BallArray) -> BallArray:
    out = np.zeros_like(x.structures)
    (_map if len(out) < PARALLEL_BALLS else _map_parallel)(operation, out, x.structures, balls.current_precision())
    return BallArray(out)


@compiled
def _part(a: Structures, chunk: int) -> Structures:
    """The balls of one task; a single ball belongs to all."""
    return a if len(a) == 1 else a[chunk * CHUNK : (chunk + 1) * CHUNK]


@compiled
def _combine(operation: int, out: Structures, a: Structures, b: Structures, bits: int) -> None:
    a_step, b_step = BYTES if len(a) > 1 else 0, BYTES if len(b) > 1 else 0
    for i in range(len(out)):
        z, x, y = out.ctypes.data + BYTES * i, a.ctypes.data + a_step * i, b.ctypes.data + b_step * i
        if operation == ADD:
            add(z, x, y, bits)
        elif operation == SUBTRACT:
            sub(z, x, y, bits)
        elif operation == MULTIPLY:
            mul(z, x, y, bits)
        elif operation == DIVIDE:
            div(z, x, y, bits)
        elif operation == MAXIMUM:
            larger(z, x, y, bits)
        elif operation == MINIMUM:
            smaller(z, x, y, bits)


@compiled_parallel
def _combine_parallel(operation: int, out: Structures, a: Structures, b: Structures, bits: int) -> None:
    for chunk in prange((len(out) + CHUNK - 1) // CHUNK):
        _combine(operation, _part(out, chunk), _part(a, chunk), _part(b, chunk), bits)


@compiled
def _raise(out: Structures, a: Structures, logs: Structures, b: Structures, bits: int) -> None:
    """a to the power b, through the logarithm where there is one; integer powers stay as exact as they can."""
    a_step, b_step = BYTES if len(a) > 1 else 0, BYTES if len(b) > 1 else 0
    for i in range(len(out)):
        z, x, y = out.ctypes.data + BYTES * i, a.ctypes.data + a_step * i, b.ctypes.data + b_step * i
        exponent = logs.ctypes.data + a_step * i
        if is_integer(y) or not is_finite(exponent):
            power(z, x, y, bits)
        else:
            mul(z, exponent, y, bits)
            exp(z, z, bits)


@compiled_parallel
def _raise_parallel(out: Structures, a: Structures, logs: Structures, b: Structures, bits: int) -> None:
    for chunk in prange((len(out) + CHUNK - 1) // CHUNK):
        _raise(_part(out, chunk), _part(a, chunk), _part(logs, chunk), _part(b, chunk), bits)


@compiled
def _map(operation: int, out: Structures, a: Structures, bits: int) -> None:
    for i in range(len(out)):
        z, x = out.ctypes.data + BYTES * i, a.ctypes.data + BYTES * i
        if operation == LOG:
            log(z, x, bits)
        elif operation == EXP:
            exp(z, x, bits)
        elif operation == SQRT:
            sqrt(z, x, bits)
        elif operation == ABSOLUTE:
            absolute(z, x)
        elif operation == NEGATE:
            negate(z, x)


@compiled_parallel
def _map_parallel(operation: int, out: Structures, a: Structures, bits: int) -> None:
    for chunk in prange((len(out) + CHUNK - 1) // CHUNK):
        _map(operation, _part(out, chunk), _part(a, chunk), bits)


@compiled
def _compare(out: Codes, a: Structures, b: Structures, strict: bool) -> None:
    a_step, b_step = BYTES if len(a) > 1 else 0, BYTES if len(b) > 1 else 0
    for i in range(len(out)):
        x, y = a.ctypes.data + a_step * i, b.ctypes.data + b_step * i
        out[i] = 0
        if is_finite(x) and is_finite(y):
            holds = is_lt(x, y) if strict else is_le(x, y)
            fails = is_ge(x, y) if strict else is_gt(x, y)
            out[i] = 1 if holds else -1 if fails else 0


@compiled
def _set_integers(out: Structures, values: NDArray[np.int64]) -> None:
    for i in range(len(out)):
        set_integer(out.ctypes.data + BYTES * i, values[i])


@compiled
def _midpoints(a: Structures, out: Floats) -> None:
    for i in range(len(out)):
        out[i] = to_float(a.ctypes.data + BYTES * i, 4)  # the midpoint comes first; 4 rounds to nearest


@compiled
def _clear(a: Structures) -> None:
    for i in range(len(a)):
        clear(a.ctypes.data + BYTES * i)


class BallArrayArithmetic(Arithmetic):
    """Rigorous enclosures at many points, at the current ball precision."""

    name = "arrays of balls"
    rigorous = True

    def number(self, value: Exact) -> BallArray:
        return BallArray.of([value])

    def log(self, x: BallArray) -> BallArray:
        return x.log()

    def exp(self, x: BallArray) -> BallArray:
        return _mapped(EXP, x)

    def sqrt(self, x: BallArray) -> BallArray:
        return _mapped(SQRT, x)

    def maximum(self, a: BallArray, b: BallArray) -> BallArray:
        return _combined(MAXIMUM, a, b)

    def minimum(self, a: BallArray, b: BallArray) -> BallArray:
        return _combined(MINIMUM, a, b)


BALL_ARRAYS = BallArrayArithmetic()


def warm_up() -> None:
    """Compile the loops."""
    for n in (2, PARALLEL_BALLS):
        x = BallArray.of(range(1, n + 1)) + 1
        lt(BALL_ARRAYS.exp(x**x), x)
        x.midpoints()
