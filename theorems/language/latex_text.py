"""Running text in LaTeX: every character as it stands, none of them markup."""

import re
import unicodedata

_TEXT = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    '"': r"\textquotedbl{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "-": "-{}",
    "–": "--",
    "—": "---",
    "…": r"\dots{}",
    "’": "'",
    "\u00a0": "~",
}
_MATH = {
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "≈": r"\approx",
    "≡": r"\equiv",
    "≪": r"\ll",
    "≫": r"\gg",
    "∼": r"\sim",
    "≃": r"\simeq",
    "≍": r"\asymp",
    "≲": r"\lesssim",
    "≳": r"\gtrsim",
    "≮": r"\nless",
    "°": r"^{\circ}",
    "∝": r"\propto",
    "√": r"\surd",
    "∞": r"\infty",
    "±": r"\pm",
    "×": r"\times",
    "·": r"\cdot",
    "⋅": r"\cdot",
    "÷": r"\div",
    "−": "-",
    "∘": r"\circ",
    "⊙": r"\odot",
    "⊗": r"\otimes",
    "⊕": r"\oplus",
    "∑": r"\sum",
    "∏": r"\prod",
    "∫": r"\int",
    "∂": r"\partial",
    "∇": r"\nabla",
    "∈": r"\in",
    "∉": r"\notin",
    "⊂": r"\subset",
    "⊆": r"\subseteq",
    "∪": r"\cup",
    "∩": r"\cap",
    "∅": r"\emptyset",
    "∖": r"\setminus",
    "∀": r"\forall",
    "∃": r"\exists",
    "¬": r"\neg",
    "∧": r"\wedge",
    "∨": r"\vee",
    "→": r"\to",
    "←": r"\leftarrow",
    "↔": r"\leftrightarrow",
    "↦": r"\mapsto",
    "⇒": r"\Rightarrow",
    "⇔": r"\Leftrightarrow",
    "⟨": r"\langle",
    "⟩": r"\rangle",
    "⌈": r"\lceil",
    "⌉": r"\rceil",
    "⌊": r"\lfloor",
    "⌋": r"\rfloor",
    "‖": r"\Vert",
    "∥": r"\Vert",
    "⊤": r"\top",
    "⊥": r"\bot",
    "′": "'",
    "″": "''",
    "ℓ": r"\ell",
    "ℝ": r"\mathbb{R}",
    "ℕ": r"\mathbb{N}",
    "ℤ": r"\mathbb{Z}",
    "ϕ": r"\phi",
    "φ": r"\varphi",
    "ε": r"\varepsilon",
    "ϵ": r"\epsilon",
    "∮": r"\oint",
    "⊊": r"\subsetneq",
    "⊇": r"\supseteq",
    "⊃": r"\supset",
    "∋": r"\ni",
    "≜": r"\triangleq",
    "≔": r":=",
    "⪅": r"\lessapprox",
    "∎": r"\blacksquare",
    "□": r"\square",
    "△": r"\triangle",
    "⋯": r"\cdots",
    "⋮": r"\vdots",
    "∣": r"\mid",
    "∤": r"\nmid",
    "∓": r"\mp",
    "⊢": r"\vdash",
    "⟂": r"\perp",
    "⟶": r"\longrightarrow",
    "⟹": r"\Longrightarrow",
    "↑": r"\uparrow",
    "↓": r"\downarrow",
    "ħ": r"\hbar",
    "ℂ": r"\mathbb{C}",
    "ℚ": r"\mathbb{Q}",
    "𝔼": r"\mathbb{E}",
    "ℙ": r"\mathbb{P}",
    "𝟙": r"\mathbf{1}",
    "≯": r"\ngtr",
    "≰": r"\nleq",
    "≱": r"\ngeq",
    "★": r"\star",
    "∗": r"*",
    "•": r"\bullet",
    "†": r"\dagger",
    "ς": r"\varsigma",
    "ο": "o",
}
_ACCENTS = {"\u0302": r"\hat", "\u0303": r"\tilde", "\u0304": r"\bar", "\u0307": r"\dot"}
_LATIN_CAPITALS = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧΥ", "ABEZHIKMNOPTXY", strict=True))


def latex_text(text: str) -> str:
    """Running text for pdflatex in which no character is markup; mathematical signs are set in mathematics.

    A character that has no rendering is printed as its code point, never dropped. Spaces are kept one by one.
    """
    pieces = []
    for match in re.finditer(r"(.)([\u0302\u0303\u0304\u0307]?)", unicodedata.normalize("NFC", text), flags=re.S):
        base, accent = match.groups()
        if accent:
            pieces.append(rf"\ensuremath{{{_ACCENTS[accent]}{{{_math(base) or base}}}}}")
        else:
            pieces.append(_latex_character(base))
    return "".join(pieces)


def _latex_character(character: str) -> str:
    if character in _TEXT:
        return _TEXT[character]
    if character.isascii():
        return character
    math = _math(character)
    if math is not None:
        return rf"\ensuremath{{{math}}}"
    decomposed = unicodedata.normalize("NFD", character)
    if decomposed[0].isascii() and decomposed[1:] in _ACCENTS:
        return rf"\ensuremath{{{_ACCENTS[decomposed[1:]]}{{{decomposed[0]}}}}}"
    if "LATIN" in unicodedata.name(character, "") and ord(character) < 0x180:
        return character
    return rf"\texttt{{U+{ord(character):04X}}}"


def _math(character: str) -> str | None:
    if character in _MATH:
        return _MATH[character]
    if character in _LATIN_CAPITALS:
        return _LATIN_CAPITALS[character]
    words = unicodedata.name(character, "").split()
    if words[:1] == ["GREEK"] and words[2:3] == ["LETTER"] and len(words) == 4:
        name = {"LAMDA": "LAMBDA"}.get(words[3], words[3])
        return "\\" + (name.capitalize() if words[1] == "CAPITAL" else name.lower())
    kind, _, code = unicodedata.decomposition(character).partition(" ")
    if kind == "<fraction>":
        top, _, bottom = "".join(chr(int(point, 16)) for point in code.split()).partition("\u2044")
        return rf"\tfrac{{{top}}}{{{bottom}}}"
    if kind in ("<super>", "<sub>"):
        inner = "".join(chr(int(point, 16)) for point in code.split())
        return f"{'^' if kind == '<super>' else '_'}{{{_math(inner) or inner}}}"
    return None
