"""What comes from outside is bounded, and what is wrong with it is said in one line: numbers and files."""

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
POINT_OF_D2 = {"kind": "instance", "text": "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1", "relation": "<=", "rhs": "0.5"}
WITNESS = {
    "paper": "superiority", "statement": "Lemma D.2", "part": "4b", "reading": "stated", "verdict": "fails",
    "witness": POINT_OF_D2 | {"lhs": "[0.66666666666666666667 +/- 3.34e-21]"},
}  # fmt: skip


def test_a_number_that_nobody_can_spell_out_is_refused_at_once_and_others_are_read() -> None:
    for text in ("1e999999999", "-1e-999999999", "1" * 5000, "1e" + "9" * 50, "1/0", "0.1e9999999/3"):
        with pytest.raises(ValueError, match=r"digits|divides|no number"):
            reader.number(text)
    assert reader.number(" -7/10 ") == Fraction(-7, 10)
    assert reader.number("1_000.5e-2") == Fraction(2001, 200)
    assert Instance.parse("n=1e150+2 a=0.7 word=1e+x other=12:30") == Instance(
        n=10**150 + 2, a=Fraction(7, 10), word="1e+x", other="12:30"
    )


def test_json_that_is_odd_is_unreadable_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    nested, too_deep_to_walk = "[" * 100_000, "[" * 900 + "]" * 900
    for text in ("", "{", nested, too_deep_to_walk, "NaN", "1e999", "9" * 10_000, '"\\ud800"', '{"\\u001b[2J": 1}'):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(reader.UnreadableError) as refused:
            reader.json_in(path)
        told = str(refused.value)
        assert str(path) in told
        assert ("\n" not in told, len(told) < 400) == (True, True)


def put(content: Any, value: Any, *path: str | int) -> Any:
    changed = copy.deepcopy(content)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return changed


Place = tuple[str | int, ...]
FIRST: Place = ("claims", 0, "boxes", 0, 0)
IN_A_CERTIFICATE: list[Place] = [("address",), ("reading",), ("claims",), ("claims", 0), (*FIRST, 0), (*FIRST, 1), FIRST]
IN_A_WITNESS: list[Place] = [("statement",), ("part",), ("witness",), *(("witness", of) for of in ("kind", "text", "lhs"))]


def test_odd_values_in_a_certificate_or_witness_are_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "odd.json"

    def written(content: Any) -> list[str]:
        path.write_text(json.dumps(content), encoding="utf-8")
        return [str(path)]

    assert replay.main(written(WITNESS)) == 0
    odd: list[Any] = [None, 1, 1.5, True, [], {}, [[]], "", "x", "1e999999999", "1/0"]
    for value in odd:
        for where in IN_A_CERTIFICATE:
            assert check_certificate.main(written(put(CERTIFICATE, value, *where))) in (1, 2), (where, value)
        for where in IN_A_WITNESS:
            assert replay.main(written(put(WITNESS, value, *where))) in (1, 2), (where, value)
        pages = [*written(put(report(), value, "records", 1, "witness", "members")), "--output", str(tmp_path / "pages")]
        assert errata.main(["--from", *pages]) == (0 if value == [] else 2)


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
