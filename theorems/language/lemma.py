"""A printed statement, line by line: ``D2["4a"] = f_exp[j0, j1] <= 1/n**(1 - a1), j1 == j3``."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, ClassVar

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.language.computed import SIGNS, Computed, NoValueError, Seen
from theorems.language.given import Bound, Given
from theorems.language.latex_text import latex_text
from theorems.language.printing import latex, mathml, text
from theorems.language.reductions import Declared, NoRuleError, Reduced, Reducer, Refutes, Rule, conjuncts
from theorems.language.shapes import what_fits
from theorems.language.structure import ONE, ZERO, Scene
from theorems.language.tree import (
    BINDERS,
    And,
    Cases,
    Chain,
    Claim,
    Entry,
    ExactlyOne,
    Exists,
    Expr,
    Fits,
    ForAll,
    Implies,
    Node,
    Or,
    Relation,
    Symbol,
    Words,
    expr,
    free_symbols,
    held,
)
from theorems.statement import Condition, Model, Part, Proof, Statement, TrivialRange
from theorems.vocabulary import Claimed, Comparison, Reading

Hypothesis = Claim | Condition

ROOT = Path(__file__).parents[2]  # of the project, or of the installed packages
WORDS = (ROOT / "theorems/language", ROOT / "theorems/own")


class Lemma(Statement):
    """One numbered statement. ``lemma[label] = claim, condition, ...`` adds the part ``label``, literally as printed.

    name:  its number, or kind and number where it is no lemma
    given: the data and the hypotheses
    uses:  addresses that the printed proof rests on, without the paper's key
    proof: what is tried on every part that no witness refutes
    provenance, trivial: of all its lines that do not say otherwise (see :class:`theorems.statement.Statement`)

    A paper's language has its own subclass, which knows the paper's ``key``.
    """

    key: ClassVar[str]

    def __init__(
        self,
        name: str,
        source: str,
        title: str = "",
        *,
        given: Given | Computed,
        uses: Sequence[str] = (),
        proof: Proof | None = None,
        provenance: str = "text",
        trivial: TrivialRange | None = None,
    ) -> None:
        name = f"Lemma {name}" if re.fullmatch(r"[A-Z]?\.?\d+(\.\d+)*", name) else name
        uses = [f"{self.key}/{address}" for address in uses]
        super().__init__(
            self.key,
            name,
            source=source,
            title=title,
            given=given.domain(),
            depends_on=uses,
            provenance=provenance,
            trivial=trivial,
        )
        self.data = given
        self.proof = proof
        self.headers: list[Header] = []

    def where(self, *conditions: Hypothesis, given: Given | Computed | None = None) -> Header:
        """``with lemma.where(j0 == j3):`` the header that the lines below stand under; ``given``: other data for them."""
        return Header(self, conditions, given)

    def __setitem__(self, label: str, line: Claim | tuple[Any, ...]) -> None:
        claim, *conditions = line if isinstance(line, tuple) else (line,)
        above = [condition for header in self.headers for condition in header.conditions]
        given = next((header.given for header in reversed(self.headers) if header.given is not None), None)
        added = self.state(label, claim, (*above, *conditions), given=given)
        rests = [address for header in self.headers for address in header.uses]
        if rests:
            added.uses(*rests)

    def state(
        self,
        label: str,
        claim: Claim,
        conditions: tuple[Hypothesis, ...],
        *,
        given: Given | Computed | None = None,
        why: str = "",
        of: str = "",
        provenance: str = "",
    ) -> Line:
        """Add a part; ``why`` says what an intended reading changed, ``of`` how its data differ from the printed ones.

        Raises ValueError for a name that the data do not know.
        """
        line = PrintedLine(claim, conditions, (given or self.data).stating(claim, *conditions))
        line.check(f"{self.address}/{label}")
        self.add(
            label,
            line,
            text=line.text + of,
            given=line.given.domain(),
            reading=Reading.INTENDED if why else Reading.STATED,
            changed=why,
            proof=self.proof,
            trivial=line.trivial_range(),
            provenance=provenance,
            written=_line_of_the_author(),
        )
        return Line(self, len(self.parts) - 1)

    def __getitem__(self, label: str) -> Line:
        """The line as printed. Raises KeyError for a label without one."""
        for place, part in enumerate(self.parts):
            if part.label == label and part.reading is Reading.STATED:
                return Line(self, place)
        raise KeyError(f"{self.address} has no line {label!r}")


@dataclass(frozen=True)
class Header:
    """What stands above several lines: conditions, their data, and what their printed proofs rest on."""

    lemma: Lemma
    conditions: tuple[Hypothesis, ...]
    given: Given | Computed | None = None
    uses: tuple[str, ...] = ()

    def resting_on(self, *addresses: str) -> Header:
        return replace(self, uses=addresses)

    def __enter__(self) -> None:
        self.lemma.headers.append(self)

    def __exit__(self, *_: object) -> None:
        self.lemma.headers.pop()


@dataclass(frozen=True)
class Line:
    """One part of a lemma, to say more about it. Every method returns the line."""

    lemma: Lemma
    place: int

    @property
    def part(self) -> Part:
        return self.lemma.parts[self.place]

    @property
    def claimed(self) -> PrintedLine:
        found = self.part.printed
        assert isinstance(found, PrintedLine)
        return found

    def _with(self, **changes: Any) -> Line:
        self.lemma.parts[self.place] = replace(self.part, **changes)
        return self

    def _claiming(self, **changes: Any) -> Line:
        return self._with(printed=replace(self.claimed, **changes))

    def refuted(self, witness: str) -> Line:
        """At this point the line is false; every run checks it in balls."""
        return self._with(witness=witness, proof=None)

    def bridge(self, claim: Claim, *, shows: Any = None, refutes: Any = None) -> Line:
        """What is compared at one instance, where no rule leads to it from the printed line.

        The script ``shows`` is to show the printed line from it, the script ``refutes`` it from the printed line, both under
        the line's hypotheses; a verdict that neither carries is ``argued`` at most.
        """
        return self._claiming(compared=claim, bridge=Bridge(shows, refutes))

    def constant(self, *constants: Expr | int) -> Line:
        """The constants of O, Ω and Θ (the lower one first) that the line's proof shows; they are free of what grows."""
        return self._claiming(constants=tuple(map(expr, constants)))

    def witness(self, *terms: Expr | int) -> Line:
        """What the line says to exist, from outside in; of a line about all pairs an element that refutes it with itself."""
        return self._claiming(witnesses=tuple(map(expr, terms)))

    def partition(self, which: Claim) -> Line:
        """Which elements a count is of, as the data's structure sorts them: these have the property and no others."""
        return self._claiming(partition=which)

    def by_union(self) -> Line:
        """All at once with probability 1 - δ: the line's proof adds up the probabilities that one of them is missed."""
        return self._claiming(by_union=True)

    def power(self, *powers: Fraction | int) -> Line:
        """Where f = o(g) is to give h = ω(k): the line's proof shows h ≥ k/(f/g)^p, p > 0, for each such h in order.

        Where it is to give h = o(k): h ≤ C (f/g)^p k, with the next ``constant``, of which hypotheses fix every letter. Raises
        ValueError where some p is not above 0.
        """
        if min(powers) <= 0:
            raise ValueError(f"{self.part.address}: (f/g)^p tends to 0 for p > 0, not for p = {min(powers)}")
        return self._claiming(powers=tuple(map(Fraction, powers)))

    def repair(self, *conditions: Hypothesis, why: str, claim: Claim | None = None, **changes: Any) -> Line:
        """The intended reading: the same line with more conditions, another claim or other data; ``why`` in one line."""
        return self.instead(*self.claimed.conditions, *conditions, why=why, claim=claim, **changes)

    def instead(
        self,
        *conditions: Hypothesis,
        why: str,
        claim: Claim | None = None,
        label: str = "",
        given: Given | Computed | None = None,
        provenance: str = "",
    ) -> Line:
        """The intended reading with its own conditions in place of the printed ones; it keeps what the line rests on."""
        printed, part = self.claimed, self.part
        of = "" if given is None else _of_other_data(given, self.lemma.data if isinstance(given, Given) else printed.data)
        if given is None and isinstance(printed.given, Computed):
            given = printed.data
        line = self.lemma.state(
            label or part.label,
            printed.claim if claim is None else claim,
            conditions,
            given=given,
            why=why,
            of=of,
            provenance=provenance or part.provenance,
        )
        if claim is None:
            line._claiming(
                compared=printed.compared,
                bridge=printed.bridge,
                constants=printed.constants,
                witnesses=printed.witnesses,
                partition=printed.partition,
            )
        return line._with(depends_on=part.depends_on, trivial=_with_silence_of(part.trivial, line.part.trivial))

    def in_words(self, words: str) -> Line:
        """How the printed line follows from what is compared, where no machine checks that: it is ``argued`` at most."""
        return self._with(in_words=words)

    def the_one(self, element: Expr) -> Line:
        """Which element "exactly one" means; a proof shows that this one has the property and no other has."""
        return self._claiming(element=element)

    def proved(self, proof: Proof) -> Line:
        return self._with(proof=proof)

    def uses(self, *addresses: str) -> Line:
        return self._with(depends_on=tuple(f"{self.part.paper}/{address}" for address in addresses))

    def note(self, words: str) -> Line:
        return self._with(note=words)

    def trivial(self, trivial: TrivialRange, feasible: str = "") -> Line:
        """The trivial range that the bound must beat, and where the hypotheses can be met if not where the data can."""
        return self._with(trivial=trivial, feasible=feasible or self.part.feasible)

    def feasible(self, where: str) -> Line:
        """In words the exact set where the line's hypotheses can be met."""
        return self._with(feasible=where)

    def gives(self, constant: Fraction) -> Line:
        """The constant lower bound that the line's own proof establishes, where it is above the printed one."""
        return self._with(gives=constant)

    def from_(self, provenance: str) -> Line:
        """Where the line's formula comes from."""
        return self._with(provenance=provenance)

    def uninformative(self, where: Claim, words: str = "") -> Line:
        """The exact set where the bound says no more than the trivial range; ``where`` a claim about the parameters."""
        trivial = self.part.trivial
        if trivial is None:
            raise ValueError(f"{self.part.address}: its left-hand side has no trivial range")
        given = self.claimed.given
        if isinstance(given, Computed):
            return self._with(trivial=trivial.uninformative_on(words or text(where), given.condition(where).check))
        return self._with(trivial=trivial.uninformative_on(words or text(where), lambda i: _decided(given, where, i)))


