"""Scanning and snapping of the decoder's logit (scan_snap, Appendix D.3): Lemma 8, Remark 3, Lemma 9.

With u = M h the curves e^u and (M-1) u cross at u0 = M^(omega_0 - 1) and u1 = (1 + omega_1) ln M, which exist from M = 4 on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import sympy

from kernels import balls
from kernels import decoder_growth as growth
from kernels.arithmetic import SYMBOLIC
from kernels.balls import Ball, Truth
from theorems.instance import Instance
from theorems.provers.argument import Argument, Step
from theorems.provers.families import Eventually, Family
from theorems.provers.positivity import Positivity
from theorems.scan_snap.growth import (
    AT_LEAST_ONE_ROUND,
    ETA_BELOW_ONE,
    FIRST_STAGE,
    GROWTH,
    SECOND_STAGE,
    Growth,
)
from theorems.scan_snap.logit_growth import CLOCK_RUNS_AT_SPEED
from theorems.scan_snap.steps import (
    PAPER,
    PROVENANCE,
    asymptotic,
    certain,
    convex_from_tangent,
    identity,
    limit_is,
    nonnegative,
    positive,
    proved,
    slack,
    strictly_positive,
)
from theorems.statement import Condition, Domain, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals, less

M, u, L, w, c = (positive(name) for name in ("M", "u", "L", "omega", "c"))


@dataclass(frozen=True)
class Zeros:
    """omega_0 and omega_1 in balls, for M >= 4."""

    M: Ball
    log_M: Ball
    u0: Ball
    u1: Ball
    ln: Callable[[Ball], Ball] = balls.log

    @property
    def omega0(self) -> Ball:
        return 1 + balls.log(self.u0) / self.log_M

    @property
    def omega1(self) -> Ball:
        return self.u1 / self.log_M - 1

    def power(self, exponent: Ball) -> Ball:
        """M^exponent."""
        return balls.exp(exponent * self.log_M)


def bind_zeros(instance: Instance, arithmetic: object) -> Zeros:
    """The two crossings for the instance's ``M``; they are defined by an equation, so balls are the only arithmetic."""
    del arithmetic
    number = balls.ball(instance.M)
    u0, u1 = growth.scan_zeros(number)
    return Zeros(number, balls.log(number), u0, u1)


FROM_FOUR = Condition("M ≥ 4", lambda i: int(i.M) == i.M and i.M >= 4)
CROSSINGS = Domain(
    name="vocabulary sizes",
    draw=lambda: GROWTH.draw().map(lambda values: {"M": values["M"]}),
    bind=bind_zeros,
    conditions=(FROM_FOUR,),
    small=lambda: (Instance(M=size) for size in (*range(2, 40), 100, 1000, 10**6)),
    variables={"M": "vocabulary size", "omega0": "ω₀ of Lemma 8", "omega1": "ω₁ of Lemma 8"},
)


def defect(size: Ball, at: Ball) -> Ball:
    """e^u - (M-1) u."""
    return balls.exp(at) - (size - 1) * at


def no_crossing(size: int) -> Truth:
    """e^u - (M-1)u has its minimum (M-1)(1 - ln(M-1)) at u = ln(M-1): is that positive?"""
    return balls.gt(1 - balls.log(balls.ball(size - 1)), balls.ball(0))


L8 = Statement(
    PAPER,
    "Lemma 8",
    source="Appendix D.3",
    provenance=PROVENANCE,
    given=CROSSINGS,
    depends_on=["scan_snap/Lemma 6"],
    title="when e^(Mh) falls below (M-1)Mh",
)
CONVEX = strictly_positive("e^u - (M-1)u is convex: second derivative e^u > 0", 1 + slack("s"))
MINIMUM = identity(
    "its derivative e^u - (M-1) vanishes at u = ln(M-1), where it is (M-1)(1 - ln(M-1))",
    (sympy.exp(u) - (M - 1) * u).subs(u, sympy.log(M - 1)),
    (M - 1) * (1 - sympy.log(M - 1)),
)
MINIMUM_NEGATIVE = certain(
    "1 - ln 3 < 0, and ln(M-1) grows with M", lambda: balls.lt(1 - balls.log(balls.ball(3)), balls.ball(0))
)
ZERO_IS_ABOVE = "At u = 0 it is 1 > 0, and it tends to +∞. "


