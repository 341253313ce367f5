"""Every closed form of the paper against its definition, computed densely at every small size: ends and ties included."""

import importlib
import inspect
import math
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import mpmath
import numpy as np
import pytest
from scipy import stats

import theorems.sparse
from kernels import balls
from kernels.arithmetic import BALLS, FLOAT, MP, RATIONALS
from strategies.attention_rows import text_of
from strategies.score_laws import WIDTHS, matrix
from tests.sparse.dense_rows import *
from theorems.instance import Instance
from theorems.sparse import limits
from theorems.sparse.approximation import ONE_SPIKE
from theorems.sparse.centred_laws import CENTRED, sum_below
from theorems.sparse.chaos_bounds import CHI_SQUARED, SUB_EXPONENTIAL
from theorems.sparse.collapse import ONE_LARGE, TWO_LARGE
from theorems.sparse.dataset_windows import Windows
from theorems.sparse.drawn_inputs import DRAWN_NORMS
from theorems.sparse.large_sizes import block, spikes
from theorems.sparse.quadratic_forms import FORMS
from theorems.sparse.row_entries import effective
from theorems.sparse.rows import row_of
from theorems.sparse.score_models import SCORES
from theorems.sparse.sum_models import COINS, SIGNS, WEIGHTED
from theorems.sparse.thresholds import BOUNDS, SIZES
from theorems.sparse.uniform_rows import UNIFORM_ERRORS
from theorems.sparse.windows import CONSTANT, ROOT


def _outcomes(entries: list[list[tuple[Fraction, Fraction]]], value: Callable[..., Fraction]) -> dict[Fraction, Fraction]:
    """The law of a function of independent variables, by enumeration of all their values."""
    law: dict[Fraction, Fraction] = {}
    for chosen in product(*entries):
        weight = math.prod((p for _, p in chosen), start=Fraction(1))
        if weight:
            v = value(*(x for x, _ in chosen))
            law[v] = law.get(v, Fraction(0)) + weight
    return law


def _mean_of(law: dict[Fraction, Fraction]) -> Fraction:
    return sum((v * p for v, p in law.items()), Fraction(0))


def check_sums() -> None:
    for n, m, p, q in product((0, 1, 2, 4), (0, 1, 3), (Fraction(0), Fraction(1, 3), Fraction(1)), (Fraction(1, 2),)):
        for v, w in ((Fraction(1), Fraction(1)), (Fraction(1, 2), Fraction(3))):
            if n + m == 0:
                continue
            instance = Instance(n=n, p=p, m=m, q=q, v=v, w=w, t=1)
            model = WEIGHTED.bind(instance, RATIONALS)
            coins = [[(Fraction(0), 1 - p), (v, p)]] * n + [[(Fraction(0), 1 - q), (w, q)]] * m
            law = _outcomes(coins, lambda *x: sum(x, Fraction(0)))
            mean = _mean_of(law)
            assert dict(model.law.atoms) == law
            assert model.mu == mean
            assert sum((x - mean) ** 2 * weight for x, weight in law.items()) == model.V
            assert sum(((coin[1][0] - coin[0][0]) ** 2 for coin in coins), Fraction(0)) == model.S
            largest = max(max(abs(x - _mean_of(dict(coin))) for x, _ in coin) for coin in coins)
            assert largest == model.M
            if v == w == 1:
                assert COINS.bind(Instance(n=n, p=p, m=m, q=q, delta=1), RATIONALS).mu == mean
    for z in ((1,), (1, -2), (3, 0, 1), (1, 1, 1, 1)):
        model = SIGNS.bind(Instance(z=",".join(map(str, z)), t=1, C=1), RATIONALS)
        half = Fraction(1, 2)
        law = _outcomes([[(Fraction(c), half), (Fraction(-c), half)] for c in z], lambda *x: sum(x, Fraction(0)))
        assert dict(model.law.atoms) == law
        assert sum(c * c for c in z) == model.S
        assert max(map(abs, z)) == model.M


