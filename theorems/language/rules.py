"""What the data say of themselves, the rules that were used on a line, and in which direction each is sound."""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeVar

from theorems.language import tree
from theorems.language.derivatives import derivative
from theorems.language.entries import Index
from theorems.language.entries import NoRuleError as NoRuleError
from theorems.language.letters import new_letter
from theorems.language.printing import text
from theorems.language.tree import Claim, Expr, Node, Number, Relation, Symbol, binding, expr, free_symbols, sqrt
from theorems.vocabulary import Verdict

Refutes = Literal["", "at a point", "along a family"]


@dataclass(frozen=True)
class Likely:
    """Random data, as far as the paper says: ``event`` has at least the probability ``at_least``.

    Every input on the event is a possible value of the data, with probability 1 if need be.
    """

    event: Claim
    at_least: Expr


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
    at_points: bool = False  # is that asked of points alone? a family's proof covers what it puts in
    every: Symbol | None = None  # the letter that a refutation may not fix,
    anywhere: bool = False  # and not even name, where it is no constant but runs over all sizes
    size: Symbol | None = None  # what is large
    vanishing: Expr | None = None  # the author's rate: it shows the printed line where this tends to 0
    fixed: frozenset[Symbol] = frozenset()  # what a refutation at large sizes may give values, and not move: ε of a limit
    only: Claim | None = None  # what the data say of the letter that a refutation is to leave open
    beside: Claim | None = None  # what shows the line together with ``after``: f ≥ 0 of f = O(g), f = f of its derivative

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

    @property
    def letters(self) -> Iterator[Symbol]:
        """Those that do not vary with the size: of limits and orders, and ε of "for all ε > 0" outside of "for all large n"."""
        large = False
        for rule in self.rules:
            if not (large and rule.name == "each"):
                yield from rule.fixed if rule.every is None else (rule.every,)
            large |= rule.size is not None

    def unsound(
        self,
        verdict: Verdict,
        fixed: Container[Symbol],
        *,
        family: bool,
        named: Container[Symbol] = (),
        true: Callable[[Claim], bool] = lambda _: False,
        vanishes: Callable[[Expr], bool] = lambda _: False,
    ) -> str:
        """Why a verdict on what is compared is none on the printed line; "" where it is.

        fixed: letters that a refutation gives a value, along a family or as a point does;  named: those that it speaks of
        family: does it follow a family of sizes, not one point?
        true: does a claim hold at the point of the refutation?
        vanishes: is a rate known to tend to 0 as the one letter in it grows?
        """
        for rule in self.rules:
            if verdict is not Verdict.FAILS:
                if not rule.shows:
                    return f"{rule.name}: the printed line does not follow from {text(rule.after)} alone."
                if rule.vanishing is not None and not vanishes(rule.vanishing):
                    return f"{rule.name}: {text(rule.vanishing)} is not known to tend to 0."
            elif not rule.refutes:
                return f"{rule.name}: {text(rule.after)} does not follow from the printed line alone."
            elif rule.refutes == "along a family" and not family:
                return f"{rule.name}: one point says nothing of large sizes."
            elif rule.where is not None and not (family and rule.at_points) and not true(rule.where):
                return f"{rule.name}: the point leaves open whether {text(rule.where)}."
            elif rule.every is not None and (not family or rule.every in fixed or (rule.anywhere and rule.every in named)):
                return f"{rule.name}: {text(rule.after)} is refuted for one {text(rule.every)}, not for every."
        return ""

    def missing(self, verdict: Verdict, moving: Container[Symbol], shown: Callable[[Claim], bool]) -> str:
        """What a verdict on what is compared lacks to be one on the printed line; "" where it lacks nothing.

        moving: letters that may vary along a refuting family;  shown: is a claim known to hold everywhere?
        """
        for rule in self.rules:
            if verdict is not Verdict.FAILS:
                if rule.beside is not None and not shown(rule.beside):
                    return f"{rule.name}: nobody has shown {text(rule.beside)}"
            elif rule.only is not None:
                return f"{rule.name}: the data hold no arbitrary constant, but {text(rule.only)}"
            elif (
                rule.refutes
                and self.of_large_sizes
                and (varies := next((each for each in rule.fixed if each in moving), None)) is not None
            ):
                return f"{rule.name}: {text(rule.after)} is refuted where {text(varies)} varies, not for one that is fixed"
        return ""


Tree = TypeVar("Tree", bound=Node)


POSITIVE = tree.Named("(0, ∞)")  # every ε > 0
LENGTHS = tree.Named("ℕ")  # every size


