"""The objects of the tensor trick (superiority v1, Appendix A, p. 12): vec, the Kronecker product, and attention before
the softmax for arbitrary A1, A2, Q, K, written on plain lists so that one code runs on balls and on symbols.
"""

import itertools
import operator
from collections.abc import Iterable, Mapping
from functools import cached_property, reduce

import sympy
from hypothesis import strategies as st

from kernels.arithmetic import RATIONALS, SYMBOLIC
from strategies.matrices import attention_matrices, matrix_of, matrix_text, single_one
from theorems.language.computed import Supply
from theorems.language.entries import Index
from theorems.language.rules import Declared
from theorems.superiority.language import *

Number = Any
Vector = list[Number]
Matrix = list[Vector]

# -- the operations, as printed ---------------------------------------------------------------------------------------


def product(a: Matrix, b: Matrix) -> Matrix:
    """The matrix product; raises ValueError where the shapes do not fit."""
    if len(a[0]) != len(b):
        raise ValueError(f"a matrix with {len(a[0])} columns times one with {len(b)} rows")
    return [[added(x * y for x, y in zip(row, column, strict=True)) for column in transposed(b)] for row in a]


def transposed(a: Matrix) -> Matrix:
    """Rows and columns exchanged."""
    return [list(column) for column in zip(*a, strict=True)]


def kron(a: Matrix, b: Matrix) -> Matrix:
    """``a ⊗ b``: the entry in row (i1-1) n2 + i2, column (j1-1) d2 + j2 is ``a_{i1,j1} b_{i2,j2}``."""
    n2, d2 = len(b), len(b[0])
    result: Matrix = [[None] * (len(a[0]) * d2) for _ in range(len(a) * n2)]
    for i1, j1, i2, j2 in itertools.product(range(len(a)), range(len(a[0])), range(n2), range(d2)):
        result[i1 * n2 + i2][j1 * d2 + j2] = a[i1][j1] * b[i2][j2]
    return result


def vec_by_rows(a: Matrix) -> Vector:
    """The rows one after the other: entry (k, l) at place (k-1) d + l."""
    return [entry for row in a for entry in row]


def vec_by_columns(a: Matrix) -> Vector:
    """The columns one after the other, as textbooks stack them."""
    return vec_by_rows(transposed(a))


def times_vector(a: Matrix, v: Vector) -> Vector:
    """Matrix times vector."""
    return [row[0] for row in product(a, [[entry] for entry in v])]


def added(terms: Iterable[Number]) -> Number:
    """The sum of one or more terms, with no zero of another arithmetic in it."""
    return reduce(operator.add, terms)


@dataclass(frozen=True)
class Attention:
    """A1, A2 (n x d), Q, K (d x d) and a row number j0 in [n], seen through one arithmetic."""

    arithmetic: Arithmetic
    A1: Matrix
    A2: Matrix
    Q: Matrix
    K: Matrix
    j0: int

    @cached_property
    def QK(self) -> Matrix:
        return product(self.Q, transposed(self.K))

    @cached_property
    def A(self) -> Matrix:
        return kron(self.A1, self.A2)

    @property
    def block(self) -> Matrix:
        """A_{j0}: the j0-th block of n rows of A = A1 ⊗ A2 (Definitions C.1, C.4)."""
        n = len(self.A2)
        return self.A[(self.j0 - 1) * n : self.j0 * n]

    @cached_property
    def logits(self) -> Matrix:
        """A1 Q K^T A2^T, n x n."""
        return product(product(self.A1, self.QK), transposed(self.A2))

    @cached_property
    def u_lin(self) -> Vector:
        return times_vector(self.block, vec_by_rows(self.QK))

    @property
    def u_exp(self) -> Vector:
        return self.exp(self.u_lin)

    @property
    def alpha_lin(self) -> Number:
        return added(self.u_lin)

    @property
    def alpha_exp(self) -> Number:
        return added(self.u_exp)

    @property
    def f_lin(self) -> Vector:
        return [entry / self.alpha_lin for entry in self.u_lin]

    def exp(self, v: Vector) -> Vector:
        return [self.arithmetic.exp(entry) for entry in v]


# -- the domain -------------------------------------------------------------------------------------------------------


