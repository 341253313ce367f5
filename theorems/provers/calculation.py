"""Proofs that start from the claim's own tree and end in it: ``lhs ≤ e1 = e2 ≤ rhs``, each link with its reason.

A small checker. It knows how signs compose, how the connectives of a claim are taken apart, that an application of a theorem
has to discharge its hypotheses, and that a link follows from facts by arithmetic (:mod:`~theorems.provers.arithmetic`). A
link whose reason does not carry it stops the proof and is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from itertools import islice
from typing import Any, Protocol

import sympy

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.language.computed import LOOKED_UP, Computed
from theorems.language.derivatives import derivative, elementary_in
from theorems.language.given import Given
from theorems.language.lemma import Line, PrintedLine
from theorems.language.printing import text
from theorems.language.tree import (
    BINDERS,
    REVERSED,
    And,
    Applied,
    Call,
    Chain,
    Claim,
    Entry,
    Expectation,
    Expr,
    Folded,
    ForAll,
    Function,
    Implies,
    Integral,
    Member,
    Minus,
    Named,
    Negative,
    Node,
    Norm,
    Number,
    Or,
    Order,
    Plus,
    Probability,
    Range,
    Relation,
    SetOf,
    Symbol,
    Times,
    Words,
    expr,
    free_symbols,
)
from theorems.language.values import constant, value
from theorems.provers.argument import GapError
from theorems.provers.arithmetic import Atoms, Facts
from theorems.provers.facts import FUNCTION, INTEGERS, REALS, Fact, fixed, substituted
from theorems.provers.families import Family
from theorems.provers.search import evaluate, met_at
from theorems.statement import Finding, Part
from theorems.vocabulary import Evidence, Verdict


@dataclass(frozen=True)
class Cited:
    """A part that is proved elsewhere, with other trees in place of some of its symbols."""

    line: Line
    put: tuple[tuple[Expr, Expr], ...] = ()

    @property
    def reason(self) -> str:
        part = self.line.part
        return f"{part.statement}/{part.label} ({part.reading.value})" if part.label else part.statement


def cite(line: Line, *put: tuple[Any, Any]) -> Cited:
    """``cite(L9["2a"], (t, t + 1))``: a part for certain arguments."""
    return Cited(line, tuple((expr(a), expr(b)) for a, b in put))


Reason = Fact | Cited | Claim  # a claim: what the facts before it give by arithmetic


@dataclass(frozen=True)
class Context:
    """What holds where a goal is to be shown.

    words: hypotheses that are no trees; data: what the names mean; bound: names that a quantifier has taken from the data;
    cited: the evidence of what was cited; before: how many of the claims were there before the reasons of the link at hand
    """

    claims: tuple[Claim, ...] = ()
    words: frozenset[str] = frozenset()
    data: Any = None
    bound: frozenset[Symbol] = frozenset()
    cited: list[Evidence] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    before: int = 0

    def assuming(self, *claims: Claim) -> Context:
        members = (member for claim in claims if isinstance(claim, And) for member in claim.claims)
        return replace(self, claims=(*self.claims, *claims, *members))

    @property
    def relations(self) -> tuple[Relation, ...]:
        return tuple(relation for claim in self.claims for relation in _relations(claim))

    def near(self, goal: Relation) -> tuple[Relation, ...]:
        """The relations between names that the goal and the reasons of the link speak of: mostly they are enough."""
        names = frozenset().union(*map(free_symbols, (goal, *self.claims[self.before :])))
        return tuple(relation for relation in self.relations if free_symbols(relation) <= names)

    def shows(self, goal: Claim) -> None:
        """Raise GapError unless the goal follows from what holds, by logic and arithmetic alone."""
        if goal in self.claims:
            return
        match goal:
            case Relation():
                if not (_facts(self.near(goal)).give(goal) or _facts(self.relations).give(goal)):
                    missing = list(_facts(self.relations).without_value(goal))
                    raise GapError(text(goal) + (f" (not shown: {', '.join(missing)})" if missing else ""))
            case Chain():
                for link in goal.links:
                    self.shows(link)
            case And():
                for member in goal.claims:
                    self.shows(member)
            case Or():
                if not any(_shown(self, member) for member in goal.claims):
                    raise GapError(text(goal))
            case Implies():
                self.assuming(goal.premise).shows(goal.conclusion)
            case ForAll():
                self.any_of(goal).shows(goal.body)
            case Member() if goal.range is REALS or (goal.range is INTEGERS and self.integer(goal.element)):
                pass
            case Member(range=Range() as range_) if self.integer(goal.element):
                self.shows((range_.low <= goal.element) & (goal.element <= range_.high))
            case Words(pieces=("not random: ", *trees)):
                if not all(self.is_fixed(tree) for tree in trees if isinstance(tree, Node)):
                    raise GapError(text(goal))
            case _:
                raise GapError(text(goal))

    def is_fixed(self, tree: Node) -> bool:
        """Is it put together from what is declared to be no random quantity?"""
        declared = {
            piece for c in self.claims if isinstance(c, Words) and c.pieces[0] == "not random: " for piece in c.pieces[1:]
        }
        if tree in declared or isinstance(tree, Number | Probability | Expectation):
            return True
        match tree:
            case Entry() if not any(isinstance(d, Entry) and d.quantity == tree.quantity for d in declared):
                return False
            case Symbol() | Applied() | Norm() | Function() | Named() | SetOf():
                return False
            case Folded() | Integral() | ForAll():
                inside = self.assuming(fixed(tree.variable))
                return all(inside.is_fixed(child) for child in tree.children)
        return all(self.is_fixed(child) for child in tree.children)

    def integer(self, element: Expr) -> bool:
        """Is it put together from integers and from what is known to be one?"""
        match element:
            case Number():
                return element.value.denominator == 1
            case Plus() | Minus() | Times():
                return self.integer(element.left) and self.integer(element.right)
            case Negative():
                return self.integer(element.argument)
            case Call(name="floor" | "ceil"):
                return True
        known = (claim.range for claim in self.claims if isinstance(claim, Member) and claim.element is element)
        return any(isinstance(range_, Range) or range_ is INTEGERS for range_ in known)

    def any_of(self, goal: ForAll) -> Context:
        """Where the body is to be shown: the variable is anything in its range and occurs nowhere else."""
        if any(goal.variable in free_symbols(node) for node in (*self.claims, goal.range)):
            raise GapError(f"{goal.variable.name} of {text(goal)} already has a meaning")
        known = self.silent_on(goal.variable).assuming(Member(goal.variable, goal.range))
        known = replace(known, bound=known.bound | {goal.variable})
        if isinstance(goal.range, Range):
            known = known.assuming(goal.range.low <= goal.variable, goal.variable <= goal.range.high)
        return known

    def silent_on(self, variable: Symbol) -> Context:
        """Without what holds of this name only for what it meant before."""
        claims = tuple(c for c in self.claims if variable not in free_symbols(c))
        return replace(self, claims=claims, words=frozenset(w for w in self.words if not _mentions(w, variable)))

    def has_values(self, *nodes: Expr) -> None:
        """Raise GapError unless denominators are shown not to vanish, logarithms to be of positive numbers, and so on."""
        known = _facts(self.relations)
        missing = [each for node in nodes for each in known.without_value(Relation(node, "==", node))]
        if missing:
            raise GapError(f"not shown: {', '.join(dict.fromkeys(missing))}")

    def free_of(self, names: frozenset[Symbol], reason: str) -> None:
        """Raise GapError where a name of the data is one that a quantifier uses for something else."""
        for name in sorted(names & self.bound, key=lambda s: s.name):
            raise GapError(f"{reason} speaks of {name.name}, which is bound here")

    def with_reasons(self, reasons: Sequence[Reason]) -> Context:
        """What also holds by the reasons, in their order."""
        known = replace(self, before=len(self.claims))
        for reason in reasons:
            match reason:
                case Fact():
                    known = known.assuming(_applied(known, reason))
                case Cited():
                    known = known.assuming(_claim_of(known, reason))
                case Claim():
                    known.shows(reason)
                    known = known.assuming(reason)
                case _:
                    raise TypeError(f"{reason!r} is no reason")
        return known


@cache
def _facts(relations: tuple[Relation, ...]) -> Facts:
    return Facts(relations)


def _shown(context: Context, goal: Claim) -> bool:
    try:
        context.shows(goal)
    except GapError:
        return False
    return True


def _relations(claim: Claim) -> Iterator[Relation]:
    match claim:
        case Relation():
            yield claim
        case Chain():
            yield from claim.links
        case And():
            for member in claim.claims:
                yield from _relations(member)


def _discharged(context: Context, hypothesis: Claim, reason: str) -> None:
    try:
        context.shows(hypothesis)
    except GapError as gap:
        raise GapError(f"{reason} needs {gap}") from gap


def _applied(context: Context, fact: Fact) -> Claim:
    """What a theorem says of its arguments here: these have a value and meet the hypotheses."""
    theorem = fact.theorem
    try:
        claim, conditions = fact.claim, fact.hypotheses
    except ValueError as error:
        raise GapError(str(error)) from error
    named = frozenset().union(*map(free_symbols, (theorem.claim, *theorem.hypotheses))) - {*theorem.formals}
    context.free_of(named, fact.reason)
    try:
        context.has_values(*fact.numbers)
    except GapError as gap:
        raise GapError(f"{fact.reason} needs a number: {gap}") from gap
    for condition in conditions:
        _discharged(context, condition, fact.reason)
    if any(formal.sort == FUNCTION for formal in theorem.formals):  # what a function does to its argument may have no value
        context.assuming(*conditions).has_values(*(side for r in _relations(claim) for side in (r.left, r.right)))
    return claim


def _mentions(words: str, name: Symbol) -> bool:
    return re.search(rf"(?<!\w){re.escape(name.name)}(?!\w)", words) is not None


def _same_meaning(claim: Claim, there: Any, here: Any) -> bool:
    """Do the names of a claim mean the same in the data that it is about and in those at hand?"""
    if here is None or there is here:
        return True
    if isinstance(there, Computed) and isinstance(here, Computed):
        return there.points.bind == here.points.bind and list(there.used(claim)) == list(here.used(claim))
    return isinstance(there, Given) and isinstance(here, Given) and there.model is here.model


_RUNNING: list[Part] = []  # the parts whose proofs are under way


@cache
def _finding(part: Part) -> Finding:
    if part.proof is None or part.witness is not None:
        return Finding(Verdict.UNKNOWN, Evidence.NONE, how="it has no proof")
    if part in _RUNNING:
        return Finding(Verdict.UNKNOWN, Evidence.NONE, how="it rests on itself")
    _RUNNING.append(part)
    try:
        return part.proof.run(part)
    finally:
        _RUNNING.pop()


def _claim_of(context: Context, cited: Cited) -> Claim:
    """What a cited part says here. Raises GapError where it does not hold or a hypothesis of it is not met."""
    part = cited.line.part
    finding = _finding(part)
    if finding.verdict is not Verdict.HOLDS or not (finding.evidence.reads_the_claim or finding.evidence is Evidence.ARGUED):
        raise GapError(f"{cited.reason} is cited and is {finding.verdict.value}: {finding.how}")
    context.cited.append(finding.evidence)
    put = {key: tree for key, tree in cited.put if key is not tree}
    given = hypotheses(part)
    claimed = part.claim
    assert isinstance(claimed, PrintedLine)
    claim = claimed.at_an_instance
    if not _same_meaning(claim, claimed.given, context.data):
        raise GapError(f"{cited.reason} is about {claimed.given.name}")
    _may_be_put(put, (claim, *given.claims), claimed.given, part)
    context.free_of(frozenset().union(*map(free_symbols, (claim, *given.claims))) - dict(cited.put).keys(), cited.reason)
    context.has_values(*put.values())
    for condition in given.words:
        if condition not in context.words or any(_mentions(condition, key) for key in put if isinstance(key, Symbol)):
            raise GapError(f"{cited.reason} needs: {condition}")
    try:
        conditions, claim = [substituted(c, put) for c in given.claims], substituted(claim, put)
    except ValueError as error:
        raise GapError(str(error)) from error
    for condition in conditions:
        _discharged(context, condition, cited.reason)
    return claim


def _may_be_put(put: Mapping[Expr, Expr], claims: Sequence[Claim], data: Any, part: Part) -> None:
    """Raise GapError where a part does not hold for all trees in place of a name.

    The name is a parameter of the points or an index, and whatever the data compute in the claim shows it: ``h(t)`` at
    ``t + 1`` is ``h(t + 1)``, but ``ω_1`` at another ``M`` is another ``ω_1``.
    """
    instance = met_at(part.domain) if put else None
    for key in put:
        names = {s for s in frozenset().union(*map(free_symbols, claims)) if _is_parameter(s, data, instance)}
        if not isinstance(key, Symbol) or key not in names:
            raise GapError(f"{text(key)} is no parameter of {data.name}")
        hidden = [] if key in data.indices else [n for claim in claims for n in _hiding(claim, key, frozenset(names), data)]
        if hidden:
            raise GapError(f"{text(hidden[0])} may depend on {key.name}")


def _is_parameter(name: Symbol, data: Any, instance: Any) -> bool:
    supply = data.quantities.get(name, name.name) if isinstance(data, Computed) else None
    return name in data.indices or (isinstance(supply, str) and instance is not None and supply in instance)


def _hiding(node: Node, key: Symbol, names: frozenset[Symbol], data: Any) -> Iterator[Node]:
    """What may depend on a parameter without showing it; the law of a random quantity may depend on any."""
    if isinstance(node, Number) or node in names:
        return
    served = data.serving(node) if isinstance(node, Probability) else None
    if served is not None:  # Pr(X ≥ t) for every t
        assert isinstance(node, Probability)
        event = node.event.children[0]
        shown = any(key in free_symbols(argument) for argument in served[1]) and key not in free_symbols(event)
    elif isinstance(node, Applied | Entry | SetOf):
        shown = key in free_symbols(node)
    elif isinstance(node, (Symbol, *LOOKED_UP)):
        shown = False
    else:
        bound = names | {node.variable} if isinstance(node, BINDERS) else names
        for child in node.children:
            yield from _hiding(child, key, bound, data)
        return
    if not shown:
        yield node


# -- scripts -----------------------------------------------------------------------------------------------------------------


class Script(Protocol):
    """A way to show a goal; raises GapError where it does not."""

    def show(self, goal: Claim, context: Context) -> None: ...


def parts_of(goal: Claim, context: Context) -> Iterator[tuple[Relation, Context]]:
    """The relations that a goal comes down to, each with what holds there."""
    match goal:
        case Relation():
            yield goal, context
        case Chain():
            for link in goal.links:
                yield link, context
        case And():
            for member in goal.claims:
                yield from parts_of(member, context)
        case Implies():
            yield from parts_of(goal.conclusion, context.assuming(goal.premise))
        case ForAll():
            yield from parts_of(goal.body, context.any_of(goal))
        case _:
            raise GapError(f"{text(goal)} is no relation")


def goals_of(goal: Claim, context: Context) -> Iterator[tuple[Relation | Or, Context]]:
    """The same; an alternative is one goal."""
    if isinstance(goal, Or):
        yield goal, context
    else:
        yield from parts_of(goal, context)


@dataclass(frozen=True)
class By:
    """The goal follows from the reasons by arithmetic."""

    reasons: tuple[Reason, ...]

    def show(self, goal: Claim, context: Context) -> None:
        for relation, known in goals_of(goal, context):
            known.with_reasons(self.reasons).shows(relation)
            context.steps.append(f"{text(relation)}: {named(self.reasons)}")


def by(*reasons: Reason) -> By:
    return By(reasons)


@dataclass(frozen=True)
class Only:
    """The goal follows from the reasons alone, by arithmetic: what else is known would stand in the way of the search."""

    reasons: tuple[Reason, ...]

    def show(self, goal: Claim, context: Context) -> None:
        for relation, known in goals_of(goal, context):
            reasons = known.with_reasons(self.reasons).claims[len(known.claims) :]
            replace(known, claims=reasons).shows(relation)
            context.steps.append(f"{text(relation)}: {named(self.reasons)}")


def only(*reasons: Reason) -> Only:
    return Only(reasons)


def named(reasons: Sequence[Reason]) -> str:
    shown = [text(reason) if isinstance(reason, Claim) else reason.reason for reason in reasons]
    return "; ".join(dict.fromkeys(shown)) or "arithmetic"


LOOKED_AT = 100  # small instances that hypotheses said to be contradictory are held against
STRICT = {"<=": "<", ">=": ">"}


@dataclass(frozen=True)
class Calc:
    """``lhs ≤ e1 = e2 ≤ rhs``: a relation link by link."""

    terms: tuple[Expr, ...]
    signs: tuple[str, ...] = ()
    reasons: tuple[tuple[Reason, ...], ...] = ()

    def __post_init__(self) -> None:
        if not len(self.terms) - 1 == len(self.signs) == len(self.reasons):
            raise ValueError("a calculation has a sign and reasons between any two of its terms")

    def _and(self, sign: str, term: Any, reasons: tuple[Reason, ...]) -> Calc:
        return Calc((*self.terms, expr(term)), (*self.signs, sign), (*self.reasons, reasons))

    def le(self, term: Any, *reasons: Reason) -> Calc:
        return self._and("<=", term, reasons)

    def lt(self, term: Any, *reasons: Reason) -> Calc:
        return self._and("<", term, reasons)

    def eq(self, term: Any, *reasons: Reason) -> Calc:
        return self._and("==", term, reasons)

    def ge(self, term: Any, *reasons: Reason) -> Calc:
        return self._and(">=", term, reasons)

    def gt(self, term: Any, *reasons: Reason) -> Calc:
        return self._and(">", term, reasons)

    def show(self, goal: Claim, context: Context) -> None:
        for relation, known in parts_of(goal, context):
            self._show(relation, known)

    def _show(self, goal: Relation, context: Context) -> None:
        if not self.signs:
            raise GapError("the calculation has no link")
        sign = composed(self.signs)
        ends = (self.terms[0], sign, self.terms[-1])
        if not any(implied(sign, wanted.sign) and ends[::2] == (wanted.left, wanted.right) for wanted in _both_ways(goal)):
            raise GapError(f"the calculation shows {text(Relation(*ends))}, not {text(goal)}")
        for left, link, right, reasons in zip(self.terms, self.signs, self.terms[1:], self.reasons, strict=False):
            relation = Relation(left, link, right)
            context.with_reasons(reasons).shows(relation)
            context.steps.append(f"{text(relation)}: {named(reasons)}")


def calc(start: Any) -> Calc:
    return Calc((expr(start),))


def composed(signs: Sequence[str]) -> str:
    """The sign between the ends of a chain of relations. Raises GapError where they do not compose."""
    kinds = {sign for sign in signs if sign != "=="}
    if not kinds:
        return "=="
    for weak, strict in STRICT.items():
        if kinds <= {weak, strict}:
            return strict if strict in kinds else weak
    raise GapError(f"{' '.join(signs)} do not compose")


def implied(sign: str, wanted: str) -> bool:
    return sign == wanted or (sign == "==" and wanted in STRICT) or STRICT.get(wanted) == sign


def _both_ways(goal: Relation) -> tuple[Relation, Relation]:
    return goal, Relation(goal.right, REVERSED[goal.sign], goal.left)


@dataclass(frozen=True)
class Have:
    """First ``claim`` by ``script``, then the goal by ``then``, which may use it."""

    claim: Claim
    script: Script
    then: Script

    def show(self, goal: Claim, context: Context) -> None:
        self.script.show(self.claim, context)
        self.then.show(goal, context.assuming(self.claim))


def have(claim: Claim, script: Script, then: Script) -> Have:
    return Have(claim, script, then)


@dataclass(frozen=True)
class Cases:
    """The goal where a relation holds, and where it does not."""

    claim: Relation
    holds: Script
    fails: Script

    def show(self, goal: Claim, context: Context) -> None:
        for relation, known in goals_of(goal, context):
            known.has_values(self.claim.left, self.claim.right)
            if any(isinstance(node, Probability | Expectation) for c in (relation, *known.claims) for _, node in c.walk()):
                known.shows(fixed(self.claim.left, self.claim.right))
            for side, script in ((self.claim, self.holds), (self.claim.contrary, self.fails)):
                known.steps.append(f"where {text(side)}:")
                script.show(relation, known.assuming(side))


def cases(claim: Relation, holds: Script, fails: Script) -> Cases:
    return Cases(claim, holds, fails)


@dataclass(frozen=True)
class Each:
    """One script for each relation of the goal, in printed order."""

    scripts: tuple[Script, ...]

    def show(self, goal: Claim, context: Context) -> None:
        goals = list(parts_of(goal, context))
        if len(goals) != len(self.scripts):
            raise GapError(f"{text(goal)} has {len(goals)} relations, {len(self.scripts)} are shown")
        for (relation, known), script in zip(goals, self.scripts, strict=True):
            script.show(relation, known)


def each(*scripts: Script) -> Each:
    return Each(scripts)


@dataclass(frozen=True)
class Growing:
    """``left ≤ right`` for ``variable ≥ low``: it holds at ``low``, and so do as many derivatives as are named, the last one
    for every larger value.

    reasons: what the last derivative rests on there
    """

    variable: Symbol
    low: Expr
    order: int
    reasons: tuple[Reason, ...]

    def show(self, goal: Claim, context: Context) -> None:
        for relation, known in parts_of(goal, context):
            self._show(relation, known)

    def _show(self, goal: Relation, context: Context) -> None:
        context.shows(self.low <= self.variable)
        sides = (goal.left, goal.right) if goal.sign in ("<=", "<") else (goal.right, goal.left)
        if self.order < 1 or self.variable in free_symbols(self.low):
            raise GapError(f"{self.order} derivatives from {text(self.low)} on say nothing")
        if goal.sign not in ("<=", "<", ">=", ">") or not all(elementary_in(side, self.variable) for side in sides):
            raise GapError(f"{text(goal)} cannot be differentiated in {self.variable.name}")
        strict = goal.sign in ("<", ">")
        others = context.silent_on(self.variable)
        for k in range(self.order):
            left, right = (substituted(derivative(side, self.variable, k), {self.variable: self.low}) for side in sides)
            others.shows(left < right if strict and k == 0 else left <= right)
        left, right = (derivative(side, self.variable, self.order) for side in sides)
        last = left <= right
        inside = others.assuming(self.low <= self.variable)
        inside.has_values(*sides)
        inside.with_reasons(self.reasons).shows(last)
        context.steps.append(
            f"{text(goal)}: at {self.variable.name} = {text(self.low)}, and {text(last)} from there on"
            + (f" ({named(self.reasons)})" if self.reasons else "")
        )


def growing(variable: Symbol, low: Any, *reasons: Reason, order: int = 1) -> Growing:
    return Growing(variable, expr(low), order, reasons)


@dataclass(frozen=True)
class Boxes:
    """A relation between functions of one variable on an interval with rational ends, bisected in ball arithmetic."""

    variable: Symbol
    low: Expr
    high: Expr
    most: int = 4096

    def show(self, goal: Claim, context: Context) -> None:
        for relation, known in parts_of(goal, context):
            known.shows((self.low <= self.variable) & (self.variable <= self.high))
            sides = (relation.left, relation.right)
            if free_symbols(relation) - {self.variable} or not all(elementary_in(side, self.variable) for side in sides):
                raise GapError(f"{text(relation)} is no relation in {self.variable.name} alone")
            if not self._covered(relation):
                raise GapError(f"{text(relation)}: some interval is undecided")
            context.steps.append(f"{text(relation)}: balls on [{text(self.low)}, {text(self.high)}]")

    def _covered(self, relation: Relation) -> bool:
        first, last = constant(self.low), constant(self.high)
        if relation.sign not in ("<=", "<", ">=", ">"):
            raise GapError(f"{text(relation)} is not decided on intervals")
        if first is None or last is None:
            raise GapError("the ends of the interval are no rational numbers")
        asked = {"<=": balls.le, ">=": balls.ge, "<": balls.lt, ">": balls.gt}[relation.sign]
        todo = [(first, last)]
        for _ in range(self.most):
            if not todo:
                return True
            low, high = todo.pop()
            with balls.precision(128):
                x = balls.enclosing(low, high)
                sides = [value(side, {self.variable: x}, BALLS) for side in (relation.left, relation.right)]
                if asked(*sides) is Truth.HOLDS:
                    continue
            middle = (low + high) / 2
            todo += [(low, middle), (middle, high)]
        return False


def on_boxes(variable: Symbol, low: Any, high: Any) -> Boxes:
    return Boxes(variable, expr(low), expr(high))


# -- parts -------------------------------------------------------------------------------------------------------------------


def line_of(part: Part) -> PrintedLine:
    """The line that a part claims. Raises GapError where it compares something else than its tree."""
    line = part.claim
    if not isinstance(line, PrintedLine) or line.says is not None:
        raise GapError(f"{part.key} claims no tree")
    return line


def hypotheses(part: Part) -> Context:
    """What a part may take for granted: the conditions that it still has, as trees where they are, and its data's ranges."""
    line = line_of(part)
    conditions = part.domain.conditions
    claims = [c.claim for c in conditions if c.claim is not None]
    words = frozenset(c.text for c in conditions if c.claim is None)
    match line.given:
        case Computed():
            claims += line.given.ranges
        case Given():
            claims += [symbol == formula for symbol, formula in line.given.derived.items()]
            claims += [line.given.copies >= 1, line.given.model.structure.columns >= 1 + line.given.beside]
    return Context(tuple(claims), words, line.given)


