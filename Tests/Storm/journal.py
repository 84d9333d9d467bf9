"""The journal of a world: each line is written before or after what it tells of."""

import json
import threading
import time


class Journal:
    """A file of JSON lines, written by many threads."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.file = open(path, "a", encoding="utf-8")
        self.start = time.monotonic()

    def write(self, event, **members):
        """Appends a line and hands it to the system before it returns."""
        line = {"at": round(time.monotonic() - self.start, 3), "event": event, **members}
        with self.lock:
            self.file.write(json.dumps(line) + "\n")
            self.file.flush()

    def read(self):
        """Returns all lines so far."""
        with self.lock, open(self.path, encoding="utf-8") as file:
            return [json.loads(line) for line in file]


def pairs(lines, *events):
    """Returns the set of (device, sequence number) that such lines name."""
    return {
        (line["device"], number)
        for line in lines
        if line["event"] in events
        for number in line["numbers"]
    }
