"""Do log n entries fail? The lower bounds on the Frobenius error (Theorems E.2, 6.2).

On |S_ij| ≤ M they do, by ‖P - P̂‖_F ≥ √(n/k - 1) e^{-2M}, and so does every window with k = o(n): n^c entries fail in this norm
as well. Without the event a row may put almost all of its weight on one key, and then a single entry suffices.
"""

import math

from theorems.sparse.approximation import with_target
from theorems.sparse.error_claims import REAL_LOGARITHM, at_two_lengths, uniform_inputs
from theorems.sparse.language import *
from theorems.sparse.large_sizes import SURE_SCALE
from theorems.sparse.limits import FROBENIUS, MAXIMUM, at_most_half, few, frobenius_threshold, window_drops
from theorems.sparse.uniform_rows import uniform_frobenius

size = Norm(error, "F")
_share = low / top  # of an entry against the first
_cube = n**3 * _share**2


@auxiliary(lambda most: size <= most)
def small_spike(most: Expr) -> None:
    """One score far above the others, n³ w² ≤ most²/3 for w = low/top: the errors of a row are at most n w, n w² and w."""
    w = _share
    above, terms = n * ((n * w) ** 2 + n * (n * w**2) ** 2 + n * w**2), _cube + _cube**2 / n**2 + _cube / n
    have(spike_squares <= above, only(k >= 1, k <= n))
    have(_cube <= 1, only(_cube <= 1 / (1600 * n), n >= 1))
    have(terms <= 3 * _cube, only(_cube <= 1, n >= 1))
    calc(size**2).eq(spike_squares, SPIKE_NORM).le(above).eq(terms).le(3 * _cube).le(most**2)


SHARP_INPUTS = (d == 2, R == 1, C > 0, delta == Q(1, 100), reach == 1, most == 1, least == -1, levels == 2, leaders == 1)


@auxiliary(_cube <= 1 / (1600 * n))
def sharp_share() -> None:
    """With R = 1 the weights are 200 n and 1/(200 n)."""
    as_given = n**3 * (1 / (200 * n) / (200 * n)) ** 2
    have((top == 200 * n) & (low == 1 / (200 * n)), SCORES_OF_INPUT)
    have(_cube == as_given, only(top == 200 * n, low == 1 / (200 * n)))
    calc(_cube).eq(as_given).le(1 / (1600 * n))


EVERY_TARGET = (n == 10**K, eps > 0, eps >= 10 ** (-K / 2))  # whatever ε is, from some member on


@auxiliary(size < eps)
def below_target() -> None:
    """The norm is of order 1/√n, and 1/√n ≤ ε."""
    least = 10 ** (-K / 2)
    calc(1 / n).eq(least**2).le(eps**2, SQUARE_GROWS(least, eps))
    have(3 * _cube <= (eps / 2) ** 2, only(_cube <= 1 / (1600 * n), 1 / n <= eps**2, n >= 1))
    obtain(small_spike(eps / 2))


def long_row_drops(window: Window) -> tuple[Reason, ...]:
    """Why k < n for n ≥ 1000."""
    return (LOG_BELOW_TANGENT(sqrt(n)),) if window is LOGARITHM else window_drops(FROBENIUS, window)


_SHARP = (
    "R = 1 is constant. Every row puts 1 - O(n (δ/2n)²) on one key: tau ≤ n (δ/2n)², and ‖P - P̂‖_F ≤ √n · 2 tau ≤ "
    "δ²/(2√n) tends to 0, a certain event. The same rows refute any bound that keeps the error away from 0."
)


def sharp_rows(line: Line, window: Window, how: str = _SHARP, steps: tuple[Step, ...] = ()) -> None:
    """One score far above the others: the error tends to 0."""

    @refuted_along(
        line,
        f"m -> n = 10^m, k = {window.name}, one score R log(2n/δ), the others -R log(2n/δ), R = 1",
        lambda m: f"row=1x1,-1x{10**m - 1} k={window(10**m)} R=1 delta=1/100 C=2 eps=1/10",
        (n >= 1000, k >= 1, window.between, *EVERY_TARGET, *SHARP_INPUTS),
        reasons=(ENTRIES_OF_X(), *long_row_drops(window)),
        sizes=(n == 10**K, R == 1),
        confirm=(3, 20, 300),
        how=how,
        steps=steps,
    )
    def _() -> None:
        obtain(sharp_share, below_target)


