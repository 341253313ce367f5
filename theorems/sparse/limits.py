"""What happens to ‖P - P̂‖ as n grows, norm by norm and window by window: the arguments that the theorems share.

On |S_ij| ≤ M = o(log n), with tau the dropped mass of a row:

* tau/(1-tau) ≥ (n-k) e^{-2M}/k: for every k = n^{o(1)} or n^c, c < 1, almost all of the mass is dropped, tau -> 1;
* the l1 norm of a row of P - P̂ is 2 tau, its squared l2 norm at least tau² n/(k(n-k)) (Cauchy-Schwarz twice; equality for
  W = 0), its largest entry at least tau/k and at most e^{2M}/k.
"""

import mpmath

from kernels.arithmetic import MP
from theorems.sparse.approximation import HALF_POWER, ONE_SPIKE, at_last
from theorems.sparse.language import *
from theorems.sparse.large_sizes import Excess, Margin, Route, Threshold, block, per_window


@dataclass(frozen=True)
class ErrorNorm:
    """A norm of Definition 3.5, evaluated on a matrix P - P̂ of n equal rows (rank one: spectral = Frobenius).

    of: the norm of a difference as printed;  value: that of P - P̂
    trivial: its trivial range;  below_epsilon: the same for the bound ε, which says nothing from ``silent`` on, √squared(n)
    """

    label: str
    name: str
    of: Callable[[Expr], Expr]
    value: Callable[[AttentionRow], Number]
    trivial: TrivialRange
    squared: Callable[[int], int]
    silent: str

    @property
    def error(self) -> Expr:
        return self.of(error)

    @property
    def below_epsilon(self) -> TrivialRange:
        return ranges.below_target(self.trivial, self.squared, self.silent)


MAXIMUM = ErrorNorm("(a)", "entrywise maximum", lambda D: Norm(D, "∞"), lambda x: x.max_error, ranges.MAXIMUM, lambda n: 1, "1")
FROBENIUS = ErrorNorm("(b)", "Frobenius", lambda D: Norm(D, "F"), lambda x: x.frobenius, ranges.FROBENIUS, lambda n: n, "√n")
ROW_SUM = ErrorNorm(
    "(c)", "maximal row sum", lambda D: Norm(D, "row sum"), lambda x: x.row_sum_error, ranges.ROW_SUM, lambda n: 4, "2"
)
SPECTRAL = ErrorNorm("(d)", "spectral", lambda D: Norm(D, "2"), lambda x: x.frobenius, ranges.SPECTRAL, lambda n: n, "√n")
ROOT_MEAN = ErrorNorm(
    "(e)",
    "Frobenius/√n",
    lambda D: Norm(D, "F") / sqrt(n),
    lambda x: x.sqrt(x.squared_error),
    ranges.ROOT_MEAN,
    lambda n: 1,
    "1",
)
NORMS = (MAXIMUM, FROBENIUS, ROW_SUM, SPECTRAL, ROOT_MEAN)

_EPS = Fraction(1, 10)
REAL_WINDOW: dict[Window, Callable[[Any], Any]] = {
    CONSTANT: lambda L: mpmath.mpf(CONSTANT_WINDOW),
    LOGARITHM: lambda L: L,
    SQUARED_LOGARITHM: lambda L: L * L,
    ROOT: lambda L: mpmath.exp(L / 2),
}
_OURS = Route("none printed")


def _grows_with(rate: str, square: str, exactly: str) -> str:
    return (
        f"{exactly}: √log(n0/δ) is about {rate} CR with R, so n0 grows like e^({square} C²R²), times a power of log n0 for the "
        "windows log n and log² n"
    )


def _least(window: Window, error: Callable[[Any, Any, Any], Any]) -> Excess:
    """ε less the least error over all rows with scores up to M; ``error`` takes n, k and the least dropped mass."""

    def excess(L: Any, r: Any) -> Any:
        n, k = mpmath.exp(L), REAL_WINDOW[window](L)
        # below k = n nothing is dropped and nothing is wrong
        return MP.number(_EPS) - (error(n, k, (n - k) / (n - k + k * r)) if n > k else 0)

    return excess


