"""The proof of a calculation, line by line: each reason becomes an assertion.

A definition is instantiated, a theorem of the textbook is one that the library proves, the rest follows by arithmetic. A part
that is cited is proved first, from its own calculation, for all that stands in place of its symbols.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from theorems.formal.assumptions import Places, quantified, stated, times_of, times_told, told_apart
from theorems.formal.flows import in_words, jumps
from theorems.formal.goals import Goals
from theorems.formal.printer import Printer
from theorems.formal.terms import NoCoqFormError
from theorems.kernel import scripts
from theorems.kernel.facts import EVENT, FUNCTION, INTEGERS, REALS, SET, VARIABLE, Definition, Fact, substituted
from theorems.language import tree
from theorems.language.computed import Computed
from theorems.language.derivatives import derivative
from theorems.language.printing import text
from theorems.language.tree import Claim, Expr, Node, Relation, Symbol, expr, free_symbols
from theorems.provers.calculation import Calculation
from theorems.provers.context import Cited, hypotheses, line_of, same_meaning
from theorems.statement import Part
from theorems.textbook.coq import BY_CASES, INSTANCE, LEMMAS, NEEDS_DISTINCT, RULES, lemma_of


@dataclass(frozen=True)
class CitedPart:
    """A cited part under its name in the proof; ``proof`` shows it for all values of the variables that meet the conditions."""

    name: str
    variables: tuple[Expr, ...]
    conditions: tuple[Claim, ...]
    proof: tuple[str, ...]


@dataclass(kw_only=True)
class Writer(Goals):
    """Writes the proof.

    data: what the names mean in the theorem
    own:  what they mean in the part whose calculation is being written, which may be a cited one
    meanings: what supplies the names so far
    parts: what is proved of cited parts before everything else; None while its proof is being written
    """

    data: Any
    own: Any
    definitions: dict[tuple[Definition, Places], str] = field(default_factory=dict)
    meanings: dict[Node, Any] = field(default_factory=dict)
    parts: dict[tuple[str, frozenset[Expr]], CitedPart | None] = field(default_factory=dict)

    # -- goals -------------------------------------------------------------------------------------------------------------

    def script(self, script: Any, goal: Claim, *, values: bool = False) -> None:
        match script:
            case scripts.Have(claim=claim, script=by, then=then):
                self.asserted(claim, lambda w: w.script(by, claim))
                self.script(then, goal, values=values)
            case scripts.Each(scripts=each):
                left = iter(each)
                self.opened(goal, lambda w, relation: w.script(next(left), relation, values=values))
            case scripts.Calc():
                self.opened(goal, lambda w, relation: w.calculated(script, relation, values))
            case scripts.Cases(claim=claim, holds=holds, fails=fails):
                self.opened(goal, lambda w, relation: w.cases(claim, holds, fails, relation, values), alternatives=True)
            case scripts.Growing():
                self.opened(goal, lambda w, relation: w.growing(script, relation, values))
            case scripts.By(reasons=reasons) | scripts.Only(reasons=reasons):
                self.opened(goal, lambda w, relation: w.by(reasons, relation, values), alternatives=True)
            case _:
                raise NoCoqFormError(f"{type(script).__name__} is not written for Coq")

    def by(self, reasons: Sequence[Any], relation: Claim, values: bool) -> None:
        self.before = len(self.known)
        for reason in reasons:
            self.reason(reason)
        self.closed(relation, values)

    def calculated(self, script: scripts.Calc, relation: Relation, values: bool) -> None:
        links = zip(script.terms, script.signs, script.terms[1:], script.reasons, strict=False)
        for left, sign, right, reasons in links:
            link = Relation(left, sign, right)
            self.asserted(link, partial(Writer.by, reasons=reasons, relation=link, values=False))
        self.closed(relation, values)

    def cases(self, claim: Relation, holds: Any, fails: Any, goal: Claim, values: bool) -> None:
        left, right = self.printer.term(claim.left), self.printer.term(claim.right)
        rule = {
            "<=": f"Rle_or_lt {left} {right}",
            "<": f"Rlt_or_le {left} {right}",
            ">=": f"Rge_or_gt {left} {right}",
            ">": f"Rgt_or_ge {left} {right}",
            "==": f"Req_dec {left} {right}",
        }.get(claim.sign)
        if rule is None:
            raise NoCoqFormError(f"cases of {text(claim)}")
        name = self.fresh("C")
        self.say(f"destruct ({rule}) as [{name}|{name}].")
        for known, script in ((claim, holds), (claim.contrary, fails)):
            with self.braces() as inner:
                inner.assume(name, known)
                inner.script(script, goal, values=values)

    def growing(self, script: scripts.Growing, goal: Relation, values: bool) -> None:
        """From the last derivative down to the relation itself, each for all values from the low end on."""
        x, low = script.variable, script.low
        strict = goal.sign in ("<", ">")
        sides = [[derivative(side, x, k) for side in scripts.upwards(goal)] for k in range(script.order + 1)]
        inside = self.printer.within(x)
        functions = [[f"(fun {inside.bound[x]} => {inside._term(side)})" for side in both] for both in sides]
        known = tree.ForAll(x, REALS, tree.Implies(low <= x, script.last(goal)))
        name = self.asserted(known, lambda w: w.script(scripts.By(script.reasons), known))
        for k in reversed(range(script.order)):
            relation = Relation(sides[k][0], "<" if strict and k == 0 else "<=", sides[k][1])
            begins = substituted(relation, {x: low})
            start = self.asserted(begins, partial(Writer.shows, goal=begins))
            rule = "order_from_strictly" if relation.sign == "<" else "order_from"
            given = " ".join([rule, *functions[k], *functions[k + 1], self.printer.term(low), "_ _", start, name])
            onwards = tree.ForAll(x, REALS, tree.Implies(low <= x, relation))
            name = self.asserted(onwards, partial(Writer.say, line=f"refine ({given}); intros; derived."))
        place = self.asserted(low <= x, lambda w: w.shows(low <= x))
        self.say(f"pose proof ({name} {self.printer.term(x)} {place}).")
        self.closed(goal, values)

    # -- reasons -----------------------------------------------------------------------------------------------------------

    def reason(self, reason: Any) -> None:
        match reason:
            case Fact(theorem=Definition()):
                self.asserted(reason.claim, lambda w: w.defining(reason))
            case Fact(theorem=theorem) if theorem.name == INSTANCE:
                self.asserted(reason.claim, lambda w: w.instance(reason))
            case Fact(theorem=theorem) if (theorem.name, len(theorem.formals)) in RULES:
                self.asserted(reason.claim, lambda w: w.rule(reason))
            case Fact(theorem=theorem) if theorem.name in LEMMAS:
                self.asserted(reason.claim, lambda w: w.applied(self._lemma(reason), reason))
            case Fact(theorem=theorem) if theorem.name in BY_CASES:
                self.asserted(reason.claim, lambda w: w.by_cases(reason))
            case Fact(theorem=theorem) if lemma_of(theorem) is not None:
                raise NoCoqFormError(f"{theorem.name}: its lemma is about probability spaces, in which no claim is written yet")
            case Fact():
                raise NoCoqFormError(f"no proof in Coq: {reason.theorem.name}")
            case Claim():
                self.asserted(reason, lambda w: w.shows(reason))
            case Cited():
                self.cited(reason)
            case _:
                raise NoCoqFormError(f"{type(reason).__name__} is no reason")

    def _arguments(self, fact: Fact) -> Iterator[str]:
        for formal, argument in zip(fact.theorem.formals, fact.arguments, strict=True):
            if formal.sort == VARIABLE and formal not in times_of(fact.theorem):
                continue
            if formal.sort == SET:
                yield self.printer.set(argument)
            elif formal.sort in (FUNCTION, EVENT):
                claims = (fact.theorem.claim, *fact.theorem.hypotheses)
                arity = max(
                    (len(n.arguments) for c in claims for _, n in c.walk() if isinstance(n, tree.Applied) and n.base is formal),
                    default=0,
                )
                if arity == 0:
                    raise NoCoqFormError(f"{fact.theorem.name} speaks of a claim")
                fresh = [Symbol(f"{formal.name}{k}", "argument") for k in range(arity)]
                inside = self.printer
                for each in fresh:
                    inside = inside.within(each)
                variables, body = " ".join(inside.bound[each] for each in fresh), argument(*fresh)
                yield f"(fun {variables} => {inside.prop(body) if formal.sort == EVENT else inside._term(expr(body))})"
            else:
                yield self.printer.term(expr(argument))

    def _lemma(self, fact: Fact) -> str:
        lemma = lemma_of(fact.theorem)
        if lemma is None:
            raise NoCoqFormError(f"no proof in Coq: {fact.theorem.name}")
        return " ".join([lemma, *self._arguments(fact)])

    def rule(self, fact: Fact) -> None:
        """A rule of differentiation: the derivatives exist, and are as it says."""
        for condition in fact.hypotheses:
            if not in_words(condition):
                self.asserted(condition, partial(Writer.discharged, condition=condition))
        self.differentiable(fact.claim)
        self.say(f"apply ({self._lemma(fact)}); first [intros; differentiate | link].")

    def defining(self, fact: Fact) -> None:
        """A definition is assumed of what is in the sets of its indices: U is orthogonal, in its K rows."""
        definition = fact.theorem
        assert isinstance(definition, Definition)
        self.means_the_same(definition.claim, definition.name)
        put = dict(zip(definition.formals, fact.arguments, strict=True))
        formals = [(f, put[f]) for f in quantified(definition)]
        if any(f.sort in (SET, EVENT) for f, _ in formals):
            raise NoCoqFormError(f"{definition.name} speaks of sets or claims")
        if jumps(definition):
            raise NoCoqFormError(f"{definition.name}: a derivative that jumps is one from one side")
        found = [None if f.sort == FUNCTION else self.place(expr(argument)) for f, argument in formals]
        places = tuple(each and each[0] for each in found)
        loose = {f for (f, _), each in zip(formals, found, strict=True) if each is None}
        if told_apart(definition) & loose:
            raise NoCoqFormError(f"{definition.name} is used outside of its indices")
        name = self.definitions.setdefault((definition, places), f"Def{len(self.definitions) + 1}")
        self.applied(" ".join([name, *self._arguments(fact)]), fact, [each[1] for each in found if each])

    def place(self, argument: Expr) -> tuple[Node, str] | None:
        """A set of which the argument is known to be an element, and why; one that can be named where nothing is bound."""
        for name, claim in self.known:
            if isinstance(claim, tree.Member) and claim.element is argument and claim.range not in (INTEGERS, REALS):
                whole, why = claim.range, name
                while isinstance(whole, tree.Without):
                    whole, why = whole.range, f"(in_the_whole _ _ _ {why})"
                if not free_symbols(whole) & self.printer.bound.keys():
                    return whole, why
        return None

    def applied(self, lemma: str, fact: Fact, shown: Sequence[str] = ()) -> None:
        """``lemma`` gives the fact; ``shown``: what it asks for first; its hypotheses are shown one by one."""
        if not isinstance(fact.theorem, Definition):
            self.differentiable(fact.claim)
        conditions = [h for h in fact.hypotheses if not in_words(h)]
        self.refined(" ".join([lemma, *shown]), conditions, distinct=fact.theorem.name in NEEDS_DISTINCT)

    def cited(self, cited: Cited) -> None:
        """What a part says for other arguments, which meet its hypotheses."""
        part, put = cited.line.part, dict(cited.put)
        known = self._part(part, frozenset(put))
        arguments = " ".join([known.name, *(self.printer.term(put[symbol]) for symbol in known.variables)])
        conditions = [substituted(condition, put) for condition in known.conditions]
        self.asserted(substituted(line_of(part).at_an_instance, put), lambda w: w.refined(arguments, conditions))

    def means_the_same(self, claim: Claim, name: str) -> None:
        """Raise NoCoqFormError where names of a claim mean something else elsewhere in the theorem."""
        own, data = self.own, self.data
        if not (isinstance(own, Computed) and isinstance(data, Computed)):
            same = same_meaning(claim, own, data)
        else:
            same = own.points.bind == data.points.bind and all(
                self.meanings.setdefault(node, supply) == supply for node, supply in own.used(claim)
            )
        if not same:
            raise NoCoqFormError(f"{name} is about {own.name}, not about {data.name}")

    def _part(self, part: Part, put: frozenset[Expr]) -> CitedPart:
        """A cited part, proved before everything else for all values of some of its symbols."""
        key = part.key, put
        if key not in self.parts:
            self.parts[key] = None
            proved = self._proved(part, sorted(put, key=text), f"Part{len(self.parts)}")
            del self.parts[key]  # in the order in which they need one another
            self.parts[key] = proved
        found = self.parts[key]
        if found is None:
            raise NoCoqFormError(f"{part.key} rests on itself")
        return found

    def _proved(self, part: Part, variables: Sequence[Expr], name: str) -> CitedPart:
        if not isinstance(part.proof, Calculation) or part.claim is None or part.witness is not None:
            raise NoCoqFormError(f"{part.key} is cited and has no calculation")
        line, context = line_of(part), hypotheses(part)
        printer = Printer(self.printer.names, explicit=times_told(context))
        for variable in variables:
            if not isinstance(variable, Symbol):
                raise NoCoqFormError(f"{text(variable)} is no symbol of {part.key}")
            printer = printer.within(variable)
        assumed = list(stated(printer, context))
        labels, lines = [self.fresh("K") for _ in assumed], list[str]()
        inner = replace(self, printer=printer, known=[], lines=lines, own=line.given)
        for claim in (line.at_an_instance, *context.claims):
            inner.means_the_same(claim, part.key)
        for label, (claim, _) in zip(labels, assumed, strict=True):
            inner.assume(label, claim)
        inner.script(part.proof.script, line.at_an_instance)
        bound = [printer.bound[variable] for variable in variables]  # type: ignore[index]
        said = "".join([*(f"forall {each} : R, " for each in bound), *(f"({written}) -> " for _, written in assumed)])
        start = f"assert ({name} : {said}{printer.prop(line.at_an_instance)})."
        proof = [start, "{", *([f"intros {' '.join([*bound, *labels])}."] if bound or labels else []), *lines, "}"]
        return CitedPart(name, tuple(variables), tuple(claim for claim, _ in assumed), tuple(proof))

    def by_cases(self, fact: Fact) -> None:
        for condition in fact.hypotheses:
            self.asserted(condition, partial(Writer.discharged, condition=condition))
        self.say("indicators.")

    def instance(self, fact: Fact) -> None:
        general, place = fact.hypotheses
        assert isinstance(general, tree.ForAll)
        assert isinstance(place, tree.Member)
        name = self.name_of(general) or self.asserted(general, lambda w: w.discharged(general))
        element = self.printer.term(place.element)
        if general.range is REALS:
            self.say(f"exact ({name} {element}).")
            return
        self.say(f"refine ({name} {element} _).")
        self.discharged(place)
