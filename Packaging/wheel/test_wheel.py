"""Tests of the wheel, installed into an environment that has nothing else.

    Packaging/wheel/test_wheel.py PYTHON WHEEL

PYTHON has the tools that build.py needs. pandas and Polars come from PyPI. See README.md.
"""

import filecmp
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
GUIDE = (REPOSITORY / "Docs/guide/python.md").read_text(encoding="utf-8")
OF_GLIBC = re.compile(r"linux-vdso\.so|ld-linux|lib(c|m|dl|rt|pthread|resolv)\.so")
SCENARIO = "Scenarios/commuter-weekday.yaml"


class Environment:
    """A clean environment with the wheel, and a working folder outside of the repository."""

    def __init__(self) -> None:
        self.scratch = tempfile.TemporaryDirectory(prefix="odograph-wheel-")
        self.folder = pathlib.Path(self.scratch.name) / "work"
        self.programs = self.folder.parent / "environment/bin"
        (self.folder / "dist").mkdir(parents=True)
        shutil.copy(WHEEL, self.folder / "dist")
        shutil.copytree(REPOSITORY / "Scenarios", self.folder / "Scenarios")
        subprocess.run([sys.executable, "-m", "venv", self.programs.parent], check=True)
        begin = time.monotonic()
        install, *commands = "".join(snippets("sh")).splitlines()
        self.type(install)
        installed = time.monotonic()
        self.table = [self.type(command) for command in commands][-1]
        print(f"\npip install {installed - begin:.1f} s, then the first table "
              f"{time.monotonic() - installed:.1f} s; the wheel has "
              f"{WHEEL.stat().st_size / 1e6:.1f} MB")
        # A second build, which runs beside the other tests.
        self.again = self.folder.parent / "again"
        self.rebuild = subprocess.Popen(
            [PYTHON, "-B", REPOSITORY / "Packaging/wheel/build.py",
             REPOSITORY / ".build/release/odograph", self.again], stdout=subprocess.DEVNULL)
        self.bundle = pathlib.Path(self.python(
            "import odograph; print(odograph.find_program())").strip()).parents[1]

    def type(self, line: str, status: int = 0) -> str:
        """Types a line into a shell, and returns all that it prints."""
        done = subprocess.run(
            ["bash", "-c", line], cwd=self.folder, stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.variables())
        if done.returncode != status:
            raise AssertionError(f"{line}: status {done.returncode}\n{done.stdout}")
        return done.stdout

    def variables(self) -> "dict[str, str]":
        kept = {name: value for name, value in os.environ.items()
                if name.startswith(("PIP_", "SSL_")) or name == "HOME"}
        return {**kept, "PATH": f"{self.programs}:/usr/bin:/bin", "LANG": "C.UTF-8"}

    def python(self, code: str, status: int = 0) -> str:
        (self.folder / "code.py").write_text(code, encoding="utf-8")
        return self.type("python code.py", status)


def snippets(language: str) -> "list[str]":
    """Returns the blocks of the guide in a language."""
    return re.findall(rf"(?s)```{language}\n(.*?)```", GUIDE)


