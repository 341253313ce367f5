"""No step of a proof in words is true whatever stands in it: found in the source, before anything is simplified."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import theorems
from theorems.catalogue import papers, parts
from theorems.judging import expectations
from theorems.provers.argument import Argument
from theorems.provers.families import Eventually, RefutedAlong
from theorems.vocabulary import Evidence

SOURCES = [path for paper in papers() for path in sorted((Path(theorems.__file__).parent / paper).glob("*.py"))]
SIGNS, SYMBOLS = {"nonnegative", "strictly_positive"}, {"slack", "positive"}
Names = Mapping[str, ast.expr | None]  # what a name is bound to; None: to more than one thing, or to an argument


def idle_steps(source: str) -> Iterator[str]:
    """The texts of the steps that cannot fail; a name means what its function, or else the module, binds it to."""
    module = ast.parse(source)
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    outside = ast.Module([node for node in module.body if node not in functions], [])
    known = _bound(outside)
    for scope, names in ((outside, known), *((function, {**known, **_bound(function)}) for function in functions)):
        yield from (ast.unparse(call.args[0]) for call in ast.walk(scope) if isinstance(call, ast.Call) and _idle(call, names))


def _idle(call: ast.Call, names: Names) -> bool:
    match _name(call), call.args:
        case name, [_, expression, *_] if name in SIGNS:
            return _without_subtraction(expression, names)
        case "identity", [_, left, right, *_]:
            return ast.dump(_written_out(left, names)) == ast.dump(_written_out(right, names))
        case "Step", [_, ast.Lambda(body=body)]:
            return not any(isinstance(node, ast.Name | ast.Attribute) for node in ast.walk(body))
    return False


def _bound(scope: ast.AST) -> Names:
    found: dict[str, ast.expr | None] = {}

    def bind(target: ast.expr, value: ast.expr | None) -> None:
        if isinstance(target, ast.Name):
            found[target.id] = None if target.id in found else value
        elif isinstance(target, ast.Tuple):
            values = value.elts if isinstance(value, ast.Tuple) else [value if _is_symbol(value) else None] * len(target.elts)
            for each, its in zip(target.elts, values, strict=False):
                bind(each, its)

    for node in ast.walk(scope):
        match node:
            case ast.arg(arg=name):
                found[name] = None
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    bind(target, value)
            case ast.For(target=target) | ast.comprehension(target=target):
                bind(target, None)
    return found


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _is_symbol(value: ast.expr | None) -> bool:
    """Is it one nonnegative symbol, or several?"""
    match value:
        case ast.GeneratorExp(elt=each):
            return _is_symbol(each)
        case ast.Call() if _name(value) in ("Symbol", "symbols"):
            return any(keyword.arg in ("positive", "nonnegative") for keyword in value.keywords)
        case ast.Call(args=[ast.Name(id=maker), *_]) if _name(value) == "map":
            return maker in SYMBOLS
        case ast.Call():
            return _name(value) in SYMBOLS
    return False


def _without_subtraction(expression: ast.expr | None, names: Names) -> bool:
    match expression:
        case ast.Constant(value=int()):
            return True
        case ast.BinOp(left=left, op=ast.Add() | ast.Mult() | ast.Div(), right=right):
            return _without_subtraction(left, names) and _without_subtraction(right, names)
        case ast.BinOp(left=base, op=ast.Pow()):
            return _without_subtraction(base, names)
        case ast.Call(args=arguments) if _name(expression) in ("sqrt", "Rational", "Integer"):
            return all(_without_subtraction(argument, names) for argument in arguments)
        case ast.Call():
            return _name(expression) == "exp" or _is_symbol(expression)
        case ast.Name(id=name):
            meant = names.get(name)
            others = {other: value for other, value in names.items() if other != name}
            return _is_symbol(meant) or _without_subtraction(meant, others)
    return False


def _written_out(expression: ast.expr, names: Names) -> ast.expr:
    """The expression with what its names stand for, as far as that is arithmetic."""

    class Written(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            meant = names.get(node.id)
            others = {other: value for other, value in names.items() if other != node.id}
            return _written_out(meant, others) if isinstance(meant, ast.BinOp | ast.UnaryOp | ast.Name) else node

    copy: ast.expr = ast.parse(ast.unparse(expression), mode="eval").body
    written: ast.expr = Written().visit(copy)
    return written


def test_every_step_of_the_papers_proofs_can_fail_and_what_is_argued_names_the_link_that_is_words() -> None:
    assert [f"{path.name}: {step}" for path in SOURCES for step in idle_steps(path.read_text(encoding="utf-8"))] == []
    argued = [
        p for p in parts() if (known := expectations.load(p.paper).get(p.key)) and known.evidence == Evidence.ARGUED.value
    ]
    assert argued
    of_proof = {p.key for p in argued if isinstance(p.proof, Argument | Eventually | RefutedAlong) and p.proof.in_words}
    by_rule = {p.key for p in argued if p.printed.reduced.rules}  # told by the judge
    assert [p.key for p in argued if not p.in_words and p.key not in of_proof | by_rule] == []


IDLE = [
    "x, y = positive('x'), slack('y')\nstrictly_positive('idle', x * (1 + y) / (2 + y))",
    "x, y = (slack(s) for s in 'xy')\nz = x + y\nnonnegative('idle', z**2 * sympy.sqrt(x))",
    "x, y = map(positive, 'xy')\nnonnegative('idle', sympy.exp(x - y) + slack('s'))",
    "def f(c):\n    a = b + 1\n    return identity('idle', a * c, (b + 1) * c)",
    "Step('idle', lambda: 2 > 1)",
]
CAN_FAIL = [
    "x, y = positive('x'), slack('y')\nstrictly_positive('can fail', x * (1 + y) - x)",
    "x = Symbol('x', real=True)\nnonnegative('can fail', x**2)",
    "nonnegative('can fail', sympy.diff(x**2, x))",
    "identity('can fail', (a + b) ** 2, a**2 + 2 * a * b + b**2)",
    "def f(x):\n    return nonnegative('can fail', x + 1)",
    "Step('can fail', lambda: holds(1))",
]


def test_a_planted_step_that_cannot_fail_is_found_and_no_other() -> None:
    assert [list(idle_steps(source)) for source in (*IDLE, *CAN_FAIL)] == [["'idle'"]] * len(IDLE) + [[]] * len(CAN_FAIL)
