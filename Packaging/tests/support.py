"""Paths and helpers of the tests of packages."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "Packaging"
PACKAGES = ROOT / ".build/package"
VERSION = (ROOT / "VERSION").read_text(encoding="utf-8").strip()
# The environment of this Python, with the linters of `make package-test`.
TOOLS = pathlib.Path(sys.prefix) / "bin"


def run(*arguments, folder=ROOT, status=0, **environment):
    """Runs a program and returns its output, after its status was compared."""
    outcome = subprocess.run(
        [str(argument) for argument in arguments], cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, **{name: str(value) for name, value in environment.items()}})
    if outcome.returncode != status:
        raise AssertionError(
            f"{arguments} ended with {outcome.returncode}, not {status}:\n{outcome.stdout}")
    return outcome.stdout


def the_only(pattern):
    """Returns the only file among the packages that matches."""
    found = list(PACKAGES.glob(pattern))
    if len(found) != 1:
        raise AssertionError(f"{pattern} matches {found}; run 'make package'")
    return found[0]
