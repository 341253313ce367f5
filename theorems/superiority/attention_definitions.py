"""Attention and the networks on top of it, checked for shapes (superiority v1, Eq. (1), p. 1; Definition 6.1, p. 8;
Definitions C.1, C.2, C.4, C.6, pp. 13-15).

A definition that multiplies matrices whose shapes do not fit defines nothing. Each definition below is replayed on shapes
(rows, columns) alone, with the shapes that the text declares: do all products and inner products in it fit? That a normaliser
can be inverted is a claim of its own: softmax attention's always can, linear attention's need not.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import sympy
from hypothesis import strategies as st

from kernels.arithmetic import SYMBOLIC, Arithmetic
from theorems.instance import Instance
from theorems.kernel.facts import Definition
from theorems.kernel.scripts import by, cases, have
from theorems.language.structure import Quantity
from theorems.provers.calculation import Calculation
from theorems.provers.positivity import Positivity
from theorems.statement import Condition, Domain, SymbolicCase
from theorems.superiority.language import *
from theorems.superiority.self_attention_dataset import BOTH_MET, PIECES_FIT, fits
from theorems.superiority.self_attention_dataset import D1 as DATASET
from theorems.superiority.tensor_products import (
    A1,
    A2,
    ALPHA_EXP,
    ALPHA_LIN,
    ATTENTION,
    BY_ROWS,
    NORMALISED,
    U_EXP,
    A,
    T,
    alpha_exp,
    alpha_lin,
    j,
    l,
    ones,
    row,
    small_attentions,
    to_n,
)
from theorems.textbook.sums import SUM_MULTIPLE, SUM_POSITIVE

Number = Any
Shape = tuple[Expr, Expr]


@dataclass(frozen=True)
class Sizes:
    """n keys and queries, d columns, m columns of signs."""

    n: Number
    d: Number
    m: Number
    arithmetic: Arithmetic


class Replay:
    """Operations on shapes; ``fits`` collects what must be equal for them to exist."""

    def __init__(self) -> None:
        self.fits: list[Claim] = []

    def product(self, left: Shape, right: Shape) -> Shape:
        self.fits.append(left[1] == right[0])
        return left[0], right[1]

    def inner(self, left: Expr, right: Expr) -> None:
        """An inner product of two vectors of these lengths."""
        self.fits.append(left == right)

    def declared(self, found: Shape, printed: Shape) -> Shape:
        """The text declares a shape for what it defines."""
        self.fits += [f == p for f, p in zip(found, printed, strict=True)]
        return printed

    def kron(self, left: Shape, right: Shape) -> Shape:
        return left[0] * right[0], left[1] * right[1]

    def vec(self, shape: Shape) -> Shape:
        return shape[0] * shape[1], ONE

    @property
    def all_fit(self) -> Claim:
        return And(tuple(self.fits))


m, ONE = Symbol("m"), expr(1)
data: Shape = n, d  # A1, A2, A3
weights: Shape = d, d  # Q, K, V and X = Q K^T


def equation_1(declared: Shape) -> Claim:
    """D(X)^{-1} exp(A1 X A2^T) A2 Y with D(X) = diag(exp(A1 X A2^T) 1_n), D(X) of the declared shape."""
    run = Replay()
    logits = run.product(run.product(data, weights), (d, n))
    sums = run.product(logits, (n, ONE))
    normaliser = run.declared((sums[0], sums[0]), declared)
    run.product(run.product(run.product(normaliser, logits), data), weights)
    return run.all_fit


def attention() -> Claim:
    """Definitions C.1 and C.4: blocks of A = A1 ⊗ A2 times x = vec(Q K^T), normalised, against the columns of A3 V."""
    run = Replay()
    X = run.product(weights, weights)
    A = run.declared(run.kron(data, data), (n * n, d * d))
    block = (n, A[1])
    run.fits.append(A[0] == n * block[0])
    u = run.declared(run.product(block, run.vec(X)), (n, ONE))
    run.inner(u[0], n)
    values = run.declared(run.product(data, weights), (n, d))
    run.inner(u[0], values[0])
    return run.all_fit


def network(signs: Shape) -> Claim:
    """⟨c(A,x)_{j0}, y_l⟩ with the columns y_l of a y of the declared shape; c(A,x)_{j0} has an entry for each i0 in [d]."""
    run = Replay()
    run.inner(d, signs[0])
    run.fits.append(signs[1] == m)
    return run.all_fit


# -- the domain and the statements -----------------------------------------------------------------------------------------


def _bind(instance: Instance, arithmetic: Arithmetic) -> Sizes:
    number = arithmetic.number
    return Sizes(number(instance.n), number(instance.d), number(instance.m), arithmetic)


def _small() -> Iterator[Instance]:
    for rows, columns in sorted(itertools.product(range(1, 6), repeat=2), key=lambda size: (sum(size), size)):
        yield Instance(n=rows, d=columns, m=1)


def _case() -> Iterator[SymbolicCase]:
    rows, columns, signs = sizes = sympy.symbols("n d m", positive=True)
    more = sympy.symbols("nu delta mu", nonnegative=True)
    positive = {size: 1 + excess for size, excess in zip(sizes, more, strict=True)}
    yield SymbolicCase("all sizes", Sizes(rows, columns, signs, SYMBOLIC), positive)


SIZES = Domain(
    name="sizes n, d, m",
    draw=lambda: st.fixed_dictionaries({size: st.integers(1, 10) | st.integers(1, 10**6) for size in ("n", "d", "m")}),
    bind=_bind,
    conditions=(Condition((n >= 1) & (d >= 1) & (m >= 1)),),
    small=_small,
    cases=_case,
    variables={"n": "rows of A1, A2, A3", "d": "columns", "m": "columns of y"},
    feasible="all n, d, m ≥ 1",
)
SHAPES = Positivity()
SHAPES_OF = Computed(SIZES)
X_, Y_, x_, D_, diag, y, phi, phi_tau = symbols("X Y x D diag y φ φ_τ")
logits_matrix = A1 * X_ * A2**T
EQUATION = Lemma("Equation 1", "Section 1, p. 1", "softmax cross attention", given=SHAPES_OF)
product_1 = D_(X_) ** expr(-1) * exp(logits_matrix) * A2 * Y_
normaliser_1 = D_(X_) == diag(exp(logits_matrix) * ones)
EQUATION[""] = Words("the shapes in ", product_1, " fit with ", normaliser_1, " in R^{d×d}")
EQUATION[""].compared(equation_1((d, d))).refuted("n=1 d=2 m=1")
EQUATION[""].note("A diagonal of an n-vector is n×n; true as printed only for n = d.")
square = Words("the shapes in ", product_1, " fit with ", normaliser_1, " in R^{n×n}")
EQUATION[""].repair(claim=square, why="D(X) is n×n").compared(equation_1((n, n))).proved(SHAPES)


def shapes_in(u: Quantity, alpha: Symbol, f: Quantity, c: Quantity, block: Expr) -> Words:
    """Attention as Definitions C.1 and C.4 build it from the j0-th block of A."""
    steps = (
        (u.row(j0) == block)
        & (alpha[j0] == inner(u.row(j0), ones))
        & (f.row(j0) == alpha[j0] ** expr(-1) * u.row(j0))
        & (c[j0, i0] == inner(f.row(j0), Symbol("(A3 V)")[i0]))
    )
    return Words("the shapes in ", steps, " fit for A = A1 ⊗ A2, x = vec(Q K^T)")


NOTHING = "n=1 d=1 j0=1 A1=1; A2=1; Q=0; K=1;"  # the other small instances have single ones for matrices
WITH_ZERO = replace(
    BY_ROWS, points=replace(ATTENTION, small=lambda: itertools.chain([Instance.parse(NOTHING)], small_attentions()))
)
WITH_SHARES = BY_ROWS.knowing({f_lin[j0, j]: lambda x, _, j: x.f_lin[j - 1]})
SHARE = Definition(
    "f_lin = α_lin⁻¹ u_lin",
    (row,),
    f_lin[j0, row] == u_lin[j0, row] / alpha_lin[j0],
    (row.isin(to_n),),
    of=WITH_SHARES.where(NORMALISED),
    at=((1,), (n,)),
)

C1 = Lemma("Definition C.1", "Appendix C.1, p. 13", "linear attention", given=SHAPES_OF)
C1[""] = shapes_in(u_lin, alpha_lin, f_lin, c_lin, A[j0] * x_)
C1[""].compared(attention()).proved(SHAPES).uses("Appendix A")
with C1.where(given=WITH_ZERO):
    C1["normaliser"] = alpha_lin[j0] != 0
C1["normaliser"].refuted(NOTHING).note(
    "So that f_lin(A,x)_{j0} = alpha_lin^(-1) u_lin exists. In the datasets all logits are positive for n >= 2; n = 1 makes "
    "them 0, and linear attention 0/0. A sum of logits may have either sign: Q = 0 makes every logit 0, and A1 = 1, "
    "A2 = (1, -1) their sum."
)
repaired = C1["normaliser"].repair(
    NORMALISED,
    claim=Sum(j, to_n, f_lin[j0, j]) == 1,
    given=WITH_SHARES,
    why="f_lin(A,x)_{j0} is defined where alpha_lin(A,x)_{j0} ≠ 0; that no matrix and no logit is 0 is not enough",
)
total_of_shares = have(
    ForAll(j, to_n, f_lin[j0, j] == 1 / alpha_lin[j0] * u_lin[j0, j]),
    by(SHARE(j)),
    by(ALPHA_LIN(), SUM_MULTIPLE(lambda k: f_lin[j0, k], 1 / alpha_lin[j0], lambda k: u_lin[j0, k], j, to_n)),
)
repaired.proved(
    Calculation(
        cases(alpha_lin[j0] > 0, total_of_shares, have(alpha_lin[j0] < 0, by(), total_of_shares)),
        how="A nonzero number has an inverse, and the entries u_i/α of f_lin add up to α/α.",
    )
)

C4 = Lemma("Definition C.4", "Appendix C.2, p. 15", "softmax attention", given=SHAPES_OF)
C4[""] = shapes_in(u_exp, alpha_exp, f_exp, c_exp, exp(A[j0] * x_))
C4[""].compared(attention()).proved(SHAPES).uses("Appendix A")
with C4.where(given=BY_ROWS):
    C4["normaliser"] = alpha_exp[j0] > 0
C4["normaliser"].note("So that f_exp(A,x)_{j0} = alpha_exp^(-1) u_exp exists.").proved(
    Calculation(
        have(
            ForAll(j, to_n, u_exp[j0, j] >= 0),
            by(U_EXP(j)),
            by(ALPHA_EXP(), U_EXP(1), SUM_POSITIVE(lambda k: u_exp[j0, k], j, to_n, 1)),
        )
    )
)


def network_of(output: Symbol, c: Quantity, signs: str) -> Words:
    """A network as Definitions C.2 and C.6 print it, over a y of the declared shape."""
    columns = Sum(l, Named("[m]"), phi_tau(inner(c.row(j0), y[l])))
    return Words("the lengths in ", output == phi(Sum(j0, to_n, columns)), f" fit with y in {signs}")


C2 = Lemma("Definition C.2", "Appendix C.1, p. 14", "the network F_lin", given=SHAPES_OF)
C2[""] = network_of(F_lin, c_lin, "R^{d×m}")
C2[""].compared(network((d, m))).proved(SHAPES).uses("Definition C.1")
C2[""].note("Figure 6 shows the same y as an element of {±1}^{m×d}.")

C6 = Lemma("Definition C.6", "Appendix C.2, p. 15", "the network F_exp", given=SHAPES_OF)
C6[""] = network_of(F_exp, c_exp, "R^{n×m}")
C6[""].compared(network((n, m))).refuted("n=1 d=2 m=1").uses("Definition C.4")
C6[""].note(
    "c_exp(A,x)_{j0} has d entries, y_l has n. With Definition D.1's n = (d-2)t: n = d only for (d, t) = (3, 3), (4, 2)."
)
repaired = C6[""].repair(claim=network_of(F_exp, c_exp, "R^{d×m}"), why="y is in R^{d×m}, as in Definition C.2")
repaired.compared(network((d, m))).proved(SHAPES)

INFORMAL = Lemma("Definition 6.1", "Section 6, p. 8", "self-attention datasets, informal", given=DATASET.data)
INFORMAL[""] = Words("the sets D0 and D1 of matrices A1 in R^{n×d} are well defined and not empty")
INFORMAL[""].compared(fits).proved(Calculation(by())).uses("Definition D.1").feasible(BOTH_MET)
INFORMAL[""].note("Definition D.1 in running text, with A1 standing for A1 = A2 = A3.")
INFORMAL[""].in_words(PIECES_FIT)

STATEMENTS = (EQUATION, INFORMAL, C1, C2, C4, C6)
