"""Certificates: written, verified without a search, and refused when anything is missing, enlarged or about something else."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chosen import sample
from tests.fabricated import claiming
from theorems import certify as certify_command
from theorems import check_certificate
from theorems.catalogue import find
from theorems.provers import boxes
from theorems.provers.boxes import Boxes, attempt
from theorems.provers.certificate import DIRECTORY, certificate, path_of, write
from theorems.provers.power_sums import Box
from theorems.provers.verification import RefusedError, UnreadableError, uncovered, verify
from theorems.statement import Part
from theorems.vocabulary import Evidence, Verdict, at_most, comparisons

# the file of a certificate is named by the slug of its part
KEPT = sorted(DIRECTORY.rglob("*.json"))


@pytest.fixture(scope="module")
def part() -> Part:
    """A part whose certificate has many boxes: log n <= 4 n^(1/10) beside the printed f >= 1/2."""
    (printed,) = find("superiority/Lemma D.2/3a")
    claim = printed.claim
    assert claim is not None
    slow = lambda x: at_most(x.arithmetic.log(x.n), 4 * x.n ** x.ratio(1, 10), "log")  # noqa: E731
    return claiming(printed, lambda x: (*comparisons(claim(x)), slow(x)))


@pytest.fixture(scope="module")
def content(part) -> dict:
    tried = attempt(part)
    assert tried.certified
    return certificate(part, [(question.claim, cover) for question, cover in tried.covers])


Edit = Callable[[Any, Any], object]


def edited(content: dict, edit: Edit) -> dict:
    """Changed in place: the certificate, and the boxes of its last claim."""
    copy = json.loads(json.dumps(content))
    edit(copy, copy["claims"][-1]["boxes"])
    return copy


def test_a_certificate_survives_the_file_and_is_verified(content, part):
    assert verify(edited(content, lambda c, boxes: None), part) == sum(len(claim["boxes"]) for claim in content["claims"])
    assert len(content["claims"][1]["boxes"]) > 5


FRACTIONAL = [[["1", "3/2"], ["7/10", "oo"]], [["5/2", "oo"], ["7/10", "oo"]]]  # widened by 1, gapless; 2 is in neither


def without_tail(content: Any, boxes: Any) -> None:
    for box in boxes:
        box[0] = [box[0][0], box[0][1].replace("oo", str(10**400))]


EDITS: dict[str, tuple[str, Edit]] = {
    "a box enlarged over its neighbours": ("not proved", lambda c, boxes: boxes.__setitem__(slice(None), [[["1", "oo"]]])),
    "a tail less": (r"no box covers n in .*oo", without_tail),
    "integers between fractions": ("between two integers", lambda c, boxes: c["claims"][0].update(boxes=FRACTIONAL)),
    "another digest": ("", lambda c, boxes: c.update(digest="0" * 16)),
    "another reading": ("", lambda c, boxes: c.update(reading="intended")),
    "another part": ("", lambda c, boxes: c.update(address="superiority/Lemma D.2/3b")),
    "another formula": (
        "claims",
        lambda c, boxes: c["claims"][0].update(formula=c["claims"][0]["formula"].replace("7/10", "8/10")),
    ),
    "an undecided box": ("verdict", lambda c, boxes: c["claims"][1]["undecided"].append(boxes.pop())),
} | {
    f"{bits!r} bits, which prove nothing or never end": ("no precision", lambda c, boxes, b=bits: c.update(precision_bits=b))
    for bits in (1, 3, 52, 4097, 10**9, "128", 128.0)
}


def test_what_is_missing_enlarged_or_about_something_else_is_refused(content, part):
    for what, (why, edit) in EDITS.items():
        with pytest.raises(RefusedError, match=why or None):
            pytest.fail(f"{what}: {verify(edited(content, edit), part)}")
    for k in range(len(content["claims"][1]["boxes"])):
        fewer = edited(content, lambda c, boxes: None)
        del fewer["claims"][1]["boxes"][k]
        with pytest.raises(RefusedError, match="no box covers"):
            verify(fewer, part)
    open_ended = edited(content, EDITS["an undecided box"][1])
    assert verify(open_ended | {"verdict": "unknown"}, part) > 0
    stronger = claiming(part, lambda x: at_most(x.f_exp, x.ratio(1, 2)))
    with pytest.raises(RefusedError):
        verify(content, stronger)
    shapes: list[Any] = [{}, {"format": 7}, {"format": 1, "precision_bits": 128, "claims": [{}], "verdict": "holds"}, []]
    for broken in shapes:
        with pytest.raises(UnreadableError):
            verify(broken, part)


OPEN = ((Fraction(1), None), (Fraction(7, 10), None))


@st.composite
def tilings(draw):
    """Boxes that tile the quadrant, by random cuts."""
    boxes: list[Box] = [OPEN]
    for _ in range(draw(st.integers(0, 12))):
        box = boxes.pop(draw(st.integers(0, len(boxes) - 1)))
        k = draw(st.integers(0, 1))
        low, high = box[k]
        step = draw(st.fractions(Fraction(1, 9), 5, max_denominator=9))
        cut = low + step if high is None else low + (high - low) * step / 6
        halves = [(low, cut), (cut, high)]
        boxes += [tuple(half if j == k else box[j] for j in range(2)) for half in halves]
    return draw(st.permutations(boxes))


@given(tilings(), st.data())
def test_a_tiling_covers_and_without_one_box_leaves_that_box_open(boxes, data):
    assert uncovered(OPEN, boxes) is None
    lost = boxes.pop(data.draw(st.integers(0, len(boxes) - 1)))
    gap = uncovered(OPEN, boxes)
    assert gap is not None
    for (low, high), (start, end) in zip(lost, gap, strict=True):
        assert low <= start
        assert high is None or (end is not None and end <= high)


def test_a_parameter_of_one_value_is_covered_by_boxes_that_contain_it():
    point = ((Fraction(2), Fraction(2)), (Fraction(0), Fraction(1)))
    assert uncovered(point, [((Fraction(1), Fraction(3)), (Fraction(0), None))]) is None
    assert uncovered(point, [((Fraction(3), Fraction(4)), (Fraction(0), None))]) is not None


def test_a_kept_certificate_is_verified_and_not_searched_for(part, tmp_path, monkeypatch):
    tried = attempt(part)
    write(part, [(question.claim, cover) for question, cover in tried.covers], tmp_path)

    def no_search(*_: object) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr(boxes, "bisect", no_search)
    finding = Boxes(directory=tmp_path).run(part)
    assert (finding.verdict, finding.evidence) == (Verdict.HOLDS, Evidence.CERTIFIED)
    assert path_of(part).name in finding.how
    with pytest.raises(AssertionError, match="searched"):  # another claim: its digest differs
        Boxes(directory=tmp_path).run(replace(part, text="something else"))


def test_the_command_accepts_refuses_and_tells_which(content, tmp_path, capsys, monkeypatch):
    assert certify_command.main(["superiority/Lemma D.2/3a", "--output", str(tmp_path)]) == 0
    (path,) = tmp_path.rglob("*.json")
    assert check_certificate.main([str(path)]) == 0
    path.write_text(json.dumps(edited(json.loads(path.read_text()), lambda c, _: c["claims"][0].update(boxes=[]))))
    assert check_certificate.main([str(path)]) == 1
    assert "REFUSED" in capsys.readouterr().out
    path.write_text("{")
    assert check_certificate.main([str(path)]) == 2


def test_the_certificates_of_the_repository_are_current(capsys):
    """When this fails the part has changed: ``python -m theorems.certify ADDRESS`` writes the new certificate."""
    assert check_certificate.main([*map(str, sample(KEPT, 4))]) == 0, capsys.readouterr().out
