"""Hands each checker a doctored store, journal or page, and expects it to complain."""

import email.message
import json
import os
import shutil
import sqlite3
import tempfile

import checkers
import contracts
import pages
import schedule
import shim
import tracks

TABLES = """
CREATE TABLE record (number INTEGER PRIMARY KEY, device TEXT, source BLOB);
CREATE TABLE device (name TEXT PRIMARY KEY, recordCount INTEGER, lastNumber INTEGER);
"""
DEVICE = "device-0"


def store(folder, numbers, count=None):
    """Makes a store that holds these numbers in this order, and returns its path."""
    path = os.path.join(folder, "store.sqlite")
    if os.path.exists(path):
        os.remove(path)
    database = sqlite3.connect(path)
    database.executescript(TABLES)
    for number in numbers:
        source = json.dumps(contracts.feature(DEVICE, number)).encode()
        database.execute("INSERT INTO record (device, source) VALUES (?, ?)", (DEVICE, source))
    told = len(numbers) if count is None else count
    database.execute("INSERT INTO device VALUES (?, ?, ?)", (DEVICE, told, len(numbers)))
    database.commit()
    database.close()
    return path


def line(event, *numbers):
    return {"event": event, "device": DEVICE, "numbers": list(numbers)}


# The sound case first; each of the others doctors one thing.
SENT = [line("sent", 1, 2, 3), line("acknowledged", 1, 2), line("kept", 1, 2, 3)]
STORES = [
    ("", [1, 2, 3], None, SENT),
    ("not stored", [1, 2], None, SENT),
    ("stored twice", [1, 2, 3, 3], None, SENT),
    ("came after", [2, 1, 3], None, SENT),
    ("not sent", [1, 2, 3, 4], None, SENT),
    ("refused records", [1, 2, 3, 9], None, SENT + [line("forbidden", 9)]),
    ("its row says", [1, 2, 3], 4, SENT),
    ("settings", [1, 2, 3], None, SENT + [line("set")]),
]


def judge_stores(folder):
    """Yields (what is expected, what a checker said) for each doctored store."""
    for expected, numbers, count, lines in STORES:
        yield expected, checkers.receiver_store(store(folder, numbers, count), lines)
    path = store(folder, range(2000))
    with open(path, "r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xff" * 8192)
    yield "integrity_check|cannot be read", checkers.received(path)[0]


def judge_files(folder):
    path = os.path.join(folder, "log.txt")
    for expected, text, mode in [("", "fine", 0o600), ("a token", "is s3cret?", 0o600)]:
        with open(path, "w") as file:
            file.write(text)
        yield expected, checkers.no_secrets(folder, ["s3cret"])
        os.chmod(path, mode)
        yield "", checkers.only_owner_reads(path)
    os.chmod(path, 0o644)
    yield "mode 644", checkers.only_owner_reads(path)


SECOND = 1_772_452_800_000_000_000
FIXES = [(1, SECOND, "location", 45.00001, 8), (2, SECOND, "location", 45.00002, 8)]
TOLD = {1: 45.00001, 2: 45.00002}
TRACKED = [{"event": "tracked", "identities": [["2026-03-02T12:00:00.000Z", "location", 8, 45.1]]}]


def judge_tracks():
    milliseconds = SECOND // 1_000_000
    yield "", tracks.in_order(FIXES)
    yield "came after fix 2", tracks.in_order(FIXES[::-1])
    yield "stored twice", tracks.in_order(FIXES + FIXES)
    yield "", tracks.said_by_gpsd(TOLD, FIXES)
    yield "did not say", tracks.said_by_gpsd({1: 45.00001}, FIXES)
    yield "", tracks.honest_is_received([1, 2], FIXES)
    yield "honest", tracks.honest_is_received([1, 3], FIXES)
    yield "", tracks.recorded_is_received({(milliseconds, 45.00001)}, FIXES)
    yield "were not received", tracks.recorded_is_received({(milliseconds, 45.5)}, FIXES)
    yield "not stored", tracks.acknowledged_is_stored(TRACKED, FIXES)
    yield "", tracks.acknowledged_is_stored(TRACKED, [(1, SECOND, "location", 45.1, 8)])


PAGE = "<!doctype html><html><head><title>a</title></head><body><p>b<br></body></html>"
ANSWERS = [
    ("", 200, "text/html", PAGE, 0),
    ("unbalanced", 200, "text/html", PAGE.replace("</title>", ""), 0),
    ("unbalanced", 200, "text/html", PAGE.replace("</body></html>", ""), 0),
    ("placeholder", 200, "text/html", PAGE.replace("b<br>", "{{access}}"), 0),
    ("doctype", 200, "text/html", PAGE[15:], 0),
    ("", 200, "application/json", '{"result":"ok"}', 0),
    ("no JSON", 200, "application/json", '{"result":', 0),
    ("no JSON", 200, "application/json", '{"distanceMeters":NaN}', 0),
    ("recordCount", 200, "application/json", '[{"recordCount":-1}]', 0),
    ("announced", 200, "application/json", "{}", 1),
    ("of type", 500, "text/plain", "trouble", 0),
]


def judge_pages():
    for expected, status, kind, text, excess in ANSWERS:
        headers = email.message.Message()
        headers["Content-Type"] = kind
        headers["Content-Length"] = str(len(text) + excess)
        fault = pages.fault("/admin", status, headers, text.encode())
        yield expected, [fault] if fault else []
    yield "UTF-8", [pages.fault("/admin", 200, {"Content-Length": "1"}, b"\xff")]
    text = {"Content-Length": "0", "Content-Type": "text/html"}
    yield "Content-Security-Policy", [pages.fault("/", 200, text, b"")]


def judge_crash(folder):
    """Yields the outcomes of a loss of power: what was synced stays, the rest may go."""
    path, shadow = os.path.join(folder, "file"), os.path.join(folder, "shadow")
    for name, data in ((path, b"new" * 2000), (shadow, b"old" * 1000)):
        with open(name, "wb") as file:
            file.write(data)
    shim.crash(path, shadow, shim.chance_of(1), 0.0)
    yield "", [] if shim.read(path) == b"old" * 1000 else ["unsynced bytes outlive a crash"]


def covers(seeds):
    """Returns the kinds of events that no plan of these seeds has."""
    kinds = {event.kind for seed in seeds for event in schedule.Plan(seed).events}
    return sorted((set(schedule.RECEIVER) | set(schedule.TRACKER)) - kinds)


def run(seeds):
    """Returns what is wrong with the checkers; nothing if each fails where it should."""
    complaints = []
    folder = tempfile.mkdtemp(prefix="storm-self-")
    judged = 0
    for group in (
        judge_stores(folder), judge_tracks(), judge_pages(), judge_crash(folder),
        judge_files(tempfile.mkdtemp(dir=folder)),
    ):  # fmt: skip
        for expected, said in group:
            judged += 1
            words = expected.split("|")
            has = any(word in fault for fault in said for word in words)
            if bool(said) != bool(expected) or (expected and not has):
                complaints.append(f"storm: expected {expected or 'no fault'!r}, found {said}")
    shutil.rmtree(folder)
    again = [schedule.Plan(seeds[0]).lines() for _ in range(2)]
    if again[0] != again[1] or again[0] == schedule.Plan(seeds[0] + 1).lines():
        complaints.append("storm: a plan is no function of its seed")
    for kind in covers(seeds):
        complaints.append(f"storm: no fixed seed has the event {kind}")
    print(f"storm: {judged} doctored cases judged")
    return complaints
