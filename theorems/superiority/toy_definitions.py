"""The definitions of the softmax regression model (superiority v1, Section 3, pp. 3-5): Definitions 3.2 to 3.8."""

import itertools

from strategies.matrices import matrices, matrix_of, matrix_text
from theorems.kernel.scripts import by, calc, cases, each
from theorems.language.rules import Declared
from theorems.superiority.attention_definitions import SHAPES, SHAPES_OF
from theorems.superiority.tensor_products import A, added, columns_of, has_shape, rows_of, shapes_of, times_vector
from theorems.superiority.toy_model import *

# -- arbitrary A and x, as the definitions have them ----------------------------------------------------------------------


@dataclass(frozen=True)
class LinearMap:
    """A in R^{n×d} and x in R^d."""

    arithmetic: Arithmetic
    A: list[list[Number]]
    x: list[Number]
    n: Number

    @property
    def Ax(self) -> list[Number]:
        return times_vector(self.A, self.x)

    @property
    def alpha_lin(self) -> Number:
        """⟨Ax, 1_n⟩."""
        return added(self.Ax)

    @property
    def alpha_exp(self) -> Number:
        """⟨exp(Ax), 1_n⟩."""
        return added(self.arithmetic.exp(entry) for entry in self.Ax)


def bind_map(instance: Instance, arithmetic: Arithmetic) -> LinearMap:
    """The model of an instance: its words read as a matrix and a column."""
    A, x = ([[arithmetic.number(entry) for entry in row] for row in matrix_of(instance[name])] for name in ("A", "x"))
    return LinearMap(arithmetic, A, [entry for (entry,) in x], arithmetic.number(instance.n))


@st.composite
def linear_maps(draw: st.DrawFn) -> dict[str, Any]:
    """Sizes up to 4 with small integer entries."""
    n, d = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    return {"n": n, "d": d, "A": matrix_text(draw(matrices(n, d))), "x": matrix_text(draw(matrices(d, 1)))}


def _map_fits(i: Instance) -> bool:
    A, x = matrix_of(i.A), matrix_of(i.x)
    return (len(A), len(A[0]), len(x), len(x[0])) == (i.n, i.d, i.d, 1)


LINEAR_MAPS = Domain(
    name="arbitrary A and x",
    draw=linear_maps,
    bind=bind_map,
    conditions=(Condition(has_shape(A, n, d) & has_shape(input_x, d, expr(1)), _map_fits, said="A in R^{n×d}, x in R^d"),),
    small=lambda: (
        Instance(n=n, d=1, A=matrix_text([[entry] for entry in entries[:n]]), x=matrix_text([[1]]))
        for n, entries in itertools.product((1, 2), itertools.product((0, 1, -1, -9), repeat=2))
    ),
    variables={"n": "rows of A", "d": "columns of A"},
    feasible="all n, d ≥ 1, A in R^{n×d}, x in R^d",
)

THRESHOLDS = Domain(
    name="arbitrary z and τ",
    draw=lambda: st.fixed_dictionaries({name: st.fractions(max_denominator=1000) for name in ("z", "tau")}),
    bind=bind_numbers("z", "tau"),
    conditions=(Condition(words="z, τ in R"),),
    small=lambda: (
        Instance({"z": z, "tau": tau}) for z, tau in itertools.product(map(Fraction, ("0", "1", "-1", "1/2")), repeat=2)
    ),
    variables={"z": "a number", "tau": "threshold of the ReLU"},
    feasible="all z and τ",
)

MAPS = Computed(
    LINEAR_MAPS,
    {
        **shapes_of("A"),
        rows_of(input_x): lambda x: len(x.x),
        columns_of(input_x): lambda _: 1,
        n: lambda x: len(x.A),
        d: lambda x: len(x.x),
        alpha_lin: "alpha_lin",
        alpha_exp: "alpha_exp",
        Ax[i]: lambda x, i: x.Ax[i - 1],
    },
    ranges=(WHOLE, n >= 1),
)