def held_fixed(*letters: Symbol) -> Condition:
    """That parameters do not vary along a family of growing sizes."""
    pieces = [piece for letter in letters for piece in (letter, ", ")][:-1]
    claim = Words(*pieces, " fixed")
    return Condition(claim, growth=True)


def _line_of_the_author() -> str:
    """``theorems/superiority/softmax_on_d1.py:19``: the nearest line on the way here that is no file of the suite's words."""
    frame = sys._getframe(1)
    while Path(frame.f_code.co_filename).parent in WORDS and frame.f_back is not None:
        frame = frame.f_back
    file = Path(frame.f_code.co_filename)
    return f"{file.relative_to(ROOT) if file.is_relative_to(ROOT) else file}:{frame.f_lineno}"


def _of_other_data(given: Given | Computed, printed: Given | Computed) -> str:
    """How the data of a repaired line differ from the printed ones."""
    if given.name != printed.name:
        return f" (data from {given.name})"
    kept = {condition.text for condition in given.domain().conditions}
    printed_texts = [h.text if isinstance(h, Condition) else text(h) for h in printed.hypotheses]
    dropped = [words for words in printed_texts if words not in kept]
    return f" (without {', '.join(dropped)})" if dropped else ""


def _with_silence_of(printed: TrivialRange | None, repaired: TrivialRange | None) -> TrivialRange | None:
    return repaired if printed is None or repaired is None else repaired.uninformative_on(printed.uninformative, printed.where)


