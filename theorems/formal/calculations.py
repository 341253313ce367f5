"""Calculations as proofs of Coq: the claim over all quantities that meet the definitions which the calculation uses.

Named quantities are functions of real numbers, sets of indices lists of them, so that every symbol stands for anything
that meets what is assumed of it. Each reason becomes an assertion: a definition instantiated, a theorem of the textbook that
coq/Calculations.v proves, something that follows by arithmetic. A part that is cited is proved first, from its own calculation,
for all that stands in place of its symbols; the definitions that it uses are assumed as well, its hypotheses are shown where it
is cited. A link whose reason has no such form is refused, and a part that has no calculation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from theorems.account import EVERYWHERE
from theorems.formal.flows import FLOWS, RULES, differentiated, in_words
from theorems.formal.statements import COMPARED, USED, Export, Said, Theorem, theorem_name
from theorems.formal.terms import CALLS, LATIN, SIGNS, TAKEN, NoCoqFormError, defined, number
from theorems.formal.textbook import OF_CLAIMS, STRICTLY, TEXTBOOK, WHOLE
from theorems.language.computed import Computed, _shape
from theorems.language.derivatives import derivative
from theorems.language.printing import text
from theorems.language.tree import (
    REVERSED,
    And,
    Applied,
    Call,
    Cases,
    Chain,
    Claim,
    Derivative,
    Expr,
    Folded,
    ForAll,
    Implies,
    Indicator,
    Largest,
    Member,
    Minus,
    Named,
    Negative,
    Node,
    Number,
    Or,
    Over,
    Plus,
    Power,
    Range,
    Relation,
    SetOf,
    Smallest,
    Symbol,
    Times,
    Total,
    Without,
    expr,
    free_symbols,
)
from theorems.language.values import constant
from theorems.provers import facts, scripts
from theorems.provers.argument import GapError
from theorems.provers.arithmetic import Facts, of_vectors
from theorems.provers.calculation import Calculation, Silent
from theorems.provers.context import Cited, Context, hypotheses, line_of, same_meaning
from theorems.provers.facts import EVENT, FUNCTION, INTEGERS, REALS, SET, VARIABLE, Definition, Fact, substituted
from theorems.statement import Part
from theorems.textbook.sums import CAUCHY_SCHWARZ_ROOTS

# the textbook's theorem -> its lemma in coq/Calculations.v, whose arguments are the formals that are no bound variables
LEMMAS = {
    "e^x grows": "exp_grows",
    "x ≤ |x|": "abs_above",
    "e^x ≥ 1 + x": "exp_above_tangent",
    "a factor comes out of a sum": "sum_factor",
    "sums of equal terms": "sum_equal",
    "log grows": "log_grows",
    "a sum with a positive term": "sum_positive",
    "sums keep the order": "sum_order",
    "a sum is at least so many times the smallest": "sum_above_count",
    "a divisor comes out of a sum": "sum_divisor",
    "|x| ≥ 0": "abs_nonnegative",
    "sums subtract": "sum_of_differences",
    "terms above a add up to more than a each": "counting",
    "one term of a sum": "sum_without",
    "what is in a part is in the whole": "in_the_whole",
    "a sum with one term that is not 0": "sum_picks",
    "an indicator is 0 where its claim fails": "indicator_fails",
    "|x| ≤ a where -a ≤ x ≤ a": "abs_below",
    "sums are linear": "sum_linear",
    "what is left out of a set is not in it": "left_out",
    "the other case, where the first fails": "case_fails",
    "a sum of nonnegative terms": "sum_nonnegative",
    "a sum is at most so many times the largest": "sum_below_count",
    "|x - y| ≤ a where x and y lie in [0, a]": "abs_of_difference",
    "a nonnegative factor keeps the order": "factor_keeps_order",
    "|x| = x where x ≥ 0": "abs_of_nonnegative",
    "equals for equals": "equals",
    "a positive factor cancels": "factor_cancels",
    "an indicator and the contrary's": "indicator_of_contrary",
    "sums in either order": "sum_swap",
    "squares are nonnegative": "square_nonnegative",
    "log x ≥ 1 - 1/x": "log_above",
    "a range has high - low + 1 elements": "count",
    "integers x < y are 1 apart": "integers_apart",
    "|xy| = |x| |y|": "abs_of_product",
    "a = b is b = a": "indicator_of_equality",
    "log xy = log x + log y": "log_of_product",
    "log x ≤ x - 1": "log_below_tangent",
    "Cauchy-Schwarz with ones": "sum_squared",
    "|x| ≤ y gives x² ≤ y²": "square_grows",
    "log x/y = log x - log y": "log_of_quotient",
    "|x| = -x where x ≤ 0": "abs_of_nonpositive",
    "Σ (F - a)(b - F) ≥ 0 where a ≤ F ≤ b": "squares_between",
    "the triangle inequality": "sum_triangle",
    "|x|² = x²": "abs_squared",
    "√x ≤ y where x ≤ y²": "root_below",
    "max(x, y) = x where x ≥ y": "max_first",
    "max(x, y) = y where x ≤ y": "max_second",
    "max(x, y) ≤ a where x, y ≤ a": "max_below",
    "min(x, y) ≤ x, y": "min_below",
    "a ≤ min(x, y) where a ≤ x, y": "min_above",
    **FLOWS,
    **OF_CLAIMS,
    **TEXTBOOK,
    **WHOLE,
}
# of two theorems of one name: with so many formals, strict or not
VARIANTS = {
    ("e^x grows", 2, True): "exp_grows_strictly",
    ("log grows", 2, True): "log_grows_strictly",
    ("√x grows", 2, True): "root_grows_strictly",
    ("sums keep the order", 5, True): "sum_order_strictly",
    ("a factor comes out of a sum", 5, False): "sum_multiple",
    ("sums in either order", 7, False): "sum_exchange",
    ("terms above a add up to more than a each", 4, True): "counting_strictly",
    **STRICTLY,
}
# by looking at all cases
BY_CASES = (
    "an indicator is 0 or 1",
    "an indicator is 1 where its claim holds",
    "the first case, where it holds",
    "an indicator is its own square",
    "what follows is indicated as well",
    "what follows from what holds",
)
NEEDS_DISTINCT = ("one term of a sum", "a sum with one term that is not 0")
INSTANCE = "what holds for all holds for one"
Places = tuple[Node | None, ...]  # for each formal of a definition that is no bound variable: the set that it is taken from
FUNCTIONS = CALLS | {"floor": "floor", "ceil": "ceiling"}
OPERATORS = {Plus: "+", Minus: "-", Times: "*", Over: "/"}
FOLDED = {Total: "total", Largest: "largest", Smallest: "smallest"}
INDICATORS = {"==": "ind_eq", "!=": "ind_ne", "<=": "ind_le", "<": "ind_lt", ">=": "ind_ge", ">": "ind_gt"}


def spelling(wish: str) -> str:
    """Letters and digits of Coq that come near to a name."""
    spelt = re.sub(r"[^A-Za-z0-9]+", "_", "".join(LATIN.get(letter, letter) for letter in wish)).strip("_") or "x"
    return spelt if spelt[0].isalpha() else f"x{spelt}"


@dataclass
class Names:
    """The names of a calculation: each with what it stands for and its type."""

    known: dict[Any, str] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)

    def of(self, key: Any, wish: str, kind: str) -> str:
        if key not in self.known:
            spelt = spelling(wish.replace("⊤", "_T_").replace("'", "_prime").replace("*", "_star"))
            taken = (
                TAKEN
                | self.types.keys()
                | set(FUNCTIONS.values())
                | set(LEMMAS.values())
                | {*FOLDED.values(), "range", "without", "slope", "differentiable"}
            )
            name, more = spelt, 1
            while name in taken:
                more += 1
                name = f"{spelt}_{more}"
            self.known[key] = name
            self.types[name] = kind
        return self.known[key]


@dataclass
class Printer:
    """Trees as terms over the names; every operand in parentheses unless it is a name or a number."""

    names: Names = field(default_factory=Names)
    bound: dict[Symbol, str] = field(default_factory=dict)

    def within(self, variable: Symbol) -> Printer:
        """With a variable that something binds here."""
        spelt = spelling(variable.name)
        name = f"{spelt}_b" if len(spelt) < 12 else "k_b"
        while name in self.bound.values() or name in self.names.types:
            name += "b"
        return Printer(self.names, {**self.bound, variable: name})

    def term(self, node: Node) -> str:
        written = self._term(node)
        return written if re.fullmatch(r"[A-Za-z0-9_']+", written) else f"({written})"

    def _term(self, node: Node) -> str:
        if node in self.bound:
            return self.bound[node]  # type: ignore[index]
        if isinstance(node, Number):
            return number(node.value)[1]
        if isinstance(node, Applied) and node.base in self.bound:
            return " ".join([self.bound[node.base], *map(self.term, node.arguments)])  # type: ignore[index]
        if isinstance(node, Derivative) and differentiated(node):
            return f"slope {self._as_function(node)}"
        shape = _shape(node)
        if shape is not None and not isinstance(node, SetOf):
            name, indices, arguments = shape
            every = (*indices, *arguments)
            shown = frozenset().union(*map(free_symbols, every))
            if (free_symbols(node) - shown) & self.bound.keys():  # Pr[σ_i ≥ t] is a function of t alone
                raise NoCoqFormError(f"{text(node)} depends on more than its arguments")
            key = (name, len(indices), len(arguments))
            function = self.names.of(key, name, " -> ".join(["R"] * (len(every) + 1)))
            return " ".join([function, *map(self.term, every)])
        if isinstance(node, Expr) and of_vectors(node):
            return self._opaque(node)
        match node:
            case Symbol():
                return self.names.of(node, node.name, "R")
            case Plus() | Minus() | Times() | Over():
                return f"{self.term(node.left)} {OPERATORS[type(node)]} {self.term(node.right)}"
            case Negative():
                return f"- {self.term(node.argument)}"
            case Power():
                exponent = constant(node.exponent)
                if exponent is None or exponent.denominator != 1:
                    return f"Rpower {self.term(node.base)} {self.term(node.exponent)}"
                if abs(exponent) > 64:
                    raise NoCoqFormError(f"{text(node)} has a large exponent")
                power = f"{self.term(node.base)} ^ {abs(exponent)}"
                return power if exponent >= 0 else f"/ ({power})"
            case Call() if node.name in FUNCTIONS:
                return " ".join([FUNCTIONS[node.name], *map(self.term, node.arguments)])
            case Total() | Largest() | Smallest():
                inside = self.within(node.variable)
                body = f"fun {inside.bound[node.variable]} => {inside._term(node.body)}"
                return f"{FOLDED[type(node)]} {self.set(node.range)} ({body})"
            case Indicator(claim=Relation() as claim):
                return f"{INDICATORS[claim.sign]} {self.term(claim.left)} {self.term(claim.right)}"
            case Indicator(claim=Member() as member):
                return f"ind_in {self.term(member.element)} {self.set(member.range)}"
            case Cases(branches=((Relation(sign="==") as claim, first),), otherwise=other):
                sides = (claim.left, claim.right, first, other)
                return " ".join(["case_eq", *map(self.term, sides)])
        return self._opaque(node)

    def _as_function(self, node: Derivative) -> str:
        """What is differentiated, and where."""
        inside = self.within(node.variable)
        return f"(fun {inside.bound[node.variable]} => {inside._term(node.body)}) {self.term(node.variable)}"

    def differentiable(self, node: Node) -> list[str]:
        """That the derivatives in a tree exist."""
        match node:
            case Derivative() if differentiated(node):
                return [f"differentiable {self._as_function(node)}"]
            case Folded():
                inside = self.within(node.variable)
                where = f"forall {inside.bound[node.variable]} : R, {inside.member(node.variable, node.range)} ->"
                return [f"({where} {each})" for each in inside.differentiable(node.body)]
        return list(dict.fromkeys(each for child in node.children for each in self.differentiable(child)))

    def _opaque(self, node: Node) -> str:
        """What no arithmetic looks into: one name for it."""
        if free_symbols(node) & self.bound.keys() or isinstance(node, Folded | Indicator | Cases | Call):
            raise NoCoqFormError(f"{text(node)} has no form over the reals")
        return self.names.of(node, text(node), "R")

    def set(self, node: Node) -> str:
        match node:
            case Range():
                return f"(range {self.term(node.low)} {self.term(node.high)})"
            case Without():
                return f"(without {self.set(node.range)} {self.term(node.element)})"
            case Named() if node not in (INTEGERS, REALS):
                return self.names.of(node, f"set {node.name}", "list R")
            case SetOf():
                function = self.names.of(
                    (node.name, "set", len(node.arguments)), node.name, "R -> " * len(node.arguments) + "list R"
                )
                return f"({' '.join([function, *map(self.term, node.arguments)])})"
        raise NoCoqFormError(f"{text(node)} is no finite set")

    def prop(self, claim: Node, *, values: bool = False) -> str:
        """A claim: that its derivatives exist, with ``values`` also what else must hold for its sides to have a value."""
        match claim:
            case Relation():
                plain = f"{self._term(claim.left)} {SIGNS[claim.sign]} {self._term(claim.right)}"
                taken = [*self.inhabited(claim), *map(self.prop, defined((claim.left, claim.right)))] if values else []
                return " /\\ ".join([*self.differentiable(claim), *taken, plain])
            case Chain():
                return self.prop(And(claim.links), values=values)
            case And():
                return " /\\ ".join(f"({self.prop(each, values=values)})" for each in claim.claims)
            case Or():
                return " \\/ ".join(f"({self.prop(each)})" for each in claim.claims)
            case Implies():
                return f"({self.prop(claim.premise)}) -> {self.prop(claim.conclusion, values=values)}"
            case Member():
                return self.member(claim.element, claim.range)
            case ForAll():
                inside = self.within(claim.variable)
                name = inside.bound[claim.variable]
                asked = "" if claim.range is REALS else f"{inside.member(claim.variable, claim.range)} -> "
                return f"forall {name} : R, {asked}{inside.prop(claim.body, values=values)}"
        raise NoCoqFormError(f"{text(claim)} has no form as a proposition")

    def inhabited(self, claim: Relation) -> list[str]:
        """That there is something to take a maximum or a minimum of."""
        inside = {node.variable for _, node in claim.walk() if isinstance(node, Folded)}
        found = [node.range for _, node in claim.walk() if isinstance(node, Largest | Smallest)]
        if any(free_symbols(range_) & inside for range_ in found):
            raise NoCoqFormError(f"{text(claim)}: what it takes the largest of varies")
        return [f"(exists x, In x {each})" for each in dict.fromkeys(map(self.set, found))]

    def member(self, element: Expr, range_: Node) -> str:
        if range_ is INTEGERS:
            return f"integer {self.term(element)}"
        if range_ is REALS:
            return "True"
        return f"In {self.term(element)} {self.set(range_)}"


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
        theorem = fact.theorem
        strict = isinstance(theorem.claim, Relation) and theorem.claim.sign in ("<", ">")
        lemma = VARIANTS.get((theorem.name, len(theorem.formals), strict), LEMMAS[theorem.name])
        if theorem is CAUCHY_SCHWARZ_ROOTS:
            lemma = "cauchy_schwarz_roots"
        if any(formal.sort == EVENT for formal in theorem.formals):
            if theorem.name not in OF_CLAIMS:
                raise NoCoqFormError(f"{theorem.name} speaks of a claim")
            lemma = OF_CLAIMS[theorem.name]
        return " ".join([lemma, *self._arguments(fact)])

    def rule(self, fact: Fact) -> None:
        """A rule of differentiation: the derivatives exist, and are as it says."""
        for condition in fact.hypotheses:
            if not in_words(condition):
                self.asserted(condition, lambda w, condition=condition: w.discharged(condition))  # type: ignore[misc]
        self.differentiable(fact.claim)
        lemma = RULES[fact.theorem.name, len(fact.theorem.formals)]
        self.say(f"apply ({' '.join([lemma, *self._arguments(fact)])}); first [intros; differentiate | link].")

    def defining(self, fact: Fact) -> None:
        """A definition is assumed of what is in the sets of its indices: U is orthogonal, in its K rows."""
        definition = fact.theorem
        assert isinstance(definition, Definition)
        self.means_the_same(definition.claim, definition.name)
        put = dict(zip(definition.formals, fact.arguments, strict=True))
        formals = [(f, put[f]) for f in quantified(definition)]
        if any(f.sort in (SET, EVENT) for f, _ in formals):
            raise NoCoqFormError(f"{definition.name} speaks of sets or claims")
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
        printer = Printer(self.printer.names)
        for variable in variables:
            if not isinstance(variable, Symbol):
                raise NoCoqFormError(f"{text(variable)} is no symbol of {part.key}")
            printer = printer.within(variable)
        assumed = list(_assumed(printer, context))
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
        name = next((name for name, claim in self.known if claim is general), None)
        if name is None:
            self.asserted(general, lambda w: w.discharged(general))
            name = next(name for name, claim in self.known if claim is general)
        element = self.printer.term(place.element)
        if general.range is REALS:
            self.say(f"exact ({name} {element}).")
            return
        self.say(f"refine ({name} {element} _).")
        self.discharged(place)

    def discharged(self, condition: Claim) -> None:
        """What a theorem asks for."""
        name = next((name for name, claim in self.known if claim is condition), None)
        if name is not None:  # a lemma may ask for less than that the derivatives exist
            moving = any(isinstance(node, Derivative) for _, node in condition.walk())
            self.say(f"first [exact {name} | intros; apply {name}; assumption]." if moving else f"exact {name}.")
            return
        match condition:
            case ForAll() | And() | Chain() | Implies():
                self.opened(condition, lambda w, relation: w.shows(relation), values=False, alternatives=True)
            case _:
                self.shows(condition)

    def shows(self, goal: Claim) -> None:
        name = next((name for name, claim in self.known if claim is goal), None)
        if name is not None:
            self.say(f"exact {name}.")
            return
        if isinstance(goal, Relation):
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


def export(part: Part) -> Export:
    """The part's calculation. Raises NoCoqFormError."""
    proof = part.proof
    if not isinstance(proof, Calculation) or part.claim is None or part.witness is not None:
        raise NoCoqFormError("no calculation")
    line: Any = part.printed
    if line.says is not None:
        raise NoCoqFormError("what is compared is no tree")
    claim: Claim = line.at_an_instance
    theorems: list[Theorem] = [_shown(part, claim, lambda writer: writer.script(proof.script, claim, values=True))]
    silent = _silent(part)
    if silent is not None:
        theorems.append(_says_nothing(part, silent))
    return Export(part, USED if line.compared is None else COMPARED, tuple(theorems))


