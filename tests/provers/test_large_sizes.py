"""What every admissible family meets at last, and what not; what a family says of itself is true of all its large members."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.fabricated import Made, points
from theorems.instance import Instance
from theorems.judging.judge import EFFORTS, ContradictionError, judge
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import by
from theorems.language.computed import Computed
from theorems.language.lemma import Line, held_fixed
from theorems.language.letters import EPSILON
from theorems.language.rules import POSITIVE, Declared, Likely, NoRuleError
from theorems.language.structure import COLUMN
from theorems.language.tree import *
from theorems.provers import families
from theorems.provers.along import not_shown
from theorems.provers.argument import Step
from theorems.provers.calculation import Calculation, Contrary, K
from theorems.provers.context import cite
from theorems.provers.families import Family, RefutedAlong
from theorems.provers.growth import tends_to_infinity, tends_to_zero
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.statement import Condition
from theorems.superiority.language import ONES, self_attention
from theorems.superiority.linear_attention import D15, ON_D0
from theorems.textbook.elementary import EXP_GROWS, EXP_POSITIVE
from theorems.vocabulary import Verdict

n, d, t, a, gap = symbols("n d t a γ")
MOVING = Family("n = k, d = k²", lambda k: Instance(n=k, d=k * k, t=1, a=1))
FIXED = Family("n = k", lambda k: Instance(n=k, d=1, t=1, a=1, x=1, epsilon=1))


def line(claim: Claim, *growth: Claim) -> Line:
    conditions = [Condition(each, growth=True) for each in growth]
    conditions.append(held_fixed(a, d, t))  # what a calculation may call fixed
    conditions.append(Condition((a > 0) & (n >= 1), lambda i: True))
    made = Made("A", "", given=Computed(points(Instance(n=1, d=1, t=1, a=1), conditions=conditions)))
    made[""] = claim
    return made[""]


def gap_of(claim: Claim, growth: tuple[Claim, ...], *beyond: Relation, family: Family = MOVING, **more: Any) -> str:
    """Why a calculation from some size on does not show the claim; "" where it does."""
    try:
        FromSomeSizeOn(n, beyond, by(), **more).shown(line(claim, *growth).part, family, ())
    except GapError as why:
        return str(why)
    return ""


def limsup(bound: Claim) -> Claim:
    return Words("limsup ", bound)


BY_GAP = {"fixed": (a,), "gap": gap}
# what is known to grow, what holds from some size on
MET: list[tuple[Claim, Relation, dict[str, Any]]] = [
    (d == omega(n), n <= d, {}),
    (d == omega(n), a * n <= d, {}),
    (d == omega(n), d >= a * n, {}),
    (t == o(n), t <= a * n, {}),
    (t == o(n), t <= n, {}),
    (t == o(n), log(a * n) <= 2 * log(n), {}),
    (t == o(n), a * sqrt(n) <= n, {}),
    (limsup(t < a), t <= a - gap, BY_GAP),
    (limsup(t < Q(1, 2)), t <= Q(1, 2) - gap, {"gap": gap}),
]
NOT_MET: list[tuple[Claim, Relation, dict[str, Any]]] = [
    (d == omega(n), t * n <= d, {}),  # t may grow
    (d == omega(n), d <= n, {}),
    (d == omega(n), a * n < d, {}),  # both may be 0
    (t == o(n), n <= t, {}),
    (t == omega(n), n <= d, {}),
    (t == o(n), n - ceil(2 * n) >= 5, {}),  # what the limit of n alone would be
    (t == o(n), Entry("w", (expr(1),)) <= n, {}),  # an entry may grow
    (t == o(n), 2 * log(n) <= log(a * n), {}),
    (t == o(n), a + n <= n, {}),  # no more than the limit of the difference
    (t == o(n), n <= n + a, {}),
    (t == o(n), t + sqrt(n) <= n, {}),  # t may grow like n/log n
    (d == omega(n), 1 / n <= a, {"fixed": ()}),  # a may fall
    (t == o(-n), t <= -n, {}),  # what is small against something negative is bounded by nothing
    (limsup(t < a), t <= a - 2 * gap, BY_GAP),  # by the gap, not by twice as much
    (limsup(t < a), t <= a / 2, BY_GAP),
    (limsup(t < a), t <= a - gap, {"fixed": (a,)}),  # no gap is named
    (limsup(t < a), t <= a - gap, {"fixed": (), "gap": gap}),  # a may grow
    (limsup(t < a), t <= a - a, {"fixed": (a,), "gap": a}),  # a already has a meaning
    (Words("liminf ", t < a), t <= a - gap, BY_GAP),
    (limsup(t <= a), t <= a - gap, BY_GAP),
]


def why_not(growth: Claim, beyond: Relation, more: dict[str, Any]) -> str:
    claim = t <= growth.pieces[1].right if isinstance(growth, Words) else beyond  # beyond a gap the bound itself
    return gap_of(claim, (growth,), beyond, **{"fixed": (a,)} | more)


def test_a_growth_gives_every_multiple_and_a_limsup_its_gap_and_no_more() -> None:
    assert not [(str(each), why) for each in MET if (why := why_not(*each))]
    assert not [str(each) for each in NOT_MET if not why_not(*each)]
    with pytest.raises(GapError, match="a does not grow"):
        FromSomeSizeOn(a, (a >= 5,), by()).shown(line(a >= 5).part, MOVING, ())
    assert "d is not fixed" in gap_of((d > 0) & (d <= n), (), d <= n, fixed=(d,))
    assert "not known to be nonnegative" in gap_of(t <= -n, (t == o(-n),), t <= -n)


def test_the_authors_constant_and_an_epsilon_of_the_line_are_fixed_by_hypotheses_alone() -> None:
    for letter in (Symbol("x"), EPSILON):
        free = line(letter <= n).constant(letter)
        with pytest.raises(GapError, match="no hypothesis says"):
            FromSomeSizeOn(n, (letter <= n,), by(), fixed=(letter,)).shown(free.part, FIXED, ())
    for name in ("S_ε", "S_eps"):  # what is said of S_ε is said of one ε
        assert "is fixed" not in gap_of(abs(Symbol(name)(n)) >= 0, (), n >= 1 / EPSILON, fixed=(EPSILON,), family=FIXED)


def test_nothing_is_shown_of_large_sizes_where_there_are_none() -> None:
    for none in (n <= 100, Relation(expr(100), ">=", n), n == 3, n**2 <= 5, Relation(log(n), "<", expr(7))):
        made = Made("A", "", given=Computed(points(Instance(n=1, a=1), conditions=[Condition((a > 0) & none, lambda i: True)])))
        made[""] = n >= 5
        with pytest.raises(GapError, match="no large n meets"):
            FromSomeSizeOn(n, (n >= 5,), by(), fixed=()).shown(made[""].part, FIXED, ())


def test_no_limit_is_taken_in_fixed_numbers_that_may_be_0_or_whose_order_is_not_known() -> None:
    for beyond in (t <= n, 1 / n <= a / (1 + t**2)):
        assert not gap_of(beyond, (), beyond, fixed=(a, t), family=FIXED)
    for beyond in (t * n >= 5, t / n <= 5, 1 / n <= t):
        assert "not every admissible family" in gap_of(beyond, (), beyond, fixed=(a, t), family=FIXED), beyond
    for beyond in (sqrt(t) <= n, n >= log(t), 1 / t <= n):
        assert "not every admissible family" in gap_of(t >= 0, (), beyond, fixed=(t,), family=FIXED), beyond
    for beyond in (n**a <= n**t, n**t <= n**a, n**a / n**t <= 1, log(n) ** a <= log(n) ** t):
        assert "not every admissible family" in gap_of((a > 0) & (t > 0) & beyond, (), beyond, fixed=(a, t)), beyond


def test_growth_is_known_by_rules() -> None:
    letters = frozenset({a, t})
    grow = [n**a - log(n) ** 5, n ** (a + t) - 3 * n**a, 2 * log(n) - log(a * n)]
    vanish = [log(n) ** 3 / n**a, log(log(n)) / log(n), (a - t) / n, log(a / t) / log(n)]
    neither = [3 * n**a - n ** (a + t), a * n - t * n, log(a * n) - 2 * log(n), (a - t) * n, n ** (a - t)]
    neither += [log(n**2) - 2 * log(n), -(n - n), n / (a - t)]  # they are 0; a = t has no value
    for node in (*grow, *vanish, *neither):
        assert tends_to_infinity(node, n, letters) is any(node is each for each in grow), node
        assert tends_to_zero(node, n, letters) is any(node is each for each in vanish), node


k = Symbol("k")
ALONG = [
    (n == 10**K, n >= 1000),
    (n == k**8, k == 10**K, n == 10 ** (8 * K), log(k) >= 92),
    (n == 10**K, floor(n / 2) == n / 2),
    (n == 10**K, chain(sqrt(n), "<=", k, "<=", sqrt(n) + 1), k >= 1),
    (t >= 8 * log(n), t <= 8 * log(n) + 3),
    (n == 10**K, log(n) / n >= 0, 1 / n < 1 / log(n)),  # what tends to 0 from above
]
NOT_ALONG = [
    (n == K, n <= 35),
    (n == K, floor(n / 40) == 0),
    (n == K, floor(n / 2) == n / 2),
    (n == K**2, n == K),
    (n == K, k == K**2, n == k),
    (n == 10**K, k >= sqrt(n), k <= 35),
    (n == 10**K, log(n) / n <= 0),
    (n == 10**K, 1 / n - 1 / log(n) >= 0),
]


def test_what_is_said_of_a_family_is_true_of_all_its_large_members_not_of_the_first_few_alone() -> None:
    for claims in ALONG:
        assert not not_shown(claims, K, 1), claims
    for false in NOT_ALONG:
        with pytest.raises(GapError):
            assert not not_shown(false, K, 2), false  # said to be unknown is refused as well
    assert not_shown((n == K, sqrt(t) >= n), K, 1) == [sqrt(t) >= n]  # a family that says nothing of t


def test_all_entries_are_one_number_where_nothing_else_is_said_of_them() -> None:
    p, q, W = symbols("p q W")
    rows = Named("[d]")
    ones = ForAll(p, rows, ForAll(q, rows, W[p, q] == 1))
    assert not not_shown((n == K, ones), K, 1)
    for other in (W[1, 1] == 2, a == W[1, 2], ForAll(p, rows, W[p, p] == 0)):
        assert ones in not_shown((n == K, ones, other), K, 1)
    for claim in (
        ForAll(p, rows, W[p, p] == 1),
        ForAll(p, rows, W[p, n] == 1),
        ForAll(p, rows, W[1] == 1),
        ForAll(p, rows, W[p] <= 1),
        ForAll(p, rows, W[p] == p),
        ForAll(p, rows, ForAll(p, rows, W[p, p] == 1)),
    ):
        assert not_shown((n == K, claim), K, 1) == [claim]


def test_no_witness_leaves_what_the_data_are() -> None:
    """a ≤ 5 by the way the data are built: a ≤ 6 is true of them all, whatever a family or a point says."""
    data = Computed(points(Instance(n=1, a=1)), ranges=(a <= 5,))
    made = Made("A", "", given=data)
    made[""] = a <= 6
    family = Family("n = k, a = k + 6", lambda k: Instance(n=k, a=k + 6))
    later = Family("n = k, a = k - 6", lambda k: Instance(n=k, a=k - 6))
    for a_of_K, members, confirm in ((K + 6, family, (1, 2)), (K - 6, later, (13, 14))):
        proof = RefutedAlong(members, confirm=confirm, calculation=Contrary((n == K, a == a_of_K)))
        found = proof.run(replace(made[""].part, proof=proof))
        assert found.verdict is Verdict.UNKNOWN, found.how
    beyond = replace(made[""].part, proof=RefutedAlong(family, steps=(Step("a > 6", lambda: True),), confirm=(1, 2)))
    for part in (beyond, replace(made[""].part, witness="n=1 a=7")):
        with pytest.raises(ContradictionError, match="its witness is none of its data: a ≤ 5"):
            judge(part, QUICK)


def test_entries_may_be_cited_under_the_law_of_their_sums() -> None:
    """And only those of the same data that the model does not compute in its own way."""
    printed = D15["6"]
    claim = printed.claimed.claim
    signed = Computed(ON_D0.stating(claim, *printed.claimed.conditions).domain(), over=self_attention(0, ONES))

    def verdict(given: Computed) -> Verdict:
        made = Made("A", "", given=given)
        made[""] = claim
        (i0,) = symbols("i0", COLUMN)
        found = replace(made[""].part, proof=Calculation(by(cite(printed, (i0, i0)))))
        assert found.proof is not None
        return found.proof.run(found).verdict

    assert verdict(signed) is Verdict.HOLDS
    assert verdict(replace(signed, over=self_attention(1, ONES))) is Verdict.UNKNOWN
    assert verdict(replace(signed, over=None)) is Verdict.UNKNOWN
    renamed = replace(signed.points, variables={**signed.points.variables, "c": "the constant of a tail"})
    assert verdict(replace(signed, points=renamed)) is Verdict.UNKNOWN
    assert isinstance(claim, Relation)
    assert verdict(replace(signed, quantities={claim.left: lambda x: 0})) is Verdict.UNKNOWN


# -- letters that a line does not vary -------------------------------------------------------------------------------------

QUICK = EFFORTS["quick"]
OF_1, ENDLESS = Order("O", expr(1)), Symbol("∞")
C, FALLS = Symbol("C"), {"epsilon": lambda k: Fraction(1, 2 * k)}


def large(claim: Claim, *said: Claim, growth: Any = (), declared: Any = None, **numbers: Any) -> Line:
    """A line about large n whose data say so much of other letters."""
    conditions = [*(Condition(each, lambda i: True) for each in (n >= 1, *said)), *growth]
    given = replace(points(Instance(n=3, **numbers), conditions=conditions), declared=declared)
    made = Made("A", "", given=Computed(given))
    made[""] = claim
    return made[""]


def verdict(claim: Claim, *said: Claim, prover: Any, growth: Any = (), declared: Any = None, **numbers: Any) -> Verdict:
    """``numbers``: what other letters are at n = k."""
    family = Family("n = k", lambda k: Instance(n=k, **{name: number(k) for name, number in numbers.items()}))
    if isinstance(prover, Contrary):
        prover = RefutedAlong(family, confirm=(1, 2), calculation=prover)
    if isinstance(prover, FromSomeSizeOn):
        prover = families.Eventually(family, lambda: 1, calculation=prover)
    at_3 = {name: number(3) for name, number in numbers.items()}
    found = large(claim, *said, growth=growth, declared=declared, **at_3).part
    return judge(replace(found, proof=prover), QUICK).verdict


def refuted(claim: Claim, *said: Claim, along: tuple[Claim, ...], script: Any = None, **more: Any) -> bool:
    """Is a line refuted along n = k?"""
    found = verdict(claim, *said, prover=Contrary((n == K, *along), script or by()), **more)
    return found is Verdict.FAILS


def test_what_a_limit_is_close_to_does_not_move_along_a_family_that_refutes_it() -> None:
    """1/n is above 1/(2n), and tends to 0; so is it of orders, and of "for every ε > 0, for all large n"."""
    positive, near = EPSILON > 0, EPSILON == 1 / (2 * K)
    for true in (
        ForAll(EPSILON, POSITIVE, Eventually(1 / n <= EPSILON, n)),
        Limit(exp(-log(n)), n, ENDLESS) == 0,
        exp(-log(n)) == Order("o", expr(1)),
    ):
        assert not refuted(true, positive, along=(near,), **FALLS), true
    for false in (ForAll(EPSILON, POSITIVE, Eventually(EPSILON * n**0 >= 1, n)), exp(0 * n) == Order("o", expr(1))):
        assert refuted(false, positive, along=(Q(1, 2) == EPSILON,), epsilon=lambda k: Fraction(1, 2)), false
        assert not refuted(false, positive, along=(near,), **FALLS), false


def test_every_constant_is_one_of_which_the_data_say_no_more() -> None:
    """6 = O(1), though not with a constant up to 5; 1 is no o(1), though below every ε ≥ 2."""
    few, at = (EPSILON > 0, EPSILON <= 5), {"epsilon": lambda k: 1}
    assert not refuted(6 * exp(0 * n) == OF_1, *few, along=few, **at)
    assert refuted(n == OF_1, EPSILON > 0, along=(EPSILON > 0, EPSILON <= K / 2), epsilon=lambda k: Fraction(1, 3))
    assert not refuted(3 + 0 * n <= exp(OF_1), *few, along=few, script=by(EXP_GROWS(EPSILON * 1, 1)), **at)
    bound, one = (C > 0, C <= 5), {"C": lambda k: 1}
    assert not refuted(Exists(C, POSITIVE, Eventually(6 + 0 * n <= C, n)), *bound, along=bound, **one)
    assert not refuted(exp(0 * n) == Order("O", -n), EPSILON > 0, along=(EPSILON > 0,), **at)  # |1| ≤ C |-n|
    large = {"epsilon": lambda k: 2}
    for false in (exp(0 * n) == Order("o", expr(1)), Limit(exp(0 * n), n, ENDLESS) == 0):
        with pytest.raises(NoRuleError, match="no arbitrary ε"):
            verdict(false, EPSILON >= 2, prover=FromSomeSizeOn(n, (), by(), (EPSILON,)), growth=[held_fixed(EPSILON)], **large)
    with pytest.raises(NoRuleError, match="no arbitrary ε"):  # 1/n ≥ ε at every n
        verdict(Relation(Limit(exp(-log(n)), n, ENDLESS), "!=", expr(0)), EPSILON * n <= 1, prover=Calculation(by()))


def test_an_order_bounds_both_sides_and_its_constant_hangs_on_nothing_that_grows() -> None:
    found = judge(replace(large(-n == OF_1).constant(1).part, proof=Calculation(by())), QUICK)
    assert (found.verdict, "nobody has shown -n ≥ 0" in found.how) == (Verdict.UNKNOWN, True)
    tied = large(n == OF_1, n <= t, t=3).constant(t).part
    beside_negative = large(0 * n == Order("Ω", -n)).constant(1).part
    assert judge(replace(beside_negative, proof=Calculation(by())), QUICK).verdict is Verdict.UNKNOWN
    below, is_1 = exp(-log(n)) == Order("o", expr(-1)), {"epsilon": lambda k: 1}
    assert not refuted(below, EPSILON > 0, along=(EPSILON == 1,), script=by(EXP_POSITIVE(-log(n))), **is_1)
    rate = large(Implies(t == o(n), 0 * t == omega(-n)), t > 0, growth=[Condition(t == o(n), growth=True)], t=1).power(2)
    assert judge(replace(rate.part, proof=Calculation(by())), QUICK).verdict is Verdict.UNKNOWN
    for words in (Declared(nonnegative=(-n,)), Declared(whole=(n / 2,))):
        part = replace(large(n <= n + 1, declared=words).part, proof=Calculation(by()))
        with pytest.raises(ContradictionError, match="stands on what is false"):
            judge(part, QUICK)
    with pytest.raises(NoRuleError, match="no hypothesis fixes t"):
        judge(replace(tied, proof=Calculation(by())), QUICK)


def test_only_a_letter_that_the_line_fixes_is_fixed() -> None:
    """m may be 1/ε, and ε may fall; no n is large for all ε at once."""
    beyond = FromSomeSizeOn(n, (n >= 1 / EPSILON,), by(), (EPSILON,))
    one, positive = {"epsilon": lambda k: 1}, EPSILON > 0
    at_last = Eventually(1 / n <= EPSILON, n)
    assert verdict(ForAll(EPSILON, POSITIVE, at_last), positive, prover=beyond, **one) is Verdict.ASYMPTOTIC
    uniform = Eventually(ForAll(EPSILON, POSITIVE, 1 / n <= EPSILON), n)
    assert verdict(uniform, positive, prover=beyond, **one) is Verdict.UNKNOWN
    hidden = Eventually(d <= n, n)
    assert verdict(hidden, positive, d <= 1 / EPSILON, prover=beyond, d=lambda k: 1, **one) is Verdict.UNKNOWN


def test_what_is_sure_or_likely_at_last_is_so_with_a_probability_that_there_is() -> None:
    delta = Symbol("delta")
    for certain in (1 - delta, 1 + delta):
        sure = verdict(Pr(n >= 1) >= certain, delta > 0, prover=Calculation(by()), declared=Declared(certain=True))
        assert (sure is Verdict.UNKNOWN) is (certain is not 1 - delta), certain
    with pytest.raises(NoRuleError, match="no hypothesis says that δ > 0"):
        verdict(Pr(Eventually(n <= t, n)) >= 1 - delta, delta >= 0, prover=Calculation(by()))
    likely = Declared(law=Likely(n <= 7, 1 - delta))
    for numbers, asked in (({"delta": 2}, 1 - delta > 0), ({}, None)):  # of a δ that no data know nothing is asked
        (rule,) = large(Pr(n <= 2) >= 1 - delta, declared=likely, **numbers).part.printed.reduced.rules
        assert (rule.where, rule.at_points) == (asked, True)
