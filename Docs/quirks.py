#!/usr/bin/env python3
"""Writes the tables of Docs/Quirks.md: what each quirk of a published tracker costs.

Each row of quirks.csv is run in pairs: the same day, the same seeds, the tracker without the quirk and with
it. Shown is the mean of the differences with its 95 % interval (Student's t). Chance belongs to the day and
not to the tracker, so a quirk that does nothing differs by exactly nothing.

    make quirks
"""

import concurrent.futures
import csv
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

SEEDS = 10
UNCLEAR = "nothing clear"
STUDENT_T = 2.262  # two-sided 95 %, nine degrees of freedom
DOCS = pathlib.Path(__file__).resolve().parent
REPOSITORY = DOCS.parent
ODOGRAPH = REPOSITORY / ".build/release/odograph"

OVERLAND = [
    "overland-high-resolution",
    "overland-battery-saving",
    "overland-significant-only",
    "overland-battery-saving-both",
]
# What a word under `trackers` stands for; any other is a preset, or a tracker of the scenario.
GROUPS = {
    "overland": OVERLAND,
    "owntracks": [name.removeprefix("overland-") for name in OVERLAND],
}
SECTIONS = {"owntracks": "overland"}


def shares(mean):
    return 100, 1, "points"


def counts(mean):
    return 1, 1 if abs(mean) < 10 else 0, ""


def minutes(mean):
    return 1, 0, "min"


def delay(mean):
    if abs(mean) < 60:
        return 1, 1, "s"
    return (1 / 60, 1, "min") if abs(mean) < 3600 else (1 / 3600, 1, "h")


def battery(mean):
    return 1, 2, "points a day"


# By the unit that Measures.md gives: scale, decimals and unit of a difference.
FORMS = {"share": shares, "count": counts, "min": minutes, "s": delay, "points/day": battery}
ALWAYS = [
    "coverage.positionCoverage",
    "coverage.positionCoverageMoving",
    "coverage.pathCoverage",
    "coverage.stayRecall",
    "coverage.tripRecall",
    "delivery.recorded",
    "delivery.received",
    "delivery.lost",
    "delivery.duplicated",
    "delivery.latencyP50Seconds",
    "delivery.latencyP95Seconds",
    "energy.marginalBatteryPercentPerDay",
]


def titles_and_units():
    """Each measure's title and unit, by its name, from the tables of Measures.md."""
    page = (DOCS / "Measures.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\S+)` \| ([^|]+) \| ([^|]+) \| [^|]+ \| ", page, re.MULTILINE)
    return {name: (title, unit) for name, title, unit in rows}


MEASURES = titles_and_units()


def title_and_form(path):
    bare = re.sub(r"^(coverage|energy|delivery)\.", "", path)
    title, unit = MEASURES[bare]
    return title, FORMS[unit]


def runs_of(arguments):
    """The report's runs, by tracker."""
    with tempfile.TemporaryDirectory() as folder:
        command = [ODOGRAPH, "run", *arguments, "--seeds", str(SEEDS), "--jobs", "1"]
        command += ["--format", "json", "--quiet", "--output", folder + "/report"]
        done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    runs = {}
    for run in json.loads(done.stdout)["runs"]:
        runs.setdefault(run["tracker"], []).append(run)
    return list(runs.values())


def figure(run, path):
    for name in path.split("."):
        run = run.get(name) if isinstance(run, dict) else None
    return run


class Price:
    """What one tracker pays for one quirk on one day."""

    def __init__(self, tracker, without, with_it, measures):
        self.tracker = tracker
        self.texts = []
        self.differs = False
        for measure in measures:
            befores = [figure(run, measure) for run in without]
            pairs = [
                (before, after)
                for before, after in zip(befores, (figure(run, measure) for run in with_it))
                if before is not None and after is not None
            ]
            if len(pairs) == SEEDS:
                self.add(measure, pairs)

    def add(self, measure, pairs):
        differences = [after - before for before, after in pairs]
        if not any(differences):
            return
        self.differs = True
        mean = statistics.fmean(differences)
        half = STUDENT_T * statistics.stdev(differences) / math.sqrt(SEEDS)
        name, form = title_and_form(measure)
        scale, decimals, unit = form(mean)
        if abs(mean) <= half or round(abs(mean * scale), decimals) == 0:
            return
        text = f"{mean * scale:+,.{decimals}f} ± {half * scale:,.{decimals}f}"
        if form is counts:
            text += f" of {statistics.fmean(before for before, _ in pairs):,.0f}"
        self.texts.append(f"{name} {text.replace('-', '−')} {unit}".rstrip())

    @property
    def text(self):
        if self.texts:
            sent, received = (title_and_form("delivery." + name)[0] for name in ("recorded", "received"))
            same = rf"{sent} (.*? of [0-9,]*[0-9]), {received} \1(?=,|$)"
            return re.sub(same, rf"{sent} and {received} \1", ", ".join(self.texts))
        return UNCLEAR if self.differs else ""


def price(row, tracker):
    measures = ALWAYS + [name for name in row["measures"].split(";") if name]
    if row["quirk"] == "all":
        choice = ["--preset", f"{tracker},{tracker}-as-shipped"]
    else:
        settings = [setting for setting in row["set"].split(";") if setting]
        choice = ["--preset", tracker]
        for setting in settings + [row["quirk"] + "=false,true"]:
            choice += ["--set", f"{tracker}.{setting}"]
    without, with_it = runs_of([f"Scenarios/{row['scenario']}.yaml", *choice])
    return Price(tracker, without, with_it, measures)


def cell(row, prices):
    """Trackers that pay the same share a line."""
    groups = {}
    for each in prices:
        groups.setdefault(each.text, []).append(each.tracker.removeprefix("overland-"))
    if not groups.keys() - {"", UNCLEAR}:
        seen = "nothing clear on this day" if UNCLEAR in groups else "no difference seen on this day"
        return seen + (f": {row['reason']}" if row["reason"] else "")
    if len(prices) == 1:
        return prices[0].text
    lines = [f"{', '.join(names)}: {text or 'no difference'}" for text, names in groups.items()]
    return "<br>".join(lines)


def line(row, text):
    name = "all" if row["quirk"] == "all" else f"`{row['quirk']}`"
    day = f"[{row['scenario']}](../Scenarios/{row['scenario']}.yaml)"
    settings = [f"`{each}`" for each in row["set"].split(";") if each]
    day += " with " + " and ".join(settings) if settings else ""
    return f"| {name} | {row['meaning']} | {day} | {text} |"


def tables(rows):
    """The lines of each table, by its section."""
    lines = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = [
            [pool.submit(price, row, name) for name in GROUPS.get(row["trackers"], [row["trackers"]])]
            for row in rows
        ]
        for row, futures in zip(rows, waiting):
            text = cell(row, [future.result() for future in futures])
            print(f"{row['quirk']} on {row['scenario']}: {text}", file=sys.stderr)
            section = SECTIONS.get(row["trackers"], row["trackers"])
            lines.setdefault(section, []).append(line(row, text))
    return lines


def main():
    with open(DOCS / "quirks.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    page = DOCS / "Quirks.md"
    text = page.read_text(encoding="utf-8")
    for section, lines in tables(rows).items():
        begin, end = f"<!-- {section} -->\n", f"<!-- end of {section} -->"
        before, rest = text.split(begin)
        table = ["| quirk | what it is | day | price |", "| --- | --- | --- | --- |", *lines]
        text = before + begin + "\n".join(table) + "\n" + end + rest.split(end, 1)[1]
    page.write_text(text, encoding="utf-8")


main()
