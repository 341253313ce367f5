"""Which window makes top-k attention stable, and in which norm (Definition 3.5, Theorems 6.1, E.2, 6.2).

"Some norm" decides everything. On |S_ij| ≤ M = o(log n) a window n^c is stable in the entrywise maximum and in Frobenius/√n
and in no other norm; in the Frobenius norm, where the paper shows that log n entries fail, n^c entries fail as well.
"Monotonically decreasing" is false for every integer window: k(n) stays level while the error of W = 0 grows.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import mpmath
import sympy

from kernels import balls
from theorems.instance import Instance
from theorems.provers.argument import Argument
from theorems.provers.families import Eventually, Family
from theorems.sparse.approximation import REPAIRED_LIMIT, REPAIRED_STEPS, TENDS_TO_ZERO, WEIGHTS_REPAIR, with_target
from theorems.sparse.error_claims import below, maximum_falls, uniform_inputs
from theorems.sparse.large_sizes import SURE, on_event, sharp
from theorems.sparse.limits import (
    FROBENIUS,
    MAXIMUM,
    NORMS,
    ROOT_MEAN,
    ROOT_MEAN_STEPS,
    ROOT_MEAN_THRESHOLD,
    ROOT_MEAN_VANISHES,
    ROW_SUM,
    SPECTRAL,
    Norm,
    uniform,
)
from theorems.sparse.outputs import ALIGNED, output_at_most, output_range_at_most, outputs
from theorems.sparse.rows import INPUTS, REPAIRED_INPUTS, ROWS, WEIGHTS_BELOW_WINDOW, AttentionRow, with_parameter
from theorems.sparse.steps import (
    HUB,
    SINK,
    along,
    certain,
    identity,
    limit_is,
    nonnegative,
    positive,
    slack,
    strictly_positive,
)
from theorems.sparse.windows import ROOT, with_window
from theorems.statement import Part, Proof, Statement
from theorems.vocabulary import Comparison, Reading, Verdict, at_most

_N, _a, _c, _x, _delta = positive("N"), positive("a"), positive("c"), positive("x"), positive("delta")


DEFINITION_3_5 = Statement(
    "sparse",
    "Definition 3.5",
    source="Section 3.2",
    title="stable sparse attention approximation",
    provenance="text",
)
DEFINITION_3_5.add(
    "",
    maximum_falls,
    content=MAXIMUM.content,
    says="a window n^C can meet the monotone decrease: Err(n+1) ≤ Err(n) for W = 0, k = ⌈√n⌉, entrywise maximum",
    given=uniform_inputs(ROOT),
    witness="n=2",
    note="An integer window k(n) with k(n)/n -> 0 stays level at infinitely many n with k ≤ n/2, where the error 1/k - 1/n of "
    "W = 0 grows: no such window is monotone for every input. The norm is left open by the words, and the "
    "verdict depends on it (see the norm table).",
)
DEFINITION_3_5.add(
    "",
    below(MAXIMUM),
    content=MAXIMUM.below_epsilon,
    says="Err(n) -> 0 is a condition that the window n^C meets on |S_ij| ≤ M = o(log n), in the entrywise maximum",
    given=with_target(with_window(ROWS, ROOT)),
    reading=Reading.INTENDED,
    changed="the limit alone; or: bounded by a decreasing sequence with limit 0",
    proof=TENDS_TO_ZERO,
)

PLATEAUS = Argument(
    Verdict.FAILS,
    "For k ≤ n/2 the error of W = 0 is 1/k - 1/n. At n = m² + 1 and n + 1 the window ⌈√n⌉ is m + 1 both times, at most n/2 for "
    "every m ≥ 3, so Err grows by 1/n - 1/(n+1). For W = 0 the error does not depend on X, so neither E Err(n) nor Err along "
    "nested X decreases.",
    (
        strictly_positive("1/n - 1/(n+1) > 0", 1 / _N - 1 / (_N + 1)),
        strictly_positive("(m+1)² - (m² + 2) = 2m - 1 > 0 with m = 1 + x", (2 + _x) ** 2 - ((1 + _x) ** 2 + 2)),
        nonnegative("m² + 1 - 2(m+1) ≥ 0 with m = 3 + x: k ≤ n/2", (3 + slack("x")) ** 2 + 1 - 2 * (4 + slack("x"))),
        nonnegative("k ≤ n/2 makes 1/k - 1/n ≥ 1/n: n = 2k + x", 1 / _N - 2 / (2 * _N + slack("x"))),
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
_SOLVES = "R = o(√log n) and k = ⌈n^C⌉, C = 1/2, imply Err -> 0"
_ROOT_EVENT = with_target(with_window(ROWS, ROOT))
_ROOT_INPUTS = with_target(with_window(INPUTS, ROOT))
_ROOT_REPAIRED = with_target(with_window(REPAIRED_INPUTS, ROOT), WEIGHTS_BELOW_WINDOW)


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


_REPAIRED_ROOT_MEAN = replace(ROOT_MEAN_THRESHOLD, dependence=REPAIRED_LIMIT.dependence.replace("ε^", "(ε²/2)^")).proof(
    "The squared l2 norm of a row is at most its l1 norm times its largest entry: 2 tau e^{2M'}/k ≤ 2 (nd/δ)^{2dR}/n^c, which "
    "tends to 0 for limsup 2dR < c. At 2dR = c it need not: " + HUB + ", and all these rows have an error that tends to a "
    "constant.",
    (*ROOT_MEAN_STEPS, *REPAIRED_STEPS),
    SURE,
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
        content=_norm.below_epsilon,
        says=f"with probability ≥ 1-δ: {_SOLVES}, norm: {_norm.name} of P - P̂",
        given=_ROOT_INPUTS,
        proof=_printed,
    )
    if _repaired is not None:
        THEOREM_6_1.add(
            _norm.label,
            below(_norm),
            content=_norm.below_epsilon,
            says="with probability ≥ 1-δ: limsup 2dR < C, d fixed, and k = ⌈n^C⌉, C = 1/2, imply Err -> 0, norm: "
            f"{_norm.name} of P - P̂",
            given=_ROOT_REPAIRED,
            reading=Reading.INTENDED,
            changed="the limit without the monotone decrease; " + WEIGHTS_REPAIR,
            proof=_repaired,
            depends_on=(),
        )
    THEOREM_6_1.add(
        f"{_norm.label}, on G_M",
        below(_norm),
        content=_norm.below_epsilon,
        says=f"if |S_ij| ≤ M: {_SOLVES}, norm: {_norm.name} of P - P̂",
        given=_ROOT_EVENT,
        proof=_on_event,
        note="(D1) is a part of its own, as are (D2), (D3)." if _norm is MAXIMUM else "",
        depends_on=(),
    )


for _norm in NORMS:
    THEOREM_6_1.add(
        f"(f){_norm.label}, on G_M",
        output_at_most(_norm.label),
        content=output_range_at_most(_norm.label),
        says=f"if |S_ij| ≤ M: {_SOLVES}, norm: {_norm.name} of the output difference (P - P̂)V, V = XW_V or V independent of X",
        given=outputs(ROOT),
        proof=ALIGNED,
        note="A deterministic V is independent of X. For centred independent V see the next part.",
        depends_on=(),
    )
_v = positive("v")


def _centred_values_n0(part: Part) -> dict[str, Any]:
    def size(R: Fraction) -> str:
        """Where 4 v² e^{2M} log(2nd/δ)/√n ≤ ε² for v = d = 1, ε = 1/10."""
        return sharp(lambda L, r: 400 * r * (L + mpmath.log(200)) - mpmath.exp(L / 2), on_event(R)).partition(",")[0]

    return {
        "variable": "n",
        "value": size(Fraction(1)),
        "family": "k = ⌈n^(1/2)⌉, M = 2R √log(n/δ), R = 1 (an upper bound: the argument's own size)",
        "constants": "C = 2, v = d = 1, ε = 1/10, δ = 1/100",
        "route": "none printed",
        "dependence": "4 v² e^{2M} log(2nd/δ)/k ≤ ε²: n0 grows like (v/ε)^{2/c} e^{4C²R²/c²}, times powers of log n0",
        "R = 0": size(Fraction(0)),
        "R = 1/4": size(Fraction(1, 4)),
    }


THEOREM_6_1.add(
    "(f)(a), centred V, on G_M",
    None,
    says="if |S_ij| ≤ M, R = o(√log n), V independent of X with independent centred entries |V_jl| ≤ v, d fixed: with k = "
    "⌈n^C⌉ the "
    "entrywise maximum of (P - P̂)V tends to 0",
    given=_ROOT_EVENT,
    proof=Argument(
        Verdict.ASYMPTOTIC,
        "Given S, an entry of (P - P̂)V is Σ_j D_j V_j with ‖D‖_2² ≤ ‖D‖_1 ‖D‖_∞ ≤ 2 e^{2M}/k. Hoeffding and the union over "
        "nd entries: "
        "with probability ≥ 1-δ all are at most v √(2 log(2nd/δ)) ‖D‖_2 ≤ 2 v e^M √(log(2nd/δ)/k), and e^M = n^{o(1)}.",
        (
            *ROOT_MEAN_STEPS,
            identity(
                "2nd exp(-t²/(2v²‖D‖²)) = δ at t = v‖D‖√(2 log(2nd/δ)) (‖D‖ = 1)",
                2 * _N * sympy.exp(-((_v * sympy.sqrt(2 * sympy.log(2 * _N / _delta))) ** 2) / (2 * _v**2)),
                _delta,
            ),
            limit_is("log L + 2a√L - L/2 -> -∞", sympy.log(_x) + 2 * _a * sympy.sqrt(_x) - _x / 2, _x, -sympy.oo),
        ),
        n0=_centred_values_n0,
    ),
    note="A probability over V: no comparison at an instance.",
    depends_on=["sparse/Lemma B.5"],
)


def _falling(m: int) -> Instance:
    return Instance.parse(f"n={10**m} row=1x{10**m} k=1 R=1 delta=1/100 C=2 c=1/2")


def _bound_falls(x: AttentionRow) -> Comparison:
    """The derivative of log(2 e^{12R√L}/n^c) in log n is 6R/√L - c."""
    return at_most(3 * x.C * x.R, x.c * x.sqrt(x.log(x.n / x.delta)))


THEOREM_6_1.add(
    "(a)(D1)",
    _bound_falls,
    says='"monotonically decreasing" of the bound 2 exp(12 R √log(n/δ))/n^c, R fixed',
    given=with_parameter(INPUTS, "c", [Fraction(1, 2), Fraction(1, 4)], None, "the exponent of the window"),
    proof=Eventually(
        Family("m -> n = 10^m, R = 1, k the real number n^c", _falling),
        lambda: 61,
        "With L = log(n/δ) the derivative of 6CR√L - cL is 3CR/√L - c, negative exactly for L > (3CR/c)².",
        (
            identity(
                "d/dL (6a√L - cL) = 3a/√L - c",
                sympy.diff(6 * _a * sympy.sqrt(_x) - _c * _x, _x),
                3 * _a / sympy.sqrt(_x) - _c,
            ),
            strictly_positive("with √L = 3a/c + y: c - 3a/√L > 0", _c - 3 * _a / (3 * _a / _c + positive("y"))),
            certain("100·10^61 ≥ e^144", lambda: balls.ge(balls.ball(10**63), balls.exp(balls.ball(144)))),
        ),
        constants="C = 2, R = 1, c = 1/2, δ = 1/100",
        printed="none printed: the bound is only said to fall",
        dependence="n0 = δ e^{(3CR/c)²}: e^144/100 = 3.5·10^60 here",
    ),
    depends_on=(),
)
for _label, _what in (("(a)(D2)", "E Err(n)"), ("(a)(D3)", "Err(n) for nested X")):
    THEOREM_6_1.add(
        _label,
        maximum_falls,
        content=MAXIMUM.content,
        says=f'"monotonically decreasing" of {_what}, entrywise maximum, k = ⌈√n⌉',
        given=uniform_inputs(ROOT),
        proof=PLATEAUS,
        witness="n=2",
        depends_on=["sparse/Definition 3.5"],
    )

STATEMENTS = (DEFINITION_3_5, THEOREM_6_1)
