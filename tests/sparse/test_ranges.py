"""The trivial ranges hold for every row and input; claims about large sizes turn true where the worst rows do."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import BALLS, FLOAT
from kernels.balls import Truth
from strategies.attention_rows import text_of
from theorems.catalogue import parts
from theorems.instance import Instance
from theorems.judging.feasibility import silence
from theorems.judging.judge import Effort, judge
from theorems.provers.drawing import each_drawn
from theorems.provers.families import Eventually
from theorems.sparse.approximation import ONE_SPIKE
from theorems.sparse.collapse import ONE_LARGE
from theorems.sparse.large_sizes import SPREAD, SURE_SCALE, Margin, block, on_event, sharp, spikes
from theorems.sparse.limits import frobenius_threshold
from theorems.sparse.rows import INPUTS, REPAIRED_INPUTS, ROWS, neighbours, row_of
from theorems.sparse.windows import ALL_WINDOWS, CONSTANT, LOGARITHM
from theorems.vocabulary import comparisons

SPARSE = parts("sparse")
RANGED = [part for part in SPARSE if part.trivial is not None and part.claim is not None]
EVENTUAL = [part for part in SPARSE if isinstance(part.proof, Eventually)]


@pytest.mark.parametrize("part", RANGED, ids=lambda part: part.slug)
def test_no_left_hand_side_leaves_its_range(part):
    """A range that is too narrow would call a bound silent that says something."""
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


def test_every_part_says_where_its_hypotheses_can_be_met():
    assert not [part.address for part in SPARSE if not part.feasible]


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


@pytest.mark.parametrize("m", [4, 20, 300])
def test_the_sure_scale_is_what_the_bounded_entries_give(m):
    n = 10**m
    instance = Instance({"row": f"1x{n}", "k": 1, **SURE_SCALE.parameters(n)})
    M = REPAIRED_INPUTS.bind(instance, BALLS).M
    assert balls.agrees(M, SURE_SCALE.M(BALLS, balls.log(balls.ball(n))))
    step = balls.ball(Fraction(1, 1000))
    rise = SURE_SCALE.M(BALLS, balls.log(balls.ball(n)) + step) - SURE_SCALE.M(BALLS, balls.log(balls.ball(n)))
    assert balls.agrees(rise / step, SURE_SCALE.slope(BALLS, balls.log(balls.ball(n))))


def test_the_size_of_the_collapse_is_the_root_of_its_quadratic():
    """e^{4√(L+λ)} (1-ε)/ε = n - 1, about: x² - 4x = log((1-ε)/(εδ)) with x² = L + λ."""
    assert ONE_LARGE.excess is not None
    text = sharp(ONE_LARGE.excess, on_event())
    x = 2 + math.sqrt(4 + math.log(99 * 100))
    assert float(text.split(" ")[0].removeprefix("e^")) == pytest.approx(x * x - math.log(100), rel=1e-5)


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


@pytest.mark.parametrize("part", EVENTUAL, ids=lambda part: part.slug)
def test_sizes_are_numbers_with_a_route_and_a_dependence(part):
    n0 = judge(part, Effort("proofs", 0, 1.0)).n0
    assert n0 is not None
    assert float(n0["value"].split(",")[0]) >= 0
    assert n0["route"]
    assert n0["dependence"]


def test_a_margin_is_no_larger_than_what_it_stands_for():
    scale, margin = on_event(), Margin("e^{2M}/k ≤ ε", 2, Fraction(100), Fraction(1, 2))
    assert margin == ONE_SPIKE.margin
    m = margin.first(scale)
    model = ROWS.bind(Instance.parse(str(ONE_SPIKE.proof("x", ()).family.member(m))), BALLS)
    assert balls.le(model.exp(2 * model.M) / model.k, balls.ball(Fraction(1, 100))) is Truth.HOLDS
    assert balls.lt(margin.value(m - 2, scale), balls.ball(0)) is Truth.HOLDS


@pytest.mark.parametrize("text", ["row=0x1 k=1 M=0", "row=1x1,-1x99 k=1 M=1 eps=1/10"])
def test_neighbours_leave_every_range(text):
    instance = Instance.parse(text)
    others = list(neighbours(instance))
    assert instance not in others
    assert {condition.text for other in others for condition in ROWS.conditions if not condition.check(other)} == {
        condition.text for condition in ROWS.conditions
    }


def test_neighbours_of_an_input_break_each_of_its_hypotheses():
    instance = Instance.parse("row=1x1,-1x3 k=1 R=1 delta=1/20 C=2")
    broken = {c.text for other in neighbours(instance) for c in INPUTS.conditions if not c.check(other)}
    assert broken == {c.text for c in INPUTS.conditions}


def test_windows_of_the_table_are_the_ones_with_a_spread():
    for window in ALL_WINDOWS:
        share, factor, slow = SPREAD[window]
        for m in (4, 10, 100):
            n, L = 10**m, balls.log(balls.ball(10)) * m
            bound = balls.exp(balls.ball(share) * L) / factor / balls.exp(slow * balls.log(L + 1))
            assert balls.lt(balls.ball(Fraction(n, 2 * window(n))), bound) is not Truth.HOLDS


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


def test_all_pairs_of_a_long_input_need_more_than_64_columns():
    """The note of Lemma D.4: at n = 10^6, δ = 1/100 McDiarmid's bound for all pairs beats the sure one from d = 66 on."""
    (part,) = (p for p in SPARSE if p.address == "sparse/Lemma D.4/(b)(iii)" and p.reading.value == "intended")
    assert part.trivial is not None
    silent = [part.trivial.where(Instance.parse(f"d={d} W=ones p=1/2 n={10**6} delta=1/100 C=2")) for d in (64, 65, 66)]
    assert silent == [True, True, False]
