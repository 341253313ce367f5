"""The proof of a calculation, line by line: each reason becomes an assertion.

A definition is instantiated, a theorem of the textbook is one that the library proves, the rest follows by arithmetic. A part
that is cited is proved first, from its own calculation, for all that stands in place of its symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from theorems.formal.assumptions import Places, quantified, stated, times_of, times_told, told_apart
from theorems.formal.flows import in_words, jumps
from theorems.formal.printer import Printer
from theorems.formal.terms import NoCoqFormError, defined
from theorems.kernel import scripts
from theorems.kernel.arithmetic import Facts
from theorems.kernel.facts import EVENT, FUNCTION, INTEGERS, REALS, SET, VARIABLE, Definition, Fact, substituted
from theorems.language.computed import Computed
from theorems.language.derivatives import derivative
from theorems.language.printing import text
from theorems.language.tree import (
    And,
    Applied,
    Call,
    Chain,
    Claim,
    Derivative,
    Expr,
    ForAll,
    Implies,
    Member,
    Node,
    Or,
    Range,
    Relation,
    Symbol,
    Without,
    expr,
    free_symbols,
)
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


@dataclass
class Writer:
    """Writes the proof.

    known: the claims that stand in Coq's context, each with its name
    data:  what the names mean in the theorem
    own:   what they mean in the part whose calculation is being written, which may be a cited one
    meanings: what supplies the names so far
    parts: what is proved of cited parts before everything else; None while its proof is being written
    """

    printer: Printer
    known: list[tuple[str, Claim]]
    definitions: dict[tuple[Definition, Places], str]
    lines: list[str]
    count: list[int]
    data: Any
    own: Any
    meanings: dict[Node, Any] = field(default_factory=dict)
    parts: dict[tuple[str, frozenset[Expr]], CitedPart | None] = field(default_factory=dict)
    before: int = 0  # how many of the claims were there before the reasons of the link at hand

    def say(self, line: str) -> None:
        self.lines.append(line)

    def fresh(self, letter: str) -> str:
        self.count[0] += 1
        return f"{letter}{self.count[0]}"

    def inside(self, printer: Printer | None = None) -> Writer:
        return replace(self, printer=printer or self.printer, known=[*self.known])

    def assume(self, name: str, claim: Claim) -> None:
        self.known.append((name, claim))
        members = claim.links if isinstance(claim, Chain) else claim.claims if isinstance(claim, And) else ()
        if members:
            for each, member in zip(self._taken_apart(name, len(members)), members, strict=True):
                self.assume(each, member)
        elif isinstance(claim, Relation) and (derivatives := self.printer.differentiable(claim)):
            self._taken_apart(name, len(derivatives) + 1)

    def _taken_apart(self, name: str, count: int) -> list[str]:
        """The names of the members of a conjunction that stands in Coq's context."""
        names = [self.fresh("P") for _ in range(count)]
        pattern = names[-1]
        for each in reversed(names[:-1]):
            pattern = f"[{each} {pattern}]"
        self.say(f"pose proof {name} as {pattern}.")
        return names

    # -- goals -------------------------------------------------------------------------------------------------------------

    def script(self, script: Any, goal: Claim, *, values: bool = False) -> None:
        match script:
            case scripts.Have(claim=claim, script=by, then=then):
                self.asserted(claim, lambda w: w.script(by, claim))
                self.script(then, goal, values=values)
            case scripts.Each(scripts=each):
                left = iter(each)
                self.opened(goal, lambda w, relation: w.script(next(left), relation, values=values), values=values)
            case scripts.Calc():
                self.opened(goal, lambda w, relation: w.calculated(script, relation, values), values=values)
            case scripts.Cases(claim=claim, holds=holds, fails=fails):
                self.opened(
                    goal, lambda w, relation: w.cases(claim, holds, fails, relation, values), values=values, alternatives=True
                )
            case scripts.Growing():
                self.opened(goal, lambda w, relation: w.growing(script, relation, values), values=values)
            case scripts.By(reasons=reasons) | scripts.Only(reasons=reasons):
                self.opened(goal, lambda w, relation: w.by(reasons, relation, values), values=values, alternatives=True)
            case _:
                raise NoCoqFormError(f"{type(script).__name__} is not written for Coq")

    def opened(self, goal: Claim, show: Callable[[Writer, Any], None], *, values: bool, alternatives: bool = False) -> None:
        """Take a goal apart into its relations."""
        match goal:
            case Relation():
                show(self, goal)
            case Or() if alternatives:
                show(self, goal)
            case Chain():
                self.opened(And(goal.links), show, values=values, alternatives=alternatives)
            case And(claims=(only,)):
                self.opened(only, show, values=values, alternatives=alternatives)
            case And():
                self.say("refine (" + "conj _ (" * (len(goal.claims) - 2) + "conj _ _" + ")" * (len(goal.claims) - 1) + ".")
                for each in goal.claims:
                    self.say("{")
                    self.inside().opened(each, show, values=values, alternatives=alternatives)
                    self.say("}")
            case Implies():
                inner = self.inside()
                name = self.fresh("I")
                self.say(f"intros {name}.")
                inner.assume(name, goal.premise)
                inner.opened(goal.conclusion, show, values=values, alternatives=alternatives)
            case ForAll():
                inner = self.inside(self.printer.within(goal.variable))
                inner.known = [(name, claim) for name, claim in self.known if goal.variable not in free_symbols(claim)]
                variable, name = inner.printer.bound[goal.variable], self.fresh("M")
                self.say(f"intros {variable}{'' if goal.range is REALS else f' {name}'}.")
                if goal.range is not REALS:
                    inner.assume(name, Member(goal.variable, goal.range))
                if isinstance(goal.range, Range):
                    low, high = self.fresh("B"), self.fresh("B")
                    self.say(f"destruct (in_range _ _ _ {name}) as [{low} {high}].")
                    self.say(f"try specialize ({high} ltac:(whole)).")
                inner.opened(goal.body, show, values=values, alternatives=alternatives)
            case _:
                raise NoCoqFormError(f"{text(goal)} is no goal of a calculation")

    def asserted(self, claim: Claim, show: Callable[[Writer], None]) -> str:
        """The name under which the claim is known afterwards."""
        name = self.fresh("A")
        self.say(f"assert ({name} : {self.printer.prop(claim)}).")
        self.say("{")
        show(self.inside())
        self.say("}")
        self.assume(name, claim)
        return name

    def closed(self, relation: Claim, values: bool) -> None:
        """The relation, and that its sides have values."""
        sets = self.printer.inhabited(relation) if values and isinstance(relation, Relation) else []
        taken = defined((relation.left, relation.right)) if values and isinstance(relation, Relation) else []
        if not sets and not taken:
            self.shows(relation)
            return
        self.differentiable(relation)  # in the order of what is printed
        for _ in sets:
            self.say("split; [inhabited|].")
        for each in taken:
            self.say("split; [|].")
            self.say("{")
            self.shows(each)
            self.say("}")
        self.follows(relation)

    def differentiable(self, relation: Claim) -> None:
        """That the derivatives in it exist."""
        for _ in self.printer.differentiable(relation):
            self.say("split; [intros; differentiate|].")

    def by(self, reasons: Sequence[Any], relation: Claim, values: bool) -> None:
        self.before = len(self.known)
        for reason in reasons:
            self.reason(reason)
        self.closed(relation, values)

    def calculated(self, script: scripts.Calc, relation: Relation, values: bool) -> None:
        names = []
        links = zip(script.terms, script.signs, script.terms[1:], script.reasons, strict=False)
        for left, sign, right, reasons in links:
            link = Relation(left, sign, right)
            self.asserted(link, lambda w, reasons=reasons, link=link: w.by(reasons, link, False))  # type: ignore[misc]
            names.append(link)
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
            self.say("{")
            inner = self.inside()
            inner.assume(name, known)
            inner.script(script, goal, values=values)
            self.say("}")

    def growing(self, script: scripts.Growing, goal: Relation, values: bool) -> None:
        """From the last derivative down to the relation itself, each for all values from the low end on."""
        x, low = script.variable, script.low
        strict = goal.sign in ("<", ">")
        sides = [[derivative(side, x, k) for side in scripts.upwards(goal)] for k in range(script.order + 1)]
        inside = self.printer.within(x)
        functions = [[f"(fun {inside.bound[x]} => {inside._term(side)})" for side in both] for both in sides]
        known = ForAll(x, REALS, Implies(low <= x, script.last(goal)))
        name = self.asserted(known, lambda w: w.script(scripts.By(script.reasons), known))
        for k in reversed(range(script.order)):
            relation = Relation(sides[k][0], "<" if strict and k == 0 else "<=", sides[k][1])
            begins = substituted(relation, {x: low})
            start = self.asserted(begins, lambda w, begins=begins: w.shows(begins))  # type: ignore[misc]
            rule = "order_from_strictly" if relation.sign == "<" else "order_from"
            given = " ".join([rule, *functions[k], *functions[k + 1], self.printer.term(low), "_ _", start, name])
            onwards, line = ForAll(x, REALS, Implies(low <= x, relation)), f"refine ({given}); intros; derived."
            name = self.asserted(onwards, lambda w, line=line: w.say(line))  # type: ignore[misc]
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
                    (len(n.arguments) for c in claims for _, n in c.walk() if isinstance(n, Applied) and n.base is formal),
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
                self.asserted(condition, lambda w, condition=condition: w.discharged(condition))  # type: ignore[misc]
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
            if isinstance(claim, Member) and claim.element is argument and claim.range not in (INTEGERS, REALS):
                whole, why = claim.range, name
                while isinstance(whole, Without):
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

    def refined(self, lemma: str, conditions: Sequence[Claim], *, distinct: bool = False) -> None:
        holes = " _" * (len(conditions) + distinct)
        self.say(f"refine ({lemma}{holes})." if holes else f"exact ({lemma}).")
        if distinct:
            self.say("{ distinct. }")
        for condition in conditions:
            self.say("{")
            self.inside().discharged(condition)
            self.say("}")

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
            self.asserted(condition, lambda w, condition=condition: w.discharged(condition))  # type: ignore[misc]
        self.say("indicators.")

    def instance(self, fact: Fact) -> None:
        general, place = fact.hypotheses
        assert isinstance(general, ForAll)
        assert isinstance(place, Member)
        name = self.name_of(general) or self.asserted(general, lambda w: w.discharged(general))
        element = self.printer.term(place.element)
        if general.range is REALS:
            self.say(f"exact ({name} {element}).")
            return
        self.say(f"refine ({name} {element} _).")
        self.discharged(place)

    def discharged(self, condition: Claim) -> None:
        """What a theorem asks for."""
        name = self.name_of(condition)
        if name is not None:  # a lemma may ask for less than that the derivatives exist
            moving = any(isinstance(node, Derivative) for _, node in condition.walk())
            self.say(f"first [exact {name} | intros; apply {name}; assumption]." if moving else f"exact {name}.")
            return
        match condition:
            case ForAll() | And() | Chain() | Implies():
                self.opened(condition, lambda w, relation: w.shows(relation), values=False, alternatives=True)
            case _:
                self.shows(condition, hole=True)

    def name_of(self, claim: Claim) -> str | None:
        """The name under which a claim is known; the first of several."""
        return next((name for name, known in self.known if known is claim), None)

    def shows(self, goal: Claim, *, hole: bool = False) -> None:
        """``hole``: what a lemma asks for, which may be without the derivatives."""
        name = self.name_of(goal)
        if name is not None:
            self.say(f"exact {name}.")
            return
        if isinstance(goal, Relation) and hole:
            for _ in self.printer.differentiable(goal):
                self.say("try (split; [solve [intros; differentiate]|]).")
        elif isinstance(goal, Relation):
            self.differentiable(goal)
        self.follows(goal)

    def follows(self, goal: Claim) -> None:
        if isinstance(goal, Relation) and (names := self._needed(goal)) is not None:
            self.say(f"first [solve [clear{' - ' * bool(names)}{' '.join(names)}; link] | link].")
        else:
            self.say("alternatives." if isinstance(goal, Or) else "link.")

    def _needed(self, goal: Relation) -> list[str] | None:
        """The names of relations from which the goal follows, none of them idle; None where the suite's prover sees nothing."""
        relations = {claim: name for name, claim in self.known if isinstance(claim, Relation)}
        reasons = self.known[self.before :] if self.before else ()
        names = frozenset().union(*map(free_symbols, (goal, *(claim for _, claim in reasons))))
        found = _least(goal, tuple(relations), names)
        if found is None:
            return None
        nodes = (node for claim in (goal, *found) for _, node in claim.walk())
        under = {node.arguments[0] for node in nodes if isinstance(node, Call) and node.name == "sqrt"}
        signs = [
            claim for claim in relations if {claim.left, claim.right} & under
        ]  # a root has a value, which Coq does not see
        return [relations[claim] for claim in dict.fromkeys((*found, *signs))]


@lru_cache(maxsize=4096)  # a part that is cited is written again for every one that cites it
def _least(goal: Relation, relations: tuple[Relation, ...], names: frozenset[Symbol]) -> tuple[Relation, ...] | None:
    """Relations that give the goal: of those between the names, else of all, ever smaller pieces are left out."""
    near = tuple(claim for claim in relations if free_symbols(claim) <= names)
    known = next((chosen for chosen in (near, relations) if Facts(chosen).give(goal)), None)
    size = 0 if known is None else len(known)
    while known and size:
        for start in range(0, len(known), size):
            fewer = (*known[:start], *known[start + size :])
            if start < len(known) and Facts(fewer).give(goal):
                known = fewer
        size //= 2
    return known