def lower_zero_step(size: int) -> Step:
    """The implied constant at one small vocabulary."""

    def question() -> Truth:
        zeros = bind_zeros(Instance(M=size), None)
        return balls.le(zeros.omega0 * zeros.power(balls.ball("99/100")) * zeros.log_M, balls.ball(4))

    return certain(f"ω₀ M^0.99 ln M ≤ 4 at M = {size}", question)


L8.add(
    "J1",
    None,
    says="there are 0 < ωᵢ ≪ 1 with exp(Mh) ≤ (M-1)Mh for h in J₁ = [M^(ω₀-2), (1+ω₁) ln M/M] and > outside J₁",
    proof=asymptotic(
        "e^u - (M-1)u is convex with minimum (M-1)(1 - ln(M-1)), negative exactly from M = 4 on. "
        + ZERO_IS_ABOVE
        + "So from M = 4 on there are exactly two crossings u0 < u1, ≤ holds exactly between them (ends included), and they "
        "define ω₀, ω₁. u0 > 1/(M-1) > 1/M makes ω₀ > 0; e^u < (M-1)u at u = ln M, where M - (M-1) ln M < 0, makes u1 > ln M, "
        "ω₁ > 0. Both tend to 0. For M = 2, 3 there is no crossing: the first half fails for every nonempty J₁.",
        CONVEX,
        MINIMUM,
        MINIMUM_NEGATIVE,
        certain("M = 3: no crossing", lambda: no_crossing(3)),
        certain("M = 2: no crossing", lambda: no_crossing(2)),
        certain("(M-1) ln M > M at M = 4", lambda: balls.gt(3 * balls.log(balls.ball(4)), balls.ball(4))),
        strictly_positive("d/dM ((M-1) ln M - M) = ln M - 1/M with ln M ≥ 1 > 1/M for M ≥ 3", 1 - 1 / (3 + slack("mu"))),
        limit_is("ω₁ ≤ (ln(1+ω₁) + lnln M)/ln M → 0", (sympy.log(2) + sympy.log(L)) / L, L, 0),
        limit_is("ω₀ ln M = ln(M/(M-1)) + u0 → 0", sympy.log(L / (L - 1)) + 2 / L, L, 0),
        variable="M",
        value="4",
        family="every M",
        constants="none; ω₁ = 0.41 at M = 100, 0.35 at 1000: '≪ 1' comes slowly, like lnln M/ln M",
    ),
)


@L8.part(
    "Eqn 50",
    says="ω₀ = (1/ln M)(ln(M/(M-1)) + 1/M^(1-ω₀))",
    proof=proved(
        "u0 = M^(ω₀-1) solves e^u = (M-1)u: take logarithms, u0 = ln(M-1) + (ω₀-1) ln M.",
        identity(
            "ω₀ L = L - ln(M-1) + u0 for u0 = ln(M-1) + (ω₀-1)L",
            (w * L - (L - sympy.log(M - 1))).subs(w, 1 + (u - sympy.log(M - 1)) / L),
            u,
        ),
    ),
)
def _(x: Zeros) -> Comparison:
    return equals(x.omega0, (balls.log(x.M / (x.M - 1)) + x.power(x.omega0 - 1)) / x.log_M)


