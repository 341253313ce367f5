"""Closed forms are the definitions, unrolled over the kinds of indices: held against the dense matrices at every small size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from kernels import attention
from kernels.arithmetic import FLOAT
from theorems.instance import Instance
from theorems.language.given import Given
from theorems.language.structure import ROWS, Blocks, Point, Scene, _closed
from theorems.language.tree import Entry, Expr, Node, Symbol
from theorems.language.values import value as value_of
from theorems.superiority.language import (
    IDENTITY,
    ONES,
    c_exp,
    c_lin,
    cross_attention,
    f_exp,
    f_lin,
    i0,
    j0,
    j1,
    j3,
    self_attention,
    u_exp,
    u_lin,
)

ENTRIES = (u_exp[j0, j1], f_exp[j0, j1], u_lin[j0, j1], f_lin[j0, j1], c_exp[j0, i0], c_lin[j0, i0])


Matrices = tuple[np.ndarray, np.ndarray, np.ndarray]  # A1, A2 = A3, QKᵀ


def self_members(dataset: int, ones: bool, most: int) -> Iterator[tuple[Instance, Matrices]]:
    """Members of the dataset with their matrices, built as Definition D.1 prints them."""
    a, b = Fraction(9, 100) if dataset == 0 else Fraction(3, 2), Fraction(3, 10)
    for width, copies in sizes(most):
        n, d = width * copies, width + 2
        for special in dict.fromkeys((1, width, n)):
            first = np.zeros((n, 1))
            first[special - 1] = float(a)
            blocks = np.vstack([float(b) * np.eye(width)] * copies)
            A = np.hstack([first, blocks, np.full((n, 1), float(1 - b))]) * np.sqrt(np.log(n))
            member = Instance({"n": n, "d": d, "t": copies, "j3": special, f"a{dataset}": a, "b": b, "c": 1 - b})
            yield member, (A, A, np.ones((d, d)) if ones else np.eye(d))


def cross_members(dataset: int, most: int) -> Iterator[tuple[Instance, Matrices]]:
    """Members of the dataset with their matrices, built as Definition F.1 prints them, columns 2 to d."""
    a0, a1 = Fraction(1, 20), Fraction(3, 2)
    for width, copies in sizes(most):
        n, d = width * copies, width + 1
        for query, key in dict.fromkeys(((1, 1), (1, n), (n, 1), (min(2, n), n))):
            A1, first = np.ones((n, d)), np.zeros((n, 1))
            A1[:, 0] = 0
            A1[query - 1, 0] = float((a0, a1)[dataset])
            first[key - 1] = 1
            A2 = np.hstack([first, np.vstack([np.eye(width)] * copies)])
            yield Instance(n=n, d=d, t=copies, j2=query, j3=key, a0=a0, a1=a1), (A1 * np.log(n), A2, np.eye(d))


def sizes(most: int) -> list[tuple[int, int]]:
    return [(width, copies) for width in range(1, 7) for copies in range(1, 6) if 2 <= width * copies <= most]


def dense(matrices: Matrices) -> dict[Entry, np.ndarray]:
    A1, A2, QK = matrices
    kernels: Any = (attention.u_exp, attention.f_exp, attention.u_lin, attention.f_lin)
    found = [np.array([kernel(A1, A2, QK, row) for row in range(len(A1))]) for kernel in kernels]
    identity = np.eye(A2.shape[1])
    means = [kernel(A1, A2, A2, QK, identity) for kernel in (attention.softmax_attention, attention.linear_attention)]
    return dict(zip(ENTRIES, [*found, *means], strict=True))


DATA: dict[str, tuple[Given, Callable[[int], Iterator[tuple[Instance, Matrices]]]]] = {
    **{
        f"D{k} with {name}": (self_attention(k, weights), partial(self_members, k, weights is ONES))
        for k in (0, 1)
        for name, weights in (("ones", ONES), ("identity", IDENTITY))
    },
    **{f"cross D{k}": (cross_attention(k), partial(cross_members, k)) for k in (0, 1)},
}


def worst(data: str, most: int) -> float:
    """The largest relative difference between a closed form and its dense entry, for at most so many rows."""
    given, members = DATA[data]
    fresh = replace(given)  # a dataset of its own remembers no closed form
    stated = {entry: fresh.stating(entry == 0) for entry in ENTRIES}
    largest = 0.0
    for member, matrices in members(most):
        for entry, matrix in dense(matrices).items():
            second = str(entry.arguments[1])
            for (row, column), value in np.ndenumerate(matrix):
                bound = stated[entry].bind(member.but(**{"j0": row + 1, second: column + 1}), FLOAT)
                largest = max(largest, abs(bound.value(entry) - value) / max(abs(value), 1e-300))
    return largest


@pytest.mark.parametrize("data", DATA)
def test_every_closed_form_is_the_dense_entry_at_every_small_size(data: str) -> None:
    assert worst(data, most=10) < 1e-9


def test_dense_matrices_notice_a_forgotten_kind_of_row(monkeypatch: pytest.MonkeyPatch) -> None:
    true = Blocks.orbits

    def without_twins(self: Blocks, range_: Node, scene: Scene) -> Iterator[tuple[Point, Expr]]:
        return (found for found in true(self, range_, scene) if getattr(found[0], "copy", 0) == 0)

    _closed.cache_clear()
    monkeypatch.setattr(Blocks, "orbits", without_twins)
    assert worst("D1 with ones", most=4) > 1e-3
    _closed.cache_clear()


@pytest.mark.parametrize("indices", [(j3, j0, j1), (j3, j0, i0)], ids=["rows", "column"])
def test_every_scene_has_a_place_and_every_place_its_scene(indices: tuple[Symbol, ...]) -> None:
    structure = self_attention(1, ONES).model.structure
    scenes = list(structure.scenes(indices))
    assert len(set(scenes)) == len(scenes)
    for scene in scenes:
        width, copies = structure.needs(scene)
        places = structure.placed(scene, width + 1)
        assert structure.located(places, width + 1) == scene
        assert all(1 <= place <= (width + 1) * copies for index, place in places.items() if index.sort == "row")


def test_the_kinds_of_rows_make_up_all_rows() -> None:
    given = self_attention(1, ONES)
    structure = given.model.structure
    for scene in structure.scenes((j3, j0, j1)):
        width, copies = (size + 2 for size in structure.needs(scene))
        numbers: dict[Expr, Any] = dict(zip(given.sizes, (width + 2, copies), strict=True))
        assert sum(value_of(count, numbers, FLOAT) for _, count in structure.orbits(ROWS, scene)) == width * copies
