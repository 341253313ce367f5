"""A fingerprint of what a part claims, read off the source: its words, its formula, and the definitions that these reach.

The claim, the checks of its hypotheses and the function that binds an instance to the paper's symbols are read as syntax
trees, and so is what they reach by name inside the paper's package: helpers, closed forms, constants, the fields of the
paper's objects and those of their methods that somebody in reach names. Names, comments, docstrings, annotations,
decorators, layout and the interpreter's bytecode do not count; a formula or a constant does. What lies outside the package
(kernels, arithmetics, the vocabulary) counts by name only. A renamed attribute, argument or local variable is a change.
"""

import ast
import functools
import hashlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any

import sympy

from theorems.catalogue import BY_PATH
from theorems.instance import Instance
from theorems.language.digest import digest as tree_digest
from theorems.language.digest import written
from theorems.language.given import Given
from theorems.language.tree import Node
from theorems.statement import Condition, Domain, Part

IGNORED = {"ctx", "annotation", "returns", "type_comment", "type_params", "kind", "decorator_list"}
PLACE = "§"  # where a text names something that is read on its own


def digest(part: Part) -> str:
    """The same in every process and on every interpreter.

    Of a claim over unrolled data it is the tree's own; of one over data that a model computes, that of the tree and of the
    source of what it reaches.
    """
    line = part.printed
    if isinstance(line.given, Given) and line.says is None:
        compared = () if line.at_an_instance is line.claim else (line.at_an_instance,)
        return tree_digest(line.given.model, (line.claim, *compared, *line.given.hypotheses))
    words = [part.address, part.reading.value, *(c.text for c in part.domain.conditions)]
    roots: list[Any] = [condition.check for condition in part.domain.conditions]
    if line.compares:
        roots.append(part.domain.bind)
    if line.says is not None:
        words.append(part.text)
        roots.append(line.says)
    else:
        words.append(written(line.claim))
        if not line.as_it_stands:
            words.append(written(line.at_an_instance))
        roots.append([(written(node), supply) for node, supply in line.given.used(line.at_an_instance)])
        roots.append([(written(index), supply) for index, supply in line.given.indices.items()])
    words.append(_Reach(part).text(roots))
    return _short("\n".join(words))


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Written:
    """A definition's tree as a text with places for what it reaches by name, and the attributes that it names."""

    text: str
    reached: tuple[Any, ...]
    attributes: frozenset[str]


class _Reach:
    """What the claim of one part reaches, each definition read once."""

    def __init__(self, part: Part) -> None:
        self.packages = (f"theorems.{part.paper}.", BY_PATH)
        line = part.printed
        self.home = getattr(line.says or part.domain.bind, "__module__", "") if line.compares else ""
        self.attributes: set[str] = set()
        self.read: dict[int, str] = {}
        self.open: set[int] = set()

    def text(self, roots: list[Any]) -> str:
        """Read until no further attribute is named: a method counts once somebody in reach names it."""
        while True:
            known = len(self.attributes)
            self.read.clear()
            found = self.value(roots)
            if len(self.attributes) == known:
                return found

    def value(self, value: Any) -> str:
        """What tells this value apart from others."""
        if isinstance(value, str) and value.isidentifier():  # an attribute of a model that supplies a quantity
            self.attributes.add(value)
        match value:
            case None | bool() | int() | float() | complex() | str() | bytes() | Fraction() | Instance():
                return repr(value)
            case Enum():
                return f"{type(value).__qualname__}.{value.name}"
            case tuple() | list():
                return f"({', '.join(map(self.value, value))})"
            case set() | frozenset():
                return f"{{{', '.join(sorted(map(self.value, value)))}}}"
            case Mapping():
                return f"{{{', '.join(f'{self.value(k)}: {self.value(v)}' for k, v in value.items())}}}"
            case sympy.Basic():
                return sympy.srepr(value)
            case functools.partial():
                return self.value((value.func, value.args, value.keywords))
            case MethodType():
                return self.value((value.__func__, value.__self__))
            case ModuleType():
                return value.__name__
            case Part():
                return value.key
            case Node():
                return written(value)
            case Condition():
                return self.value((value.text, value.check, value.growth))
            case Domain():
                return self.value((value.conditions, value.bind))
        definition = getattr(value, "__wrapped__", value)
        if isinstance(definition, FunctionType | type):
            return self.once(definition, self.definition)
        if is_dataclass(value):
            return self.once(value, self.instance)
        return type(value).__qualname__

    def once(self, value: Any, read: Callable[[Any], str]) -> str:
        """A short name for what is read of the value; a value inside itself is only marked."""
        if id(value) in self.open:
            return "itself"
        if id(value) not in self.read:
            self.open.add(id(value))
            self.read[id(value)] = _short(read(value))
            self.open.remove(id(value))
        return self.read[id(value)]

    def instance(self, value: Any) -> str:
        return self.value((type(value), [(field.name, getattr(value, field.name)) for field in fields(value)]))

    def definition(self, definition: FunctionType | type) -> str:
        module = definition.__module__
        if not (module.startswith(self.packages) or module == self.home):
            return f"{module}.{definition.__qualname__}"
        pieces = [_function(definition)] if isinstance(definition, FunctionType) else self.members(definition)
        return "\n".join(map(self.filled, pieces))

    def members(self, owner: type) -> list[Written]:
        """The fields of a class and those of its methods that are named in reach, with what it inherits from."""
        members = [
            written
            for name, written in _class(owner)
            if name in self.attributes or name.startswith("__") or not written.text.startswith("def")
        ]
        return [Written(PLACE * len(owner.__bases__), owner.__bases__, frozenset()), *members]

    def filled(self, written: Written) -> str:
        self.attributes |= written.attributes
        before, *after = written.text.split(PLACE)
        return before + "".join(self.value(value) + text for value, text in zip(written.reached, after, strict=True))


