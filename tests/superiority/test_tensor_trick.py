"""Appendix A and C: the Kronecker product and vec against NumPy, and the claims with errors planted in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import attention
from kernels.arithmetic import BALLS, FLOAT
from kernels.balls import Truth
from strategies.matrices import attention_matrices, matrices, matrix_of, matrix_text
from tests.fabricated import claiming
from tests.test_calculations import assert_true_at_instances
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.language.tree import Expr, ForAll, Sum, exp
from theorems.provers.search import evaluate
from theorems.superiority import attention_definitions as shapes
from theorems.superiority import tensor_products as tensors
from theorems.superiority.attention_definitions import m
from theorems.superiority.language import d, j0, n, u_exp, u_lin
from theorems.superiority.tensor_products import (
    A1,
    A2,
    A,
    alpha_lin,
    dot,
    entry,
    j,
    k,
    l,
    p,
    to_d,
    to_d2,
    to_n,
    to_n2,
    vec_logits,
    vec_QK,
)
from theorems.vocabulary import Evidence, Reading, Verdict


def floats(text: object) -> np.ndarray:
    return np.array([[float(entry) for entry in row] for row in matrix_of(text)])


def part(address: str, reading: Reading = Reading.STATED) -> Any:
    (chosen,) = (p for p in find(f"superiority/{address}") if p.reading is reading)
    return chosen


@given(data=st.data(), sizes=st.tuples(*[st.integers(1, 4)] * 4))
def test_the_kronecker_product_and_vec_are_numpys(data: st.DataObject, sizes: tuple[int, int, int, int]) -> None:
    n1, d1, n2, d2 = sizes
    a = [list(row) for row in data.draw(matrices(n1, d1))]
    b = [list(row) for row in data.draw(matrices(n2, d2))]
    assert np.array_equal(np.array(tensors.kron(a, b), dtype=float), np.kron(np.array(a, float), np.array(b, float)))
    assert tensors.vec_by_rows(a) == [x for row in a for x in row]
    assert np.array_equal(np.array(tensors.vec_by_columns(a), float), np.array(a, float).ravel(order="F"))


@given(attention_matrices().map(Instance))
def test_the_rows_of_attention_are_those_of_the_dense_kernels(i: Instance) -> None:
    A1, A2, QK = floats(i.A1), floats(i.A2), floats(i.Q) @ floats(i.K).T
    x = tensors.bind(i, FLOAT)
    assert x.u_lin == pytest.approx(attention.u_lin(A1, A2, QK, i.j0 - 1), rel=1e-12, abs=1e-12)
    assert x.u_exp == pytest.approx(attention.u_exp(A1, A2, QK, i.j0 - 1), rel=1e-12)


@given(attention_matrices().map(Instance))
def test_a_matrix_is_rebuilt_from_its_own_text(i: Instance) -> None:
    assert Instance.parse(str(i)) == i
    for name in ("A1", "A2", "Q", "K"):
        assert matrix_text(matrix_of(i[name])) == i[name]


def test_ragged_matrices_are_refused() -> None:
    with pytest.raises(ValueError, match="different lengths"):
        matrix_of("1,0;1")
    broken = Instance.parse("n=2 d=2 j0=1 A1=1,0 A2=1,0;0,1 Q=1,0;0,1 K=1,0;0,1")
    with pytest.raises(ValueError, match="A1, A2 in R"):
        tensors.ATTENTION.require(broken)


# -- planted errors ------------------------------------------------------------------------------------------------------


def of_transposed_weights(i: Expr, j: Expr) -> Expr:
    return Sum(k, to_d, Sum(l, to_d, A1[i, k] * dot(l, k) * A2[j, l]))


def of_swapped_factors(i: Expr, j: Expr) -> Expr:
    return Sum(k, to_d, Sum(l, to_d, A2[i, k] * dot(k, l) * A1[j, l]))


WRONG = {
    "transposed weights": ("Claim C.3/1", ForAll(j, to_n, u_lin[j0, j] == of_transposed_weights(j0, j))),
    "swapped factors": ("Claim C.5/1", ForAll(j, to_n, u_exp[j0, j] == exp(of_swapped_factors(j0, j)))),
    "a sign": ("Claim C.3/2", alpha_lin[j0] == -Sum(j, to_n, entry(j0, j))),
    "other columns": ("Fact A.1", ForAll(k, to_n2, exp(vec_logits[k]) == exp(Sum(p, to_d2, A[k, p] * vec_QK[d**2 + 1 - p])))),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_identity_is_neither_proved_nor_true(name: str) -> None:
    address, wrong = WRONG[name]
    right = part(address)
    planted = replace(right, printed=right.printed.comparing(wrong))
    assert right.proof.run(right).evidence is Evidence.PROVED
    assert planted.proof.run(planted).verdict is Verdict.UNKNOWN
    assert any(evaluate(planted, i).truth is Truth.FAILS for i in tensors.small_attentions())


def test_the_definitions_of_the_trick_are_false_of_stacked_columns() -> None:
    by_columns = tensors.BY_COLUMNS
    assert_true_at_instances(tensors.BY_ROWS, tensors.VEC_OF_WEIGHTS(1, d).claim)
    with pytest.raises(AssertionError):
        assert_true_at_instances(by_columns, tensors.VEC_OF_WEIGHTS(1, d).claim)


def test_stacked_columns_fail_even_when_the_weights_are_a_number() -> None:
    by_columns = part("Appendix A/vec")
    i = Instance.parse("n=2 d=1 j0=1 A1=1;0 A2=0;1 Q=1; K=1;")
    assert evaluate(by_columns, i).truth is Truth.FAILS


def test_claim_c5_prints_a_product_that_does_not_exist_unless_n_is_d() -> None:
    printed = part("Claim C.5/2")
    i = Instance.parse("n=1 d=2 j0=1 A1=1,0 A2=0,1 Q=1,0;0,1 K=1,0;0,1")
    assert "n = d" in str(printed.domain.broken(i))
    with pytest.raises(IndexError):
        printed.claim(tensors.bind(i, BALLS))
    assert evaluate(part("Claim C.5/2", Reading.INTENDED), i).truth is not Truth.FAILS


@pytest.mark.parametrize("i", [-1, 0, 2, 3, 7])
def test_only_one_reading_of_the_unbound_letter_puts_every_entry_into_the_matrix(i: int) -> None:
    for d1, d2 in ((1, 1), (2, 3), (4, 2)):
        inside = [1 <= (j1 - i) * d2 + j2 <= d1 * d2 for j1 in range(1, d1 + 1) for j2 in range(1, d2 + 1)]
        repaired = sorted((j1 - 1) * d2 + j2 for j1 in range(1, d1 + 1) for j2 in range(1, d2 + 1))
        assert not all(inside)
        assert repaired == list(range(1, d1 * d2 + 1))


# -- definitions -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "d", "fits"), [(3, 3, True), (4, 4, True), (1, 2, False), (6, 4, False)])
def test_equation_1_and_definition_c6_fit_only_for_square_data(n: int, d: int, fits: bool) -> None:
    i = Instance(n=n, d=d, m=5)
    for label in ("Equation 1", "Definition C.6"):
        assert evaluate(part(label), i).truth is (Truth.HOLDS if fits else Truth.FAILS)
        assert evaluate(part(label, Reading.INTENDED), i).truth is Truth.HOLDS


def test_a_shape_that_does_not_fit_is_seen() -> None:
    """A transposed factor, a y of m rows: the replay of the definitions can fail."""
    run = shapes.Replay()
    run.product((n, d), (n, d))
    assert run.fits == [d == n]
    i = Instance(n=4, d=3, m=2)
    fitting = next(p for p in find("superiority/Definition C.1") if not p.label)
    assert evaluate(fitting, i).truth is Truth.HOLDS
    assert evaluate(claiming(part("Definition C.2"), shapes.network((m, d))), i).truth is Truth.FAILS
