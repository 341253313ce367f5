"""The error of the output, (P - P̂)V: the family that defeats every window, and the values that every window reproduces."""

from theorems.sparse.language import *

n, k, w, P, P_hat, S, V, X, W_V, M, R, eps = symbols("n k w P P̂ S V X W_V M R epsilon")
VALUES = (V == X * W_V) | Words("V independent of X")
SMALL_WEIGHT = Condition(
    w == o(sqrt(log(n))), growth=True, printed=R == o(sqrt(log(n))), said="along the family; d = 1, |X_j| = 1: R = B² w, M = w"
)


@dataclass(frozen=True)
class Output:
    """(P - P̂)V for d = 1, X_j = ±1 in equal numbers, S = w X X^T: V = X (aligned) or V = 1 (constant).

    Row i keeps k ≤ n/2 keys of its own sign: P̂V = X_i, PV = X_i tanh(w), so every row is off by 1 - tanh(w); a constant V
    is reproduced exactly.
    """

    arithmetic: Arithmetic
    n: Number
    half: Number
    k: Number
    w: Number
    eps: Number
    aligned: bool

    @property
    def row(self) -> Number:
        if not self.aligned:
            return self.arithmetic.number(0)
        return 2 / (1 + self.arithmetic.exp(2 * self.w))  # 1 - tanh(w)

    def norm(self, label: str) -> Number:
        """One column: Frobenius = spectral = √n · row, row sum = maximum = row."""
        return self.row * (self.arithmetic.sqrt(self.n) if label in ("(b)", "(d)") else 1)


_TARGETS = (Fraction(1, 10), Fraction(6))


def _fitting(window: Window, most: int = 400) -> str:
    """The even n for which the window is at most half of the row: all from some size on, for windows of lower order."""
    fitting = [n for n in range(2, most, 2) if 2 * window(n) <= n]
    first = next(n for n in fitting if all(m in fitting for m in range(n, most, 2)))
    single = [str(n) for n in fitting if n < first]
    return ", ".join([*single, f"n ≥ {first}"])


