"""A world: its folder, its log, its journal and what went wrong in it."""

import os
import subprocess
import threading
import time

import checkers
import pages
import processes
from journal import Journal, pairs

STATUSES = {200, 303, 400, 401, 403, 404, 405, 408, 413, 431, 500, 503, 507}
SLACK = 1.5  # seconds that trouble may last after a fault was taken back


class World:
    """The part that every kind of world has."""

    def __init__(self, plan, binary, library, folder):
        self.plan = plan
        self.seed = plan.seed
        self.binary = binary
        self.library = library
        self.folder = folder
        os.makedirs(folder)
        self.born = self.began = time.monotonic()
        self.lock = threading.Lock()
        self.faults = []
        self.known = []
        self.journal = Journal(os.path.join(folder, "journal.jsonl"))
        self.is_ending = False
        self.is_over = False
        self.is_closed = False
        self.disturbances = 0
        self.calm_since = self.began
        self.slept = 0
        self.mounted = None
        self.balloon = None
        for line in plan.lines():
            self.log(line)

    def programs(self):
        """Returns the programs under test."""
        return [getattr(self, name) for name in ("server", "tracker") if hasattr(self, name)]

    def end_processes(self):
        for program in self.programs():
            if program.is_running():
                program.kill()

    def summary(self):
        """Returns the records that were acknowledged, in words."""
        lines = self.journal.read()
        count = len(pairs(lines, "kept")) + sum(
            len(line["identities"]) for line in lines if line["event"] == "tracked"
        )
        known = "".join(f"; KNOWN: {words}" for words in sorted(set(self.known)))
        return f"{count} records{known}"

    def log(self, text):
        """Writes what happened, and when; nothing once the world is closed."""
        if self.is_closed:
            return
        with self.lock, open(os.path.join(self.folder, "log.txt"), "a") as file:
            file.write(f"{time.monotonic() - self.began:7.3f} {text}\n")

    def fail(self, text):
        """Notes a fault; the world goes on."""
        self.log("FAULT: " + text)
        with self.lock:
            if text not in self.faults and len(self.faults) < 20:
                self.faults.append(text)

    def take(self, faults):
        for fault in faults:
            self.fail(fault)

    def judge(self, path, answer, began):
        """Notes an answer that no server may give."""
        status, headers, body = answer
        fault = pages.fault(path, status, headers, body)
        if status not in STATUSES:
            fault = f"status {status}"
        if status >= 500 and self.is_calm_since(began):
            fault = f"status {status} while nothing was wrong: {body[:200]!r}"
        if fault:
            self.fail(f"{path.split('?')[0]}: {fault}")

    def is_calm_since(self, moment):
        """Returns true if no fault was active from a moment on, nor just before it."""
        return not self.disturbances and moment > self.calm_since + SLACK

    def disturb(self):
        self.disturbances += 1

    def calm(self):
        self.disturbances -= 1
        self.calm_since = time.monotonic()

    def wait_until(self, at):
        """Sleeps until a time of the plan."""
        time.sleep(max(0, self.began + at - time.monotonic()))

    def play(self):
        """Runs the events of the plan, each at its time and by the method of its kind."""
        self.began = time.monotonic()
        self.proxy.trouble = self.plan.trouble
        for event in self.plan.events:
            self.wait_until(event.at)
            self.log(str(event))
            self.disturb()
            getattr(self, event.kind.replace("-", "_"))(event)
            self.calm()

    def restart_server(self):
        self.server.start()
        if not self.server.wait():
            self.fail(f"the server did not start: status {self.server.died()}")

    # A full disk that is one.

    def small_disk(self, path, size="16m"):
        """Mounts a small file system at a new folder, if this account may."""
        os.makedirs(path)
        command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "storm", path]
        if subprocess.run(command, capture_output=True).returncode == 0:
            self.mounted = path
        else:
            print("storm: no small disk, for mount is refused here")

    def fill(self):
        """Takes what room the small disk has."""
        self.balloon = os.path.join(self.mounted, "balloon")
        with open(self.balloon, "wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                pass

    def drain(self):
        if self.balloon and os.path.exists(self.balloon):
            os.remove(self.balloon)

    def close(self):
        self.is_closed = True
        if self.mounted:
            subprocess.run(["umount", "-l", self.mounted], check=False)

    def check_secrets(self):
        """Looks for tokens in all files, and for files that others may read."""
        secrets = [processes.DEVICE_TOKEN, processes.ADMIN_TOKEN]
        self.take(checkers.no_secrets(self.folder, secrets))
        for place, _, names in os.walk(self.folder):
            stores = [os.path.join(place, name) for name in names if ".sqlite" in name]
            self.take(checkers.only_owner_reads(*stores))
