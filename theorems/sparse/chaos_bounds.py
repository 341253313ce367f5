"""The probability tools, second half: chi-squared and sub-exponential tails (Lemmas B.9, B.10)."""

import sympy

from kernels.balls import Truth
from kernels.tails import Law, chi_squared_above, chi_squared_below
from theorems.kernel.facts import REALS, substituted
from theorems.sparse.language import *

t, k, n, c, X, mu, sigma, alpha, lam, v, w, A, x, y = symbols("t k n c X μ σ α λ v w A x y")

POSITIVE_T = Condition(t > 0)


@dataclass(frozen=True)
class ChiSquared:
    """X = σ² χ²_k; tails do not depend on σ."""

    arithmetic: Arithmetic
    degrees: int
    t: Number

    @property
    def k(self) -> Number:
        return self.arithmetic.number(self.degrees)

    @property
    def reach(self) -> Number:
        """2 √(kt)."""
        return 2 * self.arithmetic.sqrt(self.k * self.t)

    @property
    def above(self) -> Number:
        """Pr[χ² - k ≥ 2√(kt) + 2t]."""
        return chi_squared_above(self.degrees, self.k + self.reach + 2 * self.t)

    @property
    def below(self) -> Number:
        """Pr[k - χ² ≥ 2√(kt)]: 0 as soon as 2√(kt) > k."""
        return chi_squared_below(self.degrees, self.arithmetic.maximum(self.k - self.reach, self.arithmetic.number(0)))


CHI_SQUARED = Domain(
    "chi-squared variables",
    lambda: st.fixed_dictionaries({"k": st.integers(1, 300), "t": st.fractions("1/100", 50, max_denominator=100)}),
    lambda instance, arithmetic: ChiSquared(arithmetic, int(instance["k"]), arithmetic.number(Fraction(instance["t"]))),
    (POSITIVE_T, Condition(k >= 1)),
    lambda: (Instance(k=k, t=t) for k in range(1, 5) for t in (Fraction(1, 4), Fraction(1), Fraction(4))),
    variables={"k": "degrees of freedom", "t": "exponent"},
    feasible="every k ≥ 1, σ > 0, t > 0",
)
TAILS = Computed(
    CHI_SQUARED,
    {
        Pr(X - k * sigma**2 >= (2 * sqrt(k * t) + 2 * t) * sigma**2): "above",
        Pr(k * sigma**2 - X >= 2 * sqrt(k * t) * sigma**2): "below",
        sigma: lambda _: 1,  # it scales X and the deviations alike
    },
    ranges=(chi_squared(X / sigma**2, k), k > 0, sigma > 0, fixed(k, t, sigma)),
)
B9 = Lemma("B.9", "Appendix B.4", "Laurent-Massart", given=TAILS, provenance="standard", trivial=ranges.PROBABILITY)
chi = X / sigma**2


def log_moment(s: Expr) -> Expr:
    """log E e^{s χ²}."""
    return -k / 2 * log(1 - 2 * s)


@auxiliary(lambda s: E(exp(s * chi)) == exp(log_moment(s)))
def moment_at(s: Expr) -> None:
    """E e^{s χ²} = (1 - 2s)^{-k/2}."""
    (
        calc(E(exp(s * chi)))
        .eq((1 - 2 * s) ** (-k / 2), MGF_OF_CHI_SQUARED(chi, s, k))
        .eq(exp(log_moment(s)), POWER_AS_EXP(1 - 2 * s, -k / 2))
    )


above = Pr(X - k * sigma**2 >= (2 * sqrt(k * t) + 2 * t) * sigma**2)
below = Pr(k * sigma**2 - X >= 2 * sqrt(k * t) * sigma**2)
B9["1"] = above <= exp(-t)
B9["2"] = below <= exp(-t)


@proof(B9["1"])
def _() -> None:
    """Markov's inequality for e^{λχ²} at λ = √t/(√k + 2√t)."""
    s, high = sqrt(t) / (sqrt(k) + 2 * sqrt(t)), k + 2 * sqrt(k * t) + 2 * t
    exponent = log_moment(s) - s * high
    chernoff = CRAMER_CHERNOFF_STRICTLY(chi, s, high, log_moment(s))
    obtain(moment_at(s))
    (
        calc(above)
        .le(Pr(chi >= high), MORE_LIKELY(lambda x: substituted(above.event, {X: x}), lambda x: x / sigma**2 >= high, X, y))
        .lt(exp(exponent), CHI_SQUARED_FINITE(chi, s, k), CHI_SQUARED_ABOVE(s), chernoff)
        .le(exp(-t), CHI_SQUARED_ABOVE(s), EXP_GROWS(exponent, -t))
    )


