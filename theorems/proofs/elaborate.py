"""From the statements of a flat proof to a script of the checker (:mod:`theorems.provers.scripts`)."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from theorems.kernel.context import Context
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import By, Calc, Cases, Each, Have, Script, gives, goals_of, implied
from theorems.kernel.values import valued
from theorems.language.printing import text
from theorems.language.tree import REVERSED, And, Claim, Exists, ForAll, Implies, Or, Relation, Symbol, free_symbols
from theorems.proofs.files import entry_of
from theorems.proofs.search import Keeping, Record, Searching, StaleError, in_time
from theorems.proofs.statements import Auxiliary, Block, First, Had, Hence, Links, Shown, Split

MARK = By(("the rest",))  # type: ignore[arg-type]


@dataclass
class Elaborator:
    """Puts scripts together; ``reasoner`` gives the reasons of links."""

    reasoner: Searching | Keeping

    def __post_init__(self) -> None:
        self.reasoner.show = self.shown

    # -- one claim by hints -------------------------------------------------------------------------------------------------

    def shown(self, claim: Claim, hints: tuple[Any, ...], context: Context, depth: int = 0) -> tuple[Script, list[Record]]:
        """A script for a claim that follows at once, relation by relation."""
        if len(hints) == 1 and _is_script(hints[0]):
            self.reasoner.look_at(hints[0], claim, context)
            alone = isinstance(claim, Relation | Or) or isinstance(hints[0], Each | By)
            return hints[0] if alone else Each(tuple(hints[0] for _ in goals_of(claim, context))), []
        links = [self.reasoner.link(relation, known, hints, depth) for relation, known in goals_of(claim, context)]
        records = [link.record for link in links]
        scripts = [_after(link.first, By(link.reasons)) for link in links]
        plain = not any(link.first for link in links)
        if plain and len({tuple(map(id, link.reasons)) for link in links}) <= 1:
            return scripts[0], records
        if isinstance(claim, Or):
            return scripts[0], records
        return Each(tuple(scripts)), records

    # -- statements ---------------------------------------------------------------------------------------------------------

    def block(self, statements: Sequence[Any], goal: Claim, context: Context) -> tuple[Script, list[Record]]:
        """A script for a goal, which the statements show."""
        bound, premises = _opened(goal)
        if isinstance(goal, Relation | Or):
            return self._inner(list(statements), goal, context)
        outer: list[Any] = []
        left = list(statements)
        while left and _stands_outside(left[0], bound) and (not premises or _binds(left[0], bound)):
            outer.append(left.pop(0))
        return self._outer(outer, left, goal, context)

    def _outer(self, outer: list[Any], inner: list[Any], goal: Claim, context: Context) -> tuple[Script, list[Record]]:
        if outer:
            return self._first(outer[0], context, lambda known: self._outer(outer[1:], inner, goal, known), goal)
        relations = list(goals_of(goal, context))
        shown = [self._inner(list(inner), relation, known) for relation, known in relations]
        records = [record for _, found in shown for record in found]
        scripts = [script for script, _ in shown]
        if all(isinstance(script, By) for script in scripts) and len(set(map(_by_identity, scripts))) == 1:
            return scripts[0], records
        return Each(tuple(scripts)), records

    def _inner(self, statements: list[Any], goal: Claim, context: Context) -> tuple[Script, list[Record]]:
        if not statements:
            return self._closed(goal, (), context)
        statement, *rest = statements
        match statement:
            case Hence(hints=hints):
                return self._closed(goal, hints, context)
            case Links() if _ends_in(statement, goal):
                return self._calculated(statement, context)
            case Split(claim=claim, holds=holds, fails=fails):
                yes, records = self._inner([*holds, *rest], goal, context.assuming(claim))
                no, more = self._inner([*(fails or ()), *rest], goal, context.assuming(claim.contrary))
                return Cases(claim, yes, no), [*records, *more]
        return self._first(statement, context, lambda known: self._inner(rest, goal, known), goal)

    def _closed(self, goal: Claim, hints: tuple[Any, ...], context: Context) -> tuple[Script, list[Record]]:
        if len(hints) == 1 and _is_script(hints[0]):
            self.reasoner.look_at(hints[0], goal, context)
            return hints[0], []
        link = self.reasoner.link(goal, context, hints)
        return _after(link.first, By(link.reasons)), [link.record]

    def _first(self, statement: Any, context: Context, then: Any, goal: Claim) -> tuple[Script, list[Record]]:
        """A statement, and what comes after it; without the statement where nobody needs it.

        What the author gives a reason for stays: Coq may need a fact that the kernel finds by itself.
        """
        if isinstance(statement, First):
            after, records = then(context.assuming(*_shown_by(statement.helper(MARK))))
            return statement.helper(after), records
        claim = statement.claim
        if isinstance(self.reasoner, Keeping):
            if self.reasoner.passes({"idle": text(claim)}):
                return then(context)
            script, records = self._statement(statement, context)
            after, more = then(context.assuming(claim))
            return Have(claim, script, after), [*records, *more]
        failed = len(self.reasoner.failures)
        after, more = then(context.assuming(claim))
        argued = isinstance(statement, Had) and bool(statement.hints)
        idle = not argued and len(self.reasoner.failures) == failed
        if idle and in_time(lambda: _idle(claim, after, goal, replace(context, cited=[]))):
            return after, [{"idle": text(claim)}, *more]
        script, records = self._statement(statement, context)
        return Have(claim, script, after), [*records, *more]

    def _statement(self, statement: Any, context: Context) -> tuple[Script, list[Record]]:
        match statement:
            case Had():
                return self.shown(statement.claim, statement.hints, context)
            case Shown():
                self.reasoner.look_at(statement.script, statement.claim, context)
                return statement.script, []
            case Block(auxiliary=Auxiliary() as lemma):
                return self._obtained(lemma, context)
            case Block():
                return self.block(statement.statements, statement.claim, context)
            case Links():
                return self._calculated(statement, context)
        raise TypeError(f"{type(statement).__name__} is no statement of a proof")

    def _obtained(self, lemma: Auxiliary, context: Context) -> tuple[Script, list[Record]]:
        """An auxiliary lemma, whose reasons are kept with it; they are found anew where they do not serve."""
        entry, claim = entry_of(lemma), lemma.claim
        if isinstance(self.reasoner, Keeping):
            return Elaborator(entry.keeping()).block(lemma.statements, claim, context)[0], []
        with suppress(StaleError):
            script, _ = Elaborator(entry.keeping()).block(lemma.statements, claim, context)
            if gives(script, claim, replace(context, cited=[])):
                return script, []
        reasoner = Searching(entry.scope, failures=self.reasoner.failures)
        failed = len(reasoner.failures)
        script, records = Elaborator(reasoner).block(lemma.statements, claim, context)
        if len(reasoner.failures) == failed:
            entry.keep(records)
        return script, []

    def _calculated(self, links: Links, context: Context) -> tuple[Script, list[Record]]:
        records: list[Record] = []
        reasons = []
        first: list[tuple[Claim, Script]] = []
        for left, sign, right, hints in zip(links.terms, links.signs, links.terms[1:], links.hints, strict=False):
            link = self.reasoner.link(Relation(left, sign, right), context.assuming(*(c for c, _ in first)), hints)
            records.append(link.record)
            reasons.append(link.reasons)
            first += link.first
        return _after(first, Calc(tuple(links.terms), tuple(links.signs), tuple(reasons))), records


def _is_script(hint: Any) -> bool:
    return callable(getattr(hint, "show", None))


def _by_identity(script: Any) -> tuple[int, ...]:
    return tuple(map(id, script.reasons))


def _after(first: Sequence[tuple[Claim, Script]], script: Script) -> Script:
    for claim, shown in reversed(first):
        script = Have(claim, shown, script)
    return script


def _opened(goal: Claim) -> tuple[frozenset[Symbol], bool]:
    """The names that a goal fixes, and whether it supposes anything."""
    match goal:
        case ForAll():
            bound, premises = _opened(goal.body)
            return bound | {goal.variable}, premises
        case Implies(premise=premise, conclusion=conclusion):
            there = frozenset({premise.variable}) if isinstance(premise, Exists) else frozenset()
            return _opened(conclusion)[0] | there, True
        case And():
            inside = [_opened(each) for each in goal.claims]
            return frozenset().union(*(b for b, _ in inside)), any(p for _, p in inside)
    return frozenset(), False


def _stands_outside(statement: Any, bound: frozenset[Symbol]) -> bool:
    if isinstance(statement, First):
        return True
    return isinstance(statement, Had | Block | Shown) and not free_symbols(statement.claim) & bound


def _binds(statement: Any, bound: frozenset[Symbol]) -> bool:
    """Does a statement bind a name of the goal? Then it makes sense before that name is fixed only."""
    return not isinstance(statement, First) and bool(_opened(statement.claim)[0] & bound)


def _ends_in(links: Links, goal: Claim) -> bool:
    """Is the goal what the calculation shows?"""
    if not isinstance(goal, Relation):
        return False
    try:
        sign = links.claim.sign
    except GapError:
        return False
    ends = links.claim
    both = (goal, Relation(goal.right, REVERSED[goal.sign], goal.left))
    return any(implied(sign, each.sign) and ends.left is each.left and ends.right is each.right for each in both)


def _idle(claim: Claim, after: Script, goal: Claim, context: Context) -> bool:
    """Does the rest show the goal without the claim, which does not give it its value either?"""
    if not gives(after, goal, context):
        return False
    return valued(goal, after, context) or not valued(goal, after, context.assuming(claim))


def _shown_by(script: Any) -> list[Claim]:
    """What a helper has shown where the rest begins."""
    match script:
        case Have(claim=claim, then=then):
            return [claim, *_shown_by(then)]
    return []
