"""The eigenvalues of weakly correlated classes (scan_snap, Appendix D.5): Lemmas 13 to 17.

All of them follow eigenvalue by eigenvalue: E and E' share the orthonormal eigenvectors, and a sum with weights u_ik u_jk is
bounded through |u v| <= (u² + v²)/2 and Σ_k u_ik² = 1.
"""

from theorems.scan_snap.language import *

_lam = positive("lambda")


def strong(i: Instance) -> bool:
    """|λ₁| ≥ 1, exactly."""
    return not symmetric.spectral_radius_below(excess_of(int(i.K), str(i.E)), Fraction(1))


L13 = Lemma("13", "Appendix D.5", "entries below the spectral radius", given=OVERLAP_WORDS)
L13[""] = Largest(i, classes, Largest(j, classes, abs(excess[i, j]))) <= abs(lam[1])
L13[""].trivial(OVERLAP_RANGE.uninformative_on("|λ₁| ≥ 1", strong), "FᵀF = I + E positive definite")
FIRST_CLASS = expr(0)
of_row = Largest(j, classes, abs(excess[i, j]))
EVERY_ROW = ForAll(i, classes, of_row <= lambda1)
L13["Eqn 74"] = in_every_entry(chain(abs(excess[i, j]), "==", abs(of_eigenvalues(eigenvalue)), "<=", abs(lam[1])))
L13["Eqn 74"].trivial(never_negative("|E_ij|")).note("u_iᵀDu_j, eigenvalue by eigenvalue.")


@proof(L13["Eqn 74"])
def _() -> None:
    """E = UᵀDU, and |Σ_k λ_k u_ik u_jk| ≤ |λ₁| Σ_k (u_ik² + u_jk²)/2 = |λ₁|."""
    obtain(entries_of_E)
    have(ForAll(k, classes, (-lambda1 <= lam[k]) & (lam[k] <= lambda1)), FIRST(k), ABS_ABOVE(lam[k]))
    hence(within(eigenvalue, lambda1, i, j), ROW(i, k), ROW(j, k), ABS_BELOW(excess[i, j], lambda1), E_ENTRIES)


@proof(L13[""].uses("Lemma 13/Eqn 74"))
def _() -> None:
    """Eqn 74 for every entry."""
    have(in_every_entry(abs(excess[i, j]) <= lambda1), L13["Eqn 74"])
    have(EVERY_ROW, LARGEST_BELOW(lambda j: abs(excess[i, j]), j, classes, lambda1, FIRST_CLASS))
    hence(LARGEST_BELOW(lambda x: substituted(of_row, {i: x}), i, classes, lambda1, FIRST_CLASS))


CONTRACTING = OVERLAP_WORDS.where(CONTRACTION)
L14 = Lemma("14", "Appendix D.5", "the inverse of I + E", given=CONTRACTING)
I, U, D_corrected, lam_corrected = symbols("I U D′ λ′")
WITH_MATRICES = CONTRACTING.knowing({lam_corrected[i]: lambda x, i: x.spectrum[0][i] / (1 + x.spectrum[0][i])})
AS_MATRICES = Declared(
    vectors=(
        (
            ((i, classes), (j, classes)),
            {
                I: Indicator(i == j),
                corrected: corrected[i, j],
                (I + excess) ** -1: back[i, j],
                U: u[j, i],
                D_corrected: Indicator(i == j) * lam_corrected[i],
            },
        ),
    )
)
with L14.where(given=replace(WITH_MATRICES, points=replace(WITH_MATRICES.points, declared=AS_MATRICES))):
    L14[""] = (
        ((I + excess) ** -1 == I - corrected)
        & (corrected == U**top * D_corrected * U)
        & ForAll(i, classes, lam_corrected[i] == lam[i] / (1 + lam[i]))
    )
