# What a person types here; `make` alone lists it.

SWIFT ?= swift
ODOGRAPH := .build/release/odograph
SCENARIO ?= Scenarios/commuter-weekday.yaml
OWN_APP := Examples/OwnApp
SWIFT_FILES := Package.swift Plugins Sources Tests Benchmarks/Package.swift Benchmarks/Sources \
  MotionStudy/Package.swift MotionStudy/Sources \
  $(OWN_APP)/Package.swift $(OWN_APP)/Sources $(OWN_APP)/Tests

# System libraries, by their Debian packages: SQLite for records, zlib for gzipped traces, libgps and
# libcrypto for the live phone and the receiver, libcurl for the live phone, libxml2 for XML,
# Leaflet and D3 for maps and charts, GPSBabel for recordings in other people's formats, gpsd with its
# tools for receivers, their logs and its tests. Who has the libcurl of GnuTLS keeps it.
PACKAGES := pkg-config libsqlite3-dev zlib1g-dev libgps-dev libssl-dev libxml2-dev \
  $(if $(wildcard /usr/lib/*/libcurl.so),,libcurl4-openssl-dev) \
  libjs-leaflet node-d3 gpsbabel gpsd gpsd-clients gpsd-tools

# Swift's own libraries linked into the program: it takes 5 MB less of memory and half the time to
# start, and runs on machines without Swift. Apple's systems have them, and do not allow it.
STATIC := $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)

.DEFAULT_GOAL := help
.PHONY: help setup build run check validation quirks test live-logs phone-storm storm examples \
  storm-fixed engines lint format bench motion-accuracy mutations fuzz sanitize memory-safety clean

help:
	@echo "make setup    install the system libraries that are missing (Debian, Ubuntu)"
	@echo "make build    build the program, $(ODOGRAPH)"
	@echo "make run      run a first scenario and say where its report lies"
	@echo "make check    hold every preset against expectations and baselines"
	@echo "make validation  hold the model against published measurements, show rows that changed sides"
	@echo "make quirks   measure what each tracker's quirks cost, and write Docs/Quirks.md"
	@echo "make test     run every test"
	@echo "make live-logs  hold recordings of every receiver's log against gpspipe"
	@echo "make phone-storm  simulate random phone-days with every check on (STORM_DAYS, STORM_SEED, STORM_JOBS)"
	@echo "make examples  test the package under Examples/, build the ones that measure"
	@echo "make engines  try sweeps, studies and tunings on Dask, hold the Kubernetes manifests against their schema"
	@echo "make storm    run receiver and tracker under faults for STORM_SECONDS, or repeat STORM_SEED"
	@echo "make storm-fixed  the same over fixed seeds, in a minute"
	@echo "make sanitize  run the tests under the address and the thread sanitizer"
	@echo "make memory-safety  hold the compiler's list of unsafe code against the committed one"
	@echo "make lint     check the code's form"
	@echo "make format   put the code into form"
	@echo "make bench    measure the budgets"
	@echo "make fuzz     look for inputs that crash a reader: FUZZ_SECONDS each, new seeds"
	@echo "make motion-accuracy   judge the activity classifier on recordings of people"
	@echo "make mutations   break MUTATIONS=40 rules and figures, by MUTATION_SEED=1, and list what no test sees"
	@echo "make clean    remove what was built"

# Installs only what dpkg does not know, and says so where it cannot.
setup:
	@command -v $(SWIFT) >/dev/null || { \
	  echo "There is no '$(SWIFT)': install Swift 6.1 or later from https://swift.org/install" >&2; \
	  exit 1; }
	@if [ "$$(uname -s)" = Darwin ]; then exit 0; fi; \
	if ! command -v dpkg >/dev/null || ! command -v apt-get >/dev/null; then \
	  echo "There is no apt here: please see to it that these are there, by their Debian names:" \
	    "$(PACKAGES)"; \
	  exit 0; \
	fi; \
	missing=; \
	for package in $(PACKAGES); do \
	  dpkg -s "$$package" 2>/dev/null | grep -q '^Status: .* installed$$' \
	    || missing="$$missing $$package"; \
	done; \
	[ -n "$$missing" ] || exit 0; \
	if [ "$$(id -u)" = 0 ]; then sudo=; \
	elif command -v sudo >/dev/null; then sudo=sudo; \
	else \
	  echo "Please have somebody with the rights install:$$missing" >&2; exit 1; \
	fi; \
	echo "Installing$$missing"; \
	$$sudo apt-get update -qq && $$sudo apt-get install -y -qq --no-install-recommends $$missing

build: setup
	$(SWIFT) build -c release $(STATIC) --product odograph

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

# Servers on loopback apart: their tests wait for answers, and would starve beside tests that compute.
SERVING := ReceiverServiceTests|LivePhoneTests|LiveTrackingTests|OdographCommandTests

# Tests of the built program take the optimized one.
test: build
	ODOGRAPH_PROGRAM=$(abspath $(ODOGRAPH)) $(SWIFT) test --skip "$(SERVING)"
	ODOGRAPH_PROGRAM=$(abspath $(ODOGRAPH)) $(SWIFT) test --skip-build --filter "$(SERVING)"

# Every receiver's log through gpsfake and gpsd, against gpspipe; takes some minutes.
live-logs: setup
	ODOGRAPH_LIVE_LOGS=all $(SWIFT) test --filter RecordAgreementTests

# New days each time; the first seed is printed, and STORM_SEED repeats it. STORM_ONLY is one seed alone.
STORM_DAYS ?= 10000
STORM_JOBS ?= 1
STORM_SEED ?=
STORM_ONLY ?=

phone-storm: setup
	$(SWIFT) build -c release --product PhoneStormCommand
	.build/release/PhoneStormCommand --days $(STORM_DAYS) --jobs $(STORM_JOBS) \
	  $(if $(STORM_SEED),--seed $(STORM_SEED)) $(if $(STORM_ONLY),--only $(STORM_ONLY))

# All that reaches the public declarations from outside of the package.
examples: setup
	$(SWIFT) test --package-path $(OWN_APP)
	$(SWIFT) build --package-path Benchmarks
	$(SWIFT) build --package-path MotionStudy

ENGINES := .build/engines

# All come from PyPI, into an environment of their own.
engines: build
	python3 -m venv $(ENGINES)
	$(ENGINES)/bin/pip install --quiet distributed kubernetes-validate optuna
	$(ENGINES)/bin/kubernetes-validate --strict Examples/Engines/kubernetes/*.yaml
	$(ENGINES)/bin/python Examples/Engines/dask/test_lost_worker.py $(ODOGRAPH) \
	  Examples/Sweeps/fix-spacing.yaml
	$(ENGINES)/bin/python Examples/Engines/dask/test_lost_worker.py $(ODOGRAPH) \
	  Scenarios/studies/working-adults.yaml study
	$(ENGINES)/bin/python Examples/Tuning/test_interrupted.py $(ODOGRAPH) Examples/Tuning/adaptive.yaml

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

format:
	$(SWIFT) format --in-place --recursive $(SWIFT_FILES)

bench: setup
	Benchmarks/run

# Every reader of foreign bytes for FUZZ_SECONDS (60), FUZZ_JOBS (1) at a time; status 1 with a find.
fuzz: setup
	Scripts/fuzz

# Each in a build of its own. Leaks are no errors: the tests keep servers and phones until they end.
# The thread sanitizer runs what has threads: it takes ten times as long.
THREADED := ReceiverServiceTests|LivePhoneTests|LiveTrackingTests|ExperimentsTests|FilesTests

# Fuzzers have sanitizers of their own; the others read pages and build the same program again.
UNSANITIZED := TidyTests|FuzzTests|FactsPageTests|SchemaTests|EndToEndTests

sanitize: setup
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --no-parallel --sanitize address \
	  --scratch-path .build/address --skip "$(UNSANITIZED)"
	TSAN_OPTIONS=suppressions=$(abspath Scripts/thread-sanitizer.supp) $(SWIFT) test --sanitize thread \
	  --scratch-path .build/thread --filter "$(THREADED)"

memory-safety: setup
	$(SWIFT) build
	Scripts/memory-safety

# On everybody under ODOGRAPH_DATA that the committed model was not trained on; see MotionStudy/README.md.
motion-accuracy: setup
	$(SWIFT) build -c release --package-path MotionStudy --quiet
	MotionStudy/.build/release/MotionStudy judge

MUTATIONS ?= 40
MUTATION_SEED ?= 1

# One build of a copy, which stays, then hours of tests on a slow machine: see the script's help.
mutations: setup
	Scripts/mutate --seed $(MUTATION_SEED) --count $(MUTATIONS) --into .build/mutations \
	  --json .build/mutations.json

clean:
	rm -rf .build Benchmarks/.build Examples/*/.build MotionStudy/.build
