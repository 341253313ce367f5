"""Where the two sides of a strict relation are equal at an instance: balls that meet cannot tell, the printed trees may."""

import math
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Ball
from theorems.instance import Instance
from theorems.kernel.arithmetic import Atoms, pieces
from theorems.kernel.factors import fraction
from theorems.kernel.normal_form import ZERO, lowest
from theorems.language import tree
from theorems.language.computed import Computed
from theorems.language.seen import LOOKED_UP, Seen
from theorems.language.tree import BINDERS, Expr, Node, Number, Symbol, expr, relations_of
from theorems.provers.context import line_of
from theorems.statement import Part

FOLDED: Mapping[str, Any] = {"abs": abs, "floor": math.floor, "ceil": math.ceil, "max": max, "min": min}


def tied(part: Part, instance: Instance) -> bool:
    """Is a strict relation of the claim certainly false here, because its sides are equal?

    The instance's numbers stand for their names, and a quantity whose ball is a single whole number for that: ``h(0) = 0``.
    Every other quantity is the same number wherever it has the same arguments.
    """
    line = line_of(part)
    if not isinstance(line.given, Computed):
        return False
    seen = line.given.seen(part.domain.bind(instance, BALLS))
    atoms, claim = Atoms(), line.at_an_instance
    numbers = {name: expr(x) for name, x in line.given.carried(claim, instance).items() if name not in line.given.indices}
    strict = (relation for relation in relations_of(claim) if relation.sign in ("<", ">"))
    for relation in strict:
        left, right = (_put(side, numbers, seen, atoms) for side in (relation.left, relation.right))
        needed = [each.left for each in (*pieces(left), *pieces(right)) if each.sign != ">="]
        with suppress(ZeroDivisionError):  # a side has no value
            if ZERO not in (lowest(atoms(each)) for each in needed) and lowest(atoms(left) - atoms(right)) == ZERO:
                return True
    return False


def _put(side: Expr, numbers: Mapping[Expr, Expr], seen: Seen, atoms: Atoms) -> Expr:
    def change(node: Node) -> Node | None:
        match node:
            case Symbol() if node in numbers:
                return numbers[node]
            case Number():
                return node
            case tree.Call(name="abs", arguments=(x,)) if _certain(x, ">", seen):
                return x.mapped(change)
            case tree.Call(name="abs", arguments=(x,)) if _certain(x, "<", seen):
                return -x.mapped(change)
            case tree.Call(name=name, arguments=arguments) if name in FOLDED:
                inside = [argument.mapped(change) for argument in arguments]
                with suppress(ZeroDivisionError):
                    known = [lowest(atoms(argument)) for argument in inside]
                    if not any(form.powers for form in known):
                        return expr(Fraction(FOLDED[name](*(fraction(form.coefficient) for form in known))))
                return tree.Call(name, tuple(inside))
            case tree.Applied() | tree.Entry() | Symbol():
                return _whole(node, seen)
        return node if isinstance(node, LOOKED_UP + BINDERS) else None

    found: Expr = side.mapped(change)
    return found


def _certain(node: Expr, sign: str, seen: Seen) -> bool:
    """Is it certainly positive, or certainly negative?"""
    value = _value(node, seen)
    return isinstance(value, Ball) and bool(value > 0 if sign == ">" else value < 0)


def _value(node: Expr, seen: Seen) -> Any:
    with suppress(LookupError, TypeError, ValueError):  # what no model supplies
        return seen.value(node)


def _whole(node: Expr, seen: Seen) -> Expr | None:
    """The whole number that a quantity is, where its ball is nothing else."""
    value = _value(node, seen)
    if isinstance(value, Ball) and value.is_exact() and value.is_integer():
        return expr(balls.bounds(value)[0])
    return None
