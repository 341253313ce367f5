"""A tree as a line of text, as LaTeX and as MathML: one walk, three ways to set its pieces."""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import ClassVar

from theorems.language import tree
from theorems.language.latex_text import latex_text
from theorems.language.tree import Node

# how tightly an expression binds; an operand that binds less tightly than its place asks for is put in parentheses
RELATION, SUM, NEGATIVE, PRODUCT, POWER, ATOM = range(6)
GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau phi chi psi omega"
CAPITALS = "Gamma Delta Omega Sigma Theta"
LETTERS = dict(zip(f"{GREEK} {CAPITALS}".split(), "αβγδεζηθικλμνξρστφχψωΓΔΩΣΘ", strict=True))
BIG = {tree.Total: "Σ", tree.Product: "Π", tree.Largest: "max", tree.Smallest: "min"}
SIGNS = {"<=": "≤", ">=": "≥", "<": "<", ">": ">", "==": "=", "!=": "≠"}


class Setting(ABC):
    """How the pieces of a formula are set. ``tight``: inside an exponent or an index, where text leaves out spaces."""

    stacked: bool  # do fractions and roots bracket their operands by themselves?
    angles = "⟨⟩"  # around an inner product

    @abstractmethod
    def symbol(self, name: str) -> str: ...
    @abstractmethod
    def number(self, printed: str) -> str: ...
    @abstractmethod
    def sign(self, sign: str, *, tight: bool) -> str: ...
    @abstractmethod
    def word(self, word: str) -> str: ...
    @abstractmethod
    def row(self, *pieces: str) -> str: ...
    @abstractmethod
    def product(self, left: str, right: str, *, numbers: bool) -> str: ...
    @abstractmethod
    def over(self, left: str, right: str) -> str: ...
    @abstractmethod
    def power(self, base: str, exponent: str, *, atom: bool) -> str: ...
    @abstractmethod
    def index(self, base: str, indices: list[str]) -> str: ...
    @abstractmethod
    def root(self, argument: str, *, atom: bool) -> str: ...
    @abstractmethod
    def bracketed(self, inside: str, left: str = "(", right: str = ")") -> str: ...
    @abstractmethod
    def big(self, sign: str, below: str, body: str) -> str: ...
    @abstractmethod
    def norm(self, body: str, kind: str) -> str: ...
    @abstractmethod
    def derivative(self, variable: str) -> str: ...
    @abstractmethod
    def integral(self, low: str, high: str, body: str, variable: str) -> str: ...
    @abstractmethod
    def cases(self, branches: list[tuple[str, str]], otherwise: str) -> str: ...
    @abstractmethod
    def function(self, name: str, arguments: list[str], *, atom: bool) -> str: ...

    def listed(self, pieces: list[str]) -> str:
        """Arguments in parentheses."""
        return self.bracketed(self.row(*self._joined(pieces, ", ")))

    def set(self, node: Node, least: int = RELATION, *, tight: bool = False) -> str:
        """``node`` where something that binds at least as tightly as ``least`` is asked for."""
        level, piece = self._set(node, tight)
        return piece if level >= least else self.bracketed(piece)

    @lru_cache(maxsize=2**15)  # noqa: B019 (there is one setting of a kind, and the same pieces stand in many claims)
    def _set(self, node: Node, tight: bool) -> tuple[int, str]:
        match node:
            case tree.Number():
                return self._number(node, tight)
            case tree.Symbol():
                return ATOM, self.symbol(node.name)
            case tree.Entry():
                indices = [self.set(i, tight=True) for i in node.arguments]
                base = self.symbol(node.quantity)
                return ATOM, self.index(base, indices) if indices else base
            case tree.Component():
                indices = [self.set(i, tight=True) for i in node.arguments]
                return ATOM, self.index(self.set(node.array, ATOM), indices)
            case tree.Function():
                return ATOM, self.function(node.name, [self.set(node.argument)], atom=False)
            case tree.Plus() | tree.Minus():
                sign = "+" if isinstance(node, tree.Plus) else "-"
                right = self.set(node.right, PRODUCT if sign == "-" else SUM, tight=tight)
                return SUM, self.row(self.set(node.left, SUM, tight=tight), self.sign(sign, tight=tight), right)
            case tree.Negative():
                return NEGATIVE, self.row(
                    self.sign("−" if self.stacked else "-", tight=True), self.set(node.argument, PRODUCT, tight=tight)
                )
            case tree.Times():
                return PRODUCT, self._product(node, tight)
            case tree.Kron():
                return NEGATIVE, self.row(self.set(node.left, POWER), self.sign("⊗", tight=False), self.set(node.right, POWER))
            case tree.Over():
                least = SUM if self.stacked else POWER
                left = self.set(node.left, SUM if self.stacked else POWER if _open(node.left) else NEGATIVE, tight=True)
                return (POWER if self.stacked else PRODUCT), self.over(left, self.set(node.right, least, tight=True))
            case tree.Power():
                exponent = self.set(node.exponent, tight=True)
                simple = isinstance(node.exponent, tree.Symbol) or (
                    isinstance(node.exponent, tree.Number) and node.exponent.printed.replace(".", "", 1).isdigit()
                )
                return POWER, self.power(self.set(node.base, ATOM, tight=tight), exponent, atom=simple)
            case tree.Call():
                return self._call(node, tight)
            case tree.Folded():
                below = self.row(self.set(node.variable), self.sign("∈", tight=tight), self.set(node.range))
                return PRODUCT, self.big(BIG[type(node)], below, self.set(node.body, PRODUCT, tight=tight))
            case tree.ArrayFunction(base=tree.Symbol(name="∇"), arguments=(function, *places)):
                return ATOM, self.row(self.symbol("∇"), self.set(function, ATOM), self.listed([self.set(a) for a in places]))
            case tree.Applied() | tree.ArrayFunction():
                inside = [self.set(a, tight=tight) for a in node.arguments]
                return ATOM, self.row(self.set(node.base, ATOM), self.listed(inside))
            case tree.Defined():
                inside = [self.set(a, tight=tight) for a in node.arguments]
                return ATOM, self.row(self.symbol(node.name), *([self.listed(inside)] if inside else []))
            case tree.Norm():
                return ATOM, self.norm(self.set(node.body), node.kind)
            case tree.Inner():
                return ATOM, self.bracketed(self.row(self.set(node.left), self.word(", "), self.set(node.right)), *self.angles)
            case tree.Derivative():
                return PRODUCT, self.row(self.derivative(self.set(node.variable)), self.set(node.body, POWER))
            case tree.Integral():
                low, high = self.set(node.low, tight=True), self.set(node.high, tight=True)
                return PRODUCT, self.integral(low, high, self.set(node.body, PRODUCT), self.set(node.variable))
            case tree.Limit():
                below = self.row(self.set(node.variable), self.sign("→", tight=True), self.set(node.to))
                return PRODUCT, self.big("lim", below, self.set(node.body, PRODUCT))
            case tree.Order():
                return ATOM, self.row(self.symbol(node.kind), self.listed([self.set(node.argument)]))
            case tree.Probability():
                return ATOM, self.row(self.symbol("Pr"), self.bracketed(self.set(node.event), "[", "]"))
            case tree.Expectation():
                return ATOM, self.row(self.symbol("E"), self.bracketed(self.set(node.body), "[", "]"))
            case tree.Indicator():
                return ATOM, self.bracketed(self.set(node.claim), "[", "]")
            case tree.Cases():
                return ATOM, self.cases(
                    [(self.set(v), self.set(claim)) for claim, v in node.branches], self.set(node.otherwise)
                )
            case _:
                return RELATION, self._claim(node)

    def _number(self, node: tree.Number, tight: bool) -> tuple[int, str]:
        printed = node.printed
        if "/" in printed:
            left, right = printed.split("/")
            return (POWER if self.stacked else PRODUCT), self.over(self.number(left), self.number(right))
        if printed.startswith("-"):
            return NEGATIVE, self.row(self.sign("-", tight=True), self.number(printed[1:]))
        return ATOM, self.number(printed)

    def _product(self, node: tree.Times, tight: bool) -> str:
        def factor(side: Node, *, first: bool) -> str:
            fraction = isinstance(side, tree.Over) or (isinstance(side, tree.Number) and "/" in side.printed)
            loose = first and not fraction and not _open(side) and not _ends_in_log(side)
            return self.set(side, PRODUCT if loose or (not first and _is_log(side)) else POWER, tight=tight)

        digits = isinstance(node.right, tree.Number) or (
            isinstance(node.right, tree.Power) and isinstance(node.right.base, tree.Number)
        )
        return self.product(factor(node.left, first=True), factor(node.right, first=False), numbers=digits)

    def _call(self, node: tree.Call, tight: bool) -> tuple[int, str]:
        if not node.arguments:
            return ATOM, self.symbol("π")
        (first, *_) = node.arguments
        atom = isinstance(first, tree.Symbol | tree.Entry) or (isinstance(first, tree.Number) and first.printed.isdigit())
        if node.name == "sqrt":
            return ATOM, self.root(self.set(first, tight=tight), atom=atom)
        if node.name == "abs":
            return ATOM, self.bracketed(self.set(first, tight=tight), "|", "|")
        if node.name in ("floor", "ceil"):
            return ATOM, self.bracketed(self.set(first, tight=tight), *("⌊⌋" if node.name == "floor" else "⌈⌉"))
        arguments = [self.set(argument, tight=tight) for argument in node.arguments]
        return (PRODUCT if atom and node.name == "log" else ATOM), self.function(
            node.name, arguments, atom=atom and node.name == "log"
        )

    def _claim(self, node: Node) -> str:
        match node:
            case tree.Relation():
                return self.row(self.set(node.left, SUM), self.sign(SIGNS[node.sign], tight=False), self.set(node.right, SUM))
            case tree.Chain():
                pieces = [self.set(node.terms[0], SUM)]
                for sign, term in zip(node.signs, node.terms[1:], strict=True):
                    pieces += [self.sign(SIGNS[sign], tight=False), self.set(term, SUM)]
                return self.row(*pieces)
            case tree.And():
                return self.row(*self._joined([self._apart(claim, tree.Or) for claim in node.claims], ", "))
            case tree.Or():
                return self.row(*self._joined([self._apart(claim, tree.And) for claim in node.claims], " or "))
            case tree.Member():
                return self.row(self.set(node.element), self.sign("∈", tight=False), self.set(node.range))
            case tree.Implies():
                return self.row(self.set(node.conclusion), self.word(" if "), self.set(node.premise))
            case tree.ForAll():
                return self.row(
                    self.set(node.body),
                    self.word(" for all "),
                    self.set(node.variable),
                    self.sign("∈", tight=False),
                    self.set(node.range),
                )
            case tree.ExactlyOne():
                inside = self.row(self.set(node.variable), self.sign("∈", tight=False), self.set(node.range))
                return self.row(self.word("there is exactly one "), inside, self.word(" with "), self.set(node.body))
            case tree.Exists():
                inside = self.row(self.set(node.variable), self.sign("∈", tight=False), self.set(node.range))
                return self.row(self.set(node.body), self.word(" for some "), inside)
            case tree.Equivalent():
                return self.row(self.set(node.left), self.word(" if and only if "), self.set(node.right))
            case tree.Eventually():
                return self.row(self.set(node.body), self.word(" for all large "), self.set(node.variable))
            case tree.Words():
                return self.row(*(self.word(p) if isinstance(p, str) else self.set(p) for p in node.pieces))
            case tree.Fits():
                return self.row(self.word("the shapes in "), self.set(node.body), self.word(" fit for "), self.set(node.given))
            case tree.Range():
                dots = self.row(self.set(node.low, tight=True), self.word(", ..., "), self.set(node.high, tight=True))
                return self.bracketed(dots, "{", "}")
            case tree.Matrices():
                rows, columns = self.set(node.rows, POWER, tight=True), self.set(node.columns, POWER, tight=True)
                one = isinstance(node.columns, tree.Number) and node.columns.value == 1
                return self.power(
                    self.symbol("R"), rows if one else self.row(rows, self.sign("×", tight=True), columns), atom=False
                )
            case tree.Named():
                return self.word(node.name)
            case tree.SetOf():
                return self.row(self.symbol(node.name), self.listed([self.set(a) for a in node.arguments]))
            case tree.Without():
                left_out = self.bracketed(self.set(node.element, tight=True), "{", "}")
                return self.row(self.set(node.range), self.sign("∖", tight=True), left_out)
        raise TypeError(f"no way to print a {type(node).__name__}")

    def _apart(self, claim: Node, other: type[Node]) -> str:
        """One of several claims, in parentheses where it is itself several, joined by another word."""
        return self.set(claim, ATOM if isinstance(claim, other) else RELATION)

    def _joined(self, pieces: list[str], between: str) -> list[str]:
        return [piece for k, p in enumerate(pieces) for piece in ((self.word(between), p) if k else (p,))]


def _open(node: Node) -> bool:
    """Would what stands behind it be read as part of it?"""
    return isinstance(node, tree.Folded | tree.Derivative | tree.Integral | tree.Limit)


def _is_log(node: Node) -> bool:
    return isinstance(node, tree.Call) and node.name == "log"


def _ends_in_log(node: Node) -> bool:
    return _is_log(node) or (isinstance(node, tree.Times) and _ends_in_log(node.right))


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
