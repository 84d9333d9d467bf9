"""The commands of the program as functions that return their results."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Optional, TypeVar, Union

from .process import OdographError, run_program
from .reading import open_result
from .results import Comparison, Judgment, Report, Result, Study, Sweep

PathLike = Union[str, "os.PathLike[str]"]
# One, or several.
Names = Union[PathLike, Iterable[PathLike]]
Apps = Union[Names, Mapping[str, PathLike]]
# A number of seeds from 1 on, or all numbers of a range.
Seeds = Union[int, range]
Settings = Mapping[str, Any]
Kind = TypeVar("Kind", bound=Result)

# Options with which the program writes no results, or writes them elsewhere.
WITHOUT_RESULTS = {
    "-o", "--output", "--estimate", "--shard", "--participant", "-h", "--help", "--version"}
# Options with which it does not say where they are.
WITHOUT_PLACE = {"-q", "--quiet", "--format"}

# The line of the program that says where its results are.
PLACE = re.compile(
    r"^(?:Report|Comparison|Study|Judgment): (.*)/(?:report|comparison|methods|judge)\.\w+",
    re.MULTILINE)


def run(
    scenario: PathLike, *, trackers: Optional[Names] = None, seeds: Seeds = 1,
    settings: Optional[Settings] = None, apps: Apps = (), output: Optional[PathLike] = None,
    jobs: Optional[int] = None, options: Sequence[str] = (),
) -> Report:
    """Simulates the trackers of a scenario or a recording: `odograph run`.

    Args:
        scenario: the path of a scenario in YAML, or of a recording
        trackers: names of presets or of the scenario's trackers, or paths of presets
        seeds: a number of seeds, or a range of them
        settings: values by "setting" or "tracker.setting"; a list makes several trackers
        apps: paths of your own trackers, or paths by names
        output: the folder for the results (default: Reports/<scenario>)
        jobs: the number of cores (default: all); results do not depend on it
        options: further options of the command, such as ["--infer-stays"]
    """
    words = ["run", path(scenario), *shared(trackers, settings, apps, jobs), *seed_words(seeds)]
    return result(Report, words, output, options)


def compare(
    *scenarios: PathLike, trackers: Optional[Names] = None, seeds: Seeds = 30,
    settings: Optional[Settings] = None, apps: Apps = (), require: Names = (),
    minimize: Optional[str] = None, maximize: Optional[str] = None,
    output: Optional[PathLike] = None, jobs: Optional[int] = None, options: Sequence[str] = (),
) -> Comparison:
    """Compares trackers over many seeds, with intervals: `odograph compare`.

    Args:
        scenarios: paths of scenarios or recordings; each counts the same
        trackers: as in `run` (default: all presets but -as-shipped)
        require: conditions such as "tripRecall >= 0.95" that a recommended tracker meets
        minimize: the measure to recommend by, such as "marginalBatteryPercentPerDay"
        maximize: as `minimize`, for the most
        output: the folder for the results (default: Reports/compare-<scenario>)

    The others are those of `run`.
    """
    words = ["compare", *map(path, scenarios), *shared(trackers, settings, apps, jobs)]
    words += seed_words(seeds)
    for condition in listed(require):
        words += ["--require", str(condition)]
    words += value_words("--minimize", minimize) + value_words("--maximize", maximize)
    return result(Comparison, words, output, options)


def sweep(
    plan: PathLike, *, output: Optional[PathLike] = None, jobs: Optional[int] = None,
    renew: bool = False, options: Sequence[str] = (),
) -> Sweep:
    """Runs the missing shards of a sweep and merges them: `odograph sweep`.

    The same call continues a sweep that was interrupted.

    Args:
        plan: the path of the plan in YAML
        output: the folder for shards and results (default: Reports/sweep-<plan>)
        renew: run shards of another plan or program again
    """
    words = ["sweep", "run", path(plan), *value_words("--jobs", jobs)]
    return result(Sweep, words + (["--renew"] if renew else []), output, options)


def study(
    plan: PathLike, *, participants: Optional[int] = None, output: Optional[PathLike] = None,
    jobs: Optional[int] = None, renew: bool = False, options: Sequence[str] = (),
) -> Study:
    """Simulates the participants of a study: `odograph study`.

    The same call continues a study that was interrupted.

    Args:
        plan: the path of the plan in YAML
        participants: the number of participants (default: the plan's)
        output: the folder for shards and results (default: Reports/study-<plan>)
        renew: replace results of another plan, or of more participants
    """
    words = ["study", "run", path(plan), *value_words("--participants", participants)]
    words += value_words("--jobs", jobs) + (["--renew"] if renew else [])
    return result(Study, words, output, options)


def judge(
    *logs: PathLike, truth: PathLike, tracker: Optional[str] = None, seeds: Seeds = 20,
    output: Optional[PathLike] = None, jobs: Optional[int] = None, options: Sequence[str] = (),
) -> Judgment:
    """Judges the log of a real tracker: `odograph judge`.

    Args:
        logs: paths of the log's files, all of one device
        truth: the path of a recording or a scenario, or "self"
        tracker: the preset to simulate on the same days
        output: the folder for the results (default: Reports/judge-<log>)
    """
    words = ["judge", *map(path, logs), "--truth", path(truth)]
    words += value_words("--preset", tracker) + value_words("--jobs", jobs)
    return result(Judgment, words + (seed_words(seeds) if tracker else []), output, options)


def result(
    kind: type[Kind], words: list[str], output: Optional[PathLike], options: Sequence[str]
) -> Kind:
    """Runs the program, and opens the results that it names."""
    if isinstance(options, str):
        raise TypeError(f"options: found {options!r}; accepted: a list, such as [{options!r}]")
    for option in options:
        name = option.split("=")[0]
        if name in WITHOUT_RESULTS:
            raise ValueError(
                f"options: found {option!r}; accepted: options with which the command writes its "
                "results into the folder of output=")
        if name in WITHOUT_PLACE and output is None:
            raise ValueError(f"options: found {option!r}; accepted: this option with output=")
    text = run_program([*words, *value_words("--output", output and path(output)), *options])
    places = PLACE.findall(text)
    if not places and output is None:
        raise OdographError(f"odograph {words[0]} has not said where its results are", 0)
    folder = Path(places[-1] if output is None else path(output))
    return open_result(kind, folder, text)


def shared(
    trackers: Optional[Names], settings: Optional[Settings], apps: Apps, jobs: Optional[int]
) -> list[str]:
    """Returns the options that simulations and comparisons share."""
    names = None if trackers is None else ",".join(path(each) for each in listed(trackers))
    if names == "":
        raise ValueError("trackers: found none; accepted: at least one name, or nothing for all")
    words = value_words("--preset", names) + value_words("--jobs", jobs)
    if settings is not None and not isinstance(settings, Mapping):
        raise TypeError(f"settings: found {settings!r}; accepted: a dictionary")
    for setting, value in (settings or {}).items():
        values = value if isinstance(value, (list, tuple)) else [value]
        words += ["--set", f"{setting}={','.join(map(setting_text, values))}"]
    if isinstance(apps, Mapping):
        apps = [f"{name}={path(app)}" for name, app in apps.items()]
    for app in listed(apps):
        words += ["--app", path(app)]
    return words


def seed_words(seeds: Seeds) -> list[str]:
    if isinstance(seeds, range):
        if seeds.step != 1 or not seeds:
            raise ValueError(f"seeds: found {seeds}; accepted: a range with the step 1")
        return ["--seed", str(seeds.start), "--seeds", str(len(seeds))]
    if isinstance(seeds, bool) or not isinstance(seeds, int):
        raise TypeError(f"seeds: found {seeds!r}; accepted: a number, or a range(first, end)")
    return ["--seeds", str(seeds)]


def value_words(option: str, value: Optional[object]) -> list[str]:
    return [] if value is None else [option, str(value)]


def listed(names: Names) -> list[PathLike]:
    """Returns several names as a list, and one name as a list of one."""
    return [names] if isinstance(names, (str, os.PathLike)) else list(names)


def path(name: PathLike) -> str:
    """Returns a path as a word that the program does not take for an option."""
    text = os.fspath(name)
    return f"./{text}" if text.startswith("-") else text


def setting_text(value: object) -> str:
    """Returns a setting's value as the program reads it: true and false in lower case."""
    return str(value).lower() if isinstance(value, bool) else str(value)
