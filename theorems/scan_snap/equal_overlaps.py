"""The original dynamics when all overlaps are equal (scan_snap, Appendix D.2): Remark 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from kernels import balls
from kernels import symmetric_matrices as symmetric
from kernels.arithmetic import Arithmetic
from kernels.balls import Ball
from strategies.training_schedules import learning_rates
from theorems.instance import Instance
from theorems.scan_snap.contents import OVERLAP
from theorems.scan_snap.growth import ETA_RANGE, M_RANGE
from theorems.scan_snap.overlaps import CONTRACTION, OVERLAPS, Overlaps
from theorems.scan_snap.reparameterisation import INDUCTION, M, g, lam, rho
from theorems.scan_snap.steps import PAPER, PROVENANCE, identity, nonnegative, proved, slack
from theorems.statement import Condition, Domain, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals

R1 = Statement(
    PAPER,
    "Remark 1",
    source="Appendix D.2",
    provenance=PROVENANCE,
    given=OVERLAPS.where(CONTRACTION),
    depends_on=["scan_snap/Remark 1/Eqn 41", "scan_snap/Remark 1/Eqn 42", "scan_snap/Lemma 5/Eqn 31"],
    title="the original dynamics with equal overlaps",
)


@R1.part(
    "Eqn 40",
    says="dW = η_Y(e_n + (I+E)E'e_n)(e_n-α_n)ᵀ = η_Y Fᵀf_n (e_n-α_n)ᵀ",
    proof=proved(
        "(I+E)E' = E and Fᵀf_n = (I+E)e_n.", identity("1 + (1+λ)λ/(1+λ) = 1 + λ", 1 + (1 + lam) * lam / (1 + lam), 1 + lam)
    ),
    depends_on=["scan_snap/Notation D.1/E'"],
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    unit = symmetric.identity(x.K)
    gram = symmetric.combination(1, unit, 1, x.E)
    left = symmetric.combination(1, unit, 1, symmetric.product(gram, x.E_prime))
    return tuple(equals(x.number(left[i][j]), x.number(gram[i][j])) for i in range(x.K) for j in range(x.K))


def _made_equal(i: Instance) -> Instance:
    """The first overlap everywhere; a lone class gets a second one."""
    classes, first = max(int(i.K), 2), str(i.E).split(",")[0]
    return i.but(K=classes, M=max(i.M, classes), E=",".join([first] * (classes * (classes - 1) // 2)))


EQUAL = Condition("f_nᵀf_n' = ρ for all n ≠ n', K ≥ 2", lambda i: i.K >= 2 and len(set(str(i.E).split(","))) == 1, _made_equal)


@R1.part(
    "rho",
    content=OVERLAP.silent_for("everywhere", lambda i: True),
    met="K ≥ 2, 0 ≤ ρ < 1, |λ₁| = (K-1)ρ < 1",
    says="if all off-diagonal elements of E are ρ, then 0 ≤ ρ ≤ 1",
    where=[EQUAL],
    proof=proved(
        "f ≥ 0 entrywise gives ρ ≥ 0; ρ ≤ (‖f_n‖² + ‖f_n'‖²)/2 = 1.",
        identity("(x² + y²)/2 - xy = (x-y)²/2", (lam**2 + rho**2) / 2 - lam * rho, (lam - rho) ** 2 / 2),
    ),
    depends_on=[],
)
def _(x: Overlaps) -> tuple[Comparison, Comparison]:
    entry = x.number(x.E[0][1])
    return at_least(entry, x.number(0)), at_most(entry, x.number(1))


def moved_rows(x: Overlaps, *, own: bool) -> tuple[Comparison, ...]:
    """Entry (j, n) of FᵀF, by which w_j moves when n is drawn: 1 for the class itself, ρ for any other."""
    gram, expected = symmetric.combination(1, symmetric.identity(x.K), 1, x.E), 1 if own else x.E[0][1]
    pairs = [(j, n) for j in range(x.K) for n in range(x.K) if (j == n) is own]
    return tuple(equals(x.number(gram[j][n]), x.number(expected), f"{j + 1},{n + 1}") for j, n in pairs)


OWN_OR_RHO = proved("Row j of FᵀF e_n is f_j·f_n: 1 or ρ.", identity("f_n·f_n = 1 and E_nn = 0", (1 + rho) - rho, 1))
R1.add(
    "Eqn 41",
    lambda x: moved_rows(x, own=True),
    met="K ≥ 2, 0 ≤ ρ < 1/(K-1)",
    says="equal overlaps: dw_n = η_Y(e_n - α_n)ᵀ",
    where=[EQUAL],
    proof=OWN_OR_RHO,
    depends_on=["scan_snap/Remark 1/Eqn 40"],
)
R1.add(
    "Eqn 42",
    lambda x: moved_rows(x, own=False),
    met="K ≥ 2, 0 ≤ ρ < 1/(K-1)",
    says="equal overlaps: dw_j = η_Y ρ (e_n - α_n)ᵀ for j ≠ n",
    where=[EQUAL],
    proof=OWN_OR_RHO,
    depends_on=["scan_snap/Remark 1/Eqn 40"],
)


@dataclass(frozen=True)
class Rounds:
    """K classes with equal overlaps rho, trained by the original dynamics for r rounds.

    Every round shows each class once and moves W by η (I+E)(I - A) at the W before it (A: the softmax rows), the reading in
    which
    the order of a round does not matter. ``own``, ``rival``, ``idle`` are the entries of w_n at n, at another class, at any
    other
    token.
    """

    M: int
    K: int
    rho: Ball
    eta: Ball
    r: int

    def entries(self) -> tuple[Ball, Ball, Ball]:
        own = rival = idle = balls.ball(0)
        for _ in range(self.r):
            total = balls.exp(own) + (self.K - 1) * balls.exp(rival) + (self.M - self.K) * balls.exp(idle)
            p, q, z = balls.exp(own) / total, balls.exp(rival) / total, balls.exp(idle) / total
            mixed = 1 + (self.K - 1) * self.rho
            own, rival, idle = (
                own + self.eta * (1 - p - self.rho * (self.K - 1) * q),
                rival + self.eta * (self.rho * (1 - p) - q - self.rho * (self.K - 2) * q),
                idle - self.eta * mixed * z,
            )
        return own, rival, idle

    def recursion(self, rate: Ball) -> Ball:
        """(M-1) h*(r) at a learning rate."""
        value = balls.ball(0)
        for _ in range(self.r):
            value = value + rate / (self.M - 1 + balls.exp(self.M * value))
        return (self.M - 1) * value


def bind_rounds(i: Instance, arithmetic: Arithmetic) -> Rounds:
    """Rounds of an instance; the recursion needs exponentials, so balls judge it in every arithmetic."""
    del arithmetic
    return Rounds(int(i.M), int(i.K), balls.ball(i.rho), balls.ball(i.eta), int(i.r))


@st.composite
def drawn_rounds(draw: st.DrawFn) -> dict[str, object]:
    K = draw(st.integers(2, 5))
    return {
        "K": K,
        "M": K + draw(st.one_of(st.just(0), st.integers(1, 30))),
        "rho": draw(st.fractions(Fraction(1, 50), Fraction(1, 2), max_denominator=50)),
        "eta": draw(learning_rates()),
        "r": draw(st.integers(1, 8)),
    }


def small_rounds() -> Iterator[Instance]:
    for K in (2, 3):
        for size in (K, K + 1, K + 3):
            for r in (1, 2, 3):
                yield Instance(K=K, M=size, rho=Fraction(1, 2), eta=Fraction(1), r=r)


CLASSES_FIT = Condition("2 ≤ K ≤ M", lambda i: 2 <= i.K <= i.M)
ROUNDS = Domain(
    name="equal overlaps, uniformly sampled classes, original dynamics",
    draw=drawn_rounds,
    bind=bind_rounds,
    conditions=(M_RANGE, CLASSES_FIT, ETA_RANGE, Condition("0 < ρ < 1", lambda i: 0 < i.rho < 1)),
    small=small_rounds,
    variables={"K": "classes", "M": "tokens", "rho": "overlap", "eta": "learning rate", "r": "rounds N/K"},
    met="every 2 ≤ K ≤ M, 0 < ρ < 1, η_Y > 0 and r ≥ 1 (E = ρ(J - I) is a Gram matrix less I)",
)
ALL_TOKENS = Condition("K = M", lambda i: i.K == i.M, lambda i: i.but(M=i.K))


def first_equality(x: Rounds, rate: Ball, divisor: Ball) -> tuple[Comparison, ...]:
    """w_n = (M-1)h*(r)(ζ_n + ρ Σ_{n'≠n} ζ_n')/divisor with h* at ``rate``, entry by entry."""
    scale, minus = x.recursion(rate) / divisor, balls.ball(Fraction(-1, x.M - 1))
    own, rival, idle = x.entries()
    found = [
        equals(own, scale * (1 + x.rho * (x.K - 1) * minus), "own"),
        equals(rival, scale * (minus + x.rho * (1 + (x.K - 2) * minus)), "rival"),
    ]
    if x.M > x.K:
        found.append(equals(idle, scale * minus * (1 + x.rho * (x.K - 1)), "idle"))
    return tuple(found)


def closed_form(x: Rounds, rate: Ball, factor: Ball) -> tuple[Comparison, ...]:
    """w_n = factor (M-1)h*(r) ζ_n with h* at ``rate``."""
    scale = factor * x.recursion(rate)
    own, rival, idle = x.entries()
    found = [equals(own, scale, "own"), equals(rival, -scale / (x.M - 1), "rival")]
    if x.M > x.K:
        found.append(equals(idle, -scale / (x.M - 1), "idle"))
    return tuple(found)


ALONG_ZETA = identity(
    "K = M: η(e_n-α_n) + ηρ Σ_{n'≠n}(e_n'-α_n') = η(1-ρ)c ζ_n because Σ ζ_n = 0 (entries: own, rival)",
    g * sympy.Matrix([1 - rho * (M - 1) / (M - 1), -1 / (M - 1) + rho * (1 - (M - 2) / (M - 1))]),
    (1 - rho) * g * sympy.Matrix([1, -1 / (M - 1)]),
)
R1.add(
    "Eqn 43 first",
    lambda x: first_equality(x, x.eta, balls.ball(1)),
    says="uniform sampling: w_n(N) = (M-1)h*(N/K)(ζ_n + ρ Σ_{n'≠n} ζ_n')",
    given=ROUNDS,
    witness="K=2 M=2 rho=1/2 eta=1 r=2",
    note="Equal at the first round; from the second on the residual of class n depends on its own row, which the other "
    "classes have moved.",
)
R1.add(
    "Eqn 43 first",
    lambda x: first_equality(x, (1 - x.rho) * x.eta, 1 - x.rho),
    says="uniform sampling: w_n(N) = (M-1)h*(N/K)(ζ_n + ρ Σ_{n'≠n} ζ_n')/(1-ρ) with h* at the rate (1-ρ)η_Y, for K = M and "
    "rounds applied as a whole",
    given=ROUNDS,
    where=[ALL_TOKENS],
    reading=Reading.INTENDED,
    changed="K = M, h* at the effective rate, and the bracket, which is (1-ρ)ζ_n, divided by 1-ρ",
    proof=proved("See Eqn 43 second, intended: the bracket is (1-ρ)ζ_n for K = M.", ALONG_ZETA, INDUCTION),
)
R1.add(
    "Eqn 43 second",
    lambda x: closed_form(x, x.eta, 1 - x.rho),
    says="uniform sampling: w_n(N) = (1-ρ)(M-1)h*(N/K)ζ_n",
    given=ROUNDS,
    witness="K=2 M=2 rho=1/2 eta=1 r=2",
)
R1.add(
    "Eqn 43 second",
    lambda x: closed_form(x, (1 - x.rho) * x.eta, balls.ball(1)),
    says="w_n(N) = (M-1)h*(N/K)ζ_n with h* at the rate (1-ρ)η_Y, for K = M and rounds applied as a whole",
    given=ROUNDS,
    where=[ALL_TOKENS],
    reading=Reading.INTENDED,
    changed="K = M, and h* at the effective rate instead of (1-ρ)h* at the full one",
    proof=proved(
        "For K = M the ζ_n add up to 0. If w_n = (M-1)hζ_n for all n, then e_n - α_n = cζ_n and a round adds η(1-ρ)cζ_n to "
        "w_n: "
        "the recursion of Lemma 5 at the rate (1-ρ)η.",
        ALONG_ZETA,
        INDUCTION,
    ),
)


def zeta_sum(x: Rounds) -> tuple[Comparison, ...]:
    """Σ_{n∈[K]} ζ_n at a class and, where there is one, at a token that is none."""
    own, other = Fraction(1), Fraction(-1, x.M - 1)
    found = [equals(balls.ball(own + (x.K - 1) * other), balls.ball(0), "at a class")]
    if x.M > x.K:
        found.append(equals(balls.ball(x.K * other), balls.ball(0), "elsewhere"))
    return tuple(found)


def effective_rate(x: Rounds) -> Comparison:
    """w_n[n] minus another entry, against the same gap at the rate (1-ρ)η."""
    own, rival, idle = x.entries()
    return equals(
        own - (idle if x.M > x.K else rival), x.recursion((1 - x.rho) * x.eta) * balls.ball(Fraction(x.M, x.M - 1)), "lead"
    )


ONE_ROUND = "K=2 M=3 rho=1/2 eta=1 r=1"
R1.add("sum zeta", zeta_sum, says="Σ_{n∈[K]} ζ_n = 0", given=ROUNDS, witness=ONE_ROUND, depends_on=[])
R1.add(
    "sum zeta",
    zeta_sum,
    says="Σ_{n∈[K]} ζ_n = 0 for K = M",
    given=ROUNDS,
    where=[ALL_TOKENS],
    reading=Reading.INTENDED,
    changed="K = M",
    proof=proved("(M/(M-1))(1 - K/M) = 0 exactly for K = M.", identity("1 - M/M", 1 - M / M, 0)),
    depends_on=[],
)
R1.add(
    "eta'",
    effective_rate,
    says="the effective learning rate is (1-ρ)η_Y: after N/K rounds w_n[n] leads the other tokens as at the rate (1-ρ)η_Y",
    given=ROUNDS,
    witness=ONE_ROUND,
    note="For K < M the first round moves w_n[n] ahead of a token outside [K] by the full η_Y.",
    depends_on=["scan_snap/Remark 1/sum zeta"],
)
R1.add(
    "eta'",
    effective_rate,
    says="the effective learning rate is (1-ρ)η_Y for K = M",
    given=ROUNDS,
    where=[ALL_TOKENS],
    reading=Reading.INTENDED,
    changed="K = M",
    proof=proved("See Eqn 43, intended.", ALONG_ZETA, INDUCTION),
    depends_on=["scan_snap/Remark 1/sum zeta"],
)
R1.add(
    "eta' at most eta_Y",
    lambda x: at_most((1 - x.rho) * x.eta, x.eta),
    says="(1-ρ)η_Y ≤ η_Y",
    given=ROUNDS,
    proof=proved("ρ ≥ 0.", nonnegative("η - (1-ρ)η = ρη", slack("r") * slack("e"))),
    depends_on=[],
)


STATEMENTS = (R1,)
