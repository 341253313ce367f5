"""What a bound on the scores gives for A, D and their sparse versions (Lemmas 4.2, D.3, E.4, Eq. (2), (3)).

With |S_ij| ≤ M everything here is an interval computation: an entry of A lies in [e^-M, e^M], a sum of m of them in
[m e^-M, m e^M]. The probability statements take M = C R √log(n/δ), and that is too small: Definition C.1 lets
b = B √log(nd/δ) bound an entry, so that S is of order R log(nd/δ), which outruns every C R √log(n/δ). Constant entries
are independent.
"""

from __future__ import annotations

from collections.abc import Callable

from theorems.sparse.language import *
from theorems.textbook import *

HIGH = refuted(
    "Take c_j = 1 for all j: every score is R log(2n/δ), a certain event, and e^{R log(2n/δ)} > e^{C R √log(n/δ)} for "
    "every R > 0 and every C once n > δ e^{C²}. The deterministic input satisfies Definition C.1 word for word; random "
    "signs ±b in place of b give the same |S_ij|."
)
LOW = refuted(
    "Take c_j = -1 for all j: every score is -R log(2n/δ), a certain event, so every sum of exponentials is below its "
    "claimed lower bound (and every inverse above its claimed upper bound) once n > δ e^{C²}, for every C."
)


WITNESSES = {HIGH: "row=1x1 k=1 R=1 delta=1/100 C=2", LOW: "row=-1x1 k=1 R=1 delta=1/100 C=2"}


def score(m: Expr) -> Script:
    return by(SCORE_BOUND(i, j))


def exponential(m: Expr) -> Script:
    return by(*high_score(m, j))


def sum_of_exponentials(m: Expr) -> Script:
    """Of n of them, from below."""
    return using(
        (ForAll(l, columns, exp(-m) <= exp(S[i, l])), by(*low_score(m, l))),
        then=by(SUM_ABOVE_COUNT(lambda l: exp(S[i, l]), exp(-m), l, columns), LENGTH(l)),
    )


def largest_of_row(m: Expr) -> Script:
    return high_entry(m)[1]


def largest_of_window(m: Expr) -> Script:
    return using(sparse_entry(), high_entry(m), then=by())


def from_sums(*sums: Callable[[Expr], Shown]) -> Bounded:
    """A bound on a sum, or on its inverse, from bounds on sums."""
    return lambda m: using(*(bounded(m) for bounded in sums), then=by())


of_row, of_window = from_sums(low_sum, high_sum), from_sums(low_sparse_sum, high_sparse_sum)
ON_INPUTS = entries(INPUTS)
SURE_RANGES = {
    A[i, j]: ranges.A_ENTRY,
    A_spar[i, j]: ranges.A_ENTRY,
    exp(S[i, j]): ranges.A_ENTRY,
    abs(S[i, j]): ranges.SCORE,
    D[i, i]: ranges.D_SUM,
    row_sum: ranges.D_SUM,
    D_spar[i, i]: ranges.D_SPAR_SUM,
    D[i, i] ** -1: ranges.D_INVERSE,
    D_spar[i, i] ** -1: ranges.D_SPAR_INVERSE,
}


def state(
    lemma: Lemma,
    label: str,
    claim: Claim,
    proof: Bounded,
    refutation: Argument,
    *uses: str,
    note: str = "",
    provenance: str = "",
) -> None:
    """A bound in its three forms."""
    bound: Claim = claim
    while isinstance(bound, ForAll):
        bound = bound.body
    assert isinstance(bound, Relation | tree.Chain)
    entry = bound.terms[1] if isinstance(bound, tree.Chain) else bound.left
    forms_of_entries(
        lemma,
        label,
        claim,
        proof=proof,
        refutation=refutation,
        witness=WITNESSES[refutation],
        uses=uses or None,
        provenance=provenance,
        trivial=ranges.beside_sure_bound(SURE_RANGES[entry], INPUTS),
    ).note(note)


