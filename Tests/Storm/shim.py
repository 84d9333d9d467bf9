"""Builds the library of faults, and sets faults while a process runs."""

import mmap
import os
import random
import struct
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
# The order of the enumeration in faults.c.
FIELDS = {
    name: position
    for position, name in enumerate(
        "realtime_offset boottime_offset write_error write_every write_short sync_error sync_every"
        " sync_delay truncate_error open_error torn_in torn_permille sync_death_in".split()
    )
}
COUNTS = {"writes": 16, "syncs": 17, "faults": 18, "opened": 19}
SECTOR = 512


def build(folder):
    """Compiles faults.c into the folder, and returns the library's path."""
    library = os.path.join(folder, "faults.so")
    source = os.path.join(HERE, "faults.c")
    subprocess.run(
        ["cc", "-O1", "-Wall", "-Wno-nonnull-compare", "-shared", "-fPIC", source, "-o", library]
        + ["-ldl", "-lpthread"],
        check=True,
    )
    return library


class Shim:
    """The faults of one program, kept over its restarts."""

    def __init__(self, library, folder, name, store):
        self.library = library
        self.store = os.path.realpath(os.path.dirname(store)) + "/" + os.path.basename(store)
        self.shadow = os.path.join(folder, name + ".shadow")
        os.makedirs(self.shadow, exist_ok=True)
        self.path = os.path.join(folder, name + ".control")
        with open(self.path, "wb") as file:
            file.write(bytes(8 * 32))
        with open(self.path, "r+b") as file:
            self.map = mmap.mmap(file.fileno(), 8 * 32)

    def environment(self):
        """Returns what a process has to be started with."""
        return {
            "LD_PRELOAD": self.library,
            "STORM_CONTROL": self.path,
            "STORM_STORE": self.store,
            "STORM_SHADOW": self.shadow,
        }

    def set(self, **values):
        """Sets fields, each one at once."""
        for name, value in values.items():
            struct.pack_into("<q", self.map, 8 * FIELDS[name], value)

    def heal(self):
        """Takes back all faults but the clocks' offsets."""
        self.set(**{name: 0 for name in FIELDS if not name.endswith("_offset")})

    def count(self, name):
        """Returns a count that the processes kept."""
        return struct.unpack_from("<q", self.map, 8 * COUNTS[name])[0]

    def lose_power(self, chance):
        """Leaves of the store what reached the disk, and of the rest sectors drawn by chance.

        The process has to be dead. `chance` is a generator that only this call uses.
        """
        folder, start = os.path.split(self.store)
        kept_share = chance.choice([0.0, 0.5, 0.9])
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            if name.endswith("-shm") and name.startswith(start):
                os.remove(path)
            elif name in (start, start + "-wal", start + "-journal"):
                crash(path, os.path.join(self.shadow, name), chance, kept_share)


def crash(path, shadow, chance, kept_share):
    """Overwrites a file by a mixture of its synced and its written sectors."""
    written = read(path)
    synced = read(shadow)
    size = len(written) if chance.random() < kept_share else len(synced)
    mixed = bytearray(size)
    for start in range(0, size, SECTOR):
        source = written if chance.random() < kept_share else synced
        part = source[start : min(start + SECTOR, size)]
        mixed[start : start + len(part)] = part
    with open(path, "wb") as file:
        file.write(mixed)
    if os.path.exists(shadow):
        with open(shadow, "wb") as file:
            file.write(mixed)


def read(path):
    """Returns a file's bytes, none for a missing file."""
    if not os.path.exists(path):
        return b""
    with open(path, "rb") as file:
        return file.read()


def chance_of(*key):
    """Returns a generator that depends on the key alone."""
    return random.Random("/".join(str(part) for part in key))
