"""Small edits of a printed line: each must change what is judged, or be refused.

What an edit may leave as it is: a premise that the proof does without, and the scalars of a formula whose shapes fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from theorems.language import tree
from theorems.language.printing import text
from theorems.language.rules import conjuncts
from theorems.language.tree import CONTRARY, Claim, Node, Number, Relation, expr

if TYPE_CHECKING:
    from theorems.language.printed_line import PrintedLine

WEAKER = {"<=": "<", "<": "<=", ">=": ">", ">": ">=", "==": "<=", "!=": "<"}
OTHER_ORDER = {"O": "Ω", "Ω": "O", "o": "ω", "ω": "o", "Θ": "O"}
OTHER_NORM = {"F": "∞", "∞": "F"}


def edited(node: Node) -> Iterator[Node]:
    """A node with its number, sign, order, quantifier or index set changed, one at a time."""
    match node:
        case Number():
            yield expr(node.value + 1)
        case tree.Plus(left=left, right=right):
            yield tree.Minus(left, right)
        case tree.Minus(left=left, right=right):
            yield tree.Plus(left, right)
        case Relation(left=left, right=tree.Order(kind=kind) as order):  # f ≤ O(g) says what f = O(g) says
            yield Relation(left, "<=" if kind == "Ω" else ">=", order)
        case Relation(left=left, sign=sign, right=right):
            yield from (Relation(left, other, right) for other in (WEAKER[sign], CONTRARY[sign]))
        case tree.Chain(terms=terms, signs=signs):
            for k, sign in enumerate(signs):
                yield tree.Chain(terms, (*signs[:k], WEAKER[sign], *signs[k + 1 :]))
        case tree.Order(kind=kind, argument=argument):
            yield tree.Order(OTHER_ORDER[kind], argument)
        case tree.ForAll(variable=variable, range=range_, body=body):
            yield tree.Exists(variable, range_, body)
        case tree.Exists(variable=variable, range=range_, body=body):
            yield tree.ForAll(variable, range_, body)
        case tree.Eventually(body=body):
            yield body
        case tree.And(claims=claims) if len(claims) == 2:
            yield tree.Or(claims)
        case tree.Or(claims=claims):
            yield tree.And(claims)
        case tree.Largest(variable=variable, range=range_, body=body):
            yield tree.Smallest(variable, range_, body)
        case tree.Smallest(variable=variable, range=range_, body=body):
            yield tree.Largest(variable, range_, body)
        case tree.Range(low=low, high=high) if not isinstance(high, Number):
            yield tree.Range(low, high - 1)
        case tree.Named(name=name):
            yield tree.Named(f"{name}, all but one")
        case tree.SetOf(name=name, arguments=arguments):
            yield tree.SetOf(f"{name}, all but one", arguments)
        case tree.Without(range=range_):
            yield range_
        case tree.Norm(body=body, kind=kind):
            yield tree.Norm(body, OTHER_NORM.get(kind, "∞"))


def edits(line: PrintedLine) -> Iterator[tuple[str, Claim]]:
    """Each edit of a line that says something else of what is judged."""
    claim = line.claim
    idle = set(_idle(line))
    met = line.known
    for path, node in claim.walk():
        above = [claim.at(path[:end]) for end in range(len(path) + 1)]
        if any(each in idle for each in above) or _is_scalar(above):
            continue
        for changed in edited(node):
            if not (isinstance(changed, Claim) and met.issuperset(conjuncts(changed))):
                edit = claim.replaced(path, changed)
                yield text(edit), edit


def _idle(line: PrintedLine) -> Iterator[Node]:
    for rule in line.reduced.rules:
        if rule.name == "without the premise" and isinstance(rule.before, tree.Implies):
            yield from conjuncts(rule.before.premise)
            if rule.after is rule.before.conclusion:
                yield rule.before.premise


def _is_scalar(above: list[Node]) -> bool:
    """Does it stand in a formula whose shapes are to fit where it is no size?"""
    if not any(isinstance(each, tree.Fits) for each in above):
        return False
    return any(isinstance(each, tree.Power) and node is each.exponent for each, node in pairwise(above))
