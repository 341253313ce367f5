"""The norm table: which window is stable in which norm, on P and on the output.

For every cell two claims are judged, on |S_ij| ≤ M = o(log n): the error tends to 0 along *every* admissible family, and it
stays away from 0 along every one. The cell then says ``always`` (first true), ``never`` (second true) or ``depends``.
At an instance the error is compared with a number ε.
"""

import sympy

from theorems.sparse.approximation import error_vanishes, with_target
from theorems.sparse.limits import *
from theorems.sparse.lower_bounds import frobenius_grows
from theorems.sparse.outputs import VALUES, aligned, constant_values, output_data, output_range_at_least, output_range_at_most

_n, _x = positive("n"), positive("x")


def always_on_rows(line: Line, norm: ErrorNorm, window: Window) -> None:
    """Does the error tend to 0 along every admissible family?"""
    limits: dict[ErrorNorm, Any] = {
        MAXIMUM: sympy.Rational(1, CONSTANT_WINDOW),
        FROBENIUS: sympy.oo,
        ROW_SUM: 2,
        SPECTRAL: sympy.oo,
        ROOT_MEAN: 1 / sympy.sqrt(CONSTANT_WINDOW),
    }
    if norm not in (MAXIMUM, ROOT_MEAN) or window is CONSTANT:
        line.proved(uniform(norm, window, limits[norm], " eps=1/10"))
    elif window is not ROOT:
        spike_on_event(line, norm, window)
    elif norm is MAXIMUM:
        error_vanishes(line)
    else:
        root_mean_vanishes(line)


CHARACTERS = Argument(
    Verdict.FAILS,
    "S = 0 and n = 2^m; ties may be broken arbitrarily. Let T be a uniformly drawn k-subset of the group F_2^m and window i be "
    "i + T. P̂ is a convolution: its eigenvalues are the character averages (1/k) Σ_{s in T} χ(s), and P is the projection on "
    "the trivial one, so ‖P - P̂‖_2 is the largest nontrivial average. By Hoeffding's inequality (draws without "
    "replacement) and the union over n-1 characters some T has all of them at most √(2 log(2n)/k), which tends to 0 for "
    "k = log² n and for k = n^c.",
    (
        identity(
            "2n exp(-k θ²/2) = 1 at θ² = 2 log(2n)/k",
            2 * _n * sympy.exp(-_x * (2 * sympy.log(2 * _n) / _x) / 2),
            sympy.Integer(1),
        ),
        limit_is("2 log(2n)/log² n -> 0", 2 * sympy.log(2 * _n) / sympy.log(_n) ** 2, _n, 0),
        limit_is("2 log(2n)/√n -> 0", 2 * sympy.log(2 * _n) / sympy.sqrt(_n), _n, 0),
        Step("a difference set: windows i + {1, 2, 4} mod 7 have ‖P - P̂‖_2 = √2/3 < √(n/k - 1)", lambda: _difference_set()),
    ),
    in_words="that the eigenvalues of a convolution on F_2^m are its character sums, Hoeffding's inequality for "
    "draws without replacement, and that what has a positive probability occurs.",
    witness=lambda part: {
        "kind": "family",
        "text": "m -> n = 2^m, S = 0, window of row i: i + T in F_2^m, T a k-subset with all nontrivial character averages at "
        "most √(2 log(2n)/k)",
    },
)
INDEPENDENT_WINDOWS = Argument(
    Verdict.FAILS,
    "S = 0; ties may be broken arbitrarily. Draw the n windows independently: Σ_i D_i D_i^T for the rows D_i of P - P̂ has "
    "mean μ (I - J/n), μ = (1/k - 1/n) n/(n-1), and summands of norm 1/k - 1/n ≤ μ. The matrix Chernoff bound (Tropp 2012) "
    "gives Pr[‖P - P̂‖_2² ≥ (1+t) μ] ≤ n (e^t/(1+t)^{1+t}); with 1 + t = 3 log n/log log n this is below 1 for large n, and "
    "(1+t)/log n -> 0. So some choice of windows of size log n has ‖P - P̂‖_2 -> 0.",
    (
        identity(
            "the trace of Σ D_i D_i^T is n (1/k - 1/n): μ = n (1/k - 1/n)/(n-1)",
            ((1 / _x - 1 / _n) * _n / (_n - 1)) * (_n - 1),
            _n * (1 / _x - 1 / _n),
        ),
        # with y = log log n: (1+t) log(1+t) = 3 e^y/y (log 3 + y - log y), against t + log n <= 3e^y/y + e^y
        limit_is(
            "((1+t) log(1+t) - t)/log n -> 3 > 1 with 1 + t = 3 e^y/y, log n = e^y",
            3 / _x * (sympy.log(3) + _x - sympy.log(_x)) - 3 / _x + sympy.exp(-_x),
            _x,
            3,
        ),
        limit_is("3 e^y/(y e^y) = 3/y -> 0", 3 / _x, _x, 0),
    ),
    in_words="the matrix Chernoff bound (a textbook fact), the mean of D_i D_i^T by the symmetry of a uniform "
    "window, and that what has a positive probability occurs.",
    witness=lambda part: {
        "kind": "family",
        "text": "n -> S = 0, independent uniform windows of ⌈log n⌉ keys, for a suitable draw",
    },
)


