"""Arrays with few different entries, of any length: counted, they are worth what they are entry by entry."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import BALLS, FLOAT, Arithmetic
from theorems.api import judge, part_of
from theorems.instance import Instance
from theorems.language.tree import Claim, Expr, ForAll, Largest, Product, Sum, Without, chain
from theorems.own import *
from theorems.own.arrays import Runs, written
from theorems.own.values import seen_at
from theorems.vocabulary import Verdict

n, m = size("n"), size("m")
x, y = vectors("x y", n)
z, u = vector("z", m), vector("u", n, 0, 1)
A, B = matrix("A", m, n), matrix("B", n, n)
p = probability_vector("p", n)
i, j = indices("i j")

WORDS: list[Expr] = [
    norm(x, 1), norm(x), norm(x, "∞"), dot(x, y), softmax(x)[2], logsumexp(x - y), total(x), entropy(p), kl(p, softmax(x)),
    maximum(x), norm(A, "op"), norm(A, "F"), norm(A, "max"), norm(A * x, 1), norm(transposed(A) * z), norm(A[2]), x[n], A[m, n],
    Sum(i, upto(n), x[i] * y[i]), Sum(i, between(2, n), x[i] ** 2), Product(i, upto(n), x[i] + 2), Sum(i, upto(n), i * x[i]),
    Sum(i, upto(n), Sum(j, Without(upto(n), i), x[i] * y[j])), Largest(i, upto(m), Sum(j, upto(n), A[i, j] * x[j])),
    Sum(i, upto(n), Sum(j, Without(between(2, n), i), y[j])), Sum(i, upto(n), x[n + 1 - i] * y[i]), Sum(i, upto(n), 1),
]  # fmt: skip


@st.composite
def runs(draw: st.DrawFn, length: int, items: st.SearchStrategy[Any]) -> Runs:
    ends = sorted({length, *draw(st.lists(st.integers(1, length), max_size=2))})
    counts = [b - a for a, b in zip([0, *ends], ends, strict=False)]
    return Runs(tuple(draw(items) for _ in counts), tuple(counts))


@st.composite
def points(draw: st.DrawFn) -> dict[str, Any]:
    columns, rows = draw(st.integers(2, 7)), draw(st.integers(2, 5))
    number = st.fractions(-1, 3, max_denominator=4)
    weights = draw(runs(columns, st.integers(1, 4)))
    whole = sum(w * k for w, k in zip(weights.items, weights.counts, strict=True))
    simplex = replace(weights, items=tuple(Fraction(w, whole) for w in weights.items))
    told = {"x": draw(runs(columns, number)), "y": draw(runs(columns, number)), "z": draw(runs(rows, number)), "p": simplex}
    return {"n": columns, "m": rows, **told, "A": draw(runs(rows, runs(columns, number)))}


def _dense(value: Any) -> Any:
    if not isinstance(value, Runs):
        return value
    return tuple(_dense(item) for item, k in zip(value.items, value.counts, strict=True) for _ in range(k))


@given(values=points())
def test_counted_entries_are_worth_what_they_are_one_by_one(values: dict[str, Any]) -> None:
    domain = part_of(sum(WORDS[1:], WORDS[0]) <= 0).domain
    both = [Instance({name: written(each(v)) for name, v in values.items()}) for each in (lambda v: v, _dense)]
    for arithmetic in (BALLS, FLOAT):
        counted, single = (_seen(domain, instance, arithmetic) for instance in both)
        for word in WORDS:
            a, b = counted.value(word), single.value(word)
            assert balls.close(a, b) if arithmetic is BALLS else float(a) == pytest.approx(float(b), abs=1e-9), word


def _seen(domain: Any, instance: Instance, arithmetic: Arithmetic) -> Any:
    point = domain.bind(instance, arithmetic)
    if arithmetic is FLOAT:
        known = {q: v.astype(float) if isinstance(v, np.ndarray) else np.float64(v) for q, v in point.known.items()}
        point = replace(point, known=known)
    return seen_at(point)


FALSE: list[tuple[Claim, int]] = [  # and the least n at which it is
    (norm(x, 1) <= Q("349.3") * norm(x), 122011),  # 349.3² = 122010.49
    (entropy(p) <= Q("11.7"), 120572),  # e^11.7 = 120571.7
    (Implies(u[1] == 1, total(u) <= 121999), 122000),
    (Implies(ForAll(i, upto(n), ForAll(j, upto(n), chain(0, "<=", B[i, j], "<=", 1))), norm(B, "op") <= 349), 350),
]


def refuted_at(claim: Claim) -> int:
    finding = judge(claim)
    assert finding.verdict is Verdict.FAILS
    assert finding.witness is not None
    return int(Instance.parse(finding.witness["text"])["n"])


def test_what_is_false_for_large_sizes_alone_is_refuted_there() -> None:
    for claim, least in FALSE:
        assert refuted_at(claim) == least
    hub = Implies(ForAll(j, between(2, n), x[1] >= x[j] + Q("11.7")), softmax(x)[1] >= Q(1, 2))
    assert 120573 <= refuted_at(hub) <= 10**6  # e^11.7 + 1 entries and more are as many as the hub


def test_what_is_true_is_tried_at_large_sizes_but_where_entries_are_told_apart_by_their_number() -> None:
    for claim in (norm(x, 1) <= sqrt(n) * norm(x), entropy(p) <= log(n), Implies(norm(x) == 1, total(x) <= sqrt(n))):
        finding = judge(claim)
        assert finding.verdict is Verdict.HOLDS
        assert "n with equal entries from 100 to 1000000" in finding.how
    finding = judge(Sum(i, upto(n), i * abs(x[i])) >= norm(x, 1))
    assert (finding.verdict, "100000" in finding.how) == (Verdict.HOLDS, False)


def test_what_is_no_array_is_refused() -> None:
    domain = part_of(norm(x) >= 0).domain
    for told in ("n=3 x=1*2", "n=3 x=1,0*0,2*2", "n=3 x=1*-3", "n=3 x=*3"):
        with pytest.raises(ValueError, match=r"needed|1 or more|number"):
            domain.bind(Instance.parse(told), BALLS)
