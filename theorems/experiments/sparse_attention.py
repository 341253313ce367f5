"""Figures 1 and 2, Table 1 and Proposition 7.2 of the sparse-attention paper (v2), and where the theorems' bounds speak.

The available text of the paper has lost its sizes; each is an option here, with the reason for its default. One trial draws
X and the weights and looks at a few rows of the attention matrix, chosen at random, through the streaming top-k kernel: a
row of P - P̂ does not depend on the others. The curves are means over trials with 95 % intervals; beside them stand
the closed forms of W = 0.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from kernels import balls
from kernels.topk import topk_errors
from theorems.experiments.chart import Axis
from theorems.experiments.means import MeanCurve, MeanCurves, as_table, exact_curve, mean_curve
from theorems.experiments.panel import Option, Settings, panel
from theorems.experiments.progress import counted
from theorems.experiments.values import nonnegative_number, share, shares, whole, wholes
from theorems.sparse.constants import ENTRY_LAWS, smallest_constant
from theorems.sparse.drawn_inputs import (
    DRAWN_NORMS,
    Draw,
    Floats,
    Strategy,
    constant_window,
    logarithmic_window,
    power_window,
    window_errors,
)
from theorems.sparse.thresholds import BOUNDS, Bound, ball_of

LENGTHS = (256, 512, 1024, 2048, 4096, 8192)

TRIALS = 60  # the paper repeats 1000 times (Section 6.3): --trials 1000


MOST_KEYS = 2**16
_lengths = wholes(1, MOST_KEYS)
_window = whole(1, MOST_KEYS)
_rows = whole(1, 256)
_widths = wholes(1, 64)
_largest = whole(1, 10**6)


LENGTHS_OPTION = Option(
    "lengths",
    ",".join(map(str, LENGTHS)),
    "the lengths are lost: six doublings in the range of language models",
    check=_lengths,
)
ENTRIES_OPTION = Option(
    "entries",
    "gaussian",
    "the text says Gaussian; its variance is lost: 1",
    {
        "gaussian": "N(0, 1)",
        "signs": "fair signs",
        "uniform": "uniform, variance 1",
        "shifted": "N(1, 1)",
        "spiky": "±10 with probability 1/100, else 0",
    },
)
WEIGHTS_OPTION = Option(
    "weights",
    "gaussian",
    "the law of the weights is lost: entries N(0, 1/d), which makes ‖W‖_F about 1",
    {"gaussian": "W_Q, W_K with entries N(0, 1/d)", "zero": "W = 0", "identity": "W = I/√d", "ones": "rank one"},
)
ROWS_OPTION = Option(
    "rows", "8", "rows looked at per trial: means over rows need no more; a maximum over rows takes all", check=_rows
)


@panel(
    "sparse/fig1",
    title="effective entries per row against the length",
    source="sparse v2, Figure 1",
    trials=TRIALS,
    exact=False,
    options=(
        Option("epsilons", "0.1,0.01,0.001", "the thresholds are lost: three decades", check=shares),
        Option("lengths", "16,32,64,128,256,512,1024,2048,4096,8192", "lost; from a few keys to thousands", check=_lengths),
        ENTRIES_OPTION,
        WEIGHTS_OPTION,
        ROWS_OPTION,
        Option(
            "over",
            "mean",
            "per row; the worst of the rows looked at is the other choice",
            {"mean": "of rows", "max": "of rows"},
        ),
    ),
)
def figure_1(settings: Settings) -> MeanCurves:
    """The mean number of entries above ε. It falls to 0, not to 1 or n-1 as Theorem 5.1 says; never above 1/ε."""
    epsilons, lengths = shares(settings["epsilons"]), _lengths(settings["lengths"])
    trials = settings.trials or TRIALS
    counts = {eps: [np.empty(trials) for _ in lengths] for eps in epsilons}
    for i, n in enumerate(counted(lengths, "lengths")):
        for trial in counted(range(trials), "trials"):
            rng = np.random.default_rng([settings.seed, settings.stream, n, trial])
            effective = topk_errors(*drawn(settings).few_rows(rng, n), [1], epsilons).effective
            value = effective.mean(0) if settings["over"] == "mean" else effective.max(0)
            for eps, count in zip(epsilons, value, strict=True):
                counts[eps][i][trial] = count
    curves = tuple(mean_curve(f"ε = {eps:g}", lengths, counts[eps]) for eps in epsilons)
    return MeanCurves(
        f"Figure 1: entries above ε in a row ({trials} repeats)",
        Axis("n", logarithmic=True),
        Axis("effective entries", logarithmic=True),
        curves,
        trials,
    )


def matched_strategies(lengths: Sequence[int], k0: int, exponents: Sequence[float], matching: str) -> tuple[Strategy, ...]:
    """k0, α₁ log n and α₂ n^C with equal total cost Σ n k; with equal cost at each n they are all k0."""
    if matching == "each":
        return (constant_window(k0),)
    powers = [power_window(lengths, k0, c) for c in exponents]
    return (constant_window(k0), logarithmic_window(lengths, k0), *powers)


def drawn(settings: Settings) -> Draw:
    """The laws that the options name."""
    return Draw(settings["entries"], settings["weights"], _rows(settings["rows"]))


NORM_OPTION = Option(
    "norm", "frobenius", '"some norm": Theorem E.2 uses Frobenius\'', {name: norm.what for name, norm in DRAWN_NORMS.items()}
)
OF_ERRORS = (NORM_OPTION, ENTRIES_OPTION, WEIGHTS_OPTION, ROWS_OPTION)
K0_OPTION = Option("k0", "32", "the constant window is lost: the middle of 16, 32, 64", check=_window)
EXPONENTS_OPTION = Option("exponents", "0.25,0.5,0.75", "the exponents C are lost: three quarters", check=shares)
MATCHING_OPTION = Option(
    "matching",
    "total",
    "equal cost: over all lengths together; at each length every strategy is k0",
    {"total": "Σ_n n k(n) equal", "each": "n k(n) equal at each n"},
)


def errors_of(settings: Settings, lengths: Sequence[int], strategies: Sequence[Strategy], trials: int) -> list[list[Floats]]:
    """The errors of a panel's trials, in its own stream of random numbers."""
    norm, seed = DRAWN_NORMS[settings["norm"]], (settings.seed, settings.stream)
    errors: list[list[Floats]] = [[] for _ in strategies]
    for n in counted(lengths, "lengths"):
        for own, (found,) in zip(errors, window_errors(drawn(settings), norm, (n,), strategies, trials, seed), strict=True):
            own.append(found)
    return errors


