"""Errors planted in the kernel that are none, and why: what they change, a piece of the line that they stand in, the reason."""

ASKED = "who is asked for a certificate decides nothing: it is checked"
LESS = "the kernel would show less"
SAME = "a short cut: the same comes out without it"
SHAPE = "sympy's form of an expression changes, not its value: the certificate is one of the form there is"
TOLD = "what is told changes, not what is shown"
EVALUATED = "at which arguments tests evaluate a definition decides nothing"
GUARDED = "another line refuses it as well"
OWN = "vectors with a declared shape are in papers of one's own: tests/own"

FIRST, SECOND, THIRD = (f"without its member {k}" for k in (1, 2, 3))
EITHER, NEVER, NOT_TRUE = (FIRST, SECOND), ("never",), ("True → False",)
ALWAYS = ("always the first", "always the second")
NUMBERS = "trees stand for numbers"
NAMED = "by what name a certificate is found decides nothing: it is checked"
BELOW_0 = "flint takes a power below 0 for the one above 0"

# module -> (piece of the line, changes, reason)
EXPLAINED: dict[str, tuple[tuple[str, tuple[str, ...], str], ...]] = {
    "signs": (
        ("if not _finders", NEVER, ASKED),
        ("_finders.pop()", ("dropped",), ASKED),
        ("if polynomial.derivative(k).is_zero()", ("always the second",), SAME),
        ("if number is sympy.E", NEVER, f"no bounds of e are known then: {LESS}"),
        ("if number.func is sympy.log", NEVER, f"no bounds of log 2 are known then: {LESS}"),
        ("if number.is_Pow", NEVER, f"no bounds of √2 are known then: {LESS}"),
        ("if number.is_Add", NEVER, f"no bounds of a sum are known then: {LESS}"),
        ("if number.is_Mul", NEVER, f"no bounds of a product are known then: {LESS}"),
        ("return expression.subs({e: _name", ALWAYS, SHAPE),
        ("exponentials = [e for e", (FIRST, SECOND, "not dropped"), SHAPE),
        ("name = sympy.Symbol(str(number)", NOT_TRUE, f"the sign is in its bounds as well, else {LESS}"),
        ("(1 / generator, -power)", ("always the first", "Gt → GtE", "- dropped"), "another name for the same generator"),
        ("return any(power > LARGEST", ("any → all", "Gt → GtE"), "what is high is only left alone to save time"),
        ('return letters != "x"', ("NotEq → Eq", FIRST), "in which order generators stand decides nothing"),
        ("if generator.is_positive or", EITHER, LESS),
        ("[None] * self.count", ("False → True",), "a number is the difference of two positive ones as well"),
        ("by, self.signs[k] = x -", ("False → True",), "a number is the difference of two positive ones as well"),
        ("if generator.exp > 0", ("Gt → GtE",), "no root has the exponent 0"),
        ("given[1] < 0", ("Lt → LtE",), "the coefficient is not 0"),
        ("coefficient >= 0 or zero", ("GtE → Gt",), "a term with the coefficient 0 may stand for nothing"),
        ("powers.get(generator, 0) + power", ("+ → -",), BELOW_0),
        ("if min(powers, default=0) < 0", (FIRST, "min → max"), BELOW_0),
        ("return False", ("False → True",), "a number of another kind is a name, and what has no value is refused before"),
        ("asked = balls.eq if equal else", ("always the first",), f"where it asks for ≥ alone {LESS}"),
        ("zip(self.signs, powers", NOT_TRUE, "powers of another number of generators make no polynomial"),
    ),
    "fractions": (
        ("if not terms", NEVER, "a sum that vanishes is 0 times what is left of it"),
        ("if len(terms) == 1", NEVER, "a term is a sum of one"),
        ("if root > 1 and min(", (FIRST, "Gt → GtE"), "what is no root is its own first power"),
        ("if root > 1 and min(", ("min → max",), "a sum with something below a line is a product by then"),
        ("if power > 0}", ("Gt → GtE",), "no power that is kept is 0"),
        ("if power < 0)", ("Lt → LtE",), "no power that is kept is 0"),
        ("if next(iter(terms.values())) > 0", ("Gt → GtE",), "no coefficient is 0"),
        ("(g if p == 1 else g**p", ("always the second",), SAME),
        ("len(self.generators) or 1", (SECOND,), "a ring does without generators as well"),
        (
            "abs(expression.exp) <= LARGEST_POWER",
            (*EITHER, THIRD, "LtE → Lt", "not dropped"),
            "which powers are multiplied out",
        ),
        ("if base is not expression and power.is_Rational", (*EITHER, THIRD), SHAPE),
        ("return expression if found == expression", ("always the second",), SAME),
        ("strict=True", NOT_TRUE, GUARDED),
    ),
    "arithmetic": (
        ("if expression.is_Rational:", NEVER, f"{SAME}, by sympy's own signs"),
        ("return None if expression.p < 0", ("Lt → LtE",), LESS),
        ("if _is_whole(expression)", NEVER, SHAPE),
        ("if power.is_Integer:", NEVER, SHAPE),
        ("bool(power > 0) and _is_whole(base)", (SECOND, "Gt → GtE"), SHAPE),
        ("negative = power < 0", ("always the second", "Lt → LtE"), SHAPE),
        ("return not negative and", (FIRST, THIRD, "not dropped"), SHAPE),
        ("return True", NOT_TRUE, SHAPE),
        ("expression if scale == 1", ("always the first", "always the second", "Eq → NotEq"), SHAPE),
        ("if asked is None", NEVER, GUARDED),
        ("if (expression, strict) in self._said", NEVER, LESS),
        ("expression.is_Add or (expression.is_Mul", (FIRST, SECOND, "not dropped"), LESS),
        ("expression.is_Pow and expression.base.is_Add", (SECOND,), "of what is no sum, too"),
        ("if base or expression.exp < 0", (FIRST, "Lt → LtE"), LESS),
        ("return base or None", EITHER, "what has a value there is positive"),
        ("even = expression.exp.is_Integer", (FIRST, THIRD), "all names are real"),
        ("if not name.is_Symbol", ("never", "not dropped"), "equals may be put for any expression"),
        ("if name not in given", (FIRST, SECOND, "NotIn → In"), "equals for equals"),
        ("xreplace(self._given)) if self._given", ALWAYS, LESS),
        ("not difference.free_symbols and of_sign", (SECOND,), f"a name is no number: {GUARDED}"),
        ("if expression.is_Symbol and any(sharp", (FIRST,), "true of every expression"),
        ("if _plain_sign(factor) or", ("never", FIRST, SECOND), LESS),
        ("if depth <= 0", ("never", "LtE → Lt"), "how deep denominators are looked at"),
        ("if self.sign(factor, strict=True", NEVER, LESS),
        (
            "return depth > 0 and (self.sign(base",
            ("Gt → GtE", FIRST, SECOND, "- → +", "- dropped"),
            f"how deep denominators are looked at, or {LESS}",
        ),
        ("self.sign(factor, strict=True, depth=depth - 1)", ("- → +",), "how deep denominators are looked at"),
        ("self.sign(-factor, strict=True, depth=depth - 1)", ("- → +",), "how deep denominators are looked at"),
        ("return () if of_vectors(node)", ("always the second",), LESS),
        ("abs(exponent) > LARGEST_POWER", ("Gt → GtE", "never"), "which powers are multiplied out, and how long it takes"),
        ("> len(node.arguments)", ("Gt → GtE",), OWN),
        ("if exponent < 0:", ("Lt → LtE",), LESS),
        ('or (needed.sign == "!="', (FIRST,), LESS),
        ("if above_zero and isinstance", (SECOND,), "only names are asked for"),
        ("[: 1 + equal]", ("+ → -",), LESS),
        ("above_zero = isinstance", (FIRST,), LESS),
    ),
    "facts": (
        ("if not self.formals", ("not dropped",), EVALUATED),
        ('object.__setattr__(self, "at"', ("dropped",), EVALUATED),
        ("if claim is None or self.strict is None", ("never", FIRST, SECOND), GUARDED),
        ("if len(arguments) != len(self.formals)", NEVER, GUARDED),
        ("if put else frozenset()", ("always the first",), SAME),
        ("claim = None if self.strict is None", ("always the second",), GUARDED),
        ("if not all(isinstance(a, Symbol)", (FIRST,), GUARDED),
        ("@dataclass(frozen=True)", NOT_TRUE, "nothing changes a value"),
        ("shown: Callable", ("False → True",), TOLD),
        ("if isinstance(each, Expr) else None", ("always the first",), SAME),
        ("() if formal.sort == VARIABLE else", ("always the second",), LESS),
        ("strict=True", NOT_TRUE, GUARDED),
        ("if any(each is formal", ("Is → IsNot",), LESS),
        ("body if isinstance(body, Claim) else", ("always the first",), LESS),
    ),
    "context": (
        ("for node in nodes if pieces(node)", ("condition dropped",), SAME),
        ("free_symbols(relation) <= free_symbols(node)", ("LtE → Lt",), SAME),
        ("f.sort == EVENT and isinstance(a, Node)", (FIRST,), LESS),
        ("f.sort == EVENT and isinstance(a, Node)", (SECOND,), "an event with an argument is a function: tests/own"),
        ("if self._of_no_outcome(claim):", NEVER, SAME),
        ("if not isinstance(goal, Exists) and", (FIRST,), "its bounds are those of all elements: they hold at every outcome"),
        ('or getattr(of, "name", "")', (SECOND,), LESS),
        ("if bound else", ("always the second",), TOLD),
        ("if listed else []", ALWAYS, TOLD),
        ("return missing and list(", EITHER, f"{SAME}, or {LESS}"),
        ("@dataclass(frozen=True)", NOT_TRUE, "nothing changes a value"),
        ("(goal.range is INTEGERS and", (SECOND,), LESS),
        ("free_symbols(relation) <= names", ("LtE → Lt",), SAME),
        ("if not (_facts(self.near(goal))", (FIRST,), SAME),
        ("strict=True", NOT_TRUE, GUARDED),
    ),
    "scripts": (
        ('if self.claim.sign not in ("==", "!=") and (of_arrays', (FIRST,), LESS),
        ("@dataclass(frozen=True)", NOT_TRUE, "nothing changes a value"),
        ("case Relation(sign=sign) if sign in STRICT", ("In → NotIn",), "what is made strict is shown first"),
        ("yield strictly(reason)", ("dropped",), LESS),
        ("strict=True", NOT_TRUE, GUARDED),
        ("beyond = others.assuming", ("Lt → LtE",), LESS),
        ("found.append(reason)", ("dropped",), LESS),
        ("if not len(self.terms) - 1", NEVER, GUARDED),
        ("return left <= right", ("LtE → Lt",), LESS),
        ("case ForAll() if whole and of_one_of_all", (FIRST,), "of a family as a whole each script shows the whole"),
        ("if first is None or last is None", (FIRST,), "an end that is no number has no interval"),
        ("inside = others.assuming", ("LtE → Lt",), "a derivative that is continuous has its sign at the end as well"),
        ("if self.order < 1 or", (SECOND,), "what is shown at low is shown whatever the variable is, then"),
        ("if strict and k == 0", (SECOND,), LESS),
    ),
    "values": (
        ("(_whole if isinstance(node, Folded)", ("always the first",), LESS),
        ("if any(node.variable in free_symbols", ("In → NotIn", "any → all"), "another name than it needs serves as well"),
        ("strict=True", NOT_TRUE, GUARDED),
    ),
    "journal": (
        ("if not expression.args", ("never", "not dropped"), NAMED),
        ("', '.join(sorted(inside)", (*ALWAYS, *EITHER), NAMED),
        ("if not set(text) <=", ("LtE → Lt",), "no number is written with every sign that there is"),
        ("if written is None", NEVER, "what has no certificate is refused all the same"),
        ("NODES = {name", (SECOND,), "what is no node stands in no tree that is looked at"),
        ("@dataclass(frozen=True)", NOT_TRUE, "nothing changes a value"),
        ("kind is not type(node) and getattr", ("never", FIRST, SECOND, "IsNot → Is"), OWN),
        ("ensure_ascii=True", NOT_TRUE, "another fingerprint of the same"),
        ("strict=True", NOT_TRUE, GUARDED),
        ("theorem.strict or ()", EITHER, "its functions stand in its claim"),
        ("argument if isinstance(argument, Node) else", ALWAYS, NUMBERS),
        ("body if isinstance(body, Claim) else", ALWAYS, NUMBERS),
        ("if isinstance(argument, Node) or formal.sort", EITHER, NUMBERS),
        ("node.base is formal}", EITHER, "more numbers of arguments are written than are asked for"),
    ),
}


def why(module: str, change: str, line: str) -> str:
    """Why a change of a line is no error; "" where nobody says so."""
    for piece, changes, reason in EXPLAINED.get(module, ()):
        if piece in line and change in changes:
            return reason
    return ""
