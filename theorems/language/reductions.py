"""What has to be shown at an instance follows from the printed line, by named rules.

A line may speak of limits, orders, probabilities and premises; at one instance a relation between numbers is compared. Each
rule replaces a printed form by such a relation, and says in which direction that is sound: where it *shows*, the new form
implies the printed one; where it *refutes*, the printed form implies the new one, at each point or along a family of sizes.
"""

from theorems.language.derivatives import elementary_of
from theorems.language.entries import Arrays
from theorems.language.entries import NoRuleError as NoRuleError
from theorems.language.orders import Orders
from theorems.language.printing import text
from theorems.language.rules import (
    POSITIVE,
    Likely,
    Rule,
    by_derivative,
    conjuncts,
    contrary,
    contrary_by_square,
    grown_by,
    inside_of,
    is_one,
    leading_term,
    members_of,
    none_has,
    of_indices,
    one_suffices,
    seldom_below,
    speaks_of_an_order,
    under,
    union_of_alike,
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
    Number,
    Or,
    Order,
    Probability,
    Range,
    Relation,
    Symbol,
    Total,
    Words,
    free_symbols,
)


class Reducer(Orders):
    """Applies the rules from the root downwards; ``used`` lists them in order."""

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
                self.declared.slack is not None
                and self._positive(bound)
                and all(each is (self.declared.slack >= 1) for each in self._said_of(self.declared.slack))
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
        told = all(map(self.is_letter, free_symbols(law.at_least)))  # a δ that no data know is one below 1
        self.used.append(Rule("likely event", claim, event, where=law.at_least > 0 if told else None, at_points=True))
        reduced = self(event)
        over_sizes = any(rule.refutes == "along a family" for rule in self.used[before:])
        if over_sizes:  # an event over all sizes: its probability follows from no bound at each size
            self.used[before] = Rule("point mass", claim, event, shows=False)
        return reduced

    def _at_its_end(self, claim: Relation) -> Claim:
        """What is never below 0 is 0 where it is at most 0; ``a = b`` where ``b - a`` is."""
        zero = isinstance(claim.right, Number) and claim.right.value == 0
        gap = claim.left if zero else claim.right - claim.left
        if not any(gap is each for each in self.declared.nonnegative):
            return claim
        return self._then(Rule("never below 0", claim, gap <= 0))
