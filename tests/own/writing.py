"""A paper of one's own, written into a file as somebody does who has no package here."""

from pathlib import Path

from theorems.catalogue import asked
from theorems.paper import Paper
from theorems.statement import Part

HEAD = """from theorems.own import *
PAPER = Paper("mine", "Mine")
n, m = size("n"), size("m")
x, y = vectors("x y", n)
z = vector("z", m)
p = probability_vector("p", n)
a = real("a", 0, 1)
s = signs("s", n)
A = matrix("A", m, n)
i = indices("i")[0]
L = PAPER.lemma("1")
"""
FIRST = HEAD.count("\n") + 1  # the number of the line after it


def paper(folder: Path, *lines: str, head: str = HEAD) -> Paper:
    path = folder / "mine.py"
    path.write_text(head + "\n".join(lines) + "\n")
    return asked(str(path))


def parts(folder: Path, *lines: str, head: str = HEAD) -> list[Part]:
    return [part for statement in paper(folder, *lines, head=head).statements for part in statement.parts]