# -- definitions as texts ------------------------------------------------------------------------------------------------


@functools.cache
def _function(function: FunctionType) -> Written:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    closed_over = {name: cell.cell_contents for name, cell in cells}
    written = [_read(node, closed_over, function.__globals__) for node in _nodes(function)]
    defaults = (function.__defaults__, function.__kwdefaults__)
    return Written(
        "".join(each.text for each in written) + PLACE,
        (*(value for each in written for value in each.reached), defaults),
        frozenset().union(*(each.attributes for each in written)),
    )


@functools.cache
def _class(owner: type) -> tuple[tuple[str, Written], ...]:
    """The members of a class by name, as they are written."""
    node: Any = _tree(owner.__module__)
    for name in owner.__qualname__.replace("<locals>.", "").split("."):
        node = next((n for n in ast.walk(node) if isinstance(n, ast.ClassDef | ast.FunctionDef) and n.name == name), None)
        if node is None:
            raise LookupError(f"the definition of {owner.__qualname__} is not found in {owner.__module__}")
    around = vars(sys.modules[owner.__module__])
    members = [statement for statement in _without_docstring(node.body) if not isinstance(statement, ast.Pass)]
    return tuple((getattr(member, "name", ""), _read(member, {}, around)) for member in members)


@functools.cache
def _tree(module: str) -> ast.Module:
    file = sys.modules[module].__file__
    if file is None:
        raise LookupError(f"{module} has no source")
    return ast.parse(Path(file).read_text(encoding="utf-8"))


@functools.cache
def _by_line(module: str) -> dict[tuple[int, str], list[ast.FunctionDef | ast.Lambda]]:
    """The functions of a module by the line on which they (or their first decorators) begin, and by name."""
    found: dict[tuple[int, str], list[ast.FunctionDef | ast.Lambda]] = {}
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.FunctionDef):
            line = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found.setdefault((line, node.name), []).append(node)
        elif isinstance(node, ast.Lambda):
            found.setdefault((node.lineno, "<lambda>"), []).append(node)
    return found


def _nodes(function: FunctionType) -> list[ast.FunctionDef | ast.Lambda]:
    """The function's node; of several lambdas that begin on one line the one whose body was compiled into its code."""
    code = function.__code__
    nodes = _by_line(function.__module__).get((code.co_firstlineno, code.co_name), [])
    if not nodes:
        raise LookupError(f"the definition of {function.__qualname__} is not found in {function.__module__}")
    places = set(code.co_positions())
    compiled = {id(node) for node in nodes if isinstance(node, ast.Lambda) and _place(node.body) in places}
    return [node for node in nodes if id(node) in compiled] if len(nodes) > 1 and compiled else nodes


def _place(node: ast.expr) -> tuple[int | None, int | None, int | None, int | None]:
    return node.lineno, node.end_lineno, node.col_offset, node.end_col_offset


def _read(node: ast.AST, closed_over: Mapping[str, Any], around: Mapping[str, Any]) -> Written:
    """A tree as a text; names that are not its own are looked up where it stands."""
    own = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    own |= {n.arg for n in ast.walk(node) if isinstance(n, ast.arg)}
    own |= {n.name for n in ast.walk(node) if isinstance(n, ast.FunctionDef | ast.ClassDef) and n is not node}
    reached: list[Any] = []
    attributes: set[str] = set()

    def written(node: Any) -> str:
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if name not in own and (name in closed_over or name in around):
                reached.append(closed_over[name] if name in closed_over else around[name])
                return PLACE
            case ast.Attribute(value=value, attr=attr):
                attributes.add(attr)
                return f"{written(value)}.{attr}"
            case ast.Constant(value=value):
                if isinstance(value, str) and value.isidentifier():  # it may be looked up as an attribute
                    attributes.add(value)
                return repr(value).replace(PLACE, "\\xa7")
            case ast.FunctionDef(name=name, args=arguments, body=body):
                title = "def" if node is top else f"def {name}"
                return f"{title}({written(arguments)}){written(_without_docstring(body))}"
            case ast.AST():
                parts = ((name, getattr(node, name, None)) for name in node._fields if name not in IGNORED)
                told = [f"{name}={written(value)}" for name, value in parts if value is not None and value != []]
                return f"{type(node).__name__}({', '.join(told)})"
            case list():
                return f"[{', '.join(map(written, node))}]"
        return repr(node)

    top = node
    return Written(written(node), tuple(reached), frozenset(attributes))


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return rest
    return body
