"""Results as objects: their tables, and their HTML in notebooks."""

import json
import unittest
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Dict

from stand_in import StandInTests, comparison, report, without

import odograph
from odograph import OdographError
from odograph.frames import csv_rows
from odograph.notebook import percent


class ResultTests(StandInTests):
    def write(self, name: str, data: Dict[str, Any]) -> None:
        (self.folder / name).write_text(json.dumps(data))

    def test_a_report_has_a_row_for_each_run_with_its_numbers(self) -> None:
        self.write("report.json", report())
        self.assertEqual(odograph.read(".").rows(), [{
            "scenario": "A walk", "tracker": "adaptive", "preset": "adaptive", "seed": 1,
            "positionCoverage": 1.0, "pathCoverage": 0.5, "stayRecall": None,
            "positionErrorMeters.p50": 16.0, "marginalBatteryPercentPerDay": 4.25}])

    def test_a_report_has_the_seconds_of_each_cause_of_gaps(self) -> None:
        self.write("report.json", report())
        row, = odograph.read(".").rows("gaps")
        self.assertEqual(
            (row["side"], row["cause"], row["seconds"]), ("recorded", "acquiring", 26.0))

    def test_fixes_are_those_of_the_reported_runs(self) -> None:
        self.write("report.json", report())
        trackers = ["one", "two", "adaptive", "three", "four"]
        for number, tracker in enumerate(trackers):
            folder = f"folder-{number}"
            (self.folder / folder).mkdir()
            self.write(f"{folder}/view.json", {"tracker": tracker, "seed": 1})
            (self.folder / folder / "fixes.csv").write_text(
                f"time,latitude,kind,altitude_m\n2026-03-02T14:30:01.000Z,5{number},location,\n")
        self.assertEqual(odograph.read(".").rows("fixes"), [{
            "tracker": "adaptive", "seed": 1, "latitude": 52.0, "kind": "location",
            "time": datetime(2026, 3, 2, 14, 30, 1, tzinfo=timezone.utc), "altitude_m": None}])

    def test_fixes_of_a_run_that_was_replaced_are_refused(self) -> None:
        self.write("report.json", report())
        with self.assertRaisesRegex(OdographError, "adaptive, seed 1, are not there; a later run"):
            odograph.read(".").rows("fixes")

    def test_a_comparison_has_means_with_intervals_and_differences(self) -> None:
        self.write("comparison.json", comparison())
        first, second = odograph.read(".").rows("means")
        self.assertEqual((first["mean"], first["difference"], first["front"]), (0.5, None, False))
        self.assertEqual((second["low"], second["difference"]), (0.65, 0.25))

    def test_a_comparison_has_a_row_for_each_tracker_and_seed_that_ran(self) -> None:
        self.write("comparison.json", comparison())
        rows = odograph.read("comparison.json").rows("runs")
        self.assertEqual(
            [(row["tracker"], row["seed"], row["pathCoverage"]) for row in rows],
            [("adaptive", 5, 1.0), ("adaptive", 7, 0.5), ("always", 5, 1.0), ("always", 7, 0.5)])

    def test_columns_of_csv_are_numbers_truths_or_text(self) -> None:
        Path("study.csv").write_text("participant,usable,share,life,none\n1,true,1,7a,\n2,,,b,\n")
        self.assertEqual(csv_rows(Path("study.csv")), [
            {"participant": 1, "usable": True, "share": 1.0, "life": "7a", "none": None},
            {"participant": 2, "usable": None, "share": None, "life": "b", "none": None}])

    def test_names_that_look_like_numbers_stay_texts(self) -> None:
        Path("study.csv").write_text("participant,life,tracker\n1,01,030\n2,01,060\n")
        self.assertEqual(
            [(row["life"], row["tracker"]) for row in csv_rows(Path("study.csv"))],
            [("01", "030"), ("01", "060")])

    def test_times_of_a_run_are_times(self) -> None:
        data = report()
        data["runs"][0]["energy"]["firstShutOff"] = "2026-01-20T12:55:55Z"
        self.write("report.json", data)
        row, = odograph.read(".").rows()
        self.assertEqual(
            row["firstShutOff"], datetime(2026, 1, 20, 12, 55, 55, tzinfo=timezone.utc))

    def test_a_folder_without_results_is_refused(self) -> None:
        with self.assertRaisesRegex(OdographError, "no results are here; accepted: a folder with"):
            odograph.read("nowhere")

    def test_a_damaged_file_is_refused(self) -> None:
        Path("report.json").write_text("{")
        with self.assertRaisesRegex(OdographError, "report.json: the results cannot be read"):
            odograph.read(".")

    def test_an_unknown_table_is_refused_with_the_names_of_all(self) -> None:
        self.write("comparison.json", comparison())
        with self.assertRaisesRegex(ValueError, "table: found 'fixes'; accepted: means, runs"):
            odograph.read(".").rows("fixes")

    def test_a_frame_without_a_library_says_what_to_install(self) -> None:
        self.write("comparison.json", comparison())
        result = odograph.read(".")
        with without("pandas", "polars"):
            with self.assertRaisesRegex(ModuleNotFoundError, "needs pandas or Polars.*pip install"):
                result.frame()
            with self.assertRaisesRegex(ModuleNotFoundError, "needs polars"):
                result.frame(library="polars")
        with self.assertRaisesRegex(ValueError, "library: found 'arrow'; accepted: 'pandas'"):
            result.frame(library="arrow")


class NotebookTests(StandInTests):
    def write(self, folder: str, text: str) -> Any:
        place = self.folder / folder
        place.mkdir()
        data = report(name="<script>alert(1)</script>", tracker='"><img src=x>')
        (place / "report.json").write_text(json.dumps(data))
        (place / "report.html").write_text(text)
        return odograph.read(place)

    def test_a_summary_shows_names_as_text(self) -> None:
        html = self.write("results", "")._repr_html_()
        self.assertNotIn("<script>", html)
        self.assertNotIn("<img", html)
        self.assertIn("&lt;script&gt;alert(1)&lt;/script&gt;", html)
        self.assertIn("<td>100.0 %</td><td>50.0 %</td><td></td>", html)

    def test_only_all_is_100_percent_and_only_nothing_is_0(self) -> None:
        self.assertEqual(
            [percent(share) for share in (1.0, 0.99997, 0.5, 0.00001, 0.0)],
            ["100.0 %", "99.9 %", "50.0 %", "0.1 %", "0.0 %"])

    def test_a_summary_links_a_page_below_the_current_folder(self) -> None:
        html = self.write('a "b" 100%', "")._repr_html_()
        self.assertIn('<a href="a%20%22b%22%20100%25/report.html">', html)

    def test_a_page_cannot_leave_its_frame(self) -> None:
        html = self.write("results", '<p title="x">\'</p></iframe>').page(500)._repr_html_()
        self.assertTrue(html.startswith('<iframe sandbox="allow-scripts" srcdoc="&lt;p title='))
        self.assertEqual(html.count("</iframe>"), 1)
        self.assertIn('height="500"', html)
        self.assertNotIn("allow-same-origin", html)


if __name__ == "__main__":
    unittest.main()