def _block(
    window: Window, margin: Margin, error: Callable[[Any, Any, Any], Any] | None, route: Route, dependence: str
) -> Threshold:
    """The threshold of a claim that the error stays at least ε: the worst rows keep k scores M and drop n - k scores -M."""
    excess = None if error is None else _least(window, error)
    return Threshold("k scores {M}, the others -{M}", block, margin, excess, route, dependence, window, {"eps": _EPS})


@cache
def frobenius_threshold(window: Window) -> Threshold:
    """From which size on ‖P - P̂‖_F ≥ ε: the least is tau √(n/(k(n-k))) √n, tau the least dropped mass."""
    margin = per_window("(n/k - 1) e^{-4M} ≥ ε²", 4, _EPS**2, window)
    route = _OURS
    if window in (CONSTANT, LOGARITHM):
        route = Route("(its formulas are lost; this one fits its words)", margin)
    rate, square, bound = ("8/3", "64/9", 64) if window is ROOT else ("4/3", "16/9", 16)
    return _block(
        window,
        margin,
        lambda n, k, tau: n * tau / mpmath.sqrt(k * (n - k)),
        route,
        _grows_with(rate, square, "(n/k)^(3/2) against ε e^(2M)") + f"; the bound in the proof needs e^({bound} C²R²)",
    )


@cache
def _mass_threshold(window: Window, error: Callable[[Any, Any, Any], Any] | None) -> Threshold:
    """The same for errors that a dropped mass of at least 1/2 keeps at least ε."""
    rate, square = ("4", "16") if window is ROOT else ("2", "4")
    return _block(
        window,
        per_window("n/(2k) ≥ e^{2M} (so that tau ≥ 1/2)", 2, Fraction(1), window),
        error,
        _OURS,
        _grows_with(rate, square, "n/k against e^(2M), with a factor of ε"),
    )


@cache
def mass_threshold(window: Window) -> Threshold:
    """From which size on the dropped mass is at least 1 - ε."""
    return replace(
        _mass_threshold(window, lambda n, k, tau: tau - 1 + 2 * MP.number(_EPS)),
        margin=per_window("n/(2k) ≥ e^{2M}/ε", 2, 1 / _EPS, window),
    )


def at_most_half(window: Window) -> tuple[Relation, ...]:
    """From where on a window is at most 2√n and at most half of the row."""
    return n >= 16, *(() if window is ROOT else (window.high / sqrt(n) <= 1,))


few = (k <= 2 * sqrt(n)) & (2 * k <= n)


def part_of(q: Expr) -> Expr:
    """The factor with which e^{2M} ≤ √n leaves at most the share q of the mass in a window of 2√n entries."""
    return expr(4 / q.value) if isinstance(q, tree.Number) else 4 / q


def where_dropped(window: Window, q: Expr, *fixed: Symbol) -> FromSomeSizeOn:
    """The sizes from which on the least dropped mass is at least 1 - q."""
    return where_small(M, part_of(q), Q(1, 2), *at_most_half(window), fixed=fixed)


@auxiliary(lambda q: few & (least_mass(M) >= 1 - q))
def mass_dropped(q: Expr) -> None:
    """4 e^{2M}/q ≤ √n and k ≤ 2√n: what is kept is at most k e^{2M} ≤ q (n-k)."""
    rest, kept, factor = n - k, k * exp(2 * M), part_of(q)
    have(few)
    obtain(small_scores(M, factor, Q(1, 2)))
    have(exp(2 * M) * factor <= sqrt(n), *below_power(M, factor, Q(1, 2)))
    calc(kept).le(2 * sqrt(n) * exp(2 * M)).le(q * n / 2).le(q * rest)
    calc(least_mass(M)).eq(1 - kept / (rest + kept)).ge(1 - kept / rest).ge(1 - q)


