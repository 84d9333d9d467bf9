"""A phone that the tests play over a socket, by the page of the protocol."""

import json
import os
import re
import socket
import subprocess
import sys
import textwrap
from typing import Any, Dict, List, NamedTuple, Set

PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PAGE = os.path.join(PACKAGE, "../Docs/reference/protocol.md")
SECOND = 1_000_000_000


class Form(NamedTuple):
    """The members of a message in the protocol's page."""

    members: Set[str]
    has_result: bool


def forms(table: str) -> Dict[str, Form]:
    """Reads a table of the protocol's page: its messages by name."""
    with open(PAGE, encoding="utf-8") as page:
        text = page.read().split(f"<!-- table: {table} -->")[1].split("<!-- end -->")[0]
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| `")]
    return {
        row[0].strip("`"): Form(set(re.findall(r"`(\w+)`", row[1])), bool(row[2].strip()))
        for row in rows
    }


CALLS = forms("calls")
EVENTS = forms("events")


class PlayedPhone:
    """The phone's end of the link: it sends events, and collects the app's calls."""

    def __init__(self, app: str, seed: int = 7, before: str = "") -> None:
        """Starts the app. The lines `before` run before it imports the package."""
        ours, theirs = socket.socketpair()
        # Descriptor 3 is what the phone hands to an app.
        source = (
            f"{before}\nimport os, sys\nos.dup2({theirs.fileno()}, 3)\n"
            + f"sys.path.insert(0, {PACKAGE!r})\nfrom odograph.app import *\n"
            + textwrap.dedent(app))
        self.process = subprocess.Popen(
            [sys.executable, "-c", source], pass_fds=[theirs.fileno()],
            stderr=subprocess.PIPE,
            env={"ODOGRAPH_LINK": "3", "ODOGRAPH_CLOCKS": f"{1000 * SECOND},{SECOND},{seed}"})
        theirs.close()
        # An app that hangs fails its test, and does not stop it.
        ours.settimeout(20)
        self.socket = ours
        self.lines = ours.makefile("rwb")
        #: The results of calls, by name; those that are missing are null.
        self.results: Dict[str, Any] = {"makeLocationManager": 1, "property": 0.5}
        #: The app's first line.
        self.hello: Dict[str, Any] = {}

    def send(self, event: str, uptime: int = 1, **members: Any) -> List[Dict[str, Any]]:
        """Reports an event, and returns the app's calls up to and with `done`."""
        self.write(
            event=event, wall=(999 + uptime) * SECOND, uptime=uptime * SECOND, **members)
        calls: List[Dict[str, Any]] = []
        while True:
            line = self.lines.readline()
            if not line:
                return calls
            call = json.loads(line)
            if call["call"] == "hello":
                self.hello = call
                continue
            calls.append(call)
            if call["call"] == "done":
                return calls
            if CALLS[call["call"]].has_result:
                self.write(result=self.results.get(call["call"]))

    def write(self, **message: Any) -> None:
        self.lines.write(json.dumps(message).encode() + b"\n")
        self.lines.flush()

    def close(self) -> str:
        self.lines.close()
        self.socket.close()
        try:
            _, errors = self.process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            _, errors = self.process.communicate()
        return errors.decode()
