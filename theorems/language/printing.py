"""A tree as a line of text, as LaTeX and as MathML: one walk, three ways to set its pieces."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import ClassVar

from theorems.language.latex_text import latex_text
from theorems.language.setting import Setting
from theorems.language.tree import Node

GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau phi chi psi omega"
CAPITALS = "Gamma Delta Omega Sigma Theta"
LETTERS = dict(zip(f"{GREEK} {CAPITALS}".split(), "αβγδεζηθικλμνξρστφχψωΓΔΩΣΘ", strict=True))


class Text(Setting):
    stacked = False
    angles = "<>"

    def symbol(self, name: str) -> str:
        return LETTERS.get(name, name)

    def number(self, printed: str) -> str:
        return printed

    def sign(self, sign: str, *, tight: bool) -> str:
        return sign if tight and sign in "+-−∖×" else f" {sign} "

    def word(self, word: str) -> str:
        return word

    def row(self, *pieces: str) -> str:
        return "".join(pieces)

    def product(self, left: str, right: str, *, numbers: bool) -> str:
        return f"{left}·{right}" if numbers else f"{left} {right}"

    def over(self, left: str, right: str) -> str:
        return f"{left}/{right}"

    def power(self, base: str, exponent: str, *, atom: bool) -> str:
        return f"{base}^{exponent}" if atom else f"{base}^({exponent})"

    def index(self, base: str, indices: list[str]) -> str:
        single = len(indices) == 1 and (len(indices[0]) == 1 or indices[0].isdigit()) and "_" not in base
        return f"{base}_{indices[0]}" if single else f"{base}_{{{','.join(indices)}}}"

    def root(self, argument: str, *, atom: bool) -> str:
        return f"√{argument}" if atom else f"√({argument})"

    def bracketed(self, inside: str, left: str = "(", right: str = ")") -> str:
        return f"{left}{inside}{right}"

    def big(self, sign: str, below: str, body: str) -> str:
        return f"{sign}_{{{below.replace(' ∈ ', '∈').replace(' → ', '→').replace(', ', ',')}}} {body}"

    def norm(self, body: str, kind: str) -> str:
        return f"‖{body}‖" + (f"_{kind}" if kind else "")

    def derivative(self, variable: str) -> str:
        return f"d/d{variable} "

    def integral(self, low: str, high: str, body: str, variable: str) -> str:
        return f"∫_{{{low}}}^{{{high}}} {body} d{variable}"

    def cases(self, branches: list[tuple[str, str]], otherwise: str) -> str:
        return "(" + ", ".join([*(f"{value} if {claim}" for value, claim in branches), f"else {otherwise}"]) + ")"

    def function(self, name: str, arguments: list[str], *, atom: bool) -> str:
        return f"{name} {arguments[0]}" if atom else f"{name}({', '.join(arguments)})"


BIG_LATEX = {"Σ": r"\sum", "Π": r"\prod", "max": r"\max", "min": r"\min", "lim": r"\lim"}
BIG_MATHML = {"Σ": "∑", "Π": "∏"}
# a name: its letters, an accent or a star, an index, arguments that belong to the name
NAME = re.compile(
    r"(?P<base>[^\W\d_]+?)(?P<accent>[\u0302-\u0307]?)(?P<mark>[*′⊤]*)_?(?P<index>\d+|(?<=_)[^\W_]+)?(?P<rest>\(.*\))?"
)
ACCENTS = {"\u0302": ("hat", "^"), "\u0303": ("tilde", "~"), "\u0304": ("bar", "¯"), "\u0307": ("dot", "˙")}
MARKS = {"*": "*", "′": r"\prime", "⊤": r"\top"}
SPELLED = {letter: name for name, letter in LETTERS.items()}
LATEX_KNOWS = {"log", "exp", "max", "min", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "Gamma"}
LATEX_NAMES = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "gamma": "Gamma"}
PLAIN = {
    "π": r"\pi ",
    "≈": r"\approx ",
    "∞": r"\infty",
    "⊤": r"\top",
    "…": r"\dots",
    "⟨": r"\langle ",
    "⟩": r"\rangle ",
    "∇": r"\nabla ",
}


def _plain(signs: str) -> str:
    """Signs and letters that stand in a formula as they are."""
    shown = "".join(PLAIN.get(c, rf"\\{SPELLED[c]} " if c in SPELLED else c) for c in signs.replace("...", "…"))
    return shown.replace("′", "'")


@dataclass(frozen=True)
class Name:
    """The pieces of a symbol's name: ``N̄_l`` is the letter N with a bar and the index l."""

    base: str
    accent: str
    mark: str
    index: str
    rest: str

    @classmethod
    def read(cls, name: str) -> Name | None:
        found = NAME.fullmatch(unicodedata.normalize("NFD", name))
        return None if found is None else cls(**{key: piece or "" for key, piece in found.groupdict().items()})


