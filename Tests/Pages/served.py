#!/usr/bin/env python3
"""Checks the pages that the program serves, with records that this script sends.

  Tests/Pages/served.py PROGRAM [--screenshots FOLDER]

Starts `odograph serve` and logs in as a person does, and `odograph live --map` with a gpsd that
this script plays. Every view has to pass check.py, and the page has to show what was sent.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import browser
import check

TOKENS = {"ODOGRAPH_DEVICE_TOKEN": "d" * 40, "ODOGRAPH_ADMIN_TOKEN": "a" * 40}
DENVER = datetime.timezone(datetime.timedelta(hours=-7))
# Five points to the north, 0.002 degrees apart: 4 × 222.06 m at a latitude of 39.74 on WGS 84.
POINTS = 5
STEP_DEGREES = 0.002
SHOWN = ["Distance 888 m", "Records 5", "Altitude there 1604 m", "America/Denver", "17:04",
         "39.74800°, \u2212104.99000°", "Trip in progress since",
         # Of the day's 144 ten-minute intervals the hiker's five minutes fill one, 0.7 %.
         "Completeness", "hiker 0 % 0 % 0 % 0 % 0 % 0 % 1 %"]


def main():
    options = arguments()
    problems = []
    with tempfile.TemporaryDirectory() as folder, browser.Pool(1) as pool:
        with pool.browser() as chromium:
            for pages in [served, live]:
                problems += pages(options.program.resolve(), folder, chromium, options.screenshots)
    for line in problems:
        print(line)
    sys.exit(1 if problems else 0)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--screenshots", type=pathlib.Path, help="Write a PNG of each view here")
    return parser.parse_args()


def views(chromium, name, address, screenshots):
    """Yields the problems of every view of a page."""
    for view in check.VIEWS:
        lines = list(check.view_problems(chromium, address, view))
        label = " ".join(map(str, view[::-1]))
        print(f"{'ok  ' if not lines else 'FAIL'} {name} {label}", flush=True)
        yield from (f"{name}, {label}: {line}" for line in lines)
        if screenshots:
            check.write(screenshots, f"{name} {label}.png", chromium.screenshot())


def text(chromium):
    """Returns the words of the page, with one space between them."""
    parts = "[...document.querySelectorAll('main, p#zone, pre')]"
    return " ".join(chromium.evaluate(f"{parts}.map((part) => part.innerText).join(' ')").split())


def wait(chromium, words):
    """Waits until the page shows the words; returns a problem if it does not within 20 s."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if words in text(chromium):
            return None
        time.sleep(0.2)
    return f"the page does not show {words!r}: {text(chromium)[:600]}"


class Program:
    """A command that runs until the end of the block."""

    def __init__(self, *words):
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=os.environ | TOKENS)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=30)

    def address(self):
        """Returns the first address that the command prints."""
        for line in self.process.stdout:
            found = re.search(r"http://127\.0\.0\.1:\d+/\S*", line)
            if found:
                return found.group()
        raise RuntimeError("the command prints no address")


# The receiver

def served(program, folder, chromium, screenshots):
    store = f"{folder}/received.sqlite"
    with Program(program, "serve", "--port", "0", "--store", store) as server:
        page = server.address()
        send(page, "", [feature(0, 600, timezone="Europe/Berlin")])
        # Ten minutes at a place, and then 666 m from it.
        send(page, "walker", [feature(step, seconds, timezone="America/Denver")
                              for step, seconds in [(0, 0), (0, 600), (3, 900)]])
        send(page, "hiker", [feature(i, 60 * i, trip_id="t1", timezone="America/Denver")
                             for i in range(POINTS)])
        problems = list(views(chromium, "login", page, screenshots))
        chromium.driver.find_element("id", "token").send_keys("a" * 40 + "\n")
        problem = wait(chromium, "Altitude there")
        if problem:
            return problems + ["serve: " + problem]
        shown = text(chromium)
        shown += " " + chromium.evaluate("document.getElementById('zone').selectedOptions[0].text")
        problems += [f"serve: {words!r} is not shown: {shown[:900]}"
                     for words in SHOWN if words not in shown]
        if "Unnamed device" not in shown:
            problems.append("serve: the device without a name has no name on the page")
        chromium.evaluate("document.getElementById('settings').open = true;"
                          "document.querySelector('#settings-form select').value = 'significant'")
        chromium.driver.find_element("css selector", "#settings-form button").click()
        problems += [f"serve: {problem}" for problem in
                     filter(None, [wait(chromium, "Queued: the next 1 answer")])]
        chromium.driver.find_element("css selector", "button[data-device=dwalker]").click()
        problems += [f"serve: {problem}" for problem in filter(None, [wait(
            chromium, "Status away from the day's most-visited place since 17:15")])]
        return problems + list(views(chromium, "serve", page, screenshots))


def feature(step, seconds, **properties):
    """Returns a record of 17:00 in Denver and some seconds, north of its center."""
    moment = datetime.datetime(2026, 3, 2, 17, 0, tzinfo=DENVER)
    moment += datetime.timedelta(seconds=seconds)
    return {
        "type": "Feature",
        "geometry": {"type": "Point", "coordinates": [-104.99, 39.74 + STEP_DEGREES * step]},
        "properties": {
            "timestamp": moment.astimezone(datetime.timezone.utc).isoformat(),
            "altitude": 1600 + step, "horizontal_accuracy": 5, "vertical_accuracy": 3,
            "speed": 3.7, "battery_level": 0.8, "motion": ["cycling"], **properties},
    }


def send(page, device, features):
    for one in features:
        one["properties"]["device_id"] = device
    request = urllib.request.Request(
        page + "overland", data=json.dumps({"locations": features}).encode(),
        headers={"Authorization": "Bearer " + "d" * 40, "Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        assert json.load(answer) == {"result": "ok"}


# Live tracking

def live(program, folder, chromium, screenshots):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=play, args=[listener], daemon=True).start()
        port = listener.getsockname()[1]
        with Program(program, "live", "--gpsd", f"127.0.0.1:{port}", "--map", "--map-port", "0",
                     "--plain", "--store", f"{folder}/live/records.sqlite",
                     "--time-zone", "America/Denver") as phone:
            page = phone.address()
            chromium.open(page, *check.VIEWS[0])
            problems = list(filter(None, [wait(chromium, "America/Denver"),
                                          wait(chromium, "39.74")]))
            return problems + list(views(chromium, "live", page, screenshots))


def play(listener):
    """Plays gpsd: a receiver that moves to the north, one report each second."""
    client, _ = listener.accept()
    with client:
        say(client, {"class": "VERSION", "release": "3.25", "proto_major": 3, "proto_minor": 15})
        say(client, {"class": "DEVICES", "devices": [
            {"class": "DEVICE", "path": "/dev/ttyACM0", "driver": "u-blox",
             "activated": stamp()}]})
        step = 0
        try:
            while True:
                say(client, {"class": "TPV", "device": "/dev/ttyACM0", "mode": 3, "time": stamp(),
                             "lat": 39.74 + 1e-5 * step, "lon": -104.99, "altMSL": 1609,
                             "eph": 4, "epx": 3, "epy": 3, "epv": 6, "speed": 1.1, "track": 0})
                say(client, {"class": "SKY", "device": "/dev/ttyACM0", "uSat": 9, "nSat": 12,
                             "satellites": []})
                step += 1
                time.sleep(1)
        except OSError:
            pass


def stamp():
    now = datetime.datetime.now(datetime.timezone.utc)
    return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def say(client, report):
    client.sendall((json.dumps(report) + "\n").encode())


if __name__ == "__main__":
    main()
