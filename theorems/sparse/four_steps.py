"""The four steps to the error of top-k attention (Lemma E.3, Eq. (6)).

With tau the dropped mass, u_hat = u/(1-tau) on the window: the error is u_hat·tau inside it and u outside. On
|S_ij| ≤ M every bound of the paper follows, with room to spare (e^{2M}/k would do for Eq. (6)). With M = C R √log(n/δ) in
place of a bound the lemmas fail; the one exception is u_(k+1) ≤ 1/(k+1), which is true of every row.
"""

from theorems.sparse.language import *
from theorems.sparse.sparsity import PRINTED_SCORES

_logarithm = log(n / delta)
SPIKE_INPUTS = (d == 2, R == Q(1, 4), delta == Q(1, 100), reach == 1, most == 1, least == 0, levels == 2, leaders == 1)


@auxiliary(Q(1, 2) <= first_error)
def large_first_error() -> None:
    """top = (200 n)^{1/4} lies between 3k² and 4k², where n = k^8."""
    have((top**4 == 200 * k**8) & (low == 1), SCORES_OF_INPUT)
    have(top**2 >= 14 * k**4, only(ROOT_ABOVE(top**4, 14 * k**4)))
    have(top**2 <= 15 * k**4, only(ROOT_BELOW(top**4, 15 * k**4)))
    have(top >= 3 * k**2, only(ROOT_ABOVE(top**2, 3 * k**2)))
    have(top <= 4 * k**2, only(ROOT_BELOW(top**2, 4 * k**2)))
    have(n >= 16 * top, only(n == k**8, k >= 10, top <= 4 * k**2))
    have(Q(1, 2) <= first_error, only(low == 1, top >= 3 * k**2, n >= 16 * top, k >= 10))


@auxiliary(exp(6 * M) <= exp(-9) * k)
def small_bound() -> None:
    """6M = (3/2) C √L ≤ L/16 + 9C², L = log 100 + 8 log k, and C² ≤ (log k)/25."""
    root = sqrt(log(k)) / 5
    calc(6 * M).eq(Q(3, 2) * C * sqrt(_logarithm), M_IS).le(_logarithm / 16 + 9 * C**2, SQUARE(sqrt(_logarithm) / 4 - 3 * C))
    calc(C**2).le(root**2, SQUARE_GROWS(C, root)).eq(log(k) / 25)
    have(6 * M <= log(k) - 9)
    have(exp(6 * M) <= exp(-9) * k, only(EXP_GROWS(6 * M, log(k) - 9)))


def spike(line: Line, statements: Callable[[], None], more: str = "", also: tuple[Claim, ...] = ()) -> None:
    """One score R log(2n/δ) with R = 1/4 among zeros: the statements show that the bound is below 1/2, and the error above."""
    how = (
        "The weight q = (2n/δ)^{1/4} of one entry outgrows the window k = n^{1/8} but not n: u_hat_1 = q/(q + k-1) tends to 1 "
        "while u_1 = q/(q + n-1) tends to 0, a certain event. The error tends to 1; the bound tends to 0 for every C, because "
        "e^{c√log(n/δ)} is less than any power of n. R = (1 + c)/2 does the same to k = n^c, for every c < 1."
    )
    refuted_along(
        line,
        "m -> n = 10^(8m), k = 10^m, one score R log(2n/δ), R = 1/4, the others 0",
        lambda m: f"row=1x1,0x{10 ** (8 * m) - 1} k={10**m} R=1/4 delta=1/100 C=2{more}",
        (k >= 10, log(k) >= 92, n == k**8, C > 0, C <= sqrt(log(k)) / 5, *SPIKE_INPUTS, *also),
        reasons=(ENTRIES_OF_X(),),
        sizes=(k == 10**K, n == 10 ** (8 * K), R == Q(1, 4)),
        confirm=(44, 60, 100),
        how=how,
    )(statements)


of_sums = D[i, i] - D_spar[i, i]
lost = abs(D[i, i] ** -1 * A[i, j] - D[i, i] ** -1 * A_spar[i, j])
sums = abs(of_sums)
inverses = abs(D[i, i] ** -1 - D_spar[i, i] ** -1)
held = abs(D[i, i] ** -1 * A_spar[i, j] - D_spar[i, i] ** -1 * A_spar[i, j])


