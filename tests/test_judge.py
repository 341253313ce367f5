"""From a part to its verdict: what must never come out of the machinery."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Any

import pytest
from hypothesis import strategies as st

from kernels import balls
from tests.chosen import chosen_parts, the_part
from tests.fabricated import one_number, part_of
from theorems.catalogue import find, parts
from theorems.instance import Instance
from theorems.judging.accepted import accepted
from theorems.judging.decide import expected_verdict
from theorems.judging.feasibility import EVERYWHERE, NOWHERE, account
from theorems.judging.judge import EFFORTS, ContradictionError, Effort, judge, only_in_words
from theorems.judging.record import make_record
from theorems.kernel.scripts import by
from theorems.language.tree import Symbol, floor, free_symbols
from theorems.provers.argument import Argument, Step
from theorems.provers.calculation import Contrary, K
from theorems.provers.families import OUR_STEPS, PRINTED_ROUTE, Eventually, Family, RefutedAlong
from theorems.provers.positivity import Positivity
from theorems.provers.search import search
from theorems.statement import Condition, Domain, Finding, Part, Proof, TrivialRange
from theorems.vocabulary import Claimed, Comparison, Evidence, Relation, Verdict, at_least, at_most, equals, less

QUICK = Effort("test", examples=40, seconds=2.0)
POSITIVE = Condition(words="n >= 1", check=lambda i: i.n >= 1)
GROWTH = Condition(words="n = ω(1)", growth=True)


def numbers(*conditions: Condition, low: int = 1, high: int = 10**6) -> Domain:
    return one_number("n", st.integers(low, high), *conditions, small=lambda: (Instance(n=n) for n in count(1)))


def part(
    claim: Callable[[Any], Claimed] | None, proof: Proof | None = None, witness: str | None = None, domain: Domain | None = None
) -> Part:
    return part_of(domain or numbers(POSITIVE), claim, proof=proof, witness=witness)


def says(verdict: Verdict, *, true: bool = True, **more: Any) -> Argument:
    return Argument(verdict, "because", [Step("a step", lambda: true)], **more)


def beyond_ten(n: Any) -> Comparison:
    return at_least(n, balls.ball(10))


def undefined(n: Any) -> Comparison:
    return at_most((n - n) / (n - n), n)


def tie(n: Any) -> Comparison:
    """True, but no ball decides it."""
    return at_most(rooted(n), n)


def rooted(n: Any) -> Any:
    return balls.sqrt(n) * balls.sqrt(n)


SQUARES = Family("n = k^2", lambda k: Instance(n=k * k))
CHECKED = [Step("k^2 >= 10 for k >= 4", lambda: True)]
ODD = Condition(words="n is odd", check=lambda i: i.n % 2 == 1)
TINY = Fraction(1, 10**120)

FOUND: dict[str, tuple[Part, Verdict, Evidence, str]] = {  # a part, its verdict, and what is told
    "no satisfied instance": (
        part(lambda n: at_most(n, n), domain=numbers(Condition(words="n < 0", check=lambda i: i.n < 0))),
        Verdict.UNKNOWN, Evidence.NONE, "",
    ),
    "no value": (part(undefined), Verdict.UNKNOWN, Evidence.NONE, "undecided at"),
    "a strict tie": (
        part(lambda n: replace(tie(n * n + 1), relation=Relation.LESS)), Verdict.UNKNOWN, Evidence.NONE, "undecided at"
    ),
    "equal as far as balls see": (part(lambda n: equals(rooted(n), n)), Verdict.HOLDS, Evidence.TESTED, ""),
    "another 120th digit": (
        part(lambda n: equals(rooted(n), n + balls.ball(TINY))), Verdict.FAILS, Evidence.CERTIFIED, ""
    ),
    "a broken step": (part(None, says(Verdict.HOLDS, true=False)), Verdict.UNKNOWN, Evidence.NONE, "a step"),
    "a step that says nothing of the claim": (  # false from n = 10^9 on, which no search reaches
        part(lambda n: less(n, balls.ball(10**9)), says(Verdict.HOLDS)), Verdict.HOLDS, Evidence.ARGUED, ""
    ),
    "members and a step": (
        part(lambda n: at_least(n, n + 1), RefutedAlong(SQUARES, "", CHECKED, confirm=(2, 3)), domain=numbers(GROWTH)),
        Verdict.FAILS, Evidence.ARGUED, "",
    ),
    "true at all points, of large sizes": (
        part(lambda n: at_most(n, n + 1), domain=numbers(POSITIVE, GROWTH)), Verdict.UNKNOWN, Evidence.NONE, ""
    ),
    "false at a point, of large sizes": (
        part(beyond_ten, domain=numbers(POSITIVE, GROWTH, high=20)), Verdict.UNKNOWN, Evidence.NONE, "large sizes"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("asked", "verdict", "evidence", "told"), FOUND.values(), ids=FOUND)
def test_a_verdict_is_worth_what_was_seen(asked: Part, verdict: Verdict, evidence: Evidence, told: str) -> None:
    found = judge(asked, Effort("test", 40, 1.0))
    assert (found.verdict, found.evidence, told in found.how) == (verdict, evidence, True), found.how


def test_a_proof_runs_once_however_often_its_part_is_judged_and_anew_for_a_mutant() -> None:
    ran = count()
    proof = Argument(Verdict.HOLDS, "because", [Step("counted", lambda: next(ran) >= 0)])
    proved = part(beyond_ten, proof=proof, domain=numbers(low=11))
    for _ in range(3):
        assert judge(proved, Effort("proofs", 0, 1.0)).verdict is Verdict.HOLDS
    assert next(ran) == 1
    judge(replace(proved, text="another"), Effort("proofs", 0, 1.0))
    assert next(ran) == 3


def test_the_smallest_witness_is_found_among_points_of_the_hypotheses() -> None:
    found = judge(part(lambda n: less(n * n, balls.ball(50)), domain=numbers(POSITIVE, high=40)), QUICK)
    assert (found.verdict, found.witness and found.witness["text"]) == (Verdict.FAILS, "n=8")
    small = Condition(words="n <= 3", check=lambda i: i.n <= 3)
    outside = search(part(lambda n: at_most(n, balls.ball(3)), domain=numbers(POSITIVE, small, high=50)), 200, 0)
    assert outside.refuted_at is None
    assert 0 < outside.satisfied < outside.tried


@dataclass(frozen=True)
class Boast(Positivity):
    """A paper's own prover, which claims to be one of ours."""

    level: Evidence = Evidence.PROVED

    def run(self, part: Part) -> Finding:
        return Finding(Verdict.HOLDS, self.level, how="trust me")


