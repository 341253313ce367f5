"""The pages stand alone, no text of a record is markup, each claim has one place and number, and sliders move true sides."""

import json
import math
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest

from kernels import balls
from kernels.arithmetic import BALLS
from tests.fabricated import POINT, record, report
from tests.marks import long
from theorems.catalogue import OURS, parts
from theorems.instance import Instance
from theorems.judging.record import number_of
from theorems.report import page
from theorems.report.live import Live, live
from theorems.report.outline import outline, readings_of
from theorems.vocabulary import Comparison, comparisons


class Read(HTMLParser):
    """The tags with their attributes, and the text of the data script."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.data = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] == ("script", {"type": "application/json", "id": "data"}) and not self.data:
            self.data = data


def finding(statement: str, text: str = "a misprint") -> dict[str, Any]:
    said = dict.fromkeys(("key", "sentence", "breaks", "where", "witness", "repair"), text)
    root = f"superiority/{statement} (stated)"
    return said | {"paper": "superiority", "root": root, "parts": [root], "rests": [text], "rank": 1}


def test_no_text_of_a_record_or_a_finding_becomes_markup_and_nothing_is_fetched() -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)> <!-- {{ 7*7 }} \u2028 '\""
    fields: dict[str, Any] = {"claim": evil, "how": evil, "note": evil, "hypotheses": [evil], "witness": POINT | {"lhs": evil}}
    broken = record(f"Lemma {evil}", "1 <b>", verdict="fails", **fields)
    made = report([broken], python=evil) | {"findings": [finding(f"Lemma {evil}/1 <b>", evil)]}
    innocent = page.pages(report([record("Lemma Z.2")]))
    assert set(innocent) == {"report.html", "superiority.html"}
    for name, text in page.pages(made).items():
        read, plain = Read(text), Read(innocent[name])
        assert [tag for tag, _ in read.tags].count("script") == [tag for tag, _ in plain.tags].count("script")
        assert not {"img", "b onerror", "link", "iframe", "object", "embed", "base"} & {tag for tag, _ in read.tags}
        assert not [attributes for _, attributes in read.tags if {"src", "srcset", "action"} & set(attributes)]
        assert not re.search(r"https?://(?!arxiv\.org/pdf/)|@import|url\(|fetch\(|XMLHttpRequest|import\(", innocent[name])
    assert json.loads(Read(page.html(made, "superiority")).data)["records"][0]["claim"] == evil


def test_a_formula_that_the_copy_lost_is_never_called_printed() -> None:
    lost = [record("Lemma Z.2", provenance=kind, verdict="fails", witness=POINT) for kind in ("inferred", "public")]
    lost.append(record("Lemma Z.3", provenance="stated here: with b^2 + c^2 = 1"))
    for one in lost:
        text = page.html(report([one]) | {"findings": [finding("Lemma Z.2")]}, "superiority")
        (shown,) = json.loads(Read(text).data)["records"]
        assert "printed" not in shown["badge"] + shown["badge_meaning"] + shown["kind"]
        assert "<dt>printed</dt>" not in text.partition('<section id="findings">')[2]


def test_every_claim_of_a_paper_has_one_place_in_its_outline_and_one_permanent_number() -> None:
    numbers: list[str] = []
    for paper in OURS:
        claims = [
            {"paper": paper, "statement": p.statement, "part": p.label, "reading": p.reading.value, "provenance": p.provenance}
            for p in parts(paper)
        ]
        entries = outline(claims)
        assert set(readings_of(entries)) == {id(claim) for claim in claims}
        assert all(entry.parts or entry.asked for entry in entries)
        numbers += map(number_of, claims)
    assert len(set(numbers)) == len(numbers)
    assert not [number for number in numbers if number[0].isdigit()]  # that would be a finding's


NODE = shutil.which("node")
POINTS = 400
SAME = 1e-9  # of a side: what sixteen digits leave of a long formula
GRID = 64  # a real parameter is so many parts of 1, which a float holds


def moving() -> list[Live]:
    """The claims that have sliders, around their pinned witness or their first small point."""
    found = []
    for part in parts("superiority"):
        small = part.domain.small() if part.domain.small else ()
        at = part.witness or next((str(i) for i in small if part.domain.broken(i) is None), None)
        found.append(live(part, None if at is None else {"text": at}))
    return [each for each in found if each is not None]


def points(found: Live, count: int, chance: random.Random) -> Iterator[Instance]:
    """Points between the ends of the sliders, the ends among them; the indices lie as they do around ``at``."""
    for _ in range(count):
        values: dict[str, Any] = {}
        for slider in found.sliders:
            share = chance.choice((0, 1, chance.random(), chance.random()))
            if slider.whole:
                values[slider.name] = round(slider.low * (slider.high / slider.low) ** share)
            else:
                values[slider.name] = Fraction(round((slider.low + share * (slider.high - slider.low)) * GRID), GRID)
        width = values[found.given.model.structure.columns.name] - found.given.beside
        placed = found.given.model.structure.placed(found.scene, width)
        yield found.given.completed(values | {symbol.name: place for symbol, place in placed.items()})


@long  # the sliders of 130 claims
@pytest.mark.skipif(NODE is None, reason="no JavaScript on this machine")
def test_both_sides_are_those_of_the_balls_at_hundreds_of_points() -> None:
    chance, claims = random.Random(0), moving()
    drawn = [list(points(found, 1 + POINTS // len(claims), chance)) for found in claims]
    at = [[{s.name: float(i[s.name]) for s in found.sliders} for i in its] for found, its in zip(claims, drawn, strict=True)]
    calls = ",".join(f"{json.dumps(its)}.map({found.function})" for found, its in zip(claims, at, strict=True))
    script = f"console.log(JSON.stringify([{calls}], (k, v) => typeof v === 'number' && !Number.isFinite(v) ? String(v) : v))"
    answers = json.loads(
        subprocess.run([str(NODE)], input=script, capture_output=True, check=True, text=True, timeout=60).stdout
    )
    for found, its, answer in zip(claims, drawn, answers, strict=True):
        for instance, said in zip(its, answer, strict=True):
            part = found.part
            assert part.claim is not None
            compared: list[Comparison] = list(comparisons(part.claim(part.domain.bind(instance, BALLS))))
            assert [relation for _, relation, _ in said["sides"]] == [c.relation.value for c in compared], part.key
            for (left, _, right), exact in zip(said["sides"], compared, strict=True):
                for float_, ball in ((left, exact.lhs), (right, exact.rhs)):
                    value = balls.approximate(balls.ball(ball))
                    if not isinstance(float_, str) and math.isfinite(value):  # beyond them the page draws nothing
                        assert math.isclose(float_, value, rel_tol=SAME, abs_tol=1e-300), (part.key, str(instance))
            assert said["met"] == (part.domain.broken(instance) is None), (part.key, str(instance))
