"""What a statement is given: parameters with their ranges, the data built from them, the printed hypotheses.

Everything else about the domain derives from these declarations: exact checks, drawn and small instances, neighbours,
the symbolic cases of a proof with their nonnegative slack, complements of index sets, the set where all can be met.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeGuard, cast

import sympy
from hypothesis import strategies as st

from kernels.arithmetic import SYMBOLIC, Arithmetic
from strategies.parameters import block_sizes, positions, rationals
from theorems.instance import Instance
from theorems.language.exact import compiled
from theorems.language.intervals import Interval, assumptions, halves_of, intervals_left
from theorems.language.printing import text
from theorems.language.structure import COLUMN, ROW, Model, Scene
from theorems.language.tree import (
    Chain,
    Claim,
    Entry,
    ExactlyOne,
    Expr,
    Function,
    Indicator,
    Member,
    Node,
    Number,
    Relation,
    Symbol,
    Total,
    free_symbols,
    log,
    relations_of,
    sqrt,
)
from theorems.language.values import value
from theorems.statement import Condition, Domain, SymbolicCase

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
class Given:
    """The data of a statement.

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
    other: Given | None = field(default=None, compare=False)
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

    # -- symbolic cases --------------------------------------------------------------------------------------------------

    def cases(self) -> Iterator[SymbolicCase]:
        """Every way the indices can lie, the parameters as symbols with nonnegative slack.

        A closed interval [low, high] is seen as [low, oo): what is proved there holds on the interval.
        """
        n, root = sympy.Symbol(self.length.name, positive=True), sympy.Symbol("s", positive=True)
        sizes: dict[Expr, Any] = {symbol: sympy.Symbol(symbol.name, positive=True) for symbol in self.sizes}
        free: dict[Expr, Any] = {symbol: sympy.Symbol(symbol.name, **assumptions(i)) for symbol, i in self.intervals.items()}
        numbers: dict[Expr, Any] = {self.length: n, **sizes, **free, log(self.length): root**2, sqrt(log(self.length)): root}
        for symbol, formula in self.derived.items():
            if symbol is not self.length:
                numbers[symbol] = value(formula, numbers, SYMBOLIC)
        halves = [[(free[symbol], half) for half in halves_of(symbol.name, i)] for symbol, i in self.intervals.items()]
        columns = self.model.structure.columns
        for scene, *slack in itertools.product(self.scenes(), *halves):
            width, copies = self.model.structure.needs(scene)
            positive = dict(slack) | {
                sizes[columns]: width + self.beside + sympy.Symbol("epsilon", nonnegative=True),
                sizes[self.copies]: copies + sympy.Symbol("tau", nonnegative=True),
            }
            yield SymbolicCase(
                scene,
                Bound(self, scene, numbers, SYMBOLIC),
                positive,
                size=n,
                size_value=value(self.derived[self.length], numbers, SYMBOLIC),
                size_above_one=width * copies > 1 or any(_asks_for_two(h, self.length) for h in self.hypotheses),
                log_size=root**2,
            )

    # -- the domain ------------------------------------------------------------------------------------------------------

    def where(self, *hypotheses: Claim) -> Given:
        return replace(self, hypotheses=(*self.hypotheses, *hypotheses))

    def without(self, hypothesis: Claim) -> Given:
        """The larger data that drop a hypothesis: their ranges, instances and symbolic cases know nothing of it."""
        kept = tuple(h for h in self.hypotheses if h is not hypothesis)
        named = free_symbols(hypothesis)
        return replace(self, hypotheses=kept, tied=tuple(self._freed(t) if named & {*t.symbols} else t for t in self.tied))

    def _freed(self, tie: Tied) -> Tied:
        """The tie without the ranges of its parameters: points of either sign, 0 and beyond 1, that meet the equation."""
        some = dict.fromkeys(
            (Fraction(0), Fraction(-1), Fraction(1), Fraction(2), *(s * x for x in tie.simple[0] for s in (-1, 1)))
        )
        points = itertools.product(some, repeat=len(tie.symbols))
        meeting = [p for p in points if self.true(tie.equation, {s.name: x for s, x in zip(tie.symbols, p, strict=True)})]
        return replace(tie, simple=tuple(dict.fromkeys((*meeting, *tie.simple))))

    def built_in(self, hypothesis: Claim) -> bool:
        """Does every instance meet it by the way it is assembled, whatever is assumed?"""
        match hypothesis:
            case Relation(left=Symbol() as name, sign="=="):
                return self.derived.get(name) is hypothesis.right
            case Member(element=Symbol() as index):
                return index in self.fixed
        return hypothesis in self._ranges() or any(hypothesis is tie.equation for tie in self.tied)

    def speaking_of(self, symbol: Symbol, meaning: str) -> Given:
        """The same data beside a parameter that only the claims know."""
        return replace(self, free={**self.free, symbol: meaning})

    def feasible_nowhere(self, why: str) -> Given:
        """The same data, whose hypotheses contradict one another."""
        return replace(self, nowhere=why)

    def stating(self, claim: Claim, *conditions: Claim | Condition) -> Given:
        """The data of one claim under its own conditions: it speaks of the indices that stand free in them.

        Raises TypeError for a condition that is no tree: the cases of a proof could not see it.
        """
        return self._stating(claim, *(_tree(condition) for condition in conditions))

    def _stating(self, claim: Claim, *conditions: Claim) -> Given:
        named = frozenset().union(*(free_symbols(c) for c in (claim, *conditions)))
        about = sorted((s for s in named - {*self.fixed} if s.sort in (ROW, COLUMN)), key=lambda s: (s.sort == COLUMN, s.name))
        bound = tuple(
            Member(node.variable, node.range) for _, node in claim.walk() if _kind_by_kind(node) and node.variable not in about
        )
        return replace(self.where(*conditions), about=tuple(about), bound=bound)

    def seen(self, bound: Bound) -> Bound:
        """Bound data answer to the words of the claims themselves."""
        return bound

    def bind(self, instance: Instance, arithmetic: Arithmetic) -> Bound:
        numbers: dict[Expr, Any] = {s: arithmetic.number(instance[s.name]) for s in self.parameters if s.name in instance}
        return Bound(self, self.located(instance), numbers, arithmetic)

    def domain(self) -> Domain:
        """The points that meet the hypotheses, as the engine walks them."""
        conditions = {claim: self._condition(claim) for claim in (*self.hypotheses, *self._ranges())}
        about_indices = [h for h in self.hypotheses if self._on_indices(h)]
        complements = {conditions[h]: self._condition(h.contrary) for h in about_indices if isinstance(h, Relation)}
        return Domain(
            name=self.name,
            draw=self.drawn,
            bind=self.bind,
            conditions=tuple(conditions.values()),
            small=self.small,
            cases=self.cases,
            pattern_of=self.located,
            variables={s.name: meaning for s, meaning in (*self.sizes.items(), *self.free.items())}
            | {s.name: text(Relation(s, "==", formula)) for s, formula in self.derived.items()},
            vary=self.neighbours,
            complements=complements,
            other_dataset=None if self.other is None else self._other_domain,
            feasible=self.feasible(),
            drawn_from=self._drawn_from,
        )

    @property
    def _drawn_from(self) -> tuple[Any, ...]:
        """What the drawn values depend on; the hypotheses only count by the ranges that they leave."""
        ranges, formulas = tuple(self.intervals.items()), tuple(self.derived.items())
        return (self.model.structure, tuple(self.sizes), ranges, formulas, self.fixed, self.about, self.tied)

    def _other_domain(self) -> Domain:
        assert self.other is not None
        kept = tuple(h for h in self.hypotheses if self._on_indices(h))
        return replace(self.other, about=self.about, hypotheses=(*self.other.hypotheses, *kept)).domain()

    def _ranges(self) -> list[Claim]:
        """Every index lies among the rows or the columns."""
        structure = self.model.structure
        ends = {ROW: self.length, COLUMN: structure.columns}
        return [Chain((Number(Fraction(1), "1"), s, ends[s.sort]), ("<=", "<=")) for s in self.about]

    def _on_indices(self, claim: Claim) -> bool:
        """Does a hypothesis say how the indices of the statement lie (and not only that they are indices)?"""
        names = free_symbols(claim)
        return bool(names & set(self.about)) and not isinstance(claim, Chain)

    def _condition(self, claim: Claim) -> Condition:
        structure = self.model.structure
        on_case = (lambda scene: structure.holds(claim, scene)) if self._on_indices(claim) else None
        return Condition(claim, lambda i: self.true(claim, i), self._steer(claim), on_case)

    def _steer(self, claim: Claim) -> Any:
        """Moves a drawn index into a condition on it: ``j0 = j3``, ``j0 ≠ j3``, ``i0 ∈ {2, ..., d-1}``."""
        if not self._on_indices(claim) or not isinstance(claim, Member | Relation):
            return None
        index = claim.element if isinstance(claim, Member) else claim.left
        if not isinstance(index, Symbol):
            return None

        def steered(i: Instance) -> Instance:
            if self.true(claim, i):
                return i
            if isinstance(claim, Member):
                low, high = (int(self._exact(end)(i)) for end in (claim.range.low, claim.range.high))
                return i.but(**{index.name: low + int(i[index.name]) % (high - low + 1)}) if low <= high else i
            target = int(self._exact(claim.right)(i))
            if claim.sign == "==":
                return i.but(**{index.name: target})
            if index.sort == ROW:
                return i.but(**{index.name: target % int(i[self.length.name]) + 1})
            first, width = 1 + self.model.structure.first, int(i[self.model.structure.columns.name]) - self.beside
            return i.but(**{index.name: first + (target - first + 1) % width if target >= first else first})

        return steered

    def admitted(self) -> Iterator[Scene]:
        """The ways in which the hypotheses let the indices lie."""
        on_indices = [h for h in self.hypotheses if self._on_indices(h)]
        structure = self.model.structure
        return (s for s in self.scenes() if all(structure.holds(h, s) for h in on_indices))

    def scenes(self) -> Iterator[Scene]:
        """The ways in which the indices can lie, those of quantifiers inside their ranges."""
        structure = self.model.structure
        scenes = structure.scenes((*self.indices, *(cast(Symbol, member.element) for member in self.bound)))
        return (s for s in scenes if all(structure.holds(member, s) for member in self.bound))

    def feasible(self) -> str:
        """In words the exact set of parameters for which all hypotheses can be met."""
        if self.nowhere:
            return f"nowhere: {self.nowhere}"
        structure = self.model.structure
        needs = {structure.needs(scene) for scene in self.admitted()}
        if not needs:
            return "nowhere: the conditions on the indices exclude one another"
        least = {p for p in needs if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in needs)}
        sizes = " or ".join(sorted(self._least_sizes(*p) for p in least))
        if least == {(1, 2), (2, 1)}:
            sizes = f"{self._least_sizes(1, 1)}, {self.length.name} ≥ 2"
        ranges = [self._shown(symbol, interval) for symbol, interval in self.intervals.items()]
        formulas = [text(Relation(symbol, "==", formula)) for symbol, formula in self.derived.items()]
        larger = [text(h) for h in self.hypotheses if _asks_for_two(h, self.length) and (1, 1) in needs]
        return "; ".join([sizes, *formulas, *ranges, *(text(tie.equation) for tie in self.tied), *larger])

    def _least_sizes(self, width: int, copies: int) -> str:
        return f"{self.model.structure.columns.name} ≥ {width + self.beside}, {self.copies.name} ≥ {copies}"

    @staticmethod
    def _shown(symbol: Symbol, interval: Interval) -> str:
        if interval.low is not None and interval.high is not None:
            left, right = "[("[interval.low_open], "])"[interval.high_open]
            return f"{symbol.name} in {left}{interval.low}, {interval.high}{right}"
        end, sign = (interval.low, ">" if interval.low_open else "≥") if interval.low is not None else (interval.high, "≤")
        return f"{symbol.name} {sign} {end}"


