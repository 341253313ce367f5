"""The fingerprint of a claim follows what it says and nothing else."""

from __future__ import annotations

from dataclasses import replace

from theorems.language.digest import digest
from theorems.language.structure import COLUMN, COLUMNS, ROW, Quantity
from theorems.language.tree import Q, Relation, Sum, symbols
from theorems.superiority.language import IDENTITY, ONES, a0, a1, c_exp, c_lin, f_exp, i0, j0, j1, n, self_model

MODEL = self_model(a1, ONES)
CLAIM = c_exp[j0, i0] <= 1 / n ** (1 - a1)
GIVEN = (a1 >= Q("0.7"), j0 != j1)


def of(*claims: Relation, model: object = MODEL) -> str:
    return digest(model, (*claims, *GIVEN))  # type: ignore[arg-type]


def test_every_change_of_what_is_claimed_shows() -> None:
    others = [
        of(c_lin[j0, i0] <= 1 / n ** (1 - a1)),
        of(c_exp[j0, i0] < 1 / n ** (1 - a1)),
        of(c_exp[j0, i0] <= 1 / n ** (2 - a1)),
        of(CLAIM, a1 >= Q("0.6")),
        of(CLAIM, model=self_model(a1, IDENTITY)),
        of(CLAIM, model=self_model(a0, ONES)),
        digest(MODEL, (CLAIM, a1 >= Q("0.6"), j0 != j1)),
        digest(MODEL, (CLAIM, a1 >= Q("0.7"), j0 == j1)),
        digest(replace(MODEL, structure=replace(MODEL.structure, last=False)), (CLAIM, *GIVEN)),
    ]
    assert len({of(CLAIM), *others}) == len(others) + 1


def test_a_changed_definition_shows_and_a_renamed_one_does_not() -> None:
    """c_exp rests on f_exp, which rests on L: a change far below counts, another name for L or its indices does not."""
    L = MODEL.quantities["L"]
    changed = MODEL.adding(replace(L, definition=L.definition + 0))
    assert of(CLAIM, model=changed) != of(CLAIM)
    p, q = symbols("p q", ROW)
    (k,) = symbols("k", COLUMN)
    first = Quantity("x", (j0, j1), Sum(i0, COLUMNS, f_exp[j0, j1]))
    second = Quantity("x", (p, q), Sum(k, COLUMNS, f_exp[p, q]))
    assert of(first[j0, j1] == 1, model=MODEL.adding(first)) == of(second[j0, j1] == 1, model=MODEL.adding(second))
    renamed = Quantity("y", (j0, j1), first.definition)
    assert of(first[j0, j1] == 1, model=MODEL.adding(first)) == of(renamed[j0, j1] == 1, model=MODEL.adding(renamed))


def test_the_printed_form_of_a_number_does_not_matter_but_its_value_does() -> None:
    assert of(f_exp[j0, j1] >= Q(1, 2)) == of(f_exp[j0, j1] >= Q("0.5")) != of(f_exp[j0, j1] >= Q("0.51"))