def _silent(part: Part) -> Silent | None:
    """What shows that the bound says no more than the trivial range; None where it says something somewhere.

    Raises NoCoqFormError where no calculation shows it.
    """
    if part.trivial is None or part.trivial.uninformative != EVERYWHERE:
        return None
    match part.trivial.silent_by:
        case (Silent() as silent,):
            return silent
    raise NoCoqFormError("no calculation shows that the bound says nothing")


def _says_nothing(part: Part, silent: Silent) -> Theorem:
    """Each bound of the claim beside the end of the trivial range: it is no better."""

    def no_better(claim: Node) -> Node | None:
        if isinstance(claim, Relation) and claim.sign in ("<=", "<", ">=", ">"):
            return Relation(claim.right, REVERSED[claim.sign], silent.end)
        if isinstance(claim, Relation | Or | Implies):
            raise NoCoqFormError(f"{text(claim)} is no bound")
        return None

    assert part.trivial is not None
    against: Claim = line_of(part).at_an_instance.mapped(no_better)
    theorem = _shown(
        part,
        against,
        lambda writer: writer.opened(against, lambda w, each: w.script(silent.script, each, values=True), values=True),
    )
    where = f"the bound is no better than the trivial range {part.trivial.text}; {theorem.where}"
    return replace(theorem, name=theorem_name(part, "silent"), where=where, silent=True)


