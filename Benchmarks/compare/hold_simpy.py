"""The hold model on SimPy: see Benchmarks/Sources/Bench/HoldModel.swift, which this mirrors.

Usage: hold_simpy.py PENDING EVENTS
Prints events per second and, as proof of the same work, the instant of the last event.
"""

import math
import sys
import time

import simpy

TABLE_SIZE = 1 << 16
MASK64 = (1 << 64) - 1


def split_mix_64(state):
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    return z ^ (z >> 31)


def exponential_increments():
    """Returns nanoseconds, mean one second, drawn before the clock starts to time only the queue."""
    table = []
    for index in range(TABLE_SIZE):
        word = split_mix_64((index + 1) * 0x9E3779B97F4A7C15 & MASK64)
        uniform = (word >> 11) * 2.0**-53
        table.append(int(-math.log(1 - uniform) * 1e9))
    return table


def main():
    pending, events = int(sys.argv[1]), int(sys.argv[2])
    table = exponential_increments()
    environment = simpy.Environment()
    scheduled = 0
    delivered = 0
    finished = environment.event()

    # A callback on a timeout is faster than a process that yields timeouts: SimPy at its best.
    def hold(_):
        nonlocal scheduled, delivered
        delivered += 1
        if delivered == events:
            finished.succeed()
        environment.timeout(table[scheduled & (TABLE_SIZE - 1)]).callbacks.append(hold)
        scheduled += 1

    for _ in range(pending):
        environment.timeout(table[scheduled & (TABLE_SIZE - 1)]).callbacks.append(hold)
        scheduled += 1
    start = time.perf_counter()
    environment.run(until=finished)
    seconds = time.perf_counter() - start
    print(f"{events / seconds:.0f} {environment.now}")


main()
