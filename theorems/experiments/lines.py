"""Pictures of simulations: lines with error bars and marks, and heat maps of attention over time."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from kernels.blocks import Floats
from theorems.experiments.chart import Axis, label

MANY_COLOURS = ("#1b6ca8", "#c4452d", "#3d8b37", "#8a5aa8", "#8c6d31", "#17807e", "#b2478f")


def error_of(values: Floats, kind: str = "deviation") -> float:
    """The length of an error bar over seeds: their standard deviation, or that of their mean; 0 for one seed."""
    if len(values) < 2:
        return 0.0
    return float(values.std(ddof=1) if kind == "deviation" else stats.sem(values))


def small_panels(axes: Any, title: str, queries: Collection[int], *, alike: bool) -> Iterator[tuple[Any, int, bool, bool]]:
    """A small picture for each number of query tokens, with its place: does it stand in the last row, in the first column?

    alike: all have the same axes
    """
    figure, place = axes.figure, axes.get_subplotspec()
    axes.set_axis_off()
    figure.suptitle(title, fontsize=9)
    rows = 2 if len(queries) > 2 else 1
    grid = place.subgridspec(rows, -(-len(queries) // rows))
    first = None
    for k, number in enumerate(queries):
        small = figure.add_subplot(grid[divmod(k, grid.ncols)], sharex=first, sharey=first)
        first = (first or small) if alike else None
        small.set_title(f"{number}/{2 * number} query/next tokens", fontsize=8)
        small.tick_params(labelsize=7)
        yield small, number, k // grid.ncols == rows - 1, k % grid.ncols == 0


@dataclass(frozen=True)
class Line:
    """Points of one line; ``error`` (same length, or empty) is what is drawn as bars: ``dots`` for steps instead of a curve."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    error: tuple[float, ...] = ()
    dots: bool = False


@dataclass(frozen=True)
class Lines:
    """Lines over one axis; ``marks`` are (x, y, text) in the colour of the line of the same index, None: no mark."""

    title: str
    x: Axis
    y: Axis
    lines: tuple[Line, ...]
    marks: tuple[tuple[float, float] | None, ...] = ()
    what_error: str = ""
    notes: tuple[str, ...] = ()

    def table(self) -> Iterator[Sequence[Any]]:
        yield ("line", self.x.label, self.y.label, self.what_error or "error")
        for line in self.lines:
            for k, (x, y) in enumerate(zip(line.x, line.y, strict=True)):
                yield (line.label, x, y, line.error[k] if line.error else "")

    def draw(self, axes: Any) -> None:
        for k, line in enumerate(self.lines):
            colour = MANY_COLOURS[(k // 2 if any(l.dots for l in self.lines) else k) % len(MANY_COLOURS)]
            style = {"linestyle": "none", "marker": ".", "markersize": 3} if line.dots else {"linewidth": 1.4}
            if line.error:
                axes.errorbar(line.x, line.y, yerr=line.error, color=colour, capsize=2, label=line.label, **style)
            else:
                axes.plot(line.x, line.y, color=colour, label=line.label, **style)
            if k < len(self.marks) and self.marks[k] is not None:
                at, height = self.marks[k]  # type: ignore[misc]
                axes.axvline(at, color=colour, linestyle=":", linewidth=0.9)
                axes.plot([at], [height], marker="o", markersize=4, color=colour)
        label(axes, self, str)
        axes.legend(fontsize=6, framealpha=0.85)


@dataclass(frozen=True)
class Heat:
    """Values (rows, columns) with a name for each row; ``splits`` are white lines between columns."""

    title: str
    columns: str
    rows: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    what: str
    splits: tuple[float, ...] = ()

    def table(self) -> Iterator[Sequence[Any]]:
        yield ("row", self.columns, self.what)
        for name, row in zip(self.rows, self.values, strict=True):
            for k, value in enumerate(row):
                yield (name, k, value)

    def draw(self, axes: Any) -> None:
        image = axes.imshow(np.array(self.values), aspect="auto", interpolation="nearest", cmap="viridis")
        for split in self.splits:
            axes.axvline(split, color="white", linestyle="--", linewidth=1)
        axes.set_yticks(range(len(self.rows)), self.rows, fontsize=7)
        axes.set_xlabel(self.columns)
        axes.set_title(self.title, fontsize=9)
        axes.figure.colorbar(image, ax=axes, label=self.what)
