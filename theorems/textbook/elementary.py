"""Exponentials, logarithms, powers, roots, absolute values, maxima, whole parts and means of numbers."""

from theorems.kernel.facts import INTEGERS, Theorem
from theorems.language.tree import Member, Q, ceil, exp, floor, largest, log, smallest, sqrt, symbols

x, y, a, b, n = symbols("x_1 x_2 x_3 x_4 x_5")

HLP = "Hardy, Littlewood, Pólya: Inequalities"
BLM = "Boucheron, Lugosi, Massart: Concentration Inequalities"

# -- exponentials ------------------------------------------------------------------------------------------------------------

EXP_POSITIVE = Theorem("e^x > 0", (x,), exp(x) > 0)
EXP_ABOVE_TANGENT = Theorem("e^x ≥ 1 + x", (x,), 1 + x <= exp(x), strict=(x != 0,))
EXP_ABOVE_LINE = Theorem("e^x ≥ e x", (x,), exp(1) * x <= exp(x), strict=(x != 1,))
EXP_ABOVE_PARABOLA = Theorem("e^x ≥ 1 + x + x²/2 where x ≥ 0", (x,), 1 + x + x**2 / 2 <= exp(x), (x >= 0,), strict=(x > 0,))
EXP_BELOW_PARABOLA = Theorem("e^x ≤ 1 + x + x² where x ≤ 1", (x,), exp(x) <= 1 + x + x**2, (x <= 1,), strict=(x != 0,))
EXP_BELOW_QUOTIENT = Theorem("e^x ≤ 1/(1 - x) where x < 1", (x,), exp(x) <= 1 / (1 - x), (x < 1,), strict=(x != 0,))
EXP_CONVEX = Theorem(
    "e^x lies below its chords",
    (x, a, b),
    (b - a) * exp(x) <= (b - x) * exp(a) + (x - a) * exp(b),
    (a <= x, x <= b),
    strict=(a < x, x < b),
)
EXP_GROWS = Theorem("e^x grows", (x, y), exp(x) <= exp(y), (x <= y,), strict=(x < y,))
EXP_GROWS_STRICTLY = Theorem("e^x grows", (x, y), exp(x) < exp(y), (x < y,))
COSH = Theorem(
    "cosh x ≤ e^{x²/2}", (x,), (exp(x) + exp(-x)) / 2 <= exp(x**2 / 2), source=f"{BLM}, proof of Lemma 2.2", strict=(x != 0,)
)

# -- logarithms --------------------------------------------------------------------------------------------------------------

LOG_BELOW_TANGENT = Theorem("log x ≤ x - 1", (x,), log(x) <= x - 1, (x > 0,), strict=(x != 1,))
LOG_ABOVE = Theorem("log x ≥ 1 - 1/x", (x,), 1 - 1 / x <= log(x), (x > 0,), strict=(x != 1,))
LOG_BELOW_POWER = Theorem("e a log x ≤ x^a", (x, a), exp(1) * a * log(x) <= x**a, (x > 0,))
LOG_1P_BELOW = Theorem("log(1 + x) ≤ x", (x,), log(1 + x) <= x, (x > -1,), strict=(x != 0,))
LOG_1P_BELOW_LOG = Theorem("log(1 + x) ≤ log x + 1/x where x > 0", (x,), log(1 + x) <= log(x) + 1 / x, (x > 0,), strict=())
LOG_1P_ABOVE = Theorem("log(1 + x) ≥ x/(1 + x)", (x,), x / (1 + x) <= log(1 + x), (x > -1,), strict=(x != 0,))
LOG_GROWS = Theorem("log grows", (x, y), log(x) <= log(y), (x > 0, x <= y), strict=(x < y,))
LOG_GROWS_STRICTLY = Theorem("log grows", (x, y), log(x) < log(y), (x > 0, x < y))
LOG_SLOWER = Theorem("log x/x falls beyond e", (x, y), log(y) / y <= log(x) / x, (x >= exp(1), x <= y), strict=(x < y,))
LOG_OF_PRODUCT = Theorem("log xy = log x + log y", (x, y), log(x * y) == log(x) + log(y), (x > 0, y > 0))
LOG_OF_QUOTIENT = Theorem("log x/y = log x - log y", (x, y), log(x / y) == log(x) - log(y), (x > 0, y > 0))
LOG_OF_POWER = Theorem("log x^a = a log x", (x, a), log(x**a) == a * log(x), (x > 0,))
CHI_SQUARED_ABOVE = Theorem(
    "-log(1 - 2x)/2 - x ≤ x²/(1 - 2x) where 0 ≤ x < 1/2",
    (x,),
    -log(1 - 2 * x) / 2 - x <= x**2 / (1 - 2 * x),
    (x >= 0, x < Q(1, 2)),
    "Laurent, Massart 2000, Lemma 1",
)
CHI_SQUARED_BELOW = Theorem(
    "x - log(1 + 2x)/2 ≤ x² where x ≥ 0", (x,), x - log(1 + 2 * x) / 2 <= x**2, (x >= 0,), "Laurent, Massart 2000, Lemma 1"
)
BENNETT = Theorem(
    "(1 + x) log(1 + x) - x ≥ x²/(2 + 2x/3) where x ≥ 0",
    (x,),
    x**2 / (2 + 2 * x / 3) <= (1 + x) * log(1 + x) - x,
    (x >= 0,),
    BLM,
)
CHERNOFF_EXPONENT = Theorem(
    "(1 + x) log(1 + x) - x ≥ x²/3 where 0 ≤ x ≤ 9/5",
    (x,),
    x**2 / 3 <= (1 + x) * log(1 + x) - x,
    (x >= 0, x <= Q(9, 5)),
)
CHERNOFF_EXPONENT_BELOW = Theorem(
    "(1 - x) log(1 - x) + x ≥ x²/2 where 0 ≤ x < 1",
    (x,),
    x**2 / 2 <= (1 - x) * log(1 - x) + x,
    (x >= 0, x < 1),
)

