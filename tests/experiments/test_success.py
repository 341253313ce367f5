"""E_success: exact sums against full enumeration of the signs over densely computed attention."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from kernels.arithmetic import Arithmetic
from kernels.sign_events import Event, FormRow
from theorems.experiments.cross_attention import CrossAttentionPair
from theorems.experiments.self_attention import SelfAttentionPair
from theorems.experiments.softmax_regression import RegressionPair
from theorems.experiments.success import SHARING, Point, Setting, exact_success, sign_law
from theorems.superiority.language import IDENTITY, ONES

F = Fraction
SELF = SelfAttentionPair(8, 6, a0=F(1, 20), a1=F(6, 5), b=F(1, 5), c=F(4, 5), QK=IDENTITY)
CROSS = CrossAttentionPair(8, 5, a0=F(1, 20), a1=F(3, 2), tau=F(9, 10))
SETTINGS: list[Setting] = [
    SELF,
    replace(SELF, apart=True),
    replace(SELF, QK=ONES),
    replace(SELF, QK=ONES, apart=True, b=F(1, 2), c=F(1, 2)),
    replace(SELF, n=4, d=6),
    replace(SELF, n=6, d=4, apart=True),
    replace(SELF, n=5, d=3),
    replace(SELF, n=12, d=8, a0=F(4, 5), b=F(2, 5)),
    replace(SELF, tau=F(3, 2)),
    CROSS,
    replace(CROSS, apart=True),
    replace(CROSS, n=6, d=2),
    replace(CROSS, n=7, d=8, a1=F(11, 10)),
    replace(CROSS, n=6, d=3, apart=True, tau=F(1, 3)),
    RegressionPair(9, 4, F(1, 4)),
    RegressionPair(9, 0, F(1, 4)),
    RegressionPair(10, 9, F(1, 3)),
]


def enumerated_law(setting: Setting) -> np.ndarray:
    """Probability of each set of positive networks, over all sign strings, with dense attention."""
    networks = list(setting.attention())
    d = networks[0][0].shape[1]
    sigma = np.array(list(product((-1, 1), repeat=d)), dtype=float).T
    masks = sum(((rows @ sigma > tau + 1e-9).any(axis=0)).astype(int) << e for e, (rows, tau) in enumerate(networks))
    return np.bincount(masks, minlength=16) / 2.0**d


def test_the_law_is_that_of_all_signs_against_dense_attention() -> None:
    for setting in SETTINGS:
        law = sign_law(setting)
        assert not law.open_cases
        np.testing.assert_allclose(law.probability, enumerated_law(setting), atol=1e-12, err_msg=repr(setting))


def test_success_is_that_of_all_columns() -> None:
    """Every group of networks with its own y: all m columns of all groups enumerated."""
    setting = replace(CROSS, n=4, d=3, tau=F(4, 5))
    networks = list(setting.attention())
    d = networks[0][0].shape[1]
    columns = np.array(list(product((-1, 1), repeat=d)), dtype=float).T
    positive = np.array([(rows @ columns > tau).any(axis=0) for rows, tau in networks])
    for sharing, m in product(SHARING, (1, 2)):
        expected = 1.0
        for group in SHARING[sharing]:
            hits = 0
            for choice in product(range(2**d), repeat=m):
                fired = [bool(positive[e, list(choice)].any()) for e in group]
                hits += all(f == (e == 0) for e, f in zip(group, fired, strict=True))
            expected *= hits / 2 ** (d * m)
        low, high = exact_success(Point(0.0, ((F(1), setting),), m), sharing)
        assert low == high == pytest.approx(expected, abs=1e-12)


@dataclass(frozen=True)
class TiedOnce:
    """One sign; softmax on D1 sits exactly on its threshold where the sign is a plus, in balls that cannot see it."""

    sizes: tuple[int, ...] = (1,)

    def events(self, arithmetic: Arithmetic) -> list[Event]:
        root = arithmetic.sqrt(arithmetic.number(2))
        tied = Event((FormRow((root * root,)),), arithmetic.number(2))
        never = Event((FormRow((arithmetic.number(0),)),), arithmetic.number(1))
        return [tied, never, never, never]

    def attention(self) -> list[tuple[np.ndarray, float]]:
        raise NotImplementedError


def test_an_unsettled_tie_widens_the_enclosure() -> None:
    assert exact_success(Point(0.0, ((F(1), TiedOnce()),), 2), "shared") == (0, 0.75)
