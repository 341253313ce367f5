"""Figure 6 of scan_snap in one picture, and whether it says what the paper reads in it.

The paper reads two claims off its Figure 6: the entropy of attention on distinct tokens (1) falls as η_Z grows, at equal
η_Y/η_Z, and (2) rises with η_Y/η_Z, at equal η_Z, once the ratio has passed a threshold of about 2. Each claim is held
against every pair of neighbouring settings. Runs of one seed share their start and their batches, so a pair is compared
seed by seed; all the intervals of a claim hold together with confidence 95 % (Bonferroni).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scipy import stats

from kernels.blocks import Floats
from theorems.experiments.chart import CONFIDENCE
from theorems.experiments.lines import MANY_COLOURS, error_of, small_panels
from theorems.experiments.panel import Option, Settings, panel
from theorems.experiments.progress import counted
from theorems.experiments.scan_snap_training import LAW, QUERIES, RATES_Z, RATIOS, SEEDS, START, STEPS, entropies

THRESHOLD = 2.0
FALLS, RISES, BELOW = (
    "entropy falls with η_Z",
    "entropy rises with η_Y/η_Z from 2 on",
    "entropy does not rise with η_Y/η_Z below 2",
)
HOLDS, FAILS, OPEN = "holds", "fails", "open"

Found = Mapping[int, Mapping[tuple[float, float], Floats]]
"""queries -> (η_Z, η_Y/η_Z) -> the average entropy of every seed."""


@dataclass(frozen=True)
class Pair:
    """A claim about two neighbouring settings (η_Z, η_Y/η_Z): the mean change of entropy from one to the other, ± half."""

    claim: str
    queries: int
    before: tuple[float, float]
    after: tuple[float, float]
    change: float
    half: float

    @property
    def verdict(self) -> str:
        """Holds or fails when the whole interval says so. A change of exactly zero is no rise and no fall."""
        low, high = self.change - self.half, self.change + self.half
        if self.claim == RISES:
            return HOLDS if low > 0 else FAILS if high <= 0 else OPEN
        if self.claim == FALLS:
            return HOLDS if high < 0 else FAILS if low >= 0 else OPEN
        return HOLDS if high <= 0 else FAILS if low > 0 else OPEN

    def text(self) -> str:
        """``3/6 tokens, η_Z = 1, η_Y/η_Z 1 → 2: -0.050 ± 0.010``."""
        (z, r), (z2, r2) = self.before, self.after
        moved = f"η_Z {z:g} → {z2:g}, η_Y/η_Z = {r:g}" if r == r2 else f"η_Z = {z:g}, η_Y/η_Z {r:g} → {r2:g}"
        return f"{self.queries}/{2 * self.queries} tokens, {moved}: {self.change:+.3f} ± {self.half:.3f}"


def neighbours() -> Iterator[tuple[str, tuple[float, float], tuple[float, float]]]:
    """Every claim about every pair of settings that differ in one step of one rate."""
    for ratio in RATIOS:
        for slow, fast in pairwise(RATES_Z):
            yield FALLS, (slow, ratio), (fast, ratio)
    for eta_Z in RATES_Z:
        for low, high in pairwise(RATIOS):
            yield RISES if low >= THRESHOLD else BELOW, (eta_Z, low), (eta_Z, high)


def pairs(found: Found) -> tuple[Pair, ...]:
    """The claims of Figure 6 at each pair, with intervals that hold together for each claim.

    Raises:
        ValueError: with fewer than two seeds there is no interval.
    """
    listed = [(queries, *one) for queries in found for one in neighbours()]
    sizes = {claim: sum(1 for _, name, *_ in listed if name == claim) for claim in (FALLS, RISES, BELOW)}
    result = []
    for queries, claim, before, after in listed:
        changes = found[queries][after] - found[queries][before]
        if len(changes) < 2:
            raise ValueError("an interval needs two seeds or more")
        level = 1 - (1 - CONFIDENCE) / (2 * sizes[claim])
        half = float(stats.t.ppf(level, len(changes) - 1) * stats.sem(changes))
        result.append(Pair(claim, queries, before, after, float(changes.mean()), half))
    return tuple(result)


def summary(checked: Sequence[Pair]) -> tuple[str, ...]:
    """For each claim how often it holds, fails and is open, then every pair where it fails."""
    lines = []
    for claim in (FALLS, RISES, BELOW):
        of_claim = [pair for pair in checked if pair.claim == claim]
        counts = ", ".join(f"{word} at {sum(p.verdict == word for p in of_claim)}" for word in (HOLDS, FAILS, OPEN))
        lines.append(f"{claim}: {counts} of {len(of_claim)} pairs")
        lines += [f"  {pair.verdict} at {pair.text()}" for pair in of_claim if pair.verdict != HOLDS]
    return tuple(lines)


@dataclass(frozen=True)
class FourPanels:
    """One small picture for each number of query tokens; the table has the points, and then the claims."""

    title: str
    found: Found
    error: str
    checked: tuple[Pair, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        return summary(self.checked)

    def table(self) -> Iterator[Sequence[Any]]:
        yield ("row", "queries", "next tokens", "eta_Z", "eta_Y/eta_Z", "entropy or change", "error", "seeds", "verdict")
        for queries, settings in self.found.items():
            for (eta_Z, ratio), values in settings.items():
                mean, error = float(values.mean()), error_of(values, self.error)
                yield ("mean entropy", queries, 2 * queries, eta_Z, ratio, mean, error, len(values), "")
        for p in self.checked:
            seeds = len(self.found[p.queries][p.before])
            rates = [f"{a:g}" if a == b else f"{a:g} to {b:g}" for a, b in zip(p.before, p.after, strict=True)]
            yield (p.claim, p.queries, 2 * p.queries, *rates, p.change, p.half, seeds, p.verdict)

    def draw(self, axes: Any) -> None:
        for small, queries, lowest, leftmost in small_panels(axes, self.title, self.found, alike=True):
            for eta_Z, colour in zip(RATES_Z, MANY_COLOURS, strict=False):
                values = [self.found[queries][eta_Z, ratio] for ratio in RATIOS]
                small.errorbar(
                    RATIOS,
                    [v.mean() for v in values],
                    yerr=[error_of(v, self.error) for v in values],
                    color=colour,
                    linewidth=1.2,
                    capsize=2,
                    marker=".",
                    label=f"η_Z = {eta_Z:g}",
                )
            small.axvline(THRESHOLD, color="0.5", linestyle=":", linewidth=0.8)
            small.set_xticks(RATIOS, [f"{r:g}" for r in RATIOS])
            if lowest:
                small.set_xlabel("η_Y/η_Z", fontsize=8)
            if leftmost:
                small.set_ylabel("entropy (nats)", fontsize=8)
        # the last panel has the most room below its lines
        small.legend(fontsize=6, framealpha=0.85, loc="lower center", ncols=2)


ERROR = Option(
    "error",
    "deviation",
    "'mean ± error' does not say which error",
    {"deviation": "standard deviation over seeds", "mean": "standard error of the mean"},
)


@panel(
    "scan_snap/fig6",
    title="Syn-Medium entropy, all four settings, and the two claims read in it",
    source="scan_snap, Figure 6",
    trials=SEEDS,
    exact=False,
    options=(STEPS, START, LAW, ERROR),
)
def figure_6(settings: Settings) -> FourPanels:
    """Entropy of attention on distinct tokens against η_Y/η_Z, with every pair of neighbours checked."""
    found = {queries: entropies(queries, settings) for queries in counted(QUERIES, "settings")}
    seeds = settings.trials or SEEDS
    checked = pairs(found) if seeds > 1 else ()
    title = f"Figure 6: average entropy of attention on distinct tokens, {seeds} seeds"
    return FourPanels(title, found, settings["error"], checked)
