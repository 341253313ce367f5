"""Eigenvalue by eigenvalue (scan_snap, Appendix D.5): E = UᵀDU, so every entry of E and E′ is a sum over eigenvalues."""

from theorems.proofs import *
from theorems.scan_snap.entries import multiple, terms, termwise
from theorems.scan_snap.overlaps import *
from theorems.scan_snap.words import *
from theorems.textbook import *

lambda1 = abs(lam[1])
OF_U = Sum(SUMMED, classes, u[SUMMED, k] * excess[SUMMED, j]) == lam[k] * u[j, k]
ROWS_OF_U = Sum(SUMMED, classes, u[i, SUMMED] * u[j, SUMMED]) == Indicator(i == j)
defined = partial(Definition, of=OF_ANY_ENTRY)
SPECTRUM = defined(
    "E = UDUᵀ, U orthogonal, λ₁ of the largest magnitude",
    (i, j, k, SUMMED),
    OF_U & ROWS_OF_U & (Sum(SUMMED, classes, u[SUMMED, k] ** 2) == 1) & (abs(lam[k]) <= lambda1),
    at=((i, j, n, Symbol("k", "variable")),),
    names=(lam[k], u[i, k]),
    exists="the spectral theorem for symmetric matrices",
)
EIGENVECTORS = defined(
    "the columns of U are eigenvectors of E",
    (k, j, SUMMED),
    OF_U,
    at=((n, j, Symbol("k", "variable")),),
    shown=lambda: by(SPECTRUM(j, j, k, SUMMED)),
)
ORTHOGONAL = defined(
    "U is orthogonal",
    (i, j, SUMMED),
    ROWS_OF_U,
    at=((i, j, Symbol("k", "variable")),),
    shown=lambda: by(SPECTRUM(i, j, i, SUMMED)),
)
ROW = defined(
    "the rows of U have length 1",
    (i, SUMMED),
    Sum(SUMMED, classes, u[i, SUMMED] ** 2) == 1,
    shown=lambda: termwise(
        equal(Sum(SUMMED, classes, u[i, SUMMED] ** 2), Sum(SUMMED, classes, u[i, SUMMED] * u[i, SUMMED])),
        by(),
        then=by(ORTHOGONAL(i, i, SUMMED), INDICATOR_HOLDS(i == i)),
    ),
    at=((i, SUMMED),),
)
FIRST = defined(
    "λ₁ has the largest magnitude", (k,), abs(lam[k]) <= lambda1, at=((n,),), shown=lambda: by(SPECTRUM(k, k, k, SUMMED))
)
Weight = Callable[[Expr], Expr]


def of_eigenvalues(weight: Weight, row: Expr = i, column: Expr = j) -> Expr:
    """Σ_k w_k u_ik u_jk."""
    return Sum(k, classes, weight(k) * (u[row, k] * u[column, k]))


def _turned(matrix: Symbol) -> Expr:
    """Entry (k, j) of Uᵀ times a matrix."""
    return Sum(m, classes, u[m, k] * matrix[m, j])


def entries_of(matrix: Symbol, weight: Weight) -> ForAll:
    return in_every_entry(matrix[i, j] == of_eigenvalues(weight))


def eigenvalue(k: Expr) -> Expr:
    return lam[k]


def shrunk(k: Expr) -> Expr:
    """λ_k′ of Lemma 14."""
    return lam[k] / (1 + lam[k])


def lost(k: Expr) -> Expr:
    """λ_k - λ_k′."""
    return lam[k] ** 2 / (1 + lam[k])


OWN_ROWS, CORRECTED_ROWS = (
    ForAll(k, classes, ForAll(j, classes, _turned(matrix) == weight(k) * u[j, k]))
    for matrix, weight in ((excess, eigenvalue), (corrected, shrunk))
)
E_ENTRIES, CORRECTED_ENTRIES = entries_of(excess, eigenvalue), entries_of(corrected, shrunk)
ABOVE_MINUS_ONE = ForAll(k, classes, 1 + lam[k] > 0)
GRAM_IS_DEFINITE = defined(
    "with positive pivots FᵀF is positive definite: so are its eigenvalues",
    (k,),
    1 + lam[k] > 0,
    (GRAM.claim,),
    at=((n,),),
    shown=script_in("scan_snap.directions", "DEFINITE"),
)


@auxiliary(ABOVE_MINUS_ONE)
def regular() -> None:
    """|λ₁| < 1."""
    hence(FIRST(k), ABS_ABOVE(lam[k]))


def sum_over_eigenvalues(matrix: Symbol, weight: Weight) -> None:
    """A_ij = Σ_k w_k u_ik u_jk, because (UᵀA)_kj = w_k u_jk."""
    both = Sum(k, classes, u[i, k] * Sum(m, classes, matrix[m, j] * u[m, k]))
    other = Sum(m, classes, matrix[m, j] * Sum(k, classes, u[i, k] * u[m, k]))
    picked = Sum(m, classes, Indicator(m == i) * matrix[m, j])
    have(ForAll(k, classes, last_factor(both) == _turned(matrix)), equal(last_factor(both), _turned(matrix)))
    have(both == of_eigenvalues(weight), equal(both, of_eigenvalues(weight)))
    have(other == picked, equal(other, picked), ORTHOGONAL(i, m, k), INDICATOR_OF_EQUALITY(i, m))
    hence(exchanged(both), SUM_PICKS(lambda m: matrix[m, j], m, classes, i))


@auxiliary(E_ENTRIES)
def entries_of_E() -> None:
    """(UᵀE)_kj = λ_k u_jk."""
    have(OWN_ROWS, EIGENVECTORS(k, j, m))
    sum_over_eigenvalues(excess, eigenvalue)


