"""Attention and the networks on top of it, checked for shapes (superiority v1, Eq. (1), p. 1; Definition 6.1, p. 8;
Definitions C.1, C.2, C.4, C.6, pp. 13-15).

A definition that multiplies matrices whose shapes do not fit defines nothing. Do all products and inner products in each
definition below fit, with the shapes that the text declares (:mod:`theorems.language.shapes`)? That a normaliser
can be inverted is a claim of its own: softmax attention's always can, linear attention's need not.
"""

import itertools

import sympy

from theorems.kernel.scripts import by
from theorems.proofs import *
from theorems.superiority.self_attention_dataset import BOTH_MET, DEFINED
from theorems.superiority.self_attention_dataset import D1 as DATASET
from theorems.superiority.tensor_products import *
from theorems.textbook import *

# -- the domain and the statements -----------------------------------------------------------------------------------------


def _small() -> Iterator[Instance]:
    for rows, columns in sorted(itertools.product(range(1, 6), repeat=2), key=lambda size: (sum(size), size)):
        yield Instance(n=rows, d=columns, m=1)


def _case() -> Iterator[SymbolicCase]:
    rows, columns, signs = sizes = sympy.symbols("n d m", positive=True)
    more = sympy.symbols("nu delta mu", nonnegative=True)
    positive = {size: 1 + excess for size, excess in zip(sizes, more, strict=True)}
    yield SymbolicCase("all sizes", numbers_alone(SYMBOLIC, n=rows, d=columns, m=signs), positive)


SIZES = Domain(
    name="sizes n, d, m",
    draw=lambda: st.fixed_dictionaries({size: st.integers(1, 10) | st.integers(1, 10**6) for size in ("n", "d", "m")}),
    bind=bind_numbers("n", "d", "m"),
    conditions=(Condition((n >= 1) & (d >= 1) & (m >= 1)),),
    small=_small,
    cases=_case,
    variables={"n": "rows of A1, A2, A3", "d": "columns", "m": "columns of y"},
    feasible="all n, d, m ≥ 1",
)
SHAPES = Positivity()
SHAPES_OF = Computed(SIZES)
X_, Y_, V, A3, x_, D_, diag, y, phi, phi_tau = symbols("X Y V A3 x D diag y φ φ_τ")
wide, square, vectors = Matrices(n, d), Matrices(d, d), Matrices(n, expr(1))  # R^{n×d}, R^{d×d}, R^n
logits_matrix = exp(A1 * X_ * A2**T)
normaliser_1 = D_(X_) == diag(logits_matrix * ones)


def equation_1(shape: Matrices) -> Fits:
    """Softmax attention with a normaliser D(X) of the declared shape."""
    given = A1.isin(wide) & A2.isin(wide) & X_.isin(square) & Y_.isin(square) & D_(X_).isin(shape) & normaliser_1
    return Fits(D_(X_) ** expr(-1) * logits_matrix * A2 * Y_, given)


EQUATION = Lemma("Equation 1", "Section 1, p. 1", "softmax cross attention", given=SHAPES_OF)
EQUATION[""] = equation_1(square)
EQUATION[""].refuted("n=1 d=2 m=1").note("A diagonal of an n-vector is n×n; true as printed only for n = d.")
EQUATION[""].repair(claim=equation_1(Matrices(n, n)), why="D(X) is n×n").proved(SHAPES)


def shapes_in(u: Quantity, alpha: Symbol, f: Quantity, c: Quantity, block: Expr) -> Fits:
    """Attention as Definitions C.1 and C.4 build it from the j0-th block of A."""
    steps = (
        (u.row(j0) == block)
        & (alpha[j0] == inner(u.row(j0), ones))
        & (f.row(j0) == alpha[j0] ** expr(-1) * u.row(j0))
        & (c[j0, i0] == inner(f.row(j0), Component(A3 * V, (i0,))))
    )
    matrices = A1.isin(wide) & A2.isin(wide) & A3.isin(wide) & Q_.isin(square) & K.isin(square) & V.isin(square)
    tensors = A.isin(Matrices(n**2, d**2)) & (A == Kron(A1, A2)) & (x_ == vec(Q_ * K**T))
    return Fits(steps, matrices & tensors & A[j0].isin(Matrices(n, d**2)) & u.row(j0).isin(vectors) & i0.isin(columns))


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
C1[""].proved(SHAPES).uses("Appendix A")
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


@proof(repaired)
def _() -> None:
    """A nonzero number has an inverse, and the entries u_i/α of f_lin add up to α/α."""
    with case(alpha_lin[j0] > 0):
        pass
    with otherwise():
        have(alpha_lin[j0] < 0)
    hence(ALPHA_LIN(), SUM_MULTIPLE(lambda k: f_lin[j0, k], 1 / alpha_lin[j0], lambda k: u_lin[j0, k], j, to_n))


C4 = Lemma("Definition C.4", "Appendix C.2, p. 15", "softmax attention", given=SHAPES_OF)
C4[""] = shapes_in(u_exp, alpha_exp, f_exp, c_exp, exp(A[j0] * x_))
C4[""].proved(SHAPES).uses("Appendix A")
with C4.where(given=BY_ROWS):
    C4["normaliser"] = alpha_exp[j0] > 0
C4["normaliser"].note("So that f_exp(A,x)_{j0} = alpha_exp^(-1) u_exp exists.")


@proof(C4["normaliser"])
def _() -> None:
    """A sum of exponentials."""
    hence(ALPHA_EXP(), U_EXP(1), SUM_POSITIVE(lambda k: u_exp[j0, k], j, to_n, 1))


def network_of(output: Symbol, c: Quantity, rows: Expr) -> Fits:
    """A network as Definitions C.2 and C.6 print it, over a y of that many rows."""
    columns = Sum(l, Range(expr(1), m), phi_tau(inner(c.row(j0), y[l])))
    given = j0.isin(to_n) & c.row(j0).isin(Matrices(d, expr(1))) & y.isin(Matrices(rows, m))
    return Fits(output == phi(Sum(j0, to_n, columns)), given)


C2 = Lemma("Definition C.2", "Appendix C.1, p. 14", "the network F_lin", given=SHAPES_OF)
C2[""] = network_of(F_lin, c_lin, d)
C2[""].proved(SHAPES).uses("Definition C.1").note("Figure 6 shows the same y as an element of {±1}^{m×d}.")

C6 = Lemma("Definition C.6", "Appendix C.2, p. 15", "the network F_exp", given=SHAPES_OF)
C6[""] = network_of(F_exp, c_exp, n)
C6[""].refuted("n=1 d=2 m=1").uses("Definition C.4")
C6[""].note(
    "c_exp(A,x)_{j0} has d entries, y_l has n. With Definition D.1's n = (d-2)t: n = d only for (d, t) = (3, 3), (4, 2)."
)
C6[""].repair(claim=network_of(F_exp, c_exp, d), why="y is in R^{d×m}, as in Definition C.2").proved(SHAPES)

INFORMAL = Lemma("Definition 6.1", "Section 6, p. 8", "self-attention datasets, informal", given=DATASET.data)
INFORMAL[""] = DEFINED
INFORMAL[""].proved(Calculation(by())).uses("Definition D.1").feasible(BOTH_MET)
INFORMAL[""].note("Definition D.1 in running text, with A1 standing for A1 = A2 = A3.")

STATEMENTS = (EQUATION, INFORMAL, C1, C2, C4, C6)
