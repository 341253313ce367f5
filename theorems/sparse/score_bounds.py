"""What a bound on the scores gives for A, D and their sparse versions (Lemmas 4.2, D.3, E.4, Eq. (2), (3)).

With |S_ij| ≤ M everything here is an interval computation: an entry of A lies in [e^-M, e^M], a sum of m of them in [m e^-M, m
e^M]. The probability statements take M = C R √log(n/δ), and that is too small: Definition C.1 lets b = B √log(nd/δ) bound an
entry, so that S is of order R log(nd/δ), which outruns every C R √log(n/δ). Constant entries are independent.
"""

from theorems.sparse.language import *

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


def score(m: Expr) -> None:
    """No score is larger than ‖S‖_∞."""
    hence(SCORE_BOUND(i, j))


def exponential(m: Expr) -> None:
    """Of a score that is at most m."""
    hence(*high_score(m, j))


def sum_of_exponentials(m: Expr) -> None:
    """Of n of them, from below."""
    have(ForAll(l, columns, exp(-m) <= exp(S[i, l])), by(*low_score(m, l)))
    hence(SUM_ABOVE_COUNT(lambda l: exp(S[i, l]), exp(-m), l, columns), LENGTH(l))


def largest_of_row(m: Expr) -> None:
    """The exponential of a score that is at most m."""
    obtain(high_entry(m))


def largest_of_window(m: Expr) -> None:
    """An entry of A_spar is that of A, or 0."""
    obtain(sparse_entry(), high_entry(m))


def from_sums(*sums: Any) -> Callable[[Expr], None]:
    def shown(m: Expr) -> None:
        """Every term lies between e^-m and e^m."""
        obtain(*(bounded(m) for bounded in sums))

    return shown


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
    shown: Callable[[Expr], None],
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
        shown=shown,
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
