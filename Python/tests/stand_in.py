"""A program that stands in for `odograph` in tests, and small results."""

import contextlib
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict, Iterator, List
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


class StandInTests(unittest.TestCase):
    """Tests with a working folder, and with a stand-in for the program on PATH."""

    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name).resolve()
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        no_bundle = mock.patch("odograph.process.BUNDLE", self.folder / "bundle")
        no_bundle.start()
        self.addCleanup(no_bundle.stop)

    def install(self, code: str, place: str = "programs/odograph") -> Path:
        """Writes a program in Python, and puts its folder on PATH."""
        program = self.folder / place
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!{sys.executable}\nimport json, os, sys, time\n{code}\n")
        program.chmod(0o755)
        path = mock.patch.dict(os.environ, PATH=str(program.parent))
        path.start()
        self.addCleanup(path.stop)
        return program

    def install_recorder(self, file: str, data: Dict[str, Any]) -> None:
        """Installs a program that keeps its arguments, and writes results to --output."""
        self.install(f"""
words = sys.argv[1:]
json.dump(words, open({str(self.folder / "words.json")!r}, "w"))
folder = words[words.index("--output") + 1] if "--output" in words else "Reports/usual"
os.makedirs(folder, exist_ok=True)
json.dump({data!r}, open(os.path.join(folder, {file!r}), "w"))
kind = {file!r}.split(".")[0]
print("The table\\n\\n" + kind.title() + ": " + folder + "/" + kind + ".html")
""")

    def words(self) -> List[str]:
        words: List[str] = json.loads((self.folder / "words.json").read_text())
        return words


@contextlib.contextmanager
def without(*modules: str) -> Iterator[None]:
    """Makes modules impossible to import."""
    with mock.patch.dict(sys.modules, dict.fromkeys(modules)):
        yield


def report(name: str = "A walk", tracker: str = "adaptive") -> Dict[str, Any]:
    """Returns the content of a report.json with one run."""
    return {
        "schema": "odograph.report/1",
        "scenario": {"name": name, "phone": "iphone-13", "system": "ios-17"},
        "runs": [{
            "tracker": tracker, "preset": "adaptive", "seed": 1,
            "coverage": {
                "positionCoverage": 1, "pathCoverage": 0.5, "stayRecall": None,
                "positionErrorMeters": {"p50": 16}, "judgedShareByHour": [1, 1]},
            "delivery": None,
            "energy": {"marginalBatteryPercentPerDay": 4.25},
            "gapCauses": {"recorded": [{"cause": "acquiring", "seconds": 26}], "received": None},
        }]}


def comparison() -> Dict[str, Any]:
    """Returns the content of a comparison.json with two trackers and the seeds 5 to 7."""
    def means(first: float, second: float) -> List[Dict[str, Any]]:
        return [{"tracker": tracker, "figures": [{
            "measure": "pathCoverage", "count": 3, "mean": mean,
            "interval": {"low": mean - 0.1, "high": mean + 0.1},
            "spread": {"chance": 0.25, "ignorance": 0}}]}
            for tracker, mean in (("adaptive", first), ("always", second))]

    return {
        "schema": "odograph.comparison/1", "portfolio": None, "isComplete": True,
        "design": {"firstSeed": 5, "seedCount": 2},
        "scenarios": [{
            "scenario": {"name": "A walk"},
            "figures": [{"tracker": tracker, "measures": [
                {"measure": "pathCoverage", "figures": [1, None, 0.5]}]}
                for tracker in ("adaptive", "always")],
            "findings": {
                "trackers": means(0.5, 0.75), "differences": means(0, 0.25)[1:],
                "front": [{"tracker": "adaptive", "isOnFront": False}],
                "choice": {"chosen": "always"}}}]}
