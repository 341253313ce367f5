"""What has to be shown at an instance follows from the printed line, by named rules.

A line may speak of limits, orders, probabilities and premises; at one instance a relation between numbers is compared. Each
rule replaces a printed form by such a relation, and says in which direction that is sound: where it *shows*, the new form
implies the printed one; where it *refutes*, the printed form implies the new one, at each point or along a family of sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeVar

from theorems.language.derivatives import derivative, elementary_in
from theorems.language.entries import Arrays, Index
from theorems.language.entries import NoRuleError as NoRuleError
from theorems.language.printing import text
from theorems.language.shapes import what_fits
from theorems.language.tree import (
    And,
    Call,
    Chain,
    Claim,
    Derivative,
    Eventually,
    Exists,
    Expectation,
    Expr,
    Fits,
    ForAll,
    Function,
    Implies,
    Indicator,
    Limit,
    Member,
    Minus,
    Named,
    Node,
    Norm,
    Number,
    Or,
    Order,
    Over,
    Power,
    Probability,
    Range,
    Relation,
    Smallest,
    Symbol,
    Times,
    Total,
    Words,
    expr,
    free_symbols,
    sqrt,
)
from theorems.vocabulary import Verdict

Refutes = Literal["", "at a point", "along a family"]

Tree = TypeVar("Tree", bound=Node)
SIGNS_OF = {"O": ("==", "<="), "Ω": ("==", ">="), "Θ": ("==",), "o": ("==", "<="), "ω": ("==", ">=")}  # f = O(g), f ≤ O(g)
EPSILON = Symbol("epsilon")
POSITIVE = Named("(0, ∞)")  # every ε > 0
LENGTHS = Named("ℕ")  # every size
UNBOUNDED = Symbol("∞")


@dataclass(frozen=True)
class Likely:
    """Random data, as far as the paper says: ``event`` has at least the probability ``at_least``.

    Every input on the event is a possible value of the data, with probability 1 if need be.
    """

    event: Claim
    at_least: Expr


@dataclass(frozen=True)
class Among:
    """What a piece of a line may be, whatever its letters are: an element of a larger set that the data list.

    letters: of the piece, with what they range over;  one: a letter for an element of ``set``
    met:     what every element of the set meets, as the line says it of the piece
    """

    letters: tuple[tuple[Symbol, Node], ...]
    piece: Expr
    one: Symbol
    set: Node
    met: tuple[Claim, ...] = ()


@dataclass(frozen=True)
class Declared:
    """What the data say of themselves beside their numbers.

    law:      of random data whose probabilities nobody computes
    certain:  nothing random is left: what holds at all inputs has probability 1
    one_point: the data are one admissible law of random ones, a point mass: a mean is the value there
    each:     sets of which the data hold an arbitrary element
    premises: what holds of the data by the way they are made
    meaning:  what a piece of a line stands for, where the data know only that: X the sum of the X_i
    alike:    rows of which each two lie like any other two, and each to itself like any other: (their number, the set)
    vectors:  vectors and matrices that lines name as a whole: their indices, each with its range, and each with its entry
              there; exp of one is that of each entry
    same:     how many random entries there are, all with one law, and what their indices range over
    among:    pieces of lines that are elements of sets which the data list
    slack:    a letter for any number ≥ 1: an ε that is at least a threshold t > 0 is slack · t
    whole:    quantities that are whole numbers;  nonnegative: those that are never below 0
    """

    law: Likely | None = None
    certain: bool = False
    one_point: bool = False
    each: tuple[Node, ...] = ()
    premises: tuple[Claim, ...] = ()
    meaning: tuple[tuple[Expr, Expr], ...] = ()
    alike: tuple[Expr, Node] | None = None
    vectors: tuple[tuple[tuple[Index, ...], Mapping[Expr, Expr]], ...] = ()
    same: tuple[Expr, tuple[Node, ...]] | None = None
    among: tuple[Among, ...] = ()
    slack: Symbol | None = None
    whole: tuple[Expr, ...] = ()
    nonnegative: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class Rule:
    """One rule, used once: from ``before`` to ``after``; the printed line implies that where ``where`` holds."""

    name: str
    before: Claim
    after: Claim
    shows: bool = True
    refutes: Refutes = "at a point"
    where: Claim | None = None
    every: Symbol | None = None  # the letter that a refutation may not fix,
    anywhere: bool = False  # and not even name, where it is no constant but runs over all sizes
    size: Symbol | None = None  # what is large

    def __str__(self) -> str:
        return f"{self.name}: {text(self.after)}"


@dataclass(frozen=True)
class Reduced:
    """What is compared at an instance, and the rules that lead to it from the printed line."""

    claim: Claim
    rules: tuple[Rule, ...] = ()

    @property
    def of_large_sizes(self) -> bool:
        """Does the printed line speak of large sizes, so that a single point refutes nothing?"""
        return any(rule.refutes == "along a family" or rule.size is not None for rule in self.rules)

    @property
    def sizes(self) -> frozenset[Symbol]:
        """What the printed line calls large."""
        return frozenset(rule.size for rule in self.rules if rule.size is not None)

    def unsound(
        self,
        verdict: Verdict,
        fixed: Container[Symbol],
        *,
        family: bool,
        named: Container[Symbol] = (),
        true: Callable[[Claim], bool] = lambda _: False,
    ) -> str:
        """Why a verdict on what is compared is none on the printed line; "" where it is.

        fixed: letters that a refutation gives a value, along a family or as a point does;  named: those that it speaks of
        family: does it follow a family of sizes, not one point?
        true: does a claim hold at the point of the refutation?
        """
        for rule in self.rules:
            if verdict is not Verdict.FAILS:
                if not rule.shows:
                    return f"{rule.name}: the printed line does not follow from {text(rule.after)} alone."
            elif not rule.refutes:
                return f"{rule.name}: {text(rule.after)} does not follow from the printed line alone."
            elif rule.refutes == "along a family" and not family:
                return f"{rule.name}: one point says nothing of large sizes."
            elif rule.where is not None and not true(rule.where):
                return f"{rule.name}: the point leaves open whether {text(rule.where)}."
            elif rule.every is not None and (not family or rule.every in fixed or (rule.anywhere and rule.every in named)):
                return f"{rule.name}: {text(rule.after)} is refuted for one {text(rule.every)}, not for every."
        return ""


@dataclass
class Reducer:
    """Applies the rules from the root downwards; ``used`` lists them in order."""

    known: Callable[[Claim], bool]  # is this a hypothesis of the data?
    has_value: Callable[[Node], bool]  # can the data say what this is at an instance?
    declared: Declared = field(default_factory=Declared)
    constants: list[Expr] = field(default_factory=list)  # of O, Ω and Θ, in the order of the line, where the author gives them
    by_union: bool = False  # is "all at once" shown by adding up the probabilities of the contrary?
    witnesses: list[Expr] = field(default_factory=list)  # of what exists, where the author gives it, from outside in
    held: frozenset[Symbol] = frozenset()  # of which a hypothesis says that they are fixed
    powers: tuple[Fraction, ...] = ()  # in which ω or o follows from o, where the author gives them
    partition: Claim | None = None  # which elements are counted, as the author says it
    apart: bool = False  # is a ≠ b to be told by a square?
    is_letter: Callable[[Symbol], bool] = lambda _: False  # does an instance give it a value?
    used: list[Rule] = field(default_factory=list)

    def __call__(self, claim: Claim) -> Claim:
        """Raises NoRuleError where a premise, a probability or a set is none of the data's."""
        for piece, meaning in self.declared.meaning:
            if any(node is piece for _, node in claim.walk()):
                return self._then(Rule("definition", claim, _with(claim, piece, meaning)))
        if self.declared.one_point and isinstance(claim, Relation):
            at_it = claim.mapped(lambda node: node.body if isinstance(node, Expectation) and not self.has_value(node) else None)
            if at_it is not claim:
                return self._then(Rule("mean of a point mass", claim, at_it, shows=False))
        known = {each: (indices, entry) for indices, entries in self.declared.vectors for each, entry in entries.items()}
        arrays = Arrays(known, lambda a, b: self.known(a == b) or self.known(b == a))
        if isinstance(claim, Relation | Chain) and arrays.within(claim):
            return self._then(Rule("entries", claim, arrays.by_entries(claim)))
        match claim:
            case Fits():
                return self._then(Rule("shapes", claim, what_fits(claim)))
            case Exists(variable=variable, body=body) if self.witnesses:
                return self._exists(claim, variable, body, self.witnesses.pop(0))
            case Exists(variable=variable, range=Range() as among) if self.is_letter(variable) and self.has_value(among):
                return claim  # its elements are looked at one by one
            case Exists(variable=variable) if self.is_letter(variable):
                return self._then(_none(claim))
            case Exists() if (wider := _one_of_more(claim, self.declared.among)) is not None:
                return self._then(wider)
            case Implies(premise=Exists(variable=each, range=range_, body=body)) if each not in free_symbols(claim.conclusion):
                return self._then(Rule("some", claim, ForAll(each, range_, Implies(body, claim.conclusion))))
            case Implies():
                return self._premise(claim)
            case ForAll():
                return self._each(claim)
            case And():
                return And(tuple(member for each in claim.claims for member in _members(self(each))))
            case Chain():
                return self._chain(claim)
            case Relation(left=Total(body=Indicator(claim=counted)) as count) if self.partition is not None:
                return self._count(claim, count, counted, self.partition)
            case Eventually():
                return self._then(Rule("eventually", claim, claim.body, refutes="along a family", size=claim.variable))
            case Relation(left=Probability(event=event)) if self.constants and _speaks_of_an_order(event):
                return self._order_of_an_event(claim, event)
            case Relation(left=Probability(event=event)) if self.declared.law is not None:
                return self._likely(claim, event, self.declared.law)
            case Relation(left=Probability()) if not self.has_value(claim.left):
                return self._contrary(claim)
            case Relation(left=Derivative() as rate) if not self.has_value(rate) and elementary_in(rate.body, rate.variable):
                return self._then(_derived(claim, rate))
            case Relation(left=Limit() as limit, sign="=="):
                return self._limit(claim, limit)
            case Relation(left=Limit() as limit, sign="!="):
                return self._no_limit(claim, limit)
            case Or() if any(isinstance(each, Words) for each in claim.claims):
                return self._then(_one_suffices(claim))
            case Relation(right=Order() as order):
                return self._order(claim, order)
            case Relation(sign="<=", right=right) if (inside := _grown_by(right)) is not None:
                return self._order_inside(claim, inside)
            case Relation(sign="=="):
                return self._at_its_end(claim)
            case Relation(sign="!=") if self.apart:
                return self._then(Rule("apart", claim, _apart(claim.contrary)))
            case Relation(sign="<=", right=Minus(left=Call(name="ceil", arguments=(bound,)), right=one)) if _is_one(one):
                if any(claim.left is each for each in self.declared.whole):
                    return self._then(Rule("whole numbers", claim, claim.left < bound))
        return claim

    def _then(self, rule: Rule) -> Claim:
        self.used.append(rule)
        return self(rule.after)

    def _premise(self, claim: Implies) -> Claim:
        for each in conjuncts(claim.premise):
            put_in = None if self._is_met(each) else self._put_in(each, claim)
            if put_in is not None:
                return self._then(put_in)
        faster = self._faster(claim)
        if faster is not None:
            return self._then(faster)
        unmet = tuple(each for each in conjuncts(claim.premise) if not self._is_met(each))
        kept = tuple(each for each in unmet if self._has_value(each))
        after = _if(kept, claim.conclusion)
        if kept == unmet == conjuncts(claim.premise):
            return Implies(claim.premise, self(claim.conclusion))
        self.used.append(
            Rule("premise", claim, after) if kept == unmet else Rule("without the premise", claim, after, refutes="")
        )
        return self(after)

    def _put_in(self, premise: Claim, claim: Implies) -> Rule | None:
        """What a premise gives a letter: the term that it equals, or slack times what it is at least."""
        match premise:
            case Relation(left=Symbol() as letter, sign="==", right=term) if not isinstance(term, Order):
                name = "definition"
            case Relation(left=Symbol() as letter, sign=">=", right=bound) if self.declared.slack is not None:
                name, term = "threshold", self.declared.slack * bound
            case _:
                return None
        others = tuple(other for other in conjuncts(claim.premise) if other is not premise)
        rest = _if(others, claim.conclusion)
        if letter in free_symbols(term) or letter not in free_symbols(rest):
            return None
        return Rule(name, claim, _with(rest, letter, term))

    def _faster(self, claim: Implies) -> Rule | None:
        """``h = ω(k) if f = o(g)``, for f, g > 0, by ``h ≥ k/(f/g)^p`` with the author's p > 0: f/g tends to 0.

        ``h = o(k)`` by ``h ≤ C (f/g)^p k``, with the author's C, which is fixed.
        """
        small = [each for each in conjuncts(claim.premise) if isinstance(each, Relation) and isinstance(each.right, Order)]
        match small:
            case [Relation(left=f, sign="==", right=Order(kind="o", argument=g))] if self.powers:
                powers = list(self.powers)
                after: list[Claim] = []
                for each in conjuncts(claim.conclusion):
                    match each:
                        case Relation(left=Call(name="sqrt", arguments=(x,)), sign="==", right=Order(kind="ω", argument=k)) if (
                            powers
                        ):  # √x ≥ y where x ≥ y²
                            after.append(x >= k**2 / _to(f / g, 2 * powers.pop(0)))
                        case Relation(left=h, sign="==", right=Order(kind="ω", argument=k)) if powers:
                            after.append(h >= k / _to(f / g, powers.pop(0)))
                        case Relation(left=h, sign="==", right=Order(kind="o", argument=k)) if powers and self._nonnegative(h):
                            constant = self._constant(each)
                            rate = _to(f / g, powers.pop(0))
                            after.append(h <= (rate if _is_one(constant) else constant * rate) * k)
                        case Relation(right=Order()):
                            return None
                        case _:
                            after.append(each)
                conclusion = after[0] if len(after) == 1 else And(tuple(after))
                others = tuple(each for each in conjuncts(claim.premise) if each is not small[0])
                return Rule("rate", claim, _if(others, conclusion), refutes="")
        return None

    def _constant(self, claim: Claim, growing: frozenset[Symbol] | None = None) -> Expr:
        """The author's next constant, a letter where there is none. Raises NoRuleError where it may vary with what grows.

        growing: what may; everything, where that is not said
        """
        constant = self.constants.pop(0) if self.constants else EPSILON
        letters = free_symbols(constant) - {EPSILON} if growing is None else free_symbols(constant) & growing
        varying = letters - self.held
        if varying:
            unfixed = ", ".join(sorted(map(text, varying)))
            raise NoRuleError(f"{text(constant)} is no constant of {text(claim)}: no hypothesis fixes {unfixed}")
        return constant

    def _has_value(self, premise: Claim) -> bool:
        return self.has_value(premise) and not any(isinstance(node, Words | Order | Limit) for _, node in premise.walk())

    def _is_met(self, premise: Claim) -> bool:
        return self.known(premise) or any(premise is each for each in self.declared.premises)

    def _exists(self, claim: Exists, variable: Symbol, body: Claim, witness: Expr) -> Claim:
        at_it = _with(body, variable, witness)
        absolute = isinstance(witness, Number) and witness.value > 0
        lengths = {indices[0][1] for indices, entries in self.declared.vectors if len(indices) == 1 and witness in entries}
        of_reals = Named("[M]") in lengths and claim.range is Named("ℝ^M")
        inside = claim.range in (POSITIVE, Named("Θ(1)")) if absolute else of_reals
        if not inside:
            at_it = And((*_members(at_it), _inside(witness, claim.range)))
        return self._then(Rule("witness", claim, at_it, refutes=""))

    def _count(self, claim: Relation, count: Total, counted: Claim, which: Claim) -> Claim:
        """``Σ_k [A] = N``: A for the k that the author names and the contrary for the others, and there are N of these.

        What A says of k alone, k ≠ j, sorts out k before that.
        """
        places = tuple(each for each in conjuncts(counted) if _of_indices(each))
        properties = tuple(each for each in conjuncts(counted) if not _of_indices(each))
        if not properties or not _of_indices(which):
            return claim
        k, range_ = count.variable, count.range
        these, others = (And((which, *places)), And((contrary(which), *places))) if places else (which, contrary(which))
        contraries = tuple(map(_apart, properties))
        told = ((others, contraries[0] if len(contraries) == 1 else Or(contraries)), *((these, each) for each in properties))
        sorted_ = And(tuple(ForAll(k, range_, Implies(places, each)) for places, each in told))
        after = And((*sorted_.claims, Relation(Total(k, range_, Indicator(these)), claim.sign, claim.right)))
        self.used.append(Rule("count over a partition", claim, after, where=sorted_))
        return after

    def _each(self, claim: ForAll) -> Claim:
        if claim.range is POSITIVE or any(claim.range is each for each in self.declared.each):
            return self._then(Rule("each", claim, claim.body))
        if not self.has_value(claim.range):
            raise NoRuleError(f"{text(claim.variable)} is no arbitrary element of {text(claim.range)} in the data")
        body = self(claim.body)
        return claim if body is claim.body else ForAll(claim.variable, claim.range, body)

    def _contrary(self, claim: Relation) -> Claim:
        assert isinstance(claim.left, Probability)
        if self.declared.certain and claim.sign == ">=":
            return self._then(Rule("surely", claim, claim.left.event, refutes=""))
        match claim:
            case Relation(left=Probability(event=event), sign=">=", right=Minus(left=Number(value=1), right=rho)):
                pass
            case _:
                return claim
        match event:
            case Eventually(body=body):
                after = Probability(contrary(body)) <= 2 * rho
            case Relation(left=Limit() as limit, sign="=="):
                before = len(self.used)
                after = Probability(contrary(self._limit(event, limit))) <= 2 * rho
                del self.used[before:]
            case ForAll(variable=i, range=rows, body=ForAll(variable=j, range=others, body=body)) if self.by_union:
                if self.declared.alike is None or not rows is others is self.declared.alike[1]:
                    raise NoRuleError(f"the pairs of {text(rows)} are not declared alike")
                n = self.declared.alike[0]
                own = Probability(contrary(_with(body, j, i)))
                union = n * own + n * (n - 1) * Probability(contrary(body))
                return self._then(Rule("union", claim, union <= rho, refutes=""))
            case Relation(sign="==" | ">=") if isinstance(event.right, Order) and event.right.kind == "Ω":
                return self._then(_seldom_below(claim, event, rho))
            case ForAll() if (union := _union_of_alike(claim, event, rho, self.declared.same)) is not None:
                return self._then(union)
            case ForAll() if self.has_value(Probability(contrary(event))):
                return self._then(Rule("contrary", claim, Probability(contrary(event)) <= rho))
            case ForAll(variable=i, range=rows, body=ForAll(variable=j, range=others, body=body)) if [i] == self.witnesses:
                if self.declared.alike is None or not rows is others is self.declared.alike[1]:
                    raise NoRuleError(f"the pairs of {text(rows)} are not declared alike")
                return self._then(Rule("one of all", claim, Probability(_with(body, j, i)) >= claim.right, shows=False))
            case ForAll(range=range_, body=body) if any(range_ is each for each in self.declared.each):
                return self._then(Rule("one of all", claim, Probability(body) >= claim.right, shows=False))
            case _:
                return self._then(Rule("contrary", claim, Probability(contrary(event)) <= rho))
        return self._then(Rule("Fatou", claim, after, shows=False, refutes="along a family"))

    def _likely(self, claim: Relation, event: Claim, law: Likely) -> Claim:
        if claim.sign != ">=" or claim.right is not law.at_least:
            raise NoRuleError(f"the data declare the probability {text(law.at_least)}, not {text(claim.right)}")
        before = len(self.used)
        self.used.append(Rule("likely event", claim, event))
        reduced = self(event)
        over_sizes = any(rule.refutes == "along a family" for rule in self.used[before:])
        if over_sizes:  # an event over all sizes: its probability follows from no bound at each size
            self.used[before] = Rule("point mass", claim, event, shows=False)
        return reduced

    def _limit(self, claim: Relation, limit: Limit) -> Claim:
        if limit.to is not UNBOUNDED:
            raise NoRuleError(f"{text(limit)} is no limit for large {limit.variable.name}")
        body, to = limit.body, claim.right
        if any(body is each for each in self.declared.whole):
            equal = body == to
            if isinstance(to, Minus) and any(to.left - body is each for each in self.declared.whole):
                equal = to.left - body == to.right  # |S| = n - 1 as n - |S| = 1
            return self._then(Rule("limit of whole numbers", claim, equal, refutes="along a family", size=limit.variable))
        if to is UNBOUNDED:
            after = body >= EPSILON
        elif isinstance(to, Number) and to.value == 0 and self._nonnegative(body):
            after = body <= EPSILON
        elif self._nonnegative(to - body):
            after = body >= to - EPSILON
        else:
            after = abs(body - to) <= EPSILON
        return self._then(Rule("limit", claim, after, refutes="along a family", size=limit.variable))

    def _no_limit(self, claim: Relation, limit: Limit) -> Claim:
        """``lim f ≠ 0`` for f ≥ 0, where f ≥ ε at all large sizes, ε some constant. That shows no limit but 0 to be missed.

        It is also likely where f ≥ ε is likely at each of them: an event that happens for infinitely many sizes has at least
        the limsup of their probabilities (Fatou's lemma).
        """
        zero = isinstance(claim.right, Number) and claim.right.value == 0
        if limit.to is not UNBOUNDED or not zero or not self._nonnegative(limit.body):
            raise NoRuleError(f"no rule for {text(claim)}")
        return self._then(Rule("away from 0", claim, limit.body >= EPSILON, refutes="", size=limit.variable))

    def _at_its_end(self, claim: Relation) -> Claim:
        """What is never below 0 is 0 where it is at most 0; ``a = b`` where ``b - a`` is."""
        zero = isinstance(claim.right, Number) and claim.right.value == 0
        gap = claim.left if zero else claim.right - claim.left
        if not any(gap is each for each in self.declared.nonnegative):
            return claim
        return self._then(Rule("never below 0", claim, gap <= 0))

    def _nonnegative(self, body: Expr) -> bool:
        if any(body is each for each in self.declared.nonnegative):
            return True
        match body:
            case Norm() | Probability() | Call(name="abs" | "sqrt" | "exp"):
                return True
            case Over() | Times():
                return self._nonnegative(body.left) and self._nonnegative(body.right)
        return False

    def _order(self, claim: Relation, order: Order) -> Claim:
        kind, of = order.kind, order.argument
        if claim.sign not in SIGNS_OF[kind]:
            raise NoRuleError(f"{text(claim)} says nothing")
        if kind == "Θ":
            both = And((Relation(claim.left, ">=", Order("Ω", of)), Relation(claim.left, "<=", Order("O", of))))
            return self._then(Rule("Θ", claim, both))
        if kind in ("O", "Ω"):
            constant = self._constant(claim, free_symbols(claim.left) | free_symbols(of))
            bound = of if _is_one(constant) else constant if _is_one(of) else constant * of
            after = claim.left >= bound if kind == "Ω" else claim.left <= bound
            name = f"{kind} with a constant"
            if isinstance(constant, Symbol):
                return self._then(Rule(name, claim, after, refutes="along a family", every=constant))
            return self._then(Rule(name, claim, after, refutes=""))
        if kind == "o" and self._nonnegative(claim.left):  # below every multiple at last: one multiple refutes it
            constant = self.constants.pop(0) if self.constants else EPSILON
            after = claim.left <= (of if _is_one(constant) else constant * of)
            return self._then(Rule("o", claim, after, shows=constant is EPSILON, refutes="along a family"))
        return claim

    def _order_inside(self, claim: Relation, order: Order) -> Claim:
        """``f ≤ exp(O(h))`` says that ``f ≤ exp(C h)`` with some constant C, and is refuted for every C, a letter."""
        constant = self.constants.pop(0) if self.constants else EPSILON
        after: Claim = claim.mapped(lambda node: constant * order.argument if node is order else None)
        every = constant if isinstance(constant, Symbol) else None
        refutes: Refutes = "along a family" if every is not None else ""
        return self._then(Rule("O in a bound", claim, after, shows=every is None, refutes=refutes, every=every))

    def _order_of_an_event(self, claim: Relation, event: Claim) -> Claim:
        """``Pr[f = O(g)] ≥ p`` by ``Pr[f ≤ C g] ≥ p`` with the author's C: the second event is a part of the first."""
        ordered = next(each for _, each in event.walk() if isinstance(each, Relation) and isinstance(each.right, Order))
        assert isinstance(ordered.right, Order)
        if claim.sign != ">=":
            raise NoRuleError(f"{text(claim)}: a constant for {text(ordered)} makes it less likely")
        before = len(self.used)
        bound = self._order(ordered, ordered.right)
        name = self.used[before].name
        del self.used[before:]
        after: Claim = claim.mapped(lambda node: bound if node is ordered else None)
        return self._then(Rule(f"{name}, in an event", claim, after, refutes=""))

    def _chain(self, claim: Chain) -> Claim:
        """``f ≤ g = O(h)``: the links one by one, where one speaks of an order; those before it stay together."""
        if not any(isinstance(term, Order) for term in claim.terms):
            return claim
        return self._then(Rule("each", claim, And(claim.links)))


