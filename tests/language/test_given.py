"""What derives from declared parameters: checks, draws, small instances, symbolic cases, the feasible set."""

from itertools import islice

import pytest
from hypothesis import given as drawing
from hypothesis import strategies as st

from theorems.instance import Instance
from theorems.language.tree import Claim
from theorems.superiority.language import *

D1 = self_attention(1, ONES)
INDEX_SETS: list[Claim] = [
    j0 == j3, j0 != j3, j1 == j3, j1 != j3, i0 == 1, i0 == d, i0.isin(block_columns), i0 == block(j3), i0 != block(j3)
]  # fmt: skip


@pytest.mark.parametrize("claim", INDEX_SETS, ids=str)
def test_an_index_set_is_the_same_for_numbers_and_for_symbols(claim: Claim) -> None:
    """The exact check of an instance and the symbolic case it belongs to give the same answer."""
    about = D1.stating(f_exp[j0, j1] + c_exp[j0, i0] == 0)
    answers = set()
    for instance in islice(about.small(), 0, 20_000, 171):
        answer = about.true(claim, instance)
        assert about.model.structure.holds(claim, about.located(instance)) is answer, instance
        answers.add(answer)
    assert answers == {True, False}


@drawing(st.data())
def test_drawn_instances_meet_every_hypothesis(data: st.DataObject) -> None:
    domain = D1.stating(c_exp[j0, i0] <= 1, j0 != j3, i0.isin(block_columns)).domain()
    instance = data.draw(domain.instances())
    assert domain.broken(instance) in (None, "j0 ≠ j3")  # n = 1 has no other row
    assert instance.n > 1 or domain.broken(instance) is not None


def test_a_broken_hypothesis_is_named_as_printed_and_the_feasible_set_names_the_sizes_that_the_indices_need() -> None:
    domain = D1.stating(f_exp[j0, j1] <= 1).domain()
    for change, broken in {
        "a1=69/100": "a1 ≥ 0.7",
        "n=3": "n = (d - 2) t",
        "j3=9": "j3 ∈ {1, ..., n}",
        "j0=0": "1 ≤ j0 ≤ n",
    }.items():
        changed = Instance.parse("n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=1 j1=2").but(**Instance.parse(change))
        assert domain.broken(changed) == broken
    assert D1.stating(f_exp[j0, j1] <= 1, j0 != j3).feasible().startswith("d ≥ 3, t ≥ 1, n ≥ 2;")
    assert D1.stating(c_exp[j0, i0] <= 1, i0.isin(block_columns), i0 != block(j3)).feasible().startswith("d ≥ 4, t ≥ 1;")
    assert D1.stating(f_exp[j0, j1] <= 1, j0 != j3, j0 == j3).feasible().startswith("nowhere")
