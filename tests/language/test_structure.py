"""The kinds of rows and columns: each has its place, and together they make up all rows."""

from __future__ import annotations

from typing import Any

import pytest

from kernels.arithmetic import FLOAT
from theorems.language.structure import ROWS
from theorems.language.tree import Expr, Symbol
from theorems.language.values import value as value_of
from theorems.superiority.language import ONES, i0, j0, j1, j3, self_attention


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
