"""Every closed form of the paper's package against the definitions, at every small size: matrices and lists of signs."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kernels import balls
from kernels.arithmetic import BALLS, RATIONALS, Arithmetic
from kernels.balls import Ball, Truth
from strategies.matrices import matrix_of
from strategies.softmax_regression_data import HIGH, LOW, PEAK, levels_text
from tests.superiority.dense_attention import LENGTH, Dense, cross_members, dense_cross, dense_self, self_members
from theorems.catalogue import parts
from theorems.instance import Instance
from theorems.language.given import Bound
from theorems.superiority import cross_signs_on_data, main_theorems, signs_on_data, toy_model
from theorems.superiority.cross_signs_on_data import CROSS_TAU, HALF, SignsOnCrossData
from theorems.superiority.identity_signs_on_data import SPECIAL, STRANGER, TWIN, BlockSigns, bind_signs
from theorems.superiority.language import IDENTITY, ONES
from theorems.superiority.main_theorems import FirstColumnNetwork
from theorems.superiority.self_attention_dataset import TwoPointSums, two_sided_tail
from theorems.superiority.signs_on_data import SignsOnData
from theorems.superiority.tensor_products import Attention
from theorems.superiority.toy_definitions import LinearMap, WithInput
from theorems.superiority.toy_model import SoftmaxRegression

COLUMNS = 7  # all d up to it where signs are listed
Pair = tuple[str, Any, Any]  # where, closed form, dense
NEAR = 1e-9  # far above the rounding of float64, far below the gaps of these sums


@cache
def all_signs(d: int) -> np.ndarray:
    return np.array(list(itertools.product((-1, 1), repeat=d)), dtype=np.int64)


def excesses(dense: Dense, threshold: Fraction, linear: bool) -> tuple[np.ndarray, np.ndarray]:
    """The signs of <c_{j0}, σ> - θ and of <c_{j0}, σ> + θ for every row and all σ: whole numbers decide where ties may be."""
    signs = all_signs(dense.values.shape[1])
    _, chosen, of_row = np.unique(dense.logits, axis=0, return_index=True, return_inverse=True)
    found = [_row_excess(dense, int(j0), threshold, linear, signs) for j0 in chosen]
    low, high = (np.array([row[side] for row in found])[of_row.reshape(-1)] for side in (0, 1))
    return low, high


def _row_excess(dense: Dense, j0: int, threshold: Fraction, linear: bool, signs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    exponents = dense.logits[j0] - dense.logits[j0].min()
    if linear or not (exponents % dense.logit_unit).any():
        weights = dense.logits[j0] if linear else [dense.n ** (int(x) // dense.logit_unit) for x in exponents]
        whole = np.array([int(x) for x in weights], dtype=object)
        sums = signs.astype(object) @ (whole @ dense.values.astype(object)) * threshold.denominator
        scaled = int(whole.sum()) * dense.value_unit * threshold.numerator
        return np.sign((sums - scaled).astype(object)).astype(int), np.sign((sums + scaled).astype(object)).astype(int)
    weights = float(dense.n) ** ((dense.logits[j0] - dense.logits[j0].max()) / dense.logit_unit)
    floats = signs @ ((weights / weights.sum()) @ dense.values / dense.value_unit)
    low, high = floats - float(threshold), floats + float(threshold)
    assert min(np.abs(low).min(), np.abs(high).min()) > NEAR, "a tie that float64 cannot tell"
    return np.sign(low).astype(int), np.sign(high).astype(int)


def share(hits: Any) -> Fraction:
    return Fraction(int(hits.sum()), hits.size)


def law(closed: Ball, dense: Fraction, excess: np.ndarray, linear: bool) -> Ball | Fraction:
    """Balls cannot tell an exact tie of softmax's entries: there the law need not be narrow, but encloses what is true."""
    if linear or excess.all():
        return closed
    low, high = balls.bounds(closed)
    return dense if low <= dense <= high else closed


def silence(low: np.ndarray) -> Fraction:
    """Pr[no row exceeds the threshold] for one column."""
    return share((low <= 0).all(axis=0))


def self_laws(dataset: int, linear: bool) -> Iterator[Pair]:
    for i in self_members(dataset, most_columns=COLUMNS, least=2):
        x: SignsOnData = signs_on_data.bound_signs(i, BALLS, dataset, linear)
        low, high = excesses(dense_self(i, ONES), x.tau, linear)
        laws = {row: (x.reaches(row), x.stays_below(row), x.stays_inside(row)) for row in (signs_on_data.SPECIAL, x.other)}
        for j0 in range(i.n):
            reaches, below, inside = laws[signs_on_data.SPECIAL if j0 + 1 == i.j3 else x.other]
            found = {
                "reaches": (reaches, share(low[j0] >= 0)),
                "stays_below": (below, share(low[j0] < 0)),
                "stays_inside": (inside, share((low[j0] < 0) & (high[j0] > 0))),
            }
            for name, (closed, dense) in found.items():
                yield f"{name}, row {j0 + 1} at {i}", law(closed, dense, low[j0] * high[j0], linear), dense
        for m in (1, 3):
            silent = silence(low) ** m
            yield f"network, m = {m} at {i}", law(replace(x, m=m).network().value, silent, low, linear), silent