@cache
def row_sum_threshold(window: Window) -> Threshold:
    """From which size on the l1 norm 2 tau of a row is at least ε."""
    return _mass_threshold(window, lambda n, k, tau: 2 * tau)


def row_sum_stays(line: Line, window: Window) -> None:
    """The maximal row sum."""

    @proof(line, lambda how, flat: row_sum_threshold(window).proof(how, (), None, flat(where_dropped(window, Q(1, 2)))))
    def _() -> None:
        """The l1 norm of a row is 2 tau, and tau/(1-tau) ≥ (n/k - 1) e^{-2M} tends to infinity: the norm tends to 2."""
        obtain(least_row_sum(M), mass_dropped(Q(1, 2)))


# the least error of a window k that drops the mass tau, where it is known
_LEAST: dict[ErrorNorm, Callable[[Any, Any, Any], Any]] = {
    MAXIMUM: lambda n, k, tau: max(tau / k, tau / (n - k)),
    ROOT_MEAN: lambda n, k, tau: tau * mpmath.sqrt(n / (k * (n - k))),
}


@cache
def constant_window_threshold(norm: ErrorNorm) -> Threshold:
    """From which size on the error of the window 4 is at least ε."""
    return _mass_threshold(CONSTANT, _LEAST.get(norm))


def constant_window_stays(line: Line, norm: ErrorNorm) -> None:
    """With k fixed the kept entries share the error tau -> 1."""
    half, root, mass = Q(1, 2), sqrt(n) / 5, least_mass(M)
    floor = "1/k" if norm is MAXIMUM else "1/√k"
    how = (
        "Inside the window the errors are nonnegative and add up to tau -> 1 over k entries: the largest is at least tau/k, "
        f"the l2 norm of a row at least tau/√k, and ‖·‖_2 ≥ ‖·‖_F/√n. The norm stays above {floor} up to o(1)."
    )

    @proof(line, lambda _, flat: constant_window_threshold(norm).proof(how, (), None, flat(where_dropped(CONSTANT, half))))
    def _() -> None:
        if norm is MAXIMUM:
            obtain(least_entry(M), mass_dropped(half))
            calc(norm.error).eq(k * norm.error / k).ge(mass / k).ge(half / k).ge(Q(1, 8)).ge(eps)
            return
        obtain(least_squares(M), mass_dropped(half))
        with proving(FROBENIUS.error >= root):
            calc(n * n * half**2).le(n * n * mass**2, FACTOR_KEEPS_ORDER(half**2, mass**2, n * n), SQUARE_GROWS(half, mass))
            calc(k * (n - k) * root**2).le(n * n * half**2).le(n * (n * mass**2))
            obtain(frobenius_at_least(M, root, False))
        if norm is SPECTRAL:
            obtain(spectral_at_least(root))


ROOT_MEAN_THRESHOLD = replace(
    ONE_SPIKE,
    margin=Margin("2 e^{2M}/k ≤ ε²", 2, 2 * Fraction(100) ** 2, Fraction(1, 2)),
    excess=None,
    route=Route("none: the printed proof bounds the entrywise maximum"),
    dependence="√log(n0/δ) is at most (CR + √(C²R² + c log(2/ε²) + c² log(1/δ)))/c; along R = o(√log n): the size beyond which "
    "2 e^{2M} ≤ ε² k",
)


def root_mean_vanishes(line: Line, m: Expr = M, c: Expr = HALF_POWER, threshold: Threshold = ROOT_MEAN_THRESHOLD) -> None:
    """The limit of Frobenius/√n, with a window of n^c."""
    factor, most, root = 2 / eps**2, exp(2 * m) / k, sqrt(n) * eps

    @proof(line, at_last(threshold, m, factor, c, *free_symbols(c)))
    def _() -> None:
        """The squared l2 norm of a row is at most its l1 norm times its largest entry, 2 tau e^{2M}/k ≤ 2 e^{2M}/k ≤ ε²."""
        obtain(largest_squares(m), small_scores(m, factor, c))
        calc(2 * most).eq(exp(2 * m) * factor * eps**2 / k).le(eps**2, *below_power(m, factor, c))
        calc(squared_errors).le(2 * most * n, SUM_BELOW_COUNT(squared_row, 2 * most, r, columns), LENGTH(r)).le(root**2)
        have(squared_errors >= 0, SUM_NONNEGATIVE(squared_row, r, columns))
        have(sqrt(squared_errors) <= root, ROOT_BELOW(squared_errors, root))
        hence(FROBENIUS_IS)


