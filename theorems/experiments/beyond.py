"""Beyond the papers' pictures: larger n, d growing with n up to where the theorems' guarantee begins, and (d, m) maps."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile

import numpy as np

from kernels import balls
from kernels.arithmetic import BALLS
from theorems.experiments import cross_attention, self_attention, softmax_regression
from theorems.experiments.chart import Axis, Curve, Curves, Map
from theorems.experiments.panel import Option, Settings, panel
from theorems.experiments.progress import counted
from theorems.experiments.success import SHARED_SIGNS, UNWANTED, WANTED, Point, Setting, Share, exact_success, sign_law, sweep
from theorems.experiments.sweeps import DELTA, ROUND_M, SUCCESS, columns, curve_of, mixture
from theorems.experiments.values import positive_number
from theorems.instance import Instance
from theorems.language.tree import Expr
from theorems.superiority import cross_signs_on_data, signs_on_data
from theorems.superiority.language import IDENTITY, ONES
from theorems.superiority.sign_arguments import FewOnes

LARGEST = 10**6
LARGEST_IN_FLOAT = 2**34
DENSE_LIMIT = 2000  # the Monte Carlo computes attention densely: n^2 work
TRIALS = 100
MAP_LENGTH = 720  # has 30 divisors
MAP_COLUMNS = tuple(range(1, 81))

A0, B, C = Fraction(1, 100), Fraction(1, 5), Fraction(4, 5)
SELF_A1, CROSS_A1 = Fraction(6, 5), Fraction(3)
TAU = Fraction(9, 10)


@dataclass(frozen=True)
class Model:
    """One of the four experiments: how to set it up at sizes (n, blocks), and what its own panel has.

    blocks: the width of the identity block: d - 2 (self-attention) or d - 1 (cross-attention)
    extra:  d - blocks
    """

    figure: str
    title: str
    setting: Callable[[int, int], Setting]
    blocks: int
    extra: int
    least_columns: int


def _self_attention(QK: Expr) -> Callable[[int, int], Setting]:
    def setting(n: int, blocks: int) -> Setting:
        return self_attention.SelfAttentionPair(n, blocks + 2, A0, SELF_A1, B, C, QK)

    return setting


def _cross_attention(n: int, blocks: int) -> Setting:
    return cross_attention.CrossAttentionPair(n, blocks + 1, A0, CROSS_A1, TAU)


MODELS = (
    Model("fig4", "self-attention, X = vec(I_d)", _self_attention(IDENTITY), 10, 2, 15),
    Model("fig5", "self-attention, X all ones", _self_attention(ONES), 10, 2, 15),
    Model("fig7", "cross-attention", _cross_attention, 10, 1, 1),
)
FAMILY = {"1/2": 1, "1/4": 3}
CONSTANT = Option(
    "C",
    "8",
    "m = ⌈C log(n/δ)⌉ with C above 1/log(8/7) = 7.49, from where F_exp > 0 on D1 is guaranteed for every n",
    check=positive_number,
)


def lengths(step: int, largest: int = LARGEST, per_decade: int = 10) -> tuple[int, ...]:
    """Multiples of ``step`` from about 100 to ``largest``, evenly spaced on a logarithmic axis."""
    exponents = np.arange(2 * per_decade, round(math.log10(largest) * per_decade) + 1) / per_decade
    return tuple(sorted({max(1, round(10**e / step)) * step for e in exponents}))


def _curve(label: str, points: Sequence[Point], settings: Settings, number: int) -> Curve:
    """Exact at all points, Monte Carlo where attention can be computed densely."""
    trials = (settings.trials or TRIALS) if settings.monte_carlo else 0

    def swept() -> Iterator[tuple[Point, Share, int, int]]:
        for place, point in enumerate(counted(points, "sizes")):
            stream = (settings.seed, settings.stream, number, place)
            yield from sweep([point], settings["y"], trials if point.x <= DENSE_LIMIT else 0, stream)

    return curve_of(label, swept())


def _far(model: Model, settings: Settings) -> Curves:
    points = [
        Point(
            float(n),
            mixture([(Fraction(1), model.setting(n, model.blocks))]),
            columns(n, settings, at_least=model.least_columns),
        )
        for n in lengths(model.blocks)
    ]
    title = f"{model.title}: d = {model.blocks + model.extra}, n up to 10^6"
    curve = _curve("success", points, settings, 0)
    return Curves(title, Axis("n", (points[0].x / 1.2, LARGEST * 1.2), logarithmic=True), SUCCESS, (curve,))


def all_four_hold(model: Model, n: int, blocks: int, constant: Fraction) -> bool:
    """Does each of the four networks do what it should with probability at least 1 - δ/n? In balls, for the two settings
    of the theorems; for X = vec(I_d) from the float law, whose errors stay below δ/n at the sizes shown.
    """
    if model.figure == "fig4":
        return max(_failures(model.setting(n, blocks), math.ceil(constant * math.log(n / DELTA)))) <= float(DELTA) / n
    bound = signs_on_data.bound_signs if model.figure == "fig5" else cross_signs_on_data.bound_cross_signs
    values: dict[str, int | Fraction | str] = {"n": n, "d": blocks + model.extra, "t": n // blocks, "j2": 1, "j3": 1}
    values |= {"a0": A0, "a1": SELF_A1 if model.figure == "fig5" else CROSS_A1, "b": B, "c": C}
    instance = Instance(values | {"delta": DELTA, "kappa": 1, "C": constant})
    with balls.precision(balls.DEFAULT_BITS):
        for dataset, linear in ((1, False), (1, True), (0, False), (0, True)):
            member = bound(instance, BALLS, dataset, linear)
            network = member.network()
            wanted = network.value if linear or dataset == 0 else network.complement
            if not wanted >= member.high_probability:
                return False
    return True


def _failures(setting: Setting, m: int) -> list[float]:
    """Probabilities that the four networks do what they should not, small ones without cancellation."""
    law = sign_law(setting).probability
    masks = np.arange(len(law))
    result = []
    for event in (WANTED, *UNWANTED):
        fires = float(law[masks & 1 << event != 0].sum())
        log_silent = m * math.log1p(-fires) if fires < 1 else -math.inf
        result.append(math.exp(log_silent) if event == WANTED else -math.expm1(log_silent))
    return result


def guaranteed_by_proof(model: Model, r: int, constant: Fraction) -> int | None:
    """The n from which the printed route (entry bounds, Hoeffding, union) proves all three silences on t = w^r.

    None for X = vec(I_d), whose silences the paper does not prove.
    """
    if model.figure == "fig4":
        return None
    a1 = SELF_A1 if model.figure == "fig5" else CROSS_A1
    if model.figure == "fig5":
        scale = Fraction(1)
        entries = [(A0, Fraction(1), 1 - 2 * A0), (A0, 1 + A0, Fraction(1)), (a1, 1 + a1, Fraction(1))]
    else:
        scale = 1 / (10 * TAU)
        entries = [(scale, Fraction(1), 1 - A0), (scale, 1 + A0, Fraction(1)), (scale, 1 + a1, Fraction(1))]
    width = B if model.figure == "fig5" else scale
    ceiling = -(-constant.numerator // constant.denominator)
    bounds = [FewOnes(r, a, width, G, decay, columns=ceiling) for a, G, decay in entries]
    return int(2 ** ((r + 1) * max(bound.threshold_index() for bound in bounds)))


def _guarantee(model: Model, settings: Settings) -> Curves:
    constant = positive_number(settings["C"])
    curves, marks = [], []
    for number, (name, r) in enumerate(FAMILY.items()):
        proved = guaranteed_by_proof(model, r, constant)
        sizes = [2**k for k in range(1, 64)]
        last = 4 * (proved or LARGEST_IN_FLOAT)
        widths = list(takewhile(lambda w, r=r, last=last: w ** (r + 1) <= last, sizes))  # type: ignore[misc]
        points = []
        for w in widths:
            n = w ** (r + 1)
            setting = model.setting(n, w)
            points.append(Point(float(n), mixture([(Fraction(1), setting)]), math.ceil(constant * math.log(n / DELTA))))
        good = [all_four_hold(model, w ** (r + 1), w, constant) for w in widths]
        curves.append(_curve(f"d ~ n^({name})", points, settings, number))
        start = max((k + 1 for k, fine in enumerate(good) if not fine), default=0)
        if start < len(points):
            marks.append((points[start].x, f"guarantee begins, n^({name})"))
        if proved is not None:
            marks.append((float(proved), f"its proof begins, n^({name})"))
    largest = max(curve.x[-1] for curve in curves)
    axis = Axis("n", (2.0, largest * 2), logarithmic=True)
    return Curves(f"{model.title}: d growing with n, C = {settings['C']}", axis, SUCCESS, tuple(curves), tuple(marks))


def _map(model: Model, settings: Settings) -> Map:
    blocks = [w for w in range(1, MAP_LENGTH + 1) if MAP_LENGTH % w == 0]
    values = []
    for m in counted(MAP_COLUMNS, "rows"):
        row = []
        for w in blocks:
            low, high = exact_success(Point(0.0, mixture([(Fraction(1), model.setting(MAP_LENGTH, w))]), m), settings["y"])
            row.append((low + high) / 2)
        values.append(tuple(row))
    return Map(
        f"{model.title}: success over (d, m), n = {MAP_LENGTH}",
        Axis("d", logarithmic=True),
        Axis("m"),
        tuple(float(w + model.extra) for w in blocks),
        tuple(float(m) for m in MAP_COLUMNS),
        tuple(values),
        "Ratio of Success",
    )


def _announce(model: Model) -> None:
    @panel(
        f"superiority/{model.figure}-far",
        title=f"{model.title}: panel (a) continued to n = 10^6",
        source="beyond the paper",
        options=[SHARED_SIGNS, ROUND_M],
        trials=TRIALS,
    )
    def _(settings: Settings) -> Curves:
        return _far(model, settings)

    @panel(
        f"superiority/{model.figure}-guarantee",
        title=f"{model.title}: d = w + {model.extra}, n = w^2 or w^4, to where the guarantee begins",
        source="beyond the paper",
        options=[SHARED_SIGNS, CONSTANT],
        trials=TRIALS,
    )
    def _(settings: Settings) -> Curves:
        return _guarantee(model, settings)

    @panel(
        f"superiority/{model.figure}-map",
        title=f"{model.title}: map of the success probability over (d, m)",
        source="beyond the paper",
        options=[SHARED_SIGNS],
    )
    def _(settings: Settings) -> Map:
        return _map(model, settings)


for _model in MODELS:
    _announce(_model)


@panel(
    "superiority/fig3-far",
    title="softmax regression: panel (a) continued to n = 10^6",
    source="beyond the paper",
    options=[SHARED_SIGNS, softmax_regression.LAW, softmax_regression.THRESHOLD],
    trials=TRIALS,
)
def _(settings: Settings) -> Curves:
    points = softmax_regression.points_at([(float(n), n, math.ceil(math.log(n))) for n in lengths(1, per_decade=5)], settings)
    curve = _curve("success", points, settings, 0)
    axis = Axis("n", (80.0, LARGEST * 1.2), logarithmic=True)
    return Curves("softmax regression: m = log n, n up to 10^6", axis, SUCCESS, (curve,))


@panel(
    "superiority/fig3-map",
    title="softmax regression: map of the success probability over (n, m)",
    source="beyond the paper",
    options=[SHARED_SIGNS, softmax_regression.LAW, softmax_regression.THRESHOLD],
)
def _(settings: Settings) -> Map:
    sizes = lengths(1, largest=10_000)
    at_m = (1, 2, 3, 4, 5, 6, 8, 10, 14, 20, 30, 40, 60, 80, 100)
    values = tuple(
        tuple(
            sum(exact_success(point, settings["y"])) / 2
            for point in softmax_regression.points_at([(float(n), n, m) for n in sizes], settings)
        )
        for m in at_m
    )
    return Map(
        "softmax regression: success over (n, m)",
        Axis("n", logarithmic=True),
        Axis("m", logarithmic=True),
        tuple(float(n) for n in sizes),
        tuple(float(m) for m in at_m),
        values,
        "Ratio of Success",
    )