def grown_by(bound: Expr) -> tree.Order | None:
    """The O with which a bound grows: ``exp(O(h))``, ``√(O(h))``, these over a power n^c > 0."""
    match bound:
        case tree.Call(name="exp" | "log" | "sqrt", arguments=(tree.Order(kind="O") as order,)):
            return order
        case tree.Call(name="exp" | "log" | "sqrt", arguments=(inside,)):
            return grown_by(inside)
        case tree.Over(left=left, right=tree.Power(base=Symbol())):
            return grown_by(left)
    return None


def leading_term(right: Expr) -> tree.Times | None:
    """The ``(1 + o(1)) g`` of a sum that has no other Landau symbol."""
    orders = [each for _, each in right.walk() if isinstance(each, tree.Order)]
    match right:
        case tree.Times(left=tree.Plus(left=Number(value=1), right=tree.Order(kind="o", argument=Number(value=1)))) if (
            len(orders) == 1
        ):
            return right
        case tree.Plus() if len(orders) == 1:
            of_left = leading_term(right.left)
            return leading_term(right.right) if of_left is None else of_left
    return None


def with_factor(claim: Relation, term: tree.Times, factor: Expr) -> Expr:
    """The right side with this factor of its leading term."""
    product = term.right if is_one(factor) else factor * term.right
    put: Expr = claim.right.mapped(lambda node: product if node is term else None)
    return put


def at_a_rate(
    claim: Relation,
    term: tree.Times,
    rate: Expr,
    said: Iterable[Claim],
    fixed: frozenset[Symbol],
    named: Collection[Symbol] = (),
) -> Rule:
    """``f = (1 + o(1)) g + c`` where f lies between ``(1 - r) g + c`` and ``(1 + r) g + c``, and r tends to 0.

    Raises NoRuleError where r does not hang on one size alone, which varies and which the data bound below and not above;
    where the line names what is large, on that.
    """
    bounds = [each for each in said if isinstance(each, Relation)]
    below = {each.left for each in bounds if each.sign in (">=", ">") and isinstance(each.right, Number)}
    letters = free_symbols(rate)
    tied = [each for each in bounds if letters & free_symbols(each) and free_symbols(each) <= letters | fixed]
    endless = all((each.left if each.sign in (">=", ">") else each.right) in letters and each.sign != "==" for each in tied)
    if len(letters) != 1 or not endless or not letters <= below - fixed or (named and not letters & {*named}):
        raise NoRuleError(f"{text(rate)} is no function of one size")
    low, high = (with_factor(claim, term, factor) for factor in (1 - rate, 1 + rate))
    return Rule("o(1) at a rate", claim, (claim.left >= low) & (claim.left <= high), refutes="", vanishing=rate)


def roughly(claim: tree.Words, left: Expr, right: Expr, constant: Expr) -> Rule:
    """``f ≈ g`` in no sense where it fails for every C: then neither f/g stays between two constants nor f - g tends to 0."""
    half, f, g = expr(Fraction(1, 2)), abs(left), abs(right)
    after = (f <= constant * g + half) & (g <= constant * f + half)
    every = constant if isinstance(constant, Symbol) else None
    return Rule("≈ at least", claim, after, shows=False, refutes="along a family" if every is not None else "", every=every)


def by_derivative(claim: Relation, rate: tree.Derivative) -> Rule:
    """The derivative of a formula is the formula that the rules of differentiation give, where the first one has a value."""
    after = Relation(derivative(rate.body, rate.variable), claim.sign, claim.right)
    return Rule("derivative", claim, after, beside=Relation(rate.body, "==", rate.body))


def seldom_below(claim: Relation, event: Relation, rho: Expr) -> Rule:
    """``Pr[f = Ω(g)] ≥ 1 - ρ``, ρ > 0: with some C, ``f ≥ C g`` from some size on has a probability above 1 - 2ρ.

    Then ``f < C g`` has less than 2ρ at all large sizes (Fatou's lemma): refuted where it has more, for every C, a letter.
    """
    assert isinstance(event.right, tree.Order)
    constant = new_letter(claim)
    bound = constant if is_one(event.right.argument) else constant * event.right.argument
    after = tree.Probability(event.left < bound) <= 2 * rho
    return Rule("Fatou", claim, after, shows=False, refutes="along a family", every=constant, fixed=free_symbols(rho))


