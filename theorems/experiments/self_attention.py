"""Figures 4 and 5 (superiority v1, Section 7.2, pp. 8-11): self-attention with X = vec(I_d) and X all ones.

The data are those of Definition D.1 at the experiments' parameters, which leave the theorems' ranges (b + c ≠ 1, a1
from 0.1). Attention is invariant under reordering blocks and rows, so a trial depends on where the special rows of
the two inputs lie only through whether they share their block entry.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import log, sqrt
from typing import Any

import numpy as np

from kernels.arithmetic import BALLS, RATIONALS, Arithmetic
from kernels.attention import linear_attention, softmax_attention
from kernels.sign_events import Event, FormRow
from theorems.experiments.chart import Axis, Curves
from theorems.experiments.panel import Option, Settings, panel
from theorems.experiments.success import SHARED_SIGNS, Floats, for_rational_entries
from theorems.experiments.sweeps import ROUND_M, around, columns, grid, placed, success_curve
from theorems.experiments.values import positive_number
from theorems.instance import Instance
from theorems.language.structure import Column, Row
from theorems.language.tree import Expr
from theorems.superiority import language
from theorems.superiority.signs_on_data import DATA, SPECIAL, STRANGER, TWIN, in_units, mean_entry

TRIALS = 100
LEAST_COLUMNS = 15
FIRST, LAST = Column("first"), Column("last")
BLOCKS = [Column("block", residue) for residue in range(3)]  # that of j3's block entry, and two others


@dataclass(frozen=True)
class SelfAttentionPair:
    """One input of each dataset; ``QK`` is an entry of QKᵀ, ``tau`` None is the theorems' (c + 0.1) √(log n).

    ``apart``: the special rows of D0 and D1 have their block entries in different columns.
    """

    n: int
    d: int
    a0: Fraction
    a1: Fraction
    b: Fraction
    c: Fraction
    QK: Expr
    tau: Fraction | None = None
    apart: bool = False

    def __post_init__(self) -> None:
        if self.d < 3 or self.n % (self.d - 2):
            raise ValueError(f"n = {self.n} is not a multiple of d - 2 = {self.d - 2}")
        if self.apart and self.d < 4:
            raise ValueError("two different block columns need d >= 4")

    @property
    def sizes(self) -> tuple[int, ...]:
        """First column, last column, the block columns of the special rows of D1 and of D0 (if apart), the others."""
        named = 2 if self.apart else 1
        return (*(1,) * (2 + named), self.d - 2 - named)

    def threshold(self, arithmetic: Arithmetic) -> object:
        """τ in units of √(log n)."""
        if self.tau is None:
            return for_rational_entries(arithmetic).number(self.c + Fraction(1, 10))
        return arithmetic.number(self.tau) / arithmetic.sqrt(arithmetic.log(arithmetic.number(self.n)))

    def events(self, arithmetic: Arithmetic) -> tuple[Event, ...]:
        events = []
        for dataset, special in ((1, 2), (0, 3 if self.apart else 2)):
            for linear in (False, True):
                mean = self._mean(arithmetic, dataset, linear=linear)
                events.append(Event(tuple(self._rows(mean, special)), self.threshold(arithmetic)))
        return tuple(events)

    def _mean(self, arithmetic: Arithmetic, dataset: int, *, linear: bool) -> Callable[[Row, Column], Any]:
        """The entries of c(A,x) by their kinds of row and column, in units of √(log n)."""
        t = self.n // (self.d - 2)
        point = Instance(n=self.n, d=self.d, t=t, j3=1, a0=self.a0, a1=self.a1, b=self.b, c=self.c)
        data = in_units(DATA[dataset, self.QK], point, RATIONALS if linear else BALLS)  # floats overflow in n^L
        found = partial(mean_entry, data, linear=linear)
        return found if arithmetic.rigorous else lambda row, column: float(found(row, column))

    def _rows(self, mean: Callable[[Row, Column], Any], special: int) -> Iterator[FormRow]:
        """The distinct rows of attention as forms in the groups; ``special`` is the group of j3's block column."""
        sizes = self.sizes
        kinds = [SPECIAL]
        if self.n > self.d - 2:
            kinds.append(TWIN)
        for kind in kinds:
            other = mean(kind, BLOCKS[1]) if self.d > 3 else 0
            blocks = [mean(kind, BLOCKS[0]) if g == special else other for g in range(2, len(sizes))]
            yield FormRow((mean(kind, FIRST), mean(kind, LAST), *blocks))
        if self.d > 3:
            kind = STRANGER
            own, other = mean(kind, BLOCKS[1]), mean(kind, BLOCKS[2]) if self.d > 4 else 0
            blocks = [mean(kind, BLOCKS[0]) if g == special else other for g in range(2, len(sizes))]
            for g in range(2, len(sizes)):
                if g != special and sizes[g]:
                    yield FormRow((mean(kind, FIRST), mean(kind, LAST), *blocks), own=(g, own - other))

    def attention(self) -> list[tuple[Floats, float]]:
        tau = sqrt(log(self.n)) * float(self.c + Fraction(1, 10)) if self.tau is None else float(self.tau)
        X = np.eye(self.d) if self.QK is language.IDENTITY else np.ones((self.d, self.d))
        found = []
        for dataset, j3 in ((1, 0), (0, 1 if self.apart else 0)):
            A = self._input(float(self.a1 if dataset == 1 else self.a0), j3)
            for attention in (softmax_attention, linear_attention):
                found.append((attention(A, A, A, X, np.eye(self.d)), tau))
        return found

    def _input(self, a: float, j3: int) -> Floats:
        """A1 = A2 = A3 of Definition D.1, densely."""
        blocks = np.tile(np.eye(self.d - 2), (self.n // (self.d - 2), 1))
        A = np.hstack([np.zeros((self.n, 1)), float(self.b) * blocks, np.full((self.n, 1), float(self.c))])
        A[j3, 0] = a
        return A * np.sqrt(np.log(self.n))


WHERE_J3 = Option(
    "j3",
    "same",
    "the law of j3 is not given; by symmetry only whether D0 and D1 share the column of its block entry matters",
    {"same": "one j3 for both inputs, fixed or random", "independent": "two independent uniform j3"},
)
THRESHOLD = Option(
    "tau",
    "theorem",
    "Section 7 gives no τ; the theorems' (c + 0.1) √(log n) is the only one the appendix states",
    {"theorem": "(c + 0.1) √(log n)"},
    check=positive_number,
)
LABELS = Option(
    "labels",
    "caption",
    "panels (d), (e), (f) vary c, a0, a1 by their captions and a1, a0, c by the text; the ticks agree with the captions",
    {"caption": "(d) c, (f) a1", "text": "(d) a1, (f) c"},
)
KEEP_B = Option(
    "b",
    "0.2",
    "while c is swept the text keeps b = 0.2 although the datasets have b + c = 1; kept as printed",
    {"0.2": "as printed, b + c ≠ 1", "1-c": "as the datasets have it"},
)
SMALL_A0 = Option("a0", "0.01", "not printed for the sweep over c; the value of all other panels", check=positive_number)
WIDTHS = {"text": (4, 6, 10, 18, 34, 66), "picture": (4, 6, 10, 18, 34)}
SWEPT_WIDTHS = {
    4: Option("d", "text", "the text's set; the picture's ticks end at 60", {"text": "4 to 66", "picture": "4 to 34"}),
    5: Option(
        "d",
        "picture",
        "the text repeats the sizes of the other figure, to 66, but this picture's axis ends at 35: its range is kept",
        {"text": "4 to 66", "picture": "4 to 34"},
    ),
}
ONES = Option(
    "X",
    "1_{d²}",
    "printed as X = 1_{n²}, which has the wrong length for vec(Q K^T); the theorems have 1_{d²}",
    {"1_{d²}": "Q K^T = 1_{d×d}"},
)


def draw(figure: int, letter: str, settings: Settings) -> Curves:
    """Panel ``letter`` of the figure."""
    QK = {4: language.IDENTITY, 5: language.ONES}[figure]
    tau = None if settings["tau"] == "theorem" else positive_number(settings["tau"])
    base = SelfAttentionPair(
        200, 22, a0=Fraction(1, 100), a1=Fraction(6, 5), b=Fraction(1, 5), c=Fraction(4, 5), QK=QK, tau=tau
    )
    varied = {"a": "n", "b": "d", "c": "m", "d": "c", "e": "a0", "f": "a1"}[letter]
    if varied in ("c", "a1") and settings["labels"] == "text":
        varied = {"c": "a1", "a1": "c"}[varied]
    if varied == "n":
        values = grid("200", "10", "1000")
        pairs = [replace(base, n=int(n), d=12) for n in values]
    elif varied == "d":
        values = tuple(Fraction(d) for d in WIDTHS[settings["d"]])
        pairs = [replace(base, n=256, d=int(d)) for d in values]
    elif varied == "m":
        values = grid("1", "1", "80")
        pairs = [base for _ in values]
    elif varied == "c":
        values = grid("0.5", "0.005", "0.9")
        a0 = positive_number(settings["a0"])
        pairs = [replace(base, a0=a0, c=c, b=base.b if settings["b"] == "0.2" else 1 - c) for c in values]
    elif varied == "a0":
        values = grid("0.01", "0.01", "0.8")
        pairs = [replace(base, a0=a0) for a0 in values]
    else:
        values = grid("0.1", "0.036", "3")
        pairs = [replace(base, a1=a1) for a1 in values]
    many = [
        int(x) if varied == "m" else columns(p.n, settings, at_least=LEAST_COLUMNS) for x, p in zip(values, pairs, strict=True)
    ]
    points = [placed(float(x), p, p.d - 2, m, settings) for x, p, m in zip(values, pairs, many, strict=True)]
    title = f"Figure {figure}({letter}): self-attention, X = {'vec(I_d)' if figure == 4 else 'all ones'}, varying {varied}"
    others = {"c": base.c, "a0": base.a0, "a1": base.a1}  # n and d are others where they vary, and m goes by n
    return success_curve(title, Axis(varied, around(values)), points, settings, TRIALS, others.get(varied))


def _announce(figure: int, letter: str, varied: str) -> None:
    options = [SHARED_SIGNS, WHERE_J3, THRESHOLD]
    if letter != "c":
        options.append(ROUND_M)
    if letter == "b":
        options.append(SWEPT_WIDTHS[figure])
    if letter in "df":
        options += [LABELS, KEEP_B, SMALL_A0]
    if figure == 5:
        options.append(ONES)
    what = "X = vec(I_d)" if figure == 4 else "X all ones"

    @panel(
        f"superiority/fig{figure}{letter}",
        title=f"Self-attention, {what}: vary with {varied}",
        source=f"Figure {figure}({letter}), Section 7.2",
        options=options,
        trials=TRIALS,
    )
    def _(settings: Settings) -> Curves:
        return draw(figure, letter, settings)


for _figure in (4, 5):
    for _letter, _varied in zip("abcdef", ("n", "d", "m", "c", "a0", "a1"), strict=True):
        _announce(_figure, _letter, _varied)