def bind(instance: Instance, arithmetic: Arithmetic) -> Attention:
    """The model of an instance: its words read as matrices."""

    def read(name: str) -> Matrix:
        return [[arithmetic.number(entry) for entry in row] for row in matrix_of(instance[name])]

    return Attention(arithmetic, read("A1"), read("A2"), read("Q"), read("K"), int(instance.j0))


def small_attentions() -> Iterator[Instance]:
    """Single ones in A1, A2 and Q with K = I, in order of n·d, so that Q K^T is a single one too."""
    for n, d in sorted(itertools.product((1, 2, 3), repeat=2), key=lambda size: size[0] * size[1]):
        identity = [[int(i == j) for j in range(d)] for i in range(d)]
        places = {name: list(itertools.product(range(k), range(d))) for name, k in (("A1", n), ("A2", n), ("Q", d))}
        for first, second, third in itertools.product(places["A1"], places["A2"], places["Q"]):
            words = {
                "A1": matrix_text(single_one(n, d, *first)),
                "A2": matrix_text(single_one(n, d, *second)),
                "Q": matrix_text(single_one(d, d, *third)),
                "K": matrix_text(identity),
            }
            for j0 in range(1, n + 1):
                yield Instance({"n": n, "d": d, "j0": j0, **words})


def _shapes_fit(i: Instance) -> bool:
    wanted = {"A1": (i.n, i.d), "A2": (i.n, i.d), "Q": (i.d, i.d), "K": (i.d, i.d)}
    found = {name: matrix_of(i[name]) for name in wanted}
    return all((len(found[name]), len(found[name][0])) == shape for name, shape in wanted.items())


def has_shape(matrix: Expr, height: Expr, width: Expr) -> Claim:
    """``rows(A) = n, columns(A) = d``."""
    return (rows_of(matrix) == height) & (columns_of(matrix) == width)


def shapes_of(*matrices: str) -> dict[Node, Supply]:
    """The rows and columns of matrices that a model has under these names."""

    def height(name: str) -> Supply:
        return lambda x: len(getattr(x, name))

    def width(name: str) -> Supply:
        return lambda x: len(getattr(x, name)[0])

    found: dict[Node, Supply] = {rows_of(Symbol(name)): height(name) for name in matrices}
    return found | {columns_of(Symbol(name)): width(name) for name in matrices}


rows_of, columns_of = symbols("rows columns")
A, A1, A2, Q_, K = symbols("A A1 A2 Q K")
MATRICES_FIT = Condition(
    has_shape(A1, n, d) & has_shape(A2, n, d) & has_shape(Q_, d, d) & has_shape(K, d, d),
    _shapes_fit,
    said="A1, A2 in R^{n×d}, Q, K in R^{d×d}",
)
ROW = Condition(Member(j0, Range(expr(1), n)))
PRODUCT_EXISTS = Condition(n == d, feasible="n = d", said="otherwise the printed product does not exist")

ATTENTION = Domain(
    name="arbitrary A1, A2, Q, K",
    draw=attention_matrices,
    bind=bind,
    conditions=(MATRICES_FIT, ROW),
    small=small_attentions,
    variables={"n": "rows of A1 and A2", "d": "columns, and the size of Q and K", "j0": "the row of attention"},
    feasible="all n, d ≥ 1, A1, A2 in R^{n×d}, Q, K in R^{d×d}, j0 in [n]",
)