_k4, _n4, _y, _z = 1 + slack("kappa"), 4 * (1 + slack("kappa")) + slack("x"), slack("y"), slack("z")
_FALLS = (
    nonnegative("3/n - 2/(n-k) ≥ 1/(3n) for n = 4k + x", 3 / _n4 - 2 / (_n4 - _k4) - 1 / (3 * _n4)),
    nonnegative("6w ≤ 1/(3n) for w = 1/((400 + y) n²), n = 1 + x", 1 / (3 * (1 + _z)) - 6 / ((400 + _y) * (1 + _z) ** 2)),
    nonnegative("2 - w - w q ≥ 0 for w = 1/(1+y), q = (k-1) w = 1/(1+z)", 2 - 1 / (1 + _y) - 1 / ((1 + _y) * (1 + _z))),
)


def falling_rows(line: Line, window: Window) -> None:
    """The same rows: their error decreases as well."""
    how = (
        _SHARP + " It decreases as well: with w = (δ/2n)², Z = 1 + (n-1) w and Z_k = 1 + (k-1) w its square is "
        "n (n-k)² w² (1 + (k-1) w²)/(Z Z_k)² + n (n-k) w²/Z², whose terms have logarithmic derivatives in n of at most "
        "2/(n-k) - 3/n + 6w < 0 for n ≥ 4k, and fall with k. So both halves of Definition 3.5 are met."
    )
    sharp_rows(line, window, how, _FALLS)


def one_hot(line: Line, window: Window) -> None:
    """Nothing bounds R, so M may grow as 5 log n/log 10."""
    scores = (highest == M, lowest == -M, levels == 2, leaders == 1)

    @refuted_along(
        line,
        f"m -> n = 10^m, k = {window.name}, one score M, the others -M, M = 5m",
        lambda m: f"row={5 * m}x1,{-5 * m}x{10**m - 1} k={window(10**m)} M={5 * m} eps=1/10",
        (n >= 1000, k >= 1, window.between, *EVERY_TARGET, M == 5 * K, Norm(S, "∞") <= M, *scores),
        reasons=long_row_drops(window),
        confirm=(3, 20, 300),
    )
    def _() -> None:
        """Nothing bounds R, so M may grow as 5 log n/log 10: tau ≤ n e^{-10m} and ‖P - P̂‖_F ≤ 2 √n tau ≤ 2·10^{3m/2} e^{-10m},
        which tends to 0.
        """
        have(n <= exp(3 * K), POWER_AS_EXP(10, K), EXP_GROWS(K * log(10), 3 * K))
        calc(n * _cube).eq(n**4 * exp(-20 * K)).le(exp(3 * K) ** 4 * exp(-20 * K)).eq(exp(-8 * K))
        calc(n * _cube).le(exp(-8 * K)).le(exp(-24), EXP_GROWS(-8 * K, -24)).le(Q(1, 1600))
        have(_cube <= 1 / (1600 * n))
        obtain(below_target)


ALONG = Condition(FEW.said, growth=True, said="along the family")


def small_windows(window: Window) -> tuple[Relation, ...]:
    """From where on a window is short: what ``FEW`` says of its k holds at last."""
    return *at_most_half(window), *((k <= FEW.high,) if window is FEW else ())


