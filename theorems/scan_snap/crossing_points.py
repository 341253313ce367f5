"""Where e^u and (M-1) u cross (scan_snap, Appendix D.3): Lemma 8.

With u = M h the curves e^u and (M-1) u cross at u0 = M^(omega_0 - 1) and u1 = (1 + omega_1) ln M, which exist from M = 4 on.
"""

from kernels import decoder_growth as growth
from theorems.scan_snap.growth import CROSSES
from theorems.scan_snap.language import *
from theorems.textbook import *

_M, u, L = (positive(name) for name in ("M", "u", "L"))


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


FROM_FOUR = Condition(M >= 4, lambda i: int(i.M) == i.M and i.M >= 4)
CROSSINGS = Domain(
    name="vocabulary sizes",
    draw=lambda: GROWTH.draw().map(lambda values: {"M": values["M"]}),
    bind=bind_zeros,
    conditions=(FROM_FOUR,),
    small=lambda: (Instance(M=size) for size in (*range(2, 40), 100, 1000, 10**6, 10**1000)),
    variables={"M": "vocabulary size", "omega0": "ω₀ of Lemma 8", "omega1": "ω₁ of Lemma 8"},
    feasible="M ≥ 4: e^u and (M-1)u do not cross for M = 2, 3, so that ω₀, ω₁ do not exist",
)


def no_crossing(size: int) -> Truth:
    """e^u - (M-1)u has its minimum (M-1)(1 - ln(M-1)) at u = ln(M-1): is that positive?"""
    return balls.gt(1 - balls.log(balls.ball(size - 1)), balls.ball(0))


c_prime, u_0, u_1 = symbols("c′ u_0 u_1")
ZEROS = Computed(
    CROSSINGS,
    {
        omega_0: "omega0",
        omega_1: "omega1",
        u_0: "u0",
        u_1: "u1",
        c_prime(M): lambda _, size: growth.scan_zeros(size)[1] / balls.log(size),
    },
)
LOWER = Definition(
    "u₀ is the smaller solution of e^u = (M-1)u",
    (),
    (exp(u_0) == (M - 1) * u_0) & (u_0 <= log(M - 1)),
    of=ZEROS,
    names=(u_0,),
    exists=CROSSES,
)
UPPER = Definition(
    "u₁ is the larger solution of e^u = (M-1)u",
    (),
    (exp(u_1) == (M - 1) * u_1) & (u_1 >= log(M - 1)),
    of=ZEROS,
    names=(u_1,),
    exists=CROSSES,
)
OMEGA_0 = Definition(
    "u₀ = M^(ω₀-1)", (), M ** (omega_0 - 1) == u_0, of=ZEROS, names=(omega_0,), exists="u₀ > 0 has a logarithm"
)
OMEGA_1 = Definition("u₁ = (1+ω₁) ln M", (), (1 + omega_1) * log(M) == u_1, of=ZEROS, names=(omega_1,), exists="ln M > 0")
C_PRIME = Definition("c′ = 1 + ω₁", (), c_prime(M) == 1 + omega_1, of=ZEROS)


IN_LOGARITHMS = u_0 == log(M - 1) + (omega_0 - 1) * log(M)
AS_A_POWER = (UPPER(), OMEGA_1(), EQUALS(exp, (1 + omega_1) * log(M), u_1), POWER_AS_EXP(M, omega_1))


@auxiliary((u_0 > 0) & IN_LOGARITHMS)
def lower_zero() -> None:
    """The logarithms of both sides of the equation of u₀."""
    have(u_0 > 0)
    have(IN_LOGARITHMS, EQUALS(log, exp(u_0), (M - 1) * u_0), EQUALS(log, M ** (omega_0 - 1), u_0), LOG_OF_PRODUCT(M - 1, u_0))


SMALL_OMEGA_0 = omega_0 * log(M) <= Q(29, 10) / (M - 1)


@auxiliary(SMALL_OMEGA_0)
def small_omega_0() -> None:
    """u₀ ≤ 19/30, because e^u < (M-1)u there; so (M-1)u₀ = e^u₀ ≤ 1.9 and ω₀ ln M = ln(M/(M-1)) + u₀."""
    below = Q(19, 30)
    have((u_0 <= 1) & (exp(below) < Q(19, 10)), EXP_GROWS(u_0, log(M - 1)))
    with suppose_not(u_0 <= below):
        hence(EXP_ABOVE_TANGENT(below - u_0))
    have((M - 1) * u_0 <= Q(19, 10), EXP_GROWS(u_0, below))
    obtain(lower_zero)
    quotient = LOG_OF_QUOTIENT(M, M - 1), LOG_BELOW_TANGENT(M / (M - 1))
    hence(only(M >= 4, (M - 1) * u_0 <= Q(19, 10), IN_LOGARITHMS, *quotient))