def step_1(m: Expr) -> None:
    """Two numbers that are at most the share of the entry."""
    entry, sparse = D[i, i] ** -1 * A[i, j], D[i, i] ** -1 * A_spar[i, j]
    obtain(share(m, i, j), sparse_share(m))
    hence(ABS_OF_DIFFERENCE(entry, sparse, exp(2 * m) / n))


outside = (1 - kept(i, j)) * A[i, j]  # the entry if it is dropped, 0 if not


@auxiliary(outside * k <= D_spar[i, i])
def no_larger() -> None:
    """A dropped entry is at most any of the k kept ones."""
    larger = by(TOP_K(i, l, j), A_SPAR_IS(i, l), A_IS(i, l), in_or_out(l), in_or_out(j))
    have(ForAll(l, columns, outside * kept(i, l) <= A_spar[i, l]), larger)
    in_order = SUM_ORDER(lambda l: outside * kept(i, l), lambda l: A_spar[i, l], l, columns)
    hence(in_order, SUM_FACTOR(outside, lambda l: kept(i, l), l, columns), WINDOW_SIZE(i, l), D_SPAR_IS(i, l))


@auxiliary(D_spar[i, i] <= D[i, i])
def sparse_sum_is_less() -> None:
    """Entry by entry."""
    with proving(ForAll(l, columns, A_spar[i, l] <= A[i, l])):
        obtain(sparse_entry(i, l))
    hence(SUM_ORDER(lambda l: A_spar[i, l], lambda l: A[i, l], l, columns), D_SPAR_IS(i, l), D_IS(i))


def dropped_is_small() -> None:
    """A dropped entry is at most any of the k kept ones, and these add up to at most 1."""
    entry = D[i, i] ** -1 * A[i, j] - D[i, i] ** -1 * A_spar[i, j]
    obtain(positive_sum, no_larger, sparse_sum_is_less, sparse_entry())
    calc(lost).eq(entry, ABS_OF_NONNEGATIVE(entry)).eq(outside / D[i, i], A_SPAR_IS(i, j)).le(1 / k).le(exp(2 * M) / k)


def step_1_b(m: Expr) -> None:
    """A dropped entry is at most any of the k kept ones, and these add up to at most 1."""
    obtain(at_least_one(m))
    dropped_is_small()


def step_1_b_as_printed(line: Line) -> None:
    """Of every row: M is not negative."""

    @proof(line)
    def _() -> None:
        """A dropped entry is at most any of the k kept ones, and these add up to at most 1."""
        obtain(*PRINTED_SCORES)
        dropped_is_small()


def step_2(m: Expr) -> None:
    """n - k dropped entries of at most e^m; the Cauchy-Schwarz step of the printed proof is not needed."""
    obtain(at_least_one(m), sum_difference(m))
    calc(sums).eq(of_sums, ABS_OF_NONNEGATIVE(of_sums)).le((n - k) * exp(m)).le((n - k) * exp(3 * m))


def step_3(m: Expr) -> None:
    """Both inverses are at most e^m/k."""
    whole, sparse, bound = D[i, i] ** -1, D_spar[i, i] ** -1, exp(m) / k
    obtain(at_least_one(m), inverse_sums(m))
    calc(inverses).le(bound, ABS_OF_DIFFERENCE(whole, sparse, bound)).le(exp(5 * m) / k)


def step_4(m: Expr) -> None:
    """A kept entry of P and one of P̂ are both at most e^{2m}/k."""
    whole, sparse, bound = D[i, i] ** -1 * A_spar[i, j], D_spar[i, i] ** -1 * A_spar[i, j], exp(2 * m) / k
    obtain(at_least_one(m), sparse_share(m))
    obtain(kept_share(m, i, j))
    calc(held).le(bound, ABS_OF_DIFFERENCE(whole, sparse, bound)).le(exp(6 * m) / k)


def _steps(domain: Domain) -> Computed:
    """Of an entry the largest of the row is compared: the bounds are for all i, j."""
    return on(domain).knowing(
        {
            lost: "u_dropped",
            sums: lambda x: x.exp(x.shift) * x.dropped_weight,  # without cancellation
            inverses: "inverse_difference",
            held: "kept_error",
        }
    )