class WheelTests(unittest.TestCase):
    def test_the_first_table_comes_without_anything_else(self) -> None:
        self.assertIn("battery", ENVIRONMENT.table)
        self.assertIn("Report: Reports/day/report.html", ENVIRONMENT.table)

    def test_the_program_has_the_version_of_the_package(self) -> None:
        version = (REPOSITORY / "VERSION").read_text(encoding="utf-8").strip()
        self.assertEqual(ENVIRONMENT.type("odograph --version").split()[0], version)
        self.assertEqual(ENVIRONMENT.python(
            "import importlib.metadata as m; print(m.version('odograph'))").strip(), version)

    def test_libraries_come_from_the_wheel_or_from_glibc(self) -> None:
        bundle = ENVIRONMENT.bundle
        lines = ENVIRONMENT.type(f"LD_PRELOAD=libcurl.so.4 ldd {bundle}/bin/odograph").splitlines()
        foreign = [
            line.strip() for line in lines
            if not OF_GLIBC.search(line) and f" => {bundle}/bin/../lib/" not in line]
        self.assertEqual(foreign, [])
        self.assertGreater(len(lines), len(list((bundle / "lib").iterdir())))

    def test_the_tag_names_the_newest_glibc_that_a_file_needs(self) -> None:
        files = [path for path in ENVIRONMENT.bundle.glob("*/*") if path.parent.name != "licenses"]
        listed = subprocess.run(
            ["readelf", "--version-info", *files], check=True, capture_output=True,
            text=True).stdout
        minor = max(int(found) for found in re.findall(r"Name: GLIBC_2\.(\d+)", listed))
        self.assertIn(f"-manylinux_2_{minor}_{platform.machine()}.whl", WHEEL.name)

    def test_every_library_has_a_license(self) -> None:
        licenses = {path.name for path in (ENVIRONMENT.bundle / "licenses").glob("*.txt")}
        for name in ("odograph", "swift", "GRDB.swift", "libcurl4", "libsqlite3-0", "libgps28"):
            self.assertIn(f"{name}.txt", licenses)
        self.assertTrue((ENVIRONMENT.bundle / "licenses/common/LGPL-2.1.txt").is_file())

    def test_two_builds_give_the_same_bytes(self) -> None:
        self.assertEqual(ENVIRONMENT.rebuild.wait(), 0)
        self.assertTrue(filecmp.cmp(ENVIRONMENT.again / WHEEL.name, WHEEL, shallow=False))

    def test_the_exit_status_is_that_of_the_program(self) -> None:
        self.assertEqual(
            ENVIRONMENT.type("odograph run nope.yaml", status=2),
            "nope.yaml: there is no such file\n")

    def test_a_tracker_in_python_runs_on_the_phone(self) -> None:
        source = REPOSITORY / "Examples/own-tracker-python"
        target = ENVIRONMENT.folder / "tracker"
        shutil.copytree(source, target)
        script = target / "tracker.py"
        lines = script.read_text(encoding="utf-8").splitlines(keepends=True)
        lines[0] = f"#!{ENVIRONMENT.programs}/python\n"
        script.write_text(
            "".join(line for line in lines if not line.startswith("sys.path.append")),
            encoding="utf-8")
        text = ENVIRONMENT.type(f"odograph run {SCENARIO} --app tracker/app.yaml")
        self.assertIn("duty-cycle-python", text)

    def test_pip_refuses_the_wheel_on_another_processor(self) -> None:
        other = ENVIRONMENT.folder / re.sub(r"_[^_]+_?\d*\.whl$", "_riscv64.whl", WHEEL.name)
        os.link(ENVIRONMENT.folder / "dist" / WHEEL.name, other)
        said = ENVIRONMENT.type(f"pip install --no-deps {other.name}", status=1)
        self.assertIn("is not a supported wheel on this platform", said)

    def test_a_wheel_without_its_program_says_so(self) -> None:
        program = ENVIRONMENT.bundle / "bin/odograph"
        away = program.with_name("away")
        program.rename(away)
        try:
            for line in ("odograph --version", "python -m odograph --version"):
                self.assertIn(
                    "the program is missing or not executable; install the wheel again",
                    ENVIRONMENT.type(line, status=3))
            said = ENVIRONMENT.python("import odograph; odograph.run('day.yaml')", status=1)
            self.assertIn("OdographError: ", said.splitlines()[-1])
        finally:
            away.rename(program)