def _shown(part: Part, claim: Claim, show: Callable[[Writer], None]) -> Said:
    """The theorem that the part's hypotheses, and the definitions that are used, give a claim. Raises NoCoqFormError."""
    try:
        context = hypotheses(part)
    except GapError as gap:
        raise NoCoqFormError(str(gap)) from gap
    data = part.printed.given
    printer = Printer()
    goal = printer.prop(claim, values=True)
    assumed = list(_assumed(printer, context))
    lines: list[str] = []
    writer = Writer(printer, [], {}, lines, [0], data, data)
    for each in (claim, *context.claims):
        writer.means_the_same(each, part.key)
    for k, (known, _) in enumerate(assumed):
        writer.assume(f"H{k}", known)
    try:
        show(writer)
        definitions = {
            name: (definition, _of(printer, definition, places)) for (definition, places), name in writer.definitions.items()
        }
    except ValueError as error:
        raise NoCoqFormError(str(error)) from error
    first = [each for known in writer.parts.values() if known is not None for each in known.proof]
    return _theorem(part, claim, printer, assumed, definitions, goal, [*first, *lines])


def _assumed(printer: Printer, context: Context) -> Iterator[tuple[Claim, str]]:
    """The hypotheses that have a form; without the others the theorem says more."""
    for claim in dict.fromkeys(context.claims):
        try:
            yield claim, printer.prop(claim)
        except NoCoqFormError:
            continue