@proof(B9["2"])
def _() -> None:
    """Markov's inequality for e^{-λχ²} at λ = √t/√k."""
    s, low = sqrt(t) / sqrt(k), k - 2 * sqrt(k * t)
    exponent = log_moment(-s) + s * low
    chernoff = CRAMER_CHERNOFF_BELOW_STRICTLY(chi, s, low, log_moment(-s))
    obtain(moment_at(-s))
    (
        calc(below)
        .le(Pr(chi <= low), MORE_LIKELY(lambda x: substituted(below.event, {X: x}), lambda x: x / sigma**2 <= low, X, y))
        .lt(exp(exponent), CHI_SQUARED_FINITE(chi, -s, k), CHI_SQUARED_BELOW(s), chernoff)
        .le(exp(-t), CHI_SQUARED_BELOW(s), EXP_GROWS(exponent, -t))
    )


@dataclass(frozen=True)
class SubExponential:
    """A sum of n fair signs, SE(σ², α) for every σ² ≥ n and every α > 0 (cosh λ ≤ e^{λ²/2}), or 0 except for ±r.

    Rare values ±r of the largest probability that the moment condition allows come close to every bound.
    """

    arithmetic: Arithmetic
    law: Law
    variance: Number
    alpha: Number
    t: Number
    level: Fraction

    @property
    def one_side(self) -> Number:
        return self.arithmetic.number(self.law.at_least(self.level))

    @property
    def both_sides(self) -> Number:
        return self.arithmetic.number(self.law.map(abs).at_least(self.level))


def _bind_sub_exponential(instance: Instance, arithmetic: Arithmetic) -> SubExponential:
    n, t = int(instance["n"]), Fraction(instance["t"])
    variance, alpha = Fraction(instance["variance"]), Fraction(instance["alpha"])
    number, rare = arithmetic.number, Fraction(instance.get("rare", 0))
    signs = Law.sign().repeated(n)
    law = signs if not rare else signs * Law.constant(Fraction(instance["r"])) * Law.two_point(0, 1, rare)
    return SubExponential(arithmetic, law, number(variance), number(alpha), number(t), t)


def _within_moments(instance: Instance) -> bool:
    """E e^{λ(X-μ)} ≤ e^{λ²σ²/2} for |λ| < 1/α: of signs by cosh λ ≤ e^{λ²/2}, of rare values ±r by bisection in balls.

    Both sides grow with λ, and below a first λ by cosh v - 1 ≤ (v²/2) cosh v and e^z - 1 ≥ z.
    """
    variance, rare = Fraction(instance["variance"]), Fraction(instance.get("rare", 0))
    if not rare or Fraction(instance["alpha"]) <= 0:
        return variance >= int(instance["n"])
    return int(instance["n"]) == 1 and _rare_within(rare, Fraction(instance["r"]), variance, 1 / Fraction(instance["alpha"]))


@lru_cache(maxsize=256)
def _rare_within(rare: Fraction, r: Fraction, variance: Fraction, end: Fraction) -> bool:
    ball = balls.ball

    def cosh(x: Fraction) -> Number:
        return (balls.exp(ball(x)) + balls.exp(ball(-x))) / 2

    first = end
    while balls.le(ball(rare * r**2) * cosh(first * r), ball(variance)) is not Truth.HOLDS:
        first /= 2
        if first * 10**6 < end:
            return False
    todo = [(first, end)]
    for _ in range(10**4):
        if not todo:
            return True
        low, high = todo.pop()
        if balls.le(ball(rare) * (cosh(high * r) - 1), balls.exp(ball(low**2 * variance / 2)) - 1) is not Truth.HOLDS:
            middle = (low + high) / 2
            todo += [(low, middle), (middle, high)]
    return False


def moment_bound(s: Expr) -> Claim:
    return finite(exp(s * (X - mu))) & (E(exp(s * (X - mu))) <= exp(s**2 * sigma**2 / 2))


def moments(s: Expr) -> Claim:
    """The moment condition at a rate."""
    return Implies(abs(s) < 1 / alpha, moment_bound(s))


def _small_sub_exponential() -> Iterator[Instance]:
    yield from (Instance(n=n, variance=n, alpha=1, t=t) for n in range(1, 5) for t in (1, 2))
    yield Instance(n=1, variance=1, alpha=Fraction(1, 4), t=4, r=4, rare=Fraction(667, 10**6))


