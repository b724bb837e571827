# Two commands do everything on a machine that has Python 3.11 or newer and make:
#
#     make course                 opens the course (LANGUAGE=es or LANGUAGE=en; otherwise the system's language)
#     make test                   runs everything that CI runs
#
# The others are for those who work on the course: make help.

python := .venv/bin/python

# The language only if it was asked for here: LANGUAGE also is a variable that systems set for themselves.
ifeq ($(origin LANGUAGE),command line)
language := --language "$(LANGUAGE)"
endif

.PHONY: help course classroom test soak bench hub study lessons format lock clean

help:
	@echo "make course    open the course in JupyterLab (LANGUAGE=es or LANGUAGE=en)"
	@echo "make classroom install what also prints quizzes as PDF (docs/quizzes.md)"
	@echo "make test      run everything that CI runs; some of it: tools/check.sh lint types"
	@echo "make soak      play very many whole deals with every rulebook"
	@echo "make bench     measure the engine's speed"
	@echo "make hub       try a class on a real JupyterHub of this machine (USERS=30; as root)"
	@echo "make study     measure the tutor with simulated learners and write docs/study.md (most of an hour)"
	@echo "make lessons   build the notebooks anew from notebooks/source"
	@echo "make format    lay out the code as ruff does, and mend what it can"
	@echo "make lock      lock the dependencies anew (UPGRADE=1 takes the newest)"
	@echo "make clean     remove what these commands made here"

course: .venv/course.installed
	@$(python) -m canasta_tutor.cli course $(language)

classroom: .venv/classroom.installed
	@$(python) -m canasta_tutor.cli quiz --help

test: .venv/test.installed
	@tools/check.sh

soak: .venv/test.installed
	@$(python) tools/soak.py

bench: .venv/bench.installed
	@$(python) tools/bench.py

# By hand only: it makes users of this machine, and takes them away again. docs/classroom.md
hub:
	@/usr/bin/python3 -m tools.hub.try --users $(or $(USERS),3)

study: .venv/test.installed
	@$(python) -m tools.study

lessons: .venv/test.installed
	@$(python) -m canasta_tutor.lessons build

format: .venv/test.installed
	@.venv/bin/ruff check --fix-only .
	@.venv/bin/ruff format .

lock:
	@tools/lock.sh $(if $(UPGRADE),--upgrade)

clean:
	@echo "Removing .venv, build output and caches"
	@rm -rf .venv .venv-lock build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -prune -exec rm -rf {} + -o -name .ipynb_checkpoints -prune -exec rm -rf {} +

# Done again only when the lock or the project's own description has changed.
.venv/%.installed: requirements/%.txt pyproject.toml
	@tools/install.sh $*