class Latex(Setting):
    stacked = True
    signs: ClassVar[dict[str, str]] = {
        "≤": r"\le",
        "≥": r"\ge",
        "≠": r"\ne",
        "∈": r"\in",
        "−": "-",
        "→": r"\to",
        "∖": r"\setminus",
        "≈": r"\approx",
        "⊗": r"\otimes",
        "×": r"\times",
    }

    def symbol(self, name: str) -> str:
        if name in PLAIN:
            return PLAIN[name]
        found = Name.read(name)
        if found is None:
            return rf"\text{{{latex_text(name)}}}"
        letter = self._letters(found.base)
        if found.accent:
            letter = rf"\{ACCENTS[found.accent][0]}{{{letter}}}"
        above = f"^{{{''.join(MARKS[m] for m in found.mark)}}}" if found.mark else ""
        below = f"_{{{found.index if found.index.isdigit() else self._letters(found.index)}}}" if found.index else ""
        return letter + below + above + _plain(found.rest)

    @staticmethod
    def _letters(word: str) -> str:
        spelled = SPELLED.get(word, word)
        return rf"\{spelled}" if spelled in LETTERS else word if len(word) == 1 else rf"\mathrm{{{word}}}"

    def number(self, printed: str) -> str:
        return printed

    def sign(self, sign: str, *, tight: bool) -> str:
        return f" {self.signs.get(sign, sign)} "

    def word(self, word: str) -> str:
        return rf"\text{{{latex_text(word)}}}" if any(c.isalpha() for c in word) else _plain(word)

    def row(self, *pieces: str) -> str:
        return "".join(pieces).strip()

    def product(self, left: str, right: str, *, numbers: bool) -> str:
        return rf"{left} \cdot {right}" if numbers else rf"{left}\,{right}"

    def over(self, left: str, right: str) -> str:
        return rf"\frac{{{left}}}{{{right}}}"

    def power(self, base: str, exponent: str, *, atom: bool) -> str:
        return f"{base}^{{{exponent}}}"

    def index(self, base: str, indices: list[str]) -> str:
        return f"{{{base}}}_{{{','.join(indices)}}}"

    def root(self, argument: str, *, atom: bool) -> str:
        return rf"\sqrt{{{argument}}}"

    def bracketed(self, inside: str, left: str = "(", right: str = ")") -> str:
        known = {"{": r"\{", "}": r"\}", "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil"}
        known |= {"⟨": r"\langle", "⟩": r"\rangle"}
        return rf"\left{known.get(left, left)} {inside} \right{known.get(right, right)}"

    def big(self, sign: str, below: str, body: str) -> str:
        return rf"{BIG_LATEX[sign]}_{{{below}}} {body}"

    def norm(self, body: str, kind: str) -> str:
        return rf"\left\| {body} \right\|" + (f"_{{{self.symbol(kind)}}}" if kind else "")

    def derivative(self, variable: str) -> str:
        return rf"\frac{{d}}{{d{variable}}} "

    def integral(self, low: str, high: str, body: str, variable: str) -> str:
        return rf"\int_{{{low}}}^{{{high}}} {body}\,d{variable}"

    def cases(self, branches: list[tuple[str, str]], otherwise: str) -> str:
        lines = [*(rf"{value} & {claim}" for value, claim in branches), rf"{otherwise} & \text{{otherwise}}"]
        return r"\begin{cases}" + r" \\ ".join(lines) + r"\end{cases}"

    def function(self, name: str, arguments: list[str], *, atom: bool) -> str:
        if name == "binomial":
            return rf"\binom{{{arguments[0]}}}{{{arguments[1]}}}"
        named = LATEX_NAMES.get(name, name)
        known = rf"\{named}" if named in LATEX_KNOWS else rf"\mathrm{{{named}}}"
        return f"{known} {arguments[0]}" if atom else rf"{known}\left({', '.join(arguments)}\right)"


