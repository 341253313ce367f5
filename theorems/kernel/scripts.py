"""Ways to show a goal: at once, link by link, in cases, by derivatives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from theorems.kernel.arithmetic import of_arrays
from theorems.kernel.context import Context, Reason, of_one_of_all
from theorems.kernel.facts import Fact, substituted
from theorems.kernel.gaps import GapError
from theorems.language.derivatives import derivative, elementary_in
from theorems.language.strict import STRICT, strictly
from theorems.language.tree import (
    REVERSED,
    And,
    Chain,
    Claim,
    Expr,
    ForAll,
    Implies,
    Or,
    Relation,
    Symbol,
    Words,
    expr,
    free_symbols,
)


class Script(Protocol):
    """A way to show a goal; raises GapError where it does not."""

    def show(self, goal: Claim, context: Context) -> None: ...


def parts_of(goal: Claim, context: Context, whole: tuple[type[Claim], ...] = ()) -> Iterator[tuple[Any, Context]]:
    """The relations that a goal comes down to, and what of these kinds is left ``whole``, each with what holds there."""
    match goal:
        case Relation():
            yield goal, context
        case Chain():
            for link in goal.links:
                yield link, context
        case And():
            for member in goal.claims:
                yield from parts_of(member, context, whole)
        case Implies():
            yield from parts_of(goal.conclusion, context.supposing(goal.premise), whole)
        case ForAll() if whole and of_one_of_all(goal.body):
            yield goal, context
        case ForAll():
            yield from parts_of(goal.body, context.any_of(goal), whole)
        case _ if isinstance(goal, whole):
            yield goal, context
        case _:
            raise GapError(goal, " is no relation")


def goals_of(goal: Claim, context: Context) -> Iterator[tuple[Relation | Or | Words | ForAll, Context]]:
    """The same; an alternative is one goal, and so are what is no random quantity and what is said of a family as a whole."""
    yield from parts_of(goal, context, (Or, Words))


@dataclass(frozen=True)
class By:
    """The goal follows from the reasons by arithmetic."""

    reasons: tuple[Reason, ...]

    def show(self, goal: Claim, context: Context) -> None:
        for relation, known in goals_of(goal, context):
            known.with_reasons(self.reasons).shows(relation)


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


def only(*reasons: Reason) -> Only:
    return Only(reasons)


def gives(script: Script, goal: Claim, context: Context) -> bool:
    """Does a script show the goal?"""
    try:
        script.show(goal, context)
    except GapError:
        return False
    return True


def strict_too(reasons: Sequence[Reason], context: Context) -> tuple[Reason, ...]:
    """The reasons, and their strict forms where these hold."""
    found: list[Reason] = []
    for reason in reasons:
        context = context.with_reasons([reason])
        found.append(reason)
        with suppress(GapError):
            for alike in _strict_form(reason):
                context = context.with_reasons([alike])
                found.append(alike)
    return tuple(found)


def _strict_form(reason: Reason) -> Iterator[Reason]:
    match reason:
        case Fact(theorem=theorem) if theorem.strictly is not None:
            yield theorem.strictly(*reason.arguments)
        case Relation(sign=sign) if sign in STRICT:
            yield strictly(reason)


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
            raise GapError("the calculation shows ", Relation(*ends), ", not ", goal)
        for link, reasons in zip(self.links, self.reasons, strict=True):
            context.with_reasons(reasons).shows(link)

    @property
    def links(self) -> tuple[Relation, ...]:
        return tuple(map(Relation, self.terms, self.signs, self.terms[1:]))


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
class Suppose:
    """The conclusion of an implication, where its premise holds."""

    then: Script

    def show(self, goal: Claim, context: Context) -> None:
        if not isinstance(goal, Implies):
            raise GapError(goal, " is no implication")
        self.then.show(goal.conclusion, context.supposing(goal.premise))


@dataclass(frozen=True)
class Cases:
    """The goal where a relation holds, and where it does not."""

    claim: Relation
    holds: Script
    fails: Script

    def show(self, goal: Claim, context: Context) -> None:
        if self.claim.sign not in ("==", "!=") and (of_arrays(self.claim.left) or of_arrays(self.claim.right)):
            raise GapError(self.claim, " may fail where its contrary fails, too: of numbers alone one of them holds")
        for relation, known in goals_of(goal, context):
            known.has_values(self.claim.left, self.claim.right)
            for side, script in ((self.claim, self.holds), (self.claim.contrary, self.fails)):
                script.show(relation, known.supposing(side))


def cases(claim: Relation, holds: Script, fails: Script) -> Cases:
    return Cases(claim, holds, fails)


@dataclass(frozen=True)
class Each:
    """One script for each relation of the goal, in printed order."""

    scripts: tuple[Script, ...]

    def show(self, goal: Claim, context: Context) -> None:
        goals = list(parts_of(goal, context))
        if len(goals) != len(self.scripts):
            raise GapError(goal, f" has {len(goals)} relations, {len(self.scripts)} are shown")
        for (relation, known), script in zip(goals, self.scripts, strict=True):
            script.show(relation, known)


def each(*scripts: Script) -> Each:
    return Each(scripts)


@dataclass(frozen=True)
class FirstOf:
    """Each relation of the goal by the first of the scripts that shows it."""

    scripts: tuple[Script, ...]

    def show(self, goal: Claim, context: Context) -> None:
        for relation, known in goals_of(goal, context):
            self._show(relation, known)

    def _show(self, goal: Claim, context: Context) -> None:
        *others, last = self.scripts
        for script in others:
            with suppress(GapError):
                return script.show(goal, context)
        return last.show(goal, context)


@dataclass(frozen=True)
class Growing:
    """``left ≤ right`` for ``variable ≥ low``: it holds at ``low``, and so do as many derivatives as are named, the last one
    for every larger value. Strictly where it is strict at ``low``, or beyond ``low`` where the last derivatives are so.

    reasons: what the last derivative rests on there
    """

    variable: Symbol
    low: Expr
    order: int
    reasons: tuple[Reason, ...]

    def show(self, goal: Claim, context: Context) -> None:
        for relation, known in parts_of(goal, context):
            self._show(relation, known)

    def last(self, goal: Relation) -> Relation:
        """What is to hold of the last derivative from ``low`` on."""
        left, right = (derivative(side, self.variable, self.order) for side in upwards(goal))
        return left <= right

    def _show(self, goal: Relation, context: Context) -> None:
        context.shows(self.low <= self.variable)
        sides = upwards(goal)
        if self.order < 1 or self.variable in free_symbols(self.low):
            raise GapError(f"{self.order} derivatives from ", self.low, " on say nothing")
        if goal.sign not in ("<=", "<", ">=", ">") or not all(elementary_in(side, self.variable) for side in sides):
            raise GapError(goal, " cannot be differentiated in ", self.variable)
        strict = goal.sign in ("<", ">")
        others, last = context.silent_on(self.variable), self.last(goal)
        inside = others.assuming(self.low <= self.variable)
        inside.has_values(*sides)
        inside.with_reasons(self.reasons).shows(last)
        for k in range(self.order):
            left, right = (substituted(derivative(side, self.variable, k), {self.variable: self.low}) for side in sides)
            if strict and k == 0 and not gives(By(()), left < right, others):
                context.shows(self.low < self.variable)
                beyond = others.assuming(self.low < self.variable)
                beyond.with_reasons(strict_too(self.reasons, beyond)).shows(strictly(last))
            others.shows(left <= right)


def upwards(goal: Relation) -> tuple[Expr, Expr]:
    """The smaller side first."""
    return (goal.left, goal.right) if goal.sign in ("<=", "<") else (goal.right, goal.left)


def growing(variable: Symbol, low: Any, *reasons: Reason, order: int = 1) -> Growing:
    return Growing(variable, expr(low), order, reasons)
