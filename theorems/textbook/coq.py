"""The textbook's theorems that Coq's library proves, each with the name of its lemma."""

from theorems.kernel.facts import EVENT, Theorem
from theorems.language.tree import Call, Expectation, Node, Probability, Relation, Words

# the textbook's theorem -> its lemma in coq/Flows.v
FLOWS = {
    "what has a nonnegative derivative grows": "slope_nonnegative",
    "what has a positive derivative grows strictly": "slope_positive",
    "what has a nonpositive derivative falls": "slope_nonpositive",
    "what has derivative 0 stays": "slope_zero",
    "the mean value theorem, from below": "slope_at_least",
    "the integral of a derivative": "integral_of_slope",
    "the chain rule for another clock": "slope_inside",
}
# a rule of differentiation, of so many formals: its equation, where the derivatives of the pieces exist
RULES = {
    ("dt/dt = 1", 1): "slope_time",
    ("a constant has derivative 0", 2): "slope_constant",
    ("a factor comes out of a derivative", 3): "slope_factor",
    ("a sign comes out of a derivative", 2): "slope_negative",
    ("derivatives add up", 3): "slope_sum",
    ("derivatives subtract", 3): "slope_difference",
    ("derivatives add up", 4): "slope_total",
    ("the product rule", 3): "slope_product",
    ("the quotient rule", 3): "slope_quotient",
    ("the derivative of a square", 2): "slope_square",
    ("the derivative of an exponential", 2): "slope_exp",
    ("the derivative of a logarithm", 2): "slope_log",
    ("the derivative of a root", 2): "slope_root",
}