@L8.part(
    "omega0",
    says="ω₀ = O(1/(M^0.99 ln M)), and ω₀ ≪ 0.01 for M ≫ 100 (here with the constant 4)",
    proof=proved(
        "u0 ≤ 1.9/(M-1) for M ≥ 4: e^u < (M-1)u at u = 1.9/(M-1), because e^(1.9/3) < 1.9. Then ω₀ ln M = ln(M/(M-1)) + u0 ≤ "
        "2.9/(M-1), and 2.9 M^0.99/(M-1) ≤ 3 from M = 100 on (it falls with M); for M < 100 the value itself is compared "
        "with 4.",
        certain("e^(1.9/3) < 1.9", lambda: balls.lt(balls.exp(balls.ball("19/30")), balls.ball("19/10"))),
        convex_from_tangent("ln(M/(M-1)) = ln(1+v) ≤ v for v = 1/(M-1), that is e^v ≥ 1 + v", sympy.exp(u) - 1 - u, u),
        certain(
            "2.9·100^0.99/99 ≤ 3",
            lambda: balls.le(
                balls.ball("29/10") * balls.exp(balls.ball("99/100") * balls.log(balls.ball(100))) / 99, balls.ball(3)
            ),
        ),
        strictly_positive(
            "M^0.99/(M-1) falls: (0.99 (M-1) - M)/(M (M-1)) < 0 is its logarithmic derivative",
            (1 + slack("mu") / 100 + sympy.Rational(99, 100)),
        ),
        *(lower_zero_step(size) for size in range(4, 100)),
    ),
    note="ω₀ M ln M tends to 2; ω₀ = 0.0044 at M = 100 already.",
)
def _(x: Zeros) -> Comparison:
    return at_most(x.omega0, 4 / (x.power(balls.ball("99/100")) * x.log_M))


@L8.part(
    "Eqn 51",
    says="M^ω₁ = (1+ω₁) ln(M) (M-1)/M",
    proof=proved(
        "u1 = (1+ω₁) ln M solves e^u = (M-1)u: M·M^ω₁ = (M-1)(1+ω₁) ln M.",
        identity("M e^(ωL)/M = e^((1+ω)L)/M for M = e^L", sympy.exp(w * L), sympy.exp((1 + w) * L) / sympy.exp(L)),
    ),
)
def _(x: Zeros) -> Comparison:
    return equals(x.power(x.omega1), (1 + x.omega1) * x.log_M * (x.M - 1) / x.M)


@L8.part(
    "c'",
    says="c′ = 1 + ω₁ lies in (0.5, 2)",
    proof=proved(
        "At u = 2 ln M: e^u = M² > 2(M-1) ln M, because M/ln M ≥ e > 2, so u1 < 2 ln M and ω₁ < 1; ω₁ > 0 by the main claim.",
        convex_from_tangent("M ≥ e ln M > 2 ln M: e^(L-1) ≥ L, that is e^x ≥ 1 + x", sympy.exp(u) - 1 - u, u),
        certain("e > 2", lambda: balls.gt(balls.exp(balls.ball(1)), balls.ball(2))),
    ),
    note="c′ depends on M, so it is no universal constant; the interval is universal. Its largest value is 1.50, at M = 15.",
)
def _(x: Zeros) -> tuple[Comparison, Comparison]:
    half = balls.ball("1/2")
    return less(half, 1 + x.omega1), less(1 + x.omega1, balls.ball(2))