# -- powers and roots --------------------------------------------------------------------------------------------------------

POWER_POSITIVE = Theorem("x^a > 0 where x > 0", (x, a), x**a > 0, (x > 0,))
POWER_AS_EXP = Theorem("x^a = e^{a log x}", (x, a), x**a == exp(a * log(x)), (x > 0,))
POWER_GROWS = Theorem(
    "x^a grows with a where x ≥ 1",
    (x, a, b),
    x**a <= x**b,
    (x >= 1, a <= b),
    strict=(x > 1, a < b),
)
POWER_GROWS_STRICTLY = Theorem("x^a grows with a where x > 1", (x, a, b), x**a < x**b, (x > 1, a < b))
POWER_FALLS = Theorem(
    "x^a falls with a where x ≤ 1",
    (x, a, b),
    x**b <= x**a,
    (x > 0, x <= 1, a <= b),
    strict=(x < 1, a < b),
)
BASE_GROWS = Theorem(
    "x^a grows with x where a ≥ 0",
    (x, y, a),
    x**a <= y**a,
    (x > 0, x <= y, a >= 0),
    strict=(x < y, a > 0),
)
BASE_FALLS = Theorem(
    "x^a falls with x where a ≤ 0",
    (x, y, a),
    y**a <= x**a,
    (x > 0, x <= y, a <= 0),
    strict=(x < y, a < 0),
)
FACTOR_KEEPS_ORDER = Theorem(
    "a nonnegative factor keeps the order",
    (x, y, a),
    a * x <= a * y,
    (a >= 0, x <= y),
    strict=(x < y, a > 0),
)
FACTOR_CANCELS = Theorem("a positive factor cancels", (x, y, a), x <= y, (a > 0, a * x <= a * y), strict=(a * x < a * y,))
POSITIVE_FACTOR_KEEPS_ORDER = Theorem("a positive factor keeps the order", (x, y, a), a * x < a * y, (a > 0, x < y))
LOG_1P_SQUARE_GROWS = Theorem(
    "log(1 + a x²) grows with x where a, x ≥ 0",
    (x, y, a),
    (1 + a * x**2 > 0) & (1 + a * y**2 > 0) & (log(1 + a * x**2) <= log(1 + a * y**2)),
    (a >= 0, x >= 0, x <= y),
)
SUM_GROWS = Theorem("x + a ≤ y + b where x ≤ y and a ≤ b", (x, y, a, b), x + a <= y + b, (x <= y, a <= b), strict=(x < y,))
SUM_GROWS_STRICTLY = Theorem("x + a < y + b where x < y and a ≤ b", (x, y, a, b), x + a < y + b, (x < y, a <= b))
SQUARE = Theorem("squares are nonnegative", (x,), x**2 >= 0, strict=(x != 0,))
SQUARE_GROWS = Theorem(
    "|x| ≤ y gives x² ≤ y²",
    (x, y),
    x**2 <= y**2,
    (-y <= x, x <= y),
    strict=(-y < x, x < y),
)
ROOT_NONNEGATIVE = Theorem("√x ≥ 0", (x,), sqrt(x) >= 0, (x >= 0,), strict=(x > 0,))
ROOT_POSITIVE = Theorem("√x > 0 where x > 0", (x,), sqrt(x) > 0, (x > 0,))
ROOT_GROWS = Theorem("√x grows", (x, y), sqrt(x) <= sqrt(y), (x >= 0, x <= y), strict=(x < y,))
ROOT_BELOW = Theorem("√x ≤ y where x ≤ y²", (x, y), sqrt(x) <= y, (x >= 0, y >= 0, x <= y**2), strict=(x < y**2,))
ROOT_ABOVE = Theorem("√x ≥ y where x ≥ y²", (x, y), y <= sqrt(x), (y**2 <= x,), strict=(y**2 < x,))
ROOT_OF_SUM = Theorem(
    "√(x + y) ≤ √x + √y",
    (x, y),
    sqrt(x + y) <= sqrt(x) + sqrt(y),
    (x >= 0, y >= 0),
    strict=(x > 0, y > 0),
)
ROOTS_TOGETHER = Theorem(
    "√x + √y ≤ √(2(x + y))", (x, y), sqrt(x) + sqrt(y) <= sqrt(2 * (x + y)), (x >= 0, y >= 0), strict=(x != y,)
)
AM_GM = Theorem("√(xy) ≤ (x + y)/2", (x, y), sqrt(x * y) <= (x + y) / 2, (x >= 0, y >= 0), strict=(x != y,))
TWO_SQUARES = Theorem("2xy ≤ x² + y²", (x, y), 2 * x * y <= x**2 + y**2, strict=(x != y,))