# in coq/Textbook.v and coq/Pairs.v
TEXTBOOK = {
    "e^x > 0": "exp_positive",
    "e^x lies below its chords": "exp_below_chord",
    "e^x ≤ 1/(1 - x) where x < 1": "exp_below_quotient",
    "e^x ≥ 1 + x + x²/2 where x ≥ 0": "exp_above_parabola",
    "e^x ≤ 1 + x + x² where x ≤ 1": "exp_below_parabola",
    "log x/x falls beyond e": "log_slower",
    "e a log x ≤ x^a": "log_below_power",
    "log(1 + x) ≤ log x + 1/x where x > 0": "log_shifted_below",
    "log(1 + x) ≤ x": "log_1p_below",
    "log(1 + x) ≥ x/(1 + x)": "log_1p_above",
    "log(1 + a x²) grows with x where a, x ≥ 0": "log_1p_square_grows",
    "x^a > 0 where x > 0": "power_positive",
    "x^a = e^{a log x}": "power_as_exp",
    "log x^a = a log x": "log_of_power",
    "x^a grows with a where x ≥ 1": "power_grows",
    "x^a grows with x where a ≥ 0": "base_grows",
    "a positive factor keeps the order": "positive_factor_keeps_order",
    "x + a ≤ y + b where x ≤ y and a ≤ b": "sum_grows",
    "√x ≥ 0": "root_nonnegative",
    "√x > 0 where x > 0": "root_positive",
    "√x grows": "root_grows",
    "√x ≥ y where x ≥ y²": "root_above",
    "√(x + y) ≤ √x + √y": "root_of_sum",
    "√(xy) ≤ (x + y)/2": "means",
    "2xy ≤ x² + y²": "two_squares",
    "|x + y| ≤ |x| + |y|": "triangle",
    "|x - y| ≤ |x| + |y|": "triangle_of_difference",
    "|x| > y where x² > y²": "abs_of_square",
    "x, y ≤ max(x, y)": "max_above",
    "max(x, y) < a where x, y < a": "max_below_strictly",
    "min(x, y) = x where x ≤ y": "min_first",
    "min(x, y) = y where x ≥ y": "min_second",
    "a bound variable has any name": "sum_renamed",
    "a sum of equal terms": "sum_of_constant",
    "sums add up": "sum_plus",
    "a term is at most the sum": "sum_above_term",
    "|Σ w F G| ≤ a Σ (F² + G²)/2 where |w| ≤ a": "weighted_products",
    "a maximum is at least each": "largest_above",
    "a maximum of what is at most a": "largest_below",
    "a maximum is at most the sum": "largest_below_sum",
    "a minimum is at most each": "smallest_below",
    "a minimum of what is at least a": "smallest_above",
    "Cauchy-Schwarz": "cauchy_schwarz",
    "Hölder's inequality": "holder",
    "x^a grows with a where x > 1": "power_grows_strictly",
    "x^a falls with a where x ≤ 1": "power_falls",
    "x^a falls with x where a ≤ 0": "base_falls",
    "√x + √y ≤ √(2(x + y))": "roots_together",
    "division with remainder numbers all pairs": "sum_of_pairs",
}
# in coq/Elementary.v
ELEMENTARY = {
    "e^x ≥ e x": "exp_above_line",
    "cosh x ≤ e^{x²/2}": "mean_of_exps",
    "x + a < y + b where x < y and a ≤ b": "sum_grows_strictly",
    "max grows": "max_grows",
    "min grows": "min_grows",
    "(1 + x) log(1 + x) - x ≥ x²/(2 + 2x/3) where x ≥ 0": "bennett_exponent",
    "(1 + x) log(1 + x) - x ≥ x²/3 where 0 ≤ x ≤ 9/5": "chernoff_exponent",
    "(1 - x) log(1 - x) + x ≥ x²/2 where 0 ≤ x < 1": "chernoff_exponent_below",
    "-log(1 - 2x)/2 - x ≤ x²/(1 - 2x) where 0 ≤ x < 1/2": "chi_squared_above",
    "x - log(1 + 2x)/2 ≤ x² where x ≥ 0": "chi_squared_below",
}
# in coq/Products.v
PRODUCTS = {
    "what is in a range lies between its ends": "between_ends",
    "the last term of a sum": "last_term",
    "the first term of a sum": "first_term",
    "a set has a whole number of elements": "whole_count",
    "products of nonnegative factors keep the order": "product_order",
    "a product of exponentials": "product_of_exps",
    "a product of equal factors": "product_of_constant",
    "Chebyshev's sum inequality": "chebyshev_sum",
    "5 divides no power of 2": "no_fifth",
}
# about every probability space, in coq/Chance.v and coq/FairSigns.v; a theorem and how many formals it has
CHANCE = {
    ("a probability lies in [0, 1]", 1): "probability_range",
    ("what always holds is certain", 3): "always_certain",
    ("what follows is at least as likely", 4): "more_likely",
    ("what follows is at least as likely", 6): "more_likely_of_two",
    ("what is certain may be added", 2): "and_certain",
    ("the union bound for both sides", 2): "two_sides",
    ("a sign is 1 or -1", 1): "a_sign",
    ("a sign is no larger than 1", 1): "sign_bounded",
    ("all are at most as likely as each", 4): "all_below_each",
    ("the union bound over the contraries", 3): "all_at_once",
    ("a sum of positive parts is 0 where no term is positive", 5): "positive_parts",
    ("a sum with signs is at most the sum without", 4): "signed_below",
    ("independent events", 3): "all_independent",
    ("a part of an independent family", 4): "part_of_independent",
    ("events about independent quantities are independent", 5): "events_of_independent",
    ("numbers taken from independent variables", 4): "independent_differences",
    ("multiples of independent variables", 4): "independent_multiples",
    ("Hoeffding's inequality for signs", 6): "hoeffding_of_signs",
    ("Paley and Zygmund's inequality, with E S⁴ ≤ 3 (E S²)² for sums S of signs", 5): "signs_spread",
    (
        "two signs are pluses a quarter of the time, and half of the time the other terms do not fall below 0",
        6,
    ): "two_of_the_signs",
    ("a probability over d fair signs is an integer over 2^d", 7): "over_power_of_two",
}
# about every integral on such a space, in coq/Expectations.v
EXPECTATIONS = {
    ("what is bounded has a finite expectation, and so has its square", 3): "bounded_is_finite",
    ("what is bounded has a finite expectation", 5): "finite_terms",
    ("the exponential of what is bounded has a finite expectation", 4): "finite_exponential",
    ("exponentials of what is bounded have finite expectations", 6): "finite_exponentials",
    ("expectations add up", 3): "expectations_add",
    ("Jensen's inequality", 1): "jensen_square",
    ("of a fair sign", 2): "mgf_of_sign",
    ("of a Bernoulli variable", 3): "mgf_of_bit",
    ("Hoeffding's lemma", 4): "hoeffding_lemma",
    ("Bennett's lemma", 3): "bennett_lemma",
}
# of an event with this sign; the complement of x ≤ a, and of x < a
OF_EVENTS = {
    ("the complement", "<="): "complement_above",
    ("the complement", "<"): "complement_below",
    ("Chernoff's bound, from a bound of the moment generating function", ">="): "chernoff",
    ("Chernoff's bound, from a bound of the moment generating function", "<="): "chernoff_below",
    ("Chernoff's bound, strict where it is below 1", ">="): "chernoff_strictly",
    ("Chernoff's bound, strict where it is below 1", "<="): "chernoff_below_strictly",
}
# about claims; of two theorems of one name the one about all elements
OF_CLAIMS = {"division with remainder numbers all pairs": "all_pairs", "induction": "by_induction"}
# in coq/Integers.v
WHOLE = {
    "⌊x⌋ ≤ x < ⌊x⌋ + 1": "floor_between",
    "x ≤ ⌈x⌉ < x + 1": "ceiling_between",
    "a ≤ ⌊x⌋ for integers a ≤ x": "floor_above",
    "⌊x⌋ = x for integers": "floor_of_integer",
}
# every theorem -> its lemma, whose arguments are the formals that are no bound variables; these are in coq/Calculations.v
LEMMAS = {
    "e^x grows": "exp_grows",
    "x ≤ |x|": "abs_above",
    "e^x ≥ 1 + x": "exp_above_tangent",
    "a factor comes out of a sum": "sum_factor",
    "sums of equal terms": "sum_equal",
    "log grows": "log_grows",
    "a sum with a positive term": "sum_positive",
    "sums keep the order": "sum_order",
    "a sum is at least so many times the smallest": "sum_above_count",
    "a divisor comes out of a sum": "sum_divisor",
    "|x| ≥ 0": "abs_nonnegative",
    "sums subtract": "sum_of_differences",
    "terms above a add up to more than a each": "counting",
    "one term of a sum": "sum_without",
    "what is in a part is in the whole": "in_the_whole",
    "a sum with one term that is not 0": "sum_picks",
    "an indicator is 0 where its claim fails": "indicator_fails",
    "|x| ≤ a where -a ≤ x ≤ a": "abs_below",
    "sums are linear": "sum_linear",
    "what is left out of a set is not in it": "left_out",
    "the other case, where the first fails": "case_fails",
    "a sum of nonnegative terms": "sum_nonnegative",
    "a sum is at most so many times the largest": "sum_below_count",
    "|x - y| ≤ a where x and y lie in [0, a]": "abs_of_difference",
    "a nonnegative factor keeps the order": "factor_keeps_order",
    "|x| = x where x ≥ 0": "abs_of_nonnegative",
    "equals for equals": "equals",
    "a positive factor cancels": "factor_cancels",
    "an indicator and the contrary's": "indicator_of_contrary",
    "sums in either order": "sum_swap",
    "squares are nonnegative": "square_nonnegative",
    "log x ≥ 1 - 1/x": "log_above",
    "a range has high - low + 1 elements": "count",
    "integers x < y are 1 apart": "integers_apart",
    "|xy| = |x| |y|": "abs_of_product",
    "a = b is b = a": "indicator_of_equality",
    "log xy = log x + log y": "log_of_product",
    "log x ≤ x - 1": "log_below_tangent",
    "Cauchy-Schwarz with ones": "sum_squared",
    "|x| ≤ y gives x² ≤ y²": "square_grows",
    "log x/y = log x - log y": "log_of_quotient",
    "|x| = -x where x ≤ 0": "abs_of_nonpositive",
    "Σ (F - a)(b - F) ≥ 0 where a ≤ F ≤ b": "squares_between",
    "the triangle inequality": "sum_triangle",
    "|x|² = x²": "abs_squared",
    "√x ≤ y where x ≤ y²": "root_below",
    "max(x, y) = x where x ≥ y": "max_first",
    "max(x, y) = y where x ≤ y": "max_second",
    "max(x, y) ≤ a where x, y ≤ a": "max_below",
    "min(x, y) ≤ x, y": "min_below",
    "a ≤ min(x, y) where a ≤ x, y": "min_above",
    **ELEMENTARY,
    **FLOWS,
    **OF_CLAIMS,
    **PRODUCTS,
    **TEXTBOOK,
    **WHOLE,
}
# of two theorems of one name: with so many formals, strict or not
VARIANTS = {
    ("e^x grows", 2, True): "exp_grows_strictly",
    ("log grows", 2, True): "log_grows_strictly",
    ("√x grows", 2, True): "root_grows_strictly",
    ("sums keep the order", 5, True): "sum_order_strictly",
    ("a factor comes out of a sum", 5, False): "sum_multiple",
    ("sums in either order", 7, False): "sum_exchange",
    ("terms above a add up to more than a each", 4, True): "counting_strictly",
}
# by looking at all cases
BY_CASES = (
    "an indicator is 0 or 1",
    "an indicator is 1 where its claim holds",
    "the first case, where it holds",
    "an indicator is its own square",
    "what follows is indicated as well",
    "what follows from what holds",
)
NEEDS_DISTINCT = ("one term of a sum", "a sum with one term that is not 0")
INSTANCE = "what holds for all holds for one"
FINITE = "finite expectation: "


