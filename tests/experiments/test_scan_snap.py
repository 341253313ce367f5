"""The paper's readings of its own figures, checked on ours; and the agreement of the four dynamics."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from matplotlib.figure import Figure

from theorems.experiments import scan_snap_training
from theorems.experiments.lines import Heat, Lines
from theorems.experiments.panel import Settings, find, panels
from theorems.experiments.scan_snap_training import RATES_Z, RATIOS, entropies, recall

NAMES = [
    *("fig3", "fig8a", "fig8b", "fig9a", "fig9b", "speed", "fig4a", "fig4b", "fig5a", "fig5b", "fig5c"),
    *("fig6a", "fig6b", "fig6c", "fig6d", "fig11", "fig12", "simulators"),
]
SEEDS = 4
MEDIUM = {"steps": "100", "start": "uniform", "entropy": "distinct"}


def lines_of(name: str, **options: str) -> Lines:
    chosen = find(f"scan_snap/{name}")
    picture = chosen.draw(chosen.settings(options, trials=2 if chosen.trials else None))
    assert isinstance(picture, Lines)
    return picture


def heat_of(name: str) -> np.ndarray:
    chosen = find(f"scan_snap/{name}")
    picture = chosen.draw(chosen.settings({}))
    assert isinstance(picture, Heat)
    return np.array(picture.values)


def test_every_figure_that_needs_no_corpus_has_its_panels() -> None:
    assert [p.name for p in panels() if p.address.startswith("scan_snap/") and p.name in NAMES] == NAMES


def test_figure_3_bends_later_and_ends_higher_for_a_slower_decoder() -> None:
    picture = lines_of("fig3")
    ends = [line.y[-1] for line in picture.lines]
    assert all(slow > fast for slow, fast in pairwise(ends[1:]))  # η_Y = 1, 2, 5 have all passed their transition
    bends = [mark[0] for mark in picture.marks if mark is not None]
    assert all(slow > fast for slow, fast in pairwise(bends))


def test_figure_9_has_one_height_at_the_transition() -> None:
    for name in ("fig9a", "fig9b"):
        heights = [mark[1] for mark in lines_of(name).marks if mark is not None]
        assert len(heights) >= 3
        assert max(heights) - min(heights) < 1e-9


def test_figure_8_shows_the_recursion_ahead_by_less_than_its_first_step() -> None:
    picture = lines_of("fig8a")
    for flow, steps in pairwise(picture.lines):
        if steps.dots and not flow.dots:
            gap = np.array(steps.y) - np.interp(steps.x, flow.x, flow.y)
            assert gap.max() <= steps.y[1] + 1e-3
            assert gap.min() > -1e-3


def test_figure_4_shows_sparser_attention_on_the_frequent_distinct_tokens() -> None:
    slow, fast = heat_of("fig4a"), heat_of("fig4b")
    for rows in (slow, fast):
        assert rows[-1, 10:].sum() > rows[0, 10:].sum()
        assert np.argmax(rows[-1, 10:]) >= 8
    assert slow[-1, 10:].max() / slow[-1, 10:].sum() > fast[-1, 10:].max() / fast[-1, 10:].sum()  # sparser when η_Y is small


@pytest.mark.parametrize("queries", [1, 3, 5])
def test_figure_6_entropy_falls_with_the_rate_of_attention(queries: int) -> None:
    found = entropies(queries, Settings(MEDIUM, trials=SEEDS, stream=6))
    means = {key: values.mean() for key, values in found.items()}
    for ratio in RATIOS:
        assert all(means[slow, ratio] > means[fast, ratio] for slow, fast in pairwise(RATES_Z))


@pytest.mark.parametrize("queries", [1, 3, 5])
def test_figure_6_entropy_rises_with_the_ratio_beyond_two(queries: int) -> None:
    found = entropies(queries, Settings(MEDIUM, trials=SEEDS, stream=6))
    means = {key: values.mean() for key, values in found.items()}
    for eta_Z in RATES_Z:
        beyond = [means[eta_Z, ratio] for ratio in RATIOS if ratio >= 2]
        assert all(low < high for low, high in pairwise(beyond))


def test_figure_6_threshold_shows_with_many_queries_only() -> None:
    """Below the ratio 2 entropy falls with the ratio for ten queries, and rises already for one."""
    for queries, falls in ((1, False), (10, True)):
        found = entropies(queries, Settings(MEDIUM, trials=2, stream=6))
        assert bool(found[3.0, 1.0].mean() > found[3.0, 2.0].mean()) is falls


def test_recall_counts_distinct_tokens_above_the_threshold() -> None:
    c = np.zeros((2, 33))
    c[0, 10:20], c[1, 20:30] = np.linspace(0, 0.09, 10), 0.05
    np.testing.assert_allclose(recall(c, 1, np.array([0.0, 0.045, 0.2])), [(0.9 + 1) / 2, (0.5 + 1) / 2, 0])


@pytest.mark.parametrize("name", ["fig11", "fig12"])
def test_recalls_have_four_panels_and_the_band_of_the_seeds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def attention(queries: int, eta_Z: float, ratio: float, seed: int, *more: object) -> np.ndarray:
        return np.full((2 * queries, 10 + 23 * queries), 1e-3 * (seed + 1) * eta_Z * ratio)

    monkeypatch.setattr(scan_snap_training, "medium_attention", attention)
    chosen = find(f"scan_snap/{name}")
    picture = chosen.draw(chosen.settings({}, trials=3))
    assert isinstance(picture, scan_snap_training.Recalls)
    assert list(picture.found) == [1, 3, 5, 10]
    rows = list(picture.table())[1:]
    assert len(rows) == 4 * 4 * 81
    assert {row[-1] for row in rows} == {3}
    assert max(float(row[4]) for row in rows) > 0.4  # seeds that differ have a band
    figure = Figure()
    picture.draw(figure.add_subplot())
    small = figure.axes[1:]
    assert len(small) == 4
    assert all(len(axes.collections) == len(axes.lines) == 4 for axes in small)


def test_the_four_dynamics_agree_where_the_paper_needs_it_but_for_two() -> None:
    """Errors vanish at the expected rates from samples to the limit and from steps to the flow; the printed flow is K times too
    fast, and the modification of the decoder's gradient does not become small."""
    errors = {line.label: line.y for line in lines_of("simulators", classes="2").lines}
    steps = errors["steps → flow"]
    assert all(1.8 < coarse / fine < 2.2 for coarse, fine in pairwise(steps))
    sampled = errors["T → ∞"]
    assert sampled[-1] < sampled[0] / 4
    for stuck in ("steps → flow as printed", "Eqn 7 → Eqn 26"):
        assert errors[stuck][-1] > 0.8 * errors[stuck][0] > 0.05
