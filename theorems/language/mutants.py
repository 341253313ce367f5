"""Claims made slightly false on purpose, one place of the tree at a time."""

from __future__ import annotations

from collections.abc import Iterator

from theorems.language.printing import text
from theorems.language.tree import Claim, Number, expr


def other_constants(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """Each integer of a claim raised by one, with a word on where: the same number may stand at several places."""
    for path, node in claim.walk():
        if isinstance(node, Number) and node.value.denominator == 1:
            mutant = claim.replaced(path, expr(int(node.value) + 1))
            yield f"constant {node.printed} changed to {int(node.value) + 1}: {text(mutant)}", mutant
