"""The page about papers of one's own, and the file that ``python -m theorems.new`` writes, do what they say."""

import re
from pathlib import Path

import pytest

from theorems import new
from theorems.catalogue import asked
from theorems.judging.judge import EFFORTS, judge

PAGE = Path(__file__).parents[2] / "docs" / "your_own_paper.md"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def verdicts(file: str) -> dict[str, str]:
    findings = {part.key: judge(part, EFFORTS["quick"]) for statement in asked(file).statements for part in statement.parts}
    return {key: f"{finding.verdict.value} ({finding.evidence.value})" for key, finding in findings.items()}


def test_the_page_goes_from_a_printed_lemma_to_a_refuted_a_repaired_and_a_proved_one() -> None:
    Path("mine.py").write_text("".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)))
    assert verdicts("mine.py") == {
        "mine/Lemma 1/a (stated)": "fails (certified)",
        "mine/Lemma 1/a (intended)": "holds (tested)",
        "mine/Lemma 2/a (stated)": "holds (proved)",
    }


def test_a_new_file_has_a_true_a_false_and_an_asymptotic_claim(capsys: pytest.CaptureFixture[str]) -> None:
    assert new.main(["mine"]) == 0
    assert verdicts("mine.py") == {
        "mine/Lemma 1/true (stated)": "holds (proved)",
        "mine/Lemma 2/false (stated)": "fails (certified)",
        "mine/Lemma 3/asymptotic (stated)": "asymptotic (proved)",
    }
    assert new.main(["mine"]) == 2  # never over a file that is there
    assert new.main(["sparse"]) == 2
    assert new.main(["../up"]) == 2
    assert "mine.py is there" in capsys.readouterr().err
