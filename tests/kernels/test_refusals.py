"""Input that a kernel cannot use is refused, and the complaint says what is wrong with it."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest

from kernels.attention import linear_attention, softmax_attention
from kernels.rademacher import count_tail
from kernels.random_signs import Group, SignedSums
from kernels.sign_events import Event, FormRow, event_law
from kernels.sign_sampling import positive_networks
from kernels.topk import topk_errors
from kernels.training_dynamics import Trainer

GOOD, NAN = np.ones((4, 2)), float("nan")
NAMES, SHAPES = ("A1", "A2", "A3", "QK", "V"), (4, 5, 5, 2, 2)


def attend(compute: Any, position: int, matrix: Any) -> Any:
    given: list[Any] = [np.ones((rows, 2)) for rows in SHAPES]
    given[position] = matrix
    return compute(*given)


def trained(law: list[list[float]], query: list[int], **more: Any) -> Any:
    return Trainer(np.array(law), np.array(query), eta_Y=1.0, eta_Z=1.0, **more)


def law(sizes: tuple[int, ...], row: FormRow, threshold: float = 0.0) -> Any:
    return event_law(sizes, [Event((row,), threshold)])


def signs(*groups: Group) -> SignedSums:
    return SignedSums(groups)


REFUSED: list[tuple[str, Callable[[], Any]]] = [
    ("leaves float64", lambda: softmax_attention([[1e200] * 2], [[1e200] * 2], np.ones((1, 2)), np.eye(2), np.eye(2))),
    ("each k must lie", lambda: topk_errors(GOOD, GOOD, [2, 5])),
    ("each epsilon must be finite and at least", lambda: topk_errors(GOOD, GOOD, [2], [1e-310])),
    ("K holds an entry that is not finite", lambda: topk_errors(GOOD, GOOD * NAN, [2])),
    ("do not fit", lambda: topk_errors(GOOD, GOOD, [2], V=np.ones((3, 2)))),
    ("leaves float64", lambda: topk_errors(1e200 * GOOD, 1e200 * GOOD, [2])),
    ("at least 1", lambda: count_tail([], 1.0, 10, 0)),
    ("must be finite", lambda: count_tail([1.0, NAN], 1.0, 10, 0)),
    ("at least one", lambda: count_tail([1.0], 1.0, 0, 0)),
    ("seed", lambda: count_tail([1.0], 1.0, 10, 2**64)),
    ("not defined", lambda: count_tail([1.0], 1.0, 10, 0, 2**44 - 9)),
    ("row in each network", lambda: positive_networks([], 1, 1, 0)),
    ("of one length", lambda: positive_networks([([[1.0]], 0.0), ([[1.0, 2.0]], 0.0)], 1, 1, 0)),
    ("no such signs", lambda: positive_networks([([[1.0]], 0.0)], 1, 1, -1)),
    ("negative size", lambda: law((-1,), FormRow((1.0,)))),
    ("1 coefficients for 2 groups", lambda: law((1, 2), FormRow((1.0,)))),
    ("finite", lambda: law((1,), FormRow((1.0,)), float("inf"))),
    ("too many", lambda: law((10**9, 10**9), FormRow((1.0, 1.0)))),
    ("exact number", lambda: signs(Group(1, (cast(Fraction, 0.5),))).tail(0)),
    ("integer >= 0", lambda: Group(-1, (1,))),
    ("each row", lambda: signs(Group(1, (1,)), Group(1, (1, 2)))),
    ("one spread", lambda: Group(1, (1, 2), (1,))),
    ("2 thresholds for 1 rows", lambda: signs(Group(1, (1,))).below([1, 2])),
    ("patterns", lambda: signs(*(Group(999, (Fraction(1, i),)) for i in range(1, 4))).tail(0)),
    ("probability law", lambda: trained([[0.5, 0.4]], [0])),
    ("probability law", lambda: trained([[1.5, -0.5]], [0])),
    ("query token", lambda: trained([[1.0, 0.0]], [2])),
    ("at least one token", lambda: trained([[1.0]], [0], length=-1)),
    *(
        (says.format(name), lambda c=compute, p=position, m=matrix: attend(c, p, m))
        for compute in (softmax_attention, linear_attention)
        for position, name in enumerate(NAMES)
        for says, matrix in (
            ("{} holds an entry that is not finite", np.full((SHAPES[position], 2), NAN)),
            ("{} must be a non-empty matrix", np.empty((0, 2))),
            ("do not fit", np.ones((3, 3))),
        )
    ),
]


def test_unusable_input_is_named() -> None:
    for complaint, compute in REFUSED:
        with pytest.raises((ValueError, TypeError), match=complaint):
            compute()
