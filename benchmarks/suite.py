"""What the suite does with statements and figures, and the same by hand: a lemma's closed forms, its certificate, a figure.

The suite is imported where it is measured: the peers' processes do without it.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
BITS = 185  # for 50 digits: an exponent of 220 loses eight

# Closed forms of Lemma D.2 (superiority): the entries of f_exp in parts 3a and 4a.


def closed_forms(n: Any, a1: Any) -> tuple[Any, Any]:
    special, between = n ** ((1 + a1) ** 2), n ** (1 + a1)
    return special / (special + (n - 1) * between), between / (between + (n - 1) * n)


REPEATED = 40  # times the block of keys


def exact_points(size: int) -> tuple[list[int], list[Fraction]]:
    """Numbers n of rows, and a1 ≥ 7/10."""
    random = np.random.default_rng(size)
    ns = [REPEATED * int(width) for width in random.integers(3, 10**5, size)]
    return ns, [Fraction(7, 10) + Fraction(int(top), 1000) for top in random.integers(0, 1000, size)]


CHUNK = 4096  # points: intermediate balls of all of them would go through memory


def in_chunks(size: int) -> list[tuple[list[int], list[Fraction]]]:
    ns, shares = exact_points(size)
    return [(ns[k : k + CHUNK], shares[k : k + CHUNK]) for k in range(0, size, CHUNK)]


def forms_of_claims(size: int) -> Callable[[], Floats]:
    """The left-hand sides of the two parts' own claims, at many points at once."""
    from kernels import balls
    from kernels.ball_arrays import BALL_ARRAYS, BallArray
    from theorems.catalogue import find
    from theorems.language.given import Bound

    parts = [next(iter(find(f"superiority/Lemma D.2/{label}"))) for label in ("3a", "4a")]
    scenes = [next(iter(part.printed.given.admitted())) for part in parts]
    with balls.precision(BITS):
        half, copies = BallArray.of([Fraction(1, 2)]), BallArray.of([REPEATED])
        chunks = [
            {"n": BallArray.of(ns), "a1": BallArray.of(shares), "b": half, "c": half, "t": copies}
            | {"d": BallArray.of([n // REPEATED + 2 for n in ns])}
            for ns, shares in in_chunks(size)
        ]

    def forms(columns: dict[str, BallArray]) -> Floats:
        columns["n"]._log = None  # each call takes its own logarithms

        def claimed(line: Any, scene: Any) -> Any:
            known = {s: columns[s.name] for s in line.given.parameters if s.name in columns}
            return line(Bound(line.given, scene, known, BALL_ARRAYS))

        return np.array([claimed(part.printed, scene).lhs.midpoints() for part, scene in zip(parts, scenes, strict=True)])

    def run() -> Floats:
        with balls.precision(BITS):
            return np.hstack([forms(columns) for columns in chunks])

    return run


def forms_of_arrays(size: int) -> Callable[[], Floats]:
    from kernels import balls
    from kernels.ball_arrays import BallArray

    with balls.precision(BITS):
        chunks = [(BallArray.of(ns), BallArray.of(shares)) for ns, shares in in_chunks(size)]

    def forms(n: BallArray, a1: BallArray) -> Floats:
        n._log = None
        return np.array([form.midpoints() for form in closed_forms(n, a1)])

    def run() -> Floats:
        with balls.precision(BITS):
            return np.hstack([forms(n, a1) for n, a1 in chunks])

    return run


def _one_by_one(points: Any) -> Floats:
    return np.array([[float(form.mid()) for form in closed_forms(n, a1)] for n, a1 in points]).T


def forms_of_balls(size: int) -> Callable[[], Floats]:
    from kernels import balls

    with balls.precision(BITS):
        points = [(balls.ball(n), balls.ball(a1)) for n, a1 in zip(*exact_points(size), strict=True)]

    def run() -> Floats:
        with balls.precision(BITS):
            return _one_by_one(points)

    return run


def forms_in_flint(size: int) -> Callable[[], Floats]:
    from flint import arb, ctx, fmpq

    ctx.prec = BITS
    points = [(arb(n), arb(fmpq(a1.numerator, a1.denominator))) for n, a1 in zip(*exact_points(size), strict=True)]
    return lambda: _one_by_one(points)


# Part 3a of the same lemma with a larger constant in place of 1/2, over its whole domain.


def certified(share: int) -> Callable[[], bool]:
    from theorems.catalogue import find
    from theorems.provers.boxes import attempt
    from theorems.vocabulary import at_least

    part = next(iter(find("superiority/Lemma D.2/3a")))
    return lambda: attempt(part, lambda x: at_least(x.f_exp, x.ratio(share, 10_000))).certified


def certified_in_flint(share: int) -> Callable[[], bool]:
    """Halving boxes of u = 1/n in [0, 1] and v = 1/a1 in [0, 10/7].

    f ≥ c is (1 - u) u^(a1 + a1² - 1) ≤ 1/c - 1, and both factors are largest at ends of a box.
    """
    from flint import arb, ctx, fmpq

    def run() -> bool:
        ctx.prec = 128
        limit = arb(fmpq(10_000 - share, share))
        boxes = [(fmpq(0), fmpq(1), fmpq(0), fmpq(10, 7))]
        while boxes:
            u_low, u_high, v_low, v_high = boxes.pop()
            least = arb(1 / v_high)
            if (1 - arb(u_low)) * arb(u_high) ** (least + least * least - 1) < limit:
                continue
            if u_high - u_low < fmpq(1, 2**40):
                return False
            if u_high - u_low >= v_high - v_low:
                middle = (u_low + u_high) / 2
                boxes += [(u_low, middle, v_low, v_high), (middle, u_high, v_low, v_high)]
            else:
                middle = (v_low + v_high) / 2
                boxes += [(u_low, u_high, v_low, middle), (u_low, u_high, middle, v_high)]
        return True

    return run


# Figure 4a: self-attention with n = 200, 210, ... rows, 100 trials at each.

TRIALS = 100


def _figure(sizes: int) -> tuple[list[Any], Any]:
    """The points of the figure and its settings."""
    from theorems.experiments.panel import find
    from theorems.experiments.self_attention import LEAST_COLUMNS, SelfAttentionPair
    from theorems.experiments.sweeps import columns, placed
    from theorems.superiority.language import IDENTITY

    settings = find("superiority/fig4a").settings({})
    a0, a1, b, c = Fraction(1, 100), Fraction(6, 5), Fraction(1, 5), Fraction(4, 5)
    pairs = [SelfAttentionPair(n, 12, a0, a1, b, c, IDENTITY) for n in range(200, 200 + 10 * sizes, 10)]
    many = [columns(pair.n, settings, at_least=LEAST_COLUMNS) for pair in pairs]
    return [placed(pair.n, pair, pair.d - 2, m, settings) for pair, m in zip(pairs, many, strict=True)], settings


def exact_curve(sizes: int) -> Callable[[], Floats]:
    from theorems.experiments import success

    points, settings = _figure(sizes)

    def run() -> Floats:
        success.sign_law.cache_clear()
        return np.array([success.exact_success(point, settings["y"])[0] for point in points])

    return run


def trials_through_the_structure(sizes: int) -> Callable[[], Floats]:
    from theorems.experiments import success

    points, settings = _figure(sizes)

    def run() -> Floats:
        success.distinct_rows.cache_clear()
        return (
            np.array([success.sampled_success(point, settings["y"], TRIALS, (1, k)) for k, point in enumerate(points)]) / TRIALS
        )

    return run


def trials_hoisted(sizes: int) -> Callable[[], Floats]:
    """The dense rows of the four networks once for each size; then products with fresh signs in every trial."""
    points, _ = _figure(sizes)

    def run() -> Floats:
        random, shares = np.random.default_rng(1), []
        for point in points:
            ((_, pair),) = point.settings
            networks = list(pair.attention())
            hits = 0
            for _ in range(TRIALS):
                y = 2.0 * random.integers(0, 2, (pair.d, point.m), dtype=np.int8) - 1
                fired = [bool((rows @ y > tau).any()) for rows, tau in networks]
                hits += fired == [True, False, False, False]
            shares.append(hits / TRIALS)
        return np.array(shares)

    return run
