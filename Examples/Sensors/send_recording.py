#!/usr/bin/env python3
"""Sends a recorded acceleration to `odograph live --sensors tcp://HOST:PORT`, in real time.

    python3 Examples/Sensors/send_recording.py walk.csv 127.0.0.1:5555

The recording is a CSV file, possibly gzipped, with the columns x, y and z in m/s2 or in g. The
times are in seconds in a column t_s. Without it, --hertz gives the number of rows a second.
"""
import argparse
import csv
import gzip
import json
import socket
import sys
import time


def rows(path, hertz):
    """Yields the seconds since the first row, and the acceleration."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", newline="") as file:
        first = None
        for number, row in enumerate(csv.DictReader(file)):
            row = {name.removesuffix("_g").removesuffix("_mps2"): row[name] for name in row}
            at = float(row["t_s"]) if "t_s" in row else number / hertz
            vector = [float(row[axis]) for axis in "xyz"]
            if not any(vector):
                continue  # The sensor had not started.
            first = at if first is None else first
            yield at - first, vector


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("recording")
    parser.add_argument("address", help="host:port")
    parser.add_argument("--hertz", type=float, default=50, help="rows a second (default: 50)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="end after this time")
    parser.add_argument("--token", help="the token of --sensor-token-file")
    options = parser.parse_args()
    host, _, port = options.address.rpartition(":")
    with socket.create_connection((host, int(port))) as connection:
        if options.token:
            connection.sendall(json.dumps({"token": options.token}).encode() + b"\n")
        start = time.time()
        for at, (x, y, z) in rows(options.recording, options.hertz):
            if at > options.seconds:
                break
            time.sleep(max(0, start + at - time.time()))
            reading = {
                "name": "accelerometeruncalibrated",
                "time": int((start + at) * 1e9),
                "values": {"x": x, "y": y, "z": z},
            }
            connection.sendall(json.dumps(reading).encode() + b"\n")


if __name__ == "__main__":
    try:
        main()
    except (OSError, KeyError, ValueError) as error:
        sys.exit(f"send_recording.py: {type(error).__name__}: {error}")
