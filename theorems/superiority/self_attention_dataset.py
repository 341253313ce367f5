"""The data and the one probability tool of Appendix D (superiority v1): Lemma 3.1, p. 3, and Definition D.1, p. 16."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

import sympy
from hypothesis import strategies as st

from kernels.arithmetic import Arithmetic
from theorems.instance import Instance
from theorems.provers.argument import Argument, Step
from theorems.statement import Condition, Domain
from theorems.superiority.language import *
from theorems.superiority.ranges import PROBABILITY
from theorems.vocabulary import Verdict

# -- Lemma 3.1 -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TwoPointSums:
    """X = X_1 + ... + X_n with X_i = low + width (probability p) or low: the two-sided tail is an exact rational."""

    tail: Any
    t: Any
    width: Any
    n: int
    arithmetic: Arithmetic


def two_sided_tail(n: int, p: Fraction, width: Fraction, threshold: Fraction) -> Fraction:
    """Pr[|X - E X| >= threshold], exactly."""
    inside = (k for k in range(n + 1) if abs(k - n * p) * width >= threshold)
    return sum((comb(n, k) * p**k * (1 - p) ** (n - k) for k in inside), Fraction(0))


def _bind_sums(instance: Instance, arithmetic: Arithmetic) -> TwoPointSums:
    n, p, width, t = int(instance.n), Fraction(instance.p), Fraction(instance.width), Fraction(instance.t)
    number = arithmetic.number
    return TwoPointSums(number(two_sided_tail(n, p, width, t)), number(t), number(width), n, arithmetic)


@st.composite
def two_point_sums(draw: st.DrawFn) -> dict[str, Any]:
    """N up to 40 two-point variables and a threshold up to the whole range."""
    n = draw(st.integers(1, 40))
    width = draw(st.fractions(Fraction(1, 8), 4, max_denominator=16))
    share = draw(st.fractions(0, 1, max_denominator=24))
    return {"n": n, "p": draw(st.fractions(0, 1, max_denominator=24)), "width": width, "t": share * n * width}


def _small_sums() -> Iterator[Instance]:
    for n in range(1, 13):
        for p in (Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)):
            for k in range(4 * n + 1):
                yield Instance(n=n, p=p, width=Fraction(1), t=Fraction(k, 4))


HOEFFDING = Domain(
    name="sums of independent two-point variables in [a_i, b_i], the extreme case of bounded ones",
    draw=two_point_sums,
    bind=_bind_sums,
    conditions=(
        Condition("t >= 0 (left implicit)", lambda i: i.t >= 0),
        Condition("some b_i > a_i (otherwise the bound divides by 0)", lambda i: i.width > 0),
        Condition("p in [0, 1]", lambda i: 0 <= i.p <= 1),
    ),
    small=_small_sums,
    variables={"n": "number of variables", "t": "deviation", "width": "b_i - a_i, the same for all", "p": "law"},
    feasible="t ≥ 0, a_i ≤ b_i with some a_i < b_i; any laws on [a_i, b_i]",
)


def _cumulant_curvature() -> bool:
    p, h = sympy.symbols("p h", positive=True)
    cumulant = -h * p + sympy.log(1 - p + p * sympy.exp(h))
    u = p * sympy.exp(h) / (1 - p + p * sympy.exp(h))
    flat = sympy.simplify(cumulant.subs(h, 0)) == 0 and sympy.simplify(sympy.diff(cumulant, h).subs(h, 0)) == 0
    return bool(flat and sympy.simplify(sympy.diff(cumulant, h, 2) - u * (1 - u)) == 0)


def _quarter() -> bool:
    u = sympy.Symbol("u", real=True)
    return bool(sympy.expand(sympy.Rational(1, 4) - u * (1 - u) - (u - sympy.Rational(1, 2)) ** 2) == 0)


def _best_exponent() -> bool:
    s, t, total = sympy.symbols("s t S", positive=True)
    exponent = -s * t + s**2 * total / 8
    return bool(sympy.expand(exponent + 2 * t**2 / total - total / 8 * (s - 4 * t / total) ** 2) == 0)


X, a, i = symbols("X a i")
squares = Sum(i, Range(expr(1), n), (b[i] - a[i]) ** 2)
SUMS = Computed(
    HOEFFDING,
    {Pr(abs(X - E(X)) >= t): "tail", b[i]: lambda x, _: x.width, a[i]: lambda x, _: x.arithmetic.number(0)},
)
L31 = Lemma("3.1", "Section 3.1, p. 3", "Hoeffding bound", given=SUMS, trivial=PROBABILITY)
L31[""] = Pr(abs(X - E(X)) >= t) <= 2 * exp(-(2 * t**2) / squares)
L31[""].uninformative(2 * t**2 <= log(2) * squares)
L31[""].note(
    "X is the sum of independent X_i in [a_i, b_i]. For t < 0 the bound can fall below the probability 1; t >= 0 is what every "
    "textbook leaves implicit."
)
L31[""].proved(
    Argument(
        Verdict.HOLDS,
        """Scale X_i to [0, 1] with mean p: by convexity E e^{h X_i} lies below the chord, so log E e^{h(X_i - p)} is at
        most the cumulant L(h) = -hp + log(1 - p + p e^h), where L(0) = L'(0) = 0 and L'' = u(1-u) <= 1/4; Taylor gives
        L(h) <= h^2/8. Independence and Markov give Pr[X - E X >= t] <= exp(-st + s^2 S/8) with S = Σ (b_i - a_i)^2,
        smallest at s = 4t/S where it is exp(-2t^2/S); the other side is the same for -X.""",
        [
            Step("L(0) = L'(0) = 0 and L''(h) = u(1-u) with u = p e^h/(1-p+p e^h)", _cumulant_curvature),
            Step("1/4 - u(1-u) = (u - 1/2)^2", _quarter),
            Step("-st + s^2 S/8 = -2t^2/S + (S/8)(s - 4t/S)^2", _best_exponent),
        ],
    )
)


# -- Definition D.1 ------------------------------------------------------------------------------------------------------


def _fits_together() -> bool:
    """1 + (d-2) + 1 columns, and t stacked identities of size d-2 have n rows."""
    d, t = sympy.symbols("d t", positive=True)
    return bool(sympy.expand(1 + (d - 2) + 1 - d) == 0 and sympy.expand(t * (d - 2) - (d - 2) * t) == 0)


def _is_met() -> bool:
    """One point of each dataset meets every condition of the definition, checked exactly."""
    point = Instance(n=2, d=3, t=2, j3=1, a0=Fraction(1, 20), a1=Fraction(7, 10), b=Fraction(1, 2), c=Fraction(1, 2))
    given = [self_attention(dataset, ONES) for dataset in (0, 1)]
    return all(data.true(condition, point) for data in given for condition in data.hypotheses)


def _row_sums() -> bool:
    """Every closed form of the appendix starts from the row sums (1+a) and 1 times sqrt(log n)."""
    a = sympy.Symbol("a1", positive=True)
    wanted = {(True, True): (1 + a) ** 2, (True, False): 1 + a, (False, True): 1 + a, (False, False): 1}
    for case in replace(self_attention(1, ONES), about=(j0, j1)).cases():
        special = tuple(case.pattern.where[j] == case.pattern.where[j3] for j in (j0, j1))
        if sympy.expand(case.model.value(Entry("L", (j0, j1))) - wanted[special]) != 0:
            return False
    return True


BOTH_MET = "d ≥ 3, t ≥ 1, n = (d-2)t, j3 in [n]; a0 in (0, 1/10), a1 ≥ 7/10; b in [1/10, 9/10], c = 1-b"


def _both() -> Given:
    """The definition's own hypotheses: it says nothing of QKᵀ."""
    d0, d1 = self_attention(0, ONES), self_attention(1, ONES)
    free, hypotheses = {**d0.free, **d1.free}, tuple(dict.fromkeys((*d0.hypotheses, *d1.hypotheses)))
    return replace(d1, name="D0 and D1 of Definition D.1", free=free, hypotheses=hypotheses, other=None)


