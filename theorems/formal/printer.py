"""Trees as terms and propositions of Coq: quantities are functions of real numbers, sets of indices lists of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from theorems.formal.flows import differentiated
from theorems.formal.terms import CALLS, LATIN, SIGNS, TAKEN, NoCoqFormError, defined, number
from theorems.kernel.arithmetic import of_vectors
from theorems.kernel.facts import INTEGERS, REALS
from theorems.language import tree
from theorems.language.printing import text
from theorems.language.seen import pattern_of
from theorems.language.tree import Expr, Node, Number, Relation, Symbol, free_symbols
from theorems.language.values import constant
from theorems.textbook.coq import LEMMAS

FUNCTIONS = CALLS | {"floor": "floor", "ceil": "ceiling"}
OPERATORS = {tree.Plus: "+", tree.Minus: "-", tree.Times: "*", tree.Over: "/"}
FOLDED = {tree.Total: "total", tree.Product: "product", tree.Largest: "largest", tree.Smallest: "smallest"}
RESERVED = {*TAKEN, *FUNCTIONS.values(), *LEMMAS.values(), *FOLDED.values(), "range", "without", "slope", "differentiable"}
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
            name, more = spelt, 1
            while name in RESERVED or name in self.types:
                more += 1
                name = f"{spelt}_{more}"
            self.known[key] = name
            self.types[name] = kind
        return self.known[key]


@dataclass
class Printer:
    """Trees as terms over the names; every operand in parentheses unless it is a name or a number.

    explicit: the times on which nothing depends unless it is written as a function of them
    """

    names: Names = field(default_factory=Names)
    bound: dict[Symbol, str] = field(default_factory=dict)
    explicit: frozenset[Symbol] = frozenset()

    def within(self, variable: Symbol) -> Printer:
        """With a variable that something binds here."""
        spelt = spelling(variable.name)
        name = f"{spelt}_b" if len(spelt) < 12 else "k_b"
        while name in self.bound.values() or name in self.names.types:
            name += "b"
        return Printer(self.names, {**self.bound, variable: name}, self.explicit)

    def term(self, node: Node) -> str:
        written = self._term(node)
        return written if re.fullmatch(r"[A-Za-z0-9_']+", written) else f"({written})"

    def _term(self, node: Node) -> str:
        if node in self.bound:
            return self.bound[node]  # type: ignore[index]
        if isinstance(node, Number):
            return number(node.value)[1]
        if isinstance(node, tree.Applied) and node.base in self.bound:
            return " ".join([self.bound[node.base], *map(self.term, node.arguments)])  # type: ignore[index]
        if isinstance(node, tree.Derivative) and self.differentiates(node):
            return f"slope {self._as_function(node)}"
        shape = pattern_of(node)
        if shape is not None and not isinstance(node, tree.SetOf):
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
            case tree.Plus() | tree.Minus() | tree.Times() | tree.Over():
                return f"{self.term(node.left)} {OPERATORS[type(node)]} {self.term(node.right)}"
            case tree.Negative():
                return f"- {self.term(node.argument)}"
            case tree.Power():
                exponent = constant(node.exponent)
                if exponent is None or exponent.denominator != 1:
                    return f"Rpower {self.term(node.base)} {self.term(node.exponent)}"
                if abs(exponent) > 64:
                    raise NoCoqFormError(f"{text(node)} has a large exponent")
                power = f"{self.term(node.base)} ^ {abs(exponent)}"
                return power if exponent >= 0 else f"/ ({power})"
            case tree.Call() if node.name in FUNCTIONS:
                return " ".join([FUNCTIONS[node.name], *map(self.term, node.arguments)])
            case tree.Total() | tree.Product() | tree.Largest() | tree.Smallest():
                inside = self.within(node.variable)
                body = f"fun {inside.bound[node.variable]} => {inside._term(node.body)}"
                return f"{FOLDED[type(node)]} {self.set(node.range)} ({body})"
            case tree.Indicator(claim=Relation() as claim):
                return f"{INDICATORS[claim.sign]} {self.term(claim.left)} {self.term(claim.right)}"
            case tree.Indicator(claim=tree.Member() as member):
                return f"ind_in {self.term(member.element)} {self.set(member.range)}"
            case tree.Cases(branches=((Relation(sign="==") as claim, first),), otherwise=other):
                sides = (claim.left, claim.right, first, other)
                return " ".join(["case_eq", *map(self.term, sides)])
        return self._opaque(node)

    def differentiates(self, node: tree.Derivative) -> bool:
        """Is it the derivative of a function that is written out? A constant is one where every dependence is written."""
        return differentiated(node) or (node.variable in self.explicit and isinstance(node.variable, Symbol))

    def _as_function(self, node: tree.Derivative) -> str:
        """What is differentiated, and where."""
        inside = self.within(node.variable)
        return f"(fun {inside.bound[node.variable]} => {inside._term(node.body)}) {self.term(node.variable)}"

    def differentiable(self, node: Node) -> list[str]:
        """That the derivatives in a tree exist."""
        match node:
            case tree.Derivative() if self.differentiates(node):
                return [f"differentiable {self._as_function(node)}"]
            case tree.Folded():
                inside = self.within(node.variable)
                where = f"forall {inside.bound[node.variable]} : R, {inside.member(node.variable, node.range)} ->"
                return [f"({where} {each})" for each in inside.differentiable(node.body)]
        return list(dict.fromkeys(each for child in node.children for each in self.differentiable(child)))

    def _opaque(self, node: Node) -> str:
        """What no arithmetic looks into: one name for it."""
        if free_symbols(node) & self.bound.keys() or isinstance(node, tree.Folded | tree.Indicator | tree.Cases | tree.Call):
            raise NoCoqFormError(f"{text(node)} has no form over the reals")
        return self.names.of(node, text(node), "R")

    def set(self, node: Node) -> str:
        match node:
            case tree.Range():
                return f"(range {self.term(node.low)} {self.term(node.high)})"
            case tree.Without():
                return f"(without {self.set(node.range)} {self.term(node.element)})"
            case tree.Named() if node not in (INTEGERS, REALS):
                return self.names.of(node, f"set {node.name}", "list R")
            case tree.SetOf():
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
            case tree.Chain():
                return self.prop(tree.And(claim.links), values=values)
            case tree.And():
                return " /\\ ".join(f"({self.prop(each, values=values)})" for each in claim.claims)
            case tree.Or():
                return " \\/ ".join(f"({self.prop(each)})" for each in claim.claims)
            case tree.Implies():
                return f"({self.prop(claim.premise)}) -> {self.prop(claim.conclusion, values=values)}"
            case tree.Member():
                return self.member(claim.element, claim.range)
            case tree.ForAll():
                inside = self.within(claim.variable)
                name = inside.bound[claim.variable]
                asked = "" if claim.range is REALS else f"{inside.member(claim.variable, claim.range)} -> "
                return f"forall {name} : R, {asked}{inside.prop(claim.body, values=values)}"
        raise NoCoqFormError(f"{text(claim)} has no form as a proposition")

    def inhabited(self, claim: Relation) -> list[str]:
        """That there is something to take a maximum or a minimum of."""
        inside = {node.variable for _, node in claim.walk() if isinstance(node, tree.Folded)}
        found = [node.range for _, node in claim.walk() if isinstance(node, tree.Largest | tree.Smallest)]
        if any(free_symbols(range_) & inside for range_ in found):
            raise NoCoqFormError(f"{text(claim)}: what it takes the largest of varies")
        return [f"(exists x, In x {each})" for each in dict.fromkeys(map(self.set, found))]

    def member(self, element: Expr, range_: Node) -> str:
        if range_ is INTEGERS:
            return f"integer {self.term(element)}"
        if range_ is REALS:
            return "True"
        return f"In {self.term(element)} {self.set(range_)}"