def _without(scene: Scene, index: Symbol) -> Scene:
    where = {symbol: point for symbol, point in scene.where.items() if symbol is not index}
    return Scene(where, frozenset(where.values()))


def _decided(given: Given, claim: Claim, instance: Instance) -> bool:
    """Is a claim about parameters true of an instance? In balls, and exactly where they cannot tell."""
    match claim:
        case And():
            return all(_decided(given, c, instance) for c in claim.claims)
        case Relation():

            def question() -> Truth:
                numbers = given.bind(instance, BALLS)
                return Comparison(numbers.value(claim.left), SIGNS[claim.sign], numbers.value(claim.right)).truth()

            truth = balls.decide(question, limit=1024)[0]
            return given.true(claim, instance) if truth is Truth.UNKNOWN else truth is Truth.HOLDS
    raise TypeError(f"{claim!r} is no relation between parameters")


@dataclass(frozen=True)
class Bridge:
    """Scripts between the printed line and what is compared, one for each direction that has one."""

    shows: Any = None
    refutes: Any = None


@dataclass(frozen=True)
class PrintedLine:
    """The claim of one part over its data: called with bound data it gives the comparisons that are to be judged.

    element:  which one "exactly one" means
    compared: what is compared at one instance in place of what the rules lead to; ``bridge``: how that is known to be right
    constants: of O, Ω and Θ in it, in order;  powers, witnesses, by_union, partition: see :class:`Line`
    says:     comparisons in place of the line's own: what a mutant or a user's bound makes of them
    """

    claim: Claim
    conditions: tuple[Hypothesis, ...]
    given: Given | Computed
    element: Expr | None = None
    compared: Claim | None = None
    bridge: Bridge | None = None
    constants: tuple[Expr, ...] = ()
    powers: tuple[Fraction, ...] = ()
    witnesses: tuple[Expr, ...] = ()
    by_union: bool = False
    partition: Claim | None = None
    says: Callable[[Model], Claimed] | None = None

    def comparing(self, claim: Claim) -> PrintedLine:
        return replace(self, compared=claim, bridge=None)

    def saying(self, says: Callable[[Model], Claimed]) -> PrintedLine:
        return replace(self, says=says)

    @property
    def compares(self) -> bool:
        """Is anything compared at an instance? Words leave everything to the proof."""
        return not isinstance(self.at_an_instance, Words)

    @property
    def at_an_instance(self) -> Claim:
        """The claim that is compared at an instance. Raises NoRuleError where the data do not explain the printed one."""
        return self.reduced.claim if self.compared is None else self.compared

    @property
    def as_it_stands(self) -> bool:
        """Is the printed line itself what is compared?"""
        return self.at_an_instance is self.claim

    @property
    def under_its_premises(self) -> bool:
        """Is the printed line itself what is compared, where its premises are hypotheses of the data?"""
        premises = (each for rule in self.reduced.rules for each in conjuncts(getattr(rule.before, "premise", rule.before)))
        by_premises = self.bridge is None and all(rule.name == "premise" for rule in self.reduced.rules)
        return self.as_it_stands or (by_premises and all(each in self.known for each in premises))

    @cached_property
    def known(self) -> frozenset[Claim]:
        """The hypotheses of its data, one by one."""
        conditions = self.given.domain().conditions
        told = [said for c in conditions for said in (c.claim, c.printed) if said is not None]
        return frozenset(each for said in told for each in conjuncts(said))

    @cached_property
    def reduced(self) -> Reduced:
        """The printed line by the rules of :mod:`theorems.language.reductions`."""
        if self.compared is not None and self.bridge is not None:
            return self._across(self.compared, self.bridge)
        if self.compared is not None or self.says is not None:
            return Reduced(self.claim)
        reducer = self._reducer()
        return Reduced(reducer(self.claim), tuple(reducer.used))

    def _reducer(self) -> Reducer:
        given = self.given
        bound = frozenset(node.variable for _, node in self.claim.walk() if isinstance(node, BINDERS))

        def has_value(node: Node) -> bool:
            if isinstance(given, Computed):
                return not any(given.unknown(node, bound))
            return not isinstance(node, Claim) or bool(free_symbols(node) & {*bound, *given.indices})

        def is_letter(symbol: Symbol) -> bool:
            return isinstance(given, Computed) and not any(given.unknown(symbol))

        declared = (isinstance(given, Computed) and given.points.declared) or Declared()
        return Reducer(
            self.known.__contains__,
            has_value,
            declared,
            list(self.constants),
            self.by_union,
            list(self.witnesses),
            frozenset(letter for claim in self.known for letter in held(claim)),
            self.powers,
            self.partition,
            isinstance(given, Given),
            is_letter,
        )

    def _across(self, compared: Claim, bridge: Bridge) -> Reduced:
        """By the rules as far as they lead, where a script leads on from there."""
        before, rules = self.claim, []
        if bridge != Bridge():
            reducer = self._reducer()
            with suppress(NoRuleError):
                reducer(before)
            for rule in reducer.used:
                if rule.before is before:
                    before = rule.after
                    rules.append(rule)
        name: str = "in words" if isinstance(self.claim, Words) else "bridge"
        refutes: Refutes = "at a point" if bridge.refutes is not None else ""
        return Reduced(compared, (*rules, Rule(name, before, compared, bridge.shows is not None, refutes)))

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The relations that are compared at an instance, in order; none where the tree does not tell which they are."""
        return () if self.says is not None else tuple(_relations(self.at_an_instance))

    @property
    def data(self) -> Given | Computed:
        """The data without the line's own conditions."""
        if isinstance(self.given, Computed):
            kept = self.given.points.conditions[: len(self.given.points.conditions) - len(self.conditions)]
            return replace(self.given, points=replace(self.given.points, conditions=kept))
        return self.given

    @property
    def text(self) -> str:
        """The line as a reader sees it."""
        shown = ", ".join(c.text if isinstance(c, Condition) else text(c) for c in self.conditions)
        return text(self.claim) + (f" for {shown}" if shown else "")

    @property
    def latex(self) -> str:
        shown = r",\ ".join(_latex(condition) for condition in self.conditions)
        return latex(self.claim) + (rf"\quad\text{{for }}{shown}" if shown else "")

    @property
    def mathml(self) -> str:
        """A ``math`` element, the conditions in words where they are no trees."""
        conditions = [c if isinstance(c, Claim) else Words(c.text) for c in self.conditions]
        between: list[Any] = [piece for c in conditions for piece in (", ", c)][1:]
        return mathml(Words(self.claim, " for ", *between) if conditions else self.claim)

    def check(self, address: str) -> None:
        """Raise ValueError where the claim names something that its data do not have."""
        given = self.given
        if isinstance(given, Computed):
            return  # what it compares may be said later: see ``unknown``
        known = {*given.sizes, *given.free, *given.derived, *given.indices}
        claim = self.claim.mapped(lambda node: what_fits(node) if isinstance(node, Fits) else None)
        unknown = sorted(symbol.name for symbol in free_symbols(claim) - known)
        if unknown:
            raise ValueError(f"{address}: {', '.join(unknown)} is no parameter or index of {given.name}")
        for _, node in claim.walk():
            if isinstance(node, Entry) and node.quantity not in given.model.quantities:
                raise ValueError(f"{address}: {node.quantity} is not defined over {given.name}")

    def unknown(self) -> list[str]:
        """The names in what it compares that its data do not explain."""
        if isinstance(self.given, Given):
            return []
        return sorted(set(self.given.unknown(self.at_an_instance)))

    def __call__(self, bound: Model) -> Claimed:
        return self._claimed(bound, self.at_an_instance)

    def bounds(self, bound: Model) -> Claimed:
        """What is compared, with the right-hand sides alone where nothing else is needed to say what is compared."""
        return self._claimed(bound, _without_left(self.at_an_instance))

    def _claimed(self, bound: Model, claim: Claim) -> Claimed:
        if self.says is not None:
            return self.says(bound)
        seen = self.given.seen(bound)
        try:
            found = tuple(
                comparison
                for scene, what in self._placements(seen)
                for comparison in _compared(claim, seen, scene, what, self.element)
            )
        except NoValueError as error:
            return Comparison(balls.nothing(), SIGNS["=="], balls.nothing(), str(error))
        return found[0] if len(found) == 1 else found

    def _placements(self, seen: Bound | Seen) -> Iterable[tuple[Any, str]]:
        if isinstance(seen, Bound):
            return [(seen.pattern, "")]
        return seen.placements(self.at_an_instance, self.conditions)

    def where(self, dropped: Condition, instead: Condition | None = None) -> PrintedLine:
        """The same line without a condition that it prints, or under the contrary one."""

        def other(printed: Hypothesis) -> tuple[Hypothesis, ...]:
            if isinstance(printed, Condition) or text(printed) != dropped.text:
                return (printed,)
            return () if instead is None or not isinstance(printed, Relation) else (printed.contrary,)

        return replace(self, conditions=tuple(c for printed in self.conditions for c in other(printed)))

    def _settled(self, given: Given, node: Expr) -> Any:
        """The expression with the one branch of each distinction of cases that the conditions leave."""
        if not any(isinstance(piece, Cases) for _, piece in node.walk()):
            return node
        scenes = list(given.admitted())

        def branch(case: Node) -> Node | None:
            if not isinstance(case, Cases):
                return None
            chosen = {given.model.branch(case, scene) for scene in scenes}
            return chosen.pop() if len(chosen) == 1 else None

        return node.mapped(branch)

    def trivial_range(self) -> TrivialRange | None:
        """What the left-hand side is anyway, where its quantity declares that; nothing for an equality."""
        given = self.given
        if not isinstance(given, Given):
            return None
        one = self.claim if isinstance(self.claim, ExactlyOne) else None
        claim = self.claim if one is None else one.body
        if not isinstance(claim, Relation) or claim.sign == "==" or not isinstance(claim.left, Entry):
            return None
        quantity = given.model.quantities[claim.left.quantity]
        if quantity.low is None and quantity.high is None:
            return None
        put: dict[Any, Expr] = dict(zip(quantity.formals, claim.left.arguments, strict=True))

        def end(node: Expr | None) -> Any:
            if node is None:
                return None
            placed = node.mapped(put.get)
            return lambda bound: bound.value(placed, None if one is None else _first(one, bound))

        low, high = ("" if e is None else text(self._settled(given, e.mapped(put.get))) for e in (quantity.low, quantity.high))
        shown = " ≤ ".join(filter(None, (low, text(claim.left), high)))
        return TrivialRange(shown, end(quantity.low), end(quantity.high))


