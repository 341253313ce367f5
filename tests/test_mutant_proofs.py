"""What becomes of mutants: killed, or true, weaker or strict as well; nothing dies at a point that the data do not have."""

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from kernels.arithmetic import Arithmetic
from kernels.balls import Truth
from tests.chosen import the_part
from tests.fabricated import Made, part_of, points, shows
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.kernel.context import Context
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import Script, by, calc, cases, each, growing, have
from theorems.language.computed import Computed
from theorems.language.printed_line import PrintedLine
from theorems.language.tree import Claim, Pr, Q, Relation, exp, expr, largest, log, smallest, sqrt, symbols
from theorems.mutants.equal_sides import tied
from theorems.mutants.mutation import Mutant, mutants_of
from theorems.mutants.proofs import by_its_calculation, loosened, proof_of, same_statement
from theorems.mutants.same_script import about
from theorems.mutants.score import Trial, _equal_at, fate
from theorems.provers.argument import Argument, Step
from theorems.provers.calculation import Calculation
from theorems.provers.context import cite
from theorems.provers.search import evaluate
from theorems.provers.sharper import Sharper
from theorems.provers.weakening import weaker
from theorems.statement import Condition, Part, Proof
from theorems.textbook.elementary import EXP_ABOVE_TANGENT, EXP_GROWS, LOG_BELOW_TANGENT, MAX_BELOW
from theorems.vocabulary import Reading, Verdict

a, b, c, t, x, y, z = symbols("a b c t x y z")
ROOM = Calculation(calc(x).le(x**2).le(2 * x**2))  # from x ≥ 1; the last link has room

OBVIOUS = Argument(Verdict.HOLDS, "obvious", [Step("1 = 1", lambda: True)])


def bound(instance: Instance, arithmetic: Arithmetic) -> Any:
    numbers = {name: arithmetic.number(value) for name, value in instance.items()}
    return SimpleNamespace(**numbers, arithmetic=arithmetic)


def made(claim: Claim, proof: Proof, *conditions: Claim, ranges: tuple[Claim, ...] = ()) -> Part:
    instances = [Instance(x=Fraction(k, 2), y=Fraction(j, 2)) for k in range(2, 7) for j in range(2, 5)]
    domain = points(*instances, bind=bound)
    data = Computed(domain, {x: "x", y: "y"}, ranges=ranges).where(*conditions)
    return replace(part_of(data.points, claim, proof=proof), printed=PrintedLine(claim, conditions, data))


def of(part: Part, kind: str) -> Mutant:
    return next(m for m in mutants_of(part) if kind in m.kind)


def with_claim(part: Part, claim: Claim) -> Part:
    return replace(part, printed=part.printed.comparing(claim))


def test_a_calculation_gives_a_tighter_bound_than_its_last_term_and_no_false_one() -> None:
    part = made(x <= 2 * x**2, ROOM, x >= 1)
    tighter = of(part, "1 ∓ 1/2")
    assert fate(tighter, part, 0.1).fate == "true"
    assert by_its_calculation(tighter.part, part) == "proved by the same calculation"
    beyond = with_claim(part, x <= Q(9, 10) * x**2)
    assert proof_of(Mutant("beyond", beyond), part, 0.1) == ""
    for end in (x**2 / 2, x**2 - 1, 2 * x - 2, expr(1)):
        part = made(x <= end, Calculation(loosened(ROOM.script)), x >= 1)
        assert part.proof is not None
        assert part.proof.run(part).verdict is Verdict.UNKNOWN
    squared = calc(x).le(x**2, EXP_ABOVE_TANGENT(x - 1))
    other = about(squared, {x: 2 * x})
    assert (other.terms, other.reasons) == ((2 * x, (2 * x) ** 2), ((EXP_ABOVE_TANGENT(2 * x - 1),),))
    part = made(y <= x * y, Calculation(by(x - 1 >= 0)), x >= 1, y >= 0)
    for false in (2 * y <= x * y, y <= x * y / 2, y + 1 <= x * y):
        assert by_its_calculation(with_claim(part, false), part) == ""


