"""Claims made slightly false on purpose, one place of the tree at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from theorems.language.printing import text
from theorems.language.tree import And, Chain, Claim, ForAll, Implies, Node, Number, Or, Relation, expr


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


def with_relations(claim: Claim, change: Callable[[Relation], Relation]) -> Claim | None:
    """The claim with every relation that it asserts changed; None where it asserts otherwise than by these connectives."""
    match claim:
        case Relation():
            return change(claim)
        case Chain():
            return And(tuple(change(link) for link in claim.links))
        case And() | Or():
            members = [with_relations(member, change) for member in claim.claims]
            return None if None in members else type(claim)(tuple(members))
        case Implies():
            conclusion = with_relations(claim.conclusion, change)
            return None if conclusion is None else Implies(claim.premise, conclusion)
        case ForAll():
            body = with_relations(claim.body, change)
            return None if body is None else ForAll(claim.variable, claim.range, body)
    return None


STRICT = {"<=": "<", ">=": ">"}


def strictly(relation: Relation) -> Relation:
    return Relation(relation.left, STRICT.get(relation.sign, relation.sign), relation.right)


def made_strict(claim: Claim) -> Claim | None:
    """The claim with every relation strict; None where it asserts otherwise than by relations."""
    return with_relations(claim, strictly)
