"""The faults of a world: a pure function of its seed."""

import errno

import shim

DAY = 86_400_000_000_000
SPAN = 4.5  # seconds in which faults begin
RECEIVER = [
    "kill", "kill", "kill", "term", "power", "power", "power", "torn", "torn", "sync-death", "full",
    "full", "io-write", "io-sync", "slow", "clock", "sleep", "early-kill", "full-start", "open",
    "network-down",
]
TRACKER = [
    "kill-tracker", "kill-tracker", "kill-server", "term-tracker", "torn-tracker", "full-tracker",
    "full-server", "io-tracker", "clock-tracker", "clock-server", "sleep-tracker", "network-down",
    "ask", "ask", "power-tracker", "power-server",
]
CLOCKS = [-DAY * 365 * 40, -DAY, -3_600_000_000_000, -1_500_000_000, 2_000_000_000, DAY * 9]
CLOCKS += [DAY * 365 * 80]


class Event:
    """One fault: what begins when, and its own figures."""

    def __init__(self, at, kind, chance):
        self.at = at
        self.kind = kind
        self.span = round(chance.uniform(0.1, 0.9), 3)
        self.clock = chance.choice(CLOCKS)
        self.sleep = chance.choice([60, 3600, 5 * 86_400]) * 1_000_000_000
        self.count = chance.randrange(1, 60)
        self.permille = chance.randrange(0, 1001)
        self.every = chance.choice([1, 1, 2, 5])
        self.short = chance.choice([0, 1])
        self.error = chance.choice([errno.ENOSPC, errno.EIO])
        self.word = chance.choice(
            ["status", "send-now", "trip-start:car", "trip-stop", "tracking-off", "tracking-on"]
        )

    def __str__(self):
        return f"{self.at:.2f} s {self.kind} (count {self.count}, span {self.span})"


class Plan:
    """All that a seed decides before a world begins."""

    def __init__(self, seed):
        chance = shim.chance_of(seed, "plan")
        self.seed = seed
        self.kind = chance.choice(["receiver", "receiver", "tracker"])
        self.devices = chance.choice([2, 4, 8, 12])
        self.trouble = chance.choice([0.0, 0.05, 0.3])
        self.small_disk = chance.random() < 0.25
        kinds = RECEIVER if self.kind == "receiver" else TRACKER
        count = chance.randrange(3, 8)
        times = sorted(round(chance.uniform(0.3, SPAN), 2) for _ in range(count))
        self.events = [Event(at, chance.choice(kinds), chance) for at in times]

    def lines(self):
        """Returns the plan in words."""
        head = f"{self.kind} world, {self.devices} devices, network trouble {self.trouble}"
        head += ", small disk" if self.small_disk else ""
        return [head] + [str(event) for event in self.events]
