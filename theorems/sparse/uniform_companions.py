"""A row of equal entries, where the companions are equalities; how many entries of a row exceed ε."""

from theorems.sparse.companions import *
from theorems.sparse.sparsity import with_epsilon

UNIFORM_ROW = Condition(
    ForAll(l, columns, S[i, l] == S[i, j]),
    lambda x: "," not in str(x.row),
    lambda x: x.but(row=str(x.row).split(",")[0], k=1),
    printed=W == 0,
    said="all scores equal",
)
largest_gap = 1 / k - 1 / n
both = largest(largest_gap, 1 / n)

COMPANION["uniform"] = (
    (kept_error == largest_gap)
    & Implies(k < n, next_entry == 1 / n)
    & Implies(k < n, row_error == largest(largest_gap, 1 / n))
    & Implies(k == n, row_error == 0)
    & (squares == largest_gap)
    & (one_norm == 2 * (1 - k / n)),
    UNIFORM_ROW,
)


@auxiliary((largest_gap >= 0) & ForAll(l, columns, (u[l] == 1 / n) & (u_hat[l] == kept(i, l) / k)))
def equal_entries() -> None:
    """All n entries of A are equal, and k of them are kept."""
    have(ForAll(l, columns, A[i, l] == A[i, j]), A_IS(i, l), A_IS(i, j))
    have(ForAll(l, columns, A_spar[i, l] == A[i, j] * kept(i, l)), A_SPAR_IS)
    calc(D[i, i]).eq(Sum(l, columns, A[i, j]), D_IS, SUM_EQUAL).eq(n * A[i, j], SUM_OF_CONSTANT, LENGTH(l))
    (
        calc(D_spar[i, i])
        .eq(Sum(l, columns, A_spar[i, l]), D_SPAR_IS)
        .eq(A[i, j] * Sum(l, columns, kept(i, l)), SUM_MULTIPLE)
        .eq(k * A[i, j], WINDOW_SIZE)
    )
    hence(U_IS(l), U_HAT_IS(l))


@auxiliary(ForAll(l, columns, abs(off(l)) == largest_gap * kept(i, l) + 1 / n * (1 - kept(i, l))))
def equal_errors() -> None:
    """1/k - 1/n inside the window, 1/n outside."""
    with if_kept(l):
        hence(ABS_OF_NONPOSITIVE(off(l)))
    with if_dropped(l):
        hence(ABS_OF_NONNEGATIVE(off(l)))


@auxiliary(lambda most: largest_gap <= most)
def reached_inside(most: Expr) -> None:
    """Some entry is kept, and the error of those that are is at most this."""
    with proving(ForAll(l, columns, largest_gap * kept(i, l) <= most * kept(i, l))):
        kept_or_dropped(l)
    (
        calc(largest_gap * k)
        .eq(Sum(l, columns, largest_gap * kept(i, l)), SUM_FACTOR, WINDOW_SIZE)
        .le(Sum(l, columns, most * kept(i, l)), SUM_ORDER)
        .eq(most * k, SUM_FACTOR, WINDOW_SIZE)
    )


@auxiliary(lambda most: 1 / n <= most)
def reached_outside(most: Expr) -> None:
    """Some entry is dropped, and those that are are at most this."""
    with proving(ForAll(l, columns, 1 / n * (1 - kept(i, l)) <= most * (1 - kept(i, l)))):
        kept_or_dropped(l)
    (
        calc(1 / n * (n - k))
        .eq(Sum(l, columns, 1 / n * (1 - kept(i, l))), SUM_FACTOR, *OUTSIDE)
        .le(Sum(l, columns, most * (1 - kept(i, l))), SUM_ORDER)
        .eq(most * (n - k), SUM_FACTOR, *OUTSIDE)
    )


@proof(COMPANION["uniform"].feasible("every n ≥ 1 and k in [n]: one row for each"))
def _() -> None:
    """u_j = 1/n, û_j = 1/k on the window."""
    errors = Sum(l, columns, abs(off(l)))
    obtain(equal_entries, equal_errors)
    (
        calc(errors)
        .eq(largest_gap * Sum(l, columns, kept(i, l)) + 1 / n * Sum(l, columns, 1 - kept(i, l)), SUM_LINEAR)
        .eq(2 * (1 - k / n), WINDOW_SIZE, *OUTSIDE)
    )
    with proving(squares == largest_gap):
        of_kept = 1 / k**2 - 2 / (n * k)
        have(ForAll(l, columns, off(l) ** 2 == 1 / n**2 * 1 + of_kept * kept(i, l)), INDICATOR_SQUARED)
        (
            calc(squares)
            .eq(Sum(l, columns, off(l) ** 2), SQUARES_ARE)
            .eq(1 / n**2 * Sum(l, columns, 1) + of_kept * Sum(l, columns, kept(i, l)), SUM_LINEAR)
            .eq(largest_gap, LENGTH, WINDOW_SIZE)
        )
    have(ForAll(l, columns, inside(l) <= kept_error), KEPT_IS, LARGEST_ABOVE(inside, l, columns, l))
    with proving(kept_error == largest_gap):
        with proving(ForAll(l, columns, inside(l) <= largest_gap)):
            kept_or_dropped(l)
        obtain(reached_inside(kept_error))
        hence(KEPT_IS, LARGEST_BELOW(inside, l, columns, largest_gap, j))
    have(ForAll(l, columns, outside_only(l) <= next_entry), NEXT_IS, LARGEST_ABOVE(outside_only, l, columns, l))
    with suppose(k < n), proving(next_entry == 1 / n):
        have(ForAll(l, columns, outside_only(l) <= 1 / n), in_or_out(l))
        obtain(reached_outside(next_entry))
        hence(NEXT_IS, LARGEST_BELOW(outside_only, l, columns, 1 / n, j))
    have(ForAll(l, columns, abs(off(l)) <= row_error), LARGEST_IS, LARGEST_ABOVE(lambda l: abs(off(l)), l, columns, l))
    with proving(ForAll(l, columns, abs(off(l)) <= both)):
        kept_or_dropped(l)
        hence(MAX_ABOVE(largest_gap, 1 / n))
    with suppose(k < n), proving(row_error == both):
        obtain(reached_inside(row_error), reached_outside(row_error))
        hence(LARGEST_IS, LARGEST_BELOW(lambda l: abs(off(l)), l, columns, both, j), MAX_BELOW(largest_gap, 1 / n, row_error))
    with suppose(k == n), proving(row_error == 0):
        have(row_error >= 0, ABS_NONNEGATIVE(off(j)))
        hence(LARGEST_IS, LARGEST_BELOW_SUM(lambda l: abs(off(l)), l, columns, j))


few = row_data(with_epsilon(ANY_ROWS))
with COMPANION.where(given=few):
    COMPANION["effective entries"] = effective <= ceil(1 / eps) - 1
line = COMPANION["effective entries"]
below_one = TrivialRange("0 ≤ #{j : u_j > ε} ≤ n", 0, lambda x: x.n)
line.trivial(below_one.uninformative_on("n < 1/ε", lambda i: row_length(i) * Fraction(i["eps"]) < 1)).note(
    "An integer is at most ⌈1/ε⌉ - 1 iff it is below 1/ε. Attained; hence |S_ε(u)| ≥ k for every row exactly when "
    "ε ≥ 1/(n-k+1)."
)


@proof(line)
def _() -> None:
    """m entries above ε add up to more than m ε, and to at most 1."""
    obtain(unit_row)
    hence(LARGE_SET, COUNTING_STRICTLY(lambda l: u[l], eps, l, columns))
