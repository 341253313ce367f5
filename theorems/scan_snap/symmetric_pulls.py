"""Symmetric classes have one overlap, and pull each other alike (scan_snap, Appendix E): Corollary 2."""

from theorems.scan_snap.language import *
from theorems.scan_snap.pull import BETA, ENOUGH, QS, enough_lost, row_of, split
from theorems.scan_snap.symmetric_classes import *

overlap = shares / o_**2
one = expr(0)
other_classes = Without(classes, n)


OVERLAPS = of_images(f[n_1] ** top * f[n_2] == overlap)
ALL_ALIKE = of_pairs((f[n] ** top * f[np] == overlap) & (excess[n, np] == overlap))


@auxiliary(o_ > 0)
def root_positive() -> None:
    """It is that of every class."""
    obtain(roots_alike, roots_positive, one_root)
    hence(*instances(ForAll(n, classes, o_[n] > 0), one), *instances(ForAll(n, classes, o_[n] == o_), one))


@auxiliary(ALL_ALIKE)
def one_overlap() -> None:
    """E_nn′ = f_n·f_n′."""
    obtain(root_positive)
    have(OVERLAPS, C2["overlap"])
    have(f[n] ** top * f[np] == overlap)
    hence(OVERLAP(n, np), GRAM_MATRIX(n, np), INDICATOR_FAILS(np, n))


@auxiliary(ForAll(n, classes, Sum(np, other_classes, expr(1)) == K - 1))
def other_classes_counted() -> None:
    """All but one of K."""
    hence(SUM_WITHOUT(lambda _: expr(1), np, classes, n), COUNT_OF_CLASSES(np))


@auxiliary((overlap > 0) & (overlap < 1))
def overlap_between() -> None:
    """Without overlaps E′ = E - E E′ were 0; and K ≥ 2 classes that are one have no regular F."""
    have(lambda1 < 1)
    obtain(regular, *IN_EIGENVALUES, diagonal_bounds, enough_lost, root_positive, one_overlap, other_classes_counted)
    obtain(overlaps_below_one)
    rest = Without(classes, one)
    ones, beside = Sum(np, rest, expr(1)), Sum(k, rest, excess[one, k] * corrected[k, one])
    around = Sum(k, classes, terms(beside)(k))
    have(shares >= 0, SUM_NONNEGATIVE(terms(shares), l, common), SQUARE(rho[l]), EXP_POSITIVE(2 * z[l]))
    with proving(ForAll(k, rest, (excess[one, k] == overlap) & (f[one] ** top * f[k] == overlap) & (f[one] ** top * f[k] < 1))):
        hence(*instances(ALL_ALIKE, one, k), *instances(of_pairs(f[n] ** top * f[np] < 1), one, k))
    with suppose_not(overlap > 0):
        have(beside == 0 * beside, multiple(beside, 0, beside))
        have(around == beside, SUM_WITHOUT(terms(around), k, classes, one), OFF_DIAGONAL(one))
        have(around == excess[one, one] - corrected[one, one], *instances(E_TIMES_CORRECTED, one, one))
        hence(OFF_DIAGONAL(one), *instances(ENOUGH, one))
    have(ones == K - 1, *instances(ForAll(n, classes, Sum(np, other_classes, expr(1)) == K - 1), one))
    with suppose_not(overlap < 1):
        with proving(ForAll(np, rest, expr(1) <= 0)):
            have((f[one] ** top * f[np] == overlap) & (f[one] ** top * f[np] < 1))
        have(ones <= 0, SUM_BELOW_COUNT(terms(ones), 0, np, rest))


x = Symbol("x")
row = 1 / (1 + (K - 1) * x)  # each row of (I+E)⁻¹ adds up to it
beside_diagonal = x / ((1 - x) * (1 + (K - 1) * x))
pull_of_each = -q0 * row + (q1 - q0) * beside_diagonal


def where_alike(claim: Claim) -> ForAll:
    """Where all overlaps are x."""
    return ForAll(x, REALS, Implies((x > 0) & (x < 1) & of_pairs(excess[n, np] == x), claim))


ROWS = where_alike(ForAll(n, classes, row_of(n) == row))


def taken_at(claim: ForAll, value: Expr) -> tuple[Fact, ...]:
    """What holds where all overlaps are any x, for this one."""
    put: Any = substituted(claim.body, {x: value})
    return *instances(claim, value), FOLLOWS(put.premise, put.conclusion)


