"""Steps of arguments that a machine checks, and refutations along families."""

from collections.abc import Callable, Sequence

import sympy

from theorems.instance import Instance
from theorems.kernel.context import Reason
from theorems.language.lemma import Line
from theorems.language.tree import Claim, Relation
from theorems.proofs.kept import PENDING, proof
from theorems.provers.argument import Step
from theorems.provers.calculation import Contrary
from theorems.provers.families import Family, RefutedAlong
from theorems.provers.steps import positive, strictly_positive


def _cauchy_schwarz(size: int = 4) -> bool:
    """Lagrange's identity: |x|²|y|² - <x,y>² is a sum of squares (here for ``size`` coordinates)."""
    x, y = sympy.symbols(f"x:{size}"), sympy.symbols(f"y:{size}")
    left = sum(a**2 for a in x) * sum(b**2 for b in y) - sum(a * b for a, b in zip(x, y, strict=True)) ** 2
    squares = sum((x[i] * y[j] - x[j] * y[i]) ** 2 for i in range(size) for j in range(i))
    return bool(sympy.expand(left - squares) == 0)


SURE_BOUND = Step(
    "|S_ij| = |Σ X_ia W_ab X_jb| ≤ ‖X_i ⊗ X_j‖ ‖W‖_F ≤ d B² log(nd/δ) ‖W‖_F = M' (Cauchy-Schwarz over the pairs a, b)",
    _cauchy_schwarz,
)

REPAIR = "M' = d R log(nd/δ) for M = C R √log(n/δ): what the bounded entries of Definition C.1 give for all i, j at once"
HUB = (
    "d = 1, W = -R/B² and X = (-b, b, ..., b), b = B √log(n/δ): every row but the first has one score M' and n-1 scores -M', "
    "r = e^{2M'} = (n/δ)^{2dR}"
)

_C, _eta = positive("C"), positive("eta")
OUTRUNS = strictly_positive(
    "with √log(n/δ) = C + η, η > 0: log(2n/δ) ≥ log(n/δ) = (C + η)² > C (C + η) = C √log(n/δ)",
    (_C + _eta) ** 2 - _C * (_C + _eta),
)


def along(
    text: str,
    member: Callable[[int], str],
    how: str,
    *steps: Step,
    confirm: Sequence[int] = (2, 6, 300),
    calculation: Contrary | None = None,
    in_words: str = "",
) -> RefutedAlong:
    """Refuted for arbitrarily large sizes by the family ``m -> member(m)``; the members in ``confirm`` are decided in balls.

    A calculation is about the members from the first of these on.
    """
    return RefutedAlong(
        Family(text, lambda m: Instance.parse(member(m)), confirm[0]), how, steps, confirm, calculation, in_words
    )


def refuted_along(
    line: Line,
    text: str,
    member: Callable[[int], str],
    members: tuple[Claim, ...],
    *,
    number: int = 0,
    reasons: tuple[Reason, ...] = (),
    sizes: tuple[Relation, ...] = (),
    confirm: Sequence[int] = (2, 6, 300),
    how: str = "",
    steps: Sequence[Step] = (),
) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """``@refuted_along(line, ...)``: the statements below, whose docstring says how, cover all members of the family.

    members, reasons, sizes: what holds along it; number: of the relation that fails (as in a ``Contrary``)
    """
    rows = Contrary(members, PENDING, number, reasons, sizes)
    return proof(line, lambda said, flat: along(text, member, how or said, *steps, confirm=confirm, calculation=flat(rows)))
