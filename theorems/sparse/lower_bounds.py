"""Do log n entries fail? The lower bounds on the Frobenius error (Theorems E.2, 6.2).

On |S_ij| ≤ M they do, by ‖P - P̂‖_F ≥ √(n/k - 1) e^{-2M}, and so does every window with k = o(n): n^c entries fail in this norm
as well. Without the event a row may put almost all of its weight on one key, and then a single entry suffices.
"""

from __future__ import annotations

from dataclasses import replace

import sympy

from theorems.provers.families import Eventually
from theorems.sparse import ranges
from theorems.sparse.approximation import with_target
from theorems.sparse.error_claims import REAL_LOGARITHM, above, frobenius_rises, uniform_inputs
from theorems.sparse.large_sizes import SURE
from theorems.sparse.limits import (
    FROBENIUS,
    FROBENIUS_BELOW,
    MAXIMUM,
    frobenius_grows,
    frobenius_threshold,
    uniform,
)
from theorems.sparse.rows import DROPS, INPUTS, REPAIRED_INPUTS, ROWS, SMALL_R, WEIGHTS_BELOW_FROBENIUS, AttentionRow
from theorems.sparse.steps import (
    HUB,
    REPAIR,
    SINK,
    SURE_BOUND,
    along,
    identity,
    limit_is,
    nonnegative,
    positive,
    proved,
    slack,
    strictly_positive,
    three_forms,
)
from theorems.sparse.windows import CONSTANT, LOGARITHM, Window, with_window
from theorems.statement import Content, Proof, Statement
from theorems.vocabulary import Comparison, Reading, at_least

_N, _a, _c, _x, _delta = positive("N"), positive("a"), positive("c"), positive("x"), positive("delta")


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
_REPAIRED = {
    window: with_target(with_window(REPAIRED_INPUTS, window), WEIGHTS_BELOW_FROBENIUS) for window in (CONSTANT, LOGARITHM)
}
# the reading of the hypothesis on R: none, or R = o(√log n)
_DROPPED: dict[str, tuple[str, ...]] = {"(a)": (SMALL_R.text,), "(b)": ()}
_SMALLER, _LOGARITHMIC = f"k = o(log n), here {CONSTANT.name}", f"k = O(log n), here {LOGARITHM.name}"
_CASES = (("(a)", CONSTANT, _SMALLER), ("(b)", LOGARITHM, _LOGARITHMIC))


_t, _D = positive("t"), positive("D")
_HUB_STEPS = (
    nonnegative("q/(1+q) ≥ q/2 for q ≤ 1: q = 1/(1+y)", 1 / (2 + slack("y")) - 1 / (2 * (1 + slack("y")))),
    nonnegative("q/(1+q) ≥ 1/2 for q = 1 + y", (1 + slack("y")) / (2 + slack("y")) - sympy.Rational(1, 2)),
    identity(
        "q √(n/k) = (n-k) √n/(k^{3/2} r) for q = (n-k)/(k r)",
        (_N - _a) / (_a * _x) * sympy.sqrt(_N / _a),
        (_N - _a) * sympy.sqrt(_N) / (_a ** sympy.Rational(3, 2) * _x),
    ),
    identity(
        "n^{3/2}/(n D)^{3/2-t} = n^t D^{t-3/2} for 2dR = 3/2 - t, D = d/δ",
        _N ** sympy.Rational(3, 2) / (_N * _D) ** (sympy.Rational(3, 2) - _t),
        _N**_t * _D ** (_t - sympy.Rational(3, 2)),
    ),
    limit_is("n^t/(log n)^{3/2} -> ∞ (t = 1/10)", _N ** sympy.Rational(1, 10) / sympy.log(_N) ** 2, _N, sympy.oo),
)


def _repaired_growth(window: Window) -> Eventually:
    return replace(
        frobenius_threshold(window),
        dependence="n^{3/2} ≥ 2ε (2k)^{3/2} (nd/δ)^{2dR}: like (ε (d/δ)^{2dR})^{1/(3/2 - 2dR)}, without bound as 2dR -> 3/2",
    ).proof(
        "With r = e^{2M'} = (nd/δ)^{2dR} and q = (n-k)/(k r) every row has tau ≥ q/(1+q) ≥ min(1, q)/2, and ‖P - P̂‖_F ≥ tau "
        "√(n/k): it is at least min(√(n/k), (n-k) √n/(k^{3/2} r))/2, which tends to infinity for limsup 2dR < 3/2 and "
        f"k = O(log n). Beyond 3/2 it need not stay away from 0: {HUB}, so tau ≤ n/r and ‖P - P̂‖_F² ≤ 1/k + 2n³/r² (the first "
        "row is uniform but for one key), which tends to 0 with 1/k.",
        (SURE_BOUND, *FROBENIUS_BELOW.steps, *_HUB_STEPS),
        SURE,
    )