# -- absolute values, maxima, whole parts ------------------------------------------------------------------------------------

ABS_NONNEGATIVE = Theorem("|x| ≥ 0", (x,), abs(x) >= 0, strict=(x != 0,))
ABS_ABOVE = Theorem("x ≤ |x|", (x,), (x <= abs(x)) & (-x <= abs(x)))
ABS_BELOW = Theorem(
    "|x| ≤ a where -a ≤ x ≤ a",
    (x, a),
    abs(x) <= a,
    (-a <= x, x <= a),
    strict=(-a < x, x < a),
)
ABS_OF_NONNEGATIVE = Theorem("|x| = x where x ≥ 0", (x,), abs(x) == x, (x >= 0,))
ABS_OF_NONPOSITIVE = Theorem("|x| = -x where x ≤ 0", (x,), abs(x) == -x, (x <= 0,))
ABS_SQUARED = Theorem("|x|² = x²", (x,), abs(x) ** 2 == x**2)
ABS_OF_SQUARE = Theorem("|x| > y where x² > y²", (x, y), y < abs(x), (y**2 < x**2,))
ABS_OF_PRODUCT = Theorem("|xy| = |x| |y|", (x, y), abs(x * y) == abs(x) * abs(y))
TRIANGLE = Theorem("|x + y| ≤ |x| + |y|", (x, y), abs(x + y) <= abs(x) + abs(y))
TRIANGLE_OF_DIFFERENCE = Theorem("|x - y| ≤ |x| + |y|", (x, y), abs(x - y) <= abs(x) + abs(y))
ABS_OF_DIFFERENCE = Theorem(
    "|x - y| ≤ a where x and y lie in [0, a]", (x, y, a), abs(x - y) <= a, (x >= 0, x <= a, y >= 0, y <= a)
)
MAX_ABOVE = Theorem("x, y ≤ max(x, y)", (x, y), (x <= largest(x, y)) & (y <= largest(x, y)))
MAX_BELOW = Theorem(
    "max(x, y) ≤ a where x, y ≤ a",
    (x, y, a),
    largest(x, y) <= a,
    (x <= a, y <= a),
    strict=(x < a, y < a),
)
MAX_BELOW_STRICTLY = Theorem("max(x, y) < a where x, y < a", (x, y, a), largest(x, y) < a, (x < a, y < a))
MAX_FIRST = Theorem("max(x, y) = x where x ≥ y", (x, y), largest(x, y) == x, (x >= y,))
MAX_SECOND = Theorem("max(x, y) = y where x ≤ y", (x, y), largest(x, y) == y, (x <= y,))
MAX_GROWS = Theorem("max grows", (x, y, a, b), largest(x, y) <= largest(a, b), (x <= a, y <= b))
MIN_GROWS = Theorem("min grows", (x, y, a, b), smallest(x, y) <= smallest(a, b), (x <= a, y <= b))
MIN_BELOW = Theorem("min(x, y) ≤ x, y", (x, y), (smallest(x, y) <= x) & (smallest(x, y) <= y))
MIN_ABOVE = Theorem(
    "a ≤ min(x, y) where a ≤ x, y",
    (x, y, a),
    a <= smallest(x, y),
    (a <= x, a <= y),
    strict=(a < x, a < y),
)
MIN_FIRST = Theorem("min(x, y) = x where x ≤ y", (x, y), smallest(x, y) == x, (x <= y,))
MIN_SECOND = Theorem("min(x, y) = y where x ≥ y", (x, y), smallest(x, y) == y, (x >= y,))
FLOOR = Theorem("⌊x⌋ ≤ x < ⌊x⌋ + 1", (x,), (floor(x) <= x) & (x < floor(x) + 1))
CEIL = Theorem("x ≤ ⌈x⌉ < x + 1", (x,), (x <= ceil(x)) & (ceil(x) < x + 1))
FLOOR_ABOVE = Theorem("a ≤ ⌊x⌋ for integers a ≤ x", (x, a), a <= floor(x), (Member(a, INTEGERS), a <= x))
FLOOR_OF_INTEGER = Theorem("⌊x⌋ = x for integers", (x,), floor(x) == x, (Member(x, INTEGERS),))
INTEGERS_APART = Theorem("integers x < y are 1 apart", (x, y), x + 1 <= y, (Member(x, INTEGERS), Member(y, INTEGERS), x < y))
NO_FIFTH = Theorem(
    "5 divides no power of 2",
    (x, y, a, b, n),
    x != y,
    (
        Member(2**n * x, INTEGERS),
        Member(n, INTEGERS),
        n >= 0,
        5 * b * y == 5 * a - 1,
        Member(a, INTEGERS),
        Member(b, INTEGERS),
    ),
)