L8.add(
    "omega1",
    None,
    says="ω₁ = Θ(lnln M/ln M)",
    proof=asymptotic(
        "ω₁ ln M = ln(1+ω₁) + lnln M + ln((M-1)/M) with 0 < ω₁ < 1, so ω₁ ln M/lnln M lies between 1 + ln((M-1)/M)/lnln M and "
        "1 + ln 2/lnln M, which both tend to 1. From M = 16 on (lnln M > 1, M/(M-1) < e^(1/2)) it lies between 1/2 and 1 + "
        "ln 2.",
        identity(
            "the logarithm of Eqn 51",
            sympy.expand_log(sympy.log(c * L * (M - 1) / M), force=True),
            sympy.log(c) + sympy.log(L) + sympy.log(M - 1) - sympy.log(M),
        ),
        certain("lnln 16 > 1", lambda: balls.gt(balls.log(balls.log(balls.ball(16))), balls.ball(1))),
        certain("ln(15/16) > -1/2", lambda: balls.gt(balls.log(balls.ball("15/16")), balls.ball("-1/2"))),
        limit_is("1 + ln 2/lnln M → 1", 1 + sympy.log(2) / sympy.log(L), L, 1),
        variable="M",
        value="16",
        family="every M",
        constants="between 1/2 and 1 + ln 2; the ratio tends to 1",
    ),
    depends_on=["scan_snap/Lemma 8/Eqn 51", "scan_snap/Lemma 8/c'"],
)


R3 = Statement(
    PAPER,
    "Remark 3",
    source="Appendix D.3",
    provenance=PROVENANCE,
    given=CROSSINGS,
    depends_on=["scan_snap/Lemma 8"],
    title="only the upper crossing matters",
)
HUNDRED = Condition("M ≥ 100", lambda i: i.M >= 100, lambda i: i.but(M=i.M if i.M >= 100 else i.M + 100))


@R3.part(
    "omega0",
    says="if M ≫ 100 then ω₀ ≪ 0.01 (here ω₀ < 0.01 from M = 100 on)",
    where=[HUNDRED],
    proof=proved(
        "ω₀ ln M ≤ 2.9/(M-1) (Lemma 8), at most 0.0064/1 at M = 100 and falling.",
        certain(
            "2.9/(99 ln 100) < 0.01", lambda: balls.lt(balls.ball("29/990") / balls.log(balls.ball(100)), balls.ball("1/100"))
        ),
        strictly_positive("1/((M-1) ln M) falls: (M-1) and ln M grow", 1 / (99 + slack("mu"))),
    ),
)
def _(x: Zeros) -> Comparison:
    return less(x.omega0, balls.ball("1/100"))


def order_of_rates(x: Zeros) -> Comparison:
    return less(x.power(balls.ball("-99/100")), x.power(x.omega0 - 1))


