"""Nothing false is proved by a calculation: scopes, bound names, pieces without a value, what a citation may say."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.fabricated import Made, points, shows
from theorems.instance import Instance
from theorems.kernel.context import Context, Quoted
from theorems.kernel.facts import Definition
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import Script, by, calc, cases, have
from theorems.language.computed import Computed
from theorems.language.lemma import held_fixed
from theorems.language.letters import EPSILON
from theorems.language.tree import *
from theorems.provers.calculation import Calculation, Contradiction, Contrary, K, only_ours
from theorems.provers.context import cite
from theorems.provers.display import links
from theorems.provers.families import Family, RefutedAlong
from theorems.statement import Condition
from theorems.textbook.elementary import EXP_ABOVE_TANGENT
from theorems.vocabulary import Evidence, Verdict

h = Symbol("h")
a, x, y, n, t, mu, X = symbols("a x y n t mu X")


def shown(goal: Claim, script: Script, *claims: Claim) -> bool:
    return shows(script, goal, Context(claims))


CHANCE = Pr(X - mu >= t)
POINT = Instance(n=1, t=1, mu=1)
DATA = Computed(points(POINT), {CHANCE: lambda i: 0, h(t): lambda i, t: 0 * t})
SMALL = Definition("the tail vanishes", (), CHANCE <= 0, of=DATA)
FLAT = Definition("h vanishes", (t,), h(t) <= 0, of=DATA)


def lemma(name: str, claim: Claim, script: Script, *conditions: Claim | Condition, given: Computed = DATA) -> Any:
    made = Made(name, "nowhere", given=given, provenance="standard")
    made["a"] = claim, *conditions
    return made["a"].proved(Calculation(script))


def verdict(line: Any) -> Verdict:
    return line.part.proof.run(line.part).verdict


def test_a_part_is_cited_for_other_parameters_only_where_the_claim_shows_them_and_not_of_other_data() -> None:
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
    tail = lemma("A", CHANCE <= 0, by(SMALL()))
    other = Computed(points(POINT), {CHANCE: lambda i: 1, h(t): lambda i, t: t})
    assert verdict(lemma("B", CHANCE <= 0, by(cite(tail)), given=other)) is Verdict.UNKNOWN
    assert verdict(lemma("B", CHANCE <= 0, by(cite(tail)))) is Verdict.HOLDS


def test_words_hold_for_what_they_name() -> None:
    odd = Condition(words="t is odd", check=lambda i: i.t % 2 == 1)
    flat = lemma("A", h(t) <= 0, by(FLAT(t)), odd)
    assert verdict(lemma("B", h(t) <= 0, by(cite(flat)), odd)) is Verdict.HOLDS
    assert verdict(lemma("B", h(t + 1) <= 0, by(cite(flat, (t, t + 1))), odd)) is Verdict.UNKNOWN
    everywhere = ForAll(t, Range(n, n), h(t) <= 0)
    assert verdict(within := lemma("B", everywhere, by(cite(flat, (t, t))), odd)) is Verdict.UNKNOWN
    assert "where no quantifier binds t" in str(within.part.proved)
    assert verdict(lemma("B", everywhere, by(FLAT(t)))) is Verdict.HOLDS


def test_parts_that_rest_on_each_other_and_hypotheses_that_are_met_prove_nothing() -> None:
    first = lemma("A", h(t) <= 0, by())
    second = lemma("B", h(t) <= 0, by(cite(first)))
    first.proved(Calculation(by(cite(second))))
    assert verdict(first) is verdict(second) is Verdict.UNKNOWN
    line = lemma("A", h(t) <= 0, by(), given=replace(DATA, ranges=(t >= 2, t <= 1)))
    assert Contradiction(calc(t).le(1).lt(2).le(t)).run(line.part).verdict is Verdict.UNKNOWN


ONE, BOTH, SQUARE = (  # families: n alone grows, n and t grow alike, n = t²
    Family("n = k", lambda k: Instance(n=k, t=1, mu=1)),
    Family("n = k, t = k", lambda k: Instance(n=k, t=k, mu=1)),
    Family("n = k², t = k", lambda k: Instance(n=k**2, t=k, mu=1)),
)


def refuted(line: Any, family: Family, *along: Claim, **more: Any) -> bool:
    proof = RefutedAlong(family, "", confirm=(1, 2), calculation=Contrary(along, by(), **more))
    return proof.run(replace(line.part, proof=proof)).verdict is Verdict.FAILS


def test_a_family_refutes_only_where_it_meets_the_premise_by_one_choice_of_the_indices() -> None:
    assert refuted(lemma("A", Implies(n >= 1, n <= 0), by()), ONE, n == K)
    assert not refuted(lemma("A", Implies(n <= 2, n <= 0), by()), ONE, n == K)
    i = Symbol("i")
    line = lemma("A", n <= 0, by(), given=replace(DATA, indices={i: lambda _: (1, 2)}))
    assert refuted(line, ONE, n == K, i == 1)
    assert not refuted(line, ONE, n == K, i == 1, i == 2)


def test_a_family_outgrows_what_a_hypothesis_says_and_meets_it_only_where_its_sizes_are_given() -> None:
    for bound, expected in ((t, True), (t**2, False)):
        line = lemma("A", t <= 0, by(), Condition(n == omega(bound), growth=True))
        assert refuted(line, SQUARE, t == K, sizes=(n == K**2, t == K)) is expected
    line = lemma("A", t <= 0, by(), Condition(t == o(sqrt(n)), growth=True))
    for sizes in [(n == K,), (n == K, t >= 0), (n == K, t == mu), (n == K, t == K)]:
        assert not refuted(line, BOTH, t == K, sizes=sizes)
    assert refuted(line, ONE, t == 1, sizes=(n == K, t == 1))


def test_a_family_refutes_what_is_said_of_large_sizes_only_where_they_grow() -> None:
    five = Family("n = 5", lambda k: Instance(n=5, t=k, mu=1, epsilon=Q(1, 10).value))
    unequal = lemma("A", Eventually(n != 5, n), by())
    for along in [n == 5 + 0 * K], [n == 5 + 0 * K, t == K], [n == 5 - 5 / 10 ** (9 * K) + 5 / 10 ** (9 * K)]:
        assert not refuted(unequal, five, *along)
    for claim in (n - 5 == Omega(n), n == O(n - 5)):  # at n = 5 alone for no constant
        assert not refuted(lemma("A", claim, by()), five, n == 5, t == K, EPSILON > 0)
    assert refuted(lemma("A", Eventually(n <= 5, n), by()), Family("", lambda k: Instance(n=5 + k, t=1, mu=1)), n >= 6)


def test_a_family_keeps_fixed_what_it_gives_a_value_not_what_it_bounds() -> None:
    line = lemma("A", Eventually(n >= t, n), by(), held_fixed(t))
    assert not refuted(line, Family("", lambda k: Instance(n=k, t=k + 1, mu=1)), n == K, t > K, t >= 1)


@dataclass(frozen=True)
class TrustMe:
    """A paper's own script, which shows everything."""

    def show(self, goal: Claim, context: Context) -> None:
        del goal, context


