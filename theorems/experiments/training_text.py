"""Figures 7 and 10 of scan_snap: attention while a transformer reads a text, and its entropy against the learning rate.

The paper's text is WikiText (:mod:`theorems.experiments.wikitext`); without a local copy the same training runs on the
documentation that comes with Python. Neither the sizes of the models nor the number of steps are given: all are options.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from kernels.blocks import Floats
from kernels.embedded_attention import ascend, attention, drawn, log_likelihood
from kernels.training_dynamics import Integers, entropy
from theorems.experiments import training_deep
from theorems.experiments.chart import Axis
from theorems.experiments.lines import Heat, Line, Lines, error_of
from theorems.experiments.panel import Option, Settings, panel
from theorems.experiments.progress import counted
from theorems.experiments.values import positive_number, whole
from theorems.experiments.wikitext import PYTHON, Corpus, load

RATES = (1.0, 2.0, 3.0, 4.0, 5.0)
SEEDS = 5
VALIDATION_WINDOWS = 256
ROWS = 9
WATCHED = 7  # stream of the watched and the validation windows: the same for every seed and rate


CORPUS = Option(
    "corpus",
    PYTHON,
    "WikiText does not come with the project: the directory of a local copy, or Python's own documentation",
    check=str,
    also="the directory with wiki.train.tokens and wiki.valid.tokens",
)
VOCABULARY = Option(
    "vocabulary",
    "1000",
    "not given; the frequent words, so that a step stays cheap (WikiText-2 has 33278)",
    check=whole(2, 50_000),
    also="a number of words",
)
LENGTH = Option("length", "32", "the length of a window is not given", check=whole(3, 512), also="an integer from 3 on")
WIDTH = Option("width", "64", "the width of the embedding is not given", check=whole(1, 1024), also="a positive integer")
BATCH = Option("batch", "32", "the batch size is not given", check=whole(1, 1024), also="a positive integer")
RATE = Option("rate", "5", "the learning rate of Figure 7, for all weights", check=positive_number)
DEEP_RATE = Option(
    "rate",
    "1",
    "5, the rate of the figure, does not settle with three layers: the loss rises from 6.2 to 35; with 1 it falls to 4.2",
    check=positive_number,
)
STEPS = {
    1: Option(
        "steps",
        "4000",
        "not given; a few seconds, after which attention still moves: the notes say how far",
        check=whole(1, 1_000_000),
        also="a positive integer",
    ),
    3: Option("steps", "400", "not given; a few seconds", check=whole(1, 1_000_000), also="a positive integer"),
    10: Option(
        "steps", "2000", "'until convergence' is no number; 25 runs in a minute", check=whole(1, 1_000_000), also="an integer"
    ),
}
SIZES = (CORPUS, VOCABULARY, LENGTH, WIDTH, BATCH)


@dataclass(frozen=True)
class WordHeat(Heat):
    """A heat map whose columns are words, with what it says in words."""

    words: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def table(self) -> Iterator[Sequence[Any]]:
        yield ("row", "position", "word", self.what)
        for name, row in zip(self.rows, self.values, strict=True):
            for k, (word, value) in enumerate(zip(self.words, row, strict=True)):
                yield (name, k, word, value)

    def draw(self, axes: Any) -> None:
        super().draw(axes)
        axes.set_xticks(range(len(self.words)), [word.replace("$", r"\$") for word in self.words], rotation=90, fontsize=5)


def shown_steps(steps: int) -> tuple[int, ...]:
    """Nine steps from 0 to ``steps`` at equal distances, fewer when there are not so many."""
    return tuple(sorted({round(k * steps / (ROWS - 1)) for k in range(ROWS)}))


def watched_window(corpus: Corpus, length: int, settings: Settings) -> Integers:
    """The window of the validation text that is watched: that of several drawn with the most different known words."""
    windows = corpus.windows(length, 64, np.random.default_rng([settings.seed, WATCHED]), validation=True)
    known = [len({word for word in window if word != 0}) for window in windows.tolist()]
    return windows[int(np.argmax(known))]


def train_one_layer(
    corpus: Corpus, settings: Settings, rate: float, seed: int, steps: int, watch: Callable[[int, Any], None] | None = None
) -> Any:
    """The model after plain SGD; ``watch`` is called with (step, model) before each step and after the last."""
    rng = np.random.default_rng([seed, settings.stream])
    model = drawn(len(corpus.words), int(settings["width"]), rng)
    length, batch = int(settings["length"]), int(settings["batch"])
    for step in counted(range(steps), "steps"):
        if watch is not None:
            watch(step, model)
        words = corpus.windows(length, batch, rng)
        _, gradient = log_likelihood(model, words[:, :-1], words[:, -1])
        try:
            ascend(model, gradient, rate)
        except FloatingPointError as error:
            raise ValueError(f"{error}, in step {step}: smaller rates, or a wider embedding, keep it finite") from None
    if watch is not None:
        watch(steps, model)
    return model


def freezing(rows: dict[int, Floats]) -> tuple[str, ...]:
    """How far attention moves between shown steps (half the sum of absolute differences), and its entropy at both ends."""
    moved = [f"{a} → {b}: {np.abs(one - other).sum() / 2:.3f}" for (a, one), (b, other) in pairwise(sorted(rows.items()))]
    first, last = min(rows), max(rows)
    return (
        "attention moved (total variation) " + ", ".join(moved),
        f"entropy {float(entropy(rows[first])):.3f} at step {first}, {float(entropy(rows[last])):.3f} at step {last}",
    )


def _heat(corpus: Corpus, window: Integers, rows: dict[int, Floats], settings: Settings, layers: str) -> WordHeat:
    words = tuple(corpus.words[k] for k in window)
    return WordHeat(
        f"Figure 7: {layers}, rate {settings['rate']}, {corpus.name}",
        f"word attended to; '{words[-2]}' asks",
        tuple(f"step {step}" for step in sorted(rows)),
        tuple(tuple(float(x) for x in rows[step]) for step in sorted(rows)),
        "attention",
        words=words[:-2],
        notes=freezing(rows),
    )


@panel(
    "scan_snap/fig7a",
    title="attention of a one-layer model",
    source="scan_snap, Figure 7",
    exact=False,
    options=(*SIZES, RATE, STEPS[1]),
)
def figure_7a(settings: Settings) -> WordHeat:
    """Attention of one word on those before it, in a window that is not trained on, while the model trains."""
    corpus = load(settings["corpus"], int(settings["vocabulary"]))
    window = watched_window(corpus, int(settings["length"]), settings)
    steps = int(settings["steps"])
    shown, rows = set(shown_steps(steps)), {}

    def watch(step: int, model: Any) -> None:
        if step in shown:
            rows[step] = attention(model, window[None, :-1])[0]

    train_one_layer(corpus, settings, float(positive_number(settings["rate"])), settings.seed, steps, watch)
    return _heat(corpus, window, rows, settings, "one layer")


LAYERS = Option("layers", "3", "as the paper says", check=whole(1, 32), also="a positive integer")


@panel(
    "scan_snap/fig7b",
    title="attention in the first of three layers (needs the extra 'wikitext')",
    source="scan_snap, Figure 7",
    exact=False,
    options=(*SIZES, DEEP_RATE, STEPS[3], LAYERS),
)
def figure_7b(settings: Settings) -> WordHeat:
    """The same for a model of several layers, in PyTorch, that learns the next word at every position."""
    training_deep.torch_module()
    corpus = load(settings["corpus"], int(settings["vocabulary"]))
    length, steps = int(settings["length"]), int(settings["steps"])
    window = watched_window(corpus, length, settings)
    rng = np.random.default_rng([settings.seed, settings.stream])
    rows, losses = training_deep.train(
        len(corpus.words),
        int(settings["layers"]),
        int(settings["width"]),
        lambda step: corpus.windows(length, int(settings["batch"]), rng),
        rate=float(positive_number(settings["rate"])),
        steps=steps,
        seed=settings.seed,
        window=window,
        shown=frozenset(shown_steps(steps)),
    )
    picture = _heat(corpus, window, rows, settings, f"first of {settings['layers']} layers")
    return replace(picture, notes=(loss_note(losses), *picture.notes))


def loss_note(losses: Sequence[float]) -> str:
    """The mean loss over each tenth of the training: does it fall, or is the rate too large?"""
    tenths = [chunk.mean() for chunk in np.array_split(np.array(losses), min(10, len(losses)))]
    return "loss (nats per word, mean over each tenth): " + ", ".join(f"{mean:.3f}" for mean in tenths)


def mean_entropies(corpus: Corpus, settings: Settings) -> dict[float, Floats]:
    """Learning rate -> mean entropy of attention over validation windows, for each seed."""
    length, steps = int(settings["length"]), int(settings["steps"])
    rng = np.random.default_rng([settings.seed, WATCHED])
    held_out = corpus.windows(length, VALIDATION_WINDOWS, rng, validation=True)[:, :-1]
    seeds = range(settings.seed, settings.seed + (settings.trials or SEEDS))
    runs = [(rate, seed) for rate in RATES for seed in seeds]
    found: dict[float, list[float]] = {rate: [] for rate in RATES}
    for rate, seed in counted(runs, "runs"):
        model = train_one_layer(corpus, settings, rate, seed, steps)
        found[rate].append(float(entropy(attention(model, held_out)).mean()))
    return {rate: np.array(values) for rate, values in found.items()}


@panel(
    "scan_snap/fig10",
    title="entropy of attention against the learning rate",
    source="scan_snap, Figure 10",
    trials=SEEDS,
    exact=False,
    options=(*SIZES, STEPS[10]),
)
def figure_10(settings: Settings) -> Lines:
    """Mean entropy on validation windows; the paper finds that it drops as the rate grows."""
    corpus = load(settings["corpus"], int(settings["vocabulary"]))
    found = mean_entropies(corpus, settings)
    means = tuple(float(found[rate].mean()) for rate in RATES)
    rises = [f"{a:g} → {b:g}" for (a, x), (b, y) in pairwise(zip(RATES, means, strict=True)) if y >= x]
    verdict = "entropy drops at every step of the rate" if not rises else f"entropy does not drop at {', '.join(rises)}"
    return Lines(
        f"Figure 10: one layer, {corpus.name}, {settings['steps']} steps, {settings.trials or SEEDS} seeds",
        Axis("learning rate"),
        Axis("mean entropy of attention (nats)"),
        (Line(corpus.name, RATES, means, tuple(error_of(found[rate]) for rate in RATES)),),
        what_error="standard deviation over seeds",
        notes=(verdict,),
    )