@pytest.mark.parametrize("asked", [Evidence.PROVED, Evidence.CERTIFIED])
def test_none_but_a_prover_of_ours_gets_the_evidence_of_one_that_reads_the_claim(asked: Evidence) -> None:
    with pytest.raises(ValueError, match=r"superiority/Lemma Z\.1 \(stated\): .* argued at most"):
        judge(part(beyond_ten, says(Verdict.HOLDS, evidence=asked)), QUICK)
    with pytest.raises(ValueError, match=r"superiority/Lemma Z\.1 \(stated\): Boast is no prover that reads the claim"):
        judge(part(beyond_ten, Boast(level=asked)), QUICK)


def below(number: int, proof: Proof | None = None, witness: str | None = None, *conditions: Condition) -> Part:
    return part(lambda n: less(n, balls.ball(number)), proof, witness, numbers(POSITIVE, *conditions))


CONTRADICTIONS = {
    "a proof and a drawn point": (below(100, says(Verdict.HOLDS)), "proved to hold, but false"),
    "a witness outside the hypotheses": (below(4, None, "n=4", ODD), "n is odd"),
    "a witness and a proof": (below(4, says(Verdict.HOLDS), "n=4"), "a witness says fails"),
    "a witness and a threshold": (below(4, says(Verdict.ASYMPTOTIC), "n=4"), "a witness says fails"),
    "a witness and empty hypotheses": (below(4, says(Verdict.VACUOUS), "n=4"), "a witness says fails"),
    "a witness without a value": (part(undefined, witness="n=2"), "refutes nothing"),
    "a witness that no ball decides": (part(tie, witness="n=2"), "refutes nothing"),
    "a witness that is not compared": (part(lambda n: (), witness="n=2"), "refutes nothing"),
    "a point about large sizes": (part(beyond_ten, witness="n=2", domain=numbers(GROWTH, high=20)), "large sizes"),
}