def growth_for_few_weights(line: Line, window: Window) -> None:
    """4 ε k ≤ √n and 4 ε k² r ≤ n^{3/2} from some size on, where r = e^{2M′}: √n times the mass is at least ε k."""
    m, r, factor, power = M_sure, exp(2 * M_sure), 4 * eps * window.high**2, n ** Q(3, 2)
    mass, rest = least_mass(M_sure), n - k
    at_last = where_small(m, factor, Q(3, 2), *small_windows(window), 4 * eps * window.high / sqrt(n) <= 1, fixed=(eps,))
    threshold = replace(
        frobenius_threshold(of_family(window)),
        dependence="n^{3/2} ≥ 2ε (2k)^{3/2} (nd/δ)^{2dR}: like (ε (d/δ)^{2dR})^{1/(3/2 - 2dR)}, without bound as 2dR -> 3/2",
    )
    how = (
        "With r = e^{2M'} = (nd/δ)^{2dR} and q = (n-k)/(k r) every row has tau ≥ q/(1+q) ≥ min(1, q)/2, and ‖P - P̂‖_F ≥ tau "
        "√(n/k): it is at least min(√(n/k), (n-k) √n/(k^{3/2} r))/2, which tends to infinity for limsup 2dR < 3/2 and "
        f"k = O(log n). Beyond 3/2 it need not stay away from 0 where k grows: {HUB}, so tau ≤ n/r and ‖P - P̂‖_F² ≤ "
        "1/k + 2n³/r² (the first row is uniform but for one key), which tends to 0 with 1/k."
    )

    @proof(line, lambda _, flat: threshold.proof(how, (), SURE_SCALE, flat(at_last)))
    def _() -> None:
        obtain(least_squares(m), small_scores(m, factor, Q(3, 2)))
        calc(4 * eps * r * k**2).le(4 * eps * r * window.high**2).le(power, *below_power(m, factor, Q(3, 2)))
        calc(4 * eps * k).le(4 * eps * window.high).le(sqrt(n))
        have(2 * eps * k * (n + k * r) <= power, only(4 * eps * k <= sqrt(n), 4 * eps * r * k**2 <= power, n >= 1))
        calc(eps * k).le(power / (2 * (n + k * r))).le(sqrt(n) * mass)
        near = SQUARE_GROWS(eps * k, sqrt(n) * mass), FACTOR_KEEPS_ORDER((eps * k) ** 2, (sqrt(n) * mass) ** 2, n)
        calc(k * rest * eps**2).le(n * (eps * k) ** 2).le(n * (sqrt(n) * mass) ** 2, *near).eq(n * (n * mass**2))
        obtain(frobenius_at_least(m, eps, False))


def _data(domain: Domain, window: Window, growth: Condition | None = GROWTH_OF_R) -> Computed:
    if window is FEW:
        return on(with_target(replace(domain.where(ALONG), feasible=f"{domain.feasible}; k constant is such a window"), growth))
    return on(with_target(with_window(domain, window), growth))


stays = size >= BOUNDED_BELOW


def not_stable(err: Expr) -> Claim:
    """The window does not solve Definition 3.5; a decrease is read from some size on, for at n ≤ k nothing is dropped."""
    return Words(err, " decreases with n from no size on") | (Limit(err, n, infinity) != 0)


def lower_bound(
    lemma: Lemma,
    label: str,
    windows: tuple[Window, Window],
    claim: Claim,
    *,
    refutation: Callable[[Line, Window], None],
    given_event: Callable[[Line, Window], None] | None = None,
    growth: Condition | None = GROWTH_OF_R,
    refuted_for_all: str = "",
) -> Line:
    """One line in its three readings: as printed, for few weights, and on the event G_M. Returns the last.

    windows: the one that the line as printed fails for, and what it is shown for;  refutation: of it as printed
    given_event: the proof on the event, that of growth if none
    growth: the hypothesis on R, if there is one;  refuted_for_all: what words add to the refutation
    """
    (window, shown_for), bounded_R = windows, () if growth is None else (SMALL_R,)
    printed = And((*bounded_R, window.said)) if bounded_R else window.said
    line = lemma.state(label, Implies(printed, likely(claim)), (), given=_data(INPUTS, window, growth))
    few = line.instead(
        why="limsup 2dR < 3/2, d and δ fixed, " + ("added; " if growth is None else "in place of R = o(√log n); ") + REPAIR,
        claim=Implies(
            limsup_below(Q(3, 2)) & SURE & shown_for.said,
            likely(claim) if isinstance(claim, Or) else ForAll(eps, POSITIVE, likely_at_last(size >= eps)),
        ),
        given=_data(REPAIRED_INPUTS, shown_for, WEIGHTS_BELOW_FROBENIUS),
    )
    refutation(line.trivial(FROBENIUS.trivial).in_words(refuted_for_all), window)
    growth_for_few_weights(few.trivial(FROBENIUS.trivial).uses(), shown_for)
    there = window if growth is None else shown_for
    premise = And((ON_EVENT, *bounded_R, there.said))
    event = lemma.state(event_label(label), Implies(premise, claim), (), given=_data(ROWS, there, growth))
    if given_event is not None:
        given_event(event, there)
    return event.trivial(FROBENIUS.trivial).uses()


