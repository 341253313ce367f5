import pytest

from theorems.catalogue import find
from theorems.judging.judge import EFFORTS, judge
from theorems.vocabulary import Evidence, Verdict


@pytest.mark.parametrize("theorem", ["1.1", "1.2"])
def test_existence_is_exact_and_the_universal_reading_fails(theorem: str) -> None:
    findings = {p.label: judge(p, EFFORTS["quick"]) for p in find(f"superiority/Theorem {theorem}")}
    assert {label: found.verdict.value for label, found in findings.items()} == {"": "holds", "universal": "fails"}
    assert findings[""].evidence is Evidence.EXACT


def test_theorem_6_2_contradicts_itself_and_its_repair_does_not() -> None:
    found = {(p.label, p.reading.value): judge(p, EFFORTS["quick"]).verdict for p in find("superiority/Theorem 6.2")}
    assert found == {
        ("D1", "stated"): Verdict.FAILS,
        ("D1.i", "intended"): Verdict.HOLDS,
        ("D1.ii", "intended"): Verdict.ASYMPTOTIC,
        ("D0", "stated"): Verdict.ASYMPTOTIC,
        ("D0.i", "intended"): Verdict.ASYMPTOTIC,
    }
