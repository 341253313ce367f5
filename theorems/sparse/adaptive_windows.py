"""Constant against adaptive windows (Proposition 7.2).

For W = 0 the errors are closed forms in k and n alone, and the comparison at equal total cost Σ n_i k_i can be settled where
k0 is at most half of every length: a window that grows with n spends its keys where each costs most, and is never better on
average, in any norm. Beyond half of a length a key more or less may change nothing in the entrywise maximum, which is then
1/n: there a window that grows can win (lengths 10 and 20, k0 = 8, windows 6 and 9).
"""

from theorems.sparse.errors_of_windows import *


def costs_more(i: Expr) -> Expr:
    """What the window of one input costs more than k0."""
    return n[i] * (keys(i) - k0)


def no_room_below(norm: str, found: Expr, before: Expr, as_large: Script) -> Script:
    """For k0 = 1 no other windows cost as little, as each counts at least one key: their errors are those of k0.

    found, before: what the line compares;  as_large: why the first is as large where the errors of the inputs are the same
    """

    def for_each(claim: Callable[[Expr], Claim], *reasons: Reason) -> tuple[Claim, Script]:
        return each_input(claim(i)), by(*reasons)

    def given(claim: Callable[[Expr], Claim]) -> Fact:
        return INSTANCE(claim, i, dataset, i)

    long, share = (lambda i: n[i] >= 1), (lambda i: alpha * n[i] ** c > 0)
    at_least_one, same = (lambda i: keys(i) >= 1), (lambda i: keys(i) == k0)
    linear = SUM_LINEAR(costs_more, lambda i: n[i] * keys(i), lambda i: n[i], 1, -k0, i, dataset)
    return cases(
        k0 <= 1,
        using(
            for_each(long, given(lambda i: k0 <= n[i])),
            for_each(share, given(long)),
            for_each(at_least_one, given(long), given(share), CEIL(alpha * n[i] ** c), INTEGERS_APART(0, keys(i))),
            for_each(lambda i: costs_more(i) >= 0, given(long), given(at_least_one)),
            for_each(lambda i: costs_more(i) == 1 * (n[i] * keys(i)) + -k0 * n[i], given(long)),
            (overall(costs_more(i)) <= 0, by(linear)),
            for_each(same, given(long), given(at_least_one), SUM_ABOVE_TERM(costs_more, i, dataset, i)),
            for_each(same_error(norm), given(long), given(same), EQUALS(lambda q: error_of(norm, q), keys(i), k0)),
            (before <= found, as_large),
            then=linked(k0).ge(1).ge(1 + (before - found)).gt(1),
        ),
        by(),
    )


def same_error(norm: str) -> Callable[[Expr], Claim]:
    return lambda i: error_of(norm, keys(i), i) == error_of(norm, k0, i)


def state_better_on_average(line: Lemma, label: str, norm: str, *conditions: Condition) -> Line:
    """Some window α n^C that costs no more has a lower mean error: for k0 = 1 none has."""
    found, before = mean(norm, adaptive_window), mean(norm, k0)
    line[label] = some_adaptive(cheaper & (found < before)), *conditions
    same_sums = SUM_EQUAL(lambda i: error_of(norm, keys(i), i), lambda i: error_of(norm, k0, i), i, dataset)
    return line[label].bridge(k0 > 1, refutes=no_room_below(norm, found, before, by(same_sums)))


