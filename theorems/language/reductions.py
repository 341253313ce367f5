"""What has to be shown at an instance follows from the printed line, by named rules.

A line may speak of limits, orders, probabilities and premises; at one instance a relation between numbers is compared. Each
rule replaces a printed form by such a relation, and says in which direction that is sound: where it *shows*, the new form
implies the printed one; where it *refutes*, the printed form implies the new one, at each point or along a family of sizes.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from theorems.language.derivatives import elementary_of
from theorems.language.entries import Arrays
from theorems.language.entries import NoRuleError as NoRuleError
from theorems.language.printing import text
from theorems.language.rules import (
    EPSILON,
    POSITIVE,
    Declared,
    Likely,
    Refutes,
    Rule,
    at_a_rate,
    by_derivative,
    conjuncts,
    contrary,
    contrary_by_square,
    grown_by,
    inside_of,
    is_one,
    leading_term,
    members_of,
    new_letter,
    none_has,
    of_indices,
    one_suffices,
    roughly,
    seldom_below,
    speaks_of_an_order,
    to_power,
    under,
    union_of_alike,
    with_factor,
    with_term,
)
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
    Symbol,
    Times,
    Total,
    Words,
    expr,
    free_symbols,
)
from theorems.language.values import constant as exact_value

SIGNS_OF = {"O": ("==", "<="), "Ω": ("==", ">="), "Θ": ("==",), "o": ("==", "<="), "ω": ("==", ">=")}  # f = O(g), f ≤ O(g)
UNBOUNDED = Symbol("∞")


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
    is_bounded: Callable[[Symbol], bool] = lambda _: True  # does a quantifier, a hypothesis or a range say where it lies?
    said: tuple[Claim, ...] = ()  # the hypotheses and ranges of the data
    rates: list[Expr] = field(default_factory=list)  # at which each 1 + o(1) tends to 1, where the author gives them
    used: list[Rule] = field(default_factory=list)

    def __call__(self, claim: Claim) -> Claim:
        """Raises NoRuleError where a premise, a probability or a set is none of the data's."""
        for piece, meaning in self.declared.meaning:
            if any(node is piece for _, node in claim.walk()):
                return self._then(Rule("definition", claim, with_term(claim, piece, meaning)))
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
                return self._then(self._of_every(none_has(claim), large=True) if claim.range is POSITIVE else none_has(claim))
            case Implies(premise=Exists(variable=each, range=range_, body=body)) if each not in free_symbols(claim.conclusion):
                return self._then(Rule("some", claim, ForAll(each, range_, Implies(body, claim.conclusion))))
            case Implies():
                return self._premise(claim)
            case ForAll():
                return self._each(claim)
            case And():
                return And(tuple(member for each in claim.claims for member in members_of(self(each))))
            case Chain():
                return self._chain(claim)
            case Relation(left=Total(body=Indicator(claim=counted)) as count) if self.partition is not None:
                return self._count(claim, count, counted, self.partition)
            case Eventually():
                return self._then(Rule("eventually", claim, claim.body, refutes="along a family", size=claim.variable))
            case Relation(left=Probability(event=event)) if self.constants and speaks_of_an_order(event):
                return self._order_of_an_event(claim, event)
            case Relation(left=Probability(event=event)) if self.declared.law is not None:
                return self._likely(claim, event, self.declared.law)
            case Relation(left=Probability()) if not self.has_value(claim.left):
                return self._contrary(claim)
            case Relation(left=Derivative() as rate) if not self.has_value(rate) and self._is_formula(rate):
                return self._then(by_derivative(claim, rate))
            case Relation(left=Limit() as limit, sign="=="):
                return self._limit(claim, limit)
            case Relation(left=Limit() as limit, sign="!="):
                return self._no_limit(claim, limit)
            case Or() if any(isinstance(each, Words) for each in claim.claims):
                return self._then(one_suffices(claim))
            case Relation(right=Order() as order):
                return self._order(claim, order)
            case Relation(sign="<=", right=right) if (inside := grown_by(right)) is not None:
                return self._order_inside(claim, inside)
            case Words(pieces=(Expr() as left, " ≈ ", Expr() as right)):
                return self._approximately(claim, left, right)
            case Relation(sign="==") if (term := leading_term(claim.right)) is not None:
                return self._near(claim, term)
            case Relation(sign="=="):
                return self._at_its_end(claim)
            case Relation(sign="!=") if self.apart:
                return self._then(Rule("apart", claim, contrary_by_square(claim.contrary)))
            case Relation(sign="<=", right=Minus(left=Call(name="ceil", arguments=(bound,)), right=one)) if is_one(one):
                if any(claim.left is each for each in self.declared.whole):
                    return self._then(Rule("whole numbers", claim, claim.left < bound))
        return claim

    def _is_formula(self, rate: Derivative) -> bool:
        """Is it of what arithmetic makes of the variable and of letters that are fixed? Others may change with it."""
        return elementary_of(rate.body, {rate.variable, *self.held})

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
        after = under(kept, claim.conclusion)
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
            case Relation(left=Symbol() as letter, sign=">=", right=bound) if (
                self.declared.slack is not None and self._positive(bound)
            ):
                name, term = "threshold", self.declared.slack * bound
            case _:
                return None
        others = tuple(other for other in conjuncts(claim.premise) if other is not premise)
        rest = under(others, claim.conclusion)
        if letter in free_symbols(term) or letter not in free_symbols(rest):
            return None
        met = premise if self.is_bounded(letter) else None  # what else is said of it the term need not meet
        return Rule(name, claim, with_term(rest, letter, term), where=met, at_points=True)

    def _faster(self, claim: Implies) -> Rule | None:
        """``h = ω(k) if f = o(g)``, by ``h ≥ k/(f/g)^p`` ≥ 0 with the author's p > 0: f/g tends to 0.

        ``h = o(k)`` by ``h ≤ C (f/g)^p k``, with the author's C, which is fixed.
        """
        small = [each for each in conjuncts(claim.premise) if isinstance(each, Relation) and isinstance(each.right, Order)]
        match small:
            case [Relation(left=f, sign="==", right=Order(kind="o", argument=g))] if self.powers:
                powers = list(self.powers)
                after: list[Claim] = []
                beside: list[Claim] = []
                for each in conjuncts(claim.conclusion):
                    match each:
                        case Relation(left=Call(name="sqrt", arguments=(x,)), sign="==", right=Order(kind="ω", argument=k)) if (
                            powers and self._of_no_sign(f / g, 2 * powers[0])
                        ):  # √x ≥ y where x ≥ y²
                            after.append(x >= k**2 / to_power(f / g, 2 * powers.pop(0)))
                        case Relation(left=h, sign="==", right=Order(kind="ω", argument=k)) if powers and self._of_no_sign(
                            f / g, powers[0]
                        ):
                            after.append(h >= k / to_power(f / g, powers.pop(0)))
                            beside += [] if self._never_negative(k) else [k >= 0]
                        case Relation(left=h, sign="==", right=Order(kind="o", argument=k)) if powers and self._nonnegative(h):
                            constant = self._constant(each)
                            rate = to_power(f / g, powers.pop(0))
                            after.append(h <= (rate if is_one(constant) else constant * rate) * k)
                        case Relation(right=Order()):
                            return None
                        case _:
                            after.append(each)
                conclusion = after[0] if len(after) == 1 else And(tuple(after))
                others = tuple(each for each in conjuncts(claim.premise) if each is not small[0])
                more = None if not beside else beside[0] if len(beside) == 1 else And(tuple(beside))
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
        return [each for each in self.said if letter in free_symbols(each) and not isinstance(each, Words)]

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

    def _has_value(self, premise: Claim) -> bool:
        return self.has_value(premise) and not any(isinstance(node, Words | Order | Limit) for _, node in premise.walk())

    def _is_met(self, premise: Claim) -> bool:
        return self.known(premise) or any(premise is each for each in self.declared.premises)

    def _exists(self, claim: Exists, variable: Symbol, body: Claim, witness: Expr) -> Claim:
        at_it = with_term(body, variable, witness)
        absolute = isinstance(witness, Number) and witness.value > 0
        lengths = {indices[0][1] for indices, entries in self.declared.vectors if len(indices) == 1 and witness in entries}
        of_reals = any(claim.range is Named(f"ℝ^{length.name[1:-1]}") for length in lengths if isinstance(length, Named))
        inside = claim.range in (POSITIVE, Named("Θ(1)")) if absolute else of_reals
        if not inside:
            at_it = And((*members_of(at_it), inside_of(witness, claim.range)))
        return self._then(Rule("witness", claim, at_it, refutes=""))

    def _count(self, claim: Relation, count: Total, counted: Claim, which: Claim) -> Claim:
        """``Σ_k [A] = N``: A for the k that the author names and the contrary for the others, and there are N of these.

        What A says of k alone, k ≠ j, sorts out k before that.
        """
        places = tuple(each for each in conjuncts(counted) if of_indices(each))
        properties = tuple(each for each in conjuncts(counted) if not of_indices(each))
        if not properties or not of_indices(which):
            return claim
        k, range_ = count.variable, count.range
        these, others = (And((which, *places)), And((contrary(which), *places))) if places else (which, contrary(which))
        contraries = tuple(map(contrary_by_square, properties))
        told = ((others, contraries[0] if len(contraries) == 1 else Or(contraries)), *((these, each) for each in properties))
        sorted_ = And(tuple(ForAll(k, range_, Implies(places, each)) for places, each in told))
        after = And((*sorted_.claims, Relation(Total(k, range_, Indicator(these)), claim.sign, claim.right)))
        self.used.append(Rule("count over a partition", claim, after, where=sorted_))
        return after

    def _each(self, claim: ForAll) -> Claim:
        if claim.range is POSITIVE or any(claim.range is each for each in self.declared.each):
            told = {Member(claim.variable, claim.range), *((claim.variable > 0,) if claim.range is POSITIVE else ())}
            for each in self._said_of(claim.variable):
                if each not in told:
                    raise NoRuleError(f"{text(claim)}: the data hold no arbitrary {text(claim.variable)}, but {text(each)}")
            positive = frozenset({claim.variable} if claim.range is POSITIVE else ())
            return self._then(Rule("each", claim, claim.body, fixed=positive))
        if not self.has_value(claim.range):
            raise NoRuleError(f"{text(claim.variable)} is no arbitrary element of {text(claim.range)} in the data")
        body = self(claim.body)
        return claim if body is claim.body else ForAll(claim.variable, claim.range, body)

    def _contrary(self, claim: Relation) -> Claim:
        assert isinstance(claim.left, Probability)
        if self.declared.certain and claim.sign == ">=":
            return self._then(Rule("surely", claim, claim.left.event, refutes="", beside=claim.right <= 1))
        match claim:
            case Relation(left=Probability(event=event), sign=">=", right=Minus(left=Number(value=1), right=rho)):
                pass
            case _:
                return claim
        fixed = free_symbols(rho)
        match event:
            case Eventually(body=body):
                after = Probability(contrary(body)) <= 2 * rho
            case Relation(left=Limit() as limit, sign="=="):
                before = len(self.used)
                after = Probability(contrary(self._limit(event, limit))) <= 2 * rho
                fixed |= self.used[before].fixed
                del self.used[before:]
            case ForAll(variable=i, range=rows, body=ForAll(variable=j, range=others, body=body)) if self.by_union:
                if self.declared.alike is None or not rows is others is self.declared.alike[1]:
                    raise NoRuleError(f"the pairs of {text(rows)} are not declared alike")
                n = self.declared.alike[0]
                own = Probability(contrary(with_term(body, j, i)))
                union = n * own + n * (n - 1) * Probability(contrary(body))
                return self._then(Rule("union", claim, union <= rho, refutes=""))
            case Relation(sign="==" | ">=") if isinstance(event.right, Order) and event.right.kind == "Ω":
                self._may_not_be_0(rho, claim)
                return self._then(self._of_every(seldom_below(claim, event, rho)))
            case ForAll() if (union := union_of_alike(claim, event, rho, self.declared.same)) is not None:
                return self._then(union)
            case ForAll() if self.has_value(Probability(contrary(event))):
                return self._then(Rule("contrary", claim, Probability(contrary(event)) <= rho))
            case ForAll(variable=i, range=rows, body=ForAll(variable=j, range=others, body=body)) if [i] == self.witnesses:
                if self.declared.alike is None or not rows is others is self.declared.alike[1]:
                    raise NoRuleError(f"the pairs of {text(rows)} are not declared alike")
                return self._then(Rule("one of all", claim, Probability(with_term(body, j, i)) >= claim.right, shows=False))
            case ForAll(range=range_, body=body) if any(range_ is each for each in self.declared.each):
                return self._then(Rule("one of all", claim, Probability(body) >= claim.right, shows=False))
            case _:
                return self._then(Rule("contrary", claim, Probability(contrary(event)) <= rho))
        self._may_not_be_0(rho, claim)
        return self._then(Rule("Fatou", claim, after, shows=False, refutes="along a family", fixed=fixed))

    def _may_not_be_0(self, rho: Expr, claim: Claim) -> None:
        """Raise NoRuleError where nothing says so: what is certain for large sizes at last is certain at none of them."""
        if not self._positive(rho):
            raise NoRuleError(f"{text(claim)}: no hypothesis says that {text(rho > 0)}")

    def _likely(self, claim: Relation, event: Claim, law: Likely) -> Claim:
        if claim.sign != ">=" or claim.right is not law.at_least:
            raise NoRuleError(f"the data declare the probability {text(law.at_least)}, not {text(claim.right)}")
        before = len(self.used)
        self.used.append(Rule("likely event", claim, event, where=law.at_least > 0, at_points=True))
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

    def _no_limit(self, claim: Relation, limit: Limit) -> Claim:
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
            case Number():
                return body.value >= 0
            case Over() | Times():
                return self._nonnegative(body.left) and self._nonnegative(body.right)
        return False

    def _never_negative(self, body: Expr) -> bool:
        """Also what is no whole power: it has a value where its base is positive."""
        match body:
            case Over() | Times():
                return self._never_negative(body.left) and self._never_negative(body.right)
            case Power():
                exponent = exact_value(body.exponent)
                return exponent is None or exponent.denominator > 1 or exponent % 2 == 0
        return self._nonnegative(body)

    def _positive(self, term: Expr) -> bool:
        """Is it so by a hypothesis, or a product or quotient of what is?"""
        match term:
            case Call(name="exp"):
                return True
            case Number():
                return term.value > 0
            case Over() | Times():
                return self._positive(term.left) and self._positive(term.right)
            case Minus():
                return self.known(term.right < term.left) or self.known(term.left > term.right)
        return any(map(self.known, (term > 0, Relation(expr(0), "<", term), term >= 1, Relation(expr(1), "<=", term))))

    def _order(self, claim: Relation, order: Order) -> Claim:
        kind, of = order.kind, order.argument
        if claim.sign not in SIGNS_OF[kind]:
            raise NoRuleError(f"{text(claim)} says nothing")
        if kind == "Θ":
            both = And((Relation(claim.left, ">=", Order("Ω", of)), Relation(claim.left, "<=", Order("O", of))))
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

    def _near(self, claim: Relation, term: Times) -> Claim:
        """``f = (1 + o(1)) g + c``: at last f is within ε |g| of g + c, for every ε > 0."""
        if self.rates:
            return self._then(at_a_rate(claim, term, self.rates.pop(0), self.said, self.held))
        near, every = self._small(claim)
        after = abs(claim.left - with_factor(claim, term, expr(1))) <= near * abs(term.right)
        fixed = free_symbols(near)
        return self._then(Rule("1 + o(1)", claim, after, shows=every, refutes="along a family", fixed=fixed))

    def _approximately(self, claim: Words, left: Expr, right: Expr) -> Claim:
        """``f ≈ g`` by ``f = (1 + o(1)) g``, at the author's rate; it is refuted in every sense."""
        if self.rates:
            return self._then(Rule("≈", claim, left == (1 + Order("o", expr(1))) * right, refutes=""))
        return self._then(self._of_every(roughly(claim, left, right, self._constant(claim, frozenset())), large=True))

    def _order_inside(self, claim: Relation, order: Order) -> Claim:
        """``f ≤ exp(O(h))`` says that ``f ≤ exp(C h)`` with some constant C, and is refuted for every C, a letter."""
        constant = self.constants.pop(0) if self.constants else new_letter(claim)
        after: Claim = claim.mapped(lambda node: constant * order.argument if node is order else None)
        every = constant if isinstance(constant, Symbol) else None
        refutes: Refutes = "along a family" if every is not None else ""
        rule = Rule("O in a bound", claim, after, shows=every is None, refutes=refutes, every=every)
        return self._then(self._of_every(rule, large=True))

    def _order_of_an_event(self, claim: Relation, event: Claim) -> Claim:
        """``Pr[f = O(g)] ≥ p`` by ``Pr[f ≤ C g] ≥ p`` with the author's C: the second event is a part of the first."""
        ordered = next(each for _, each in event.walk() if isinstance(each, Relation) and isinstance(each.right, Order))
        assert isinstance(ordered.right, Order)
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

    def _chain(self, claim: Chain) -> Claim:
        """``f ≤ g = O(h)``: the links one by one, where one speaks of an order; those before it stay together."""
        if not any(isinstance(term, Order) for term in claim.terms):
            return claim
        return self._then(Rule("each", claim, And(claim.links)))
