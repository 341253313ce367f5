"""Declared names, and the shape of what is made of them: a number, a vector, a matrix."""

from fractions import Fraction
from functools import reduce
from typing import Any

from theorems.language import tree
from theorems.language.intervals import Interval
from theorems.language.printing import text
from theorems.language.tree import Expr, Node, Number, Symbol, expr, expressions
from theorems.language.values import constant
from theorems.own.words import BY_NAME

Shape = tuple[Expr, ...]  # of a number (), of a vector (n,), of a matrix (m, n)


REAL, INTEGER, SIZE, SIMPLEX, SIGNS = "real", "integer", "size", "probability vector", "signs"


SYMMETRIC, PSD, ORTHOGONAL = "symmetric", "positive semidefinite", "orthogonal"


KINDS = (SYMMETRIC, PSD, ORTHOGONAL)  # of matrices


FUNCTION, LAW, NORMAL = "function", "law", "normal"


RANDOM = (SIGNS, NORMAL, LAW)  # inside of probabilities and expectations


WORD, VECTOR = "word", "vector word"  # the sorts of symbols that are names for everybody, of functions with vector values


TRANSPOSED = Symbol("⊤", WORD)


class ShapeError(TypeError):
    """An expression that puts together what does not fit."""


class Parameter(Symbol):
    """A declared name: its kind, its shape, its range (None where there is no end; an open end is not allowed itself)."""

    kind: str
    shape: tuple[Expr, ...]
    low: Fraction | None
    high: Fraction | None
    low_open: bool
    high_open: bool
    most: int

    def __new__(cls, name: str, sort: str, *parts: Any) -> Any:
        return Node.__new__(cls, name, sort, *parts)

    @property
    def interval(self) -> Interval:
        return Interval(self.low, self.high, self.low_open, self.high_open)

    @property
    def children(self) -> tuple[Node, ...]:
        return ()  # the sizes belong to the declaration: nothing is put in their place

    def __getitem__(self, indices: Any) -> Any:
        return component(self, indices)


class Told(Parameter):
    """A name whose value is told as text: no number and no array of numbers."""

    @property
    def constants(self) -> tuple[Expr, ...]:
        """The numbers that its hypotheses speak of."""
        return tuple(each for each in self.parts[len(Parameter.fields) :] if isinstance(each, Expr))

    @property
    def told(self) -> str:
        """Its hypotheses in words."""
        raise NotImplementedError


class LawName(Told):
    """A random variable that lies between two ends; several of them are independent and have the same law."""

    lowest: Expr
    highest: Expr
    mean: Expr | None

    @property
    def told(self) -> str:
        mean = "" if self.mean is None else f" and has the mean {text(self.mean)}"
        return f"{self.name} lies between {text(self.lowest)} and {text(self.highest)}{mean}"


class FunctionName(Told):
    """A declared function of a number, or of vectors; what is None is not asked of it."""

    convex: bool
    smooth: Expr | None
    strongly: Expr | None
    lipschitz: Expr | None

    def __call__(self, *arguments: Any) -> tree.Applied:
        found = tree.Applied(self, tuple(map(expr, arguments)))
        shape_of(found)
        return found

    def __getitem__(self, indices: Any) -> Any:
        raise ShapeError(f"{self.name} is a function: {self.name}(x), gradient({self.name}, x)[i]")

    @property
    def told(self) -> str:
        """``f is convex and L-smooth``."""
        named = [f"{text(each)}-{word}" for each, word in self._named if each is not None]
        words = [*(["convex"] if self.convex and self.strongly is None else []), *named]
        return f"{self.name} is {' and '.join(words)}" if words else f"{self.name} is a function"

    @property
    def _named(self) -> tuple[tuple[Expr | None, str], ...]:
        return (self.strongly, "strongly convex"), (self.smooth, "smooth"), (self.lipschitz, "Lipschitz")


def component(array: Expr, indices: Any) -> tree.Component:
    found = tree.Component(array, expressions(indices))
    shape_of(found)
    return found


NORMS = {1: ("1", "2", "∞"), 2: ("F", "op", "max", "1", "∞", "*")}