def test_a_dropped_hypothesis_dies_next_to_the_declared_points_and_at_no_point_that_the_data_do_not_have() -> None:
    """All declared points meet x ≥ 1; at x = 1/2 the claim is false."""
    part = made(x <= x**2, ROOM, x >= 1)
    outcome = fate(of(part, "dropped: x ≥ 1"), part)
    assert (outcome.fate, outcome.witness is not None and outcome.witness.x < 1) == ("killed", True)
    part = made(x <= x**2, OBVIOUS, x >= 1, ranges=(x >= Q(3, 4),))
    trial = Trial(of(part, "dropped: x ≥ 1"), part)
    assert evaluate(trial.mutant.part, Instance(x=Fraction(1, 2), y=1)).truth is Truth.FAILS
    assert not trial.kills(Instance(x=Fraction(1, 2), y=1))
    part = made(x <= x**2, OBVIOUS)
    tighter = of(part, "1 ∓ 1/10")
    assert not Trial(tighter, part).kills(Instance(x=Fraction(1, 2), y=1))
    assert Trial(tighter, part).kills(Instance(x=1, y=1))
    part = made(x <= x * y, OBVIOUS, y >= 1, sqrt(y - 1) >= 0)
    other = Condition(sqrt(y - 1) >= 0, lambda i: True)  # said through something else
    domain = replace(part.domain, conditions=(part.domain.conditions[0], other))
    trial = Trial(of(replace(part, domain=domain), "dropped: y ≥ 1"), part)
    assert not trial.kills(Instance(x=1, y=Fraction(1, 2)))


@pytest.mark.parametrize(("proof", "y_may_go"), [(Calculation(by()), True), (OBVIOUS, False)])
def test_what_a_cited_part_asks_for_may_be_dropped_where_its_calculation_does_not_need_it(proof: Proof, y_may_go: bool) -> None:
    """x ≤ x² is shown where x ≥ 1 and y ≥ 1; it needs the first of the two. Words never read them: they keep both."""
    known = Made("L", "p. 1", given=made(x <= x**2, OBVIOUS, x >= 1, y >= 1).printed.given)
    known[""] = x <= x**2
    known[""].proved(proof)
    rest = Calculation(calc(x).le(x**2, cite(known[""])).le(2 * x**2))
    part = replace(with_claim(known[""].part, x <= 2 * x**2), proof=rest)
    assert rest.run(part).verdict is Verdict.HOLDS
    assert by_its_calculation(of(part, "dropped: y ≥ 1").part, part) == ""
    told = {name: proof_of(of(part, f"dropped: {name} ≥ 1"), part, 0.1) for name in "xy"}
    assert {name: str(said).startswith("proved by the same calculation") for name, said in told.items()} == {
        "x": False,
        "y": y_may_go,
    }


def test_without_a_hypothesis_claims_and_hypotheses_say_something_only_where_they_have_a_value() -> None:
    """Where one relation has no value another may be false."""
    for claim, true in (
        (x * y / y <= 2 * x, True),  # a divisor of either sign
        (x / y >= 0, False),
        (sqrt(y) * x >= 0, True),
        ((sqrt(y) >= 0) & (y >= 0), False),
    ):
        proof = Calculation(by())
        part = made(claim, proof, x >= 1, y >= 1)
        assert proof.run(part).verdict is Verdict.HOLDS
        assert bool(proof_of(of(part, "dropped: y ≥ 1"), part, 0.1)) is true, claim
    proof = Calculation(calc(x).le(x * y))
    root = Condition(sqrt(y - 1) >= 0, lambda i: True)
    for condition, shown in ((root, "proved by the same calculation"), (replace(root, claim=y**2 - y >= 0), "")):
        part = made(x <= x * y, proof, x >= 1, y >= 1)
        part = replace(part, domain=part.domain.where(condition))
        assert proof_of(of(part, "dropped: y ≥ 1"), part, 0.1) == shown


def test_numbers_that_an_equation_ties_are_moved_together() -> None:
    """Without y ≥ 1/2 the claim x ≤ 1/2 is false where y is small, and x = 1 - y goes with it."""
    tied = points(*(Instance(x=1 - y, y=y) for y in (Fraction(1, 2), Fraction(3, 4), Fraction(1))), bind=bound)
    data = Computed(tied, {x: "x", y: "y"}).where(x + y == 1, y >= Q(1, 2))
    part = replace(part_of(data.points, x <= Q(1, 2), proof=OBVIOUS), printed=PrintedLine(x <= Q(1, 2), (), data))
    outcome = fate(of(part, "dropped: y ≥ 1/2"), part, 0.1)
    assert outcome.fate == "killed"
    assert outcome.witness is not None
    assert outcome.witness.x + outcome.witness.y == 1


