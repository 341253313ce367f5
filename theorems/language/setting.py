"""A tree is read from the root down; what each piece looks like is said by text, LaTeX or MathML."""

from abc import ABC, abstractmethod
from functools import lru_cache

from theorems.language import tree
from theorems.language.tree import Node

# how tightly an expression binds; an operand that binds less tightly than its place asks for is put in parentheses
RELATION, SUM, NEGATIVE, PRODUCT, POWER, ATOM = range(6)


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