def shape_of(node: Expr) -> Shape:
    """Raises ShapeError where it puts together what does not fit."""
    match node:
        case FunctionName():
            return (node, node, node)
        case Parameter():
            return node.shape
        case tree.Applied(base=FunctionName() as f, arguments=arguments):
            if [shape_of(argument) for argument in arguments] != [f.shape]:
                wanted = f"a vector of length {text(f.shape[0])}" if f.shape else "one number"
                raise ShapeError(f"{text(node)}: {f.name} takes {wanted}")
            return ()
        case Number() | Symbol() | tree.Probability() | tree.Expectation() | tree.Indicator() | tree.Cases():
            return ()
        case tree.Plus() | tree.Minus():
            return _same(node, shape_of(node.left), shape_of(node.right))
        case tree.Times():
            return _product(node, shape_of(node.left), shape_of(node.right))
        case tree.Over() if shape_of(node.right):
            return _same(node, shape_of(node.left), shape_of(node.right))
        case tree.Over():
            return shape_of(node.left)
        case tree.Negative():
            return shape_of(node.argument)
        case tree.Power(exponent=exponent) if exponent is TRANSPOSED:
            found = shape_of(node.base)
            if len(found) != 2:
                raise ShapeError(f"{text(node)}: {text(node.base)} is no matrix")
            return found[::-1]
        case tree.Power() if len(found := shape_of(node.base)) == 1 and constant(node.exponent) is not None:
            return found  # of each entry
        case tree.Power():
            checked_number(node, node.base, node.exponent)
            return ()
        case tree.Call():
            shapes = [shape_of(argument) for argument in node.arguments]
            return reduce(lambda found, other: _same(node, found, other), shapes[1:], shapes[0]) if shapes else ()
        case tree.Component():
            found = shape_of(node.array)
            if len(node.arguments) > len(found):
                raise ShapeError(f"{text(node)}: {described(node.array, found)}")
            checked_number(node, *node.arguments)
            if any((place := constant(i)) is not None and place < 1 for i in node.arguments):
                raise ShapeError(f"{text(node)}: the first entry is the one with index 1")
            return found[len(node.arguments) :]
        case tree.Folded():
            checked_number(node, node.body)
            return ()
        case tree.Defined():
            return shape_of(node.body)
        case tree.Norm():
            if node.kind not in NORMS.get(len(shape_of(node.body)), ()):
                raise ShapeError(f"{text(node)}: no such norm")
            return ()
        case tree.Inner():
            found = _same(node, shape_of(node.left), shape_of(node.right))
            if len(found) != 1:
                raise ShapeError(f"{text(node)}: inner products are of vectors")
            return ()
        case tree.ArrayFunction():
            return _of_function(node)
    raise ShapeError(f"{text(node)}: nothing gives its value")


def _of_function(node: tree.ArrayFunction) -> Shape:
    if isinstance(f := node.arguments[0], FunctionName) and text(node.base) in ("∇", "argmin"):
        for x in node.arguments[1:]:
            shape_of(f(x))
        return f.shape
    shapes = [shape_of(argument) for argument in node.arguments]
    name = text(node.base)
    if name in BY_NAME:
        found = BY_NAME[name].shape(node.arguments, shapes)
        if found is None:
            told = ", ".join(described(a, s) for a, s in zip(node.arguments, shapes, strict=True))
            raise ShapeError(f"{text(node)}: {told}")
        return found
    if not shapes[0] or (len(shapes[0]) != 1 and name not in ("max", "min", "sum")):
        raise ShapeError(f"{text(node)}: {described(node.arguments[0], shapes[0])}")
    for other in shapes[1:]:
        _same(node, shapes[0], other)
    return shapes[0] if name == "softmax" else ()


def _same(node: Expr, left: Shape, right: Shape) -> Shape:
    if len(left) != len(right) or any(a is not b for a, b in zip(left, right, strict=True)):
        a, b = (node.arguments if isinstance(node, tree.Call | tree.ArrayFunction) else node.children)[:2]
        assert isinstance(a, Expr)
        assert isinstance(b, Expr)
        raise ShapeError(f"{text(node)}: {described(a, left)}, {described(b, right)}")
    return left


def _product(node: tree.Times, left: Shape, right: Shape) -> Shape:
    if not left or not right:
        return left or right
    if len(left) == 2 and left[1] is right[0]:
        return (left[0], *right[1:])
    hint = ": write dot(x, y) for an inner product" if len(left) == len(right) == 1 else ""
    raise ShapeError(f"{text(node)}: {described(node.left, left)}, {described(node.right, right)}{hint}")


def checked_number(whole: Expr, *nodes: Expr) -> None:
    for node in nodes:
        found = shape_of(node)
        if found:
            raise ShapeError(f"{text(whole)}: {described(node, found)}, and a number is needed")


def described(node: Expr, shape: Shape) -> str:
    if len(shape) == 3:
        return f"{text(node)} is a function"
    kinds = ("a number", "a vector of length", "a matrix of size")
    return " ".join([text(node), "is", kinds[len(shape)], " × ".join(map(text, shape))]).strip()
