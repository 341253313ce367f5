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
from tests.test_calculations import assert_true_at_instances
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.language.reductions import NoRuleError
from theorems.language.tree import Claim, exp, inner
from theorems.provers.search import evaluate
from theorems.superiority import tensor_products as tensors
from theorems.superiority.attention_definitions import A3, V, network_of
from theorems.superiority.language import F_lin, c_lin, d, j0, m, u_exp, u_lin
from theorems.superiority.tensor_products import A1, A2, Q_, A, K, T, alpha_lin, ones, star, vec
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


def planted(right: Any, wrong: Claim) -> Any:
    return replace(right, printed=replace(right.printed, claim=wrong))


WRONG = {
    "transposed weights": ("Claim C.3/1", u_lin.row(j0) == (A1[j0, star] * K * Q_**T * A2**T) ** T),
    "swapped factors": ("Claim C.5/1", u_exp.row(j0) == exp(A2[j0, star] * Q_ * K**T * A1**T) ** T),
    "a sign": ("Claim C.3/2", alpha_lin[j0] == -inner((A1[j0, star] * Q_ * K**T * A2**T) ** T, ones)),
    "twice": ("Fact A.1", vec(exp(A1 * Q_ * K**T * A2**T)) == exp(2 * A * vec(Q_ * K**T))),
}
UNFIT = {
    "A2 without its transpose": ("Claim C.3/1", u_lin.row(j0) == (A1[j0, star] * Q_ * K**T * A2) ** T, "do not fit"),
    "a row as a column": ("Claim C.5/1", u_exp.row(j0) == exp(A1[j0, star] * Q_ * K**T * A2**T), "do not fit"),
    "ones of another length": ("Claim C.3/2", alpha_lin[j0] == inner(Q_[j0, star], ones), "do not fit"),
    "an unknown vec": ("Fact A.1", vec(exp(A1 * Q_ * K**T * A2**T)) == exp(A * vec(K * Q_**T)), "no rule for the entries"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_identity_is_neither_proved_nor_true(name: str) -> None:
    address, wrong = WRONG[name]
    right = part(address)
    broken = planted(right, wrong)
    assert right.proof.run(right).evidence is Evidence.PROVED
    assert broken.proof.run(broken).verdict is Verdict.UNKNOWN
    assert any(evaluate(broken, i).truth is Truth.FAILS for i in tensors.small_attentions())


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
    """A y of m rows, a value matrix that stands on the wrong side: the definitions can fail to fit."""
    i = Instance(n=4, d=3, m=2)
    fitting = next(p for p in find("superiority/Definition C.1") if not p.label)
    assert evaluate(fitting, i).truth is Truth.HOLDS
    for right, wrong in ((fitting, swapped(fitting)), (part("Definition C.2"), network_of(F_lin, c_lin, m))):
        assert evaluate(planted(right, wrong), i).truth is Truth.FAILS


def swapped(fitting: Any) -> Claim:
    """``V A3`` for ``A3 V``."""
    found: Claim = fitting.printed.claim.mapped(lambda node: V * A3 if node is A3 * V else None)
    return found
