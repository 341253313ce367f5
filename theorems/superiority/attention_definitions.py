"""Attention and the networks on top of it, checked for shapes (superiority v1, Eq. (1), p. 2; Definition 6.1, p. 8;
Definitions C.1, C.2, C.4, C.6, pp. 13-16).

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
from theorems.provers.argument import Argument, Step
from theorems.provers.positivity import Positivity
from theorems.statement import Condition, Domain, Statement, SymbolicCase
from theorems.superiority.accounts import accounted
from theorems.superiority.self_attention_dataset import BOTH_MET
from theorems.superiority.self_attention_dataset import D1 as DATASET
from theorems.superiority.tensor_products import ATTENTION, NORMALISED, Attention, small_attentions, total
from theorems.vocabulary import Comparison, Reading, Verdict, equals, more

Number = Any
Shape = tuple[Number, Number]
PAPER = "superiority"


@dataclass(frozen=True)
class Sizes:
    """n keys and queries, d columns, m columns of signs."""

    n: Number
    d: Number
    m: Number
    one: Number

    @property
    def data(self) -> Shape:
        """A1, A2, A3."""
        return self.n, self.d

    @property
    def weights(self) -> Shape:
        """Q, K, V and X = Q K^T."""
        return self.d, self.d


class Replay:
    """Operations on shapes; ``fits`` collects what must be equal for them to exist."""

    def __init__(self, one: Number) -> None:
        self.one = one
        self.fits: list[Comparison] = []

    def product(self, left: Shape, right: Shape, what: str) -> Shape:
        self.fits.append(equals(left[1], right[0], f"inner sizes of {what}"))
        return left[0], right[1]

    def inner(self, left: Number, right: Number, what: str) -> None:
        """An inner product of two vectors of these lengths."""
        self.fits.append(equals(left, right, f"lengths in {what}"))

    def declared(self, found: Shape, printed: Shape, what: str) -> Shape:
        """The text declares a shape for what it defines."""
        self.fits += [equals(f, p, f"{side} of {what}") for f, p, side in zip(found, printed, ("rows", "columns"), strict=True)]
        return printed

    def kron(self, left: Shape, right: Shape) -> Shape:
        return left[0] * right[0], left[1] * right[1]

    def vec(self, shape: Shape) -> Shape:
        return shape[0] * shape[1], self.one


def replay_logits(x: Sizes, run: Replay) -> Shape:
    """A1 X A2^T."""
    return run.product(run.product(x.data, x.weights, "A1 X"), (x.d, x.n), "(A1 X) A2^T")


def equation_1(x: Sizes, declared: Shape) -> tuple[Comparison, ...]:
    """D(X)^{-1} exp(A1 X A2^T) A2 Y with D(X) = diag(exp(A1 X A2^T) 1_n), D(X) of the declared shape."""
    run = Replay(x.one)
    logits = replay_logits(x, run)
    sums = run.product(logits, (x.n, x.one), "exp(A1 X A2^T) 1_n")
    normaliser = run.declared((sums[0], sums[0]), declared, "D(X)")
    run.product(run.product(run.product(normaliser, logits, "D^-1 exp"), x.data, "... A2"), x.weights, "... Y")
    return tuple(run.fits)


def attention(x: Sizes) -> tuple[Comparison, ...]:
    """Definitions C.1 and C.4: blocks of A = A1 ⊗ A2 times x = vec(Q K^T), normalised, against the columns of A3 V."""
    run = Replay(x.one)
    X = run.product(x.weights, x.weights, "Q K^T")
    A = run.declared(run.kron(x.data, x.data), (x.n * x.n, x.d * x.d), "A")
    block = (x.n, A[1])
    run.fits.append(equals(A[0], x.n * block[0], "rows of n blocks"))
    u = run.declared(run.product(block, run.vec(X), "A_{j0} x"), (x.n, x.one), "u(A,x)_{j0}")
    run.inner(u[0], x.n, "⟨u(A,x)_{j0}, 1_n⟩")
    values = run.declared(run.product(x.data, x.weights, "A3 V"), (x.n, x.d), "A3 V")
    run.inner(u[0], values[0], "⟨f(A,x)_{j0}, (A3 V)_{i0}⟩")
    return tuple(run.fits)


def network(x: Sizes, signs: Shape) -> tuple[Comparison, ...]:
    """⟨c(A,x)_{j0}, y_l⟩ with the columns y_l of a y of the declared shape; c(A,x)_{j0} has an entry for each i0 in [d]."""
    run = Replay(x.one)
    run.inner(x.d, signs[0], "⟨c(A,x)_{j0}, y_l⟩")
    run.fits.append(equals(signs[1], x.m, "columns of y"))
    return tuple(run.fits)


# -- the domain and the statements -----------------------------------------------------------------------------------------


def _bind(instance: Instance, arithmetic: Arithmetic) -> Sizes:
    number = arithmetic.number
    return Sizes(number(instance.n), number(instance.d), number(instance.m), number(1))


def _small() -> Iterator[Instance]:
    for n, d in sorted(itertools.product(range(1, 6), repeat=2), key=lambda size: (sum(size), size)):
        yield Instance(n=n, d=d, m=1)


def _case() -> Iterator[SymbolicCase]:
    n, d, m = sympy.symbols("n d m", positive=True)
    more = sympy.symbols("nu delta mu", nonnegative=True)
    positive = {size: 1 + excess for size, excess in zip((n, d, m), more, strict=True)}
    yield SymbolicCase("all sizes", Sizes(n, d, m, SYMBOLIC.number(1)), positive)


SIZES = Domain(
    name="sizes n, d, m",
    draw=lambda: st.fixed_dictionaries({size: st.integers(1, 10) | st.integers(1, 10**6) for size in ("n", "d", "m")}),
    bind=_bind,
    conditions=(Condition("n, d, m >= 1", lambda i: min(i.n, i.d, i.m) >= 1),),
    small=_small,
    cases=_case,
    variables={"n": "rows of A1, A2, A3", "d": "columns", "m": "columns of y"},
    met="all n, d, m ≥ 1",
)
SHAPES = Positivity()
EQUATION = Statement(PAPER, "Equation 1", source="Section 1, p. 2", title="softmax cross attention", given=SIZES)
C1 = Statement(PAPER, "Definition C.1", source="Appendix C.1, p. 13", title="linear attention", given=SIZES)
C2 = Statement(PAPER, "Definition C.2", source="Appendix C.1, p. 14", title="the network F_lin", given=SIZES)
C4 = Statement(PAPER, "Definition C.4", source="Appendix C.2, p. 15", title="softmax attention", given=SIZES)
C6 = Statement(PAPER, "Definition C.6", source="Appendix C.2, p. 15", title="the network F_exp", given=SIZES)
INFORMAL = Statement(
    PAPER, "Definition 6.1", source="Section 6, p. 8", title="self-attention datasets, informal", given=DATASET.given
)

EQUATION.add(
    "",
    lambda x: equation_1(x, x.weights),
    says="the shapes in D(X)^(-1) exp(A1 X A2^T) A2 Y fit with D(X) = diag(exp(A1 X A2^T) 1_n) in R^{d×d}",
    witness="n=1 d=2 m=1",
    note="A diagonal of an n-vector is n×n; true as printed only for n = d.",
)
EQUATION.add(
    "",
    lambda x: equation_1(x, (x.n, x.n)),
    says="the shapes in D(X)^(-1) exp(A1 X A2^T) A2 Y fit with D(X) = diag(exp(A1 X A2^T) 1_n) in R^{n×n}",
    reading=Reading.INTENDED,
    changed="D(X) is n×n",
    proof=SHAPES,
)
for statement, kind in ((C1, "lin"), (C4, "exp")):
    statement.add(
        "",
        attention,
        says=f"the shapes in u_{kind}, alpha_{kind}, f_{kind}, c_{kind} of A = A1 ⊗ A2, x = vec(Q K^T), A3, V fit",
        proof=SHAPES,
        depends_on=["superiority/Appendix A"],
    )


def linear_normaliser(x: Attention) -> Comparison:
    """Its square, since a sum of logits may have either sign. Q = 0 makes every logit 0, and A1 = 1, A2 = (1, -1) their sum."""
    return more(x.alpha_lin * x.alpha_lin, x.arithmetic.number(0))


def normalised(x: Attention) -> Comparison:
    return equals(total(x.f_lin), x.arithmetic.number(1))


def entries_add_up() -> bool:
    """Σ u_i/α = 1 for α = Σ u_i ≠ 0, at lengths 1 to 6 with free entries."""
    u = sympy.symbols("u1:7", nonzero=True)
    return all(sympy.cancel(sum(entry / sum(u[:n]) for entry in u[:n]) - 1) == 0 for n in range(1, 7))


NOTHING = "n=1 d=1 j0=1 A1=1; A2=1; Q=0; K=1;"  # the other small instances have single ones for matrices
C1.add(
    "normaliser",
    linear_normaliser,
    says="alpha_lin(A,x)_{j0} ≠ 0 for all A1, A2, Q, K, so that f_lin(A,x)_{j0} = alpha_lin^(-1) u_lin exists",
    given=replace(ATTENTION, small=lambda: itertools.chain([Instance.parse(NOTHING)], small_attentions())),
    witness=NOTHING,
    note="In the datasets all logits are positive for n >= 2; n = 1 makes them 0, and linear attention 0/0.",
)
C1.add(
    "normaliser",
    normalised,
    says="where alpha_lin(A,x)_{j0} ≠ 0, f_lin(A,x)_{j0} = alpha_lin^(-1) u_lin exists and adds up to 1",
    reading=Reading.INTENDED,
    changed="f_lin(A,x)_{j0} is defined where alpha_lin(A,x)_{j0} ≠ 0; that no matrix and no logit is 0 is not enough",
    given=ATTENTION,
    where=[NORMALISED],
    proof=Argument(
        Verdict.HOLDS,
        how="A nonzero number has an inverse, and the entries u_i/α of f_lin add up to α/α.",
        steps=[Step("Σ u_i/α = 1 for α = Σ u_i ≠ 0, n = 1, ..., 6, free entries", entries_add_up)],
    ),
)


@C4.part(
    "normaliser",
    says="alpha_exp(A,x)_{j0} > 0 for all A1, A2, Q, K, so that f_exp(A,x)_{j0} = alpha_exp^(-1) u_exp exists",
    given=ATTENTION,
    proof=Argument(
        Verdict.HOLDS,
        how="n >= 1 exponentials of real numbers are added up, and each is positive.",
        steps=[Step("e^r > 0 for real r", lambda: bool(sympy.exp(sympy.Symbol("r", real=True)).is_positive))],
    ),
)
def _(x: Attention) -> Comparison:
    return more(x.alpha_exp, x.arithmetic.number(0))


C2.add(
    "",
    lambda x: network(x, (x.d, x.m)),
    says="F_lin = φ(Σ_{j0} Σ_l φ_τ(⟨c_lin(A,x)_{j0}, y_l⟩)) with y in R^{d×m}: the lengths in every inner product fit",
    proof=SHAPES,
    depends_on=["superiority/Definition C.1"],
    note="Figure 6 shows the same y as an element of {±1}^{m×d}.",
)
C6.add(
    "",
    lambda x: network(x, (x.n, x.m)),
    says="F_exp = φ(Σ_{j0} Σ_l φ_τ(⟨c_exp(A,x)_{j0}, y_l⟩)) with y in R^{n×m}: the lengths in every inner product fit",
    witness="n=1 d=2 m=1",
    depends_on=["superiority/Definition C.4"],
    note="c_exp(A,x)_{j0} has d entries, y_l has n. With Definition D.1's n = (d-2)t: n = d only for (d, t) = (3, 3), (4, 2).",
)
C6.add(
    "",
    lambda x: network(x, (x.d, x.m)),
    says="F_exp = φ(Σ_{j0} Σ_l φ_τ(⟨c_exp(A,x)_{j0}, y_l⟩)) with y in R^{d×m}: the lengths in every inner product fit",
    reading=Reading.INTENDED,
    changed="y is in R^{d×m}, as in Definition C.2",
    proof=SHAPES,
    depends_on=["superiority/Definition C.4"],
)
INFORMAL.add(
    "",
    None,
    met=BOTH_MET,
    says="the sets D0 and D1 of matrices A1 in R^{n×d} are well defined and not empty",
    proof=DATASET.parts[0].proof,
    depends_on=["superiority/Definition D.1"],
    note="Definition D.1 in running text, with A1 standing for A1 = A2 = A3.",
)

STATEMENTS = accounted(EQUATION, INFORMAL, C1, C2, C4, C6)
