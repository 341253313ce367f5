"""Figures 4, 5, 6, 11 and 12 of scan_snap: training on synthetic classes; and how the four dynamics agree.

Attention c_n of a class is read off in the limit of long contexts, P(l|n) exp(z_ml) normalised. Every seed is a separate
stream, so a run with more seeds continues one with fewer.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kernels.batch_training import synthetic_classes, train
from kernels.blocks import Floats
from kernels.training_dynamics import ROUND_ROBIN, Trainer, attention, entropy
from kernels.training_flows import attention_flow, reparameterised
from theorems.experiments.chart import Axis
from theorems.experiments.lines import MANY_COLOURS, Heat, Line, Lines, error_of, small_panels
from theorems.experiments.panel import Option, Settings, panel
from theorems.experiments.progress import counted
from theorems.experiments.values import positive_number, share, whole

BATCH, CONTEXT, MOMENTUM = 128, 127, 0.9
QUERIES = (1, 3, 5, 10)
RATES_Z = (0.5, 1.0, 2.0, 3.0)
RATIOS = (1.0, 2.0, 5.0, 10.0)
SEEDS = 10
MOST_STEPS = 100_000


STEPS_SMALL = Option(
    "steps",
    "50",
    "'until convergence' is not a number: the published picture ends at step 50",
    check=whole(1, MOST_STEPS),
    also="a positive integer",
)
PROFILE = Option(
    "profile",
    "linear",
    "'increasing' is all that is said of P on the distinct tokens; linspace(0.1, 1) as in Syn-Medium",
    {"linear": "0.1 to 1 in equal steps", "geometric": "0.1 to 1 in equal ratios"},
)
START = Option(
    "start",
    "uniform",
    "the published code starts from ±1/√M, the text from zero",
    {"uniform": "uniform on ±1/√M", "zero": "Y = Z = 0"},
)
STEPS = Option("steps", "100", "as the published configuration", check=whole(1, MOST_STEPS), also="a positive integer")
LAW = Option(
    "entropy",
    "distinct",
    "entropy of c_n on distinct tokens: of c_n renormalised to them, or of the part of c_n on them as it is",
    {"distinct": "renormalised", "part": "-Σ c ln c over distinct tokens", "all": "of the whole c_n"},
)


def small_classes(profile: str) -> tuple[Floats, np.ndarray]:
    """Syn-Small: tokens 0-9 shared, 10-19 and 20-29 distinct, one query; the answers are two of the shared ids."""
    own = np.linspace(0.1, 1, 10) if profile == "linear" else np.geomspace(0.1, 1, 10)
    law = np.zeros((2, 30))
    law[:, :10] = 1.0
    law[0, 10:20], law[1, 20:] = own, own
    return law / law.sum(axis=1, keepdims=True), np.zeros(2, dtype=np.int64)


def _small(settings: Settings, eta_Y: float, eta_Z: float, method: str, figure: str) -> Heat:
    law, query = small_classes(settings["profile"])
    steps = int(settings["steps"])
    shown = sorted({round(x) for x in np.linspace(0, steps, 7)})
    rows: dict[int, Floats] = {}

    def watch(step: int, Y: Floats, Z: Floats) -> None:
        del Y
        if step in shown:
            rows[step] = attention(law, Z[query])[0, :20]

    rng = np.random.default_rng([settings.seed, settings.stream])
    train(law, query, eta_Y=eta_Y, eta_Z=eta_Z, steps=steps, batch=BATCH, length=CONTEXT, rng=rng, method=method, watch=watch)
    return Heat(
        f"{figure}: attention of class 1, {method.upper()}, η_Y = {eta_Y:g}, η_Z = {eta_Z:g}",
        "token (0-9 common, 10-19 distinct)",
        tuple(f"step {step}" for step in shown),
        tuple(tuple(float(x) for x in rows[step]) for step in shown),
        "c_n",
        (9.5,),
    )


def _announce_small(name: str, told: str, method: str, eta_Y: float, eta_Z: float) -> None:
    figure = f"Figure {name[0]}"

    @panel(f"scan_snap/fig{name}", title=f"Syn-Small, {told}", source=f"scan_snap, {figure}", options=SMALL, exact=False)
    def _(settings: Settings) -> Heat:
        return _small(settings, eta_Y, eta_Z, method, figure)


SMALL = (STEPS_SMALL, PROFILE)
# SGD: attention moves to the distinct tokens and becomes sparse; with a faster decoder it settles earlier and stays denser
_announce_small("4a", "SGD, η_Y = 1", "sgd", 1.0, 1.0)
_announce_small("4b", "SGD, η_Y = 10", "sgd", 10.0, 1.0)
for _letter, _rate in zip("abc", (0.1, 0.5, 1.0), strict=True):  # other subsets of distinct tokens at other rates
    _announce_small(f"5{_letter}", f"Adam, rates {_rate:g}", "adam", _rate, _rate)


@cache
def medium_attention(queries: int, eta_Z: float, ratio: float, seed: int, stream: int, start: str, steps: int) -> Floats:
    """c_n (K, M) after training on Syn-Medium with one seed."""
    law, query, answer = synthetic_classes(queries)
    M = law.shape[1]
    rng = np.random.default_rng([seed, stream, queries])
    width = 1 / np.sqrt(M) if start == "uniform" else 0.0
    begin = (rng.uniform(-width, width, (M, M)), rng.uniform(-width, width, (M, M)))
    _, Z = train(
        law,
        query,
        eta_Y=ratio * eta_Z,
        eta_Z=eta_Z,
        steps=steps,
        batch=BATCH,
        length=CONTEXT,
        rng=rng,
        start=begin,
        momentum=MOMENTUM,
        answer=answer,
    )
    return attention(law, Z[query])


def distinct_block(c: Floats, queries: int) -> Floats:
    """The attention of each class on its ten distinct tokens, (K, 10)."""
    return np.stack([c[n, 10 + 10 * n : 20 + 10 * n] for n in range(2 * queries)])


def mean_entropy(c: Floats, queries: int, kind: str) -> float:
    """Average over classes of the entropy of c_n that ``kind`` names."""
    if kind == "all":
        return float(entropy(c).mean())
    own = distinct_block(c, queries)
    return float(entropy(own / own.sum(axis=1, keepdims=True) if kind == "distinct" else own).mean())


def entropies(queries: int, settings: Settings) -> dict[tuple[float, float], Floats]:
    """(η_Z, η_Y/η_Z) -> the average entropy of each seed."""
    seeds, steps = settings.trials or SEEDS, int(settings["steps"])
    found: dict[tuple[float, float], list[float]] = {(eta_Z, ratio): [] for eta_Z in RATES_Z for ratio in RATIOS}
    for rates, s in counted([(rates, s) for rates in found for s in range(seeds)], "runs"):
        c = medium_attention(queries, *rates, settings.seed + s, 6, settings["start"], steps)
        found[rates].append(mean_entropy(c, queries, settings["entropy"]))
    return {rates: np.array(values) for rates, values in found.items()}


def _announce_medium(letter: str, queries: int) -> None:
    tokens = f"{queries}/{2 * queries}"

    @panel(
        f"scan_snap/fig6{letter}",
        title=f"Syn-Medium entropy, {tokens} tokens",
        source="scan_snap, Figure 6",
        options=(STEPS, START, LAW),
        trials=SEEDS,
        exact=False,
    )
    def _(settings: Settings) -> Lines:
        """Entropy of attention on distinct tokens against η_Y/η_Z."""
        found = entropies(queries, settings)
        runs = {eta_Z: [found[eta_Z, ratio] for ratio in RATIOS] for eta_Z in RATES_Z}
        lines = tuple(
            Line(f"η_Z = {eta_Z:g}", RATIOS, tuple(float(r.mean()) for r in each), tuple(map(error_of, each)))
            for eta_Z, each in runs.items()
        )
        title = f"Figure 6: {tokens} query/next tokens, {settings.trials or SEEDS} seeds"
        axes = Axis("η_Y/η_Z"), Axis("average entropy of c_n (nats)")
        return Lines(title, *axes, lines, what_error="standard deviation over seeds")


for _letter, _queries in zip("abcd", QUERIES, strict=True):
    _announce_medium(_letter, _queries)


QUERY_COUNT = Option(
    "queries",
    "all",
    "the paper has a panel each for 1, 3, 5 and 10 query tokens",
    {"all": "four panels", **{str(q): "query tokens" for q in QUERIES}},
)
FIXED_RATIO = Option("ratio", "2", "the ratio η_Y/η_Z that is kept is not said", check=positive_number)
FIXED_Z = Option("eta_Z", "1", "the rate η_Z that is kept is not said", check=positive_number)


def recall(c: Floats, queries: int, thresholds: Floats) -> Floats:
    """Share of distinct tokens with attention above each threshold, averaged over classes."""
    own = distinct_block(c, queries)
    return (own[None] > thresholds[:, None, None]).mean(axis=(1, 2))


@dataclass(frozen=True)
class Recalls:
    """One small picture for each number of query tokens; ``found``: queries -> name of a line -> (seeds, thresholds)."""

    title: str
    thresholds: Mapping[int, Floats]
    found: Mapping[int, Mapping[str, Floats]]

    def table(self) -> Iterator[Sequence[Any]]:
        yield ("queries", "line", "threshold", "mean recall", "standard deviation over seeds", "seeds")
        for queries, lines in self.found.items():
            for name, runs in lines.items():
                for k, threshold in enumerate(self.thresholds[queries]):
                    values = runs[:, k]
                    yield (queries, name, float(threshold), float(values.mean()), error_of(values), len(values))

    def draw(self, axes: Any) -> None:
        panels = small_panels(axes, self.title, self.found, alike=False)
        for k, (small, queries, lowest, leftmost) in enumerate(panels):
            for (name, runs), colour in zip(self.found[queries].items(), MANY_COLOURS, strict=False):
                mean = runs.mean(axis=0)
                band = np.array([error_of(values) for values in runs.T])
                small.plot(self.thresholds[queries], mean, color=colour, linewidth=1.2, label=name)
                small.fill_between(self.thresholds[queries], mean - band, mean + band, color=colour, alpha=0.2, linewidth=0)
            small.set_ylim(0, 1.02)
            if lowest:
                small.set_xlabel("threshold", fontsize=8)
            if leftmost:
                small.set_ylabel("recall", fontsize=8)
            if k == 0:
                small.legend(fontsize=6, framealpha=0.85)


def _recalls(settings: Settings, rates: Mapping[str, tuple[float, float]], title: str) -> Recalls:
    """``rates``: name of a line -> (η_Z, η_Y/η_Z)."""
    chosen = QUERIES if settings["queries"] == "all" else (int(settings["queries"]),)
    seeds, steps = settings.trials or SEEDS, int(settings["steps"])
    thresholds = {queries: np.linspace(0, 4 / (10 + 23 * queries), 81) for queries in chosen}
    runs: dict[int, dict[str, list[Floats]]] = {queries: {name: [] for name in rates} for queries in chosen}
    for queries, name, s in counted([(q, name, s) for q in chosen for name in rates for s in range(seeds)], "runs"):
        eta_Z, ratio = rates[name]
        c = medium_attention(queries, eta_Z, ratio, settings.seed + s, 6, settings["start"], steps)
        runs[queries][name].append(recall(c, queries, thresholds[queries]))
    found = {queries: {name: np.stack(each) for name, each in lines.items()} for queries, lines in runs.items()}
    return Recalls(f"{title} (mean ± standard deviation, {seeds} seeds)", thresholds, found)


def _announce_recall(
    number: int, kept: Option, title: str, lines: Callable[[float], Mapping[str, tuple[float, float]]]
) -> None:
    """``lines``: what is kept -> name of a line -> (η_Z, η_Y/η_Z). A sparser map has a recall that falls earlier and slower."""
    options = (QUERY_COUNT, kept, STEPS, START)

    @panel(
        f"scan_snap/fig{number}", title=title, source=f"scan_snap, Figure {number}", trials=SEEDS, exact=False, options=options
    )
    def _(settings: Settings) -> Recalls:
        fixed = float(positive_number(settings[kept.name]))
        told = "η_Y/η_Z" if kept is FIXED_RATIO else "η_Z"
        return _recalls(settings, lines(fixed), f"Figure {number}: recall, {told} = {fixed:g}")


_announce_recall(
    11, FIXED_RATIO, "recall against threshold for several η_Z", lambda ratio: {f"η_Z = {z:g}": (z, ratio) for z in RATES_Z}
)
_announce_recall(
    12, FIXED_Z, "recall against threshold for several η_Y/η_Z", lambda eta: {f"η_Y/η_Z = {r:g}": (eta, r) for r in RATIOS}
)


def one_common_token(K: int, common: float) -> tuple[Floats, np.ndarray]:
    """K classes of one query with one common token and two own tokens each, falling probabilities 2 : 1; M = 12 K."""
    law = np.zeros((K, 12 * K))
    for n in range(K):
        law[n, K] = common
        law[n, K + 1 + 2 * n : K + 3 + 2 * n] = (1 - common) * np.array([2, 1]) / 3
    return law, np.zeros(K, dtype=np.int64)


def difference(one: Floats, other: Floats) -> float:
    """Largest difference of logits relative to the largest logit."""
    return float(np.abs(one - other).max() / np.abs(other).max())


@panel(
    "scan_snap/simulators",
    title="how the four dynamics agree",
    source="scan_snap, Lemmas 1 to 4",
    exact=False,
    options=(
        Option(
            "classes", "3", "a small model on which all four run quickly", check=whole(2, 20), also="an integer from 2 to 20"
        ),
        Option(
            "common",
            "0.5",
            "probability of the common token: larger means stronger overlaps",
            check=share,
            also="a number in (0, 1)",
        ),
    ),
)
def simulators(settings: Settings) -> Lines:
    """Relative differences of the logits at equal η_Y t, against the refinement r that should make them vanish.

    Sampled contexts of length 32 r² against their limit; the reparameterised steps against the flow with all rates divided by
    r (with the mean over classes, and as printed); the original decoder against the reparameterised one, which do not approach.
    """
    K, common = int(settings["classes"]), float(share(settings["common"]))
    law, query = one_common_token(K, common)
    eta_Y, eta_Z, rounds = 0.4, 0.04, 120
    refinements = (1, 2, 4, 8)
    found: dict[str, list[float]] = {
        name: [] for name in ("T → ∞", "steps → flow", "steps → flow as printed", "Eqn 7 → Eqn 26")
    }
    for r in counted(refinements, "refinements"):
        steps = K * rounds * r
        slow_Y, slow_Z = eta_Y / r, eta_Z / r
        limit, sampled = (
            Trainer(law, query, eta_Y=slow_Y, eta_Z=slow_Z, length=length, seed=settings.seed, order=ROUND_ROBIN)
            .run(steps)
            .logits
            for length in (0, 32 * r * r)
        )
        modified, _ = reparameterised(
            law, query, eta_Y=slow_Y, eta_Z=slow_Z, steps=steps, seed=settings.seed, order=ROUND_ROBIN
        )
        end = np.array([float(steps)])
        flow, printed = (
            attention_flow(law, query, eta_Y=slow_Y, eta_Z=slow_Z, times=end, per_step=mean).logits[-1]
            for mean in (True, False)
        )
        pairs = ((sampled, limit), (modified, flow), (modified, printed), (limit, modified))
        for name, (one, other) in zip(found, pairs, strict=True):
            found[name].append(difference(one, other))
    lines = tuple(Line(name, tuple(float(r) for r in refinements), tuple(values)) for name, values in found.items())
    title = f"Agreement of the dynamics, K = {K}, M = {12 * K}"
    return Lines(title, Axis("refinement r", logarithmic=True), Axis("relative difference of z", logarithmic=True), lines)