L14[""].feasible("|λ₁| < 1").note(
    "For |λ₁| ≤ λ < 1, entry by entry. Here (I+E)⁻¹ = I - E', with the sign opposite to that of Notation D.1."
)
OF_D = Definition(
    "D′ has λ_k/(1+λ_k) on its diagonal", (k,), lam_corrected[k] == lam[k] / (1 + lam[k]), of=WITH_MATRICES, at=((expr(0),),)
)

kp, lp = symbols("i′ j′")  # as the entries of a product name them
across = Sum(lp, classes, u[i, kp] * (Indicator(kp == lp) * lam_corrected[kp]) * u[j, lp])
on_diagonal = Sum(lp, classes, Indicator(lp == kp) * (u[i, kp] * lam_corrected[kp] * u[j, lp]))


@proof(L14[""])
def _() -> None:
    """E′ has the eigenvectors of E, as UᵀEE′ = Uᵀ(E - E′)."""
    obtain(regular, *IN_EIGENVALUES)
    whole, weighted = Sum(kp, classes, across), Sum(k, classes, lam_corrected[k] * (u[i, k] * u[j, k]))
    with proving(ForAll(kp, classes, across == lam_corrected[kp] * (u[i, kp] * u[j, kp]))):
        have(across == on_diagonal, equal(across, on_diagonal), INDICATOR_OF_EQUALITY(kp, lp))
        hence(SUM_PICKS(lambda l: u[i, kp] * lam_corrected[kp] * u[j, l], lp, classes, kp))
    have(whole == Sum(kp, classes, terms(weighted)(kp)), equal(whole, Sum(kp, classes, terms(weighted)(kp))))
    have(whole == weighted, SUM_RENAMED(terms(weighted), kp, k, classes))
    have(weighted == of_eigenvalues(shrunk), equal(weighted, of_eigenvalues(shrunk)), OF_D(k))
    hence(CORRECTED_ENTRIES, CORRECTED(i, j), OF_D(i))


L14["Eqn 75"] = (I + excess) ** -1 == I + Sum(n, Range(expr(1), INFINITY), expr(-1) ** n * excess**n)
in_part = Sum(n, Range(expr(0), expr(11)), minus_E_to[n, i, j])
rest = abs(lam[1]) ** 12 / (1 - abs(lam[1]))
L14["Eqn 75"].bridge(ForAll(i, classes, ForAll(j, classes, abs(Indicator(i == j) - corrected[i, j] - in_part) <= rest)))
L14["Eqn 75"].trivial(never_negative("a distance of entries"), "|λ₁| < 1")
L14["Eqn 75"].note("The remainder after N = 12 terms is at most |λ₁|^12/(1-|λ₁|) in every entry.").proved(
    proved(
        "Eigenvalue by eigenvalue a geometric series: the partial sum times 1 + λ is 1 - (-λ)^N, which tends to 1 as |λ| < 1.",
        *(
            identity(
                f"(1+λ) Σ_(n<{N}) (-λ)ⁿ = 1 - (-λ)^{N}",
                sympy.expand((1 + _lam) * sum((-_lam) ** n for n in range(N))),
                1 - (-_lam) ** N,
            )
            for N in (2, 5, 8)
        ),
        in_words="that E is diagonal in an orthonormal basis, so that a geometric series in each eigenvalue is one "
        "of matrices; the finite sums are checked for N = 2, 5, 8.",
    )
)

