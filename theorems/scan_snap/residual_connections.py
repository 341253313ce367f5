"""Residual connections (scan_snap, Section 7)."""

from strategies.sequence_classes import equal_overlaps
from theorems.language.tree import free_symbols
from theorems.scan_snap.common_token import ONE, overlap
from theorems.scan_snap.language import *
from theorems.scan_snap.pull import QS
from theorems.scan_snap.symmetric_pulls import PULLS, of_pairs, pulls_where_alike, taken_at, where_alike, x

S7 = Lemma("Section 7", "Section 7", given=ONE, uses=["Theorem 1/Eqn 9", "Lemma 13"])


def bind_residual(i: Instance, arithmetic: Arithmetic) -> Overlaps:
    """``K`` classes of one query that have no token in common; their (f_n + e_m)/√2 overlap by ½."""
    return bind_overlaps(i.but(E=equal_overlaps(int(i.K), Fraction(1, 2))), arithmetic)


RESIDUAL = Domain(
    name="classes of one query with a residual connection",
    draw=lambda: st.fixed_dictionaries({"K": st.integers(2, 8), "M": st.integers(100, 10**6)}),
    bind=bind_residual,
    conditions=(Condition(chain(2, "<=", K, "<=", M)),),
    small=lambda: (Instance(K=K, M=36 * K**4) for K in range(2, 9)),
    variables={"K": "number of classes of the query", "M": "vocabulary size"},
    feasible="K ≥ 2, f_n·f_n' = 0",
)


@dataclass(frozen=True)
class Apart:
    """K classes of K queries that share token 0: each has a token and a query token of its own. Class n is the first."""

    overlaps: Overlaps
    e: Fraction

    def f(self, n: int) -> list[Ball]:
        """LN(ũ) of class n, over the shared token, the K own ones and the K query tokens."""
        e, K = balls.ball(self.e), self.overlaps.K
        return [balls.sqrt(e), *(balls.sqrt(1 - e) * int(k == n) for k in range(K)), *[balls.ball(0)] * K]

    def u(self, n: int) -> list[Ball]:
        """ū = LN(LN(ũ) + u_{x_T}), of length √2 before it is normalised."""
        shown = [balls.ball(0)] * (1 + self.overlaps.K) + [balls.ball(int(k == n)) for k in range(self.overlaps.K)]
        return [(a + b) / balls.sqrt(balls.ball(2)) for a, b in zip(self.f(n), shown, strict=True)]

    @cached_property
    def g(self) -> list[Ball]:
        """F(I-E')(q_0, ..., q_1, ..., q_0)ᵀ, whose columns are the ū of all classes."""
        columns = zip(*map(self.u, range(self.overlaps.K)), strict=True)
        return [
            sum((balls.ball(a) * b for a, b in zip(self.overlaps.gradient(0), row, strict=True)), balls.ball(0))
            for row in columns
        ]

    @property
    def drift(self) -> Ball:
        """ż_ml of the shared token: g, carried back through ū and through LN(ũ)."""
        f, at_residual = self.f(0), across(self.g, self.u(0))
        return f[0] * across(at_residual, f)[0] / balls.sqrt(balls.ball(2))


def across(v: list[Ball], unit: list[Ball]) -> list[Ball]:
    """(I - uuᵀ)v."""
    along = sum((a * b for a, b in zip(v, unit, strict=True)), balls.ball(0))
    return [a - along * b for a, b in zip(v, unit, strict=True)]


def bind_apart(i: Instance, arithmetic: Arithmetic) -> Apart:
    """``K``, ``M``, ``e``."""
    return Apart(bind_overlaps(i.but(E=equal_overlaps(int(i.K), Fraction(i.e) / 2)), arithmetic), Fraction(i.e))


APART = replace(
    RESIDUAL,
    name="classes of different queries with a residual connection",
    bind=bind_apart,
    draw=lambda: st.builds(
        lambda K, share: {"K": K, "M": 400 * K**4, "e": 2 * share / (K * (K - 1))},
        st.integers(2, 60),
        st.fractions(Fraction(7, 10), Fraction(99, 100), max_denominator=100),
    ),
    conditions=(
        Condition(chain(2, "<=", K, "<=", M)),
        Condition(chain(0, "<", overlap, "<", 1), lambda i: 0 < i.e < 1),
        Condition(
            (6 / sqrt(M) <= overlap / 2) & ((K - 1) * overlap / 2 < 1 / K),
            lambda i: Fraction(i.e) ** 2 * i.M >= 144 and i.K * (i.K - 1) * i.e < 2,
            said="Assumption 2 with the residual connection",
        ),
    ),
    small=lambda: (Instance(K=K, M=400 * K**4, e=Fraction(8, 5 * K * (K - 1))) for K in range(2, 60)),
    feasible="ψ injective, K ≥ 2, 12/√M ≤ f_n·f_n' < 2/(K(K-1))",
)
C = Symbol("C")  # how far two sides of ≈ are apart, any positive number
n_1, np_1 = symbols("n_1 n_1′")  # any two classes
half, every_pair = Q(1, 2), of_pairs(excess[n, np] == Q(1, 2))
pair_overlap = f[n_1] ** top * f[np_1]
same = pair_overlap + Indicator(psi(n_1) == psi(np_1))
of_overlaps = {known: supply for known, supply in OVERLAP_WORDS.quantities.items() if top not in free_symbols(known)}
OF_RESIDUAL = Computed(
    RESIDUAL,
    {
        **of_overlaps,
        K: lambda x: x.K,
        M: "M",
        q0: "q0",
        q1: "q1",
        beta[n, np]: lambda x, n, other: x.beta(n, other),
        theta[n]: lambda x, n: x.theta[n],
        pair_overlap: lambda _: 0,
        C: lambda _: 1,
        n_1: lambda _: 0,
        np_1: lambda _: 1,
        psi(n): lambda x, n: 0,
    },
    ranges=(
        *OVERLAP_WORDS.ranges,
        *(Member(n_1, classes), Member(np_1, Without(classes, n_1)), psi(n_1) == psi(np_1)),
        *(pair_overlap == 0, every_pair, EQUAL_COUNTS.claim),
    ),
)
with S7.where(given=OF_RESIDUAL):
    S7["residual beta"] = Words(beta[n_1, np_1], " ≈ ", same)
