"""What a bound on the scores gives for A, D and their sparse versions (Lemmas 4.2, D.3, E.4, Eq. (2), (3)).

With |S_ij| ≤ M everything here is an interval computation: an entry of A lies in [e^-M, e^M], a sum of m of them in [m e^-M, m
e^M]. The probability statements take M = C R √log(n/δ), and that is too small: Definition C.1 lets b = B √log(nd/δ) bound an
entry, so that S is of order R log(nd/δ), which outruns every C R √log(n/δ). Constant entries are independent.
"""

from theorems.sparse.language import *

HIGH, LOW = 1, -1  # c_j, for all j


@auxiliary(
    (S[i, j] == highest)
    & (A[i, j] == top)
    & (A_spar[i, j] == top)
    & (row_sum == D[i, i])
    & (D[i, i] == n * top)
    & (D_spar[i, i] == k * top)
)
def of_equal_scores() -> None:
    """A is e^{s_1} everywhere, and the window holds the whole row."""
    have(ForAll(l, columns, A[i, l] == top), A_IS(i, l), EQUAL_SCORES(i, l))
    have((S[i, j] == highest) & (A[i, j] == top), A_IS(i, j), EQUAL_SCORES(i, j))
    have(ForAll(l, columns, exp(S[i, l]) == A[i, l]), A_IS(i, l))
    have(row_sum == D[i, i], SUM_EQUAL, D_IS(i))
    have(D[i, i] == n * top, D_IS(i), SUM_EQUAL, SUM_OF_CONSTANT(top, l, columns), LENGTH(l))
    have(ForAll(l, columns, A_spar[i, l] == top * kept(i, l)), A_SPAR_IS(i, l))
    have(
        D_spar[i, i] == k * top,
        D_SPAR_IS(i, l),
        SUM_EQUAL,
        SUM_FACTOR(top, lambda l: kept(i, l), l, columns),
        WINDOW_SIZE(i, l),
    )
    have(ForAll(l, columns, 1 - kept(i, l) >= 0), in_or_out(l))
    have(1 - kept(i, j) <= 0, SUM_ABOVE_TERM(lambda l: 1 - kept(i, l), l, columns, j), *OUTSIDE)
    have(kept(i, j) == 1, in_or_out(j))
    have(A_spar[i, j] == top, A_SPAR_IS(i, j))


def equal_scores(line: Line, sign: int, number: int = 0) -> None:
    """All scores are R log(2n/δ), or all are -R log(2n/δ): the relation of this number of the line is false, whatever C is."""
    inputs = (d == 2, R == 1, C > 0, C <= sqrt(log(n)), delta == Q(1, 100), reach == 1, most == sign, levels == 1)
    words = "1 for all j: every score is R log(2n/δ)" if sign > 0 else "-1 for all j: every score is -R log(2n/δ)"

    @refuted_along(
        line,
        f"m -> n = k = 10^m, c_j = {sign} for all j, R = 1",
        lambda m: f"row={sign}x{10**m} k={10**m} R=1 delta=1/100 C=2",
        (n >= 100, log(n) >= 4, k == n, *inputs),
        number=number,
        reasons=(ENTRIES_OF_X(),),
        sizes=(n == 10**K, R == 1),
        how=f"Take c_j = {words}, a certain event, and log(2n/δ) outruns C √log(n/δ) for every C (and every R > 0), once "
        "n > δ e^{C²}. The deterministic input satisfies Definition C.1 word for word; random signs ±b in place of b give the "
        "same |S_ij|.",
    )
    def _() -> None:
        root, own = sqrt(log(n / delta)), sqrt(log(n))
        calc(M).eq(C * root, M_IS).le(own * root).le((log(n) + log(n / delta)) / 2, TWO_SQUARES(own, root)).lt(log(200 * n))
        have(highest == sign * log(200 * n), SCORES_OF_INPUT)
        have(exp(M) < top, EXP_GROWS_STRICTLY(M, highest)) if sign > 0 else have(top < exp(-M), EXP_GROWS_STRICTLY(highest, -M))
        obtain(of_equal_scores)
        hence(ABS_ABOVE(S[i, j]))


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
    sign: int,
    *uses: str,
    number: int = 0,
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
        refutation=lambda line: equal_scores(line, sign, number),
        witness=f"row={sign}x1 k=1 R=1 delta=1/100 C=2",
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
state(E4, "3", chain(k * exp(-M), "<=", D_spar[i, i], "<=", k * exp(M)), of_window, HIGH, "Lemma E.4/1", number=1)
state(E4, "3(b)", D_spar[i, i] >= k * exp(-M), from_sums(low_sparse_sum), LOW, "Lemma E.4/1")
state(E4, "4", chain(n * exp(-M), "<=", D[i, i], "<=", n * exp(M)), of_row, HIGH, "Lemma D.3/2", number=1)
state(E4, "4(b)", D[i, i] <= n * exp(M), from_sums(high_sum), HIGH, "Lemma D.3/2")
state(E4, "5", chain(exp(-M) / k, "<=", D_spar[i, i] ** -1, "<=", exp(M) / k), of_window, HIGH, "Lemma E.4/3")
state(E4, "5(b)", D_spar[i, i] ** -1 <= exp(M) / k, from_sums(low_sparse_sum), LOW, "Lemma E.4/3(b)")
state(E4, "6", chain(exp(-M) / n, "<=", D[i, i] ** -1, "<=", exp(M) / n), of_row, HIGH, "Lemma E.4/4")
state(E4, "6(b)", D[i, i] ** -1 <= exp(M) / n, from_sums(low_sum), LOW, "Lemma E.4/4")

STATEMENTS = (LEMMA_4_2, D3, EQUATION_2, EQUATION_3, E4)
