# `make chat` and `make test` set up what is missing in .venv, then do their job; a second run starts at once.
# Set-up speaks on stderr only, so that `make -s chat ARGS="--plain --new"` prints nothing but replies.
#
#   ARGS        passed on to `attune chat`, or to pytest:  make test ARGS="tests/bot -k engine"
#   TORCH_ARGS  passed on to pip when it installs PyTorch, for instance the index of its CPU wheels
#   PYTHON      the Python to build .venv with; otherwise the first of 3.11, 3.12, 3.13 that runs

MAKEFLAGS += --no-print-directory
# pip compiles nothing (that takes longest): the first run compiles what it uses, and must be allowed to keep it.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-input --no-compile --no-warn-conflicts \
      --progress-bar off --constraint constraints.txt
PYTHON ?= $(shell for name in python3.11 python3.12 python3.13 python3; do \
      $$name -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>&- && echo $$name && break; done)

.PHONY: chat test lint slow corpus clean
.DELETE_ON_ERROR:

chat: $(VENV)/.ready
	@$(BIN)/attune chat $(ARGS)

# Two tests at a time, those of one file one after the other.
test: lint
	@$(BIN)/python -m pytest --numprocesses 2 --dist loadfile $(ARGS)

slow: $(VENV)/.tested
	@$(BIN)/python -m pytest -m "slow or not slow" $(ARGS)

# Tests that read the published corpora:  make corpus DATAPATH=/folder/of/the/corpora
corpus: $(VENV)/.tested
	@test -d "$(DATAPATH)" || { echo "make corpus DATAPATH=DIR: name the folder that holds the corpora" >&2; exit 1; }
	@ATTUNE_DATAPATH="$(abspath $(DATAPATH))" $(BIN)/python -m pytest -m corpus $(ARGS)

lint: $(VENV)/.tested
	@$(BIN)/ruff check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

# Each stamp is touched when its step has succeeded; a step cut short is simply done again.
$(VENV)/.python:
	@test -n "$(PYTHON)" || { echo "Attune needs Python 3.11, 3.12 or 3.13: make PYTHON=/path/to/python" >&2; exit 1; }
	@echo "Setting up once in $(VENV): Python environment (1 of 4) ..." >&2
	@$(PYTHON) -m venv $(VENV) </dev/null >&2
	@touch $@

$(VENV)/.torch: constraints.txt $(VENV)/.python
	@echo "Setting up: PyTorch, the largest download (2 of 4) ..." >&2
	@$(PIP) --no-deps $(TORCH_ARGS) torch </dev/null >&2
	@touch $@

# ParlAI's own pins contradict every current library: it is installed without them, and what it needs is our extra.
$(VENV)/.ready: setup.cfg pyproject.toml constraints.txt $(VENV)/.torch
	@echo "Setting up: libraries and the encoder (3 of 4) ..." >&2
	@$(PIP) setuptools </dev/null >&2
	@$(PIP) --no-build-isolation --editable ".[telegram,discord,web,run,postgresql,picture,generate,train,search,research,parlai]" </dev/null >&2
	@echo "Setting up: ParlAI (4 of 4) ..." >&2
	@$(PIP) --no-build-isolation --no-deps parlai </dev/null >&2
	@touch $@

$(VENV)/.tested: $(VENV)/.ready
	@echo "Setting up: what the tests need ..." >&2
	@$(PIP) --no-build-isolation --editable ".[test]" </dev/null >&2
	@touch $@
