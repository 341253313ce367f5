"""Text of records in Markdown, LaTeX and on the page: what is printed must be what is meant, whatever characters it holds."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from markupsafe import escape

from theorems.language.latex_text import latex_text

if TYPE_CHECKING:
    import jinja2

TEMPLATES = Path(__file__).parent / "templates"


class Escaped(str):
    """Text that is markup already; everything else that a template prints is escaped."""


# -- numbers -------------------------------------------------------------------------------------------------------------

OF_MARKDOWN = str.maketrans({sign: "\\" + sign for sign in "\\`*_{}[]<>#|~$&^"})
BALL = re.compile(r"\[(?P<middle>\S+) \+/- (?P<radius>\S+)\]")


def short_number(text: str, digits: int = 6) -> str:
    """A number of a witness as a reader compares it: ``[0.6666…67 +/- 3.3e-21]`` is ``0.666667``.

    Digits beyond a ball's radius are not shown, and what is no number stands as it is.
    """
    ball = BALL.fullmatch(text.strip())
    try:
        value = Decimal(ball["middle"] if ball else text)
        radius = Decimal(ball["radius"]) if ball else Decimal(0)
    except ArithmeticError:
        return text
    if not value.is_finite() or not value:
        return text
    plain_to = 12  # beyond so many digits before the point a number is written with its power of ten
    if 0 <= value.adjusted() < plain_to:
        digits = max(digits, value.adjusted() + 1)  # no digit before the point is rounded away
    if radius:
        digits = max(1, min(digits, value.adjusted() - radius.adjusted()))
    context = Context(prec=digits, Emax=MAX_EMAX, Emin=MIN_EMIN)
    rounded = context.plus(value)
    if -5 <= rounded.adjusted() < plain_to:
        plain = f"{rounded:f}"
        return plain.rstrip("0").rstrip(".") if "." in plain else plain
    mantissa = context.scaleb(rounded, -rounded.adjusted())
    return f"{mantissa.normalize():f}e{rounded.adjusted()}"


def sides(witness: Mapping[str, Any]) -> tuple[str, str] | None:
    """Both sides of what a witness breaks, in as many digits as tell them apart; None where it compares nothing."""
    if "lhs" not in witness or "rhs" not in witness:
        return None
    both = [(short_number(witness["lhs"], digits), short_number(witness["rhs"], digits)) for digits in (4, 6, 12, 24)]
    return next((pair for pair in both if pair[0] != pair[1]), both[-1])


# -- two lines side by side ----------------------------------------------------------------------------------------------


def difference(before: str, after: str) -> list[tuple[str, str]]:
    """The two lines laid together word by word: pieces that are ``same`` in both, ``gone`` or ``new``."""
    words: list[list[str]] = [re.findall(r"\w+|\s+|[^\w\s]", text) for text in (before, after)]
    pieces = []
    for _, a, b, c, d in difflib.SequenceMatcher(None, words[0], words[1], autojunk=False).get_opcodes():
        gone, new = "".join(words[0][a:b]), "".join(words[1][c:d])
        pieces += [("same", new)] if gone == new else [(kind, text) for kind, text in (("gone", gone), ("new", new)) if text]
    return pieces


# -- Markdown ------------------------------------------------------------------------------------------------------------


def markdown(text: Any) -> str:
    """Running text in which no character is markup."""
    if isinstance(text, Escaped):
        return text
    plain = re.sub(r"\s+", " ", str(text)).translate(OF_MARKDOWN)
    # what would start a list or a numbered list at the beginning of a line
    return Escaped(re.sub(r"^(\d+(?=[.)])|(?=[-+=]))", r"\1\\", plain))


def code_span(text: Any) -> str:
    """The text letter by letter between backticks, as many of them as it needs."""
    plain = " ".join(str(text).split())
    longest = max((len(run) for run in re.findall(r"`+", plain)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if plain.startswith("`") or plain.endswith("`") else ""
    return Escaped(f"{fence}{pad}{plain}{pad}{fence}")


# -- LaTeX ---------------------------------------------------------------------------------------------------------------


def latex(text: Any) -> str:
    """Running text for pdflatex, blanks and line ends as single blanks; long numbers may be broken over lines."""
    if isinstance(text, Escaped):
        return text
    plain = latex_text(re.sub(r"\s+", " ", str(text)))
    return Escaped(re.sub(r"\d{24,}", lambda number: re.sub(r"(\d{12})(?=\d)", r"\1\\allowbreak{}", number[0]), plain))


# -- formulas in a sentence ----------------------------------------------------------------------------------------------

# what stands lower or higher in "1_{d×d}", "F_exp", "n^C", "2^-d", "1 - δ/n^(1-a1)"
RAISED = re.compile(r"(?<=[^\W_]|[)\]‖'*])([_^])(?:\{([^{}]*)\}|\(([^()]*)\)|(-?[^\W_]+[₀₁₂]?))")


def _typeset(text: str, plain: Callable[[str], str], lower: str, higher: str) -> Escaped:
    """The sentence with each index and exponent put into one of two frames."""
    text, pieces, end = text.replace("->", "→"), [], 0
    for found in RAISED.finditer(text):
        inside = next(group for group in found.groups()[1:] if group is not None)
        pieces += [plain(text[end : found.start()]), (lower if found[1] == "_" else higher).format(plain(inside))]
        end = found.end()
    return Escaped("".join([*pieces, plain(text[end:])]))


def latex_words(text: Any) -> str:
    return _typeset(str(text), latex, r"\textsubscript{{{}}}", r"\textsuperscript{{{}}}")


def html_words(text: Any) -> str:
    return _typeset(str(text), lambda plain: str(escape(plain)), "<sub>{}</sub>", "<sup>{}</sup>")


# -- templates -----------------------------------------------------------------------------------------------------------


def markdown_templates() -> jinja2.Environment:
    """Templates whose every printed value is escaped; ``code`` prints one letter by letter."""
    environment = _environment(markdown)
    environment.filters["code"] = code_span
    environment.filters["claim"] = _claim_in_markdown
    return environment


def _claim_in_markdown(record: Mapping[str, Any]) -> str:
    """A formula between dollars, where readers of Markdown know all its signs."""
    formula = _formulas().latex(record)
    return Escaped(formula) if formula and r"\ensuremath" not in formula else code_span(record["claim"])


def _formulas() -> ModuleType:
    from theorems.report import formulas  # the trees of the papers, which a table in the terminal does without

    return formulas


def latex_templates() -> jinja2.Environment:
    """The same for LaTeX, with ``<% %>`` and ``<< >>`` because braces are LaTeX's own.

    ``claim`` typesets the claim of a record.
    """
    environment = _environment(
        latex,
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
    )
    environment.filters["claim"] = lambda record: Escaped(_formulas().latex(record) or latex(record["claim"]))
    environment.filters["words"] = latex_words
    return environment


def _environment(escape: Callable[[Any], str], **delimiters: str) -> jinja2.Environment:
    import jinja2  # a table in the terminal needs no templates

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        finalize=escape,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        **delimiters,  # type: ignore[arg-type]
    )
    environment.filters["safe_text"] = Escaped  # for what a macro has printed, and escaped, already
    return environment
