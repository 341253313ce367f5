"""A printed statement, line by line: ``D2["4a"] = f_exp[j0, j1] <= 1/n**(1 - a1), j1 == j3``."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.language import tree
from theorems.language.computed import Computed
from theorems.language.given import Given
from theorems.language.printed_line import Bridge, Hypothesis, PrintedLine
from theorems.language.printing import text
from theorems.language.seen import SIGNS
from theorems.language.tree import Claim, Expr, Relation, Symbol, expr
from theorems.statement import Condition, Part, Proof, Statement, TrivialRange
from theorems.vocabulary import Comparison, Reading

ROOT = Path(__file__).parents[2]  # of the project, or of the installed packages
WORDS = (ROOT / "theorems/language", ROOT / "theorems/own")


class Lemma(Statement):
    """One numbered statement. ``lemma[label] = claim, condition, ...`` adds the part ``label``, literally as printed.

    name:  its number, or kind and number where it is no lemma
    given: the data and the hypotheses
    uses:  addresses that the printed proof rests on, without the paper's key
    proof: what is tried on every part that no witness refutes
    provenance: where the formulas of its lines come from that do not say otherwise
    trivial: the range that the bounds of its lines must beat, likewise

    A paper's language has its own subclass, which knows the paper's ``key`` and where its formulas come from as a rule.
    """

    key: ClassVar[str]
    comes_from: ClassVar[str] = "text"

    def __init__(
        self,
        name: str,
        source: str,
        title: str = "",
        *,
        given: Given | Computed,
        uses: Sequence[str] = (),
        proof: Proof | None = None,
        provenance: str = "",
        trivial: TrivialRange | None = None,
    ) -> None:
        name = f"Lemma {name}" if re.fullmatch(r"[A-Z]?\.?\d+(\.\d+)*", name) else name
        super().__init__(self.key, name, source, title)
        self.data = given
        self.uses = tuple(f"{self.key}/{address}" for address in uses)
        self.proof = proof
        self.provenance = provenance or self.comes_from
        self.trivial = trivial
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
        domain = line.given.domain()
        self.add(
            Part(
                self.key,
                self.name,
                label,
                line.text + of,
                domain,
                line,
                Reading.INTENDED if why else Reading.STATED,
                self.source,
                provenance or self.provenance,
                proof=self.proof,
                changed=why,
                depends_on=self.uses,
                trivial=line.trivial_range() or self.trivial,
                feasible=domain.feasible_set,
                written=_line_of_the_author(),
            )
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

    def rate(self, *rates: Expr) -> Line:
        """How fast each o(1) of a factor ``1 + o(1)``, or of ``f ≈ g``, tends to 0: the proof shows it within these bounds."""
        return self._claiming(rates=rates)

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
    claim = tree.Words(*pieces, " fixed")
    return Condition(claim, growth=True)


def _line_of_the_author() -> str:
    """``theorems/superiority/softmax_on_d1.py:19``: the nearest line on the way here that is no file of the suite's words."""
    frame = sys._getframe(1)
    while not (file := _file_of_an_author(frame.f_code.co_filename)) and frame.f_back is not None:
        frame = frame.f_back
    return f"{file}:{frame.f_lineno}"


@cache
def _file_of_an_author(name: str) -> str:
    """As a reader names it; "" for a file of the suite's words."""
    file = Path(name)
    return "" if file.parent in WORDS else str(file.relative_to(ROOT) if file.is_relative_to(ROOT) else file)


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


def _decided(given: Given, claim: Claim, instance: Instance) -> bool:
    """Is a claim about parameters true of an instance? In balls, and exactly where they cannot tell."""
    match claim:
        case tree.And():
            return all(_decided(given, c, instance) for c in claim.claims)
        case Relation():

            def question() -> Truth:
                numbers = given.bind(instance, BALLS)
                return Comparison(numbers.value(claim.left), SIGNS[claim.sign], numbers.value(claim.right)).truth()

            truth = balls.decide(question, limit=1024)[0]
            return given.true(claim, instance) if truth is Truth.UNKNOWN else truth is Truth.HOLDS
    raise TypeError(f"{claim!r} is no relation between parameters")
