"""A verdict is taken over from the last run only where nothing has changed that it can depend on."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.own.writing import HEAD
from theorems.catalogue import asked, find
from theorems.judging import sources
from theorems.judging.sources import code_of, sources_of
from theorems.paper import OURS

LOADED = """
import json, sys
from theorems.catalogue import find
from theorems.judging.judge import EFFORTS
from theorems.judging.record import make_record
for address in {addresses!r}:
    for part in find(address):
        make_record(part, EFFORTS["quick"], 0)
print(json.dumps([getattr(module, "__file__", None) for module in [*sys.modules.values()]]))
"""


def test_every_module_that_judging_a_part_loads_is_among_its_sources() -> None:
    addresses = ["superiority/Theorem D.5", "sparse/Theorem 6.1/(a)", "scan_snap/Theorem 2/a"]
    ran = subprocess.run([sys.executable, "-c", LOADED.format(addresses=addresses)], capture_output=True, text=True, check=True)
    files = {Path(file) for file in json.loads(ran.stdout) if file}
    for address in addresses:
        loaded = {file for file in files if file.parent == OURS / address.partition("/")[0]}
        assert len(loaded) > 1
        assert loaded <= {source for part in find(address) for source in sources_of(part)}


def test_a_change_of_any_source_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the part's own modules, of reasons beside them, and of the kernel; not of another statement's module."""
    part = find("scan_snap/Theorem 3/Eqn 116")[0]
    before, read = code_of(part), Path.read_bytes
    own = OURS / part.written.partition("/")[2].partition(":")[0]
    reasons = next(file for source in sorted(sources_of(part)) if (file := source.with_suffix(".reasons.json")).exists())
    others = [
        own,
        reasons,
        OURS / "kernel" / "signs.py",
        OURS / "formal" / "accepted.json",
        next(OURS.glob("certificates/*/*.json")),
        OURS.parent / "kernels" / "balls.py",
    ]
    elsewhere = OURS / "sparse" / "figures.py"
    for changed in (*others, elsewhere):
        monkeypatch.setattr(Path, "read_bytes", lambda path, changed=changed: read(path) + b"#" * (path == changed))
        for kept in (sources._digest, sources._with_the_judge, sources._judge):
            kept.cache_clear()
        assert (code_of(part) == before) == (changed == elsewhere), changed
    monkeypatch.undo()
    for kept in (sources._digest, sources._with_the_judge, sources._judge):
        kept.cache_clear()


def test_of_a_paper_of_one_s_own_what_is_claimed_counts_wherever_it_comes_from(tmp_path, monkeypatch) -> None:
    """A file that is read, a variable of the environment, a module elsewhere, a paper of ours whose words are used."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "of_mine_elsewhere.py").write_text("C = 2")
    monkeypatch.syspath_prepend(elsewhere)
    folder = tmp_path / "mine"
    folder.mkdir()
    number, path = folder / "number.txt", folder / "mine.py"
    lines = [
        "import os, pathlib, of_mine_elsewhere, theorems.sparse.tail_bounds",
        "NUMBER = pathlib.Path(__file__).with_name('number.txt').read_text()",
        "L[''] = a <= Q(NUMBER) + Q(os.environ['OF_MINE'])",
    ]
    path.write_text(HEAD + "\n".join(lines))

    def code(in_file: str, outside: str) -> str:
        number.write_text(in_file)
        monkeypatch.setenv("OF_MINE", outside)
        ((part,),) = (statement.parts for statement in asked(str(path)).statements)
        assert {elsewhere / "of_mine_elsewhere.py", OURS / "sparse" / "tail_bounds.py"} <= sources_of(part)
        return code_of(part)

    assert code("1", "2") == code("1", "2")
    assert len({code("1", "2"), code("3", "2"), code("1", "4")}) == 3
