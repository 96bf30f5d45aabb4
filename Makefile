# `make run` and `make test` are all that a fresh clone needs. Variables: PORT, DATA, SEED.

PYTHON ?= python3
VENV ?= .venv
PORT ?= 8000
DATA ?= .data
SEED ?= $(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')
SEED := $(SEED)
WORKERS ?= 2
export PORT DATA SEED

PY := $(VENV)/bin/python

.PHONY: setup setup-dev run test lint admin shots messages clean
.DEFAULT_GOAL := run

setup:
	@$(PYTHON) config/install.py $(VENV)

setup-dev:
	@$(PYTHON) config/install.py $(VENV) dev

run: setup
	@exec $(PY) manage.py up

test: setup-dev
	@$(PY) -m pytest -n $(WORKERS) --dist worksteal --hypothesis-seed=$(SEED) --report-line $(ARGS)

lint: setup-dev
	@$(PY) -m tests.lint

admin: setup
	@$(PY) manage.py admin

bench-wallet: setup-dev
	@$(PY) -m tests.bench.bench_wallet $(ARGS)

shots: setup-dev
	@$(PY) -m tests.shots

# Bring the catalogues up to date with code and templates; needs gettext (`msgmerge`, `xgettext`).
messages: setup-dev
	@$(PY) manage.py makemessages -l ko -l vi --no-obsolete --add-location file \
		-i '.venv*' -i '.data*' -i 'tests/*' -i 'static/*' -i 'docs/*'

clean:
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
