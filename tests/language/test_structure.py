"""Closed forms are the definitions, unrolled over the kinds of indices: held against the dense matrices at every small size."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernels import attention
from kernels.arithmetic import FLOAT
from theorems.language.structure import ROWS
from theorems.language.tree import Entry, Expr, Symbol
from theorems.language.values import value as value_of
from theorems.superiority.language import (
    ONES,
    c_exp,
    c_lin,
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


def sizes(most: int) -> list[tuple[int, int]]:
    return [(width, copies) for width in range(1, 7) for copies in range(1, 6) if 2 <= width * copies <= most]


def dense(matrices: Matrices) -> dict[Entry, np.ndarray]:
    A1, A2, QK = matrices
    kernels: Any = (attention.u_exp, attention.f_exp, attention.u_lin, attention.f_lin)
    found = [np.array([kernel(A1, A2, QK, row) for row in range(len(A1))]) for kernel in kernels]
    identity = np.eye(A2.shape[1])
    means = [kernel(A1, A2, A2, QK, identity) for kernel in (attention.softmax_attention, attention.linear_attention)]
    return dict(zip(ENTRIES, [*found, *means], strict=True))


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
