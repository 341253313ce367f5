"""The arguments behind the statements with random signs (superiority v1, Lemmas D.4 to D.16, Theorems D.5 to D.17).

Two facts carry them all.

*Many ones.* Let X = s1 α + Y with a fair sign s1 independent of the symmetric Y, and α > θ > 0. Then |X| <= θ forces
s1 Y into [-α-θ, -α+θ], so Pr[|X| <= θ] <= Pr[Y <= -(α-θ)] <= 1/2 (Y is symmetric and α > θ), hence
Pr[X > θ] >= 1/4 by the symmetry of X; one more fair sign in front of the last column gives 1/8.

*Few ones.* With the entries bounded by α <= a g, β <= b (g + t/n), γ <= b t/n the squares add up to at most S = (a^2 + 2b^2)
g^2 + 2 b^2 t^2/n^2 + b^2 t^2 (d-3)/n^2, and |Σ| >= 1/10 has probability at most 2 exp(-1/(200 S)) by Hoeffding (Lemma 3.1). On
a family d - 2 = w, t = w^r and with g = G n^(-θ) this is S <= M w^(-e), M = (a^2 + 2b^2) G^2 + 3 b^2, e = min(1, 2θ(r+1)).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from kernels import balls
from kernels.balls import Ball, Truth
from theorems.provers.argument import Step
from theorems.provers.families import PRINTED_ROUTE, Eventually, Family
from theorems.statement import Part, Statement
from theorems.superiority.printed_routes import AT_DELTA, AT_KAPPA, PrintedRoute
from theorems.superiority.signs_on_data import widening
from theorems.superiority.squared_entries import Entries, on_growth, on_widening, stay_below
from theorems.vocabulary import Reading, Verdict

RATE = "I(u) = ((1+u) log(1+u) + (1-u) log(1-u))/2 ≥ u²/2"


def dependence(what: str, share: str, gaussian: str, columns: int | None) -> str:
    """How n0 moves with the constants where the entries that count are N = ``what`` equal ones and u = ``share`` of their sum.

    The mean of N signs exceeds u with probability exp(-N I(u)) up to lower order (Cramér), which meets δ/n^κ at n0.
    """
    wanted = "κ log n + log(1/δ)" if columns is None else "κ log n + log(m/δ), m = ⌈C log(n/δ)⌉"
    union = "" if columns is None else ", C counts through log C"
    return (
        f"n0 is where {what} I({share}) passes {wanted} up to lower order, {RATE}{gaussian}: "
        f"where d = n^e, n0^e is linear in log(1/δ) and, up to a logarithm, in κ{union}; n0 is exponential in 1/e"
    )


def self_dependence(columns: int | None = None, besides: str = "") -> str:
    """The d-3 equal block columns b t/n against 1/10; the first column and j3's block fall faster."""
    return dependence("(d-2)", "1/(10b)", ", so 200 b² times the right-hand side is enough for d-2", columns) + besides


@cache
def _proved(part: Part) -> bool:
    finding = part.proved if part.witness is None else None
    return finding is not None and finding.verdict is Verdict.HOLDS and finding.evidence.reads_the_claim


def rests_on(statement: Statement, *labels: str, repaired: Sequence[str] = ()) -> Step:
    """Parts of a lemma, proved again here: ``labels`` as printed (stated), ``repaired`` in their intended reading.

    Each needs a proof of its own in the reading that is cited: a part that fails as printed carries nothing.
    """
    cited = {(label, Reading.STATED) for label in labels} | {(label, Reading.INTENDED) for label in repaired}

    def check() -> bool:
        found = {(p.label, p.reading): p for p in statement.parts}
        return bool(cited) and all(key in found and _proved(found[key]) for key in cited)

    named = [(Reading.STATED, labels), (Reading.INTENDED, repaired)]
    texts = [f"Parts {', '.join(some)} ({reading.value})" for reading, some in named if some]
    return Step(f"{statement.name}, {', '.join(texts)}: proved", check)


