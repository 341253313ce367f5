"""The differentials inside the proof of Lemma 1 (scan_snap, Appendix C): Eqns 17 to 19 and what they use.

dJ and its pieces come from dual numbers along drawn directions dY, dZ; the printed brackets are products of matrices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import Arithmetic
from kernels.balls import Ball
from strategies.sequence_classes import read, word
from theorems.instance import Instance
from theorems.provers.steps import positive, proved
from theorems.scan_snap import objective, setting
from theorems.scan_snap.language import *
from theorems.scan_snap.objective import Dual, Gradient, Vector, constant, dot, total
from theorems.scan_snap.setting import (
    DIRECTION,
    L1,
    OF_SEQUENCES,
    SOFTMAX,
    VECTORS,
    Y_GRADIENT,
    Z_GRADIENT,
    P_perp,
    Sample,
    X,
    Y,
    a,
    along,
    alpha,
    diag,
    direction,
    k,
    l,
    logit,
    m,
    one,
    query,
    rescaled,
    residual,
    vocabulary,
)
from theorems.scan_snap.steps import identity
from theorems.statement import Domain

Table = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Differential(Gradient):
    """One sequence and a direction (dY, dZ) in which Y and Z move."""

    dY_moved: Table
    dZ_moved: Table

    @property
    def positions(self) -> list[int]:
        """x_1, ..., x_{T-1}."""
        return [l for l, count in enumerate(self.tally) for _ in range(count)]

    @property
    def b(self) -> list[Fraction]:
        """b_T from its definition."""
        scores = [self.boosts[self.m][l] for l in self.positions]
        return [score / sum(scores, Fraction(0)) for score in scores]

    def _moving_boosts(self) -> list[list[Dual]]:
        """exp(Z) with the slope exp(Z) dZ."""
        return [
            [Dual(balls.ball(x), balls.ball(x * d)) for x, d in zip(row, moved, strict=True)]
            for row, moved in zip(self.boosts, self.dZ_moved, strict=True)
        ]

    def _moving_Y(self) -> list[list[Dual]]:
        return [
            [Dual(balls.ball(x), balls.ball(d)) for x, d in zip(row, moved, strict=True)]
            for row, moved in zip(self.Y, self.dY_moved, strict=True)
        ]

    @property
    def dJ(self) -> Ball:
        return self.objective(self._moving_Y(), self._moving_boosts()).slope

    @property
    def d_answer(self) -> Vector:
        """d(Yᵀ LN(Xᵀb)) of dual numbers."""
        tokens, Y, boosts = range(self.M), self._moving_Y(), self._moving_boosts()
        scores = [constant(self.tally[l]) * boosts[self.m][l] for l in tokens]
        norm = total([score * score for score in scores]).sqrt()
        return [(total([Y[l][k] * scores[l] for l in tokens]) / norm).slope for k in tokens]

    @property
    def db(self) -> Vector:
        """db_T of dual numbers, position by position."""
        boosts = self._moving_boosts()
        scores = [boosts[self.m][l] for l in self.positions]
        return [(score / total(scores)).slope for score in scores]

    @property
    def d_scores(self) -> list[Fraction]:
        """d(XZᵀx_T): Z moves in its row m only as far as this sequence sees it."""
        return [self.dZ_moved[self.m][l] for l in self.positions]

    @property
    def L(self) -> Table:
        """diag(b) - bbᵀ."""
        b = self.b
        return tuple(tuple((p if s == t else 0) - p * q for t, q in enumerate(b)) for s, p in enumerate(b))

    def by_token(self, values: Sequence[Any], zero: Any) -> list[Any]:
        """Xᵀ times a vector over the positions."""
        found = [zero] * self.M
        for token, value in zip(self.positions, values, strict=True):
            found[token] = found[token] + value
        return found

    def bracket(self, moved: Sequence[Ball]) -> Vector:
        """dYᵀ LN(Xᵀb) + Yᵀ (P⊥/‖Xᵀb‖) times ``moved``, a vector over the tokens."""
        v, tokens = self.v, range(self.M)
        along = dot(v, moved)
        pushed = [(moved[l] - along * v[l]) / self.norm for l in tokens]
        return [
            dot([balls.ball(self.dY_moved[l][k]) for l in tokens], v) + dot([balls.ball(self.Y[l][k]) for l in tokens], pushed)
            for k in tokens
        ]

    @property
    def bracket_17(self) -> Vector:
        """With Xᵀ db."""
        return self.bracket(self.by_token(self.db, balls.ball(0)))

    @property
    def bracket_18(self) -> Vector:
        """With XᵀL d(XZᵀx_T)."""
        moved = [sum((p * d for p, d in zip(row, self.d_scores, strict=True)), Fraction(0)) for row in self.L]
        return self.bracket([balls.ball(x) for x in self.by_token(moved, Fraction(0))])

    @property
    def bracket_19(self) -> Vector:
        """With XᵀLX dZᵀx_T, the matrices multiplied first."""
        tokens = range(self.M)
        LX = [self.by_token(row, Fraction(0)) for row in self.L]
        XLX = [self.by_token([row[k] for row in LX], Fraction(0)) for k in tokens]  # column k
        picked = [sum((self.dZ_moved[r][k] * int(r == self.m) for r in tokens), Fraction(0)) for k in tokens]
        return self.bracket([balls.ball(sum((XLX[k][l] * picked[k] for k in tokens), Fraction(0))) for l in tokens])


def bind(i: Instance, arithmetic: Arithmetic) -> Differential:
    """A sequence as in :func:`objective.bind` with the directions ``dY`` and ``dZ``."""
    at = objective.bind(i.but(i=0, j=0, eta=1), arithmetic)
    return Differential(arithmetic, at.tally, at.boosts, at.Y, at.m, at.n, at.i, at.j, at.eta, read(str(i.dY)), read(str(i.dZ)))


@st.composite
def drawn(draw: st.DrawFn) -> dict[str, object]:
    at = draw(objective.drawn())
    size = len(read(str(at["tally"]))[0])
    entry = st.integers(-2, 2)
    moved = [word([[draw(entry) for _ in range(size)] for _ in range(size)]) for _ in range(2)]
    return {name: at[name] for name in ("tally", "boosts", "Y", "m", "n")} | {"dY": moved[0], "dZ": moved[1]}


def small() -> Iterator[Instance]:
    for i in objective.small():
        if i.i == 0 and i.j == 0:
            size = len(read(str(i.tally))[0])
            for step_Y, step_Z in ((1, 0), (0, 1)):
                yield Instance(
                    tally=i.tally,
                    boosts=i.boosts,
                    Y=i.Y,
                    m=0,
                    n=0,
                    dY=word([[step_Y * int(k == l == 0) for l in range(size)] for k in range(size)]),
                    dZ=word([[step_Z * int(k == l == 0) for l in range(size)] for k in range(size)]),
                )


DIFFERENTIALS = Domain(
    name="directions at one sequence",
    draw=drawn,
    bind=bind,
    conditions=(objective.NOT_EMPTY,),
    small=small,
    variables={"M": "vocabulary size", "dJ": "dJ along (dY, dZ)", "norm": "‖Xᵀb_T‖"},
    feasible="every M ≥ 2, T ≥ 2, Y, Z, dY and dZ",
)
_p, _q, _d = (positive(name) for name in ("p", "q", "d"))
L_ANNIHILATED = identity(
    "P⊥_a aᵀ = 0: (I - aaᵀ/(a·a))a bᵀ, first entry for a = (p, q)", _p - _p * (_p * _p + _q * _q) / (_p * _p + _q * _q), 0
)


r, s, b = symbols("r s b")
differential, dY, dZ, db, da, L, Z, logits = symbols("d dY dZ db da L Z a")
bracket17, bracket18, bracket19, XL, Xdiag = symbols("(17) (18) (19) (X^⊤L) (X^⊤diag(b))")
positions = Named("{1, ..., T-1}")
whole = residual * differential(Y**top * direction(b))


def bracket(moved: Expr) -> Expr:
    return dY**top * direction(b) + Y**top * rescaled(b) * moved


OF_DIFFERENTIALS = Computed(
    DIFFERENTIALS,
    {
        **VECTORS,
        a[k]: lambda x, k: x.weights[k - 1],
        positions: lambda x: range(len(x.positions)),
        whole: lambda x: dot(x.residual, x.d_answer),
        residual * bracket(X**top * db): lambda x: dot(x.residual, x.bracket_17),
        b[s]: lambda x, s: x.b[s],
        db[s]: lambda x, s: x.db[s],
        da[s]: lambda x, s: x.d_scores[s],
        bracket17[k]: lambda x, k: x.bracket_17[k - 1],
        bracket18[k]: lambda x, k: x.bracket_18[k - 1],
        bracket19[k]: lambda x, k: x.bracket_19[k - 1],
        XL[k, s]: lambda x, k, s: x.by_token([row[s] for row in x.L], Fraction(0))[k - 1],
        Xdiag[k, s]: lambda x, k, s: x.by_token([int(r == s) * w for r, w in enumerate(x.b)], Fraction(0))[k - 1],
    },
)
with L1.where(given=OF_DIFFERENTIALS):
    L1["Eqn 17"] = chain(Symbol("dJ"), "==", whole, "==", residual * bracket(X**top * db))
    L1["d softmax"] = differential(exp(logits) / (one**top * exp(logits))) == L * da
    L1["Eqn 18"] = bracket(X**top * db) == bracket(X**top * L * differential(X * Z**top * query))
    L1["Eqn 19"] = bracket(X**top * L * differential(X * Z**top * query)) == bracket(X**top * L * X * dZ**top * query)
    projection = P_perp[X**top * b]
    L1["L to diag(b)"] = projection * X**top * L == projection * X**top * diag(b)
L1["Eqn 17"].uses().proved(
    proved(
        "J is a log-softmax of YᵀLN(Xᵀb), whose gradient is x - α; the product rule, and d(a/|a|) = P⊥_a/|a| da.",
        SOFTMAX,
        DIRECTION,
        Y_GRADIENT,
        Z_GRADIENT,
    )
)
softened = Sum(r, positions, (Indicator(r == s) * b[s] - b[s] * b[r]) * da[r])
L1["d softmax"].compared(ForAll(s, positions, db[s] == softened))
L1["d softmax"].note("L = diag(b) - bbᵀ; here db = L d(XZᵀx_T).").uses().proved(proved("The quotient rule.", SOFTMAX))
L1["Eqn 18"].compared(ForAll(k, vocabulary, bracket17[k] == bracket18[k])).uses("Lemma 1/d softmax").proved(
    proved("db = L d(XZᵀx_T), because b is the softmax of XZᵀx_T.", SOFTMAX)
)
L1["Eqn 19"].compared(ForAll(k, vocabulary, bracket18[k] == bracket19[k])).uses().proved(
    proved("X and x_T do not move: d(XZᵀx_T) = X dZᵀx_T.", identity("(dp + q) - q = dp", (_d * _p + _q) - _q, _d * _p))
)
L1["L to diag(b)"].compared(
    ForAll(s, positions, ForAll(l, vocabulary, XL[l, s] - along(XL[k, s]) == Xdiag[l, s] - along(Xdiag[k, s])))
)
L1["L to diag(b)"].uses().proved(proved("The difference is P⊥_{Xᵀb} (Xᵀb) bᵀ, and P⊥_v v = 0.", L_ANNIHILATED))


def answer(x: Sample, m: int) -> Ball:
    """α_m of Eqn 16."""
    logits = x.logits
    return 1 / sum((balls.exp(logit - logits[m]) for logit in logits), balls.ball(0))


grown = exp(Y**top * direction(setting.b))
softmax = exp(logit[k]) / Sum(l, vocabulary, exp(logit[l]))
with L1.where(given=OF_SEQUENCES.knowing({alpha[k]: lambda x, k: answer(x, k - 1)})):
    L1["alpha"] = alpha[m] == grown / (one**top * grown)
L1["alpha"].compared(ForAll(m, vocabulary, ForAll(k, vocabulary, alpha[m] == softmax)))
L1["alpha"].uses().refuted("tally=0,1 boosts=1,1 Y=1,0;0,1 n=0").note(
    "An entry is set equal to a vector, so to each of its entries; Eqn 16 has e_mᵀYᵀ in the numerator. "
    "The other parts read α as in Eqn 16."
)
repaired = L1["alpha"].repair(claim=alpha == grown / (one**top * grown), why="α in place of α_m")
repaired.compared(ForAll(k, vocabulary, alpha[k] == softmax)).proved(
    proved(
        "Divide numerator and denominator by exp(logit m).",
        identity("1/(1 + q/p) = p/(p+q)", 1 / (1 + _q / _p), _p / (_p + _q)),
    )
)

STATEMENTS = (L1,)