L15 = Lemma("15", "Appendix D.5", given=CONTRACTING, uses=["Lemma 14"])
largest_of_corrected = Largest(i, classes, abs(lam[i](corrected)))
OF_CORRECTED = replace(
    CONTRACTING.knowing(
        {
            lam: "lambda1",
            corrected: lambda _: None,
            lam[i](corrected): lambda x, i, _: x.corrected_spectrum[0][i],
            largest_of_corrected: lambda x: symmetric.extreme_magnitudes(x.E_prime)[0],
        }
    ),
    ranges=(*CONTRACTING.ranges, lam == lambda1),
)
of_corrected = lam[n](corrected)
EIGENVALUES = Definition(
    "E′ = VD′Vᵀ, V orthogonal",
    (i, j, n, SUMMED),
    (Sum(SUMMED, classes, corrected[i, SUMMED] * v[SUMMED, n]) == of_corrected * v[i, n])
    & (Sum(SUMMED, classes, v[SUMMED, n] ** 2) == 1)
    & (Sum(SUMMED, classes, v[i, SUMMED] * v[j, SUMMED]) == Indicator(i == j)),
    of=replace(OF_CORRECTED, indices=OF_ANY_ENTRY.indices),
    at=((i, j, n, SUMMED),),
    names=(of_corrected, v[i, n]),
    exists="the spectral theorem for symmetric matrices",
)
with L15.where(given=OF_CORRECTED):
    L15[""] = chain(largest_of_corrected, "<=", 1 / (1 - lam) * abs(lam[1]), "<=", lam / (1 - lam))
L15[""].trivial(never_negative("|λ_i(E')|"), "|λ₁| < 1")
L15[""].note("Eqn 78 is the same. For |λ₁| ≤ λ < 1. Compared with λ = |λ₁|, where the second link is an equality.")


def along(k: Expr) -> Expr:
    """c_k of v_n = Σ_k c_k u_k."""
    return Sum(m, classes, v[m, n] * u[m, k])


recovered = Sum(k, classes, u[i, k] * along(k))


@auxiliary(ForAll(i, classes, recovered == v[i, n]))
def recovers_v() -> None:
    """v_n = Σ_k c_k u_k, as U is orthogonal."""
    at_v = Sum(m, classes, v[m, n] * Sum(k, classes, u[i, k] * u[m, k]))
    picked = Sum(m, classes, Indicator(m == i) * v[m, n])
    have(at_v == picked, equal(at_v, picked), ORTHOGONAL(i, m, k), INDICATOR_OF_EQUALITY(i, m))
    hence(exchanged(recovered), SUM_PICKS(lambda m: v[m, n], m, classes, i))


@auxiliary(Sum(k, classes, along(k) ** 2) == 1)
def length_along() -> None:
    """Σ_k c_k² = Σ_i v_i Σ_k c_k u_ik = Σ_i v_i² = 1."""
    length, twice = Sum(k, classes, along(k) ** 2), Sum(k, classes, along(k) * Sum(i, classes, v[i, n] * u[i, k]))
    own, squares = Sum(i, classes, v[i, n] * Sum(k, classes, along(k) * u[i, k])), Sum(i, classes, v[i, n] ** 2)
    with proving(ForAll(i, classes, last_factor(own) == v[i, n])):
        have(last_factor(own) == recovered, equal(last_factor(own), recovered))
    have(length == twice, equal(length, twice), SUM_RENAMED(lambda m: v[m, n] * u[m, k], m, i, classes))
    have(own == squares, equal(own, squares))
    hence(exchanged(twice), EIGENVALUES(n, n, n, i))


@auxiliary(ForAll(k, classes, of_corrected * along(k) == shrunk(k) * along(k)))
def turned_along() -> None:
    """λ(E′) u_k·v = u_k·E′v = λ_k/(1+λ_k) u_k·v."""
    both = Sum(i, classes, u[i, k] * Sum(j, classes, v[j, n] * corrected[i, j]))
    other = Sum(j, classes, v[j, n] * Sum(i, classes, u[i, k] * corrected[i, j]))
    of_v, rows, columns = (Sum(j, classes, corrected[i, j] * v[j, n]), *(Sum(x, classes, v[x, n] * u[x, k]) for x in (i, j)))
    with proving(ForAll(i, classes, last_factor(both) == of_corrected * v[i, n])):
        have(last_factor(both) == of_v, equal(last_factor(both), of_v))
        hence(EIGENVALUES(i, i, n, j))
    with proving(ForAll(j, classes, last_factor(other) == shrunk(k) * u[j, k])):
        hence(CORRECTED_ROWS, SUM_RENAMED(lambda i: u[i, k] * corrected[i, j], i, m, classes))
    have(both == of_corrected * rows, multiple(both, of_corrected, rows))
    have(other == shrunk(k) * columns, multiple(other, shrunk(k), columns))
    hence(exchanged(both), *(SUM_RENAMED(terms(at), at.variable, m, classes) for at in (rows, columns)))