def _relations(claim: Claim) -> Iterator[Relation]:
    match claim:
        case Relation():
            yield claim
        case Chain():
            yield from claim.links
        case And() if all(isinstance(c, Relation | Chain | And) for c in claim.claims):
            for member in claim.claims:
                yield from _relations(member)


@lru_cache(maxsize=256)
def _without_left(claim: Claim) -> Claim:
    """The same relations with 0 for each left-hand side; a claim that must be true or false to be compared stays as it is."""
    match claim:
        case Relation():
            return Relation(ZERO, claim.sign, claim.right)
        case Chain():
            return And(tuple(map(_without_left, claim.links)))
        case And():
            return And(tuple(map(_without_left, claim.claims)))
        case ForAll():
            return ForAll(claim.variable, claim.range, _without_left(claim.body))
    return claim


def _latex(condition: Hypothesis) -> str:
    return rf"\text{{{latex_text(condition.text)}}}" if isinstance(condition, Condition) else latex(condition)


def _compared(
    claim: Claim, bound: Bound | Seen, scene: Any, what: str = "", element: Expr | None = None
) -> Iterator[Comparison]:
    match claim:
        case Relation(left=left, sign="!=", right=right) if isinstance(bound, Seen):
            yield from _one_of([tuple(_compared(side, bound, scene, what)) for side in (left < right, left > right)])
        case Relation():
            yield Comparison(bound.value(claim.left, scene), SIGNS[claim.sign], bound.value(claim.right, scene), what)
        case Chain():
            for link in claim.links:
                yield from _compared(link, bound, scene, what or text(link))
        case And():
            for member in claim.claims:
                yield from _compared(member, bound, scene, what or ("" if isinstance(member, Chain | ForAll) else text(member)))
        case Or() if isinstance(bound, Seen):
            yield from _one_of([tuple(_compared(member, bound, scene, what or text(member))) for member in claim.claims])
        case ForAll() if isinstance(bound, Seen):
            for each, _ in bound.runs(claim, scene):
                inside = {**scene, claim.variable: each}
                named = f"{claim.variable.name} = {each}"
                yield from _compared(claim.body, bound, inside, f"{what}, {named}" if what else named)
        case Exists() if isinstance(bound, Seen):
            members = [
                tuple(_compared(claim.body, bound, {**scene, claim.variable: e}, what)) for e, _ in bound.runs(claim, scene)
            ]
            yield from _one_of(members) if members else [Comparison(balls.ball(1), SIGNS["<="], balls.ball(0), what)]
        case ForAll() if isinstance(bound, Bound) and claim.variable in scene.where.keys() & bound.given.kinds:
            yield from _compared(claim.body, bound, scene, what)  # a symbolic case: one kind of element at a time
        case ForAll() if isinstance(bound, Bound):
            for point, count in bound.given.model.structure.orbits(claim.range, scene):
                if not _none(bound.value(count)):
                    inside = scene.with_(claim.variable, point)
                    yield from _compared(claim.body, bound, inside, f"{claim.variable.name}: {point}")
        case Implies() if isinstance(bound, Bound):
            if bound.given.model.structure.holds(claim.premise, scene):  # a claim about indices
                yield from _compared(claim.conclusion, bound, scene, what)
        case Implies():
            premises = list(_compared(claim.premise, bound, scene))
            undecided = [c for c in premises if c.truth() is Truth.UNKNOWN]
            yield from undecided  # nothing is concluded before more digits decide them
            if not undecided and all(c.truth() is Truth.HOLDS for c in premises):
                yield from _compared(claim.conclusion, bound, scene, what)
        case ExactlyOne() if isinstance(bound, Bound):
            yield from _exactly_one(claim, bound, scene, element)
        case _:
            raise TypeError(f"{text(claim)} cannot be compared at one instance: say with .bridge(...) what is")


