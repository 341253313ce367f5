"""Appendix E: the empty hypotheses, and a bound that is too hopeful."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorems.superiority.identity_signs_on_data import SOFTMAX_ON_D1, FewByBlock
from theorems.superiority.identity_softmax_on_d1 import E1
from theorems.superiority.identity_with_signs import E4
from theorems.superiority.language import j0, j3
from theorems.vocabulary import Reading

# -- hypotheses ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("statement", [E1, E4], ids=lambda s: s.name)
@settings(max_examples=10)
@given(data=st.data())
def test_no_drawn_instance_meets_what_is_called_vacuous(statement: Any, data: st.DataObject) -> None:
    for part in statement.parts:
        if part.reading is Reading.STATED:
            i = data.draw(part.domain.instances())
            assert part.domain.broken(i) is not None


# -- verdicts, checked again by other means --------------------------------------------------------------------------------


def test_a_bound_that_is_too_hopeful_is_refused() -> None:
    """Entries that fall too slowly for the family make no step, and an edge beyond the hypothesis raises."""
    slow = FewByBlock(r=1, a=Fraction(1), b=Fraction(1, 10), G=Fraction(1), decay=Fraction(1, 4))
    entries = SOFTMAX_ON_D1.entries(Fraction(9, 10), j0 != j3)
    assert replace(slow, decay=Fraction(99, 100)).squares_stay_below(entries)
    assert not slow.squares_stay_below(entries)
    with pytest.raises(ValueError, match="too little"):
        slow.edge(Fraction(1, 25))