R3.add(
    "eta_Y",
    order_of_rates,
    says="1/M^(1-ω₀) > 1/M^0.99 (for M ≫ 100)",
    where=[HUNDRED],
    witness="M=100",
    note="ω₀ ≪ 0.01, said in the same sentence, means 1-ω₀ > 0.99: the inequality stands the wrong way round.",
)
R3.add(
    "eta_Y",
    lambda x: less(x.power(x.omega0 - 1), x.power(balls.ball("-99/100"))),
    says="1/M^0.99 > 1/M^(1-ω₀) (for M ≥ 100)",
    reading=Reading.INTENDED,
    changed="the inequality is turned round, as ω₀ < 0.01 demands and as the rest of the section uses it",
    where=[HUNDRED],
    proof=proved(
        "ω₀ < 0.01 by the part before, so M^(ω₀-1) < M^(-0.99).",
        strictly_positive(
            "0.01 - ω₀ > 0 gives -0.99 - (ω₀ - 1) > 0",
            sympy.simplify(sympy.Rational(-99, 100) - (sympy.Rational(1, 100) - w - 1)),
        ),
    ),
    depends_on=["scan_snap/Remark 3/omega0"],
)
R3.add(
    "h(1)",
    None,
    says="h(1) ≳ η_Y/M ≫ 1/M^(2-ω₀) if 1 > η_Y ≫ M^(-0.99)",
    proof=asymptotic(
        "u = Mh(1) solves e^u + (M-1)u = Mη + 1. For η < 1, u ≤ η < 1 gives e^u - 1 ≤ 2u, so (M+1)u ≥ Mη and h(1) ≥ η/(M+1) ≥ "
        "(2/3) η/M: the constant is 2/3. And η/M^(ω₀-1) ≥ η M^0.99 → ∞.",
        convex_from_tangent("u ≤ η because e^u ≥ 1 + u", sympy.exp(u) - 1 - u, u),
        certain(
            "e - 1 < 2 (the chord of e^u - 1 on [0, 1] has slope e - 1)",
            lambda: balls.lt(balls.exp(balls.ball(1)) - 1, balls.ball(2)),
        ),
        nonnegative("M/(M+1) ≥ 2/3 for M ≥ 2", (2 + slack("mu")) / (3 + slack("mu")) - sympy.Rational(2, 3)),
        variable="M",
        value="100",
        family="M → ∞, M^(-0.99) ≪ η_Y < 1",
        constants="implied constant 2/3 in h(1) ≥ (2/3) η_Y/M",
    ),
)
R3.add(
    "one zero",
    None,
    says="exp(Mh(t)) - (M-1)Mh(t) has for t ≥ 1 only the zero with h = (1+ω₁) ln M/M, if 1 > η_Y ≫ M^(-0.99)",
    proof=asymptotic(
        "The zeros are u0 and u1. Mh(1) ≥ Mη/(M+1), and u0 ≤ 1.9/(M-1), so the flow has passed u0 before t = 1 as soon as "
        "η > 1.9 (M+1)/(M(M-1)), which η ≫ M^(-0.99) gives for large M (η ≥ 2.4 M^(-0.99) from M = 100 on); u1 is met once.",
        certain("e^(1.9/3) < 1.9", lambda: balls.lt(balls.exp(balls.ball("19/30")), balls.ball("19/10"))),
        certain(
            "1.9·101·100^0.99/(100·99) < 2.4, and it falls with M",
            lambda: balls.lt(
                balls.ball("19/10") * 101 * balls.exp(balls.ball("99/100") * balls.log(balls.ball(100))) / 9900,
                balls.ball("24/10"),
            ),
        ),
        strictly_positive(
            "the flow rises: its speed M/(M-1+e^u) is positive", (2 + slack("mu")) / (2 + slack("mu") + slack("s"))
        ),
        variable="M",
        value="100",
        family="M → ∞, M^(-0.99) ≪ η_Y < 1",
        constants="η_Y ≥ 2.4 M^(-0.99)",
    ),
    depends_on=["scan_snap/Lemma 8", "scan_snap/Remark 3/h(1)"],
)


STANDING = Condition("M ≥ 100 (M ≫ 100)", lambda i: i.M >= 100, lambda i: i.but(M=i.M if i.M >= 100 else i.M + 100))
FORMULA = Positivity()
L9 = Statement(
    PAPER,
    "Lemma 9",
    source="Appendix D.3",
    provenance=PROVENANCE,
    given=GROWTH,
    depends_on=["scan_snap/Lemma 6", "scan_snap/Lemma 8"],
    title="two stages of h and gamma",
)


def below_both(x: Growth) -> tuple[Comparison, Comparison]:
    return at_most(x.exp_u, x.M - 1, "M-1"), at_most(x.exp_u, (x.M - 1) * x.M * x.h, "(M-1)Mh")


