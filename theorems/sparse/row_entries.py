"""The words for the entries and sums of a row, and the three forms of a line about them."""

from contextlib import contextmanager

from theorems.kernel.facts import Fact
from theorems.proofs import *
from theorems.sparse.attention import *
from theorems.sparse.row_claims import *
from theorems.textbook.tails import Shown as Shown
from theorems.textbook.tails import using as using

A, A_spar, D, D_spar, u, j, l = symbols("A A_spar D D_spar u j l")
row_sum = Sum(l, columns, exp(S[i, l]))

# where no quantifier stands, an entry is the one that a bound from above has to cover: the largest of the row
_ENTRIES: dict[Node, Supply] = {
    A[i, j]: "A_max",
    A_spar[i, j]: "A_max",  # that entry is always inside the window
    exp(S[i, j]): "A_max",
    u[j]: "u_max",
    abs(S[i, j]): "score",
    D[i, i]: "D",
    row_sum: "D",
    D_spar[i, i]: "D_spar",
    D[i, i] ** -1: "D_inverse",
    D_spar[i, i] ** -1: "D_spar_inverse",
    u: lambda x: x,
    S[eps](u): lambda x, eps, u: u.n - u.effective(eps),  # its size, so that |S_ε(u)| is the same number
}

u_hat, c = symbols("û c")

indices = Range(expr(1), n)
largest_error, frobenius = Norm(P - P_hat, "∞"), Norm(P - P_hat, "F")
small = abs(Symbol("S_ε")(u))  # the number of entries of a row that are at most ε
effective = n - small
largest_entry, largest_exponential = Largest(j, indices, u[j]), Largest(j, indices, A[i, j])

_WORDS: dict[Node, Supply] = {
    largest_entry: "u_max",
    largest_exponential: "A_max",
    D[i, i]: "D",
    effective: lambda x: x.effective(x.eps),  # in one piece: no difference of two large numbers
    small: lambda x: x.n - x.effective(x.eps),
}


def row_data(domain: Domain) -> Computed:
    """The data of a domain of rows."""
    return on(domain).knowing(_WORDS)


def in_each_row(claim: Claim) -> Claim:
    """A claim about u, of all n rows at once."""
    return ForAll(u, ROWS_OF_P, claim)


def entries(domain: Domain) -> Computed:
    """The data of a domain of rows with the entries and sums of a row."""
    return on(domain).knowing(_ENTRIES)


def forms_of_entries(lemma: Lemma, label: str, claim: Claim, *where: Condition, **more: Any) -> Line:
    """The three forms of a line about entries: where no quantifier stands, the entry is the worst one."""
    return three_forms(lemma, label, claim, *where, given=entries, **more)


# -- what |S_ij| ≤ m gives, in the row s -------------------------------------------------------------------------------------


def high_score(m: Expr, l: Expr, s: Expr = i) -> tuple[Fact, ...]:
    """e^{S_sl} ≤ e^m."""
    return SCORE_BOUND(s, l), ABS_ABOVE(S[s, l]), EXP_GROWS(S[s, l], m)


def low_score(m: Expr, l: Expr, s: Expr = i) -> tuple[Fact, ...]:
    """e^-m ≤ e^{S_sl}."""
    return SCORE_BOUND(s, l), ABS_ABOVE(S[s, l]), EXP_GROWS(-m, S[s, l])


def at_least_one(m: Expr) -> Shown:
    return exp(m) >= 1, by(SCORE_BOUND(i, j), ABS_NONNEGATIVE(S[i, j]), EXP_ABOVE_TANGENT(m))


@auxiliary(lambda m, s=i, t=j: A[s, t] <= exp(m))
def high_entry(m: Expr, s: Expr = i, t: Expr = j) -> None:
    """The exponential of a score that is at most m."""
    hence(by(*high_score(m, t, s), A_IS(s, t)))


@auxiliary(lambda s=i, t=j: A[s, t] > 0)
def positive_entry(s: Expr = i, t: Expr = j) -> None:
    """An exponential."""
    hence(by(A_IS(s, t)))


