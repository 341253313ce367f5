"""From which n does a bound say anything? Every collapse bound in balls, for n up to e^1000 and beyond.

With L = log n, λ = log(1/δ) and M = 2R √(L + λ) (the route constant C = 2), each bound is the exponential of
a√(L + λ) - bL + g: it is below its trivial value exactly from L = x² - λ on, x the larger root of b x² - a x = g + bλ. What is
below a trivial bound for no n says nothing at all.
"""

import math
from fractions import Fraction

import sympy

from kernels.arithmetic import BALLS
from theorems.sparse.language import *

n, k, M, R, c, delta = symbols("n k M R c delta")


@dataclass(frozen=True)
class Size:
    """A length through its logarithm: n = e^L may be far beyond any float."""

    arithmetic: Arithmetic
    L: Number
    R: Number
    delta: Number
    c: Number

    @property
    def M(self) -> Number:
        return 2 * self.R * self.arithmetic.sqrt(self.L - self.arithmetic.log(self.delta))


def _bind(instance: Instance, arithmetic: Arithmetic) -> Size:
    L, R, delta, c = (arithmetic.number(Fraction(instance[name])) for name in ("L", "R", "delta", "c"))
    return Size(arithmetic, L, R, delta, c)


def _small() -> Iterator[Instance]:
    for R in (0, 1):
        for L in (1, 5, 20, 100, 400, 1000):
            yield Instance(L=L, R=R, delta=Fraction(1, 100), c=Fraction(1, 2))


SIZES = Domain(
    "lengths n = e^L up to L = 2000, M = 2R √log(n/δ)",
    lambda: st.builds(
        lambda L, R, c: {"L": L, "R": R, "delta": Fraction(1, 100), "c": c},
        st.one_of(st.fractions(0, 40, max_denominator=4), st.integers(0, 2000)),
        st.fractions(0, 3, max_denominator=4),
        st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)]),
    ),
    _bind,
    (
        Condition(n >= 1, lambda x: Fraction(x["L"]) >= 0),
        Condition(
            (R >= 0) & chain(0, "<", delta, "<", 1) & chain(0, "<", c, "<", 1),
            lambda x: Fraction(x["R"]) >= 0 and all(0 < Fraction(x[name]) < 1 for name in ("delta", "c")),
        ),
    ),
    _small,
    variables={
        "L": "log n",
        "R": "B² ‖W‖_F",
        "c": "the exponent of the window",
        "delta": "failure probability δ",
        "M": "2R√log(n/δ)",
    },
    feasible="every n ≥ 1, R ≥ 0, c in (0, 1)",
)

AT_SIZE = Computed(SIZES, {n: lambda x: x.arithmetic.exp(x.L)})
M_AT_SIZE = Definition("M = 2R √log(n/δ)", (), M == 2 * R * sqrt(log(n / delta)), of=AT_SIZE)


@dataclass(frozen=True)
class Bound:
    """A bound against the trivial one: its logarithm over the trivial one's is a R √(L+λ) - b L + log g, b in units of 1 or c.

    where: the statement;  claim: bound ≤ trivial bound, that is g e^{times M}/n^share ≤ 1
    """

    where: str
    claim: Relation
    times: int
    per_exponent: bool
    g: int = 1

    @property
    def a(self) -> int:
        return 2 * self.times

    @property
    def calculation(self) -> FromSomeSizeOn:
        """Of the exponent share · log n each third outgrows one term: times · M ≤ 2 times R √log(n/δ), log g, and log 10."""
        share, whole, power = (c, c * log(n), (POWER_AS_EXP(n, c),)) if self.per_exponent else (expr(1), log(n), ())
        third = whole / 3
        slow = sqrt(log(n / delta)) / log(n) <= share / (6 * self.times * (1 + R))
        small = self.times * M <= third, by(M_AT_SIZE())
        together = EXP_GROWS(self.times * M + log(self.g) + log(10), whole)
        beyond = (log(n) >= 1, slow, log(10) <= third, *([log(self.g) <= third] if self.g > 1 else []))
        return FromSomeSizeOn(n, beyond, using(small, then=by(together, *power)), fixed=(R, delta, c))

    @property
    def text(self) -> str:
        return repr(self.claim)

    def excess(self, x: Size) -> Number:
        """Its logarithm over the trivial one's."""
        seen = AT_SIZE.seen(x)
        return x.arithmetic.log(seen.value(self.claim.left) / seen.value(self.claim.right))

    def threshold(self, R: Fraction, delta: Fraction, c: Fraction) -> balls.Ball:
        """The L from which on the bound is at most the trivial one, as a ball."""
        b = balls.ball(c) if self.per_exponent else balls.ball(1)
        lam = -balls.log(balls.ball(delta))
        slope = balls.ball(self.a * R)
        target = balls.log(balls.ball(self.g)) + b * lam
        x = (slope + balls.sqrt(slope * slope + 4 * b * target)) / (2 * b)
        return x * x - lam


BOUNDS = (
    Bound("Theorem 4.3 (c)", exp(2 * M) / n <= 1, 2, False),
    Bound("Theorem 5.1", exp(2 * M) / n <= Q(1, 100), 2, False, g=100),
    Bound("Lemma E.3, Part 4", exp(6 * M) / n**c <= 1, 6, True),
    Bound("Equation 6, Theorem E.1", 2 * exp(6 * M) / n**c <= 1, 6, True, g=2),
    Bound("Theorem E.1, sharper", exp(2 * M) / n**c <= 1, 2, True),
)


