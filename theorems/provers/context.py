"""What holds where a link of a calculation is to be shown: hypotheses, reasons, parts that are proved elsewhere.

It knows how the connectives of a claim are taken apart, and that an application of a theorem has to discharge its hypotheses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from theorems.language.computed import LOOKED_UP, Computed
from theorems.language.given import Given
from theorems.language.lemma import Line, PrintedLine
from theorems.language.printing import text
from theorems.language.structure import ROW
from theorems.language.tree import (
    BINDERS,
    And,
    Applied,
    Call,
    Chain,
    Claim,
    Entry,
    ExactlyOne,
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
    Plus,
    Probability,
    Range,
    Relation,
    SetOf,
    Symbol,
    Times,
    Words,
    chain,
    expr,
    free_symbols,
    relations_of,
)
from theorems.provers.argument import GapError
from theorems.provers.arithmetic import Facts, of_arrays, pieces
from theorems.provers.facts import FUNCTION, INTEGERS, REALS, Fact, fixed, substituted
from theorems.provers.search import met_at
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


def reasons_in(proof: Any) -> Iterator[Fact | Cited]:
    """The facts and cited parts that a proof names anywhere."""
    match proof:
        case Fact() | Cited():
            yield proof
        case tuple() | list():
            for each in proof:
                yield from reasons_in(each)
        case Node() | Part() | Line():
            pass
        case _ if is_dataclass(proof) and not isinstance(proof, type):
            for field in fields(proof):
                yield from reasons_in(getattr(proof, field.name))


def facts_of(proof: Any) -> Iterator[Fact]:
    return (reason for reason in reasons_in(proof) if isinstance(reason, Fact))


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
    before: int = 0

    def assuming(self, *claims: Claim) -> Context:
        members = (member for claim in claims if isinstance(claim, And) for member in claim.claims)
        return replace(self, claims=(*self.claims, *claims, *members))

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        return tuple(relations_of(*self.claims))

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
                if not any(shown(self, member) for member in goal.claims):
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
            case Symbol() | Applied() | Norm() | Function() | Named() | SetOf() | Words():  # words may speak of anything
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
        if self.is_fixed(goal.range):  # its elements are no random quantities then
            known = known.assuming(fixed(goal.variable))
        if isinstance(goal.range, Range):
            known = known.assuming(goal.range.low <= goal.variable, goal.variable <= goal.range.high)
        return known

    def silent_on(self, variable: Symbol) -> Context:
        """Without what holds of this name only for what it meant before."""
        claims = tuple(c for c in self.claims if variable not in free_symbols(c))
        return replace(self, claims=claims, words=frozenset(w for w in self.words if not _mentions(w, variable)))

    def has_values(self, *nodes: Expr) -> None:
        """Raise GapError unless denominators are shown not to vanish, logarithms to be of positive numbers, and so on."""
        missing = [each for node in nodes for each in self._without_value(node)]
        if missing:
            raise GapError(f"not shown: {', '.join(dict.fromkeys(missing))}")

    def _without_value(self, node: Expr) -> list[str]:
        """The pieces that are not shown to have a value; what is known of the same names is mostly enough."""
        if not any(True for _ in pieces(node)):
            return []
        names = free_symbols(node)
        near = tuple(relation for relation in self.relations if free_symbols(relation) <= names)
        missing = list(_facts(near).without_value(Relation(node, "==", node)))
        return missing and list(_facts(self.relations).without_value(Relation(node, "==", node)))

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


@lru_cache(maxsize=1024)
def _facts(relations: tuple[Relation, ...]) -> Facts:
    return Facts(relations)


def shown(context: Context, goal: Claim) -> bool:
    """Does the goal follow from what holds, by logic and arithmetic alone?"""
    try:
        context.shows(goal)
    except GapError:
        return False
    return True


def discharged(context: Context, hypothesis: Claim, reason: str) -> None:
    """Raise GapError, naming who asks for it, where a hypothesis is not met."""
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
    if any(map(of_arrays, fact.numbers)):
        raise GapError(f"{fact.reason} is about numbers, no vectors and matrices")
    named = frozenset().union(*map(free_symbols, (theorem.claim, *theorem.hypotheses))) - {*theorem.formals}
    context.free_of(named, fact.reason)
    try:
        context.has_values(*fact.numbers)
    except GapError as gap:
        raise GapError(f"{fact.reason} needs a number: {gap}") from gap
    for condition in conditions:
        discharged(context, condition, fact.reason)
    if any(formal.sort == FUNCTION for formal in theorem.formals):  # what a function does to its argument may have no value
        context.assuming(*conditions).has_values(*(side for r in relations_of(claim) for side in (r.left, r.right)))
    return claim


def _mentions(words: str, name: Symbol) -> bool:
    return re.search(rf"(?<!\w){re.escape(name.name)}(?!\w)", words) is not None


def same_meaning(claim: Claim, there: Any, here: Any) -> bool:
    """Do the names of a claim mean the same in the data that it is about and in those at hand?"""
    if here is None or there is here:
        return True
    if isinstance(there, Computed) and isinstance(here, Computed):
        return there.points.bind == here.points.bind and list(there.used(claim)) == list(here.used(claim))
    if isinstance(there, Given) and isinstance(here, Computed):
        own = (node for node, _ in here.used(claim))
        if here.over is None or there.model != here.over.model or not all(node in there.indices for node in own):
            return False
        theirs = there.domain().variables
        ours = {s.name: here.points.variables.get(s.name) for s in free_symbols(claim).difference(there.indices)}
        return all(meaning is None or meaning == theirs.get(name) for name, meaning in ours.items())
    return isinstance(there, Given) and isinstance(here, Given) and there.model is here.model


_RUNNING: list[Part] = []  # the parts whose proofs are under way


def _finding(part: Part) -> Finding:
    if part in _RUNNING:
        return Finding(Verdict.UNKNOWN, Evidence.NONE, how="it rests on itself")
    _RUNNING.append(part)
    try:
        finding = None if part.witness is not None else part.proved
    finally:
        _RUNNING.pop()
    return finding or Finding(Verdict.UNKNOWN, Evidence.NONE, how="it has no proof")


def _claim_of(context: Context, cited: Cited) -> Claim:
    """What a cited part says here. Raises GapError where it does not hold or a hypothesis of it is not met."""
    part = cited.line.part
    finding = _finding(part)
    if finding.verdict is not Verdict.HOLDS or not (finding.evidence.reads_the_claim or finding.evidence is Evidence.ARGUED):
        raise GapError(f"{cited.reason} is cited and is {finding.verdict.value}: {finding.how}")
    context.cited.append(finding.evidence)
    put = {key: tree for key, tree in cited.put if key is not tree}
    if any(of_arrays(tree) for pair in put.items() for tree in pair):
        raise GapError(f"{cited.reason} is cited for its own vectors and matrices")
    given = hypotheses(part)
    claimed = part.claim
    assert isinstance(claimed, PrintedLine)
    claim = claimed.at_an_instance
    if isinstance(claim, ExactlyOne) and claimed.element is not None:  # a proof has shown that this one is the one
        claim = substituted(claim.body, {claim.variable: claimed.element})
    if not same_meaning(claim, claimed.given, context.data):
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
        discharged(context, condition, cited.reason)
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
    return Context((), words, line.given).assuming(*claims, *built(line.given))


def built(data: Given | Computed) -> list[Claim]:
    """What data have by the way they are built."""
    if isinstance(data, Given):
        return _sizes(data)
    if data.over is None:
        return [*data.ranges]
    rows = (index for index in data.indices if index.sort == ROW)
    return [*data.ranges, *_sizes(data.over), *(chain(1, "<=", row, "<=", data.over.length) for row in rows)]


def _sizes(data: Given) -> list[Claim]:
    derived = [symbol == formula for symbol, formula in data.derived.items()]
    whole = [Member(size, INTEGERS) for size in data.sizes]
    return [*derived, data.copies >= 1, data.model.structure.columns >= 1 + data.beside, *whole]


def evidence_of(context: Context) -> Evidence:
    return Evidence.PROVED if all(level.reads_the_claim for level in context.cited) else Evidence.ARGUED
