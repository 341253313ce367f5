"""What holds where a link of a calculation is to be shown: hypotheses and reasons.

It knows how the connectives of a claim are taken apart, and that an application of a theorem has to discharge its hypotheses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Protocol

from theorems.kernel.arithmetic import Facts, of_arrays, pieces
from theorems.kernel.facts import EVENT, FUNCTION, INTEGERS, OF_ALL, REALS, Fact, explicit, fixed, substituted, whole
from theorems.kernel.gaps import GapError
from theorems.kernel.signs import Finder, finder
from theorems.language.tree import (
    And,
    Applied,
    Call,
    Chain,
    Claim,
    Derivative,
    Entry,
    ExactlyOne,
    Exists,
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
    free_symbols,
    relations_of,
)

Binds = ForAll | Exists | ExactlyOne | Folded


@dataclass(frozen=True)
class Quoted:
    """What is proved elsewhere: ``claim`` under ``conditions`` and ``words``, with trees ``put`` for some of its symbols.

    That it is proved there, of the same things and for all that is put, is not looked at here.
    """

    reason: str
    claim: Claim
    conditions: tuple[Claim, ...] = ()
    words: tuple[str, ...] = ()
    put: tuple[tuple[Expr, Expr], ...] = ()


class Quoting(Protocol):
    """A reason that says what it quotes. Raises GapError where it quotes nothing that holds."""

    @property
    def reason(self) -> str: ...

    def quoted(self, context: Context) -> Quoted: ...


Reason = Fact | Claim | Quoted | Quoting  # a claim: what the facts before it give by arithmetic


@dataclass(frozen=True)
class Context:
    """What holds where a goal is to be shown.

    words: hypotheses that are no trees; data: what the names mean; bound: names that a quantifier has taken from the data;
    cited: what those that quote keep here; before: how many of the claims were there before the reasons of the link at hand
    surely: where something is supposed, the claims that were there before: they hold of all outcomes of what is random
    """

    claims: tuple[Claim, ...] = ()
    words: frozenset[str] = frozenset()
    data: Any = None
    bound: frozenset[Symbol] = frozenset()
    cited: list[Any] = field(default_factory=list)
    before: int = 0
    surely: frozenset[Claim] | None = None

    def assuming(self, *claims: Claim) -> Context:
        members = (member for claim in claims if isinstance(claim, And) for member in claim.claims)
        return replace(self, claims=(*self.claims, *claims, *members))

    def supposing(self, claim: Claim) -> Context:
        """Where a claim holds: of what is random, at one outcome."""
        if self._of_no_outcome(claim):
            return self.assuming(claim)
        return replace(self.assuming(claim), surely=frozenset(self.claims) if self.surely is None else self.surely)

    @cached_property
    def of_all_outcomes(self) -> Context:
        """What holds of laws and numbers: without what is known of one outcome."""
        if self.surely is None:
            return self
        return replace(self, claims=tuple(c for c in self.claims if c in self.surely or self._of_no_outcome(c)), surely=None)

    def _of_no_outcome(self, claim: Node) -> bool:
        match claim:
            case Words():
                return True
            case And() | Or() | Implies():
                return all(map(self._of_no_outcome, claim.children))
            case ForAll(body=body) if self._of_no_outcome(body):
                return True
            case Member(range=numbers) if numbers in (INTEGERS, REALS):
                return self.is_fixed(claim.element)
        return self.is_fixed(claim)

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
                    raise GapError(goal, *_listed(" (not shown: ", _facts(self.relations).without_value(goal), ")"))
            case Chain():
                for link in goal.links:
                    self.shows(link)
            case And():
                for member in goal.claims:
                    self.shows(member)
            case Or():
                if not any(shown(self, member) for member in goal.claims):
                    raise GapError(goal)
            case Implies():
                self.assuming(goal.premise).shows(goal.conclusion)
            case ForAll() if not of_one_of_all(goal.body):
                self.any_of(goal).shows(goal.body)
            case Member() if goal.range is REALS or (goal.range is INTEGERS and self.integer(goal.element)):
                pass
            case Member(range=Range() as range_) if self.integer(goal.element):
                self.shows((range_.low <= goal.element) & (goal.element <= range_.high))
            case Words(pieces=("not random: ", *trees)):
                if not all(self.is_fixed(tree) for tree in trees if isinstance(tree, Node)):
                    raise GapError(goal)
            case _:
                raise GapError(goal)

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
                inside = self.assuming(fixed(tree.variable), *self._fixed_with(tree))
                return all(inside.is_fixed(child) for child in tree.children)
        return all(self.is_fixed(child) for child in tree.children)

    def _fixed_with(self, tree: Folded | Integral | ForAll) -> Iterator[Claim]:
        """What is no random quantity where an element of the range is none, for all of them."""
        for claim in self.claims:
            match claim:
                case ForAll(body=Implies(premise=premise, conclusion=conclusion)) if premise is fixed(tree.variable):
                    if claim.variable is tree.variable and claim.range is getattr(tree, "range", None):
                        yield conclusion

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

    def any_of(self, goal: Binds) -> Context:
        """Where the body is to be shown, or known: the variable is anything in its range and occurs nowhere else."""
        if any(goal.variable in free_symbols(node) for node in (*self.claims, goal.range)):
            raise GapError(goal.variable, " of ", goal, " already has a meaning")
        known = self.silent_on(goal.variable).assuming(Member(goal.variable, goal.range))
        if not isinstance(goal, Exists) and self.is_fixed(goal.range):  # its elements are no random quantities then
            known = known.assuming(fixed(goal.variable))
        if isinstance(goal.range, Range):
            known = known.assuming(goal.range.low <= goal.variable, goal.variable <= goal.range.high)
        return known

    def silent_on(self, variable: Symbol) -> Context:
        """Without what holds of this name only for what it meant before: it is bound now."""
        claims = tuple(c for c in self.claims if variable not in free_symbols(c))
        words = frozenset(w for w in self.words if not _mentions(w, variable))
        return replace(self, claims=claims, words=words, bound=self.bound | {variable})

    def has_values(self, *nodes: Expr) -> None:
        """Raise GapError unless denominators are shown not to vanish, logarithms to be of positive numbers, and so on."""
        missing = dict.fromkeys(each for node in nodes if pieces(node) for each in self._without_value(node))
        if missing:
            raise GapError(*_listed("not shown: ", missing))

    def _without_value(self, node: Expr) -> list[Relation]:
        """What is not shown of the pieces for them to have a value; what is known of the same names is mostly enough."""
        near = tuple(relation for relation in self.relations if free_symbols(relation) <= free_symbols(node))
        missing = list(_facts(near).without_value(Relation(node, "==", node)))
        return missing and list(_facts(self.relations).without_value(Relation(node, "==", node)))

    def free_of(self, names: frozenset[Symbol], reason: str) -> None:
        """Raise GapError where a name of the data is one that a quantifier uses for something else."""
        for name in sorted(names & self.bound, key=lambda s: s.name):
            raise GapError(reason, " speaks of ", name, ", which is bound here")

    def with_reasons(self, reasons: Sequence[Reason]) -> Context:
        """What also holds by the reasons, in their order."""
        known = replace(self, before=len(self.claims))
        for reason in reasons:
            match reason:
                case Fact():
                    known = known.assuming(_applied(known, reason))
                case Claim():
                    known.shows(reason)
                    known = known.assuming(reason)
                case Quoted():
                    known = known.assuming(_quoted(known, reason))
                case _:
                    known = known.assuming(_quoted(known, reason.quoted(known)))
        return known


@lru_cache(maxsize=1024)  # who finds nothing shows nothing of what another one shows
def _facts_by(_finder: Finder, relations: tuple[Relation, ...]) -> Facts:
    return Facts(relations)


def _facts(relations: tuple[Relation, ...]) -> Facts:
    return _facts_by(finder(), relations)


def _listed(before: str, nodes: Iterable[Node], after: str = "") -> list[Node | str]:
    """``before a, b, c after``, and nothing where there are none."""
    listed: list[Node | str] = [each for node in nodes for each in (", ", node)]
    return [before, *listed[1:], after] if listed else []


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
        raise GapError(reason, " needs ", gap) from gap


def _applied(context: Context, fact: Fact) -> Claim:
    """What a theorem says of its arguments here: these have a value and meet the hypotheses."""
    theorem = fact.theorem
    try:
        claim, conditions = fact.claim, fact.hypotheses
    except ValueError as error:
        raise GapError(str(error)) from error
    if any(map(of_arrays, fact.numbers)):
        raise GapError(fact.reason, " is about numbers, no vectors and matrices")
    named = frozenset().union(*map(free_symbols, (theorem.claim, *theorem.hypotheses))) - {*theorem.formals}
    context.free_of(named, fact.reason)
    said = [node for tree in (theorem.claim, *theorem.hypotheses) for node in tree.nodes()]
    put = bool(_put_into(fact, Probability | Expectation | Words))  # is told of its law?
    known = context.of_all_outcomes if put or _of_chance(*said) else context
    try:
        known.has_values(*fact.numbers)
    except GapError as gap:
        raise GapError(fact.reason, " needs a number: ", gap) from gap
    for formal, over in zip(theorem.formals, fact.arguments, strict=True):
        if formal in theorem.together and not finite(over):
            raise GapError(fact.reason, " is about finite sets, not ", over)
    events = [a for f, a in zip(theorem.formals, fact.arguments, strict=True) if f.sort == EVENT and isinstance(a, Node)]
    events += [body for _, body in fact.bodies.values()]
    if known is not context and any(isinstance(node, Words) for tree in events for node in tree.nodes()):
        raise GapError(fact.reason, " speaks of an event in words, which may be what is supposed")
    if any(map(of_one_of_all, events)):
        raise GapError(fact.reason, " takes apart what is said of a family as a whole")
    for condition in conditions:
        discharged(known, condition, fact.reason)
        if put and isinstance(condition, Member):  # what holds for the numbers of a set says nothing of a random one
            discharged(known, fixed(condition.element), fact.reason)
    sets = ((c.element, whole(c.range)) for c in known.claims if isinstance(c, Member))
    indices = {each for each, of in sets if finite(of) or getattr(of, "name", "").startswith("{")}  # which do not move
    moving = any(each not in indices for each in fact.numbers if not isinstance(each, Number))
    for node in _put_into(fact, Derivative) if moving else ():  # equal at one time is not equal at all
        discharged(known, explicit(node.variable), fact.reason)
    if any(formal.sort == FUNCTION for formal in theorem.formals):  # what a function does to its argument may have no value
        known.assuming(*conditions).has_values(*(side for r in relations_of(claim) for side in (r.left, r.right)))
    return claim


def finite(range_: Node) -> bool:
    """Is it a set that sums and maxima are taken over: a range, ``[n]``, one that is listed, or the data's own, ``G_CT``?

    No interval, no numbers of a kind, and nothing that is known by its growth.
    """
    match whole(range_):
        case Named(name=name):
            if name.startswith("{"):
                return not name.endswith("...}") and ":" not in name
            word, _, _ = name.partition("(")
            return "," not in name and bool(word) and not set(word[:1]) & set("ℕℤℚℝℂOoΘΩω")
        case Symbol(sort="set") | Range() | SetOf():  # a theorem's own set: what it says of all finite ones
            return True
    return False


def of_one_of_all(node: Node) -> bool:
    """Does it say of one thing what is said of a family as a whole, of whose others nothing is known then?"""
    match node:
        case Words(pieces=(str(begun), *_)):
            return begun.startswith(OF_ALL)
        case And() | Or() | Implies():
            return any(map(of_one_of_all, node.children))
        case ForAll(body=body) if not isinstance(body, Words):
            return of_one_of_all(body)
    return False


def _of_chance(*nodes: Node) -> bool:
    return any(isinstance(node, Probability | Expectation) for node in nodes)


def _put_into(fact: Fact, kinds: Any) -> list[Any]:
    """Where, of such nodes, what is put for the argument of one of its functions stands."""
    told = ((each, node) for names, body in fact.bodies.values() for each in names for node in body.nodes())
    return [n for each, n in told if isinstance(n, kinds) and each in free_symbols(n) - {getattr(n, "variable", None)}]


def _quoted(context: Context, quoted: Quoted) -> Claim:
    """What is proved elsewhere says here. Raises GapError where a hypothesis of it is not met."""
    put, every = dict(quoted.put), (quoted.claim, *quoted.conditions)
    if any(of_arrays(tree) for pair in put.items() for tree in pair if pair[0] is not pair[1]):
        raise GapError(quoted.reason, " is cited for its own vectors and matrices")
    context.free_of(frozenset().union(*map(free_symbols, every)) - put.keys(), quoted.reason)
    put = {key: tree for key, tree in put.items() if key is not tree}
    context.has_values(*put.values())
    for condition in quoted.words:
        if condition not in context.words or any(_mentions(condition, key) for key in put if isinstance(key, Symbol)):
            bound = [s.name for s in context.bound if _mentions(condition, s)]
            raise GapError(
                quoted.reason, " needs: ", condition, f" (cite it where no quantifier binds {bound[0]})" if bound else ""
            )
    try:
        conditions, claim = [substituted(c, put) for c in quoted.conditions], substituted(quoted.claim, put)
    except ValueError as error:
        raise GapError(str(error)) from error
    laws = [node for node in quoted.claim.nodes() if _of_chance(node)]
    known = context.of_all_outcomes if laws else context
    for condition in conditions:
        discharged(known, condition, quoted.reason)
    for key in put.keys() & frozenset().union(*map(free_symbols, laws)):  # a law is told of numbers, not of another random one
        discharged(known, fixed(put[key]), quoted.reason)
    return claim


def _mentions(words: str, name: Symbol) -> bool:
    return re.search(rf"(?<!\w){re.escape(name.name)}(?!\w)", words) is not None
