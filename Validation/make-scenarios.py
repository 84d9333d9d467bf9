#!/usr/bin/env python3
"""Writes the validation scenarios from the MobilityNet recordings.

Source: MobilityNet (K. Shankari et al., Climate Change AI at ICLR 2020), the repository
MobilityNet/mobilitynet-analysis-scripts, folder bin/data, commit b2ac9bb4e007, regrouped into
CSV files. License: BSD 3-Clause, (c) 2019 e-mission; see LICENSE-mobilitynet.txt.

In that study four iPhone 6 were carried in one bag through thirteen days of scripted trips
between public places near San Francisco. This program writes one scenario for each day, and one
for the study's nights in a bookcase:

    scenarios/car-bike-day-0.yaml ... scenarios/car-bike-day-5.yaml
    scenarios/car-scooter-bus-day-0.yaml ... scenarios/car-scooter-bus-day-6.yaml
    scenarios/car-scooter-bus-day-0-unit-1.yaml ... (the same days with the carrier's presses)
    scenarios/night-indoors.yaml

It also writes the section `legs:` of mobilitynet-days.yaml.

A day's way is a recording beside its scenario, in scenarios/recordings, in the form of Google's
monthly location history: of the formats that scenarios replay, it alone carries a mode for each
leg and stays with a beginning and an end.

How a day is made:

- Legs begin and end when the carrier pressed a button. Presses are some seconds late at times.
- Positions in a leg are the study's reference positions. A position that lies within 5 m of
  where a straight line between its neighbors would be at its time is left out; from one position
  to the next it takes at most 60 s.
- A leg without reference positions is a walk to or from a vehicle: it goes straight from the end
  of the leg before to the beginning of the leg after, at 1.1 m/s or faster if there is less time.
  Where there is more time, the person stands at the end of the walk.
- A stay between trips is a visit: indoors, at the median of the positions of up to 100 m accuracy
  that the phones recorded in it. With fewer than 10 positions on that day, it is the median over
  all days. The stay before the first trip has too few on any day of car-scooter-bus; it takes the
  place of the stay after the last trip, which is the same building.
- A wait for the bus is outdoors, at the beginning of the bus ride.
- Walking, cycling and driving are themselves. A bus counts as a car. An e-scooter counts as a
  bicycle: the phones' own motion recognition took both for the same.

Usage: python3 Validation/make-scenarios.py
The folder with the data is ODOGRAPH_DATA, or ../shared/data beside the repository. It has the
subfolder phone-days; the night needs none.
"""

import csv
import gzip
import json
import math
import os
import statistics
from collections import defaultdict
from datetime import datetime, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

HERE = Path(__file__).resolve().parent
DATA = Path(os.environ.get("ODOGRAPH_DATA", HERE.parent.parent / "shared" / "data"))
SCENARIOS = HERE / "scenarios"
RECORDINGS = SCENARIOS / "recordings"

TOLERANCE_M = 5.0
STEP_MAX_S = 60
WALK_MPS = 1.1
STAY_ACCURACY_MAX_M = 100.0
STAY_FIXES_MIN = 10

ABOUT = (
    "Way of one day of MobilityNet (K. Shankari et al., 2020), "
    "github.com/MobilityNet/mobilitynet-analysis-scripts, BSD 3-Clause, (c) 2019 e-mission. "
    "Written by make-scenarios.py; see LICENSE-mobilitynet.txt."
)
HEAD = """\
# yaml-language-server: $schema=../../Scenarios/odograph.schema.json
#
# Source: MobilityNet (K. Shankari et al., Climate Change AI at ICLR 2020),
# github.com/MobilityNet/mobilitynet-analysis-scripts, commit b2ac9bb4e007.
# License: BSD 3-Clause, (c) 2019 e-mission; see ../LICENSE-mobilitynet.txt.
# Written by ../make-scenarios.py. Change that program instead of this file.
"""


def rows(folder, name):
    with gzip.open(DATA / folder / f"{name}.csv.gz", "rt", newline="") as file:
        yield from csv.DictReader(file)


def meters(a, b):
    """Distance of two (latitude, longitude) pairs on a plane, good for some kilometers."""
    scale = math.cos(math.radians((a[0] + b[0]) / 2))
    return math.hypot(a[0] - b[0], (a[1] - b[1]) * scale) * 111_195


