"""The domains of rows and of inputs, their hypotheses, what is drawn of them and what is tried first."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

from hypothesis import strategies as st

from kernels.arithmetic import Arithmetic, Number
from strategies.attention_rows import attention_rows, length_of, levels_of, sink_inputs, text_of
from theorems.instance import Instance
from theorems.language.rules import Declared, Likely
from theorems.language.words import *
from theorems.sparse.attention_row import AttentionRow as AttentionRow
from theorems.sparse.attention_row import row_of as row_of
from theorems.statement import Condition, Domain


def largest_logit(instance: Instance) -> Fraction:
    """The largest absolute value that the instance's row codes."""
    return max(abs(logit) for logit, _ in levels_of(str(instance.row)))


_n, _k, _d, _M, _R, _B, _C, _delta = symbols("n k d M R B C delta")
ON_G_M = Condition(Norm(Symbol("S"), "∞") <= _M, lambda x: largest_logit(x) <= Fraction(x["M"]), said="the event G_M")
WINDOW = Condition(chain(1, "<=", _k, "<=", _n), lambda x: 1 <= int(x["k"]) <= length_of(str(x.row)))


def _drop_one(instance: Instance) -> Instance:
    """A longer row where there is one entry only, a smaller window where it holds the whole row."""
    levels = levels_of(str(instance.row))
    row = text_of([*levels, (levels[-1][0], 1)]) if length_of(str(instance.row)) == 1 else str(instance.row)
    return instance.but(row=row, k=min(int(instance["k"]), length_of(row) - 1))


DROPS = Condition(_k < _n, lambda x: int(x["k"]) < length_of(str(x.row)), _drop_one)

GROWTH_OF_R = Condition(_R == o(sqrt(log(_n))), growth=True, said="along the family")
ORDER_R = Condition(_R == O(sqrt(log(_n))), growth=True, said="along the family")
# where the scores are given and M stands for C R √log(n/δ)
SMALL_M, ORDER_M = (
    replace(growth, claim=claim, printed=growth.claim)
    for growth, claim in ((GROWTH_OF_R, _M == o(log(_n))), (ORDER_R, _M == O(log(_n))))
)


def limsup_below(share: Expr) -> Claim:
    """limsup 2dR < share, along a family with fixed d and δ."""
    return Words("limsup ", 2 * _d * _R < share, ", ", _d, " and ", _delta, " fixed")


def weights_below(share: Expr, limit: Callable[[Instance], Fraction], so: str = "") -> Condition:
    """limsup 2dR < a limit along the family, d = 2: what M' = d R log(nd/δ) needs, since e^{2M'} = (nd/δ)^{2dR}."""

    def check(instance: Instance) -> bool:
        return 4 * Fraction(instance["R"]) < limit(instance)

    def shrink(instance: Instance) -> Instance:
        return instance if check(instance) else instance.but(R=limit(instance) / 8)

    return Condition(limsup_below(share), check, shrink, growth=True, said=f"along the family{so}")


WEIGHTS_BELOW_LENGTH = weights_below(expr(1), lambda x: Fraction(1))
WEIGHTS_BELOW_WINDOW = weights_below(Symbol("c"), lambda x: Fraction(x["c"]), "; c as in k ≥ n^c")
WEIGHTS_BELOW_FROBENIUS = weights_below(Q(3, 2), lambda x: Fraction(3, 2))

VARIABLES = {
    "n": "length of the row",
    "k": "size of the window",
    "M": "the bound of Lemma D.3 on |S_ij|",
    "tau": "the dropped softmax mass",
    "max_error": "the largest entry of |u - u_hat|",
}


def _numbers(instance: Instance, arithmetic: Arithmetic) -> dict[str, Number]:
    return {name: arithmetic.number(Fraction(value)) for name, value in instance.items() if name != "row"}


def bind_row(instance: Instance, arithmetic: Arithmetic) -> AttentionRow:
    """A coded row read as the logits themselves."""
    own = _numbers(instance, arithmetic)
    M = own.pop("M")
    own.pop("k")
    return row_of(arithmetic, str(instance.row), int(instance["k"]), M, **own)


def small_rows() -> Iterator[Instance]:
    """Rows of up to eight entries on at most two levels, every window, M = 0, 1, 2, 4; then long ones."""
    for n, M in product(range(1, 9), (0, 1, 2, 4)):
        for high in range(1, n + 1 if M else 2):
            row = text_of([(M, high if M else n)] + ([(-M, n - high)] if M and n > high else []))
            for k in range(1, n + 1):
                yield Instance(row=row, k=k, M=M)
    yield from _long_rows()


