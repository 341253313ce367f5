"""The ranges that a symbolic case and the printed hypotheses leave to each parameter, as exact rational intervals.

A hypothesis that cannot be read off as an interval is dropped: what is proved then holds on a larger domain. Open ends
are closed.
"""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil, floor, prod

import sympy
from sympy import Expr, Symbol

from theorems.instance import Instance
from theorems.provers.power_sums import Parameter
from theorems.statement import Condition, SymbolicCase

Range = tuple[Fraction | None, Fraction | None]


class NoNormalFormError(Exception):
    """The claim is no sum of powers of positive quantities, or its parameters have no readable ranges."""


def named(name: str) -> Symbol:
    return Symbol(name, positive=True)


def joint_size(sizes: tuple[Parameter, ...], size_range: Range) -> Parameter:
    """The product n of the sizes as one parameter."""
    low = prod(p.low for p in sizes)
    high = None if any(p.high is None for p in sizes) else prod(needed(p.high) for p in sizes)
    low_end, high_end = meet((Fraction(low), None if high is None else Fraction(high)), size_range)
    return Parameter("n", Fraction(ceil(needed(low_end))), None if high_end is None else Fraction(floor(high_end)), True, True)


def read_parameters(
    case: SymbolicCase, conditions: Iterable[Condition]
) -> tuple[tuple[Parameter, ...], tuple[Parameter, ...], dict[Expr, Expr]]:
    """The sizes that multiply to n, the real parameters, and how the case's symbols are written through them."""
    ranges = {symbol: _own_range(written) for symbol, written in case.positive.items()}
    for symbol, narrower in _printed_ranges(case, conditions):
        ranges[symbol] = meet(ranges[symbol], narrower)
    sizes: list[Parameter] = []
    replaced = {symbol: named(str(symbol)) for symbol in ranges}
    for factor, power in [] if case.size_value is None else sympy.factor_list(case.size_value)[1]:
        symbol = next(iter(factor.free_symbols))
        shift = sympy.expand(factor - symbol)
        if power != 1 or not shift.is_Integer:
            raise NoNormalFormError(f"{case.size_value} is no product of shifted parameters")
        low, high = ranges.pop(symbol)
        low, high = needed(low) + int(shift), None if high is None else high + int(shift)
        sizes.append(Parameter(str(factor), Fraction(ceil(low)), high, integer=True, factor=True))
        replaced[symbol] = named(str(factor)) - shift
    reals = tuple(Parameter(str(symbol), needed(low), high) for symbol, (low, high) in ranges.items())
    if any(p.high is not None and p.low > p.high for p in (*sizes, *reals)):
        raise NoNormalFormError("the hypotheses leave a parameter no value")
    return tuple(sizes), reals, replaced


def _own_range(written: Expr) -> Range:
    """The range of a monotone expression in one nonnegative symbol."""
    symbols = sorted(written.free_symbols, key=str)
    if len(symbols) != 1:
        raise NoNormalFormError(f"{written} is not written through one symbol")
    (symbol,) = symbols
    slope = sympy.fraction(sympy.cancel(sympy.together(sympy.diff(written, symbol))))
    numerator_signs = {bool(c > 0) for c in sympy.Poly(slope[0], symbol).coeffs()}
    denominator_signs = {bool(c > 0) for c in sympy.Poly(slope[1], symbol).coeffs()}
    if len(numerator_signs) != 1 or len(denominator_signs) != 1:
        raise NoNormalFormError(f"{written} is not certainly monotone")
    ends = [written.subs(symbol, 0), sympy.limit(written, symbol, sympy.oo)]
    if numerator_signs != denominator_signs:
        ends.reverse()
    low, high = (None if abs(end) == sympy.oo else Fraction(int(end.p), int(end.q)) for end in ends)
    return low, high


PRINTED = re.compile(r"^(\w+)\s*(<=|>=|<|>|≤|≥)\s*([0-9./]+)(?:\s*\(.*\))?$")


def _printed_ranges(case: SymbolicCase, conditions: Iterable[Condition]) -> Iterator[tuple[Symbol, Range]]:
    """Hypotheses like ``a1 < 1``, or ``c >= 0.1`` where the model's c is linear in one parameter."""
    for condition in conditions:
        read = _printed_range(condition)
        if read is None:
            continue
        name, (low, high) = read
        value = sympy.sympify(getattr(case.model, name, None))
        if value is None or len(value.free_symbols) != 1:
            continue
        (symbol,) = value.free_symbols
        if symbol not in case.positive or not value.is_polynomial(symbol) or sympy.degree(value, symbol) != 1:
            continue
        slope, start = (Fraction(int(c.p), int(c.q)) for c in sympy.Poly(value, symbol).all_coeffs())
        ends = [None if end is None else (end - start) / slope for end in (low, high)]
        yield symbol, (ends[0], ends[1]) if slope > 0 else (ends[1], ends[0])


def _printed_range(condition: Condition) -> tuple[str, Range] | None:
    """Name and closed range of a one-line hypothesis; None when its check does not say the same at sampled points."""
    match = PRINTED.match(condition.text)
    if match is None:
        return None
    name, relation, end = match[1], match[2], Fraction(match[3])
    upper = relation in ("<=", "<", "≤")
    for step in (Fraction(1, 10**9), Fraction(1, 100), Fraction(1), Fraction(10**9)):
        outside, inside = (end + step, end - step) if upper else (end - step, end + step)
        try:
            if condition.check(Instance({name: outside})) or not condition.check(Instance({name: inside})):
                return None
        except (AttributeError, KeyError, TypeError):  # it speaks of more than this one name
            return None
    return name, (None, end) if upper else (end, None)


def read_size_range(case: SymbolicCase, conditions: Iterable[Condition]) -> Range:
    total: Range = (Fraction(2) if case.size_above_one else None, None)
    for condition in conditions:
        read = _printed_range(condition)
        if read is not None and case.size is not None and getattr(case.model, read[0], None) == case.size:
            total = meet(total, read[1])
    return total


def meet(a: Range, b: Range) -> Range:
    lows = [x for x in (a[0], b[0]) if x is not None]
    highs = [x for x in (a[1], b[1]) if x is not None]
    return max(lows, default=None), min(highs, default=None)


def needed(low: Fraction | None) -> Fraction:
    if low is None:
        raise NoNormalFormError("a parameter has no lower end")
    return low
