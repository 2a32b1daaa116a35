.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
LIBRARIES := build/libraries
CHAPTER ?= softmax
INSTALL := -m pip install -q --disable-pip-version-check --no-compile  # most of it is never imported
LOCK := uv pip compile --universal --python-version 3.11 --fork-strategy fewest --no-annotate \
	--no-emit-index-url --custom-compile-command "make lock"

.PHONY: help verify test check test-thorough test-libraries subjects bench minilm mutation mutation-of-claims formal exhaustive figures lint lock clean

help:  ## show this list; the times are those of two cores
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-19s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

verify: $(READY)  ## run all evidence, print the ledger, write it and the report to build/ (7 minutes)
	@$(BIN)/atensi verify $(FLAGS)

test: $(READY)  ## run the test suite on all cores, but properties that stand verified (15 minutes); FLAGS="-k mask" goes to pytest
	@$(BIN)/python -m pytest -n auto --due $(FLAGS)

check: lint  ## lint, then a chapter's tests and proofs: CHAPTER=softmax (20 seconds)
	@$(BIN)/python -m atensi.running.chapter $(CHAPTER) $(FLAGS)

test-thorough: $(READY)  ## run ten times the cases, on fresh seeds (half an hour)
	@ATENSI_PROFILE=thorough $(BIN)/python -m pytest -n auto $(FLAGS)

test-libraries: $(LIBRARIES)/.ready  ## run impl on PyTorch, JAX, strict arrays and bfloat16 (5 minutes)
	@$(LIBRARIES)/bin/python -m pytest -q $(FLAGS) tests/properties/test_array_libraries.py \
		tests/properties/test_library_gradients.py tests/bounds/test_torch.py \
		tests/bounds/test_accumulated.py tests/properties/test_floats.py \
		tests/suite/test_half_kernels.py tests/suite/test_strategies.py \
		tests/suite/test_exhaustive.py tests/suite/test_adapters.py tests/suite/test_own_module.py \
		tests/suite/test_minilm.py tests/bounds/test_enclosures.py \
		tests/properties/test_tiles.py tests/suite/test_parts_elsewhere.py \
		tests/suite/test_sweep.py \
		tests/suite/test_blind.py::test_a_wrong_module_is_told_by_what_it_breaks_first

subjects: $(LIBRARIES)/.ready  ## check the other libraries, and record their answers (10 minutes)
	@PYTHONPATH=.:bounds $(LIBRARIES)/bin/python -m atensi.subjects.recording $(FLAGS)

bench: $(LIBRARIES)/.ready  ## time impl beside other libraries, alone on the machine (5 minutes; FLAGS=--quick)
	@OMP_WAIT_POLICY=PASSIVE PYTHONPATH=.:bounds $(LIBRARIES)/bin/python -W ignore -m atensi.bench $(FLAGS)

minilm: $(LIBRARIES)/.ready  ## measure the chapters' claims on a trained model, and record them (12 minutes)
	@$(LIBRARIES)/bin/python -m atensi.subjects.minilm_measures

mutation: $(READY)  ## change impl in one place at a time: does a test notice? (half an hour; resumes; FLAGS=decoder.generate: one)
	@$(BIN)/python $(INSTALL) --require-hashes -r mutation.lock
	@$(BIN)/python -m tests.mutation.mutants $(FLAGS)

mutation-of-claims: $(READY)  ## change statements in one place: does their evidence notice? (new ones; FLAGS=--fresh: all)
	@$(BIN)/python -m tests.mutation.claims $(FLAGS)

formal: $(READY)  ## check the formal proofs, and that broken definitions fail (4 minutes; needs coqc)
	@$(BIN)/atensi formal

exhaustive: $(READY)  ## run the library's functions on every float, and record the errors (half an hour; FLAGS="exp log")
	@$(BIN)/python -m proofs.exhaustive.recorded $(FLAGS)

figures: $(READY)  ## draw the figures into build/figures/, and those of the README (1 minute)
	@$(BIN)/atensi figures
	@for each in docs/*/*.svg; do cp "build/figures/$${each#docs/}" "$$each"; done

lint: $(READY)  ## check style and types (10 seconds)
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy
	@cd bounds && ../$(BIN)/mypy

lock:  ## renew the three lock files (seconds; needs uv)
	$(LOCK) pyproject.toml --group dev --generate-hashes -o requirements.lock
	$(LOCK) --group mutation --constraints requirements.lock --generate-hashes -o mutation.lock
	$(LOCK) --group arrays --group subjects --constraints requirements.lock -o extras.lock

clean:  ## remove what was generated, and the environments (at once)
	rm -rf build dist mutants $(VENV)

# The stamp is written last, so an interrupted set-up is done again. The installer keeps one core busy:
# Coq, if it is there, reads ahead on the other.
$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "atensi: Python %d.%d found; expected 3.11 or newer: make PYTHON=python3.12" % sys.version_info[:2])'
	@echo "atensi: setting up $(VENV) (about a minute)"
	@nice -n 19 $(PYTHON) -m atensi.formal.ahead $$$$ >/dev/null 2>&1 & $(PYTHON) -m venv $(VENV) && \
		$(BIN)/python $(INSTALL) --require-hashes -r requirements.lock && \
		$(BIN)/python $(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

# No hashes in extras.lock: PyTorch has a build with CUDA and one without, and either will do.
$(LIBRARIES)/.ready: requirements.lock extras.lock
	@echo "atensi: setting up $(LIBRARIES) (about two minutes, and 3 GB)"
	@$(PYTHON) -m venv $(LIBRARIES)
	@$(LIBRARIES)/bin/python $(INSTALL) --require-hashes -r requirements.lock
	@$(LIBRARIES)/bin/python $(INSTALL) -r extras.lock
	@touch $@
