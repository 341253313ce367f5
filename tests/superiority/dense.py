"""The self-attention data as matrices: the judge of the laws of its rows (Definition D.1), and small members to draw."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from theorems.instance import Instance
from theorems.language.given import Given
from theorems.language.structure import COLUMN, ROW


def entries(instance: Instance) -> list[list[Fraction]]:
    """A in units of sqrt(log n), row by row as Definition D.1 prints it."""
    n, d = instance.n, instance.d
    a = instance["a0" if "a0" in instance else "a1"]
    rows = [[Fraction(0)] * d for _ in range(n)]
    for j in range(n):
        rows[j][0] = Fraction(a if j + 1 == instance.j3 else 0)
        rows[j][1 + j % (d - 2)] = Fraction(instance.b)
        rows[j][d - 1] = Fraction(instance.c)
    return rows


def matrix(instance: Instance) -> np.ndarray:
    return np.array(entries(instance), dtype=float) * np.sqrt(np.log(instance.n))


@st.composite
def small_members(draw: st.DrawFn, data: Given, most: int, widest: int) -> Instance:
    """Members with 2 <= n <= ``most`` and d <= ``widest``: each pair of sizes as likely as any other."""
    columns, copies = data.model.structure.columns.name, data.copies.name
    pairs = [(w, t) for w in range(1, widest - data.beside + 1) for t in range(1, most + 1) if 2 <= w * t <= most]
    width, t = draw(st.sampled_from(pairs))
    values = draw(data.drawn()) | {columns: width + data.beside, copies: t}
    ends = {ROW: width * t, COLUMN: width + data.beside}
    return data.completed(values | {index.name: 1 + (values[index.name] - 1) % ends[index.sort] for index in data.indices})