def cross_laws(dataset: int, linear: bool) -> Iterator[Pair]:
    for i in cross_members(most_columns=COLUMNS, least=2):
        x: SignsOnCrossData = cross_signs_on_data.bound_cross_signs(i, BALLS, dataset, linear)
        dense = dense_cross(i, dataset)
        (at_tau, _), (low, high) = excesses(dense, CROSS_TAU, linear), excesses(dense, HALF, linear)
        laws = {is_j2: (x.reaches(is_j2), x.stays_inside(is_j2)) for is_j2 in (True, False)}
        for j0 in range(i.n):
            reaches, inside = laws[j0 + 1 == i.j2]
            yield f"reaches, row {j0 + 1} at {i}", reaches, share(at_tau[j0] >= 0)
            yield f"stays_inside, row {j0 + 1} at {i}", inside, share((low[j0] < 0) & (high[j0] > 0))
        for m in (1, 3):
            yield f"network, m = {m} at {i}", replace(x, m=m).network().value, silence(at_tau) ** m


def block_laws(dataset: int, linear: bool) -> Iterator[Pair]:
    for i in self_members(dataset, most_columns=COLUMNS, least=2):
        x: BlockSigns = bind_signs(i, BALLS, dataset, linear)
        low, _ = excesses(dense_self(i, IDENTITY), x.tau, linear)
        laws = {row: x.row(row).tail(x.tau, strict=False).value for row in (SPECIAL, *x.other_rows())}
        for j0 in range(i.n):
            same_block = (j0 + 1 - i.j3) % (i.d - 2) == 0
            row = SPECIAL if j0 + 1 == i.j3 else TWIN if same_block else STRANGER
            reached = share(low[j0] >= 0)
            yield f"row {row}, number {j0 + 1}, at {i}", law(laws[row], reached, low[j0], linear), reached
        for m in (1, 3):
            silent = silence(low) ** m
            yield f"network, m = {m} at {i}", law(replace(x, m=m).network().value, silent, low, linear), silent


def toy_forms(dataset: int) -> Iterator[Pair]:
    """All shapes with k rows at 1.4 log n; the signs are listed for n up to 9."""
    for n in range(2, LENGTH):
        for k in range(n - dataset + 1):
            z = [LOW] * (n - dataset - k) + [HIGH] * k + [PEAK] * dataset
            levels = [(value, z.count(value)) for value in dict.fromkeys(z)]
            i = Instance(n=n, z=levels_text(tuple(levels)), tau=Fraction(1, 4), delta=Fraction(1, 100), C=Fraction(3, 2))
            x: SoftmaxRegression = toy_model.bind(i, BALLS)
            u = [balls.ball(n) ** balls.ball(value) for value in z]
            alpha_exp, alpha_lin = sum(u, balls.ball(0)), sum(z)
            yield f"alpha_exp at {i}", x.alpha_exp, alpha_exp
            yield f"alpha_lin at {i}", x.alpha_lin, balls.ball(alpha_lin) * balls.log(balls.ball(n))
            for (value, _), f_exp, f_lin, exact in zip(x.levels, x.f_exp, x.f_lin, x.exact_f_lin, strict=True):
                place = z.index(value)
                yield f"f_exp at {i}", f_exp, u[place] / alpha_exp
                yield f"exact_f_lin at {i}", exact, value / alpha_lin
                yield f"f_lin at {i}", f_lin, balls.ball(value / alpha_lin)
            if dataset == 1:
                yield f"peak at {i}", Fraction(x.peak), Fraction(z.index(PEAK) + 1)
            for row, value in enumerate(z, 1):
                yield f"level of row {row} at {i}", Fraction(x.levels[x.level(row)][0]), Fraction(value)
                yield f"logit of row {row} at {i}", x.logit(row), balls.ball(value) * balls.log(balls.ball(n))
            if n <= 9:
                yield from _toy_laws(i, x, z)