def _rows_of(name: str, levels: Callable[[int, int], str], k: int) -> Computed:
    """Rows of ten equal scores or more, or of two kinds of scores, two of the first."""
    rows = replace(
        ROWS.where(DROPS),
        name=name,
        draw=lambda: st.builds(lambda n, M: {"row": levels(n, M), "k": k, "M": M}, st.integers(10, 99), st.integers(1, 9)),
        small=lambda: (Instance(row=levels(n, M), k=k, M=M) for n in range(10, 16) for M in (1, 2)),
    )
    return _steps(rows)


DROPPED_OF_TWO = Definition(
    "the first dropped entry of a row with more scores s_1 than are kept, the others s_n",
    (),
    lost == top / (leaders * top + (n - leaders) * low),
    (levels == 2, k < leaders),
    of=_rows_of("two scores above the others, one kept", lambda n, M: f"{M}x2,{-M}x{n}", 1),
)
SUMS_OF_EQUAL = Definition(
    "D = n e^{s_1} and D_spar = k e^{s_1} where all scores are s_1",
    (),
    (sums == (n - k) * top) & (inverses == 1 / (k * top) - 1 / (n * top)),
    (levels == 1,),
    of=_rows_of("equal scores that are not 0", lambda n, M: f"{-M}x{n}", 3),
)
KEPT_OF_SPIKE = Definition(
    "the first entry of a row with one score s_1 and n - 1 scores s_n",
    (),
    held == first_error,
    (levels == 2, leaders == 1),
    of=_rows_of("one score above the others, three kept", lambda n, M: f"{M}x1,{-M}x{n}", 3),
)


@auxiliary(D_spar[i, i] > 0)
def positive_sparse_sum() -> None:
    """Some entry is kept."""
    obtain(low_sparse_sum(Norm(S, "∞")))
    hence(only(k >= 1, k * exp(-Norm(S, "∞")) <= D_spar[i, i]))


def one_level(
    line: Line, words: str, row: Callable[[int], str], R_is: Expr, share: Expr, *where: Claim, least: int = 20
) -> Any:
    """``@one_level(line, ...)``: the statements below are of inputs with k = 1 whose first score is ± R log(2n/δ).

    They are of every C: at most this share of √log n, from some size on.
    """
    inputs = (k == 1, d == 2, C > 0, C <= share * sqrt(log(n)), delta == Q(1, 100), reach == 1, R == R_is)
    return refuted_along(
        line,
        f"m -> n = 10^m, k = 1, {words}, R = {R_is}",
        lambda m: f"row={row(10**m)} k=1 R={R_is} delta=1/100 C=2",
        (*where, *inputs),
        reasons=(ENTRIES_OF_X(),),
        sizes=(n == 10**K, R == R_is),
        confirm=(least, 100, 300),
    )


def two_sinks(line: Line) -> None:
    """Two equal scores, of which one is dropped."""
    rows = (n >= 10**6, log(n) >= 46, most == 1, least == -1, levels == 2, leaders == 2)

    @one_level(line, "c_j = 1 for two keys and -1 for the others", lambda n: f"1x2,-1x{n - 2}", Q(1, 2), Q(1, 2), *rows)
    def _() -> None:
        """Two scores are +R log(2n/δ), the others -R log(2n/δ) (R = 1/2): u_1 = u_2 = 1/(2 + (n-2) δ/(2n)) > 1/3 for every n.
        With k = 1 the second one is dropped, while e^{2M}/n tends to 0 for every C: 2M = C√L ≤ (L + C²)/2 for L = log 100 n.
        """
        most = sqrt(log(n)) / 2
        calc(2 * M).eq(C * sqrt(_logarithm), M_IS).le(_logarithm / 2 + C**2 / 2, SQUARE(sqrt(_logarithm) - C))
        calc(C**2).le(most**2, SQUARE_GROWS(C, most)).eq(log(n) / 4)
        have(2 * M <= log(n) - 4)
        have(exp(2 * M) <= exp(-4) * n, EXP_GROWS(2 * M, log(n) - 4))
        have(low == top / (200 * n), SCORES_OF_INPUT)
        obtain(positive_sum)
        calc(lost).eq(top / (2 * top + (n - 2) * low), DROPPED_OF_TWO).ge(Q(1, 3))
        calc(exp(2 * M) / n).le(exp(-4)).lt(Q(1, 3)).le(lost)


