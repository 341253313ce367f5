"""When classes can be weakly correlated (scan_snap, Section 4): Assumption 2."""

from kernels import symmetric_matrices as symmetric
from theorems.kernel import scripts
from theorems.provers.calculation import Contradiction
from theorems.scan_snap.language import *
from theorems.textbook import *

a, b, x, y = slack("a"), slack("b"), slack("x"), slack("y")


def word_of(K: int, value: Fraction, pairs: tuple[tuple[int, int], ...]) -> str:
    """The word of equal overlaps on the given pairs."""
    return ",".join(str(value if (i, j) in pairs else 0) for i in range(K) for j in range(i + 1, K))


def meets_assumption(K: int, M: int, word: str) -> bool:
    """Both conditions of Assumption 2, exactly."""
    E = excess_of(K, word)
    return symmetric.spectral_radius_below(E, Fraction(1, K)) and symmetric.squares_at_least(E, Fraction(36, M))


def matching(K: int) -> tuple[tuple[int, int], ...]:
    return tuple((i, i + 1) for i in range(0, K - 1, 2))


def triangle(K: int) -> tuple[tuple[int, int], ...]:
    return ((0, 1), (0, 2), (1, 2), *((i, i + 1) for i in range(3, K - 1, 2)))


def just_above(K: int, factor: int, M: int) -> Fraction:
    """A rational e with 6/√M ≤ e and factor·e < 1/K, found from the continued fraction of 6/√M from above."""
    root = Fraction(balls.bounds(balls.sqrt(balls.ball(Fraction(36, M))))[1]).limit_denominator(10**12)
    candidate = root + Fraction(1, 10**12)
    if not (candidate * candidate >= Fraction(36, M) and factor * candidate < Fraction(1, K)):
        raise ValueError(f"no room between 6/√{M} and 1/({factor}·{K})")
    return candidate


def edge_step(K: int) -> Step:
    """Assumption 2 can be met at the least M that the construction needs."""
    factor, pairs = (1, matching(K)) if K % 2 == 0 else (2, triangle(K))
    M = 36 * K * K * factor * factor + 1

    def check() -> bool:
        return meets_assumption(K, M, word_of(K, just_above(K, factor, M), pairs))

    return exact(f"K = {K}: {'disjoint pairs' if K % 2 == 0 else 'a triangle and disjoint pairs'} meet it at M = {M}", check)


def single_token_step(K: int) -> Step:
    """The same when all classes overlap equally in one token."""
    M = 36 * K * K * (K - 1) ** 2 + 1
    pairs = tuple((i, j) for i in range(K) for j in range(i + 1, K))
    return exact(
        f"K = {K}: equal overlaps meet it at M = {M}",
        lambda: meets_assumption(K, M, word_of(K, just_above(K, K - 1, M), pairs)),
    )


