"""A line of one's own paper with another right-hand side, relation or restriction, typed as a paper's file would write it."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from theorems.advice import advice
from theorems.bounds.expression import ExpressionError
from theorems.bounds.implication import PRINTED
from theorems.language.printed_line import PrintedLine
from theorems.language.printing import text
from theorems.language.tree import Claim, Eventually, Expr, ForAll, Implies, Relation, expr
from theorems.own.declared import parameters_of
from theorems.statement import Part

LONG = 60  # letters of a formula that an error repeats


@dataclass(frozen=True)
class Written:
    """A formula as it was typed."""

    text: str


@dataclass(frozen=True)
class Restated:
    """A part with a bound of a user's own, as :class:`theorems.bounds.user_bound.Conjecture` is one of an installed paper."""

    part: Part
    bound: Written
    where: Written | None
    restated: Part

    def as_part(self) -> Part:
        return self.restated


def restated(part: Part, bound: str, relation: str | None, where: str | None) -> Restated:
    """Raises ExpressionError for a formula that says nothing over the declared names, or a line that is no relation."""
    line = part.printed
    assert isinstance(line, PrintedLine)
    hypotheses = (c.claim for c in part.domain.conditions if isinstance(c.claim, Claim))
    known: dict[str, Any] = {p.name: p for p in parameters_of(line.claim, *hypotheses)}

    def changed(claim: Claim, names: Mapping[str, Any]) -> Claim:
        match claim:
            case Relation():
                right = _term(bound, {**names, PRINTED: claim.right})
                return Relation(claim.left, relation or claim.sign, right)
            case Implies():
                return Implies(claim.premise, changed(claim.conclusion, names))
            case ForAll() | Eventually():
                inside = changed(claim.body, {**names, claim.variable.name: claim.variable})
                return claim.mapped(lambda node: inside if node is claim.body else None)
        raise ExpressionError(f"{part.address} is no single relation with a right-hand side to replace")

    whole = changed(line.claim, known)
    conditions = (*line.conditions, *([] if where is None else [_tree(where, known)]))
    try:
        given = line.data.stating(whole, *conditions)
    except (TypeError, ValueError) as error:
        raise ExpressionError(str(error)) from error
    found = PrintedLine(whole, conditions, given)
    domain = given.domain()
    as_part = replace(part, printed=found, domain=domain, text=text(whole), proof=None, witness=None, note="", changed="")
    return Restated(part, Written(bound), None if where is None else Written(where), as_part)


class _Exact(ast.NodeTransformer):
    """0.9 is exactly that, 9**9**9 a formula that nobody multiplies out, and ``a and b`` is the claim of both."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not isinstance(node.value, float):
            return node
        return ast.copy_location(ast.Call(ast.Name("Q", ast.Load()), [ast.Constant(ast.unparse(node))], []), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        alone = not any(isinstance(each, ast.Name) for each in ast.walk(node.left))
        if isinstance(node.op, ast.Div | ast.Pow) and alone:  # 1/2 is no float
            node.left = ast.Call(ast.Name("Q", ast.Load()), [node.left], [])
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        first, *others = (self.visit(value) for value in node.values)
        operator = ast.BitAnd() if isinstance(node.op, ast.And) else ast.BitOr()
        for other in others:
            first = ast.BinOp(first, operator, other)
        return ast.copy_location(first, node)


def _term(formula: str, known: Mapping[str, Any]) -> Expr:
    try:
        return expr(_tree(formula, known))
    except TypeError as error:
        raise ExpressionError(f"{formula!r}: {error}") from error


def _tree(formula: str, known: Mapping[str, Any]) -> Any:
    """What a formula means in a file of the paper: its declared names, and the words of :mod:`theorems.own`."""
    from theorems import own

    words = {name: word for name, word in vars(own).items() if name[0] != "_"} | {"abs": abs} | dict(known)
    try:
        parsed = ast.fix_missing_locations(_Exact().visit(ast.parse(formula.strip(), mode="eval")))
        if any(isinstance(node, ast.Attribute | ast.Lambda) for node in ast.walk(parsed)):
            raise ExpressionError(f"{formula!r} is no formula over declared names")
        return eval(compile(parsed, "the bound", "eval"), {"__builtins__": {}}, words)
    except NameError as error:
        raise ExpressionError(
            f"{error.name} in {formula!r} is unknown here; there are {', '.join(known)}{advice(error)}"
        ) from error
    except (SyntaxError, TypeError, ValueError, RecursionError) as error:
        told = formula if len(formula) <= LONG else f"{formula[:LONG]}…"
        raise ExpressionError(f"{told!r}: {error}") from error
