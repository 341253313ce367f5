"""The data of a claim over declared names: which instances there are, and what the names are worth at one of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from typing import Any

import numpy as np

from kernels.arithmetic import BALLS, FLOAT, Arithmetic
from theorems.instance import Instance
from theorems.language.seen import NoValueError, Scope
from theorems.language.tree import Claim, Component, Expr, ForAll, Number, Relation, free_symbols
from theorems.language.values import constant
from theorems.own import arrays
from theorems.own.declared import LARGEST, parameters_of
from theorems.own.equations import degree_in, solved_for, sphere_of
from theorems.own.functions import Sought, Wanted
from theorems.own.laws import WantedLaw
from theorems.own.parameters import INTEGER, REAL, SIMPLEX, SIZE, FunctionName, LawName, Parameter, Told
from theorems.own.values import Point, floats, seen_at

BASES = tuple(Fraction(k, 2) for k in (0, 2, -2, 4, -4, 1, -1))  # where a quadric is looked for


@dataclass(frozen=True, eq=False)
class Data:
    """The instances of these names; an equation with a number's name on its left gives that number."""

    parameters: tuple[Parameter, ...]
    relations: tuple[Relation, ...] = ()
    sizes: Mapping[Parameter, tuple[Fraction, ...]] = field(default_factory=dict)
    farthest: int | None = None  # whole number that is tried
    recursions: tuple[Claim, ...] = ()
    words: frozenset[str] = frozenset()  # over arrays and functions, that are used

    @cached_property
    def given(self) -> dict[Parameter, Relation]:
        return {parameter: equation for parameter, (equation, _) in self.solved.items()}

    @cached_property
    def solved(self) -> dict[Parameter, tuple[Relation, Relation]]:
        """The numbers that equations give, each with the solved equation and the one that is printed."""
        found: dict[Parameter, tuple[Relation, Relation]] = {}
        for relation in self.relations:
            for parameter, equation in solved_for(relation):
                value = _put(equation.right, {known: each.right for known, (each, _) in found.items()})
                if parameter not in found and parameter not in free_symbols(value):
                    for known, (each, printed) in found.items():  # x = y, y = z: x is z, too
                        found[known] = Relation(known, "==", _put(each.right, {parameter: value})), printed
                    found[parameter] = Relation(parameter, "==", value), relation
                    break
        return found

    @cached_property
    def quadrics(self) -> list[tuple[tuple[Parameter, ...], Expr, tuple[Fraction, ...]]]:
        """Numbers that an equation of the second degree ties, what vanishes there, and a rational point of it."""
        found: list[tuple[tuple[Parameter, ...], Expr, tuple[Fraction, ...]]] = []
        taken = {*self.given}
        for relation in self.relations:
            names = parameters_of(relation)
            if relation.sign != "==" or taken & {*names} or any(p.kind != REAL or p.shape for p in names):
                continue
            difference = relation.left - relation.right
            if degree_in(difference, names) == 2:
                for point in product(BASES, repeat=len(names)):
                    if self._value(difference, names, point) == 0:
                        found.append((names, difference, point))
                        taken |= {*names}
                        break
        return found

    def _value(self, node: Expr, names: tuple[Parameter, ...], point: Iterable[Any]) -> Any:
        values = dict(zip(names, point, strict=True))
        return seen_at(Point(values, BALLS if all(isinstance(x, Fraction) for x in values.values()) else FLOAT)).worth(node)

    def tied(self, values: dict[Parameter, Any]) -> bool:
        """Move numbers onto their quadric, along the line from a point that lies on it; False where it is not met again."""
        for names, difference, base in self.quadrics:
            d = [values[p] - x for p, x in zip(names, base, strict=True)]
            ahead, behind = (self._value(difference, names, [x + s * e for x, e in zip(base, d, strict=True)]) for s in (1, -1))
            linear, square = (ahead - behind) / 2, (ahead + behind) / 2
            if square == 0 and linear != 0:
                return False
            step = -linear / square if square else 1
            values.update(zip(names, (x + step * e for x, e in zip(base, d, strict=True)), strict=True))
        return True

    @cached_property
    def radii(self) -> dict[Parameter, Fraction]:
        """The vectors and matrices whose Euclidean norm a hypothesis fixes, and that norm."""
        equations = (relation for relation in self.relations if relation.sign == "==")
        ends = (pair for e in equations for pair in ((e.left, e.right), (e.right, e.left)))
        spheres = (sphere_of(side, radius) for side, end in ends if (radius := constant(end)) is not None and radius > 0)
        return {v: r for v, r in spheres if isinstance(v, Parameter) and v.kind == REAL and v.low is v.high is None}

    def fitted(self, parameter: Parameter, value: Any, denominator: int, counts: tuple[int, ...] = ()) -> Any:
        """The value itself, or an array in its direction of the norm that a hypothesis asks for; None where none is found.

        counts: how often each of its entries stands there
        """
        radius = self.radii.get(parameter)
        if radius is None:
            return value
        rows = value if len(parameter.shape) == 2 else (value,)
        flat = [x for row in rows for x in row]
        fitted = arrays.on_sphere(flat, denominator, counts or (1,) * len(flat))
        if fitted is None:
            return None
        entries = iter(fitted)
        found = tuple(tuple(radius * next(entries) for _ in row) for row in rows)
        return found if len(parameter.shape) == 2 else found[0]

    def near(self, parameter: Parameter, whole: Fraction) -> Fraction:
        """A whole number, or the farthest one that is tried, unless the range begins beyond that."""
        if self.farthest is None:
            return whole
        end = Fraction(self.farthest)
        found = max(-end, min(end, whole))
        return found if arrays.admitted(parameter, found) else whole

    def instance(self, choose: Callable[[Parameter, tuple[int, ...]], Any]) -> Instance | None:
        """The instance of chosen values; None where an equation has no rational solution."""
        values: dict[Parameter, Any] = {}
        given = self.given
        for parameter in self.parameters:
            if parameter not in given:
                lengths = _shape(parameter, values)
                if lengths and not 1 <= min(lengths) <= max(lengths) <= LARGEST:
                    return None
                shape: Any = self.wanted(parameter, values) if isinstance(parameter, Told) else lengths
                chosen = None if shape is None else choose(parameter, shape)
                if chosen is None:
                    return None
                values[parameter] = self.near(parameter, chosen) if parameter.kind == INTEGER else chosen
        if not self.tied(values) or not self.stepped(values):
            return None
        told = {p.name: arrays.written(v) for p, v in values.items()}
        for parameter, relation in given.items():
            try:
                found = seen_at(self.bind(Instance(told), BALLS, without=given)).worth(relation.right)
            except (NoValueError, ArithmeticError):
                return None
            exact = isinstance(found, Fraction)
            if parameter.kind == REAL and not exact:
                continue  # a number that the equation gives wherever it is asked for
            if not exact or not arrays.of_kind(parameter, found):
                return None
            told[parameter.name] = found
        return Instance({p.name: told[p.name] for p in self.parameters if p.name in told}) if told else None

    def stepped(self, values: dict[Parameter, Any]) -> bool:
        """Put in the entries that a recursion gives, one after the other; False where one of them is no rational number.

        Floats of a search are whatever they are.
        """
        for rule in self.recursions:
            exact = not any(isinstance(v, float) for v in values.values())
            known = {p: np.array(v, dtype=object) if isinstance(v, tuple) else v for p, v in values.items()}
            todo: list[tuple[Claim, Scope]] = [(rule, {})]
            while todo:
                claim, scope = todo.pop()
                seen = seen_at(Point(known if exact else floats(known), BALLS if exact else FLOAT))
                if isinstance(claim, ForAll):
                    inside = [(claim.body, {**scope, claim.variable: e}) for e in seen.elements(claim.range, scope)]
                    todo += inside[::-1]
                    continue
                assert isinstance(claim, Relation)
                assert isinstance(claim.left, Component)
                try:
                    found = seen.worth(claim.right, scope)
                    places = tuple(seen.element(place, scope) - 1 for place in claim.left.arguments)
                    known[claim.left.array][places] = found  # type: ignore[index]
                except (LookupError, ArithmeticError):
                    return False
                if exact and not isinstance(found, Fraction):
                    return False
            values.update(
                {p: kept(known, p, ()) if exact else v for p, v in known.items() if p.shape and not isinstance(p, Told)}
            )
        return True

    def wanted(self, told: Told, values: Mapping[Parameter, Any]) -> Sought | None:
        """What the hypotheses ask of a function or of a law, if they do so by rational numbers."""
        known = seen_at(Point({p: v for p, v in values.items() if not p.shape and not isinstance(p, Told)}, BALLS))
        try:
            constants: dict[Any, Any] = {None: None, **{each: known.worth(each) for each in told.constants}}
        except (LookupError, ArithmeticError):
            return None
        if not all(isinstance(value, Fraction) for each, value in constants.items() if each is not None):
            return None
        if isinstance(told, LawName):
            low, high, mean = (constants[each] for each in (told.lowest, told.highest, told.mean))
            return WantedLaw(low, high, mean) if low <= high else None
        assert isinstance(told, FunctionName)
        smooth, strongly, lipschitz = (constants[each] for each in (told.smooth, told.strongly, told.lipschitz))
        length = _shape(told, dict(values))[0] if told.shape else 1
        return Wanted(length, told.convex, smooth, strongly, lipschitz, "∇" in self.words, "argmin" in self.words)

    def bind(self, instance: Instance, arithmetic: Arithmetic, without: Any = ()) -> Point:
        values: dict[Parameter, Any] = {}
        given = [p for p in self.given if p not in without and p.kind == REAL and p.name not in instance]
        for parameter in self.parameters:
            if parameter in without or parameter in given:
                continue
            if parameter.name not in instance:
                raise ValueError(f"{instance}: {parameter.name} has no value")
            if isinstance(parameter, Told):
                wanted = self.wanted(parameter, values)
                if wanted is None:
                    raise ValueError(f"{instance}: {parameter.told} by no rational numbers")
                values[parameter] = wanted.read(str(instance[parameter.name]))
                continue
            values[parameter] = arrays.read(parameter, _shape(parameter, values), instance[parameter.name])
        blocks = _blocks({p: v for p, v in values.items() if not isinstance(p, Told)})
        for parameter in values:
            if parameter.shape and not isinstance(parameter, Told):
                shape = _shape(parameter, values)
                starts = [blocks[s].starts if blocks else range(1, k + 1) for s, k in zip(parameter.shape, shape, strict=True)]
                values[parameter] = arrays.laid_out(values[parameter], starts)
        counts = {size: found.counts for size, found in blocks.items()}
        true = set()
        for parameter in given:
            known = values if arithmetic is not FLOAT else floats(values)
            with np.errstate(all="ignore"):
                values[parameter] = seen_at(Point(known, arithmetic, blocks=counts)).worth(self.given[parameter].right)
            true |= {*self.solved[parameter]}
        return Point(values, arithmetic, frozenset(true), counts)

    def resized(self, instance: Instance, size: Parameter, length: Fraction) -> Instance:
        """With arrays that have more or fewer of what is most frequent there. Raises ValueError where none would be left."""
        told: dict[str, Any] = {size.name: length}
        for p in self.parameters:
            if size in p.shape:
                rows = arrays.runs(instance[p.name])
                if size is p.shape[-1]:
                    rows = replace(rows, items=tuple(row.resized(int(length)) for row in rows.items))
                if len(p.shape) == 2 and size is p.shape[0]:
                    rows = rows.resized(int(length))
                found = rows if len(p.shape) == 2 else rows.items[0]
                if p.kind == SIMPLEX:
                    found = replace(found, items=arrays.normal(found.items, found.counts))
                told[p.name] = arrays.written(found)
        return instance.but(**told)