@dataclass(frozen=True)
class Calculation:
    """Proves a part by a script that starts from the part's own tree.

    ``holds``, with evidence ``proved``; ``argued`` where a part is cited that is only argued.
    """

    script: Script
    how: str = ""

    def run(self, part: Part) -> Finding:
        try:
            context = hypotheses(part)
            line = line_of(part)
            only_ours(self.script)
            self.script.show(line.at_an_instance, context)
        except GapError as gap:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"the calculation has a gap: {gap}")
        if met_at(part.domain) is None:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how="no instance is known to meet the hypotheses")
        how = self.how or "a calculation from the claim's own sides"
        return Finding(Verdict.HOLDS, evidence_of(context), how=how, steps=tuple(context.steps))


def only_ours(script: Any) -> None:
    """Raise GapError where a script, or a reason in it, is of a kind that this checker does not define."""
    if isinstance(script, tuple):
        for each in script:
            only_ours(each)
    elif is_dataclass(script) and not isinstance(script, type | Line):
        if type(script).__module__ not in (__name__, Fact.__module__):
            raise GapError(f"{type(script).__name__} is no script of ours")
        for field_ in () if isinstance(script, Fact | Cited) else fields(script):
            only_ours(getattr(script, field_.name))
    elif callable(getattr(script, "show", None)):
        raise GapError(f"{type(script).__name__} is no script of ours")


