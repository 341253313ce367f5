"""The model (scan_snap, Section 3.1 and Appendix C): Lemma 1 and Assumption 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import mpmath
import sympy
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import Arithmetic
from kernels.balls import Ball
from strategies.sequence_classes import read, word
from theorems.instance import Instance
from theorems.provers.argument import Step
from theorems.scan_snap.objective import GRADIENTS, NOT_EMPTY, Gradient
from theorems.scan_snap.steps import PAPER, PROVENANCE, certain, exact, identity, limit_is, positive, proved
from theorems.statement import Domain, Statement
from theorems.vocabulary import Comparison, equals

Vector = list[Ball]


@dataclass(frozen=True)
class Sample:
    """One sequence: how often each token stands in its context, exp(z_m) of its query, the decoder Y, the next token n."""

    arithmetic: Arithmetic
    tally: tuple[int, ...]
    boosts: tuple[Fraction, ...]
    Y: tuple[tuple[Fraction, ...], ...]
    n: int

    @property
    def M(self) -> int:
        return len(self.tally)

    @property
    def contexts(self) -> list[int]:
        """x_1, ..., x_{T-1}, sorted."""
        return [l for l, count in enumerate(self.tally) for _ in range(count)]

    @property
    def b(self) -> list[Fraction]:
        """The attention of each position, from the definition."""
        scores = [self.boosts[l] for l in self.contexts]
        return [x / sum(scores, Fraction(0)) for x in scores]

    @property
    def a(self) -> list[Fraction]:
        """Xᵀ b."""
        total = [Fraction(0)] * self.M
        for l, weight in zip(self.contexts, self.b, strict=True):
            total[l] += weight
        return total

    @property
    def logits(self) -> Vector:
        """Yᵀ LN(Xᵀb)."""
        a = self.a
        norm = balls.sqrt(balls.ball(sum((x * x for x in a), Fraction(0))))
        return [sum((balls.ball(a[l] * self.Y[l][j]) for l in range(self.M)), balls.ball(0)) / norm for j in range(self.M)]

    @property
    def answers(self) -> Vector:
        """α."""
        scores = [balls.exp(logit) for logit in self.logits]
        total = sum(scores, balls.ball(0))
        return [score / total for score in scores]


def bind(i: Instance, arithmetic: Arithmetic) -> Sample:
    """A sequence with ``tally``, ``boosts``, ``Y`` and ``n``; attention is rational, softmax answers are balls."""
    tally = tuple(int(x) for x in read(str(i.tally))[0])
    return Sample(arithmetic, tally, read(str(i.boosts))[0], read(str(i.Y)), int(i.n))


@st.composite
def drawn(draw: st.DrawFn) -> dict[str, object]:
    M = draw(st.integers(2, 5))
    tally = draw(st.lists(st.integers(0, 4), min_size=M, max_size=M).filter(any))
    boost = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 3), Fraction(7, 5)])
    entry = st.fractions(-2, 2, max_denominator=4)
    rows = [[draw(entry) for _ in range(M)] for _ in range(M)]
    return {
        "tally": word([tally]),
        "boosts": word([[draw(boost) for _ in range(M)]]),
        "Y": word(rows),
        "n": draw(st.integers(0, M - 1)),
    }


def small() -> Iterator[Instance]:
    for M in (2, 3):
        for tally in product((0, 1, 2), repeat=M):
            if any(tally):
                yield Instance(
                    tally=word([tally]),
                    boosts=word([[1] * M]),
                    Y=word([[int(i == j) for j in range(M)] for i in range(M)]),
                    n=0,
                )


SEQUENCES = Domain(
    name="sequences",
    draw=drawn,
    bind=bind,
    conditions=(NOT_EMPTY,),
    small=small,
    variables={"M": "vocabulary size"},
    met="every M ≥ 2, T ≥ 2, Y and z",
)

L1 = Statement(
    PAPER,
    "Lemma 1",
    source="Section 3.1 and Appendix C",
    provenance=PROVENANCE,
    given=SEQUENCES,
    title="the dynamics of the model",
)


def _objective(Y: list[list[mpmath.mpf]], z: list[mpmath.mpf], positions: tuple[int, ...], answer: int) -> mpmath.mpf:
    """J of Eqn 15 for one sequence; z is the row of Z that its query reads."""
    tokens = range(len(z))
    scores = [mpmath.exp(z[x]) for x in positions]
    a = [sum(s for s, x in zip(scores, positions, strict=True) if x == l) / sum(scores) for l in tokens]
    norm = mpmath.sqrt(sum(x**2 for x in a))
    logits = [sum(Y[l][j] * a[l] for l in tokens) / norm for j in tokens]
    return logits[answer] - mpmath.log(sum(mpmath.exp(x) for x in logits))


def _gradients_agree(positions: tuple[int, ...], answer: int, which: str) -> bool:
    """Eqn 3 in matrices against central differences of J with step 10^-25 at 80 digits, at three points."""
    with mpmath.workdps(80):
        M, step = 3, mpmath.mpf(10) ** -25
        for trial in range(3):
            Y = [[mpmath.mpf((7 * (3 * i + j) + 3 * trial) % 11 - 5) / 4 for j in range(M)] for i in range(M)]
            z = [mpmath.mpf((5 * l + trial) % 7 - 3) / 3 for l in range(M)]
            X = mpmath.matrix([[int(l == x) for l in range(M)] for x in positions])
            scores = [mpmath.exp(z[x]) for x in positions]
            b = mpmath.matrix([s / sum(scores) for s in scores])
            a = X.T * b
            norm = mpmath.norm(a)
            v = a / norm
            grown = [mpmath.exp(x) for x in mpmath.matrix(Y).T * v]
            residual = mpmath.matrix([int(j == answer) - g / sum(grown) for j, g in enumerate(grown)])
            if which == "Y":
                formula = v * residual.T
                moved = [(i, j) for i in range(M) for j in range(M)]
            else:
                projection = (mpmath.eye(M) - v * v.T) / norm
                formula = residual.T * mpmath.matrix(Y).T * projection * X.T * mpmath.diag(list(b)) * X
                moved = [(0, j) for j in range(M)]
            for i, j in moved:
                values = []
                for sign in (1, -1):
                    other_Y, other_z = [list(row) for row in Y], list(z)
                    if which == "Y":
                        other_Y[i][j] += sign * step
                    else:
                        other_z[j] += sign * step
                    values.append(_objective(other_Y, other_z, positions, answer))
                if abs((values[0] - values[1]) / (2 * step) - formula[i, j]) > mpmath.mpf(10) ** -40:
                    return False
    return True


def _softmax_differential() -> bool:
    """db = (diag(b) - bbᵀ) ds for a softmax of three scores."""
    s = sympy.symbols("s_1:4", real=True)
    total = sum(sympy.exp(x) for x in s)
    b = [sympy.exp(x) / total for x in s]
    return all(
        sympy.simplify(sympy.diff(b[i], s[j]) - (int(i == j) * b[i] - b[i] * b[j])) == 0 for i in range(3) for j in range(3)
    )


def _direction_differential() -> bool:
    """d(a/|a|) = (I - aaᵀ/|a|²)/|a| da for three components."""
    a = sympy.symbols("a_1:4", positive=True)
    norm = sympy.sqrt(sum(x**2 for x in a))
    return all(
        sympy.simplify(sympy.diff(a[i] / norm, a[j]) - (int(i == j) - a[i] * a[j] / norm**2) / norm) == 0
        for i in range(3)
        for j in range(3)
    )


SOFTMAX = Step("db = (diag(b) - bbᵀ)ds", _softmax_differential)
DIRECTION = Step("d(a/|a|) = P⊥_a/|a| da", _direction_differential)
Y_GRADIENT = exact("M = 3, T = 4: ∂J/∂Y of Eqn 15 is LN(Xᵀb)(x-α)ᵀ (40 digits)", lambda: _gradients_agree((0, 1, 1), 1, "Y"))
Z_GRADIENT = exact(
    "M = 3, T = 5: ∂J/∂z_m of Eqn 15 is row m of Eqn 3 (40 digits)", lambda: _gradients_agree((0, 1, 1, 2), 0, "Z")
)
p_a, p_b = positive("p_a"), positive("p_b")
KILLED = identity(
    "P⊥_a (b-weighted mean) = 0: a - a (a·a)/(a·a), component a of (a, b)", p_a - p_a * (p_a**2 + p_b**2) / (p_a**2 + p_b**2), 0
)


def _query_picks_its_row() -> bool:
    Z = sympy.Matrix(3, 3, lambda i, j: sympy.Symbol(f"Z_{i}{j}"))
    return all(Z[m, :] == (Z.T * sympy.eye(3)[:, m]).T for m in range(3))


L1.add(
    "Eqn 3 Y",
    lambda x: equals(x.dY, x.eta * x.v_i * x.r_j),
    given=GRADIENTS,
    says="dY = η_Y LN(Xᵀb_T)(x_{T+1}-α)ᵀ",
    proof=proved("J = x_{T+1}ᵀYᵀv - ln Σ exp(Yᵀv) with v = LN(Xᵀb): a log-softmax that is linear in Y.", SOFTMAX, Y_GRADIENT),
    depends_on=["scan_snap/Lemma 1/Eqn 17"],
)
L1.add(
    "Eqn 3 Z",
    lambda x: equals(x.dZ, x.eta * x.x_i * x.from_the_left),
    given=GRADIENTS,
    says="dZ = η_Z x_T (x_{T+1}-α)ᵀYᵀ (P⊥_{Xᵀb}/‖Xᵀb‖) Xᵀdiag(b_T)X",
    proof=proved(
        "dv = P⊥/‖Xᵀb‖ Xᵀ(diag(b) - bbᵀ)X dZᵀx_T, and P⊥ kills Xᵀb, the image of bbᵀ.",
        SOFTMAX,
        DIRECTION,
        KILLED,
        Z_GRADIENT,
    ),
    depends_on=[
        "scan_snap/Lemma 1/Eqn 17",
        "scan_snap/Lemma 1/Eqn 18",
        "scan_snap/Lemma 1/Eqn 19",
        "scan_snap/Lemma 1/L to diag(b)",
    ],
)
L1.add(
    "Eqn 4",
    lambda x: equals(x.dZ, x.eta * x.from_the_right if x.i == x.m else balls.ball(0)),
    given=GRADIENTS,
    says="row m = x_T: dz_m = η_Z Xᵀdiag(b)X (P⊥/‖Xᵀb‖) Y(x_{T+1}-α); dz_m' = 0 for m' ≠ m; b_T depends on z_m alone",
    proof=proved(
        "Row m of Eqn 3, whose matrices are symmetric; b = softmax(XZᵀx_T) reads row m of Z.",
        Z_GRADIENT,
        exact("x_T one-hot picks row m of Z: Zᵀe_m (3×3)", _query_picks_its_row),
    ),
    depends_on=["scan_snap/Lemma 1/Eqn 3 Z"],
)


@L1.part(
    "residual",
    says="(x_{T+1}-α)ᵀ1 = 0 (compared as αᵀ1 = 1)",
    proof=proved(
        "α sums to 1.",
        identity("1 - (p + q)/(p + q)", 1 - (positive("p") + positive("q")) / (positive("p") + positive("q")), 0),
    ),
    depends_on=[],
)
def _(x: Sample) -> Comparison:
    return equals(sum(x.answers, balls.ball(0)), balls.ball(1))


def image_and_projection(x: Sample) -> list[tuple[Fraction, Fraction]]:
    """Per token, the entry of Xᵀ diag(b) X 1 and of its projection on a = Xᵀ b: P⊥ kills it when the two are equal."""
    image = [Fraction(0)] * x.M
    for l, weight in zip(x.contexts, x.b, strict=True):
        image[l] += weight
    a = x.a
    share = sum((y * z for y, z in zip(a, image, strict=True)), Fraction(0)) / sum((y * y for y in a), Fraction(0))
    return [(entry, share * y) for entry, y in zip(image, a, strict=True)]


@L1.part(
    "projection",
    says="P⊥_{Xᵀb} Xᵀdiag(b)X 1 = 0 (compared as the vector with its projection on Xᵀb)",
    proof=proved(
        "X1 = 1, diag(b)1 = b, and P⊥ kills Xᵀb.",
        DIRECTION,
        identity("P⊥_a a = a - a(a·a)/(a·a)", positive("a") - positive("a") * 1, 0),
    ),
    depends_on=[],
)
def _(x: Sample) -> tuple[Comparison, ...]:
    return tuple(equals(balls.ball(entry), balls.ball(along)) for entry, along in image_and_projection(x))


def last_against_the_others(x: Gradient) -> tuple[Comparison, ...]:
    """The last entry of row i of dY and of dZ against minus the sum of the entries before it."""
    last = x.M - 1
    return tuple(
        equals(x.eta * slope(x.i, last), -x.eta * sum((slope(x.i, j) for j in range(last)), balls.ball(0)), name)
        for slope, name in ((x.slope_Y, "Y"), (x.slope_Z, "Z"))
    )


L1.add(
    "zero sums",
    last_against_the_others,
    given=GRADIENTS,
    says="dY 1 = dZ 1 = 0: every row of Y(t), Z(t) keeps the sum zero",
    proof=proved(
        "Both gradients end in a vector whose entries sum to zero, and Y(0) = Z(0) = 0.",
        SOFTMAX,
        DIRECTION,
        Y_GRADIENT,
        Z_GRADIENT,
    ),
    note="'Summation of rows' read as the sum of each row's entries (Y1 = 0); the column sums of Y do change.",
    depends_on=["scan_snap/Lemma 1/residual", "scan_snap/Lemma 1/projection"],
)

A1 = Statement(PAPER, "Assumption 1", source="Section 3.3", provenance=PROVENANCE, given=SEQUENCES)
A1.add(
    "satisfiable",
    None,
    says="no positions, T → ∞ and η_Y ≫ η_Z can be met together, also with Assumption 2 and M^(-0.99) ≪ η_Y < 1",
    proof=proved(
        "A family: T = k, η_Y = 1/2, η_Z = 1/k, M fixed with Assumption 2; attention without positions is the model of Eqn 1.",
        limit_is("η_Z/η_Y = 2/k → 0", 2 / positive("k"), positive("k"), 0),
        certain(
            "1/2 > 145^(-0.99)",
            lambda: balls.gt(balls.ball("1/2"), balls.exp(balls.ball("-99/100") * balls.log(balls.ball(145)))),
        ),
    ),
    note="Existence: no comparison at an instance. "
    "The figures use η_Y up to 5 and η_Z up to 8 with η_Y/η_Z = 1: outside parts of the theory.",
)

STATEMENTS = (A1,)
