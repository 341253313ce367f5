"""Polynomials over boxes and sums of powers on one box: what is called certain is true at every point tried."""

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from theorems.provers import evaluation
from theorems.provers.bisection import Budget, bisect
from theorems.provers.evaluation import Evaluation
from theorems.provers.power_sums import Atom, Claim, Parameter, Term, polynomial_range

N = Parameter("n", Fraction(1), None, integer=True, factor=True)
A = Parameter("a", Fraction(7, 10), None)


def power(*coefficients: int | Fraction) -> tuple:
    """A polynomial in a, as an exponent: constant first."""
    return tuple(((0, k), Fraction(c)) for k, c in enumerate(coefficients) if c)


def claim(*terms: tuple[int, tuple], parameters=(N, A), strict=False, logs=()) -> Claim:
    """``sum c n^(e(a)) >= 0`` with ``terms`` the pairs (c, e); ``logs``: the power of log n in each."""
    atoms = (Atom("n", 0), Atom("a", 1), Atom("log n"))
    logs = logs or (0,) * len(terms)
    numerator = tuple(Term(c, (e, (), power(log))) for (c, e), log in zip(terms, logs, strict=True))
    one = Term(1, ((), (), ()))
    return Claim("test", strict, parameters, atoms, numerator, (one,), one)


def value(claim: Claim, n: int, a: Fraction) -> mpmath.mpf:
    total = mpmath.mpf(0)
    for term in claim.numerator:
        exponent = sum((c * Fraction(n) ** k[0] * a ** k[1] for k, c in term.exponents[0]), Fraction(0))
        log = int(sum((c for _, c in term.exponents[2]), Fraction(0)))
        power_of_n = mpmath.mpf(n) ** (mpmath.mpf(exponent.numerator) / exponent.denominator)
        total += term.coefficient * power_of_n * (mpmath.log(n) ** log if log else 1)
    return total


@pytest.fixture(autouse=True, scope="module")
def _no_guesses():
    """What is certain must not lean on the floats that spare hopeless boxes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluation, "guessed_signs", lambda claim, box: {0})
        yield


small = st.fractions(-3, 3, max_denominator=6)
polynomials = st.lists(small, min_size=1, max_size=4).map(lambda c: power(*c))


@given(polynomials, st.fractions(0, 4, max_denominator=8), st.none() | st.fractions(0, 4, max_denominator=8), st.data())
def test_a_range_contains_the_polynomials_values(p, low, width, data):
    ends = (low, None if width is None else low + width)
    least, most = polynomial_range(p, ((Fraction(1), None), ends))
    for _ in range(4):
        x = low + data.draw(st.fractions(0, 30 if width is None else width, max_denominator=20))
        exact = sum((c * x ** k[1] for k, c in p), Fraction(0))
        assert least is None or least <= exact
        assert most is None or exact <= most


@st.composite
def random_claims(draw):
    exponents = st.lists(st.fractions(-2, 2, max_denominator=3), min_size=1, max_size=3).map(lambda c: power(*c))
    terms = draw(st.lists(st.tuples(st.integers(-4, 5).filter(bool), exponents), min_size=2, max_size=5))
    logs = draw(st.lists(st.integers(0, 2), min_size=len(terms), max_size=len(terms)))
    low = draw(st.integers(1, 50))
    size = (Fraction(low), draw(st.none() | st.integers(0, 60).map(lambda w: Fraction(low + w))))
    start = draw(st.fractions(Fraction(1, 10), 2, max_denominator=10))
    real = (start, draw(st.none() | st.fractions(0, 2, max_denominator=10).map(lambda w: start + w)))
    return claim(*terms, logs=tuple(logs), strict=draw(st.booleans())), (size, real)


@given(random_claims(), st.data())
def test_what_is_certain_on_a_box_is_true_at_its_points(drawn, data):
    stated, box = drawn
    over_box = Evaluation(stated, box)
    holds, fails = over_box.holds(), over_box.fails()
    assert not (holds and fails)
    assume(holds or fails)
    mpmath.mp.dps = 60
    (low, high), (start, end) = box
    for _ in range(5):
        n = int(low) + data.draw(st.integers(0, 10**6 if high is None else int(high - low)))
        a = start + data.draw(st.fractions(0, 8 if end is None else end - start, max_denominator=12))
        exact = value(stated, n, a)
        slack = mpmath.mpf(10) ** -50 * sum(abs(value(claim((t.coefficient, t.exponents[0])), n, a)) for t in stated.numerator)
        if holds:
            assert exact >= -slack
        else:
            assert exact <= slack


FALSE = {
    "planted exponent: n^(9a/10) does not dominate n^a": claim((1, power(0, Fraction(9, 10))), (-1, power(0, 1))),
    "strict at n = 1: n^a > 1": claim((1, power(0, 1)), (-1, ()), strict=True),
    "3 n^(1/10) >= log n, false from n = 6 on": claim((3, power(Fraction(1, 10))), (-1, ()), logs=(0, 1)),
    "fails only beyond 10^5: 100 n^a >= n^(a + 2/5)": claim((100, power(0, 1)), (-1, power(Fraction(2, 5), 1))),
    "fails only at a < 71/100": claim((1, power(Fraction(-71, 100), 1)), (-1, ()), parameters=(N, A)),
    "two against two, one of them larger than both": claim(
        (1, power(1)), (1, power(Fraction(3, 2))), (-1, ()), (-1, power(Fraction(5, 2)))
    ),
    "two against two, both below one of them but with the larger product": claim(
        (1, power(2)), (1, ()), (-1, power(Fraction(3, 2))), (-1, power(Fraction(7, 5)))
    ),
    "a factor 1.001": claim((1000, power(0, 1)), (-1001, power(0, 1))),
}


def test_false_claims_end_in_a_box_where_they_are_false() -> None:
    for name, stated in FALSE.items():
        cover = bisect(stated, Budget(boxes=400, seconds=10))
        assert not cover.complete, name
        assert cover.false in cover.undecided, name
        (low, _), (start, end) = cover.false
        a = start if end is None else (start + end) / 2
        assert value(stated, int(low), a) < 0 or stated.strict, name


def test_nothing_is_dropped_when_the_budget_ends():
    stated = claim((1000, power(Fraction(1, 10))), (-271, ()), logs=(0, 1))  # tight: log n <= (10/e) n^(1/10)
    cover = bisect(stated, Budget(boxes=30))
    assert not cover.complete
    looked = [Fraction(n) for n in range(1, 200)] + [Fraction(10**k) for k in range(3, 40)]
    covered = (*cover.proved, *cover.undecided)
    assert all(any(low <= n and (high is None or n <= high) for (low, high), _ in covered) for n in looked)


def test_a_logarithm_is_bounded_by_its_tangent_and_a_quotient_certain_only_where_its_denominator_is_positive() -> None:
    """Log n <= C n^(1/10) needs C >= 10/e = 3.679, nearly attained at n = 22100."""
    for tenths, certain in ((36, False), (37, True)):
        stated = claim((tenths, power(Fraction(1, 10))), (-10, ()), logs=(0, 1))
        assert Evaluation(stated, ((Fraction(22100), None), (Fraction(1), None))).holds() is certain
    above = claim((1, power(1)), (-3, ())).numerator
    quotient = replace(claim((1, ())), denominator=above)
    for low, high, certain in ((1, 1, False), (3, 3, False), (4, 4, True), (1, None, False)):
        box = ((Fraction(low), None if high is None else Fraction(high)), (Fraction(1), Fraction(1)))
        assert Evaluation(quotient, box).holds() is certain
