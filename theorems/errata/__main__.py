"""The command of :mod:`theorems.errata`."""

import sys

from theorems import command
from theorems.errata import main

if __name__ == "__main__":
    sys.exit(command.run(main))
