"""The words for a paper of your own: ``from theorems.own import *`` in a file that no package has to hold.

A file declares names with their ranges, binds ``PAPER``, and writes each statement as it is printed::

    PAPER = Paper("mine", "Five classical inequalities")
    n = size("n")
    x, y = vectors("x y", n)
    L1 = PAPER.lemma("1", "p. 3", "Cauchy-Schwarz")
    L1["a"] = abs(dot(x, y)) <= norm(x) * norm(y)
"""

from types import ModuleType
from typing import TYPE_CHECKING

from theorems.kernel.scripts import by, calc, cases, each, growing, have
from theorems.language.tree import (
    Cases,
    E,
    Eventually,
    Exists,
    ForAll,
    Implies,
    Indicator,
    Largest,
    Pr,
    Product,
    Q,
    Smallest,
    Sum,
    acos,
    asin,
    atan,
    binomial,
    ceil,
    chain,
    cos,
    cosh,
    erf,
    exp,
    floor,
    gamma,
    largest,
    log,
    pi,
    sin,
    sinh,
    smallest,
    sqrt,
    tan,
    tanh,
)
from theorems.own.array_functions import (
    argmax,
    argmin,
    diagonal,
    dot,
    eigenvalues,
    entropy,
    gradient,
    hadamard,
    identity,
    inverse,
    kl,
    largest_entries,
    logsumexp,
    maximum,
    minimum,
    norm,
    ones,
    outer,
    relu,
    row_softmax,
    singular_values,
    softmax,
    total,
    trace,
    transposed,
)
from theorems.own.declared import (
    between,
    bounded,
    function,
    indices,
    integer,
    let,
    matrix,
    normal,
    probability_vector,
    real,
    reals,
    signs,
    size,
    upto,
    vector,
    vectors,
)
from theorems.own.meanings import means
from theorems.own.statements import Paper, from_size
from theorems.provers.calculation import Calculation
from theorems.provers.context import cite

if not TYPE_CHECKING:  # a checker of types reads no list that is computed
    _OTHERS = ("ModuleType", "TYPE_CHECKING")
    __all__ = [n for n, word in globals().items() if n[0] != "_" and n not in _OTHERS and not isinstance(word, ModuleType)]