@auxiliary(lambda s=i, t=j: (A_spar[s, t] >= 0) & (A_spar[s, t] <= A[s, t]))
def sparse_entry(s: Expr = i, t: Expr = j) -> None:
    """An entry of A_spar is that of A, or 0."""
    have(A[s, t] > 0, by(A_IS(s, t)))
    hence(by(A_SPAR_IS(s, t), in_or_out(t, s)))


def in_or_out(l: Expr, s: Expr = i) -> Fact:
    """An indicator of the window is 0 or 1."""
    return INDICATOR(l.isin(window(s)))


@contextmanager
def if_kept(l: Expr, s: Expr = i) -> Iterator[None]:
    """What is to be shown where l is in the window of the row; ``if_dropped`` follows."""
    with case(kept(s, l) > 0):
        have(kept(s, l) == 1, INDICATOR_SQUARED(l.isin(window(s))))
        yield


@contextmanager
def if_dropped(l: Expr, s: Expr = i) -> Iterator[None]:
    with otherwise():
        have(kept(s, l) == 0, in_or_out(l, s))
        yield


def kept_or_dropped(l: Expr, s: Expr = i) -> None:
    """What follows is shown in both cases."""
    with if_kept(l, s):
        pass
    with if_dropped(l, s):
        pass


@auxiliary(lambda m: D[i, i] <= n * exp(m))
def high_sum(m: Expr) -> None:
    """n entries of at most e^m."""
    have(ForAll(l, columns, A[i, l] <= exp(m)), by(*high_score(m, l), A_IS(i, l)))
    hence(SUM_BELOW_COUNT(lambda l: A[i, l], exp(m), l, columns), LENGTH(l), D_IS(i))


@auxiliary(lambda m, s=i: n * exp(-m) <= D[s, s])
def low_sum(m: Expr, s: Expr = i) -> None:
    """n entries of at least e^-m."""
    have(ForAll(l, columns, exp(-m) <= A[s, l]), by(*low_score(m, l, s), A_IS(s, l)))
    hence(SUM_ABOVE_COUNT(lambda l: A[s, l], exp(-m), l, columns), LENGTH(l), D_IS(s))


@auxiliary(lambda m, s=i: D_spar[s, s] <= k * exp(m))
def high_sparse_sum(m: Expr, s: Expr = i) -> None:
    """k entries of at most e^m."""
    term = A_spar[s, l] <= exp(m) * kept(s, l)
    have(ForAll(l, columns, term), by(*high_score(m, l, s), A_IS(s, l), A_SPAR_IS(s, l), in_or_out(l, s)))
    (
        calc(D_spar[s, s])
        .le(Sum(l, columns, exp(m) * kept(s, l)), D_SPAR_IS(s, l), SUM_ORDER)
        .eq(k * exp(m), SUM_FACTOR, WINDOW_SIZE(s, l))
    )


@auxiliary(lambda m, s=i: k * exp(-m) <= D_spar[s, s])
def low_sparse_sum(m: Expr, s: Expr = i) -> None:
    """k entries of at least e^-m."""
    term = exp(-m) * kept(s, l) <= A_spar[s, l]
    have(ForAll(l, columns, term), by(*low_score(m, l, s), A_IS(s, l), A_SPAR_IS(s, l), in_or_out(l, s)))
    (
        calc(k * exp(-m))
        .eq(Sum(l, columns, exp(-m) * kept(s, l)), SUM_FACTOR, WINDOW_SIZE(s, l))
        .le(D_spar[s, s], SUM_ORDER, D_SPAR_IS(s, l))
    )


# -- the error ---------------------------------------------------------------------------------------------------------------


@auxiliary(lambda m, s, t: (D[s, s] > 0) & chain(0, "<=", D[s, s] ** -1 * A[s, t], "<=", exp(2 * m) / n))
def share(m: Expr, s: Expr, t: Expr) -> None:
    """An entry of P: at most e^m over n e^-m."""
    obtain(positive_entry(s, t), high_entry(m, s, t), low_sum(m, s))


@auxiliary(lambda m: (D[i, i] > 0) & chain(0, "<=", D[i, i] ** -1 * A_spar[i, j], "<=", exp(2 * m) / n))
def sparse_share(m: Expr) -> None:
    """An entry of A_spar over the sum of the whole row."""
    obtain(sparse_entry(), high_entry(m), low_sum(m))


