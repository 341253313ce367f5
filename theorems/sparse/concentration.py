"""Concentration of one score (Lemma D.4, Remark D.5), in exact laws.

The printed proof applies Hoeffding's inequality to the d² products X_ia W_ab X_jb. They share factors, so they are not
independent: with W of rank one a score is a product of two sums, whose tail is exponential, not Gaussian. And the entries
of Definition C.1 may be as large as b = B √log(nd/δ), which puts log(nd/δ), not its square root, in front.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy

from kernels import balls
from kernels.arithmetic import Number
from kernels.balls import Truth
from kernels.tails import Law
from theorems.provers.argument import Argument, Step
from theorems.sparse import ranges
from theorems.sparse.rows import INPUTS, AttentionRow
from theorems.sparse.score_worlds import CENTRED, PARITIES, SCORES, TWO_ROWS, Score
from theorems.sparse.steps import OUTRUNS, identity, nonnegative, positive, proved, slack
from theorems.statement import Condition, Content, Statement
from theorems.vocabulary import Comparison, Reading, Verdict, at_most, equals


def _scale(x: Score) -> Number:
    """b² ‖W‖_F over R: log(nd/δ)."""
    return x.log(x.n * x.d / x.delta)


def _allowance_a(x: Score, law: Law) -> Number:
    """C R √log(n/δ) + |E S|, divided by b² = R log(nd/δ)/‖W‖_F."""
    return x.C * x.frobenius * x.sqrt(x.log(x.n / x.delta)) / _scale(x) + x.size_of_mean(law)


def _allowance_c(x: Score) -> Number:
    return x.C * x.frobenius * x.sqrt(x.log(1 / x.delta)) / _scale(x)


def _printed_a(x: Score, law: Law) -> Comparison:
    return at_most(x.beyond(law, _allowance_a(x, law), False), x.delta)


def _printed_b(x: Score, law: Law, failure: Number) -> Comparison:
    return at_most(x.beyond(law, x.frobenius * x.sqrt(2 * x.log(2 / failure)), True), x.delta)


def _printed_c(x: Score, law: Law) -> Comparison:
    return at_most(x.beyond(law, _allowance_c(x), False), x.delta)


def _repaired(x: Score, law: Law, failure: Number) -> Comparison:
    return at_most(x.beyond(law, x.frobenius * x.sqrt(8 * x.d * x.log(2 / failure)), True), x.delta)


def _a_pair(x: Score) -> Comparison:
    return _printed_a(x, x.pair)


def _a_own(x: Score) -> Comparison:
    return _printed_a(x, x.own)


def _b_pair(x: Score) -> Comparison:
    return _printed_b(x, x.pair, x.delta)


def _b_own(x: Score) -> Comparison:
    return _printed_b(x, x.own, x.delta)


def _b_all(x: Score) -> Comparison:
    """Necessary for all pairs: the score of row 1 with itself alone keeps within the bound."""
    return _printed_b(x, x.own, x.delta / (x.n * x.n))


def _c_pair(x: Score) -> Comparison:
    return _printed_c(x, x.pair)


def _c_own(x: Score) -> Comparison:
    return _printed_c(x, x.own)


def _repaired_pair(x: Score) -> Comparison:
    return _repaired(x, x.pair, x.delta)


def _repaired_own(x: Score) -> Comparison:
    return _repaired(x, x.own, x.delta)


def _repaired_all(x: Score) -> Comparison:
    """Pr[some pair is out] ≤ n² Pr[one pair is out]; for one pair the failure allowed is δ/n²."""
    return at_most(x.n * x.n * x.beyond(x.own, x.frobenius * x.sqrt(8 * x.d * x.log(2 * x.n * x.n / x.delta)), True), x.delta)


def _sure(
    text: str,
    allowance: Callable[[Score], Number],
    times: int,
    most: Callable[[Score], Number] = lambda x: x.arithmetic.number(1),
) -> Content:
    """The range of a probability that is 0 where the allowance reaches ``times`` d b² ‖W‖_F, which no deviation exceeds.

    ``most``: its largest value elsewhere, where that is not 1.
    """

    def reached(x: Score) -> Truth:
        return balls.ge(allowance(x), times * x.d * x.frobenius)

    def high(x: Score) -> Number:
        truth = reached(x)
        if truth is Truth.UNKNOWN:
            return balls.enclosing(0, most(x))
        return x.arithmetic.number(0) if truth is Truth.HOLDS else most(x)

    what = "|S_ij|" if times == 1 else "|S_ij - E S_ij|"
    content = Content(
        f"0 ≤ Pr ≤ 1, and Pr = 0 beyond {what} ≤ {'' if times == 1 else '2 '}d b² ‖W‖_F (Cauchy-Schwarz)", 0, high
    )
    return ranges.silent(content, SCORES, text, reached)


_PRINTED_CONTENT = {
    _a_pair: _sure("C √log(n/δ)/log(nd/δ) + |E S_ij|/(b² ‖W‖_F) ≥ d", lambda x: _allowance_a(x, x.pair), 1),
    _a_own: _sure("C √log(n/δ)/log(nd/δ) + |E S_ii|/(b² ‖W‖_F) ≥ d", lambda x: _allowance_a(x, x.own), 1),
    _b_pair: _sure("log(2/δ) ≥ 2 d²", lambda x: x.frobenius * x.sqrt(2 * x.log(2 / x.delta)), 2),
    _b_own: _sure("log(2/δ) ≥ 2 d²", lambda x: x.frobenius * x.sqrt(2 * x.log(2 / x.delta)), 2),
    _b_all: _sure("log(2n²/δ) ≥ 2 d²", lambda x: x.frobenius * x.sqrt(2 * x.log(2 * x.n * x.n / x.delta)), 2),
    _c_pair: _sure("C √log(1/δ) ≥ d log(nd/δ)", _allowance_c, 1),
    _c_own: _sure("C √log(1/δ) ≥ d log(nd/δ)", _allowance_c, 1),
}
_ONE_PAIR = _sure("d ≤ 2 log(2/δ)", lambda x: x.frobenius * x.sqrt(8 * x.d * x.log(2 / x.delta)), 2)
_ALL_PAIRS = _sure(
    "d ≤ 2 log(2n²/δ)",
    lambda x: x.frobenius * x.sqrt(8 * x.d * x.log(2 * x.n * x.n / x.delta)),
    2,
    lambda x: x.n * x.n,
)
_NARROW = (
    "McDiarmid's bound beats the sure one, 2 d b² ‖W‖_F, only for d > 2 log(2/δ) (a fixed pair: d ≥ 11 at δ = 1/100) and "
    "d > 2 log(2n²/δ) (all pairs: d ≥ 66 at n = 10^6, above the usual 64)."
)


def _difference_identity() -> bool:
    """Changing one coordinate of x^T W x (d = 3)."""
    x, W, new = sympy.symbols("x:3"), sympy.Matrix(3, 3, sympy.symbols("w:9")), sympy.Symbol("y")
    before = (sympy.Matrix([x]) * W * sympy.Matrix([x]).T)[0]
    after = before.subs(x[0], new)
    rest = sum((W[0, b] + W[b, 0]) * x[b] for b in (1, 2))
    return bool(sympy.expand(before - after - (x[0] - new) * (rest + W[0, 0] * (x[0] + new))) == 0)


_d, _F, _t, _delta = positive("d"), positive("F"), positive("t"), positive("delta")
MCDIARMID = proved(
    "Change one coordinate X_ia: S moves by at most c_a = 2b² (Σ_b |W_ab| + Σ_{b≠a} |W_ba|), a sum of 2d-1 entries, so "
    "Σ c_a² ≤ 4b⁴ (2d-1) · 2‖W‖_F² ≤ 16 b⁴ d ‖W‖_F² (for i ≠ j: 8 b⁴ d ‖W‖_F²). McDiarmid's inequality "
    "2 exp(-2t²/Σ c_a²) with t = b² ‖W‖_F √(8 d log(2/δ)) is δ. The bound needs mutual independence.",
    Step("x_a² and the products with x_a are all that moves, and by (x_a - x_a')(...)", _difference_identity),
    nonnegative("16 d - 8 (2d-1) ≥ 0", 16 * _d - 8 * (2 * _d - 1)),
    identity(
        "2t²/(16 b⁴ d F²) = log(2/δ) at t = b² F √(8 d log(2/δ))",
        2 * (_F * sympy.sqrt(8 * _d * _t)) ** 2 / (16 * _d * _F**2),
        _t,
    ),
)

_HOW_SCALE = (
    "Fair signs times b = B √log(nd/δ) satisfy Definition C.1, are centred, and with {weights} the score is ±b² ‖W‖_F = "
    "±R log(nd/δ) for certain, with E S_ij = 0{extra}: that exceeds {bound} for every C once n is large."
)


def scale(weights: str, bound: str, extra: str = "") -> Argument:
    """Refutes the bounds with the wrong power of the logarithm, for every C."""
    return Argument(Verdict.FAILS, _HOW_SCALE.format(weights=weights, bound=bound, extra=extra), (OUTRUNS, GROWS))


_n, _c = positive("n"), positive("c")
GROWS = Step(
    "log(n/δ) -> ∞ with δ fixed, so it passes C² and C √log(1/δ)",
    lambda: sympy.limit(sympy.log(_n / _delta), _n, sympy.oo) == sympy.oo,
)

D4 = Statement(
    "sparse",
    "Lemma D.4",
    source="Appendix D.4",
    title="concentration of S_ij",
    given=SCORES,
    provenance="public",
    depends_on=["sparse/Definition C.1", "sparse/Lemma B.5"],
)


def _met(*conditions: Condition) -> str:
    words = {TWO_ROWS: "n ≥ 2", CENTRED: "p = 1/2"}
    return "; ".join((SCORES.met, *(words[condition] for condition in conditions)))


_A = "|S_ij| ≤ C R √log(n/δ) + |E S_ij|"
_B = "|S_ij - E S_ij| ≤ b² ‖W‖_F √(2 log(2/δ)) when |X_ij| ≤ b for certain"
_ALL = "|S_ij - E S_ij| ≤ b² ‖W‖_F √(2 log(2n²/δ)) for all i, j at once"
_C = "|S_ij| ≤ C R √log(1/δ)"
_PLAIN, _OWN, _EVERY = "i ≠ j", "i = j", "all pairs at once"
_UNIT = "|S_ij - E S_ij| ≤ b² ‖W‖_F √(8 d log(2/δ)) when |X_ij| ≤ b for certain (b² ‖W‖_F = R log(nd/δ) in Definition C.1)"

for _label, _claim, _repair, _says, _which, _where, _refutation, _witness, _tag in (
    ("(a)(i)", _a_pair, _repaired_pair, _A, _PLAIN, [TWO_ROWS], scale("d = 1, W = 1", "C R √log(n/δ)"),
     "d=1 W=ones p=1/2 n=2 delta=1/100 C=2", "public"),
    ("(a)(ii)", _a_own, _repaired_own, _A, _OWN, [], scale("d = 2, W = E_12", "C R √log(n/δ)"),
     "d=2 W=ones p=1/2 n=1 delta=1/100 C=2", "public"),
    ("(a)(iii)", _a_pair, _repaired_all, _A, _EVERY, [TWO_ROWS], scale("d = 1, W = 1", "C R √log(n/δ)", " for i ≠ j"),
     "d=1 W=ones p=1/2 n=2 delta=1/100 C=2", "public"),
    ("(b)(i)", _b_pair, _repaired_pair, _B, _PLAIN, [TWO_ROWS], None,
     "d=2 W=ones p=1/10 n=2 delta=1/100 C=2", "inferred"),
    ("(b)(ii)", _b_own, _repaired_own, _B, _OWN, [], None,
     "d=2 W=antidiagonal p=1/20 n=1 delta=9/100 C=2", "inferred"),
    ("(b)(iii)", _b_all, _repaired_all, _ALL, _EVERY, [], None,
     "d=2 W=antidiagonal p=1/20 n=1 delta=9/100 C=2", "inferred"),
    ("(c)(i)", _c_pair, _repaired_pair, _C, _PLAIN, [TWO_ROWS], scale("d = 1, W = 1", "C R √log(1/δ)"),
     "d=1 W=ones p=1/2 n=2 delta=1/100 C=2", "inferred"),
    ("(c)(ii)", _c_own, _repaired_own, _C, _OWN, [], scale("d = 1, W = 1", "C R √log(1/δ)", " for i ≠ j, 1 for i = j"),
     "d=1 W=ones p=1/2 n=1 delta=1/100 C=2", "inferred"),
    ("(c)(iii)", _c_pair, _repaired_all, _C, _EVERY, [TWO_ROWS], scale("d = 1, W = 1", "C R √log(1/δ)", " for i ≠ j"),
     "d=1 W=ones p=1/2 n=2 delta=1/100 C=2", "inferred"),
):  # fmt: skip
    D4.add(
        _label,
        _claim,
        says=f"with probability ≥ 1-δ, {_which}: {_says}",
        where=_where,
        proof=_refutation,
        witness=_witness,
        provenance=_tag,
        content=_PRINTED_CONTENT[_claim],
        met=_met(*_where),
        note="d = 1 cannot refute the explicit constant: a deviation is at most 2b²‖W‖_F < 2.45 b²‖W‖_F."
        if _label.startswith("(b)")
        else "",
    )
    D4.add(
        _label,
        _repair,
        says=f"with probability ≥ 1-δ, {_which}: {_UNIT.replace('2/δ', '2n²/δ') if _which == _EVERY else _UNIT}",
        where=_where,
        reading=Reading.INTENDED,
        changed="McDiarmid's inequality for Hoeffding's (the products are not independent), the entries' own scale b², and the "
        "bound for certain (rare large entries shift E S_ij without being seen)",
        proof=MCDIARMID,
        provenance=_tag,
        content=_ALL_PAIRS if _repair is _repaired_all else _ONE_PAIR,
        met=_met(*_where),
        note=_NARROW,
        depends_on=(),
    )

_s = slack("s")


def _centred_pair(x: Score) -> Comparison:
    """No d in the bound: log in place of √log is the price of the product of two sums."""
    root = x.sqrt(x.arithmetic.number(2))
    return at_most(x.beyond(x.pair, root * x.frobenius * x.log(2 * root / x.delta), False), x.delta)


D4.add(
    "centred",
    _centred_pair,
    says="companion: if |X_ij| ≤ b for certain and E X_ij = 0 then, i ≠ j: |S_ij| ≤ √2 b² ‖W‖_F log(2√2/δ) with probability "
    "≥ 1-δ",
    where=[TWO_ROWS, CENTRED],
    content=_sure(
        "√2 log(2√2/δ) ≥ d",
        lambda x: x.sqrt(x.arithmetic.number(2)) * x.frobenius * x.log(2 * x.sqrt(x.arithmetic.number(2)) / x.delta),
        1,
    ),
    met=_met(TWO_ROWS, CENTRED),
    proof=proved(
        "Given X_i, S_ij is a sum of independent centred terms, so E e^{λS} ≤ E exp(λ² b² ‖W^T X_i‖²/2) (Hoeffding's lemma) ≤ "
        "Π (1 - λ² b⁴ σ_m²)^{-1/2} (compare with Gaussian X_i; σ_m the singular values of W). At λ = 1/(√2 b² ‖W‖_F) the "
        "product is at most (1 - 1/2)^{-1/2} = √2, because (1-s)(1-t) ≥ 1-s-t. Markov's inequality on both sides.",
        nonnegative("(1-s)(1-t) - (1-s-t) = s t ≥ 0", (1 - _s) * (1 - slack("t")) - (1 - _s - slack("t"))),
        identity("(1 - 1/2)^{-1/2} = √2", sympy.Rational(1, 2) ** sympy.Rational(-1, 2), sympy.sqrt(2)),
        identity(
            "2√2 exp(-t/√2) = δ at t = √2 log(2√2/δ)",
            2 * sympy.sqrt(2) * sympy.exp(-sympy.log(2 * sympy.sqrt(2) / _delta)),
            _delta,
        ),
    ),
    provenance="inferred",
    depends_on=(),
)


def _union(x: Score) -> Comparison:
    return at_most(x.sqrt(2 * x.log(2 * x.n * x.n / x.delta)), 2 * x.sqrt(x.log(x.n / x.delta)))


D4.add(
    "union",
    _union,
    says="√(2 log(2n²/δ)) ≤ 2 √log(n/δ) for δ ≤ 1/2",
    proof=proved(
        "Square both sides: 2 log 2 + 4 log n + 2 log(1/δ) ≤ 4 log n + 4 log(1/δ) iff log 2 ≤ log(1/δ).",
        nonnegative(
            "with log(1/δ) = log 2 + y: 4y' - 2y' - 2 log 2 = 2y ≥ 0",
            4 * (sympy.log(2) + slack("y")) - 2 * (sympy.log(2) + slack("y")) - 2 * sympy.log(2),
        ),
    ),
    provenance="inferred",
    depends_on=(),
)


def _unchanged(x: AttentionRow) -> Comparison:
    """Deterministic scores are their own expectations: without them every logit is 0 and the row is uniform."""
    return equals(x.u_max, 1 / x.n)


ONE_EXPECTATION = Condition(
    "E S_ij does not depend on j", lambda x: "," not in str(x.row), lambda x: x.but(row=str(x.row).split(",")[0], k=1)
)
D5 = Statement(
    "sparse", "Remark D.5", source="Appendix D.4", title="the additive terms may be dropped", provenance="text", given=INPUTS
)
D5.add(
    "",
    _unchanged,
    says="the terms E S_ij of Lemma D.4 are constants: dropping them from the scores does not change the softmax",
    witness="row=1x1,-1x1 k=1 R=1 delta=1/100 C=2",
    note="Fact B.1 allows one constant for a whole row; E S_ij depends on j. Centred entries do not help: E S_ii is the "
    "weighted trace Σ W_aa Var X_ia, E S_ij = 0 elsewhere.",
    depends_on=["sparse/Fact B.1"],
)
D5.add(
    "",
    _unchanged,
    says="if E S_ij is the same for all j of the row, dropping it does not change the softmax",
    where=[ONE_EXPECTATION],
    met=f"{INPUTS.met}; all c_j equal",
    reading=Reading.INTENDED,
    changed="the expectation may not depend on j",
    proof=proved(
        "Fact B.1 with c = -E S_ij.",
        identity("n e^c / (n e^c) · 1/n = 1/n", sympy.exp(_c) / (_n * sympy.exp(_c)), 1 / _n),
    ),
    depends_on=["sparse/Fact B.1"],
)


D4.add(
    "pairwise",
    _repaired_pair,
    says=f"the repaired bound for entries that are only pairwise independent, as Definition C.1 says literally: {_UNIT}",
    given=PARITIES,
    content=ranges.PROBABILITY,
    witness="d=45 m=7 delta=1/129",
    provenance="text",
    note="All 2d parities are 1 together with probability 2^-m, and then S = d b² ‖W‖_F.",
    depends_on=(),
)

STATEMENTS = (D4, D5)
