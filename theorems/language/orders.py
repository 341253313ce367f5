"""What a printed line says of large sizes (limits, O and its kin, rates), as relations at one of them.

The rules know the data by what these say of themselves; :mod:`theorems.language.reductions` says where each applies.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from theorems.language import tree
from theorems.language.entries import NoRuleError
from theorems.language.letters import EPSILON, new_letter
from theorems.language.printing import text
from theorems.language.rules import (
    Declared,
    Refutes,
    Rule,
    at_a_rate,
    conjuncts,
    is_one,
    roughly,
    to_power,
    under,
    with_factor,
)
from theorems.language.tree import Claim, Expr, Node, Number, Relation, Symbol, expr, free_symbols
from theorems.language.values import constant as exact_value

SIGNS_OF = {"O": ("==", "<="), "Ω": ("==", ">="), "Θ": ("==",), "o": ("==", "<="), "ω": ("==", ">=")}  # f = O(g), f ≤ O(g)
UNBOUNDED = Symbol("∞")


@dataclass
class Orders:
    """The rules about large sizes; ``used`` lists in order what was applied to a line."""

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
    is_bounded: Callable[[Symbol], bool] = lambda _: True  # does a quantifier, a hypothesis or a range say where it lies?
    said: tuple[Claim, ...] = ()  # the hypotheses and ranges of the data
    rates: list[Expr] = field(default_factory=list)  # at which each 1 + o(1) tends to 1, where the author gives them
    used: list[Rule] = field(default_factory=list)

    def __call__(self, claim: Claim) -> Claim:
        """What has to be shown of a claim at an instance."""
        raise NotImplementedError

    def _then(self, rule: Rule) -> Claim:
        self.used.append(rule)
        return self(rule.after)

    def _faster(self, claim: tree.Implies) -> Rule | None:
        """``h = ω(k) if f = o(g)``, by ``h ≥ k/(f/g)^p`` ≥ 0 with the author's p > 0: f/g tends to 0.

        ``h = o(k)`` by ``h ≤ C (f/g)^p k``, with the author's C, which is fixed.
        """
        small = [each for each in conjuncts(claim.premise) if isinstance(each, Relation) and isinstance(each.right, tree.Order)]
        match small:
            case [Relation(left=f, sign="==", right=tree.Order(kind="o", argument=g))] if self.powers:
                powers = list(self.powers)
                after: list[Claim] = []
                beside: list[Claim] = []
                for each in conjuncts(claim.conclusion):
                    match each:
                        case Relation(
                            left=tree.Call(name="sqrt", arguments=(x,)), sign="==", right=tree.Order(kind="ω", argument=k)
                        ) if powers and self._of_no_sign(f / g, 2 * powers[0]):  # √x ≥ y where x ≥ y²
                            after.append(x >= k**2 / to_power(f / g, 2 * powers.pop(0)))
                        case Relation(left=h, sign="==", right=tree.Order(kind="ω", argument=k)) if powers and self._of_no_sign(
                            f / g, powers[0]
                        ):
                            after.append(h >= k / to_power(f / g, powers.pop(0)))
                            beside += [] if self._never_negative(k) else [k >= 0]
                        case Relation(left=h, sign="==", right=tree.Order(kind="o", argument=k)) if (
                            powers and self._nonnegative(h)
                        ):
                            constant = self._constant(each)
                            rate = to_power(f / g, powers.pop(0))
                            after.append(h <= (rate if is_one(constant) else constant * rate) * k)
                        case Relation(right=tree.Order()):
                            return None
                        case _:
                            after.append(each)
                conclusion = after[0] if len(after) == 1 else tree.And(tuple(after))
                others = tuple(each for each in conjuncts(claim.premise) if each is not small[0])
                more = None if not beside else beside[0] if len(beside) == 1 else tree.And(tuple(beside))
                return Rule("rate", claim, under(others, conclusion), refutes="", beside=more)
        return None

    def _of_no_sign(self, ratio: Expr, power: Fraction) -> bool:
        """Is the power of a ratio never negative: an even one, a root, or one of what is not negative itself?"""
        return power.denominator > 1 or power % 2 == 0 or self._nonnegative(ratio)

    def _constant(self, claim: Claim, growing: frozenset[Symbol] | None = None) -> Expr:
        """The author's next constant, a letter where there is none. Raises NoRuleError where it may vary with what grows.

        growing: what may; everything, where that is not said
        """
        if not self.constants:
            return new_letter(claim)
        constant = self.constants.pop(0)
        letters = free_symbols(constant) - {EPSILON} if growing is None else free_symbols(constant) & growing
        letters |= {each for each in free_symbols(constant) - self.held if any(map(self._ties(each), self.said))}
        varying = letters - self.held
        if varying:
            unfixed = ", ".join(sorted(map(text, varying)))
            raise NoRuleError(f"{text(constant)} is no constant of {text(claim)}: no hypothesis fixes {unfixed}")
        return constant

    def _ties(self, letter: Symbol) -> Callable[[Claim], bool]:
        """Does a hypothesis say of a letter how it lies to something that may vary?"""
        return lambda claim: letter in free_symbols(claim) and bool(free_symbols(claim) - {letter} - self.held)

    def _said_of(self, letter: Symbol) -> list[Claim]:
        return [each for each in self.said if letter in free_symbols(each) and not isinstance(each, tree.Words)]

    def _more_of(self, letter: Symbol, *, large: bool) -> Claim | None:
        """What the data say of a letter but that it is positive, and at most (``large``: at least) some positive number."""
        for each in self._said_of(letter):
            match each:
                case Relation(left=Number(value=bound), sign="<" | "<=", right=above) if above is letter:
                    pass
                case Relation(left=below, sign=">" | ">=", right=Number(value=bound)) if below is letter:
                    pass
                case Relation(left=below, sign="<" | "<=", right=Number(value=bound)) if below is letter and not large:
                    if bound > 0:
                        continue
                    return each
                case _:
                    return each
            if bound > 0 and not large:
                return each
        return None

    def _of_every(self, rule: Rule, *, large: bool = False) -> Rule:
        """The rule, with what the data say of its letter, if they do not hold every number that it may be."""
        return rule if rule.every is None else replace(rule, only=self._more_of(rule.every, large=large))

    def _letter(self, claim: Claim, *, large: bool = False) -> Symbol:
        """A letter for every number that is small, or ``large``. Raises NoRuleError where the data say more of it."""
        letter = new_letter(claim)
        more = self._more_of(letter, large=large)
        if more is not None:
            raise NoRuleError(f"{text(claim)}: the data hold no arbitrary {text(letter)}, but {text(more)}")
        return letter

    def _limit(self, claim: Relation, limit: tree.Limit) -> Claim:
        if limit.to is not UNBOUNDED:
            raise NoRuleError(f"{text(limit)} is no limit for large {limit.variable.name}")
        body, to = limit.body, claim.right
        if any(body is each for each in self.declared.whole):
            equal = body == to
            if isinstance(to, tree.Minus) and any(to.left - body is each for each in self.declared.whole):
                equal = to.left - body == to.right  # |S| = n - 1 as n - |S| = 1
            return self._then(Rule("limit of whole numbers", claim, equal, refutes="along a family", size=limit.variable))
        near = self._letter(claim, large=to is UNBOUNDED)
        if to is UNBOUNDED:
            after = body >= near
        elif isinstance(to, Number) and to.value == 0 and self._nonnegative(body):
            after = body <= near
        elif self._nonnegative(to - body):
            after = body >= to - near
        else:
            after = abs(body - to) <= near
        return self._then(Rule("limit", claim, after, refutes="along a family", size=limit.variable, fixed=frozenset({near})))

    def _no_limit(self, claim: Relation, limit: tree.Limit) -> Claim:
        """``lim f ≠ 0`` for f ≥ 0, where f ≥ ε at all large sizes, ε some constant. That shows no limit but 0 to be missed.

        It is also likely where f ≥ ε is likely at each of them: an event that happens for infinitely many sizes has at least
        the limsup of their probabilities (Fatou's lemma).
        """
        zero = isinstance(claim.right, Number) and claim.right.value == 0
        if limit.to is not UNBOUNDED or not zero or not self._nonnegative(limit.body):
            raise NoRuleError(f"no rule for {text(claim)}")
        near = self._letter(claim)
        return self._then(
            Rule("away from 0", claim, limit.body >= near, refutes="", size=limit.variable, fixed=frozenset({near}))
        )

    def _nonnegative(self, body: Expr) -> bool:
        if any(body is each for each in self.declared.nonnegative):
            return True
        match body:
            case tree.Norm() | tree.Probability() | tree.Call(name="abs" | "sqrt" | "exp"):
                return True
            case Number():
                return body.value >= 0
            case tree.Over() | tree.Times():
                return self._nonnegative(body.left) and self._nonnegative(body.right)
        return False

    def _never_negative(self, body: Expr) -> bool:
        """Also what is no whole power: it has a value where its base is positive."""
        match body:
            case tree.Over() | tree.Times():
                return self._never_negative(body.left) and self._never_negative(body.right)
            case tree.Power():
                exponent = exact_value(body.exponent)
                return exponent is None or exponent.denominator > 1 or exponent % 2 == 0
        return self._nonnegative(body)

    def _positive(self, term: Expr) -> bool:
        """Is it so by a hypothesis, or a product or quotient of what is?"""
        match term:
            case tree.Call(name="exp"):
                return True
            case Number():
                return term.value > 0
            case tree.Over() | tree.Times():
                return self._positive(term.left) and self._positive(term.right)
            case tree.Minus():
                return self.known(term.right < term.left) or self.known(term.left > term.right)
        return any(map(self.known, (term > 0, Relation(expr(0), "<", term), term >= 1, Relation(expr(1), "<=", term))))

    def _order(self, claim: Relation, order: tree.Order) -> Claim:
        kind, of = order.kind, order.argument
        if claim.sign not in SIGNS_OF[kind]:
            raise NoRuleError(f"{text(claim)} says nothing")
        if kind == "Θ":
            both = tree.And((Relation(claim.left, ">=", tree.Order("Ω", of)), Relation(claim.left, "<=", tree.Order("O", of))))
            return self._then(Rule("Θ", claim, both))
        if kind in ("O", "Ω"):
            constant = self._constant(claim, free_symbols(claim.left) | free_symbols(of))
            bound = of if is_one(constant) else constant if is_one(of) else constant * of
            after = claim.left >= bound if kind == "Ω" else claim.left <= bound
            sided = claim.left if kind == "O" else of  # |f| ≤ C g is asked, or f ≥ C g of g ≥ 0
            beside = sided >= 0 if claim.sign == "==" and not self._never_negative(sided) else None
            rule = Rule(f"{kind} with a constant", claim, after, refutes="", beside=beside)
            if isinstance(constant, Symbol):
                rule = self._of_every(replace(rule, refutes="along a family", every=constant), large=kind == "O")
            return self._then(rule)
        if kind == "o" and self._nonnegative(claim.left):
            constant, every = self._small(claim)
            after = claim.left <= (of if is_one(constant) else constant * of)
            fixed = free_symbols(constant)
            return self._then(Rule("o", claim, after, shows=every, refutes="along a family", fixed=fixed))
        return claim

    def _small(self, claim: Claim) -> tuple[Expr, bool]:
        """What o(1) is below at last: every ε; or the author's number > 0, as one multiple refutes it. Is it every ε?"""
        if not self.constants:
            return self._letter(claim), True
        constant = self.constants.pop(0)
        if not isinstance(constant, Number) or constant.value <= 0:
            raise NoRuleError(f"{text(constant)} is no number above 0")
        return constant, False

    def _near(self, claim: Relation, term: tree.Times) -> Claim:
        """``f = (1 + o(1)) g + c``: at last f is within ε |g| of g + c, for every ε > 0."""
        if self.rates:
            named = {rule.size for rule in self.used if rule.size is not None}
            return self._then(at_a_rate(claim, term, self.rates.pop(0), self.said, self.held, named))
        near, every = self._small(claim)
        after = abs(claim.left - with_factor(claim, term, expr(1))) <= near * abs(term.right)
        fixed = free_symbols(near)
        return self._then(Rule("1 + o(1)", claim, after, shows=every, refutes="along a family", fixed=fixed))

    def _approximately(self, claim: tree.Words, left: Expr, right: Expr) -> Claim:
        """``f ≈ g`` by ``f = (1 + o(1)) g``, at the author's rate; it is refuted in every sense."""
        if self.rates:
            return self._then(Rule("≈", claim, left == (1 + tree.Order("o", expr(1))) * right, refutes=""))
        return self._then(self._of_every(roughly(claim, left, right, self._constant(claim, frozenset())), large=True))

    def _order_inside(self, claim: Relation, order: tree.Order) -> Claim:
        """``f ≤ exp(O(h))`` says that ``f ≤ exp(C h)`` with some constant C, and is refuted for every C, a letter."""
        constant = self.constants.pop(0) if self.constants else new_letter(claim)
        after: Claim = claim.mapped(lambda node: constant * order.argument if node is order else None)
        every = constant if isinstance(constant, Symbol) else None
        refutes: Refutes = "along a family" if every is not None else ""
        rule = Rule("O in a bound", claim, after, shows=every is None, refutes=refutes, every=every)
        return self._then(self._of_every(rule, large=True))

    def _order_of_an_event(self, claim: Relation, event: Claim) -> Claim:
        """``Pr[f = O(g)] ≥ p`` by ``Pr[f ≤ C g] ≥ p`` with the author's C: the second event is a part of the first."""
        ordered = next(each for _, each in event.walk() if isinstance(each, Relation) and isinstance(each.right, tree.Order))
        assert isinstance(ordered.right, tree.Order)
        if claim.sign != ">=":
            raise NoRuleError(f"{text(claim)}: a constant for {text(ordered)} makes it less likely")
        before = len(self.used)
        bound = self._order(ordered, ordered.right)
        name, beside = self.used[before].name, self.used[before].beside
        if beside is not None:
            raise NoRuleError(f"{text(ordered)} bounds both sides of {text(ordered.left)}, which the data do not say to be ≥ 0")
        del self.used[before:]
        after: Claim = claim.mapped(lambda node: bound if node is ordered else None)
        return self._then(Rule(f"{name}, in an event", claim, after, refutes=""))

    def _chain(self, claim: tree.Chain) -> Claim:
        """``f ≤ g = O(h)``: the links one by one, where one speaks of an order; those before it stay together."""
        if not any(isinstance(term, tree.Order) for term in claim.terms):
            return claim
        return self._then(Rule("each", claim, tree.And(claim.links)))
