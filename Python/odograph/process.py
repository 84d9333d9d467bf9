"""The program `odograph`: where it is, and how it runs."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Optional

# The folder of a wheel with the program, its libraries and their licenses.
BUNDLE = Path(__file__).resolve().parent / "bundle"
# A line of the program on how far long work has come.
PROGRESS = re.compile(r"[^\n:]+: [0-9]+ of [0-9]+ .+ (s|min|h|left)\n")
SECONDS_TO_STOP = 10.0


class OdographError(Exception):
    """An error of the program: its message, and its exit status if it has run."""

    def __init__(self, message: str, status: Optional[int] = None) -> None:
        super().__init__(message)
        self.status = status


def find_program() -> str:
    """Returns the path of the program: the one in this package, else the one on PATH."""
    bundled = bundled_program()
    if bundled is not None:
        return bundled
    found = shutil.which("odograph")
    if found is None:
        raise OdographError(
            "the program odograph is neither in this Python package nor on PATH; install the "
            "wheel that carries it, or add the folder of the program to PATH")
    return found


def bundled_program() -> Optional[str]:
    """Returns the path of the program in this package; None if the package came without one."""
    if not BUNDLE.is_dir():
        return None
    program = BUNDLE / "bin" / "odograph"
    if not os.access(program, os.X_OK) or not program.is_file():
        raise OdographError(
            f"{program}: the program is missing or not executable; install the wheel again: "
            "pip install --force-reinstall odograph-….whl")
    return str(program)


def cannot_start(program: str, error: OSError) -> OdographError:
    """Returns the error for a program that the system does not start."""
    return OdographError(
        f"{program}: the system cannot start this program ({error.strerror}); install the wheel "
        "of your platform")


def run_program(arguments: Sequence[str]) -> str:
    """Runs the program, and returns its standard output.

    Progress and remarks go to standard error. An interruption (^C) stops the program, which keeps
    what it has done.
    """
    program = find_program()
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(
                [program, *arguments], stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
        except OSError as error:
            raise cannot_start(program, error) from error
        try:
            assert process.stderr is not None
            remarks = collect(process.stderr)
            status = process.wait()
        except BaseException:
            stop(process)
            raise
        finally:
            if process.stderr is not None:
                process.stderr.close()
        if status != 0:
            raise OdographError(remarks.strip() or ended(status), status)
        sys.stderr.write(remarks)
        output.seek(0)
        return output.read().decode("utf-8", errors="replace")


def collect(errors: IO[str]) -> str:
    """Shows progress as it comes, and returns all other lines at the end of the stream."""
    remarks = []
    for line in errors:
        if PROGRESS.fullmatch(line):
            sys.stderr.write(line)
            sys.stderr.flush()
        else:
            remarks.append(line)
    return "".join(remarks)


def stop(process: subprocess.Popen[str]) -> None:
    """Asks the program to stop, and kills it if it does not, or if ^C comes again."""
    try:
        # A terminal has sent the same signal already; the program counts both as one.
        process.send_signal(signal.SIGINT)
        process.wait(SECONDS_TO_STOP)
    except (KeyboardInterrupt, subprocess.TimeoutExpired):
        process.kill()
        process.wait()


def ended(status: int) -> str:
    """Returns the message for a program that has ended without one."""
    if status < 0:
        return f"odograph was ended by the signal {signal.Signals(-status).name}"
    return f"odograph failed with status {status}"