E2 = Lemma(
    "Theorem E.2", "Appendix E.2", "log n entries do not suffice, in the Frobenius norm", given=on(ROWS), provenance="public"
)
_LENGTHS = (("(a)", (CONSTANT, FEW)), ("(b)", (LOGARITHM, LOGARITHM)))
for _label, _windows in _LENGTHS:
    lower_bound(E2, f"{_label}(a)", _windows, stays, refutation=sharp_rows, given_event=one_hot, growth=None)
    lower_bound(E2, f"{_label}(b)", _windows, stays, refutation=sharp_rows)
least_size = size >= sqrt(n / k - 1) * exp(-(2 * M))


def least_frobenius(m: Expr) -> None:
    """The least mass is at least (n-k) e^{-2m}/n."""
    mass, low = (n - k) / n * exp(-2 * m), least_size.right.mapped(lambda node: m if node is M else None)
    obtain(least_squares(m), at_least_one(m))
    have(mass**2 <= least_mass(m) ** 2, only(SQUARE_GROWS(mass, least_mass(m))))
    with case(k < n):
        obtain(frobenius_at_least(m, low, True))
    with otherwise():
        calc(low).eq(0).le(size, FROBENIUS_IS)


def sharp_row(line: Line) -> None:
    """With k = 1 the bound outgrows the error."""

    @refuted_along(
        line,
        "m -> n = 10^m, k = 1, one score R log(2n/δ), the others -R log(2n/δ), R = 1",
        lambda m: f"row=1x1,-1x{10**m - 1} k=1 R=1 delta=1/100 C=2",
        (n >= 100, log(n) >= 138, C <= sqrt(log(n)) / 5, k == 1, *SHARP_INPUTS),
        reasons=(ENTRIES_OF_X(),),
        sizes=(n == 10**K, R == 1),
        confirm=(60, 100, 300),
    )
    def _() -> None:
        """As n grows the left side is at most δ²/(2√n) while the right side is n^{1/2 - o(1)}.

        2M = 2C√L ≤ L/4 + 4C² for L = log 100 n, and C² ≤ (log n)/25.
        """
        logarithm, root, most = log(n / delta), sqrt(n / k - 1), sqrt(log(n)) / 5
        obtain(sharp_share)
        have(_cube <= Q(1, 1600), only(_cube <= 1 / (1600 * n), n >= 1))
        obtain(small_spike(Q(1, 20)))
        calc(2 * M).eq(2 * C * sqrt(logarithm), M_IS).le(logarithm / 4 + 4 * C**2, SQUARE(sqrt(logarithm) / 2 - 2 * C))
        calc(C**2).le(most**2, SQUARE_GROWS(C, most)).eq(log(n) / 25)
        have(exp(2 * M) <= exp(-10) * sqrt(n), EXP_GROWS(2 * M, log(n) / 2 - 10))
        have(root >= sqrt(n) / 2)
        calc(size).le(Q(1, 20)).lt(1).le(least_size.right)


three_forms(
    E2,
    "(c)",
    least_size,
    shown=least_frobenius,
    refutation=sharp_row,
    provenance="inferred",
    trivial=ranges.FROBENIUS,
    uninformative=k == n,
).note("Equality for W = 0.")