PROPOSITION = Lemma(
    "Proposition 7.2",
    "Section 7.1",
    "an adaptive window has a lower error",
    given=UNIFORM_DATASETS,
    provenance="text",
    uses=["Claim 7.1/1", "Claim 7.1/2"],
)
PROPOSITION["(a)"] = some_adaptive(mean(MAXIMUM, adaptive_window) < mean(MAXIMUM, k0))
PROPOSITION["(a)"].refuted("lengths=1 k0=1").uses()
PROPOSITION["(a)"].note(
    "No constraint on cost: the best adaptive window keeps everything. For k0 at least the largest length nothing is dropped, "
    "and no error is lower than 0."
)
drops = PROPOSITION["(a)"].repair(DROPS_SOMEWHERE, why="k0 is below the largest length").witness(longest, Q(1, 2))
PROPOSITION["(a)"].bridge(
    mean(MAXIMUM, k0) > 0,
    refutes=using(
        (each_input(n[i] >= 1), by(INSTANCE(lambda i: k0 <= n[i], i, dataset, i))),
        (each_input(adaptive_error(i) >= 0), by(INSTANCE(lambda i: n[i] >= 1, i, dataset, i), NO_NORM_BELOW_0(keys(i), i))),
        (overall(adaptive_error(i)) >= 0, by(SUM_NONNEGATIVE(adaptive_error, i, dataset))),
        then=by(),
    ),
)
drops.feasible("1 ≤ k0 ≤ n_i, k0 < max n_i: some length is at least 2").uses()
drops.note("Nothing but keeping everything is used. For k0 = n nothing is dropped: the hypothesis cannot be left out.")
KEPT_ENTRIES = Definition(
    "a kept entry of P is 1/n_i, of P̂ 1/k0",
    (i,),
    1 / k0 - 1 / n[i] <= error_of(MAXIMUM, k0),
    (i.isin(dataset),),
    of=Computed(FEW_LENGTHS, ERRORS | FIRST_ERRORS),
    at=((expr(0),),),
)


@proof(drops)
def _() -> None:
    """α = max n_i gives k ≥ n: error 0. With k0 < n some positive entry is dropped, for every X and W, in every norm; compared
    is W = 0.
    """
    errors = overall(error_of(MAXIMUM, k0))
    have(each_input(error_of(MAXIMUM, k0) >= 0), KEPT_ENTRIES(i))
    with suppose_not(errors > 0):
        with proving(each_input(n[i] <= k0)):
            have(error_of(MAXIMUM, k0) <= errors, SUM_ABOVE_TERM(lambda i: error_of(MAXIMUM, k0, i), i, dataset, i))
            have(1 / k0 - 1 / n[i] <= 0, KEPT_ENTRIES)
        hence(LARGEST_BELOW(lambda i: n[i], i, dataset, k0, some_input))
    have(each_input(whole(i) == 0), KEEPS_ALL(i))
    have(overall(whole(i)) == 0, SUM_EQUAL(whole, lambda i: expr(0), i, dataset), SUM_OF_CONSTANT(0, i, dataset))
    have(longest > 0, LARGEST_ABOVE(lambda l: n[l], j, dataset, some_input))


NEVER_LOWER = (
    "W = 0, 2 k0 ≤ every length, windows k_i that do not fall with n_i and cost no more: the error at k_i is at least its "
    "tangent at k0, so the mean loses at most Σ n_i μ_i (k_i - k0)/N, where μ_i, the gain per unit of cost, falls with n_i "
    "while k_i - k0 does not. By Chebyshev's sum inequality with weights n_i this is at most a positive multiple of "
    "Σ n_i (k_i - k0) ≤ 0: no such window is better on average, and α n^C, rounded up or down, is one of them."
)


def slope(norm: str, i: Expr = i) -> Expr:
    """What the error gains at k0 per unit of cost: it falls with n_i."""
    return {
        MAXIMUM: 1 / (n[i] * k0**2),
        FROBENIUS: 1 / (2 * k0**2 * sqrt(n[i] / k0 - 1)),
        ROW_SUM: 2 / n[i] ** 2,
        ROOT_MEAN: 1 / (2 * k0**2 * sqrt(n[i] / k0 - 1) * sqrt(n[i])),
    }[norm]


def more(i: Expr) -> Expr:
    """The keys beyond k0."""
    return k[i] - k0


def loss(norm: str, i: Expr = i) -> Expr:
    """The fall of the tangent at k0."""
    return n[i] * slope(norm, i) * more(i)


of_input = (2 * k0 <= n[i]) & (1 <= k[i]) & (k[i] <= n[i]) & (k0 >= 1)  # what the hypotheses say of each
root = sqrt(n[i] / k0 - 1)
tangent = root - n[i] * more(i) / (2 * k0**2 * root)


