# Every target installs what it needs, and can be run again at any time:
#   make dungeon    generate a dungeon
#   make quick      run a sample of the tests: two minutes on two cores
#   make test       run all tests, but only a sample of long lists of similar cases
#   make test-all   run all tests and all cases on every Python that this machine has
#   make fuzz       run random programs for an hour: SECONDS=60 for a minute
#   make soak       run a pool of workers under load for an hour: SECONDS=60 for a minute
#   make checkers   install what tests alone check results against
#   make lint       check the style, types and imports of Python, and all Lua
#   make where      list the files for some words, by what they say they hold: WORDS="locked door"
#   make bench      measure how fast the host is
#   make docs       build the documentation in build/site
#   make pictures   photograph the studio for docs/studio.md; needs Chromium
#   make gallery    draw the dungeons of docs/gallery.md

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PROGRESS := @sh tools/progress.sh
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable

# pytest stores what it makes of a test file, unless the environment forbids Python to store bytecode.
quick test: export PYTHONDONTWRITEBYTECODE :=

# A folder of the host in .venv is a copy, which `pip install .` puts in the place of the installation in place: changes
# of the checkout have no effect on it. As a phony target it is always newer than the stamp that depends on it.
COPIES := $(wildcard $(VENV)/lib/python*/site-packages/dungeon_host)
.PHONY: $(COPIES)

# An installation in place is not compiled by pip, and some environments forbid Python to do it when it runs: hence
# compileall before what shall be fast.
.PHONY: dungeon quick test test-all fuzz soak checkers lint where bench docs pictures gallery clean

dungeon: $(VENV)/.installed
	$(PROGRESS) "compiling the host" $(BIN)/python -m compileall -q host
	@$(BIN)/dungeon-host generate

quick: $(VENV)/.tested
	$(BIN)/python -m pytest -m "not slow"

test: $(VENV)/.tested
	$(BIN)/python -m pytest

test-all: $(VENV)/.tested
	$(BIN)/python -m nox

# For tests alone, so the exact files are checked. Tests that need one that is missing are skipped.
checkers: $(VENV)/.checkers

SECONDS ?= 3600
fuzz: $(VENV)/.tested
	$(BIN)/python -m tests.attacks.fuzz $(SECONDS)

soak: $(VENV)/.tested
	$(BIN)/python -m tests.serving.soak $(SECONDS)

lint: $(VENV)/.linted
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy tools
	$(BIN)/mypy --package bench
	$(BIN)/mypy tests/project/typed_program.py
	$(BIN)/basedpyright
	$(BIN)/python tools/check_examples.py
	$(BIN)/lint-imports
	$(BIN)/python tools/lint_lua.py
	sh tools/lint_page.sh

where:
	@$(PYTHON) tools/where.py "$$WORDS"

# The site in build/site. Pages of the API and pictures are made on the way; warnings, dead links too, are errors.
docs: $(VENV)/.documented
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going -c docs/site -b html . build/site
	@echo "built build/site/index.html"

pictures: $(VENV)/.tested
	$(BIN)/python -m tools.photograph_studio

gallery: $(VENV)/.installed
	$(BIN)/python -m tools.draw_gallery

bench: $(VENV)/.tested
	$(PROGRESS) "compiling the host" $(BIN)/python -m compileall -q host
	@$(BIN)/python -m bench.run

clean:
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .nox

$(VENV)/bin/python:
	$(PROGRESS) "making $(VENV)" $(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml $(COPIES) | $(VENV)/bin/python
	$(PROGRESS) "installing the host in $(VENV)" $(INSTALL) '.[pictures,tools]'
	@touch $@

$(VENV)/.tested: pyproject.toml $(VENV)/.installed
	$(PROGRESS) "installing what the tests need in $(VENV)" $(INSTALL) '.[pictures,tools,test]'
	@touch $@

$(VENV)/.checkers: tools/checkers.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --requirement $<
	@touch $@

$(VENV)/.documented: pyproject.toml $(VENV)/.installed
	$(PROGRESS) "installing what the documentation needs in $(VENV)" $(INSTALL) '.[tools,docs]'
	@touch $@

$(VENV)/.linted: pyproject.toml $(VENV)/.installed
	$(PROGRESS) "installing what the linters need in $(VENV)" $(INSTALL) '.[pictures,tools,studio,play,metrics,examples,lint]'
	@touch $@