def test_what_is_cited_or_has_either_sign_is_shown_without_the_hypothesis_only_where_it_is_true_without_it() -> None:
    """Without a1 ≥ 0.7: u_exp = n^(1+a1) for every a1, but f_exp ≤ n^(a1-1) for a1 ≥ 0 only."""
    equal, bounded = the_part("superiority/Lemma D.2/2a"), the_part("superiority/Lemma D.2/4a")
    assert proof_of(of(equal, "dropped: a1 ≥ 0.7"), equal, 0.1) == "proved symbolically"
    assert fate(of(bounded, "dropped: a1 ≥ 0.7"), bounded, 0.1).fate == "killed"
    part = the_part("superiority/Lemma D.4/1")
    assert by_its_calculation(of(part, "dropped: c ≥ 0.1").part, part, "c ≥ 0.1").endswith("without this hypothesis as well")
    assert by_its_calculation(of(part, "dropped: a1 ≥ 0.7").part, part, "a1 ≥ 0.7") == ""


def test_where_a_hypothesis_is_dropped_the_data_keep_what_they_are_built_with() -> None:
    """x² ≥ 0 and x ≥ 0 give x ≤ x² + x; at x = -1 there are no data."""
    line = made(x <= x**2, ROOM, x >= 1)
    built = replace(line.domain.conditions[0], built=Condition(x >= 0, lambda i: i.x >= 0))
    part = replace(line, domain=replace(line.domain, conditions=(built,)))
    mutant = of(part, "dropped: x ≥ 1")
    assert [c.text for c in mutant.part.domain.conditions] == ["x ≥ 0"]
    assert fate(mutant, part).witness == Instance(x=Fraction(1, 2), y=1)
    shown, false = (by_its_calculation(with_claim(mutant.part, claim), part) for claim in (x >= 0, x >= 1))
    assert (shown, false) == ("proved by the same calculation", "")


def test_a_weaker_claim_follows_from_the_printed_one_but_not_where_a_needed_hypothesis_is_gone() -> None:
    part = made(x <= x**2, OBVIOUS, x >= 1, y >= 1)
    assert proof_of(Mutant("weaker", with_claim(part, x <= 2 * x**2)), part, 0.1) == "it follows from the printed claim"
    assert proof_of(Mutant("stronger", with_claim(part, 2 * x <= x**2)), part, 0.1) == ""
    assert proof_of(of(part, "dropped: x"), part, 0.1) == ""
    part = made(x <= x**2, OBVIOUS, x >= 1, x >= Q(1, 2), x <= 3)
    assert same_statement(of(part, "dropped: x ≥ 1/2")) == "what is left implies this hypothesis"
    assert same_statement(of(part, "dropped: x ≥ 1")) == ""
    assert same_statement(of(part, "dropped: x ≤ 3")) == ""
    for least in (0, -1):
        part = made((y <= 2 * x) & (x >= least), OBVIOUS)
        weak = Mutant("weaker", with_claim(part, (y <= 3 * x) & (x >= least)))
        assert bool(proof_of(weak, part, 0.1)) is (least == 0)


# a part, a mutant of it, and what becomes of that
FATES = [
    ("superiority/Lemma D.3/2.ii", Reading.STATED, "factor 1 ∓ 1/10", "true"),  # that is slack
    ("superiority/Lemma D.3/2.ii", Reading.STATED, "factor 1 ∓ 1/2", "killed"),
    ("superiority/Lemma D.2/4b", Reading.INTENDED, "dropped: j1 ≠ j3", "killed"),
    ("superiority/Lemma D.2/1b", Reading.STATED, "swapped: j0 ≠ j3", "killed"),  # the printed one says nothing there
    ("superiority/Lemma D.2/1b", Reading.STATED, "swapped: j1 = j3", "killed"),
    ("superiority/Lemma E.1/1b.ii", Reading.INTENDED, "swapped: j0 ≠ j3", "killed"),
    ("superiority/Lemma D.3/1", Reading.STATED, "dropped: j3 ∈ {1", "invalid"),
]


def test_the_fate_of_a_mutant() -> None:
    for address, reading, kind, expected in FATES:
        part = the_part(address, reading)
        assert fate(of(part, kind), part, seconds=0.5).fate == expected, f"{address}, {kind}"
    part = the_part("superiority/Lemma D.3/1")
    assert fate(of(part, "dropped: a1 ≥ 0.7"), part).fate != "true"  # the symbolic cases do not see it