def _none(count: Any) -> bool:
    """Is there no element of a kind? A formula in the place of a number does not say so."""
    return not isinstance(count, Expr) and bool(count == 0)


def _one_of(members: list[tuple[Comparison, ...]]) -> tuple[Comparison, ...]:
    """The first member that holds; where none does the first that is undecided, else the last."""
    truths = [balls.all_of(c.truth() for c in found) for found in members]
    for truth in (Truth.HOLDS, Truth.UNKNOWN):
        if truth in truths:
            return members[truths.index(truth)]
    return members[-1]


def _first(claim: ExactlyOne, bound: Bound) -> Scene:
    """The scene with the bound variable at some element of its range: all have the same trivial range."""
    point, _ = next(iter(bound.given.model.structure.orbits(claim.range, bound.pattern)))
    return bound.pattern.with_(claim.variable, point)


def _exactly_one(claim: ExactlyOne, bound: Bound, scene: Scene, element: Expr | None) -> Iterator[Comparison]:
    """One element has the property and every other kind of element has not.

    The element is of a kind that occurs once: in a symbolic case ``element`` (the first such kind unless
    given), at an instance the one that has it.
    """
    if not isinstance(claim.body, Relation):
        raise TypeError("exactly one: the property is to be one relation")
    if claim.variable in scene.where:  # a symbolic case: one kind of element at a time
        base = _without(scene, claim.variable)
        occurring_once = (point for point, count in bound.given.model.structure.orbits(claim.range, base) if count is ONE)
        alone = next(occurring_once) if element is None else base.point(element)
        relation = claim.body if scene.where[claim.variable] == alone else claim.body.contrary
        yield from _compared(relation, bound, scene)
        return
    found = []
    for point, count in bound.given.model.structure.orbits(claim.range, scene):
        (comparison,) = _compared(claim.body, bound, scene.with_(claim.variable, point), f"{claim.variable.name}: {point}")
        number = bound.value(count)
        if number != 0:
            found.append((comparison, number == 1))
    single = [c for c, once in found if once]
    chosen = next((c for c in single if c.truth() is Truth.HOLDS), single[0])
    for comparison, _ in found:
        contrary = comparison.relation.negated
        assert contrary is not None
        yield comparison if comparison is chosen else replace(comparison, relation=contrary)
