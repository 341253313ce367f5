"""Signs over whole regions and from facts: textbook inequalities are shown, what is false anywhere is not."""

from typing import Any

import pytest
import sympy
from flint import Ordering, fmpq, fmpq_mpoly_ctx
from sympy import atan, cos, cosh, exp, log, oo, pi, sin, sqrt, tan

from theorems.kernel.arithmetic import Facts
from theorems.kernel.factors import Kind, factor
from theorems.kernel.normal_form import ONE as ONE_
from theorems.kernel.normal_form import numerator, of_factor
from theorems.kernel.signs import finder, finding, nonnegative
from theorems.language.tree import symbols
from theorems.provers.certificate_of_sign import Known, certified
from theorems.provers.regions import Needed, Region, Span, narrowed
from theorems.provers.signs import Signs, TooFarError
from theorems.time_limit import OutOfTimeError

x, y = sympy.symbols("x y", real=True)
a, b = sympy.symbols("a b", positive=True)
ZERO, ONE = sympy.Integer(0), sympy.Integer(1)
LINE, RAY, UNIT = Span(), Span(ZERO, oo), Span(ZERO, ONE)
POSITIVE = Span(ZERO, oo, low_open=True)


def over(*spans: tuple[sympy.Symbol, Span]) -> Region:
    return Region(spans)


def seen(needed: Needed, region: Region) -> bool:
    try:
        return Signs(seconds=5).holds(needed, region)
    except TooFarError:
        return False


SHOWN = [
    (exp(x) - 1 - x, ">=", over((x, LINE))),
    (sin(x) - 2 * x / pi, ">=", over((x, Span(ZERO, pi / 2)))),
    (pi / 2 - atan(x), ">", over((x, LINE))),
    (tan(x) - x, ">", over((x, Span(ZERO, pi / 2, True, True)))),
    (x / sqrt(1 + x) - log(1 + x), ">=", over((x, RAY))),
    (a * log(a) + 1 / sympy.E, ">=", over((a, POSITIVE))),
    (sqrt(2) - sin(x) - cos(x), ">=", over((x, LINE))),
    (a * log(a / b) - a + b, ">=", over((a, POSITIVE), (b, POSITIVE))),
    ((exp(x) + exp(y)) / 2 - exp((x + y) / 2), ">=", over((x, LINE), (y, LINE))),
    (a**2 + 2 * b**2 - 2 * a * b, ">", over((a, POSITIVE), (b, POSITIVE))),
    (exp(x) - x**2, ">", narrowed([(x, LINE)], [(x - 2, False)])),
]
FALSE = [
    (exp(x) - 1 - x, ">", over((x, LINE))),  # 0 at 0
    (sin(x) - 2 * x / pi, ">=", over((x, Span(ZERO, pi / 2 + sympy.Rational(1, 1000))))),
    (tan(x) - x, ">=", over((x, Span(ZERO, sympy.Integer(3))))),  # beyond a pole
    (1 / x + 1, ">=", over((x, Span(-ONE / 2, ONE)))),  # grows on neither side of its pole
    (log(x**2), ">=", over((x, Span(-oo, -ONE / 2)))),
    (a * log(a) + sympy.Rational(3678, 10000), ">=", over((a, POSITIVE))),
    (sympy.Rational(14142, 10000) - sin(x) - cos(x), ">=", over((x, LINE))),
    (a * log(a / b) - a + b - a * b / 1000, ">=", over((a, POSITIVE), (b, POSITIVE))),
    ((exp(x) + exp(y)) / 2 - exp((x + y) / 2) - (x - y) ** 2 / 8, ">=", over((x, LINE), (y, LINE))),
    (exp(x**2 / 2) - cosh(x).rewrite(exp) - x**4 / 10, ">=", over((x, LINE))),
    (x - x**3, ">=", over((x, Span(ZERO, sympy.Rational(1001, 1000))))),
    (10**6 - a, ">=", over((a, POSITIVE))),
]


def test_textbook_inequalities_are_shown_nothing_false_is_and_a_hypothesis_counts_only_where_it_holds() -> None:
    for f, sign, region in SHOWN:
        assert seen((f, sign), region), f
    for f, sign, region in FALSE:
        assert not seen((f, sign), region), f
    apart = narrowed([(a, POSITIVE), (b, POSITIVE)], [(a - b, False)])
    assert seen((a**3 - b**3, ">="), apart)
    assert not seen((b**3 - a**3, ">="), apart)


p, q = symbols("p q")


def test_no_certificate_from_products_that_may_be_0_from_nothing_or_from_high_powers() -> None:
    x, y = fmpq_mpoly_ctx.get(("x", "y"), Ordering.lex).gens()
    known = [Known(-x * y)]  # so x y = 0, which says nothing against x ≥ 0, y ≥ 0
    assert not certified(-x, known, [False, False], strict=False)
    assert certified(-x, known, [False, True], strict=False)
    for tiny_or_huge in (fmpq(1, 10**7), fmpq(10) ** 150, fmpq(1, 10**350)):
        assert not certified(tiny_or_huge * (x - y), [], [False, False], strict=False)
    assert certified(x / 10**7, [Known(x - y)], [False, False], strict=False)
    assert certified((x - y) / 10**7, [Known(x - 2 * y)], [False, False], strict=False)
    assert not Facts((10**7 * q == p,)).give(q >= 0)
    v, w = (of_factor(factor(Kind.NAME, k, False)) for k in (0, 1))
    for power in (2**12, 2**20, 2**62, 2**65):
        assert not nonnegative(numerator(v**power - ONE_), [(numerator(v), True, False)], strict=True)
        assert not nonnegative(numerator(v * w**power - ONE_), [(numerator(v - w), False, False)], strict=False)


def test_what_time_did_not_allow_to_find_is_found_later() -> None:
    facts, late = Facts((p >= 1, q >= p)), [True]

    def found(question: Any) -> Any:
        if late.pop():
            raise OutOfTimeError
        return finder_of_ours(question)

    finder_of_ours = finder()
    with finding(found):
        with pytest.raises(OutOfTimeError):
            facts.give(q * p >= p)
        late.append(False)
        assert facts.give(q * p >= p)