@panel(
    "sparse/fig2",
    title="error against the length at matched compute",
    source="sparse v2, Figure 2",
    trials=TRIALS,
    exact=False,
    options=(LENGTHS_OPTION, K0_OPTION, EXPONENTS_OPTION, MATCHING_OPTION, *OF_ERRORS),
)
def figure_2(settings: Settings) -> MeanCurves:
    """Windows k0, α₁ log n, α₂ n^C of equal total cost; dashed: the same for W = 0, exactly."""
    lengths = _lengths(settings["lengths"])
    strategies = matched_strategies(lengths, _window(settings["k0"]), shares(settings["exponents"]), settings["matching"])
    trials = settings.trials or TRIALS
    norm = DRAWN_NORMS[settings["norm"]]
    errors = errors_of(settings, lengths, strategies, trials)
    curves = [mean_curve(s.name, lengths, e) for s, e in zip(strategies, errors, strict=True)]
    curves += [exact_curve(f"W = 0, {s.name}", lengths, [norm.uniform(n, s(n)) for n in lengths]) for s in strategies]
    return MeanCurves(
        f"Figure 2: {norm.what} ({trials} repeats)",
        Axis("n", logarithmic=True),
        Axis(norm.what, logarithmic=True),
        tuple(curves),
        trials,
    )


@panel(
    "sparse/table1",
    title="error averaged over the lengths, by strategy",
    source="sparse v2, Table 1",
    trials=TRIALS,
    exact=False,
    options=(LENGTHS_OPTION, EXPONENTS_OPTION, MATCHING_OPTION, *OF_ERRORS),
)
def table_1(settings: Settings) -> MeanCurves:
    """One point per strategy and k0 in 16, 32, 64: the mean over lengths of the mean error."""
    lengths, exponents = _lengths(settings["lengths"]), shares(settings["exponents"])
    trials = settings.trials or TRIALS
    norm = DRAWN_NORMS[settings["norm"]]
    sizes = (16, 32, 64)
    strategies = [matched_strategies(lengths, k0, exponents, settings["matching"]) for k0 in sizes]
    errors = errors_of(settings, lengths, [s for family in strategies for s in family], trials)
    averages = [np.mean(np.stack(per_length), axis=0) for per_length in errors]
    kinds = ["constant", "α log n", *(f"α n^{c:g}" for c in exponents)][: len(strategies[0])]
    curves = tuple(
        mean_curve(kind, sizes, [averages[i * len(kinds) + j] for i in range(len(sizes))]) for j, kind in enumerate(kinds)
    )
    title = f"Table 1: mean over lengths of {norm.what}"
    return MeanCurves(title, Axis("k0"), Axis(norm.what), curves, trials, notes=as_table("k0", curves))