class FrameTests(unittest.TestCase):
    """In one environment, first without a library of data frames, then with each."""

    COMPARE = f"""
import odograph
comparison = odograph.compare({SCENARIO!r}, trackers=["adaptive", "ehe-pilot-1"], seeds=3)
"""

    def test_1_without_a_library_frames_say_what_to_install(self) -> None:
        said = ENVIRONMENT.python(self.COMPARE + "comparison.frame()", status=1)
        self.assertIn(
            "ModuleNotFoundError: a data frame needs pandas or Polars", said.splitlines()[-1])

    def test_2_a_comparison_is_a_frame_of_polars(self) -> None:
        ENVIRONMENT.type("pip install --quiet polars")
        ENVIRONMENT.python(self.COMPARE + """
import polars
frame = comparison.frame()
assert isinstance(frame, polars.DataFrame), type(frame)
assert frame["mean"].dtype == polars.Float64 and frame["low"].dtype == polars.Float64
first = frame.filter(polars.col("tracker") == "adaptive", polars.col("measure") == "pathCoverage")
runs = comparison.frame("runs").filter(polars.col("tracker") == "adaptive")
assert abs(first["mean"][0] - runs["pathCoverage"].mean()) < 1e-9
assert comparison.frame("runs")["geofenceRecall"].dtype == polars.Float64
""")

    def test_3_a_comparison_is_a_frame_of_pandas(self) -> None:
        ENVIRONMENT.type("pip install --quiet pandas")
        ENVIRONMENT.python(self.COMPARE + """
import pandas, polars
frame = comparison.frame().set_index(["tracker", "measure"])
assert isinstance(frame, pandas.DataFrame), type(frame)
runs = comparison.frame("runs").groupby("tracker").mean(numeric_only=True)
for tracker in runs.index:
    for measure in ("pathCoverage", "marginalBatteryPercentPerDay", "fixCount"):
        assert abs(frame["mean"][tracker, measure] - runs[measure][tracker]) < 1e-9
assert comparison.frame("runs")["geofenceRecall"].dtype == float
assert isinstance(comparison.frame(library="polars"), polars.DataFrame)
""")

    def test_4_the_frame_of_a_report_has_the_figures_of_the_programs_csv(self) -> None:
        ENVIRONMENT.python(f"""
import io, subprocess, odograph, pandas
report = odograph.run({SCENARIO!r}, trackers=["adaptive", "ehe-pilot-1"], seeds=2)
text = subprocess.run(
    ["odograph", "report", "Reports/commuter-weekday/report.json", "--format", "csv"],
    check=True, capture_output=True, text=True).stdout
table, frame = pandas.read_csv(io.StringIO(text)), report.frame()
shared = [name for name in table if name in frame]
pandas.testing.assert_frame_equal(table[shared], frame[shared], check_dtype=False)
compared = odograph.compare({SCENARIO!r}, trackers="adaptive", seeds=1).frame("runs")
assert set(compared) <= set(frame), set(compared) - set(frame)
""")

    def test_5_every_snippet_of_the_guide_runs(self) -> None:
        self.assertGreater(len(snippets("python")), 5)
        printed = ENVIRONMENT.python("\n".join(snippets("python")))
        self.assertIn("no preset or tracker is called 'adaptiv'", printed)

    def test_6_a_notebook_shows_summary_and_page(self) -> None:
        ENVIRONMENT.python("""
import html, odograph
report = odograph.run("day.yaml")
summary = report._repr_html_()
assert "<th>place known</th>" in summary and 'href="Reports/day/report.html"' in summary
frame = report.page()._repr_html_()
page = open("Reports/day/report.html", encoding="utf-8").read()
assert frame.startswith('<iframe sandbox="allow-scripts" srcdoc="')
assert html.unescape(frame.split('srcdoc="')[1].split('"')[0]) == page
""")

    def test_7_studies_sweeps_and_judgments_have_all_their_tables(self) -> None:
        (ENVIRONMENT.folder / "plan.yaml").write_text(
            "odograph: 1\nname: Small\nscenarios: [day.yaml]\nseeds: 2\ntrackers:\n"
            "  - { preset: adaptive, set: { footFixSpacing: [30 m, 60 m] } }\n", encoding="utf-8")
        ENVIRONMENT.python("""
import odograph
study = odograph.study("Scenarios/studies/working-adults.yaml", participants=2, output="study")
people, trackers = study.frame(), study.frame("trackers").set_index("tracker")
usable = people.groupby("tracker")["usable"].sum()
assert len(people) == 2 * len(trackers) and trackers["usable"].to_dict() == usable.to_dict()
assert people["usable"].dtype == bool and people["seed"].dtype == int
sweep = odograph.sweep("plan.yaml")
assert sorted(sweep.frame("settings")["number"]) == [30, 60]
odograph.run("day.yaml", trackers="adaptive", output="log")
judgment = odograph.judge(
    "log/adaptive/fixes.csv", truth="day.yaml", tracker="adaptive", seeds=2)
places = judgment.frame().set_index("measure")
assert 0.9 < places["log"]["positionCoverage"] <= 1 and 0 <= places["rank"]["positionCoverage"] <= 1
for result in (study, sweep, judgment):
    again = odograph.read(result.folder)
    assert type(again) is type(result) and "<td>" in again._repr_html_(), result
    for table in result.tables:
        assert again.frame(table).equals(result.frame(table)), (result, table)
        assert len(result.frame(table)) > 0, (result, table)
""")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    PYTHON, WHEEL = (pathlib.Path(word).absolute() for word in sys.argv[1:])
    ENVIRONMENT = Environment()
    unittest.main(argv=sys.argv[:1], verbosity=2)
