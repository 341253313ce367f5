"""Pictures of means over trials, with confidence intervals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from theorems.experiments.chart import COLOURS, CONFIDENCE, Axis, label
from theorems.sparse.drawn_inputs import Floats


@dataclass(frozen=True)
class MeanCurve:
    """Means with confidence intervals; ``low = high = mean`` for an exact value."""

    label: str
    x: tuple[float, ...]
    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    exact: bool = False


@dataclass(frozen=True)
class MeanCurves:
    """A picture of mean curves; exact ones are dashed lines."""

    title: str
    x: Axis
    y: Axis
    curves: tuple[MeanCurve, ...]
    trials: int
    notes: tuple[str, ...] = ()

    def table(self) -> Iterator[Sequence[Any]]:
        yield ("curve", self.x.label, self.y.label, "ci_low", "ci_high", "trials")
        for curve in self.curves:
            for x, mean, low, high in zip(curve.x, curve.mean, curve.low, curve.high, strict=True):
                yield (curve.label, x, mean, *(("", "", "exact") if curve.exact else (low, high, self.trials)))

    def draw(self, axes: Any) -> None:
        for i, curve in enumerate(self.curves):
            colour = COLOURS[i % len(COLOURS)]
            axes.plot(curve.x, curve.mean, "--" if curve.exact else ".-", color=colour, linewidth=1.3, label=curve.label)
            if not curve.exact:
                axes.fill_between(curve.x, curve.low, curve.high, color=colour, alpha=0.2, linewidth=0)
        label(axes, self, str)
        if self.x.logarithmic:
            axes.set_xscale("log", base=2)
        axes.legend(fontsize=6, framealpha=0.85)


def mean_curve(label: str, x: Sequence[float], samples: Sequence[Floats]) -> MeanCurve:
    """Means over the samples at each x, with Student intervals."""
    means, lows, highs = [], [], []
    for sample in samples:
        mean = float(np.mean(sample))
        half = 0.0
        if len(sample) > 1:
            half = float(stats.t.ppf((1 + CONFIDENCE) / 2, len(sample) - 1) * stats.sem(sample))
        means.append(mean)
        lows.append(mean - half)
        highs.append(mean + half)
    return MeanCurve(label, tuple(x), tuple(means), tuple(lows), tuple(highs))


def exact_curve(label: str, x: Sequence[float], values: Sequence[float]) -> MeanCurve:
    """A curve without sampling."""
    return MeanCurve(label, tuple(x), tuple(values), tuple(values), tuple(values), exact=True)


def as_table(what: str, curves: Sequence[MeanCurve]) -> tuple[str, ...]:
    """One line per curve, one column per x: the mean and half its interval."""
    rows = [["", *(f"{what} = {x:g}" for x in curves[0].x)]]
    for curve in curves:
        halves = [(high - low) / 2 for low, high in zip(curve.low, curve.high, strict=True)]
        rows.append([curve.label, *(f"{mean:.4g} ± {half:.2g}" for mean, half in zip(curve.mean, halves, strict=True))])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return tuple("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