L9.add(
    "1a",
    below_both,
    says="t ≤ K ln M/η_Y: exp(Mh(t/K)) ≤ min(M-1, (M-1)Mh(t/K))",
    where=[STANDING, FIRST_STAGE],
    witness="M=100 K=1 eta=1/2 t=0",
    note="At t = 0 the left side is 1 and the right side 0; false until about t = K/(Mη_Y).",
)
L9.add(
    "1a",
    below_both,
    says="K ≤ t ≤ K ln M/η_Y, 2.4 M^(-0.99) ≤ η_Y < 1, M ≥ 100: exp(Mh(t/K)) ≤ min(M-1, (M-1)Mh(t/K))",
    reading=Reading.INTENDED,
    changed="t ≥ K (one round over the classes) and the section's η_Y ≫ M^(-0.99)",
    where=[
        STANDING,
        ETA_BELOW_ONE,
        Condition(
            "η_Y ≥ 2.4 M^(-0.99)",
            lambda i: (i.eta / 24 * 10) ** 100 * i.M**99 >= 1,
            lambda i: i.but(eta=i.eta if i.eta > Fraction(1, 2) else Fraction(1, 2)),
        ),
        FIRST_STAGE,
        AT_LEAST_ONE_ROUND,
    ],
    proof=proved(
        "Mh(t/K) ≥ Mh(1) > u0 (Remark 3), and at t/K = ln M/η the flow is below ln(M-1) (Eqn 52), which lies below u1: "
        "between the "
        "crossings e^u ≤ (M-1)u, and e^u ≤ M-1.",
        certain("e^(1.9/3) < 1.9", lambda: balls.lt(balls.exp(balls.ball("19/30")), balls.ball("19/10"))),
        CLOCK_RUNS_AT_SPEED,
        certain(
            "Eqn 52 at M = 100: M - 2 + (M-1) ln(M-1) > M ln M", lambda: balls.gt(_reserve(balls.ball(100)), balls.ball(0))
        ),
        convex_from_tangent("u ≤ η for the first round", sympy.exp(u) - 1 - u, u),
    ),
    depends_on=["scan_snap/Remark 3/one zero", "scan_snap/Lemma 9/Eqn 52"],
)


def _reserve(size: Ball) -> Ball:
    """M - 2 + (M-1) ln(M-1) - M ln M."""
    return size - 2 + (size - 1) * balls.log(size - 1) - size * balls.log(size)


@L9.part("1b", says="t ≤ K ln M/η_Y: h(t/K) = O(η_Y t/(MK)) (with the constant 1, and for every t)", proof=FORMULA)
def _(x: Growth) -> Comparison:
    return at_most(x.h, x.age / x.M)


@L9.part("1c", says="t ≤ K ln M/η_Y: γ(t) = O(η_Y t/K) (with the constant 1, and for every t)", proof=FORMULA)
def _(x: Growth) -> Comparison:
    return at_most(x.gamma, x.age)


LATE = [Condition("M ≥ 4", lambda i: i.M >= 4), SECOND_STAGE]
# past the upper crossing: e^u = (M-1) u (1 + r) with u = 1 + v, v, r >= 0
v, r, mu = slack("v"), slack("r"), slack("mu")
late_size, late_u = 4 + mu, 1 + v
late_exp = (late_size - 1) * late_u * (1 + r)
late_scale = late_exp + (late_size - 1) * late_u  # M eta t/K + 1
PAST = certain("u1 > 1: at u = 1, e < M - 1 for M ≥ 4", lambda: balls.lt(balls.exp(balls.ball(1)), balls.ball(3)))
LATE_MEANS_PAST = Step(
    "(e^u1 + (M-1)u1 - 1)/M = (2(M-1)u1 - 1)/M < 2 u1: at t = 2 u1 K/η the flow is past u1",
    lambda: sympy.simplify(2 * u - (2 * (M - 1) * u - 1) / M - (2 * u + 1) / M) == 0,
)


def late(how: str, *steps: Step) -> Argument:
    """A proof of the second stage: from t0 on e^u ≥ (M-1)u."""
    return proved("From t0 = 2 u1 K/η on u ≥ u1 > 1 and e^u ≥ (M-1)u. " + how, PAST, LATE_MEANS_PAST, CONVEX, *steps)


@L9.part(
    "2a",
    says="t ≥ 2(1+ω₁)K ln M/η_Y: exp(Mh(t/K)) ≥ max(M-1, (M-1)Mh(t/K))",
    where=LATE,
    proof=late("Hence e^u ≥ (M-1)u ≥ M-1.", nonnegative("(M-1)u(1+r) - (M-1) ≥ 0 for u = 1+v", late_exp - (late_size - 1))),
)
def _(x: Growth) -> tuple[Comparison, Comparison]:
    return at_least(x.exp_u, x.M - 1, "M-1"), at_least(x.exp_u, (x.M - 1) * x.M * x.h, "(M-1)Mh")