D1 = Lemma("Definition D.1", "Appendix D.1, p. 16", "self-attention datasets D0 and D1", given=_both())
D1[""] = Words("the sets D0 and D1 of triples A1 = A2 = A3 in R^{n×d} are well defined and not empty")
D1[""].feasible(BOTH_MET)
D1[""].note(
    """d >= 3 is understood (the block I_{d-2} must exist). For n = 1 every entry is 0, D0 and D1 coincide, and linear
    attention is 0/0; nothing bounds a1 from above, which matters below."""
)
D1[""].proved(
    Argument(
        Verdict.HOLDS,
        """The three kinds of columns have 1, d-2 and 1 columns and n rows each when n = (d-2)t, so the matrix exists for
        every d >= 3, t >= 1, j3 in [n], a0 in (0, 0.1), a1 >= 0.7 and b in [0.1, 0.9], c = 1-b; the row sums are
        (a+b+c) sqrt(log n) = (1+a) sqrt(log n) in row j3 and sqrt(log n) elsewhere.""",
        [
            Step("the columns add up to d and the block rows to n", _fits_together),
            Step("a point of each dataset meets all conditions", _is_met),
            Step("the logits are (1+a1)^2, 1+a1 and 1 times log n", _row_sums),
        ],
    )
)

STATEMENTS = (L31, D1)
