"""Errors planted in the kernel that are none, and why: what they change, a piece of the line that they stand in, the reason."""

ASKED = "who is asked for a certificate decides nothing: it is checked"
LESS = "the kernel would show less"
SAME = "a short cut: the same comes out without it"
SHAPE = "the form of an expression changes, not its value: the certificate is one of the form there is"
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
        ("if factor.kind is Kind.E and power.denominator > 1", ("never", FIRST, SECOND, "Is → IsNot", "Gt → GtE"), SHAPE),
        ("named = factor.kind is Kind.NAME and root == 1", (SECOND,), "in which order generators stand decides nothing"),
        ("return not named, factor.parts[0]", ("always the second",), "in which order generators stand decides nothing"),
        ("if root != 1 and factor.kind is not", (SECOND,), "what a root is a root of is true as well"),
        ("if power < 0:  # flint", ("never", "Lt → LtE"), GUARDED),
        ("base = factor.parts[0] if factor.kind is Kind.SUM", ("always the second",), LESS),
        ("if not _finders", NEVER, ASKED),
        ("_finders.pop()", ("dropped",), ASKED),
        ("if polynomial.derivative(k).is_zero()", ("always the second",), SAME),
        ("return any(power > LARGEST", ("any → all", "Gt → GtE"), "what is high is only left alone to save time"),
        ("[None] * self.count", ("False → True",), "a number is the difference of two positive ones as well"),
        ("by, self.signs[k] = x -", ("False → True",), "a number is the difference of two positive ones as well"),
        ("given[1] < 0", ("Lt → LtE",), "the coefficient is not 0"),
        ("coefficient >= 0 or zero", ("GtE → Gt",), "a term with the coefficient 0 may stand for nothing"),
        ("if min(powers, default=0) < 0", (FIRST, "min → max"), BELOW_0),
        ("return False", ("False → True",), "a number of another kind is a name, and what has no value is refused before"),
        ("zip(self.signs, powers", NOT_TRUE, "powers of another number of generators make no polynomial"),
    ),
    "factors": (
        ("return int(exponent) if exponent", ("always the second",), SHAPE),
        ("yield part", ("dropped",), LESS),
        ("said = (text_of(part)", ("always the second",), NAMED),
        ("yield each", ("dropped",), NAMED),
        ('return " ".join(sorted(', ("always the second",), NAMED),
    ),
    "constants": (("if power.denominator == 1", ("never", "Eq → NotEq"), SAME),),
    "normal_form": (
        ("if form.coefficient == 1 and form.alone is not None", ("never", "Eq → NotEq"), SHAPE),
        ("apart: bool = False", ("False → True",), SHAPE),
        ("least = _in_common([", ALWAYS, SHAPE),
        ("content = _content(terms.values())", ("always the first", "Gt → GtE", "- dropped"), SHAPE),
        ("if below else powers, x / content", ("always the first",), SAME),
        ("_sum(terms, apart=True)", NOT_TRUE, SHAPE),
        ("elif rest and logs[0]", (FIRST,), SAME),
        ("if powers else EULER", ("always the first",), SHAPE),
        ("one.kind is Kind.SUM and one.names", EITHER, SHAPE),
        ("if coefficient == 0", NEVER, LESS),
        ("if value == 0", NEVER, GUARDED),
        ("if not exponent.powers", NEVER, SAME),
        ("if one is EULER", NEVER, SHAPE),
        ("if not form.names & by.keys()", ("never", "not dropped"), SAME),
        ("if not self.powers or not other.powers", ("never", FIRST, SECOND), SAME),
        ("if self.coefficient == 0 and exponent > 0", ("never", SECOND), GUARDED),
        (
            "return total((form,)) if coefficient < 0",
            ("always the first", "always the second", FIRST, SECOND, "Lt → LtE", "Eq → NotEq"),
            SHAPE,
        ),
        ("primes: bool = False", ("False → True",), SHAPE),
        ("if one.kind is Kind.RAISED and sign_of_power", (SECOND,), GUARDED),
        ("if not one.names & by.keys()", ("not dropped",), SAME),
        ("if form.coefficient < 0:", ("Lt → LtE",), SAME),
        ("return True if not one.names and of_sign", ("always the second", FIRST, "True → False", "not dropped"), LESS),
        ("@dataclass(frozen=True, slots=True)", NOT_TRUE, SAME),
        ("if one.kind is Kind.WHOLE and not 0 <= power < 1", (SECOND, "not dropped"), SHAPE),
        ("alike = one.kind is Kind.SUM or len", (FIRST, SECOND, "Is → IsNot", "Eq → NotEq"), SHAPE),
        ("found[one] = min(powers) if alike", ("always the first", "always the second", "min → max"), SHAPE),
        ("if one.kind is Kind.SUM and 1 <= power", (SECOND,), SHAPE),
        ("if power.denominator == 1 and power % 2 == 0", (FIRST, THIRD), SHAPE),
        (
            "if form.coefficient < 0 or len(unknown) > 1",
            ("Lt → LtE", "Gt → GtE"),
            "no power and no coefficient that is kept is 0",
        ),
        ("if found and not primes", (FIRST, SECOND, "not dropped"), SHAPE),
        ("return True if not form.names and of_sign", ("always the second", FIRST, "True → False", "not dropped"), LESS),
        ("return sign or None if power < 0", (SECOND, FIRST, "Lt → LtE"), LESS),
        ("zip(pieces, tables", NOT_TRUE, GUARDED),
        ("for one, power in form.powers if power < 0]", ("Lt → LtE",), "no power and no coefficient that is kept is 0"),
        ("for one, power in form.powers if power > 0}", ("Gt → GtE",), "no power and no coefficient that is kept is 0"),
        ("return _sign(one.parts[0]) or None", (SECOND,), SAME),
        ("return False", ("False → True",), GUARDED),
        ("primes=True)", NOT_TRUE, SHAPE),
        ("if any(one.kind is Kind.SUM and 1 <= power", ("any → all", FIRST, SECOND, "Is → IsNot"), SHAPE),
        ("if p > 1]", ("Gt → GtE",), SHAPE),
        ("if not any(one.kind is Kind.SUM", ("Is → IsNot",), SHAPE),
        ("(unknown if sign_of_power", ("always the first",), LESS),
        ("unknown = [(_group(", ("Gt → GtE",), "no power and no coefficient that is kept is 0"),
    ),
    "arithmetic": (
        ("if written is None", NEVER, GUARDED),
        ("if difference is None", NEVER, GUARDED),
        ('if goal.sign != "!=" and not difference.names', ("never", SECOND, "not dropped", "always the first"), LESS),
        ("if (form, strict) in self._said", NEVER, LESS),
        ("if name is None or name in given", ("never", FIRST, SECOND, "Is → IsNot", "In → NotIn"), LESS),
        ("if _name(form) and any(sharp", (FIRST,), LESS),
        ("if self.sign(below", ("never", "- → +"), LESS),
        (
            "if not exponent.powers and abs(",
            ("never", FIRST, "not dropped", "Gt → GtE"),
            "a high power is only left alone to save time",
        ),
        ("if difference is not None and difference.coefficient", EITHER, LESS),
        ("name = _name(self.atoms(relation.left))", ("always the second",), LESS),
        ("return False", ("False → True",), GUARDED),
        ("if power > 0 or sign_of_power(one, -power)", (SECOND, THIRD, "Gt → GtE", "- dropped"), LESS),
        ("if name not in by.names", ("NotIn → In",), LESS),
        ("if not self.sign(-below", ("- → +",), LESS),
        ("return True", NOT_TRUE, SHAPE),
        ("if depth <= 0", ("never", "LtE → Lt"), "how deep denominators are looked at"),
        (
            "return depth > 0 and (self.sign(base",
            ("Gt → GtE", FIRST, SECOND, "- → +", "- dropped"),
            f"how deep denominators are looked at, or {LESS}",
        ),
        ("return () if of_vectors(node)", ("always the second",), LESS),
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
