#!/usr/bin/env python3
"""Measures how many requests a served receiver answers, over kept connections on loopback.

Example: Tests/Storm/load.py .build/release/odograph --clients 8 --batch 50 --seconds 10
"""

import argparse
import multiprocessing
import os
import socket
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import contracts  # noqa: E402
import processes  # noqa: E402


def requests(device, batch):
    """Yields requests of records that no other request has."""
    number = 0
    while True:
        numbers = range(number, number + batch)
        call = contracts.request("overland", device, numbers, processes.DEVICE_TOKEN)
        head = f"{call[0]} {call[1]} HTTP/1.1\r\nHost: localhost\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in call[2].items())
        head += f"Content-Length: {len(call[3])}\r\n\r\n"
        yield head.encode() + call[3]
        number += batch


def answer(stream):
    """Reads one answer; returns true if it acknowledges."""
    data = b""
    while b"\r\n\r\n" not in data or not data.endswith(b"}"):
        part = stream.recv(65536)
        if not part:
            return False
        data += part
    return data.startswith(b"HTTP/1.1 200") and b'"result":"ok"' in data


def client(port, name, batch, seconds, results):
    """Sends one request after the other, and reports the times that answers took."""
    spans, failures = [], 0
    stream = socket.create_connection(("127.0.0.1", port), 30)
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    end = time.monotonic() + seconds
    for request in requests(name, batch):
        if time.monotonic() >= end:
            break
        start = time.perf_counter()
        stream.sendall(request)
        if not answer(stream):
            failures += 1
            break
        spans.append(time.perf_counter() - start)
    results.put((spans, failures))


def percentile(spans, share):
    """Returns the nearest rank, in milliseconds."""
    return 1000 * spans[min(len(spans) - 1, int(share * len(spans)))]


def measure(port, options):
    """Runs all clients, and prints the figures."""
    results = multiprocessing.Queue()
    start = time.monotonic()
    clients = [
        multiprocessing.Process(
            target=client,
            args=(port, f"load-{n}", options.batch, options.seconds, results),
        )
        for n in range(options.clients)
    ]
    for one in clients:
        one.start()
    parts = [results.get(timeout=options.seconds + 60) for _ in clients]
    span = time.monotonic() - start
    spans = sorted(value for part, _ in parts for value in part)
    failures = sum(count for _, count in parts)
    print(
        f"{options.clients} clients, {options.batch} records a request, {span:.1f} s:"
        f" {len(spans) / span:.0f} requests/s, {options.batch * len(spans) / span:.0f} records/s,"
        f" p50 {percentile(spans, 0.5):.2f} ms, p99 {percentile(spans, 0.99):.2f} ms,"
        f" {failures} failures"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    port = processes.free_port()
    tokens = {
        "ODOGRAPH_DEVICE_TOKEN": processes.DEVICE_TOKEN,
        "ODOGRAPH_ADMIN_TOKEN": processes.ADMIN_TOKEN,
    }
    with tempfile.TemporaryDirectory(prefix="storm-load-") as folder:
        command = [options.binary, "serve", "--port", str(port), "--store", folder + "/l.sqlite"]
        server = subprocess.Popen(
            command, env={**os.environ, **tokens}, stdout=subprocess.PIPE, text=True
        )
        try:
            server.stdout.readline()
            measure(port, options)
        finally:
            server.terminate()
            server.wait(30)


if __name__ == "__main__":
    main()
