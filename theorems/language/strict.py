"""Claims with their relations made strict."""

from collections.abc import Callable

from theorems.language.tree import And, Chain, Claim, ForAll, Implies, Or, Relation

STRICT = {"<=": "<", ">=": ">"}


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


def strictly(relation: Relation) -> Relation:
    return Relation(relation.left, STRICT.get(relation.sign, relation.sign), relation.right)


def made_strict(claim: Claim) -> Claim | None:
    """The claim with every relation strict; None where it asserts otherwise than by relations."""
    return with_relations(claim, strictly)