@auxiliary(ROWS)
def rows_alike() -> None:
    """s = 1 - E s for s = (I+E)⁻¹1: (1-x)s_n = 1 - x Σ s, so all s_n are one s, and s = 1 - (K-1)xs."""
    obtain(split)
    beyond = Without(classes, i)
    every, rest = (Sum(j, of, row_of(j)) for of in (classes, beyond))
    around, beside = (Sum(j, of, excess[i, j] * row_of(j)) for of in (classes, beyond))
    whole = Sum(m, classes, row_of(m))
    each = (1 - x * whole) / (1 - x)
    have(every == whole, SUM_RENAMED(row_of, j, m, classes))
    with proving(ForAll(i, classes, row_of(i) == each)):
        have(around == beside, SUM_WITHOUT(terms(around), j, classes, i), OFF_DIAGONAL(i))
        have(beside == x * rest, multiple(beside, x, rest))
        have(every == rest + row_of(i), SUM_WITHOUT(row_of, j, classes, i))
        have(row_of(i) == 1 - x * (whole - row_of(i)))
    have(every == each * Sum(j, classes, expr(1)), multiple(every, each, Sum(j, classes, expr(1))))
    have((1 - x) * each == 1 - x * (each * K), COUNT_OF_CLASSES(j))
    have(each == row)


CORRECTED_ALIKE = of_pairs(corrected[n, np] == beside_diagonal)
PULLS = of_pairs(beta[n, np] == pull_of_each)


@auxiliary(where_alike(CORRECTED_ALIKE))
def corrected_where_alike() -> None:
    """(1-x)E′_nn′ = x(1 - Σ_k E′_kn′) = xs by E E′ = E - E′."""
    obtain(rows_alike, product_with_corrected, corrected_is_symmetric)
    around, beside = (Sum(k, of, excess[n, k] * corrected[k, np]) for of in (classes, other_classes))
    column, rest = (Sum(k, of, corrected[k, np]) for of in (classes, other_classes))
    own = Sum(k, classes, Indicator(k == np) * expr(1))
    have(row_of(np) == row, *taken_at(ROWS, x))
    have(around == beside, SUM_WITHOUT(terms(around), k, classes, n), OFF_DIAGONAL(n))
    have(beside == x * rest, multiple(beside, x, rest))
    have(column == rest + corrected[n, np], SUM_WITHOUT(terms(column), k, classes, n))
    with proving(ForAll(k, classes, corrected[k, np] == Indicator(k == np) * expr(1) - back[np, k])):
        hence(CORRECTED(np, k), INDICATOR_OF_EQUALITY(k, np), CORRECTED_IS_SYMMETRIC)
    have(column == own - row_of(np), linear(column, 1, own, -1, row_of(np)))
    have(own == 1, SUM_PICKS(lambda _: expr(1), k, classes, np))
    have(around == x - corrected[n, np], E_TIMES_CORRECTED)
    have((1 - x) * corrected[n, np] == x * row)


@auxiliary(where_alike(PULLS))
def pulls_where_alike() -> None:
    """β_nn′ = -q_0 s + (q_1 - q_0)E′_n′n where all classes came equally often."""
    obtain(rows_alike, corrected_where_alike, corrected_is_symmetric)
    combined = Sum(k, classes, back[np, k] * (q0 + (q1 - q0) * Indicator(k == n)))
    picked = Sum(k, classes, Indicator(k == n) * back[np, k])
    have(row_of(np) == row, *taken_at(ROWS, x))
    have(corrected[n, np] == beside_diagonal, *taken_at(where_alike(CORRECTED_ALIKE), x))
    have(combined == q0 * row_of(np) + (q1 - q0) * picked, linear(combined, q0, row_of(np), q1 - q0, picked))
    have(picked == back[np, n], SUM_PICKS(lambda k: back[np, k], k, classes, n))
    have(back[np, n] == -corrected[n, np], CORRECTED(np, n), INDICATOR_FAILS(np, n), CORRECTED_IS_SYMMETRIC)
    hence(BETA(n, np, k))


def at_overlap(claim: Any) -> Any:
    """At the overlap of these classes."""
    put: Any = substituted(claim, {x: overlap})
    return put


@auxiliary(at_overlap(CORRECTED_ALIKE))
def corrected_alike() -> None:
    """At the overlap ρ."""
    obtain(root_positive, one_overlap, overlap_between, corrected_where_alike)
    have(of_pairs(excess[n, np] == overlap))
    hence(*taken_at(where_alike(CORRECTED_ALIKE), overlap))


@proof(C2["E'"])
def _() -> None:
    """E′_nn′ = ρ/((1-ρ)(1+(K-1)ρ)), where the overlap is 0 < ρ < 1."""
    obtain(root_positive, overlap_between, corrected_alike)
    have(at_overlap(beside_diagonal > 0))
    hence()


@auxiliary(at_overlap(PULLS))
def pulls_alike() -> None:
    """At the overlap ρ."""
    obtain(root_positive, one_overlap, overlap_between, pulls_where_alike)
    have(of_pairs(excess[n, np] == overlap))
    hence(*taken_at(where_alike(PULLS), overlap))


@proof(equal_pulls)
def _() -> None:
    """β_nn′ = -q_0/(1+(K-1)ρ) + (q_1-q_0)E′_nn′ with q_0 < 0 < q_1, where the overlap is 0 < ρ < 1."""
    obtain(root_positive, overlap_between, pulls_alike)
    have(at_overlap((beside_diagonal > 0) & (pull_of_each > 0)), QS)
    hence()
