"""The long-context limit of attention (scan_snap, Section 3.3, Appendices C and H): Lemmas 2 and 18."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

import sympy
from hypothesis import strategies as st

from kernels import balls
from kernels.balls import Ball
from theorems.instance import Instance
from theorems.scan_snap.class_counts import BY_HOEFFDING, HOEFFDING, STRAYS
from theorems.scan_snap.contents import certainly
from theorems.scan_snap.samples import DELTA_RANGE, SAMPLES, Samples
from theorems.scan_snap.setting import SEQUENCES, Sample
from theorems.scan_snap.steps import PAPER, PROVENANCE, exact, identity, limit_is, positive, proved
from theorems.statement import Condition, Content, Domain, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals

L2 = Statement(
    PAPER,
    "Lemma 2",
    source="Section 3.3 and Appendix C",
    provenance=PROVENANCE,
    given=SEQUENCES,
    depends_on=["scan_snap/Lemma 18/limit"],
)


@L2.part(
    "Eqn 20",
    says="Xᵀb_T = Xᵀp_X/(1ᵀXᵀp_X) for every T, p_l = exp(z_ml)",
    proof=proved(
        "b_t = p_{x_t}/Σ p_{x_s}, and 1ᵀXᵀp_X = Σ p_{x_s} because X1 = 1.",
        exact("tally (2, 1): a = (2p, q)/(2p + q)", lambda: _tally_form()),
    ),
    depends_on=[],
)
def _(x: Sample) -> tuple[Comparison, ...]:
    scores = [x.tally[l] * x.boosts[l] for l in range(x.M)]
    return tuple(equals(balls.ball(x.a[l]), balls.ball(scores[l] / sum(scores, Fraction(0)))) for l in range(x.M))


def _tally_form() -> bool:
    sample = Sample(None, (2, 1), (Fraction(3), Fraction(5)), ((Fraction(0),) * 2,) * 2, 0)  # type: ignore[arg-type]
    return sample.a == [Fraction(6, 11), Fraction(5, 11)]


@L2.part(
    "Eqn 22",
    says="Xᵀdiag(b_T)X = Xᵀdiag(p_X)X/(1ᵀXᵀp_X) for every T (a diagonal matrix with Xᵀb_T on it)",
    proof=proved(
        "Xᵀdiag(w)X is diagonal with the sums of w over the positions of each token.",
        exact("tally (2, 1): a = (2p, q)/(2p + q)", lambda: _tally_form()),
    ),
    depends_on=[],
)
def _(x: Sample) -> tuple[Comparison, ...]:
    total = sum((x.boosts[l] for l in x.contexts), Fraction(0))
    found = []
    for i in range(x.M):
        for j in range(x.M):
            left = sum((w for l, w in zip(x.contexts, x.b, strict=True) if l == i and l == j), Fraction(0))
            right = sum((x.boosts[l] for l in x.contexts if l == i and l == j), Fraction(0)) / total
            found.append(equals(balls.ball(left), balls.ball(right)))
    return tuple(found)


CONTINUOUS = limit_is(
    "two tokens: q p/(q p + (1-q) p') is continuous in q: with q = P + 1/r it tends to its value at P (P = 1/3, p = 2, p' = 5)",
    ((sympy.Rational(1, 3) + 1 / positive("r")) * 2)
    / ((sympy.Rational(1, 3) + 1 / positive("r")) * 2 + (sympy.Rational(2, 3) - 1 / positive("r")) * 5),
    positive("r"),
    sympy.Rational(2, 3) / (sympy.Rational(2, 3) + sympy.Rational(10, 3)),
)
SUMMABLE = limit_is(
    "2 exp(-2nt²) is summable in n: the ratio of neighbours is exp(-2t²) < 1", sympy.exp(-2 * positive("n")), positive("n"), 0
)
L2.add(
    "Eqn 6",
    None,
    says="given x_T = m, x_{T+1} = n: Xᵀb_T → c_{m,n} and Xᵀdiag(b_T)X → diag(c_{m,n}) as T → ∞ (almost surely)",
    proof=proved(
        "With token frequencies q, Xᵀb = q∘p/Σ q p (Eqn 20), continuous in q near P because Σ P p > 0; q → P almost surely "
        "(Lemma 18, whose bounds "
        "are summable in T). The error is O(1/√T).",
        CONTINUOUS,
        SUMMABLE,
        *HOEFFDING,
    ),
    note="Almost sure convergence: no comparison at an instance. Its exact form at finite T is Eqns 20 and 22.",
)


@L2.part(
    "sum",
    says="c_{m,n}ᵀ1 = 1 (and b_Tᵀ1 = 1)",
    proof=proved(
        "Normalised scores.",
        identity(
            "p/(p+q) + q/(p+q)",
            positive("p") / (positive("p") + positive("q")) + positive("q") / (positive("p") + positive("q")),
            1,
        ),
    ),
    depends_on=[],
)
def _(x: Sample) -> Comparison:
    return equals(balls.ball(sum(x.a, Fraction(0))), balls.ball(1))


L18 = Statement(PAPER, "Lemma 18", source="Appendix H", provenance=PROVENANCE, given=SEQUENCES, title="token frequencies")


@L18.part(
    "Eqn 134, 135",
    says="there is q ≥ 0 with Σq = 1: Xᵀh_X/(T-1) = q∘h, Xᵀdiag(h_X)X/(T-1) = diag(q∘h) (q_l = tally_l/(T-1), Eqn 137; here "
    "h = exp(z))",
    proof=proved(
        "Group the positions by token: token l occurs (T-1)q_l times.",
        exact("tally (2, 1): q = (2/3, 1/3)", lambda: _tally_form()),
    ),
)
def _(x: Sample) -> tuple[Comparison, ...]:
    length = len(x.contexts)
    found = [equals(balls.ball(sum((Fraction(c, length) for c in x.tally), Fraction(0))), balls.ball(1), "sum")]
    for l in range(x.M):
        expected = Fraction(x.tally[l], length) * x.boosts[l]
        vector = sum((x.boosts[k] for k in x.contexts if k == l), Fraction(0)) / length
        found += [
            equals(balls.ball(vector), balls.ball(expected), "134"),
            at_least(balls.ball(x.tally[l]), balls.ball(0), "q ≥ 0"),
        ]
        for j in range(x.M):
            entry = sum((x.boosts[k] * int(k == l) * int(k == j) for k in x.contexts), Fraction(0)) / length
            found.append(equals(balls.ball(entry), balls.ball(expected if l == j else 0), "135"))
    return tuple(found)


def strayed(x: Samples, factor: int) -> Comparison:
    """Pr[|q_l - P_l| > √(ln(2·factor/δ)/(2(T-1)))] for one token, with N = T - 1."""
    threshold = balls.sqrt(x.log(2 * factor / x.delta) / (2 * x.N)) * x.N
    return at_most(balls.ball(x.strayed(threshold)), balls.ball(x.delta))


L18.add(
    "Eqn 136",
    lambda x: strayed(x, 1),
    given=SAMPLES,
    content=STRAYS,
    says="with probability ≥ 1-δ: |q_l - P(l|m,n)| ≤ √(ln(2/δ)/(2(T-1))), for each token l (N = T-1)",
    proof=proved(BY_HOEFFDING + "At t = √(ln(2/δ)/(2(T-1))) the bound is δ; q ≥ 0 gives the max(0, ·).", *HOEFFDING),
)
L18.add(
    "Eqn 138",
    lambda x: strayed(x, 1),
    given=SAMPLES,
    content=STRAYS,
    says="Pr[|q_l - P(l|m,n)| ≥ t] ≤ 2 exp(-2(T-1)t²) (here at t = √(ln(2/δ)/(2(T-1))))",
    proof=proved(BY_HOEFFDING, *HOEFFDING),
)


@dataclass(frozen=True)
class Uniform:
    """One position, uniform on M tokens: the frequency vector is one-hot for sure."""

    M: int
    delta: Fraction

    @property
    def violation(self) -> Fraction:
        """Pr[some |q_l - P_l| exceeds √(ln(2/δ)/2)] for T = 2: the drawn token has q = 1, all others 0."""
        radius = balls.sqrt(balls.log(balls.ball(Fraction(2) / self.delta)) / 2)
        answer = balls.decide(lambda: balls.gt(balls.ball(Fraction(self.M - 1, self.M)), radius))[0]
        return Fraction(int(answer is balls.Truth.HOLDS))


UNIFORM_TOKEN = Domain(
    name="T = 2, uniform tokens",
    draw=lambda: st.builds(
        lambda M, delta: {"M": M, "delta": delta},
        st.integers(2, 40),
        st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100),
    ),
    bind=lambda i, arithmetic: Uniform(int(i.M), Fraction(i.delta)),
    conditions=(Condition("M ≥ 2", lambda i: i.M >= 2), DELTA_RANGE),
    small=lambda: (Instance(M=size, delta=Fraction(k, 10)) for size in range(2, 12) for k in range(9, 0, -1)),
    variables={"M": "vocabulary size", "delta": "allowed failure probability"},
    met="every M ≥ 2, 0 < δ < 1",
)
L18.add(
    "Eqn 136 all tokens",
    lambda x: at_most(balls.ball(x.violation), balls.ball(x.delta)),
    given=UNIFORM_TOKEN,
    says="with probability ≥ 1-δ Eqn 136 holds for all tokens at once (tested at T = 2, uniform P)",
    witness="M=3 delta=9/10",
    note="The stronger reading people take from the lemma: one event for the whole vector q.",
    depends_on=["scan_snap/Lemma 18/Eqn 136"],
)


@dataclass(frozen=True)
class Frequencies:
    """T - 1 positions, each uniform on M tokens: the law of the frequency vector, exactly."""

    M: int
    T: int
    delta: Fraction

    @property
    def N(self) -> int:
        return self.T - 1

    @property
    def radius(self) -> Ball:
        """√(ln(2M/δ)/(2(T-1)))."""
        return balls.sqrt(balls.log(balls.ball(Fraction(2 * self.M) / self.delta)) / (2 * self.N))

    @property
    def within(self) -> list[int]:
        """The counts whose frequency is within the radius of 1/M."""
        distances = {count: abs(Fraction(count, self.N) - Fraction(1, self.M)) for count in range(self.N + 1)}
        return [count for count, d in distances.items() if certainly(lambda d=d: balls.le(balls.ball(d), self.radius))]  # type: ignore[misc]

    @property
    def violation(self) -> Fraction:
        """Pr[some |q_l - 1/M| exceeds the radius]: what the words with all counts within leave of M^(T-1)."""
        ways = {0: 1}  # number of words with so many positions filled by the tokens so far
        for _ in range(self.M):
            longer: dict[int, int] = {}
            for used, words in ways.items():
                for count in self.within:
                    if used + count <= self.N:
                        longer[used + count] = longer.get(used + count, 0) + words * comb(self.N - used, count)
            ways = longer
        return 1 - Fraction(ways.get(self.N, 0), self.M**self.N)


def _never_outside(i: Instance) -> bool:
    world = Frequencies(int(i.M), int(i.T), Fraction(i.delta))
    return certainly(lambda: balls.ge(world.radius, balls.ball(Fraction(world.M - 1, world.M))))


FREQUENCIES = Domain(
    name="uniform tokens",
    draw=lambda: st.builds(
        lambda M, T, delta: {"M": M, "T": T, "delta": delta},
        st.integers(2, 6),
        st.integers(2, 40),
        st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100),
    ),
    bind=lambda i, arithmetic: Frequencies(int(i.M), int(i.T), Fraction(i.delta)),
    conditions=(Condition("M ≥ 2, T ≥ 2", lambda i: i.M >= 2 and i.T >= 2), DELTA_RANGE),
    small=lambda: (Instance(M=size, T=T, delta=Fraction(k, 10)) for size in (2, 3, 4) for T in range(2, 20) for k in (9, 5, 1)),
    variables={"M": "vocabulary size", "T": "length of the sequence", "delta": "allowed failure probability"},
    met="every M ≥ 2, T ≥ 2, 0 < δ < 1",
)
L18.add(
    "Eqn 136 all tokens",
    lambda x: at_most(balls.ball(x.violation), balls.ball(x.delta)),
    given=FREQUENCIES,
    content=Content(
        "0 ≤ Pr ≤ 1, and 0 where no frequency is farther",
        0,
        lambda x: balls.ball(0 if len(x.within) == x.N + 1 else 1),
        silent="√(ln(2M/δ)/(2(T-1))) ≥ 1 - 1/M, so for T = 2 always",
        where=_never_outside,
    ),
    says="with probability ≥ 1-δ: |q_l - P_l| ≤ √(ln(2M/δ)/(2(T-1))) for all tokens at once (here uniform P)",
    reading=Reading.INTENDED,
    changed="a union bound over the M tokens: ln(2M/δ)",
    proof=proved(BY_HOEFFDING + "Each token at δ/M.", *HOEFFDING),
    depends_on=["scan_snap/Lemma 18/Eqn 136"],
)
L18.add(
    "limit",
    None,
    says="q_l → P(l|m,n) as T → ∞ (almost surely)",
    proof=proved("The bounds of Eqn 138 are summable for every t > 0 (Borel-Cantelli).", SUMMABLE, *HOEFFDING),
    note="Almost sure convergence: no comparison at an instance. Eqn 138 is its form at finite T.",
    depends_on=["scan_snap/Lemma 18/Eqn 138"],
)


STATEMENTS = (L2, L18)
