"""Quotients of polynomials are those that sympy's own, slower, road arrives at; what is no quotient is refused."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from theorems.provers.quotients import NotRationalError, quotient

x, y = sympy.symbols("x y", nonnegative=True)
numbers = st.fractions(-3, 3, max_denominator=4).map(lambda f: sympy.Rational(f.numerator, f.denominator))
expressions = st.recursive(
    st.sampled_from([x, y, 1 + x, 2 + 2 * x]) | numbers,
    lambda below: (
        st.tuples(below, below).map(lambda pair: pair[0] + pair[1])
        | st.tuples(below, below).map(lambda pair: pair[0] * pair[1])
        | st.tuples(below, st.integers(-2, 2)).map(lambda pair: pair[0] ** pair[1] if pair[0] != 0 else pair[0])
    ),
    max_leaves=6,
)


@given(expressions)
def test_a_quotient_is_the_one_that_sympy_finds(expression: sympy.Expr) -> None:
    try:
        found = quotient(expression)
    except NotRationalError:
        assert sympy.cancel(sympy.together(expression)).has(sympy.zoo, sympy.nan)
        return
    slowly = tuple(sympy.expand(side) for side in sympy.fraction(sympy.cancel(sympy.together(expression))))
    assert slowly in (found.sides(), (-found).sides())
    assert set(found.symbols) == slowly[0].free_symbols | slowly[1].free_symbols


def test_what_is_no_quotient_is_refused() -> None:
    nothing = sympy.Add(sympy.expand((1 + x) ** 2), -((1 + x) ** 2))  # is 0, which only multiplying out shows
    for expression in (sympy.sqrt(x), sympy.log(1 + x), 2**x, sympy.nan, 1 / nothing):
        with pytest.raises(NotRationalError):
            quotient(expression)