@auxiliary((log(M) < u_1) & (u_1 < Q(7, 4) * log(M)))
def upper_zero() -> None:
    """The curves are in this order at both ends."""
    most = Q(7, 4) * log(M)
    slower = LOG_BELOW_POWER(M, Q(3, 4)), log(M) <= M ** Q(3, 4) / 2, BASE_GROWS(4, M, Q(3, 4))
    have(M < (M - 1) * log(M), growing(M, 4, LOG_GROWS(4, M)))
    have(M ** Q(7, 4) > (M - 1) * most, growing(M, 4, *slower))
    have(log(M - 1) > 1, LOG_GROWS(3, M - 1))
    with suppose_not(log(M) < u_1):
        hence(EXP_ABOVE_TANGENT(log(M) - u_1))
    with suppose_not(u_1 < most):
        hence(EXP_ABOVE_TANGENT(u_1 - most))


L8 = Lemma("8", "Appendix D.3", "when e^(Mh) falls below (M-1)Mh", given=ZEROS, uses=["Lemma 6"])


@dataclass(frozen=True)
class Vocabulary:
    """Just a vocabulary size in balls."""

    M: Ball


SIZES: Domain = replace(
    CROSSINGS,
    name="vocabulary sizes from 2 on",
    bind=lambda instance, arithmetic: Vocabulary(balls.ball(instance.M)),
    conditions=(Condition(words="M ≥ 2", check=lambda i: int(i.M) == i.M and i.M >= 2),),
    variables={"M": "vocabulary size"},
    feasible="every M ≥ 2",
)
J1 = chain(1 / M ** (2 - omega_0), "<=", h, "<=", (1 + omega_1) * log(M) / M)
with L8.where(given=Computed(SIZES)):
    L8["J1"] = Words("there are 0 < ω₀, ω₁ ≪ 1 with ", Equivalent(exp(M * h) <= (M - 1) * M * h, J1))
first_sign, second_sign = (M - 1) * (1 - log(M - 1)) < 0, M - (M - 1) * log(M) < 0
L8["J1"].bridge(first_sign & second_sign)
L8["J1"].note("J₁ is the interval on the right. Compared with 0: the least value of e^u - (M-1)u, and its value at u = ln M.")
L8["J1"].in_words(
    "The two signs give the interval, and that ω₀ and ω₁ tend to 0 is Lemma 8 b, "
    "c. n0 is where both exist: there they are not yet small."
)
above_the_line = sympy.exp(u) - (_M - 1) * u


@proof(
    L8["J1"],
    families.Eventually(
        family=Family("M = k, every k ≥ 2", lambda k: Instance(M=k), first=2),
        threshold_index=lambda: 4,
        steps=[
            strictly_positive(
                "e^u - (M-1)u is convex: second derivative e^u > 0",
                sympy.diff(above_the_line, u, 2).subs(sympy.exp(u), 1 + slack("s")),
            ),
            identity(
                "its derivative e^u - (M-1) vanishes at u = ln(M-1), where it is (M-1)(1 - ln(M-1))",
                above_the_line.subs(u, sympy.log(_M - 1)),
                (_M - 1) * (1 - sympy.log(_M - 1)),
            ),
            certain("M = 3: no crossing", lambda: no_crossing(3)),
            certain("M = 2: no crossing", lambda: no_crossing(2)),
            limit_is("ω₁ ≤ (ln(1+ω₁) + lnln M)/ln M → 0", (sympy.log(2) + sympy.log(L)) / L, L, 0),
            limit_is("ω₀ ln M = ln(M/(M-1)) + u0 → 0", sympy.log(L / (L - 1)) + 2 / L, L, 0),
        ],
        variable="M",
        constants="none",
        calculation=FromSomeSizeOn(M, (M >= 4,)),
        printed=VOCABULARY_ONLY,
        dependence="no constants; the '≪ 1' comes slowly: ω₁ = Θ(lnln M/ln M), see omega1",
    ),
)
def _() -> None:
    """e^u - (M-1)u is convex with minimum (M-1)(1 - ln(M-1)), negative exactly from M = 4 on. At u = 0 it is 1 > 0, and
    it tends to +∞. So from M = 4 on there are exactly two crossings u0 < u1, ≤ holds exactly between them (ends
    included), and they define ω₀, ω₁. u0 > 1/(M-1) > 1/M makes ω₀ > 0; e^u < (M-1)u at u = ln M, where M - (M-1) ln M <
    0, makes u1 > ln M, ω₁ > 0. Both tend to 0. For M = 2, 3 there is no crossing: the first half fails for every
    nonempty J₁.
    """
    have(first_sign, LOG_GROWS(3, M - 1))
    have(second_sign, growing(M, 4, LOG_GROWS(4, M)))


L8["Eqn 50"] = omega_0 == 1 / log(M) * (log(M / (M - 1)) + 1 / M ** (1 - omega_0))


