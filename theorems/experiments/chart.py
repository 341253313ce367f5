"""What a panel returns: curves or a map, which can be drawn and written down as a table."""

import csv
import io
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from matplotlib.figure import Figure
from scipy.stats import binomtest

from theorems import files

CONFIDENCE = 0.95
MOST_LETTERS = 110  # in a line under a title
COLOURS = ("#1b6ca8", "#c4452d", "#3d8b37", "#8a5aa8", "#8c6d31")


class Picture(Protocol):
    """Anything that draws itself on axes and has a table."""

    @property
    def title(self) -> str: ...

    def table(self) -> Iterator[Sequence[Any]]: ...

    def draw(self, axes: Any) -> None: ...


@dataclass(frozen=True)
class Curve:
    """One exact curve, as an enclosure, and the Monte Carlo counts beside it (``trials`` 0 where none were made)."""

    label: str
    x: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    hits: tuple[int, ...] = ()
    trials: tuple[int, ...] = ()

    def intervals(self) -> Iterator[tuple[float, float, float, float]]:
        """(x, share, low, high): exact binomial confidence intervals of the counts."""
        for x, hits, trials in zip(self.x, self.hits, self.trials, strict=False):
            if trials:
                interval = binomtest(hits, trials).proportion_ci(CONFIDENCE)
                yield x, hits / trials, float(interval.low), float(interval.high)


@dataclass(frozen=True)
class Axis:
    """Label and range of an axis; a range of None fits the data."""

    label: str
    range: tuple[float, float] | None = None
    logarithmic: bool = False


@dataclass(frozen=True)
class Curves:
    """Curves over one axis; ``marks`` are vertical lines with a text (a threshold that a theorem names)."""

    title: str
    x: Axis
    y: Axis
    curves: tuple[Curve, ...]
    marks: tuple[tuple[float, str], ...] = ()

    def table(self) -> Iterator[Sequence[Any]]:
        yield ("curve", self.x.label, "exact_low", "exact_high", "hits", "trials", "ci_low", "ci_high")
        for curve in self.curves:
            bands = {x: (low, high) for x, _, low, high in curve.intervals()}
            counts = zip(curve.hits or (0,) * len(curve.x), curve.trials or (0,) * len(curve.x), strict=True)
            for x, low, high, (hits, trials) in zip(curve.x, curve.low, curve.high, counts, strict=True):
                band = bands.get(x, ("", ""))
                yield (curve.label, x, low, high, hits if trials else "", trials or "", *band)

    def draw(self, axes: Any) -> None:
        for curve, colour in zip(self.curves, _cycle(len(self.curves)), strict=True):
            middle = (np.array(curve.low) + np.array(curve.high)) / 2
            name = typeset(curve.label) or "success"
            axes.plot(curve.x, middle, color=colour, linewidth=1.6, label=f"{name}: exact", zorder=3)
            if any(high - low > 1e-9 for low, high in zip(curve.low, curve.high, strict=True)):
                axes.fill_between(curve.x, curve.low, curve.high, color=colour, alpha=0.25, linewidth=0)
            bands = np.array(list(curve.intervals()))
            if len(bands):
                x, share, low, high = bands.T
                errors = np.maximum([share - low, high - share], 0)
                axes.errorbar(
                    x, share, yerr=errors, fmt=".", color=colour, ecolor=colour, alpha=0.45, markersize=4,
                    elinewidth=0.7, label=f"{name}: {max(curve.trials)} trials, {CONFIDENCE:.0%} interval", zorder=2,
                )  # fmt: skip
        for x, text in self.marks:
            axes.axvline(x, color="0.4", linestyle=":", linewidth=1)
            axes.annotate(text, (x, 0.02), xycoords=("data", "axes fraction"), rotation=90, fontsize=7, ha="right", va="bottom")
        label(axes, self)
        if self.marks:  # their texts stand at the bottom
            axes.legend(fontsize=7, loc="center right", bbox_to_anchor=(1, 0.72), framealpha=0.85)
        else:
            axes.legend(fontsize=7, loc="best", framealpha=0.85)