def _difference_set() -> bool:
    """N N^T = 2 I + J for the incidence matrix of {1, 2, 4} mod 7, so (P - P̂)(P - P̂)^T = (2/9)(I - J/7)."""
    N = sympy.Matrix(7, 7, lambda i, j: int((j - i) % 7 in (1, 2, 4)))
    J = sympy.ones(7, 7)
    D = J / 7 - N / 3
    return bool(2 * sympy.eye(7) + J == N * N.T and sympy.Rational(2, 9) * (sympy.eye(7) - J / 7) == D * D.T)


def never_on_rows(line: Line, norm: ErrorNorm, window: Window) -> None:
    """Does the error stay away from 0 along every admissible family?"""
    if norm is FROBENIUS:
        frobenius_grows(line, window)
    elif norm is ROW_SUM:
        row_sum_stays(line, window)
    elif window is CONSTANT:
        constant_window_stays(line, norm)
    elif norm is SPECTRAL:
        line.proved(INDEPENDENT_WINDOWS if window is LOGARITHM else CHARACTERS)
    else:
        uniform_vanishes(line, norm, window)


def cell_label(target: str, norm: ErrorNorm, window: Window, quantifier: str) -> str:
    """``P, Frobenius, k = ⌈log n⌉, always``."""
    return f"{target}, {norm.name}, k = {window.name}, {quantifier}"


ON_ROWS = {window: on(with_target(with_window(ROWS, window))) for window in ALL_WINDOWS}
output = error * V

TABLE = Lemma(
    "Norm table",
    "Section 3.2 and Theorems 6.1, 6.2, in every norm",
    "which window is stable in which norm",
    given=ON_ROWS[ROOT],
    provenance="own",
)

A_TENTH = Condition(eps <= Q(1, 10), lambda x: 10 * Fraction(x["eps"]) <= 1)


def _cell(norm: ErrorNorm, window: Window) -> None:
    """The lines about one window and one norm, of P - P̂ and of (P - P̂)V."""

    def label(target: str, quantifier: str) -> str:
        return cell_label(target, norm, window, quantifier)

    admissible = SMALL_R & ON_EVENT & (k == window.printed)
    with TABLE.where(given=ON_ROWS[window]):
        size = norm.of(error)
        always, never = label("P", "always"), label("P", "never")
        TABLE[always] = Implies(admissible, Limit(size, n, infinity) == 0)
        always_on_rows(TABLE[always].trivial(norm.below_epsilon), norm, window)
        TABLE[never] = Implies(admissible, size >= BOUNDED_BELOW), *([] if norm is FROBENIUS else [A_TENTH])
        never_on_rows(TABLE[never].trivial(norm.trivial), norm, window)
    with TABLE.where(given=output_data(window)):
        size = norm.of(output)
        always, never = label("output", "always"), label("output", "never")
        TABLE[always] = Implies(admissible & VALUES, Limit(size, n, infinity) == 0)
        TABLE[always].trivial(output_range_at_most(norm.label)).proved(aligned(window, size))
        TABLE[always].note("A deterministic V is independent of X; see the companion for centred independent V.")
        TABLE[never] = Implies(admissible & VALUES, size >= BOUNDED_BELOW)
        TABLE[never].trivial(output_range_at_least(norm.label)).proved(constant_values(window, size))


for _norm in NORMS:
    for _window in ALL_WINDOWS:
        _cell(_norm, _window)

_WORDS = {(True, False): "always", (False, True): "never", (False, False): "depends"}


def norm_table(records: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    """One row per norm and target: what each window does, read off the records of this statement.

    Raises ValueError when a cell's two verdicts contradict each other; a missing cell is ``?``.
    """
    stands = {
        record["part"]: record["verdict"] in ("holds", "asymptotic")
        for record in records
        if record["statement"] == TABLE.name and record["reading"] == "stated" and record["verdict"] != "unknown"
    }
    table = []
    for target in ("P", "output"):
        for norm in NORMS:
            row = {"of": target, "norm": norm.name}
            for window in ALL_WINDOWS:
                always, never = (stands.get(cell_label(target, norm, window, q)) for q in ("always", "never"))
                if always and never:
                    raise ValueError(f"{target}, {norm.name}, k = {window.name}: always and never at once")
                row[window.name] = "?" if always is None or never is None else _WORDS[always, never]
            table.append(row)
    return table


STATEMENTS = (TABLE,)
