#!/usr/bin/env python3
"""Tests with real Optuna that a tuning that is killed and started again, and one whose sweeps run
on Dask, give the same bytes as an undisturbed one.

    test_interrupted.py ODOGRAPH PLAN        under a Python with optuna and distributed
"""

import filecmp
import os
import re
import signal
import subprocess
import sys
import tempfile
import time


def shortened(plan, text):
    """A plan of a few candidates and days, whose scenarios are found from elsewhere."""
    text = re.sub(r"^( +- )(\S+\.yaml)$", lambda m: m[1] + os.path.abspath(os.path.join(os.path.dirname(plan), m[2])),
                  text, flags=re.MULTILINE)
    text = re.sub(r"^seeds:.*$", "seeds: { search: 2, judge: 10 }", text, flags=re.MULTILINE)
    text = re.sub(r"^generations:.*$", "generations: 3", text, flags=re.MULTILINE)
    return re.sub(r"^population:.*$", "population: 6", text, flags=re.MULTILINE)


def results(folder):
    found = ["tune.json", "tune.html", "judge/comparison.json", "judge/comparison.html"]
    fronts = os.path.join(folder, "front")
    return found + sorted("front/" + name for name in os.listdir(fronts))


def expect_same(one, other):
    assert results(one) == results(other), (results(one), results(other))
    for name in results(one):
        same = filecmp.cmp(os.path.join(one, name), os.path.join(other, name), shallow=False)
        assert same, f"{other}/{name} differs"


def kill_within(command, out):
    """Ends it without warning as soon as the second generation runs."""
    process = subprocess.Popen(command)
    while not os.path.exists(os.path.join(out, "search/generation-002/shards")):
        assert process.poll() is None, "it ended before it could be killed"
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()


def main():
    odograph, plan = (os.path.abspath(path) for path in sys.argv[1:3])
    driver = os.path.abspath(os.path.join(os.path.dirname(__file__), "../Engines/dask/sweep.py"))
    with tempfile.TemporaryDirectory() as folder:
        short = os.path.join(folder, "plan.yaml")
        with open(plan, encoding="utf-8") as source, open(short, "w", encoding="utf-8") as target:
            target.write(shortened(plan, source.read()))
        alone, killed, spread = (os.path.join(folder, name) for name in ["alone", "killed", "spread"])

        def tune(out, *more):
            return [odograph, "tune", short, "--output", out, "--python", sys.executable, "--quiet", *more]

        subprocess.run(tune(alone), check=True)
        kill_within(tune(killed, "--jobs", "1"), killed)
        assert not os.path.exists(os.path.join(killed, "tune.json"))
        subprocess.run(tune(killed), check=True)
        expect_same(alone, killed)
        engine = f"'{sys.executable}' '{driver}' {{plan}} --shards 8 --output {{out}} --odograph '{odograph}'"
        subprocess.run(tune(spread, "--engine", engine), check=True)
        expect_same(alone, spread)
    print("a tuning was killed in its second generation, another one's sweeps were lived by Dask; "
          "the results are the same")


if __name__ == "__main__":
    main()