NO_POINTS = [
    ("superiority/Lemma 3.1", "p in [0, 1]", "n=14 p=-1 width=24/11 t=1596/55 moving=14"),  # no law
    ("scan_snap/Notation D.1/q0 q1", "M ≥ 2", "M=13 i=1 j=13"),  # no token 13 among 0, ..., 12
    (
        "scan_snap/Section 6/ranking",
        "c̃_{l,n}(0) > 0 for all l ∈ G_DT(n), c̃_{c,n}(0) > 0",
        "own=1/2,1/3 common=4 copies=20 share=0 l=0 other=1",
    ),  # l = l'
]


def test_nothing_dies_where_there_are_no_such_data_or_a_premise_is_false() -> None:
    part = the_part("superiority/Lemma D.2/1a")
    trial = Trial(of(part, "dropped: j1 = j3"), part)
    assert trial.kills(Instance.parse("n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=1 j1=2"))
    assert not trial.kills(Instance.parse("n=2 d=4 t=1 j3=1 a1=1 b=1/2 c=1/2 j0=1 j1=1"))
    assert not trial.kills(Instance.parse("n=3 d=1 t=-3 j3=1 a1=1 b=1/2 c=1/2 j0=1 j1=2"))
    for address, dropped, no_point in NO_POINTS:
        (part,) = (p for p in find(address) if p.proof is not None)
        trial = Trial(of(part, f"dropped: {dropped}"), part)
        with suppress(ValueError):
            assert not trial.kills(Instance.parse(no_point))
            assert not _equal_at(trial.mutant.part, Instance.parse(no_point))


FACTS = (a >= 1, b > 0, t >= 0, y > 0)


def seen(known: Relation, goal: Claim, *reasons: object) -> bool:
    return shows(weaker(known, *reasons), goal, Context().assuming(*FACTS, known))  # type: ignore[arg-type]


WEAKER = [
    (x <= exp(2 * a) / b, x <= exp(3 * a) / b, x <= exp(a) / b),
    (x >= b / (1 + exp(2 * a)), x >= b / (1 + exp(3 * a)), x >= b / (1 + exp(a))),
    (Pr(z > b * sqrt(8 * log(2 * a))) <= c, Pr(z > b * sqrt(9 * log(2 * a))) <= c, Pr(z > b * sqrt(7 * log(2 * a))) <= c),
    (Pr(z > b * sqrt(log(2 * a))) <= c, Pr(z > b * sqrt(log(3 * a))) <= c, Pr(z > b * sqrt(log(a))) <= c),
    (a * Pr(z >= t) <= c, (a - 1) * Pr(z >= t) <= c, (a + 1) * Pr(z >= t) <= c),
    (Pr(z >= t) <= 2 * exp(-(t**2) / 2), Pr(z >= t) <= 2 * exp(-(t**2) / 3), Pr(z >= t) <= 2 * exp(-(t**2))),
    (x <= a**2, x <= a**3, x <= a),
    (x < a**2, x <= a**3, x < sqrt(a)),
    (x <= 2 * (a * log(a) / b), x <= 3 * (a * log(a) / b), x <= a * log(a) / b),
    (x >= largest(a - 1, 2 * t), x >= largest(a - 2, 2 * t), x >= largest(a, 2 * t)),
    (x <= smallest(a - 1, 2 * t), x <= smallest(a, 2 * t), x <= smallest(a - 2, 2 * t)),
    (x <= 2 * exp(c / y), x <= 3 * exp(c / y), x <= exp(c / y)),
    (x <= -a / 2, x <= -(a / 3), x <= -a),
    (x <= sqrt(2 * a**2), x <= sqrt(3 * a**2), x <= sqrt(a**2)),
    (2 * t <= x, t <= x, 3 * t <= x),
]
NOT_WEAKER = [
    (x <= exp(2 * c), x <= exp(3 * c)),  # c may be negative
    (x <= c * 2, x <= c * 3),
    (x <= b**2, x <= b**3),  # b may be below 1
    (x <= a, x < 2 * a - a),
    (x <= a, x >= 2 * a),
    (x == a, x == 2 * a),
    (Pr(z <= a) <= c, Pr(z <= 2 * a) <= c),
    (Pr(z > t) <= c, Pr(z >= 2 * t) <= c),
    (Pr(z > t) <= c, Pr(y > 2 * t) <= c),
    (c * Pr(z > t) <= x, c * Pr(z > 2 * t) <= x),
    (x <= 1 / (c + 2), x <= 1 / (c + 1)),
    (x <= sqrt(b), x <= sqrt(b - 1)),
    (x <= log(b), x <= Q(2) * log(b)),
    (x <= 2 * (a * log(b) / a), x <= 3 * (a * log(b) / a)),  # b may be below 1
    (x >= largest(c, 2 * a), x >= largest(2 * c, a)),
    (x <= smallest(c, 2 * a), x <= smallest(c - 1, 3 * a)),
    (x <= 2 * (a - 2), x <= 3 * (a - 2)),
    (x <= (a - 2) ** 2, x <= (a - 2) ** 3),
    (x <= (a - 2) ** 2, x <= (a - 1) ** 2),
]