A2 = Lemma("Assumption 2", "Section 4", "weak correlations", given=replace(OVERLAP_WORDS, points=WEAK_OVERLAPS))
A2["satisfiable"] = Words("the assumption can be met for every ", K >= 2)
A2["satisfiable"].note(
    "Existence: no comparison at an instance. The smallest M is 36K² + 1 for even K, 1297 for K = 3. "
    "With a single common token E = vvᵀ - diag(v²) has one positive eigenvalue, the sum of the K-1 other magnitudes: then "
    "M ≥ 36K²(K-1)² + 1 is needed (and suffices)."
)
A2["satisfiable"].proved(
    proved(
        "6/√M ≤ |λ_K| ≤ |λ₁| < 1/K forces M > 36K². For even K disjoint pairs with equal overlap e have the eigenvalues ±e: "
        "any e in [6/√M, 1/K) serves, so M = 36K² + 1 is least. For K = 3 the trace 0 and det E = 2xyz ≥ 0 leave one positive "
        "and two negative eigenvalues, so |λ₁| is at least twice the smallest magnitude and M > 36·9·4 = 1296; the triangle "
        "attains it. For odd K ≥ 5 a triangle beside disjoint pairs meets it at M = 144K² + 1; with p eigenvalues of one sign "
        "and at least p + 1 of the other, the trace gives |λ₁|/|λ_K| ≥ (K+1)/(K-1), so no M up to 36K²((K+1)/(K-1))² can "
        "serve.",
        *(edge_step(K) for K in (2, 3, 4, 5, 6, 7)),
        exact(
            "at M = 36K² nothing is left: 6/√M = 1/K",
            lambda: all(not meets_assumption(K, 36 * K * K, word_of(K, Fraction(1, K), matching(K))) for K in (2, 4, 6)),
        ),
        identity("K = 3: the determinant of E is 2xyz", sympy.Matrix([[0, x, y], [x, 0, b], [y, b, 0]]).det(), 2 * x * y * b),
        identity(
            "trace 0: (p+1) a ≤ p b means b/a ≥ (p+1)/p = (K+1)/(K-1) for K = 2p + 1",
            (a + 1) / a,
            ((2 * a + 1) + 1) / ((2 * a + 1) - 1),
            where={a: positive("a")},
        ),
        in_words="that the construction serves for every K, and that the trace leaves p eigenvalues of one sign "
        "against at least p + 1 of the other; K = 2 to 7 are checked exactly.",
    )
)
ZERO = expr(0)
ALONE = ForAll(i, classes, i == ZERO)
SINGLE = Condition(ALONE, lambda i: i.K == 1, said="K = 1")
of_row, squared = Sum(SUMMED, classes, u[SUMMED, ZERO] * excess[SUMMED, k]), Sum(k, classes, (lam[ZERO] * u[k, ZERO]) ** 2)
is_it = partial(INSTANCE, lambda x: x == ZERO, i, classes)  # every class is the only one
to_zero = EQUALS(lambda x: excess[x, k], SUMMED, ZERO), EQUALS(lambda x: excess[ZERO, x], k, ZERO)
NO_EIGENVALUE = Definition(
    "one class has the eigenvalue 0",
    (),
    lam[ZERO] == 0,
    (ALONE, GRAM.claim),
    of=OVERLAP_WORDS.where(SINGLE),
    shown=lambda: scripts.have(
        ForAll(k, classes, lam[ZERO] * u[k, ZERO] == 0),
        scripts.each(
            termwise(
                multiple(of_row, 0, of_row),
                by(is_it(SUMMED), is_it(k), OFF_DIAGONAL(ZERO), *to_zero),
                then=by(EIGENVECTORS(ZERO, k, SUMMED)),
            )
        ),
        termwise(
            multiple(squared, 0, squared),
            by(INSTANCE(lambda x: lam[ZERO] * u[x, ZERO] == 0, k, classes, k)),
            then=by(multiple(squared, lam[ZERO] ** 2, Sum(k, classes, u[k, ZERO] ** 2)), SPECTRUM(ZERO, ZERO, ZERO, k)),
        ),
    ),
)
size = abs(lam[ZERO])
with A2.where(SINGLE):
    A2["one class"] = ForAll(i, classes, abs(lam[i]) >= 6 / sqrt(M))
A2["one class"].feasible("nowhere: E = (0), so |λ₁| = 0 < 6/√M for every M")
A2["one class"].note("The assumption with a single class: an empty hypothesis, so no comparison at an instance.").proved(
    Contradiction(
        scripts.calc(size)
        .eq(0, NO_EIGENVALUE(), ABS_OF_NONNEGATIVE(lam[ZERO]))
        .lt(6 / sqrt(M))
        .le(size, INSTANCE(lambda x: abs(lam[x]) >= 6 / sqrt(M), i, classes, ZERO)),
        "For K = 1, E has a zero diagonal and is the number 0, so |λ_1| = 0 < 6/√M for every M.",
    )
)


F = Symbol("F")
ANY_OVERLAPS = replace(OVERLAP_WORDS, points=OVERLAPPING.without(GRAM.text).where(CONTRACTION))
with A2.where(given=ANY_OVERLAPS):
    A2["full rank"] = Words("the assumption implies that ", F**top * F, " is invertible and ", F, " has full column rank")
A2["full rank"].bridge(ForAll(k, classes, expr(0) < pivot[k])).feasible("|λ₁| < 1")
A2["full rank"].note("Compared: the pivots of FᵀF = I + E are positive.")
A2["full rank"].proved(
    proved(
        "The eigenvalues of FᵀF are 1 + λ_i ≥ 1 - |λ₁| > 0.",
        nonnegative("1 + λ ≥ 1 - |λ₁| for |λ| ≤ |λ₁|: with |λ₁| = |λ| + b", (1 - a) - (1 - a - b)),
        in_words="that the eigenvalues of FᵀF are 1 + λ_i (FᵀF = I + E) and that positive eigenvalues give full "
        "column rank: linear algebra, cited.",
    )
)
A2["single common token"] = Words("with one common token the assumption can be met for every ", K >= 2)
A2["single common token"].feasible(ONE_COMMON_TOKEN)
A2["single common token"].note("Existence: no comparison at an instance. The smallest M is 36K²(K-1)² + 1.").proved(
    proved(
        "E = vvᵀ - diag(v²), v_n = f_nl: one positive eigenvalue, and the trace is 0, so |λ₁| is the sum of the K-1 other "
        "magnitudes, at least (K-1)·6/√M, and below 1/K: M > 36K²(K-1)². Equal v² = e attain it: eigenvalues (K-1)e and -e.",
        *(single_token_step(K) for K in (2, 3, 4, 5)),
        identity("trace of vvᵀ - diag(v²)", sum(v**2 - v**2 for v in (x, y, b)), 0),
        in_words="that a matrix of rank one less a diagonal has one positive eigenvalue (interlacing), and the "
        "construction for every K; K = 2 to 5 are checked exactly.",
    )
)


STATEMENTS = (A2,)