def roots(i: Expr) -> Claim:
    """Of n/k0 - 1 ≥ 1 and of n ≥ 1."""
    root = sqrt(n[i] / k0 - 1)
    return (root >= 1) & (sqrt(n[i]) >= 1) & (2 * k0**2 * root > 0) & (2 * k0**2 * root * sqrt(n[i]) > 0)


@auxiliary(each_input(roots(i)))
def roots_above_one() -> None:
    """2 k0 ≤ n."""
    have(of_input)
    have(2 * k0**2 * root * sqrt(n[i]) > 0, only(k0 >= 1, root >= 1, sqrt(n[i]) >= 1))


@auxiliary(each_input(tangent <= sqrt(n[i] / k[i] - 1)))
def above_the_tangent() -> None:
    """Where the tangent T is positive, n/k - 1 - T² is z² times something positive, z = (k - k0)/k0."""
    inside, ratio = n[i] / k[i] - 1, n[i] / k0 - 1
    rate = n[i] / (4 * k0 * k[i] * (n[i] - k0))
    rest = 3 * ratio - 1 - n[i] / k0 * ((k[i] - k0) / k0)
    have(of_input & roots(i))
    with case(tangent <= 0):
        calc(tangent).le(0).le(sqrt(inside))
    with otherwise():
        calc(inside - tangent**2).eq(more(i) ** 2 * (rate * rest)).ge(0, FACTOR_KEEPS_ORDER(0, rate * rest, more(i) ** 2))
        hence(ROOT_ABOVE(inside, tangent))


def loses_at_most(norm: str) -> None:
    """The error at k_i is at least its tangent at k0."""
    change, exact = error_of(norm, k0) - error_of(norm, k[i]), 1 / k0 - 1 / k[i]
    have(of_input if norm in (MAXIMUM, ROW_SUM) else of_input & roots(i))
    if norm == MAXIMUM:
        calc(loss(norm) - exact).eq(more(i) ** 2 / (k[i] * k0**2)).ge(0)
        calc(change).le(exact, closed(norm)(i), MAX_FIRST(1 / k0 - 1 / n[i], 1 / n[i])).le(loss(norm))
    elif norm in (ROW_SUM, FROBENIUS):
        hence(closed(norm)(i))
    else:
        fall = root - sqrt(n[i] / k[i] - 1)
        calc(change).eq(fall / sqrt(n[i]), closed(norm)(i)).le((root - tangent) / sqrt(n[i])).eq(loss(norm))


def falls_apart(norm: str) -> None:
    """The gain falls with n, the window does not."""
    both, scale = (n[i] - n[j]) * (k[i] - k[j]), 2 * k0**2
    first, second = (sqrt(n[l] / k0 - 1) for l in (i, j))
    of_first, of_second = first * sqrt(n[i]), second * sqrt(n[j])
    rate = {
        MAXIMUM: 1 / (n[i] * n[j] * k0**2),
        ROW_SUM: 2 * (n[i] + n[j]) / (n[i] ** 2 * n[j] ** 2),
        FROBENIUS: 1 / (k0 * scale * first * second * (first + second)),
        ROOT_MEAN: ((n[i] + n[j]) / k0 - 1) / (scale * of_first * of_second * (of_first + of_second)),
    }[norm]
    if norm in (FROBENIUS, ROOT_MEAN):
        have(roots(i) & roots(j))
    have(both >= 0)
    calc((slope(norm, i) - slope(norm, j)) * (more(i) - more(j))).eq(-(rate * both)).le(0, FACTOR_KEEPS_ORDER(0, both, rate))


