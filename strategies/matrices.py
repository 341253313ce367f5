"""Small exact matrices as words, so that an instance can carry them: rows end at ``;``, entries at ``,``.

Identities that are linear in each matrix need no large entries: unit vectors, single ones and small integers reach
every term, and a matrix that is not symmetric is among the first drawn.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import strategies as st

Matrix = tuple[tuple[Fraction, ...], ...]


def matrix_text(rows: Sequence[Sequence[int | Fraction]]) -> str:
    """``1,0;0,1/2`` for [[1, 0], [0, 1/2]]; a 1 x 1 matrix ends with ``;``, to be told from a number."""
    text = ";".join(",".join(str(entry) for entry in row) for row in rows)
    return text if "," in text or ";" in text else text + ";"


def matrix_of(text: object) -> Matrix:
    """The matrix that :func:`matrix_text` wrote. Raises ValueError when its rows have different lengths."""
    rows = tuple(tuple(Fraction(entry) for entry in row.split(",")) for row in str(text).strip(";").split(";"))
    if len({len(row) for row in rows}) != 1:
        raise ValueError(f"the rows of {text!r} have different lengths")
    return rows


@cache
def matrices(rows: int, columns: int) -> st.SearchStrategy[Matrix]:
    """Integer matrices of a shape: single ones (every place), and entries in -2..2."""
    entry = st.integers(-2, 2).map(Fraction)
    dense = st.tuples(*[st.tuples(*[entry] * columns)] * rows)
    places = [(i, j) for i in range(rows) for j in range(columns)]
    return st.one_of(st.sampled_from(places).map(lambda place: single_one(rows, columns, *place)), dense)


def single_one(rows: int, columns: int, i: int, j: int) -> Matrix:
    """The matrix with a one at (i, j), counted from 0, and zeros elsewhere."""
    return tuple(tuple(Fraction(int((k, l) == (i, j))) for l in range(columns)) for k in range(rows))


@st.composite
def attention_matrices(draw: st.DrawFn, largest: int = 4) -> dict[str, Any]:
    """Sizes n, d, a row j0 in [n] and arbitrary A1, A2 (n x d), Q, K (d x d), as exact words."""
    n, d = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    shapes = {"A1": (n, d), "A2": (n, d), "Q": (d, d), "K": (d, d)}
    words = {name: matrix_text(draw(matrices(*shape))) for name, shape in shapes.items()}
    return {"n": n, "d": d, "j0": draw(st.integers(1, n)), **words}
