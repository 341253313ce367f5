"""Claims made slightly false on purpose, one place of the tree at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from theorems.language.printing import text
from theorems.language.tree import Claim, Node, Number, expr


def other_constants(claim: Claim, closed: Callable[[Node], bool] = lambda node: False) -> Iterator[tuple[str, Claim]]:
    """Each integer of a claim raised by one, with a word on where: the same number may stand at several places.

    ``closed``: pieces that are looked up as a whole, so that a changed number in them would be another piece.
    """
    for path, node in claim.walk():
        if any(closed(claim.at(path[:k])) for k in range(len(path))):
            continue
        if isinstance(node, Number) and node.value.denominator == 1:
            mutant = claim.replaced(path, expr(int(node.value) + 1))
            yield f"constant {node.printed} changed to {int(node.value) + 1}: {text(mutant)}", mutant
