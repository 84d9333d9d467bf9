#!/usr/bin/env python3
"""Writes Docs/Calibration.md from calibrations of the MobilityNet phones.

    Validation/calibration-page.py UNMEASURED MEASURED > Docs/Calibration.md

Both are folders with the reports rU-S/calibration.json of unit U with seed S: UNMEASURED for the
phone whose figures no such night has set, MEASURED for the profile iphone-6, which they have set.
The page names the commands.
"""

import json
import pathlib
import sys

INTRODUCTION = """# Calibrations of real phones

Written by `Validation/calibration-page.py`; do not edit. Four iPhone 6 lay in a bookcase for 76
phone-nights under five settings (K. Shankari et al., MobilityNet, 2020). Each unit in turn is
calibrated by half of its nights, drawn by the seed; the other half and all nights of the other three
units check the result. The battery's health and the powers of another unit are drawn anew. Unit 2
has a new battery, which its calibration is told.

    Validation/make-calibration.py DATA nights
    odograph calibrate nights/unit-1.yaml --seed 1 --report r1-1 -o p1-1.yaml

The model without the logs is that of an iPhone that has not been measured, with the cell of the
iPhone 6: what the model draws from for every current phone. *Covered* is the share of nights in the
90 % intervals, *width* and *score* are their means in %/h; the interval score is the width and twenty
times each miss, less is better.
"""

DAYS = """
## Days on the road

The calibration of unit 1 by its nights, seed 1, predicts its seven days on the road (freeway,
e-scooter, bus, walks and long stays; always at best accuracy), which no night resembles:
"""

MEASURED = """
## The profile iphone-6

The profile `iphone-6` is fitted to the same nights of the same four phones. Where it stands for the
model without the logs, the logs add little, and predictions for other units hardly improve or get
worse: the drain fixes the power only together with the battery's health, and the other unit has another
health, which nights do not show. A calibration is for a phone that has no profile of its own.
"""


def score(night, side):
    interval, measured = night[side], night["measured"]["middle"]
    miss = max(0, interval["low"] - measured, measured - interval["high"])
    return interval["high"] - interval["low"] + 20 * miss


def covered(night, side):
    return night[side]["low"] <= night["measured"]["middle"] <= night[side]["high"]


def figures(nights):
    def mean(figure):
        return sum(map(figure, nights)) / len(nights)

    cells = [str(len(nights))]
    for digits, figure in [
        ("{:.0f} %", lambda side: 100 * mean(lambda n: covered(n, side))),
        ("{:.2f}", lambda side: mean(lambda n: n[side]["high"] - n[side]["low"])),
        ("{:.2f}", lambda side: mean(lambda n: score(n, side))),
        ("{:.2f}", lambda side: mean(
            lambda n: abs(n[side]["middle"] - n["measured"]["middle"]))),
    ]:
        cells.append(digits.format(figure("before")) + " → " + digits.format(figure("after")))
    return cells


def table(rows):
    heads = ["calibrated", "checked", "nights", "covered", "width", "score", "error of the median"]
    lines = ["| " + " | ".join(heads) + " |", "| --- | --- " + "| --: " * 5 + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def is_day(night):
    return night["name"].startswith("days.csv")


def rows(folder):
    of_seed = {}
    for path in sorted(folder.glob("r*/calibration.json")):
        unit, seed = path.parent.name[1:].split("-")
        nights = json.loads(path.read_text())["nights"]
        checks = [n for n in nights if n["role"] != "fit" and not is_day(n)]
        of_seed[seed] = of_seed.get(seed, []) + checks
        name = f"unit {unit}, seed {seed}"
        yield [name, "all"] + figures(checks)
        yield [name, "held back"] + figures([n for n in checks if n["role"] == "heldBack"])
        yield [name, "other units"] + figures([n for n in checks if n["role"] == "anotherUnit"])
    for seed, checks in sorted(of_seed.items()):
        yield [f"each unit in turn, seed {seed}", "all"] + figures(checks)


def main():
    unmeasured, measured = (pathlib.Path(path) for path in sys.argv[1:3])
    days = json.loads((unmeasured / "r1-1/calibration.json").read_text())["nights"]
    days = [night for night in days if is_day(night)]
    print(INTRODUCTION)
    print(table(rows(unmeasured)))
    print(DAYS)
    print(table([["unit 1, seed 1", "days"] + figures(days)]))
    low = min(n["measured"]["middle"] for n in days)
    high = max(n["measured"]["middle"] for n in days)
    middles = [n["after"]["middle"] for n in days]
    print(f"\nMeasured were {low:.1f} to {high:.1f} %/h; the medians of the predictions are "
          f"{min(middles):.1f} to {max(middles):.1f}.\nBy day these phones drained more at rest than "
          "in nights (V-17 in [Validation.md](Validation.md)), and\nnights say nothing of it.")
    print(MEASURED)
    print(table(rows(measured)))


if __name__ == "__main__":
    main()
