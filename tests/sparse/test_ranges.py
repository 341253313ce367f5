"""Trivial ranges hold for every row and input, large sizes begin where the worst rows turn; inputs as constructed."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import BALLS, FLOAT
from kernels.balls import Truth
from kernels.tails import Law
from strategies.attention_rows import levels_of, text_of
from theorems.catalogue import parts
from theorems.instance import Instance
from theorems.judging import expectations
from theorems.judging.feasibility import silence
from theorems.language.tree import Claim, Eventually, Limit, Probability
from theorems.provers.drawing import each_drawn
from theorems.sparse.approximation import ONE_SPIKE
from theorems.sparse.constants import smallest_constant
from theorems.sparse.drawn_inputs import DRAWN_NORMS, Draw, constant_window, window_errors
from theorems.sparse.large_sizes import Margin, block, on_event, sharp, spikes
from theorems.sparse.limits import frobenius_threshold
from theorems.sparse.row_claims import AT_EACH_SIZE
from theorems.sparse.rows import INPUTS, REPAIRED_INPUTS, ROWS, row_of
from theorems.sparse.score_models import parity_law, score_law
from theorems.sparse.windows import CONSTANT, LOGARITHM
from theorems.vocabulary import Reading, comparisons

SPARSE = parts("sparse")
RANGED = [part for part in SPARSE if part.trivial is not None and part.claim is not None]


def test_no_left_hand_side_leaves_its_range():
    """A range that is too narrow would call a bound silent that says something."""
    for part in RANGED:
        stays_in_its_range(part)


def stays_in_its_range(part):
    trivial = part.trivial

    def visit(instance: Instance) -> bool:
        if part.domain.broken(instance) is not None:
            return False
        model = part.domain.bind(instance, BALLS)
        ends = [end(model) if callable(end) else end for end in (trivial.low, trivial.high)]
        for compared in comparisons(part.claim(model)):
            if compared.relation.upper and ends[1] is not None:
                assert balls.gt(compared.lhs, balls.ball(ends[1])) is not Truth.HOLDS, (instance, compared)
            if ends[0] is not None:
                assert balls.lt(compared.lhs, balls.ball(ends[0])) is not Truth.HOLDS, (instance, compared)
        return True

    each_drawn(part.domain, 8, 3, visit)


@st.composite
def rows_within(draw, n: int, M: Fraction) -> str:
    return text_of((draw(st.fractions(-M, M, max_denominator=8)), 1) for _ in range(n))


@given(st.data(), st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(2)]), st.integers(1, 7))
def test_no_row_on_the_event_beats_the_rows_of_the_families(data, M, k):
    n = 8
    drawn = row_of(FLOAT, data.draw(rows_within(n, M)), k, float(M))
    blocked = row_of(FLOAT, text_of(block(n, k, M)), k, float(M))
    assert drawn.u_max <= row_of(FLOAT, text_of(spikes(1)(n, k, M)), k, float(M)).u_max * (1 + 1e-12)
    for name in ("frobenius", "row_sum_error", "tau", "squared_error"):
        assert getattr(drawn, name) >= getattr(blocked, name) * (1 - 1e-12), name
    assert drawn.max_error >= blocked.tau / k * (1 - 1e-12)
    r = math.exp(2 * M)
    q = min(r, max(1, math.sqrt((k - 1) * (n - 1))))
    most = max(q / (q + k - 1) - q / (q + n - 1), r / ((k + 1) * r + n - k - 1))
    assert drawn.max_error <= most * (1 + 1e-12)


@pytest.mark.parametrize("m", [1, 4, 20, 300])
@pytest.mark.parametrize("R", [Fraction(0), Fraction(1, 4), Fraction(1)])
def test_rational_scores_are_just_above_the_scale(m, R):
    n = 10**m
    root = balls.sqrt(balls.log(balls.ball(100 * n)))
    M = balls.ball(on_event(R).parameters(n).get("M", 0))
    assert balls.ge(M, 2 * balls.ball(R) * root) is Truth.HOLDS or R == 0
    assert balls.le(M, 2 * balls.ball(R) * root + balls.ball(Fraction(1, 16))) is Truth.HOLDS


@pytest.mark.parametrize("window", [CONSTANT, LOGARITHM])
def test_the_sharp_size_of_the_lower_bound_is_where_the_worst_row_reaches_the_target(window):
    excess = frobenius_threshold(window).excess
    assert excess is not None
    log_size = float(sharp(excess, on_event()).split(" ")[0].removeprefix("e^"))
    for more, reached in ((-0.2, False), (0.2, True)):
        n = int(mpmath.exp(log_size + more))
        M = Fraction(str(round(2 * math.sqrt(math.log(100 * n)), 9)))
        k = window(n)
        model = row_of(FLOAT, text_of(block(n, k, M)), k, float(M))
        assert bool(model.frobenius >= 0.1) is reached


def test_a_margin_is_no_larger_than_what_it_stands_for():
    scale, margin = on_event(), Margin("e^{2M}/k ≤ ε", 2, Fraction(100), Fraction(1, 2))
    assert margin == ONE_SPIKE.margin
    m = margin.first(scale)
    model = ROWS.bind(Instance.parse(str(ONE_SPIKE.proof("x", ()).family.member(m))), BALLS)
    assert balls.le(model.exp(2 * model.M) / model.k, balls.ball(Fraction(1, 100))) is Truth.HOLDS
    assert balls.lt(margin.value(m - 2, scale), balls.ball(0)) is Truth.HOLDS


@pytest.mark.parametrize(
    ("label", "reading", "last"), [("(b)(i)", "intended", 5), ("(b)(iii)", "intended", 13), ("centred", "stated", 7)]
)
def test_the_widths_at_which_concentration_says_nothing(label, reading, last):
    """Widths near the edge, which are seldom drawn."""
    (part,) = (p for p in SPARSE if p.address == f"sparse/Lemma D.4/{label}" and p.reading.value == reading)
    assert part.trivial is not None
    seen = set()
    for d in range(1, 25):
        for delta in ("1/100", "1/20", "9/100"):
            instance = Instance.parse(f"d={d} W=ones p=1/2 n=2 delta={delta} C=2")
            assert part.trivial.where(instance) is (silence(part, part.trivial, instance) is Truth.HOLDS)
            seen.add(part.trivial.where(instance))
    assert seen == {True, False}
    at = "d={} W=ones p=1/2 n=2 delta=1/100 C=2".format
    assert [part.trivial.where(Instance.parse(at(d))) for d in (last, last + 1)] == [True, False]


@pytest.mark.parametrize("c", ["1x1,-1x3", "1x2,0x2,-1/2x1", "-1x4"])
def test_sink_inputs_meet_definition_c1_and_have_these_scores(c):
    """X_j = (b, c_j b), W = w E_12: entries within B √log(nd/δ), every row of S the coded one."""
    instance = Instance(row=c, k=1, R=Fraction(3, 2), delta=Fraction(1, 20), C=2)
    coefficients = np.array([float(v) for v, multiplicity in levels_of(c) for _ in range(multiplicity)])
    n, B = len(coefficients), 0.7
    bound = B * np.sqrt(np.log(2 * n / 0.05))
    X = np.column_stack([np.full(n, bound), coefficients * bound])
    W = np.array([[0.0, 1.5 / B**2], [0.0, 0.0]])
    assert np.abs(X).max() <= bound * (1 + 1e-15)
    assert B**2 * np.linalg.norm(W) == pytest.approx(1.5)
    S = X @ W @ X.T
    A = np.exp(S)
    printed, repaired = (domain.bind(instance, FLOAT) for domain in (INPUTS, REPAIRED_INPUTS))
    assert pytest.approx(A.sum(1)[0]) == printed.D
    assert printed.u_max == pytest.approx((A / A.sum(1)[:, None]).max())
    assert pytest.approx(2 * 1.5 * np.sqrt(np.log(n / 0.05))) == printed.M
    assert pytest.approx(2 * 1.5 * np.log(2 * n / 0.05)) == repaired.M
    assert np.abs(S).max() <= repaired.M


def test_the_errors_of_drawn_inputs_are_those_of_the_definition():
    n, k = 40, 7
    errors = window_errors(Draw(rows=n), DRAWN_NORMS["frobenius"], (n,), [constant_window(k)], 1, (3,))
    queries, keys = Draw(rows=n).few_rows(np.random.default_rng([3, n, 0]), n)
    S = queries @ keys.T / np.sqrt(keys.shape[1])
    expected = 0.0
    for s in S:
        p = np.exp(s) / np.exp(s).sum()
        q = np.where(np.argsort(np.argsort(-s)) < k, p, 0)
        expected += ((p - q / q.sum()) ** 2).sum()
    assert errors[0][0][0] == pytest.approx(np.sqrt(expected))


def test_parities_and_smallest_constants_are_those_of_the_exact_law_and_scores_beyond_m_break_the_event() -> None:
    assert "G_M" in (ROWS.broken(Instance(row="2x1,0x1", k=1, M=1)) or "")
    d, m = 3, 3
    assert parity_law(d, m).at_least(d * d) >= Fraction(1, 2**m)
    delta = Fraction(1, 50)
    C = smallest_constant(Law.sign(), "ones", 3, delta)
    law = score_law(3, "ones", Fraction(1, 2), False)
    level = Fraction(C * 3 * np.sqrt(np.log(50))).limit_denominator(10**6)
    assert law.map(abs).more_than(level) <= delta < law.map(abs).at_least(level)


def test_no_part_that_stands_claims_an_event_about_all_sizes_at_once() -> None:
    """A bound that holds with probability 1 - δ at each n is broken infinitely often by independent inputs (Borel-Cantelli).

    Theorem 6.2 says of infinitely many n only, which follows by Fatou's lemma.
    """
    stand = [p for p in parts() if expectations.load(p.paper)[p.key].verdict in ("holds", "asymptotic")]
    over_sizes = [p for p in stand if _claims_an_event_over_sizes(p.printed.claim)]
    assert {p.address for p in over_sizes} == {"sparse/Theorem 6.2", "sparse/Theorem 6.2/(b)"}
    assert all([r.name for r in p.printed.reduced.rules][-2:] == ["one suffices", "away from 0"] for p in over_sizes)
    at_each = [p for p in parts("sparse") if p.reading is Reading.INTENDED and AT_EACH_SIZE in p.changed]
    assert len(at_each) == 16


def _claims_an_event_over_sizes(claim: Claim) -> bool:
    events = [node.event for _, node in claim.walk() if isinstance(node, Probability)]
    return any(isinstance(node, Limit | Eventually) for event in events for _, node in event.walk())
