"""Requests of each server contract, and the numbers of the records in them.

Each record carries a sequence number of its device under a name of its own. Checkers find it again
in the bytes that the store keeps of the record, and so need no part of the receiver's own key.
"""

import base64
import json
import re
import time
import urllib.parse

BASE = 1_772_452_800  # 2026-03-02T12:00:00Z
NAMES = ["overland", "http-2xx", "owntracks", "check-in"]
NUMBER = re.compile(rb'(?:"storm_number": ?|[?&]storm_number=)(\d+)')


def stamp(number):
    """Returns the time of a record, a quarter of a second after the one before."""
    seconds = time.gmtime(BASE + number // 4)
    return time.strftime("%Y-%m-%dT%H:%M:%S", seconds) + f".{number % 4 * 25:02d}Z"


def feature(device, number, is_malformed=False):
    """Returns one feature of Overland's format."""
    longitude = 400 if is_malformed else round(8 + number / 100_000, 6)
    return {
        "type": "Feature",
        "geometry": {"type": "Point", "coordinates": [longitude, 47.5]},
        "properties": {
            "timestamp": stamp(number),
            "device_id": device,
            "horizontal_accuracy": 5,
            "storm_number": number,
        },
    }


def request(contract, device, numbers, token, malformed=None):
    """Returns method, path, headers and body that send the numbers."""
    headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
    if contract in ("overland", "http-2xx"):
        body = {"locations": [feature(device, n, n == malformed) for n in numbers]}
        return "POST", "/" + contract, headers, json.dumps(body).encode()
    number = numbers[0]
    if contract == "owntracks":
        pair = base64.b64encode(f"{token}:".encode()).decode()
        headers["Authorization"] = "Basic " + pair
        message = {"_type": "location", "lat": 47.5, "lon": round(8 + number / 100_000, 6)}
        message |= {"tst": BASE + number, "topic": "owntracks/" + device, "storm_number": number}
        if number == malformed:
            del message["lat"]
        return "POST", "/pub", headers, json.dumps(message).encode()
    query = {"userId": device, "latitude": 47.5, "longitude": round(8 + number / 100_000, 6)}
    query |= {"event": "check-in", "time": BASE + number, "storm_number": number}
    if number == malformed:
        query["latitude"] = "north"
    return "GET", "/check-in?" + urllib.parse.urlencode(query), headers, None


def numbers_of(source):
    """Returns the sequence numbers in a record's or a request's bytes."""
    return [int(number) for number in NUMBER.findall(source)]


def is_acknowledged(contract, status, body):
    """Returns true for the one answer that lets a tracker drop its records."""
    if status != 200:
        return False
    if contract == "owntracks":
        return body == b"[]"
    return contract == "http-2xx" or json.loads(body).get("result") == "ok"