def _grown_by(bound: Expr) -> Order | None:
    """The O with which a bound grows: ``exp(O(h))``, ``√(O(h))``, these over a power n^c > 0."""
    match bound:
        case Call(name="exp" | "log" | "sqrt", arguments=(Order(kind="O") as order,)):
            return order
        case Call(name="exp" | "log" | "sqrt", arguments=(inside,)):
            return _grown_by(inside)
        case Over(left=left, right=Power(base=Symbol())):
            return _grown_by(left)
    return None


def _derived(claim: Relation, rate: Derivative) -> Rule:
    """The derivative of a formula is the formula that the rules of differentiation give."""
    return Rule("derivative", claim, Relation(derivative(rate.body, rate.variable), claim.sign, claim.right))


def _seldom_below(claim: Relation, event: Relation, rho: Expr) -> Rule:
    """``Pr[f = Ω(g)] ≥ 1 - ρ``, ρ > 0: with some C, ``f ≥ C g`` from some size on has a probability above 1 - 2ρ.

    Then ``f < C g`` has less than 2ρ at all large sizes (Fatou's lemma): refuted where it has more, for every C, a letter.
    """
    assert isinstance(event.right, Order)
    bound = EPSILON if _is_one(event.right.argument) else EPSILON * event.right.argument
    after = Probability(event.left < bound) <= 2 * rho
    return Rule("Fatou", claim, after, shows=False, refutes="along a family", every=EPSILON)


