"""Draws sites by seed, the same number from every room, and reads the list of equivalents."""

import random
from dataclasses import dataclass

from sites import Site, sites

ROOMS = {
    "kernel": ("EventKernel", "Timekeeping", "Geodesy", "World"),
    "phone": ("SimulatedPhone", "PhoneProfiles", "ModelParameters", "MotionSensing"),
    "engine": ("TrackingEngine",),
    "receiver": ("Receiver", "ReceiverService"),
    "evaluation": ("Evaluation", "Statistics"),
    "readers": ("Recordings", "Text", "Scenarios/Input"),
    "campaigns": ("RunObservation", "Simulation", "Experiments", "Campaigns"),
}


@dataclass
class Mutant:
    number: int
    seed: int
    room: str
    site: Site

    def module(self):
        return self.site.file.split("/")[1]


def room_sites(root, room):
    """Every site of a room, in the order of its files."""
    found = []
    for folder in ROOMS[room]:
        for path in sorted((root / "Sources" / folder).rglob("*.swift")):
            name = path.relative_to(root).as_posix()
            found += sites(name, path.read_text(encoding="utf-8"))
    return found


class Draw:
    """The mutants of some seeds. One that does not compile gives way to the next of its room."""

    def __init__(self, root, seeds, count):
        self.mutants, self.dropped = [], []
        self.waiting = {}
        every = {room: room_sites(root, room) for room in ROOMS}
        for seed in seeds:
            for room, found in every.items():
                shuffled = list(found)
                random.Random(f"{seed} {room}").shuffle(shuffled)
                self.waiting[seed, room] = shuffled
            rooms = list(ROOMS)
            for index in range(count):
                self.take(seed, rooms[index % len(rooms)])

    def take(self, seed, room):
        """Draws one more site of a room, unless it shares text with one that is drawn already."""
        queue = self.waiting[seed, room]
        while queue:
            site = queue.pop(0)
            others = [each.site for each in self.mutants] + [each.site for each in self.dropped]
            if not any(site.overlaps(other) for other in others):
                number = len(self.mutants) + len(self.dropped) + 1
                self.mutants.append(Mutant(number, seed, room, site))
                return

    def drop(self, mutant):
        """Leaves out a mutant that does not compile, and draws another in its place."""
        self.mutants.remove(mutant)
        self.dropped.append(mutant)
        self.take(mutant.seed, mutant.room)


FIELDS = ("file", "line", "change", "why")


def equivalents(path):
    """The changes that no run can see, by file, text of the line and change, with their reasons."""
    listed = {}
    blocks = path.read_text(encoding="utf-8").split("\n\n") if path.exists() else []
    for block in blocks:
        lines = [line for line in block.strip().split("\n") if not line.startswith("#")]
        if not any(lines):
            continue
        entry = dict(line.split(": ", 1) for line in lines)
        if tuple(entry) != FIELDS:
            raise SystemExit(f"{path}: found {list(entry)}, expected the fields {FIELDS}: {block}")
        listed[entry["file"], entry["line"], entry["change"]] = entry["why"]
    return listed


def stale(root, listed):
    """The entries whose file no longer has such a line with such a change."""
    texts = {}
    for file in sorted({key[0] for key in listed}):
        path = root / file
        found = sites(file, path.read_text(encoding="utf-8")) if path.exists() else []
        texts[file] = {(each.source, each.change()) for each in found}
    return [key for key in listed if (key[1], key[2]) not in texts[key[0]]]


def reason(listed, mutant):
    site = mutant.site
    return listed.get((site.file, site.source, site.change()))
