"""Calculations about signed sums: a wrong constant, hypothesis or citation stops them."""

from dataclasses import replace

import pytest

from theorems.kernel.gaps import GapError
from theorems.language.lemma import Line
from theorems.mutants.same_script import about, citing
from theorems.provers.families import Eventually
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.statement import Part
from theorems.superiority.language import Q, d, n, sqrt, t
from theorems.superiority.linear_attention import D11, D15
from theorems.superiority.linear_with_signs import D12, D16

ON_D0, ON_D1 = D16["1"].part, next(part for part in D12.parts if part.label == "1" and part.changed)


def of(part: Part) -> FromSomeSizeOn:
    assert isinstance(part.proof, Eventually)
    assert isinstance(part.proof.calculation, FromSomeSizeOn)
    return part.proof.calculation


def gap(part: Part, calculation: FromSomeSizeOn) -> str:
    assert isinstance(part.proof, Eventually)
    with pytest.raises(GapError) as found:
        calculation.shown(part, part.proof.family, ())
    return str(found.value)


def test_the_constants_of_the_entries_count() -> None:
    smaller = about(of(ON_D1).script, {Q(99, 10): Q(98, 10)})
    assert smaller != of(ON_D1).script
    assert "98/10" in gap(ON_D1, replace(of(ON_D1), script=smaller))


@pytest.mark.parametrize(("other", "told"), [(D11, "Lemma D.11/2"), (D15, "j0 ≠ j3")])
def test_a_lemma_about_the_other_data_or_another_row_carries_nothing(other, told) -> None:
    labels = {"1": "4", "2": "5", "3": "6"} if other is D15 else {}

    def instead(line: Line) -> Line:
        return other[labels.get(line.part.label, line.part.label)]

    assert told in gap(ON_D0, replace(of(ON_D0), script=citing(of(ON_D0).script, instead)))


def test_a_weaker_growth_is_not_enough() -> None:
    first, *others = of(ON_D0).beyond
    assert first.left is t * sqrt(d)
    assert "not every admissible family" in gap(ON_D0, replace(of(ON_D0), beyond=(t * sqrt(d) <= n, *others)))
