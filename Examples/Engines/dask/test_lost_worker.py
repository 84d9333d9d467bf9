#!/usr/bin/env python3
"""Tests with two worker processes, one of them killed in mid-run, that the merged result equals that
of one machine, byte for byte.

    test_lost_worker.py ODOGRAPH PLAN [study]

Of the plan it runs a few seeds or participants.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile

import sweep

SHARDS = 20
SIZES = {"seeds": 20, "draws": 10, "participants": 40}
FILES = {
    "sweep": ["comparison.json", "comparison.html", "sweep.sqlite"],
    "study": ["study.json", "study.csv", "methods.md"],
}


def shortened(plan, folder):
    """Writes a copy of the plan with fewer runs into the folder, and returns its path."""
    def absolute(match):
        path = os.path.join(os.path.dirname(plan), match[0])
        return path if os.path.exists(path) else match[0]

    with open(plan, encoding="utf-8") as file:
        text = re.sub(r"\S+\.yaml", absolute, file.read())
    for key, count in SIZES.items():
        text = re.sub(rf"^{key}:.*$", f"{key}: {count}", text, flags=re.MULTILINE)
    path = os.path.join(folder, "plan.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def main():
    from distributed import Client, LocalCluster

    odograph, plan = (os.path.abspath(path) for path in sys.argv[1:3])
    kind = sys.argv[3] if len(sys.argv) > 3 else "sweep"
    with tempfile.TemporaryDirectory() as folder:
        plan = shortened(plan, folder)
        alone, spread = os.path.join(folder, "alone"), os.path.join(folder, "spread")
        subprocess.run([odograph, kind, plan, "--output", alone, "--shards", "7", "--quiet"], check=True)
        killed = []
        with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, \
                Client(cluster) as client:
            workers = client.run(os.getpid)

            def kill_one(done, total):
                if done == total // 4 and not killed:
                    killed.append(sorted(workers.values())[0])
                    os.kill(killed[0], signal.SIGKILL)

            futures = sweep.submit(client, odograph, kind, plan, spread, SHARDS, retries=3)
            failures, mistake = sweep.follow(client, futures, kill_one)
        assert not failures and not mistake, failures or mistake
        assert killed, "no worker was killed"
        merge = [odograph, kind, "merge", plan, "--output", spread, "--shards", str(SHARDS), "--quiet"]
        subprocess.run(merge, check=True)
        for name in FILES[kind]:
            with open(os.path.join(alone, name), "rb") as a, open(os.path.join(spread, name), "rb") as b:
                assert a.read() == b.read(), f"{name} differs"
    print(f"worker {killed[0]} was killed after {SHARDS // 4} of {SHARDS} shards; the results are the same")


if __name__ == "__main__":
    main()
