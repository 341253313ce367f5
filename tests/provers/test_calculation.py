"""Nothing false is proved by a calculation: scopes, bound names, pieces without a value, what a citation may say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.fabricated import shows
from theorems.instance import Instance
from theorems.kernel.context import Context
from theorems.kernel.facts import Definition, fixed, substituted
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import Calc, Script, by, calc, cases, have, only
from theorems.language.computed import Computed
from theorems.language.lemma import Lemma
from theorems.language.tree import (
    Claim,
    ForAll,
    Implies,
    Indicator,
    Pr,
    Q,
    Range,
    Symbol,
    Words,
    ddt,
    exp,
    log,
    o,
    omega,
    sqrt,
    symbols,
)
from theorems.provers.calculation import Calculation, Contradiction, Contrary, K, only_ours
from theorems.provers.context import cite
from theorems.provers.families import Family, RefutedAlong
from theorems.statement import Condition, Domain
from theorems.textbook.elementary import EXP_ABOVE_TANGENT, EXP_GROWS
from theorems.vocabulary import Evidence, Verdict

h = Symbol("h")
a, x, y, n, t, mu, X = symbols("a x y n t mu X")


def shown(goal: Claim, script: Script, *claims: Claim) -> bool:
    return shows(script, goal, Context(claims))


def test_a_calculation_has_a_reason_for_each_link() -> None:
    with pytest.raises(ValueError, match="between any two"):
        Calc((x, y, a), ("<=",), ((),))


def test_what_a_case_assumes_is_forgotten_in_the_other() -> None:
    assert not shown(x <= 1, cases(x <= 1, by(), by()))
    assert shown(x <= 1, cases(x <= 0, by(), by()), x <= 1)


@pytest.mark.parametrize("put", [{a: x}, {x: a}, {x: 2 * a}, {x: a + x}, {x: Q(1)}], ids=str)
def test_a_derivative_keeps_its_variable_apart(put: dict[Any, Any]) -> None:
    with pytest.raises(ValueError, match="would differentiate"):
        substituted(ddt(a * x, x) <= a, put)


# -- citations ---------------------------------------------------------------------------------------------------------------


def _points(*conditions: Condition) -> Domain:
    return Domain(
        name="points",
        draw=lambda: st.just({"n": 1, "t": 1, "mu": 1}),
        bind=_bound,
        conditions=conditions,
        small=lambda: iter([Instance(n=1, t=1, mu=1)]),
        variables={"n": "", "t": "", "mu": ""},
    )


def _bound(instance: Instance, arithmetic: Any) -> Any:
    return instance


CHANCE = Pr(X - mu >= t)
DATA = Computed(_points(), {CHANCE: lambda i: 0, h(t): lambda i, t: 0 * t})
SMALL = Definition("the tail vanishes", (), CHANCE <= 0, of=DATA)
FLAT = Definition("h vanishes", (t,), h(t) <= 0, of=DATA)


class Made(Lemma):
    key = "made"


def lemma(name: str, claim: Claim, script: Script, *conditions: Claim | Condition, given: Computed = DATA) -> Any:
    made = Made(name, "nowhere", given=given, provenance="standard")
    made["a"] = claim, *conditions
    return made["a"].proved(Calculation(script))


def verdict(line: Any) -> Verdict:
    return line.part.proof.run(line.part).verdict


def test_a_part_is_cited_for_other_parameters_only_where_the_claim_shows_them() -> None:
    tail = lemma("A", CHANCE <= 0, by(SMALL()))
    flat = lemma("B", h(t) <= 0, by(FLAT(t)))
    assert verdict(tail) is verdict(flat) is Verdict.HOLDS
    assert verdict(lemma("C", h(t + 1) <= 0, by(cite(flat, (t, t + 1))))) is Verdict.HOLDS
    for claim, old, new in [
        (0 * t >= 1, CHANCE, 1),
        (Pr(X - (mu - 5) >= t) <= 0, mu, mu - 5),  # the law of X may depend on μ
        (Pr(X + 5 - mu >= t) <= 0, X, X + 5),
    ]:
        assert verdict(lemma("C", claim, by(cite(tail, (old, new))))) is Verdict.UNKNOWN
    hidden = lemma("D", h(t) <= mu - 1, by(FLAT(t)), mu >= 1)
    assert verdict(lemma("E", h(t) <= mu, by(cite(hidden, (mu, mu + 1))))) is Verdict.UNKNOWN


def test_a_part_of_other_data_is_not_cited() -> None:
    tail = lemma("A", CHANCE <= 0, by(SMALL()))
    other = Computed(_points(), {CHANCE: lambda i: 1, h(t): lambda i, t: t})
    assert verdict(lemma("B", CHANCE <= 0, by(cite(tail)), given=other)) is Verdict.UNKNOWN
    assert verdict(lemma("B", CHANCE <= 0, by(cite(tail)))) is Verdict.HOLDS


def test_words_hold_for_what_they_name() -> None:
    odd = Condition(words="t is odd", check=lambda i: i.t % 2 == 1)
    flat = lemma("A", h(t) <= 0, by(FLAT(t)), odd)
    assert verdict(lemma("B", h(t) <= 0, by(cite(flat)), odd)) is Verdict.HOLDS
    assert verdict(lemma("B", h(t + 1) <= 0, by(cite(flat, (t, t + 1))), odd)) is Verdict.UNKNOWN
    everywhere = ForAll(t, Range(n, n), h(t) <= 0)
    assert verdict(lemma("B", everywhere, by(cite(flat, (t, t))), odd)) is Verdict.UNKNOWN
    assert verdict(lemma("B", everywhere, by(FLAT(t)))) is Verdict.HOLDS


def test_parts_that_rest_on_each_other_prove_nothing() -> None:
    first = lemma("A", h(t) <= 0, by())
    second = lemma("B", h(t) <= 0, by(cite(first)))
    first.proved(Calculation(by(cite(second))))
    assert verdict(first) is verdict(second) is Verdict.UNKNOWN


def test_hypotheses_that_are_met_are_no_contradiction() -> None:
    line = lemma("A", h(t) <= 0, by(), given=replace(DATA, ranges=(t >= 2, t <= 1)))
    assert Contradiction(calc(t).le(1).lt(2).le(t)).run(line.part).verdict is Verdict.UNKNOWN


def test_a_family_refutes_only_where_it_meets_the_premise() -> None:
    family = Family("n = k", lambda k: Instance(n=k, t=1, mu=1))
    for premise, expected in ((n >= 1, Verdict.FAILS), (n <= 2, Verdict.UNKNOWN)):
        line = lemma("A", Implies(premise, n <= 0), by())
        assert (
            RefutedAlong(family, "", confirm=(1, 2), calculation=Contrary((n == K,), by())).run(line.part).verdict is expected
        )


def test_a_family_makes_one_choice_of_the_indices() -> None:
    family, i = Family("n = k", lambda k: Instance(n=k, t=1, mu=1)), Symbol("i")
    line = lemma("A", n <= 0, by(), given=replace(DATA, indices={i: lambda _: (1, 2)}))
    for chosen, expected in (((i == 1,), Verdict.FAILS), ((i == 1, i == 2), Verdict.UNKNOWN)):
        calculation = Contrary((n == K, *chosen), by())
        assert RefutedAlong(family, "", confirm=(1, 2), calculation=calculation).run(line.part).verdict is expected


def test_a_family_outgrows_what_a_hypothesis_says() -> None:
    family = Family("n = k², t = k", lambda k: Instance(n=k**2, t=k, mu=1))
    for bound, expected in ((t, Verdict.FAILS), (t**2, Verdict.UNKNOWN)):
        line = lemma("A", t <= 0, by(), Condition(n == omega(bound), growth=True))
        calculation = Contrary((t == K,), by(), sizes=(n == K**2, t == K))
        assert RefutedAlong(family, "", confirm=(1, 2), calculation=calculation).run(line.part).verdict is expected


def test_a_family_meets_a_hypothesis_about_growth_only_where_its_sizes_are_given() -> None:
    family = Family("n = k, t = k", lambda k: Instance(n=k, t=k, mu=1))
    small = Condition(t == o(sqrt(n)), growth=True)
    line = lemma("A", t <= 0, by(), small)
    for sizes in [(n == K,), (n == K, t >= 0), (n == K, t == mu), (n == K, t == K)]:
        calculation = Contrary((t == K,), by(), sizes=sizes)
        assert RefutedAlong(family, "", confirm=(1, 2), calculation=calculation).run(line.part).verdict is Verdict.UNKNOWN
    assert (
        RefutedAlong(
            Family("n = k, t = 1", lambda k: Instance(n=k, t=1, mu=1)),
            "",
            confirm=(1, 2),
            calculation=Contrary((t == 1,), by(), sizes=(n == K, t == 1)),
        )
        .run(line.part)
        .verdict
        is Verdict.FAILS
    )


def test_words_may_speak_of_something_random() -> None:
    known = Context((fixed(n),))
    assert known.is_fixed(Indicator(n >= 1))
    assert not known.is_fixed(Indicator(Words("it rains after day ", n)))


def test_evidence_is_that_of_the_weakest_part() -> None:
    flat = lemma("A", h(t) <= 0, by(FLAT(t)))
    assert flat.part.proof.run(flat.part).evidence is Evidence.PROVED
    assert shown(1 + log(y) <= y, by(EXP_ABOVE_TANGENT(log(y))), y > 0)
    assert not shown(1 + log(y) <= y, by(EXP_ABOVE_TANGENT(log(y))))


def test_hypotheses_about_other_names_do_not_stand_in_the_way() -> None:
    """None of these is needed, and together they make more products than are looked at."""
    rises = (exp(h(x)) + a**2 * h(x) == x, exp(h(y)) + a**2 * h(y) == y, x <= y, a > 0)
    others = ((n - t) ** 3 * y <= (a * n) ** 2, mu**2 * t**3 >= n * y**2, (a * mu) ** 3 <= n**4, n * mu >= a)
    script = cases(h(x) <= h(y), by(), by(*rises, EXP_GROWS(h(y), h(x))))
    assert shown(h(x) <= h(y), script, *rises)
    assert shown(h(x) <= h(y), script, *others, *rises)


def test_an_alternative_is_shown_in_cases() -> None:
    either = (x <= y) | (x - 1 > y - 1)
    assert shown(either, cases(x <= y, by(), by()))
    assert not shown(either, by())
    assert not shown((x <= y) | (x - 1 > y), cases(x <= y, by(), by()))


def test_a_link_may_rest_on_its_reasons_alone() -> None:
    assert shown(x <= n, only(x <= y, y <= n), x <= y, y <= n)
    assert not shown(x <= n, only(x <= y), x <= y, y <= n)
    assert not shown(x <= n, only(x <= y, y <= n), x <= y)


@dataclass(frozen=True)
class TrustMe:
    """A paper's own script, which shows everything."""

    def show(self, goal: Claim, context: Context) -> None:
        del goal, context


def test_a_script_that_the_checker_does_not_define_shows_nothing() -> None:
    for script in (TrustMe(), cases(x <= 0, by(), TrustMe()), have(x >= 0, TrustMe(), by())):
        with pytest.raises(GapError, match="TrustMe"):
            only_ours(script)