def _union_of_alike(claim: Relation, event: Claim, rho: Expr, same: tuple[Expr, tuple[Node, ...]] | None) -> Rule | None:
    """``Pr[A_ij for all i, j] ≥ 1 - ρ`` where N Pr[¬A_ij] ≤ ρ, of N entries with one law."""
    ranges: list[Node] = []
    while isinstance(event, ForAll):
        ranges.append(event.range)
        event = event.body
    if same is None or tuple(ranges) != same[1]:
        return None
    return Rule("union", claim, same[0] * Probability(contrary(event)) <= rho, refutes="")


def _one_of_more(claim: Exists, among: tuple[Among, ...]) -> Rule | None:
    """If one of the pieces has ``f < g``, then one of a larger set has, and the least f of the set is below g.

    That the pieces are in the set the data say, and no machine checks: a bridge, which makes a refutation an argument. What
    every element meets is left out.
    """
    body: Claim = claim
    letters: list[tuple[Symbol, Node]] = []
    while isinstance(body, Exists):
        letters.append((body.variable, body.range))
        body = body.body
    for wider in among:
        rest = [each for each in conjuncts(body) if each not in wider.met]
        if tuple(letters) != wider.letters or len(rest) + len(wider.met) != len(conjuncts(body)):
            continue
        match rest:
            case [Relation(left=left, sign="<" | "<=" as sign, right=right)]:
                least = Smallest(wider.one, wider.set, _with(left, wider.piece, wider.one))
                after = Relation(least, sign, right)
                if not free_symbols(after) & {letter for letter, _ in letters}:
                    return Rule("one of more", claim, after, shows=False, refutes="")
    return None


