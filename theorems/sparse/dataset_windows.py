"""Datasets of lengths and windows for inputs with W = 0: the models and domains of Proposition 7.2 and of Table 1."""

from itertools import combinations_with_replacement, pairwise

from kernels.arithmetic import BALLS
from strategies.length_mixtures import few_short_lengths, growing_windows, lengths_of
from theorems.sparse.language import *
from theorems.sparse.uniform_rows import UNIFORM_ERRORS
from theorems.sparse.window_costs import dataset, overall

i, j, n, k0, k = symbols("i j n k0 k")


@dataclass(frozen=True)
class Windows:
    """Inputs with W = 0: their lengths, the constant window k0 and, where an instance names them, other windows k_i.

    c: the exponent of windows α n^c
    """

    arithmetic: Arithmetic
    lengths: tuple[int, ...]
    k0: int
    windows: tuple[int, ...] = ()
    c: Fraction | None = None

    def number(self, value: int | Fraction) -> Number:
        """An exact constant."""
        return self.arithmetic.number(value)

    def error(self, norm: str, i: int, k: int) -> Number:
        """The error of one input with the window k."""
        return UNIFORM_ERRORS[norm](self.arithmetic, self.number(self.lengths[i]), self.number(k))

    def mean_error(self, norm: str, windows: tuple[int, ...]) -> Number:
        """The error averaged over the inputs."""
        errors = [self.error(norm, i, k) for i, k in enumerate(windows)]
        return sum(errors[1:], errors[0]) / len(errors)

    @property
    def constant(self) -> tuple[int, ...]:
        """k0 for every input."""
        return tuple(self.k0 for _ in self.lengths)

    @property
    def rivals(self) -> list[tuple[int, ...]]:
        """All other windows that do not fall with n and cost no more in total, every ⌊α n^C⌋ and ⌈α n^C⌉ among them.

        k0 itself where there is no other.
        """
        cheap = self._growing(self.k0 * sum(self.lengths))
        return [windows for windows in cheap if windows != self.constant] or [self.constant]

    def _growing(self, budget: int) -> Iterator[tuple[int, ...]]:
        sizes = sorted(set(self.lengths))
        weight = {n: n * self.lengths.count(n) for n in sizes}

        def extended(chosen: tuple[int, ...], spent: int) -> Iterator[tuple[int, ...]]:
            if len(chosen) == len(sizes):
                by_length = dict(zip(sizes, chosen, strict=True))
                yield tuple(by_length[n] for n in self.lengths)
                return
            n = sizes[len(chosen)]
            for k in range(chosen[-1] if chosen else 1, n + 1):
                if spent + weight[n] * k <= budget:
                    yield from extended((*chosen, k), spent + weight[n] * k)

        return extended((), 0)


def _bind_windows(instance: Instance, arithmetic: Arithmetic) -> Windows:
    windows = lengths_of(str(instance.windows)) if "windows" in instance else ()
    c = Fraction(instance["c"]) if "c" in instance else None
    return Windows(arithmetic, lengths_of(str(instance.lengths)), int(instance["k0"]), windows, c)


def lengths_at(instance: Instance) -> tuple[int, ...]:
    return lengths_of(str(instance.lengths))


def _few_small() -> Iterator[Instance]:
    for size in (1, 2):
        for lengths in combinations_with_replacement(range(1, 13), size):
            for k0 in range(1, min(lengths) + 1):
                yield Instance(lengths=",".join(map(str, lengths)), k0=k0)


def _windows_small() -> Iterator[Instance]:
    """Two lengths, every window that does not fall: those of equal cost first, where a smaller bound breaks."""
    for lengths in combinations_with_replacement(range(2, 15), 2):
        if lengths[0] == lengths[1]:
            continue
        for k0 in range(1, lengths[0] + 1):
            x = Windows(BALLS, lengths, k0)
            budget = k0 * sum(lengths)
            costs = {w: sum(n * k for n, k in zip(lengths, w, strict=True)) for w in x.rivals}
            for windows in sorted(costs, key=lambda w: budget - costs[w])[:3]:
                yield Instance(lengths=",".join(map(str, lengths)), k0=k0, windows=",".join(map(str, windows)))


def _growing(instance: Instance) -> bool:
    """One window in [n_i] for each input, larger or equal where n is, and equal where n is equal."""
    lengths, windows = lengths_at(instance), lengths_of(str(instance.windows))
    if len(lengths) != len(windows) or not all(1 <= k <= n for n, k in zip(lengths, windows, strict=True)):
        return False
    pairs = sorted(zip(lengths, windows, strict=True))
    return all(a <= b and (n < m or a == b) for (n, a), (m, b) in pairwise(pairs))


def cost(instance: Instance) -> int:
    """Σ n_i k_i."""
    return sum(n * k for n, k in zip(lengths_at(instance), lengths_of(str(instance.windows)), strict=True))


def each_input(claim: Claim) -> ForAll:
    return ForAll(i, dataset, claim)


WINDOW_IN_RANGE = Condition((k0 >= 1) & each_input(k0 <= n[i]), lambda x: 1 <= int(x["k0"]) <= min(lengths_at(x)))
DROPS_SOMEWHERE = Condition(k0 < Largest(i, dataset, n[i]), lambda x: int(x["k0"]) < max(lengths_at(x)))
GROWING = Condition(
    each_input((1 <= k[i]) & (k[i] <= n[i])) & each_input(ForAll(j, dataset, (n[i] - n[j]) * (k[i] - k[j]) >= 0)),
    _growing,
    said="k_i does not fall with n_i",
)
COSTS_NO_MORE = Condition(overall(n[i] * k[i]) <= k0 * overall(n[i]), lambda x: cost(x) <= int(x["k0"]) * sum(lengths_at(x)))
HALF_OF_EACH = Condition(each_input(2 * k0 <= n[i]), lambda x: 2 * int(x["k0"]) <= min(lengths_at(x)))
_NAMES = {"k0": "the constant window"}
FEW_LENGTHS = Domain(
    "few short lengths, W = 0",
    few_short_lengths,
    _bind_windows,
    (WINDOW_IN_RANGE,),
    _few_small,
    variables=_NAMES,
    feasible="all lengths n_i ≥ 1, k0 in [min n_i]",
)
WITH_WINDOWS = Domain(
    "lengths and windows that grow with them, W = 0",
    growing_windows,
    _bind_windows,
    (WINDOW_IN_RANGE, GROWING),
    _windows_small,
    variables=_NAMES,
    feasible="all lengths n_i ≥ 1, k0 in [min n_i], k_i in [n_i] that do not fall with n_i",
)
DIFFERENT = Condition(
    Smallest(i, dataset, n[i]) < Largest(i, dataset, n[i]),
    lambda x: len(set(lengths_at(x))) > 1,
    said="at least two different lengths",
)
