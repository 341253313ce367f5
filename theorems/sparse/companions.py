"""Sharp companions: the exact identities and the best inequalities beside the paper's bounds.

``u`` is a row of P, ``u_hat`` of P̂, tau the dropped mass, r = e^{2M}. Each holds for every softmax row unless it says "on G_M".
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from kernels import balls
from strategies.attention_rows import length_of
from theorems.instance import Instance
from theorems.provers.argument import Step
from theorems.sparse import ranges, uniform_rows
from theorems.sparse.four_steps import SMALLEST_DROPPED
from theorems.sparse.limits import DROPPED_MASS, SQUARES
from theorems.sparse.rows import ANY_ROWS, DROPS, ROWS, AttentionRow, met_with
from theorems.sparse.sparsity import with_epsilon
from theorems.sparse.steps import E, beta, gamma, identity, k, nonnegative, nu, positive, proved, rho, slack
from theorems.statement import Condition, Content, Statement
from theorems.vocabulary import Comparison, at_least, at_most, equals, less

COMPANION = Statement(
    "sparse",
    "Companion",
    source="beside Appendices D and E",
    title="exact identities and sharp inequalities",
    provenance="own",
)
_x, _y, _a, _s, _t = (positive(name) for name in ("x", "y", "a", "s", "t"))
_m = slack("m")


def _length(x: Instance) -> int:
    return length_of(str(x.row))


def _twice_the_mass(x: AttentionRow) -> Comparison:
    return equals(x.row_sum_error, 2 * x.tau)


COMPANION.add(
    "row sum",
    _twice_the_mass,
    says="‖u - u_hat‖_1 = 2 tau: the total variation distance of the two rows is the dropped mass",
    given=ANY_ROWS,
    proof=proved(
        "Inside the window u_hat_j - u_j = u_hat_j tau ≥ 0 and the u_hat_j add up to 1; outside the error is u_j.",
        identity("1/s - 1/(s+d) = (d/(s+d))/s", 1 / _s - 1 / (_s + _x), (_x / (_s + _x)) / _s),
    ),
)


def _mass_at_most(x: AttentionRow) -> Comparison:
    return at_most(x.tau, (x.n - x.k) / x.n)


COMPANION.add(
    "dropped mass, above",
    _mass_at_most,
    says="tau ≤ (n-k)/n, with equality for W = 0",
    given=ANY_ROWS,
    content=ranges.MASS,
    proof=proved(
        "The n-k dropped entries are the smallest: their mean is at most the mean of all.",
        SMALLEST_DROPPED,
    ),
)


def _mass_at_least(x: AttentionRow) -> Comparison:
    ratio = (x.n - x.k) * x.exp(-2 * x.M)
    return at_least(x.tau, ratio / (x.k + ratio))


COMPANION.add(
    "dropped mass, below, on G_M",
    _mass_at_least,
    says="on G_M: tau ≥ (n-k)/(n-k + k r): with k = n^c and M = o(log n) almost all of the mass is dropped",
    given=ROWS,
    content=ranges.MASS.silent_for("k = n", lambda i: int(i["k"]) == _length(i)),
    proof=proved(
        "tau/(1-tau) ≥ (n-k)/(k r), attained by k scores M and n-k scores -M.",
        DROPPED_MASS,
        nonnegative(
            "q/(1+q) increases: with q' = q + γ",
            (nu / (k * E**2) + gamma) / (1 + nu / (k * E**2) + gamma) - nu / (nu + k * E**2),
        ),
    ),
)


def _kept_error_any(x: AttentionRow) -> Comparison:
    s, t = x.sqrt(x.k - 1), x.sqrt(x.n - 1)
    return at_most(x.kept_error, (t - s) / (t + s))


_r = 1 + rho
_K, _rest = slack("K"), slack("D")  # k - 1 and the dropped weight, the smallest kept weight being 1
KEPT_ERROR_SHARP = (
    nonnegative(
        "with the smallest kept weight 1 and the largest r: the error of the largest entry grows when the others inside fall "
        "to 1 and "
        "those outside rise to 1",
        (_r / (_r + _K) - _r / (_r + _K + _rest + _m)) - (_r / (_r + _K + gamma) - _r / (_r + _K + gamma + _rest)),
    ),
    identity(
        "(t-s)/(t+s) - [r/(r+s²) - r/(r+t²)] = (t-s)(r-st)²/((t+s)(r+s²)(r+t²)) with s² = k-1, t² = n-1",
        (_t - _s) / (_t + _s) - (_a / (_a + _s**2) - _a / (_a + _t**2)),
        (_t - _s) * (_a - _s * _t) ** 2 / ((_t + _s) * (_a + _s**2) * (_a + _t**2)),
    ),
)
COMPANION.add(
    "kept error",
    _kept_error_any,
    says="max over the window of |u - u_hat| ≤ (√(n-1) - √(k-1))/(√(n-1) + √(k-1)), attained at r = √((k-1)(n-1)) (k ≥ 2)",
    given=ANY_ROWS,
    met="every n ≥ 2 and k in [n] (at n = 1 the bound is 0/0)",
    where=[Condition("n ≥ 2", lambda x: _length(x) >= 2)],
    content=ranges.KEPT_ERROR.silent_for("k = 1", lambda i: int(i["k"]) == 1),
    proof=proved(
        "The worst row has one weight r and n-1 weights 1: the error is r/(r+k-1) - r/(r+n-1); maximise over r ≥ 1.",
        *KEPT_ERROR_SHARP,
    ),
    note="For k = o(n) this tends to 1: without a bound on the scores no window below a share of n helps in the maximum.",
)


BEFORE_THE_PEAK = Condition(
    "M ≤ ⌊log2((k-1)(n-1))⌋/6 (so that r² = e^{4M} ≤ (k-1)(n-1))",
    lambda x: Fraction(x["M"]) * 6 <= ((int(x["k"]) - 1) * (_length(x) - 1)).bit_length() - 1,
    lambda x: x.but(k=max(2, int(x["k"]))) if _length(x) > 1 else x,
)


def _kept_error_on_event(x: AttentionRow) -> Comparison:
    r = x.exp(2 * x.M)
    return at_most(x.kept_error, r / (r + x.k - 1) - r / (r + x.n - 1))


COMPANION.add(
    "kept error, on G_M",
    _kept_error_on_event,
    says="on G_M, if r² ≤ (k-1)(n-1): max over the window of |u - u_hat| ≤ r/(r+k-1) - r/(r+n-1), attained",
    given=ROWS,
    content=ranges.KEPT_ERROR,
    met=met_with(ROWS, more="(k-1)(n-1) ≥ 1 and M ≤ ⌊log2((k-1)(n-1))⌋/6"),
    where=[BEFORE_THE_PEAK],
    proof=proved(
        "The bound of the previous part increases in r up to √((k-1)(n-1)), and the largest ratio of weights is e^{2M}.",
        *KEPT_ERROR_SHARP,
        identity(
            "s/(r+s²) ≥ t/(r+t²), so the derivative s²/(r+s²)² - t²/(r+t²)² is ≥ 0, iff t(r+s²) - s(r+t²) = (t-s)(r-st) ≤ 0",
            _t * (_a + _s**2) - _s * (_a + _t**2),
            (_t - _s) * (_a - _s * _t),
        ),
    ),
)


def _next_entry(x: AttentionRow) -> Comparison:
    return at_most(x.u_dropped, 1 / (x.k + 1))


COMPANION.add(
    "k-th entry",
    _next_entry,
    says="the largest dropped entry u_(k+1) ≤ 1/(k+1), attained by k+1 equal entries and nothing else",
    given=ANY_ROWS,
    content=Content("0 ≤ u_(k+1) ≤ 1", 0, 1),
    proof=proved(
        "k+1 entries are at least u_(k+1) and add up to at most 1.",
        nonnegative("1/(k+1) - 1/((k+1) + z) ≥ 0, in units of u_(k+1)", 1 / (k + 1) - 1 / ((k + 1) + slack("z"))),
    ),
)


def _next_entry_on_event(x: AttentionRow) -> Comparison:
    r = x.exp(2 * x.M)
    return at_most(x.u_dropped, r / ((x.k + 1) * r + x.n - x.k - 1))


COMPANION.add(
    "k-th entry, on G_M",
    _next_entry_on_event,
    says="on G_M, k < n: u_(k+1) ≤ r/((k+1) r + n-k-1), attained",
    given=ROWS,
    content=ranges.NEXT_ENTRY.silent_for("k = n-1", lambda i: int(i["k"]) == _length(i) - 1),
    met=met_with(ROWS, DROPS),
    where=[DROPS],
    proof=proved(
        "k+1 weights of at least w = the (k+1)-th and n-k-1 of at least w/r: u_(k+1) ≤ w/((k+1) w + (n-k-1) w/r).",
        nonnegative(
            "with n-k-1 = m: r/((k+1) r + m) - 1/((k+1) + m/r + slack) ≥ 0",
            _r / ((k + 1) * _r + _m) - 1 / ((k + 1) + _m / _r + slack("z")),
        ),
    ),
)


def _largest_entry(x: AttentionRow) -> Comparison:
    r = x.exp(2 * x.M)
    return at_most(x.u_max, r / (r + x.n - 1))


COMPANION.add(
    "largest entry, on G_M",
    _largest_entry,
    says="on G_M: u_max ≤ r/(r + n-1), attained (the paper's e^{2M}/n may exceed 1)",
    given=ROWS,
    content=ranges.LARGEST_ENTRY.silent_for("n = 1", lambda i: _length(i) == 1),
    proof=proved(
        "The other n-1 weights are at least 1/r of the largest.",
        nonnegative("r/(r+m) - 1/(1 + m/r + z) ≥ 0, m = n-1", _r / (_r + _m) - 1 / (1 + _m / _r + slack("z"))),
    ),
)


def _squares_at_least(x: AttentionRow) -> Comparison:
    return at_least(x.squared_error, x.tau * x.tau * x.n / (x.k * (x.n - x.k)))


COMPANION.add(
    "squared row norm, below",
    _squares_at_least,
    says="k < n: ‖u - u_hat‖_2² ≥ tau² n/(k(n-k)), with equality for W = 0",
    given=ANY_ROWS,
    content=ranges.SQUARED,
    met=met_with(ANY_ROWS, DROPS),
    where=[DROPS],
    proof=proved("Cauchy-Schwarz inside the window (errors add up to tau) and outside it (the same).", SQUARES),
)


def _squares_at_most(x: AttentionRow) -> Comparison:
    return at_most(x.squared_error, 2 * x.tau * x.max_error)


COMPANION.add(
    "squared row norm, above",
    _squares_at_most,
    says="‖u - u_hat‖_2² ≤ 2 tau · max|u - u_hat|",
    given=ANY_ROWS,
    content=ranges.silent(
        ranges.SQUARED,
        ANY_ROWS,
        "k = n, or max|u - u_hat| ≥ 1/2",
        lambda x: balls.ge(2 * x.tau * x.max_error, x.tau),
    ),
    proof=proved(
        "Σ e² ≤ max|e| Σ|e|, and Σ|e| = 2 tau.", nonnegative("e (e + s) - e² = e s ≥ 0", gamma * (gamma + beta) - gamma**2)
    ),
)

UNIFORM_ROW = Condition(
    "W = 0 (all scores equal)",
    lambda x: "," not in str(x.row),
    lambda x: x.but(row=str(x.row).split(",")[0], k=1),
)


def _uniform(x: AttentionRow) -> tuple[Comparison, ...]:
    gap = 1 / x.k - 1 / x.n
    outside = (equals(x.u_dropped, 1 / x.n, "error outside it"),) if x.dropped else ()
    return (
        equals(x.kept_error, gap, "largest error inside the window"),
        *outside,
        equals(x.max_error, uniform_rows.maximum(x.arithmetic, x.n, x.k), "largest error"),
        equals(x.squared_error, gap, "squared l2 norm of a row"),
        equals(x.row_sum_error, uniform_rows.row_sum(x.arithmetic, x.n, x.k), "row sum"),
    )


COMPANION.add(
    "uniform",
    _uniform,
    says="W = 0: the error inside the window is 1/k - 1/n, outside 1/n (k < n), the larger of them the largest; the squared "
    "row norm 1/k - 1/n, the row sum 2(1 - k/n)",
    given=ANY_ROWS,
    met="every n ≥ 1 and k in [n]: one row for each",
    where=[UNIFORM_ROW],
    proof=proved(
        "u_j = 1/n, u_hat_j = 1/k on the window.",
        identity("k (1/k - 1/n)² + (n-k)/n² = 1/k - 1/n", _x * (1 / _x - 1 / _y) ** 2 + (_y - _x) / _y**2, 1 / _x - 1 / _y),
        identity("k (1/k - 1/n) + (n-k)/n = 2(1 - k/n)", _x * (1 / _x - 1 / _y) + (_y - _x) / _y, 2 * (1 - _x / _y)),
    ),
)


def _threshold_counts() -> bool:
    """⌈1/ε⌉ - 1 equal entries exceed ε for several ε."""
    return all(
        Fraction(1, ceil(1 / eps) - 1) > eps for eps in (Fraction(1, 3), Fraction(2, 7), Fraction(1, 100), Fraction(3, 1000))
    )


def _effective_below(x: AttentionRow) -> Comparison:
    """Integers below 1/ε are at most ⌈1/ε⌉ - 1; m < 1/ε is the same."""
    return less(x.effective(x.eps), 1 / x.eps)


COMPANION.add(
    "effective entries",
    _effective_below,
    says="#{j : u_j > ε} ≤ ⌈1/ε⌉ - 1 (m ε < 1), attained; hence |S_ε(u)| ≥ k for every row exactly when ε ≥ 1/(n-k+1)",
    given=with_epsilon(ANY_ROWS),
    content=Content("0 ≤ #{j : u_j > ε} ≤ n", 0, lambda x: x.n).silent_for(
        "n < 1/ε", lambda i: _length(i) * Fraction(i["eps"]) < 1
    ),
    proof=proved(
        "m entries above ε add up to more than m ε, and to at most 1.",
        nonnegative("m ε ≥ 1 for m = 1/ε + z: that many cannot exceed ε", _x * (1 / _x + slack("z")) - 1),
        Step("⌈1/ε⌉ - 1 equal entries exceed ε (ε = 1/3, 2/7, 1/100, 3/1000)", _threshold_counts),
    ),
)

STATEMENTS = (COMPANION,)
