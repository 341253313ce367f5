# Needs Python 3.11 or newer, make and pip. Nothing has to be activated: every target sets up .venv from
# requirements.lock when it is missing or older than the lock.

PYTHON ?= $(shell for p in python3.11 python3 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV   := .venv
RUN    := $(VENV)/bin/python
STAMP  := $(VENV)/.set-up

# Debian's Python can come without ensurepip: then the venv has no pip of its own and the outer one fills it.
# Twice quiet is errors only.
INSTALL = $$(if $(RUN) -c 'import pip' 2>/dev/null; then echo $(RUN) -m pip; \
	else echo $(PYTHON) -m pip --python $(RUN); fi) install -qq --disable-pip-version-check

# Passed on as they are: make test PYTEST_ARGS="-k lemma_D2", make report REPORT_ARGS="--paper sparse", make bench
# BENCH_ARGS="-k softmax --before ../other-checkout"; with --busy on a machine that does other work
PYTEST_ARGS ?=
REPORT_ARGS ?=
BENCH_ARGS  ?=
FORMAL_ARGS ?=
# One test process per core and one thread in each: two that take all cores each only wait for one another.
WORKERS     ?= 2
# A shard of the nightly run: a paper, `rest` for what belongs to none, or empty for everything.
SHARD       ?=
NIGHT       := reports/nightly$(if $(SHARD),/$(SHARD))
BEFORE      ?= $(NIGHT)/night-before.json

PAPERS      := superiority sparse scan_snap
REST       := not (superiority or sparse or scan_snap)
ONE_THREAD  := NUMBA_NUM_THREADS=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1
# Also where the environment wants no bytecode beside the sources: each worker, and each command that a test starts, would
# compile 260 modules anew.
BYTECODE    := PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$(CURDIR)/.cache/bytecode
PYTEST      := $(ONE_THREAD) $(BYTECODE) $(RUN) -m pytest -n $(WORKERS) --dist worksteal

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help venv report test bench nightly nightly-test nightly-proofs nightly-kernel nightly-report nightly-changes nightly-merge formal site lint format lock clean

help:
	@echo "make report    what is wrong with each paper, and reports/latest/{report.html,report.md,report.json}"
	@echo "make test      the tests                      (PYTEST_ARGS=...)"
	@echo "make nightly   the tests and the report at the nightly effort   (SHARD=superiority|sparse|scan_snap|rest)"
	@echo "make bench     the kernels against peers, and reports/bench/{bench.md,bench.json}   (BENCH_ARGS=...)"
	@echo "make formal    what Coq has accepted, compiled anew into build/formal   (FORMAL_ARGS=...; needs coqc)"
	@echo "make site      the pages of docs/ as a static site in build/site"
	@echo "make lint      ruff and mypy                  make format    let ruff lay out the code"
	@echo "make lock      resolve pyproject.toml anew into requirements.lock"
	@echo "make extra-wikitext, extra-cluster, extra-solvers    optional packages, added to .venv"
	@echo "make clean     remove .venv and everything generated but reports/"

venv: $(STAMP)

$(STAMP): requirements.lock
	@test -n "$(PYTHON)" || { echo "no Python 3.11 or newer found: set PYTHON=/path/to/python3.11" >&2; exit 1; }
	@echo "setting up $(VENV) from requirements.lock (once, about a minute)"
	@test -x $(RUN) || $(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || $(PYTHON) -m venv --clear --without-pip $(VENV)
	@$(INSTALL) -r requirements.lock
	@touch $@

report: $(STAMP)
	@$(RUN) -m theorems.report $(REPORT_ARGS)

test: $(STAMP)
	@$(PYTEST) $(PYTEST_ARGS)

bench: $(STAMP)
	@$(RUN) -m benchmarks $(BENCH_ARGS)

# The tests may fail and the report is still wanted: all run, and any one's failure is the target's. What changed since the
# night before comes last.
nightly: $(STAMP)
	@if test -f $(NIGHT)/report.json; then cp $(NIGHT)/report.json $(NIGHT)/night-before.json; fi; \
	status=0; \
	$(MAKE) --no-print-directory nightly-test || status=1; \
	$(MAKE) --no-print-directory nightly-proofs || status=1; \
	$(MAKE) --no-print-directory nightly-kernel || status=1; \
	$(MAKE) --no-print-directory nightly-report || status=1; \
	$(MAKE) --no-print-directory nightly-changes || status=1; \
	exit $$status

# Coq and its libraries are no Python packages: without them one line says what to install.
formal: $(STAMP)
	@$(RUN) -m theorems.formal $(FORMAL_ARGS)

# A change is no failure (status 1); a file that cannot be read is one.
nightly-changes: $(STAMP)
	@if test -f $(BEFORE) && test -f $(NIGHT)/report.json; then \
		$(RUN) -m theorems.history since $(BEFORE) --now $(NIGHT) --format markdown > $(NIGHT)/changes.md; \
		status=$$?; cat $(NIGHT)/changes.md; test $$status -le 1; \
	else echo "no report of the night before to compare with"; fi

# Test ids start with their paper, so a shard is a -k expression.
nightly-test: $(STAMP)
	@HYPOTHESIS_PROFILE=nightly $(PYTEST) $(PYTEST_ARGS) \
		$(if $(SHARD),-k "$(if $(filter rest,$(SHARD)),$(REST),$(SHARD))")

# Every proof on every false mutant of its part.
nightly-proofs: $(STAMP)
ifneq ($(SHARD),rest)
	@$(RUN) -m theorems.mutants --proofs --jobs $(WORKERS) $(if $(SHARD),--paper $(SHARD))
endif

nightly-report: $(STAMP)
ifeq ($(SHARD),rest)
	@echo "what belongs to no paper states no theorems: no report"
else
	@status=0; \
	$(RUN) -m theorems.report --effort nightly --output $(NIGHT) \
		$(if $(SHARD),--paper $(SHARD)) $(REPORT_ARGS) || status=1; \
	$(RUN) -m theorems.write_proofs $(NIGHT)/report.json --jobs $(WORKERS) || status=1; \
	$(RUN) -m theorems.check_proofs $(NIGHT)/report.json || status=1; \
	if $(RUN) -c 'import z3' 2>/dev/null; then \
		$(RUN) -m theorems.second_solver $(NIGHT)/report.json || status=1; \
	else echo "no second solver: make extra-solvers"; fi; \
	exit $$status
endif

# Every error that is planted in the kernel is seen by one of its own tests.
nightly-kernel: $(STAMP)
ifeq ($(if $(SHARD),$(SHARD),rest),rest)
	@$(RUN) -m tests.kernel_of_proofs.mutate --jobs $(WORKERS)
endif

# The shards' journals laid end to end are the whole run's journal: resuming from it computes nothing twice.
nightly-merge: $(STAMP)
	@cat $(foreach p,$(PAPERS),reports/nightly/$p/journal.jsonl) > reports/nightly/journal.jsonl
	@$(RUN) -m theorems.report --effort nightly --output reports/nightly $(REPORT_ARGS)

site: $(STAMP) extra-docs
	@$(RUN) -m mkdocs build --quiet && echo "build/site/index.html"

lint: $(STAMP)
	@status=0; \
	$(RUN) -m ruff check . || status=1; \
	$(RUN) -m mypy . || status=1; \
	exit $$status

format: $(STAMP)
	@$(RUN) -m ruff check --fix . ; $(RUN) -m ruff format .

# A new environment resolves what pyproject.toml asks for; its freeze is the lock.
lock:
	@test -n "$(PYTHON)" || { echo "no Python 3.11 or newer found: set PYTHON=/path/to/python3.11" >&2; exit 1; }
	@fresh=$$(mktemp -d) && trap 'rm -rf "$$fresh"' EXIT && \
	$(PYTHON) -m venv $$fresh && \
	$(PYTHON) -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; print(*p["dependencies"], *p["optional-dependencies"]["dev"], sep="\n")' > $$fresh/wanted && \
	$$fresh/bin/python -m pip install -qq --disable-pip-version-check -r $$fresh/wanted && \
	{ echo "# Written by 'make lock' from pyproject.toml: exact versions of what runs, tests and lints the project."; \
	$$fresh/bin/python -m pip freeze --exclude pip --exclude setuptools; } > $$fresh/lock && \
	mv $$fresh/lock requirements.lock

extra-%: $(STAMP)
	@$(INSTALL) -c requirements.lock \
		$$($(RUN) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["$*"])')

clean:
	rm -rf $(VENV) build *.egg-info .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