D3 = Lemma("D.3", "Appendix D.3", "bounds on A and D", given=ON_INPUTS, uses=["Lemma D.4/(a)(iii)"])
state(D3, "1", A[i, j] <= exp(M), largest_of_row, HIGH)
state(D3, "2", D[i, i] <= n * exp(M), from_sums(high_sum), HIGH, "Lemma D.3/1", provenance="inferred")
state(
    D3,
    "3",
    D[i, i] >= n * exp(-M),
    from_sums(low_sum),
    LOW,
    provenance="inferred",
    note='The statement prints "Part 2" twice; the second is Part 3, as its proof says.',
)

LEMMA_4_2 = Lemma(
    "4.2",
    "Section 4.1",
    "concentration of the scores, of A and of D",
    given=ON_INPUTS,
    provenance="public",
    uses=["Lemma D.4/(a)(iii)", "Remark D.5"],
)
state(LEMMA_4_2, "1", abs(S[i, j]) <= M, score, HIGH)
state(LEMMA_4_2, "2", D[i, i] <= n * exp(M), from_sums(high_sum), HIGH, provenance="inferred")
state(LEMMA_4_2, "2(b)", ForAll(i, columns, ForAll(j, columns, A[i, j] <= exp(M))), largest_of_row, HIGH, provenance="inferred")
state(LEMMA_4_2, "3", D[i, i] >= n * exp(-M), from_sums(low_sum), LOW, provenance="inferred")

EQUATION_2 = Lemma("Equation 2", "Appendix D.1", given=ON_INPUTS, provenance="inferred", uses=["Lemma D.3/1"])
state(EQUATION_2, "", exp(S[i, j]) <= exp(M), exponential, HIGH)

EQUATION_3 = Lemma("Equation 3", "Appendix D.1", given=ON_INPUTS, provenance="inferred", uses=["Lemma D.3/3"])
state(EQUATION_3, "", row_sum >= n * exp(-M), sum_of_exponentials, LOW)

E4 = Lemma("E.4", "Appendix E.4", "the toolkit of Appendix E", given=ON_INPUTS, provenance="inferred")
state(E4, "1", A[i, j] <= exp(M), largest_of_row, HIGH, "Equation 2")
state(
    E4,
    "2",
    A_spar[i, j] <= exp(M),
    largest_of_window,
    HIGH,
    "Lemma E.4/1",
    "Lemma D.3/2",
    note="The largest entry of a row is always inside the window, so A and A_spar have the same one.",
)
state(E4, "3", chain(k * exp(-M), "<=", D_spar[i, i], "<=", k * exp(M)), of_window, HIGH, "Lemma E.4/1")
state(E4, "3(b)", D_spar[i, i] >= k * exp(-M), from_sums(low_sparse_sum), LOW, "Lemma E.4/1")
state(E4, "4", chain(n * exp(-M), "<=", D[i, i], "<=", n * exp(M)), of_row, HIGH, "Lemma D.3/2")
state(E4, "4(b)", D[i, i] <= n * exp(M), from_sums(high_sum), HIGH, "Lemma D.3/2")
state(E4, "5", chain(exp(-M) / k, "<=", D_spar[i, i] ** -1, "<=", exp(M) / k), of_window, HIGH, "Lemma E.4/3")
state(E4, "5(b)", D_spar[i, i] ** -1 <= exp(M) / k, from_sums(low_sparse_sum), LOW, "Lemma E.4/3(b)")
state(E4, "6", chain(exp(-M) / n, "<=", D[i, i] ** -1, "<=", exp(M) / n), of_row, HIGH, "Lemma E.4/4")
state(E4, "6(b)", D[i, i] ** -1 <= exp(M) / n, from_sums(low_sum), LOW, "Lemma E.4/4")

STATEMENTS = (LEMMA_4_2, D3, EQUATION_2, EQUATION_3, E4)