def times_of(theorem: facts.Theorem) -> set[Symbol]:
    """The times by which a definition differentiates: no bound variables, they stand free in it."""
    if not isinstance(theorem, Definition):
        return set()
    free = frozenset().union(*map(free_symbols, (theorem.claim, *theorem.hypotheses)))
    return {f for f in theorem.formals if f.sort == VARIABLE and f in free}


def quantified(definition: Definition) -> list[Symbol]:
    """Its formals that are no bound variables."""
    return [f for f in definition.formals if f.sort != VARIABLE or f in times_of(definition)]


def told_apart(definition: Definition) -> set[Symbol]:
    """The formals that a definition with a sum compares with one another.

    No more unit vectors than K are orthogonal in K dimensions: over all numbers it would be a contradiction.
    """
    said = [n for c in (definition.claim, *definition.hypotheses) for _, n in c.walk()]
    if not any(isinstance(n, Total) for n in said):
        return set()
    compared = [
        {f for f in definition.formals if f.sort != VARIABLE and f in (n.left, n.right)}
        for n in said
        if isinstance(n, Relation) and n is not definition.claim and n.sign in ("==", "!=")
    ]
    return {formal for sides in compared if len(sides) > 1 for formal in sides}


def _of(printer: Printer, definition: Definition, places: Places) -> str:
    """A definition, for all its formals in their places."""
    inside = printer
    for formal in definition.formals:
        inside = inside.within(formal)
    asked = "".join(f"({inside.prop(h)}) -> " for h in definition.hypotheses if not in_words(h))
    said = [n for c in (definition.claim, *definition.hypotheses) for _, n in c.walk()]
    variables, within = "", ""
    for formal, place in zip(quantified(definition), places, strict=True):
        arity = next((len(n.arguments) for n in said if isinstance(n, Applied) and n.base is formal), 0)
        variables += f"forall {inside.bound[formal]} : {'R -> ' * arity}R, "
        within += f"In {inside.bound[formal]} {printer.set(place)} -> " if place else ""
    variables += within
    return f"{variables}{asked}{inside.prop(definition.claim)}"


def _theorem(
    part: Part,
    claim: Claim,
    printer: Printer,
    assumed: Sequence[tuple[Claim, str]],
    definitions: Mapping[str, tuple[Definition, str]],
    goal: str,
    lines: Sequence[str],
) -> Said:
    names = printer.names.types
    sets = [name for name, kind in names.items() if kind == "list R"]
    bound = " ".join(f"({name} : {kind})" for name, kind in names.items())
    known = [
        *(f"NoDup {name}" for name in sets),
        *(written for _, written in assumed),
        *(written for _, written in definitions.values()),
    ]
    said = (f"forall {bound},\n  " if bound else "") + "".join(f"({each}) ->\n  " for each in known) + goal
    labels = [
        *(f"N{k}" for k in range(len(sets))),
        *(f"H{k}" for k in range(len(assumed))),
        *definitions,
    ]
    proof = (f"intros {' '.join([*names, *labels])}.", *lines)
    used = "; ".join(dict.fromkeys(definition.name for definition, _ in definitions.values()))
    where = f"over all quantities that meet the definitions: {used}" if used else "over all quantities"
    return Said(theorem_name(part), where, (), (), claim, proof, said=said)