def _one_suffices(claim: Or) -> Rule:
    """One of several things, some of them words: the others show it. To refute it takes the contrary of the words as well."""
    others = tuple(each for each in claim.claims if not isinstance(each, Words))
    if not others:
        raise NoRuleError(f"no rule for {text(claim)}")
    return Rule("one suffices", claim, others[0] if len(others) == 1 else Or(others), refutes="")


def _none(claim: Exists) -> Rule:
    """Nothing has the property where it is refuted for every element, a letter of the data; one element shows nothing.

    A constant is a letter that a family may not fix. What runs over the sizes themselves is refuted at all of them only by a
    refutation that does not speak of it.
    """
    if claim.range not in (POSITIVE, LENGTHS):
        raise NoRuleError(f"no rule says where {text(claim.variable)} runs over {text(claim.range)}")
    return Rule("none", claim, claim.body, shows=False, every=claim.variable, anywhere=claim.range is LENGTHS)


def _with(claim: Tree, letter: Expr, term: Expr) -> Tree:
    """The claim with a term for a letter, or for another piece."""
    changed: Tree = claim.mapped(lambda node: term if node is letter else None)
    return changed


def _if(premises: tuple[Claim, ...], conclusion: Claim) -> Claim:
    return Implies(premises[0] if len(premises) == 1 else And(premises), conclusion) if premises else conclusion