@pytest.mark.parametrize(("asked", "told"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_what_contradicts_itself_stops_everything(asked: Part, told: str) -> None:
    with pytest.raises(ContradictionError, match=told):
        judge(asked, QUICK)


def test_an_argument_without_steps_is_refused() -> None:
    with pytest.raises(ValueError, match="an opinion"):
        judge(part(None, Argument(Verdict.HOLDS, "trust me", [])), QUICK)


SIZE = TrivialRange("n ≥ 1", low=1)


def silent(claim: Callable[[Any], Claimed], trivial: TrivialRange, proof: Proof | None = None) -> Part:
    return replace(part(claim, proof), trivial=trivial)


def at_least_zero(n: Any) -> Comparison:
    return at_least(n, balls.ball(0))


@pytest.mark.parametrize("proof", [None, says(Verdict.HOLDS)])
def test_a_true_bound_that_says_nothing_anywhere_is_vacuous(proof: Proof | None) -> None:
    """The evidence is that of the silence, looked at instance by instance; the record tells it from empty hypotheses."""
    saying_nothing = silent(at_least_zero, SIZE.uninformative_on(EVERYWHERE, lambda i: True), proof)
    found = judge(saying_nothing, QUICK)
    assert (found.verdict, found.evidence) == (Verdict.VACUOUS, Evidence.TESTED)
    assert found.how.startswith("the bound says no more than n ≥ 1 anywhere (checked at 30 instances)")
    told = make_record(saying_nothing, QUICK, 0)
    assert (told["verdict"], told["account"]["uninformative"], told["account"]["smallest"]) == ("vacuous", EVERYWHERE, "n=1")


def test_that_a_bound_says_nothing_is_not_believed_of_its_content_alone_nor_of_a_false_one() -> None:
    """The same trivial on a bound that says something, on one without a bound, and on a domain without points."""
    claimed = SIZE.uninformative_on(EVERYWHERE, lambda i: True)
    with pytest.raises(ContradictionError, match="the bound says something at n=2"):
        judge(silent(lambda n: at_least(n, balls.ball(0) if n < 2 else n), claimed), QUICK)
    assert judge(silent(lambda n: equals(n, n), claimed, says(Verdict.HOLDS)), QUICK).verdict is Verdict.HOLDS
    nowhere = numbers(Condition(words="n < 0", check=lambda i: i.n < 0), high=9)
    empty = replace(silent(at_least_zero, claimed, says(Verdict.HOLDS)), domain=replace(nowhere, small=lambda: iter(())))
    assert judge(empty, QUICK).verdict is not Verdict.VACUOUS
    wrong = TrivialRange("n ≥ 5", low=5).uninformative_on(EVERYWHERE, lambda i: True)
    with pytest.raises(ContradictionError, match="is false, and yet its bound says no more"):
        judge(replace(silent(lambda n: at_least(n, balls.ball(3)), wrong), witness="n=1"), QUICK)
    honest = SIZE.uninformative_on("n < 0", lambda i: False)
    assert judge(replace(silent(lambda n: at_least(n, balls.ball(3)), honest), witness="n=1"), QUICK).verdict is Verdict.FAILS


LARGE = numbers(POSITIVE, GROWTH)


def eventually(last: int, family: Family = SQUARES) -> Eventually:
    return Eventually(family, lambda: last, "n grows", CHECKED)


def test_a_threshold_is_the_size_after_the_last_false_member_where_all_from_the_step_on_are_true() -> None:
    found = judge(part(beyond_ten, eventually(6)), QUICK)
    assert (found.verdict, found.evidence, found.decided) == (Verdict.ASYMPTOTIC, Evidence.ARGUED, 6)
    assert found.n0 is not None
    assert (found.n0["value"], found.n0["false_at"], found.n0[OUR_STEPS]) == ("16", "n=9", "36")

    def tie_at_three(n: Any) -> Claimed:
        return tie(n) if bool(n < 4) else beyond_ten(n)

    except_nine = Family("n = 16, 9, 25, ...", lambda k: Instance(n={1: 16, 2: 9}.get(k, (k + 2) ** 2)))
    undecided = Family("n = 2, 4, 8, ...", lambda k: Instance(n=3 if k == 2 else 4**k + 7))
    after = judge(part(beyond_ten, eventually(1, except_nine), domain=LARGE), QUICK)  # the member after the step's
    assert (after.verdict, "false at n=9" in after.how) == (Verdict.UNKNOWN, True), after.how
    for asked in (part(beyond_ten, eventually(3), domain=LARGE), part(tie_at_three, eventually(5, undecided), domain=LARGE)):
        assert judge(asked, QUICK).verdict is Verdict.UNKNOWN


def test_a_family_refutes_only_what_is_false_at_its_members_which_meet_the_hypotheses() -> None:
    along = RefutedAlong(SQUARES, "every square is below n + 1", CHECKED, confirm=(2, 3))
    found: Finding = judge(part(lambda n: at_least(n, n + 1), proof=along), QUICK)
    assert (found.verdict, found.witness and found.witness["members"]) == (Verdict.FAILS, ["n=4", "n=9"])
    late = RefutedAlong(SQUARES, "", CHECKED, confirm=(2, 4))
    assert late.run(part(beyond_ten)).verdict is Verdict.UNKNOWN
    for proof in (eventually(6), RefutedAlong(SQUARES, "", CHECKED, confirm=(2,))):
        with pytest.raises(ValueError, match="n is odd"):
            proof.run(part(beyond_ten, domain=numbers(POSITIVE, ODD)))


def test_what_follows_in_words_alone_is_argued_however_well_the_comparison_is_known() -> None:
    """A proof of a comparison, or a point that breaks it, says nothing better of a line that only words lead to."""
    (proved,) = find("superiority/Lemma D.2/3a")
    broken = the_part("superiority/Lemma D.2/4b")
    for each, verdict in ((proved, Verdict.HOLDS), (broken, Verdict.FAILS)):
        assert judge(each, QUICK).evidence.reads_the_claim
        found = judge(replace(each, in_words="the rest is words"), QUICK)
        assert (found.verdict, found.evidence) == (verdict, Evidence.ARGUED)
        assert "In words alone: the rest is words" in found.how


def test_a_constant_is_refuted_for_every_value_by_a_family_that_reaches_all_of_them() -> None:
    part, kappa = the_part("sparse/Claim 7.1/(b)"), Symbol("kappa")
    proof: Any = part.proof
    others = tuple(claim for claim in proof.calculation.along if claim is (kappa > 0) or kappa not in free_symbols(claim))
    finding = Finding(Verdict.FAILS, Evidence.PROVED, witness={"kind": "family"})
    for bound, reached in (
        (kappa <= 10**K / 2, True),
        (kappa < K, True),
        (kappa >= 1 / K, True),
        (kappa <= 1 / K, False),
        (kappa <= 1 + 1 / K, False),
        (kappa >= 1 + 1 / K, False),
        (kappa <= floor(K), False),  # whose limit nobody works out
        (kappa <= 3, False),
    ):
        along = replace(proof, calculation=replace(proof.calculation, along=(*others, bound)))
        assert (only_in_words(replace(part, proof=along), finding) == "") is reached, bound


def test_a_point_does_not_stand_in_for_a_refutation_that_has_a_gap() -> None:
    """Words that go with a family say nothing of a point at which one constant is too small."""
    part = the_part("sparse/Equation 1/maximum")
    assert isinstance(part.proof, RefutedAlong)
    found = judge(part, QUICK)
    assert (found.verdict, found.witness and found.witness["kind"]) == (Verdict.FAILS, "family")
    calculation = part.proof.calculation
    assert isinstance(calculation, Contrary)
    broken = replace(part.proof, in_words="that ε is fixed", calculation=replace(calculation, script=by()))
    assert judge(replace(part, proof=broken), QUICK).verdict is Verdict.UNKNOWN


WEIGHT = TrivialRange("0 ≤ f_exp ≤ 1", 0, 1)

WRONG = [
    WEIGHT,
    WEIGHT.uninformative_on("a1 > 1", lambda i: i.a1 > 1),
    WEIGHT.uninformative_on("a1 ≥ 9/10", lambda i: i.a1 * 10 >= 9),
    WEIGHT.uninformative_on(EVERYWHERE, lambda i: True),
    replace(WEIGHT, high=2).uninformative_on("a1 ≥ 1", lambda i: i.a1 >= 1),
]


def test_the_silent_set_of_a_bound_is_found_and_a_wrong_one_is_a_contradiction_and_no_verdict() -> None:
    told = account(the_part("superiority/Lemma D.2/4a"), examples=20, seed=0)
    assert (told["uninformative"], told["uninformative_at"]) == ("a1 ≥ 1", "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1")
    told = account(the_part("superiority/Lemma D.2/3b"), examples=20, seed=0)
    assert (told["uninformative"], told["known"]) == (NOWHERE, "proved")
    for planted in WRONG:
        part = replace(the_part("superiority/Lemma D.2/4a"), trivial=planted)
        with pytest.raises(ContradictionError, match="the bound says"):
            account(part, examples=20, seed=0)
        record = make_record(part, EFFORTS["quick"], 0)
        assert (record["verdict"], "the bound says" in record["how"]) == ("unknown", True)


def test_every_part_says_where_it_can_be_met_and_nothing_in_words_is_called_formal() -> None:
    assert not [part.address for part in chosen_parts() if not part.feasible]
    assert not [each.key for each in parts() if each.in_words and each.key in accepted()]


def test_every_threshold_says_how_it_grows_and_what_the_printed_proof_needs() -> None:
    for part in chosen_parts():
        if expected_verdict(part) is not Verdict.ASYMPTOTIC:
            continue
        match part.proof:
            case Eventually(dependence=dependence, printed=printed, also=also):
                assert dependence, part.address
                assert printed or also[PRINTED_ROUTE](), part.address
            case Argument(n0=threshold) if threshold is not None:
                told = threshold(part)
                assert told["dependence"], part.address
                assert told[PRINTED_ROUTE], part.address
            case _:
                pytest.fail(f"{part.address} has no threshold")