def _long_rows() -> Iterator[Instance]:
    """Rows of 16 to 10^300 entries, uniform, with one score M and with k of them: a claim may be false by little, or late."""
    lengths = [*(2**e for e in range(4, 41)), *(10**e for e in (15, 20, 30, 50, 100, 200, 300))]
    for n, M in product(lengths, (0, 1, 4, 16)):
        for k in sorted({1, 2, isqrt(n - 1) + 1, n // 2, n - 1}):
            rows = [text_of([(M, n)])] + [text_of([(M, high), (-M, n - high)]) for high in sorted({1, k}) if M]
            yield from (Instance(row=row, k=k, M=M) for row in rows)


def neighbours(instance: Instance) -> Iterator[Instance]:
    """Other windows, lengths and logits, and every other parameter halved, doubled, raised by one, and with its sign turned.

    They leave the printed ranges as well: a dropped hypothesis that is needed must be seen to be.
    """
    levels = levels_of(str(instance.row))
    for position, (logit, multiplicity) in enumerate(levels):
        rest = [*levels[:position], *levels[position + 1 :]]
        for moved in sorted({logit + 1, logit - 1, -logit, 2 * logit, 6 * logit} - {logit}):
            yield instance.but(row=text_of([*rest, (moved, multiplicity)]))
        for more in {multiplicity + 1, 2 * multiplicity, multiplicity // 2, multiplicity - 1} - {0, multiplicity}:
            yield instance.but(row=text_of([*rest, (logit, more)]))
    yield instance.but(row=text_of([*levels, (levels[-1][0] - 1, 1)]))
    for name, value in instance.items():
        if name != "row":
            number = Fraction(value)
            others = {number + 1, number - 1} if name == "k" else {number / 2, 2 * number, number + 1, -number}
            yield from (instance.but(**{name: other}) for other in sorted(others - {number}))


ROWS_OF_P = Named("the rows of P")
COLUMNS = Named("[n]")
_small = abs(Symbol("S_ε")(Symbol("u")))
_largest = Largest(Symbol("j"), Range(expr(1), _n), Symbol("u")[Symbol("j")])
A_ROW = Declared(each=(ROWS_OF_P, COLUMNS), whole=(_small, _n - _small), nonnegative=(_n - _small, _largest, 1 - Symbol("tau")))
ROWS = Domain(
    "rows on the event G_M",
    attention_rows,
    bind_row,
    (WINDOW, ON_G_M),
    small_rows,
    variables=VARIABLES,
    vary=neighbours,
    feasible="every n ≥ 1, k in [n] and M ≥ 0 (every row with |S_ij| ≤ M occurs: d = 2, X_j = (1, s_j), W = E_12)",
    declared=A_ROW,
)
ANY_ROWS = replace(ROWS, name="all rows, M ≥ 0 free", conditions=(WINDOW,), feasible="every n ≥ 1 and k in [n]")

LIKELY_ENTRIES = Norm(Symbol("X"), "∞") <= _B * sqrt(log(_n * _d / _delta))
INPUT_CONDITIONS = (
    WINDOW,
    Condition(LIKELY_ENTRIES, lambda x: largest_logit(x) <= 1, said="here: the coefficients c_j are in [-1, 1]"),
    Condition(chain(0, "<", _delta, "<", Q("0.1"))),
    Condition(_R >= 0),
    Condition(_C > 0),
)

INPUT_VARIABLES = VARIABLES | {
    "R": "B² ‖W‖_F",
    "delta": "failure probability δ",
    "C": "the absolute constant of M = C R √log(n/δ)",
}


def _bind_input(M: Callable[[Instance, Arithmetic], Number]) -> Callable[[Instance, Arithmetic], AttentionRow]:
    def bind(instance: Instance, arithmetic: Arithmetic) -> AttentionRow:
        own = _numbers(instance, arithmetic)
        own.pop("k")
        coefficients = levels_of(str(instance.row))
        own |= {
            "reach": arithmetic.number(largest_logit(instance)),
            "most": arithmetic.number(coefficients[0][0]),
            "least": arithmetic.number(coefficients[-1][0]),
        }
        n = length_of(str(instance.row))
        scale = own["R"] * arithmetic.log(arithmetic.number(2 * n) / own["delta"])
        return row_of(arithmetic, str(instance.row), int(instance["k"]), M(instance, arithmetic), scale, **own)

    return bind


def _printed(instance: Instance, arithmetic: Arithmetic) -> Number:
    n, delta = arithmetic.number(length_of(str(instance.row))), arithmetic.number(Fraction(instance["delta"]))
    return arithmetic.number(Fraction(instance["C"]) * Fraction(instance["R"])) * arithmetic.sqrt(arithmetic.log(n / delta))


def _repaired(instance: Instance, arithmetic: Arithmetic) -> Number:
    n, delta = arithmetic.number(length_of(str(instance.row))), arithmetic.number(Fraction(instance["delta"]))
    return arithmetic.number(2 * Fraction(instance["R"])) * arithmetic.log(2 * n / delta)


def small_inputs() -> Iterator[Instance]:
    """Coefficients ±1 or 0, lengths 1..6 and powers of ten, C = 2, δ = 1/100."""
    lengths = [*range(1, 7), *(10**e for e in (1, 2, 3, 4, 6, 9, 12, 15, 20, 30, 50, 100, 200, 300))]
    for n, R in product(lengths, map(Fraction, ("1", "1/2", "1/4", "2"))):
        rows = [f"1x{n}", f"-1x{n}"]
        if n > 1:
            rows += [f"1x1,-1x{n - 1}", f"1x1,0x{n - 1}"]
        for row, k in product(rows, sorted(k for k in {1, 2, n // 2, n - 1, n} if 1 <= k <= n)):
            yield Instance(row=row, k=k, R=R, delta=Fraction(1, 100), C=2)


INPUTS = Domain(
    "inputs of Definition C.1 (deterministic entries are independent), M = C R √log(n/δ)",
    sink_inputs,
    _bind_input(_printed),
    INPUT_CONDITIONS,
    small_inputs,
    variables=INPUT_VARIABLES,
    vary=neighbours,
    feasible="every n ≥ 1, k in [n], R ≥ 0, δ in (0, 0.1), C > 0 (d = 2, X_j = (b, c_j b), W = E_12 R/B²)",
    declared=replace(A_ROW, law=Likely(LIKELY_ENTRIES, 1 - _delta)),  # Definition C.1, Part 3
)
ANY_INPUTS = replace(  # of no use to a claim that needs the event; what holds of all inputs is certain
    INPUTS.without(INPUT_CONDITIONS[1].text), declared=replace(A_ROW, certain=True)
)
M_sure = Symbol("M′")  # what the bounded entries of Definition C.1 give for all scores at once
SURE = M_sure == _d * _R * log(_n * _d / _delta)
REPAIRED_INPUTS = replace(
    INPUTS,
    name="inputs of Definition C.1, M' = d R log(nd/δ)",
    bind=_bind_input(_repaired),
    declared=replace(INPUTS.declared, premises=(SURE,)),
)

_MET = {
    DROPS: "n ≥ 2, k in [n-1]",
    GROWTH_OF_R: "R constant is such a family",
    SMALL_M: "R constant is such a family",
    ORDER_R: "R = √log n is such a family",
    ORDER_M: "R = √log n is such a family",
    WEIGHTS_BELOW_LENGTH: "R constant below 1/(2d) is such a family",
    WEIGHTS_BELOW_WINDOW: "R constant below c/(2d) is such a family",
    WEIGHTS_BELOW_FROBENIUS: "R constant below 3/(4d) is such a family",
}


def met_with(domain: Domain, *conditions: Condition, more: str = "") -> str:
    """Where the hypotheses of the domain and these can be met."""
    return "; ".join(filter(None, (domain.feasible, *(_MET.get(condition, "") for condition in conditions), more)))


def with_parameter(
    domain: Domain, name: str, values: Sequence[Fraction], condition: Condition | None = None, meaning: str = ""
) -> Domain:
    """The domain with one more exact parameter, drawn from ``values``."""

    def draw() -> st.SearchStrategy[dict[str, Any]]:
        return st.builds(lambda point, value: {**point, name: value}, domain.draw(), st.sampled_from(values))

    def small() -> Iterator[Instance]:
        if domain.small is not None:
            for instance in domain.small():
                yield from (instance.but(**{name: value}) for value in values)

    return replace(
        domain,
        draw=draw,
        small=small,
        conditions=domain.conditions + ((condition,) if condition else ()),
        variables=domain.variables | {name: meaning or name},
        feasible=met_with(domain, more=condition.text if condition else ""),
    )
