"""Every panel of the paper's figures: Monte Carlo inside a simultaneous band around the exact curve, and the options."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scipy.stats import binom

from theorems.experiments.chart import Curves, Map, typeset
from theorems.experiments.panel import Panel, find, panels

LEVEL = 1e-6
SEED = 20231018
FIGURES = [p for p in panels() if p.address.startswith("superiority/fig") and "-" not in p.name]
PAPER_NAMES = ["fig3a", "fig3b"] + [f"fig{f}{l}" for f in (4, 5) for l in "abcdef"] + [f"fig7{l}" for l in "abcde"]


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


def test_every_panel_of_the_figures_is_there() -> None:
    assert [p.name for p in FIGURES] == PAPER_NAMES


@pytest.mark.parametrize("panel", FIGURES, ids=lambda p: p.name)
def test_monte_carlo_stays_inside_the_simultaneous_band(panel: Panel) -> None:
    picture = panel.draw(panel.settings({}, seed=SEED, trials=200 if panel.name.startswith("fig3") else None))
    assert isinstance(picture, Curves)
    assert min(picture.curves[0].trials) >= 100
    assert outside(picture, LEVEL) == []
    assert all(high - low < 1e-9 for low, high in zip(picture.curves[0].low, picture.curves[0].high, strict=True))


@pytest.mark.parametrize("name", ["fig3b", "fig4c", "fig5e", "fig7d"])
@pytest.mark.parametrize("sharing", ["networks", "inputs", "separate"])
def test_the_band_holds_for_every_sharing_of_the_signs(name: str, sharing: str) -> None:
    panel = find(name)
    given = {"y": sharing} | ({"j3": "independent"} if name != "fig3b" else {})
    picture = panel.draw(panel.settings(given, seed=SEED, trials=100))
    assert isinstance(picture, Curves)
    assert outside(picture, LEVEL) == []


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


@pytest.mark.parametrize("panel", FIGURES, ids=lambda p: p.name)
def test_every_option_has_a_reason_and_every_choice_can_be_drawn(panel: Panel) -> None:
    for option in panel.options:
        assert len(option.reason) > 20
        assert option.accept(option.default) == option.default
        for choice in option.choices:
            picture = panel.draw(panel.settings({option.name: choice}, monte_carlo=False))
            assert isinstance(picture, Curves)
            (curve,) = picture.curves
            assert all(0 <= low <= high <= 1 for low, high in zip(curve.low, curve.high, strict=True))


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


def test_labels_follow_the_captions_or_the_text() -> None:
    assert exact("fig4d", labels="text") == exact("fig4f")
    assert exact("fig5f", labels="text") == exact("fig5d")
    assert max(exact("superiority/fig4b")) == 66
    assert max(exact("superiority/fig5b")) == 34, "the picture's axis ends at 35"


@pytest.mark.parametrize("panel", [p for p in panels() if p.name.endswith("-map")], ids=lambda p: p.name)
def test_a_map_meets_the_curves(panel: Panel) -> None:
    picture = panel.draw(panel.settings({}))
    assert isinstance(picture, Map)
    assert all(0 <= value <= 1 for row in picture.values for value in row)
    assert len(picture.values) == len(picture.at_y)
    assert {len(row) for row in picture.values} == {len(picture.at_x)}


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("a1", "$a_{1}$"),
        ("η_Y t/K", "$η_{Y}$ $t$/$K$"),
        ("average entropy of c_n (nats)", "average entropy of $c_{n}$ (nats)"),
        ("a bound I know", "a bound I know"),
        ("log n", "log $n$"),
    ],
)
def test_the_letters_of_a_label_are_typeset(label: str, shown: str) -> None:
    assert typeset(label) == shown