def union_of_alike(claim: Relation, event: Claim, rho: Expr, same: tuple[Expr, tuple[Node, ...]] | None) -> Rule | None:
    """``Pr[A_ij for all i, j] ≥ 1 - ρ`` where N Pr[¬A_ij] ≤ ρ, of N entries with one law."""
    ranges: list[Node] = []
    while isinstance(event, tree.ForAll):
        ranges.append(event.range)
        event = event.body
    if same is None or tuple(ranges) != same[1]:
        return None
    return Rule("union", claim, same[0] * tree.Probability(contrary(event)) <= rho, refutes="")


def one_suffices(claim: tree.Or) -> Rule:
    """One of several things, some of them words: the others show it. To refute it takes the contrary of the words as well."""
    others = tuple(each for each in claim.claims if not isinstance(each, tree.Words))
    if not others:
        raise NoRuleError(f"no rule for {text(claim)}")
    return Rule("one suffices", claim, others[0] if len(others) == 1 else tree.Or(others), refutes="")


def none_has(claim: tree.Exists) -> Rule:
    """Nothing has the property where it is refuted for every element, a letter of the data; one element shows nothing.

    A constant is a letter that a family may not fix. What runs over the sizes themselves is refuted at all of them only by a
    refutation that does not speak of it.
    """
    if claim.range not in (POSITIVE, LENGTHS):
        raise NoRuleError(f"no rule says where {text(claim.variable)} runs over {text(claim.range)}")
    return Rule("none", claim, claim.body, shows=False, every=claim.variable, anywhere=claim.range is LENGTHS)


def with_term(claim: Tree, letter: Expr, term: Expr) -> Tree:
    """The claim with a term for a letter, or for another piece. Raises NoRuleError where a bound name would catch the term."""
    new = free_symbols(term) - free_symbols(letter)
    for each in binding(claim):
        if each.variable in {letter, *new} and any(node is letter for node in each.nodes()):
            raise NoRuleError(f"{text(each.variable)} has a meaning of its own in {text(each)}, where {text(term)} is put")
    changed: Tree = claim.mapped(lambda node: term if node is letter else None)
    return changed


def under(premises: tuple[Claim, ...], conclusion: Claim) -> Claim:
    return tree.Implies(premises[0] if len(premises) == 1 else tree.And(premises), conclusion) if premises else conclusion


def members_of(claim: Claim) -> tuple[Claim, ...]:
    return claim.claims if isinstance(claim, tree.And) else (claim,)


def speaks_of_an_order(claim: Claim) -> bool:
    return any(isinstance(node, tree.Order) for _, node in claim.walk())


def of_indices(claim: Claim) -> bool:
    """Does it say how indices lie, and nothing of a quantity?"""
    return all(isinstance(node, Symbol | tree.Function | Number) for node in _terms(claim))


def _terms(claim: Claim) -> Iterator[Node]:
    match claim:
        case Relation():
            yield from claim.children
        case tree.Member():
            yield claim.element
        case tree.And() | tree.Or():
            for each in claim.claims:
                yield from _terms(each)
        case _:
            yield claim


def contrary_by_square(claim: Claim) -> Claim:
    """The contrary; ``a ≠ b`` as ``(a - b)² > 0``."""
    match claim:
        case Relation(left=left, sign="==", right=right):
            return (left - right) ** 2 > 0
    return contrary(claim)


def inside_of(term: Expr, range_: Node) -> Claim:
    """That a witness lies where it should."""
    if range_ is POSITIVE:
        return term > 0
    if range_ is tree.Named("(0, 1)"):
        return (term > 0) & (term < 1)
    raise NoRuleError(f"no rule shows that {text(term)} is in {text(range_)}")


def to_power(base: Expr, power: Fraction) -> Expr:
    """A power, a root where it is one."""
    return sqrt(base) if power == Fraction(1, 2) else base if power == 1 else base ** expr(power)


def is_one(term: Expr) -> bool:
    return isinstance(term, Number) and term.value == 1


def conjuncts(premise: Claim) -> tuple[Claim, ...]:
    match premise:
        case tree.And():
            return tuple(each for claim in premise.claims for each in conjuncts(claim))
        case tree.Chain():
            return premise.links
    return (premise,)


def contrary(event: Claim) -> Claim:
    match event:
        case Relation():
            return event.contrary
        case tree.And():
            return tree.Or(
                contrary(event.claims[0]), contrary(tree.And(event.claims[1:]) if len(event.claims) > 2 else event.claims[1])
            )
        case tree.ForAll():
            return tree.Exists(event.variable, event.range, contrary(event.body))
    raise NoRuleError(f"no rule for the contrary of {text(event)}")