def activity(leg):
    """Google's name for the way of getting about in a leg, by the leg's name in the presses."""
    if leg.startswith("walk") or leg.startswith("tt_"):
        return "WALKING"
    if leg.startswith("wait"):
        return "UNKNOWN_ACTIVITY_TYPE"
    if "bicycling" in leg or "escooter" in leg:
        return "CYCLING"
    if "bus" in leg:
        return "IN_BUS"
    if "driving" in leg:
        return "IN_PASSENGER_VEHICLE"
    raise SystemExit(f"error: leg '{leg}' has no mode; add it to activity()")


def thinned(points):
    """Points (time, position) that straight lines at constant speed need, to TOLERANCE_M."""
    keep = {0, len(points) - 1}
    spans = [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        (t0, a), (t1, b) = points[first], points[last]
        worst, at = TOLERANCE_M, None
        for index in range(first + 1, last):
            time, here = points[index]
            share = (time - t0) / (t1 - t0)
            line = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
            if meters(here, line) > worst:
                worst, at = meters(here, line), index
        if at is None and t1 - t0 > STEP_MAX_S and last - first > 1:
            at = (first + last) // 2
        if at is not None:
            keep.add(at)
            spans += [(first, at), (at, last)]
    return [points[index] for index in sorted(keep)]


def straight(start, end, begin, finish):
    """A walk from begin to finish, each a position, with a wait at its end."""
    seconds = meters(begin, finish) / WALK_MPS
    arrival = min(end, start + max(1, math.ceil(seconds)))
    points = [(start, begin), (arrival, finish)]
    while end - points[-1][0] > STEP_MAX_S:
        points.append((points[-1][0] + STEP_MAX_S, finish))
    return points + [(end, finish)] if end > points[-1][0] else points


class Day:
    """The presses, reference positions and stays of one day."""

    def __init__(self, presses, reference):
        self.reference = reference
        self.trips = []
        self.legs = []
        for time, press, what in presses:
            if press == "START_EVALUATION_PERIOD":
                self.start = time
            elif press == "STOP_EVALUATION_PERIOD":
                self.end = time
            elif press == "START_EVALUATION_TRIP":
                trip = (time, what)
            elif press == "STOP_EVALUATION_TRIP":
                self.trips.append((trip[0], time, trip[1]))
            elif press == "START_EVALUATION_SECTION":
                leg = (time, what)
            elif press == "STOP_EVALUATION_SECTION":
                self.legs.append((leg[0], time, leg[1], trip[1]))

    def stays(self):
        """Beginning and end of the stays before, between and after the two trips."""
        (begin, middle, _), (again, last, _) = self.trips
        return [(self.start, begin), (middle, again), (last, self.end)]

    def timeline(self, places):
        """Google's timeline objects, in order."""
        stays = self.stays()
        objects = [visit(*stays[0], places[0])]
        for index, (start, end, _) in enumerate(self.trips):
            legs = [leg for leg in self.legs if start - 1 <= leg[0] < end]
            ways = list(self.ways(legs, start, end, places[index], places[index + 1]))
            # The visit before it already has this point.
            del ways[0]["activitySegment"]["startLocation"]
            objects += ways
            objects.append(visit(*stays[index + 1], places[index + 1]))
        return objects

    def ways(self, legs, start, end, before, after):
        """The legs of one trip, from the place before it to the place after it."""
        known = [self.reference.get((leg[3], leg[2]), []) for leg in legs]
        here = before
        for index, (begin, finish, name, _) in enumerate(legs):
            begin = start if index == 0 else round(begin)
            finish = end if index == len(legs) - 1 else round(finish)
            own = [point for point in known[index] if begin < point[0] < finish]
            if own:
                first = here if meters(here, own[0][1]) < 20 else own[0][1]
                points = thinned([(begin, first)] + own + [(finish, own[-1][1])])
            else:
                rest = [points for points in known[index + 1 :] if points]
                there = rest[0][0][1] if rest else after
                if activity(name) == "UNKNOWN_ACTIVITY_TYPE":
                    here = there
                points = straight(begin, finish, here, there)
            here = points[-1][1]
            yield way(points, activity(name))
        # The last steps into the building, where the reference ends before its door.
        if meters(here, after) > 1:
            seconds = max(1, math.ceil(meters(here, after) / WALK_MPS))
            yield way([(end, here), (end + seconds, after)], "WALKING")


def stamp(time):
    return datetime.fromtimestamp(time, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def degrees(position, *names):
    return {name: round(value * 1e6) * 10 for name, value in zip(names, position)}


def span(start, end):
    return {"startTimestamp": stamp(start), "endTimestamp": stamp(end)}


def visit(start, end, place):
    return {
        "placeVisit": {
            "location": degrees(place, "latitudeE7", "longitudeE7"),
            "duration": span(start, end),
        }
    }


def way(points, mode):
    """The last point is where the next object begins, and is left to it."""
    (start, begin), (end, _) = points[0], points[-1]
    return {
        "activitySegment": {
            "startLocation": degrees(begin, "latitudeE7", "longitudeE7"),
            "duration": span(start, end),
            "activityType": mode,
            "simplifiedRawPath": {
                "points": [
                    {**degrees(here, "latE7", "lngE7"), "timestamp": stamp(time)}
                    for time, here in points[1:-1]
                ]
            },
        }
    }


def delayed(objects):
    """Moves the beginning of a visit to the arrival, where the way into it takes longer."""
    for index, item in enumerate(objects[1:], 1):
        before = objects[index - 1].get("activitySegment")
        if "placeVisit" in item and before:
            arrival = before["duration"]["endTimestamp"]
            duration = item["placeVisit"]["duration"]
            duration["startTimestamp"] = max(duration["startTimestamp"], arrival)
    return objects


def write_recording(path, objects):
    """One point a line, so that changes show."""
    lines = []
    for item in objects:
        points = item.get("activitySegment", {}).get("simplifiedRawPath", {}).get("points")
        text = json.dumps(item, separators=(",", ":"))
        if points:
            short = json.dumps(points, separators=(",", ":"))
            text = text.replace(short, short.replace("[{", "[\n{").replace("},{", "},\n{"))
        lines.append(text)
    head = f'{{"about":{json.dumps(ABOUT)},\n"timelineObjects":[\n'
    path.write_text(head + ",\n".join(lines) + "\n]}\n")


def stay_places(days, runs):
    """The places of the stays of each day of one timeline: before, between, after."""
    fixes = defaultdict(list)
    for row in rows("phone-days", "fixes"):
        if row["run"] in runs and float(row["accuracy_m"]) <= STAY_ACCURACY_MAX_M:
            position = (float(row["lat"]), float(row["lon"]))
            fixes[runs[row["run"]]].append((float(row["time_s"]), position))
    seen = {
        name: [
            [here for time, here in fixes[name] if start <= time <= end]
            for start, end in day.stays()
        ]
        for name, day in days.items()
    }

    def median(positions):
        return tuple(round(statistics.median(axis), 6) for axis in zip(*positions))

    pooled = [[here for stays in seen.values() for here in stays[i]] for i in range(3)]
    if len(pooled[0]) < STAY_FIXES_MIN:
        pooled[0] = pooled[2]
    return {
        name: [
            median(own if len(own) >= STAY_FIXES_MIN else pooled[i])
            for i, own in enumerate(stays)
        ]
        for name, stays in seen.items()
    }


def scenario(timeline, name, day):
    local = datetime.fromtimestamp(day.start, ZoneInfo("America/Los_Angeles"))
    trips = {
        "car-bike": "a drive through town, a stay, a ride by bicycle",
        "car-scooter-bus": "a freeway drive, a stay, an e-scooter, a bus and a walk",
    }[timeline]
    # Public places near San Francisco; the freeway and the bus lead through suburbs as well.
    return (
        HEAD
        + f"""#
# Day {name} of the timeline {timeline}, {local:%Y-%m-%d}: {trips}.
odograph: 1
name: MobilityNet {timeline}, day {name}
timeZone: America/Los_Angeles
phone: {{ profile: iphone-6, system: ios-12, battery: 100 %, carried: bag }}
world: {{ area: suburban }}
replay: recordings/{timeline}-day-{name}.json
trackers: [overland-high-resolution]
"""
    )


NIGHT = (
    HEAD
    + """#
# A night of 14 hours in a bookcase, indoors. The study had 76 such phone-nights of 6 to 18 hours.
odograph: 1
name: MobilityNet night indoors
start: 2019-06-13T20:00:00
timeZone: America/Los_Angeles
duration: 14 h
phone: { profile: iphone-6, system: ios-12, battery: 100 %, carried: table }
world: { area: suburban }
places:
  bookcase: { at: [37.390800, -122.086330], radius: 20 m, indoors: true, wifi: Indoors }
day:
  - { stay: bookcase }
trackers: [overland-high-resolution]
"""
)


def pressed(timeline, name, presses):
    """The same day of unit 1, whose screen was lit for each press.

    Presses within half a minute, the time to the automatic lock, are one use of the phone.
    """
    zone, acts, last = ZoneInfo("America/Los_Angeles"), [], -math.inf
    for time, _, _ in sorted(presses):
        if time - last >= 30:
            last = time
            at = datetime.fromtimestamp(time, zone)
            acts.append(f"  - {{ at: {at:%Y-%m-%dT%H:%M:%S}, uses: phone, for: 30 s }}\n")
    return (
        HEAD
        + f"""#
# Day {name} of unit 1, on which the carrier pressed where trips and legs begin and end: its screen was lit for
# that, here for half a minute each time, the time to the automatic lock. By the nights its battery lost
# 4.39 % an hour where a new one lost 3.7 %.
odograph: 1
extends: {timeline}-day-{name}.yaml
name: MobilityNet {timeline}, day {name}, unit 1
phone: {{ batteryHealth: 85 % }}
person:
"""
        + "".join(acts)
    )


# The mode of a leg by its name, and what Core Motion should say of it.
LEGS = {
    "freeway_driving_weekday": ("freeway drive", "automotive"),
    "suburb_city_driving_weekend": ("town drive", "automotive"),
    "suburb_bicycling": ("bicycle", "cycling"),
    "city_escooter": ("scooter", None),
    "city_bus_rapid_transit": ("bus", "automotive"),
    "walk_start": ("short walk", "walking"),
    "walk_end": ("short walk", "walking"),
    "walk_back_from_bus": ("long walk", "walking"),
    "tt_city_escooter_city_bus_rapid_transit": ("transfer walk", "walking"),
    "wait_for_city_bus_rapid_transit": ("wait for bus", None),
}
TRIPS = {
    "freeway_driving_weekday": "freeway",
    "suburb_city_driving_weekend": "town drive",
    "suburb_bicycling": "bicycle",
    "bus trip with e-scooter access": "scooter and bus",
}


def leg_rows(presses):
    """Trips, then legs, as the rows of a file of measurements have them."""
    trips, legs, begun = [], [], {}
    for time, press, what in presses:
        kind = press.split("_")[-1]
        if press.startswith("START"):
            begun[kind] = time
        elif kind == "TRIP":
            trips.append(f"{{ trip: {TRIPS[what]}, from: {begun[kind]}, until: {time} }}")
        elif kind == "SECTION":
            name, right = LEGS[what]
            says = f"activity: {right}, " if right else ""
            legs.append(f"{{ leg: {name}, {says}from: {begun[kind]}, until: {time} }}")
    return trips, legs


def legs_of_measurements(presses):
    """The section `legs:` of mobilitynet-days.yaml."""
    lines = ["legs:"]
    for (timeline, name), own in presses.items():
        trips, legs = leg_rows(own)
        stem = f"  scenarios/{timeline}-day-{name}"
        lines += [f"{stem}.yaml:"] + [f"    - {row}" for row in trips + legs]
        if timeline == "car-scooter-bus":
            lines += [f"{stem}-unit-1.yaml:"] + [f"    - {row}" for row in trips]
    return "\n".join(lines) + "\n"


def replace_legs(presses):
    path = HERE / "mobilitynet-days.yaml"
    text = path.read_text()
    begin, end = text.index("legs:\n"), text.index("rows:\n")
    path.write_text(text[:begin] + legs_of_measurements(presses) + text[end:])


def main():
    RECORDINGS.mkdir(parents=True, exist_ok=True)
    (SCENARIOS / "night-indoors.yaml").write_text(NIGHT)
    presses = defaultdict(list)
    for row in rows("phone-days", "presses"):
        time = round(float(row["time_s"]))
        presses[row["timeline"], row["day"]].append((time, row["press"], row["what"]))
    reference = defaultdict(lambda: defaultdict(list))
    for row in rows("phone-days", "reference"):
        point = (int(float(row["time_s"])), (float(row["lat"]), float(row["lon"])))
        reference[row["timeline"], row["day"]][row["trip"], row["leg"]].append(point)
    with open(DATA / "phone-days" / "runs.csv", newline="") as file:
        runs = list(csv.DictReader(file))
    for timeline in ("car-bike", "car-scooter-bus"):
        days = {
            name: Day(own, reference[kind, name])
            for (kind, name), own in presses.items()
            if kind == timeline
        }
        places = stay_places(
            days, {run["run"]: run["day"] for run in runs if run["timeline"] == timeline}
        )
        for name, day in days.items():
            stem = f"{timeline}-day-{name}"
            objects = delayed(list(day.timeline(places[name])))
            write_recording(RECORDINGS / f"{stem}.json", objects)
            (SCENARIOS / f"{stem}.yaml").write_text(scenario(timeline, name, day))
            if timeline == "car-scooter-bus":
                own = pressed(timeline, name, presses[timeline, name])
                (SCENARIOS / f"{stem}-unit-1.yaml").write_text(own)
    replace_legs(presses)


if __name__ == "__main__":
    main()
