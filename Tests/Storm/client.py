"""Devices that send records and the owner who looks at the pages, each a thread of its own."""

import http.client
import json
import threading
import time

import contracts
import shim

TIMEOUT = 4


class Worker(threading.Thread):
    """A thread over one kept connection to a port of this machine."""

    def __init__(self, world, port, name):
        super().__init__(daemon=True, name=name)
        self.world = world
        self.port = port
        self.connection = None

    def ask(self, method, path, headers, body=None):
        """Returns status, headers and body of the answer, or None if there is none."""
        try:
            if not self.connection:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, TIMEOUT)
            self.connection.request(method, path, body, headers)
            response = self.connection.getresponse()
            return response.status, response.headers, response.read()
        except (OSError, http.client.HTTPException):
            if self.connection:
                self.connection.close()
            self.connection = None
            return None


class Device(Worker):
    """Sends numbered records in order, each batch until it is acknowledged."""

    def __init__(self, world, port, ordinal, token):
        super().__init__(world, port, f"device-{ordinal}")
        self.chance = shim.chance_of(world.seed, "device", ordinal)
        self.contract = contracts.NAMES[ordinal % 8] if ordinal % 8 < 4 else "overland"
        self.token = token
        self.next = 0
        self.is_done = False

    def run(self):
        while not self.world.is_ending:
            if self.chance.random() < 0.06:
                self.send_refused()
            self.send_until_acknowledged(self.draw())
            time.sleep(self.chance.choice([0, 0.01, 0.05, 0.1]))
        self.is_done = True

    def draw(self):
        """Returns the next numbers."""
        is_single = self.contract in ("owntracks", "check-in")
        count = 1 if is_single else self.chance.choice([1, 1, 3, 10, 10, 50])
        numbers = list(range(self.next, self.next + count))
        self.next += count
        return numbers

    def send_until_acknowledged(self, numbers):
        """Sends again what was not acknowledged, maybe with further records, as trackers do."""
        while not self.world.is_over:
            self.world.journal.write("sent", device=self.name, numbers=numbers)
            if self.send(numbers, self.token):
                self.world.journal.write("acknowledged", device=self.name, numbers=numbers)
                return
            time.sleep(0.02 + 0.1 * self.chance.random())
            if len(numbers) > 1 and not self.world.is_ending and self.chance.random() < 0.3:
                numbers = numbers + self.draw()[:50]
                self.next = numbers[-1] + 1

    def send_refused(self):
        """Sends what has to be refused whole: a malformed record, or a wrong token."""
        numbers = self.draw()
        is_foreign = self.chance.random() < 0.5 or self.contract == "http-2xx"
        malformed = None if is_foreign else numbers[self.chance.randrange(len(numbers))]
        token = "a-token-that-is-wrong" if is_foreign else self.token
        self.world.journal.write("forbidden", device=self.name, numbers=numbers)
        if self.send(numbers, token, malformed):
            self.world.fail(f"{self.name}: what has to be refused was acknowledged")

    def send(self, numbers, token, malformed=None):
        call = contracts.request(self.contract, self.name, numbers, token, malformed)
        answer = self.ask(*call)
        # A head that was cut off has no length.
        if not answer or answer[1].get("Content-Length") != str(len(answer[2])):
            return False
        try:
            return contracts.is_acknowledged(self.contract, answer[0], answer[2])
        except ValueError:
            return False


class Owner(Worker):
    """Reads every page and admin call, and queues settings."""

    PATHS = [
        "/", "/login", "/page.css", "/page.js", "/admin/devices", "/nothing",
        "/admin/days?device={}&zone=Europe/Berlin", "/admin/records?device={}",
        "/admin/records?device={}&after=7", "/admin/records?device={}&before=2026-03-02T12:00:30Z",
        "/admin/track?device={}&from=2026-03-02T00:00:00Z&to=2026-03-09T00:00:00Z",
        "/admin/track?device={}&from=yesterday", "/admin/days?device={}&zone=Mars",
    ]

    def __init__(self, world, port, token, device_count):
        super().__init__(world, port, "owner")
        self.chance = shim.chance_of(world.seed, "owner")
        self.headers = {"Authorization": "Bearer " + token}
        self.device_count = device_count

    def run(self):
        while not self.world.is_over:
            device = f"device-{self.chance.randrange(self.device_count)}"
            if self.chance.random() < 0.1:
                self.set(device)
            path = self.chance.choice(self.PATHS).format(device)
            began = time.monotonic()
            answer = self.ask("GET", path, self.headers)
            if answer:
                self.world.judge(path, answer, began)
            time.sleep(0.02)

    def set(self, device):
        """Queues a setting; an answer that did not come may still have queued it."""
        body = json.dumps({"device": device, "set": {"main": {"batch_size": 100}}})
        self.world.journal.write("settings", device=device, numbers=[])
        began = time.monotonic()
        answer = self.ask("POST", "/admin/set", self.headers, body)
        if answer:
            self.world.judge("/admin/set", answer, began)