def length_text(where: str, R: Fraction) -> str:
    """The least length, in two digits, from which on a bound is below the trivial one: C = 2, δ = 1/100, c = 1/2."""
    (bound,) = (one for one in BOUNDS if one.where == where)
    with balls.precision(256):
        size = math.ceil(balls.bounds(balls.exp(bound.threshold(R, Fraction(1, 100), Fraction(1, 2))))[1])
    whole = str(size)
    if len(whole) <= 2:
        return whole
    digits = str(-(-size // 10 ** (len(whole) - 2)))
    return f"{digits[0]}.{digits[1]}·10^{len(whole) + len(digits) - 3}"


def speaks(where: str) -> str:
    """From which length on a bound says anything, for two sizes of R."""
    return " and ".join(f"from n = {length_text(where, R)} on for R = {R}" for R in (Fraction(1, 4), Fraction(1)))


_a, _b, _t = positive("a"), positive("b"), positive("t")
_root = (_a + sympy.sqrt(_a**2 + 4 * _b * _t)) / (2 * _b)
ROOT_STEPS = (
    identity("x = (a + √(a² + 4bt))/(2b) solves b x² - a x = t", _b * _root**2 - _a * _root, _t),
    nonnegative(
        "beyond it b x² - a x grows: with x = (a + r)/(2b) + y the derivative 2bx - a = r + 2by ≥ 0",
        2 * _b * ((_a + positive("r")) / (2 * _b) + slack("y")) - _a,
    ),
)


def _sizes(R: Fraction) -> Family:
    return Family(f"L = log n, n = e^L, R = {R}", lambda L: Instance(L=L, R=R, delta=Fraction(1, 100), c=Fraction(1, 2)), 0)


def _first(bound: Bound, R: Fraction) -> Callable[[], int]:
    """The least integer beyond the root, in balls."""

    def found() -> int:
        with balls.precision(128):
            high = balls.bounds(bound.threshold(R, Fraction(1, 100), Fraction(1, 2)))[1]
        return max(0, math.ceil(high))

    return found


def _threshold_text(bound: Bound, R: Fraction) -> str:
    with balls.precision(128):
        return balls.text(bound.threshold(R, Fraction(1, 100), Fraction(1, 2)), 8)


def _eventually(bound: Bound) -> Later:
    others = (Fraction(1, 4), Fraction(1, 2))
    return Later(
        _sizes(Fraction(1)),
        _first(bound, Fraction(1)),
        "The logarithm is a√(L+λ) - bL + g, a quadratic in √(L+λ): nonpositive exactly from its larger root on.",
        ROOT_STEPS,
        variable="L",
        constants="C = 2, δ = 1/100, c = 1/2",
        dependence="L = x² - log(1/δ), x the larger root of b x² - a x = g + b log(1/δ): with "
        f"a = {bound.a}R, b = {'c' if bound.per_exponent else 1}, g = log({bound.g})",
        also={"route": lambda: "none printed", "exact": lambda: _threshold_text(bound, Fraction(1))},
        calculation=bound.calculation,
        elsewhere={f"R = {R}": (_sizes(R), _first(bound, R)) for R in others},
    )


THRESHOLDS = Lemma(
    "Thresholds", "the bounds of Sections 4 to 6", "from which n a bound says anything", given=AT_SIZE, provenance="own"
)
for _bound in BOUNDS:
    THRESHOLDS[_bound.where] = Eventually(_bound.claim, n), held_fixed(R, delta, c)
    THRESHOLDS[_bound.where].proved(_eventually(_bound))
THRESHOLDS["Theorem 5.1"].note("Here ε = 1/100.")
THRESHOLDS["Lemma E.3, Part 4"].note("The window is k = n^c.")
WITH_WINDOW = AT_SIZE.knowing({k: lambda x: x.arithmetic.exp(x.L) / 2})  # any window would do
with THRESHOLDS.where(given=replace(WITH_WINDOW, ranges=(k < n,))):
    THRESHOLDS["Theorem 4.3 (a)"] = Exists(n, Named("ℕ"), exp(M) / (n - k) <= 1 / (n - k)), R > 0
THRESHOLDS["Theorem 4.3 (a)"].note("The theorem's threshold e^M/(n-k) against the trivial 1/(n-k), which serves every row.")
THRESHOLDS["Theorem 4.3 (a)"].proved(
    RefutedAlong(
        _sizes(Fraction(1)),
        "M > 0 for R > 0: the theorem's threshold is above the one that every softmax row meets, for every n. It never says "
        "anything.",
        confirm=(1, 5, 20),
        calculation=Contrary(
            (),
            using(
                (log(n / delta) > 0, by(LOG_GROWS_STRICTLY(1, n / delta))),
                (sqrt(log(n / delta)) > 0, by()),
                (M > 0, by(M_AT_SIZE())),
                (exp(M) > 1, by(EXP_ABOVE_TANGENT(M))),
                then=by(),
            ),
        ),
    )
)


def ball_of(
    L: Fraction, R: Fraction, bound: Bound, delta: Fraction = Fraction(1, 100), c: Fraction = Fraction(1, 2)
) -> balls.Ball:
    """log(bound) at n = e^L as a ball, for tables and plots."""
    number = BALLS.number
    return bound.excess(Size(BALLS, number(L), number(R), number(delta), number(c)))


STATEMENTS = (THRESHOLDS,)
