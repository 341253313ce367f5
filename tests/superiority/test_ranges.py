"""Where the hypotheses of superiority's parts can be met and where their bounds say nothing."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from kernels.arithmetic import BALLS, RATIONALS
from kernels.balls import Truth
from theorems.catalogue import find, parts
from theorems.instance import Instance
from theorems.judging.feasibility import NOWHERE, silence
from theorems.language.tree import log, sqrt
from theorems.statement import Part
from theorems.superiority.language import n
from theorems.superiority.softmax_with_signs import BOUNDED_A1
from theorems.vocabulary import Relation, comparisons

PARTS = parts("superiority")
SIZED = [p for p in PARTS if "Definition D.1" in p.domain.name or "Definition F.1" in p.domain.name]


def shape_of(part: Part) -> tuple[object, ...]:
    return (part.feasible, *(c.text for c in part.domain.conditions))


def placed(part: Part, d: int, t: int) -> Iterator[Instance]:
    """Every instance of this size with the part's indices, up to the coefficients."""
    crossed = "Definition F.1" in part.domain.name
    n = (d - 1 if crossed else d - 2) * t
    circle = any(c.text == "b^2 + c^2 = 1" for c in part.domain.conditions)
    small = any(c is BOUNDED_A1 for c in part.domain.conditions)
    b, c = (Fraction(20, 101), Fraction(99, 101)) if circle else (Fraction(3, 20), Fraction(17, 20))
    fixed: dict[str, int | Fraction | str] = {"n": n, "d": d, "t": t, "b": b, "c": c, "a0": Fraction(1, 20)}
    fixed |= {"a1": Fraction(9, 10) if small else Fraction(2), "delta": Fraction(1, 100), "kappa": 1, "C": 8}
    rows = range(1, n + 1)
    for j2, j3, j0, j1, i0 in itertools.product(rows if crossed else [1], rows, rows, rows, range(1, d + 1)):
        yield Instance(fixed | {"j2": j2, "j3": j3, "j0": j0, "j1": j1, "i0": i0})


def allows(words: str, sizes: dict[str, int]) -> bool:
    """What a part's words on its feasible set say of these sizes; words about anything else are passed over."""

    def atom(text: str) -> bool:
        found = re.fullmatch(r"([ndt]) ≥ (\d+)", text.strip())
        return found is None or sizes[found[1]] >= int(found[2])

    pieces = words.replace("(d, t) ≠ (3, 2)", "not the least" if (sizes["d"], sizes["t"]) != (3, 2) else "d ≥ 4").split("; ")
    return all(any(all(map(atom, re.split(", | and ", either))) for either in piece.split(" or ")) for piece in pieces)


@pytest.mark.parametrize("part", list({shape_of(p): p for p in SIZED}.values()), ids=lambda p: p.slug)
def test_the_sizes_where_a_parts_hypotheses_can_be_met_are_the_stated_ones(part: Part) -> None:
    if not part.domain.conditions:
        return  # an existence claim has no hypotheses
    smallest = 2 if "Definition F.1" in part.domain.name else 3
    for d, t in [(smallest + k, t) for k in range(3) for t in (1, 2, 3) if (k + 1) * t <= 6]:
        first = next(placed(part, d, t))
        met = any(part.domain.broken(i) is None for i in placed(part, d, t))
        stated = not part.feasible.startswith(NOWHERE) and allows(part.feasible, {"n": first.n, "d": d, "t": t})
        assert met is stated, (d, t, part.feasible)


# that a normaliser is not 0, that two matrices differ, two constants, a column number: nothing is clear before
NO_RANGE = {f"Definition {number}" for number in ("3.2", "3.3", "3.8", "C.1", "C.4", "F.1")} | {"Appendix A"}


def is_an_equation(part: Part) -> bool:
    """A count, say, which is judged by what it counts; or a formula, by how many rows and columns its pieces have."""
    return getattr(part.printed.claim, "sign", "") == "==" or any(r.name == "shapes" for r in part.printed.reduced.rules)


def test_every_inequality_has_a_trivial_range() -> None:
    for part in PARTS:
        if part.claim is None or part.domain.small is None or part.statement in NO_RANGE or is_an_equation(part):
            continue
        point = next((i for i in itertools.islice(part.domain.small(), 300) if part.domain.broken(i) is None), None)
        if point is None:
            continue
        claimed = list(comparisons(part.claim(part.domain.bind(point, BALLS))))
        if any(c.relation is not Relation.EQUAL for c in claimed):
            assert part.trivial is not None, part.slug


MEANS = [
    p
    for name in ("D.3", "D.11", "D.15")
    for p in find(name, "superiority")
    if p.trivial is not None and p.label != "2.i"  # exactly one column: no single comparison
]


@pytest.mark.parametrize("part", MEANS, ids=lambda p: p.slug)
def test_silent_sets_of_means_are_exact_where_bound_and_range_meet(part: Part) -> None:
    """With 1 for √(log n) and whole exponents both sides are rational, so that ties count as well."""
    assert part.trivial is not None
    assert part.domain.small is not None
    assert part.claim is not None
    decided = 0
    for point in itertools.islice(part.domain.small(), 3000):
        softmax_is_irrational = "exp" in part.text and point.get("a1", Fraction(1, 2)).denominator != 1
        if point.n == 1 or point.n > 24 or softmax_is_irrational or part.domain.broken(point) is not None:
            continue
        bound = part.domain.bind(point, RATIONALS)
        model = replace(bound, numbers={**bound.numbers, log(n): Fraction(1), sqrt(log(n)): Fraction(1)}, known={})
        (claimed,) = comparisons(part.claim(model))
        end = part.trivial.high if claimed.relation.upper else part.trivial.low
        value = end(model) if callable(end) else end
        silent = claimed.rhs >= value if claimed.relation.upper else claimed.rhs <= value
        if claimed.relation is Relation.LESS:
            silent = claimed.rhs > value
        assert part.trivial.where(point) is bool(silent), point
        decided += 1
    assert decided > 20


def test_the_column_of_a_single_block_is_bounded_by_its_largest_entry_alone() -> None:
    (part,) = find("superiority/Lemma D.7/2.i")
    assert part.trivial is not None
    wide, narrow = Instance.parse("n=2 d=4 t=1 j3=1 a0=1/11 b=1/2 c=1/2 j0=1 i0=2"), "n=4 d=3 t=4"
    assert silence(part, part.trivial, wide) is Truth.FAILS
    assert silence(part, part.trivial, Instance.parse(narrow + " j3=1 a0=1/11 b=1/2 c=1/2 j0=1 i0=2")) is Truth.HOLDS
