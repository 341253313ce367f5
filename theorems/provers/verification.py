"""A certificate against the part that it speaks of, without any search.

It is a list of boxes for each claim of a part, accepted when

1. it speaks of the part as the catalogue has it now (same digest) and of every claim of it, each with the formula that
   follows from the part, so that no case and no piece of the domain is left out;
2. the boxes cover the whole domain, exactly: rational ends, unbounded directions to infinity, every integer;
3. on each box the evaluation in balls, at the stated precision, proves the comparison.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from theorems.digest import digest
from theorems.provers.bisection import certain
from theorems.provers.certificate import FORMAT, formula
from theorems.provers.normal_form import questions
from theorems.provers.power_sums import Box, Claim, Ends
from theorems.provers.ranges import NoNormalFormError
from theorems.reader import UnreadableError, number
from theorems.statement import Part

LEAST_BITS, MOST_BITS = 53, 4096
MOST_BOXES = 100_000


class RefusedError(Exception):
    """The certificate proves less than it says."""


def verify(content: dict[str, Any], part: Part) -> int:
    """Check a certificate against the part; returns the number of boxes.

    Raises RefusedError that names what is missing, UnreadableError for a file of another shape.
    """
    try:
        check_types(content)
        if content["format"] != FORMAT:
            raise UnreadableError(f"format {content['format']!r} is not {FORMAT}")
        bits, claims, verdict = content["precision_bits"], content["claims"], content["verdict"]
        named = (content["address"], content["reading"], content["digest"])
        listed = [(c["name"], c["formula"], _boxes(c["boxes"]), _boxes(c["undecided"])) for c in claims]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableError(f"not a certificate: {type(error).__name__} {error}") from error
    if named != (part.address, part.reading.value, digest(part)):
        raise RefusedError(f"it is about {named}, not about {(part.address, part.reading.value, digest(part))}")
    if not isinstance(bits, int) or not LEAST_BITS <= bits <= MOST_BITS:
        raise RefusedError(f"{bits!r} is no precision between {LEAST_BITS} and {MOST_BITS} bits")
    try:
        wanted = [question.claim for question in questions(part)]
    except NoNormalFormError as error:
        raise RefusedError(f"the part is none that boxes can prove: {error}") from error
    if [(claim.name, formula(claim)) for claim in wanted] != [(name, text) for name, text, _, _ in listed]:
        raise RefusedError("its claims are not those of the part")
    for claim, (name, _, boxes, undecided) in zip(wanted, listed, strict=True):
        _verify_claim(claim, name, boxes, undecided, bits)
    if verdict != ("unknown" if any(undecided for _, _, _, undecided in listed) else "holds"):
        raise RefusedError(f"the verdict {verdict!r} does not follow from the boxes")
    return sum(len(boxes) for _, _, boxes, _ in listed)


def check_types(content: Any) -> None:
    texts = [content[name] for name in ("address", "reading", "digest", "verdict")]
    lists = [claim[name] for claim in content["claims"] for name in ("boxes", "undecided")]
    if not (all(isinstance(text, str) for text in texts) and all(isinstance(boxes, list) for boxes in lists)):
        raise UnreadableError("not a certificate: a text or a list is something else")
    if max(map(len, lists), default=0) > MOST_BOXES:
        raise UnreadableError(f"more than {MOST_BOXES} boxes")


def _verify_claim(claim: Claim, name: str, boxes: list[Box], undecided: list[Box], bits: int) -> None:
    for box in (*boxes, *undecided):
        if len(box) != len(claim.parameters):
            raise RefusedError(f"{name}: {shown(claim, box)} has the wrong number of sides")
    integers = [p.integer for p in claim.parameters]
    for box in (*boxes, *undecided):
        ends = [end for side, integer in zip(box, integers, strict=True) for end in side if integer and end is not None]
        if any(end.denominator != 1 for end in ends):
            raise RefusedError(f"{name}: {shown(claim, box)} ends between two integers")
    gap = uncovered(_widened(claim.domain, integers), [_widened(box, integers) for box in (*boxes, *undecided)])
    if gap is not None:
        raise RefusedError(f"{name}: no box covers {shown(claim, gap)}")
    for box in boxes:
        if not certain(claim, box, bits):
            raise RefusedError(f"{name}: the comparison is not proved on {shown(claim, box)}")


def _boxes(listed: Sequence[Sequence[Sequence[str]]]) -> list[Box]:
    boxes = [tuple((number(low), None if high == "oo" else number(high)) for low, high in box) for box in listed]
    if any(high is not None and high < low for box in boxes for low, high in box):
        raise ValueError("a box has its ends in the wrong order")
    return boxes


def _widened(box: Box, integers: Sequence[bool]) -> Box:
    """Each integer v as the interval [v, v + 1]: two integer ranges that meet have no gap between them."""
    return tuple(
        (low, high if high is None or not integer else high + 1) for (low, high), integer in zip(box, integers, strict=True)
    )


def uncovered(region: Box, boxes: Sequence[Box]) -> Box | None:
    """A part of the region with inner points that no box covers; None when the boxes cover it (they may overlap).

    Cuts the region along the sides of the boxes until one box covers a whole piece, or none meets it.
    """
    todo = [(region, [box for box in boxes if _meets(region, box)])]
    while todo:
        piece, near = todo.pop()
        if any(_within(piece, box) for box in near):
            continue
        if not near:
            return piece
        cuts = {
            (k, end)
            for box in near[:40]
            for k, ends in enumerate(box)
            for end in ends
            if end is not None and _inside(piece[k], end)
        }
        # the cut that splits the fewest boxes; there is one, or the first box near would cover the piece
        k, cut = min(cuts, key=lambda c: (_crossed(near, *c), c))
        for side in ((piece[k][0], cut), (cut, piece[k][1])):
            half = (*piece[:k], side, *piece[k + 1 :])
            todo.append((half, [box for box in near if _meets(half, box)]))
    return None


def _crossed(boxes: Sequence[Box], k: int, cut: Fraction) -> int:
    return sum(_inside(box[k], cut) for box in boxes)


def _inside(ends: Ends, x: Fraction) -> bool:
    low, high = ends
    return low < x and (high is None or x < high)


def _meets(a: Box, b: Box) -> bool:
    """Do two boxes have inner points in common (a side of length 0 counts as one)?"""
    return all(
        (q is None or x < q or x == y) and (y is None or p < y or p == q) and (q is None or x <= q) and (y is None or p <= y)
        for (x, y), (p, q) in zip(a, b, strict=True)
    )


def _within(a: Box, b: Box) -> bool:
    return all(p <= x and (q is None or (y is not None and y <= q)) for (x, y), (p, q) in zip(a, b, strict=True))


def shown(claim: Claim, box: Box) -> str:
    """``n in [2, oo), a1 in [7/10, 7/5]``."""
    names = [p.name for p in claim.parameters] + ["?"] * len(box)
    return ", ".join(
        f"{name} in [{low}, {'oo)' if high is None else f'{high}]'}" for name, (low, high) in zip(names, box, strict=False)
    )
