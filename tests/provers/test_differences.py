"""What a symbolic proof shows its reader: the difference of the sides, equal to the one that was proved."""

from __future__ import annotations

import pytest
import sympy

from tests.chosen import chosen_parts, sample
from theorems.catalogue import find
from theorems.provers.differences import factored
from theorems.provers.positivity import Positivity
from theorems.provers.quotients import NotRationalError
from theorems.statement import Part
from theorems.vocabulary import comparisons

SHOWN = [part for part in chosen_parts() if isinstance(part.proof, Positivity)]
VALUE = sympy.Rational(7, 3)  # of every nonnegative symbol


@pytest.mark.parametrize(
    ("slug", "shown"),
    [
        ("superiority/Lemma D.2/2b", ["u_exp(A,x)_{j0,j1} = n: both are n, in all 7 cases of the indices"]),
        (
            "superiority/Lemma D.2/4b",
            ["1/n - f_exp(A,x)_{j0,j1} = (n^a1 - 1)/(n (n + n^a1 - 1)) ≥ 0, as n^a1 ≥ 1, in all 7 cases of the indices"],
        ),
        (
            "superiority/Lemma D.2/3a",
            [
                (
                    "f_exp(A,x)_{j0,j1} - 1/2 = (-n + n^(a1^2 + a1) + 1)/(2 (n + n^(a1^2 + a1) - 1)) ≥ 0, "
                    "as n^a1, n^(a1^2 + a1 - 1) ≥ 1"
                )
            ],
        ),
        ("superiority/Lemma F.10/4", ["1/n - f_lin(A,x)_{j0,j1} = a1/(n (a1 + n)) ≥ 0, in all 9 cases of the indices"]),
    ],
)
def test_a_proof_shows_the_difference_that_it_found_to_be_nonnegative(slug: str, shown: list[str]) -> None:
    (part,) = (p for p in find(slug) if isinstance(p.proof, Positivity))
    assert part.proof is not None
    assert list(part.proof.run(part).steps) == shown


@pytest.mark.parametrize("part", sample(SHOWN, 30), ids=lambda part: part.slug)
def test_what_is_shown_equals_the_difference_of_the_sides(part: Part) -> None:
    """At one point of each case, where n is the product that it stands for."""
    assert part.claim is not None
    for case in part.domain.admitted_cases():
        values = {
            name: sympy.sympify(through).subs(dict.fromkeys(sympy.sympify(through).free_symbols, VALUE))
            for name, through in case.positive.items()
        }
        size = sympy.sympify(case.size_value).subs(values) if case.size is not None else None
        if case.log_size is not None:
            values |= dict.fromkeys(case.log_size.free_symbols, sympy.sqrt(sympy.log(size)))
        values |= {} if size is None else {case.size: size}
        for comparison in comparisons(part.claim(case.model)):
            difference = sympy.sympify(comparison.rhs) - sympy.sympify(comparison.lhs)
            try:
                shown = factored(case, difference)
            except NotRationalError:
                continue
            assert abs(sympy.N((shown - difference).subs(values), 30)) < 1e-20