EIGENVALUES_ARE_SMALL = ForAll(n, classes, abs(of_corrected) <= SHRUNK_BOUND)


@auxiliary(EIGENVALUES_ARE_SMALL)
def eigenvalues_are_small() -> None:
    """v of E′ has λ(E′) = Σ_k λ_k/(1+λ_k) c_k² with v = Σ_k c_k u_k."""
    obtain(recovers_v, length_along, turned_along)
    squares, whole = Sum(k, classes, along(k) ** 2), Sum(k, classes, shrunk(k) * (along(k) * along(k)))
    have(whole == of_corrected * squares, multiple(whole, of_corrected, squares))
    hence(WEIGHTED_PRODUCTS(shrunk, along, along, k, classes, SHRUNK_BOUND), ABS_BELOW(of_corrected, SHRUNK_BOUND))


@proof(L15[""])
def _() -> None:
    """|λ/(1+λ)| ≤ |λ₁|/(1-|λ₁|), whatever the sign of λ, and E′ has no other eigenvalues."""
    obtain(regular, *IN_EIGENVALUES, shrunk_is_small, eigenvalues_are_small)
    have(ForAll(i, classes, abs(lam[i](corrected)) <= SHRUNK_BOUND))
    hence(LARGEST_BELOW(lambda i: abs(lam[i](corrected)), i, classes, SHRUNK_BOUND, FIRST_CLASS))


of_own = Sum(k, classes, lam[k](corrected) * (v[n, k] * v[np, k]))
ENTRIES_BELOW_EIGENVALUES = ForAll(n, classes, ForAll(np, classes, abs(corrected[n, np]) <= largest_of_corrected))


@auxiliary(ENTRIES_BELOW_EIGENVALUES)
def entries_below_eigenvalues() -> None:
    """Lemma 13 for E′: |E′_nn′| = |Σ_k λ_k(E′) v_nk v_n′k| ≤ max|λ_k(E′)| Σ_k (v_nk² + v_n′k²)/2."""
    other = Sum(m, classes, corrected[n, m] * Sum(k, classes, v[np, k] * v[m, k]))
    both = Sum(k, classes, v[np, k] * Sum(m, classes, corrected[n, m] * v[m, k]))
    picked = Sum(m, classes, Indicator(m == np) * corrected[n, m])
    have(other == picked, equal(other, picked), EIGENVALUES(np, m, m, k), INDICATOR_OF_EQUALITY(np, m))
    have(both == of_own, equal(both, of_own), EIGENVALUES(n, n, k, m))
    have(corrected[n, np] == of_own, exchanged(other), SUM_PICKS(lambda m: corrected[n, m], m, classes, np))
    of_k = lam[k](corrected)
    with proving(ForAll(k, classes, (-largest_of_corrected <= of_k) & (of_k <= largest_of_corrected))):
        have(abs(of_k) <= largest_of_corrected, LARGEST_ABOVE(lambda i: abs(lam[i](corrected)), i, classes, k))
        hence(ABS_ABOVE(of_k))
    for row in (n, np):
        squares, products = (Sum(k, classes, each) for each in (v[row, k] ** 2, v[row, k] * v[row, k]))
        have(squares == products, equal(squares, products))
        have(squares == 1, EIGENVALUES(row, row, row, k), INDICATOR_HOLDS(row == row))
    bounded = WEIGHTED_PRODUCTS(
        lambda k: lam[k](corrected), lambda k: v[n, k], lambda k: v[np, k], k, classes, largest_of_corrected
    )
    hence(bounded, ABS_BELOW(corrected[n, np], largest_of_corrected))


