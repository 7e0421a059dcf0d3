# make play    set everything up and open the table: play in the browser
# make test    set everything up, check the code and run every test
# make help    the rest

PYTHON ?= python3
FLAGS ?=
VENV := .venv
BIN := $(VENV)/bin
MADE := $(VENV)/.made
PLAY := $(VENV)/.play
READY := $(VENV)/.ready
BENCH_READY := $(VENV)/.bench-ready
SOURCES := $(shell find src -name '*.py' -o -name '*.toml')
PAGE := src/upturn/server/static/index.html
PAGE_SOURCES := $(shell find web locale -type f -not -path '*/node_modules/*' -not -path 'web/public/words/*')

# One core installs packages or compiles the rules; the other has the rest.
TOGETHER = $(MAKE) --no-print-directory --silent -j2

# A test that hangs says after a quarter of an hour where, and is a failure like any other.
NEVER_HANG = -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true

TESTS = $(BIN)/pytest -q --dist worksteal $(NEVER_HANG)
FAST = $(filter-out %/test_ways.py %/test_mistakes.py %/test_editions.py %/test_compiling.py %/test_warming.py, \
         $(wildcard tests/games/test_*.py tests/games/*/test_*.py)) tests/table tests/store \
         tests/page/test_words.py tests/server/test_validation.py
unexport PYTHONDONTWRITEBYTECODE # hundreds of processes read the same sources

.DEFAULT_GOAL := help
.PHONY: help play page wheel test test-fast check check-page check-deep bench bench-server bots golden lessons picture wire words lock caps clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' Makefile | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

play: ## install what playing needs and open the table in the browser; FLAGS="--host 0.0.0.0" opens it to your network
	@$(TOGETHER) $(PLAY) $(PAGE)
	@$(BIN)/upturn serve $(FLAGS)

page: $(PAGE) ## build the page that people play on

wheel: $(PLAY) $(PAGE) ## build a wheel and an sdist in dist/, with the page inside
	@rm -rf dist
	@$(BIN)/python -m hatchling build

test: ## set everything up, check the code and run every test
	@$(TOGETHER) $(READY) $(PAGE)
	@$(TOGETHER) $(VENV)/.warm check check-page
	@$(BIN)/python -m tools.chromium > /dev/null
	@$(TESTS) -n auto -m "not deep"

test-fast: $(READY) $(VENV)/.warm ## test only the rules, the table, the store and the words: for use while you work
	@$(TESTS) -n logical -m "not deep and not browser and not server and not postgres" $(FAST)

check: $(READY) ## check format, lint, types and layers
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

check-page: $(READY) $(PAGE) ## check the page: types, its store's tests, its words in every language
	@$(BIN)/python -m tools.page check
	@$(BIN)/python -m tools.catalogues check

check-deep: check check-page $(VENV)/.warm ## run the long checks too: thousands of random games per player count against the models
	@$(BIN)/python -m tools.chromium > /dev/null
	@$(TESTS) -n auto --hypothesis-profile=deep

bench: $(BENCH_READY) $(VENV)/.warm ## measure against peers and write docs/benchmarks.md
	@$(BIN)/python -m bench

bench-server: $(BENCH_READY) $(VENV)/.warm ## put our server and its peers under load and write their part of that page (15 minutes)
	@$(BIN)/python -m bench.server

bots: $(VENV)/.warm ## play the matches that show how strong the bots are and write docs/bots.md (half an hour)
	@$(BIN)/python -m tools.bots_page

golden: $(VENV)/.warm ## rewrite the golden playthroughs and perft counts
	@$(BIN)/python -m tests.support.regenerate

lessons: $(VENV)/.warm ## replay the lessons in tools/lessons/ for the page
	@$(BIN)/python -m tools.lessons

picture: $(VENV)/.warm ## redraw the README's pictures
	@$(BIN)/python -m tools.picture

wire: $(VENV)/.warm ## write what is generated from the network types: web/src/wire.ts, the game in docs/wire.md
	@$(BIN)/python -m tools.wire_types
	@$(BIN)/python -m tools.wire_page

words: $(READY) ## bring the catalogues in locale/ up to date with the sentences in the code
	@$(BIN)/python -m tools.catalogues update

lock: $(MADE) ## resolve the pinned versions in requirements/ again; FLAGS=--upgrade takes the newest
	@$(BIN)/python -m venv build/lock && build/lock/bin/pip install -q --disable-pip-version-check uv
	@build/lock/bin/python requirements/lock.py $(FLAGS)

caps: $(READY) ## look for newer versions of the packages whose internals we use
	@$(BIN)/python -m tools.caps

clean: ## remove everything set-up made
	rm -rf $(VENV) build dist src/upturn/server/static web/public/words web/node_modules bench/boardgame/node_modules bench/colyseus/node_modules .mypy_cache .ruff_cache .hypothesis

# What is installed is the business of tools/setup.py, which is for Python 3.11; this line is for any.
$(MADE): pyproject.toml $(wildcard requirements/*.txt)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Upturn needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1)." \
	         "To use another: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -m tools.setup venv

$(PLAY): $(MADE)
	@$(PYTHON) -m tools.setup play

$(READY): $(PLAY)
	@$(PYTHON) -m tools.setup dev

$(BENCH_READY): $(READY)
	@$(PYTHON) -m tools.setup bench

$(PAGE): $(PAGE_SOURCES) | $(MADE)
	@echo "Building the page …"
	@$(BIN)/python -m tools.page
	@touch $@

# For tests and benchmarks; at the table, the rules are compiled while people play.
$(VENV)/.warm: $(READY) $(SOURCES)
	@$(BIN)/upturn warm
	@touch $@
