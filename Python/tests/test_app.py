"""Runs apps against a phone that these tests play over a socket."""

import subprocess
import sys
import unittest
from typing import List

from played_phone import PACKAGE, SECOND, PlayedPhone


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
        position = {"latitude": 52.5, "longitude": 13.4, "accuracy": 5.0,
                    "time": 1700000000123456789}
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

    def notes(self, app: str, seed: int = 7, before: str = "") -> List[str]:
        """Returns the notes of an app's launch."""
        phone = PlayedPhone(app, seed, before)
        self.addCleanup(phone.close)
        calls = phone.send("launch")
        self.assertEqual(calls[-1]["call"], "done", calls)
        return [call["text"] for call in calls[:-1]]

    def test_every_clock_is_the_phones_also_under_a_name_of_before(self) -> None:
        before = "from datetime import datetime as Early; from time import time as early, gmtime"
        lines = self.notes("""
            import datetime, time
            def launched(phone):
                phone.note(f"{time.time()} {time.time_ns()} {early()} {phone.now().timestamp()}")
                phone.note(f"{time.monotonic()} {time.perf_counter_ns()} {time.process_time()}")
                phone.note(f"{time.clock_gettime(time.CLOCK_MONOTONIC)}")
                phone.note(f"{Early.now().timestamp()} {Early.utcnow()} {datetime.date.today()}")
                phone.note(f"{datetime.datetime.today().timestamp()} {Early is datetime.datetime}")
                phone.note(f"{datetime.datetime.now(datetime.timezone.utc).isoformat()}")
                phone.note(f"{gmtime().tm_min} {time.strftime('%Y')} {time.ctime()[-4:]}")
            run(launched)
        """, before=before)
        # The phone's clock shows 1000 s after 1970-01-01T00:00:00Z, 1 s after its start.
        self.assertEqual(lines, [
            "1000.0 1000000000000 1000.0 1000.0", "1.0 1000000000 1.0", "1.0",
            "1000.0 1970-01-01 00:16:40 1970-01-01", "1000.0 True", "1970-01-01T00:16:40+00:00",
            "16 1970 1970",
        ])

    def test_chance_follows_the_seed(self) -> None:
        app = """
            import os, random, secrets, tempfile, uuid
            def launched(phone):
                phone.note(f"{random.random()} {random.Random().random()} {secrets.token_hex()}")
                random.seed()
                phone.note(f"{random.random()} {uuid.uuid4()} {os.urandom(4)} {draw(4)}")
                phone.note(str(next(tempfile._get_candidate_names())))
            run(launched)
        """
        before = "from os import urandom as draw"
        same, again, other = (self.notes(app, seed, before) for seed in (7, 7, 8))
        self.assertEqual(same, again)
        for one, two in zip(same, other):
            self.assertNotEqual(one, two)

    def test_a_sleep_lets_the_phones_time_pass_while_events_wait(self) -> None:
        for line in (
            "time.sleep(30)", "threading.Event().wait(30)", "asyncio.run(asyncio.sleep(30))",
        ):
            phone = self.play(f"""
                import asyncio, threading, time
                def launched(phone):
                    phone.on_act = lambda name, parameters: phone.note(name)
                    phone.note(f"{{time.time()}}")
                    {line}
                    phone.note(f"{{time.time()}}")
                run(launched)
            """)
            calls = phone.send("launch")
            self.assertEqual(calls[0]["text"], "1000.0", line)
            # The uptime at the launch is 1 s.
            self.assertEqual(calls[-1], {"call": "done", "next": 31 * SECOND}, line)
            # An event in the middle of the sleep waits for its end.
            calls = phone.send("act", uptime=11, name="tap", parameters={})
            self.assertEqual(calls, [{"call": "done", "next": 31 * SECOND}], line)
            calls = phone.send("time", uptime=31)
            self.assertEqual([call.get("text") for call in calls], ["1030.0", "tap", None], line)

    def test_a_sleep_before_the_launch_waits_for_the_launch(self) -> None:
        phone = self.play("import time; time.sleep(5); run(lambda phone: phone.note('launched'))")
        self.assertEqual(phone.send("launch"), [{"call": "done", "next": 6 * SECOND}])
        self.assertEqual(phone.send("time", uptime=6)[0]["text"], "launched")

    def test_what_needs_another_thread_ends_the_run_with_the_reason(self) -> None:
        for line, word in (
            ("threading.Thread().start()", "starts a thread"),
            ("threading.Event().wait()", "waits for another thread"),
            ("asyncio.run(forever())", "without end"),
        ):
            phone = self.play(f"""
                import asyncio, threading
                async def forever():
                    await asyncio.Event().wait()
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

    def test_a_python_whose_clock_cannot_be_replaced_ends_the_run(self) -> None:
        phone = PlayedPhone("", before="import sys; sys.implementation.name = 'other'")
        self.addCleanup(phone.close)
        call = phone.send("launch")[-1]
        self.assertEqual(call["call"], "refuse")
        self.assertIn("use CPython", call["reason"])

    def test_a_crash_loses_no_call_before_it(self) -> None:
        phone = self.play("""
            import os
            def launched(phone):
                phone.note("before")
                os._exit(1)
            run(launched)
        """)
        self.assertEqual(phone.send("launch"), [{"call": "note", "text": "before"}])

    def test_settings_of_the_description_are_texts_by_name(self) -> None:
        phone = self.play('run(lambda phone: phone.note(phone.settings["every"]))')
        self.assertEqual(phone.send("launch", settings={"every": "300"})[0]["text"], "300")

    def test_without_a_phone_it_says_what_to_type(self) -> None:
        source = (
            f"import sys; sys.path.insert(0, {PACKAGE!r})\n"
            "from odograph.app import run; run(print)")
        ended = subprocess.run(
            [sys.executable, "-c", source], capture_output=True, text=True, env={}, check=False)
        self.assertEqual(ended.returncode, 2)
        self.assertIn("odograph run SCENARIO --app PATH", ended.stderr)


if __name__ == "__main__":
    unittest.main()
