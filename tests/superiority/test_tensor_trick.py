"""Appendices A and C: shapes that do not fit, columns stacked for rows, the readings of a letter that nothing binds."""

from dataclasses import replace
from typing import Any

import pytest

from tests.test_calculations import assert_true_at_instances
from theorems.catalogue import find
from theorems.language.reductions import NoRuleError
from theorems.language.tree import Claim, exp, inner
from theorems.superiority import tensor_products as tensors
from theorems.superiority.language import d, j0, u_exp, u_lin
from theorems.superiority.tensor_products import A1, A2, Q_, A, K, T, alpha_lin, ones, star, vec
from theorems.vocabulary import Reading


def part(address: str, reading: Reading = Reading.STATED) -> Any:
    (chosen,) = (p for p in find(f"superiority/{address}") if p.reading is reading)
    return chosen


# -- planted errors ------------------------------------------------------------------------------------------------------


def planted(right: Any, wrong: Claim) -> Any:
    return replace(right, printed=replace(right.printed, claim=wrong))


UNFIT = {
    "A2 without its transpose": ("Claim C.3/1", u_lin.row(j0) == (A1[j0, star] * Q_ * K**T * A2) ** T, "do not fit"),
    "a row as a column": ("Claim C.5/1", u_exp.row(j0) == exp(A1[j0, star] * Q_ * K**T * A2**T), "do not fit"),
    "ones of another length": ("Claim C.3/2", alpha_lin[j0] == inner(Q_[j0, star], ones), "do not fit"),
    "an unknown vec": ("Fact A.1", vec(exp(A1 * Q_ * K**T * A2**T)) == exp(A * vec(K * Q_**T)), "no rule for the entries"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_line_whose_shapes_do_not_fit_is_refused(name: str) -> None:
    address, wrong, why = UNFIT[name]
    with pytest.raises(NoRuleError, match=why):
        planted(part(address), wrong).printed.at_an_instance  # noqa: B018


def test_the_definitions_of_the_trick_are_false_of_stacked_columns() -> None:
    by_columns = tensors.BY_COLUMNS
    assert_true_at_instances(tensors.BY_ROWS, tensors.VEC_OF_WEIGHTS(1, d).claim)
    with pytest.raises(AssertionError):
        assert_true_at_instances(by_columns, tensors.VEC_OF_WEIGHTS(1, d).claim)


@pytest.mark.parametrize("i", [-1, 0, 2, 3, 7])
def test_only_one_reading_of_the_unbound_letter_puts_every_entry_into_the_matrix(i: int) -> None:
    for d1, d2 in ((1, 1), (2, 3), (4, 2)):
        inside = [1 <= (j1 - i) * d2 + j2 <= d1 * d2 for j1 in range(1, d1 + 1) for j2 in range(1, d2 + 1)]
        repaired = sorted((j1 - 1) * d2 + j2 for j1 in range(1, d1 + 1) for j2 in range(1, d2 + 1))
        assert not all(inside)
        assert repaired == list(range(1, d1 * d2 + 1))
