"""What happens to ‖P - P̂‖ as n grows, norm by norm and window by window: the arguments that the theorems share.

On |S_ij| ≤ M = o(log n), with tau the dropped mass of a row:

* tau/(1-tau) ≥ (n-k) e^{-2M}/k: for every k = n^{o(1)} or n^c, c < 1, almost all of the mass is dropped, tau -> 1;
* the l1 norm of a row of P - P̂ is 2 tau, its squared l2 norm at least tau² n/(k(n-k)) (Cauchy-Schwarz twice; equality for
  W = 0), its largest entry at least tau/k and at most e^{2M}/k.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
import sympy

from kernels.arithmetic import MP, Number
from theorems.kernel.scripts import calc, have
from theorems.sparse.approximation import BELOW_EPSILON, MAX_ERROR, ONE_SPIKE
from theorems.sparse.language import *
from theorems.sparse.large_sizes import Excess, Margin, Route, Threshold, block, per_window
from theorems.sparse.steps import E as _E
from theorems.sparse.steps import gamma, nu
from theorems.sparse.steps import k as _k
from theorems.textbook import *


@dataclass(frozen=True)
class ErrorNorm:
    """A norm of Definition 3.5, evaluated on a matrix P - P̂ of n equal rows (rank one: spectral = Frobenius).

    of: the norm of a difference as printed;  value: that of P - P̂
    trivial: its trivial range;  below_epsilon: the same for the bound ε, with the ε from which on that says nothing
    """

    label: str
    name: str
    of: Callable[[Expr], Expr]
    value: Callable[[AttentionRow], Number]
    trivial: TrivialRange
    below_epsilon: TrivialRange

    @property
    def error(self) -> Expr:
        return self.of(error)


MAXIMUM = ErrorNorm(
    "(a)", "entrywise maximum", lambda D: tree.Norm(D, "∞"), lambda x: x.max_error, ranges.MAXIMUM, BELOW_EPSILON
)
FROBENIUS = ErrorNorm(
    "(b)",
    "Frobenius",
    lambda D: tree.Norm(D, "F"),
    lambda x: x.frobenius,
    ranges.FROBENIUS,
    ranges.below_target(ranges.FROBENIUS, lambda n: n, "√n"),
)
ROW_SUM = ErrorNorm(
    "(c)",
    "maximal row sum",
    lambda D: tree.Norm(D, "row sum"),
    lambda x: x.row_sum_error,
    ranges.ROW_SUM,
    ranges.below_target(ranges.ROW_SUM, lambda n: 4, "2"),
)
SPECTRAL = ErrorNorm(
    "(d)",
    "spectral",
    lambda D: tree.Norm(D, "2"),
    lambda x: x.frobenius,
    ranges.SPECTRAL,
    ranges.below_target(ranges.SPECTRAL, lambda n: n, "√n"),
)
ROOT_MEAN = ErrorNorm(
    "(e)",
    "Frobenius/√n",
    lambda D: tree.Norm(D, "F") / sqrt(n),
    lambda x: x.sqrt(x.squared_error),
    ranges.ROOT_MEAN,
    ranges.below_target(ranges.ROOT_MEAN, lambda n: 1, "1"),
)
NORMS = (MAXIMUM, FROBENIUS, ROW_SUM, SPECTRAL, ROOT_MEAN)

_n, _x, _y, _m = positive("n"), positive("x"), positive("y"), positive("m")
_L, _a = positive("L"), positive("a")

DROPPED_MASS_STEP = nonnegative(
    "tau/(1-tau) = Σ_dropped A / Σ_kept A ≥ ((n-k)/E)/(k E): Σ_kept = 1 + s, k E = Σ_kept + α, Σ_dropped = (n-k)/E + γ",
    (nu / _E + gamma) / (1 + slack("s")) - (nu / _E) / (1 + slack("s") + slack("alpha")),
)
SQUARES = Step(
    "Σ_kept (u_hat tau)² ≥ tau²/k and Σ_dropped u² ≥ tau²/(n-k) (Cauchy-Schwarz), and 1/k + 1/(n-k) = n/(k(n-k))",
    lambda: sympy.cancel(1 / _k + 1 / (nu + 1) - (_k + nu + 1) / (_k * (nu + 1))) == 0,
)
FROBENIUS_BELOW = proved(
    "Each squared row norm is at least tau² n/(k(n-k)), and tau ≥ (n-k) e^{-2M}/n, because tau/(1-tau) ≥ (n-k) e^{-2M}/k and "
    "e^{-2M} ≤ 1. Summed over n rows: ‖P - P̂‖_F² ≥ (n/k - 1) e^{-4M}, with equality for W = 0.",
    SQUARES,
    DROPPED_MASS_STEP,
    nonnegative(
        "with tau = q/(1+q), q = (n-k)/(k E²) + γ: tau ≥ (n-k)/(n E²)",
        (nu / (_k * _E**2) + gamma) / (1 + nu / (_k * _E**2) + gamma) - nu / ((_k + nu) * _E**2),
    ),
    identity(
        "n · (((n-k)/n) e^{-2M})² n/(k(n-k)) = (n/k - 1) e^{-4M}",
        _n * (((_n - _x) / _n) * _y) ** 2 * _n / (_x * (_n - _x)),
        (_n / _x - 1) * _y**2,
    ),
)


_EPS = Fraction(1, 10)
REAL_WINDOW: dict[Window, Callable[[Any], Any]] = {
    CONSTANT: lambda L: mpmath.mpf(CONSTANT_WINDOW),
    LOGARITHM: lambda L: L,
    SQUARED_LOGARITHM: lambda L: L * L,
    ROOT: lambda L: mpmath.exp(L / 2),
}
_OURS = Route("none printed")
_LOWER_MARGIN = "(n/k - 1) e^{-4M} ≥ ε²"


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
    margin = per_window(_LOWER_MARGIN, 4, _EPS**2, window)
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


_RATE = limit_is(
    "(1/2) log n - 4M -> ∞ for M = a√log(n/δ), and so for every M = o(log n): n/k ≥ n^{1/2} from some size on",
    _L / 2 - 4 * _a * sympy.sqrt(_L),
    _L,
    sympy.oo,
)


GROWS_HOW = (
    "‖P - P̂‖_F ≥ √(n/k - 1) e^{-2M}, and n/k is a power of n while e^{2M} = n^{o(1)}: the norm tends to infinity, for "
    "every admissible family."
)


GROWS_STEPS = (*FROBENIUS_BELOW.steps, _RATE)


def few_kept(window: Window) -> tuple[tuple[Relation, ...], Shown]:
    """A window is at most 2√n and at most half of the row where these relations hold, which they do from some size on."""
    narrow = () if window is ROOT else (window.high / sqrt(n) <= 1,)
    return (n >= 16, *narrow), ((k <= 2 * sqrt(n)) & (2 * k <= n), by())


def mass_stays(window: Window, q: Expr, script: Script, *before: Shown, fixed: tuple[Symbol, ...] = ()) -> FromSomeSizeOn:
    """4 e^{2M}/q ≤ √n and k ≤ 2√n, at most half of the row, from some size on: the least dropped mass is at least 1 - q."""
    relations, few = few_kept(window)
    factor = expr(4 / q.value) if isinstance(q, tree.Number) else 4 / q
    rest, kept = n - k, k * exp(2 * M)
    root = exp(2 * M) * factor <= sqrt(n), by(*below_power(M, factor, Q(1, 2)))
    small = kept <= q * rest, calc(kept).le(2 * sqrt(n) * exp(2 * M)).le(q * n / 2).le(q * rest)
    least = least_mass(M) >= 1 - q, calc(least_mass(M)).eq(1 - kept / (rest + kept)).ge(1 - kept / rest).ge(1 - q)
    shown = using(few, root, small, least, then=script)
    return from_some_size_on(M, factor, Q(1, 2), shown, *before, fixed=fixed, also=relations)


@cache
def row_sum_threshold(window: Window) -> Threshold:
    """From which size on the l1 norm 2 tau of a row is at least ε."""
    return _mass_threshold(window, lambda n, k, tau: 2 * tau)


def row_sum_stays(window: Window) -> Later:
    return row_sum_threshold(window).proof(
        "The l1 norm of a row is 2 tau, and tau/(1-tau) ≥ (n/k - 1) e^{-2M} tends to infinity: the norm tends to 2.",
        (
            DROPPED_MASS_STEP,
            identity("tau + tau: inside the window Σ (u_hat - u) = 1 - (1 - tau)", 1 - (1 - _x), _x),
            _RATE,
            limit_is("2q/(1+q) -> 2", 2 * _x / (1 + _x), _x, 2),
        ),
        calculation=mass_stays(window, Q(1, 2), by(), least_row_sum(M)),
    )


# the least error of a window k that drops the mass tau, where it is known
_LEAST: dict[ErrorNorm, Callable[[Any, Any, Any], Any]] = {
    MAXIMUM: lambda n, k, tau: max(tau / k, tau / (n - k)),
    ROOT_MEAN: lambda n, k, tau: tau * mpmath.sqrt(n / (k * (n - k))),
}


@cache
def constant_window_threshold(norm: ErrorNorm) -> Threshold:
    """From which size on the error of the window 4 is at least ε."""
    return _mass_threshold(CONSTANT, _LEAST.get(norm))


def _constant_window(norm: ErrorNorm) -> FromSomeSizeOn:
    """Half of the mass over at most four keys."""
    size, half, root = norm.error, Q(1, 2), sqrt(n) / 5
    if norm is MAXIMUM:
        shared = calc(size).eq(k * size / k).ge(least_mass(M) / k).ge(half / k).ge(Q(1, 8)).ge(eps)
        return mass_stays(CONSTANT, half, shared, least_entry(M))
    mass, squared = least_mass(M), SQUARE_GROWS(half, least_mass(M))
    large = (
        calc(n * n * half**2).le(n * n * mass**2, squared, FACTOR_KEEPS_ORDER(half**2, mass**2, n * n)).eq(n * (n * mass**2))
    )
    enough = using(
        (n * n * half**2 <= n * (n * mass**2), large),
        then=calc(k * (n - k) * root**2).le(n * n * half**2).le(n * (n * mass**2)),
    )
    whole = FROBENIUS.error >= root, frobenius_norm(M, root, enough)
    return mass_stays(CONSTANT, half, using(whole, then=spectral(root) if norm is SPECTRAL else by()), least_squares(M))


def constant_window_stays(norm: ErrorNorm) -> Later:
    """With k fixed the kept entries share the error tau -> 1."""
    floor = "1/k" if norm is MAXIMUM else "1/√k"
    return constant_window_threshold(norm).proof(
        f"Inside the window the errors are nonnegative and add up to tau -> 1 over k entries: the largest is at least tau/k, "
        f"the l2 norm of a row at least tau/√k, and ‖·‖_2 ≥ ‖·‖_F/√n. The norm stays above {floor} up to o(1).",
        (
            DROPPED_MASS_STEP,
            _RATE,
            SQUARES,
            identity("the mean of k numbers with sum tau is tau/k", (_m * (_x / _m)), _x),
            nonnegative("with tau ≥ 1/2, k = 4: at least 1/8 ≥ ε", sympy.Rational(1, 8) - sympy.Rational(1, 10)),
        ),
        calculation=_constant_window(norm),
    )


ROOT_MEAN_THRESHOLD = replace(
    ONE_SPIKE,
    margin=Margin("2 e^{2M}/k ≤ ε²", 2, 2 * Fraction(100) ** 2, Fraction(1, 2)),
    excess=None,
    route=Route("none: the printed proof bounds the entrywise maximum"),
    dependence="√log(n0/δ) is at most (CR + √(C²R² + c log(2/ε²) + c² log(1/δ)))/c; along R = o(√log n): the size beyond which "
    "2 e^{2M} ≤ ε² k",
)
ROOT_MEAN_HOW = (
    "The squared l2 norm of a row is at most its l1 norm times its largest entry: 2 tau e^{2M}/k ≤ 2 e^{2M}/k, and e^{2M} = "
    "n^{o(1)} while k ≥ n^c."
)
ROOT_MEAN_STEPS = (
    *MAX_ERROR.steps,
    limit_is("log 2 + 2a√L - L/2 -> -∞", sympy.log(2) + 2 * _a * sympy.sqrt(_L) - _L / 2, _L, -sympy.oo),
)
ROOT_MEAN_VANISHES = ROOT_MEAN_THRESHOLD.proof(ROOT_MEAN_HOW, ROOT_MEAN_STEPS, calculation=frobenius_vanishes(M))

_UNIFORM_ERRORS = {
    MAXIMUM: "1/k - 1/n (k ≤ n/2)",
    FROBENIUS: "√(n/k - 1)",
    ROW_SUM: "2(1 - k/n)",
    SPECTRAL: "√(n/k - 1) (ties broken alike in every row)",
    ROOT_MEAN: "√(1/k - 1/n)",
}


_size = n * row_squares


def _uniform_reasons(norm: ErrorNorm, window: Window, limit: Any) -> tuple[Reason, ...]:
    """Why the error of uniform rows is above 1/10, or below it where its limit is 0."""
    if limit == 0:
        if norm is MAXIMUM:
            few = () if window is SQUARED_LOGARITHM else (1 / k <= Q(1, 200),)
            return (*few, MAX_BELOW_STRICTLY(1 / k - 1 / n, 1 / n, eps))
        return (*((k >= 1000,) if window is ROOT else ()), ROOT_BELOW(_size, sqrt(n) / 11))
    if norm is MAXIMUM:
        return (MAX_ABOVE(1 / k - 1 / n, 1 / n),)
    if norm is ROOT_MEAN:
        return (ROOT_ABOVE(_size, sqrt(n) / 5),)
    return (ROOT_ABOVE(_size, 1),) if norm is not ROW_SUM and window is SQUARED_LOGARITHM else ()


def window_drops(norm: ErrorNorm, window: Window, limit: Any) -> tuple[Reason, ...]:
    """Why k < n."""
    small_root = () if norm is ROW_SUM else (10 * sqrt(n) <= n,)
    if window is LOGARITHM:
        return (*small_root, LOG_BELOW_TANGENT(sqrt(n)))
    if window is ROOT:
        return (ROOT_ABOVE(n, 10**3), 2 * k <= n) if limit == 0 else small_root
    if window is SQUARED_LOGARITHM:
        return (ROOT_ABOVE(n, 10**3), *((LOG_ABOVE(n),) if limit != 0 else ()), *HALF[window])
    return ()


def uniform(
    norm: ErrorNorm,
    window: Window,
    limit: Any,
    more: str,
    confirm: tuple[int, ...] = (),
) -> RefutedAlong:
    """W = 0: every row of P is 1/n, of P̂ 1/k on the window."""
    script: Script = by(UNIFORM(), *_uniform_reasons(norm, window, limit))
    if norm is ROOT_MEAN and limit == 0:
        below, *others = reversed(_uniform_reasons(norm, window, limit))
        script = calc(norm.error).eq(sqrt(_size) / sqrt(n), UNIFORM()).le(Q(1, 11), *others, below).lt(eps)
    if window is SQUARED_LOGARITHM and limit == 0:
        script = have(k >= 1000, by(SQUARE_GROWS(200, log(n))), script)
    first = 6 if window is SQUARED_LOGARITHM else 2
    large = (n >= 10**6, log(n) >= 200) if limit == 0 else (n >= 10**first,)
    return along(
        f"m -> n = 10^m, S = 0, k = {window.name}",
        lambda m: f"row=0x{10**m} k={window(10**m)} M=0{more}",
        f"W = 0 (M = 0, R = 0, on every event): the norm of P - P̂ is exactly {_UNIFORM_ERRORS[norm]} and tends to {limit}.",
        confirm=confirm or (first, 6 if first == 2 else 20, 300),
        calculation=Contrary(
            (*large, k >= 1, window.between, eps == Q(1, 10), tree.Norm(S, "∞") <= M, M == 0),
            script,
            reasons=window_drops(norm, window, limit),
            sizes=(n == 10**K, M == 0),
        ),
    )


_length = log(n) == K**2 * log(10)


_SHORT = ROOT_ABOVE(n, 10**3), LOG_BELOW_TANGENT(sqrt(sqrt(n))), SQUARE_GROWS(log(n), 4 * sqrt(sqrt(n)))  # why log² n + 1 ≤ n


def _between(window: Window) -> tuple[Shown, ...]:
    """The weight e^{2K} of the first key lies far between k ≤ 6K⁴, k being the window log n or log² n, and n = 10^(K²)."""
    weight, logarithm, length = exp(2 * K), K**2 * log(10), POWER_AS_EXP(10, K**2)
    few: Script = only(_length, K >= 10, k <= window.high)
    if window is SQUARED_LOGARITHM:
        low = log(n) <= Q("2.31") * K**2, only(_length, n >= 10**6, K >= 10)
        few = using(low, (log(n) ** 2 <= (Q("2.31") * K**2) ** 2, by()), then=calc(k).le(log(n) ** 2 + 1).le(6 * K**4))
    return (
        (_length, by()),
        (k <= 6 * K**4, few),
        ((Q(67, 100) * K) ** 8 <= weight, only(EXP_ABOVE_LINE(K / 4), BASE_GROWS(Q(67, 100) * K, exp(K / 4), 8))),
        (96 * K**4 <= (Q(67, 100) * K) ** 8, only(K >= 10)),
        (16 * k <= 96 * K**4, only(k <= 6 * K**4)),
        (16 * k <= weight, calc(16 * k).le(96 * K**4).le((Q(67, 100) * K) ** 8).le(weight)),
        (16 * weight <= exp(2 * K + 3), by()),
        (
            16 * weight <= n,
            calc(16 * weight).le(exp(2 * K + 3)).le(exp(logarithm), EXP_GROWS(2 * K + 3, logarithm)).eq(n, length),
        ),
        (Q(1, 2) <= first_error, only(highest == K, lowest == -K, 16 * k <= weight, 16 * weight <= n, k >= 1)),
    )


def spike_on_event(norm: ErrorNorm, window: Window, more: str) -> RefutedAlong:
    """One score M, the others -M with M = m and log n = m² log 10: R = O(1), yet e^{2M} outgrows every power of log n."""
    return along(
        f"m -> n = 10^(m²), one score M = m, the others -m (R = O(1)), k = {window.name}",
        lambda m: f"row={m}x1,{-m}x{10 ** (m * m) - 1} k={window(10 ** (m * m))} M={m}{more}",
        f"M = m = O(√log n), that is R = O(1) = o(√log n). The weight r = e^{{2m}} of one entry outgrows k = {window.name} "
        "but not n: u_hat_1 = r/(r + k-1) -> 1 while u_1 = r/(r + n-1) -> 0; every row carries an error that tends to 1.",
        confirm=(10, 12, 16),
        calculation=Contrary(
            (
                n == 10 ** (K**2),
                n >= 10**6,
                M == K,
                k >= 1,
                window.between,
                eps == Q(1, 10),
                tree.Norm(S, "∞") <= M,
                *(highest == M, lowest == -M, levels == 2, leaders == 1),
            ),
            using(*_between(window), (Q(1, 2) <= norm.error, calc(Q(1, 2)).le(first_error).le(norm.error, SPIKE())), then=by()),
            reasons=(LOG_BELOW_TANGENT(sqrt(n)),) if window is LOGARITHM else _SHORT,
            sizes=(n == 10 ** (K**2), M == K),
        ),
    )
