"""The public door is hostile ground: no false claim is proved there, hardly one holds, and no true one fails."""

from __future__ import annotations

from pathlib import Path

from tests.door.claims import FALSE, TRUE
from tests.door.elementary import INEQUALITIES
from tests.marks import IN_CI
from theorems.catalogue import asked
from theorems.judging.judge import EFFORTS
from theorems.judging.record import Record, make_record

EACH = 8 if IN_CI else 1  # of so many claims one is looked at
BELIEVED = 3  # false claims that may hold as tested, of all
EARNED = ("formal", "proved", "certified", "exact", "argued")


def judged(folder: Path, number: int, declared: str, claim: str) -> Record:
    path = folder / f"door{number}.py"
    head = f'from theorems.own import *\nPAPER = Paper("door{number}", "Door")\n'
    path.write_text(f'{head}{declared}\nPAPER.lemma("1")["a"] = {claim}\n')
    (part,) = asked(str(path)).statements[0].parts
    return make_record(part, EFFORTS["quick"], 0)


def test_no_false_claim_is_proved_and_hardly_one_is_believed(tmp_path: Path) -> None:
    believed = []
    for number, (declared, claim, point) in list(enumerate(FALSE))[::EACH]:
        made = judged(tmp_path, number, declared, claim)
        if made["verdict"] in ("holds", "asymptotic"):
            assert made["evidence"] not in EARNED, f"{declared}: {claim}, false at {point}: {made['how']}"
            believed.append(f"{declared}: {claim}, false at {point}")
        assert "Error" not in made["how"], made["how"]
    assert len(believed) <= BELIEVED, believed


def test_no_true_claim_is_called_false(tmp_path: Path) -> None:
    proved = 0
    for number, (declared, claim, reason) in list(enumerate(TRUE))[::EACH]:
        made = judged(tmp_path, number, declared, claim)
        assert made["verdict"] != "fails", f"{declared}: {claim}, true by {reason}: {made['witness']}"
        assert "Error" not in made["how"], made["how"]
        proved += made["evidence"] == "proved"
    assert proved >= (1 if IN_CI else 16)  # nobody has asked for a proof


def test_elementary_inequalities_are_decided_without_a_script(tmp_path: Path) -> None:
    """None that is false holds, and four of five true ones are known over their whole domain."""
    looked_at = INEQUALITIES[::EACH]
    known = 0
    for number, (declared, claim, true) in enumerate(looked_at):
        made = judged(tmp_path, 1000 + number, declared, claim)
        assert "Error" not in made["how"], made["how"]
        possible = ("holds", "unknown") if true else ("fails", "unknown")
        assert made["verdict"] in possible, f"{declared}: {claim}: {made['how']}"
        known += true and made["evidence"] in EARNED
    assert known >= 0.8 * sum(true for _, _, true in looked_at)
