# `make demo` runs the main job, `make test` all tests, `make test-fast` most of them; each sets up what it needs:
# the demo installs the package alone, everything else also what development needs (`make setup`).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
DEVELOPING := $(VENV)/.developing
PIP := -m pip --quiet --disable-pip-version-check
SCRATCH := build/scratch

.PHONY: setup demo check test test-fast bench soak package floors format clean
setup: $(DEVELOPING)

$(INSTALLED): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) install --editable .
	touch $(INSTALLED)

$(DEVELOPING): $(INSTALLED)
	$(BIN)/python $(PIP) install --upgrade "pip>=25.1"
	$(BIN)/python $(PIP) install --group dev
	$(BIN)/python -m tests.loopback.local_model --install
	touch $(DEVELOPING)

demo: $(INSTALLED)
	rm -rf runs/demo
	$(BIN)/hayrick demo --out runs/demo
	@echo 'First, so that the command hayrick is found: source $(BIN)/activate'

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test: setup
	HF_HUB_OFFLINE=1 $(BIN)/python -m pytest -n auto --dist loadfile

# Without the tests that tests/tiers.py calls slow.
test-fast: setup
	HF_HUB_OFFLINE=1 $(BIN)/python -m pytest -n auto --dist loadfile -m "not slow" --durations=5 --durations-min=2

# Prints CPU seconds and memory of what users wait for; the machine need not be idle, but for rows "x ideal". Takes more
# than eight minutes; `python -m bench.speed ROW...` runs some rows.
bench: setup
	$(BIN)/python -m bench.speed

# Kills runs at random against a server that makes trouble, for 20 minutes; ends with status 1 if a call is lost.
soak: setup
	$(BIN)/python -m bench.soak --minutes $(or $(MINUTES),20) --seed $(or $(SEED),0)

# Builds the wheel and the sdist, installs each into an empty environment, and runs the demo there.
package: setup
	rm -rf dist $(SCRATCH) && mkdir -p $(SCRATCH)
	$(BIN)/python -m build --outdir dist . > $(SCRATCH)/build.log 2>&1 || (cat $(SCRATCH)/build.log && false)
	for kind in whl tar.gz; do \
	  $(PYTHON) -m venv $(SCRATCH)/$$kind && \
	  $(SCRATCH)/$$kind/bin/python $(PIP) install dist/*.$$kind && \
	  $(SCRATCH)/$$kind/bin/hayrick doctor && \
	  $(SCRATCH)/$$kind/bin/hayrick demo --out $(SCRATCH)/demo-$$kind > /dev/null && \
	  $(BIN)/python bench/check_install.py $(SCRATCH)/$$kind || exit 1; \
	done

# Runs the tests that reach a dependency (tests/tiers.py) with the oldest versions that pyproject.toml admits.
floors: setup
	mkdir -p $(SCRATCH) && rm -rf $(SCRATCH)/floors
	$(BIN)/python bench/floors.py > $(SCRATCH)/floors.txt
	$(PYTHON) -m venv $(SCRATCH)/floors
	$(SCRATCH)/floors/bin/python $(PIP) install --upgrade "pip>=25.1"
	$(SCRATCH)/floors/bin/python $(PIP) install ".[parquet,o200k,tokenizers,rouge,prices]" pytest hypothesis scipy \
	  -c $(SCRATCH)/floors.txt
	HF_HUB_OFFLINE=1 $(SCRATCH)/floors/bin/python -m pytest -m floors

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) dist build runs
