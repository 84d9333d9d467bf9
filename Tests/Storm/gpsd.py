"""A gpsd that lies, over JSON on a port of this machine."""

import json
import socket
import threading
import time

import shim

VERSION = {"class": "VERSION", "release": "3.22", "rev": "3.22", "proto_major": 3}
VERSION["proto_minor"] = 14
DEVICE = "/dev/ttyACM0"
LIES = [
    "early", "late", "nan", "range", "partial", "oversize", "garbage", "devices", "deep", "markup",
    "no-time", "no-fix", "wrong-types", "burst", "same-time", "sky", "hang-up", "stranger",
    "silent", "cut-line",
]  # fmt: skip
PLACE = 45.0
STEP = 100_000  # numbers to a degree


def number_of(latitude):
    """Returns the number of the fix that lies at a latitude."""
    return round((latitude - PLACE) * STEP)


class HangUp(Exception):
    """The connection ends here."""


class GPSD:
    """Serves any number of clients, each by a script that (seed, client) draws.

    Each position that it says has a latitude of its own, so that the number of a fix can be found
    again in a store. `honest` holds the numbers said with the true time on a line of their own.
    """

    def __init__(self, seed, log, port=0):
        self.seed = seed
        self.log = log
        self.mode = "silent"
        self.lies = 0.3
        self.lock = threading.Lock()
        self.count = 0
        self.honest = []
        self.told = {}
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        client = 0
        while True:
            try:
                stream, _ = self.listener.accept()
            except OSError:
                return
            stream.settimeout(5)
            threading.Thread(target=self.serve, args=(stream, client), daemon=True).start()
            client += 1

    def close(self):
        self.listener.close()

    def serve(self, stream, client):
        chance = shim.chance_of(self.seed, "gpsd", client)
        self.log(f"gpsd has client {client}")
        try:
            # A tracker gives up on one that never greets it as gpsd does.
            self.say(stream, VERSION)
            stream.recv(4096)
            self.say(stream, {"class": "DEVICES", "devices": [{"path": DEVICE}]})
            while True:
                self.step(stream, chance)
        except (HangUp, OSError):
            pass
        finally:
            self.log(f"gpsd loses client {client}")
            stream.close()

    def step(self, stream, chance):
        if self.mode == "silent":
            stream.settimeout(0.02)
            try:
                if not stream.recv(4096):
                    raise HangUp
            except TimeoutError:
                pass
            stream.settimeout(5)
        elif self.mode == "storm" and chance.random() < self.lies:
            self.lie(stream, chance.choice(LIES), chance)
        else:
            self.tell_truth(stream)
        time.sleep(0.02)

    def tell_truth(self, stream):
        report = self.report()
        self.say(stream, report)
        with self.lock:
            self.honest.append((number_of(report["lat"]), time.monotonic()))

    def report(self, ahead=0.0, **members):
        """Returns a fix at a new place."""
        with self.lock:
            self.count += 1
            number = self.count
            latitude = round(PLACE + number / STEP, 5)
            self.told[number] = latitude
        now = time.time() + ahead
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now))
        stamp += f".{int(now % 1 * 1000):03d}Z"
        report = {"class": "TPV", "device": DEVICE, "mode": 3, "time": stamp}
        return report | {"lat": latitude, "lon": 8.0, "eph": 4.0, "altMSL": 240.0} | members

    def say(self, stream, message):
        stream.sendall(json.dumps(message, separators=(",", ":")).encode() + b"\r\n")

    def lie(self, stream, kind, chance):
        self.log(f"gpsd lies after {self.count} positions: {kind}")
        getattr(self, "say_" + kind.replace("-", "_"))(stream, chance)

    # One method for each lie.

    def say_early(self, stream, chance):
        self.say(stream, self.report(-chance.choice([0.3, 600, 86_400, 1024 * 7 * 86_400])))

    def say_late(self, stream, chance):
        self.say(stream, self.report(chance.choice([30, 3600, 86_400 * 9, 86_400 * 365 * 30])))

    def say_nan(self, stream, chance):
        name = chance.choice(["lat", "lon", "eph", "altMSL"])
        self.say(stream, self.report(**{name: float("nan")}))

    def say_range(self, stream, chance):
        name = chance.choice(["lat", "lon"])
        self.say(stream, self.report(**{name: chance.choice([91, -91, 999, 1e308, -181])}))

    def say_partial(self, stream, chance):
        line = json.dumps(self.report(), separators=(",", ":")).encode() + b"\r\n"
        cut = chance.randrange(1, len(line))
        stream.sendall(line[:cut])
        time.sleep(0.05)
        stream.sendall(line[cut:])

    def say_cut_line(self, stream, chance):
        line = json.dumps(self.report(), separators=(",", ":")).encode()
        stream.sendall(line[: chance.randrange(1, len(line))] + b"\r\n")

    def say_oversize(self, stream, chance):
        size = chance.choice([10_240, 65_535, 65_536, 300_000])
        self.say(stream, self.report(more="x" * size))

    def say_garbage(self, stream, chance):
        stream.sendall(chance.randbytes(chance.choice([1, 100, 5000])) + b"\r\n")

    def say_devices(self, stream, chance):
        count = chance.choice([5, 400, 3000])
        since = "2026-03-02T12:00:00Z"
        paths = [{"path": f"/dev/ttyUSB{n}", "activated": since} for n in range(count)]
        self.say(stream, {"class": "DEVICES", "devices": paths})
        for device in paths[:60]:
            self.say(stream, {"class": "DEVICE", **device})

    def say_deep(self, stream, chance):
        depth = chance.choice([50, 5000, 30_000])
        stream.sendall(b'{"class":"TPV","mode":3,"a":' + b"[" * depth + b"]" * depth + b"}\r\n")

    def say_markup(self, stream, chance):
        # Without a fix, so that no tracker follows this device.
        device = "/dev/<script>alert(1)</script>\u202e\"'&"
        self.say(stream, {"class": "TPV", "device": device, "mode": 1})

    def say_no_time(self, stream, chance):
        report = self.report()
        report["time"] = chance.choice(["", "yesterday", "2026-13-45T99:99:99Z", "9999-99-99"])
        self.say(stream, report)

    def say_no_fix(self, stream, chance):
        self.say(stream, {"class": "TPV", "device": DEVICE, "mode": chance.choice([0, 1, 7, -1])})

    def say_wrong_types(self, stream, chance):
        name = chance.choice(["lat", "mode", "time", "eph", "class"])
        self.say(stream, self.report(**{name: chance.choice([None, [], {}, True, "x", 10**40])}))

    def say_burst(self, stream, chance):
        for _ in range(chance.choice([20, 300])):
            self.say(stream, self.report())

    def say_same_time(self, stream, chance):
        report = self.report()
        self.say(stream, report)
        self.say(stream, self.report(time=report["time"]))

    def say_sky(self, stream, chance):
        satellites = [{"PRN": n, "el": 40, "az": 999, "ss": -3, "used": True} for n in range(200)]
        self.say(stream, {"class": "SKY", "device": DEVICE, "satellites": satellites})

    def say_hang_up(self, stream, chance):
        raise HangUp

    def say_stranger(self, stream, chance):
        stream.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        raise HangUp

    def say_silent(self, stream, chance):
        time.sleep(0.4)
