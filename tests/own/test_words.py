"""The values of the words over arrays: in balls, against NumPy and SciPy, and where an entry is 0."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.special
from hypothesis import given
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import BALLS, FLOAT, RATIONALS
from theorems.kernel.arithmetic import Facts
from theorems.language.tree import Entry, Expr, Named, Sum, exp, log, sqrt
from theorems.own import *
from theorems.own.declared import checked
from theorems.own.parameters import Parameter
from theorems.own.values import Numbers, Point, seen_at

n, m = size("n"), size("m")
x, y = vectors("x y", n)
p, q = (probability_vector(name, n) for name in "pq")
A, B = matrix("A", m, n), matrix("B", m, n)
s = signs("s", n)
i, j = indices("i j")

WORDS: dict[str, tuple[Expr, Any]] = {
    "‖x‖_1": (norm(x, 1), lambda v: np.abs(v[x]).sum()),
    "‖x‖_2": (norm(x), lambda v: np.linalg.norm(v[x])),
    "‖x - 2y‖_∞": (norm(x - 2 * y, "∞"), lambda v: np.abs(v[x] - 2 * v[y]).max()),
    "‖A‖_F": (norm(A, "F"), lambda v: np.linalg.norm(v[A])),
    "‖A - B‖_op": (norm(A - B, "op"), lambda v: np.linalg.norm(v[A] - v[B], 2)),
    "max |A|": (norm(A, "max"), lambda v: np.abs(v[A]).max()),
    "‖Ax‖_2": (norm(A * x), lambda v: np.linalg.norm(v[A] @ v[x])),
    "‖AᵀA‖_F": (norm(transposed(A) * A, "F"), lambda v: np.linalg.norm(v[A].T @ v[A])),
    "⟨x, y⟩": (dot(x, y), lambda v: v[x] @ v[y]),
    "softmax": (softmax(x)[1], lambda v: scipy.special.softmax(v[x])[0]),
    "logsumexp": (logsumexp(x - y), lambda v: scipy.special.logsumexp(v[x] - v[y])),
    "max": (maximum(x), lambda v: v[x].max()),
    "min": (minimum(A), lambda v: v[A].min()),
    "sum": (total(x), lambda v: v[x].sum()),
    "entropy": (entropy(p), lambda v: scipy.special.entr(v[p]).sum()),
    "KL": (kl(p, q), lambda v: scipy.special.rel_entr(v[p], v[q]).sum()),
    "row": (norm(A[1]), lambda v: np.linalg.norm(v[A][0])),
    "‖x‖_3": (norm(x, 3), lambda v: np.linalg.norm(v[x], 3)),
    "‖A‖_1": (norm(A, "1"), lambda v: np.linalg.norm(v[A], 1)),
    "‖A‖_∞": (norm(A, "∞"), lambda v: np.linalg.norm(v[A], np.inf)),
    "‖A‖_*": (norm(A, "*"), lambda v: np.linalg.norm(v[A], "nuc")),
    "hadamard": (norm(hadamard(x, y), 1), lambda v: np.abs(v[x] * v[y]).sum()),
    "quotient": (total(x / (y**2 + ones(n))), lambda v: (v[x] / (v[y] ** 2 + 1)).sum()),
    "relu": (total(relu(x - y)), lambda v: np.maximum(v[x] - v[y], 0).sum()),
    "outer": (norm(outer(x, y) - outer(y, x), "F"), lambda v: np.linalg.norm(np.outer(v[x], v[y]) - np.outer(v[y], v[x]))),
    "trace": (trace(A * transposed(B)), lambda v: np.trace(v[A] @ v[B].T)),
    "inverse": (norm(inverse(identity(n) + transposed(A) * A), "F"),
     lambda v: np.linalg.norm(np.linalg.inv(np.eye(len(v[x])) + v[A].T @ v[A]))),
    "diagonal": (norm(A * diagonal(x), "F"), lambda v: np.linalg.norm(v[A] * v[x])),
    "row softmax": (row_softmax(A)[1, 1], lambda v: scipy.special.softmax(v[A], axis=1)[0, 0]),
    "eigenvalues": (Sum(i, upto(n), i * eigenvalues(outer(x, y) + outer(y, x))[i]),lambda v: np.arange(1,
     len(v[x]) + 1) @ np.linalg.eigvalsh(np.outer(v[x], v[y]) + np.outer(v[y], v[x]))[::-1]),
    "singular values": (Sum(i, upto(n), i * singular_values(A)[i]),lambda v: sum(k * s for k,
     s in enumerate(np.linalg.svd(v[A])[1], 1))),
    "argmax": (argmax(x), lambda v: np.argmax(v[x]) + 1),
    "largest entries": (total(largest_entries(exp(x), 1)), lambda v: np.exp(v[x]).max()),
    "sorted": (Sum(i, upto(n), i * largest_entries(x, n)[i]), lambda v: np.arange(1, len(v[x]) + 1) @ np.sort(v[x])[::-1]),
    "entries": (Sum(i, upto(m), A[i, 1] * exp(-x[1])), lambda v: v[A][:, 0].sum() * np.exp(-v[x][0])),
}  # fmt: skip


@st.composite
def points(draw: st.DrawFn) -> dict[Parameter, Any]:
    length, rows = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    source = np.random.default_rng(draw(st.integers(0, 2**32)))

    def drawn(*shape: int) -> Any:
        return [Fraction(int(k), 8) for k in source.integers(-24, 25, size=shape).ravel()]

    def simplex() -> Any:
        weights = [Fraction(int(k)) for k in source.integers(1, 9, size=length)]
        return _array([w / sum(weights) for w in weights], length)

    arrays = {x: _array(drawn(length), length), y: _array(drawn(length), length), p: simplex(), q: simplex()}
    matrices = {each: _array(drawn(rows, length), rows, length) for each in (A, B)}
    return {n: Fraction(length), m: Fraction(rows), **arrays, **matrices}


def _array(entries: list[Fraction], *shape: int) -> Any:
    found = np.empty(len(entries), dtype=object)
    found[:] = entries
    return found.reshape(shape)


def _floats(values: dict[Parameter, Any]) -> dict[Parameter, Any]:
    return {name: value.astype(float) if isinstance(value, np.ndarray) else float(value) for name, value in values.items()}


@pytest.mark.parametrize(("word", "dense"), WORDS.values(), ids=WORDS)
@given(values=points())
def test_a_word_has_the_value_that_numpy_gives_it(word: Expr, dense: Any, values: dict[Parameter, Any]) -> None:
    expected = float(dense(_floats(values)))
    rigorous = seen_at(Point(values, BALLS)).value(word)
    assert balls.approximate(rigorous) == pytest.approx(expected, rel=1e-7, abs=1e-7)
    floats = {name: v if isinstance(v, np.ndarray) else np.float64(v) for name, v in _floats(values).items()}
    assert float(seen_at(Point(floats, FLOAT)).value(word)) == pytest.approx(expected, rel=1e-7, abs=1e-7)


MEANINGS = [
    norm(x, 1), norm(x - y), norm(2 * x, "∞"), dot(x, y - x), logsumexp(x), maximum(-x), minimum(x), total(x), entropy(p),
    kl(p, q), norm(softmax(x)),
]  # fmt: skip


@pytest.mark.parametrize("word", MEANINGS, ids=str)
@given(values=points())
def test_a_word_is_what_a_calculation_takes_it_for(word: Expr, values: dict[Parameter, Any]) -> None:
    seen = seen_at(Point(values, BALLS))
    claim: Any = means(word, i).claim
    assert claim.left is word
    assert balls.agrees(seen.value(claim.left), seen.value(claim.right))


def test_what_is_0_or_equal_stays_exact() -> None:
    third = Fraction(1, 3)
    values = {n: Fraction(2), x: _array([third, third], 2), y: _array([Fraction(0), Fraction(4)], 2)}
    values |= {p: _array([Fraction(1), Fraction(0)], 2), q: _array([Fraction(1, 2)] * 2, 2)}
    seen = seen_at(Point(values, BALLS))
    plain = -Sum(i, upto(n), p[i] * log(p[i]))
    for word, exact in (
        (norm(x - x), 0), (norm(y), 4), (sqrt(y[1]), 0), (entropy(p), 0), (plain, 0), (kl(p, p), 0), (y[1] ** (x[1] + 1), 0),
        (softmax(x)[2], Fraction(1, 2)), (norm(x, 1), 2 * third), (exp(y[1]), 1), (maximum(y) - 4, 0),
    ):  # fmt: skip
        assert seen.worth(word) == exact
    assert balls.indeterminate(seen.value(kl(q, p)))  # where q gives something to what p excludes


@given(values=points())
def test_random_signs_are_fair(values: dict[Parameter, Any]) -> None:
    seen = seen_at(Point(values, BALLS))
    assert seen.worth(E(dot(s, x))) == 0
    assert seen.worth(E(dot(s, x) ** 2)) == sum(entry**2 for entry in values[x])
    assert seen.worth(Pr(s[1] == 1)) == Fraction(1, 2)
    assert seen.worth(Pr(dot(s, x) > 0)) == seen.worth(Pr(dot(s, x) < 0))


def test_what_is_declared_is_bound_by_no_quantifier() -> None:
    """Its range is one of the data: eps ≤ 1 would hold for all eps > 0 where eps was declared so."""
    eps = real("eps", 0, 1)
    for claim in (ForAll(eps, Named("(0, ∞)"), eps <= 1), Sum(eps, upto(2), eps) <= 3):
        with pytest.raises(ValueError, match="eps has a range of its own"):
            checked(claim)


def test_what_makes_arrays_of_arrays_does_not_commute() -> None:
    A, B = matrix("A", 2, 2), matrix("B", 2, 2)
    for P, Q in ((row_softmax(A), row_softmax(B)), (inverse(A), inverse(B)), (let("c", A), let("d", B))):
        assert not Facts(()).give(P * Q == Q * P)
    assert Facts(()).give(trace(A) * trace(B) == trace(B) * trace(A))


def test_an_entry_of_a_name_that_is_no_declared_one_is_refused() -> None:
    with pytest.raises(TypeError, match="nothing gives its value"):
        norm(Entry("w", (i,)) * x)


def test_a_root_of_a_small_number_is_no_0() -> None:
    """As a float 10^-1000 is 0, and so is its 1000-th root."""
    tiny, root = Fraction(1, 10) ** 1000, Fraction(1, 1000)
    assert balls.close(Numbers(BALLS).power(tiny, root), balls.ball(Fraction(1, 10)))
    with pytest.raises(TypeError, match="no rational number"):
        Numbers(RATIONALS).power(tiny, root)