@proof(L8["Eqn 50"])
def _() -> None:
    """The logarithm of the equation of u₀ = M^(ω₀-1)."""
    obtain(lower_zero)
    hence(OMEGA_0, LOG_GROWS_STRICTLY(1, M), LOG_OF_QUOTIENT(M, M - 1))


L8["omega0"] = omega_0 == O(1 / (M ** Q("0.99") * log(M)))
L8["omega0"].constant(4).trivial(CROSSING_RANGE).note("The constant is 4.")


@proof(L8["omega0"])
def _() -> None:
    """u₀ ≤ 19/30, because e^u < (M-1)u there; so (M-1)u₀ = e^u₀ ≤ 1.9 and ω₀ ln M = ln(M/(M-1)) + u₀ ≤ 2.9/(M-1)."""
    obtain(small_omega_0)
    have(log(M) > 0, LOG_GROWS_STRICTLY(1, M))
    calc(omega_0).le(Q(29, 10) / ((M - 1) * log(M))).le(4 * (1 / (M ** Q("0.99") * log(M))), POWER_GROWS(M, Q("0.99"), 1))


L8["Eqn 51"] = M**omega_1 == (1 + omega_1) * log(M) * ((M - 1) / M)


@proof(L8["Eqn 51"])
def _() -> None:
    """The equation of u₁ = (1+ω₁) ln M."""
    hence(*AS_A_POWER)


L8["c'"] = chain(Q("0.5"), "<", 1 + omega_1, "<", 2)
proof(L8["c'"].note("c′ = 1 + ω₁."))(upper_zero)
L8["c' universal"] = Words(M**omega_1 == c_prime * log(M) * ((M - 1) / M), " with a universal constant ", c_prime)
L8["c' universal"].bridge(c_prime(M) == c_prime(M + 1)).refuted("M=4").uses("Lemma 8/Eqn 51")
L8["c' universal"].note(
    "Compared at M and M + 1. No constant serves: it would fix ω₁, and M^ω₁ would be a power of M instead of a multiple of "
    "ln M."
)
repaired = L8["c' universal"].repair(
    claim=(M**omega_1 == c_prime(M) * log(M) * ((M - 1) / M)) & chain(1, "<", c_prime(M), "<", 2),
    why="c′ = 1 + ω₁ depends on M: bounded by universal constants instead of being one",
)


@proof(repaired.uses("Lemma 8/J1"))
def _() -> None:
    """c′ = 1 + ω₁ in Eqn 51, and ln M < u₁ < (7/4) ln M."""
    obtain(upper_zero)
    hence(*AS_A_POWER)


rate = log(log(M)) / log(M)
L8["omega1"] = omega_1 == Theta(rate)
L8["omega1"].constant(Q(1, 2), 1 + log(2)).trivial(CROSSING_RANGE).uses("Lemma 8/Eqn 51", "Lemma 8/c'")
L8["omega1"].note("The constants are 1/2 and 1 + ln 2.")


@proof(
    L8["omega1"],
    families.Eventually(
        family=Family("M = k, every k ≥ 4", lambda k: Instance(M=k), first=4),
        threshold_index=lambda: 16,
        steps=[
            certain("lnln 16 > 1", lambda: balls.gt(balls.log(balls.log(balls.ball(16))), balls.ball(1))),
            certain("ln(15/16) > -1/2", lambda: balls.gt(balls.log(balls.ball("15/16")), balls.ball("-1/2"))),
        ],
        variable="M",
        calculation=FromSomeSizeOn(M, (log(log(M)) >= 2,)),
        constants="between 1/2 and 1 + ln 2; the ratio tends to 1",
        printed=VOCABULARY_ONLY,
        dependence="constants 1 ± ε need lnln M ≥ ln 2/ε: n0 is doubly exponential in 1/ε",
    ),
)
def _() -> None:
    """ω₁ ln M = ln(1+ω₁) + lnln M + ln((M-1)/M) with 0 < ω₁ < 1, so ω₁ ln M/lnln M lies between
    1 + ln((M-1)/M)/lnln M and 1 + ln 2/lnln M, which both tend to 1. From M = 16 on (lnln M > 1, M/(M-1) < e^(1/2)) it
    lies between 1/2 and 1 + ln 2.
    """
    obtain(upper_zero)
    have(u_1 == log(M - 1) + log(u_1), EQUALS(log, exp(u_1), (M - 1) * u_1), LOG_OF_PRODUCT(M - 1, u_1))
    quotient = LOG_OF_QUOTIENT(M, M - 1), LOG_BELOW_TANGENT(M / (M - 1))
    have(u_1 - log(M) >= log(log(M)) - Q(1, 2), LOG_GROWS(log(M), u_1), *quotient)
    have(u_1 - log(M) <= log(2) + log(log(M)), LOG_GROWS(u_1, 2 * log(M)), LOG_GROWS(M - 1, M))
