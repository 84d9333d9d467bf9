"""Runs suites of tests against mutants: those that reach a mutant's site, the nearest first."""

import json
import os
import re
import signal
import subprocess
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

# Tests that read source text: what is planted changes the text.
LEFT_OUT = ("TidyTests", "SimulatedPhoneTests.FactsPageTests")
# Tests of servers and receivers on loopback wait for answers; they run for modules of their own.
SERVING = {
    "ReceiverServiceTests": ("ReceiverService", "Receiver"),
    "LivePhoneTests": (), "LiveTrackingTests": (), "OdographCommandTests": (),
}  # fmt: skip
CHUNK_SECONDS = 8.0
SITES_BYTES = 4096
FAILED = re.compile(r"✘\S* Test (.+?) (?:recorded an issue|with \d+ test cases? failed|failed)")


@dataclass
class Suite:
    """Tests that run in one process, and what they did without a mutant."""

    name: str
    tests: list
    seconds: float = 0.0
    passed: bool = True
    cause: str = ""
    reached: list = field(default_factory=list)

    def target(self):
        return self.name.split(".")[0]

    def pattern(self):
        return "^" + re.escape(self.name) + ("\\(" if self.single() else "/")

    def single(self):
        """Whether it is one test, of a suite or of none."""
        return self.tests[0].split("(")[0] == self.name


@dataclass
class Run:
    passed: bool
    seconds: float
    cause: str  # the first test that failed, the signal, or the time limit


