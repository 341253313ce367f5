"""The digest notices every change of what is claimed, and none of how it is written."""

import importlib.util
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.chosen import the_part
from tests.marks import long
from theorems.digest import digest
from theorems.mutants.mutation import mutants_of

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