def check_scores() -> None:
    """Law, mean and tail of one score by enumeration of the entries of X, width up to 3."""
    for d, shape, p in product((1, 2, 3), WIDTHS, (Fraction(1, 2), Fraction(1, 10), Fraction(1))):
        if d < WIDTHS[shape]:
            continue
        W = matrix(shape, d)
        model = SCORES.bind(Instance(d=d, W=shape, p=p, n=2, delta=Fraction(1, 100), C=2), BALLS)
        signs = [(Fraction(-1), p), (Fraction(1), 1 - p)]

        def score(*z: Fraction, W: Any = W, d: int = d, own: bool = False) -> Fraction:
            y = z if own else z[d:]
            return sum((Fraction(W[a][b]) * z[a] * y[b] for a in range(d) for b in range(d)), Fraction(0))

        for own in (False, True):
            law = _outcomes([signs] * (d if own else 2 * d), lambda *z, own=own: score(*z, own=own))
            known = model.own if own else model.pair
            assert {v: w for v, w in known.atoms if w} == law
            for level, centre in product((Fraction(1, 3), Fraction(7, 3)), (False, True)):
                away = _mean_of(law) if centre else Fraction(0)
                tail = sum((w for v, w in law.items() if abs(v - away) > level), Fraction(0))
                assert balls.agrees(model.beyond(known, balls.ball(level), centre), balls.ball(tail)) or tail == 0
        assert balls.agrees(model.frobenius**2, balls.ball(sum(x * x for row in W for x in row)))


def check_centred() -> None:
    """Pr[a row breaks a claim] over all signs, on the dense row, a fixed row of its own sign."""
    for a, n, k in ((1, 1, 1), (1, 4, 2), (2, 3, 1), (3, 5, 4)):
        R, delta = Fraction(1), Fraction(1, 100)
        instance = Instance(a=a, n=n, k=k, R=R, delta=delta, C=2, eps=Fraction(3, 10))
        b = math.sqrt(math.log(2 * n / 0.01))
        wrong = 0
        for sigma, *tau in product((-1, 1), repeat=a + 1):
            X = np.zeros((n, 2))
            X[:, 0], X[:a, 1] = sigma * b, np.array(tau) * b
            scores = (X @ np.array([[0.0, 1.0], [0.0, 0.0]]) @ X.T)[0]
            u = np.exp(scores) / np.exp(scores).sum()
            wrong += (u > 0.3).sum() > 1
        failure = CENTRED.bind(instance, BALLS).failure(effective <= 1)
        assert failure == balls.ball(Fraction(int(wrong), 2 ** (a + 1)))


def check_centred_matrix() -> None:
    """Pr[some row breaks a claim] over all signs, on the dense matrix."""
    for a, n, R in ((1, 1, 1), (1, 4, 2), (2, 3, 1), (3, 5, 2)):
        instance = Instance(a=a, n=n, k=1, R=R, delta=Fraction(1, 100), C=Fraction(1, 2), eps=Fraction(1, 10))
        b = math.sqrt(math.log(2 * n / 0.01))
        least = n * math.exp(-R / 2 * math.sqrt(math.log(n / 0.01)))
        wrong = 0
        for signs in product((-1, 1), repeat=n + a):
            X = np.zeros((n, 2))
            X[:, 0], X[:a, 1] = np.array(signs[:n]) * b, np.array(signs[n:]) * b
            wrong += (np.exp(X @ np.array([[0.0, R], [0.0, 0.0]]) @ X.T).sum(1) < least).any()
        failure = CENTRED.bind(instance, BALLS).failure_somewhere(sum_below)
        assert failure == balls.ball(Fraction(int(wrong), 2 ** (n + a)))


def check_forms() -> None:
    for n, shape, t in product((1, 2, 3, 4), WIDTHS, (0, 1, 2)):
        if n < WIDTHS[shape]:
            continue
        model = FORMS.bind(Instance(n=n, A=shape, t=t), FLOAT)
        A = np.array(matrix(shape, n), dtype=float)
        values = [np.array(x) @ A @ np.array(x) for x in product((-1.0, 1.0), repeat=n)]
        assert model.tail == pytest.approx(np.mean(np.abs(values - np.mean(values)) > t))
        assert model.frobenius == pytest.approx(np.linalg.norm(A))
        assert model.operator == pytest.approx(np.linalg.norm(A, 2))


def check_chi_squared() -> None:
    for k, t in product((1, 2, 5, 30), (Fraction(1, 4), Fraction(1), Fraction(9))):
        model = CHI_SQUARED.bind(Instance(k=k, t=t), BALLS)
        reach = 2 * math.sqrt(k * t)
        assert model.k == k
        assert balls.approximate(model.reach) == pytest.approx(reach)
        assert balls.approximate(model.above) == pytest.approx(stats.chi2.sf(k + reach + 2 * float(t), k), rel=1e-8)
        assert balls.approximate(model.below) == pytest.approx(stats.chi2.cdf(k - reach, k), rel=1e-8, abs=1e-30)


