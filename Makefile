# Makefile: all tasks of this project; `make` alone lists them.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

SHELL := /bin/bash
.DEFAULT_GOAL := help
ROOT := $(or $(patsubst %/,%,$(dir $(realpath $(lastword $(MAKEFILE_LIST))))),.)
PREFIX ?= /usr/local
# STRICT=1 makes warnings errors, in a build of its own.
STRICT ?=
ARGS ?=
# The command is linked with Swift's libraries statically: it starts faster, and runs without a toolchain. The driver of
# URLSession needs the toolchain's Foundation, and runs only where that is installed, so it is not installed itself.
# It has a fixed address, as Go's programs have: 65,000 places of it need not be adjusted at each start. The tests, not the
# command, find out at run time whether a variable is changed by two at once: it costs a twentieth of a case.
STATIC := $(if $(filter Linux,$(shell uname)),--static-swift-stdlib -Xlinker -no-pie -Xswiftc -enforce-exclusivity=unchecked)
# The folders that are installed in share/quintain.
SHARED = fixtures certs drivers
PROGRAMS = quintain quintain-client
# What tests of other languages copy into their project.
INTEGRATIONS = node/package.json node/quintain.mjs go/quintain.go ruby/quintain.rb junit/quintain/Quintain.java
# What editors other than VS Code take; that has a package of its own.
FOR_EDITORS = vim scenario.tmLanguage.json
# What jobs of CI run, and which needs nothing else of the project.
FOR_JOBS = check
SHARE = $(DESTDIR)$(PREFIX)/share/quintain
# The files made of the help texts, where shells and man look for them: the command's words, and the file.
HELP = completion-bash=bash-completion/completions/quintain completion-zsh=zsh/site-functions/_quintain \
	completion-fish=fish/vendor_completions.d/quintain.fish manual=man/man1/quintain.1
SOURCES = Package.swift Sources Tests Fuzz Examples Scripts

.PHONY: help setup command build serve test example reference check clients inspect darwin lint format bench fuzz golden editors mutants notice \
	certs docs pages httpbin integrations servers threads attack soak install dist uninstall clean

help: ## lists these targets
	@echo "make TARGET, where TARGET is one of"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-9s %s\n", $$1, $$2 }' "$(ROOT)/Makefile"

setup: ## installs missing packages for the build and the tests; does nothing if none is missing
	@cd "$(ROOT)" && Scripts/setup

command: setup ## builds the command alone, optimised: .build/release/quintain
	@cd "$(ROOT)" && PKG_CONFIG_PATH="$$(Scripts/archives)" swift build --configuration release $(STATIC) --product quintain

build: command ## builds the command, its client and the driver of URLSession, optimised
	@cd "$(ROOT)" && swift build --configuration release --product quintain-urlsession
	@cd "$(ROOT)" && PKG_CONFIG_PATH="$$(Scripts/archives)" swift build --configuration release $(STATIC) --product quintain-client

serve: command ## sets up, builds, and serves the bundled fixtures; ARGS="--port 8080" for options
	@cd "$(ROOT)" && exec .build/release/quintain serve $(ARGS)

test: setup ## sets up, builds and runs all tests
	@cd "$(ROOT)" && STRICT="$(STRICT)" Scripts/test $(ARGS)

example: setup ## builds and tests the package in Examples, and the newcomer's package of the tutorial
	@cd "$(ROOT)" && STRICT="$(STRICT)" Scripts/documents/example

reference: setup ## writes the reference of the libraries with DocC: .build/reference
	@cd "$(ROOT)" && STRICT="$(STRICT)" Scripts/documents/reference

check: inspect ## all that a change must pass: inspect, then test with warnings as errors
	@$(MAKE) --no-print-directory -f "$(ROOT)/Makefile" test STRICT=1

clients: build ## plays all bundled scenarios to all bundled clients, and compares with their known failures
	@cd "$(ROOT)" && Scripts/setup pycurl && Scripts/clients/check $(ARGS)

inspect: setup ## checks the sources without building: format, rings, files, ceilings, documents
	@cd "$(ROOT)" && Scripts/inspect $(SOURCES)

darwin: setup ## type-checks the targets that do without Foundation for macOS, on Linux
	@cd "$(ROOT)" && Scripts/darwin/check && Scripts/darwin/check --self-test

lint: build ## lints all bundled fixtures
	@cd "$(ROOT)" && .build/release/quintain lint --strict fixtures

format: setup ## formats all Swift by the committed configuration
	@cd "$(ROOT)" && swift format format --in-place --parallel --recursive $(SOURCES)

bench: build ## measures the server beside nginx and Go's net/http, and clients with and without a check
	@cd "$(ROOT)" && Benchmarks/run $(ARGS)

attack: build ## attacks the command: hostile requests, drivers, disks, signals; ARGS=--short takes a minute
	@cd "$(ROOT)" && Attack/run $(ARGS)

soak: build ## loads one server for long, and looks for leaks and wrong verdicts; ARGS="--minutes 60"
	@cd "$(ROOT)" && Attack/soak $(ARGS)

fuzz: setup ## fuzzes the readers; ARGS=SECONDS
	@cd "$(ROOT)" && Fuzz/run $(ARGS)

