"""What happens to ‖P - P̂‖ as n grows, norm by norm and window by window: the arguments that the theorems share.

On |S_ij| ≤ M = o(log n), with tau the dropped mass of a row:

* tau/(1-tau) ≥ (n-k) e^{-2M}/k: for every k = n^{o(1)} or n^c, c < 1, almost all of the mass is dropped, tau -> 1;
* the l1 norm of a row of P - P̂ is 2 tau, its squared l2 norm at least tau² n/(k(n-k)) (Cauchy-Schwarz twice; equality for
  W = 0), its largest entry at least tau/k and at most e^{2M}/k.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mpmath
import sympy

from kernels.arithmetic import Number
from theorems.provers.argument import Argument, Step
from theorems.provers.families import RefutedAlong
from theorems.sparse import ranges
from theorems.sparse.approximation import BELOW_EPSILON, MAX_ERROR
from theorems.sparse.rows import AttentionRow
from theorems.sparse.steps import E, along, gamma, identity, k, limit_is, nonnegative, nu, positive, proved, slack
from theorems.sparse.windows import CONSTANT, CONSTANT_WINDOW, LOGARITHM, ROOT, SQUARED_LOGARITHM, Window
from theorems.statement import Content, Part
from theorems.vocabulary import Verdict


@dataclass(frozen=True)
class Norm:
    """A norm of Definition 3.5, evaluated on a matrix P - P̂ of n equal rows (rank one: spectral = Frobenius).

    content: its trivial range;  below_epsilon: the same for the bound ε, with the ε from which on that says nothing
    """

    label: str
    name: str
    value: Callable[[AttentionRow], Number]
    content: Content
    below_epsilon: Content


MAXIMUM = Norm("(a)", "entrywise maximum", lambda x: x.max_error, ranges.MAXIMUM, BELOW_EPSILON)
FROBENIUS = Norm(
    "(b)", "Frobenius", lambda x: x.frobenius, ranges.FROBENIUS, ranges.below_target(ranges.FROBENIUS, lambda n: n, "√n")
)
ROW_SUM = Norm(
    "(c)", "maximal row sum", lambda x: x.row_sum_error, ranges.ROW_SUM, ranges.below_target(ranges.ROW_SUM, lambda n: 4, "2")
)
SPECTRAL = Norm(
    "(d)", "spectral", lambda x: x.frobenius, ranges.SPECTRAL, ranges.below_target(ranges.SPECTRAL, lambda n: n, "√n")
)
ROOT_MEAN = Norm(
    "(e)",
    "Frobenius/√n",
    lambda x: x.sqrt(x.squared_error),
    ranges.ROOT_MEAN,
    ranges.below_target(ranges.ROOT_MEAN, lambda n: 1, "1"),
)
NORMS = (MAXIMUM, FROBENIUS, ROW_SUM, SPECTRAL, ROOT_MEAN)

_n, _x, _y, _m = positive("n"), positive("x"), positive("y"), positive("m")
_L, _a = positive("L"), positive("a")

DROPPED_MASS = nonnegative(
    "tau/(1-tau) = Σ_dropped A / Σ_kept A ≥ ((n-k)/E)/(k E): Σ_kept = 1 + s, k E = Σ_kept + α, Σ_dropped = (n-k)/E + γ",
    (nu / E + gamma) / (1 + slack("s")) - (nu / E) / (1 + slack("s") + slack("alpha")),
)
SQUARES = Step(
    "Σ_kept (u_hat tau)² ≥ tau²/k and Σ_dropped u² ≥ tau²/(n-k) (Cauchy-Schwarz), and 1/k + 1/(n-k) = n/(k(n-k))",
    lambda: sympy.cancel(1 / k + 1 / (nu + 1) - (k + nu + 1) / (k * (nu + 1))) == 0,
)
FROBENIUS_BELOW = proved(
    "Each squared row norm is at least tau² n/(k(n-k)), and tau ≥ (n-k) e^{-2M}/n, because tau/(1-tau) ≥ (n-k) e^{-2M}/k and "
    "e^{-2M} ≤ 1. Summed over n rows: ‖P - P̂‖_F² ≥ (n/k - 1) e^{-4M}, with equality for W = 0.",
    SQUARES,
    DROPPED_MASS,
    nonnegative(
        "with tau = q/(1+q), q = (n-k)/(k E²) + γ: tau ≥ (n-k)/(n E²)",
        (nu / (k * E**2) + gamma) / (1 + nu / (k * E**2) + gamma) - nu / ((k + nu) * E**2),
    ),
    identity(
        "n · (((n-k)/n) e^{-2M})² n/(k(n-k)) = (n/k - 1) e^{-4M}",
        _n * (((_n - _x) / _n) * _y) ** 2 * _n / (_x * (_n - _x)),
        (_n / _x - 1) * _y**2,
    ),
)


def _threshold(exponent: float, window: Window) -> str:
    """About the log n from which (exponent · log n, less log k of a slow window) exceeds 4M = 8√log(n/δ)."""

    def excess(length: Any) -> Any:
        slow = {CONSTANT: 0 * length + mpmath.log(CONSTANT_WINDOW), ROOT: 0 * length}
        lost = slow.get(window, mpmath.log(length) * (2 if window is SQUARED_LOGARITHM else 1))
        return exponent * length - lost - 8 * mpmath.sqrt(length + mpmath.log(100))

    return f"about e^{float(mpmath.findroot(excess, (60 / exponent, 90 / exponent), solver='secant')):.2f}"


def _n0(window: Window) -> Callable[[Part], dict[str, Any]]:
    exponent = 0.5 if window is ROOT else 1.0
    return lambda part: {
        "variable": "n",
        "value": _threshold(exponent, window),
        "family": f"k = {window.name}; R fixed. In general: from the size on at which (n/k - 1) e^(-4M) ≥ 1",
        "constants": "C = 2, R = 1, δ = 1/100",
    }


_RATE = limit_is(
    "(1/2) log n - 4M -> ∞ for M = a√log(n/δ), and so for every M = o(log n): n/k ≥ n^{1/2} from some size on",
    _L / 2 - 4 * _a * sympy.sqrt(_L),
    _L,
    sympy.oo,
)


def frobenius_grows(window: Window) -> Argument:
    return Argument(
        Verdict.ASYMPTOTIC,
        "‖P - P̂‖_F ≥ √(n/k - 1) e^{-2M}, and n/k is a power of n while e^{2M} = n^{o(1)}: the norm tends to infinity, for "
        "every admissible family.",
        (*FROBENIUS_BELOW.steps, _RATE),
        n0=_n0(window),
    )


def row_sum_stays(window: Window) -> Argument:
    return Argument(
        Verdict.ASYMPTOTIC,
        "The l1 norm of a row is 2 tau, and tau/(1-tau) ≥ (n/k - 1) e^{-2M} tends to infinity: the norm tends to 2.",
        (
            DROPPED_MASS,
            identity("tau + tau: inside the window Σ (u_hat - u) = 1 - (1 - tau)", 1 - (1 - _x), _x),
            _RATE,
            limit_is("2q/(1+q) -> 2", 2 * _x / (1 + _x), _x, 2),
        ),
        n0=_n0(window),
    )


def constant_window_stays(norm: Norm) -> Argument:
    """With k fixed the kept entries share the error tau -> 1."""
    floor = "1/k" if norm is MAXIMUM else "1/√k"
    return Argument(
        Verdict.ASYMPTOTIC,
        f"Inside the window the errors are nonnegative and add up to tau -> 1 over k entries: the largest is at least tau/k, "
        f"the l2 norm of a row at least tau/√k, and ‖·‖_2 ≥ ‖·‖_F/√n. The norm stays above {floor} up to o(1).",
        (
            DROPPED_MASS,
            _RATE,
            SQUARES,
            identity("the mean of k numbers with sum tau is tau/k", (_m * (_x / _m)), _x),
        ),
        n0=_n0(CONSTANT),
    )


def _root_mean_excess(length: Any) -> Any:
    return length / 2 - 4 * mpmath.sqrt(length + mpmath.log(100)) - mpmath.log(2 * 100**2)


ROOT_MEAN_VANISHES = Argument(
    Verdict.ASYMPTOTIC,
    "The squared l2 norm of a row is at most its l1 norm times its largest entry: 2 tau e^{2M}/k ≤ 2 e^{2M}/k, and e^{2M} = "
    "n^{o(1)} while k ≥ n^c.",
    (
        *MAX_ERROR.steps,
        limit_is("log 2 + 2a√L - L/2 -> -∞", sympy.log(2) + 2 * _a * sympy.sqrt(_L) - _L / 2, _L, -sympy.oo),
    ),
    n0=lambda part: {
        "variable": "n",
        "value": f"about e^{float(mpmath.findroot(_root_mean_excess, 120)):.2f}, from 2 e^(2M)/k ≤ ε²",
        "family": "R fixed, k = n^(1/2); along R = o(√log n): beyond the size from which 2 e^(2M) ≤ ε² k",
        "constants": "C = 2, R = 1, ε = 1/100, δ = 1/100",
    },
)

_UNIFORM_ERRORS = {
    MAXIMUM: "1/k - 1/n",
    FROBENIUS: "√(n/k - 1)",
    ROW_SUM: "2(1 - k/n)",
    SPECTRAL: "√(n/k - 1) (ties broken alike in every row)",
    ROOT_MEAN: "√(1/k - 1/n)",
}


def _uniform_steps(norm: Norm, window: Window, limit: Any) -> tuple[Step, ...]:
    """The closed form of the uniform row's error and its limit along the window."""
    size = {CONSTANT: CONSTANT_WINDOW, LOGARITHM: sympy.log(_n), SQUARED_LOGARITHM: sympy.log(_n) ** 2, ROOT: sympy.sqrt(_n)}[
        window
    ]
    value = {
        MAXIMUM: 1 / size - 1 / _n,
        FROBENIUS: sympy.sqrt(_n / size - 1),
        ROW_SUM: 2 * (1 - size / _n),
        SPECTRAL: sympy.sqrt(_n / size - 1),
        ROOT_MEAN: sympy.sqrt(1 / sympy.sympify(size) - 1 / _n),
    }[norm]
    return (
        identity(
            "k (1/k - 1/n)² + (n-k)/n² = 1/k - 1/n, the squared l2 norm of a row",
            _x * (1 / _x - 1 / _n) ** 2 + (_n - _x) / _n**2,
            1 / _x - 1 / _n,
        ),
        limit_is(f"{_UNIFORM_ERRORS[norm]} -> {limit} for k = {window.name}", value, _n, limit),
    )