def _toy_laws(i: Instance, x: SoftmaxRegression, z: list[Fraction]) -> Iterator[Pair]:
    signs = all_signs(i.n)
    whole = np.array([int(5 * value) for value in z], dtype=np.int64)
    sums, total = signs @ whole, int(whole.sum())
    floats = float(i.n) ** np.array([float(value) for value in z])
    soft = signs @ (floats / floats.sum())
    first = np.where(whole == whole[[z.index(x.levels[0][0])]], -1, 1)
    yield f"network, one column, at {i}", x.inner(x.f_lin), balls.ball(Fraction(int(first @ whole), total))
    yield (
        f"network, activated, at {i}",
        x.above(i.tau, x.inner(x.f_lin)),
        balls.ball(max(Fraction(int(first @ whole), total) - i.tau, Fraction(0))),
    )
    for threshold in (Fraction(0), i.tau, Fraction(1, 3), Fraction(1)):
        above = share(sums * threshold.denominator > total * threshold.numerator)
        yield f"S_lin > {threshold} at {i}", x.S_lin.tail(threshold, strict=True).value, above
        inside = share(np.abs(sums) * threshold.denominator <= total * threshold.numerator)
        yield f"|S_lin| <= {threshold} at {i}", x.S_lin.inside(threshold, strict=False).value, inside
        if threshold < 1 and np.abs(np.abs(soft) - float(threshold)).min() > NEAR:
            yield f"S_exp > {threshold} at {i}", x.S_exp.tail(threshold, strict=True).value, share(soft > float(threshold))
    yield f"F_lin = 0 at {i}", x.F_lin().value, share(sums * 4 <= total) ** x.m
    silent = share(soft <= float(i.tau)) ** x.m
    yield f"F_exp = 0 at {i}", law(x.F_exp().value, silent, soft - float(i.tau), linear=False), silent


def two_point_sums() -> Iterator[Pair]:
    """Lemma 3.1's extreme case, all outcomes listed, thresholds at ties included."""
    for n, p, width in itertools.product(range(1, 8), (Fraction(1, 2), Fraction(1, 5)), (Fraction(1), Fraction(3, 2))):
        for threshold in (Fraction(0), Fraction(1, 2), width * n * p, width * n * (1 - p), Fraction(n)):
            dense = Fraction(0)
            for outcome in itertools.product((0, 1), repeat=n):
                ones = sum(outcome)
                if abs(width * ones - width * n * p) >= threshold:
                    dense += p**ones * (1 - p) ** (n - ones)
            yield f"n={n} p={p} width={width} t={threshold}", two_sided_tail(n, p, width, threshold), dense
        for moving in range(n + 1):
            sums = TwoPointSums(Fraction(0), Fraction(0), width, n, moving, RATIONALS)
            widths = [width] * moving + [Fraction(0)] * (n - moving)
            for i, dense in enumerate(widths, 1):
                yield f"n={n} moving={moving}: b_{i} - a_{i}", sums.width_of(i), dense
            yield f"n={n} moving={moving}: squares", sums.squares, sum((x**2 for x in widths), Fraction(0))


def first_columns() -> Iterator[Pair]:
    """The largest first entry of c_lin on each dataset, and Pr[F = 0 on D0 and F > 0 on D1] over the first signs."""
    for i in (member.but(a1=Fraction(2)) for member in self_members(0, least=2)):
        without = Instance({name: value for name, value in i.items() if name != "a0"})
        tops = [top(dense_self(j, ONES)) for j in (i, without)]
        yield from _first_column(i, tops, main_theorems.self_attention_tops(i))
    for i in cross_members(least=2):
        tops = [top(dense_cross(i, dataset)) for dataset in (0, 1)]
        yield from _first_column(i, tops, main_theorems.cross_attention_tops(i))


def top(dense: Dense) -> Fraction:
    """The largest entry of c_lin's first column."""
    _, chosen = np.unique(dense.logits, axis=0, return_index=True)
    return max(dense.c_lin(int(j0), 0) for j0 in chosen)


def _first_column(i: Instance, dense: list[Fraction], closed: tuple[Fraction, Fraction]) -> Iterator[Pair]:
    yield f"top on D0 at {i}", closed[0], dense[0]
    yield f"top on D1 at {i}", closed[1], dense[1]
    m = 4
    columns = list(itertools.product((-1, 1), repeat=m))
    good = [all(dense[0] * s <= dense[0] for s in y) and any(dense[1] * s > dense[0] for s in y) for y in columns]
    model = FirstColumnNetwork(*closed, m, *(balls.ball(1),) * 3)
    yield f"success at {i}", model.success, Fraction(sum(good), len(columns))


