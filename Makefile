.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help verify test test-thorough mutation formal figures lint lock clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

verify: $(READY)  ## run all evidence, print the ledger, write it and the report to build/
	@$(BIN)/atensi verify

test: $(READY)  ## run the test suite on all cores
	@$(BIN)/python -m pytest -n auto

test-thorough: $(READY)  ## run ten times the cases, on fresh seeds
	@ATENSI_PROFILE=thorough $(BIN)/python -m pytest -n auto

mutation: $(READY)  ## change impl everywhere, once each: does a test see it? (20 minutes; goes on)
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r mutation.lock
	@$(BIN)/python -m tests.mutation.mutants

formal: $(READY)  ## check the formal proofs, and that broken definitions fail (needs coqc)
	@$(BIN)/atensi formal

figures: $(READY)  ## draw the figures into build/figures/
	@$(BIN)/atensi figures
	@for each in docs/*/*.svg; do cp "build/figures/$${each#docs/}" "$$each"; done

lint: $(READY)  ## check style and types
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

lock: $(READY)  ## renew requirements.lock and mutation.lock (needs uv)
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 \
		--fork-strategy fewest --generate-hashes --no-annotate --no-emit-index-url \
		--custom-compile-command "make lock" -o requirements.lock
	uv pip compile --group mutation --constraints requirements.lock --universal \
		--python-version 3.11 --fork-strategy fewest --generate-hashes --no-annotate \
		--no-emit-index-url --custom-compile-command "make lock" -o mutation.lock

clean:  ## remove what was generated, and the environment
	rm -rf build dist mutants $(VENV)

# The stamp is written last, so an interrupted set-up is done again.
$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "atensi: Python %d.%d found; expected 3.11 or newer: make PYTHON=python3.12" % sys.version_info[:2])'
	@echo "atensi: setting up $(VENV) (about a minute)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
