"""Do the shapes in a formula fit? What must be equal for its products, inner products and entries to exist."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

from theorems.language import tree
from theorems.language.entries import NUMBER, VEC, Arrays, NoRuleError, Shape
from theorems.language.printing import text
from theorems.language.tree import Claim, Expr, Node, Number, Relation, Symbol, expr

ONE = expr(1)
AT, STAR, DIAG = Symbol("·"), Symbol("*"), Symbol("diag")


def what_fits(claim: tree.Fits) -> Claim:
    """The sizes that are equal, and the indices that lie within, exactly if the shapes fit. Raises NoRuleError."""
    shapes = Sizes({}, lambda a, b: a is b)
    for each in (*_conjuncts(claim.given), *_conjuncts(claim.body)):
        shapes.read(each)
    return tree.And(tuple(dict.fromkeys(shapes.needed)))


@dataclass(frozen=True)
class Sizes(Arrays):
    """Arrays whose shapes a line declares, or defines one by one; ``needed`` collects what makes its formulas exist."""

    shapes: dict[Expr, Shape] = field(default_factory=dict)
    ranges: dict[Expr, tree.Range] = field(default_factory=dict)
    needed: list[Claim] = field(default_factory=list)

    def read(self, node: Node) -> None:
        """A declaration, an equation that defines its left-hand side where that is new, or a formula."""
        match node:
            case tree.Member(element=array, range=tree.Matrices(rows=rows, columns=columns)):
                self.shapes[array] = _of_sizes(rows, columns)
            case tree.Member(element=index, range=tree.Range() as range_):
                self._ranging(index, range_)
            case Relation(left=left, sign="==", right=right):
                shape = self.shape(right)
                if isinstance(left, Symbol | tree.Entry) and left not in self.shapes and not self._is_part(left):
                    self.shapes[left] = shape
                else:
                    self._same(left, self.shape(left), right, shape)
            case Expr():
                self.shape(node)
            case _:
                raise NoRuleError(f"{text(node)} is no formula of arrays")

    def shape(self, term: Expr) -> Shape:
        match term:
            case _ if term in self.shapes:
                return self.shapes[term]
            case tree.Kron(left=left, right=right):
                return _of_sizes(*(a * b for a, b in zip(_sizes(self.shape(left)), _sizes(self.shape(right)), strict=True)))
            case tree.Applied(base=base, arguments=(matrix,)) if base is VEC:
                rows, columns = _sizes(self.shape(matrix))
                return _of_sizes(rows * columns, ONE)
            case tree.Applied(base=base, arguments=(vector,)) if base is DIAG:
                index = self._length(vector)
                return index, index
            case tree.Power(base=base, exponent=Number(value=exponent)) if exponent == -1:
                rows, columns = _sizes(self.shape(base))
                if rows is not columns or self.shape(base) != NUMBER:
                    self.needed.append(rows == columns)
                return self.shape(base)
            case tree.Call(arguments=(argument,)):
                return self.shape(argument)
            case tree.Component(array=array, arguments=indices):
                return self._of_part(term, self.shape(array), indices)
            case tree.Entry(quantity="1", arguments=(size,)):  # the vector of n ones
                return _of_sizes(size, ONE)
            case tree.Entry(quantity="I", arguments=(size,)):
                return _of_sizes(size, size)
            case tree.Entry(quantity=name, arguments=indices) if self._is_part(term):
                return self._of_part(term, self.shapes[Symbol(name)], indices)
            case tree.Total(variable=variable, range=tree.Range() as range_, body=body):
                self._ranging(variable, range_)
                return self.shape(body)
        return super().shape(term)

    def within(self, node: Node) -> bool:
        """Every piece is looked at: what is no array is a number."""
        return isinstance(node, Expr)

    def _ranging(self, index: Expr, range_: tree.Range) -> None:
        """A letter of a line runs over one set."""
        first = self.ranges.setdefault(index, range_)
        if first is not range_:
            self.needed.extend((first.low == range_.low, first.high == range_.high))

    def _is_part(self, term: Expr) -> bool:
        return isinstance(term, tree.Entry) and Symbol(term.quantity) in self.shapes

    def _of_part(self, term: Expr, shape: Shape, indices: tuple[Node, ...]) -> Shape:
        """An entry, a row or a block of columns; with one index ``y_l`` is the l-th column of y, or the entry of a vector."""
        if len(indices) == 1:
            indices = (*indices, ONE) if shape[1] is None else (STAR, *indices)
        if len(indices) != len(shape):
            raise NoRuleError(f"{text(term)} has too many indices")
        left = tuple(self._left(size, index) for size, index in zip(_sizes(shape), indices, strict=True))
        return _of_sizes(left[0], left[1])

    def _left(self, size: Expr, index: Node) -> Expr:
        """How many rows or columns an index leaves, which must be among them."""
        if index is STAR:
            return size
        if isinstance(index, tree.Range):
            self._among(index.low, index.high, size)
            return ONE if index.low is index.high else (index.high if index.low is ONE else index.high - index.low + 1)
        assert isinstance(index, Expr)
        if isinstance(index, Symbol) and index in self.ranges:
            self._among(self.ranges[index].low, self.ranges[index].high, size)
        else:
            self._among(index, index, size)
        return ONE

    def _among(self, low: Expr, high: Expr, size: Expr) -> None:
        self.needed.extend((*(() if low is ONE else (low >= 1,)), high <= size))

    def _same(self, left: Expr, first: Shape, right: Expr, second: Shape) -> None:
        self.needed.extend(a == b for a, b in zip(_sizes(first), _sizes(second), strict=True) if not a is b is ONE)


def _conjuncts(node: Node) -> Iterator[Node]:
    if isinstance(node, tree.And):
        for each in node.claims:
            yield from _conjuncts(each)
    else:
        yield node


def _of_sizes(rows: Expr, columns: Expr) -> Shape:
    return (None if rows is ONE else (AT, tree.Range(ONE, rows))), (None if columns is ONE else (AT, tree.Range(ONE, columns)))


def _sizes(shape: Shape) -> tuple[Expr, Expr]:
    rows, columns = (ONE if index is None else cast(tree.Range, index[1]).high for index in shape)
    return rows, columns