golden: setup ## writes the expected outputs of the tests anew, for review; never in CI
	@if [ -n "$${CI:-}" ]; then echo "expected outputs are rewritten by hand and reviewed, never in CI" >&2; exit 1; fi
	@cd "$(ROOT)" && QUINTAIN_GOLDEN=rewrite Scripts/test && git status --short

editors: setup ## writes the words of the language into editors/ and a dictionary of Fuzz, for review; never in CI
	@if [ -n "$${CI:-}" ]; then echo "the files for editors are written by hand and reviewed, never in CI" >&2; exit 1; fi
	@cd "$(ROOT)" && QUINTAIN_GOLDEN=rewrite Scripts/test --filter "The files for editors" && git diff --stat editors Fuzz

mutants: setup ## gives the reference client one fault at a time, and writes what notices it; ARGS=NAME,… for some
	@cd "$(ROOT)" && QUINTAIN_MUTANTS="$(or $(ARGS),all)" Scripts/test --filter "The hunt for mutants" && git diff --stat docs/mutants.md

notice: build ## counts the clients that err which twenty plain scenarios notice, as they are and swept; ARGS=NAME … for some
	@cd "$(ROOT)" && swift build --configuration release --product quintain-mutant && Scripts/mutants/notice $(ARGS)

certs: setup ## issues the test authority of certs/ anew; clients need the new certificate then
	@cd "$(ROOT)" && Scripts/certs/issue

docs: build ## runs every command and every recipe for CI in the documents, and compares what they show
	@cd "$(ROOT)" && Scripts/setup python3-yaml && Scripts/documents/run --self-test && Scripts/documents/run $(ARGS) && Scripts/ci/try

pages: build ## opens the pages in a headless Chromium and looks for faults; pictures in .build/pages; ARGS="STORY …"
	@cd "$(ROOT)" && Scripts/setup chromedriver python3-selenium && Scripts/pages/check $(ARGS)

httpbin: build ## runs httpbin's own tests, fetched from PyPI, against `quintain serve fixtures/httpbin`
	@cd "$(ROOT)" && Scripts/setup python3-venv && Scripts/httpbin/check && Scripts/httpbin/compare

integrations: build ## runs the tests of the integrations into Node, Go, Ruby and JUnit, and of the files for editors, as far as they run here; ARGS="node …"
	@cd "$(ROOT)" && Scripts/integrations/check $(ARGS)

servers: build ## compares the reference client with curl at nginx, httpbin and squid
	@cd "$(ROOT)" && Scripts/setup python3-venv nginx squid && Scripts/servers/check $(ARGS)

threads: setup ## runs the tests of Loop, Sessions, Server, Client, spy and interceptor under the thread sanitizer
	@cd "$(ROOT)" && SANITIZE=thread Scripts/test

install: build ## installs the command and its client, fixtures and certificates below PREFIX (/usr/local)
	@install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)"
	@cd "$(ROOT)" && install $(PROGRAMS:%=.build/release/%) "$(DESTDIR)$(PREFIX)/bin"
	@cd "$(ROOT)" && for folder in $(SHARED); do rm -rf "$(SHARE)/$$folder" && cp -R "$$folder" "$(SHARE)/$$folder"; done
	@cd "$(ROOT)/integrations" && rm -rf "$(SHARE)/integrations" && for file in $(INTEGRATIONS); do \
		folder="$(SHARE)/integrations/$${file%/*}"; mkdir -p "$$folder" && cp "$$file" "$$folder" || exit 1; done
	@cd "$(ROOT)/editors" && rm -rf "$(SHARE)/editors" && install -d "$(SHARE)/editors" && cp -R $(FOR_EDITORS) "$(SHARE)/editors"
	@cd "$(ROOT)/Scripts/ci" && rm -rf "$(SHARE)/ci" && install -d "$(SHARE)/ci" && install $(FOR_JOBS) "$(SHARE)/ci"
	@cd "$(ROOT)" && for help in $(HELP); do \
		file="$(DESTDIR)$(PREFIX)/share/$${help#*=}" words=$${help%%=*}; install -d "$${file%/*}" && \
		.build/release/quintain $${words/-/ } >"$$file" || exit 1; done
	@echo "installed $(PROGRAMS) in $(DESTDIR)$(PREFIX)/bin, $(SHARED) integrations editors ci in $(SHARE)"

dist: build ## packs the command for those who build nothing, and tries what it has packed: dist/
	@cd "$(ROOT)" && Scripts/setup python3-venv python3-wheel && Scripts/dist/make && Scripts/dist/check

uninstall: ## removes the files that install has put below PREFIX
	@rm -f $(PROGRAMS:%="$(DESTDIR)$(PREFIX)/bin/%")
	@for help in $(HELP); do rm -f "$(DESTDIR)$(PREFIX)/share/$${help#*=}"; done
	@for folder in $(SHARED) integrations editors ci; do rm -rf "$(SHARE)/$$folder"; done
	@if [ -d "$(SHARE)" ]; then rmdir --ignore-fail-on-non-empty "$(SHARE)" 2>/dev/null || rmdir "$(SHARE)" 2>/dev/null || true; fi

clean: ## removes all builds
	@rm -rf "$(ROOT)/.build"
