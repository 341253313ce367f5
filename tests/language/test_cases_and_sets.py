"""Cases, indicators and sets without an element, over data that a model computes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from kernels.arithmetic import RATIONALS, Arithmetic
from theorems.instance import Instance
from theorems.language.computed import Computed
from theorems.language.lemma import Lemma
from theorems.language.printing import latex, mathml, text
from theorems.language.tree import Cases, ForAll, Indicator, Named, SetOf, Sum, Symbol, Without, ddt, expr, symbols
from theorems.statement import Domain
from theorems.vocabulary import comparisons

K, k, n = symbols("K k n")
v = Symbol("v")
classes = Named("[K]")


@dataclass(frozen=True)
class Model:
    arithmetic: Arithmetic
    K: int


ROWS = Domain(
    name="rows", draw=lambda: st.just({"K": 3}), bind=lambda i, arithmetic: Model(arithmetic, int(i.K)), variables={"K": "rows"}
)
SQUARES: dict[Any, Any] = {classes: lambda x: range(1, x.K + 1), v[k]: lambda _, k: k * k}


class Trial(Lemma):
    key = "superiority"


def compared(claim: Any) -> list[tuple[str, Any, Any]]:
    lemma = Trial("T.1", "nowhere", given=Computed(ROWS, SQUARES))
    lemma["1"] = claim
    line = lemma["1"].claimed
    assert line.unknown() == []
    return [(c.what, c.lhs, c.rhs) for c in comparisons(line(ROWS.bind(Instance(K=3), RATIONALS)))]


def test_a_sum_leaves_one_element_out() -> None:
    claim = ForAll(n, classes, Sum(k, Without(classes, n), v[k]) == 14 - v[n])
    assert text(claim) == "Σ_{k∈[K]∖{n}} v_k = 14 - v_n for all n ∈ [K]"
    assert r"\setminus" in latex(claim)
    assert "∖" in mathml(claim)
    assert compared(claim) == [(f"n = {j}", 14 - j * j, 14 - j * j) for j in (1, 2, 3)]


def test_cases_and_indicators_ask_about_elements() -> None:
    claim = ForAll(
        n,
        classes,
        ForAll(k, Without(classes, n), Indicator(k == 1) + Cases(((k == n, v[1]),), v[k]) == v[k] + Indicator(k != 2)),
    )
    found = compared(claim)
    assert [what for what, _, _ in found][:2] == ["n = 1, k = 2", "n = 1, k = 3"]
    assert [(a, b) for what, a, b in found if what.startswith("n = 2")] == [(2, 2), (9, 10)]


def test_a_set_and_a_derivative_may_depend_on_an_index() -> None:
    """``Σ_{l ∈ S(n)} ż_l`` with S(n) = {1, ..., n} and ż_l = l²."""
    n, l, t, z = symbols("n l t z")
    supplied = {SetOf("S", (n,)): lambda _, n: range(1, n + 1), ddt(z[l], t): lambda _, l: l * l}
    given, total = Computed(ROWS, supplied), Sum(l, SetOf("S", (K,)), ddt(z[l], t))
    assert given.seen(ROWS.bind(Instance(K=3), RATIONALS)).value(total) == 14
    assert text(total) == "Σ_{l∈S(K)} d/dt z_l"
    assert not list(given.unknown(total))


def test_a_product_of_rows_is_supplied_for_all_rows() -> None:
    row, top = symbols("v ⊤")
    given = Computed(ROWS, {row[n] ** top * row[k]: lambda _, n, k: n * k})
    assert given.seen(ROWS.bind(Instance(K=3), RATIONALS)).value(row[expr(2)] ** top * row[K]) == 6
    assert text(row[n] ** top * row[k]) == "v_n^⊤ v_k"