@panel(
    "sparse/prop72",
    title="adaptive against constant windows at equal total compute",
    source="sparse v2, Proposition 7.2",
    trials=TRIALS,
    exact=False,
    options=(
        Option("lengths", "256,512,1024,2048,4096,8192", "a dataset of flexible lengths: one input of each", check=_lengths),
        K0_OPTION,
        *OF_ERRORS,
    ),
)
def proposition_72(settings: Settings) -> MeanCurves:
    """The mean error of the window α n^C over that of k0, against C; negative C shrink with n. Below 1: adaptive is better."""
    lengths = _lengths(settings["lengths"])
    k0 = _window(settings["k0"])
    exponents = tuple(i / 8 for i in range(-6, 8))
    strategies = [power_window(lengths, k0, c) for c in exponents]
    trials = settings.trials or TRIALS
    norm = DRAWN_NORMS[settings["norm"]]
    errors = errors_of(settings, lengths, strategies, trials)
    averages = [np.mean(np.stack(per_length), axis=0) for per_length in errors]
    constant = averages[exponents.index(0.0)].mean()
    flat = sum(norm.uniform(n, k0) for n in lengths)
    exact = [sum(norm.uniform(n, s(n)) for n in lengths) / flat for s in strategies]
    curves = (
        mean_curve("drawn inputs", exponents, [average / constant for average in averages]),
        exact_curve("W = 0", exponents, exact),
    )
    return MeanCurves(f"Proposition 7.2: mean {norm.what} over that of k0 = {k0}", Axis("C"), Axis("ratio"), curves, trials)


DELTA_OPTION = Option("delta", "0.01", "the failure probability", check=share, also="a number in (0, 1)")
EXPONENT_OPTION = Option("exponent", "0.5", "C of the window n^C", check=share, also="a number in (0, 1)")


def _of_bounds(x: Sequence[Fraction], value: Callable[[Bound, Fraction], float]) -> tuple[MeanCurve, ...]:
    at = [float(each) for each in x]
    return tuple(exact_curve(f"{bound.where}: {bound.text}", at, [value(bound, each) for each in x]) for bound in BOUNDS)


@panel(
    "sparse/thresholds",
    title="from which n on a bound says anything, against R",
    source="sparse v2, Theorems 4.3, 5.1, E.1",
    options=(DELTA_OPTION, EXPONENT_OPTION),
)
def thresholds(settings: Settings) -> MeanCurves:
    """The log n from which a bound is below its trivial value, in ball arithmetic (the balls are narrower than the lines)."""
    delta, exponent = share(settings["delta"]), share(settings["exponent"])
    R = [Fraction(i, 8) for i in range(25)]
    curves = _of_bounds(R, lambda bound, r: max(0.0, balls.approximate(bound.threshold(r, delta, exponent))))
    return MeanCurves(
        f"sizes from which a bound speaks (C = {exponent}, δ = {delta})", Axis("R"), Axis("log n", logarithmic=True), curves, 0
    )


@panel(
    "sparse/bounds",
    title="the collapse bounds up to n = e^1000",
    source="sparse v2, Theorems 4.3, 5.1, E.1",
    options=(
        Option("R", "1", "B² ‖W‖_F, a rational", check=nonnegative_number),
        Option("largest", "1000", "log n at the right end", check=_largest),
        DELTA_OPTION,
        EXPONENT_OPTION,
    ),
)
def bounds(settings: Settings) -> MeanCurves:
    """Each bound over its trivial value, on the log scale: above 0 it says nothing."""
    delta, exponent = share(settings["delta"]), share(settings["exponent"])
    R = nonnegative_number(settings["R"])
    L = [Fraction(_largest(settings["largest"]) * i, 200) for i in range(201)]
    curves = _of_bounds(L, lambda bound, x: balls.approximate(ball_of(x, R, bound, delta, exponent)))
    return MeanCurves(f"log(bound/trivial), R = {R}", Axis("log n"), Axis("log of the ratio"), curves, 0)


@panel(
    "sparse/constants",
    title="the smallest constant of Lemma D.4, exactly",
    source="sparse v2, Lemma D.4",
    options=(
        Option(
            "weights",
            "ones",
            "rank one is the worst case; the identity has a large trace",
            {"ones": "W = 1 1^T", "identity": "W = I"},
        ),
        Option("delta", "0.001", "the failure probability", check=share, also="a number in (0, 1)"),
        Option("widths", "1,2,4,8,16,32", "the widths d", check=_widths),
    ),
)
def constants(settings: Settings) -> MeanCurves:
    """The least C with Pr[|S_ij - E S_ij| > C b² ‖W‖_F √log(1/δ)] ≤ δ, from the exact law of the score."""
    widths = _widths(settings["widths"])
    delta = share(settings["delta"])
    curves = tuple(
        exact_curve(name, widths, [smallest_constant(entry, settings["weights"], d, delta) for d in widths])
        for name, entry in ENTRY_LAWS.items()
    )
    return MeanCurves(
        f"Lemma D.4: smallest C (δ = {settings['delta']}, W: {settings['weights']})",
        Axis("d", logarithmic=True),
        Axis("C"),
        curves,
        0,
    )
