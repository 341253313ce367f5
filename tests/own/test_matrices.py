"""Kinds of matrices, lengths that are made of sizes, recursions, and claims that there is some element."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from kernels.arithmetic import BALLS
from tests.chosen import sample
from theorems.api import Claim, Verdict, judge, part_of
from theorems.instance import Instance
from theorems.own import *
from theorems.own.arrays import drawn, simple
from theorems.own.parameters import KINDS, Parameter, ShapeError
from theorems.own.words import of_kind

n, T = size("n"), size("T")
x = vector("x", n)
S, U = matrix("S", n, n, kind="symmetric"), matrix("U", n, n, kind="orthogonal")
P, R = (matrix(name, n, n, kind="positive semidefinite") for name in "PR")
i, j, k = indices("i j k")
y, d, A = vector("y", 2 * n), vector("d", n - 1), matrix("A", n, n - 1)
q, c, L = real("q", 0, 1), real("c", 0), real("L", above=0)
z, w = vector("z", T + 1, 0), vector("w", T + 1)
f = function("f", convex=True, smooth=L)
steps = ForAll(k, upto(T), z[k + 1] == q * z[k] + c)
descent = ForAll(k, upto(T), w[k + 1] == w[k] - gradient(f, w[k]) / L)
above = f(w[T + 1]) - f(argmin(f))

CLAIMS: list[tuple[Claim, tuple[Claim, ...], bool]] = [
    (norm(U * x) == norm(x), (), True),
    (norm(U * x, 1) <= norm(x, 1), (), False),
    (dot(x, P * x) >= 0, (), True),
    (dot(x, S * x) >= 0, (), False),
    (trace(S) == total(eigenvalues(S)), (), True),
    (norm(inverse(identity(n) + P), "op") <= 1, (), True),
    (eigenvalues(P - R)[1] <= eigenvalues(P)[1] - eigenvalues(R)[1], (), False),
    (norm(y, 1) <= sqrt(2 * n) * norm(y), (), True),
    (norm(y, 1) <= sqrt(n) * norm(y), (), False),
    (norm(A * d) <= norm(A, "F") * norm(d), (), True),
    (z[T + 1] <= q**T * z[1] + c * T, (steps,), True),
    (z[T + 1] <= q**T * z[1] + c * T / 2, (steps,), False),
    (above <= L * (w[1] - argmin(f)) ** 2 / (2 * T), (descent,), True),
    (above <= L * (w[1] - argmin(f)) ** 2 / (20 * T), (descent,), False),
    (Exists(i, upto(n), x[i] >= total(x) / n), (), True),
    (Exists(i, upto(n), x[i] >= total(x) / n + norm(x) / 10), (), False),
    (ForAll(i, upto(n), Exists(j, upto(n), x[j] > x[i])), (), False),
]


@pytest.mark.parametrize(("claim", "hypotheses", "true"), sample(CLAIMS, 3))
def test_claims(claim: Claim, hypotheses: tuple[Claim, ...], true: bool) -> None:
    finding = judge(claim, *hypotheses)
    assert finding.verdict is (Verdict.HOLDS if true else Verdict.FAILS), finding.how


@pytest.mark.parametrize("kind", KINDS)
def test_matrices_of_a_kind_are_of_it(kind: str) -> None:
    declared = matrix("M", n, n, kind=kind)
    source = random.Random(kind)
    found = [*simple(declared, (3, 3)), *(drawn(declared, (3, 3), source) for _ in range(20))]
    assert len(set(found)) > 20
    for value in found:
        dense: Any = np.array(value, dtype=float)
        if kind == "orthogonal":
            assert dense @ dense.T == pytest.approx(np.eye(3))
        else:
            assert (dense == dense.T).all()
            assert kind == "symmetric" or np.linalg.eigvalsh(dense)[0] >= -1e-9 * abs(dense).max()


def test_what_is_of_another_kind_is_seen() -> None:
    def exactly(*rows: tuple[int, ...]) -> Any:
        return np.array([[Fraction(entry) for entry in row] for row in rows], dtype=object)

    assert not of_kind("symmetric", exactly((1, 2), (0, 1)))
    for indefinite in (exactly((1, 2), (2, 1)), exactly((0, 1), (1, 0)), exactly((1, 0), (0, -1)), exactly((0, 1), (1, 5))):
        assert not of_kind("positive semidefinite", indefinite)
    assert of_kind("positive semidefinite", exactly((1, 1), (1, 1)))
    assert not of_kind("orthogonal", exactly((1, 1), (-1, 1)))
    assert part_of(dot(x, P * x) >= 0).domain.broken(Instance.parse("n=2 P=0,1;1,0 x=1,1")) == "P is positive semidefinite"


def test_how_large_the_matrices_are_is_told_where_nothing_else_is_known() -> None:
    few = size("few", most=3)
    assert judge(trace(P) <= 7 * norm(P, "op")).how.endswith(
        "; no matrix with n > 6 but of equal entries side by side"
    )  # false
    for small in (trace(matrix("Q", few, few, kind="positive semidefinite")) >= 0, norm(x, 1) <= 7 * norm(x, 1)):
        assert "no matrix" not in judge(small).how


def test_a_recursion_gives_its_entries() -> None:
    data: Any = part_of(z[T + 1] <= 0, steps).domain.bind.__self__  # type: ignore[attr-defined]
    seen = 0
    for instance, _ in zip(data.small(), range(100), strict=False):
        known: dict[Parameter, Any] = data.bind(instance, BALLS).known
        seen += known[T] > 1
        for before, after in zip(known[z], known[z][1:], strict=False):
            assert after == known[q] * before + known[c]
    assert seen > 10


def test_lengths_are_made_of_sizes() -> None:
    for wrong in (lambda: vector("v", q), lambda: vector("v", n + q), lambda: norm(d + x)):
        with pytest.raises(ShapeError):
            wrong()
    with pytest.raises(ShapeError, match="square"):
        matrix("M", n, T, kind="symmetric")
    assert judge(norm(d, 1) <= Q(1, 2) * norm(d, 1)).verdict is Verdict.FAILS
