"""What has no value at a point of a stranger's claim is no error anywhere: the point decides nothing, and the others do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from theorems import catalogue
from theorems.catalogue import PaperError, asked
from theorems.judge import EFFORTS
from theorems.record import make_record
from theorems.statement import Part

HEAD = """from theorems.own import *
PAPER = Paper("mine", "Mine")
n, k = size("n"), integer("k")
x = vector("x", n)
b, c = reals("b c")
i = indices("i")[0]
L = PAPER.lemma("1")
"""


@pytest.fixture(autouse=True)
def _no_other_papers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(catalogue, "_by_path", {})
    yield
    catalogue.statements.cache_clear()


def part(folder: Path, *lines: str) -> Part:
    path = folder / "mine.py"
    path.write_text(HEAD + "\n".join(lines) + "\n")
    return asked(str(path)).statements[0].parts[0]


@pytest.mark.parametrize(
    ("line", "told"), [("raise SystemExit(0)", "mine.py: it ends the process"), ("assert n is k", "line 8: AssertionError")]
)
def test_a_file_that_ends_by_itself_is_named(line: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(PaperError, match=told):
        part(tmp_path, line)


def test_a_whole_number_lies_between_whole_ends(tmp_path: Path) -> None:
    found = make_record(part(tmp_path, 'm = integer("m", Q(1, 2), Q(7, 2))', 'L["a"] = m <= 2'), EFFORTS["quick"], 0)
    assert found["witness"]["text"] == "m=3"


def test_a_witness_is_pinned_where_no_instance_is_known(tmp_path: Path) -> None:
    assert part(tmp_path, 'L["a"] = b <= 1, b == sqrt(Q(2))', 'L["a"].refuted("b=2")').witness == "b=2"
