"""Symbolic proofs must be sound: whatever they prove, no ball refutes; what nearly holds they do not prove."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels.balls import Truth
from tests.chosen import chosen_parts, sample, the_part
from tests.fabricated import claiming as said
from tests.fabricated import one_number, part_of
from tests.marks import PROFILE
from theorems.instance import Instance
from theorems.judging.decide import GENERAL_BASES
from theorems.judging.judge import Effort, judge
from theorems.provers.differences import factored
from theorems.provers.normal_form import questions
from theorems.provers.positivity import Positivity, is_nonnegative, is_positive, restricted
from theorems.provers.quotients import NotRationalError, quotient
from theorems.provers.ranges import NoNormalFormError
from theorems.provers.search import evaluate
from theorems.statement import Condition, Part, SymbolicCase
from theorems.vocabulary import Comparison, Reading, Relation, Verdict, at_most, comparisons, equals, less, more

EXTREME = {"a1": ((7, 10), (701, 1000), (1, 1), (999, 1000), (3, 2), (2, 1), (10, 1)), "a0": ((1, 1000), (1, 20), (99, 1000))}
EXTREME_B = (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))


def claiming(original: Part, claim: Callable[[Any], Comparison]) -> Part:
    return replace(said(original, claim), proof=None, witness=None)


@cache
def points(address: str, reading: Reading) -> tuple[Instance, ...]:
    """Points that meet the hypotheses: the small ones, and sizes and coefficients at their ends."""
    domain = the_part(address, reading).domain
    assert domain.small is not None
    near = list(islice((i for i in domain.small() if domain.broken(i) is None), 0, 12_000, 97))
    name = "a0" if "a0" in near[0] else "a1"
    moved = [i.but(**{name: Fraction(*a), "b": b, "c": 1 - b}) for i in near[::6] for a in EXTREME[name] for b in EXTREME_B]
    return tuple(i for i in (*near, *moved) if domain.broken(i) is None)


def refuted(candidate: Part, address: str, reading: Reading = Reading.STATED) -> bool:
    return any(evaluate(candidate, i, limit=512).truth is Truth.FAILS for i in points(address, reading))


STATED = "D.2/3a D.2/4a D.3/1 D.3/4 D.7/2.i D.7/5 D.10/4a D.11/2 D.15/5"
INTENDED = "D.2/4b D.3/5.i D.6/3a"
TARGETS = [
    (f"superiority/Lemma {label}", reading)
    for labels, reading in ((STATED, Reading.STATED), (INTENDED, Reading.INTENDED))
    for label in labels.split()
]
FACTORS = ((0, 1), (1, 2), (9, 10), (999, 1000), (1, 1), (1001, 1000), (11, 10), (2, 1), (-1, 1))
EXPONENTS: dict[str, Callable[[Any, Any], Any]] = {
    "0": lambda x, a: x.ratio(0, 1),
    "a": lambda x, a: a,
    "-a": lambda x, a: -a,
    "a - 1": lambda x, a: a - 1,
    "1 - 2a": lambda x, a: 1 - 2 * a,
    "a^2": lambda x, a: a * a,
    "1 - a - a^2": lambda x, a: 1 - a - a * a,
    "1/1000": lambda x, a: x.ratio(1, 1000),
}
EXTRAS: dict[str, Callable[[Any, Any], Any]] = {
    "none": lambda x, a: x.ratio(0, 1),
    "t/n": lambda x, a: x.t / x.n,
    "1/10": lambda x, a: x.ratio(1, 10),
    "b - 1/2": lambda x, a: x.b - x.ratio(1, 2),
    "a (a - 1)": lambda x, a: a * (a - 1),
    "n^-a": lambda x, a: x.n ** (-a),
    "√(log n)": lambda x, a: x.sqrt_log_n,
}


@settings(max_examples={"nightly": 100, "ci": 8}.get(str(PROFILE), 20))
@given(
    target=st.sampled_from(TARGETS),
    relation=st.sampled_from(list(Relation)),
    factor=st.sampled_from(FACTORS),
    exponent=st.sampled_from(list(EXPONENTS)),
    extra=st.sampled_from(list(EXTRAS)),
    weight=st.sampled_from([(0, 1), (1, 1), (-1, 1), (1, 1000), (-1, 1000)]),
    power=st.integers(1, 2),
)
def test_no_ball_refutes_a_random_claim_that_was_proved(target, relation, factor, exponent, extra, weight, power) -> None:
    original = the_part(*target)

    def claim(x: Any) -> Comparison:
        assert original.claim is not None
        printed = original.claim(x)
        assert isinstance(printed, Comparison)
        a = x.a1 if hasattr(x, "a1") else x.a0
        rhs = x.ratio(*factor) * printed.rhs * x.n ** EXPONENTS[exponent](x, a) + x.ratio(*weight) * EXTRAS[extra](x, a)
        return Comparison(printed.lhs**power, relation, rhs)

    candidate = claiming(original, claim)
    own = original.proof.bases if isinstance(original.proof, Positivity) else ()
    if Positivity((*own, *GENERAL_BASES[:3], *GENERAL_BASES[6:9])).run(candidate).verdict is Verdict.HOLDS:
        assert not refuted(candidate, *target)


D2_4A = "superiority/Lemma D.2/4a"
# address, claim, basis; None: the part's own
UNPROVED: dict[str, tuple[str, Callable[[Any], Comparison], Any]] = {
    "strict, where both sides vanish at n = 1": ("superiority/Lemma D.3/1",lambda x: more(x.c_exp, x.ratio(2,
     5) * x.a1 * x.sqrt_log_n),None),
    "a logarithm that no atom writes": ("superiority/Lemma F.15/3",lambda x: at_most(x.n - x.n,
     x.arithmetic.log(x.n) + x.arithmetic.sqrt(x.d)),Positivity()),
    "an infinite side": (D2_4A, lambda x: at_most(x.f_exp, 1 / (x.n - x.n)), Positivity([("a1",)])),
    "n^(1-a1) as an atom, which falls below 1 for a1 > 1": (D2_4A,lambda x: at_most(1 + 0 * x.n, x.n ** (1 - x.a1)),
     Positivity([("1 - a1",), ("1 - a1", "a1")])),
}  # fmt: skip

RESTRICTED: list[tuple[Relation, Callable[[Any], Comparison], bool]] = [
    (Relation.LESS, lambda x: less(x.a1, x.ratio(1, 1)), True),
    (Relation.LESS, lambda x: less(x.a1, x.ratio(999, 1000)), False),
    (Relation.LESS, UNPROVED["n^(1-a1) as an atom, which falls below 1 for a1 > 1"][1], True),
    (Relation.AT_MOST, lambda x: less(x.a1, x.ratio(1, 1)), False),  # a closed end is dropped: no proof, never a wrong one
    (Relation.AT_LEAST, lambda x: less(x.a1, x.ratio(1, 1)), False),
]


def test_what_is_false_or_has_no_value_is_not_proved_and_a_restriction_is_used_up_to_its_end_and_no_further() -> None:
    for what, (address, claim, basis) in UNPROVED.items():
        proof: Any = basis or the_part(address).proof
        assert proof.run(claiming(the_part(address), claim)).verdict is Verdict.UNKNOWN, what
    for relation, claim, proved in RESTRICTED:
        candidate = claiming(the_part(D2_4A), claim)
        narrowed = replace(candidate, domain=restricted(candidate.domain, [("a1", relation, Fraction(1))]))
        assert (Positivity([("1 - a1",), ("1 - a1", "a1")]).run(narrowed).verdict is Verdict.HOLDS) == proved


x, y = sympy.symbols("x y", nonnegative=True)
p = sympy.Symbol("p", positive=True)
free = sympy.Symbol("free")

SIGNS: list[tuple[sympy.Expr, bool, bool]] = [
    ((x - 1) ** 2, True, False),
    ((x - 1) ** 3, False, False),
    (free**2, False, False),
    ((1 / (x - 1)) ** 2, False, False),
    (sympy.Integer(0), True, False),
    (sympy.sqrt(2) - 1, True, True),
    (1 - sympy.sqrt(2), False, False),
    (x, True, False),
    (p, True, True),
    (x + p, True, True),
    (x * p, True, False),
    (x - p, False, False),
    (1 / x, False, False),  # undefined at x = 0
    (1 / (1 - x), False, False),  # undefined at x = 1, negative beyond
    (-1 / (-1 - x), True, True),
    ((x**2 - 1) / (x - 1), False, False),  # undefined at x = 1
    (1 / p, True, True),
    (1 / x - 1 / (x + 1), False, False),  # undefined at x = 0
    (x**2 - 2 * x * y + y**2, False, False),  # true, but not by signs of coefficients
    (free, False, False),  # nothing is known of its sign
    (free**2 + 1, False, False),
]


def test_signs_are_claimed_only_where_they_are_certain() -> None:
    for expression, nonnegative, strictly in SIGNS:
        assert (is_nonnegative(expression), is_positive(expression)) == (nonnegative, strictly), expression


ZERO_OR_MORE, ABOVE_ZERO = sympy.Symbol("zeta", nonnegative=True), sympy.Symbol("zeta", positive=True)
Z_ABOVE_ZERO = Condition(words="z > 0", check=lambda i: i.z > 0)
Z_SEEN_ABOVE_ZERO = replace(Z_ABOVE_ZERO, narrows=lambda case: replace(case, positive={case.model: ABOVE_ZERO}))
DIVIDED: dict[str, Callable[[Any], Comparison]] = {
    "an equality": lambda z: equals(1 / (1 + 1 / z), z / (1 + z)),
    "a bound": lambda z: at_most(1 / (1 + 1 / z), z),
    "both sides": lambda z: at_most(1 / z + z, 1 / z + z + 1),
    "a logarithm": lambda z: at_most(sympy.log(z), sympy.log(z) + 1),
    "a root": lambda z: at_most(z ** sympy.Rational(-1, 2), 1 + z ** sympy.Rational(-1, 2)),
}


def dividing(claim: Callable[[Any], Comparison], *conditions: Condition) -> Part:
    """A claim about one number z >= 0 that its symbolic case writes through a nonnegative symbol."""
    z = sympy.Symbol("z", nonnegative=True)
    case, small = SymbolicCase("z", z, {z: ZERO_OR_MORE}), [Instance(z=k) for k in range(6)]
    domain = one_number("z", st.integers(0, 5), *conditions, small=lambda: iter(small), cases=lambda: [case])
    return part_of(domain, claim, proof=Positivity())


def test_a_claim_that_may_have_no_value_is_proved_only_where_the_case_sees_the_condition() -> None:
    for claim in DIVIDED.values():
        found = Positivity().run(dividing(claim, Z_ABOVE_ZERO))
        assert found.verdict is Verdict.UNKNOWN
        assert "may have no value" in found.how
        assert "z > 0" in found.how
        assert Positivity().run(dividing(claim, Z_SEEN_ABOVE_ZERO)).verdict is Verdict.HOLDS
    with pytest.raises(NoNormalFormError, match="divide by"):
        questions(dividing(DIVIDED["both sides"], Z_ABOVE_ZERO))
    printed = the_part("scan_snap/Lemma 9/Eqn 53")
    assert Positivity().run(printed).verdict is Verdict.HOLDS
    kept = tuple(c for c in printed.domain.conditions if c.text != "t > 0")
    everywhere = replace(printed, domain=replace(printed.domain, conditions=kept))
    assert Positivity().run(everywhere).verdict is Verdict.UNKNOWN


def test_nothing_is_proved_of_no_instance_or_where_an_instance_has_no_value() -> None:
    """1/(1/z) is z to the symbols; at z = 0 it is nothing."""
    found = judge(dividing(lambda z: equals(1 / (1 / z), z)), Effort("test", 5, 1.0))
    assert found.verdict is Verdict.UNKNOWN
    assert "no value at z=0" in found.how
    never = Condition(words="z < 0", check=lambda i: i.z < 0)
    claim = lambda z: at_most(z, z + 1)  # noqa: E731
    assert Positivity().run(dividing(claim)).verdict is Verdict.HOLDS
    assert Positivity().run(dividing(claim, never)).verdict is Verdict.UNKNOWN


SHOWN = [part for part in chosen_parts() if isinstance(part.proof, Positivity)]
VALUE = sympy.Rational(7, 3)  # of every nonnegative symbol


def test_what_is_shown_equals_the_difference_of_the_sides() -> None:
    """At one point of each case, where n is the product that it stands for."""
    for part, case in [(p, case) for p in sample(SHOWN, 30) for case in p.domain.admitted_cases]:
        assert part.claim is not None
        values = {
            name: sympy.sympify(through).subs(dict.fromkeys(sympy.sympify(through).free_symbols, VALUE))
            for name, through in case.positive.items()
        }
        size = sympy.sympify(case.size_value).subs(values) if case.size is not None else None
        if case.log_size is not None:
            values |= dict.fromkeys(case.log_size.free_symbols, sympy.sqrt(sympy.log(size)))
        values |= {} if size is None else {case.size: size}
        for comparison in comparisons(part.claim(case.model)):
            difference = sympy.sympify(comparison.rhs) - sympy.sympify(comparison.lhs)
            try:
                shown = factored(case, difference)
            except NotRationalError:
                continue
            assert abs(sympy.N((shown - difference).subs(values), 30)) < 1e-20


numbers = st.fractions(-3, 3, max_denominator=4).map(lambda f: sympy.Rational(f.numerator, f.denominator))
expressions = st.recursive(
    st.sampled_from([x, y, 1 + x, 2 + 2 * x]) | numbers,
    lambda below: (
        st.tuples(below, below).map(lambda pair: pair[0] + pair[1])
        | st.tuples(below, below).map(lambda pair: pair[0] * pair[1])
        | st.tuples(below, st.integers(-2, 2)).map(lambda pair: pair[0] ** pair[1] if pair[0] != 0 else pair[0])
    ),
    max_leaves=6,
)


@given(expressions)
def test_a_quotient_is_the_one_that_sympy_finds(expression: sympy.Expr) -> None:
    try:
        found = quotient(expression)
    except NotRationalError:
        assert sympy.cancel(sympy.together(expression)).has(sympy.zoo, sympy.nan)
        return
    slowly = tuple(sympy.expand(side) for side in sympy.fraction(sympy.cancel(sympy.together(expression))))
    assert slowly in (found.sides(), (-found).sides())
    assert set(found.symbols) == slowly[0].free_symbols | slowly[1].free_symbols


def test_what_is_no_quotient_is_refused() -> None:
    nothing = sympy.Add(sympy.expand((1 + x) ** 2), -((1 + x) ** 2))  # is 0, which only multiplying out shows
    for expression in (sympy.sqrt(x), sympy.log(1 + x), 2**x, sympy.nan, 1 / nothing):
        with pytest.raises(NotRationalError):
            quotient(expression)