LINEAR = Lemma("Definition 3.2", "Section 3.2, p. 3", "u_lin, alpha_lin, f_lin", given=MAPS)
LINEAR[""] = alpha_lin != 0
LINEAR[""].refuted("n=1 d=1 A=0; x=1;")
LINEAR[""].note(
    "f_lin(A,x) = alpha_lin(A,x)^(-1) u_lin(A,x) is defined for all A in R^{n×d} and x. The sum of the entries of Ax may be 0, "
    "also where none of them is: A = (1, -1)^T, x = 1."
)
repaired = LINEAR[""].repair(claim=alpha_lin > 0, given=EITHER, why="for the data of Definition 3.8 with n >= 2")
repaired.note("At n = 1 log n = 0 makes f_lin 0/0 on D0 and D1.").proved(
    Calculation(
        calc(alpha_lin)
        .ge(n * log(n), LINEAR_IS(), COUNT(i, 1, n), SUM_ABOVE_COUNT(Ax.__getitem__, lowest, i, TO_N))
        .ge(2 * log(2), LOG_GROWS(2, n))
        .gt(0)
    )
)
SOFTMAX = Lemma("Definition 3.3", "Section 3.2, p. 3", "u_exp, alpha_exp, f_exp", given=MAPS)
SOFTMAX[""] = alpha_exp > 0
SOFTMAX[""].proved(Calculation(by(SOFTMAX_IS(), SUM_POSITIVE(lambda k: exp(Ax[k]), i, TO_N, 1)))).note(
    "So f_exp exists. The notation section prints exp(x)_i = exp(x_i) for the entries of a vector that it calls u."
)

NUMBERS = Computed(THRESHOLDS, {phi_tau(z): lambda x, value: x.arithmetic.maximum(value - x.tau, x.arithmetic.number(0))})
RELU_IS = Definition("Definition 3.4", (row,), phi_tau(row) == largest(row - tau, 0), of=NUMBERS, at=((z,), (tau,)))
RELU = Lemma("Definition 3.4", "Section 3.2, p. 3", "ReLU with a threshold", given=NUMBERS)
RELU[""] = (phi_tau(z) == largest(z - tau, 0)) & (tau + phi_tau(z) == largest(z, tau))
RELU[""].note("φ = φ_0, and φ_τ(z) > 0 exactly when z > τ.")
RELU[""].proved(
    Calculation(
        cases(
            z >= tau,
            by(RELU_IS(z), MAX_FIRST(z - tau, 0), MAX_FIRST(z, tau)),
            by(RELU_IS(z), MAX_SECOND(z - tau, 0), MAX_SECOND(z, tau)),
        )
    )
)


def network(f: Symbol) -> Expr:
    """The network over one kind of attention, as Definitions 3.5 and 3.6 print it."""
    return phi(Sum(j, Range(expr(1), m), phi_tau(inner(f, y[j]))))


u_lin_x, u_exp_x, of_ones = symbols("u_lin(A,x) u_exp(A,x) 1")


def shapes_in(output: Symbol, f: Symbol, alpha: Symbol, u: Symbol, entries: Expr) -> Fits:
    """A network with f(A,x) as Definitions 3.2 and 3.3 build it, and a y in R^{n×m}."""
    data = A.isin(Matrices(n, d)) & input_x.isin(Matrices(d, expr(1))) & y.isin(Matrices(n, m))
    shares = (u == entries) & (alpha == inner(u, of_ones[n])) & (f == alpha ** expr(-1) * u)
    return Fits(output == network(f), data & shares)


NETWORK = SHAPES_OF.where(Condition(words="y in R^{n×m}, τ > 0"))
F_EXP = Lemma("Definition 3.5", "Section 3.2, p. 3", "the network F_exp", given=NETWORK)
F_EXP[""] = shapes_in(output_exp, f_exp_x, alpha_exp, u_exp_x, exp(A * input_x))
F_EXP[""].proved(SHAPES).note(
    "Called a three-layer network here; Definition 3.6 calls the same architecture, and Figure 1 draws it, with four."
)

