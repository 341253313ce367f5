"""Proofs that start from the claim's own tree and end in it: ``lhs ≤ e1 = e2 ≤ rhs``, each link with its reason.

A small checker: scripts (:mod:`~theorems.kernel.scripts`) show goals where a context (:mod:`~theorems.kernel.context`) holds,
and a link follows from facts by arithmetic (:mod:`~theorems.kernel.arithmetic`). A link whose reason does not carry it stops
the proof and is named.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from itertools import chain, islice
from typing import Any

import sympy

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.kernel.context import Context, Quoted, Reason, discharged
from theorems.kernel.facts import Fact, substituted
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import Calc, Script, by, parts_of
from theorems.kernel.values import has_value
from theorems.language import tree
from theorems.language.computed import Computed
from theorems.language.derivatives import elementary_of
from theorems.language.lemma import Line
from theorems.language.printed_line import PrintedLine
from theorems.language.printing import text
from theorems.language.rules import conjuncts
from theorems.language.structure import ROW
from theorems.language.tree import REVERSED, Claim, Expr, Number, Relation, Symbol, expr, free_symbols, held, relations_of
from theorems.provers.along import not_shown
from theorems.provers.as_sympy import AsSympy
from theorems.provers.context import Cited, built, evidence_of, hypotheses, line_of
from theorems.provers.display import Link, asserted, links
from theorems.provers.families import Eventually, Family, RefutedAlong
from theorems.provers.monotone import Weaker
from theorems.provers.search import evaluate, met_at
from theorems.provers.sharper import Sharper
from theorems.statement import Finding, Part
from theorems.vocabulary import Evidence, Verdict

LOOKED_AT = 100  # small instances that contradictory hypotheses, or the end of a trivial range, are held against


@dataclass(frozen=True)
class Calculation:
    """Proves a part by a script that starts from the part's own tree.

    ``holds``, with evidence ``proved``; ``argued`` where a part is cited that is only argued.
    """

    script: Script
    how: str = ""

    def asked(self, part: Part) -> tuple[Claim, Context]:
        """What the script is to show, and what it may use."""
        return line_of(part).at_an_instance, hypotheses(part)

    def run(self, part: Part) -> Finding:
        try:
            goal, context = self.asked(part)
            steps = checked(self.script, goal, context)
        except GapError as gap:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"the calculation has a gap: {gap}")
        if met_at(part.domain) is None:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how="no instance is known to meet the hypotheses")
        how = self.how or "a calculation from the claim's own sides"
        return Finding(Verdict.HOLDS, evidence_of(context), how=how, steps=steps)

    def links(self, part: Part) -> Iterable[Link]:
        """The calculation as a reader sees it."""
        return links(self.script, line_of(part).at_an_instance)


# where scripts and reasons are defined
OURS = {each.__module__ for each in (Calc, Weaker, Sharper, Cited, Quoted, Fact)}


def checked(script: Script, goal: Claim, context: Context) -> tuple[str, ...]:
    """Show a goal, and that it has a value; what was checked, link by link. Raises GapError where something does not follow."""
    only_ours(script)
    script.show(goal, context)
    has_value(goal, script, context)
    return tuple(link.text for link in links(script, goal))


def only_ours(script: Any) -> None:
    """Raise GapError where a script, or a reason in it, is of a kind that this checker does not define."""
    if isinstance(script, tuple):
        for each in script:
            only_ours(each)
    elif is_dataclass(script) and not isinstance(script, type | Line):
        if type(script).__module__ not in OURS or isinstance(script, Quoted):  # what a part says is quoted by citing it
            raise GapError(f"{type(script).__name__} is no script of ours")
        for field_ in () if isinstance(script, Fact | Cited) else fields(script):
            only_ours(getattr(script, field_.name))
    elif callable(getattr(script, "show", None)) or callable(getattr(script, "quoted", None)):
        raise GapError(f"{type(script).__name__} is no script of ours")


@dataclass(frozen=True)
class Contradiction:
    """``vacuous``: the hypotheses alone give a relation that no number meets, ``x < x``, by a calculation from x to x."""

    script: Calc
    how: str = ""

    def run(self, part: Part) -> Finding:
        try:
            context = hypotheses(part)
            steps = checked(self.script, self.absurd, context)
        except GapError as gap:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"the calculation has a gap: {gap}")
        small = part.domain.small() if part.domain.small is not None else ()
        met = next((i for i in islice(small, LOOKED_AT) if part.domain.broken(i) is None), None)
        if met is not None:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"the hypotheses are met at {met}")
        how = self.how or "the hypotheses contradict each other"
        return Finding(Verdict.VACUOUS, evidence_of(context), how=how, steps=steps)

    @property
    def absurd(self) -> Relation:
        return self.script.terms[0] < self.script.terms[0]

    def links(self, part: Part) -> Iterable[Link]:
        del part  # it speaks of the hypotheses alone
        return links(self.script, self.absurd)


@dataclass(frozen=True)
class Silent:
    """A bound says no more than a trivial range whose end is this tree: the script shows it of every relation of the claim."""

    end: Expr
    script: Script

    def shown(self, part: Part) -> tuple[tuple[str, ...], Evidence]:
        """What was checked, and how well it is known. Raises GapError where it has a gap."""
        context = hypotheses(part)
        steps: list[str] = []
        for relation, known in parts_of(line_of(part).at_an_instance, context):
            if relation.sign not in ("<=", "<", ">=", ">"):
                raise GapError(f"{text(relation)} is no bound")
            self._is_the_end(part, relation)
            steps += checked(self.script, Relation(relation.right, REVERSED[relation.sign], self.end), known)
        return tuple(steps), evidence_of(context)

    def _is_the_end(self, part: Part, relation: Relation) -> None:
        """Raise GapError where an instance shows that the trivial range ends elsewhere."""
        line, trivial = line_of(part), part.trivial
        assert trivial is not None
        value = trivial.high if relation.sign in ("<=", "<") else trivial.low
        small = part.domain.small() if part.domain.small is not None else iter(())
        looked_at = [i for i in islice(small, LOOKED_AT) if part.domain.broken(i) is None]
        if not looked_at:
            raise GapError(f"no instance shows that {text(self.end)} is the end of {trivial.text}")
        for instance in looked_at:
            model = part.domain.bind(instance, BALLS)
            here, there = line.given.seen(model).value(self.end), value(model) if callable(value) else value
            if there is None or not balls.close(balls.ball(here), balls.ball(there)):
                raise GapError(f"{text(self.end)} is not the end of {trivial.text} at {instance}")


MEMBERS = 3  # first members of a family that its description is held against


K = Symbol("k_family")  # the index of a family, in the claims that describe it


@dataclass(frozen=True)
class Contrary:
    """Covers all members of a family that refutes a part, by a calculation that ends in the contrary of a relation of it.

    along:  what the parameters are along the family, as claims about the index ``K`` of this module; held against the first
            members and those that are confirmed, and followed to all large ones (:mod:`~theorems.provers.along`)
    script: shows the contrary of the relation of that ``number`` from ``along``
    reasons: what else holds along the family; the hypotheses of the part may rest on it
    sizes:  what the hypotheses about growth speak of, as functions of ``K``: they are decided by limits

    Where neither ``along`` nor ``sizes`` says anything, the contrary is shown of every point that meets the hypotheses.
    """

    along: tuple[Claim, ...]
    script: Script = field(default_factory=by)
    number: int = 0
    reasons: tuple[Reason, ...] = ()
    sizes: tuple[Relation, ...] = ()

    def shown(self, part: Part, family: Family, confirm: Sequence[int]) -> tuple[tuple[str, ...], Evidence]:
        only_ours(self.reasons)
        given, line = hypotheses(part), line_of(part)
        looked_at = sorted({*confirm, *range(family.first, family.first + MEMBERS)})
        for size in self.sizes:
            if size.sign != "==" or not elementary_of(size.right, {K}):
                raise GapError(f"{text(size)} is no function of the family's index")
        for k, claim in ((k, claim) for k in looked_at for claim in (*_together(self.along, line.given), *self.sizes)):
            if not _true_at(replace(line, compared=substituted(claim, {K: expr(k)})), part, family.member(k)):
                raise GapError(f"{text(claim)} is not true of member {k}")
        self._is_of_large_sizes(line)
        for bound in _bounds_of_orders(line):
            if not all(_true_at(replace(line, compared=bound), part, family.member(k)) for k in looked_at):
                raise GapError(f"an order of what is negative is refuted by no sign: {text(bound)}")
            not_shown((*self.along, *self.sizes, bound), K, family.first)
        for bound in relations_of(*built(line.given)):  # which the script may use
            not_shown((*self.along, *self.sizes, bound), K, family.first)
        unknown = not_shown((*self.along, *self.sizes), K, family.first)
        goal, context = self.asked(part)
        if self._of_a_family(part):
            self._discharged(part, context)
        conclusion, known = list(parts_of(line.at_an_instance, context))[self.number]
        for claim in known.claims[len(context.claims) :]:  # under a premise, only where the family meets it
            discharged(context, claim, text(conclusion))
        steps = [step.replace(K.name, _index_of(family).name) for step in checked(self.script, goal, context)]
        only = [f"checked at the members only: {words}" for words in (*map(text, unknown), *sorted(given.words))]
        return (*steps, *only), Evidence.ARGUED if only else evidence_of(context)

    def asked(self, part: Part) -> tuple[Claim, Context]:
        """What the script is to show, and what it may use."""
        context = self.known(part).with_reasons(self.reasons)
        relation, _ = list(parts_of(line_of(part).at_an_instance, context))[self.number]
        return relation.contrary, context

    def known(self, part: Part) -> Context:
        """What holds before the reasons."""
        proof: Any = part.proof
        given = hypotheses(part)
        if not self._of_a_family(part):
            return given
        return replace(given, claims=(*self.along, *built(line_of(part).given), proof.family.first <= K))

    def _of_a_family(self, part: Part) -> bool:
        """Is the contrary shown of the members of a family, not of every point?"""
        return bool(self.along or self.sizes or any(condition.growth for condition in part.domain.conditions))

    def _discharged(self, part: Part, context: Context) -> None:
        """Raise GapError unless the family meets every hypothesis."""
        for condition in part.domain.conditions:
            if condition.growth and condition.claim is not None:
                for claim in conjuncts(condition.claim):
                    self._grows(claim)
            elif condition.claim is not None:
                discharged(context, condition.claim, "the family")

    def _is_of_large_sizes(self, line: PrintedLine) -> None:
        """Raise GapError unless what the line calls large grows; where it names nothing, as O(g), what it speaks of does."""
        grows = {c.left for c in self._told if self._reaches_infinity(c)}
        for rule in line.reduced.rules:
            sides = (side for r in relations_of(rule.before) for side in (r.left, r.right))
            inside = [side.argument if isinstance(side, tree.Order) else side for side in sides]
            plain = bool(inside) and all(
                elementary_of(each, free_symbols(each)) for each in inside
            )  # it shows what it speaks of
            sizes = {rule.size} if rule.size is not None else free_symbols(rule.before) if plain else grows
            if (rule.size is not None or rule.refutes == "along a family") and not grows & sizes:
                raise GapError(f"the family does not say how large {', '.join(map(text, sizes)) or 'anything'} is")

    @property
    def _told(self) -> tuple[Relation, ...]:
        return tuple(c for c in (*self.along, *self.sizes) if isinstance(c, Relation))

    def _reaches_infinity(self, claim: Relation) -> bool:
        """Does it say that its left side tends to infinity, or bound it below where nothing else is said of that?"""
        if claim.sign not in ("==", ">=", ">") or not elementary_of(claim.right, {K}):
            return False
        others = (each for each in (*self.along, *self.sizes) if each is not claim)
        alone = claim.sign != "==" and not any(node is claim.left for each in others for node in each.nodes())
        return alone or _limit(claim.right) is sympy.oo

    def links(self, part: Part) -> Iterable[Link]:
        goal, _ = list(asserted(line_of(part).at_an_instance, ()))[self.number]
        assert isinstance(goal, Relation)
        proof: Any = part.proof
        shown = chain((Link(claim, "along the family") for claim in self.along), links(self.script, goal.contrary))
        index = {K: _index_of(proof.family)}
        return (Link(substituted(k.claim, index), k.reason, tuple(substituted(u, index) for u in k.under)) for k in shown)

    def _grows(self, claim: Claim) -> None:
        """Raise GapError unless the family meets a hypothesis ``f = o(g)``, ``f = O(g)`` or ``f = ω(g)``."""
        fixed = {c.left for c in self._told if c.sign == "==" and isinstance(c.right, Number)}
        if held(claim) and held(claim) <= fixed:
            return
        match claim:
            case Relation(left=left, sign="==", right=tree.Order(kind="o" | "O" | "ω" as kind, argument=bound)):
                ratio = substituted(left / bound, {size.left: size.right for size in self.sizes})
                if not elementary_of(ratio, {K}):
                    raise GapError(f"the family needs {text(claim)}: not every size in it is given")
                limit = _limit(ratio)
                if limit is sympy.oo if kind == "ω" else limit == 0 or (kind == "O" and limit.is_finite):
                    return
        raise GapError(f"the family needs {text(claim)}")


def _bounds_of_orders(line: PrintedLine) -> Iterator[Relation]:
    """``g ≥ 0`` of every f = O(g), o(g) or Ω(g) that is refuted: f > C g refutes |f| ≤ C |g| only there."""
    rules = (rule for rule in line.reduced.rules if rule.every is not None or rule.name == "o")
    orders = (node for rule in rules for _, node in rule.before.walk())
    for order in dict.fromkeys(node for node in orders if isinstance(node, tree.Order)):
        if not isinstance(order.argument, Number) or order.argument.value < 0:
            yield order.argument >= 0


def _limit(node: Expr) -> sympy.Expr:
    """Of a function of the family's index; no number where none is found."""
    symbols = AsSympy({K})
    try:
        return sympy.limit(symbols(node), symbols(K), sympy.oo)
    except (NotImplementedError, ValueError, TypeError):
        return sympy.nan