def frobenius_grows(line: Line, window: Window) -> None:
    """4 ε² e^{4M} ≤ √n and k ≤ 2√n from some size on."""
    least, twice, root = (eps * exp(2 * M)) ** 2, 2 * eps * exp(2 * M), n ** Q(1, 4)
    at_last = where_small(M, 2 * eps, Q(1, 4), *small_windows(window), fixed=(eps,))

    @proof(line, lambda how, flat: frobenius_threshold(of_family(window)).proof(how, (), calculation=flat(at_last)))
    def _() -> None:
        """‖P - P̂‖_F ≥ √(n/k - 1) e^{-2M}, and n/k is a power of n while e^{2M} = n^{o(1)}: the norm tends to infinity, for
        every admissible family.
        """
        have(few)
        have(twice <= root, *below_power(M, 2 * eps, Q(1, 4)))
        calc(least).eq(twice**2 / 4).le(root**2 / 4, SQUARE_GROWS(twice, root)).eq(sqrt(n) / 4).le(n / k - 1)
        calc(size).ge(sqrt(n / k - 1) * exp(-(2 * M)), E2["(c), on G_M"]).ge(eps, ROOT_ABOVE(n / k - 1, eps * exp(2 * M)))


for _label, (_, _window) in _LENGTHS:
    frobenius_grows(E2[f"{_label}(b), on G_M"], _window)

THEOREM_6_2 = Lemma(
    "Theorem 6.2",
    "Section 6.2",
    "log n entries do not suffice for stable approximation",
    given=_data(ROWS, LOGARITHM),
    uses=["Theorem E.2/(a)(b)", "Definition 3.5"],
    provenance="public",
)
_BOTH_HALVES = (
    "Definition 3.5 asks for a decrease and for the limit 0. The decrease is read from some size on: at n ≤ k nothing is "
    "dropped, the error is 0, and no window with k < n somewhere decreases from n = 1 on."
)
for _label, _windows in (("", (CONSTANT, FEW)), ("(b)", (LOGARITHM, LOGARITHM))):
    lower_bound(
        THEOREM_6_2,
        _label,
        _windows,
        not_stable(size),
        refutation=falling_rows,
        given_event=frobenius_grows,
        refuted_for_all="Compared is one ε at single sizes; that the error of the "
        "family decreases, and to 0, is in the derivation.",
    ).note("So it is for k = ⌈n^c⌉, c < 1, too (the norm table): Theorem 6.1 fails in this norm.")
    THEOREM_6_2[_label].note(_BOTH_HALVES)
Err = Symbol("Err_F")
WITHOUT_WEIGHTS = {
    Err(n): lambda x: uniform_frobenius(x.arithmetic, *x.now),
    Err(n + 1): lambda x: uniform_frobenius(x.arithmetic, *x.then),
}
rises = Err(n + 1) >= Err(n)
with THEOREM_6_2.where(given=at_two_lengths(uniform_inputs(LOGARITHM), LOGARITHM, WITHOUT_WEIGHTS)):
    THEOREM_6_2["monotone"] = Implies((W == 0) & (k == LOGARITHM.printed), rises)
monotone = THEOREM_6_2["monotone"].trivial(TrivialRange("‖P - P̂‖_F ≥ 0", 0)).uninformative(n == 1)
monotone.refuted("n=2").from_("text").uses()
monotone.note("So wherever ⌈log n⌉ grows, however large n is: n/k falls to (n+1)/(k+1) for k < n.")
rises = sqrt((n + 1) / log(n + 1) - 1) >= sqrt(n / log(n) - 1)
real = monotone.instead(
    why="k is log n itself, not an integer, and n ≥ e",
    claim=Implies((W == 0) & (k == log(n)) & (n >= exp(1)), rises),
    given=Computed(REAL_LOGARITHM, WITHOUT_WEIGHTS),
)
real.trivial(TrivialRange("‖P - P̂‖_F ≥ 0", 0)).proved(
    Calculation(
        using(
            ((log(n) >= 1) & (log(n + 1) >= 1), by(LOG_GROWS(exp(1), n), LOG_GROWS(n, n + 1))),
            (n / log(n) >= 1, by(LOG_BELOW_TANGENT(n))),
            (n / log(n) <= (n + 1) / log(n + 1), by(LOG_SLOWER(n, n + 1))),
            then=by(ROOT_GROWS(n / log(n) - 1, (n + 1) / log(n + 1) - 1)),
        )
    )
)


