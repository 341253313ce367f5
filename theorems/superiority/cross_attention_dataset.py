"""The data of Appendix F (superiority v1): Definition F.1, p. 40."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import sympy

from theorems.instance import Instance
from theorems.language.structure import Scene
from theorems.provers.argument import Argument, Step
from theorems.superiority.language import *
from theorems.vocabulary import Verdict

DATA = cross_attention(1)


def _logits() -> bool:
    """Every closed form of the appendix starts from these: 1 + a1 at (j2, j3), 1 elsewhere."""
    a = sympy.Symbol("a1", positive=True)

    def wanted(scene: Scene) -> Any:
        return 1 + a if (scene.where[j0], scene.where[j1]) == (scene.where[j2], scene.where[j3]) else 1

    cases = replace(DATA, about=(j0, j1)).cases()
    return all(sympy.expand(case.model.value(Entry("L", (j0, j1))) - wanted(case.pattern)) == 0 for case in cases)


def _is_met() -> bool:
    point = Instance(n=2, d=2, t=2, j2=1, j3=1, a0=Fraction(1, 20), a1=Fraction(2))
    return all(DATA.true(hypothesis, point) for hypothesis in DATA.hypotheses)


def _never_equal() -> bool:
    """log n = 1 would need n = e, and e lies strictly between the integers 2 and 3."""
    return bool(sympy.Integer(2) < sympy.E) and bool(sympy.Integer(3) > sympy.E)


F1 = Lemma("Definition F.1", "Appendix F.1, p. 40", "cross-attention datasets D0 and D1", given=DATA)
too_few = d - 2 == d - 1
F1[""] = Words("columns 2 to d-1 of A2 are t stacked copies of I_{d-1}, which has as many columns: ", too_few)
F1[""].compared(too_few).refuted("n=1 d=2 t=1 j2=1 j3=1 a0=1/11 a1=2")
F1[""].note(
    """Columns 2 to d-1 are d-2 columns and I_{d-1} has d-1, at every d; column d of A1 and of A2 is left undefined.
    The same line of the self-attention definition has I_{d-2}. The lemmas of the appendix speak of i0 in {2, ..., d} and
    use n = (d-1)t, so the last column is meant to belong to the block."""
)
shapes = (1 + (d - 1) == d) & ((d - 1) * t == n)
fitting = Words(
    "columns 2 to d of A2 are t stacked copies of I_{d-1}: ",
    shapes,
    "; A1 ≠ A2 = A3: ",
    log(n) != 1,
    "; the parameter ranges are not empty",
)
columns = "both times, the second to the (d-1)-th columns read the second to the d-th"
repaired = F1[""].repair(claim=fitting, why=columns).compared(shapes & ((log(n) - 1) ** 2 > 0))
repaired.note("A1 has log n where A2 has the 1 of row 1.").proved(
    Argument(
        Verdict.HOLDS,
        """1 + (d-1) columns are d, and t blocks of d-1 rows are n = (d-1)t rows, for every d >= 2, t >= 1. Row 1 of A2 has
        a 1 in the block column where A1 has log n, and log n = 1 for no integer n, so A1 ≠ A2 needs no assumption. The
        ranges of a0 and a1 do not meet, so D0 and D1 are disjoint for n >= 2.""",
        [
            Step("the logits are 1 + a1 at (j2, j3) and 1 elsewhere, times log n", _logits),
            Step("a point meets all conditions", _is_met),
            Step("2 < e < 3: log n is 1 for no integer n", _never_equal),
        ],
    )
)

STATEMENTS = (F1,)
