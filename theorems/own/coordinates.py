"""Coordinates of a climb: numbers without a range for numbers in a range, roots of matrices, sizes that are fixed."""

from typing import Any

import numpy as np

from theorems.language.tree import Expr, Number
from theorems.own.parameters import SIMPLEX, Parameter


def root_of(a: Any) -> Any:
    """A matrix whose square is a positive semidefinite one."""
    values, vectors = np.linalg.eigh(a)
    return vectors * np.sqrt(np.maximum(values, 0))


def freed(p: Parameter, x: Any) -> Any:
    """Numbers without a range for numbers in the range; :func:`in_range` is the way back."""
    if p.kind == SIMPLEX:
        return np.sqrt(x)
    low, high = _end(p.low), _end(p.high)
    if low is not None and high is not None:
        return np.arcsin(np.sqrt(np.clip((x - low) / (high - low or 1), 0, 1)))
    if low is not None:
        return np.sqrt(np.maximum(x - low, 0))
    return np.sqrt(np.maximum(high - x, 0)) if high is not None else x


def in_range(p: Parameter, z: Any, counts: Any = 1.0) -> Any:
    if p.kind == SIMPLEX:
        return z**2 / max(float(np.sum(counts * z**2)), 1e-300)
    low, high = _end(p.low), _end(p.high)
    if low is not None and high is not None:
        return low + (high - low) * np.sin(z) ** 2
    if low is not None:
        return low + z**2
    return high - z**2 if high is not None else z


def size_of(size: Expr) -> int:
    assert isinstance(size, Number)
    return int(size.value)


def _end(x: Any) -> float | None:
    return None if x is None else float(x)