L16 = Lemma("16", "Appendix D.5", given=CONTRACTING, uses=["Lemma 14"])
L16["Eqn 79"] = ForAll(i, classes, corrected[i, i] <= 0)


@proof(L16["Eqn 79"].feasible("|λ₁| < 1"))
def _() -> None:
    """E′_ii = Σ λ_k u_ik² - Σ λ_k²/(1+λ_k) u_ik², the first sum is E_ii = 0, and 1 + λ_k > 0 (Eqn 79)."""
    obtain((ABOVE_MINUS_ONE, by(GRAM_IS_DEFINITE(k))), *IN_EIGENVALUES)
    kept = of_eigenvalues(lost, i, i)
    have(kept >= 0, SUM_NONNEGATIVE(terms(kept), k, classes), SQUARE(lam[k] * u[i, k]))
    hence(LOST_ENTRIES, OFF_DIAGONAL(i))


def _overlapping(i: Instance) -> Instance:
    """Two classes at least, and an overlap of 1/10 of the first two where there was none."""
    classes = max(int(i.K), 2)
    entries = [Fraction(x) for x in str(i.E).split(",")] if i.K >= 2 else [Fraction(0)]
    if not any(entries):
        entries[0] = Fraction(1, 10)
    return i.but(K=classes, M=max(i.M, classes), E=",".join(map(str, entries)))


SOME_OVERLAP = Condition(
    words="E_ki > 0 for some k ≠ i",
    check=lambda i: i.K >= 2 and any(Fraction(x) > 0 for x in str(i.E).split(",")),
    steer=_overlapping,
)
rest_of_column = Without(classes, i)
with L16.where(SOME_OVERLAP):
    L16["strict"] = ForAll(i, classes, Implies(Exists(k, rest_of_column, excess[k, i] > 0), corrected[i, i] < 0))


@proof(L16["strict"].feasible("|λ₁| < 1; E_ki > 0 for some k needs K ≥ 2"))
def _() -> None:
    """-E′_ii ≥ E_ki² for every k."""
    obtain((ABOVE_MINUS_ONE, by(GRAM_IS_DEFINITE(k))), *IN_EIGENVALUES, diagonal_bounds)
    have(excess[k, i] ** 2 <= -corrected[i, i], DIAGONAL, IN_THE_WHOLE(k, i, classes))


L17 = Lemma("17", "Appendix D.5", given=CONTRACTING, uses=["Lemma 14"])
L17["Eqn 80"] = ForAll(
    n, classes, ForAll(np, classes, abs(corrected[np, n] - excess[n, np]) <= abs(lam[1]) ** 2 * (1 - abs(lam[1])) ** -1)
)
L17["Eqn 80"].trivial(never_negative("|E'_n'n - E_nn'|"), "|λ₁| < 1, to which λ₁ < 1 comes down for a regular F")
L17["Eqn 80"].note(
    "Printed with λ₁ < 1 instead of |λ₁| < 1. λ₁ may be taken negative only in a tie of magnitudes (E is nonnegative); at "
    "|λ₁| = 1 (two equal classes) E' does not exist."
)


@proof(L17["Eqn 80"])
def _() -> None:
    """E - E′ has the eigenvalues λ²/(1+λ), of magnitude at most |λ₁|²/(1-|λ₁|)."""
    obtain(regular, *IN_EIGENVALUES, lost_is_small)
    have(excess[np, n] - corrected[np, n] == of_eigenvalues(lost, np, n), LOST_ENTRIES)
    known = E_IS_SYMMETRIC(n, np), ROW(n, k), ROW(np, k)
    hence(within(lost, LOST_BOUND, np, n), *known, ABS_BELOW(corrected[np, n] - excess[n, np], LOST_BOUND))


STATEMENTS = (L13, L14, L15, L16, L17)
