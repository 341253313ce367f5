"""A printed statement, line by line: ``D2["4a"] = f_exp[j0, j1] <= 1/n**(1 - a1), j1 == j3``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.language.given import Bound, Given
from theorems.language.printing import text
from theorems.language.structure import ONE, Model, Scene
from theorems.language.tree import And, Cases, Chain, Claim, Entry, ExactlyOne, Expr, Node, Relation, Symbol, free_symbols
from theorems.language.values import value
from theorems.statement import Content, Part, Proof, Statement
from theorems.vocabulary import Claimed, Comparison, Reading
from theorems.vocabulary import Relation as Sign

SIGNS = {"<=": Sign.AT_MOST, ">=": Sign.AT_LEAST, "<": Sign.LESS, ">": Sign.MORE, "==": Sign.EQUAL}


class Lemma(Statement):
    """One numbered statement. ``lemma[label] = claim, condition, ...`` adds the part ``label``, literally as printed.

    name:  its number, or kind and number where it is no lemma
    given: the data and the hypotheses
    uses:  addresses that the printed proof rests on, without the paper's key
    proof: what is tried on every part that no witness refutes

    A paper's language has its own subclass, which knows the paper's ``key``.
    """

    key: ClassVar[str]

    def __init__(
        self,
        name: str,
        source: str,
        title: str = "",
        *,
        given: Given,
        uses: Sequence[str] = (),
        proof: Proof | None = None,
    ) -> None:
        name = name if " " in name else f"Lemma {name}"
        super().__init__(self.key, name, source=source, title=title, depends_on=[f"{self.key}/{address}" for address in uses])
        self.data = given
        self.proof = proof
        self.headers: list[Header] = []

    def where(self, *conditions: Claim) -> Header:
        """``with lemma.where(j0 == j3):`` the header that the lines below stand under."""
        return Header(self, conditions)

    def __setitem__(self, label: str, line: Claim | tuple[Claim, ...]) -> None:
        claim, *conditions = line if isinstance(line, tuple) else (line,)
        above = [condition for header in self.headers for condition in header.conditions]
        added = self.state(label, claim, (*above, *conditions))
        rests = [address for header in self.headers for address in header.uses]
        if rests:
            added.uses(*rests)

    def state(
        self,
        label: str,
        claim: Claim,
        conditions: tuple[Claim, ...],
        *,
        given: Given | None = None,
        why: str = "",
        provenance: str = "",
    ) -> Line:
        """Add a part; ``why`` says what an intended reading changed. Raises ValueError for a name that the data do not know."""
        line = PrintedLine(claim, conditions, (given or self.data).stating(claim, *conditions))
        line.check(f"{self.address}/{label}")
        self.add(
            label,
            line,
            says=line.text + ("" if given is None else self._of_other_data(given)),
            given=line.given.domain(),
            reading=Reading.INTENDED if why else Reading.STATED,
            changed=why,
            proof=self.proof,
            content=line.trivial_range(),
            provenance=provenance or None,
        )
        return Line(self, len(self.parts) - 1)

    def _of_other_data(self, given: Given) -> str:
        """How the data of a repaired line differ from the printed ones."""
        if given.name != self.data.name:
            return f" (data from {given.name})"
        dropped = [text(hypothesis) for hypothesis in self.data.hypotheses if hypothesis not in given.hypotheses]
        return f" (without {', '.join(dropped)})"

    def __getitem__(self, label: str) -> Line:
        """The line as printed. Raises KeyError for a label without one."""
        for place, part in enumerate(self.parts):
            if part.label == label and part.reading is Reading.STATED:
                return Line(self, place)
        raise KeyError(f"{self.address} has no line {label!r}")


@dataclass(frozen=True)
class Header:
    """What stands above several lines: conditions, and what their printed proofs rest on."""

    lemma: Lemma
    conditions: tuple[Claim, ...]
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
        found = self.part.claim
        assert isinstance(found, PrintedLine)
        return found

    def _with(self, **changes: Any) -> Line:
        self.lemma.parts[self.place] = replace(self.part, **changes)
        return self

    def refuted(self, witness: str) -> Line:
        """At this point the line is false; every run checks it in balls."""
        return self._with(witness=witness, proof=None)

    def repair(self, *conditions: Claim, why: str, claim: Claim | None = None, **changes: Any) -> Line:
        """The intended reading: the same line with more conditions, another claim or other data; ``why`` in one line."""
        return self.instead(*self.claimed.conditions, *conditions, why=why, claim=claim, **changes)

    def instead(
        self,
        *conditions: Claim,
        why: str,
        claim: Claim | None = None,
        label: str = "",
        given: Given | None = None,
        provenance: str = "",
    ) -> Line:
        """The intended reading with its own conditions in place of the printed ones; it keeps what the line rests on."""
        printed, part = self.claimed, self.part
        line = self.lemma.state(
            label or part.label,
            printed.claim if claim is None else claim,
            conditions,
            given=given,
            why=why,
            provenance=provenance,
        )
        return line._with(depends_on=part.depends_on, content=_with_silence_of(part.content, line.part.content))

    def the_one(self, element: Expr) -> Line:
        """Which element "exactly one" means; a proof shows that this one has the property and no other has."""
        return self._with(claim=replace(self.claimed, element=element))

    def proved(self, proof: Proof) -> Line:
        return self._with(proof=proof)

    def uses(self, *addresses: str) -> Line:
        return self._with(depends_on=tuple(f"{self.part.paper}/{address}" for address in addresses))

    def note(self, words: str) -> Line:
        return self._with(note=words)

    def uninformative(self, where: Claim | str, words: str = "") -> Line:
        """The exact set where the bound says no more than the trivial range; ``where`` a claim about the parameters."""
        content = self.part.content
        if content is None:
            raise ValueError(f"{self.part.address}: its left-hand side has no trivial range")
        if isinstance(where, str):
            return self._with(content=replace(content, silent=where, where=lambda instance: True))
        given = self.claimed.given
        return self._with(content=content.silent_for(words or text(where), lambda i: _decided(given, where, i)))


def _with_silence_of(printed: Content | None, repaired: Content | None) -> Content | None:
    return repaired if printed is None or repaired is None else repaired.silent_for(printed.silent, printed.where)


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
class PrintedLine:
    """The claim of one part over its data: called with bound data it gives the comparisons that are to be judged."""

    claim: Claim
    conditions: tuple[Claim, ...]
    given: Given
    element: Expr | None = None

    @property
    def text(self) -> str:
        """The line as a reader sees it."""
        shown = ", ".join(text(condition) for condition in self.conditions)
        return text(self.claim) + (f" for {shown}" if shown else "")

    def check(self, address: str) -> None:
        """Raise ValueError where the claim names something that its data do not have."""
        given = self.given
        known = {*given.sizes, *given.free, *given.derived, *given.indices}
        unknown = sorted(symbol.name for symbol in free_symbols(self.claim) - known)
        if unknown:
            raise ValueError(f"{address}: {', '.join(unknown)} is no parameter or index of {given.name}")
        for _, node in self.claim.walk():
            if isinstance(node, Entry) and node.quantity not in given.model.quantities:
                raise ValueError(f"{address}: {node.quantity} is not defined over {given.name}")

    def __call__(self, bound: Bound) -> Claimed:
        found = tuple(_compared(self.claim, bound, bound.pattern, element=self.element))
        return found[0] if len(found) == 1 else found

    def _settled(self, node: Expr) -> Any:
        """The expression with the one branch of each distinction of cases that the conditions leave."""
        given, scenes = self.given, list(self.given.admitted())

        def branch(case: Node) -> Node | None:
            if not isinstance(case, Cases):
                return None
            chosen = {given.model.branch(case, scene) for scene in scenes}
            return chosen.pop() if len(chosen) == 1 else None

        return node.mapped(branch)

    def trivial_range(self) -> Content | None:
        """What the left-hand side is anyway, where its quantity declares that; nothing for an equality."""
        one = self.claim if isinstance(self.claim, ExactlyOne) else None
        claim = self.claim if one is None else one.body
        if not isinstance(claim, Relation) or claim.sign == "==" or not isinstance(claim.left, Entry):
            return None
        model = self.given.model
        quantity = model.quantities[claim.left.quantity]
        if quantity.low is None and quantity.high is None:
            return None
        put: dict[Any, Expr] = dict(zip(quantity.formals, claim.left.arguments, strict=True))

        def end(node: Expr | None) -> Any:
            if node is None:
                return None
            placed = node.mapped(put.get)
            return lambda bound: _at(bound, placed, bound.pattern if one is None else _first(one, bound))

        low, high = ("" if e is None else text(self._settled(e.mapped(put.get))) for e in (quantity.low, quantity.high))
        shown = " ≤ ".join(filter(None, (low, text(claim.left), high)))
        return Content(shown, end(quantity.low), end(quantity.high))


def _at(bound: Bound, node: Expr, scene: Scene) -> Any:
    model: Model = bound.given.model
    return value(model.closed(node, scene), bound.numbers, bound.arithmetic, bound.known)


def _compared(claim: Claim, bound: Bound, scene: Scene, what: str = "", element: Expr | None = None) -> Iterator[Comparison]:
    match claim:
        case Relation():
            yield Comparison(_at(bound, claim.left, scene), SIGNS[claim.sign], _at(bound, claim.right, scene), what)
        case Chain():
            for link in claim.links:
                yield from _compared(link, bound, scene, text(link))
        case And():
            for member in claim.claims:
                yield from _compared(member, bound, scene, text(member))
        case ExactlyOne():
            yield from _exactly_one(claim, bound, scene, element)
        case _:
            raise TypeError(f"{type(claim).__name__} is no claim that can be compared yet")


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
