"""Weakly correlated classes (scan_snap, Section 4 and Appendix D.5): Assumption 2, Lemmas 13 to 17.

All of them follow eigenvalue by eigenvalue: E and E' share the orthonormal eigenvectors, and a sum with weights u_ik u_jk is
bounded through |u v| <= (u² + v²)/2 and Σ_k u_ik² = 1.
"""

from __future__ import annotations

from fractions import Fraction

import sympy

from kernels import balls
from kernels import symmetric_matrices as symmetric
from theorems.instance import Instance
from theorems.provers.argument import Step
from theorems.scan_snap.contents import OVERLAP, never_negative
from theorems.scan_snap.overlaps import CONTRACTION, GRAM, ONE_COMMON_TOKEN, OVERLAPS, WEAK_OVERLAPS, Overlaps, excess_of
from theorems.scan_snap.steps import PAPER, PROVENANCE, exact, identity, nonnegative, positive, proved, slack, vacuous
from theorems.statement import Condition, Statement
from theorems.vocabulary import Comparison, at_most, equals, less

a, b, x, y, lam = slack("a"), slack("b"), slack("x"), slack("y"), positive("lambda")
YOUNG = identity("u v ≤ (u² + v²)/2: the difference is a square", (x**2 + y**2) / 2 - x * y, (x - y) ** 2 / 2)
SHARED = identity("(1 + λ)(1 - λ/(1+λ)) = 1: (I+E)⁻¹ has the eigenvalues 1 - λ/(1+λ)", (1 + lam) * (1 - lam / (1 + lam)), 1)


def strong(i: Instance) -> bool:
    """|λ₁| ≥ 1, exactly."""
    return not symmetric.spectral_radius_below(excess_of(int(i.K), str(i.E)), Fraction(1))


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


A2 = Statement(PAPER, "Assumption 2", source="Section 4", provenance=PROVENANCE, given=WEAK_OVERLAPS, title="weak correlations")
GAP = nonnegative("6/√M ≤ |λ_K| ≤ |λ₁| < 1/K forces √M > 6K: with √M = 6/(a) and a ≤ b", (a + b) - a)
A2.add(
    "satisfiable",
    None,
    says="the assumption can be met for every K ≥ 2 (smallest M: 36K² + 1 for even K, 1297 for K = 3)",
    proof=proved(
        "6/√M ≤ |λ_K| ≤ |λ₁| < 1/K forces M > 36K². For even K disjoint pairs with equal overlap e have the eigenvalues ±e: "
        "any e in [6/√M, 1/K) serves, so M = 36K² + 1 is least. For K = 3 the trace 0 and det E = 2xyz ≥ 0 leave one "
        "positive and two "
        "negative eigenvalues, so |λ₁| is at least twice the smallest magnitude and M > 36·9·4 = 1296; the triangle attains "
        "it. "
        "For odd K ≥ 5 a triangle beside disjoint pairs meets it at M = 144K² + 1; with p eigenvalues of one sign and at "
        "least p + 1 of "
        "the other, the trace gives |λ₁|/|λ_K| ≥ (K+1)/(K-1), so no M up to 36K²((K+1)/(K-1))² can serve.",
        *(edge_step(K) for K in (2, 3, 4, 5, 6, 7)),
        exact(
            "at M = 36K² nothing is left: 6/√M = 1/K",
            lambda: all(not meets_assumption(K, 36 * K * K, word_of(K, Fraction(1, K), matching(K))) for K in (2, 4, 6)),
        ),
        identity(
            "K = 3: the determinant of E is 2xyz",
            sympy.Matrix([[0, x, y], [x, 0, b], [y, b, 0]]).det(),
            2 * x * y * b,
        ),
        identity(
            "trace 0: (p+1) a ≤ p b means b/a ≥ (p+1)/p = (K+1)/(K-1) for K = 2p + 1",
            (a + 1) / a,
            ((2 * a + 1) + 1) / ((2 * a + 1) - 1),
            where={a: positive("a")},
        ),
    ),
    note="Existence: no comparison at an instance. "
    "With a single common token E = vvᵀ - diag(v²) has one positive eigenvalue, the sum of the K-1 other magnitudes: then "
    "M ≥ 36K²(K-1)² + 1 is needed (and suffices). M = 1000, K = 10 of the figures is far below both.",
)
A2.add(
    "one class",
    None,
    met="nowhere: E = (0), so |λ₁| = 0 < 6/√M for every M",
    says="the assumption with a single class",
    proof=vacuous(
        "For K = 1, E has a zero diagonal and is the number 0, so |λ_1| = 0 < 6/√M for every M.",
        exact("E of one class is (0)", lambda: excess_of(1, "0") == symmetric.matrix([[0]])),
        exact(
            "its square is below 36/M",
            lambda: not any(symmetric.squares_at_least(excess_of(1, "0"), Fraction(36, M)) for M in (2, 100, 10**9)),
        ),
    ),
    note="An empty hypothesis: no comparison at an instance.",
)