@dataclass(frozen=True)
class FewOnes:
    """The second fact on the family d - 2 = w = 2^k, t = w^r.

    a, b:    the coefficients, G and decay θ: the entries of the first kind are at most a G n^(-θ)
    columns: C of m = ceil(C log(n/δ)) where a network is silent on both kinds of rows, None for a single row
    delta:   the failure probability δ of δ/n
    """

    r: int
    a: Fraction
    b: Fraction
    G: Fraction
    decay: Fraction
    columns: int | None = None
    delta: Fraction = AT_DELTA

    @property
    def M(self) -> Fraction:
        return (self.a**2 + 2 * self.b**2) * self.G**2 + 3 * self.b**2

    @property
    def e(self) -> Fraction:
        return min(Fraction(1), 2 * self.decay * (self.r + 1))

    def demand(self) -> tuple[Ball, Fraction]:
        """A, B with: the claim holds where 1/(200 S) >= A + B log w.

        One row: 2 exp(-1/(200 S)) <= δ n^(-κ). With m columns and two kinds of rows: 4 m exp(-1/(200 S)), where
        m <= C log(n/δ) + 1 <= (C+1) n/δ.
        """
        delta = balls.ball(self.delta)
        if self.columns is None:
            return balls.log(2 / delta), Fraction(AT_KAPPA * (self.r + 1))
        return balls.log(4 * (self.columns + 1) / (delta * delta)), Fraction((AT_KAPPA + 1) * (self.r + 1))

    def covered(self, k: int) -> bool:
        """Does the bound prove the claim for every w >= 2^k?

        w^e/(200 M) - B log w grows from where w^e >= 200 M B/e on, so one inequality at w = 2^k is enough.
        """
        A, B = self.demand()
        w = balls.ball(2**k)
        power, M, e, B_ball = w ** balls.ball(self.e), balls.ball(self.M), balls.ball(self.e), balls.ball(B)
        grows = balls.ge(power, 200 * M * B_ball / e)
        enough = balls.ge(power / (200 * M), A + B_ball * balls.log(w))
        return grows is Truth.HOLDS and enough is Truth.HOLDS

    def threshold_index(self) -> int:
        """The first index from which the bound proves everything: the threshold of the printed proof's own route."""
        return next(k for k in range(2, 4000) if self.covered(k))

    def edge(self, exponent: Fraction) -> str:
        """The size from which the bound proves the claim for every family with t √d <= n^(1 - exponent/2).

        There S <= M n^(-e) with e = min(exponent, 2θ), and the same two inequalities decide with n in place of w.
        """
        e = min(exponent, 2 * self.decay)
        single = replace(self, r=0, decay=e / 2)
        k = next(k for k in range(2, 100_000) if single.covered(k))
        return f"n >= 2^{k} (about 10^{k * 30103 // 100000})"

    @property
    def coefficients(self) -> dict[str, Fraction]:
        """The data's coefficients as the cited bounds name them."""
        return {"a0": self.a, "a1": self.a, "b": self.b}

    def squares_stay_below(self, entries: Entries) -> bool:
        """S <= M w^(-e) for all w >= 2, with S added up from the bounds of ``entries``, in each kind of row."""
        squares = entries.squares(self.coefficients)
        return self.e > 0 and all(stay_below(on_widening(total, apart, self.r), self.M, self.e) for apart, total in squares)

    def squares_stay_below_at_the_edge(self, entries: Entries, exponent: Fraction) -> bool:
        """S <= M n^(-e) for all n >= 2 wherever t √d <= n^(1 - exponent/2): what ``edge`` rests on."""
        squares = entries.squares(self.coefficients)
        e = min(exponent, 2 * self.decay)
        return all(stay_below(on_growth(total, exponent), self.M, e) for _, total in squares)

    def edge_words(self, exponent: Fraction) -> str:
        """The e and the hypothesis of that inequality."""
        return f"with e = {min(exponent, 2 * self.decay)} wherever t √d <= n^{1 - exponent / 2}"

    def steps(self, growth: Fraction, entries: Entries, others: Iterable[FewOnes] = ()) -> Sequence[Step]:
        """``growth``: the exponent g of the hypothesis t √d = o(n^g); ``others``: the same with other constants."""
        return (
            Step(
                f"t √d = o(n^{growth}) on the family: r + 1/2 < {growth} (r + 1)",
                lambda: self.r + Fraction(1, 2) < growth * (self.r + 1),
            ),
            Step(
                f"S <= M w^(-e) with M = {self.M}, e = {self.e}: the bounds of the entries, squared and added up ({entries})",
                lambda: all(bound.squares_stay_below(entries) for bound in (self, *others)),
            ),
            Step(
                f"S <= M n^(-e) {self.edge_words(2 - 2 * growth)}, from the same bounds",
                lambda: self.squares_stay_below_at_the_edge(entries, 2 - 2 * growth),
            ),
            Step(
                f"1/(200 M w^(-e)) >= A + B log w for all w >= 2^{self.threshold_index()}: true there, increasing after",
                lambda: self.covered(self.threshold_index()),
            ),
        )


def threshold(
    bound: FewOnes,
    entries: Entries,
    growth: Fraction,
    how: str,
    *,
    family: Callable[[FewOnes], Family],
    constants: str,
    dependence: str,
    route: Callable[[], str],
    edge: str,
    others: Mapping[str, FewOnes] | None = None,
    rests: Sequence[Step] = (),
    in_words: str = "",
) -> Eventually:
    """True from some size on by the second fact, with n0 along the family of ``bound`` and of the ``others``.

    entries, growth: the rows that the claim speaks of, and the exponent g of t √d = o(n^g)
    route, edge:     what the printed proof needs, and the hypothesis in words
    """
    elsewhere = others or {}
    return Eventually(
        family(bound),
        bound.threshold_index,
        how,
        (*rests, *bound.steps(growth, entries, elsewhere.values())),
        constants=f"δ = {AT_DELTA}, κ = {AT_KAPPA}{'' if bound.columns is None else f', C = {bound.columns}'}{constants}",
        dependence=dependence,
        also={PRINTED_ROUTE: route, f"every family with {edge}": lambda: bound.edge(2 - 2 * growth)},
        elsewhere={name: (family(other), other.threshold_index) for name, other in elsewhere.items()},
        in_words=in_words,
    )


def on_self_attention(
    dataset: int, bound: FewOnes, entries: Entries, growth: Fraction, how: str, *, besides: str, route: PrintedRoute, edge: str
) -> Eventually:
    """The threshold on D0 or D1, also where d grows slower, and for other b and δ."""
    others = {
        "n0 if d grows like n^(1/4)": replace(bound, r=3),
        "n0 if d grows like n^(1/25)": replace(bound, r=24),
        "n0 if b = 1/10": replace(bound, b=Fraction(1, 10)),
        "n0 if δ = 10^-6": replace(bound, delta=Fraction(1, 10**6)),
    }
    return threshold(
        bound,
        entries,
        growth,
        how,
        family=lambda x: widening(dataset, x.r, a=str(x.a), b=x.b, delta=x.delta, C=x.columns),
        constants=f", a{dataset} = {bound.a}, b = {bound.b}",
        dependence=self_dependence(bound.columns, besides),
        route=route,
        edge=edge,
        others=others,
    )