def never_lower(line: Line, norm: str) -> None:
    """By Chebyshev's inequality: the gain per unit of cost falls with n, the change of the window does not."""
    opposite = (slope(norm, i) - slope(norm, j)) * (more(i) - more(j)) <= 0
    before, after = overall(error_of(norm, k0)), overall(error_of(norm, k[i]))

    @proof(line, lambda _, flat: flat(Calculation(PENDING, NEVER_LOWER)))
    def _() -> None:
        if norm in (FROBENIUS, ROOT_MEAN):
            obtain(roots_above_one, above_the_tangent)
        with proving(each_input(error_of(norm, k0) - error_of(norm, k[i]) <= loss(norm))):
            loses_at_most(norm)
        with proving(each_input(ForAll(j, dataset, opposite))):
            falls_apart(norm)
        have(overall(n[i]) > 0, SUM_POSITIVE(lambda i: n[i], i, dataset, some_input))
        calc(overall(n[i] * more(i))).eq(1 * overall(n[i] * k[i]) + -k0 * lengths, SUM_LINEAR).le(0)
        by_chebyshev = CHEBYSHEV_SUM(lambda i: slope(norm, i), more, lambda i: n[i], i, j, dataset)
        have(overall(loss(norm)) <= 0, by_chebyshev, SUM_NONNEGATIVE(lambda i: n[i] * slope(norm, i), i, dataset))
        gains = overall(error_of(norm, k0) - error_of(norm, k[i]))
        calc(before - after).eq(gains, SUM_OF_DIFFERENCES).le(overall(loss(norm)), SUM_ORDER).le(0)


LOWEST_MET = "1 ≤ k0 ≤ n_i, k0 < max n_i"
TWO_LENGTHS_MET = "1 ≤ k0 ≤ n_i, at least two different lengths"


def _never_lower(line: Line, norm: str) -> Line:
    """No window of the data, which do not fall with n and cost no more, is better."""
    turned = line.instead(
        COSTS_NO_MORE,
        HALF_OF_EACH,
        claim=mean(norm, k[i]) >= mean(norm, k0),
        given=UNIFORM_WINDOWS,
        why="the opposite: for W = 0 and k0 at most half of every length no windows that do not fall with n and cost no more, "
        "α n^C among them, have a lower error",
    )
    never_lower(turned.uses(), norm)
    return turned.trivial(mean_errors(norm), "2 k0 ≤ n_i; windows k0 themselves are such windows")


def _of_different_lengths(norm: str) -> Line:
    label = f"(b), different lengths, {norm}"
    line = state_better_on_average(PROPOSITION, label, norm, DROPS_SOMEWHERE, DIFFERENT).refuted("lengths=1,2 k0=1")
    return line.feasible(TWO_LENGTHS_MET)


on_average = state_better_on_average(PROPOSITION, "(b)", MAXIMUM, DROPS_SOMEWHERE).refuted("lengths=2 k0=1")
on_average.feasible(LOWEST_MET)
on_average.note("With a single length no other window costs as much; for lengths that differ see the next parts.")
_never_lower(on_average, MAXIMUM).note(
    "2 k0 ≤ n_i + 1 would not do: lengths 11 (14 times) and 14 (11 times), k0 = 6, windows 5 and 7."
)
_of_different_lengths(MAXIMUM).note("It is true of some datasets: lengths 10 and 20, k0 = 8, windows 6 and 9.")
for _norm in (FROBENIUS, ROW_SUM, ROOT_MEAN):
    _never_lower(_of_different_lengths(_norm), _norm)


def worst(window: Expr) -> Expr:
    """The largest error over the dataset."""
    return Largest(i, dataset, error_of(MAXIMUM, window))


PROPOSITION["(c)"] = some_adaptive(cheaper & (worst(adaptive_window) < worst(k0))), DROPS_SOMEWHERE

_no_larger = using(
    (
        each_input(error_of(MAXIMUM, k0) <= worst(adaptive_window)),
        by(INSTANCE(same_error(MAXIMUM), i, dataset, i), LARGEST_ABOVE(adaptive_error, i, dataset, i)),
    ),
    then=by(LARGEST_BELOW(lambda i: error_of(MAXIMUM, k0, i), i, dataset, worst(adaptive_window), some_input)),
)
PROPOSITION["(c)"].refuted("lengths=2 k0=1").feasible(LOWEST_MET).bridge(
    k0 > 1, refutes=no_room_below(MAXIMUM, worst(adaptive_window), worst(k0), _no_larger)
)
PROPOSITION["(c)"].note(
    "False for a single length, and for two close ones: W = 0, lengths 100 and 101, k0 = 50, where 51 for the longer leaves "
    "48 for the shorter. It can be true: W = 0, lengths 30, 30 and 60, k0 = 9, windows 8, 8 and 10."
)

STATEMENTS = (PROPOSITION,)