def outputs(window: Window) -> Domain:
    """The output family of one window."""

    def bind(instance: Instance, arithmetic: Arithmetic) -> Output:
        size = int(instance["n"])
        n, half, k = (arithmetic.number(count) for count in (size, size // 2, window(size)))
        w, eps = (arithmetic.number(Fraction(instance[name])) for name in ("w", "eps"))
        return Output(arithmetic, n, half, k, w, eps, instance["V"] == "X")

    def small() -> Iterator[Instance]:
        for n, V, eps in product(range(2, 400, 2), ("X", "1"), _TARGETS):
            yield Instance(n=n, w=0, V=V, eps=eps)

    return Domain(
        f"outputs, k = {window.name}",
        lambda: st.builds(
            lambda half, w, V, eps: {"n": 2 * half, "w": w, "V": V, "eps": eps},
            st.one_of(st.integers(1, 50), st.integers(1, 10**9)),
            st.fractions(0, 2, max_denominator=8),
            st.sampled_from(["X", "1"]),
            st.sampled_from(_TARGETS),
        ),
        bind,
        (
            Condition((n > 0) & (floor(n / 2) == n / 2), lambda x: int(x["n"]) % 2 == 0 and int(x["n"]) > 0, said="n even"),
            Condition(2 * k <= n, lambda x: 2 * window(int(x["n"])) <= int(x["n"])),
            Condition(w >= 0),
            SMALL_WEIGHT,
        ),
        small,
        variables={"n": "length", "w": "the weight W (d = 1)", "eps": "the bound ε"},
        feasible=f"every even n with 2 k(n) ≤ n, that is {_fitting(window)}, and w ≥ 0",
        declared=Declared(premises=(Norm(S, "∞") <= M, k == window.printed, VALUES)),
    )


def output_range_at_least(label: str) -> TrivialRange:
    """The trivial range of this norm of the output difference."""
    return ranges.OUTPUT_FROBENIUS if label in ("(b)", "(d)") else ranges.OUTPUT


def output_range_at_most(label: str) -> TrivialRange:
    """The same with the ε from which on "at most ε" says nothing."""
    content = output_range_at_least(label)
    if content is ranges.OUTPUT:
        return ranges.below_target(content, lambda n: 4, "2")
    return ranges.below_target(content, lambda n: 4 * n, "2√n")


LARGEST, ROW_SUM, FROBENIUS, SPECTRAL = (Norm((P - P_hat) * V, kind) for kind in ("∞", "row sum", "F", "2"))


def output_data(window: Window) -> Computed:
    """The outputs of one window. V(1), V(-1): the values of the keys with X_j = 1 and with X_j = -1."""
    return Computed(
        outputs(window),
        {
            LARGEST: "row",
            ROW_SUM: "row",
            FROBENIUS: lambda x: x.norm("(b)"),
            SPECTRAL: lambda x: x.norm("(d)"),
            V(1): lambda x: 1,
            V(-1): lambda x: -1 if x.aligned else 1,
            k: "k",
            floor(n / 2): "half",
            eps: "eps",
        },
    )


ROOT_OUTPUTS = output_data(ROOT)
other_keys, own_keys = n / 2 * exp(-w), n / 2 * exp(w)
output_of_P = (own_keys * V(1) + other_keys * V(-1)) / (own_keys + other_keys)
ROW_OF_OUTPUT = Definition(
    "n/2 keys have the score w, n/2 the score -w; the window keeps some of the first",
    (),
    chain(LARGEST, "==", abs(output_of_P - V(1)), "==", ROW_SUM),
    of=ROOT_OUTPUTS,
)
NORMS_OF_OUTPUT = Definition(
    "one column of n entries that are equal in absolute value",
    (),
    chain(FROBENIUS, "==", sqrt(n) * LARGEST, "==", SPECTRAL),
    of=ROOT_OUTPUTS,
)
LONGER = (n == 10**K, w == Q(1, 10))
ALONG = (n == 10**K, n >= 10**6, floor(n / 2) == n / 2, chain(0, "<=", w, "<=", Q(1, 10)))


def _beside(size: Expr, *larger: Reason) -> By:
    """From the largest entry to another norm; ``larger``: what a product with √n needs."""
    if size in (LARGEST, ROW_SUM):
        return by(*(() if size is LARGEST else (ROW_OF_OUTPUT(),)))
    return by(NORMS_OF_OUTPUT(), *(larger if size in (FROBENIUS, SPECTRAL) else ()))


def aligned(window: Window, size: Expr) -> RefutedAlong:
    """The output error does not tend to 0, in the norm ``size``."""
    return along(
        "m -> n = 10^m, d = 1, X_j = ±1 in equal numbers, W = w = 1/10 (R constant), V = X",
        lambda m: f"n={10**m} w=1/10 V=X eps=1/10",
        "Row i keeps keys of its own sign only: P̂V = X_i, while PV = X_i tanh(w). Every entry of (P - P̂)V is 1 - tanh(w) in "
        "absolute value, whatever n and k ≤ n/2 are, although |S_ij| = w is as small as you like.",
        confirm=(6, 20, 300),
        calculation=Contrary(
            (*ALONG, eps == Q(1, 10), window.between, V(1) == 1, V(-1) == -1),
            Have(
                LARGEST > eps,
                linked(LARGEST)
                .eq(abs(output_of_P - V(1)), ROW_OF_OUTPUT())
                .ge(1 - output_of_P, ABS_ABOVE(output_of_P - V(1)))
                .eq(2 / (1 + exp(2 * w)))
                .gt(eps, EXP_BELOW_QUOTIENT(2 * w)),
                _beside(size, *((ROOT_ABOVE(n, 1),) if window is CONSTANT else ())),
            ),
            reasons=HALF[window],
            sizes=LONGER,
        ),
    )


def constant_values(window: Window, size: Expr) -> RefutedAlong:
    """Nor does it stay away from 0."""
    return along(
        "m -> n = 10^m, V = (1, ..., 1)",
        lambda m: f"n={10**m} w=1/10 V=1 eps=1/10",
        "Rows of P and of P̂ add up to 1: equal values are reproduced exactly, with any window.",
        confirm=(6, 20, 300),
        calculation=Contrary(
            (*ALONG, eps > 0, window.between, V(1) == 1, V(-1) == 1),  # every ε: the error is exactly 0
            Have(LARGEST == 0, by(ROW_OF_OUTPUT(), ABS_OF_NONNEGATIVE(output_of_P - V(1))), _beside(size)),
            reasons=HALF[window],
            sizes=LONGER,
        ),
    )
