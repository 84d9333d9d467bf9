#!/usr/bin/env python3
"""Has the program write an example of every kind of page.

  Tests/Pages/examples.py PROGRAM FOLDER

The table below has a row for each example: the page that the program has to write, and the command.
`{out}` is the folder of the example, `{python}` this Python, which has Optuna.
"""

import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DAY = "Scenarios/commuter-weekday.yaml"
MAPPED_DAY = "Scenarios/commuter-liechtenstein.yaml"
PLANS = "Tests/Pages/Plans"
EXAMPLES = [
    ("run", "report.html", f"run {DAY} -q -o {{out}}"),
    ("seeds", "report.html", f"run {DAY} --seeds 3 -q -o {{out}}"),
    ("map", "report.html", f"run {MAPPED_DAY} -q -o {{out}}"),
    ("compare", "comparison.html", f"compare {DAY} --seeds 5 -q -o {{out}}"),
    ("sweep", "comparison.html", f"sweep {PLANS}/sweep.yaml -q -o {{out}}"),
    ("tune", "tune.html", f"tune {PLANS}/tuning.yaml --python {{python}} -q -o {{out}}"),
    ("why", "why.html", f"why {DAY} --preset adaptive --seeds 5 -q -o {{out}}"),
    ("judge", "judge.html",
     f"judge Tests/Pages/Plans/judged.csv --truth {DAY} --preset overland-battery-saving --seeds 4 "
     "-q -o {out}"),
    ("calibrate", "calibration.html",
     "calibrate Examples/Calibration/nights.yaml --draws 100 -q -o {out}/my-phone.yaml "
     "--report {out}"),
    ("study", "study.html", f"study {PLANS}/study.yaml -q -o {{out}}"),
    ("check", "check.html",
     f"check {DAY} --set adaptive.minimumInterval=5min -q --page {{out}}/check.html"),
    ("validation", "validation.html", "validation -q --seeds 4 --page {out}/validation.html"),
]
# 1: an expectation or a requirement is not met, which a page has to show too.
STATUSES = [0, 1]


def main():
    program, folder = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
    shutil.rmtree(folder, ignore_errors=True)
    faults = [fault for row in EXAMPLES for fault in write(program, folder, *row)]
    sys.exit("\n".join(faults) or 0)


def write(program, folder, name, page, command):
    """Runs the command of a row, and yields what is wrong with its result."""
    out = folder / name
    out.mkdir(parents=True)
    words = [word.format(out=out, python=sys.executable) for word in command.split()]
    began = time.monotonic()
    done = subprocess.run([program, *words], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
    print(f"{time.monotonic() - began:5.1f} s  {name}", flush=True)
    if done.returncode not in STATUSES:
        yield f"{name}: status {done.returncode}: odograph {' '.join(words)}"
    if not (out / page).is_file():
        yield f"{name}: {page} is missing"


if __name__ == "__main__":
    main()