@dataclass(frozen=True)
class Map:
    """Values over two axes; ``values[i][j]`` at ``(x.values[j], y.values[i])``, nan where there is no such size."""

    title: str
    x: Axis
    y: Axis
    at_x: tuple[float, ...]
    at_y: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]
    what: str

    def table(self) -> Iterator[Sequence[Any]]:
        yield (self.x.label, self.y.label, self.what)
        for y, row in zip(self.at_y, self.values, strict=True):
            for x, value in zip(self.at_x, row, strict=True):
                yield (x, y, value)

    def draw(self, axes: Any) -> None:
        colours = axes.pcolormesh(
            _edges(self.at_x, self.x.logarithmic),
            _edges(self.at_y, self.y.logarithmic),
            np.array(self.values),
            vmin=0,
            vmax=1,
            cmap="viridis",
        )
        axes.figure.colorbar(colours, ax=axes, label=typeset(self.what))
        label(axes, self)


def _cycle(count: int) -> list[str]:
    return [COLOURS[k % len(COLOURS)] for k in range(count)]


def typeset(label: str) -> str:
    """The letters of a label as mathematics: ``a1`` is a with an index; "a" alone is a word, and so is "I"."""

    def letter(found: re.Match[str]) -> str:
        name, index = found.groups()
        return f"${name}_{{{index.removeprefix('_')}}}$" if index else name if name in "aI" else f"${name}$"

    return re.sub(r"(?<![\w$])([^\W\d_])(\d+|_[^\W_]+)?(?![\w$])", letter, label)


def label(axes: Any, picture: Any, written: Callable[[str], str] = typeset) -> None:
    """Title, labels, scales and ranges of a picture with two axes."""
    axes.set_title(picture.title, fontsize=9)
    axes.set_xlabel(written(picture.x.label))
    axes.set_ylabel(written(picture.y.label))
    for axis, set_scale, set_range in (
        (picture.x, axes.set_xscale, axes.set_xlim),
        (picture.y, axes.set_yscale, axes.set_ylim),
    ):
        if axis.logarithmic:
            set_scale("log")
        if axis.range is not None:
            set_range(*axis.range)


def _edges(centres: Sequence[float], logarithmic: bool) -> Any:
    points = np.log(centres) if logarithmic else np.array(centres, dtype=float)
    middles = (points[1:] + points[:-1]) / 2
    edges = np.concatenate([[points[0] - (middles[0] - points[0])], middles, [2 * points[-1] - middles[-1]]])
    return np.exp(edges) if logarithmic else edges


def write(picture: Picture, stem: Path, told: str = "", description: str | None = None) -> list[Path]:
    """Replace ``stem.png``, ``stem.svg`` and ``stem.csv``, and ``stem.json`` where there is a description, all together.

    ``told`` are the parameters: under the title, and in a line that opens the table and begins with ``#``.
    Raises UnwritableError.
    """
    figure = Figure(figsize=(5.2, 3.8), layout="constrained")
    axes = figure.add_subplot()
    picture.draw(axes)
    _tell(figure, axes, "\n".join(textwrap.wrap(told, MOST_LETTERS)))
    png, svg, csv_text = io.BytesIO(), io.BytesIO(), io.StringIO()
    figure.savefig(png, format="png", dpi=150)
    figure.savefig(svg, format="svg", metadata={"Date": None})
    csv_text.write(f"# {told}\n" if told else "")
    csv.writer(csv_text).writerows(picture.table())
    contents: dict[str, str | bytes] = {"png": png.getvalue(), "svg": svg.getvalue(), "csv": csv_text.getvalue()}
    if description is not None:
        contents["json"] = description
    paths = {ending: stem.with_name(f"{stem.name}.{ending}") for ending in contents}
    files.replace({paths[ending]: content for ending, content in contents.items()})
    return [paths[ending] for ending in ("png", "svg", "csv")]


def _tell(figure: Figure, axes: Any, words: str) -> None:
    """The parameters in small letters under the title, whichever kind of title the picture has."""
    if not words:
        return
    if not figure.get_suptitle():
        figure.suptitle(axes.get_title(), fontsize=9)
        axes.set_title(words, fontsize=5.5, color="0.35")
    else:
        axes.set_title("")
        figure.suptitle(f"{figure.get_suptitle()}\n{words}", fontsize=7)
