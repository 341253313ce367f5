"""What is differentiated: a function of time of the real numbers, or a quantity whose dependence on time is not written."""

from __future__ import annotations

from theorems.language.tree import Call, Claim, Derivative, ForAll, Words, free_symbols
from theorems.provers.facts import Definition

# the textbook's theorem -> its lemma in coq/Flows.v
FLOWS = {
    "what has a nonnegative derivative grows": "slope_nonnegative",
    "what has a positive derivative grows strictly": "slope_positive",
    "what has a nonpositive derivative falls": "slope_nonpositive",
    "what has derivative 0 stays": "slope_zero",
    "the mean value theorem, from below": "slope_at_least",
}
# a rule of differentiation, of so many formals: its equation, where the derivatives of the pieces exist
RULES = {
    ("dt/dt = 1", 1): "slope_time",
    ("a factor comes out of a derivative", 3): "slope_factor",
    ("a sign comes out of a derivative", 2): "slope_negative",
    ("derivatives add up", 3): "slope_sum",
    ("derivatives subtract", 3): "slope_difference",
    ("derivatives add up", 4): "slope_total",
    ("the product rule", 3): "slope_product",
    ("the quotient rule", 3): "slope_quotient",
    ("the derivative of a square", 2): "slope_square",
    ("the derivative of an exponential", 2): "slope_exp",
    ("the derivative of a logarithm", 2): "slope_log",
    ("the derivative of a root", 2): "slope_root",
}


def in_words(claim: Claim) -> bool:
    """Is it a hypothesis about how trees are written, which Coq's functions of real numbers meet?"""
    while isinstance(claim, ForAll):
        claim = claim.body
    return isinstance(claim, Words)


def differentiated(node: Derivative) -> bool:
    """Does its body show how it changes? Where it does not, the derivative is a quantity of its own, and no 0."""
    return node.variable in free_symbols(node.body)


def jumps(definition: Definition) -> bool:
    """Does it give a derivative by whole parts? No function has such a one at every time: it would be a contradiction."""
    said = [node for claim in (definition.claim, *definition.hypotheses) for _, node in claim.walk()]
    moving = any(isinstance(node, Derivative) and differentiated(node) for node in said)
    return moving and any(isinstance(node, Call) and node.name in ("floor", "ceil") for node in said)