def _members(claim: Claim) -> tuple[Claim, ...]:
    return claim.claims if isinstance(claim, And) else (claim,)


def _speaks_of_an_order(claim: Claim) -> bool:
    return any(isinstance(node, Order) for _, node in claim.walk())


def _of_indices(claim: Claim) -> bool:
    """Does it say how indices lie, and nothing of a quantity?"""
    return all(isinstance(node, Symbol | Function | Number) for node in _terms(claim))


def _terms(claim: Claim) -> Iterator[Node]:
    match claim:
        case Relation():
            yield from claim.children
        case Member():
            yield claim.element
        case And() | Or():
            for each in claim.claims:
                yield from _terms(each)
        case _:
            yield claim


def _apart(claim: Claim) -> Claim:
    """The contrary; ``a ≠ b`` as ``(a - b)² > 0``."""
    match claim:
        case Relation(left=left, sign="==", right=right):
            return (left - right) ** 2 > 0
    return contrary(claim)


def _inside(term: Expr, range_: Node) -> Claim:
    """That a witness lies where it should."""
    if range_ is POSITIVE:
        return term > 0
    if range_ is Named("(0, 1)"):
        return (term > 0) & (term < 1)
    raise NoRuleError(f"no rule shows that {text(term)} is in {text(range_)}")


def _to(base: Expr, power: Fraction) -> Expr:
    """A power, a root where it is one."""
    return sqrt(base) if power == Fraction(1, 2) else base if power == 1 else base ** expr(power)


def _is_one(term: Expr) -> bool:
    return isinstance(term, Number) and term.value == 1


def conjuncts(premise: Claim) -> tuple[Claim, ...]:
    match premise:
        case And():
            return tuple(each for claim in premise.claims for each in conjuncts(claim))
        case Chain():
            return premise.links
    return (premise,)


def contrary(event: Claim) -> Claim:
    match event:
        case Relation():
            return event.contrary
        case And():
            return Or(contrary(event.claims[0]), contrary(And(event.claims[1:]) if len(event.claims) > 2 else event.claims[1]))
        case ForAll():
            return Exists(event.variable, event.range, contrary(event.body))
    raise NoRuleError(f"no rule for the contrary of {text(event)}")