def of_chance(node: Node) -> bool:
    """Does it speak of probabilities?"""
    said = isinstance(node, Words) and isinstance(node.pieces[0], str) and node.pieces[0].startswith(("independent", FINITE))
    return said or isinstance(node, Probability | Expectation)


def of_integrals(node: Node) -> bool:
    """Does it speak of expectations?"""
    return isinstance(node, Expectation) or (isinstance(node, Words) and node.pieces[0] == FINITE)


def lemma_of(theorem: Theorem) -> str | None:
    """Its lemma in Coq's library. None where there is none: of another theorem of the same name, in the library or not."""
    name, claim = theorem.name, theorem.claim
    nodes = [node for each in (claim, *theorem.hypotheses) for node in each.nodes()]
    signs = [node.event.sign for node in nodes if isinstance(node, Probability) and isinstance(node.event, Relation)]
    if signs and (name, signs[0]) in OF_EVENTS:
        return OF_EVENTS[name, signs[0]]
    if any(map(of_integrals, nodes)):
        return EXPECTATIONS.get((name, len(theorem.formals)))
    if any(map(of_chance, nodes)):
        return CHANCE.get((name, len(theorem.formals)))
    if any(formal.sort == EVENT for formal in theorem.formals):
        return OF_CLAIMS.get(name)
    if name == "Cauchy-Schwarz" and any(isinstance(node, Call) for node in nodes):
        return "cauchy_schwarz_roots"
    strict = isinstance(claim, Relation) and claim.sign in ("<", ">")
    at = name, len(theorem.formals)
    return VARIANTS.get((*at, strict)) or RULES.get(at) or LEMMAS.get(name)


def has_a_lemma(theorem: Theorem) -> bool:
    """Does Coq's library prove this theorem of the textbook?"""
    return theorem.name in (INSTANCE, *BY_CASES) or lemma_of(theorem) is not None