class QuotesItself:
    """A reason of somebody's own, which quotes what nobody has proved."""

    reason = "I said so"

    def quoted(self, context: Context) -> Quoted:
        del context
        return Quoted(self.reason, x <= 1)


def test_evidence_is_that_of_the_weakest_part_and_a_script_that_the_checker_does_not_define_shows_nothing() -> None:
    flat = lemma("A", h(t) <= 0, by(FLAT(t)))
    assert flat.part.proof.run(flat.part).evidence is Evidence.PROVED
    assert shown(1 + log(y) <= y, by(EXP_ABOVE_TANGENT(log(y))), y > 0)
    assert not shown(1 + log(y) <= y, by(EXP_ABOVE_TANGENT(log(y))))
    told: Any = QuotesItself()
    for script in (TrustMe(), cases(x <= 0, by(), TrustMe()), have(x >= 0, TrustMe(), by()), by(told), calc(x).le(1, told)):
        with pytest.raises(GapError, match="is no script of ours"):
            only_ours(script)


def test_what_is_shown_stands_in_its_chain_once_and_what_others_rest_on_keeps_its_place() -> None:
    def seen(script: Script) -> list[str]:
        return [link.text for link in links(script, x <= n)]

    chain = calc(x).le(y).le(n)
    assert seen(have(x <= y, by(y > 0), have(y <= n, by(n > 0), chain))) == ["x ≤ y: y > 0", "y ≤ n: n > 0"]
    rested = ["x ≤ y: y > 0", "n > 0: y > 0", "x ≤ y: as shown", "y ≤ n: arithmetic"]
    assert seen(have(x <= y, by(y > 0), have(n > 0, by(y > 0), chain))) == rested
    assert seen(have(x <= n, chain, by())) == ["x ≤ y: arithmetic", "y ≤ n: arithmetic", "x ≤ n: as shown"]
    assert seen(have(x <= n, have(x <= y, by(y > 0), by(n > 0)), by())) == ["x ≤ y: y > 0", "x ≤ n: n > 0"]
