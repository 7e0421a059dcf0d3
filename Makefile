# make play    set everything up and open the table: play in the browser
# make test    set everything up, check the code, run every test
# make help    the rest

PYTHON ?= python3
FLAGS ?=
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BENCH_READY := $(VENV)/.bench-ready
SOURCES := $(shell find src -name '*.py' -o -name '*.toml')
PAGE := src/upturn/server/static/index.html
PAGE_SOURCES := $(shell find web locale tools/lessons -type f -not -path '*/node_modules/*' -not -path 'web/public/words/*')

# The rules are compiled on one core; the rest of the set-up has the other.
TOGETHER = $(MAKE) --no-print-directory --silent -j2

# A test that hangs says after a quarter of an hour where, and is a failure like any other.
NEVER_HANG = -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true

TESTS = $(BIN)/pytest -q -n auto --dist worksteal $(NEVER_HANG)
FAST = $(filter-out %_ways.py %_mistakes.py %_editions.py, $(wildcard tests/test_dnup_*.py \
         tests/test_team_*.py tests/test_table_*.py tests/test_store*.py tests/test_word*.py \
         tests/test_contract*.py tests/test_records.py tests/test_naive.py))
unexport PYTHONDONTWRITEBYTECODE # hundreds of processes read the same sources

.DEFAULT_GOAL := help
.PHONY: help play page test test-fast check check-page check-deep bench bench-server bots golden lessons picture wire words lock clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' Makefile | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

play: $(READY) ## set everything up and open the table in the browser; FLAGS="--host 0.0.0.0": for your network
	@$(TOGETHER) $(VENV)/.warm $(PAGE)
	@$(BIN)/upturn serve $(FLAGS)

page: $(PAGE) ## build the page that people play at

test: $(READY) ## set everything up, check the code, run every test
	@$(TOGETHER) $(VENV)/.warm check check-page
	@$(BIN)/python -m tools.chromium > /dev/null
	@$(TESTS) -m "not deep"

test-fast: $(READY) $(VENV)/.warm ## only the rules, the table, the store and the words: for while you work
	@$(TESTS) -m "not deep and not browser and not server and not postgres" $(FAST)

check: $(READY) ## format, lint, types, layers
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

check-page: $(PAGE) ## the page: types, its store's tests, its words in every language
	@$(BIN)/python -m tools.page check
	@$(BIN)/python -m tools.catalogues check

check-deep: check check-page $(VENV)/.warm ## also the long checks: thousands of random games per player count against the models
	@$(TESTS) --hypothesis-profile=deep

bench: $(BENCH_READY) $(VENV)/.warm ## measure against peers, write docs/benchmarks.md
	@$(BIN)/python -m bench

bench-server: $(BENCH_READY) $(VENV)/.warm ## load our server and boardgame.io's, write their part of that page (7 minutes)
	@$(BIN)/python -m bench.server

bots: $(VENV)/.warm ## play the matches that tell how strong the bots are, write docs/bots.md (half an hour)
	@$(BIN)/python -m tools.bots_page

golden: $(VENV)/.warm ## write the golden playthroughs and perft counts anew
	@$(BIN)/python -m tests.regenerate

lessons: $(VENV)/.warm ## play the lessons of tools/lessons/ anew, for the page
	@$(BIN)/python -m tools.lessons

picture: $(VENV)/.warm ## draw the README's pictures anew
	@$(BIN)/python -m tools.picture

wire: $(VENV)/.warm ## write what is made of the network types: web/src/wire.ts, the game in docs/wire.md
	@$(BIN)/python -m tools.wire_types
	@$(BIN)/python -m tools.wire_page

words: $(READY) ## bring the catalogues in locale/ up to date with the sentences in the code
	@$(BIN)/python -m tools.catalogues update

lock: $(READY) ## resolve the pinned versions in requirements/ anew
	@$(PYTHON) -m venv build/lock && build/lock/bin/pip install -q uv
	@build/lock/bin/python requirements/lock.py

clean: ## remove what set-up made
	rm -rf $(VENV) build src/upturn/server/static web/public/words web/node_modules bench/boardgame/node_modules .mypy_cache .ruff_cache .hypothesis

$(READY): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Upturn needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1)." \
	         "Name another: make PYTHON=python3.12 …"; exit 1; }
	@echo "Setting up in $(VENV) …"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(PAGE): $(READY) $(PAGE_SOURCES)
	@echo "Building the page …"
	@$(BIN)/python -m tools.page
	@touch $@

$(BENCH_READY): $(READY) requirements/bench.txt
	@echo "Installing the peers …"
	@$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@touch $@

# The rules are compiled once, here, so that nobody waits for the compiler at the table.
$(VENV)/.warm: $(READY) $(SOURCES)
	@$(BIN)/upturn warm
	@touch $@
