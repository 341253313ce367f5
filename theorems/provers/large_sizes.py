"""Calculations for all large sizes: valid wherever certain relations hold, each of which every admissible family meets at last.

What counts as met at last is read off the hypotheses, never off one family: a size passes every number that does not grow with
it, a growth hypothesis ``f = o(g)`` gives ``f ≤ q g`` for each q > 0 and ``f = ω(g)`` gives ``q g ≤ f``, ``limsup f < g`` gives
``f ≤ g - q`` for some q > 0, and what tends to infinity or to 0 passes what is fixed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Ball, Truth
from theorems.instance import Instance
from theorems.kernel.arithmetic import Facts
from theorems.kernel.context import Context
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import Script, by
from theorems.language.derivatives import elementary_of
from theorems.language.letters import EPSILON, as_index
from theorems.language.printing import text
from theorems.language.rules import conjuncts
from theorems.language.tree import Claim, Expr, Order, Relation, Symbol, Times, Words, expr, free_symbols, held
from theorems.provers.calculation import MEMBERS, checked
from theorems.provers.context import evidence_of, hypotheses, line_of
from theorems.provers.display import Link, links
from theorems.provers.families import Family
from theorems.provers.growth import tends_to_infinity, tends_to_zero
from theorems.statement import Part
from theorems.vocabulary import Evidence


@dataclass(frozen=True)
class AtEverySize:
    """A claim that the hypotheses give at every size, by the script."""

    claim: Claim
    script: Script


@dataclass(frozen=True)
class FromSomeSizeOn:
    """The claim wherever the ``beyond`` relations hold, by ``script``; these hold from some size on along every family.

    size: what grows; fixed: numbers that do not vary with it
    first: what the script may use as well; it is shown without the relations
    gap:  a name for what ``limsup f < g`` leaves between f and g at last, a fixed number as well
    """

    size: Symbol
    beyond: tuple[Relation, ...]
    script: Script = field(default_factory=by)
    fixed: tuple[Symbol, ...] = ()
    first: tuple[AtEverySize, ...] = ()
    gap: Symbol | None = None

    def shown(self, part: Part, family: Family, confirm: Sequence[int]) -> tuple[tuple[str, ...], Evidence]:
        del confirm  # what is shown holds along every family
        context, line = self.given(part), line_of(part)
        self._held_against(part, family)
        self._leaves_large_sizes(context)
        said = (c.claim for c in part.domain.conditions if c.growth and c.claim is not None)
        growth = [each for claim in said for each in conjuncts(claim)]
        if line.reduced.sizes - {self.size}:
            raise GapError(f"the printed line speaks of large {', '.join(sorted(s.name for s in line.reduced.sizes))}")
        known = {*line.reduced.letters, *_named_with(line.claim), *(letter for claim in growth for letter in held(claim))}
        for symbol in self.fixed:
            if symbol not in known:
                raise GapError(f"no hypothesis says that {symbol.name} is fixed")
        before: list[str] = []
        for each in self.first:
            before += checked(each.script, each.claim, context)
            context = context.assuming(each.claim)
        met = [
            f"{self._from_some_size} {text(relation)}: {self._reason(relation, growth, context)}" for relation in self.beyond
        ]
        steps = checked(self.script, line.at_an_instance, context.assuming(*self.beyond))
        return (*before, *met, *steps), evidence_of(context)

    def asked(self, part: Part) -> tuple[Claim, Context]:
        """What the script is to show, and what it may use."""
        first = (each.claim for each in self.first)
        return line_of(part).at_an_instance, self.given(part).assuming(*first, *self.beyond)

    def given(self, part: Part) -> Context:
        """What holds at every size. Raises GapError where the gap is something else already."""
        context = hypotheses(part)
        if self.gap is None:
            return context
        if any(self.gap in free_symbols(claim) for claim in (line_of(part).at_an_instance, *context.claims)):
            raise GapError(f"{self.gap.name} already has a meaning")
        return context.assuming(self.gap > 0)

    def _held_against(self, part: Part, family: Family) -> None:
        """Raise GapError where the size does not grow along a family, or what is called fixed varies."""
        first, *_, last = (family.member(k) for k in range(family.first, family.first + MEMBERS))
        if balls.gt(_number(part, self.size, last), _number(part, self.size, first)) is not Truth.HOLDS:
            raise GapError(f"{self.size.name} does not grow along {family.text}")
        for symbol in self.fixed:
            if balls.eq(_number(part, symbol, first), _number(part, symbol, last)) is Truth.FAILS:
                raise GapError(f"{symbol.name} is not fixed along {family.text}")

    def _leaves_large_sizes(self, context: Context) -> None:
        """Raise GapError where a hypothesis is met by no large size: all is true of them then."""
        for relation in context.relations:
            gap = relation.left - relation.right
            gaps = {"<=": (gap,), "<": (gap,), ">=": (-gap,), ">": (-gap,), "==": (gap, -gap)}.get(relation.sign, ())
            if any(tends_to_infinity(each, self.size, self._positive(context)) for each in gaps):
                raise GapError(f"no large {self.size.name} meets {text(relation)}")

    @property
    def _from_some_size(self) -> str:
        return f"from some {self.size.name} on"

    def links(self, part: Part) -> Iterable[Link]:
        beyond = (Link(relation, self._from_some_size) for relation in self.beyond)
        first = chain.from_iterable(links(each.script, each.claim) for each in self.first)
        return chain(first, beyond, links(self.script, line_of(part).at_an_instance))

    def _reason(self, relation: Relation, growth: list[Claim], context: Context) -> str:
        """Why every admissible family meets the relation at last. Raises GapError where that is not seen."""
        known = Facts(context.relations)
        low, high = (relation.left, relation.right) if relation.sign in ("<=", "<") else (relation.right, relation.left)
        if relation.sign not in ("<=", "<", ">=", ">"):
            raise GapError(f"{text(relation)} is no bound")
        for hypothesis in growth:
            q = _factor(hypothesis, low, high)
            if q is not None and relation.sign in ("<=", ">=") and self._is_fixed(q) and known.give(q > 0):
                self._is_no_negative(hypothesis, context)
                return text(hypothesis)
            if self._stays_below(hypothesis, low, high):
                return text(hypothesis)
        positive = self._positive(context)
        has_value = next(known.without_value(low <= 0), None) is None  # √c ≤ n gives c ≥ 0, which no size brings about
        if self._is_fixed(low) and has_value and tends_to_infinity(high, self.size, positive):
            return f"{text(high)} → ∞"
        if self._is_fixed(high) and known.give(high > 0) and tends_to_zero(low, self.size, positive):
            return f"{text(low)} → 0"
        if has_value and tends_to_infinity(high - low, self.size, positive):
            return f"{text(high)} - ({text(low)}) → ∞"
        raise GapError(f"not every admissible family is known to meet {text(relation)} at last")

    def _is_no_negative(self, hypothesis: Claim, context: Context) -> None:
        """Raise GapError where ``f = o(g)``, that is ``|f| ≤ q |g|``, may give no bound by q g; f = ω(g) is said of f > 0."""
        match hypothesis:
            case Relation(right=Order(kind="o", argument=g)) if not tends_to_infinity(g, self.size, self._positive(context)):
                try:
                    context.with_reasons([self.size > 0, g >= 0])
                except GapError as gap:
                    reason = f"{text(hypothesis)} bounds nothing by {text(g)}, which is not known to be nonnegative"
                    raise GapError(reason) from gap

    @property
    def _constants(self) -> frozenset[Symbol]:
        return frozenset({*self.fixed, *([self.gap] if self.gap is not None else [])})

    def _stays_below(self, hypothesis: Claim, low: Expr, high: Expr) -> bool:
        """Does the hypothesis say ``limsup low < g`` of a fixed g, and is ``high`` this g less the gap?"""
        match hypothesis:
            case Words(pieces=("limsup ", Relation(left=left, sign="<", right=g), *_)) if self.gap is not None:
                return left is low and self._is_fixed(g) and high is g - self.gap
        return False

    def _is_fixed(self, node: Expr) -> bool:
        return elementary_of(node, self._constants)

    def _positive(self, context: Context) -> frozenset[Symbol]:
        known = Facts(context.relations)
        return frozenset(symbol for symbol in self._constants if known.give(symbol > 0))


def _named_with(claim: Claim) -> set[Symbol]:
    """ε where a name has it, ``S_ε(u)``: what is said of S_ε at large sizes is said of one ε."""
    bare = any(node is EPSILON for _, node in claim.walk())
    return {EPSILON} if as_index(EPSILON, claim) and not bare else set()


def _number(part: Part, symbol: Symbol, member: Instance) -> Ball:
    """The value of a name at a member of a family."""
    if symbol.name in member:
        return balls.ball(member[symbol.name])
    found: Ball = line_of(part).given.seen(part.domain.bind(member, BALLS)).value(symbol)
    return balls.ball(found)


def _factor(hypothesis: Claim, low: Expr, high: Expr) -> Expr | None:
    """The q of ``low ≤ q g`` where the hypothesis says ``low = o(g)``, of ``q g ≤ high`` where it says ``high = ω(g)``."""
    if not (isinstance(hypothesis, Relation) and hypothesis.sign == "==" and isinstance(hypothesis.right, Order)):
        return None
    sides = {"o": (low, high), "ω": (high, low)}.get(hypothesis.right.kind)
    if sides is None or hypothesis.left is not sides[0]:
        return None
    match sides[1]:
        case Times(left=q, right=g) if g is hypothesis.right.argument:
            return q
        case g if g is hypothesis.right.argument:
            return expr(1)
    return None
