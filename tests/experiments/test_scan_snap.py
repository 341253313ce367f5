"""The paper's readings of its own figures, checked on ours; and the agreement of the four dynamics."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from theorems.experiments.lines import Lines
from theorems.experiments.panel import find
from theorems.experiments.scan_snap_training import recall


def lines_of(name: str, **options: str) -> Lines:
    chosen = find(f"scan_snap/{name}")
    picture = chosen.draw(chosen.settings(options, trials=2 if chosen.trials else None))
    assert isinstance(picture, Lines)
    return picture


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


def test_recall_counts_distinct_tokens_above_the_threshold() -> None:
    c = np.zeros((2, 33))
    c[0, 10:20], c[1, 20:30] = np.linspace(0, 0.09, 10), 0.05
    np.testing.assert_allclose(recall(c, 1, np.array([0.0, 0.045, 0.2])), [(0.9 + 1) / 2, (0.5 + 1) / 2, 0])


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
