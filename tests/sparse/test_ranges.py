"""The trivial ranges hold for every row and input; claims about large sizes turn true where the worst rows do."""

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
from theorems.provers.drawing import each_drawn
from theorems.sparse.approximation import ONE_SPIKE
from theorems.sparse.large_sizes import Margin, block, on_event, sharp, spikes
from theorems.sparse.limits import frobenius_threshold
from theorems.sparse.rows import ROWS, row_of
from theorems.sparse.windows import CONSTANT, LOGARITHM
from theorems.vocabulary import comparisons

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