@dataclass(frozen=True)
class Bound:
    """The data of an instance, or of a symbolic case, seen through one arithmetic; parameters are attributes."""

    given: Given
    pattern: Scene
    numbers: Mapping[Expr, Any]
    arithmetic: Arithmetic
    known: dict[Expr, Any] = field(default_factory=dict, compare=False)

    def value(self, node: Expr, scene: Scene | None = None) -> Any:
        """The value of an expression of the paper's quantities, parameters and indices; ``scene``: how the indices lie."""
        closed = self.given.model.closed(node, self.pattern if scene is None else scene)
        return value(closed, self.numbers, self.arithmetic, self.known)

    @property
    def log_n(self) -> Any:
        """The logarithm of the length; in a symbolic case through the symbol of its root."""
        return self.value(log(self.given.length))

    @property
    def sqrt_log_n(self) -> Any:
        return self.value(sqrt(log(self.given.length)))

    def ratio(self, numerator: int, denominator: int) -> Any:
        return self.arithmetic.ratio(numerator, denominator)

    def __getattr__(self, name: str) -> Any:
        """A parameter, or a quantity at the statement's own indices: ``f_exp`` is the entry (j0, j1)."""
        if not name.startswith("_"):
            for symbol, number in self.numbers.items():
                if isinstance(symbol, Symbol) and symbol.name == name:
                    return number
            for quantity in self.given.model.quantities.values():
                if quantity.name.partition("(")[0] == name and set(quantity.formals) <= self.pattern.where.keys():
                    return self.value(Entry(quantity.name, quantity.formals))
        raise AttributeError(f"no parameter or quantity {name} here")


def _tree(condition: Claim | Condition) -> Claim:
    if isinstance(condition, Condition):
        raise TypeError(f"{condition.text}: a condition on these data is written as a claim")
    return condition


def _kind_by_kind(node: Node) -> TypeGuard[ExactlyOne | Total]:
    """Is it shown of one kind of element at a time: exactly one has a property, so many have it?"""
    match node:
        case Total(body=Indicator(claim=property_)):
            return any(isinstance(each, Entry) for _, each in property_.walk())
    return isinstance(node, ExactlyOne)


def _asks_for_two(claim: Claim, length: Symbol) -> bool:
    return isinstance(claim, Relation) and claim.left is length and claim.sign == ">=" and getattr(claim.right, "value", 0) >= 2


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
