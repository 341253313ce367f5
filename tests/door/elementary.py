"""Inequalities between elementary functions as collections and textbooks print them; a few of them slightly false.

Listed by the numbers that they speak of, and whether they are true.
"""

from typing import Any

X, POSITIVE, NONNEGATIVE, UNIT = "x = real('x')", "x = real('x', above=0)", "x = real('x', low=0)", "x = real('x', 0, 1)"
TWO, TWO_POSITIVE = "x, y = reals('x y')", "x, y = reals('x y', above=0)"
THREE_POSITIVE = "x, y, z = reals('x y z', above=0)"

TABLE: list[Any] = [
    # exponentials
    (X, True, "exp(x) >= 1 + x", "exp(x) >= exp(1) * x", "exp(x) <= x + exp(x**2)", "cosh(x) <= exp(x**2 / 2)"),
    (NONNEGATIVE, True, "exp(x) >= 1 + x + x**2 / 2 + x**3 / 6", "exp(-x) <= 1 - x + x**2 / 2", "exp(x) >= x**3 / 2",
     "exp(x) - exp(-x) >= 2 * x", "1 - exp(-x) >= x - x**2 / 2"),
    ("x = real('x', below=1)", True, "exp(x) <= 1 / (1 - x)"),
    (UNIT, True, "exp(x) <= 1 + x + Q('0.72') * x**2", "exp(-x) <= 1 - x / 2", "exp(-x) <= 1 - Q('0.6321') * x"),
    ("x = real('x', 0, Q('1.59'))", True, "exp(-x) <= 1 - x / 2"),
    ("x = real('x', below=2)", False, "exp(x) <= (2 + x) / (2 - x)"),
    ("x = real('x', low=0, below=2)", True, "exp(x) <= (2 + x) / (2 - x)"),
    (POSITIVE, True, "exp(x) > x**2", "x**x >= exp(x - 1)", "x**x >= Q('0.69')", "(1 + 1 / x)**x < exp(1)",
     "(1 + 1 / x)**(x + 1) > exp(1)", "x / (exp(x) - 1) <= 1", "1 - exp(-x) >= x / (1 + x)"),
    (POSITIVE, False, "x**x >= Q('0.70')"),
    ("x = real('x', above=0, below=1)", True, "x**x * (1 - x)**(1 - x) >= Q(1, 2)"),
    (X, False, "exp(x) - exp(-x) >= 2 * x"),
    # logarithms
    (POSITIVE, True, "log(x) <= x - 1", "log(x) >= 1 - 1 / x", "log(x) <= sqrt(x)", "log(x) <= 2 * (sqrt(x) - 1)",
     "x * log(x) >= -1 / exp(1)", "x * log(x) >= x - 1"),
    (POSITIVE, False, "log(x) <= (x - 1) / sqrt(x)", "log(x) <= x ** Q(1, 3)"),
    ("x = real('x', low=1)", True, "log(x) <= (x - 1) / sqrt(x)", "log(x) >= 2 * (x - 1) / (x + 1)",
     "log(x) <= (x**2 - 1) / (2 * x)"),
    (NONNEGATIVE, True, "log(1 + x) >= 2 * x / (2 + x)", "log(1 + x) <= x / sqrt(1 + x)",
     "log(1 + x) <= x * (6 + x) / (6 + 4 * x)", "log(1 + x) >= x - x**2 / 2", "log(1 + x) <= x - x**2 / 2 + x**3 / 3",
     "(1 + x) * log(1 + x) - x >= x**2 / (2 + 2 * x / 3)"),
    ("x = real('x', above=-1)", True, "log(1 + x) <= x", "log(1 + x) >= x / (1 + x)"),
    ("x = real('x', above=-1, below=1)", True, "abs(log(1 + x)) <= -log(1 - abs(x))"),
    ("x = real('x', Q(-1, 2), Q(1, 2))", True, "abs(log(1 + x) - x) <= x**2"),
    ("x = real('x', above=1)", True, "log(log(x)) < log(x)"),
    ("x = real('x', above=0, below=1)", True, "log(x) * log(1 - x) <= log(2)**2",
     "-x * log(x) - (1 - x) * log(1 - x) <= log(2)", "-x * log(x) - (1 - x) * log(1 - x) >= 4 * log(2) * x * (1 - x)",
     "-x * log(x) - (1 - x) * log(1 - x) <= 2 * log(2) * sqrt(x * (1 - x))"),
    (X, True, "log(1 + exp(x)) >= x", "log(1 + exp(x)) <= log(2) + x / 2 + x**2 / 8",
     "log(1 + exp(x)) <= largest(x, 0) + log(2)"),
    # roots and powers
    ("x = real('x', low=-1)", True, "sqrt(1 + x) <= 1 + x / 2", "sqrt(1 + x) >= 1 + x / 2 - x**2 / 2"),
    (NONNEGATIVE, True, "sqrt(1 + x) >= 1 + x / 2 - x**2 / 8", "sqrt(x) <= 1 + x / 4"),
    (POSITIVE, True, "sqrt(x + 1) - sqrt(x) < 1 / (2 * sqrt(x))", "sqrt(x + 1) - sqrt(x) > 1 / (2 * sqrt(x + 1))",
     "x + 1 / x >= 2"),
    (NONNEGATIVE, False, "sqrt(x) < 1 + x / 4"),
    ("x = real('x', above=-1); r = real('r', low=1)", True, "(1 + x)**r >= 1 + r * x"),
    ("x = real('x', above=-1); r = real('r', 0, 1)", True, "(1 + x)**r <= 1 + r * x"),
    ("x = real('x', above=-1); r = real('r', 0, 2)", False, "(1 + x)**r <= 1 + r * x"),
    (UNIT, True, "(1 - x)**2 >= 1 - 2 * x"),
    (X, True, "x**4 + 1 >= x**3 + x", "x**6 - x**5 + x**4 - x**3 + x**2 - x + Q(3, 4) > 0", "x / (1 + x**2) <= Q(1, 2)",
     "(x**2 + 2) / sqrt(x**2 + 1) >= 2"),
    # sines and their inverses
    (NONNEGATIVE, True, "sin(x) <= x", "sin(x) >= x - x**3 / 6", "Implies(x <= pi / 2, sin(x) >= 2 * x / pi)",
     "Implies(x <= pi, sin(x) <= 4 * x * (pi - x) / pi**2)", "Implies(x < pi / 2, tan(x) >= x)",
     "Implies(x < pi / 2, tan(x) >= x + x**3 / 3)", "atan(x) <= x", "atan(x) >= x / (1 + x**2)",
     "atan(x) >= 3 * x / (1 + 2 * sqrt(1 + x**2))", "atan(x) <= pi * x / (2 * (1 + x)) + Q('0.3')"),
    (X, True, "abs(sin(x)) <= abs(x)", "cos(x) >= 1 - x**2 / 2", "cos(x) <= 1 - x**2 / 2 + x**4 / 24",
     "sin(x) + cos(x) <= sqrt(2)", "sin(x)**2 + cos(x)**2 <= 1", "abs(sin(2 * x)) <= 2 * abs(sin(x))"),
    (POSITIVE, True, "Implies(x < pi / 2, sin(x) + tan(x) > 2 * x)", "Implies(x < pi / 2, cos(x) < (sin(x) / x)**3)",
     "Implies(x < pi / 2, sin(x) / x < (2 + cos(x)) / 3)", "atan(x) + atan(1 / x) >= Q('1.57')",
     "atan(x) > pi / 2 - 1 / x"),
    (X, False, "sin(x) + cos(x) <= Q('1.41')"),
    (UNIT, False, "sin(x) >= x - x**3 / 6 + x**5 / 121", "cos(x) <= sqrt(1 - x**2)", "asin(x) <= x + Q('0.5') * x**3"),
    (UNIT, True, "cos(x) >= sqrt(1 - x**2)", "asin(x) >= x", "asin(x) <= pi * x / 2", "asin(x) <= x + Q('0.58') * x**3"),
    # hyperbolic and error functions
    (NONNEGATIVE, True, "tanh(x) <= x", "tanh(x) >= x - x**3 / 3", "sinh(x) >= x + x**3 / 6",
     "erf(x) <= 2 * x / sqrt(pi)", "1 - erf(x) <= exp(-(x**2))", "erf(x) >= tanh(x)"),
    (X, True, "abs(tanh(x)) < 1", "cosh(x) >= 1 + x**2 / 2"),
    (POSITIVE, True, "sinh(x) / x < cosh(x)", "(sinh(x) / x)**3 > cosh(x)"),
    # two and three numbers
    (TWO, True, "x * y <= (x**2 + y**2) / 2", "x**2 + x * y + y**2 >= Q(3, 4) * (x + y)**2",
     "exp((x + y) / 2) <= (exp(x) + exp(y)) / 2", "log(exp(x) + exp(y)) >= (x + y) / 2 + log(2)",
     "abs(x) + abs(y) <= sqrt(2) * sqrt(x**2 + y**2)", "abs(sin(x) - sin(y)) <= abs(x - y)"),
    (TWO_POSITIVE, True, "sqrt(x * y) <= (x + y) / 2", "2 * x * y / (x + y) <= sqrt(x * y)",
     "sqrt(x + y) <= sqrt(x) + sqrt(y)", "x * log(x / y) >= x - y",
     "x * log(x) + y * log(y) >= (x + y) * log((x + y) / 2)", "x**3 / 3 + 2 * y ** Q(3, 2) / 3 >= x * y",
     "x * y <= exp(x) + y * log(y) - y", "Implies(x > y, (x - y) / (log(x) - log(y)) < (x + y) / 2)",
     "Implies(x > y, (x - y) / (log(x) - log(y)) > sqrt(x * y))", "Implies(x >= y, x**2 - y**2 <= 2 * x * (x - y))",
     "x**y + y**x > 1", "(x + y) / (1 + x + y) <= x / (1 + x) + y / (1 + y)"),
    ("x = real('x', 0, 1); y = real('y', 0, 1)", True, "x + y - x * y <= 1", "(1 - x) * (1 - y) >= 1 - x - y",
     "x / (1 + y) + y / (1 + x) <= 1", "1 / sqrt(1 + x**2) + 1 / sqrt(1 + y**2) <= 2 / sqrt(1 + x * y)"),
    ("x = real('x', 0, 1); y = real('y', 0, 1)", False, "x**2 * y - x * y**2 <= Q('0.24')"),
    (THREE_POSITIVE, True, "x + y + z >= 3 * (x * y * z) ** Q(1, 3)",
     "x / (y + z) + y / (z + x) + z / (x + y) >= Q(3, 2)", "(x + y) * (y + z) * (z + x) >= 8 * x * y * z",
     "x**2 + y**2 + z**2 >= x * y + y * z + z * x", "x / y + y / z + z / x >= 3", "x**3 + y**3 + z**3 >= 3 * x * y * z"),
    (THREE_POSITIVE, False, "x / (y + z) + y / (z + x) + z / (x + y) >= Q('1.51')"),
]  # fmt: skip
INEQUALITIES: list[tuple[str, str, bool]] = [(declared, claim, true) for declared, true, *claims in TABLE for claim in claims]