def test_the_weaker_claim_is_seen_from_what_is_known_for_a_reason_that_holds_and_no_other() -> None:
    for known, goal, stronger in WEAKER:
        assert (seen(known, goal), seen(known, stronger), seen(goal, known)) == (True, False, False), known
    for known, goal in NOT_WEAKER:
        assert not seen(known, goal), f"{goal} from {known}"
    with pytest.raises(GapError):
        weaker(x <= a).show(x <= 2 * a, Context().assuming(*FACTS))
    known, goal = x <= exp(2 * c), x <= exp(3 * c)
    assert not seen(known, goal, c >= 0)
    script = have(c >= 0, by(), weaker(known, EXP_ABOVE_TANGENT(c)))
    script.show(goal, Context().assuming(known, c >= b, *FACTS))


TANGENT = calc(1 + x).le(exp(x), EXP_ABOVE_TANGENT(x))
SHOWN: dict[str, tuple[Script, Claim, tuple[Claim, ...], Claim, Claim]] = {  # a script, its goal, where it is true, where not
    "a theorem": (TANGENT, 1 + x < exp(x), (), x > 0, x >= 0),
    "one link of two": (TANGENT.le(exp(y), EXP_GROWS(x, y)), 1 + x < exp(y), (x <= y,), x > 0, x >= 0),
    "what is had first": (have(1 + x <= exp(x), TANGENT, by()), x < exp(x) - 1, (x >= 0,), x > 0, x >= 0),
    "one of two that are had": (
        have((log(z) <= z - 1) & (z >= 1), each(by(LOG_BELOW_TANGENT(z)), by()), by()), log(z) < z - 1, (), z > 1, z >= 1
    ),
    "cases": (cases(y <= x, by(), by(EXP_GROWS(x, y))), y < x, (), exp(y) < exp(x), exp(y) <= exp(x)),
    "a maximum": (by(MAX_BELOW(x, y, z)), largest(x, y) < z, (x < z,), z > y, z >= y),
    "a derivative": (growing(x, 0, EXP_GROWS(0, x)), 1 + x < exp(x), (x >= 0,), x > 0, x >= 0),
}  # fmt: skip


@pytest.mark.parametrize(("script", "goal", "known", "true", "false"), SHOWN.values(), ids=SHOWN)
def test_a_strict_relation_is_shown_where_it_is_true_and_only_there(script, goal, known, true, false) -> None:
    assert shows(Sharper(script), goal, Context().assuming(*known, true))
    assert not shows(Sharper(script), goal, Context().assuming(*known, false))


def test_a_calculation_proves_its_strict_mutant_and_no_false_one() -> None:
    for claim, shown in ((x > 0, True), (x >= 0, False)):
        part = made(1 + x < exp(x), Calculation(Sharper(TANGENT)), claim)
        assert part.proof is not None
        assert (part.proof.run(part).verdict.value == "holds") is shown


def at(claim: Claim, x: int, y: int) -> bool:
    part: Part = made(claim, OBVIOUS)
    return tied(part, Instance(x=Fraction(x), y=Fraction(y)))


def test_equal_sides_are_seen_where_they_are_equal_and_kill_no_weak_relation_and_no_alternative() -> None:
    for claim, equal, apart in (
        (exp(x) < exp(y), (2, 2), (2, 3)),
        (exp(x) * (x - y) < 2 * (x - y) / exp(y), (2, 2), (2, 3)),
        (abs(log(x) - log(y)) < log(y) - log(x), (1, 3), (3, 1)),
        ((x < 5) & (log(x * x) < log(x * y)), (2, 2), (2, 3)),
    ):
        assert (at(claim, *equal), at(claim, *apart)) == (True, False), claim
    assert not at(exp(x) <= exp(y), 2, 2)
    assert not at((exp(x) < exp(y)) | (x <= y), 2, 2)
