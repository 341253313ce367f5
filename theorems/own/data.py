"""The data of a claim over declared names: which instances there are, and what the names are worth at one of them."""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise, product
from math import ceil, floor, prod
from typing import Any

import numpy as np
from hypothesis import reject
from hypothesis import strategies as st

from kernels.arithmetic import BALLS, FLOAT, Arithmetic
from theorems.instance import Instance
from theorems.language.seen import NoValueError, Scope
from theorems.language.tree import Claim, Component, Expr, ForAll, Number, Relation, free_symbols
from theorems.language.values import constant
from theorems.own import arrays
from theorems.own.declared import LARGEST, parameters_of, sizes_in
from theorems.own.equations import degree_in, solved_for, sphere_of
from theorems.own.functions import Sought, Wanted
from theorems.own.laws import WantedLaw
from theorems.own.parameters import INTEGER, KINDS, REAL, SIGNS, SIMPLEX, SIZE, FunctionName, LawName, Parameter, Told
from theorems.own.values import Point, floats, seen_at

ROUGH = 4  # the denominator of the simplest vectors of norm 1, seen from a pole
FARTHEST = 60  # how far the places of the simplest values add up
DOUBLED = 31  # times, as far as a search goes out by doubling
NEAR = (24, 32, 48, 64, 128)  # halvings
MOST_LITERALS = 8  # of a claim, as values of its names
MOST_TOLD = 40  # of the simplest functions and laws
MOST_LOOKED_AT = 20_000  # instances of a finite range
TERMS, TERMS_SECONDS = range(5, 14), 0.3  # doublings of how many terms there are, until one point takes so long
BASES = tuple(Fraction(k, 2) for k in (0, 2, -2, 4, -4, 1, -1))  # where a quadric is looked for
BITS = 1024  # a hypothesis that is not decided so precisely is not met


