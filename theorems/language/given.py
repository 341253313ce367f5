"""What a statement is given: data put together from declared parameters, and the printed hypotheses.

Everything else about the domain derives from these: exact checks, the symbolic cases of a proof with their nonnegative slack,
complements of index sets, the set where all can be met.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeGuard, cast

import sympy

from kernels.arithmetic import SYMBOLIC, Arithmetic
from theorems.instance import Instance
from theorems.language import tree
from theorems.language.assembled import Assembled, Tied
from theorems.language.intervals import Interval, assumptions, halves_of
from theorems.language.printing import text
from theorems.language.structure import COLUMN, ROW, Scene
from theorems.language.tree import Claim, Expr, Node, Number, Relation, Symbol, free_symbols, log, sqrt
from theorems.language.values import value
from theorems.statement import Condition, Domain, SymbolicCase


@dataclass(frozen=True)
class Given(Assembled):
    """The data of a statement under its hypotheses, as a domain and in symbolic cases."""

    def __hash__(self) -> int:
        return id(self)

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
            case tree.Member(element=Symbol() as index):
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
            tree.Member(node.variable, node.range)
            for _, node in claim.walk()
            if _kind_by_kind(node) and node.variable not in about
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
        assert isinstance(self.other, Given)
        kept = tuple(h for h in self.hypotheses if self._on_indices(h))
        return replace(self.other, about=self.about, hypotheses=(*self.other.hypotheses, *kept)).domain()

    def _ranges(self) -> list[Claim]:
        """Every index lies among the rows or the columns."""
        structure = self.model.structure
        ends = {ROW: self.length, COLUMN: structure.columns}
        return [tree.Chain((Number(Fraction(1), "1"), s, ends[s.sort]), ("<=", "<=")) for s in self.about]

    def _on_indices(self, claim: Claim) -> bool:
        """Does a hypothesis say how the indices of the statement lie (and not only that they are indices)?"""
        names = free_symbols(claim)
        return bool(names & set(self.about)) and not isinstance(claim, tree.Chain)

    def _condition(self, claim: Claim) -> Condition:
        structure = self.model.structure
        on_case = (lambda scene: structure.holds(claim, scene)) if self._on_indices(claim) else None
        return Condition(claim, lambda i: self.true(claim, i), self._steer(claim), on_case)

    def _steer(self, claim: Claim) -> Any:
        """Moves a drawn index into a condition on it: ``j0 = j3``, ``j0 ≠ j3``, ``i0 ∈ {2, ..., d-1}``."""
        if not self._on_indices(claim) or not isinstance(claim, tree.Member | Relation):
            return None
        index = claim.element if isinstance(claim, tree.Member) else claim.left
        if not isinstance(index, Symbol):
            return None

        def steered(i: Instance) -> Instance:
            if self.true(claim, i):
                return i
            if isinstance(claim, tree.Member):
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
                    return self.value(tree.Entry(quantity.name, quantity.formals))
        raise AttributeError(f"no parameter or quantity {name} here")


def _tree(condition: Claim | Condition) -> Claim:
    if isinstance(condition, Condition):
        raise TypeError(f"{condition.text}: a condition on these data is written as a claim")
    return condition


def _kind_by_kind(node: Node) -> TypeGuard[tree.ExactlyOne | tree.Total]:
    """Is it shown of one kind of element at a time: exactly one has a property, so many have it?"""
    match node:
        case tree.Total(body=tree.Indicator(claim=property_)):
            return any(isinstance(each, tree.Entry) for _, each in property_.walk())
    return isinstance(node, tree.ExactlyOne)


def _asks_for_two(claim: Claim, length: Symbol) -> bool:
    return isinstance(claim, Relation) and claim.left is length and claim.sign == ">=" and getattr(claim.right, "value", 0) >= 2
