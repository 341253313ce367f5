"""The next weaker change to the hypothesis of a repair fails; what says nothing, and what speaks of all sizes at once."""

import math

import numpy as np
import pytest

from kernels.arithmetic import MP
from theorems.catalogue import parts
from theorems.judging import expectations
from theorems.judging.feasibility import EVERYWHERE
from theorems.language.tree import Claim, Eventually, Limit, Probability
from theorems.sparse.row_claims import AT_EACH_SIZE
from theorems.sparse.rows import row_of
from theorems.vocabulary import Reading

SPARSE = parts("sparse")
DELTA = 0.01


def hub_error(n: int, weights: float, k: int, hubs: int = 1) -> np.ndarray:
    """P - P̂ by the definition for d = 1, W = -R/B², X = (-b, ..., b): ``hubs`` entries -b, 2dR = ``weights``, B = 1."""
    b = math.sqrt(math.log(n / DELTA))
    X = np.full((n, 1), b)
    X[:hubs] = -b
    S = X @ np.array([[-weights / 2]]) @ X.T
    A = np.exp(S - S.max(axis=1, keepdims=True))
    kept = np.argsort(-S, axis=1, kind="stable")[:, :k]
    A_spar = np.zeros_like(A)
    np.put_along_axis(A_spar, kept, np.take_along_axis(A, kept, 1), 1)
    assert np.abs(X).max() <= b
    assert np.abs(S).max() == pytest.approx(weights / 2 * math.log(n / DELTA))  # M' = d R log(nd/δ), attained
    return A / A.sum(1, keepdims=True) - A_spar / A_spar.sum(1, keepdims=True)


def hub_row(n: int, weights: float, k: int, hubs: int = 1):
    """The rows of that input but the first ``hubs``, for lengths beyond a matrix."""
    largest = MP.number(1) / 2 * weights * MP.log(MP.number(n) / DELTA)
    return row_of(MP, f"1x{hubs},-1x{n - hubs}", k, largest, largest)


def test_no_entry_stays_large_below_2dr_1_and_one_does_there():
    """Theorems 5.1 and D.2, Part 1 (intended): limsup 2dR < 1."""
    sizes = [float(hub_row(10**m, 0.9, 1).u_max) for m in (10, 40, 100)]
    assert sizes[0] > sizes[1] > sizes[2]
    assert sizes[2] < 1e-3
    for m in (10, 40, 100):
        assert float(hub_row(10**m, 1.0, 1).u_max) == pytest.approx(1 / (1 + DELTA), rel=1e-6)
        assert float(hub_row(10**m, 1.0, 1, hubs=2).u_max) == pytest.approx(1 / (2 + DELTA), rel=1e-6)


def test_the_largest_error_falls_below_2dr_c_and_does_not_there():
    """Theorems E.1, 2, and 6.1 (a), (e), and the title (intended): limsup 2dR < c, here c = 1/2."""
    for m in (20, 60, 140):
        n, k = 10**m, 10 ** (m // 2)
        at = hub_row(n, 0.5, k)
        assert float(at.max_error) == pytest.approx(1 / (1 + DELTA**0.5), rel=1e-4)
        assert float(at.sqrt(at.squared_error)) > 0.5  # n - 1 of the n rows: Frobenius/√n
    below = [float(hub_row(10**m, 0.4, 10 ** (m // 2)).max_error) for m in (20, 60, 140)]
    assert below[0] > below[1] > below[2]
    assert below[2] < 1e-6


def test_the_frobenius_error_grows_below_2dr_three_halves_and_vanishes_beyond():
    """Theorems E.2 and 6.2 (intended): limsup 2dR < 3/2. ‖P - P̂‖_F² ≤ 1/k + n ‖row‖², k = log n."""

    def most(m: int, weights: float) -> float:
        n = 10**m
        k = math.ceil(m * math.log(10))
        return float(1 / MP.number(k) + n * hub_row(n, weights, k).squared_error) ** 0.5

    beyond = [most(m, 1.75) for m in (10, 100, 1000, 4000)]
    assert beyond == sorted(beyond, reverse=True)
    assert beyond[-1] < 0.02
    inside = [float(10**m * hub_row(10**m, 1.4, math.ceil(m * math.log(10))).squared_error) for m in (20, 100, 300)]
    assert inside == sorted(inside)
    assert inside[-1] > 1e20
    for n, weights, k in ((300, 1.75, 6), (1000, 1.75, 7)):
        E = hub_error(n, weights, k)
        assert (E**2).sum() <= 1 / k + n * float(hub_row(n, weights, k).squared_error)


def test_what_says_nothing_anywhere_is_declared_so():
    """By derivation: 1/ε is at most the number of entries that the claim lets exceed ε, or u_(k+1) ≤ 1/(k+1) is enough."""
    silent = {
        part.address.removeprefix("sparse/") for part in SPARSE if part.trivial and part.trivial.uninformative == EVERYWHERE
    }
    thresholds = {
        f"{theorem}/{label}"
        for theorem in ("Theorem 4.3", "Theorem D.1")
        for label in ("(a)", "(a), on G_M", "(b)", "(b), on G_M", "(d)")
    }
    counts = {
        f"{theorem}/{label}{form}"
        for theorem in ("Theorem 5.1", "Theorem D.2")
        for label in ("2", "2(b)")
        for form in ("", ", on G_M")
    }
    assert silent == thresholds | counts | {"Equation 1/lower bound", "Lemma E.3/1(b)", "Lemma E.3/1(b), on G_M"}


def test_no_part_that_stands_claims_an_event_about_all_sizes_at_once() -> None:
    """A bound that holds with probability 1 - δ at each n is broken infinitely often by independent inputs (Borel-Cantelli).

    Theorem 6.2 says of infinitely many n only, which follows by Fatou's lemma.
    """
    stand = [p for p in parts() if expectations.load(p.paper)[p.key].verdict in ("holds", "asymptotic")]
    over_sizes = [p for p in stand if _claims_an_event_over_sizes(p.printed.claim)]
    assert {p.address for p in over_sizes} == {"sparse/Theorem 6.2", "sparse/Theorem 6.2/(b)"}
    assert all([r.name for r in p.printed.reduced.rules][-2:] == ["one suffices", "away from 0"] for p in over_sizes)
    at_each = [p for p in SPARSE if p.reading is Reading.INTENDED and AT_EACH_SIZE in p.changed]
    assert len(at_each) == 16


def _claims_an_event_over_sizes(claim: Claim) -> bool:
    events = [node.event for _, node in claim.walk() if isinstance(node, Probability)]
    return any(isinstance(node, Limit | Eventually) for event in events for _, node in event.walk())