SUB_EXPONENTIAL = Domain(
    "sums of signs as sub-exponential variables",
    lambda: st.builds(
        lambda n, more, alpha, t: {"n": n, "variance": n + more, "alpha": alpha, "t": t},
        st.integers(1, 40),
        st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(5)]),
        st.fractions("1/20", 5, max_denominator=20),
        st.fractions("1/10", 30, max_denominator=10),
    ),
    _bind_sub_exponential,
    (
        POSITIVE_T,
        Condition(ForAll(lam, REALS, moments(lam)), _within_moments, said="here: σ² ≥ n"),
        Condition(alpha > 0, lambda x: Fraction(x["alpha"]) > 0),
    ),
    _small_sub_exponential,
    variables={"t": "deviation", "alpha": "the parameter α", "variance": "σ²"},
    feasible="every σ, α, t > 0 (a sum of n ≤ σ² fair signs, or ±r now and then)",
)
SIGNS = Computed(
    SUB_EXPONENTIAL,
    {
        sigma**2: "variance",
        sigma: lambda x: x.arithmetic.sqrt(x.variance),
        alpha: "alpha",
        Pr(X - mu >= t): "one_side",
        Pr(abs(X - mu) >= t): "both_sides",
    },
    ranges=(sigma > 0, fixed(t, sigma, alpha, mu)),
)
B10 = Lemma("B.10", "Appendix B.4", "sub-exponential tails", given=SIGNS, provenance="standard", trivial=ranges.PROBABILITY)
rate = smallest(t**2 / sigma**2, t / alpha)

above_mean, below_mean = Pr(X - mu >= t), Pr(X - mu <= -t)


@auxiliary(lambda sign: (above_mean if sign > 0 else below_mean) < exp(-rate / 2))
def one_tail(sign: int) -> None:
    """Chernoff's bound at the rate t/σ², or at 1/α where that is not allowed."""
    near, end, tail = t / sigma**2, 1 / alpha, above_mean if sign > 0 else below_mean
    signed = near if sign > 0 else -near

    def at(s: Expr, *reasons: Fact) -> None:
        exponent, bound = s**2 * sigma**2 / 2 - s * t, s**2 * sigma**2 / 2
        above, below = CRAMER_CHERNOFF_STRICTLY(X - mu, s, t, bound), CRAMER_CHERNOFF_BELOW_STRICTLY(X - mu, s, -t, bound)
        calc(tail).lt(exp(exponent), *reasons, above if sign > 0 else below).le(exp(-rate / 2), EXP_GROWS(exponent, -rate / 2))

    with case(near < end):
        have(rate == t**2 / sigma**2, MIN_FIRST(t**2 / sigma**2, t / alpha))
        have(abs(signed) == near, ABS_OF_NONNEGATIVE(near) if sign > 0 else ABS_OF_NONPOSITIVE(-near))
        at(near, INSTANCE(moments, lam, REALS, signed), FOLLOWS(abs(signed) < end, moment_bound(signed)))
    with otherwise():
        have(rate == t / alpha, MIN_SECOND(t**2 / sigma**2, t / alpha))
        at(end, MGF_AT_THE_END(X - mu, sigma**2, end, lam))


def both_tails(line: Line) -> None:
    @proof(line.uninformative(rate <= 2 * log(2)))
    def _() -> None:
        """The one-sided bound for X and for -X, whose moment condition is the same."""
        obtain(one_tail(1), one_tail(-1))
        hence(TWO_SIDES(X - mu, t))


FIXED_SIGN = Argument(
    Verdict.FAILS,
    "A fair sign is SE(1, α) for every α and |X| ≥ t is certain for t ≤ 1, while the bound is below 1 for every t > 0.",
    (
        Step(
            "cosh λ ≤ e^{λ²/2} coefficient by coefficient: (2j)!/(2^j j!) = 1·3·5···(2j-1) ≥ 1 (j up to 20)",
            lambda: all(
                sympy.factorial(2 * j) == 2**j * sympy.factorial(j) * sympy.factorial2(2 * j - 1) for j in range(1, 21)
            ),
        ),
    ),
)
for_both_sides = Pr(abs(X - mu) >= t) <= 2 * exp(-rate / 2)
B10["(a)"] = Pr(abs(X - mu) >= t) <= exp(-rate / 2)
B10["(b)"] = Pr(X - mu >= t) <= exp(-rate / 2)
B10["(c)"] = for_both_sides
B10["(d)"] = Pr(abs(X - mu) >= t) <= exp(-rate / 2)
for _label in ("(a)", "(d)"):
    B10[_label].refuted("n=1 variance=1 alpha=1 t=1").proved(FIXED_SIGN)
    both_tails(B10[_label].repair(claim=for_both_sides, why="a factor 2 for the two sides"))
both_tails(B10["(c)"])
B10["(d)"].note(
    "The moment condition is on X itself, which forces μ = 0 (its derivative at 0): the condition of (a) for centred X."
)


@proof(B10["(b)"])
def _() -> None:
    """Markov's inequality for e^{λ(X-μ)} at λ = t/σ², or at λ = 1/α when that is too far."""
    obtain(one_tail(1))


STATEMENTS = (B9, B10)
