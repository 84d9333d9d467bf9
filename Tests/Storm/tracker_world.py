"""A real tracker on a gpsd that lies, and a receiver behind a network that fails."""

import errno
import os
import re
import subprocess
import threading
import time

import checkers
import client
import gpsd
import processes
import proxy
import shim
import tracks
from world import World

DRAIN = 20  # seconds that the tracker has to send what waits once all faults are over
HONEST = 25  # fixes that end a world


class TrackerWorld(World):
    """One tracker and one server, each killed and started again, with a store each."""

    def build(self):
        for name in ("disk", "app"):
            os.makedirs(os.path.join(self.folder, name))
        self.store = os.path.join(self.folder, "disk", "received.sqlite")
        self.app = os.path.join(self.folder, "app", "records.sqlite")
        self.server_shim = shim.Shim(self.library, self.folder, "server", self.store)
        self.tracker_shim = shim.Shim(self.library, self.folder, "tracker", self.app)
        self.server = processes.Server(self, self.binary, self.store, self.server_shim)
        self.proxy = proxy.Proxy(self.seed, self.server.port, self.journal, self.judge)
        self.gpsd = gpsd.GPSD(self.seed, self.log)
        self.recorded = set()
        self.tracker = processes.Program(
            self, "tracker", self.tracker_arguments(),
            {"ODOGRAPH_DEVICE_TOKEN": processes.DEVICE_TOKEN}, self.tracker_shim,
        )  # fmt: skip
        self.reader = threading.Thread(target=self.read_pages, daemon=True)

    def tracker_arguments(self):
        server = f"http://127.0.0.1:{self.proxy.port}/overland"
        address = f"127.0.0.1:{self.gpsd.port}"
        return [
            self.binary, "live", "--plain", "--wait", "--map", "--gpsd", address,
            "--server", server, "--store", self.app, "--every", "0 s", "--set", "deviceID=live",
            "--set", "sendInterval=1 s",
        ]  # fmt: skip

    def run(self):
        """Runs the plan, and judges what is left."""
        self.build()
        self.server.start()
        self.tracker.start()
        if not self.server.wait():
            self.fail("the server did not start")
            return
        self.await_tracker()
        self.gpsd.mode = "storm"
        self.reader.start()
        self.play()
        self.finish()

    def await_tracker(self, seconds=15):
        """Waits until the tracker answers on its control socket."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.tracker.is_running():
            if self.send("status")[0] == 0:
                return
            time.sleep(0.05)
        self.tracker.judge_end()
        if self.tracker.is_running():
            self.fail(f"the tracker does not answer within {seconds} s of its start")

    def send(self, word):
        """Asks the tracker from another process; returns status and what that printed."""
        command = [self.binary, "live", "--send", word, "--store", self.app]
        environment = {**os.environ, "HOME": self.folder}
        done = subprocess.run(
            command, capture_output=True, env=environment, cwd=self.folder, timeout=30
        )
        return done.returncode, done.stdout + done.stderr

    def finish(self):
        """Takes back all faults; then a few honest fixes and all that waits have to arrive."""
        self.heal()
        time.sleep(0.3)
        self.revive()
        # A trip keeps fewer fixes.
        self.send("trip-stop")
        self.send("tracking-on")
        numbers = self.await_honest()
        self.gpsd.mode = "silent"
        self.await_empty(numbers)
        self.end_in_order()
        self.check(numbers)

    def heal(self):
        for one in (self.server_shim, self.tracker_shim):
            one.heal()
            one.set(realtime_offset=0)
        self.proxy.trouble = 0
        self.proxy.is_down = False
        self.gpsd.mode = "honest"

    def end_in_order(self):
        self.is_ending = self.is_over = True
        self.reader.join(15)
        status = self.tracker.terminate()
        if status not in (0, None):
            self.fail(f"the tracker ended with {status} on SIGTERM")
        if self.server.terminate() not in (0, None):
            self.fail("the server did not end with 0 on SIGTERM")
        self.gpsd.close()
        self.proxy.close()

    def await_honest(self):
        """Returns the numbers of the last honest fixes, said to a tracker that listens."""
        end = time.monotonic() + DRAIN
        while time.monotonic() < end:
            start = time.monotonic()
            time.sleep(0.5)
            with self.gpsd.lock:
                said = [number for number, at in self.gpsd.honest if at > start]
            if len(said) >= HONEST // 2:
                return said
        self.fail("the tracker does not come back to gpsd")
        return []

    def await_empty(self, numbers):
        """Waits until the tracker has recorded the last fixes, and sent all that waited."""
        end = time.monotonic() + DRAIN
        left = None
        while time.monotonic() < end:
            faults, left = tracks.waiting(self.app)
            rows = checkers.read_store(self.store, tracks.RECEIVED)[1]
            if not left and not faults and not tracks.honest_is_received(numbers, rows):
                return
            self.send("send-now")
            time.sleep(0.3)
        if left:
            self.fail(f"{len(left)} positions wait {DRAIN} s after the last fault")

    def check(self, numbers):
        faults, rows = checkers.read_store(self.store, tracks.RECEIVED)
        self.take(faults)
        self.take(tracks.waiting(self.app)[0])
        self.take(tracks.acknowledged_is_stored(self.journal.read(), rows))
        self.take(tracks.recorded_is_received(self.recorded, rows))
        self.take(tracks.said_by_gpsd(self.gpsd.told, rows))
        self.take(tracks.in_order(rows))
        self.take(tracks.honest_is_received(numbers, rows))
        aside = [name for name in os.listdir(os.path.dirname(self.app)) if "damaged" in name]
        if aside:
            self.fail(f"a sound store was set aside: {aside}")
        self.check_secrets()
        self.log(f"network: {self.proxy.done}; gpsd said {self.gpsd.count} positions")
        for one in (self.server_shim, self.tracker_shim):
            if one.count("opened") == 0:
                self.fail("the library of faults saw no store")

    def read_pages(self):
        """Reads the page of the map, at the address that the tracker told last."""
        chance = shim.chance_of(self.seed, "reader")
        while not self.is_over:
            time.sleep(0.1)
            with open(self.tracker.err, encoding="utf-8") as file:
                told = re.findall(r"The map is at http://127.0.0.1:(\d+)(/\S+/)", file.read())
            if not told:
                continue
            path = told[-1][1] + chance.choice(["", "state", "live.js", "live.css", "nothing"])
            reader = client.Worker(self, int(told[-1][0]), "reader")
            began = time.monotonic()
            answer = reader.ask("GET", path, {})
            if answer:
                self.judge("map/" + path.rsplit("/", 1)[1], answer, began)

    # One method for each kind of event of schedule.TRACKER.

    def kill_tracker(self, event):
        self.tracker.kill()
        self.snapshot()
        self.restart_tracker()

    def snapshot(self):
        """Remembers what the dead tracker's store holds."""
        faults, positions = tracks.waiting(self.app)
        self.take(faults)
        self.recorded |= positions

    def restart_tracker(self):
        self.tracker.start()
        self.await_tracker()

    def revive(self):
        """Starts again what ended by itself, after judging that."""
        if not self.server.is_running():
            self.server.judge_end()
            self.restart_server()
        if not self.tracker.is_running():
            self.tracker.judge_end()
            self.restart_tracker()

    def kill_server(self, event):
        self.server.kill()
        time.sleep(event.span)
        self.restart_server()

    def term_tracker(self, event):
        status = self.tracker.terminate()
        if status not in (0, None):
            self.fail(f"the tracker ended with {status} on SIGTERM")
        self.snapshot()
        self.restart_tracker()

    def torn_tracker(self, event):
        self.tracker_shim.set(torn_permille=event.permille, torn_in=event.count)
        end = time.monotonic() + 1.5
        while self.tracker.is_running() and time.monotonic() < end:
            time.sleep(0.01)
        self.tracker_shim.heal()
        self.kill_tracker(event)

    def power_tracker(self, event):
        """Takes the power from a tracker, whose last records may go with it."""
        self.tracker.kill()
        self.tracker_shim.lose_power(shim.chance_of(self.seed, "power", event.at))
        self.recorded = set()
        self.snapshot()
        self.restart_tracker()

    def power_server(self, event):
        self.server.kill()
        self.server_shim.lose_power(shim.chance_of(self.seed, "power", event.at))
        self.restart_server()

    def full_tracker(self, event):
        values = {"write_every": 1, "write_short": event.short, "write_error": errno.ENOSPC}
        self.pass_by(event, self.tracker, self.tracker_shim, values)

    def full_server(self, event):
        values = {"write_every": 1, "write_short": event.short, "write_error": errno.ENOSPC}
        self.pass_by(event, self.server, self.server_shim, values)

    def io_tracker(self, event):
        values = {"write_every": event.every, "write_error": errno.EIO}
        self.pass_by(event, self.tracker, self.tracker_shim, values)

    def pass_by(self, event, program, faults, values):
        """Lets a fault last, and expects the program to outlive it."""
        faults.set(**values)
        time.sleep(event.span)
        faults.heal()
        self.revive()

    def clock_tracker(self, event):
        self.tracker_shim.set(realtime_offset=event.clock)

    def clock_server(self, event):
        self.server_shim.set(realtime_offset=event.clock)

    def sleep_tracker(self, event):
        """Lets the machine sleep; the clock that counts it never goes back."""
        self.slept += event.sleep
        self.tracker_shim.set(boottime_offset=self.slept)

    def network_down(self, event):
        self.proxy.is_down = True
        time.sleep(event.span)
        self.proxy.is_down = False

    def ask(self, event):
        """Gives a command, which may be refused with 3 as things are."""
        self.revive()
        status, text = self.send(event.word)
        if status not in (0, 3):
            self.fail(f"--send {event.word} ended with {status}: {text[:200]!r}")