@dataclass(frozen=True, eq=False)
class Instances:
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
                if parameter not in found and not free_symbols(equation.right) & {parameter, *found}:
                    found[parameter] = equation, relation
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
                {p: _kept(known, p, ()) if exact else v for p, v in known.items() if p.shape and not isinstance(p, Told)}
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

    def small(self) -> Iterator[Instance]:
        """All simplest values of all names, the instances whose places add up to little first."""
        free = [p for p in self.parameters if p not in self.given]
        most = [len(self.sizes[p]) if p in self.sizes else _most(p) for p in free]
        for places in arrays.each_sum(most, FARTHEST):
            chosen = dict(zip(free, places, strict=True))

            def choose(parameter: Parameter, shape: tuple[int, ...], chosen: dict[Parameter, int] = chosen) -> Any:
                simple = self.sizes.get(parameter) or arrays.simple(parameter, shape)
                if chosen[parameter] >= len(simple):
                    raise IndexError
                return self.fitted(parameter, simple[chosen[parameter]], ROUGH)

            try:
                found = self.instance(choose)
            except IndexError:  # there are fewer structures of this size
                continue
            if found is not None:
                yield found

    @property
    def finite(self) -> bool:
        """Are the names whole numbers between two ends, and few enough to look at all?"""
        free = [p for p in self.parameters if p not in self.given]
        ends = [(p.low, p.high) for p in free if p.kind == INTEGER and p.low is not None and p.high is not None]
        return 0 < len(free) == len(ends) and prod(int(high - low) + 1 for low, high in ends) <= MOST_LOOKED_AT

    def every(self) -> Iterator[Instance]:
        """All instances of finitely many, those of numbers near 0 first."""
        free = [p for p in self.parameters if p not in self.given]
        each = [sorted(range(int(p.low or 0), int(p.high or 0) + 1), key=abs) for p in free]
        for values in product(*each):
            found = self.instance(partial(_kept, dict(zip(free, map(Fraction, values), strict=True))))
            if found is not None:
                yield found

    def doublings(self) -> Iterator[Instance]:
        """All numbers large together, and one of them alone, ever larger, as far as their ranges go."""
        for k in range(1, DOUBLED if self.numbers else 1):
            for far in (self.numbers, *([each] for each in self.numbers if len(self.numbers) > 1)):
                for sign in (1, -1):
                    yield from self._at(far, Fraction(sign * 2**k))

    def farther(self) -> Iterator[Instance]:
        """Ever more terms of what is taken together over a range, and longer arrays that a recursion gives, the rest simple.

        Whoever looks at one says so by asking for the next; none of a length that takes long to look at.
        """
        beyond = replace(self, farthest=None) if self.farthest is not None else self
        sizing = sizes_in(*self.parameters)
        for p in self.parameters if self.farthest is not None else ():
            longer = p.kind == INTEGER or (p.kind == SIZE and not p.most)
            if not longer or p in self.given or (p in sizing and not self.recursions):
                continue
            for k in TERMS:

                def choose(q: Parameter, shape: tuple[int, ...], p: Parameter = p, k: int = k) -> Any:
                    if q is p:
                        return arrays.toward(p, Fraction(2**k), None)
                    return self.fitted(q, (self.sizes.get(q) or arrays.simple(q, shape))[0], ROUGH)

                began = time.process_time()
                found = beyond.instance(choose)
                if found is not None:
                    yield found
                if time.process_time() - began > TERMS_SECONDS:
                    break

    def beside(self, literals: Iterable[Fraction]) -> Iterator[Instance]:
        """One number where the claim's own ones are, beside them and half as far, near 0, and near the others, which are 1."""
        told = list(dict.fromkeys(literals))[:MOST_LITERALS]
        for p in self.numbers:
            whole = [Fraction(k) for c in told for k in (floor(c), floor(c) + 1, ceil(c) - 1, floor(c / 2))]
            real = [*(x for c in told for x in (c, c / 2)), *(x + Fraction(1, 2**k) for k in NEAR for x in (0, 1))]
            for value in whole if p.kind in (SIZE, INTEGER) else real:
                for sign in (1, -1):
                    yield from self._at([p], sign * value)

    @cached_property
    def numbers(self) -> list[Parameter]:
        """Those that are free to be moved far; none where there are arrays."""
        arrays_ = [p for p in self.parameters if p.shape or isinstance(p, Told)]
        return [] if arrays_ else [p for p in self.parameters if p not in self.given]

    def _at(self, far: Sequence[Parameter], value: Fraction) -> Iterator[Instance]:
        chosen = {p: arrays.toward(p, value if p in far else Fraction(1), self.sizes.get(p)) for p in self.numbers}
        found = self.instance(partial(_kept, chosen))
        if found is not None:
            yield found

    def draw(self) -> st.SearchStrategy[dict[str, Any]]:
        return st.integers(0, 2**64 - 1).map(lambda seed: self.drawn(random.Random(seed)))

    def drawn(self, source: random.Random) -> dict[str, Any]:

        def choose(parameter: Parameter, shape: tuple[int, ...]) -> Any:
            sizes = self.sizes.get(parameter)
            if sizes is None:
                return self.fitted(parameter, arrays.drawn(parameter, shape, source), source.choice((2, 5, 10, 100)))
            return source.choice(sizes[:4] if source.random() < 0.6 else sizes)

        return dict(self.instance(choose) or next(self.small(), None) or reject())

    def vary(self, instance: Instance) -> Iterator[Instance]:
        """Simpler and nearby numbers, one at a time; sizes stay."""
        point = self.bind(instance, BALLS)
        given = self.given
        if point.blocks:
            return
        for parameter, value in point.known.items():
            if (
                isinstance(parameter, Told)
                or parameter.kind in (SIZE, SIMPLEX, SIGNS, *KINDS)
                or parameter in {*given, *self.radii}
            ):
                continue
            for place in [()] if not parameter.shape else np.ndindex(value.shape):
                entry = value[place] if place else value
                for other in dict.fromkeys((Fraction(0), Fraction(1), Fraction(round(entry)), entry / 2, entry + 1, entry - 1)):
                    if other != entry and arrays.admitted(parameter, other):
                        moved = other
                        if place:
                            moved = value.copy()
                            moved[place] = other
                        found = self.instance(partial(_kept, {**point.known, parameter: moved}))
                        if found is not None:
                            yield found


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


def _kept(values: dict[Parameter, Any], parameter: Parameter, shape: tuple[int, ...]) -> Any:
    value = values[parameter]
    if not hasattr(value, "tolist"):
        return value
    return tuple(tuple(row) if isinstance(row, list) else row for row in value.tolist())


def _most(parameter: Parameter) -> int:
    if isinstance(parameter, Told):
        return MOST_TOLD
    return max(len(arrays.simple(parameter, tuple(n for _ in parameter.shape))) for n in (1, 2, 3))


def _shape(parameter: Parameter, values: dict[Parameter, Any]) -> tuple[int, ...]:
    def length(s: Expr) -> int:
        if isinstance(s, Number):
            return int(s.value)
        if isinstance(s, Parameter):
            return int(values[s])
        return seen_at(Point({p: v for p, v in values.items() if p.kind == SIZE}, BALLS)).element(s, {})

    return tuple(map(length, parameter.shape))
