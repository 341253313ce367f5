"""``python -m theorems.new mine``: a file for a paper of your own, with a true, a false and an asymptotic claim.

Exit status: 0 written, 2 unusable arguments, or a file that is already there.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from theorems import command, files
from theorems.catalogue import papers
from theorems.paper import KEY

TEMPLATE = '''"""{title}: its statements as they are printed. docs/your_own_paper.md tells more.

python -m theorems.report --paper {name}                        # judge every line
python -m theorems.report --paper {name} --record               # keep these verdicts as the expected ones, beside the file
python -m theorems.conjecture "{key}/Lemma 1/true" --paper {name} --bound "a + b"    # a bound of your own
python -m theorems.mutants --paper {name}                       # would a slightly wrong line be noticed?
python -m pytest -p theorems.pytest_plugin --paper {name}       # every line as a test
"""

from theorems.own import *
from theorems.textbook.elementary import AM_GM

PAPER = Paper("{key}", "{title}")
n = size("n")
x, y = vectors("x y", n)
a, b = reals("a b", low=0)
N = size("N", most=60)

LEMMA_1 = PAPER.lemma("1", "p. 1", "two means")
LEMMA_1["true"] = sqrt(a * b) <= (a + b) / 2
LEMMA_1["true"].proved(Calculation(by(AM_GM(a, b))))

LEMMA_2 = PAPER.lemma("2", "p. 1", "softmax is Lipschitz")
LEMMA_2["false"] = norm(softmax(x) - softmax(y)) <= norm(x - y) / 4

LEMMA_3 = PAPER.lemma("3", "p. 2", "the logarithm is slow")
LEMMA_3["asymptotic"] = Eventually(log(N) <= N / 10, N)
LEMMA_3["asymptotic"].proved(from_size(N, 36, log(N) / N <= Q(1, 10)))
'''


@command.names_errors
def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.new", description="A file for a paper of your own.")
    parser.add_argument("key", help="letters, digits and _: it opens every address")
    key: str = parser.parse_args(arguments).key
    path = Path(f"{key}.py")
    if not KEY.fullmatch(key):
        return command.unusable(f"{key!r} is no key of a paper: letters, digits and _, a letter first; the file may be moved")
    if path.exists():
        return command.unusable(f"{path} is there")
    if key in papers():
        return command.unusable(f"there is a paper {key!r}")
    files.replace({path: TEMPLATE.format(key=key, name=path, title=key.replace("_", " ").capitalize())})
    print(f"{path} is written; judge it: python -m theorems.report --paper {path}")
    return 0


if __name__ == "__main__":
    sys.exit(command.run(main))
