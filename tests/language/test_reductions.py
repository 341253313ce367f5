"""What is judged follows from the printed line: an edit of the line is seen, and what does not follow is no proof of it."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.chosen import chosen_parts, the_part
from tests.fabricated import part_of, points
from tests.language.test_edits import judged, line_of, planted
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.judging.judge import EFFORTS, judge
from theorems.kernel.facts import Definition
from theorems.kernel.scripts import by
from theorems.language.computed import Computed
from theorems.language.printed_line import Bridge, PrintedLine
from theorems.language.reductions import NoRuleError, Reducer
from theorems.language.rules import Declared, Likely, Reduced
from theorems.language.structure import ROWS
from theorems.language.tree import *
from theorems.provers import bridges
from theorems.provers.calculation import Calculation, Contrary
from theorems.scan_snap.class_counts import R4
from theorems.statement import Part
from theorems.superiority.language import b, block, c, j0, j1, t, u_exp
from theorems.superiority.language import n as size
from theorems.vocabulary import Evidence, Verdict

n, k, R, delta, epsilon, infinity, err = symbols("n k R delta epsilon ∞ err")
error = Norm(err, "F")
BY_RULES = [p for p in chosen_parts() if isinstance(p.printed, PrintedLine) and p.printed.bridge is None]
REDUCED = [part for part in BY_RULES if part.printed.reduced.rules]
LIKELY = Declared(law=Likely(R <= 1, 1 - delta))


def has_value(node: Node) -> bool:
    return not any(isinstance(each, Order | Limit | Norm) and isinstance(node, Claim) for _, each in node.walk())


def reduced(claim: Claim, declared: Declared = LIKELY, *constants: Any, known: tuple[Claim, ...] = (), **more: Any) -> Reducer:
    """The reducer after its work, ``result`` in ``used[-1].after``."""
    told = {"has_value": has_value, **more}
    reducer = Reducer(lambda premise: premise in known, declared=declared, constants=list(constants), **told)
    reducer(claim)
    return reducer


def test_another_probability_than_the_declared_one_and_a_premise_that_the_data_do_not_have_give_nothing() -> None:
    with pytest.raises(NoRuleError, match="declare the probability"):
        reduced(Pr(error <= 1) >= 1 - delta / 2)
    assert not reduced(Pr(error <= 1) >= delta, Declared()).used  # nothing is declared: it stays as it stands
    grows = Order("o", n) == R
    (rule,) = reduced(Implies(grows, R <= 1)).used
    assert (rule.name, rule.refutes) == ("without the premise", "")
    (rule,) = reduced(Implies(grows, R <= 1), known=(grows,)).used
    assert (rule.name, rule.refutes) == ("premise", "at a point")


def test_a_vector_is_a_witness_among_those_of_its_length() -> None:
    x, v = symbols("x v")
    of_length_n = Declared(vectors=((((k, Named("[n]")),), {v: v[k]}),))
    (rule,) = reduced(Exists(x, Named("ℝ^n"), v[1] <= 1), of_length_n, witnesses=[v]).used
    assert (rule.name, rule.after) == ("witness", v[1] <= 1)
    for elsewhere in (Named("ℝ^m"), Named("ℝ^[n]")):
        with pytest.raises(NoRuleError, match="no rule shows that v is in"):
            reduced(Exists(x, elsewhere, v[1] <= 1), of_length_n, witnesses=[v])


def test_an_order_is_refuted_for_every_constant_only() -> None:
    (rule,) = reduced(error == Order("O", expr(1))).used
    assert rule.every is epsilon
    line = the_part("sparse/Theorem E.2/(b)(b)")
    assert judge(line, EFFORTS["quick"]).evidence is Evidence.PROVED
    proof: Any = line.proof
    free = proof.calculation
    of_one = Contrary((*free.along, epsilon == Q(1, 10)), free.script, reasons=free.reasons, sizes=free.sizes)
    found = judge(replace(line, proof=replace(proof, calculation=of_one)), EFFORTS["quick"])
    assert (found.evidence, "for one" in found.how) == (Evidence.ARGUED, True)
    assert line.printed.reduced.unsound(Verdict.FAILS, frozenset(), family=True) == ""
    assert "for one" in line.printed.reduced.unsound(Verdict.FAILS, frozenset({epsilon}), family=True)


ALIKE = block(j1) == block(j0)


def counted(property_: Claim, number: Any, which: Claim = ALIKE) -> Part:
    """Lemma E.1/2.i on data that can be met, with another count."""
    part = next(p for p in find("superiority/Lemma E.1/2.i") if p.reading.value == "intended")
    claim = Relation(Sum(j1, ROWS, Indicator(property_)), "==", expr(number))
    return replace(part, printed=replace(line_of(part), claim=claim, partition=which))


SHARED = u_exp[j0, j1] == size ** (b**2 + c**2)
MOST = u_exp[j0, j1] >= size ** (b**2 / 2 + c**2)


def test_a_count_is_shown_with_the_class_and_its_size_and_refuted_where_the_class_is_certain() -> None:
    assert judge(counted(SHARED, t), EFFORTS["quick"]).evidence is Evidence.PROVED
    for wrong in (
        counted(SHARED, t - 1),
        counted(SHARED, t + 1),
        counted(SHARED, t, ALIKE.contrary),
        counted(SHARED, size - t, ALIKE.contrary),
        counted(u_exp[j0, j1] == size ** (c**2), t),
        counted(u_exp[j0, j1] >= size ** (c**2), t),
    ):
        assert not judge(wrong, EFFORTS["quick"]).verdict.stands
    refuted = judge(counted(MOST, t - 1), EFFORTS["quick"])
    assert (refuted.verdict, refuted.evidence) == (Verdict.FAILS, Evidence.CERTIFIED)
    by_class = counted(MOST, size - t, ALIKE.contrary)  # the line may be true or false there
    told = judge(replace(by_class, note="For this reason it is false."), EFFORTS["quick"])
    assert (told.verdict, told.evidence) == (Verdict.FAILS, Evidence.ARGUED)
    untold = judge(replace(by_class, note=""), EFFORTS["quick"])
    assert untold.verdict is Verdict.UNKNOWN
    assert "the point leaves open" in untold.how
    assert not line_of(counted(SHARED, t, MOST)).reduced.rules
    rows = Named("the rows of P")
    claim = ForAll(Symbol("u"), rows, error <= 1)
    assert [rule.name for rule in reduced(claim, Declared(each=(rows,))).used] == ["each"]


def test_what_is_compared_by_the_authors_own_word_is_argued_and_a_rule_leads_somewhere() -> None:
    for rule in {rule.name: rule for part in REDUCED for rule in part.printed.reduced.rules}.values():
        assert rule.after is not rule.before
        assert str(rule).startswith(rule.name)
        assert rule.shows or rule.refutes
    bridged = [p for p in chosen_parts() if p.printed.bridge == Bridge() and not p.in_words and p.proof is not None][:6]
    found = {p.key: judge(p, EFFORTS["quick"]) for p in bridged}
    assert found
    assert {key for key, finding in found.items() if finding.evidence.reads_the_claim} == set()


def test_a_bridge_reads_the_printed_line() -> None:
    for address, was, becomes in (
        ("sparse/Proposition 7.2/(b)", Symbol("k0"), Symbol("k0") + 1),  # of what is said to exist
        ("scan_snap/Lemma 18/Eqn 136", 1 - Symbol("δ"), 1 - Symbol("δ") / 2),
        ("scan_snap/Theorem 4/Eqn 14 snapping", Q(1, 4), Q(1, 5)),
    ):
        part = the_part(address)
        assert judge(part, EFFORTS["quick"]).evidence.reads_the_claim
        found = judge(planted(part, was, becomes), EFFORTS["quick"])
        assert (found.evidence, "the bridge has a gap" in found.how) == (Evidence.ARGUED, True)


def test_a_claim_about_large_sizes_takes_a_proof_and_no_letter_for_fixed_that_no_hypothesis_fixes() -> None:
    (part,) = (p for p in find("sparse/Fact B.3") if not p.label)
    assert judge(part, EFFORTS["quick"]).verdict is Verdict.ASYMPTOTIC
    assert judge(replace(part, proof=None), EFFORTS["quick"]).verdict is Verdict.UNKNOWN
    assert part.proof is not None
    found = part.proof.run(replace(part, domain=part.domain.without("C fixed")))
    assert (found.verdict, "no hypothesis says that C is fixed" in found.how) == (Verdict.UNKNOWN, True)
    about_inputs = the_part("sparse/Theorem 6.1/(b), on G_M")
    assert "large sizes" in about_inputs.printed.reduced.unsound(Verdict.FAILS, frozenset(), family=False)
    assert about_inputs.printed.reduced.unsound(Verdict.FAILS, frozenset({epsilon}), family=True) == ""


def test_what_exists_is_refuted_for_every_element_and_what_follows_from_it_follows_for_each() -> None:
    rows = Named("[n]")
    (rule,) = reduced(Implies(Exists(k, rows, k <= R), R <= 1), Declared()).used
    assert (rule.name, rule.shows, rule.refutes) == ("some", True, "at a point")
    assert rule.after is ForAll(k, rows, Implies(k <= R, R <= 1))
    letters: dict[str, Any] = {"is_letter": lambda letter: letter in (R, n)}
    (constant,) = reduced(Exists(R, Named("(0, ∞)"), error <= R), Declared(), **letters).used
    (size,) = reduced(Exists(n, Named("ℕ"), k <= n), Declared(), **letters).used
    assert (constant.shows, constant.every, constant.anywhere, size.every, size.anywhere) == (False, R, False, n, True)
    free, over_n = Reduced(constant.after, (constant,)), Reduced(size.after, (size,))
    assert free.unsound(Verdict.FAILS, {}, family=True, named={n, R}) == ""
    assert "for one R" in free.unsound(Verdict.FAILS, {R}, family=True)
    assert "for one R" in free.unsound(Verdict.FAILS, {}, family=False)
    assert "for one n" in over_n.unsound(Verdict.FAILS, {}, family=True, named={n})
    assert over_n.unsound(Verdict.FAILS, {}, family=True, named={R}) == ""
    assert "does not follow" in free.unsound(Verdict.HOLDS, {}, family=True)
    with pytest.raises(NoRuleError, match="runs over"):
        reduced(Exists(R, Named("a part of (0, ∞)"), error <= R), Declared(), **letters)


def test_a_family_that_bounds_a_constant_refutes_one_constant_and_every_point_needs_no_family() -> None:
    part = the_part("sparse/Theorem E.1/1, Omega, on G_M")
    assert judge(part, EFFORTS["quick"]).evidence is Evidence.PROVED
    proof: Any = part.proof
    few = replace(proof, calculation=replace(proof.calculation, along=(*proof.calculation.along, Symbol("C") <= 6)))
    assert judge(replace(part, proof=few), EFFORTS["quick"]).evidence is Evidence.ARGUED
    part = the_part("sparse/Equation 1/maximum")
    assert judge(part, EFFORTS["quick"]).evidence is Evidence.PROVED
    weaker = planted(part, n - 1, n - 1 / epsilon - 1)  # k may reach that
    assert judge(weaker, EFFORTS["quick"]).evidence is not Evidence.PROVED


def test_an_order_in_an_event_is_shown_by_its_constant_and_refuted_for_every_constant_alone() -> None:
    first, second = reduced(Pr(error == Order("O", expr(k))) >= 1 - delta, LIKELY, expr(2)).used
    assert (first.name, first.shows, first.refutes) == ("O with a constant, in an event", True, "")
    assert second.after is (error <= 2 * k)
    with pytest.raises(NoRuleError, match="less likely"):
        reduced(Pr(error == Order("O", expr(k))) <= delta, LIKELY, expr(2))
    (rule,) = reduced(error <= exp(Order("O", R)) / n**k, Declared()).used
    assert (rule.after, rule.shows, rule.every) == (error <= exp(epsilon * R) / n**k, False, epsilon)
    (rule,) = reduced(error <= exp(Order("O", R)) / n**k, Declared(), expr(6)).used
    assert (rule.after, rule.shows, rule.refutes) == (error <= exp(6 * R) / n**k, True, "")
    assert not reduced(error <= 1 / Order("O", R), Declared()).used  # it falls with what the O says
    known: dict[str, Any] = {"known": (delta > 0,), "has_value": lambda _: False}
    (rule,) = reduced(Pr(error == Order("Ω", expr(1))) >= 1 - delta, Declared(), **known).used
    assert (rule.after, rule.shows, rule.every) == (Pr(error < epsilon) <= 2 * delta, False, epsilon)


def test_no_bound_at_each_size_shows_the_probability_of_a_limit_but_a_constant_below_shows_no_limit_0() -> None:
    """Inputs that are independent at different n make it 0 (Borel-Cantelli)."""
    over_sizes = reduced(Pr(Limit(error, n, infinity) == 0) >= 1 - delta).used
    assert [rule.name for rule in over_sizes if not rule.shows] == ["point mass"]
    at_each = reduced(Eventually(Pr(error <= epsilon) >= 1 - delta, n)).used
    assert all(rule.shows for rule in at_each)
    away = Relation(Limit(error, n, infinity), "!=", expr(0))
    claim = Pr(Words("it decreases from no size on") | away) >= 1 - delta
    used = reduced(claim).used
    assert [rule.name for rule in used] == ["likely event", "one suffices", "away from 0"]
    assert used[-1].after is (error >= epsilon)
    assert all(rule.shows for rule in used)
    assert not any(rule.refutes for rule in used[1:])
    with pytest.raises(NoRuleError):
        reduced(Relation(Limit(error, n, infinity), "!=", expr(1)))


def test_no_bound_name_catches_what_is_put() -> None:
    """There is one number for all k, and ``n = k`` speaks of another k than ``for all k``."""
    rows = Range(expr(1), R)
    for claim in (Exists(n, Named("(0, ∞)"), ForAll(k, rows, n == k)), Implies(n == k, ForAll(k, rows, n <= k))):
        with pytest.raises(NoRuleError, match="a meaning of its own"):
            reduced(claim, Declared(), witnesses=[k])
    (put,) = reduced(Implies(n == k, ForAll(R, rows, n <= k)), Declared()).used
    assert put.after is ForAll(R, rows, k <= k)


def test_a_threshold_is_any_number_above_one_that_is_positive() -> None:
    """``slack · 0`` is no number but 0, and ``slack · (-k)`` none above -k."""
    slack = Declared(slack=Symbol("slack"))
    for bound, known in ((exp(k), ()), (k / Q(2), (k > 0,)), (exp(R) / (R - k), (k < R,)), (k, (k >= 1,))):
        assert [rule.name for rule in reduced(Implies(n >= bound, n <= R), slack, known=known).used] == ["threshold"]
    for more in (Symbol("slack") >= 2, Symbol("slack") <= n):
        assert not any(r.name == "threshold" for r in reduced(Implies(n >= exp(k), n <= R), slack, said=(more,)).used)
    for other in (expr(0), k, -k, exp(R) / (R - k), Q(-1)):
        assert not any(rule.name == "threshold" for rule in reduced(Implies(n >= other, n <= R), slack).used)


def test_a_rate_of_unknown_sign_bounds_nothing() -> None:
    """``0 ≥ 1/((k - R)/n)`` says nothing of growth."""
    line = Implies(k - R == o(n), err == omega(1))
    for power, rule in ((1, "without the premise"), (2, "rate"), (Fraction(1, 2), "rate")):
        assert reduced(line, Declared(), powers=(Fraction(power),)).used[0].name == rule
    assert reduced(Implies(abs(R) == o(abs(n)), err == omega(1)), Declared(), powers=(Fraction(1),)).used[0].name == "rate"


def test_an_arbitrary_number_is_one_of_which_the_data_say_no_more() -> None:
    every = ForAll(R, Named("(0, ∞)"), R <= 1)
    assert reduced(every, Declared(), said=(R > 0, n < 1, Member(R, every.range))).used[0].name == "each"
    for more in (R < 1, n < R, n == R):
        with pytest.raises(NoRuleError, match="no arbitrary R"):
            reduced(every, Declared(), said=(R > 0, more))


def test_a_rate_tends_to_0_with_a_constant_that_is_fixed() -> None:
    """``Δ = o(N̄) if K² = o(N)`` is false where δ falls as e^(-N), which a constant with δ would hide."""
    line = R4["small"].claimed
    assert [rule.name for rule in line.reduced.rules] == ["rate"]
    assert isinstance(line.given, Computed)
    free = replace(line.given, points=line.given.points.without("δ fixed"))
    with pytest.raises(NoRuleError, match="no hypothesis fixes δ"):
        judged(replace(line, given=free))
    with pytest.raises(ValueError, match="tends to 0 for p > 0"):
        R4["small"].power(1, 0)


def test_a_bridge_opens_what_exists_where_nothing_else_speaks_of_it() -> None:
    part = the_part("sparse/Proposition 7.2/(b)")
    for compared in (Symbol("alpha") > 0, Symbol("c") < 1):
        over = replace(line_of(part), compared=compared, bridge=Bridge(refutes=by()))
        assert "already has a meaning" in bridges.gap(replace(part, printed=over), Verdict.FAILS)
    below = Definition("α of the data", (), Symbol("alpha") == -1)  # another α: the one that the line opens is positive
    over = replace(line_of(part), bridge=Bridge(refutes=by(below())))
    assert "which is bound here" in bridges.gap(replace(part, printed=over), Verdict.FAILS)


def test_how_close_a_limit_is_come_to_is_no_letter_of_the_claim() -> None:
    """lim ε = 0 would be |ε| ≤ ε."""
    eta = Symbol("eta")
    (rule,) = reduced(Limit(abs(epsilon / n**0), n, infinity) == 0).used
    assert rule.after is (abs(epsilon / n**0) <= eta)
    (rule,) = reduced(abs(epsilon) == Order("O", n)).used
    assert (rule.after, rule.every) == (abs(epsilon) <= eta * n, eta)
    with pytest.raises(NoRuleError, match="already have a meaning"):
        reduced(Limit(abs(epsilon * eta), n, infinity) == 0)
    for name in ("S_ε", "S_eps", "S_{epsilon,1}"):  # one ε, that of S
        (rule,) = reduced(Limit(abs(Symbol(name)(n)), n, infinity) == 0).used
        assert rule.after is (abs(Symbol(name)(n)) <= eta)


def test_a_factor_that_tends_to_1_is_shown_at_a_rate_that_does_or_within_every_bound() -> None:
    """No bound from below alone, no number, nothing that is fixed, no other size than the one that the line calls large."""
    one = 1 + o(1)
    line, above = err == one * k + 2, (n >= 2,)
    (rule,) = reduced(line, Declared(), rates=[1 / n], said=above).used
    assert rule.after is ((err >= (1 - 1 / n) * k + 2) & (err <= (1 + 1 / n) * k + 2))
    told = Reduced(rule.after, (rule,))
    assert "not known to tend to 0" in told.unsound(Verdict.HOLDS, (), family=False)
    assert told.unsound(Verdict.HOLDS, (), family=False, vanishes=lambda rate: rate is 1 / n) == ""
    assert "does not follow" in told.unsound(Verdict.FAILS, (), family=True)
    for rate, said, held in (
        (1 / n, (), frozenset()),
        (1 / n, (n >= 2, n <= 10), frozenset()),
        (1 / n, above, frozenset({n})),
        (1 / n + 1 / k, (n >= 2, k >= 2), frozenset()),
        (Q(1, 10), above, frozenset()),
    ):
        with pytest.raises(NoRuleError, match="no function of one size"):
            reduced(line, Declared(), rates=[rate], said=said, held=held)
    with pytest.raises(NoRuleError, match="no function of one size"):
        reduced(Eventually(line, k), Declared(), rates=[1 / n], said=above)
    (rule,) = reduced(line, Declared()).used
    assert (rule.after, rule.shows) == (abs(err - (k + 2)) <= epsilon * abs(k), True)
    (rule,) = reduced(line, Declared(), Q(1, 2)).used
    assert (rule.shows, rule.refutes) == (False, "along a family")
    for constant in (expr(0), Q(-1), 1 / n, delta):
        for each in (line, abs(err) == o(k)):
            with pytest.raises(NoRuleError, match="no number above 0"):
                reduced(each, Declared(), constant)
    for other in (one * k + o(1), one * one * k, (1 + o(k)) * k, one * k / 2 + one * n, (2 + o(1)) * k):
        assert not any("o(1)" in rule.name for rule in reduced(err == other, Declared()).used)


def test_what_is_about_equal_is_shown_at_a_rate_and_refuted_in_every_sense() -> None:
    about = Words(err, " ≈ ", k)
    assert [rule.name for rule in reduced(about, Declared(), rates=[1 / n], said=(n >= 2,)).used] == ["≈", "o(1) at a rate"]
    (rule,) = reduced(about, Declared()).used
    assert (rule.shows, rule.refutes, rule.every) == (False, "along a family", epsilon)
    assert rule.after is ((abs(err) <= epsilon * abs(k) + Q(1, 2)) & (abs(k) <= epsilon * abs(err) + Q(1, 2)))
    assert reduced(about, Declared(), expr(2)).used[0].refutes == ""
    assert not reduced(Words(err, " ≈ ", k, " ≈ ", n), Declared()).used


def test_a_rate_that_does_not_fall_shows_nothing() -> None:
    for address, rate in (
        ("Section 6/Eqn 13 xi", 1 / Symbol("K") + Q(1, 10)),
        ("Theorem 4/insight a", expr(1) + 0 * Symbol("M")),
    ):
        part = the_part(f"scan_snap/{address}")
        assert judge(part, EFFORTS["quick"]).evidence is Evidence.PROVED
        slow = replace(part, printed=replace(line_of(part), rates=(rate,)))
        assert judge(slow, EFFORTS["quick"]).evidence is not Evidence.PROVED


def test_the_rules_of_differentiation_are_for_formulas_of_one_variable_that_have_a_value() -> None:
    """λ may change with t, 0 log t has no derivative where t < 0."""
    t, moves = Symbol("t"), Symbol("lambda_1")
    unknown: dict[str, Any] = {"has_value": lambda _: False}
    for body in (2 * moves, 2 * Entry("z", (k,)), moves * t):
        assert not reduced(Derivative(body, t) == 0, Declared(), **unknown).used, body
    (rule,) = reduced(Derivative(moves * t, t) == moves, Declared(), held=frozenset({moves}), **unknown).used
    assert (rule.after, rule.beside) == (Relation(moves, "==", moves), Relation(moves * t, "==", moves * t))
    part = part_of(points(Instance(t=-1)), Derivative(0 * log(t), t) == 0, proof=Calculation(by()))
    line = replace(line_of(part), claim=Derivative(0 * log(t), t) == 0, compared=None)
    assert judge(replace(part, printed=line), EFFORTS["quick"]).verdict is Verdict.UNKNOWN


def test_a_rate_hangs_on_a_size_that_nothing_bounds() -> None:
    """1 + 1/n is 1 + o(1), but where n is a fixed k or at most 5 / k."""
    claim = (1 + 1 / n) * R == (1 + o(1)) * R
    endless = (n >= 1, k >= 1, err >= log(n), n >= k)
    assert reduced(claim, Declared(), rates=[1 / n], said=endless, held=frozenset({k})).used[0].name == "o(1) at a rate"
    for bound in (n == k, k >= n, n * k <= 5, expr(5) >= n, n < 5, k >= log(n)):
        with pytest.raises(NoRuleError, match="no function of one size"):
            reduced(claim, Declared(), rates=[1 / n], said=(n >= 1, bound), held=frozenset({k}))