S7["residual beta"].constant(C).trivial(never_negative("β_nn'"), RESIDUAL.feasible).uses("Theorem 1/Eqn 88").note(
    "In print of ū = LN(LN(ũ)+u_{x_T}). Two classes of one query, β_nn' by Eqn 88, Assumption 2 without the residual "
    "connection. False for every constant factor C; the members have C = 1."
)


@proof(
    S7["residual beta"],
    RefutedAlong(
        family=Family(
            "s -> K = s + 3 classes of one query without overlap, M = 36K⁴", lambda k: Instance(K=k + 3, M=36 * (k + 3) ** 4)
        ),
        confirm=(3, 10, 20),
        calculation=Contrary((K == FAMILY + 3, M == 36 * K**4, C <= FAMILY / 20 + 1), number=1),
    ),
)
def _() -> None:
    """The directions (f_n + e_m)/√2 overlap by ½, so E'_nn' = ½/(½(1+(K-1)/2)) = 2/(K+1): β_nn' = 2/(K+1) + O(1/M) → 0, not
    1.
    """
    obtain(pulls_where_alike)
    have(M >= 36)
    have(substituted(PULLS, {x: half}), *taken_at(where_alike(PULLS), half))
    have((beta[n_1, np_1] >= 0) & (beta[n_1, np_1] * (K + 1) <= Q(9, 4)), QS())
    have(C * beta[n_1, np_1] < Q(1, 2))
    hence(ABS_OF_NONNEGATIVE(beta[n_1, np_1]), ABS_ABOVE(same), INDICATOR_HOLDS(psi(n_1) == psi(np_1)))


g, iota, shown = symbols("g ι ū")
same_query = Without(of_query(psi(n)), n)
ONE_CLASS_PER_QUERY = (
    "Theorem 1 needs Assumption 2. With two classes at one query it cannot be met: their directions (f_n+e_m)/|f_n+e_m| have "
    "a product of at least ½, so |λ₁| ≥ ½ ≥ 1/K (Lemma 13). It leaves one class for each query, as here. "
)
WITH_RESIDUAL = Condition(words="ū_n = LN(LN(ũ_n)+u_{x_T})", check=lambda i: 0 < i.e < 1)
OF_APART = Computed(
    APART,
    {
        tokens: lambda x: range(1 + 2 * x.overlaps.K),
        n: lambda _: 0,
        gamma: lambda _: 1,  # what is computed of g and ż is their multiple of γ and η_Zγ
        psi(n): lambda _, n: n,
        of_query(m): lambda _, m: (m,),
        g[n, l]: lambda x, _, l: x.g[l],
        iota[n]: lambda x, _: balls.ball(x.overlaps.iota(0)),
        shown[n, l]: lambda x, n, l: x.u(n)[l],
        beta[n, np]: lambda x, n, other: x.overlaps.beta(n, other),
        overlap: "e",
        ddt(z[m, l], t): "drift",
    },
)
with S7.where(WITH_RESIDUAL, given=OF_APART):
    within_subset = iota[n] * shown[n, l] - Sum(np, same_query, beta[n, np] * shown[np, l])
    S7["residual gradient"] = ForAll(l, tokens, g[n, l] == gamma * within_subset)
with S7.where(
    Condition(words="ū = LN(LN(ũ)+u_{x_T}), l is distinct within the subset ψ⁻¹(m)", check=lambda i: 0 < i.e < 1),
    given=OF_APART,
):
    S7["residual subsets"] = ddt(z[m, l], t) > 0
S7["residual gradient"].uses("Theorem 1/Eqn 9", "Theorem 1/Eqn 88", "Lemma 13")
S7["residual gradient"].refuted("K=2 M=6400 e=4/5").note(
    ONE_CLASS_PER_QUERY + "The sum of Eqn 9 over the subset is empty. What is left out is all that moves attention: "
    "(f_nf_nᵀ-I)f_n = 0 in (10)."
)
S7["residual subsets"].uses("Theorem 2/a", "Lemma 4/Eqn 10", "Lemma 13")
S7["residual subsets"].refuted("K=2 M=6400 e=4/5").note(
    ONE_CLASS_PER_QUERY
    + "In print Theorem 2 (a) applies within each subset, of which every token of n is distinct. But ż_ml is "
    "that of a token that two classes of different queries share. By (10) it falls; by the sum over the subset, which is "
    "empty, it rests."
)

STATEMENTS = (S7,)