@auxiliary(lambda m, s, t: (D_spar[s, s] > 0) & chain(0, "<=", D_spar[s, s] ** -1 * A_spar[s, t], "<=", exp(2 * m) / k))
def kept_share(m: Expr, s: Expr, t: Expr) -> None:
    """An entry of P̂: at most e^m over k e^-m."""
    obtain(sparse_entry(s, t), high_entry(m, s, t), low_sparse_sum(m, s))


@auxiliary(lambda m: Norm(error, "∞") <= exp(2 * m) / k)
def whole_error(m: Expr) -> None:
    """An entry of P is at most e^{2m}/n, one of P̂ at most e^{2m}/k, and so is their difference."""
    bound = exp(2 * m) / k
    with proving(ForAll(s, columns, ForAll(t, columns, abs(P[s, t] - P_hat[s, t]) <= bound))):
        obtain(share(m, s, t), kept_share(m, s, t))
        calc(P[s, t]).eq(D[s, s] ** -1 * A[s, t], P_IS(s, t)).ge(0)
        calc(P[s, t]).eq(D[s, s] ** -1 * A[s, t], P_IS(s, t)).le(exp(2 * m) / n).le(bound)
        calc(P_hat[s, t]).eq(D_spar[s, s] ** -1 * A_spar[s, t], P_HAT_IS(s, t)).ge(0)
        calc(P_hat[s, t]).eq(D_spar[s, s] ** -1 * A_spar[s, t], P_HAT_IS(s, t)).le(bound)
        hence(ABS_OF_DIFFERENCE(P[s, t], P_hat[s, t], bound))
    below_entry_by_entry(LARGEST_ERROR, lambda s, t: P[s, t] - P_hat[s, t], bound)


@auxiliary(lambda m: (0 <= D[i, i] - D_spar[i, i]) & (D[i, i] - D_spar[i, i] <= (n - k) * exp(m)))
def sum_difference(m: Expr) -> None:
    """n - k dropped entries of at most e^m."""
    lost = Sum(l, columns, A[i, l] - A_spar[i, l])
    with proving(ForAll(l, columns, A[i, l] - A_spar[i, l] >= 0)):
        obtain(sparse_entry(i, l))
    in_or_outside = by(*high_score(m, l), A_IS(i, l), A_SPAR_IS(i, l), in_or_out(l))
    have(ForAll(l, columns, A[i, l] - A_spar[i, l] <= exp(m) * (1 - kept(i, l))), in_or_outside)
    have(D[i, i] - D_spar[i, i] == lost, SUM_OF_DIFFERENCES, D_IS, D_SPAR_IS)
    have(lost >= 0, SUM_NONNEGATIVE)
    calc(lost).le(Sum(l, columns, exp(m) * (1 - kept(i, l))), SUM_ORDER).eq((n - k) * exp(m), SUM_FACTOR, *OUTSIDE)


@auxiliary(
    lambda m: (
        (D[i, i] > 0)
        & (D_spar[i, i] > 0)
        & chain(0, "<=", D[i, i] ** -1, "<=", exp(m) / k)
        & chain(0, "<=", D_spar[i, i] ** -1, "<=", exp(m) / k)
    )
)
def inverse_sums(m: Expr) -> None:
    """Of n or of k entries."""
    obtain(low_sum(m), low_sparse_sum(m))


# -- the dropped mass --------------------------------------------------------------------------------------------------------


def dropped(l: Expr, q: Expr = i) -> Expr:
    """A_il outside the window, 0 inside."""
    return (1 - kept(q, l)) * A[q, l]


def dropped_sum(q: Expr) -> Expr:
    return Sum(l, columns, dropped(l, q))


DROPPED_SUM = dropped_sum(i)


@auxiliary(D[i, i] > 0)
def positive_sum() -> None:
    """Of exponentials."""
    with proving(ForAll(l, columns, A[i, l] >= 0)):
        obtain(positive_entry(i, l))
    obtain(positive_entry())
    hence(SUM_POSITIVE(lambda l: A[i, l], l, columns, j), D_IS(i))