def attention_blocks() -> Iterator[Pair]:
    """Definitions C.1 and C.4 of arbitrary matrices by the index formula of ⊗ and numpy's own product."""
    rng = np.random.default_rng(0)
    for n, d in itertools.product(range(1, 5), repeat=2):
        A1, A2, Q, K = (rng.integers(-2, 3, size=shape) for shape in ((n, d), (n, d), (d, d), (d, d)))
        words = {
            name: ";".join(",".join(map(str, row)) for row in M) + ";"
            for name, M in zip(("A1", "A2", "Q", "K"), (A1, A2, Q, K), strict=True)
        }
        logits = A1 @ Q @ K.T @ A2.T
        for j0 in range(n):
            i = Instance({"n": n, "d": d, "j0": j0 + 1, **words})
            exact, real = (_attention(i, arithmetic) for arithmetic in (RATIONALS, BALLS))
            total = int(logits[j0].sum())
            yield f"alpha_lin at {i}", exact.alpha_lin, Fraction(total)
            yield f"alpha_exp at {i}", real.alpha_exp, sum((balls.exp(balls.ball(int(x))) for x in logits[j0]), balls.ball(0))
            for k in range(n):
                yield f"u_lin at {i}", exact.u_lin[k], Fraction(int(logits[j0, k]))
                yield f"u_exp at {i}", real.u_exp[k], balls.exp(balls.ball(int(logits[j0, k])))
                yield f"logits at {i}", exact.logits[j0][k], Fraction(int(logits[j0, k]))
                if total:
                    yield f"f_lin at {i}", exact.f_lin[k], Fraction(int(logits[j0, k]), total)


def _attention(i: Instance, arithmetic: Arithmetic) -> Attention:
    read = {name: [[arithmetic.number(x) for x in row] for row in matrix_of(i[name])] for name in ("A1", "A2", "Q", "K")}
    return Attention(arithmetic, **read, j0=int(i.j0))


@dataclass(frozen=True)
class Form:
    """Closed forms of ``model`` named ``quantities``, with the pairs that hold them against the definitions."""

    name: str
    model: type
    quantities: str
    pairs: Callable[[], Iterator[Pair]]


LAWS = "reaches stays_inside network sums"
TOY = "alpha_lin alpha_exp f_lin exact_f_lin f_exp S_lin S_exp F_lin F_exp inner above peak level logit"
FORMS = [
    *(
        Form(f"{model.__name__} D{k}, {kind}", model, quantities, partial(laws, k, linear))
        for model, quantities, laws in (
            (SignsOnData, f"{LAWS} stays_below entry columns other", self_laws),
            (SignsOnCrossData, f"{LAWS} row", cross_laws),
            (BlockSigns, "row network all_rows entry other_rows", block_laws),
        )
        for k in (0, 1)
        for kind, linear in (("softmax", False), ("linear", True))
    ),
    *(Form(f"toy D{k}", SoftmaxRegression, TOY, partial(toy_forms, k)) for k in (0, 1)),
    Form("two-point sums", TwoPointSums, "squares width_of", two_point_sums),
    Form("first columns", FirstColumnNetwork, "success", first_columns),
    Form(
        "attention of arbitrary matrices",
        Attention,
        "u_lin u_exp alpha_lin alpha_exp f_lin logits A block QK",
        attention_blocks,
    ),
]


def agree(closed: Any, dense: Any) -> bool:
    """Two fractions are equal; two balls overlap and are narrow."""
    if isinstance(closed, Fraction) and isinstance(dense, Fraction):
        return closed == dense
    left, right = (balls.ball(x) if isinstance(x, Fraction) else x for x in (closed, dense))
    width = balls.ball(Fraction(1, 10**20)) * (1 + abs(right))
    return bool(balls.eq(left, right) is not Truth.FAILS and balls.le(abs(left - right), width) is Truth.HOLDS)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_closed_form_is_what_the_definition_computes(form: Form) -> None:
    found = 0
    for where, closed, dense in form.pairs():
        assert agree(closed, dense), where
        found += 1
    assert found > 100


# what a model has beside closed forms: names and units of what it is given, and claims about shapes
PLAIN = {
    "ratio", "unit", "log_n", "sqrt_log_n", "tau", "last", "high_probability", "n", "failure", "constant", "m", "kinds",
    "named_rows", "bound", "exp", "data", "rational", "j2_is_j3",
}  # fmt: skip
NO_FORMS = {Bound, SimpleNamespace, LinearMap, WithInput}  # the definitions, numbers alone, a plain product, a row beside data


def models() -> set[type]:
    """The models that the paper's claims are made of."""
    found = set()
    for part in parts("superiority"):
        for i in itertools.islice(part.domain.small() if part.domain.small and part.claim else (), 200):
            if part.domain.broken(i) is None:
                found.add(type(part.domain.bind(i, BALLS)))
                break
    return found


def test_no_world_and_no_quantity_of_one_is_left_out() -> None:
    """A new closed form has no pairs yet: it makes this red until it has."""
    listed: dict[type, set[str]] = {}
    for form in FORMS:
        listed.setdefault(form.model, set()).update(form.quantities.split())
    assert models() == set(listed) | NO_FORMS
    for model, quantities in listed.items():
        public = {name for name in dir(model) if not name.startswith("_")} - {field.name for field in fields(model)}
        assert public - PLAIN == quantities, model.__name__
