"""The objective of Eqn 15 and its exact differentials (scan_snap, Section 3.1 and Appendix C): the models of Lemma 1.

J is a composition of sums, products, exponentials, logarithms and roots; carried through it as dual numbers of balls, a
direction gives the derivative itself, with no step size. The matrix formulas of Lemma 1 are never used for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import Arithmetic
from kernels.balls import Ball
from strategies.sequence_classes import read, word
from strategies.training_schedules import learning_rates
from theorems.instance import Instance
from theorems.language.tree import Symbol
from theorems.scan_snap.growth import ETA_RANGE
from theorems.statement import Condition, Domain

Vector = list[Ball]


@dataclass(frozen=True)
class Dual:
    """A ball with its derivative in one direction."""

    value: Ball
    slope: Ball

    def __add__(self, other: Dual) -> Dual:
        return Dual(self.value + other.value, self.slope + other.slope)

    def __sub__(self, other: Dual) -> Dual:
        return Dual(self.value - other.value, self.slope - other.slope)

    def __mul__(self, other: Dual) -> Dual:
        return Dual(self.value * other.value, self.value * other.slope + self.slope * other.value)

    def __truediv__(self, other: Dual) -> Dual:
        quotient = self.value / other.value
        return Dual(quotient, (self.slope - quotient * other.slope) / other.value)

    def exp(self) -> Dual:
        grown = balls.exp(self.value)
        return Dual(grown, grown * self.slope)

    def log(self) -> Dual:
        return Dual(balls.log(self.value), self.slope / self.value)

    def sqrt(self) -> Dual:
        root = balls.sqrt(self.value)
        return Dual(root, self.slope / (2 * root))


def constant(value: int | Fraction | Ball) -> Dual:
    return Dual(balls.ball(value), balls.ball(0))


def total(terms: Iterator[Dual] | Sequence[Dual]) -> Dual:
    return sum(terms, constant(0))


def log_softmax(logits: Sequence[Dual], answer: int) -> Dual:
    """logits[answer] - ln Σ exp(logits)."""
    return logits[answer] - total([logit.exp() for logit in logits]).log()


def dot(a: Sequence[Ball], b: Sequence[Ball]) -> Ball:
    return sum((x * y for x, y in zip(a, b, strict=True)), balls.ball(0))


@dataclass(frozen=True)
class Gradient:
    """One sequence with the full Y and Z, and the entry (i, j) of their gradients that is looked at.

    ``boosts`` are the entries of exp(Z), so that scores stay rational; ``tally`` counts the context's tokens; ``m`` is the
    query x_T and ``n`` the next token.
    """

    arithmetic: Arithmetic
    tally: tuple[int, ...]
    boosts: tuple[tuple[Fraction, ...], ...]
    Y: tuple[tuple[Fraction, ...], ...]
    m: int
    n: int
    i: int
    j: int
    eta: Ball

    @cached_property
    def M(self) -> int:
        return len(self.tally)

    def objective(self, Y: Sequence[Sequence[Dual]], boosts: Sequence[Sequence[Dual]]) -> Dual:
        """J of Eqn 15 for this sequence."""
        tokens = range(self.M)
        scores = [constant(self.tally[l]) * boosts[self.m][l] for l in tokens]
        mass = total(scores)
        a = [score / mass for score in scores]
        norm = total([x * x for x in a]).sqrt()
        return log_softmax([total([Y[l][k] * a[l] for l in tokens]) / norm for k in tokens], self.n)

    def _fixed(self, table: Sequence[Sequence[Fraction]]) -> list[list[Dual]]:
        return [[constant(entry) for entry in row] for row in table]

    def slope_Y(self, i: int, j: int) -> Ball:
        """∂J/∂Y_ij."""
        Y = self._fixed(self.Y)
        Y[i][j] = Dual(Y[i][j].value, balls.ball(1))
        return self.objective(Y, self._fixed(self.boosts)).slope

    def slope_Z(self, i: int, j: int) -> Ball:
        """∂J/∂Z_ij; exp(Z_ij) is its own derivative."""
        boosts = self._fixed(self.boosts)
        boosts[i][j] = Dual(boosts[i][j].value, boosts[i][j].value)
        return self.objective(self._fixed(self.Y), boosts).slope

    @cached_property
    def dY(self) -> Ball:
        """Entry (i, j) of the ascent step of Y."""
        return self.eta * self.slope_Y(self.i, self.j)

    @cached_property
    def dZ(self) -> Ball:
        """Entry (i, j) of the ascent step of Z."""
        return self.eta * self.slope_Z(self.i, self.j)

    @cached_property
    def weights(self) -> list[Fraction]:
        """Xᵀb_T, which is the diagonal of Xᵀdiag(b_T)X too."""
        scores = [count * boost for count, boost in zip(self.tally, self.boosts[self.m], strict=True)]
        return [score / sum(scores, Fraction(0)) for score in scores]

    @cached_property
    def norm(self) -> Ball:
        return balls.sqrt(balls.ball(sum((x * x for x in self.weights), Fraction(0))))

    @cached_property
    def v(self) -> Vector:
        """LN(Xᵀb_T)."""
        return [balls.ball(x) / self.norm for x in self.weights]

    @cached_property
    def residual(self) -> Vector:
        """x_{T+1} - α."""
        v = self.v
        grown = [balls.exp(dot([balls.ball(row[k]) for row in self.Y], v)) for k in range(self.M)]
        mass = sum(grown, balls.ball(0))
        return [int(k == self.n) - g / mass for k, g in enumerate(grown)]

    @cached_property
    def v_i(self) -> Ball:
        return self.v[self.i]

    @cached_property
    def r_j(self) -> Ball:
        return self.residual[self.j]

    @cached_property
    def x_i(self) -> Ball:
        """Entry i of the one-hot query x_T."""
        return balls.ball(int(self.i == self.m))

    @cached_property
    def from_the_left(self) -> Ball:
        """Entry j of the row (x_{T+1}-α)ᵀ Yᵀ (P⊥/‖Xᵀb‖) Xᵀdiag(b)X, multiplied from the left."""
        residual, v = self.residual, self.v
        row = [dot(residual, [balls.ball(entry) for entry in self.Y[l]]) for l in range(self.M)]
        along = dot(row, v)
        return (row[self.j] - along * v[self.j]) / self.norm * balls.ball(self.weights[self.j])

    @cached_property
    def from_the_right(self) -> Ball:
        """Entry j of Xᵀdiag(b)X (P⊥/‖Xᵀb‖) Y(x_{T+1}-α), with P⊥ as a matrix."""
        pushed = [dot([balls.ball(entry) for entry in row], self.residual) for row in self.Y]
        v, j = self.v, self.j
        projected = dot([int(j == l) - v[j] * v[l] for l in range(self.M)], pushed)
        return balls.ball(self.weights[j]) * projected / self.norm


def bind_gradient(i: Instance, arithmetic: Arithmetic) -> Gradient:
    """A sequence with ``tally``, ``boosts``, ``Y``, query ``m``, next token ``n``, entry ``i``, ``j`` (from 0) and ``eta``."""
    tally = tuple(int(x) for x in read(str(i.tally))[0])
    eta = balls.ball(i.eta)
    return Gradient(arithmetic, tally, read(str(i.boosts)), read(str(i.Y)), int(i.m), int(i.n), int(i.i), int(i.j), eta)


@st.composite
def drawn(draw: st.DrawFn) -> dict[str, object]:
    M = draw(st.integers(2, 4))
    tally = draw(st.lists(st.integers(0, 4), min_size=M, max_size=M).filter(any))
    boost = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 3), Fraction(7, 5)])
    entry = st.fractions(-2, 2, max_denominator=4)
    place = st.integers(0, M - 1)
    m = draw(place)
    return {
        "tally": word([tally]),
        "boosts": word([[draw(boost) for _ in range(M)] for _ in range(M)]),
        "Y": word([[draw(entry) for _ in range(M)] for _ in range(M)]),
        "m": m,
        "n": draw(place),
        "i": draw(st.one_of(st.just(m), place)),
        "j": draw(place),
        "eta": draw(learning_rates()),
    }


def small() -> Iterator[Instance]:
    for M in (2, 3):
        for tally in product((1, 2, 0), repeat=M):
            if any(tally):
                for i, j in product(range(M), repeat=2):
                    yield Instance(
                        tally=word([tally]),
                        boosts=word([[1] * M] * M),
                        Y=word([[int(k == l) for l in range(M)] for k in range(M)]),
                        m=0,
                        n=0,
                        i=i,
                        j=j,
                        eta=Fraction(1, 2),
                    )


NOT_EMPTY = Condition(
    Symbol("T") >= 2, lambda i: any(x > 0 for x in read(str(i.tally))[0]), said="a context of at least one token"
)
GRADIENTS = Domain(
    name="entries of the gradients at one sequence",
    draw=drawn,
    bind=bind_gradient,
    conditions=(NOT_EMPTY, ETA_RANGE),
    small=small,
    variables={
        "M": "vocabulary size",
        "eta": "learning rate of the matrix that moves",
        "v_i": "entry i of LN(Xᵀb_T)",
        "r_j": "entry j of x_{T+1} - α",
        "x_i": "entry i of the one-hot query x_T",
        "norm": "‖Xᵀb_T‖",
    },
    feasible="every M ≥ 2, T ≥ 2, Y, Z and η > 0",
)
