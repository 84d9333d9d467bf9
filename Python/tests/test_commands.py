"""Commands against a stand-in for the program."""

import contextlib
import io
import subprocess
import sys
import unittest
from pathlib import Path

from stand_in import StandInTests, comparison, report

import odograph
from odograph import OdographError


class CommandTests(StandInTests):
    def test_arguments_become_options_of_the_program(self) -> None:
        self.install_recorder("report.json", report())
        odograph.run(
            Path("day.yaml"), trackers=["adaptive", Path("own.yaml")], seeds=range(3, 8), jobs=2,
            settings={"adaptive.distanceFilter": ["50 m", "100 m"], "resends": True},
            apps={"mine": "tracker.py"}, output="out", options=["--infer-stays"])
        self.assertEqual(self.words(), [
            "run", "day.yaml", "--preset", "adaptive,own.yaml", "--jobs", "2",
            "--set", "adaptive.distanceFilter=50 m,100 m", "--set", "resends=true",
            "--app", "mine=tracker.py", "--seed", "3", "--seeds", "5", "--output", "out",
            "--infer-stays"])

    def test_a_path_that_begins_with_a_hyphen_is_no_option(self) -> None:
        self.install_recorder("report.json", report())
        odograph.run("--version")
        self.assertEqual(self.words()[1], "./--version")

    def test_a_comparison_takes_several_scenarios_and_conditions(self) -> None:
        self.install_recorder("comparison.json", comparison())
        result = odograph.compare(
            "a.yaml", "b.yaml", trackers="always", seeds=4, require="tripRecall >= 0.95",
            minimize="marginalBatteryPercentPerDay")
        self.assertEqual(self.words(), [
            "compare", "a.yaml", "b.yaml", "--preset", "always", "--seeds", "4",
            "--require", "tripRecall >= 0.95", "--minimize", "marginalBatteryPercentPerDay"])
        self.assertEqual(result.recommended, "always")

    def test_results_are_read_from_the_folder_that_the_program_names(self) -> None:
        self.install_recorder("report.json", report())
        result = odograph.run("day.yaml")
        self.assertEqual(result.folder, Path("Reports/usual"))
        self.assertIn("The table", str(result))

    def test_an_empty_choice_of_trackers_is_not_all_of_them(self) -> None:
        with self.assertRaisesRegex(ValueError, "trackers: found none"):
            odograph.run("day.yaml", trackers=[])

    def test_unusable_arguments_are_refused_before_the_program_starts(self) -> None:
        with self.assertRaisesRegex(TypeError, r"seeds: found \[1, 5\]; accepted: a number"):
            odograph.run("day.yaml", seeds=[1, 5])  # type: ignore[arg-type]
        with self.assertRaisesRegex(ValueError, "accepted: a range with the step 1"):
            odograph.run("day.yaml", seeds=range(0, 10, 2))
        with self.assertRaisesRegex(TypeError, "options: found '-v'; accepted: a list"):
            odograph.run("day.yaml", options="-v")
        with self.assertRaisesRegex(ValueError, "options: found '--shard'; accepted: options with"):
            odograph.study("plan.yaml", output="out", options=["--shard", "1/2"])
        with self.assertRaisesRegex(ValueError, "'--format=csv'; accepted: this option with output="):
            odograph.run("day.yaml", options=["--format=csv"])
        with self.assertRaisesRegex(TypeError, "settings: found 'a=b'; accepted: a dictionary"):
            odograph.run("day.yaml", settings="a=b")  # type: ignore[arg-type]

    def test_an_error_of_the_program_has_its_message_and_status(self) -> None:
        self.install("sys.exit(print('nope.yaml: there is no such file', file=sys.stderr) or 2)")
        with self.assertRaises(OdographError) as raised:
            odograph.run("nope.yaml")
        self.assertEqual(str(raised.exception), "nope.yaml: there is no such file")
        self.assertEqual(raised.exception.status, 2)

    def test_a_program_that_dies_without_a_word_is_an_error_too(self) -> None:
        self.install("os.kill(os.getpid(), 9)")
        with self.assertRaisesRegex(OdographError, "ended by the signal SIGKILL"):
            odograph.run("day.yaml")

    def test_progress_is_shown_at_once_and_remarks_at_the_end(self) -> None:
        self.install_recorder("report.json", report())
        program = self.folder / "programs/odograph"
        program.write_text(program.read_text() + (
            "print('day.yaml: a remark', file=sys.stderr)\n"
            "print('Simulating: 3 of 9 runs, about 20 s left', file=sys.stderr)\n"))
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown):
            odograph.run("day.yaml")
        self.assertEqual(
            shown.getvalue(), "Simulating: 3 of 9 runs, about 20 s left\nday.yaml: a remark\n")

    def test_results_of_another_version_are_refused(self) -> None:
        self.install_recorder("report.json", {**report(), "schema": "odograph.report/2"})
        with self.assertRaisesRegex(OdographError, "found the schema 'odograph.report/2'"):
            odograph.run("day.yaml")

    def test_an_app_imports_nothing_of_commands_and_results(self) -> None:
        code = "import sys, odograph.app; print(*sys.modules)"
        folder = Path(__file__).resolve().parents[1]
        names = subprocess.run(
            [sys.executable, "-c", code], cwd=folder, check=True, capture_output=True,
            text=True).stdout.split()
        self.assertIn("odograph.app.link", names)
        for name in ("commands", "process", "results", "reading"):
            self.assertNotIn(f"odograph.{name}", names)


if __name__ == "__main__":
    unittest.main()
