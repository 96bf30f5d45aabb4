# `make run` and `make test` are all that a fresh clone needs. Variables: PORT, DATA, SEED,
# HANDS, MINUTES, FULL.

PYTHON ?= python3
VENV ?= .venv
PORT ?= 8000
DATA ?= .data
SEED ?= $(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')
SEED := $(SEED)
# More than two cores can do at once: tests wait for sites, clocks and browsers a good part of their time.
WORKERS ?= 3
BENCHES := bench-rules bench-wallet bench-tables bench-bots
export PORT DATA SEED HANDS MINUTES FRAMES

PY := $(VENV)/bin/python

.PHONY: setup setup-dev run test lint admin bench bench-rules bench-wallet bench-tables bench-bots kill \
	soak chaos fuzz edges frequencies shots messages clean
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

# Every bench, whatever the one before says; fails if one of them did.
bench: setup-dev
	@failed=0; for each in $(BENCHES); do $(MAKE) --no-print-directory $$each || failed=1; done; \
		exit $$failed

bench-rules: setup-dev
	@$(PY) -m tests.bench.bench_rules $(ARGS)

# FULL=1: a million members and ten million entries.
bench-wallet: setup-dev
	@$(PY) -m tests.bench.bench_wallet $(if $(FULL),--full) $(ARGS)

bench-tables: setup-dev
	@$(PY) -m tests.bench.bench_tables $(ARGS)

bench-bots: setup-dev
	@$(PY) -m tests.bench.bench_bots $(ARGS)

# SIGKILL: of the worker in the middle of 200,000 refills, of PostgreSQL in the middle of settling.
kill: setup-dev
	@MEMBERS=$${MEMBERS:-200000} KILLS=$${KILLS:-20} $(PY) -m pytest -n 0 tests/wallet/test_kill.py \
		tests/tables/test_database_killed.py $(ARGS)

edges: setup
	@$(PY) manage.py edges --report $(ARGS)

# Random hands of every game with the invariants of the rule book; HANDS or MINUTES.
soak: setup-dev
	@$(PY) -m tests.soak

# A site of its own, killed piece by piece with -9 while members play; MINUTES (10).
chaos: setup-dev
	@$(PY) -m tests.chaos

# What sockets must not take; FRAMES (100,000).
fuzz: setup-dev
	@$(PY) -m tests.fuzz

frequencies: setup-dev
	@$(PY) -m tests.frequencies

shots: setup-dev
	@$(PY) -m tests.shots

# Bring the catalogues up to date with code and templates; needs gettext (`msgmerge`, `xgettext`).
messages: setup-dev
	@$(PY) manage.py makemessages -l ko -l vi --no-obsolete --add-location file \
		-i '.venv*' -i '.data*' -i 'tests/*' -i 'static/*' -i 'docs/*'

clean:
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
