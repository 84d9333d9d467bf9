#!/usr/bin/env python3
"""Writes the MobilityNet phones' nights and days as logs, and lists of logs to calibrate with.

    Validation/make-calibration.py DATA FOLDER [PHONE]

DATA holds the folders phone-nights and phone-days. FOLDER receives nights.csv and days.csv, with a
trajectory for each night and day, and unit-1.yaml to unit-4.yaml: in each, one unit is the phone
that is calibrated, and the other three only check the result, as do the days of unit 1 on the road.
PHONE is the phone as YAML, by default one whose figures no such night has set.
"""

import csv
import gzip
import os
import pathlib
import sys

SETTINGS = "{{ preset: always, set: {{ desiredAccuracy: {}, distanceFilter: {} m }} }}"
STATES = {"1": "unplugged", "2": "charging", "3": "full"}
# The phone is one that no night has set a parameter of: an iPhone of today's model, with the
# battery of the phones that were measured (6.91 Wh).
UNMEASURED = "profile: iphone-se, system: ios-15, model: { battery.designJoules: 24876 }"


def rows(path):
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else path.open()
    with opened as file:
        yield from csv.DictReader(file)


def write_logs(data, path):
    """A row for each reading of the battery, at the newest position before it.

    A run whose positions are lost has the position of the study. The lists below say where the
    phone was, so that no figure depends on it.
    """
    fixes = {}
    for row in rows(data / "fixes.csv.gz"):
        fixes.setdefault(row["run"], []).append((float(row["time_s"]), row["lat"], row["lon"]))
    newest = {}
    with path.open("w") as file:
        file.write("time,lat,lon,battery_level,battery_state,trajectory\n")
        for row in rows(data / "battery.csv.gz"):
            time, run = float(row["time_s"]), row["run"]
            if time <= newest.get(run, 0):
                continue
            newest[run] = time
            of_run = fixes.get(run, [(0, "37.3908", "-122.0863")])
            before = [fix for fix in of_run if fix[0] <= time] or of_run[:1]
            level = float(row["level_pct"]) / 100
            _, latitude, longitude = before[-1]
            state = STATES[row["status"]]
            file.write(f"{time:.1f},{latitude},{longitude},{level:.2f},{state},{run}\n")


def write_lists(data, folder, phone):
    nights = list(rows(data / "phone-nights" / "runs.csv"))
    days = [row for row in rows(data / "phone-days" / "runs.csv") if row["unit"] == "1"]
    scenarios = os.path.relpath(pathlib.Path(__file__).parent / "scenarios", folder)
    for unit in "1234":
        lines = [
            "# Written by make-calibration.py from MobilityNet (K. Shankari et al., 2020), BSD 3-Clause.",
            "odographCalibration: 1",
            f"name: iPhone 6, unit {unit}",
            # The battery of unit 2 is new; those of the others are used.
            f"phone: {{ {phone}{', batteryHealth: 100 %' if unit == '2' else ''} }}",
            "rest: indoors",
            "heldBack: 50 %",
            "logs:",
        ]
        for night in nights:
            setting = SETTINGS.format(night["desired_accuracy"], night["distance_filter_m"])
            other = "" if night["unit"] == unit else ", unit: another"
            lines.append(
                f"  - {{ log: nights.csv, device: {night['run']}, tracker: {setting}{other} }}")
        for day in days if unit == "1" else []:
            if day["timeline"] != "car-scooter-bus":
                continue  # Of 2.4 h, too short for a drain.
            setting = SETTINGS.format(day["desired_accuracy"], day["distance_filter_m"])
            scenario = f"{scenarios}/car-scooter-bus-day-{day['day']}-unit-1.yaml"
            lines.append(
                f"  - {{ log: days.csv, device: {day['run']}, tracker: {setting},"
                f" scenario: {scenario}, use: check }}")
        (folder / f"unit-{unit}.yaml").write_text("\n".join(lines) + "\n")


def main():
    data, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    phone = sys.argv[3] if len(sys.argv) > 3 else UNMEASURED
    write_logs(data / "phone-nights", folder / "nights.csv")
    write_logs(data / "phone-days", folder / "days.csv")
    write_lists(data, folder, phone)


if __name__ == "__main__":
    main()