COLUMNS_OF_SIGNS = QUANTITIES | {  # of one network: all its columns are the same
    inner(f_lin_x, y[j]): lambda x, _: x.inner(x.f_lin),
    inner(f_exp_x, y[j]): lambda x, _: x.inner(x.f_exp),
}
NAMED = Computed(replace(DATA.points, declared=Declared(meaning=((output_exp, network(f_exp_x)),))), COLUMNS_OF_SIGNS)
F_LIN = Lemma("Definition 3.6", "Section 3.2, p. 3", "the network F_lin", given=NAMED)
F_LIN[""] = output_exp == network(f_lin_x)
F_LIN[""].refuted("n=2 z=1:1;4:1 tau=1/4 delta=1/100 C=3/2").uses("Definition 3.5")
F_LIN[""].note(
    "Announced as F_lin, the formula binds the name F_exp a second time; the witness has columns with a minus in the first "
    "level and a plus elsewhere."
)
named = shapes_in(output_lin, f_lin_x, alpha_lin, u_lin_x, A * input_x)
F_LIN[""].repair(claim=named, given=NETWORK, why="the name before the equation is F_lin; for all A, x").uses().proved(SHAPES)

FAR_AS_WELL = replace(
    DATA,
    points=replace(
        DATA.points,
        small=lambda: itertools.chain(far_regressions(), small_regressions(1)),
        declared=Declared(premises=(m == ceil(wanted_columns),)),
    ),
)
COLUMNS = Lemma("Definition 3.7", "Section 3.2, p. 4", "m columns of random signs", given=FAR_AS_WELL)
COLUMNS[""] = Implies(m == ceil(wanted_columns), m > 2)
WHOLE_COLUMNS = TrivialRange("m ≥ 1: a positive number rounded up", 1)
COLUMNS[""].trivial(WHOLE_COLUMNS)
COLUMNS[""].note("C log(n/δ) is irrational for rational C, n/δ: the rounding up that every reader adds is not charged.")
COLUMNS[""].proved(Calculation(by(COLUMNS_ARE(), LOG_GROWS(20, n / delta))))

features, k, v = Named("[d]"), *symbols("k v")
length = Sum(k, features, input_x[k] ** 2)


@dataclass(frozen=True)
class WithInput(SoftmaxRegression):
    """Together with an x, which rows v x^T/|x|² of A make any v of."""

    x: tuple[Fraction, ...]


ANY_INPUT = replace(
    EITHER.points,
    name="D0 and D1 of Definition 3.8, and any x",
    draw=lambda: st.builds(
        lambda point, x: {**point, "x": ",".join(map(str, x))},
        EITHER.points.draw(),
        st.lists(st.integers(-9, 9), min_size=1, max_size=4),
    ),
    bind=lambda i, arithmetic: WithInput(**vars(bind(i, arithmetic)), x=tuple(map(Fraction, str(i.x).split(",")))),
    conditions=(
        *EITHER.points.conditions,
        Condition(length > 0, lambda i: any(map(Fraction, str(i.x).split(","))), said="x ≠ 0"),
    ),
    small=lambda: (i.but(x=x) for i in small_of_either() for x in ("1", "3,-4")),
    variables=EITHER.points.variables | {"d": "columns of A"},
    feasible=f"{EITHER.points.feasible}; every x ≠ 0",
)
OF_INPUT = Computed(
    ANY_INPUT,
    QUANTITIES
    | {features: lambda x: range(len(x.x)), input_x[k]: lambda x, k: x.arithmetic.number(x.x[k]), v: lambda x: x.logit(1)},
    ranges=(WHOLE,),
)


def in_row(l: Expr) -> Expr:
    """Of (A x)_i, for the row v x^T/|x|² of A."""
    return v * input_x[l] / length * input_x[l]


def square(l: Expr) -> Expr:
    return input_x[l] ** 2


DATASETS = Lemma("Definition 3.8", "Section 3.3, p. 5", "the datasets D0 and D1", given=OF_INPUT)
DATASETS[""] = chain(lowest, "<=", highest, "<", 4 * log(n)) & (Sum(l, features, in_row(l)) == v)
DATASETS[""].proved(
    Calculation(
        each(
            by(LOG_POSITIVE),
            by(LOG_POSITIVE),
            by(SUM_MULTIPLE(in_row, v / length, square, l, features), SUM_RENAMED(square, k, l, features)),
        )
    )
).note(
    "D0 and D1 have members and none in common. At n = 1 both are {Ax = 0}. A "
    "enters only through Ax, and any number v is an entry of it, for the row v x^T/|x|^2 of A."
)

STATEMENTS = (LINEAR, SOFTMAX, RELU, F_EXP, F_LIN, COLUMNS, DATASETS)
