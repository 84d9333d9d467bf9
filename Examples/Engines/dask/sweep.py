#!/usr/bin/env python3
"""Runs a sweep or a study on a Dask cluster. Each shard is a task; another worker runs those of a
lost one.

    sweep.py plan.yaml --shards 100 --output results                       two workers on this machine
    sweep.py plan.yaml --shards 100 --output results --scheduler tcp://head:8786
    sweep.py --study study.yaml --shards 100 --output results

Every worker must see plan, scenarios and --output under the same path, and needs the same odograph.
A complete shard is not run again, so the same command, started again, finishes the rest.
"""

import argparse
import contextlib
import logging
import os
import signal
import subprocess
import sys

BAD_INPUT = 2
FAILURE = 3
TOLD_FAILURES = 10
INTERRUPTED = 130


def live_shard(odograph, kind, plan, out, index, count):
    """Runs one shard on the worker. Raises errors for which a retry may help. Returns a message for
    others, such as a mistake in the plan, or None."""
    try:
        done = subprocess.run(
            [odograph, kind, plan, "--shard", f"{index}/{count}", "--output", out, "--jobs", "1", "--quiet"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    except OSError as error:
        return f"sweep.py: --odograph {odograph}, on a worker: {error.strerror}"
    if done.returncode == BAD_INPUT:
        return done.stderr.strip()
    if done.returncode != 0:
        raise RuntimeError(f"shard {index} of {count}: {done.stderr.strip() or done.returncode}")
    return None


def submit(client, odograph, kind, plan, out, count, retries):
    """Submits a task for each shard. Tasks of a lost worker go to another; failed ones are retried."""
    return {
        client.submit(live_shard, odograph, kind, plan, out, index, count,
                      key=f"shard-{index}-of-{count}", pure=False, retries=retries): index
        for index in range(1, count + 1)
    }


def follow(client, futures, on_progress):
    """Waits for all shards. Returns the failures by shard, and a mistake in the plan, which ends the
    rest."""
    from distributed import as_completed

    failures = {}
    for number, future in enumerate(as_completed(futures), start=1):
        if future.status != "finished":
            failures[futures[future]] = future.exception()
        elif (mistake := future.result()) is not None:
            client.cancel(list(futures))
            return failures, mistake
        on_progress(number, len(futures))
    return failures, None


def show(done, total):
    if sys.stderr.isatty():
        print(f"\rLiving: {done} of {total} shards\033[K", end="\n" if done == total else "", file=sys.stderr)
    elif done * 10 // total != (done - 1) * 10 // total:
        print(f"{done} of {total} shards", file=sys.stderr, flush=True)


def arguments():
    parser = argparse.ArgumentParser(description="Runs a sweep or a study of Odograph on a Dask cluster.")
    parser.add_argument("plan")
    parser.add_argument("--study", action="store_const", const="study", default="sweep", dest="kind",
                        help="the plan is a study's")
    parser.add_argument("--output", "--out", required=True, help="folder for shards and results, seen by every worker")
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--scheduler", help="address of a cluster; without it, workers on this machine")
    parser.add_argument("--timeout", type=float, default=30, help="seconds to wait for it (default: 30)")
    parser.add_argument("--workers", type=int, default=2, help="how many of those (default: 2)")
    parser.add_argument("--retries", type=int, default=3, help="for a shard that fails (default: 3)")
    parser.add_argument("--odograph", default="odograph", help="the program, as workers find it")
    given = parser.parse_args()
    if given.shards < 1 or given.workers < 1 or given.retries < 0:
        parser.error("--shards and --workers are above 0, --retries not below")
    return given


def tell(text, status):
    print(f"sweep.py: {text}", file=sys.stderr)
    return status


def check(odograph, kind, plan, out, count):
    """Reads the plan here first, so that a mistake is reported once and not by every shard. Returns the
    status to end with, or None."""
    try:
        status = subprocess.run(
            [odograph, kind, "status", plan, "--shards", str(count), "--output", out, "--quiet"]).returncode
    except OSError as error:
        return tell(f"--odograph {odograph}: {error.strerror}", BAD_INPUT)
    return status if status > 1 else None  # 1: shards are missing


@contextlib.contextmanager
def connected(given):
    """Gives a client of the given cluster, or of workers on this machine, which end with it."""
    from distributed import Client, LocalCluster

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if given.scheduler:
        with Client(given.scheduler, timeout=given.timeout) as client:
            yield client
        return
    # Only this program handles ^C and then ends its workers, which would print a hundred lines.
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    cluster = LocalCluster(
        n_workers=given.workers, threads_per_worker=1, processes=True, dashboard_address=None,
        silence_logs=logging.CRITICAL)
    signal.signal(signal.SIGINT, heard)
    with cluster, Client(cluster) as client:
        yield client


def main():
    given = arguments()
    try:
        import distributed  # noqa: F401
    except ImportError:
        return tell("the Python package 'distributed' is not there; python3 -m pip install distributed", BAD_INPUT)
    plan, out = os.path.abspath(given.plan), os.path.abspath(given.output)
    odograph = os.path.abspath(given.odograph) if os.path.sep in given.odograph else given.odograph
    if (status := check(odograph, given.kind, plan, out, given.shards)) is not None:
        return status
    try:
        with connected(given) as client:
            futures = submit(client, odograph, given.kind, plan, out, given.shards, given.retries)
            try:
                failures, mistake = follow(client, futures, show)
            except KeyboardInterrupt:
                client.cancel(list(futures))
                raise
    except KeyboardInterrupt:
        return tell("interrupted; the same command goes on from here", INTERRUPTED)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        return tell(f"--scheduler {given.scheduler}: {reason}" if given.scheduler else reason, FAILURE)
    if mistake:
        print(mistake, file=sys.stderr)
        return BAD_INPUT
    for index, error in sorted(failures.items())[:TOLD_FAILURES]:
        tell(error, FAILURE)
    if failures:
        return tell(f"{len(failures)} of {given.shards} shards failed; the same command tries them again", FAILURE)
    return subprocess.run(
        [odograph, given.kind, "merge", plan, "--shards", str(given.shards), "--output", out]).returncode


if __name__ == "__main__":
    sys.exit(main())