@L9.part(
    "2b",
    says="t ≥ 2(1+ω₁)K ln M/η_Y: h(t/K) = O((1/M) ln(Mη_Y t/K)) (with the constant 1)",
    where=LATE,
    proof=late(
        "e^u = Mη t/K + 1 - (M-1)u ≤ Mη t/K.", nonnegative("(scale - 1) - e^u = (M-1)u - 1 ≥ 0", late_scale - 1 - late_exp)
    ),
)
def _(x: Growth) -> Comparison:
    return at_most(x.h, x.arithmetic.log(x.M * x.age) / x.M)


@L9.part(
    "2c",
    says="t ≥ 2(1+ω₁)K ln M/η_Y: γ(t) = O(K ln(Mη_Y t/K)/(η_Y t)) (with the constant 2)",
    where=LATE,
    proof=late(
        "γ = (M-1)²u/(M(M-1+e^u)) ≤ 2u/(η t/K) and u ≤ ln(Mη t/K).",
        nonnegative(
            "2u/age - (M-1)²u/(M(M-1+e^u)) ≥ 0 with age = (scale - 1)/M",
            2 * late_u * late_size / (late_scale - 1)
            - (late_size - 1) ** 2 * late_u / (late_size * (late_size - 1 + late_exp)),
        ),
        nonnegative("u ≤ ln(M age): (scale - 1) - e^u ≥ 0", late_scale - 1 - late_exp),
    ),
)
def _(x: Growth) -> Comparison:
    return at_most(x.gamma, 2 * x.arithmetic.log(x.M * x.age) / x.age)


@dataclass(frozen=True)
class Vocabulary:
    """Just a vocabulary size in balls."""

    M: Ball


SIZES: Domain = replace(
    CROSSINGS,
    name="vocabulary sizes from 2 on",
    bind=lambda instance, arithmetic: Vocabulary(balls.ball(instance.M)),
    conditions=(Condition("M ≥ 2", lambda i: int(i.M) == i.M and i.M >= 2),),
    variables={"M": "vocabulary size"},
)


@L9.part(
    "Eqn 52",
    given=SIZES,
    says="h ≥ ln(M-1)/M ⇒ t ≥ (M-2+(M-1) ln(M-1))/(Mη_Y) > ln M/η_Y",
    proof=Eventually(
        family=Family("M = k, every k ≥ 2", lambda k: Instance(M=k), first=2),
        beyond=lambda: 8,
        how="The clock at e^u = M-1 reads (M-2+(M-1) ln(M-1))/M. M - 2 + (M-1) ln(M-1) - M ln M has derivative "
        "1 + ln((M-1)/M) > 0 for M > e/(e-1), so once positive it stays positive; it is from M = 5 on, and negative at 2, "
        "3, 4.",
        steps=[
            identity(
                "the clock at u = ln(M-1)",
                growth.clock(SYMBOLIC, M, u).subs(sympy.exp(u), M - 1).subs(u, sympy.log(M - 1)),
                (M - 2 + (M - 1) * sympy.log(M - 1)) / M,
            ),
            identity(
                "d/dM (M - 2 + (M-1) ln(M-1) - M ln M)",
                sympy.diff(M - 2 + (M - 1) * sympy.log(M - 1) - M * sympy.log(M), M),
                1 + sympy.log(M - 1) - sympy.log(M),
            ),
            certain(
                "1 + ln(1/2) > 0, and (M-1)/M ≥ 1/2 grows", lambda: balls.gt(1 + balls.log(balls.ball("1/2")), balls.ball(0))
            ),
        ],
        variable="M",
        constants="none",
    ),
    depends_on=["scan_snap/Lemma 6"],
)
def _(x: Vocabulary) -> Comparison:
    return less(balls.log(x.M), (x.M - 2 + (x.M - 1) * balls.log(x.M - 1)) / x.M)