def uniform(norm: Norm, window: Window, limit: Any, more: str, confirm: tuple[int, ...] = (2, 6, 300)) -> RefutedAlong:
    """W = 0: every row of P is 1/n, of P̂ 1/k on the window."""
    return along(
        f"m -> n = 10^m, S = 0, k = {window.name}",
        lambda m: f"row=0x{10**m} k={window(10**m)} M=0{more}",
        f"W = 0 (M = 0, R = 0, on every event): the norm of P - P̂ is exactly {_UNIFORM_ERRORS[norm]} and tends to {limit}.",
        *_uniform_steps(norm, window, limit),
        confirm=confirm,
    )


def spike_on_event(window: Window, more: str) -> RefutedAlong:
    """One score M, the others -M with M = m and log n = m² log 10: R = O(1), yet e^{2M} outgrows every power of log n."""
    return along(
        f"m -> n = 10^(m²), one score M = m, the others -m (R = O(1)), k = {window.name}",
        lambda m: f"row={m}x1,{-m}x{10 ** (m * m) - 1} k={window(10 ** (m * m))} M={m}{more}",
        f"M = m = O(√log n), that is R = O(1) = o(√log n). The weight r = e^{{2m}} of one entry outgrows k = {window.name} "
        "but not n: u_hat_1 = r/(r + k-1) -> 1 while u_1 = r/(r + n-1) -> 0; every row carries an error that tends to 1.",
        limit_is("log²n/e^{2m} = (m² log 10)²/e^{2m} -> 0", (_m**2 * sympy.log(10)) ** 2 * sympy.exp(-2 * _m), _m, 0),
        limit_is("2m - m² log 10 -> -∞", 2 * _m - _m**2 * sympy.log(10), _m, -sympy.oo),
        confirm=(10, 12, 16),
    )
