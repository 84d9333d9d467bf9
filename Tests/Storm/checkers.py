"""Judges stores, journals and files after the fact, with none of the program's own code."""

import os
import shutil
import sqlite3
import tempfile

import contracts
from journal import pairs


def copied(store):
    """Returns a folder with a copy of a store and its log, so that reading changes nothing."""
    folder = tempfile.mkdtemp(prefix="storm-copy-")
    for ending in ("", "-wal", "-journal"):
        if os.path.exists(store + ending):
            shutil.copyfile(store + ending, os.path.join(folder, "copy" + ending))
    return folder


def read_store(store, query):
    """Returns faults of the file, and the rows of a query; no rows from a damaged file."""
    folder = copied(store)
    try:
        database = sqlite3.connect(os.path.join(folder, "copy"))
        database.text_factory = lambda data: data.decode("utf-8", "replace")
        word = database.execute("PRAGMA integrity_check").fetchone()[0]
        faults = [] if word == "ok" else [f"integrity_check says {word}"]
        has = database.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'record'")
        rows = database.execute(query).fetchall() if has.fetchone()[0] else []
        database.close()
        return faults, rows
    except sqlite3.Error as error:
        return [f"the store cannot be read: {error}"], []
    finally:
        shutil.rmtree(folder)


def received(store):
    """Returns faults, and rows of number, device, source, recordCount and lastNumber."""
    return read_store(
        store,
        "SELECT number, device, source, recordCount, lastNumber FROM record"
        " LEFT JOIN device ON name = device ORDER BY number",
    )


def numbered(rows):
    """Returns (arrival, device, sequence number) of each row."""
    return [
        (row[0], row[1], number) for row in rows for number in contracts.numbers_of(bytes(row[2]))
    ]


def acknowledged_is_stored(lines, rows):
    """Fails where an acknowledged record is not in the store."""
    stored = {(device, number) for _, device, number in numbered(rows)}
    missing = sorted(pairs(lines, "acknowledged", "kept") - stored)
    if missing:
        return [f"{len(missing)} acknowledged records are not stored, such as {missing[:3]}"]
    return []


def none_twice(rows):
    """Fails where a record is stored twice."""
    seen, twice = set(), []
    for _, device, number in numbered(rows):
        if (device, number) in seen:
            twice.append((device, number))
        seen.add((device, number))
    return [f"{len(twice)} records are stored twice, such as {twice[:3]}"] if twice else []


def in_order(rows):
    """Fails where a device's records were not taken in the order in which it sent them."""
    last = {}
    for arrival, device, number in numbered(rows):
        if number < last.get(device, -1):
            return [f"{device}: record {number} came after {last[device]} (row {arrival})"]
        last[device] = number
    return []


def nothing_else(lines, rows):
    """Fails where a record is stored that was not sent, or that had to be refused."""
    sent, forbidden = pairs(lines, "sent"), pairs(lines, "forbidden")
    stored = {(device, number) for _, device, number in numbered(rows)}
    faults = []
    if stored & forbidden:
        faults.append(f"refused records are stored, such as {sorted(stored & forbidden)[:3]}")
    if stored - sent - forbidden:
        faults.append(f"records that were not sent: {sorted(stored - sent - forbidden)[:3]}")
    if len(numbered(rows)) != len(rows):
        faults.append(f"{len(rows)} rows have {len(numbered(rows))} numbers in their sources")
    return faults


def counts_agree(rows):
    """Fails where the table of devices tells other counts than the records."""
    counts, last = {}, {}
    for row in rows:
        counts[row[1]] = counts.get(row[1], 0) + 1
        last[row[1]] = max(last.get(row[1], 0), row[0])
    told = {row[1]: (row[3], row[4]) for row in rows}
    return [
        f"{device} has {counts[device]} records up to {last[device]}, its row says {told[device]}"
        for device in sorted(counts)
        if told[device] != (counts[device], last[device])
    ]


def settings_once(lines):
    """Fails where a device was given more settings than were queued for it."""
    faults = []
    for device in sorted({line["device"] for line in lines if line["event"] == "set"}):
        queued = sum(line["event"] == "settings" and line["device"] == device for line in lines)
        given = sum(line["event"] == "set" and line["device"] == device for line in lines)
        if given > queued:
            faults.append(f"{device} was given {given} settings of {queued}")
    return faults


def receiver_store(store, lines):
    """Returns all faults of a receiver's store against a journal of numbered records."""
    faults, rows = received(store)
    return (
        faults + acknowledged_is_stored(lines, rows) + none_twice(rows) + in_order(rows)
        + nothing_else(lines, rows) + counts_agree(rows) + settings_once(lines)
    )  # fmt: skip


def no_secrets(folder, secrets, allowed=()):
    """Fails where a file under the folder holds a secret in the clear."""
    faults = []
    for place, _, names in os.walk(folder):
        for name in sorted(names):
            path = os.path.join(place, name)
            if name in allowed or not os.path.isfile(path):
                continue
            with open(path, "rb") as file:
                data = file.read()
            faults += [f"{path} holds a token" for secret in secrets if secret.encode() in data]
    return faults


def only_owner_reads(*paths):
    """Fails where another account may read a file."""
    return [
        f"{path} has mode {os.stat(path).st_mode & 0o777:o}"
        for path in paths
        if os.path.exists(path) and os.stat(path).st_mode & 0o077
    ]
