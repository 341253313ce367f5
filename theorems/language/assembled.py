"""The data that a statement speaks of: parameters with their ranges, exact values, drawn and small instances, neighbours."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

from hypothesis import strategies as st

from strategies.parameters import block_sizes, positions, rationals
from theorems.instance import Instance
from theorems.language.exact import compiled
from theorems.language.intervals import Interval, intervals_left
from theorems.language.structure import ROW, Model, Scene
from theorems.language.tree import Claim, Expr, Function, Member, Node, Symbol, free_symbols, relations_of

SIMPLE = tuple(
    Fraction(x) for x in ["1", "2", "10", "1/2", "3/2", "1/10", "9/10", "1/5", "4/5", "1/11", "1/20", "1/100", "99/1000"]
)
BELOW = (Fraction(0), Fraction(-1), Fraction(1, 20))  # come first where a parameter has no lower end
MOST_SIMPLE = 6  # values of one rational parameter among the small instances
SIZES = (*range(1, 25), *(10**k for k in (2, 3, 4, 5, 6, 7, 9, 12, 20, 50, 100, 300)))


@dataclass(frozen=True)
class Tied:
    """Free parameters that an equation ties together, so that neither can be drawn without the other.

    A symbolic case leaves them free of each other: what is proved there holds where the equation does.
    """

    symbols: tuple[Symbol, ...]
    equation: Claim
    drawn: Callable[[], st.SearchStrategy[tuple[Fraction, ...]]]
    simple: tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Assembled:
    """The data of a statement, put together from sizes, free parameters and indices.

    name:       as a reader calls it: ``D1 of Definition D.1, QKᵀ = 1_{d×d}``
    model:      the structure of the indices and the quantities defined over the data
    free:       the rational parameters that vary, each with its meaning
    derived:    parameters that others determine, in order: ``{n: (d - 2) t, c: 1 - b}``
    fixed:      the indices that belong to the data (``j3``)
    hypotheses: as printed, in this order
    about:      the indices that the statement speaks of
    bound:      what its quantifiers range over; a symbolic case says how those indices lie, an instance does not
    other:      the other dataset, for mutants
    nowhere:    why no instance meets the hypotheses, where none does
    tied:       the free parameters that are drawn together
    """

    name: str
    model: Model
    free: Mapping[Symbol, str]
    derived: Mapping[Symbol, Expr]
    fixed: tuple[Symbol, ...]
    hypotheses: tuple[Claim, ...]
    sizes: Mapping[Symbol, str]
    about: tuple[Symbol, ...] = ()
    bound: tuple[Member, ...] = ()
    other: Assembled | None = field(default=None, compare=False)
    nowhere: str = ""
    tied: tuple[Tied, ...] = ()
    _functions: dict[Node, Callable[[Mapping[str, Any]], Any]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __hash__(self) -> int:
        return id(self)

    @property
    def indices(self) -> tuple[Symbol, ...]:
        return (*self.fixed, *self.about)

    @property
    def kinds(self) -> frozenset[Symbol]:
        """What stands for one kind of element at a time in a symbolic case."""
        return frozenset(cast(Symbol, member.element) for member in self.bound)

    @property
    def length(self) -> Symbol:
        """The symbol of the number of rows: the first derived one."""
        return next(iter(self.derived))

    @property
    def copies(self) -> Symbol:
        found = self.model.structure.copies
        assert isinstance(found, Symbol)
        return found

    @property
    def beside(self) -> int:
        """How many columns stand beside the blocks."""
        return self.model.structure.first + self.model.structure.last

    # -- exact values ----------------------------------------------------------------------------------------------------

    def numbers(self, instance: Mapping[str, Any]) -> dict[Expr, Any]:
        """The exact value of every symbol that the instance has."""
        return {symbol: instance[symbol.name] for symbol in (*self.parameters, *self.indices) if symbol.name in instance}

    @cached_property
    def parameters(self) -> tuple[Symbol, ...]:
        """The sizes and the numbers, without the indices."""
        return (*self.sizes, *self.free, *self.derived)

    def true(self, claim: Claim, instance: Mapping[str, Any]) -> bool:
        """Is a hypothesis true of the instance, exactly?"""
        return bool(self._exact(claim)(instance))

    def _exact(self, node: Node) -> Callable[[Mapping[str, Any]], Any]:
        """A hypothesis, or an expression over parameters and indices, as an exact function of an instance."""
        found = self._functions.get(node)
        if found is None:
            found = self._functions[node] = self._function(node)
        return found

    def _function(self, node: Node) -> Callable[[Mapping[str, Any]], Any]:
        if isinstance(node, Function):
            structure, columns, argument = self.model.structure, self.model.structure.columns.name, self._exact(node.argument)
            return lambda i: (argument(i) - 1) % (int(i[columns]) - self.beside) + 1 + structure.first
        return compiled(node, self._exact)

    def completed(self, values: Mapping[str, Any]) -> Instance:
        """The instance of sizes, free parameters and indices, the derived parameters filled in."""
        known = dict(values)
        for symbol, formula in self.derived.items():
            known[symbol.name] = self._exact(formula)(known)
        numbers = (*self.free, *(s for s in self.derived if s is not self.length))
        return Instance({s.name: known[s.name] for s in (self.length, *self.sizes, *self.fixed, *numbers, *self.about)})

    # -- the ranges of the free parameters -------------------------------------------------------------------------------

    @cached_property
    def intervals(self) -> dict[Symbol, Interval]:
        """What the hypotheses leave of each free parameter; of those that speak of several, all that can be said is nothing."""
        numbers = {*self.parameters}
        told = tuple(r for r in relations_of(*self.hypotheses) if free_symbols(r) <= numbers)
        return dict(intervals_left(tuple(self.free), tuple(self.derived.items()), told))

    # -- instances -------------------------------------------------------------------------------------------------------

    def located(self, instance: Mapping[str, Any]) -> Scene:
        """How the indices of an instance lie."""
        width = int(instance[self.model.structure.columns.name]) - self.beside
        return self.model.structure.located({s: int(instance[s.name]) for s in self.indices if s.name in instance}, width)

    def assembled(self, width: int, copies: int, free: Mapping[str, Any], indices: Mapping[str, Any]) -> Instance:
        """The instance with so many blocks, so often repeated."""
        columns = self.model.structure.columns.name
        return self.completed({columns: width + self.beside, self.copies.name: copies, **free, **indices})

    def drawn(self) -> st.SearchStrategy[dict[str, Any]]:
        """Parameters of one member of the data: structure first, then numbers."""
        return self._drawn

    @cached_property
    def _drawn(self) -> st.SearchStrategy[dict[str, Any]]:
        @st.composite
        def values(draw: st.DrawFn) -> dict[str, Any]:
            columns = self.model.structure.columns.name
            width, copies = draw(block_sizes())
            free = {
                s.name: draw(rationals(i.low, i.high, i.low_open, i.high_open))
                for s, i in self.intervals.items()
                if all(s not in tie.symbols for tie in self.tied)
            }
            for tie in self.tied:
                free |= zip((s.name for s in tie.symbols), draw(tie.drawn()), strict=True)
            chosen: dict[str, int] = {}
            for index in self.indices:
                if index.sort == ROW:
                    chosen[index.name] = draw(
                        positions(width, copies, [chosen[s.name] for s in self.indices if s.name in chosen and s.sort == ROW])
                    )
                else:
                    last = width + self.beside
                    own = [self._exact(Function("block", s))({**chosen, columns: last}) for s in self.fixed]
                    chosen[index.name] = draw(st.one_of(st.sampled_from([1, min(2, last), *own, last]), st.integers(1, last)))
            return dict(self.assembled(width, copies, free, chosen))

        return values()

    def small(self) -> Iterator[Instance]:
        """Instances in order of n, then of the width, then of how their indices lie."""
        apart = [s for s in self.free if all(s not in tie.symbols for tie in self.tied)]
        together = [*((s,) for s in apart), *(tie.symbols for tie in self.tied)]
        simple = [*([(x,) for x in self._simple(self.intervals[s])] for s in apart), *(tie.simple for tie in self.tied)]
        scenes = list(self.model.structure.scenes(self.indices))
        for n in SIZES:
            for width in _divisors(n):
                fitting = [s for s in scenes if self._fits(s, width, n // width)]
                for chosen in itertools.product(*simple):
                    free = {
                        s.name: x for names, xs in zip(together, chosen, strict=True) for s, x in zip(names, xs, strict=True)
                    }
                    for scene in fitting:
                        placed = self.model.structure.placed(scene, width)
                        yield self.assembled(width, n // width, free, {s.name: x for s, x in placed.items()})

    def _fits(self, scene: Scene, width: int, copies: int) -> bool:
        least = self.model.structure.needs(scene)
        return width >= least[0] and copies >= least[1]

    @staticmethod
    def _simple(interval: Interval) -> list[Fraction]:
        ends = [x for x in (interval.low, interval.high) if x is not None and x in interval]
        simple = SIMPLE if interval.low is not None else (*BELOW, *SIMPLE)
        return list(dict.fromkeys([x for x in simple if x in interval][: MOST_SIMPLE - len(ends)] + ends))

    def neighbours(self, instance: Instance) -> Iterator[Instance]:
        """Nearby instances: coefficients moved a little or a lot, sizes up, down, doubled, halved; indices lying as before."""
        columns, copies = self.model.structure.columns.name, self.copies.name
        width, t = int(instance[columns]) - self.beside, int(instance[copies])
        free = {s.name: Fraction(instance[s.name]) for s in self.free}
        placed = {s.name: instance[s.name] for s in self.indices}
        for name, step, sign in itertools.product(
            free, (Fraction(1, 2), Fraction(1, 10), Fraction(1, 50), Fraction(1, 500)), (-1, 1)
        ):
            yield self.assembled(width, t, {**free, name: free[name] * (1 + sign * step)}, placed)
        for tie in self.tied:
            for point in tie.simple:
                yield self.assembled(width, t, {**free, **{s.name: x for s, x in zip(tie.symbols, point, strict=True)}}, placed)
        scene = self.located(instance)
        trades = ((new, t * width // new) for new in (2 * width, width // 2) if new and t * width % new == 0)
        for new_width, new_t in (*((w, t) for w in _near(width)), *((width, u) for u in _near(t)), *trades):
            if self._fits(scene, new_width, new_t):
                moved = self.model.structure.placed(scene, new_width)
                yield self.assembled(new_width, new_t, free, {s.name: x for s, x in moved.items()})


def _divisors(n: int) -> list[int]:
    """The divisors of a small n; 1, 2, 10, about the root and n itself for a power of ten."""
    if n < 25:
        return [w for w in range(1, n + 1) if n % w == 0]
    root = 10 ** (len(str(n)) // 2)
    return sorted({w for w in (1, 2, 10, root, n // 2, n) if n % w == 0})


def _near(size: int) -> list[int]:
    """One up and down, twice, ten times, half, and smaller steps down for a search that closes in on a threshold."""
    steps = {size // 4**k for k in range(1, 60) if size // 4**k}
    return [size - 1, size + 1, 2 * size, 10 * size, size // 2, *(size - step for step in sorted(steps, reverse=True))]
