"""What is differentiated: a function of time of the real numbers, or a quantity whose dependence on time is not written."""

from theorems.kernel.facts import Definition
from theorems.language.tree import Call, Claim, Derivative, ForAll, Implies, Words, free_symbols


def in_words(claim: Claim) -> bool:
    """Is it a hypothesis about how trees are written, which Coq's functions of real numbers meet?"""
    while isinstance(claim, ForAll | Implies):
        claim = claim.body if isinstance(claim, ForAll) else claim.conclusion
    return isinstance(claim, Words)


def differentiated(node: Derivative) -> bool:
    """Does its body show how it changes? Where it does not, the derivative is a quantity of its own, and no 0."""
    return node.variable in free_symbols(node.body)


def jumps(definition: Definition) -> bool:
    """Does it give a derivative by whole parts? No function has such a one at every time: it would be a contradiction."""
    said = [node for claim in (definition.claim, *definition.hypotheses) for _, node in claim.walk()]
    moving = any(isinstance(node, Derivative) and differentiated(node) for node in said)
    return moving and any(isinstance(node, Call) and node.name in ("floor", "ceil") for node in said)
