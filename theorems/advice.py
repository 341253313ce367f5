"""What is wrong in somebody's file, where, and what to write in place of it."""

import traceback
from difflib import get_close_matches
from pathlib import Path

LARGE = "write the constant, Eventually(log(n) <= 2 * n, n) for log n = O(n), or a number C declared with real('C', above=0)"
WORDS = {  # that papers use, and that have another form in a file of one's own
    **dict.fromkeys(("O", "Theta", "Omega"), LARGE),
    **dict.fromkeys(("o", "omega"), "write Eventually(log(n) <= n / 100, n), with a number for the ε of log n = o(n)"),
    **dict.fromkeys(
        ("Limit", "limit", "lim"), "write Eventually(abs(a - b) <= Q(1, 100), n), with a number for the ε of a → b"
    ),
    **dict.fromkeys(
        ("Derivative", "diff", "ddt"), "write the derivative out as a formula; of function('f', n), gradient(f, x) is known"
    ),
    **dict.fromkeys(("Integral", "integrate"), "write its value out as a formula; a mean of normal numbers is E(...)"),
    **dict.fromkeys(("Var", "Variance", "Cov"), "write E((X - p)**2), with the mean p of bounded('X', 0, 1, mean=p)"),
    **dict.fromkeys(("P", "Prob", "Probability"), "write Pr(...)"),
    **dict.fromkeys(("Max", "Maximum", "max", "sup"), "write largest(a, b), maximum(x), or Largest(i, upto(n), x[i])"),
    **dict.fromkeys(
        ("Min", "Minimum", "min", "inf"), "write smallest(a, b), minimum(x), or Smallest(i, upto(n), x[i]); no number is ∞"
    ),
    **dict.fromkeys(("And", "Or", "Not"), "write a & b, a | b, and the contrary relation"),
    **dict.fromkeys(("sign", "sgn"), "write Cases(((x > 0, Q(1)), (x < 0, Q(-1))), Q(0))"),
    **dict.fromkeys(("sigmoid", "sigma"), "write f = let('f', t, 1 / (1 + exp(-t))), with t = indices('t')[0]"),
    **dict.fromkeys(("log2", "log10", "ln"), "write log(x), the natural one, log(x) / log(Q(2))"),
    **dict.fromkeys(("det", "rank"), "write what it is made of: eigenvalues(S)[1] is the largest, Product(i, upto(n), ...)"),
    "factorial": "write gamma(n + 1), or Product(k, upto(n), k)",
    "e": "write exp(1)",
}
NO_FLOATS = "exp, log, sqrt, sin, ... are words here, and those of math and numpy take floats"
MESSAGES = {  # what Python says of what it does not know about trees
    "not subscriptable": "entries are A[i, j], of arrays only",
    "for @": "write A * x, dot(x, y)",
    "no attribute 'T'": "write transposed(A)",
    "not iterable": "write total(x), maximum(x), or Sum(i, upto(n), x[i])",
    "has no len()": "a length is the size it was declared with",
    "interpreted as an integer": "write upto(n), between(2, n) for a range",
    "must be real number": NO_FLOATS,
    "of ufunc": NO_FLOATS,
    "for //": "write floor(a / b)",
    "for %": "write a - b * floor(a / b)",
    "for >>": "write Implies(a, b)",
    "unary ~": "write the contrary relation",
    "is a claim: write": "for max, min and if: largest(a, b), smallest(a, b), Implies(a, b)",
    "has no line": "a line is stated with one =",
}


def told(error: BaseException, file: Path) -> str:
    """``line 35: name 'colums' is not defined: is it columns?``; without the line where the file is not on the way."""
    frames = [(frame, line) for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == str(file)]
    message = str(error) or type(error).__name__
    known = {**frames[-1][0].f_globals, **frames[-1][0].f_locals} if frames else {}
    if isinstance(error, NameError | AttributeError) and error.name:
        obj = getattr(error, "obj", None)
        near = get_close_matches(
            error.name, (n for n in (dir(obj) if obj is not None else known) if n[0] != "_"), n=1, cutoff=0.7
        )
        message += f": is it {near[0]}?" if near else ""
    return f"line {frames[-1][1]}: {message}" if frames else message


def advice(error: BaseException) -> str:
    """``; write gamma(n + 1)``: what a paper in one file has in place of what it asked for, "" where nothing is known."""
    if isinstance(error, NameError) and error.name in WORDS:
        return f"; {WORDS[error.name]}"
    found = next((said for part, said in MESSAGES.items() if part in str(error)), "")
    return f"; {found}" if found else ""