def check_sub_exponential() -> None:
    for n, t, alpha in product((1, 2, 5), (Fraction(1, 2), Fraction(1), Fraction(3)), (Fraction(1, 5), Fraction(4))):
        model = SUB_EXPONENTIAL.bind(Instance(n=n, variance=n, alpha=alpha, t=t), FLOAT)
        sums = [sum(x) for x in product((-1, 1), repeat=n)]
        assert model.one_side == pytest.approx(np.mean([s >= t for s in sums]))
        assert model.both_sides == pytest.approx(np.mean([abs(s) >= t for s in sums]))


def check_bounds() -> None:
    """log(bound / trivial bound) from the bound as printed, at n = e^L."""
    printed: dict[str, Callable[[float, float, float], float]] = {
        "Theorem 4.3 (c)": lambda n, M, c: math.exp(2 * M) / n,
        "Theorem 5.1": lambda n, M, c: math.exp(2 * M) / n / 0.01,
        "Lemma E.3, Part 4": lambda n, M, c: math.exp(6 * M) / n**c,
        "Equation 6, Theorem E.1": lambda n, M, c: 2 * math.exp(6 * M) / n**c,
        "Theorem E.1, sharper": lambda n, M, c: math.exp(2 * M) / n**c,
    }
    assert set(printed) == {bound.where for bound in BOUNDS}
    for bound, L, R in product(BOUNDS, (0, 1, 7, 30), (Fraction(0), Fraction(1, 2), Fraction(1))):
        model = SIZES.bind(Instance(L=L, R=R, delta=Fraction(1, 100), c=Fraction(1, 4)), FLOAT)
        M = 2 * float(R) * math.sqrt(math.log(math.exp(L) / 0.01))
        assert pytest.approx(M) == model.M
        assert bound.excess(model) == pytest.approx(math.log(printed[bound.where](math.exp(L), M, 0.25)), abs=1e-9)


def check_thresholds() -> None:
    """What the sharp sizes are computed from: the worst row's own error, less the ε of the claim."""
    constant, root = limits.REAL_WINDOW[CONSTANT], limits.REAL_WINDOW[ROOT]
    assert constant(mpmath.log(9)) == 4
    assert mpmath.almosteq(root(mpmath.log(9)), 3)
    for n, k, M in ((9, 3, 0), (9, 3, 1), (16, 4, 2), (36, 6, 1), (36, 6, 4), (25, 5, 0)):
        L, r = mpmath.log(n), mpmath.exp(2 * M)
        blocked = row_of(MP, text_of(block(n, k, M)), k, MP.number(M))
        for threshold, error in (
            (limits.frobenius_threshold(ROOT), blocked.frobenius),
            (limits.mass_threshold(ROOT), blocked.tau - 1 + MP.number(Fraction(2, 10))),
            (limits.row_sum_threshold(ROOT), blocked.row_sum_error),
        ):
            assert threshold.excess is not None
            assert mpmath.almosteq(threshold.excess(L, r), MP.number(Fraction(1, 10)) - error, 1e-9), (n, k, M)
        spiked = [row_of(MP, text_of(spikes(count)(n, k, M)), k, MP.number(M)).u_max for count in (1, 2)]
        for threshold, largest in zip((ONE_LARGE, TWO_LARGE), spiked, strict=True):
            assert threshold.excess is not None
            assert mpmath.almosteq(threshold.excess(L, r) + mpmath.mpf(1) / 100, largest, 1e-9)
        worst = max(
            row_of(MP, text_of((logit, times) for logit, times in levels if times), k, MP.number(M)).max_error
            for high in range(n)
            for s in [Fraction(M) * i / 40 for i in range(-40, 41)]
            for levels in [((M, high), (s, 1), (-M, n - high - 1))]
        )
        assert ONE_SPIKE.excess is not None
        assert worst <= ONE_SPIKE.excess(L, r) + mpmath.mpf(1) / 100 + mpmath.mpf(10) ** -12
        assert mpmath.almosteq(worst, ONE_SPIKE.excess(L, r) + mpmath.mpf(1) / 100, 1e-2)
    for n, M in ((5, 0), (6, 0), (9, 1), (30, 0), (30, 2)):
        blocked = row_of(MP, text_of(block(n, 4, M)), 4, MP.number(M))
        L, r = mpmath.log(n), mpmath.exp(2 * M)
        for norm, error in ((limits.MAXIMUM, blocked.max_error), (limits.ROOT_MEAN, mpmath.sqrt(blocked.squared_error))):
            excess = limits.constant_window_threshold(norm).excess
            assert excess is not None
            assert mpmath.almosteq(excess(L, r), MP.number(Fraction(1, 10)) - error, 1e-9), (norm.name, n, M)