@A2.part(
    "full rank",
    met="|λ₁| < 1",
    says="the assumption implies that FᵀF is invertible (and F has full column rank): the pivots of FᵀF = I + E are positive",
    given=OVERLAPS.without(GRAM.text).where(CONTRACTION),
    proof=proved(
        "The eigenvalues of FᵀF are 1 + λ_i ≥ 1 - |λ₁| > 0.",
        nonnegative("1 + λ ≥ 1 - |λ₁| for |λ| ≤ |λ₁|: with |λ₁| = |λ| + b", (1 - a) - (1 - a - b)),
    ),
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    gram = symmetric.combination(1, symmetric.identity(x.K), 1, x.E)
    return tuple(less(x.number(0), x.number(pivot), f"pivot {k + 1}") for k, pivot in enumerate(symmetric.pivots(gram)))


A2.add(
    "single common token",
    None,
    met=ONE_COMMON_TOKEN,
    says="with one common token the assumption can be met for every K ≥ 2 (smallest M: 36K²(K-1)² + 1)",
    proof=proved(
        "E = vvᵀ - diag(v²), v_n = f_nl: one positive eigenvalue, and the trace is 0, so |λ₁| is the sum of the K-1 other "
        "magnitudes, "
        "at least (K-1)·6/√M, and below 1/K: M > 36K²(K-1)². Equal v² = e attain it: eigenvalues (K-1)e and -e.",
        *(single_token_step(K) for K in (2, 3, 4, 5)),
        identity("trace of vvᵀ - diag(v²)", sum(v**2 - v**2 for v in (x, y, b)), 0),
    ),
    note="Existence: no comparison at an instance.",
)

L13 = Statement(
    PAPER, "Lemma 13", source="Appendix D.5", provenance=PROVENANCE, given=OVERLAPS, title="entries below the spectral radius"
)


@L13.part(
    "",
    content=OVERLAP.silent_for("|λ₁| ≥ 1", strong),
    met="FᵀF = I + E positive definite",
    says="max |E_ij| ≤ |λ₁|",
    proof=proved("|E_ij| = |Σ_k λ_k u_ki u_kj| ≤ |λ₁| Σ_k (u_ki² + u_kj²)/2 = |λ₁| (Eqn 74).", YOUNG),
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    return tuple(at_most(abs(x.number(x.E[i][j])), x.lambda1, f"E_{i + 1}{j + 1}") for i in range(x.K) for j in range(x.K))


L14 = Statement(
    PAPER,
    "Lemma 14",
    source="Appendix D.5",
    provenance=PROVENANCE,
    given=OVERLAPS.where(CONTRACTION),
    title="the inverse of I + E",
)


@L14.part(
    "",
    met="|λ₁| < 1",
    says="|λ₁| ≤ λ < 1: I + E is invertible, (I+E)⁻¹ = I - E' with E' = Uᵀ D' U, λ'_i = λ_i/(1+λ_i)",
    proof=proved(
        "In the common eigenbasis the claims are (1+λ)(1 - λ/(1+λ)) = 1, 1 + λ > 0, and λ'(1+λ) = λ (compared as E'(I+E) = E, "
        "which gives E' the eigenvectors of E and these eigenvalues).",
        SHARED,
        identity("λ/(1+λ)·(1+λ) = λ", lam / (1 + lam) * (1 + lam), lam),
    ),
    note="Here (I+E)⁻¹ = I - E', with the sign opposite to that of the notation list (see Notation D.1).",
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    unit = symmetric.identity(x.K)
    gram, entries = symmetric.combination(1, unit, 1, x.E), [(i, j) for i in range(x.K) for j in range(x.K)]
    back = symmetric.product(gram, symmetric.combination(1, unit, -1, x.E_prime))
    shared = symmetric.product(x.E_prime, gram)
    return (
        *(equals(x.number(back[i][j]), x.number(unit[i][j]), "inverse") for i, j in entries),
        *(equals(x.number(shared[i][j]), x.number(x.E[i][j]), "eigenvalues") for i, j in entries),
    )


@L14.part(
    "Eqn 75",
    content=never_negative("a distance of entries"),
    met="|λ₁| < 1",
    says="(I+E)⁻¹ = I + Σ_{n≥1} (-1)ⁿ Eⁿ",
    proof=proved(
        "Eigenvalue by eigenvalue a geometric series: the partial sum times 1 + λ is 1 - (-λ)^N, which tends to 1 as |λ| < 1.",
        *(
            identity(
                f"(1+λ) Σ_(n<{N}) (-λ)ⁿ = 1 - (-λ)^{N}",
                sympy.expand((1 + lam) * sum((-lam) ** n for n in range(N))),
                1 - (-lam) ** N,
            )
            for N in (2, 5, 8)
        ),
    ),
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    """The remainder after N = 12 terms is at most |λ₁|^12/(1-|λ₁|) in every entry."""
    unit = symmetric.identity(x.K)
    power, total = unit, unit
    for _ in range(11):
        power = symmetric.product(power, symmetric.combination(-1, x.E, 0, x.E))
        total = symmetric.combination(1, total, 1, power)
    inverse = symmetric.combination(1, unit, -1, x.E_prime)
    rest = x.lambda1**12 / (1 - x.lambda1)
    return tuple(at_most(abs(x.number(inverse[i][j] - total[i][j])), rest) for i in range(x.K) for j in range(x.K))


L15 = Statement(
    PAPER,
    "Lemma 15",
    source="Appendix D.5",
    provenance=PROVENANCE,
    given=OVERLAPS.where(CONTRACTION),
    depends_on=["scan_snap/Lemma 14"],
)


@L15.part(
    "",
    content=never_negative("|λ_i(E')|"),
    met="|λ₁| < 1",
    says="|λ₁| ≤ λ < 1: max |λ_i(E')| ≤ |λ₁|/(1-λ) ≤ λ/(1-λ) (here with λ = |λ₁|)",
    proof=proved(
        "|λ/(1+λ)| ≤ |λ|/(1-|λ|) ≤ |λ₁|/(1-λ), whatever the sign of λ.",
        nonnegative("a/(1-a) - a/(1+a) ≥ 0, a = 1/(1+λ), λ > 0", 1 / lam - 1 / (2 + lam)),
        nonnegative("b/(1-b) ≥ a/(1-b) for a ≤ b", (a + b) - a),
    ),
)
def _(x: Overlaps) -> Comparison:
    """The spectral radius of E' is bounded through its square's definiteness."""
    bound = x.lambda1 / (1 - x.lambda1)
    largest = symmetric.extreme_magnitudes(x.E_prime)[0]
    return at_most(largest, bound)


L16 = Statement(
    PAPER,
    "Lemma 16",
    source="Appendix D.5",
    provenance=PROVENANCE,
    given=OVERLAPS.where(CONTRACTION),
    depends_on=["scan_snap/Lemma 14"],
)
SPLIT = identity("λ/(1+λ) = λ - λ²/(1+λ)", lam / (1 + lam), lam - lam**2 / (1 + lam))
DIAGONAL = (
    "E'_ii = Σ λ_k/(1+λ_k) u_ik² = Σ λ_k u_ik² - Σ λ_k²/(1+λ_k) u_ik², the first sum is E_ii = 0, and 1 + λ_k > 0 (Eqn 79)."
)


@L16.part(
    "Eqn 79",
    met="|λ₁| < 1",
    says="E'_ii ≤ 0 for all i",
    proof=proved(DIAGONAL, SPLIT, nonnegative("λ²/(1+λ) ≥ 0", lam**2 / (1 + lam))),
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    return tuple(at_most(x.number(x.E_prime[i][i]), x.number(0)) for i in range(x.K))


def _overlapping(i: Instance) -> Instance:
    """Two classes at least, and an overlap of 1/10 of the first two where there was none."""
    classes = max(int(i.K), 2)
    entries = [Fraction(x) for x in str(i.E).split(",")] if i.K >= 2 else [Fraction(0)]
    if not any(entries):
        entries[0] = Fraction(1, 10)
    return i.but(K=classes, M=max(i.M, classes), E=",".join(map(str, entries)))


SOME_OVERLAP = Condition(
    "E_ki > 0 for some k ≠ i", lambda i: i.K >= 2 and any(Fraction(x) > 0 for x in str(i.E).split(",")), _overlapping
)


@L16.part(
    "strict",
    met="|λ₁| < 1; E_ki > 0 for some k needs K ≥ 2",
    says="if E_ki > 0 for some k ≠ i, then E'_ii < 0",
    where=[SOME_OVERLAP],
    proof=proved(
        DIAGONAL + " Σ λ_k² u_ik² = (E²)_ii = Σ_k E_ik² > 0 forces a term with λ_k² u_ik² > 0.",
        SPLIT,
        identity(
            "(E²)_11 = x² + y² for three classes", (sympy.Matrix([[0, x, y], [x, 0, b], [y, b, 0]]) ** 2)[0, 0], x**2 + y**2
        ),
    ),
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    touched = [i for i in range(x.K) if any(entry > 0 for entry in x.E[i])]
    return tuple(less(x.number(x.E_prime[i][i]), x.number(0), f"i = {i + 1}") for i in touched)


L17 = Statement(
    PAPER,
    "Lemma 17",
    source="Appendix D.5",
    provenance=PROVENANCE,
    given=OVERLAPS.where(CONTRACTION),
    depends_on=["scan_snap/Lemma 14"],
)


@L17.part(
    "Eqn 80",
    content=never_negative("|E'_n'n - E_nn'|"),
    met="|λ₁| < 1, to which λ₁ < 1 comes down for a regular F",
    says="if λ₁ < 1: |E'_n'n - E_nn'| ≤ |λ₁|²/(1-|λ₁|) for all n, n'",
    proof=proved(
        "E - E' has the eigenvalues λ²/(1+λ), of magnitude at most |λ₁|²/(1-|λ₁|); its entries are bounded as in Lemma 13.",
        SPLIT,
        YOUNG,
        nonnegative("1/(1-a) - 1/(1+a) ≥ 0 with a = 1/(1+λ), λ > 0", (1 + lam) / lam - (1 + lam) / (2 + lam)),
        nonnegative("b²/(1-b) ≥ a²/(1-b) for b = a + c", (a + b) ** 2 - a**2),
    ),
    note="Printed with λ₁ < 1 instead of |λ₁| < 1. λ₁ may be taken negative only in a tie of magnitudes (E is nonnegative); at "
    "|λ₁| = 1 (two equal classes) E' does not exist.",
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    bound = x.lambda1 * x.lambda1 / (1 - x.lambda1)
    every = [(i, j) for i in range(x.K) for j in range(x.K)]
    return tuple(at_most(abs(x.number(x.E_prime[j][i] - x.E[i][j])), bound, f"{i + 1},{j + 1}") for i, j in every)


STATEMENTS = (A2, L13, L14, L15, L16, L17)