def evidence_of(context: Context) -> Evidence:
    return Evidence.PROVED if all(level.reads_the_claim for level in context.cited) else Evidence.ARGUED


@dataclass(frozen=True)
class Contradiction:
    """``vacuous``: the hypotheses alone give a relation that no number meets, ``x < x``, by a calculation from x to x."""

    script: Calc
    how: str = ""

    def run(self, part: Part) -> Finding:
        try:
            context = hypotheses(part)
            only_ours(self.script)
            self.script.show(self.script.terms[0] < self.script.terms[0], context)
        except GapError as gap:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"the calculation has a gap: {gap}")
        small = part.domain.small() if part.domain.small is not None else ()
        met = next((i for i in islice(small, LOOKED_AT) if part.domain.broken(i) is None), None)
        if met is not None:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"the hypotheses are met at {met}")
        how = self.how or "the hypotheses contradict each other"
        return Finding(Verdict.VACUOUS, evidence_of(context), how=how, steps=tuple(context.steps))


MEMBERS = 3  # first members of a family that its description is held against
K = Symbol("k_family")  # the index of a family, in the claims that describe it


@dataclass(frozen=True)
class Contrary:
    """Covers all members of a family that refutes a part, by a calculation that ends in the contrary of a relation of it.

    along:  what the parameters are along the family, as claims about the index ``K`` of this module; held against the first
            members and those that are confirmed
    script: shows the contrary of the relation of that ``number`` from ``along``
    reasons: what else holds along the family; the hypotheses of the part may rest on it
    sizes:  what the hypotheses about growth speak of, as functions of ``K``: they are decided by limits
    """

    along: tuple[Claim, ...]
    script: Script
    number: int = 0
    reasons: tuple[Reason, ...] = ()
    sizes: tuple[Relation, ...] = ()

    def shown(self, part: Part, family: Family, confirm: Sequence[int]) -> tuple[tuple[str, ...], Evidence]:
        given = hypotheses(part)
        line = line_of(part)
        looked_at = sorted({*confirm, *range(family.first, family.first + MEMBERS)})
        for k, claim in ((k, claim) for k in looked_at for claim in (*self.along, *self.sizes)):
            if not _true_at(replace(line, compared=substituted(claim, {K: expr(k)})), part, family.member(k)):
                raise GapError(f"{text(claim)} is not true of member {k}")
        ranges = line.given.ranges if isinstance(line.given, Computed) else ()
        context = replace(given, claims=(*self.along, *ranges, family.first <= K)).with_reasons(self.reasons)
        for condition in part.domain.conditions:
            if condition.growth and condition.claim is not None:
                self._grows(condition.claim)
            elif condition.claim is not None:
                _discharged(context, condition.claim, "the family")
        relation, known = list(parts_of(line.at_an_instance, context))[self.number]
        for claim in known.claims[len(context.claims) :]:  # under a premise, only where the family meets it
            _discharged(context, claim, text(relation))
        only_ours(self.script)
        self.script.show(relation.contrary, context)
        only = [f"checked at the members only: {words}" for words in sorted(given.words)]
        return (*context.steps, *only), Evidence.ARGUED if only else evidence_of(context)

    def _grows(self, claim: Claim) -> None:
        """Raise GapError unless the family meets a hypothesis ``f = o(g)`` or ``f = O(g)``."""
        match claim:
            case Relation(left=left, sign="==", right=Order(kind="o" | "O" as kind, argument=bound)):
                atoms = Atoms(frozenset({K}))
                put = {size.left: size.right for size in self.sizes}
                try:
                    ratio = sympy.limit(atoms(substituted(left / bound, put)), atoms(K), sympy.oo)
                except (NotImplementedError, ValueError, TypeError) as error:
                    raise GapError(f"the family needs {text(claim)}: {error}") from error
                if ratio == 0 or (kind == "O" and ratio.is_finite):
                    return
        raise GapError(f"the family needs {text(claim)}")


def _true_at(line: PrintedLine, part: Part, instance: Instance) -> bool:
    """Is what a line compares true of an instance? Exactly, where it speaks of rational parameters."""
    if isinstance(line.given, Computed):
        return line.given.condition(line.at_an_instance).check(instance)
    return evaluate(replace(part, printed=line), instance).truth is Truth.HOLDS
