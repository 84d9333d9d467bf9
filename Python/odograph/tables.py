"""The rows of the tables in each kind of results. Names are those of the program's files."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Optional

from .frames import Row, csv_rows, numbers
from .process import OdographError

Data = dict[str, Any]


def report_runs(data: Data) -> Iterator[Row]:
    """A row for each tracker and seed, with the measures."""
    for run in data["runs"]:
        measures = {
            name: value for group in ("coverage", "delivery", "energy")
            for name, value in numbers(run.get(group) or {}).items()}
        yield {**run_names(data, run), **measures}


def report_gaps(data: Data) -> Iterator[Row]:
    """A row for each tracker, seed and cause: the seconds in which the place was not known.

    `side` is "recorded" for the records on the phone, and "received" for those at the server.
    """
    for run in data["runs"]:
        for side, causes in (run.get("gapCauses") or {}).items():
            for cause in causes or []:
                yield {
                    **run_names(data, run), "side": side, "cause": cause["cause"],
                    "seconds": float(cause["seconds"])}


def run_names(data: Data, run: Data) -> Row:
    return {
        "scenario": data["scenario"]["name"], "tracker": run["tracker"],
        "preset": run["preset"], "seed": run["seed"]}


def comparison_means(data: Data) -> Iterator[Row]:
    """A row for each scenario, tracker and measure: mean, interval, spreads and difference.

    The columns are those of `odograph compare --format csv`.
    """
    for each in data["scenarios"]:
        findings = each["findings"]
        differences = {
            (other["tracker"], figure["measure"]): figure
            for other in findings["differences"] for figure in other["figures"]}
        fronts = {place["tracker"]: place["isOnFront"] for place in findings["front"]}
        for tracker in findings["trackers"]:
            for figure in tracker["figures"]:
                name = tracker["tracker"], figure["measure"]
                difference = differences.get(name, {})
                spread = figure.get("spread") or {}
                low, high = bounds(figure)
                difference_low, difference_high = bounds(difference)
                yield {
                    "scenario": each["scenario"]["name"], "tracker": name[0], "measure": name[1],
                    "runs": figure["count"], "mean": real(figure["mean"]), "low": low,
                    "high": high, "chance": real(spread.get("chance")),
                    "ignorance": real(spread.get("ignorance")),
                    "difference": real(difference.get("mean")), "differenceLow": difference_low,
                    "differenceHigh": difference_high, "front": fronts.get(name[0])}


def comparison_runs(data: Data) -> Iterator[Row]:
    """A row for each scenario, tracker and seed, with the measures that are compared."""
    first = data["design"]["firstSeed"]
    for each in data["scenarios"]:
        for tracker in each["figures"]:
            columns = {
                measure["measure"]: measure["figures"] for measure in tracker["measures"]}
            for index, figures in enumerate(zip(*columns.values())):
                if any(figure is not None for figure in figures):
                    yield {
                        "scenario": each["scenario"]["name"], "tracker": tracker["tracker"],
                        "seed": first + index, **dict(zip(columns, map(real, figures)))}


def sweep_settings(database: Path) -> Iterator[Row]:
    """A row for each tracker and setting of a sweep; `number` is the value in SI units."""
    query = (
        "SELECT tracker.name, setting.name, setting.value, setting.number FROM setting "
        "JOIN tracker ON tracker.number = setting.tracker ORDER BY tracker.number, setting.rowid")
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as opened:
        for tracker, setting, value, number in opened.execute(query):
            yield {"tracker": tracker, "setting": setting, "value": value, "number": real(number)}


def study_trackers(data: Data) -> Iterator[Row]:
    """A row for each tracker: usable participants and the number to recruit, with intervals."""
    for each in data["trackers"]:
        usable, recruitment = each["usable"], each.get("recruitment") or {}
        low, high = bounds(usable)
        yield {
            "tracker": each["tracker"], "preset": each["preset"],
            "participants": data["participants"], "usable": usable["count"],
            "usableShare": real(usable["share"]), "usableShareLow": low, "usableShareHigh": high,
            "validDays": real(each["validDays"]["mean"]),
            "hoursPerDay": real((each["hoursPerDay"] or {}).get("mean")),
            "recruits": real(recruitment.get("recruits")),
            "recruitsLow": real(recruitment.get("low")),
            "recruitsHigh": real(recruitment.get("high"))}


def study_measures(data: Data) -> Iterator[Row]:
    """A row for each tracker and measure: its distribution over the participants."""
    for each in data["trackers"]:
        for measure in each["measures"]:
            distribution = dict(measure["distribution"] or {})
            interval = distribution.pop("interval", None) or {}
            yield {
                "tracker": each["tracker"], "measure": measure["measure"],
                **numbers(distribution), "meanLow": real(interval.get("low")),
                "meanHigh": real(interval.get("high"))}


def judgment_measures(data: Data) -> Iterator[Row]:
    """A row for each measure: the log's figure, and its place among the simulated runs."""
    for each in data["measures"]:
        simulated = each.get("simulated") or {}
        figures = {name: simulated.get(name) for name in ("median", "low", "high", "rank")}
        yield {
            "measure": each["measure"], "log": real(each["log"]), **numbers(figures),
            "place": simulated.get("place")}


def run_files(data: Data, folder: Path, name: str) -> Iterator[Row]:
    """Yields the rows of a CSV file of each run of a report, after its tracker and seed.

    A run's folder is found by its view.json, as its name may differ from the tracker's.
    """
    places = {}
    for view in [*folder.glob("*/view.json"), *folder.glob("*/*/view.json")]:
        seen = json.loads(view.read_text(encoding="utf-8"))
        places[seen["tracker"], seen["seed"]] = view.with_name(name)
    for run in data["runs"]:
        place = places.get((run["tracker"], run["seed"]))
        if place is None:
            raise OdographError(
                f"{folder}: the files of {run['tracker']}, seed {run['seed']}, are not there; a later "
                "run has replaced them, so give each run an output= of its own")
        for row in csv_rows(place):
            yield {"tracker": run["tracker"], "seed": run["seed"], **row}


def bounds(figure: Data) -> tuple[Optional[float], Optional[float]]:
    interval = figure.get("interval") or {}
    return real(interval.get("low")), real(interval.get("high"))


def real(value: Any) -> Optional[float]:
    """Returns a number as floating-point, as JSON has 1 for 1.0."""
    return None if value is None else float(value)