def _blocks(values: Mapping[Parameter, Any]) -> dict[Expr, arrays.Runs]:
    """Where equal entries stand side by side in all arrays, along each of their axes; {} where none do."""
    starts: dict[Expr, set[int]] = {}
    lengths: dict[Expr, int] = {}
    for parameter, rows in values.items():
        for size, found in zip(
            parameter.shape, arrays.by_axes(rows, len(parameter.shape)) if parameter.shape else (), strict=True
        ):
            starts.setdefault(size, set()).update(found)
        lengths |= dict(zip(parameter.shape, _shape(parameter, dict(values)), strict=True))
    if all(len(starts[size]) == length for size, length in lengths.items()):
        return {}
    places = {size: sorted(found) for size, found in starts.items()}
    counts = {size: [b - a for a, b in pairwise([*found, lengths[size] + 1])] for size, found in places.items()}
    return {size: arrays.Runs((None,) * len(found), tuple(found)) for size, found in counts.items()}


def _put(node: Expr, values: Mapping[Parameter, Expr]) -> Expr:
    found: Expr = node.mapped(lambda each: values.get(each) if isinstance(each, Parameter) else None)
    return found


def kept(values: dict[Parameter, Any], parameter: Parameter, shape: tuple[int, ...]) -> Any:
    """The value that a name has among these, arrays as rows of numbers."""
    value = values[parameter]
    if not hasattr(value, "tolist"):
        return value
    return tuple(tuple(row) if isinstance(row, list) else row for row in value.tolist())


def _shape(parameter: Parameter, values: dict[Parameter, Any]) -> tuple[int, ...]:
    def length(s: Expr) -> int:
        if isinstance(s, Number):
            return int(s.value)
        if isinstance(s, Parameter):
            return int(values[s])
        return seen_at(Point({p: v for p, v in values.items() if p.kind == SIZE}, BALLS)).element(s, {})

    return tuple(map(length, parameter.shape))
