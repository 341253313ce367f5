"""What the attention figures have in common: their ranges, their number of columns, their options, their curves."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from theorems.experiments.chart import Axis, Curve, Curves
from theorems.experiments.panel import Option, Settings
from theorems.experiments.success import Point, Setting, Share, sweep

DELTA = Fraction(1, 100)
SUCCESS = Axis("Ratio of Success", (-0.05, 1.05))
MARGIN = 0.04  # of the range, left free on both sides as the papers' pictures do

ROUNDING: dict[str, Callable[[float], int]] = {"up": math.ceil, "down": math.floor, "nearest": round}

ROUND_M = Option(
    "m",
    "up",
    "log(n/δ) is no integer and the paper does not say how it is rounded; up, as in m = ⌈C log(n/δ)⌉ (natural logarithm)",
    {"up": "the next integer", "down": "the integer before", "nearest": "the nearest integer"},
)


def grid(start: str, step: str, stop: str) -> tuple[Fraction, ...]:
    """start, start + step, ... up to stop, exactly."""
    first, by, last = (Fraction(Decimal(text)) for text in (start, step, stop))
    return tuple(first + k * by for k in range(int((last - first) / by) + 1))


def columns(n: int, options: Settings, *, at_least: int = 1) -> int:
    """m = max{log(n/δ), at_least}, rounded as the option says."""
    return ROUNDING[options["m"]](max(math.log(n / DELTA), at_least))


def around(values: Sequence[Fraction]) -> tuple[float, float]:
    """The range of an axis that shows all values."""
    low, high = float(min(values)), float(max(values))
    return low - MARGIN * (high - low), high + MARGIN * (high - low)


def mixture(cases: Sequence[tuple[Fraction, Setting]]) -> tuple[tuple[Fraction, Setting], ...]:
    """The cases that can happen."""
    return tuple((weight, setting) for weight, setting in cases if weight > 0)


def placed(x: float, pair: Any, blocks: int, m: int, settings: Settings) -> Point:
    """One point, with the special rows of the two inputs placed among the block columns as the option ``j3`` says."""
    together = Fraction(1) if settings["j3"] == "same" else Fraction(1, blocks)
    return Point(x, mixture([(together, pair), (1 - together, replace(pair, apart=blocks > 1))]), m)


def curve_of(label: str, found: Iterable[tuple[Point, Share, int, int]]) -> Curve:
    """The curve of what a sweep gives."""
    points, shares, hits, trials = zip(*found, strict=True)
    low, high = zip(*shares, strict=True)
    return Curve(label, tuple(point.x for point in points), low, high, hits, trials)


def success_curve(
    title: str, x: Axis, points: Sequence[Point], settings: Settings, trials: int, setting: Fraction | None = None
) -> Curves:
    """The curve of E_success along a sweep; ``trials``: the paper's own number; ``setting``: its value in the other panels."""
    trials = (settings.trials or trials) if settings.monte_carlo else 0
    curve = curve_of("success", sweep(points, settings["y"], trials, (settings.seed, settings.stream)))
    marks = () if setting is None else ((float(setting), "the paper's other panels"),)
    return Curves(title, x, SUCCESS, (curve,), marks)
