"""Runs apps against a phone that these tests play over a socket."""

import json
import os
import socket
import subprocess
import sys
import textwrap
import unittest
from typing import Any, Dict, List

PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SECOND = 1_000_000_000


class PlayedPhone:
    """The phone's end of the link: it sends events, and collects the app's calls."""

    def __init__(self, app: str, seed: int = 7) -> None:
        ours, theirs = socket.socketpair()
        # Descriptor 3 is what the phone hands to an app.
        source = (
            f"import os, sys; os.dup2({theirs.fileno()}, 3); sys.path.insert(0, {PACKAGE!r})\n"
            + "from odograph.app import *\n" + textwrap.dedent(app))
        self.process = subprocess.Popen(
            [sys.executable, "-c", source], pass_fds=[theirs.fileno()],
            stderr=subprocess.PIPE,
            env={"ODOGRAPH_LINK": "3", "ODOGRAPH_CLOCKS": f"{1000 * SECOND},{SECOND},{seed}"})
        theirs.close()
        self.socket = ours
        self.lines = ours.makefile("rwb")
        self.number = 0

    def send(self, event: str, uptime: int = 1, **members: Any) -> List[Dict[str, Any]]:
        """Reports an event, and returns the app's calls up to and with `done`."""
        self.write(
            event=event, wall=(999 + uptime) * SECOND, uptime=uptime * SECOND, **members)
        calls = []
        while True:
            line = self.lines.readline()
            if not line:
                return calls
            call = json.loads(line)
            calls.append(call)
            if call["call"] == "done":
                return calls
            if call["call"] == "makeLocationManager":
                self.number += 1
                self.write(result=self.number)
            elif call["call"] in ("property", "value"):
                self.write(result=0.5 if call["call"] == "property" else None)

    def write(self, **message: Any) -> None:
        self.lines.write(json.dumps(message).encode() + b"\n")
        self.lines.flush()

    def close(self) -> str:
        self.lines.close()
        self.socket.close()
        _, errors = self.process.communicate(timeout=20)
        return errors.decode()


class AppTests(unittest.TestCase):
    def play(self, app: str) -> PlayedPhone:
        phone = PlayedPhone(app)
        self.addCleanup(phone.close)
        return phone

    def test_a_kept_position_goes_back_as_it_came(self) -> None:
        phone = self.play("""
            def launched(phone):
                manager = phone.location_manager()
                manager.on_locations = lambda found: [phone.keep(each) for each in found]
                manager.start_updating_location()
            run(launched)
        """)
        names = [call["call"] for call in phone.send("launch", reason="user", background=False)]
        self.assertEqual(names, ["makeLocationManager", "startUpdatingLocation", "done"])
        # The time has nanoseconds that a number of seconds in a double would lose.
        position = {"latitude": 52.5, "longitude": 13.4, "accuracy": 5.0, "time": 1700000000123456789}
        calls = phone.send("locations", manager=1, locations=[position])
        self.assertEqual([call["call"] for call in calls], ["recordsByCall", "keep", "done"])
        self.assertEqual(calls[1]["location"], position)

    def test_timers_ask_for_the_time_at_which_they_are_due(self) -> None:
        phone = self.play("""
            def launched(phone):
                phone.every(10, lambda: phone.note("ten"))
                phone.after(25, lambda: phone.note("once"))
                phone.after(5, lambda: phone.note("never")).cancel()
            run(launched)
        """)
        self.assertEqual(phone.send("launch")[-1]["next"], 11 * SECOND)
        # At 26 s the timers of 11 s (once, though it is late) and of 26 s are due.
        calls = phone.send("time", uptime=26)
        self.assertEqual([call.get("text") for call in calls[:-1]], ["ten", "once"])
        self.assertEqual(calls[-1]["next"], 36 * SECOND)

    def test_clocks_and_chance_follow_the_phone(self) -> None:
        app = """
            import random, time, uuid
            def launched(phone):
                phone.note(f"{time.time()} {time.monotonic()} {phone.now().timestamp()}")
                phone.note(f"{random.random()} {uuid.uuid4()}")
            run(launched)
        """
        notes = []
        for seed in (7, 7, 8):
            phone = PlayedPhone(app, seed)
            notes.append([call.get("text") for call in phone.send("launch")][:2])
            phone.close()
        self.assertEqual(notes[0][0], "1000.0 1.0 1000.0")
        self.assertEqual(notes[0], notes[1])
        self.assertNotEqual(notes[0][1], notes[2][1])

    def test_a_sleep_and_a_thread_end_the_run_with_the_reason(self) -> None:
        for line, word in (("time.sleep(1)", "time.sleep"), ("threading.Thread().start()", "thread")):
            phone = self.play(f"""
                import threading, time
                def launched(phone):
                    {line}
                run(launched)
            """)
            call = phone.send("launch")[-1]
            self.assertEqual(call["call"], "refuse")
            self.assertIn(word, call["reason"])

    def test_an_exception_ends_the_process_with_a_traceback(self) -> None:
        phone = PlayedPhone("run(lambda phone: 1 / 0)")
        self.assertEqual(phone.send("launch"), [])
        self.assertIn("ZeroDivisionError", phone.close())
        self.assertEqual(phone.process.returncode, 1)

    def test_settings_of_the_description_are_texts_by_name(self) -> None:
        phone = self.play('run(lambda phone: phone.note(phone.settings["every"]))')
        self.assertEqual(phone.send("launch", settings={"every": "300"})[0]["text"], "300")

    def test_without_a_phone_it_says_what_to_type(self) -> None:
        source = f"import sys; sys.path.insert(0, {PACKAGE!r}); from odograph.app import run; run(print)"
        ended = subprocess.run(
            [sys.executable, "-c", source], capture_output=True, text=True, env={}, check=False)
        self.assertEqual(ended.returncode, 2)
        self.assertIn("odograph run SCENARIO --app PATH", ended.stderr)


if __name__ == "__main__":
    unittest.main()