@dataclass(frozen=True)
class ClosedForms:
    """``check`` holds the named closed forms against their dense definitions at every small size."""

    names: tuple[str, ...]
    check: Callable[[], None]


def of(model: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{model}.{name}" for name in names)


CLOSED_FORMS = (
    ClosedForms(of("AttentionRow", *ROW_NAMES), check_rows),
    ClosedForms(("AttentionRow.effective",), check_effective),
    ClosedForms(of("RowWithValues", *VALUES), check_values),
    ClosedForms(of("uniform", *UNIFORM_ERRORS), check_uniform),
    ClosedForms(of("drawn", *DRAWN_NORMS), check_drawn),
    ClosedForms(of("Dataset", "total_length", "powers", "power"), check_costs),
    ClosedForms(of("Windows", "error", "mean_error"), check_windows_errors),
    ClosedForms(of("Output", "row", "norm"), check_outputs),
    ClosedForms(of("SumOfTerms", "mu", "S", "V", "M"), check_sums),
    ClosedForms(of("Score", "beyond"), check_scores),
    ClosedForms(("CentredInput.failure",), check_centred),
    ClosedForms(("CentredInput.failure_somewhere",), check_centred_matrix),
    ClosedForms(("QuadraticForm.tail",), check_forms),
    ClosedForms(of("ChiSquared", "k", "reach", "above", "below"), check_chi_squared),
    ClosedForms(of("SubExponential", "one_side", "both_sides"), check_sub_exponential),
    ClosedForms(("Size.M", "Bound.excess"), check_bounds),
    ClosedForms(("Threshold.excess",), check_thresholds),
)
PLAIN = {"number", "exp", "sqrt", "log", "n"}  # the arithmetic's own functions, and a length that the point carries


def closed_forms_of_the_package() -> set[str]:
    """Properties and methods of the package's models that return a number, and the entries of its tables."""
    found = {*of("uniform", *UNIFORM_ERRORS), *of("drawn", *DRAWN_NORMS), "Threshold.excess"}
    for module in pkgutil.iter_modules(theorems.sparse.__path__, "theorems.sparse."):
        for _, model in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if model.__module__ != module.name or not is_dataclass(model):
                continue
            for name, member in vars(model).items():
                function = member.fget if isinstance(member, property) else member
                if inspect.isfunction(function) and name not in PLAIN and not name.startswith("_"):
                    found |= {f"{model.__name__}.{name}"} if "-> Number:" in inspect.getsource(function) else set()
    return found


@pytest.mark.parametrize("forms", CLOSED_FORMS, ids=lambda forms: forms.names[0])
def test_closed_forms_are_their_dense_definitions(forms):
    forms.check()


def test_every_closed_form_has_a_dense_definition():
    assert {name for forms in CLOSED_FORMS for name in forms.names} == closed_forms_of_the_package()


def test_rivals_are_all_windows_that_do_not_fall_and_cost_no_more():
    """By trying all; and ⌊α n^C⌋, ⌈α n^C⌉ are among them."""
    for lengths in SMALL_DATASETS:
        for k0 in range(1, min(lengths) + 1):
            allowed = [
                windows
                for windows in product(*(range(1, n + 1) for n in lengths))
                if all(a <= b and (n < m or a == b) for (n, a), (m, b) in pairwise(sorted(zip(lengths, windows, strict=True))))
                and sum(n * k for n, k in zip(lengths, windows, strict=True)) <= k0 * sum(lengths)
            ]
            constant = (k0,) * len(lengths)
            model = Windows(RATIONALS, lengths, k0)
            assert sorted(model.rivals) == (sorted(w for w in allowed if w != constant) or [constant])
            for alpha, c, rounded in product((0.5, 1.0, 1.7), (0.2, 0.5, 0.9), (math.floor, math.ceil)):
                power = tuple(rounded(alpha * n**c) for n in lengths)
                assert (
                    power in allowed
                    or not all(1 <= k <= n for k, n in zip(power, lengths, strict=True))
                    or (sum(n * k for n, k in zip(lengths, power, strict=True)) > k0 * sum(lengths))
                )