for _prefix, _window, _which in _CASES:
    for _hypothesis, _words in (("(a)", "no hypothesis on R"), ("(b)", "R = o(√log n)")):
        E2.add(
            _prefix + _hypothesis,
            above(FROBENIUS),
            content=FROBENIUS.content,
            says=f"with probability ≥ 1-δ: {_which}, {_words}, implies ‖P - P̂‖_F ≥ Ω(1)",
            given=_INPUT[_window].without(*_DROPPED[_hypothesis]),
            proof=sharp_rows(_window),
        )
        E2.add(
            _prefix + _hypothesis,
            above(FROBENIUS),
            content=FROBENIUS.content,
            says=f"with probability ≥ 1-δ: {_which}, limsup 2dR < 3/2, d fixed, implies ‖P - P̂‖_F ≥ Ω(1), and even -> ∞",
            given=_REPAIRED[_window],
            reading=Reading.INTENDED,
            changed="limsup 2dR < 3/2, d fixed (beyond 3/2 it fails); " + REPAIR,
            proof=_repaired_growth(_window),
            depends_on=(),
        )
        E2.add(
            f"{_prefix}{_hypothesis}, on G_M",
            above(FROBENIUS),
            content=FROBENIUS.content,
            says=f"if |S_ij| ≤ M: {_which}, {_words}, implies ‖P - P̂‖_F ≥ Ω(1)",
            given=_EVENT[_window].without(*_DROPPED[_hypothesis]),
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
    content=lambda domain: ranges.FROBENIUS,
)

THEOREM_6_2 = Statement(
    "sparse",
    "Theorem 6.2",
    source="Section 6.2",
    title="log n entries do not suffice for stable approximation",
    provenance="public",
    depends_on=["sparse/Theorem E.2/(a)(b)", "sparse/Definition 3.5"],
)
for _label, _window, _which in (("", CONSTANT, _SMALLER), ("(b)", LOGARITHM, _LOGARITHMIC)):
    THEOREM_6_2.add(
        _label,
        above(FROBENIUS),
        content=FROBENIUS.content,
        says=f"with probability ≥ 1-δ: R = o(√log n) and {_which} imply that ‖P - P̂‖_F does not tend to 0",
        given=_INPUT[_window],
        proof=sharp_rows(_window),
    )
    THEOREM_6_2.add(
        _label,
        above(FROBENIUS),
        content=FROBENIUS.content,
        says=f"with probability ≥ 1-δ: limsup 2dR < 3/2, d fixed, and {_which} imply that ‖P - P̂‖_F does not tend to 0",
        given=_REPAIRED[_window],
        reading=Reading.INTENDED,
        changed="limsup 2dR < 3/2, d fixed (beyond 3/2 it fails); " + REPAIR,
        proof=_repaired_growth(_window),
        depends_on=(),
    )
    THEOREM_6_2.add(
        f"{_label}, on G_M" if _label else "on G_M",
        above(FROBENIUS),
        content=FROBENIUS.content,
        says=f"if |S_ij| ≤ M: R = o(√log n) and {_which} imply that ‖P - P̂‖_F does not tend to 0",
        given=_EVENT[_window],
        proof=frobenius_grows(_window),
        note="The same is true of k = ⌈n^c⌉, c < 1: in this norm Theorem 6.1 fails.",
        depends_on=(),
    )
THEOREM_6_2.add(
    "monotone",
    frobenius_rises,
    content=Content("‖P - P̂‖_F ≥ 0", 0).silent_for("n = 1", lambda i: int(i["n"]) == 1),
    says="with k = ⌈log n⌉ the Frobenius error is at least monotonically increasing in n (W = 0)",
    given=uniform_inputs(LOGARITHM),
    provenance="text",
    witness="n=2",
    depends_on=(),
)
THEOREM_6_2.add(
    "monotone",
    frobenius_rises,
    content=Content("‖P - P̂‖_F ≥ 0", 0),
    says="with k the real number log n the Frobenius error √(n/log n - 1) of W = 0 increases for n ≥ e",
    given=REAL_LOGARITHM,
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
        content=MAXIMUM.content,
        says=f"if |S_ij| ≤ M: with k = ⌈log n⌉ the entrywise maximum of P - P̂ {_which} does not tend to 0",
        given=_EVENT[LOGARITHM],
        proof=uniform(MAXIMUM, LOGARITHM, 0, " eps=1/10", confirm=(20, 100, 300)),
        note="It tends to 0 for W = 0 and to 1 for a single score M = O(√log n): 6.1 and 6.2 are about different norms.",
        depends_on=(),
    )


STATEMENTS = (E2, THEOREM_6_2)