@auxiliary(lambda q=i: D[q, q] == D_spar[q, q] + dropped_sum(q))
def kept_and_dropped(q: Expr = i) -> None:
    """An entry is kept or dropped."""
    have(ForAll(l, columns, dropped(l, q) == A[q, l] - A_spar[q, l]), A_SPAR_IS(q, l))
    (
        calc(dropped_sum(q))
        .eq(Sum(l, columns, A[q, l] - A_spar[q, l]), SUM_EQUAL)
        .eq(D[q, q] - D_spar[q, q], SUM_OF_DIFFERENCES, D_IS(q), D_SPAR_IS(q, l))
    )


@auxiliary(tau == DROPPED_SUM / D[i, i])
def dropped_share() -> None:
    """After positive_sum."""
    have(ForAll(l, columns, (1 - kept(i, l)) * u[l] == dropped(l) / D[i, i]), U_IS(l))
    calc(tau).eq(Sum(l, columns, dropped(l) / D[i, i]), DROPPED_MASS, SUM_EQUAL).eq(DROPPED_SUM / D[i, i], SUM_DIVISOR)


@auxiliary((D[i, i] > 0) & ForAll(l, columns, u[l] >= 0) & (Sum(l, columns, u[l]) == 1))
def unit_row() -> None:
    """Positive entries over their sum."""
    obtain(positive_sum)
    have(ForAll(l, columns, u[l] == A[i, l] / D[i, i]), U_IS(l))
    with proving(ForAll(l, columns, u[l] >= 0)):
        obtain(positive_entry(i, l))
    with proving(Sum(l, columns, u[l]) == 1):
        calc(Sum(l, columns, u[l])).eq(Sum(l, columns, A[i, l] / D[i, i]), SUM_EQUAL).eq(1, SUM_DIVISOR, D_IS(i))


def outside_of(q: Expr) -> tuple[Fact, ...]:
    """n - k entries of a row are outside the window."""
    return SUM_OF_DIFFERENCES(lambda l: 1, lambda l: kept(q, l), l, columns), LENGTH(l), WINDOW_SIZE(q, l)


OUTSIDE = outside_of(i)


def kept_above_dropped(q: Expr) -> None:
    """A kept entry is at least the mean of what is dropped."""
    with proving(ForAll(s, columns, dropped_sum(q) * kept(q, s) <= (n - k) * A_spar[q, s])):
        of_the_window = by(TOP_K(q, s, l), A_SPAR_IS(q, s))
        have(ForAll(l, columns, kept(q, s) * dropped(l, q) <= A_spar[q, s] * (1 - kept(q, l))), of_the_window)
        (
            calc(dropped_sum(q) * kept(q, s))
            .eq(Sum(l, columns, kept(q, s) * dropped(l, q)), SUM_FACTOR)
            .le(Sum(l, columns, A_spar[q, s] * (1 - kept(q, l))), SUM_ORDER)
            .eq((n - k) * A_spar[q, s], SUM_FACTOR, *outside_of(q))
        )


@auxiliary(lambda q=i: k * dropped_sum(q) <= (n - k) * D_spar[q, q])
def smallest_dropped(q: Expr = i) -> None:
    """No dropped entry is larger than a kept one."""
    kept_above_dropped(q)
    (
        calc(k * dropped_sum(q))
        .eq(Sum(s, columns, dropped_sum(q) * kept(q, s)), SUM_FACTOR, WINDOW_SIZE(q, s))
        .le(Sum(s, columns, (n - k) * A_spar[q, s]), SUM_ORDER)
        .eq((n - k) * D_spar[q, q], SUM_FACTOR, D_SPAR_IS(q, s))
    )


@auxiliary(lambda m: (n - k) * exp(-m) <= DROPPED_SUM)
def low_dropped_sum(m: Expr) -> None:
    """n - k entries of at least e^-m."""
    term = exp(-m) * (1 - kept(i, l)) <= dropped(l)
    have(ForAll(l, columns, term), by(*low_score(m, l), A_IS(i, l), in_or_out(l)))
    calc((n - k) * exp(-m)).eq(Sum(l, columns, exp(-m) * (1 - kept(i, l))), SUM_FACTOR, *OUTSIDE).le(DROPPED_SUM, SUM_ORDER)
