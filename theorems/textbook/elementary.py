"""Exponentials, logarithms, powers, squares and means of numbers."""

from __future__ import annotations

from theorems.language.tree import exp, log, sqrt, symbols
from theorems.provers.facts import Theorem

x, y, a, b = symbols("x_1 x_2 x_3 x_4")

EXP_ABOVE_TANGENT = Theorem("e^x ≥ 1 + x", (x,), 1 + x <= exp(x))
EXP_GROWS = Theorem("e^x grows", (x, y), exp(x) <= exp(y), (x <= y,))
EXP_GROWS_STRICTLY = Theorem("e^x grows", (x, y), exp(x) < exp(y), (x < y,))
EXP_OF_LOG = Theorem("e^{log x} = x", (x,), exp(log(x)) == x, (x > 0,))
LOG_OF_EXP = Theorem("log e^x = x", (x,), log(exp(x)) == x)
LOG_BELOW_TANGENT = Theorem("log x ≤ x - 1", (x,), log(x) <= x - 1, (x > 0,))
LOG_GROWS = Theorem("log grows", (x, y), log(x) <= log(y), (x > 0, x <= y))
LOG_GROWS_STRICTLY = Theorem("log grows", (x, y), log(x) < log(y), (x > 0, x < y))
LOG_OF_PRODUCT = Theorem("log xy = log x + log y", (x, y), log(x * y) == log(x) + log(y), (x > 0, y > 0))
LOG_OF_QUOTIENT = Theorem("log x/y = log x - log y", (x, y), log(x / y) == log(x) - log(y), (x > 0, y > 0))
LOG_OF_POWER = Theorem("log x^a = a log x", (x, a), log(x**a) == a * log(x), (x > 0,))
POWER_GROWS = Theorem("x^a grows with a where x ≥ 1", (x, a, b), x**a <= x**b, (x >= 1, a <= b))
POWER_GROWS_STRICTLY = Theorem("x^a grows with a where x > 1", (x, a, b), x**a < x**b, (x > 1, a < b))
BASE_GROWS = Theorem("x^a grows with x where a ≥ 0", (x, y, a), x**a <= y**a, (x > 0, x <= y, a >= 0))
SQUARE = Theorem("squares are nonnegative", (x,), x**2 >= 0)
ROOT_SQUARED = Theorem("(√x)² = x", (x,), sqrt(x) ** 2 == x, (x >= 0,))
ROOT_GROWS = Theorem("√x grows", (x, y), sqrt(x) <= sqrt(y), (x >= 0, x <= y))
AM_GM = Theorem("√(xy) ≤ (x + y)/2", (x, y), sqrt(x * y) <= (x + y) / 2, (x >= 0, y >= 0))
BERNOULLI = Theorem("Bernoulli's inequality", (x, a), 1 + a * x <= (1 + x) ** a, (x > -1, a >= 1))
