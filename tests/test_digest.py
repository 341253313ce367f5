"""The digest notices every change of what is claimed, and the sources every change that a verdict can depend on."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.chosen import the_part
from tests.marks import long
from tests.own.writing import HEAD
from theorems.catalogue import asked, find
from theorems.digest import digest
from theorems.judging import sources
from theorems.judging.sources import code_of, sources_of
from theorems.mutants.mutation import mutants_of
from theorems.paper import OURS

DIGESTS = "from theorems.catalogue import parts; from theorems.digest import digest; print([digest(p) for p in parts()[::5]])"


@long
def test_digests_are_the_same_in_every_process() -> None:
    """A digest that changes from run to run makes every result new and resumes nothing."""
    outputs = [
        subprocess.run(
            [sys.executable, "-c", DIGESTS], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]


MADE = '''
from fractions import Fraction
from hypothesis import strategies as st
from theorems.language.computed import Computed
from theorems.language.lemma import Lemma
from theorems.language.tree import log, symbols
from theorems.statement import Condition, Domain

SCALE = Fraction(7, 10)
UNUSED = 1


def closed_form(n):
    """A closed form."""
    return n * SCALE


class Base:
    def lifted(self):
        return 2


class Model(Base):
    shift = 3

    def __init__(self, n):
        self.n = n

    @property
    def c_exp(self):
        return closed_form(self.n) + self.lifted() + self.shift

    @property
    def c_lin(self):
        return self.n


RANGE = Condition(words="a1 >= 0.7", check=lambda i: i.a1 >= SCALE)
GIVEN = Domain("made", lambda: st.just({}), lambda instance, arithmetic: Model(instance.n), (RANGE,))
c, h, t = symbols("c h t")


class Printed(Lemma):
    key = "superiority"


MADE = Printed("Z.1", "nowhere", given=Computed(GIVEN, {c: "c_exp", h(t): lambda x, y: (lambda z: z + 1)(x.n) * y}))
MADE[""] = c <= h(9)
'''

NUMBERS = count()  # no two modules of one name: each is read once


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """The digest of the one part of ``MADE`` with some of its text replaced."""
    loaded: list[str] = []

    def digest_of(before: str = "", after: str = "") -> str:
        assert before in MADE
        text = MADE.replace(before, after) if before else MADE
        name = f"made_up_{next(NUMBERS)}"
        path = tmp_path / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        loaded.append(name)
        spec.loader.exec_module(module)
        return digest(module.MADE.parts[0])

    yield digest_of
    for name in loaded:
        del sys.modules[name]


CHANGES = [
    ("i.a1 >= SCALE", "i.a1 >= Fraction(1, 2)"),
    ("i.a1 >= SCALE", "i.a1 > SCALE"),
    ("Fraction(7, 10)", "Fraction(6, 10)"),
    ("return n * SCALE", "return n + SCALE"),
    ("closed_form(self.n) + self", "self.c_lin + self"),
    ("shift = 3", "shift = 4"),
    ("return 2", "return 1"),
    ("class Model(Base)", "class Model(Base, dict)"),
    ("self.n = n", "self.n = n + 1"),
    ("Model(instance.n)", "Model(instance.n + 1)"),
    ("c <= h(9)", "h(9) <= c"),
    ("c <= h(9)", "c < h(9)"),
    ("c <= h(9)", "c <= h(8)"),
    ("c <= h(9)", "c <= log(h(9))"),
    ("x.n) * y", "x.n) + y"),
    ('"c_exp"', '"c_lin"'),
]
THE_SAME = [
    ("closed_form", "another_name"),
    ("SCALE", "FACTOR"),
    ("Model", "Seen"),
    ("lambda x, y: (", "lambda x, y: \\\n    ("),
    ('"""A closed form."""', "# a comment"),
    ("def closed_form(n):", "def closed_form(n: int) -> Fraction:"),
    ("return n * SCALE", "return (\n        n\n        * SCALE\n    )"),
    ("UNUSED = 1", "UNUSED = 2"),
    ("        return self.n\n", "        return 0\n"),
    ("RANGE = Condition", "\n\n\nRANGE = Condition"),
    ("lambda: st.just({})", "lambda: st.just({'n': 1})"),
]


def test_a_changed_definition_constant_or_hypothesis_is_a_change_and_nothing_else_is(made: Callable[..., str]) -> None:
    known = made()
    assert [change for change in CHANGES if made(*change) == known] == []
    assert [change for change in THE_SAME if made(*change) != known] == []


def test_every_mutant_over_computed_data_has_another_digest() -> None:
    part = the_part("superiority/Theorem D.5")
    assert [mutant.kind for mutant in mutants_of(part) if digest(mutant.part) == digest(part)] == []


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
