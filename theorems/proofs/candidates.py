"""What a link may rest on: facts in scope for the elements and terms that are at hand, the nearest first.

What holds for all elements of a set is taken for those that are known to be in it; a theorem about numbers, functions or
sets for the terms of the link that match it (:mod:`~theorems.proofs.match`); equals are put for equals, and an order goes
through what is monotone. Nothing here is trusted: the checker of calculations checks every link that comes of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import zip_longest
from typing import Any

from theorems.kernel.context import Context, Reason
from theorems.kernel.facts import Definition, Fact, Theorem, substituted
from theorems.language.computed import Computed
from theorems.language.lemma import Line
from theorems.language.printed_line import PrintedLine
from theorems.language.printing import text
from theorems.language.tree import (
    And,
    Call,
    Chain,
    Claim,
    Expr,
    ForAll,
    Implies,
    Member,
    Node,
    Number,
    Over,
    Power,
    Relation,
    Times,
    Without,
    expr,
)
from theorems.proofs.derivatives import rules
from theorems.proofs.match import applications, atoms, members_in, subterms
from theorems.provers.context import Cited, cite, same_meaning
from theorems.provers.monotone import changed
from theorems.provers.weakening import orders, signs
from theorems.textbook.elementary import FACTOR_KEEPS_ORDER, POSITIVE_FACTOR_KEEPS_ORDER
from theorems.textbook.sums import EQUALS, FOLLOWS, IN_THE_WHOLE, INSTANCE, LEFT_OUT

HINTED = 16  # instances of what is named that are tried
RING = 8  # of the nearest candidates lead to others
LEAD = 4  # of the nearest candidates have terms that routine theorems are matched with
FEW = 4  # atoms of a fact that is near with one of them
ROUNDS = 3  # in which members of sets give others
Hint = Theorem | Fact | Cited | Line | Claim


@dataclass(frozen=True)
class Candidate:
    """Reasons in order; the last one gives the claim."""

    reasons: tuple[Reason, ...]
    claim: Claim
    name: str = ""
    said: str = ""  # its key, where reasons were put before its own

    @cached_property
    def key(self) -> str:
        """What it is called where it is kept: a definition with its elements, anything else with what it says."""
        if self.said:
            return self.said
        root = self.reasons[0] if self.reasons else None
        if self.name and isinstance(root, Fact) and isinstance(root.theorem, Definition) and not _branches(root.claim):
            at = [text(expr(a)) for reason in self.reasons for a in _elements(reason)]
            return f"{self.name} at {', '.join(at)}" if at else self.name
        return f"{self.name}: {text(self.claim)}" if self.name else text(self.claim)


@cache
def instance_of(claim: ForAll, element: Expr) -> Fact:
    """What holds for all holds for this one."""
    variable, body = claim.variable, claim.body
    return INSTANCE(lambda x: substituted(body, {variable: x}), variable, claim.range, element)


@cache
def in_the_whole(member: Member) -> Fact:
    return IN_THE_WHOLE(member.element, member.range.element, member.range.range)


cited = cache(cite)


@cache
def plain(theorem: Theorem) -> Fact:
    return theorem()


@dataclass(frozen=True)
class Source:
    """A claim that holds, with the reasons that give it; ``hinted``: somebody named it."""

    reasons: tuple[Reason, ...]
    claim: Claim
    name: str
    hinted: bool


def sources(
    context: Context,
    hints: Sequence[Hint],
    scope: Sequence[Definition],
    terms: Sequence[Node],
    keys: frozenset[str] | None = None,
) -> list[Source]:
    """What is known, what is named, and what is in scope; of the theorems those that ``keys`` name or that give members."""
    found = [Source((), claim, "", False) for claim in context.claims if not isinstance(claim, Relation | Chain)]
    for hint, named in (*((hint, True) for hint in hints), *((d, False) for d in scope if d not in hints)):
        match hint:
            case Line():
                claim = hint.part.claim
                if isinstance(claim, PrintedLine):
                    found.append(Source((cited(hint),), claim.at_an_instance, cited(hint).reason, named))
            case Theorem() if _may_be_in(keys, hint.name) or members_in(hint.claim):
                facts = [plain(hint)] if not hint.formals else applications(hint, terms)
                found += [Source((fact,), fact.claim, fact.reason, named) for fact in facts if named or _of_data(fact, context)]
            case Fact():
                found.append(Source((hint,), hint.claim, hint.reason, True))
            case ForAll() | And() | Implies():
                found.append(Source((), hint, "", True))
    return found


Members = dict[Node, dict[Expr, tuple[Reason, ...]]]


def members(context: Context, known: Sequence[Source]) -> Members:
    """Which elements are known to be in which sets, and why."""
    found: Members = {}
    fresh: list[tuple[Member, tuple[Reason, ...]]] = []

    def add(claim: Claim, why: tuple[Reason, ...]) -> None:
        match claim:
            case And():
                for each in claim.claims:
                    add(each, why)
            case Member() if claim.element not in found.setdefault(claim.range, {}):
                found[claim.range][claim.element] = why
                if isinstance(claim.range, Without):
                    add(Member(claim.element, claim.range.range), (*why, in_the_whole(claim)))
                fresh.append((claim, why))

    for claim in context.claims:
        add(claim, ())
    giving = [source for source in known if members_in(source.claim) and _concludes_members(source.claim)]
    for _ in range(ROUNDS):
        fresh.clear()
        for source in giving:
            for reasons, claim in list(_instances(source.reasons, source.claim, found)):
                add(claim, reasons)
        if not fresh:
            break
    return found


def _concludes_members(claim: Claim) -> bool:
    match claim:
        case ForAll():
            return _concludes_members(claim.body)
        case Implies():
            return _concludes_members(claim.conclusion)
        case And():
            return any(map(_concludes_members, claim.claims))
    return isinstance(claim, Member)


def _instances(reasons: tuple[Reason, ...], claim: Claim, known: Members) -> Iterator[tuple[tuple[Reason, ...], Claim]]:
    """What a claim says of the members that are known."""
    match claim:
        case ForAll():
            elements = [(e, why) for e, why in known.get(claim.range, {}).items() if not isinstance(e, Number)]
            for element, why in elements:
                try:
                    fact = instance_of(claim, element)
                    body = fact.claim
                except ValueError:
                    continue
                yield from _instances(_joined(reasons, why, (fact,)), body, known)
        case And() if any(isinstance(each, ForAll | Implies) for each in claim.claims):
            for each in claim.claims:
                yield from _instances(reasons, each, known)
        case Implies(premise=premise, conclusion=conclusion):
            yield (*reasons, FOLLOWS(premise, conclusion)), conclusion
        case _:
            yield reasons, claim


def _joined(*several: tuple[Reason, ...]) -> tuple[Reason, ...]:
    return tuple({_same(reason): reason for reasons in several for reason in reasons}.values())


def _same(reason: Reason) -> Any:
    """Equal for reasons that say the same."""
    return (reason.theorem.name, reason.claim) if isinstance(reason, Fact) else reason


def together(chosen: Sequence[Candidate]) -> tuple[Reason, ...]:
    """The reasons of several candidates, each once."""
    return _joined(*(candidate.reasons for candidate in chosen))


@cache
def means_the_same(claim: Claim, there: Any, here: Any) -> bool:
    """Do the names that both data know mean the same? What only one of them knows is a name of its own."""
    if isinstance(there, Computed) and isinstance(here, Computed):
        theirs = list(there.used(claim))
        return there.points.bind == here.points.bind and all(each in theirs for each in here.used(claim))
    return same_meaning(claim, there, here)


def _of_data(fact: Fact, context: Context) -> bool:
    """Is a definition about the data at hand? Any other theorem is."""
    theorem = fact.theorem
    return not isinstance(theorem, Definition) or theorem.of is None or means_the_same(fact.claim, theorem.of, context.data)


@dataclass(frozen=True)
class Pool:
    """The candidates of a link: all, or those that have one of the ``keys``."""

    goal: Claim
    context: Context
    hints: tuple[Hint, ...]
    scope: tuple[Definition, ...]
    theorems: tuple[Theorem, ...] = ()
    keys: frozenset[str] | None = None

    @cached_property
    def terms(self) -> tuple[Node, ...]:
        named = [hint.claim for hint in self.hints if isinstance(hint, Fact)]
        return subterms(self.goal, *named)

    @cached_property
    def known(self) -> list[Source]:
        return sources(self.context, self.hints, self.scope, self.terms, self.keys)

    @cached_property
    def members(self) -> Members:
        return members(self.context, self.known)

    @cached_property
    def hinted(self) -> list[Candidate]:
        return self._ranked([source for source in self.known if source.hinted], *self.about)[:HINTED]

    @cached_property
    def near(self) -> list[Candidate]:
        """Instances of what is known, first those that speak of nothing else than the link; then what these speak of."""
        others = [source for source in self.known if not source.hinted]
        here, around = self.about
        first = [c for c in self._ranked(others, here, around) if _touches(c.claim, around)]
        beyond = around.union(*(atoms(c.claim) for c in first[:RING]))
        said = {c.key for c in first}
        then = [c for c in self._ranked(others, around, beyond) if c.key not in said and _touches(c.claim, beyond)]
        return [*first, *then]

    @cached_property
    def about(self) -> tuple[frozenset[Node], frozenset[Node]]:
        """What the link speaks of, and what is known of that speaks of beside it."""
        here = atoms(self.goal).union(*(atoms(hint.claim) for hint in self.hints if isinstance(hint, Fact)))
        heads = {atom for atom in here if atom.children}
        known = (atoms(claim) for claim in self.context.claims if isinstance(claim, Relation | Chain))
        return here, here.union(*(each for each in known if each & heads))

    @cached_property
    def unranked(self) -> dict[str, Candidate]:
        """Those that have one of the keys, what is named first; without what is routine."""
        found: dict[str, Candidate] = {}
        for source in sorted(self.known, key=lambda source: not source.hinted):
            for candidate in self._given_by(source) if _may_be_in(self.keys, source.name) else ():
                found.setdefault(candidate.key, candidate)
        return found

    def _given_by(self, source: Source) -> Iterator[Candidate]:
        for reasons, claim in _instances(source.reasons, source.claim, self.members):
            if reasons and not all(isinstance(each, Member | ForAll) or _says_nothing(each) for each in _said(claim)):
                yield Candidate(reasons, claim, source.name)

    def _ranked(self, sources: Sequence[Source], here: frozenset[Node], around: frozenset[Node]) -> list[Candidate]:
        found: dict[str, Candidate] = {}
        for source in sources:
            for candidate in self._given_by(source):
                found.setdefault(candidate.key, candidate)
        return sorted(found.values(), key=lambda c: min(_far(each, here, around) for each in _said(c.claim)))

    @cached_property
    def rules(self) -> list[Candidate]:
        """How the derivatives of the link are taken."""
        return list({fact.claim: _alone(fact) for fact in rules(self.terms)}.values())

    @cached_property
    def further(self) -> list[Candidate]:
        """Routine: what stands outside of a set, equals for equals, orders through what is monotone."""
        around = subterms(*self.terms, *(c.claim for c in (*self.hinted[:LEAD], *self.near[:LEAD])))
        named = (hint for hint in self.hints if isinstance(hint, Theorem) and not isinstance(hint, Definition))
        applied = [map(_alone, applications(theorem, around)) for theorem in (*named, *self.theorems)]
        kinds = (self._left_out(), *applied, map(_alone, self._equals()), map(_alone, self._orders()))
        found = (candidate for each in zip_longest(*kinds) for candidate in each if candidate is not None)
        return list({candidate.key: candidate for candidate in found if not _says_nothing(candidate.claim)}.values())

    def _left_out(self) -> Iterator[Candidate]:
        for range_, elements in self.members.items():
            if isinstance(range_, Without):
                for element, why in elements.items():
                    fact = LEFT_OUT(element, range_.element, range_.range)
                    yield Candidate((*why, fact), fact.claim, fact.reason)

    def _equals(self) -> Iterator[Fact]:
        if not isinstance(self.goal, Relation):
            return
        left, right = self.goal.left, self.goal.right
        for here, there in changed(left, right) if self.goal.sign == "==" else ():
            if here is not left and (fact := _put(left, here, there)) is not None and fact.claim.right is right:  # type: ignore[attr-defined]
                yield fact
        inside = (node for node in self.terms if isinstance(node, Over | Power | Call))
        opaque: list[Expr] = [left, right, *inside]
        for equation in self._equations():
            for here, there in ((equation.left, equation.right), (equation.right, equation.left)):
                if isinstance(here, Number) or not here.children:
                    continue
                around = (node for node in opaque if node is not here and any(each is here for each in node.nodes()))
                yield from (fact for node in around if (fact := _put(node, here, there)) is not None)

    def _equations(self) -> Iterator[Relation]:
        for claim in (*self.context.claims, *(c.claim for c in self.near), *(c.claim for c in self.hinted)):
            for each in _said(claim):
                if isinstance(each, Relation) and each.sign == "==":
                    yield each

    def _orders(self) -> Iterator[Fact]:
        if isinstance(self.goal, Relation) and self.goal.sign != "==":
            for here, there in changed(self.goal.left, self.goal.right):
                for reason in (*signs(here, there), *orders(here, there)):
                    if isinstance(reason, Fact):
                        yield reason
            keeps = POSITIVE_FACTOR_KEEPS_ORDER if self.goal.sign in ("<", ">") else FACTOR_KEEPS_ORDER
            for node in self.terms:
                if isinstance(node, Times):
                    yield keeps(0, node.right, node.left)


def _may_be_in(keys: frozenset[str] | None, name: str) -> bool:
    """Can a candidate of this name have one of the keys?"""
    return keys is None or any(key.startswith(name) for key in keys)


def _alone(fact: Fact) -> Candidate:
    return Candidate((fact,), fact.claim, fact.reason)


def _put(tree: Expr, here: Expr, there: Expr) -> Fact | None:
    """Equals for equals in a tree."""
    try:
        fact = EQUALS(lambda x: tree.mapped(lambda node: x if node is here else None), here, there)
        _ = fact.claim
    except ValueError:
        return None
    return fact


def _said(claim: Claim) -> tuple[Claim, ...]:
    return claim.claims if isinstance(claim, And) else (claim,)


def _far(claim: Claim, here: frozenset[Node], around: frozenset[Node]) -> tuple[int, ...]:
    """How much a claim speaks of beside what is around, and beside the link."""
    own = atoms(claim)
    return len(own - around), len(own - here), -len(own & here)


def _touches(claim: Claim, around: frozenset[Node]) -> bool:
    """Does it speak of a quantity around, or of little else than of a letter?"""
    own = atoms(claim)
    return any(atom.children for atom in own & around) or bool(own & around and len(own) <= FEW)


def _says_nothing(claim: Claim) -> bool:
    return isinstance(claim, Relation) and claim.left is claim.right


def _elements(reason: Reason) -> tuple[Any, ...]:
    """What a definition, or what holds for all, is taken for."""
    if not isinstance(reason, Fact):
        return ()
    if isinstance(reason.theorem, Definition):
        return reason.arguments
    return reason.arguments[-1:] if reason.theorem is INSTANCE else ()


def _branches(claim: Claim) -> bool:
    """Does it say several things of several elements?"""
    if isinstance(claim, ForAll):
        return _branches(claim.body)
    return isinstance(claim, And) and any(isinstance(each, ForAll) for each in claim.claims)