def all_high(line: Line) -> None:
    """All scores are R log(2n/δ)."""
    rows = (n >= 10**6, log(n) >= 46, most == 1, levels == 1)

    @one_level(line, "c_j = 1 for all j", lambda n: f"1x{n}", expr(1), Q(1, 3), *rows)
    def _() -> None:
        """All scores are R log(2n/δ): D - D_spar = (n-k) e^{R log(2n/δ)}, and log(2n/δ) outruns 3C √log(n/δ) for every C."""
        calc(3 * M).eq(3 * C * sqrt(_logarithm), M_IS).le(sqrt(log(n)) * sqrt(_logarithm)).le(_logarithm, ROOT_GROWS)
        have(exp(3 * M) <= 100 * n, EXP_GROWS(3 * M, _logarithm))
        have(top == 200 * n, SCORES_OF_INPUT)
        calc((n - k) * exp(3 * M)).le((n - k) * (100 * n)).lt((n - k) * top).eq(sums, SUMS_OF_EQUAL)


def all_low(line: Line) -> None:
    """All scores are -R log(2n/δ)."""
    rows = (n >= 100, log(n) >= 138, most == -1, levels == 1)

    @one_level(line, "c_j = -1 for all j", lambda n: f"-1x{n}", expr(1), Q(1, 5), *rows, least=60)
    def _() -> None:
        """All scores are -R log(2n/δ): 1/D_spar - 1/D = e^{R log(2n/δ)} (1/k - 1/n), and log(2n/δ) outruns 5C √log(n/δ)."""
        calc(5 * M).eq(5 * C * sqrt(_logarithm), M_IS).le(sqrt(log(n)) * sqrt(_logarithm)).le(_logarithm, ROOT_GROWS)
        have(exp(5 * M) <= 100 * n, EXP_GROWS(5 * M, _logarithm))
        have(top == 1 / (200 * n), SCORES_OF_INPUT)
        obtain(positive_sum, positive_sparse_sum)
        calc(exp(5 * M) / k).le(100 * n).lt((1 - 1 / n) / top).eq(1 / (k * top) - 1 / (n * top)).eq(inverses, SUMS_OF_EQUAL)


def kept_of_spike() -> None:
    """The first entry is kept, and its error is above 1/2."""
    obtain(large_first_error, positive_sum, positive_sparse_sum, small_bound)
    calc(Q(1, 2)).le(first_error).eq(held, KEPT_OF_SPIKE)
    calc(exp(6 * M) / k).le(exp(-9)).lt(Q(1, 2)).le(held)


E3 = Lemma("E.3", "Appendix E.3", "the four steps to Eq. (6)", given=_steps(ROWS), provenance="inferred")
three_forms(
    E3,
    "1",
    lost <= exp(2 * M) / n,
    shown=step_1,
    refutation=two_sinks,
    given=_steps,
    uses=["Theorem D.1/(c)"],
    trivial=ranges.NEXT_ENTRY,
    uninformative=n <= (k + 1) * exp(2 * M),
)
three_forms(
    E3,
    "1(b)",
    lost <= exp(2 * M) / k,
    shown=step_1_b,
    printed_proof=step_1_b_as_printed,
    given=_steps,
    uses=["Theorem D.1/(c)"],
    trivial=lambda domain: ranges.always_silent(
        ranges.NEXT_ENTRY, Silent(1 / (k + 1), using(*(PRINTED_SCORES if domain is INPUTS else (at_least_one(M),)), then=by()))
    ),
)
three_forms(
    E3,
    "2",
    sums <= (n - k) * exp(3 * M),
    shown=step_2,
    refutation=all_high,
    given=_steps,
    uses=["Lemma E.3/1", "Lemma E.4/4(b)"],
    trivial=ranges.beside_sure_bound(ranges.DROPPED_SUM, INPUTS, 3),
)
three_forms(
    E3,
    "3",
    inverses <= exp(5 * M) / k,
    shown=step_3,
    refutation=all_low,
    given=_steps,
    uses=["Lemma E.3/2", "Lemma E.4/5(b)", "Lemma E.4/6(b)"],
    trivial=ranges.beside_sure_bound(ranges.INVERSE_DIFFERENCE, INPUTS, 5),
)
three_forms(
    E3,
    "4",
    held <= exp(6 * M) / k,
    shown=step_4,
    refutation=lambda line: spike(line, kept_of_spike),
    given=_steps,
    uses=["Lemma E.3/3", "Lemma E.4/2"],
    trivial=ranges.KEPT_ERROR,
    uninformative=k <= exp(6 * M),
)

STATEMENTS = (E3,)