def _beyond_6(k: int) -> balls.Ball:
    """e^k - 6: for k = 5 e^k is less than the first length with ⌈log n⌉ = 6."""
    return balls.exp(balls.ball(k)) - 6


def _on_a_plateau(m: int) -> str:
    n = 10**m
    k = LOGARITHM(n)
    a = Fraction(round((m * Fraction(math.log(10)) - (k - 1)) * 10**9), 10**9)
    return f"row={a}x{k},{-a}x{n - k} k={k} M=3/2 eps=1/10"


_m, _x, _first = positive("m"), positive("x"), positive("n_0")
FALLING_ON_EVENT = along(
    "n -> k = ⌈log n⌉ scores a_n, the others -a_n, a_n = log((n-k)/(n0-k)) for the first length n0 with this k (the members "
    "with 9 decimals of log n - k + 1), M = 3/2",
    _on_a_plateau,
    "The k kept entries are equal: the error is tau/k with tau/(1-tau) = (n-k) e^{-2a}/k = (n0-k)²/(k (n-k)). While k stays "
    "level it falls as n grows; where k becomes k+1 it falls from (1/k)/(1 + q), q = k (n-k)/(n0-k)² ≤ 1/k, to less than "
    "1/(k+1), for every k ≥ 6. It is less than 1/k, so it tends to 0, and a_n ≤ log 3 < 3/2: M is constant, R -> 0.",
    identity("e^{-2a} = ((n0-k)/(n-k))²: (n-k) e^{-2a}/k", _m * (_first / _m) ** 2 / _x, _first**2 / (_x * _m)),
    nonnegative("(1/k)/(1 + q) ≥ 1/(k+1) for q = 1/(k + y)", 1 / (_k4 * (1 + 1 / (_k4 + _y))) - 1 / (_k4 + 1)),
    certain(
        "k = 6: k² (e^k - k) ≤ (e^{k-1} - k)², where e^{k-1} < n0 and n ≤ e^k",
        lambda: balls.le(36 * _beyond_6(6), _beyond_6(5) ** 2),
    ),
    strictly_positive("k² e^{2-k} falls for k = 6 + y: 1 - 2/k > 0, and so does k e^{1-k}: 1 - 1/k > 0", 1 - 2 / (6 + _y)),
    certain("e^k - k ≤ 3 (e^{k-1} - k) at k = 6, e < 3", lambda: balls.le(_beyond_6(6), 3 * _beyond_6(5))),
    certain("log 3 < 3/2", lambda: balls.lt(balls.log(balls.ball(3)), balls.ball(Fraction(3, 2)))),
    confirm=(20, 100, 300),
    in_words="that these rows have the error tau/k, that it falls from each length to the next, and that both halves of the "
    "definition are so met. The two kinds of steps, within a plateau and at its end, are the inequalities above.",
)
_TWO_NORMS = "For a single score M = O(√log n) the error tends to 1. The sketch of Theorem 6.2 takes the Frobenius norm."
for _label, _error in (("(c), all rows, on G_M", Norm(error, "∞")), ("(c), one row, on G_M", Norm(P[i] - P_hat[i], "∞"))):
    THEOREM_6_2[_label] = Implies(ON_EVENT & SMALL_R & (k == LOGARITHM.printed), not_stable(_error))
    THEOREM_6_2[_label].trivial(MAXIMUM.trivial).proved(FALLING_ON_EVENT).note(_TWO_NORMS).uses()


STATEMENTS = (E2, THEOREM_6_2)
