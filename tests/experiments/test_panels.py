"""Panels of the figures: Monte Carlo inside a simultaneous band around the exact curve, and where two of them meet."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scipy.stats import binom

from theorems.experiments.chart import Curves
from theorems.experiments.panel import Panel, find, panels

LEVEL = 1e-6
SEED = 20231018
FIGURES = [p for p in panels() if p.address.startswith("superiority/fig") and "-" not in p.name]


def outside(picture: Curves, level: float) -> list[str]:
    """Points where the counts leave the exact binomial band, all of them together at the level."""
    points = [
        (curve.label, *values)
        for curve in picture.curves
        for values in zip(curve.x, curve.low, curve.high, curve.hits, curve.trials, strict=True)
        if values[-1]
    ]
    tail = level / (2 * max(1, len(points)))
    return [
        f"{label} at {x}: {hits} of {trials}, expected {low}"
        for label, x, low, high, hits, trials in points
        if binom.sf(hits - 1, trials, high) < tail or binom.cdf(hits, trials, low) < tail
    ]


@pytest.mark.parametrize("panel", FIGURES, ids=lambda p: p.name)
def test_monte_carlo_stays_inside_the_simultaneous_band(panel: Panel) -> None:
    picture = panel.draw(panel.settings({}, seed=SEED, trials=200 if panel.name.startswith("fig3") else None))
    assert isinstance(picture, Curves)
    assert min(picture.curves[0].trials) >= 100
    assert outside(picture, LEVEL) == []
    assert all(high - low < 1e-9 for low, high in zip(picture.curves[0].low, picture.curves[0].high, strict=True))


def test_the_band_sees_a_wrong_curve() -> None:
    """Power: the counts of one threshold are far outside the band of another."""
    panel = find("fig7c")
    right = panel.draw(panel.settings({}, seed=SEED))
    wrong = panel.draw(panel.settings({"tau": "1/2"}, seed=SEED, monte_carlo=False))
    assert isinstance(right, Curves)
    assert isinstance(wrong, Curves)
    (counts,), (curve,) = right.curves, wrong.curves
    swapped = replace(curve, hits=counts.hits, trials=counts.trials)
    assert outside(replace(right, curves=(swapped,)), LEVEL)


def exact(name: str, **options: str) -> dict[float, float]:
    panel = find(name)
    picture = panel.draw(panel.settings(options, monte_carlo=False))
    assert isinstance(picture, Curves)
    (curve,) = picture.curves
    return dict(zip(curve.x, curve.low, strict=True))


def test_panels_that_cross_agree_where_their_parameters_do() -> None:
    assert exact("superiority/fig7a")[200.0] == pytest.approx(exact("superiority/fig7b")[11.0])
    assert exact("superiority/fig7c")[10.0] == pytest.approx(exact("superiority/fig7a")[200.0]), "m = ⌈log(200/0.01)⌉ = 10"
    assert exact("fig4c")[15.0] == pytest.approx(exact("fig4e")[0.01])
    assert exact("fig4d")[0.8] == pytest.approx(exact("fig4e")[0.01])
    assert exact("fig3a", m="up")[1000.0] == pytest.approx(exact("fig3b")[7.0])