AFTER_START = Condition("t > 0", lambda i: i.t > 0, lambda i: i.but(t=i.t or 1))


@L9.part("Eqn 53", says="h = (Mη_Y t/K + 1)/((1+Δ₂)M(M-1)), Δ₂ = exp(Mh)/((M-1)Mh)", where=[AFTER_START], proof=FORMULA)
def _(x: Growth) -> Comparison:
    return equals(x.h, x.scale / ((1 + x.delta2) * x.M * (x.M - 1)))


@L9.part(
    "Eqn 54",
    says="γ = (M-1)h/(1+Δ₁) = (Mη_Y t/K + 1)/((1+Δ₁)(1+Δ₂)M), Δ₁ = exp(Mh)/(M-1)",
    where=[AFTER_START],
    proof=FORMULA,
)
def _(x: Growth) -> tuple[Comparison, Comparison]:
    return (
        equals(x.gamma, (x.M - 1) * x.h / (1 + x.delta1), "first"),
        equals(x.gamma, x.scale / ((1 + x.delta1) * (1 + x.delta2) * x.M), "second"),
    )


@L9.part(
    "Eqn 55",
    says="Δ₂ ≤ 1 would give t ≤ ((1+ω₁)(1+Δ₂)((M-1)/M) ln M - 1/M)/η_Y < 2(1+ω₁) ln M/η_Y (times K)",
    where=[Condition("M ≥ 4", lambda i: i.M >= 4), AFTER_START],
    proof=proved(
        "Δ₂ ≤ 1 means u0 ≤ u ≤ u1 = (1+ω₁) ln M; the clock reads ((1+Δ₂)(M-1)u - 1)/M, at most its value with u1 for u, "
        "which is "
        "below 2u1. The claim compares these: the smaller of 'u1 - u' fails only where Δ₂ > 1.",
        identity(
            "the clock through Δ₂ = e^u/((M-1)u)",
            growth.clock(SYMBOLIC, M, u),
            ((1 + sympy.exp(u) / ((M - 1) * u)) * (M - 1) * u - 1) / M,
        ),
        strictly_positive("2u1 - (2(M-1)u1 - 1)/M > 0", 2 * u - (2 * (M - 1) * u - 1) / M),
        CONVEX,
    ),
)
def _(x: Growth) -> tuple[Comparison, ...]:
    beyond = x.delta2 > 1
    if beyond:
        return (less(x.age * 0, x.age, "nothing is claimed where Δ₂ > 1"),)
    bound = (x.u1 * (1 + x.delta2) * (x.M - 1) - 1) / x.M
    return at_most(x.age, bound, "first"), less(bound, 2 * x.u1, "second")


@L9.part("Eqn 56", says="h = (1/M) ln((Mη_Y t/K + 1)/(1+1/Δ₂))", where=[AFTER_START], proof=FORMULA)
def _(x: Growth) -> Comparison:
    """Compared through the exponential: exp(Mh) = (Mη_Y t/K + 1)/(1 + 1/Δ₂)."""
    return equals(x.exp_u, x.scale / (1 + 1 / x.delta2))


@L9.part(
    "Eqn 57",
    says="γ = ((M-1)/M) (M-1) Mh/((1+1/Δ₁)(Mη_Y t/K + 1)/(1+1/Δ₂)) with Mh = ln((Mη_Y t/K + 1)/(1+1/Δ₂))",
    where=[AFTER_START],
    proof=FORMULA,
)
def _(x: Growth) -> Comparison:
    return equals(x.gamma, (x.M - 1) / x.M * (x.M - 1) * x.u / ((1 + 1 / x.delta1) * x.scale / (1 + 1 / x.delta2)))


STATEMENTS = (L8, R3, L9)
