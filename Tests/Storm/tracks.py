"""Judges a receiver's store against what a gpsd said and a real tracker sent."""

import calendar
import time

import checkers
import gpsd

WAITING = "SELECT identifier, timestamp, kind, latitude, longitude FROM record WHERE isWaiting"
RECEIVED = "SELECT number, timestamp, type, latitude, longitude FROM record ORDER BY number"


def nanoseconds(stamp):
    """Returns the time of an ISO 8601 text in UTC as nanoseconds since 1970."""
    whole, _, fraction = stamp.rstrip("Z").partition(".")
    seconds = calendar.timegm(time.strptime(whole, "%Y-%m-%dT%H:%M:%S"))
    return seconds * 1_000_000_000 + int(fraction.ljust(9, "0")[:9] or 0)


def waiting(store):
    """Returns faults of a tracker's store, and its waiting positions as (time, latitude)."""
    faults, rows = checkers.read_store(store, WAITING)
    # Stamps go out in milliseconds.
    return faults, {(row[1] // 1_000_000, row[3]) for row in rows if row[2] == 0}


def places(rows):
    return [(row[1] // 1_000_000, row[3]) for row in rows if row[2] == "location"]


def acknowledged_is_stored(lines, rows):
    """Fails where the receiver acknowledged a tracker's record that it has not."""
    stored = {(row[1], row[2], row[3]) for row in rows}
    sent = {
        (nanoseconds(stamp), kind, latitude)
        for line in lines
        if line["event"] == "tracked"
        for stamp, kind, _, latitude in line["identities"]
    }
    missing = sorted(sent - stored)
    if missing:
        return [f"{len(missing)} acknowledged records are not stored, such as {missing[:3]}"]
    return []


def recorded_is_received(recorded, rows):
    """Fails where a tracker's store held a position that never came to the receiver."""
    missing = sorted(recorded - set(places(rows)))
    if missing:
        return [f"{len(missing)} recorded positions were not received, such as {missing[:3]}"]
    return []


def said_by_gpsd(told, rows):
    """Fails for a position that no receiver said."""
    known = set(told.values())
    foreign = sorted({latitude for _, latitude in places(rows)} - known)
    return [f"positions that gpsd did not say: {foreign[:3]}"] if foreign else []


def in_order(rows):
    """Fails where positions arrived in another order than gpsd said them, each first time."""
    last, seen = -1, set()
    for _, latitude in places(rows):
        number = gpsd.number_of(latitude)
        if number in seen:
            return [f"fix {number} is stored twice"]
        if number < last:
            return [f"fix {number} came after fix {last}"]
        last = number
        seen.add(number)
    return []


def honest_is_received(numbers, rows):
    """Fails where an honest fix, said while nothing was wrong, did not come to the receiver."""
    got = {gpsd.number_of(latitude) for _, latitude in places(rows)}
    missing = sorted(set(numbers) - got)
    if missing:
        return [f"{len(missing)} honest fixes were not received, such as {missing[:3]}"]
    return []