class Bundle:
    """The built tests of a copy of the tree."""

    def __init__(self, folder, data):
        self.folder = folder
        self.program = str(folder / ".build/debug/odographPackageTests.xctest")
        self.environment = {**os.environ, "ODOGRAPH_DATA": data}

    def call(self, arguments, limit, **environment):
        """Runs the tests' program; returns its output and status, None after the time limit."""
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(
                ["nice", "-n", "5", self.program, "--testing-library", "swift-testing", *arguments],
                cwd=self.folder, env={**self.environment, **environment}, stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
            try:
                status = process.wait(timeout=limit)
            except subprocess.TimeoutExpired:
                status = None
            finally:
                end(process)
            output.seek(0)
            return status, output.read().decode(errors="replace")

    def suites(self):
        """The suites of tests that may run, by name."""
        _, listed = self.call(["--list-tests"], 120)
        found = {}
        for line in listed.splitlines():
            match = re.match(r"(\w+)\.([^/(]+)[/(]", line)
            if match and not {match.group(1), ".".join(match.groups())} & {*LEFT_OUT}:
                found.setdefault(".".join(match.groups()), []).append(line)
        return [Suite(name, sorted(tests)) for name, tests in sorted(found.items())]

    def run(self, suites, mutant, limit, **environment):
        started = time.monotonic()
        status, output = self.call(
            [part for suite in suites for part in ("--filter", suite.pattern())],
            limit, ODOGRAPH_MUTANT=str(mutant), **environment,
        )  # fmt: skip
        failed = FAILED.search(output)
        cause = failed.group(1).strip('"') if failed else ""
        if status is None:
            cause = "time limit"
        elif status < 0:
            cause = f"crash, {signal.Signals(-status).name}"
        elif status and not cause:
            cause = f"status {status}"
        return Run(status == 0, time.monotonic() - started, cause)

    def measure(self, suite, limit):
        """Runs a suite without a mutant, and notes its time and the sites that it reaches."""
        with tempfile.NamedTemporaryFile() as sites:
            sites.write(bytes(SITES_BYTES))
            sites.flush()
            run = self.run([suite], 0, limit, ODOGRAPH_MUTANT_SITES=sites.name)
            suite.reached = [n for n, byte in enumerate(Path(sites.name).read_bytes()) if byte]
        suite.seconds, suite.passed, suite.cause = run.seconds, run.passed, run.cause


def end(process):
    """Ends what a run of tests has started and left behind, by its process group."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


class Measurements:
    """What every suite did without a mutant. A target is measured when a mutant first needs it."""

    def __init__(self, bundle, plan, store, limit):
        self.bundle, self.plan, self.store, self.limit = bundle, plan, store, limit
        self.known, self.by_target, self.left_out = {}, {}, []
        if store.exists() and (stored := json.loads(store.read_text()))["plan"] == plan:
            self.known = {each["name"]: Suite(**each) for each in stored["suites"]}
        self.listed = bundle.suites()

    def suites(self, target):
        """The suites of a target that pass without a mutant."""
        if target not in self.by_target:
            self.by_target[target] = self.measured(target)
        return self.by_target[target]

    def measured(self, target):
        waiting, result = [each for each in self.listed if each.target() == target], []
        while waiting:
            suite = self.measured_suite(waiting.pop(0))
            if suite.passed:
                result.append(suite)
            elif suite.single():
                self.left_out.append(suite.name)
                print(f"left out: {suite.name}: without a mutant: {suite.cause}", flush=True)
            else:
                waiting += [Suite(test.split("(")[0], [test]) for test in suite.tests]
        return result

    def measured_suite(self, suite):
        known = self.known.get(suite.name)
        too_long = known and known.cause == "time limit" and known.seconds < self.limit
        if known and known.tests == suite.tests and not too_long:
            return known
        self.bundle.measure(suite, self.limit)
        print(f"{suite.seconds:7.1f} s  {suite.name}  {suite.cause}", flush=True)
        self.known[suite.name] = suite
        stored = {"plan": self.plan, "suites": [asdict(each) for each in self.known.values()]}
        self.store.write_text(json.dumps(stored))
        return suite


def may_see(target, module):
    return target not in LEFT_OUT and (target not in SERVING or module in SERVING[target])


def distances(package, module):
    """For each test target, the number of imports to a module, and the number of its own."""
    needs = {
        target["name"]: [name for each in target["dependencies"] for name in named(each)]
        for target in package["targets"]
    }
    found = {}
    for target in needs:
        if not target.endswith("Tests"):
            continue
        queue, seen = [(target, 1)], {target}
        while queue:
            name, steps = queue.pop(0)
            if name == module:
                found[target] = (0 if target == f"{module}Tests" else steps, len(needs[target]))
                break
            for other in needs.get(name, []):
                if other not in seen:
                    seen.add(other)
                    queue.append((other, steps + 1))
    return found


def named(dependency):
    return [value[0] for key, value in dependency.items() if key in ("byName", "target")]


def chunks(suites):
    """The suites of a target, short ones first and several in one process."""
    result, total = [], 0.0
    for suite in sorted(suites, key=lambda each: (each.seconds, each.name)):
        total += suite.seconds
        if not result or total > CHUNK_SECONDS:
            result.append([])
            total = suite.seconds
        result[-1].append(suite)
    return result


def fails_anyhow(bundle, chunk, normal, run):
    """Whether tests that wait for others or for time fail now without a mutant too."""
    if chunk[0].target() not in (*SERVING, "EndToEndTests") and run.cause != "time limit":
        return False
    if bundle.run(chunk, 0, 3 * normal + 20).passed:
        return False
    print(f"fails now without a mutant: {', '.join(each.name for each in chunk)}", flush=True)
    return True


class Trial:
    """A mutant, and what the tests so far did with it."""

    def __init__(self, mutant, package):
        self.mutant, self.spent = mutant, 0.0
        self.far = distances(package, mutant.module())
        self.verdict = {"caught": False, "by": "", "test": "", "ran": 0, "unrun": 0}

    def targets(self, steps):
        """The test targets at that distance which may see the mutant, the smallest first."""
        found = [each for each, far in self.far.items() if far[0] == steps]
        found = [each for each in found if may_see(each, self.mutant.module())]
        return sorted(found, key=lambda each: (self.far[each], each))

    def go(self, measurements, steps, seconds_each):
        """Runs the suites at that distance until one fails."""
        for target in self.targets(steps):
            if self.verdict["caught"]:
                return
            if seconds_each and self.spent > seconds_each:
                self.verdict["unrun"] += 1
                continue
            self.run(measurements, target)

    def run(self, measurements, target):
        bundle, number = measurements.bundle, self.mutant.number
        seen = [each for each in measurements.suites(target) if number in each.reached]
        for chunk in chunks(seen):
            normal = sum(each.seconds for each in chunk)
            run = bundle.run(chunk, number, 3 * normal + 20)
            self.verdict["ran"] += len(chunk)
            self.spent += normal
            if not run.passed and not fails_anyhow(bundle, chunk, normal, run):
                self.verdict.update(caught=True, by=target, test=run.cause)
                return
