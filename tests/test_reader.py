"""What comes from outside is bounded, and what is wrong with it is said in one line: numbers and files."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.fabricated import POINT, record, report
from theorems import check_certificate, errata, reader, replay
from theorems.instance import Instance
from theorems.provers.certificate import DIRECTORY
from theorems.report import table

CERTIFICATE = json.loads((DIRECTORY / "superiority" / "lemma_D2-3a-stated.json").read_text(encoding="utf-8"))
WITNESS = {
    "paper": "superiority",
    "statement": "Lemma D.2",
    "part": "4b",
    "reading": "stated",
    "verdict": "fails",
    "witness": {
        "kind": "instance",
        "text": "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1",
        "lhs": "[0.66666666666666666667 +/- 3.34e-21]",
        "relation": "<=",
        "rhs": "0.5",
    },
}


@pytest.mark.parametrize("text", ["1e999999999", "-1e-999999999", "1" * 5000, "1e" + "9" * 50, "1/0", "0.1e9999999/3"])
def test_a_number_that_nobody_can_spell_out_is_refused_at_once(text: str) -> None:
    with pytest.raises(ValueError, match=r"digits|divides|no number"):
        reader.number(text)


def test_numbers_and_words_of_instances_are_read_as_before() -> None:
    assert reader.number(" -7/10 ") == Fraction(-7, 10)
    assert reader.number("1_000.5e-2") == Fraction(2001, 200)
    assert Instance.parse("n=1e150+2 a=0.7 word=1e+x other=12:30") == Instance(
        n=10**150 + 2, a=Fraction(7, 10), word="1e+x", other="12:30"
    )


@pytest.mark.parametrize(
    "text",
    ["", "{", "[" * 100_000, "[" * 900 + "]" * 900, "NaN", "1e999", "9" * 10_000, '"\\ud800"', '{"\\u001b[2J": 1}'],
    ids=["empty", "cut off", "nested", "nested too deep to walk", "NaN", "infinite", "long", "half", "terminal"],
)
def test_json_that_is_odd_is_unreadable_in_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(reader.UnreadableError) as refused:
        reader.json_in(path)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


# -- commands ------------------------------------------------------------------------------------------------------------


def put(content: Any, value: Any, *path: str | int) -> Any:
    changed = copy.deepcopy(content)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return changed


ODD: list[Any] = [None, 1, 1.5, True, [], {}, [[]], "", "x", "1e999999999", "1/0"]
FIRST = ("claims", 0, "boxes", 0, 0)


@pytest.mark.parametrize("value", ODD, ids=repr)
def test_odd_values_in_a_certificate_or_witness_are_no_traceback(value: Any, tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    where: tuple[str | int, ...]
    for where in (("address",), ("reading",), ("claims",), ("claims", 0), (*FIRST, 0), (*FIRST, 1), FIRST):
        path.write_text(json.dumps(put(CERTIFICATE, value, *where)), encoding="utf-8")
        assert check_certificate.main([str(path)]) in (1, 2), where
    for where in (("statement",), ("part",), ("witness",), ("witness", "kind"), ("witness", "text"), ("witness", "lhs")):
        path.write_text(json.dumps(put(WITNESS, value, *where)), encoding="utf-8")
        assert replay.main([str(path)]) in (1, 2), where
    path.write_text(json.dumps(put(report(), value, "records", 1, "witness", "members")), encoding="utf-8")
    assert errata.main(["--from", str(path), "--output", str(tmp_path / "pages")]) in ((0,) if value == [] else (2,))


def test_the_witness_itself_is_confirmed(tmp_path: Path) -> None:
    """Or the test above would show nothing."""
    path = tmp_path / "witness.json"
    path.write_text(json.dumps(WITNESS), encoding="utf-8")
    assert replay.main([str(path)]) == 0


# -- what is printed is what is meant ------------------------------------------------------------------------------------

MARKUP = "a|b `c` <b>d</b> [e](f) *g* _h_ [/red]\n# i"


def test_the_markdown_page_holds_no_markup_of_a_record() -> None:
    made = record("Lemma Z.1 | <i>", "3|a", claim=MARKUP, how=MARKUP, note=MARKUP, steps=[MARKUP], reproduce=f"x {MARKUP}",
                  verdict="fails", evidence="certified", witness=POINT | {"text": MARKUP})  # fmt: skip
    lines = table.markdown([made]).splitlines()
    rows = [line for line in lines if line.startswith("|")]
    cells = {row.replace("\\|", "").count("|") for row in rows[:3]}
    assert cells == {9}
    assert not [line for line in lines if line.startswith("# ") and line != "# Verdicts"]
    text = "\n".join(line for line in lines if not line.startswith("``"))
    assert "<b>" not in text
    assert "[e](f)" not in text
    assert "`c`" not in text.replace("\\`", "")
