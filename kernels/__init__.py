"""The numbers: attention, networks, random signs, training dynamics, high precision and balls.

Importing the package fixes how Numba runs (see ``kernels.runtime``), which has to happen before Numba is imported.
"""

from kernels import runtime as runtime