_UNIFORM_ERRORS = {
    MAXIMUM: "1/k - 1/n (k ≤ n/2)",
    FROBENIUS: "√(n/k - 1)",
    ROW_SUM: "2(1 - k/n)",
    SPECTRAL: "√(n/k - 1) (ties broken alike in every row)",
    ROOT_MEAN: "√(1/k - 1/n)",
}

_size = n * row_squares


def _uniform_reasons(norm: ErrorNorm, window: Window) -> tuple[Reason, ...]:
    """Why the error of uniform rows is above 1/10."""
    if norm is MAXIMUM:
        return (MAX_ABOVE(1 / k - 1 / n, 1 / n),)
    if norm is ROOT_MEAN:
        return (ROOT_ABOVE(_size, sqrt(n) / 5),)
    return (ROOT_ABOVE(_size, 1),) if norm is not ROW_SUM and window is SQUARED_LOGARITHM else ()


def window_drops(norm: ErrorNorm, window: Window) -> tuple[Reason, ...]:
    """Why k < n."""
    small_root = () if norm is ROW_SUM else (10 * sqrt(n) <= n,)
    if window is LOGARITHM:
        return (*small_root, LOG_BELOW_TANGENT(sqrt(n)))
    if window is SQUARED_LOGARITHM:
        return (ROOT_ABOVE(n, 10**3), LOG_ABOVE(n), *HALF[window])
    return small_root if window is ROOT else ()


_WITHOUT_WEIGHTS = "W = 0 (M = 0, R = 0, on every event): the norm of P - P̂ is exactly {} and tends to {}."


def uniform(norm: ErrorNorm, window: Window, limit: Any, more: str) -> RefutedAlong:
    """W = 0: every row of P is 1/n, of P̂ 1/k on its window."""
    first = 6 if window is SQUARED_LOGARITHM else 2
    return along(
        f"m -> n = 10^m, S = 0, k = {window.name}",
        lambda m: f"row=0x{10**m} k={window(10**m)} M=0{more}",
        _WITHOUT_WEIGHTS.format(_UNIFORM_ERRORS[norm], limit),
        confirm=(first, 6 if first == 2 else 20, 300),
        calculation=Contrary(
            (n >= 10**first, k >= 1, window.between, eps == Q(1, 10), Norm(S, "∞") <= M, M == 0),
            by(UNIFORM(), *_uniform_reasons(norm, window)),
            reasons=window_drops(norm, window),
            sizes=(n == 10**K, M == 0),
        ),
    )


