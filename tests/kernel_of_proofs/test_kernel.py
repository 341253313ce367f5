"""The kernel refuses what is false, shows what is true, is small, and knows nothing of papers or of how anything is found."""

import json
import subprocess
import sys
from pathlib import Path

from tests.kernel_of_proofs.claims import cases_

ROOT = Path(__file__).parents[2]
MOST = 4100  # lines of all that is loaded to check a proof, trees and balls included
KERNEL = 2650  # and of the kernel itself
LOADED = """
import json, sys
from pathlib import Path
import theorems.check_proofs
root = Path.cwd()
files = [Path(m.__file__) for m in sys.modules.values() if getattr(m, "__file__", None)]
ours = [f for f in files if f.is_relative_to(root) and "site-packages" not in f.parts]
print(json.dumps([[str(f.relative_to(root)) for f in ours], [name for name in ("sympy", "scipy") if name in sys.modules]]))
"""
ALLOWED = {
    "kernels": {"__init__", "balls", "runtime"},
    "theorems": {"__init__", "check_proofs"},
    "theorems/kernel": {
        "__init__",
        "arithmetic",
        "constants",
        "context",
        "factors",
        "facts",
        "gaps",
        "journal",
        "normal_form",
        "scripts",
        "signs",
        "values",
    },
    "theorems/language": {"__init__", "derivatives", "node", "operators", "strict", "tree"},
}


def _lines(files: list[str]) -> int:
    return sum(len((ROOT / file).read_text(encoding="utf-8").splitlines()) for file in files)


def test_what_checks_proofs_loads_nothing_but_the_kernel() -> None:
    told = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    files, libraries = json.loads(told.stdout)
    assert not libraries
    allowed = {f"{folder}/{name}.py" for folder, names in ALLOWED.items() for name in names}
    assert set(files) == allowed & {str(p.relative_to(ROOT)) for folder in ALLOWED for p in (ROOT / folder).glob("*.py")}
    assert _lines(files) <= MOST
    assert _lines([file for file in files if file.startswith("theorems/kernel/")]) <= KERNEL


def test_the_kernel_refuses_what_is_false_and_shows_what_is_true() -> None:
    assert not [name for name, right in cases_() if not right()]
