"""A fingerprint of what is claimed: the tree, the hypotheses, and the definitions of the quantities under them.

Names of bound variables and of quantities that only definitions use do not count; a constant, a range, an exponent or a
definition does.
"""

import hashlib
from collections.abc import Iterable, Mapping

from theorems.language.structure import Model
from theorems.language.tree import BINDERS, Claim, Entry, Node, Number, Symbol


def digest(model: Model, claims: Iterable[Claim]) -> str:
    """The same in every process; changes with every change of what the claims say."""
    shape = model.structure
    written = [
        f"{_written(model, shape.width, {})} {_written(model, shape.copies, {})} {shape.first} {shape.last}",
        *(_written(model, claim, {}) for claim in claims),
    ]
    return hashlib.sha256("\n".join(written).encode()).hexdigest()[:16]


def written(node: Node) -> str:
    """A tree over quantities that a model computes, as text: bound variables as positions, numbers as their values."""
    return _written(None, node, {})


def _written(model: Model | None, node: Node, places: Mapping[Symbol, int]) -> str:
    """A tree as text: bound variables as positions, quantities as their definitions, numbers as their values."""
    match node:
        case Number():
            return str(node.value)
        case Symbol():
            return f"#{places[node]}" if node in places else f"{node.name}:{node.sort}"
        case Entry() if model is not None and node.quantity in model.quantities:
            quantity = model.quantities[node.quantity]
            formals = {formal: place for place, formal in enumerate(quantity.formals)}
            inside = _written(model, quantity.definition, formals)
            arguments = " ".join(_written(model, argument, places) for argument in node.arguments)
            return f"(<{hashlib.sha256(inside.encode()).hexdigest()[:16]}> {arguments})"
    if isinstance(node, BINDERS):
        places = {**places, node.variable: len(places)}
    words = [type(node).__name__, *(part for part in node.parts if isinstance(part, str))]
    words += [sign for part in node.parts if isinstance(part, tuple) for sign in part if isinstance(sign, str)]
    return f"({' '.join([*words, *(_written(model, child, places) for child in node.children)])})"