def _index_of(family: Family) -> Symbol:
    """The letter that the family's own words have for its index: ``m -> n = 10^m``; k where they name none."""
    letter, arrow, _ = family.text.partition(" -> ")
    return Symbol(letter if arrow else "k")


def _together(claims: Sequence[Claim], data: Any) -> Iterator[Claim]:
    """The claims, those about indices that instances do not carry as one: some choice of these is to meet them all."""
    of_indices = [claim for claim in claims if isinstance(data, Computed) and data.on_indices(claim)]
    yield from (claim for claim in claims if claim not in of_indices)
    if of_indices:
        yield tree.And(tuple(of_indices))


def _true_at(line: PrintedLine, part: Part, instance: Instance) -> bool:
    """Is what a line compares true of an instance? Exactly, where it speaks of rational parameters."""
    data, claim = line.given, line.at_an_instance
    if isinstance(data, Computed):
        if not data.on_indices(claim):
            carried: dict[Expr, Expr] = {
                s: expr(number)
                for s in free_symbols(claim)
                if isinstance(number := instance.get(s.name), int | Fraction) and _is_its_number(s, data)
            }
            claim = substituted(claim, carried)
        return data.condition(claim).check(instance)
    return evaluate(replace(part, printed=line), instance).truth is Truth.HOLDS


def _is_its_number(name: Symbol, data: Computed) -> bool:
    """Where an instance carries it: a row, and what the model does not know."""
    known = any(
        name in free_symbols(quantity) for quantity in data.quantities
    )  # also k(n), of which the model knows k at its n
    return name.sort == ROW or not (known or name.name in data.points.variables)


def links_of(part: Part) -> tuple[Link, ...]:
    """The calculation of a part's proof, as a reader sees it; empty where it has none."""
    proof: Any = part.proof
    if isinstance(proof, Eventually | RefutedAlong):
        proof = proof.calculation
    return tuple(proof.links(part)) if hasattr(proof, "links") else ()