@auxiliary(CORRECTED_ROWS)
def corrected_rows() -> None:
    """UᵀEE′ = Uᵀ(E - E′) is DUᵀE′ = DUᵀ - UᵀE′."""
    both = Sum(i, classes, u[i, k] * Sum(m, classes, corrected[m, j] * excess[i, m]))
    other = Sum(m, classes, corrected[m, j] * Sum(i, classes, u[i, k] * excess[i, m]))
    own, of_product = Sum(i, classes, u[i, k] * excess[i, j]), Sum(m, classes, excess[i, m] * corrected[m, j])
    left = Sum(i, classes, u[i, k] * corrected[i, j])
    with proving(ForAll(i, classes, last_factor(both) == excess[i, j] - corrected[i, j])):
        have(last_factor(both) == of_product, equal(last_factor(both), of_product))
        hence(SUM_RENAMED(terms(of_product), m, k, classes), E_TIMES_CORRECTED)
    have(both == own - left, linear(both, 1, own, -1, left))
    have(other == lam[k] * _turned(corrected), multiple(other, lam[k], _turned(corrected)), EIGENVECTORS(k, m, i))
    have(left == _turned(corrected), SUM_RENAMED(terms(left), i, m, classes))
    have(both == other, exchanged(both))
    hence(EIGENVECTORS(k, j, i))


@auxiliary(CORRECTED_ENTRIES)
def corrected_entries() -> None:
    """(UᵀE′)_kj = λ_k/(1+λ_k) u_jk."""
    sum_over_eigenvalues(corrected, shrunk)


def within(weight: Weight, bound: Expr, row: Expr, column: Expr) -> Fact:
    """|Σ_k w_k u_ik u_jk| ≤ a Σ_k (u_ik² + u_jk²)/2 where -a ≤ w_k ≤ a."""
    return WEIGHTED_PRODUCTS(weight, lambda k: u[row, k], lambda k: u[column, k], k, classes, bound)


LOST_BOUND = lambda1**2 / (1 - lambda1)
LOST_IS_SMALL = ForAll(k, classes, (-LOST_BOUND <= lost(k)) & (lost(k) <= LOST_BOUND))
LOST_ENTRIES = in_every_entry(excess[i, j] - corrected[i, j] == of_eigenvalues(lost))


@auxiliary(LOST_ENTRIES)
def lost_entries() -> None:
    """E - E′ has the eigenvalues λ - λ/(1+λ)."""
    own, kept = of_eigenvalues(eigenvalue), of_eigenvalues(shrunk)
    have(of_eigenvalues(lost) == own - kept, linear(of_eigenvalues(lost), 1, own, -1, kept))


# E and E′ eigenvalue by eigenvalue, where 1 + λ_k > 0
IN_EIGENVALUES = (product_with_corrected, entries_of_E, corrected_rows, corrected_entries, lost_entries)


@auxiliary(LOST_IS_SMALL)
def lost_is_small() -> None:
    """|λ²/(1+λ)| ≤ λ₁²/(1-|λ₁|), whatever the sign of λ."""
    calc(lost(k)).le(lambda1**2 / (1 + lam[k]), ABS_ABOVE(lam[k])).le(LOST_BOUND, ABS_ABOVE(lam[k]))


DIAGONAL = ForAll(i, classes, ForAll(m, classes, excess[m, i] ** 2 <= -corrected[i, i]))


@auxiliary(DIAGONAL)
def diagonal_bounds() -> None:
    """With s = E_mi: Σ_k ((1+λ_k) s u_mk - λ_k u_ik)²/(1+λ_k) = s² - 2s E_mi - E′_ii."""
    s = excess[m, i]
    lengths = Sum(k, classes, u[m, k] ** 2)
    own, both, kept = (of_eigenvalues(w, *at) for w, at in ((eigenvalue, (m, m)), (eigenvalue, (m, i)), (lost, (i, i))))
    last = Sum(k, classes, -2 * s * (lam[k] * (u[m, k] * u[i, k])) + lost(k) * (u[i, k] * u[i, k]))
    rest = Sum(k, classes, s**2 * (lam[k] * (u[m, k] * u[m, k])) + last.body)
    squares = Sum(k, classes, ((1 + lam[k]) * s * u[m, k] - lam[k] * u[i, k]) ** 2 / (1 + lam[k]))
    have(squares == s**2 * lengths + rest, linear(squares, s**2, lengths, 1, rest))
    have(rest == s**2 * own + last, linear(rest, s**2, own, 1, last))
    have(last == -2 * s * both + kept, linear(last, -2 * s, both, 1, kept))
    have(squares >= 0, SUM_NONNEGATIVE(terms(squares), k, classes))
    have((own == 0) & (both == s), E_ENTRIES, OFF_DIAGONAL(m))
    have(kept == -corrected[i, i], LOST_ENTRIES, OFF_DIAGONAL(i))
    hence(ROW(m, k))


SHRUNK_BOUND = lambda1 / (1 - lambda1)
SHRUNK_IS_SMALL = ForAll(k, classes, (-SHRUNK_BOUND <= shrunk(k)) & (shrunk(k) <= SHRUNK_BOUND))


@auxiliary(SHRUNK_IS_SMALL)
def shrunk_is_small() -> None:
    """|λ/(1+λ)| ≤ |λ₁|/(1-|λ₁|), whatever the sign of λ."""
    size = abs(lam[k])
    have((size <= lambda1) & (-size <= lam[k]) & (lam[k] <= size), FIRST(k), ABS_ABOVE(lam[k]))
    calc(shrunk(k)).le(size / (1 + lam[k])).le(size / (1 - lambda1)).le(SHRUNK_BOUND)