class MathML(Setting):
    stacked = True

    def symbol(self, name: str) -> str:
        found = Name.read(name)
        if found is None:
            return f"<mi>{escape(name)}</mi>"
        letter = f"<mi>{LETTERS.get(found.base, found.base)}</mi>"
        if found.accent:
            letter = f"<mover>{letter}<mo>{ACCENTS[found.accent][1]}</mo></mover>"
        if found.mark:
            letter = f"<msup>{letter}<mo>{found.mark}</mo></msup>"
        if found.index:
            kind = "mn" if found.index.isdigit() else "mi"
            letter = f"<msub>{letter}<{kind}>{LETTERS.get(found.index, found.index)}</{kind}></msub>"
        rest = found.rest[1:-1]
        return f"<mrow>{letter}<mo>(</mo><mi>{escape(rest)}</mi><mo>)</mo></mrow>" if rest else letter

    def number(self, printed: str) -> str:
        return f"<mn>{printed}</mn>"

    def sign(self, sign: str, *, tight: bool) -> str:
        return f"<mo>{escape('−' if sign == '-' else sign)}</mo>"

    def word(self, word: str) -> str:
        # blanks at the ends of a text are dropped where it is set, unless they do not break
        return f"<mtext>{escape(re.sub('^ | $', chr(0xA0), word))}</mtext>"

    def row(self, *pieces: str) -> str:
        return f"<mrow>{''.join(pieces)}</mrow>"

    def product(self, left: str, right: str, *, numbers: bool) -> str:
        return self.row(left, "<mo>·</mo>" if numbers else "<mo>&#x2062;</mo>", right)

    def over(self, left: str, right: str) -> str:
        return f"<mfrac>{left}{right}</mfrac>"

    def power(self, base: str, exponent: str, *, atom: bool) -> str:
        return f"<msup>{base}{exponent}</msup>"

    def index(self, base: str, indices: list[str]) -> str:
        return f"<msub><mrow>{base}</mrow>{self.row('<mo>,</mo>'.join(indices))}</msub>"

    def root(self, argument: str, *, atom: bool) -> str:
        return f"<msqrt>{argument}</msqrt>"

    def bracketed(self, inside: str, left: str = "(", right: str = ")") -> str:
        return self.row(f"<mo>{left}</mo>", inside, f"<mo>{right}</mo>")

    def big(self, sign: str, below: str, body: str) -> str:
        return self.row(f"<munder><mo>{BIG_MATHML.get(sign, sign)}</mo>{below}</munder>", body)

    def norm(self, body: str, kind: str) -> str:
        inside = self.row("<mo>‖</mo>", body, "<mo>‖</mo>")
        return f"<msub>{inside}{self.symbol(kind)}</msub>" if kind else inside

    def derivative(self, variable: str) -> str:
        return f"<mfrac><mi>d</mi><mrow><mi>d</mi>{variable}</mrow></mfrac>"

    def integral(self, low: str, high: str, body: str, variable: str) -> str:
        return self.row(f"<msubsup><mo>∫</mo>{low}{high}</msubsup>", body, "<mi>d</mi>", variable)

    def cases(self, branches: list[tuple[str, str]], otherwise: str) -> str:
        lines = [*branches, (otherwise, "<mtext>otherwise</mtext>")]
        cells = "".join(f"<mtr><mtd>{value}</mtd><mtd>{claim}</mtd></mtr>" for value, claim in lines)
        return self.row("<mo>{</mo>", f"<mtable>{cells}</mtable>")

    def function(self, name: str, arguments: list[str], *, atom: bool) -> str:
        inside = "<mo>,</mo>".join(arguments)
        applied = inside if atom else self.bracketed(inside)
        return self.row(f"<mi>{name}</mi>", "<mo>&#x2061;</mo>", applied)


TEXT, LATEX, MATHML = Text(), Latex(), MathML()


@lru_cache(maxsize=8192)
def text(node: Node) -> str:
    """One line of Unicode: ``f_exp(A,x)_{j0,j1} ≤ 1/n^(1-a1)``."""
    return TEXT.set(node)


def latex(node: Node) -> str:
    return LATEX.set(node)


def mathml(node: Node) -> str:
    """A ``math`` element."""
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML">{MATHML.set(node)}</math>'
