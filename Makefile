# The environment is kept in .venv. The tests also need a Chromium, PostgreSQL and tmux, which are installed as system packages
# where that is possible; nothing else outside this folder is changed.

VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.core-ready
DEV := $(VENV)/.dev-ready
SYSTEM := $(VENV)/.system-ready
TRAIN := $(VENV)/.train-ready
GPU := $(VENV)/.gpu-ready
CORES := $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
# One more than there are cores: tests often wait for a browser or a server.
WORKERS ?= $(shell expr $(CORES) + 1)
ARGS ?=
# Commits whose messages `make commits` looks at.
RANGE ?= HEAD~1..HEAD

INSTALL := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest --dist worksteal -n

.DEFAULT_GOAL := help
.PHONY: help play client client-check client-types docs pictures screenshots test test-fast test-long test-crash test-research test-gpu test-deploy lint format hooks commits signature dist release bench bench-server coverage mutate clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s  %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: client ## play in the browser
	@$(BIN)/azulejo serve --open $(ARGS)

client: $(CORE) ## build the browser client, if its sources have changed
	@$(BIN)/python tools/client.py build

client-check: $(CORE) ## check the types of the browser client, and test its functions
	@$(BIN)/python tools/client.py check

docs: $(DEV) ## build the documentation, strictly, if its sources have changed
	@$(BIN)/python tools/site.py

pictures: $(DEV) ## draw the pictures of the documentation anew
	@$(BIN)/python -m tools.pictures

client-types: $(DEV) ## write the browser client's types anew, from the server's messages and the games' declarations
	@$(BIN)/python tools/client_types.py
	@$(BIN)/python tools/game_types.py

test: $(SYSTEM) lint client client-check docs ## check style and types and run every test
	@$(PYTEST) $(WORKERS) $(ARGS)

test-fast: $(DEV) $(SYSTEM) client ## run the quick tests, in less than two minutes
	@$(PYTEST) $(CORES) -m "not slow" $(ARGS)

test-long: $(DEV) $(SYSTEM) client docs ## run every test with ten times as many random games
	@AZULEJO_LONG=1 $(PYTEST) $(WORKERS) -o timeout=7200 $(ARGS)

test-research: $(TRAIN) ## train a learner with PyTorch, and see that it beats random play
	@AZULEJO_TRAIN=1 $(BIN)/python -m pytest tests/envs/test_training.py $(ARGS)

test-gpu: $(GPU) ## check the games on this machine's graphics card against the processor, and measure it
	@$(BIN)/python -m pytest tests/batches/cuda_cases.py $(ARGS)
	@$(BIN)/azulejo bench --gpu

test-crash: $(DEV) $(SYSTEM) ## kill servers, engines and databases 500 times while games are played
	@AZULEJO_LONG=1 AZULEJO_KILLS=$${AZULEJO_KILLS:-500} $(PYTEST) $(WORKERS) -s tests/server/test_crash.py tests/server/test_processes.py -m siege -o timeout=7200 $(ARGS)

test-deploy: $(DEV) client ## build and run the container image, the systemd unit and nginx, with backups; as root, half an hour
	@tools/system_packages.sh deploy
	@$(BIN)/python -m pytest tests/deploy/*_cases.py -v -o timeout=3600 $(ARGS)

screenshots: $(DEV) $(SYSTEM) client ## make pictures of the main states into screenshots/
	@$(BIN)/python -m tools.screenshots $(ARGS)

lint: $(DEV) ## check style and types
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy

format: $(DEV) ## put the code into its standard form
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format

hooks: $(DEV) ## let git check style, types, the client and the message of every commit
	@$(BIN)/pre-commit install

commits: $(DEV) ## check the messages of the commits in RANGE
	@$(BIN)/python -m tools.commit_message --commits $(RANGE)

signature: $(CORE) ## print the line for a commit that changes play
	@$(BIN)/python -m tools.signature

dist: $(DEV) ## make the sdist, the wheel and their checksums into dist/
	@$(BIN)/python -m tools.release dist

release: $(DEV) ## check everything, make dist/ and tag the commit with the version in pyproject.toml
	@$(BIN)/python -m tools.release release

bench: $(CORE) ## measure speed, and print the signature of play
	@$(BIN)/azulejo bench $(ARGS)

bench-server: $(DEV) $(SYSTEM) ## measure what the server carries: tables, spectators, latency, memory (docs/operator.md)
	@$(BIN)/python -m tools.bench_server $(ARGS)

coverage: $(DEV) $(SYSTEM) client ## measure which lines the tests run, interpreted; at least 98 %
	@$(BIN)/coverage erase
	@NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -n $(WORKERS) --dist worksteal $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

mutate: $(DEV) ## change the rules in small ways, and see that a test fails each time
	@$(BIN)/python tools/mutate.py $(ARGS)

clean: ## remove what was built and measured; the environment stays
	@rm -rf build dist .coverage .coverage.* .hypothesis .mutation .mypy_cache .pytest_cache .ruff_cache
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(CORE): pyproject.toml constraints.txt
	@echo "Setting up $(VENV) (once; about a minute) ..."
	@if ! $(BIN)/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
		for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
			if $$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
				exec $$python -m venv --clear $(VENV); \
			fi; \
		done; \
		echo "Azulejo needs Python 3.11 or newer with venv and pip, and there is none on the PATH." >&2; \
		exit 1; \
	fi
	@$(INSTALL) --editable '.[server,terminal]'
	@touch $@

$(DEV): $(CORE)
	@$(INSTALL) --editable '.[dev]'
	@touch $@

$(SYSTEM): $(CORE) tools/system_packages.sh
	@tools/system_packages.sh
	@touch $@

$(TRAIN): $(DEV)
	@echo "Installing PyTorch for the tests of learning (once) ..."
	@$(INSTALL) --editable '.[dev,train]'
	@touch $@

$(GPU): $(DEV)
	@$(INSTALL) --editable '.[gpu]'
	@touch $@