# the words: matrices by their entries, sets of indices as the paper writes them
T, star, i, j, k, l, p, r, vec = symbols("⊤ * i j k l p r vec")
vec_logits, vec_QK = Symbol("vec(A1 Q K⊤ A2⊤)"), Symbol("vec(Q K⊤)")
alpha_lin, alpha_exp, ones = *symbols("α_lin(A,x) α_exp(A,x)"), Symbol("1")[n]
to_n, to_d, to_n2, to_d2 = (Range(expr(1), last) for last in (n, d, n**2, d**2))
ARRAYS: tuple[tuple[tuple[Index, ...], Mapping[Expr, Expr]], ...] = (
    (((i, to_n), (k, to_d)), {A1: A1[i, k]}),
    (((j, to_n), (l, to_d)), {A2: A2[j, l]}),
    (((k, to_d), (r, to_d)), {Q_: Q_[k, r]}),
    (((l, to_d), (r, to_d)), {K: K[l, r]}),
    (((k, to_n2), (p, to_d2)), {A: A[k, p]}),
    (((k, to_n2),), {vec(A1 * Q_ * K**T * A2**T): vec_logits[k]}),
    (((p, to_d2),), {vec(Q_ * K**T): vec_QK[p]}),
    (((j, to_n),), {u_lin.row(j0): u_lin[j0, j], u_exp.row(j0): u_exp[j0, j], ones: expr(1)}),
)
NORMALISED = Condition(
    alpha_lin[j0] ** 2 > 0, lambda i: bind(i, RATIONALS).alpha_lin != 0, feasible="alpha_lin ≠ 0", printed=alpha_lin[j0] != 0
)
BY_ROWS = Computed(
    replace(ATTENTION, declared=Declared(vectors=ARRAYS)),
    {
        **shapes_of("A1", "A2", "Q", "K"),
        n: lambda x: len(x.A2),
        d: lambda x: len(x.Q),
        A[k, l]: lambda x, k, l: x.A[k - 1][l - 1],
        A1[j0, k]: lambda x, j0, k: x.A1[j0 - 1][k - 1],
        A2[j, l]: lambda x, j, l: x.A2[j - 1][l - 1],
        Q_[k, r]: lambda x, k, r: x.Q[k - 1][r - 1],
        K[l, r]: lambda x, l, r: x.K[l - 1][r - 1],
        vec_logits[k]: lambda x, k: vec_by_rows(x.logits)[k - 1],
        vec_QK[l]: lambda x, l: vec_by_rows(x.QK)[l - 1],
        u_lin[j0, j]: lambda x, _, j: x.u_lin[j - 1],  # the model has one row of attention, j0
        u_exp[j0, j]: lambda x, _, j: x.u_exp[j - 1],
        alpha_lin[j0]: lambda x, _: x.alpha_lin,
        alpha_exp[j0]: lambda x, _: x.alpha_exp,
    },
    ranges=(Member(n, INTEGERS), Member(d, INTEGERS), n >= 1, d >= 1),
)
BY_COLUMNS = BY_ROWS.knowing(
    {vec_logits[k]: lambda x, k: vec_by_columns(x.logits)[k - 1], vec_QK[l]: lambda x, l: vec_by_columns(x.QK)[l - 1]}
)

row, row2, column, column2 = rows_and_columns = symbols("x_1 x_2 x_3 x_4")
pairs = (row.isin(to_n), row2.isin(to_n), column.isin(to_d), column2.isin(to_d))


def dot(k: Expr, l: Expr) -> Expr:
    """Entry (k, l) of Q K^T."""
    return Sum(r, to_d, Q_[k, r] * K[l, r])


def entry(i: Expr, j: Expr) -> Expr:
    """Entry (i, j) of A1 Q K^T A2^T."""
    return Sum(k, to_d, Sum(r, to_d, Sum(l, to_d, A1[i, k] * Q_[k, r] * K[l, r] * A2[j, l])))


def place(row: Expr, column: Expr, width: Expr) -> Expr:
    """Where the pair stands when the rows are listed one after the other."""
    return (row - 1) * width + column


KRON = Definition(
    "A = A1 ⊗ A2",
    rows_and_columns,
    A[place(row, row2, n), place(column, column2, d)] == A1[row, column] * A2[row2, column2],
    pairs,
    of=BY_ROWS,
    at=((1, 1, 1, 1), (1, n, d, 1), (n, 1, 1, d)),
)
VEC_OF_WEIGHTS = Definition(
    "vec(Q K⊤), row by row",
    (column, column2),
    vec_QK[place(column, column2, d)] == dot(column, column2),
    pairs[2:],
    of=BY_ROWS,
    at=((1, 1), (1, d), (d, 1)),
)
VEC_OF_LOGITS = Definition(
    "vec(A1 Q K⊤ A2⊤), row by row",
    (row, row2),
    vec_logits[place(row, row2, n)] == entry(row, row2),
    pairs[:2],
    of=BY_ROWS,
    at=((1, 1), (1, n), (n, 1)),
)


