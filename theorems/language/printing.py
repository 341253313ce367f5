"""A tree as a line of text, as LaTeX and as MathML: one walk, three ways to set its pieces."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from html import escape
from typing import ClassVar

from theorems.language import tree
from theorems.language.tree import Node

# how tightly an expression binds; an operand that binds less tightly than its place asks for is put in parentheses
RELATION, SUM, NEGATIVE, PRODUCT, POWER, ATOM = range(6)
GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau phi chi psi omega"
CAPITALS = "Gamma Delta Omega Sigma Theta"
LETTERS = dict(zip(f"{GREEK} {CAPITALS}".split(), "αβγδεζηθικλμνξρστφχψωΓΔΩΣΘ", strict=True))
SIGNS = {"<=": "≤", ">=": "≥", "<": "<", ">": ">", "==": "=", "!=": "≠"}


class Setting(ABC):
    """How the pieces of a formula are set. ``tight``: inside an exponent or an index, where text leaves out spaces."""

    stacked: bool  # do fractions and roots bracket their operands by themselves?

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
    def cases(self, branches: list[tuple[str, str]], otherwise: str) -> str: ...
    @abstractmethod
    def function(self, name: str, arguments: list[str], *, atom: bool) -> str: ...

    def set(self, node: Node, least: int = RELATION, *, tight: bool = False) -> str:
        """``node`` where something that binds at least as tightly as ``least`` is asked for."""
        level, piece = self._set(node, tight)
        return piece if level >= least else self.bracketed(piece)

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
            case tree.Over():
                least = SUM if self.stacked else POWER
                left = self.set(node.left, SUM if self.stacked else PRODUCT, tight=True)
                return (POWER if self.stacked else PRODUCT), self.over(left, self.set(node.right, least, tight=True))
            case tree.Power():
                exponent = self.set(node.exponent, tight=True)
                simple = isinstance(node.exponent, tree.Symbol) or (
                    isinstance(node.exponent, tree.Number) and node.exponent.printed.isdigit()
                )
                return POWER, self.power(self.set(node.base, ATOM, tight=tight), exponent, atom=simple)
            case tree.Call():
                return self._call(node, tight)
            case tree.Total():
                below = self.row(self.set(node.variable), self.sign("∈", tight=tight), self.set(node.range))
                return PRODUCT, self.big("Σ", below, self.set(node.body, PRODUCT, tight=tight))
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
            loose = first and not fraction and not _ends_in_log(side)
            return self.set(side, PRODUCT if loose or (not first and _is_log(side)) else POWER, tight=tight)

        digits = isinstance(node.right, tree.Number) or (
            isinstance(node.right, tree.Power) and isinstance(node.right.base, tree.Number)
        )
        return self.product(factor(node.left, first=True), factor(node.right, first=False), numbers=digits)

    def _call(self, node: tree.Call, tight: bool) -> tuple[int, str]:
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
                return self.row(*self._joined([self.set(claim) for claim in node.claims], ", "))
            case tree.Or():
                return self.row(*self._joined([self.set(claim) for claim in node.claims], " or "))
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
            case tree.Range():
                dots = self.row(self.set(node.low, tight=True), self.word(", ..., "), self.set(node.high, tight=True))
                return self.bracketed(dots, "{", "}")
            case tree.Named():
                return self.word(node.name)
        raise TypeError(f"no way to print a {type(node).__name__}")

    def _joined(self, pieces: list[str], between: str) -> list[str]:
        return [piece for k, p in enumerate(pieces) for piece in ((self.word(between), p) if k else (p,))]


def _is_log(node: Node) -> bool:
    return isinstance(node, tree.Call) and node.name == "log"


def _ends_in_log(node: Node) -> bool:
    return _is_log(node) or (isinstance(node, tree.Times) and _ends_in_log(node.right))


class Text(Setting):
    stacked = False

    def symbol(self, name: str) -> str:
        return LETTERS.get(name, name)

    def number(self, printed: str) -> str:
        return printed

    def sign(self, sign: str, *, tight: bool) -> str:
        return sign if tight and sign in "+-−" else f" {sign} "

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
        return f"{base}_{{{','.join(indices)}}}"

    def root(self, argument: str, *, atom: bool) -> str:
        return f"√{argument}" if atom else f"√({argument})"

    def bracketed(self, inside: str, left: str = "(", right: str = ")") -> str:
        return f"{left}{inside}{right}"

    def big(self, sign: str, below: str, body: str) -> str:
        return f"{sign}_{{{below.replace(' ', '')}}} {body}"

    def cases(self, branches: list[tuple[str, str]], otherwise: str) -> str:
        return "(" + ", ".join([*(f"{value} if {claim}" for value, claim in branches), f"else {otherwise}"]) + ")"

    def function(self, name: str, arguments: list[str], *, atom: bool) -> str:
        return f"{name} {arguments[0]}" if atom else f"{name}({', '.join(arguments)})"


NAME = re.compile(r"([A-Za-z]+?)_?(\d+|(?<=_)[a-z]+)?(\(.*\))?")


class Latex(Setting):
    stacked = True
    signs: ClassVar[dict[str, str]] = {"≤": r"\le", "≥": r"\ge", "≠": r"\ne", "∈": r"\in", "−": "-"}

    def symbol(self, name: str) -> str:
        found = NAME.fullmatch(name)
        if found is None:
            return rf"\mathrm{{{name}}}"
        base, index, rest = found.groups()
        letter = rf"\{base}" if base in LETTERS else base if len(base) == 1 else rf"\mathrm{{{base}}}"
        below = "" if index is None else f"_{{{index if index.isdigit() else chr(92) + 'mathrm{' + index + '}'}}}"
        return letter + below + (rest or "")

    def number(self, printed: str) -> str:
        return printed

    def sign(self, sign: str, *, tight: bool) -> str:
        return f" {self.signs.get(sign, sign)} "

    def word(self, word: str) -> str:
        return rf"\text{{{word}}}" if any(c.isalpha() for c in word) else word.replace("...", r"\dots")

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
        return rf"\left{known.get(left, left)} {inside} \right{known.get(right, right)}"

    def big(self, sign: str, below: str, body: str) -> str:
        return rf"\sum_{{{below}}} {body}"

    def cases(self, branches: list[tuple[str, str]], otherwise: str) -> str:
        lines = [*(rf"{value} & {claim}" for value, claim in branches), rf"{otherwise} & \text{{otherwise}}"]
        return r"\begin{cases}" + r" \\ ".join(lines) + r"\end{cases}"

    def function(self, name: str, arguments: list[str], *, atom: bool) -> str:
        known = rf"\{name}" if name in ("log", "exp", "max", "min") else rf"\mathrm{{{name}}}"
        return f"{known} {arguments[0]}" if atom else rf"{known}\left({', '.join(arguments)}\right)"


class MathML(Setting):
    stacked = True

    def symbol(self, name: str) -> str:
        found = NAME.fullmatch(name)
        if found is None:
            return f"<mi>{escape(name)}</mi>"
        base, index, rest = found.groups()
        letter = f"<mi>{LETTERS.get(base, base)}</mi>"
        kind = "mn" if index and index.isdigit() else "mi"
        whole = letter if index is None else f"<msub>{letter}<{kind}>{index}</{kind}></msub>"
        return whole if not rest else f"<mrow>{whole}<mo>(</mo><mi>{escape(rest[1:-1])}</mi><mo>)</mo></mrow>"

    def number(self, printed: str) -> str:
        return f"<mn>{printed}</mn>"

    def sign(self, sign: str, *, tight: bool) -> str:
        return f"<mo>{escape('−' if sign == '-' else sign)}</mo>"

    def word(self, word: str) -> str:
        return f"<mtext>{escape(word)}</mtext>"

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
        return self.row(f"<munder><mo>∑</mo>{below}</munder>", body)

    def cases(self, branches: list[tuple[str, str]], otherwise: str) -> str:
        lines = [*branches, (otherwise, "<mtext>otherwise</mtext>")]
        cells = "".join(f"<mtr><mtd>{value}</mtd><mtd>{claim}</mtd></mtr>" for value, claim in lines)
        return self.row("<mo>{</mo>", f"<mtable>{cells}</mtable>")

    def function(self, name: str, arguments: list[str], *, atom: bool) -> str:
        inside = "<mo>,</mo>".join(arguments)
        applied = inside if atom else self.bracketed(inside)
        return self.row(f"<mi>{name}</mi>", "<mo>&#x2061;</mo>", applied)


def text(node: Node) -> str:
    """One line of Unicode: ``f_exp(A,x)_{j0,j1} ≤ 1/n^(1-a1)``."""
    return Text().set(node)


def latex(node: Node) -> str:
    return Latex().set(node)


def mathml(node: Node) -> str:
    """A ``math`` element."""
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML">{MathML().set(node)}</math>'
