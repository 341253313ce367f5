"""What a failing property says to whoever reads and writes a claim."""

from dataclasses import replace

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from theorems.catalogue import find
from theorems.language.printing import text
from theorems.language.tree import Expr, Relation
from theorems.properties import has_the_expected_verdict, is_not_refuted_by_a_drawn_instance
from theorems.statement import Finding, Part
from theorems.superiority.language import Q


def planted(address: str, factor: Expr) -> Part:
    """The part with its printed bound times a factor."""
    (part,) = (p for p in find(address) if not p.changed)
    claim = part.printed.claim
    assert isinstance(claim, Relation)
    line = part.printed.comparing(Relation(claim.left, claim.sign, factor * claim.right))
    return replace(part, printed=line, text=text(line.at_an_instance))


def test_a_wrong_constant_is_told_in_a_few_lines() -> None:
    """Its proof has a gap; then the small instances are searched, so that no gap is told where there is a counterexample."""
    found: list[Finding] = []
    with pytest.raises(pytest.fail.Exception) as failure:
        has_the_expected_verdict(planted("superiority/Lemma D.2/3a", Q("1.26")), found.append)
    said = str(failure.value)
    assert said.startswith("superiority/Lemma D.2/3a, printed (theorems/superiority/softmax_on_d1.py:")
    for line in (
        "f_exp(A,x)_{j0,j1} ≥ 1.26·(1/2)",
        "at n=5 d=3 t=5 j3=1 a1=7/10 b=1/2 c=1/2 j0=1 j1=1",
        "0.6292 ≥ 0.63 is false",
    ):
        assert line in said
    assert [finding.verdict.value for finding in found] == ["fails"]


def test_a_drawn_counterexample_is_told_with_both_sides_and_no_fields_of_the_part() -> None:
    part = planted("superiority/Lemma D.3/4", Q("0.9"))

    @settings(max_examples=50, derandomize=True, database=None, deadline=None, phases=[Phase.generate])  # any will do, unshrunk
    @given(data=st.data())
    def drawn(data: st.DataObject) -> None:
        is_not_refuted_by_a_drawn_instance(part, data)

    with pytest.raises(pytest.fail.Exception) as failure:
        drawn()
    said = str(failure.value) + "\n".join(failure.value.__notes__)
    assert len(said.splitlines()) < 30
    assert "is false" in said
    assert repr(part) == "Part('superiority/Lemma D.3/4 (stated)')"