def uniform_vanishes(line: Line, norm: ErrorNorm, window: Window) -> None:
    """W = 0: the error of a window that grows is below every ε."""
    lengths, scores = (n >= 10**6, log(n) >= 2 * K, k >= 1, window.between), (Norm(S, "∞") <= M, M == 0)

    @refuted_along(
        line,
        f"m -> n = 10^m, S = 0, k = {window.name}",
        lambda m: f"row=0x{10**m} k={window(10**m)} M=0 eps=1/10",
        (*lengths, eps > 0, eps >= 1 / sqrt(K), eps <= Q(1, 10), *scores),
        reasons=(ROOT_ABOVE(n, 10**3), 1000 * sqrt(n) <= n, *HALF[window]),
        sizes=(n == 10**K, M == 0),
        confirm=(101, 200, 300),
        how=_WITHOUT_WEIGHTS.format(_UNIFORM_ERRORS[norm], 0),
    )
    def _() -> None:
        if window is SQUARED_LOGARITHM:
            have(log(n) >= 1)
            calc(k).ge(log(n) ** 2).ge(log(n))
        if window is ROOT:
            fourth = sqrt(sqrt(n))
            have(fourth >= 4, ROOT_ABOVE(sqrt(n), 4))
            have(sqrt(n) >= 4 * fourth, only(fourth >= 4, n >= 1))
            calc(sqrt(n)).ge(4 * fourth).ge(log(n), LOG_BELOW_TANGENT(fourth))
        calc(1 / k).le(1 / (2 * K)).le(eps**2 / 2)
        if norm is MAXIMUM:
            calc(1 / k).le(eps**2 / 2).lt(eps)
            have(1 / n < 1 / k, only(k < n, k >= 1))
            calc(1 / n).lt(1 / k).lt(eps)
            calc(1 / k - 1 / n).lt(1 / k).lt(eps)
            hence(UNIFORM, MAX_BELOW_STRICTLY(1 / k - 1 / n, 1 / n, eps))
        else:
            root = Q(4, 5) * eps * sqrt(n)
            calc(_size).eq(n * (1 / k) - 1).le(n * (eps**2 / 2)).le(root**2)
            have(sqrt(_size) <= root, ROOT_BELOW(_size, root))
            calc(norm.error).eq(sqrt(_size) / sqrt(n), UNIFORM).le(Q(4, 5) * eps).lt(eps)


_SHORT = ROOT_ABOVE(n, 10**3), LOG_BELOW_TANGENT(sqrt(sqrt(n))), SQUARE_GROWS(log(n), 4 * sqrt(sqrt(n)))  # why log² n + 1 ≤ n


def spike_on_event(line: Line, norm: ErrorNorm, window: Window) -> None:
    """One score M, the others -M with M = m and log n = m² log 10: R = O(1), yet e^{2M} outgrows every power of log n."""
    weight, logarithm = exp(2 * K), K**2 * log(10)
    lengths = (n == 10 ** (K**2), n >= 10**6, k >= 1, window.between, eps == Q(1, 10))
    scores = (M == K, Norm(S, "∞") <= M, highest == M, lowest == -M, levels == 2, leaders == 1)
    how = (
        f"M = m = O(√log n), that is R = O(1) = o(√log n). The weight r = e^{{2m}} of one entry outgrows k = {window.name} "
        "but not n: u_hat_1 = r/(r + k-1) -> 1 while u_1 = r/(r + n-1) -> 0; every row carries an error that tends to 1."
    )

    @refuted_along(
        line,
        f"m -> n = 10^(m²), one score M = m, the others -m (R = O(1)), k = {window.name}",
        lambda m: f"row={m}x1,{-m}x{10 ** (m * m) - 1} k={window(10 ** (m * m))} M={m} eps=1/10",
        (*lengths, *scores),
        reasons=(LOG_BELOW_TANGENT(sqrt(n)),) if window is LOGARITHM else _SHORT,
        sizes=(n == 10 ** (K**2), M == K),
        confirm=(10, 12, 16),
        how=how,
    )
    def _() -> None:
        """The weight e^{2K} of the first key lies far between k ≤ 6K⁴, k being the window log n or log² n, and n = 10^(K²)."""
        if window is SQUARED_LOGARITHM:
            calc(k).le(log(n) ** 2 + 1).le(6 * K**4)
        have(k <= 6 * K**4)
        have((Q(67, 100) * K) ** 8 <= weight, only(EXP_ABOVE_LINE(K / 4), BASE_GROWS(Q(67, 100) * K, exp(K / 4), 8)))
        calc(16 * k).le(96 * K**4).le((Q(67, 100) * K) ** 8).le(weight)
        calc(16 * weight).le(exp(2 * K + 3)).le(exp(logarithm), EXP_GROWS(2 * K + 3, logarithm)).eq(n, POWER_AS_EXP(10, K**2))
        have(Q(1, 2) <= first_error, only(highest == K, lowest == -K, 16 * k <= weight, 16 * weight <= n, k >= 1))
        calc(Q(1, 2)).le(first_error).le(norm.error, SPIKE)
