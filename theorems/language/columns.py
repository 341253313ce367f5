"""A statement's data at many points at once: each parameter is a column of numbers, all indices lie in one way.

The claim's own tree is evaluated over the columns, so one pass over the tree serves all points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kernels.arithmetic import Arithmetic
from theorems.language.given import Bound, Given
from theorems.language.structure import Scene


def at_columns(given: Given, scene: Scene, columns: Mapping[str, Any], arithmetic: Arithmetic) -> Bound:
    """The data with arrays of the arithmetic in place of numbers, by the parameters' names."""
    return Bound(given, scene, {s: columns[s.name] for s in given.parameters if s.name in columns}, arithmetic)
