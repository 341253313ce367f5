"""What a symbolic proof shows its reader, the difference of the sides, and the quotients of polynomials that it is made of."""

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from tests.chosen import chosen_parts, sample
from theorems.provers.differences import factored
from theorems.provers.positivity import Positivity
from theorems.provers.quotients import NotRationalError, quotient
from theorems.vocabulary import comparisons

SHOWN = [part for part in chosen_parts() if isinstance(part.proof, Positivity)]
VALUE = sympy.Rational(7, 3)  # of every nonnegative symbol


def test_what_is_shown_equals_the_difference_of_the_sides() -> None:
    """At one point of each case, where n is the product that it stands for."""
    for part, case in [(p, case) for p in sample(SHOWN, 30) for case in p.domain.admitted_cases()]:
        assert part.claim is not None
        values = {
            name: sympy.sympify(through).subs(dict.fromkeys(sympy.sympify(through).free_symbols, VALUE))
            for name, through in case.positive.items()
        }
        size = sympy.sympify(case.size_value).subs(values) if case.size is not None else None
        if case.log_size is not None:
            values |= dict.fromkeys(case.log_size.free_symbols, sympy.sqrt(sympy.log(size)))
        values |= {} if size is None else {case.size: size}
        for comparison in comparisons(part.claim(case.model)):
            difference = sympy.sympify(comparison.rhs) - sympy.sympify(comparison.lhs)
            try:
                shown = factored(case, difference)
            except NotRationalError:
                continue
            assert abs(sympy.N((shown - difference).subs(values), 30)) < 1e-20


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
