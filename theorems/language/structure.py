"""Indices of structured data, up to what the data can tell apart, and sums over them.

A dataset of stacked identity blocks has rows ``(residue, copy)`` and columns ``first``, one for each residue, ``last``. The
entries depend only on which points of a formula coincide and which share a residue. So a formula's indices lie in
finitely many ways (:class:`Scene`), and a sum over all rows is a sum over a few kinds of rows with how often each
occurs: unrolling a quantity's definition that way *is* its closed form. Every point in scope counts, the variables of
the sums around it included.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import cast

from theorems.language import tree
from theorems.language.tree import Claim, Expr, Node, Number, Relation, Symbol, expr

ROWS, COLUMNS = tree.Named("[n]"), tree.Named("[d]")
ROW, COLUMN = "row", "column"
ZERO, ONE = expr(0), expr(1)


@dataclass(frozen=True)
class Row:
    """A row: which residue modulo the number of blocks it has, and which copy of that residue it is."""

    residue: int
    copy: int

    def __str__(self) -> str:
        return f"residue {self.residue}" + (f", copy {self.copy}" if self.copy else "")


@dataclass(frozen=True)
class Column:
    """A column: ``first``, ``last``, or ``block`` with its residue."""

    kind: str
    residue: int = -1

    def __str__(self) -> str:
        return f"residue {self.residue}" if self.kind == "block" else self.kind


Point = Row | Column


@dataclass(frozen=True)
class Scene:
    """Where the indices of a formula lie: the point of each index, and all points that anything in scope names."""

    where: Mapping[Symbol, Point] = field(default_factory=dict)
    points: frozenset[Point] = frozenset()

    def __hash__(self) -> int:
        return hash((frozenset(self.where.items()), self.points))

    def with_(self, index: Symbol, point: Point) -> Scene:
        return Scene({**self.where, index: point}, self.points | {point})

    def __str__(self) -> str:
        """``(j3: residue 0, j0: j3, i0: first)``: an index at the point of an earlier one is shown by its name."""
        names: dict[Point, str] = {}
        words = []
        for index, point in self.where.items():
            words.append(f"{index.name}: {names.get(point) or point}")
            names.setdefault(point, index.name)
        return f"({', '.join(words)})"

    def only(self, names: frozenset[Symbol]) -> Scene:
        """The scene of an expression that speaks of these indices alone: a sum in it looks at their points and no others."""
        where = {index: point for index, point in self.where.items() if index in names}
        return Scene(where, frozenset(where.values()))

    @property
    def residues(self) -> frozenset[int]:
        return frozenset(p.residue for p in self.points if p.residue >= 0)

    def copies(self, residue: int) -> list[Row]:
        """The rows in scope with this residue."""
        return sorted((p for p in self.points if isinstance(p, Row) and p.residue == residue), key=lambda p: p.copy)

    def point(self, index: Expr) -> Point:
        """Where an index lies. Raises LookupError for what is no index in scope."""
        if isinstance(index, Symbol) and index in self.where:
            return self.where[index]
        if isinstance(index, tree.Function) and index.name == "block":
            row = self.point(index.argument)
            return Column("block", row.residue)
        raise LookupError(f"{index!r} is no index in scope")


@dataclass(frozen=True)
class Blocks:
    """Rows are ``copies`` stacked identities of size ``width``; columns are the blocks with a first or a last one beside.

    ``length`` is the number of all rows, ``columns`` the symbol of the number of all columns.
    """

    width: Expr
    copies: Expr
    columns: Symbol
    first: bool = True
    last: bool = True

    def orbits(self, range_: Node, scene: Scene) -> Iterator[tuple[Point, Expr]]:
        """The kinds of elements of a set as seen from ``scene``, each with one element and how many there are."""
        fresh = max(scene.residues, default=-1) + 1
        unnamed = _less(self.width, len(scene.residues))
        if range_ is ROWS:
            for residue in sorted(scene.residues):
                named = scene.copies(residue)
                yield from ((row, ONE) for row in named)
                yield Row(residue, max((row.copy for row in named), default=-1) + 1), _less(self.copies, len(named))
            yield Row(fresh, 0), tree.Times(unnamed, self.copies)
            return
        if range_ is COLUMNS and self.first:
            yield Column("first"), ONE
        if range_ is COLUMNS or range_ is self.range_of_blocks():
            yield from ((Column("block", residue), ONE) for residue in sorted(scene.residues))
            yield Column("block", fresh), unnamed
        else:
            raise LookupError(f"no set {range_!r} in these data")
        if range_ is COLUMNS and self.last:
            yield Column("last"), ONE

    def holds(self, claim: Claim, scene: Scene) -> bool:
        """Is a claim about indices true? Raises LookupError for one that this structure does not understand."""
        match claim:
            case tree.And():
                return all(self.holds(c, scene) for c in claim.claims)
            case tree.Or():
                return any(self.holds(c, scene) for c in claim.claims)
            case Relation() if claim.sign in ("==", "!="):
                return self._same(claim.left, claim.right, scene) is (claim.sign == "==")
            case tree.Member():
                return self._inside(claim.element, claim.range, scene)
        raise LookupError(f"{claim!r} says nothing about indices that these data understand")

    def _same(self, left: Expr, right: Expr, scene: Scene) -> bool:
        point = scene.point(left)
        if isinstance(point, Column):
            if isinstance(right, Number) and right.value == 1 and self.first:
                return point.kind == "first"
            if right is self.columns and self.last:
                return point.kind == "last"
        other = scene.point(right)
        if type(point) is not type(other):
            raise LookupError(f"{left!r} and {right!r} are indices of different kinds")
        return point == other

    def _inside(self, element: Expr, range_: Node, scene: Scene) -> bool:
        point = scene.point(element)
        if isinstance(point, Column) and range_ is self.range_of_blocks():
            return point.kind == "block"
        if range_ is ROWS or range_ is COLUMNS:
            return isinstance(point, Row) is (range_ is ROWS)
        raise LookupError(f"{range_!r} is no set of these data")

    def range_of_blocks(self) -> tree.Range:
        """The block columns as a printed range."""
        low = expr(2) if self.first else expr(1)
        return tree.Range(low, tree.Minus(self.columns, ONE) if self.last else self.columns)

    @cache  # noqa: B019 (structures are values, and there are few)
    def scenes(self, indices: tuple[Symbol, ...]) -> tuple[Scene, ...]:
        """Every way the indices can lie, each once: later indices at the points of earlier ones, beside them, or apart."""
        if not indices:
            return (Scene(),)
        *before, index = indices
        range_ = ROWS if index.sort == ROW else COLUMNS
        return tuple(
            scene.with_(index, point)
            for scene in self.scenes(tuple(before))
            for point in dict.fromkeys(point for point, _ in self.orbits(range_, scene))
        )

    def needs(self, scene: Scene) -> tuple[int, int]:
        """The least width and the least number of copies with room for the points of a scene."""
        return max(1, len(scene.residues)), max([1, *(len(scene.copies(r)) for r in scene.residues)])

    def located(self, indices: Mapping[Symbol, int], width: int) -> Scene:
        """The scene of concrete indices (counted from 1), residues named in order of appearance."""
        residues: dict[int, int] = {}
        copies: dict[int, dict[int, int]] = {}
        scene = Scene()
        for index, value in indices.items():
            if index.sort == ROW:
                name = residues.setdefault((value - 1) % width, len(residues))
                known = copies.setdefault(name, {})
                scene = scene.with_(index, Row(name, known.setdefault((value - 1) // width, len(known))))
            elif self.first and value == 1:
                scene = scene.with_(index, Column("first"))
            elif self.last and value == width + self.first + 1:
                scene = scene.with_(index, Column("last"))
            else:
                block = value - 1 - self.first
                scene = scene.with_(index, Column("block", residues.setdefault(block, len(residues))))
        return scene

    def placed(self, scene: Scene, width: int) -> dict[Symbol, int]:
        """The first concrete indices that lie as the scene says; the inverse of :meth:`located`."""
        found = {}
        for index, point in scene.where.items():
            if isinstance(point, Row):
                found[index] = 1 + point.residue + width * point.copy
            else:
                found[index] = {"first": 1, "last": width + self.first + 1}.get(point.kind, 1 + self.first + point.residue)
        return found


def _less(size: Expr, count: int) -> Expr:
    return size if count == 0 else tree.Minus(size, expr(count))


@dataclass(frozen=True)
class Quantity:
    """A named quantity: its definition over ``formals`` (indices or numbers), and its trivial range where it has one."""

    name: str
    formals: tuple[Symbol, ...]
    definition: Expr
    low: Expr | None = None
    high: Expr | None = None

    def __getitem__(self, arguments: Expr | tuple[Expr, ...]) -> tree.Entry:
        given = arguments if isinstance(arguments, tuple) else (arguments,)
        if len(given) != len(self.formals):
            raise TypeError(f"{self.name} takes {len(self.formals)} arguments, not {len(given)}")
        return tree.Entry(self.name, tuple(expr(argument) for argument in given))

    def row(self, index: Expr) -> tree.Entry:
        """The vector of the entries with this first index."""
        return tree.Entry(self.name, (index,))


@dataclass(frozen=True)
class Model:
    """Data of one structure with the quantities defined over them."""

    structure: Blocks
    quantities: Mapping[str, Quantity]

    def __hash__(self) -> int:
        return id(self)

    def adding(self, *quantities: Quantity) -> Model:
        return replace(self, quantities={**self.quantities, **{q.name: q for q in quantities}})

    def closed(self, node: Expr, scene: Scene) -> Expr:
        """An expression over the parameters alone: definitions unfolded, sums over indices unrolled over their orbits.

        Terms that are 0 and factors that are 1 fall away, nothing else changes.
        """
        return _closed(self, node, scene.only(_spoken_of(self, node)))

    def branch(self, node: tree.Cases, scene: Scene) -> Expr:
        """The value of the first branch whose claim holds in the scene."""
        return next((value for claim, value in node.branches if self.structure.holds(claim, scene)), node.otherwise)


@cache
def _spoken_of(model: Model, node: Node) -> frozenset[Symbol]:
    """The symbols that stand free in an expression or in the definitions under it."""
    if isinstance(node, Symbol):
        return frozenset({node})
    found = frozenset().union(*(_spoken_of(model, child) for child in node.children))
    if isinstance(node, tree.Entry) and node.quantity in model.quantities:
        quantity = model.quantities[node.quantity]
        found |= _spoken_of(model, quantity.definition) - {*quantity.formals}
    return found - {node.variable} if isinstance(node, tree.Total) else found


@cache
def _closed(model: Model, node: Expr, scene: Scene) -> Expr:
    match node:
        case Number() | Symbol():
            return node
        case tree.Entry():
            quantity = model.quantities.get(node.quantity)
            if quantity is None:
                raise LookupError(f"{node.quantity} is not defined here")
            inner = scene
            for formal, argument in zip(quantity.formals, node.arguments, strict=True):
                inner = replace(inner, where={**inner.where, formal: scene.point(argument)})
            return model.closed(quantity.definition, inner)
        case tree.Total():
            terms = (
                _times(count, model.closed(node.body, scene.with_(node.variable, point)))
                for point, count in model.structure.orbits(node.range, scene)
            )
            total: Expr = ZERO
            for term in terms:
                total = _plus(total, term)
            return total
        case tree.Indicator():
            return ONE if model.structure.holds(node.claim, scene) else ZERO
        case tree.Cases():
            return model.closed(model.branch(node, scene), scene)
        case tree.Plus():
            return _plus(model.closed(node.left, scene), model.closed(node.right, scene))
        case tree.Times():
            return _times(model.closed(node.left, scene), model.closed(node.right, scene))
        case tree.Minus() | tree.Over() | tree.Power() | tree.Negative() | tree.Call():
            return node.rebuilt(tuple(model.closed(cast(Expr, child), scene) for child in node.children))
    raise TypeError(f"{type(node).__name__} has no closed form")


def _plus(left: Expr, right: Expr) -> Expr:
    if _is(left, 0):
        return right
    return left if _is(right, 0) else tree.Plus(left, right)


def _times(left: Expr, right: Expr) -> Expr:
    if _is(left, 0) or _is(right, 0):
        return ZERO
    if _is(left, 1):
        return right
    return left if _is(right, 1) else tree.Times(left, right)


def _is(node: Expr, value: int) -> bool:
    return isinstance(node, Number) and node.value == value
