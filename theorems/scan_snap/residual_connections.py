"""Residual connections (scan_snap, Section 7)."""

from itertools import combinations

from strategies.sequence_classes import excess_word
from theorems.scan_snap.common_token import ONE, overlap
from theorems.scan_snap.language import *
from theorems.scan_snap.twins import coefficients_agree, equal_correction, equal_pull
from theorems.textbook import *

_K = positive("K")
S7 = Lemma("Section 7", "Section 7", given=ONE, uses=["Theorem 1/Eqn 9", "Lemma 13"])


@dataclass(frozen=True)
class Residual:
    """K classes of one query m that overlap by e before and by (1+e)/2 after the residual connection; m is in no support."""

    K: int
    M: Ball
    e: Ball

    @property
    def beta(self) -> Ball:
        return equal_pull((1 + self.e) / 2, self.K, self.M)


def bind_residual(i: Instance, arithmetic: Arithmetic) -> Residual:
    """``K``, ``M``, ``e``."""
    del arithmetic
    return Residual(int(i.K), balls.ball(i.M), balls.ball(i.e))


RESIDUAL = Domain(
    name="classes of one query with a residual connection",
    draw=lambda: st.builds(
        lambda K, M, e: {"K": K, "M": M, "e": e}, st.integers(2, 60), st.integers(100, 10**6), st.fractions(0, Fraction(1, 2))
    ),
    bind=bind_residual,
    conditions=(
        Condition(chain(2, "<=", K, "<=", M)),
        Condition(
            chain(0, "<=", (K - 1) * overlap, "<", 1 / K),
            lambda i: i.e >= 0 and i.K * (i.K - 1) * i.e < 1,
            lambda i: i.but(e=Fraction(i.e) / int(i.K) ** 2),
        ),
    ),
    small=lambda: (Instance(K=K, M=36 * K**4, e=0) for K in range(2, 60)),
    variables={"K": "number of classes of the query", "M": "vocabulary size", "e": "f_n·f_n'", "beta": "β_nn'"},
    feasible="K ≥ 2, 0 ≤ f_n·f_n' < 1/(K(K-1))",
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
    pairs = dict.fromkeys(combinations(range(int(i.K)), 2), Fraction(i.e) / 2)
    return Apart(
        Overlaps(arithmetic, int(i.K), int(i.M), excess_word(int(i.K), pairs), (Fraction(0),) * int(i.K)), Fraction(i.e)
    )


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
psi = Symbol("ψ")
normalised = "with ū = LN(LN(ũ)+u_{x_T}): "
with S7.where(given=Computed(RESIDUAL, {beta[n, np]: "beta", overlap: "e"})):
    S7["residual beta"] = Words(normalised, beta[n, np], " ≈ ", overlap + Indicator(psi(n) == psi(np)))
S7["residual beta"].bridge(beta[n, np] >= (overlap + 1) / 10).trivial(never_negative("β_nn'"), RESIDUAL.feasible)
S7["residual beta"].note(
    "Two classes of one query, β_nn' by Eqn 88, Assumption 2 without the residual connection. ≈ is compared as: at least a "
    "tenth of it."
)
S7["residual beta"].uses("Theorem 1/Eqn 88").proved(
    RefutedAlong(
        family=Family(
            "K = k classes of one query without overlap, M = 36k⁴", lambda k: Instance(K=k, M=36 * k**4, e=0), first=2
        ),
        how="The directions (f_n + e_m)/√2 overlap by ½, so E'_nn' = ½/(½(1+(K-1)/2)) = 2/(K+1): β_nn' = 2/(K+1) + O(1/M) → 0, "
        "not 1.",
        steps=[
            exact("K = 2, 3, 4: E' and β at equal overlaps", coefficients_agree),
            identity("E' at e = 1/2", equal_correction(sympy.Rational(1, 2), _K), 2 / (_K + 1)),
            limit_is("2/(K+1) → 0", 2 / (_K + 1), _K, 0),
        ],
        confirm=(30, 100, 1000),
        in_words="the closed form of E' for K classes whose directions overlap by ½; it is checked for K = 2, 3, "
        "4, its limit for all, members in balls.",
    )
)
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
