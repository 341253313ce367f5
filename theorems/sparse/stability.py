"""Which window makes top-k attention stable, and in which norm (Definition 3.5, Theorems 6.1, E.2, 6.2).

"Some norm" decides everything. On |S_ij| ≤ M = o(log n) a window n^c is stable in the entrywise maximum and in Frobenius/√n
and in no other norm; in the Frobenius norm, where the paper shows that log n entries fail, n^c entries fail as well.
"Monotonically decreasing" is false for every integer window: k(n) stays level while 1/k - 1/n grows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from hypothesis import strategies as st

from kernels.arithmetic import Arithmetic, Number
from theorems.instance import Instance
from theorems.provers.argument import Argument
from theorems.sparse.approximation import REPAIRED_LIMIT, TENDS_TO_ZERO, with_target
from theorems.sparse.limits import (
    FROBENIUS,
    FROBENIUS_BELOW,
    MAXIMUM,
    NORMS,
    ROOT_MEAN,
    ROOT_MEAN_VANISHES,
    ROW_SUM,
    SPECTRAL,
    Norm,
    frobenius_grows,
    uniform,
)
from theorems.sparse.rows import DROPS, INPUTS, REPAIRED_INPUTS, ROWS, AttentionRow, with_parameter
from theorems.sparse.steps import (
    REPAIR,
    SINK,
    SURE_BOUND,
    along,
    identity,
    limit_is,
    positive,
    proved,
    slack,
    strictly_positive,
    three_forms,
)
from theorems.sparse.windows import CONSTANT, LOGARITHM, ROOT, Window, with_window
from theorems.statement import Condition, Domain, Proof, Statement
from theorems.vocabulary import Comparison, Reading, Verdict, at_least, at_most

_N, _a, _c, _x, _delta = positive("N"), positive("a"), positive("c"), positive("x"), positive("delta")


def below(norm: Norm) -> Callable[[AttentionRow], Comparison]:
    """The claim that the norm of P - P̂ is at most ε."""

    def claim(x: AttentionRow) -> Comparison:
        return at_most(norm.value(x), x.eps)

    return claim


def above(norm: Norm) -> Callable[[AttentionRow], Comparison]:
    """The claim that the norm of P - P̂ is at least ε."""

    def claim(x: AttentionRow) -> Comparison:
        return at_least(norm.value(x), x.eps)

    return claim


@dataclass(frozen=True)
class Uniform:
    """The error of W = 0 at n and at n + 1, in closed form: 1/k - 1/n, √(n/k - 1)."""

    arithmetic: Arithmetic
    now: tuple[Number, Number]
    then: tuple[Number, Number]

    def maximum(self, point: tuple[Number, Number]) -> Number:
        n, k = point
        return 1 / k - 1 / n

    def frobenius(self, point: tuple[Number, Number]) -> Number:
        n, k = point
        return self.arithmetic.sqrt(n / k - 1)


def uniform_inputs(window: Window) -> Domain:
    """W = 0 at two consecutive lengths."""

    def bind(instance: Instance, arithmetic: Arithmetic) -> Uniform:
        size = int(instance["n"])
        points = [(arithmetic.number(n), arithmetic.number(window(n))) for n in (size, size + 1)]
        return Uniform(arithmetic, points[0], points[1])

    def small() -> Iterator[Instance]:
        return (Instance(n=n) for n in range(1, 2000))

    return Domain(
        f"W = 0, k = {window.name}, lengths n and n + 1",
        lambda: st.builds(lambda n: {"n": n}, st.one_of(st.integers(1, 60), st.integers(1, 10**6))),
        bind,
        (Condition("n ≥ 1", lambda x: int(x["n"]) >= 1),),
        small,
        variables={"n": "length"},
    )


def _maximum_falls(x: Uniform) -> Comparison:
    return at_most(x.maximum(x.then), x.maximum(x.now))


def _frobenius_rises(x: Uniform) -> Comparison:
    return at_least(x.frobenius(x.then), x.frobenius(x.now))


DEFINITION_3_5 = Statement(
    "sparse",
    "Definition 3.5",
    source="Section 3.2",
    title="stable sparse attention approximation",
    provenance="text",
)
DEFINITION_3_5.add(
    "",
    _maximum_falls,
    says="a window n^C can meet the monotone decrease: Err(n+1) ≤ Err(n) for W = 0, k = ⌈√n⌉, entrywise maximum",
    given=uniform_inputs(ROOT),
    witness="n=2",
    note="An integer window k(n) with k(n)/n -> 0 stays level at infinitely many n, where 1/k - 1/n grows: no such window is "
    "monotone for every input. The norm is left open by the words, and the verdict depends on it (see the norm table).",
)
DEFINITION_3_5.add(
    "",
    below(MAXIMUM),
    says="Err(n) -> 0 is a condition that the window n^C meets on |S_ij| ≤ M = o(log n), in the entrywise maximum",
    given=with_target(with_window(ROWS, ROOT)),
    reading=Reading.INTENDED,
    changed="the limit alone; or: bounded by a decreasing sequence with limit 0",
    proof=TENDS_TO_ZERO,
)

PLATEAUS = Argument(
    Verdict.FAILS,
    "At n = m² + 1 and n + 1 the window ⌈√n⌉ is m + 1 both times, so Err = 1/k - 1/n grows by 1/n - 1/(n+1), for every m ≥ 2. "
    "For W = 0 the error does not depend on X, so neither E Err(n) nor Err along nested X decreases.",
    (
        strictly_positive("1/n - 1/(n+1) > 0", 1 / _N - 1 / (_N + 1)),
        strictly_positive("(m+1)² - (m² + 2) = 2m - 1 > 0 with m = 1 + x", (2 + _x) ** 2 - ((1 + _x) ** 2 + 2)),
    ),
)

THEOREM_6_1 = Statement(
    "sparse",
    "Theorem 6.1",
    source="Section 6.1",
    title="n^C entries suffice for stable approximation",
    provenance="public",
    depends_on=["sparse/Theorem E.1/2", "sparse/Definition 3.5"],
)
_SOLVES = "R = o(√log n) and k = ⌈n^C⌉ imply Err -> 0"
_ROOT_EVENT = with_target(with_window(ROWS, ROOT))
_ROOT_INPUTS = with_target(with_window(INPUTS, ROOT))
_ROOT_REPAIRED = with_target(with_window(REPAIRED_INPUTS, ROOT))


def root_spike() -> Proof:
    """R = 1/2 + 1/4: the weight n^{3/4} of one score lies between k = √n and n."""
    q = _N ** sympy.Rational(3, 4)
    return along(
        "m -> n = 10^(4m), k = 10^(2m), one score R log(2n/δ), R = 3/4, the others 0",
        lambda m: f"row=1x1,0x{10 ** (4 * m) - 1} k={10 ** (2 * m)} R=3/4 delta=1/100 C=2 eps=1/10",
        "R = 3/4 is constant. The weight q = (2n/δ)^{3/4} of one entry outgrows √n but not n: the error of every row tends to "
        "1, a certain event of an input that meets Definition C.1.",
        SINK,
        limit_is("q/(q + √n) -> 1", q / (q + sympy.sqrt(_N)), _N, 1),
        limit_is("(200)^{3/4} q/(q + n) -> 0", 200 ** sympy.Rational(3, 4) * q / (q + _N), _N, 0),
        confirm=(5, 20, 70),
    )


_REPAIRED_ROOT_MEAN = Argument(
    Verdict.ASYMPTOTIC,
    ROOT_MEAN_VANISHES.how.replace("e^{2M} = n^{o(1)}", "with M' = d R log(nd/δ), R = o(1): e^{2M'} = n^{o(1)}"),
    (SURE_BOUND, *ROOT_MEAN_VANISHES.steps),
    n0=REPAIRED_LIMIT.n0,
)
_IN_LIMIT: dict[Norm, tuple[Proof, Proof, Proof | None]] = {
    MAXIMUM: (root_spike(), TENDS_TO_ZERO, REPAIRED_LIMIT),
    FROBENIUS: (uniform(FROBENIUS, ROOT, sympy.oo, " eps=1/10"), uniform(FROBENIUS, ROOT, sympy.oo, " eps=1/10"), None),
    ROW_SUM: (uniform(ROW_SUM, ROOT, 2, " eps=1/10"), uniform(ROW_SUM, ROOT, 2, " eps=1/10"), None),
    SPECTRAL: (uniform(SPECTRAL, ROOT, sympy.oo, " eps=1/10"), uniform(SPECTRAL, ROOT, sympy.oo, " eps=1/10"), None),
    ROOT_MEAN: (root_spike(), ROOT_MEAN_VANISHES, _REPAIRED_ROOT_MEAN),
}


def _as_input(norm: Norm, limit: Any) -> Proof:
    return along(
        "m -> n = 10^m, any X, W = 0, k = ⌈√n⌉",
        lambda m: f"row=1x{10**m} k={ROOT(10**m)} R=0 delta=1/100 C=2 eps=1/10",
        f"R = 0: the error is that of the uniform row, a certain event; in the norm {norm.name} it tends to {limit}.",
        *uniform(norm, ROOT, limit, "").steps,
    )


for _norm in NORMS:
    _printed, _on_event, _repaired = _IN_LIMIT[_norm]
    if _repaired is None:
        _printed = _as_input(_norm, 2 if _norm is ROW_SUM else sympy.oo)
    THEOREM_6_1.add(
        _norm.label,
        below(_norm),
        says=f"with probability ≥ 1-δ: {_SOLVES}, norm: {_norm.name} of P - P̂",
        given=_ROOT_INPUTS,
        proof=_printed,
    )
    if _repaired is not None:
        THEOREM_6_1.add(
            _norm.label,
            below(_norm),
            says=f"with probability ≥ 1-δ: R = o(1), d fixed, and k = ⌈n^C⌉ imply Err -> 0, norm: {_norm.name} of P - P̂",
            given=_ROOT_REPAIRED,
            reading=Reading.INTENDED,
            changed="R = o(1) in place of R = o(√log n), and the limit without the monotone decrease; " + REPAIR,
            proof=_repaired,
            depends_on=(),
        )
    THEOREM_6_1.add(
        f"{_norm.label}, on G_M",
        below(_norm),
        says=f"if |S_ij| ≤ M: {_SOLVES}, norm: {_norm.name} of P - P̂",
        given=_ROOT_EVENT,
        proof=_on_event,
        note="(D1) is a part of its own, as are (D2), (D3)." if _norm is MAXIMUM else "",
        depends_on=(),
    )


def _bound_falls(x: AttentionRow) -> Comparison:
    """The derivative of log(2 e^{12R√L}/n^c) in log n is 6R/√L - c."""
    return at_most(3 * x.C * x.R, x.c * x.sqrt(x.log(x.n / x.delta)))


THEOREM_6_1.add(
    "(a)(D1)",
    _bound_falls,
    says='"monotonically decreasing" of the bound 2 exp(12 R √log(n/δ))/n^c, R fixed',
    given=with_parameter(INPUTS, "c", [Fraction(1, 2), Fraction(1, 4)], None, "the exponent of the window"),
    proof=Argument(
        Verdict.ASYMPTOTIC,
        "With L = log(n/δ) the derivative of 6CR√L - cL is 3CR/√L - c, negative exactly for L > (3CR/c)².",
        (
            identity(
                "d/dL (6a√L - cL) = 3a/√L - c",
                sympy.diff(6 * _a * sympy.sqrt(_x) - _c * _x, _x),
                3 * _a / sympy.sqrt(_x) - _c,
            ),
            strictly_positive("with √L = 3a/c + y: c - 3a/√L > 0", _c - 3 * _a / (3 * _a / _c + positive("y"))),
        ),
        n0=lambda part: {
            "variable": "n",
            "value": "δ exp((3 C R/c)²)",
            "family": "R, c, δ fixed; k taken as the real number n^c",
            "constants": "C = 2, R = 1, c = 1/2, δ = 1/100: 0.01 e^144 = 3.5·10^60",
        },
    ),
    depends_on=(),
)
for _label, _what in (("(a)(D2)", "E Err(n)"), ("(a)(D3)", "Err(n) for nested X")):
    THEOREM_6_1.add(
        _label,
        _maximum_falls,
        says=f'"monotonically decreasing" of {_what}, entrywise maximum, k = ⌈√n⌉',
        given=uniform_inputs(ROOT),
        proof=PLATEAUS,
        witness="n=2",
        depends_on=["sparse/Definition 3.5"],
    )

E2 = Statement(
    "sparse",
    "Theorem E.2",
    source="Appendix E.2",
    title="log n entries do not suffice, in the Frobenius norm",
    provenance="public",
)


def _explicit(x: AttentionRow) -> Comparison:
    return at_least(x.frobenius, x.sqrt(x.n / x.k - 1) * x.exp(-2 * x.M))


def sharp_rows(window: Window) -> Proof:
    return along(
        f"m -> n = 10^m, k = {window.name}, one score R log(2n/δ), the others -R log(2n/δ), R = 1",
        lambda m: f"row=1x1,-1x{10**m - 1} k={window(10**m)} R=1 delta=1/100 C=2 eps=1/10",
        "R = 1 is constant. Every row puts 1 - O(n (δ/2n)²) on one key: tau ≤ n (δ/2n)², and ‖P - P̂‖_F ≤ √n · 2 tau ≤ "
        "δ²/(2√n) "
        "tends to 0, a certain event. The same rows refute any bound that keeps the error away from 0.",
        SINK,
        limit_is("√n · 2n(δ/2n)² -> 0", sympy.sqrt(_N) * 2 * _N * (_delta / (2 * _N)) ** 2, _N, 0),
        confirm=(3, 20, 300),
    )


def _one_hot_on_event(window: Window) -> Proof:
    return along(
        f"m -> n = 10^m, k = {window.name}, one score M, the others -M, M = 5m",
        lambda m: f"row={5 * m}x1,{-5 * m}x{10**m - 1} k={window(10**m)} M={5 * m} eps=1/10",
        "Nothing bounds R, so M may grow as 5 log n/log 10: tau ≤ n e^{-10m} and ‖P - P̂‖_F ≤ 2 √n tau ≤ "
        "2·10^{3m/2} e^{-10m} -> 0.",
        limit_is("2·10^{3m/2} e^{-10m} -> 0", 2 * sympy.exp((sympy.Rational(3, 2) * sympy.log(10) - 10) * _x), _x, 0),
        confirm=(3, 20, 300),
    )


_EVENT = {window: with_target(with_window(ROWS, window)) for window in (CONSTANT, LOGARITHM)}
_INPUT = {window: with_target(with_window(INPUTS, window)) for window in (CONSTANT, LOGARITHM)}
_REPAIRED = {window: with_target(with_window(REPAIRED_INPUTS, window)) for window in (CONSTANT, LOGARITHM)}
_CASES = (("(a)", CONSTANT, "k = o(log n)"), ("(b)", LOGARITHM, "k = O(log n)"))


def _repaired_growth(window: Window) -> Argument:
    grows = frobenius_grows(window)
    return Argument(
        Verdict.ASYMPTOTIC,
        grows.how + " With M' = d R log(nd/δ) the event is that of bounded entries, and R = o(1) makes e^{2M'} = n^{o(1)}.",
        (SURE_BOUND, *grows.steps),
        n0=lambda part: {
            "variable": "n",
            "value": "beyond the size from which 8 d R ≤ 1/2 and k ≤ √n/2",
            "family": f"R = o(1), d fixed, k = {window.name}",
            "constants": "any ε ≤ 1",
        },
    )


for _prefix, _window, _which in _CASES:
    for _hypothesis, _words in (("(a)", "no hypothesis on R"), ("(b)", "R = o(√log n)")):
        E2.add(
            _prefix + _hypothesis,
            above(FROBENIUS),
            says=f"with probability ≥ 1-δ: {_which}, {_words}, implies ‖P - P̂‖_F ≥ Ω(1)",
            given=_INPUT[_window],
            proof=sharp_rows(_window),
        )
        E2.add(
            _prefix + _hypothesis,
            above(FROBENIUS),
            says=f"with probability ≥ 1-δ: {_which}, R = o(1), d fixed, implies ‖P - P̂‖_F ≥ Ω(1), and even -> ∞",
            given=_REPAIRED[_window],
            reading=Reading.INTENDED,
            changed="R = o(1), d fixed; " + REPAIR,
            proof=_repaired_growth(_window),
            depends_on=(),
        )
        E2.add(
            f"{_prefix}{_hypothesis}, on G_M",
            above(FROBENIUS),
            says=f"if |S_ij| ≤ M: {_which}, {_words}, implies ‖P - P̂‖_F ≥ Ω(1)",
            given=_EVENT[_window],
            proof=_one_hot_on_event(_window) if _hypothesis == "(a)" else frobenius_grows(_window),
            depends_on=(),
        )
three_forms(
    E2,
    "(c)",
    _explicit,
    says="‖P - P̂‖_F ≥ √(n/k - 1) e^{-2M}",
    proof=FROBENIUS_BELOW,
    refutation=along(
        "m -> n = 10^m, k = 1, one score R log(2n/δ), the others -R log(2n/δ), R = 1",
        lambda m: f"row=1x1,-1x{10**m - 1} k=1 R=1 delta=1/100 C=2",
        "As n grows the left side is at most δ²/(2√n) while the right side is n^{1/2 - o(1)}.",
        SINK,
        limit_is("√n · 2n(δ/2n)² -> 0", sympy.sqrt(_N) * 2 * _N * (_delta / (2 * _N)) ** 2, _N, 0),
        limit_is("L/2 - 2a√L -> ∞", _x / 2 - 2 * _a * sympy.sqrt(_x), _x, sympy.oo),
        confirm=(60, 100, 300),
    ),
    witness=None,
    where=[DROPS],
    provenance="inferred",
    note="Equality for W = 0.",
)

THEOREM_6_2 = Statement(
    "sparse",
    "Theorem 6.2",
    source="Section 6.2",
    title="log n entries do not suffice for stable approximation",
    provenance="public",
    depends_on=["sparse/Theorem E.2/(a)(b)", "sparse/Definition 3.5"],
)
for _label, _window, _which in (("", CONSTANT, "k = o(log n)"), ("(b)", LOGARITHM, "k = O(log n)")):
    THEOREM_6_2.add(
        _label,
        above(FROBENIUS),
        says=f"with probability ≥ 1-δ: R = o(√log n) and {_which} imply that ‖P - P̂‖_F does not tend to 0",
        given=_INPUT[_window],
        proof=sharp_rows(_window),
    )
    THEOREM_6_2.add(
        _label,
        above(FROBENIUS),
        says=f"with probability ≥ 1-δ: R = o(1), d fixed, and {_which} imply that ‖P - P̂‖_F does not tend to 0",
        given=_REPAIRED[_window],
        reading=Reading.INTENDED,
        changed="R = o(1), d fixed; " + REPAIR,
        proof=_repaired_growth(_window),
        depends_on=(),
    )
    THEOREM_6_2.add(
        f"{_label}, on G_M" if _label else "on G_M",
        above(FROBENIUS),
        says=f"if |S_ij| ≤ M: R = o(√log n) and {_which} imply that ‖P - P̂‖_F does not tend to 0",
        given=_EVENT[_window],
        proof=frobenius_grows(_window),
        note="The same is true of k = ⌈n^c⌉, c < 1: in this norm Theorem 6.1 fails.",
        depends_on=(),
    )
THEOREM_6_2.add(
    "monotone",
    _frobenius_rises,
    says="with k = ⌈log n⌉ the Frobenius error is at least monotonically increasing in n (W = 0)",
    given=uniform_inputs(LOGARITHM),
    provenance="text",
    witness="n=2",
    depends_on=(),
)
THEOREM_6_2.add(
    "monotone",
    None,
    says="with k the real number log n the Frobenius error √(n/log n - 1) of W = 0 increases for n ≥ e",
    given=uniform_inputs(LOGARITHM),
    reading=Reading.INTENDED,
    changed="k is log n itself, not an integer, and n ≥ e",
    provenance="text",
    proof=proved(
        "The derivative of n/log n is (log n - 1)/log² n ≥ 0 for n ≥ e.",
        identity(
            "d/dn n/log n = (log n - 1)/log² n",
            sympy.diff(_N / sympy.log(_N), _N),
            (sympy.log(_N) - 1) / sympy.log(_N) ** 2,
        ),
        strictly_positive("with log n = 1 + s, s > 0: s/(1+s)² > 0", positive("s") / (1 + slack("s")) ** 2),
    ),
    depends_on=(),
)
for _label, _which in (("(c), all rows", "over all rows"), ("(c), one row", "in one fixed row")):
    THEOREM_6_2.add(
        f"{_label}, on G_M",
        above(MAXIMUM),
        says=f"if |S_ij| ≤ M: with k = ⌈log n⌉ the entrywise maximum of P - P̂ {_which} does not tend to 0",
        given=_EVENT[LOGARITHM],
        proof=uniform(MAXIMUM, LOGARITHM, 0, " eps=1/10", confirm=(20, 100, 300)),
        note="It tends to 0 for W = 0 and to 1 for a single score M = O(√log n): 6.1 and 6.2 are about different norms.",
        depends_on=(),
    )


STATEMENTS = (DEFINITION_3_5, THEOREM_6_1, E2, THEOREM_6_2)
