"""Results that the program has written, as objects."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar, Optional

from . import tables
from .frames import Row, csv_rows, make_frame
from .notebook import frame_html, number, percent, table_html
from .process import OdographError

Table = Callable[[Any], Iterable[Row]]


class Page:
    """A page of results, which a notebook shows in a frame."""

    def __init__(self, path: Path, height: int) -> None:
        self.path = path
        self.height = height

    def _repr_html_(self) -> str:
        try:
            text = self.path.read_text(encoding="utf-8")
        except OSError as error:
            message = f"{self.path}: the page cannot be read: {error.strerror}"
            raise OdographError(message) from error
        return frame_html(text, self.height)

    def __repr__(self) -> str:
        return f"<Page {self.path}>"


class Result:
    """Results in a folder. A notebook shows their summary; `print` shows the program's tables.

    Attributes:
        folder: the folder of the result files
        data: the JSON file of the results
        text: what the program has printed; empty for results that `read` has opened
    """

    schema: ClassVar[str]
    # The JSON file, and other files that results of this kind have.
    files: ClassVar[tuple[str, ...]]
    page_name: ClassVar[str]
    # The rows of each table by name, the first of which is the usual one.
    readers: ClassVar[dict[str, Table]]

    def __init__(self, folder: Path, data: dict[str, Any], text: str = "") -> None:
        self.folder = folder
        self.data = data
        self.text = text

    @property
    def tables(self) -> list[str]:
        """The names of the tables for `rows` and `frame`; the first is the usual one."""
        return list(self.readers)

    def rows(self, table: Optional[str] = None) -> list[Row]:
        """Returns a table as dictionaries, one for each row."""
        name = self.tables[0] if table is None else table
        if name not in self.readers:
            raise ValueError(f"table: found {name!r}; accepted: {', '.join(self.tables)}")
        return list(self.readers[name](self))

    def frame(self, table: Optional[str] = None, library: Optional[str] = None) -> Any:
        """Returns a table as a data frame.

        Args:
            table: one of `tables` (default: the first)
            library: "pandas" or "polars" (default: pandas if it is installed, else Polars)
        """
        return make_frame(self.rows(table), library)

    def page(self, height: int = 700) -> Page:
        """Returns the page of the results, for a notebook to show in a frame."""
        return Page(self.folder / self.page_name, height)

    def title(self) -> str:
        return type(self).__name__

    def summary(self) -> tuple[list[str], list[list[str]]]:
        """Returns the headings and the rows of the summary."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        headings, rows = self.summary()
        return table_html(self.title(), headings, rows, self.folder / self.page_name)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.folder}>"

    def __str__(self) -> str:
        return self.text or repr(self)


class Report(Result):
    """The report of `odograph run`. Tables: runs, gaps, fixes, timeline."""

    schema = "odograph.report/1"
    files = ("report.json",)
    page_name = "report.html"
    readers = {
        "runs": lambda self: tables.report_runs(self.data),
        "gaps": lambda self: tables.report_gaps(self.data),
        "fixes": lambda self: tables.run_files(self.data, self.folder, "fixes.csv"),
        "timeline": lambda self: tables.run_files(self.data, self.folder, "timeline.csv"),
    }

    def title(self) -> str:
        scenario = self.data["scenario"]
        return f"{scenario['name']}, {scenario['phone']} with {scenario['system']}"

    def summary(self) -> tuple[list[str], list[list[str]]]:
        return ["tracker", "seed", *SHARES, BATTERY], [
            [str(row["tracker"]), str(row["seed"]), *figures(row)] for row in self.rows()]


class Comparison(Result):
    """The result of `odograph compare`. Tables: means, runs."""

    schema = "odograph.comparison/1"
    files: ClassVar[tuple[str, ...]] = ("comparison.json",)
    page_name = "comparison.html"
    readers = {
        "means": lambda self: tables.comparison_means(self.data),
        "runs": lambda self: tables.comparison_runs(self.data),
    }

    @property
    def recommended(self) -> Optional[str]:
        """The name of the recommended tracker; None without a condition, or if none meets it."""
        findings = self.data["portfolio"] or self.data["scenarios"][0]["findings"]
        choice = findings["choice"] or {}
        name: Optional[str] = choice.get("chosen")
        return name

    def title(self) -> str:
        seeds = self.data["design"]["seedCount"]
        state = "" if self.data["isComplete"] else ", incomplete"
        return f"Means of {seeds} seeds{state}"

    def summary(self) -> tuple[list[str], list[list[str]]]:
        means: dict[tuple[str, str], Row] = {}
        for row in self.rows("means"):
            names = str(row["scenario"]), str(row["tracker"])
            means.setdefault(names, {})[str(row["measure"])] = row["mean"]
        return ["scenario", "tracker", *SHARES, BATTERY], [
            [*names, *figures(row)] for names, row in means.items()]


class Sweep(Comparison):
    """The result of `odograph sweep`. Tables: means, runs, settings."""

    files = ("comparison.json", "sweep.sqlite")
    readers = {
        **Comparison.readers,
        "settings": lambda self: tables.sweep_settings(self.folder / "sweep.sqlite"),
    }


class Study(Result):
    """The result of `odograph study`. Tables: participants, trackers, measures."""

    schema = "odograph.study/1"
    files = ("study.json", "study.csv")
    page_name = "study.html"
    readers = {
        "participants": lambda self: csv_rows(self.folder / "study.csv"),
        "trackers": lambda self: tables.study_trackers(self.data),
        "measures": lambda self: tables.study_measures(self.data),
    }

    def title(self) -> str:
        days, participants = self.data["days"], self.data["participants"]
        return f"{self.data['name']}: {participants} participants, {days} days"

    def summary(self) -> tuple[list[str], list[list[str]]]:
        headings = ["tracker", "usable", "95 %", "valid days (mean)", "hours a day (mean)", "recruit"]
        return headings, [
            [str(row["tracker"]), percent(row["usableShare"]),
             f"{percent(row['usableShareLow'])} to {percent(row['usableShareHigh'])}",
             number(row["validDays"], 1), number(row["hoursPerDay"], 1),
             number(row["recruits"], 0)]
            for row in self.rows("trackers")]


class Judgment(Result):
    """The result of `odograph judge`. Tables: measures."""

    schema = "odograph.judge/1"
    files = ("judge.json",)
    page_name = "judge.html"
    readers = {"measures": lambda self: tables.judgment_measures(self.data)}

    def title(self) -> str:
        return ", ".join(self.data["log"]["files"])

    def summary(self) -> tuple[list[str], list[list[str]]]:
        headings = ["measure", "log", "median", "simulated 90 %", "rank"]
        return headings, [
            [str(row["measure"]), number(row["log"]), number(row["median"]),
             " to ".join(filter(None, [number(row["low"]), number(row["high"])])),
             percent(row["rank"])]
            for row in self.rows()]


# The measures of a summary by their headings, as in the program's tables.
SHARES = {
    "place known": "positionCoverage", "path known": "pathCoverage",
    "stays found": "stayRecall", "trips found": "tripRecall",
}
BATTERY = "battery %/day"


def figures(row: Row) -> list[str]:
    """Returns the measures of a summary as texts."""
    return [percent(row.get(name)) for name in SHARES.values()] + [
        number(row.get("marginalBatteryPercentPerDay"))]