def of_block(i: Expr, j: Expr) -> Expr:
    """Entry j of A_i x for x = vec(Q K^T)."""
    return Sum(p, to_d2, A[place(i, j, n), p] * vec_QK[p])


U_LIN = Definition("u_lin = A_{j0} x", (row,), u_lin[j0, row] == of_block(j0, row), pairs[:1], of=BY_ROWS, at=((1,), (n,)))
U_EXP = Definition(
    "u_exp = exp(A_{j0} x)", (row,), u_exp[j0, row] == exp(of_block(j0, row)), pairs[:1], of=BY_ROWS, at=((1,), (n,))
)
ALPHA_LIN = Definition("α_lin = ⟨u_lin, 1_n⟩", (), alpha_lin[j0] == Sum(j, to_n, u_lin[j0, j]), of=BY_ROWS, at=((),))
ALPHA_EXP = Definition("α_exp = ⟨u_exp, 1_n⟩", (), alpha_exp[j0] == Sum(j, to_n, u_exp[j0, j]), of=BY_ROWS, at=((),))

# -- entries of a Kronecker product -----------------------------------------------------------------------------------

# row and column (i1, j1) of an n1 × d1 and (i2, j2) of an n2 × d2 matrix, and the letter i that the formula leaves unbound
PLACES = ("i", "i1", "n1", "j1", "d1", "i2", "n2", "j2", "d2")

iA, nA, jA, d1, iB, nB, jB, d2 = symbols("i1 n1 j1 d1 i2 n2 j2 d2")
A_, B = symbols("A B")


@st.composite
def kronecker_entries(draw: st.DrawFn) -> dict[str, int]:
    """An entry of each factor and a value for the unbound letter."""
    found = {"i": draw(st.integers(-2, 60))}
    for index, size in (("i1", "n1"), ("j1", "d1"), ("i2", "n2"), ("j2", "d2")):
        found[size] = draw(st.integers(1, 50))
        found[index] = draw(st.integers(1, found[size]))
    return found


def small_kronecker_entries() -> Iterator[Instance]:
    """Columns up to 3, rows up to 2, with every letter up to its size, i last."""
    for n1, n2, d1, d2, i in itertools.product((1, 2), (1, 2), (1, 2, 3), (1, 2, 3), (1, 2, 3, 0)):
        for i1, i2, j1, j2 in itertools.product(*(range(1, size + 1) for size in (n1, n2, d1, d2))):
            yield Instance(i=i, i1=i1, n1=n1, j1=j1, d1=d1, i2=i2, n2=n2, j2=j2, d2=d2)


def kronecker_case() -> Iterator[SymbolicCase]:
    """All sizes at once: the indices from 1 on, each size at least its index."""
    letters = dict(zip(PLACES, sympy.symbols(PLACES), strict=True))
    positive: dict[Any, Any] = {}
    for index, size in (("i1", "n1"), ("j1", "d1"), ("i2", "n2"), ("j2", "d2")):
        before, beyond = sympy.symbols(f"before_{index} beyond_{index}", nonnegative=True)
        positive |= {letters[index]: 1 + before, letters[size]: 1 + before + beyond}
    yield SymbolicCase("all entries", numbers_alone(SYMBOLIC, **letters), positive)


ENTRIES = Domain(
    name="entries of a Kronecker product",
    draw=kronecker_entries,
    bind=bind_numbers(*PLACES),
    conditions=(
        Condition(chain(1, "<=", iA, "<=", nA) & chain(1, "<=", iB, "<=", nB)),
        Condition(chain(1, "<=", jA, "<=", d1) & chain(1, "<=", jB, "<=", d2)),
    ),
    small=small_kronecker_entries,
    cases=kronecker_case,
    variables={"i": "the unbound letter"}
    | {
        f"{letter}{k}": f"{what} of {factor}"
        for k, factor in ((1, "A"), (2, "B"))
        for letter, what in (("i", "row"), ("n", "rows"), ("j", "column"), ("d", "columns"))
    },
    feasible="all sizes ≥ 1, i1 in [n1], j1 in [d1], i2 in [n2], j2 in [d2], and any integer i where the line has it",
)
