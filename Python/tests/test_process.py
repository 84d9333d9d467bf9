"""The search for the program, its start and its end."""

import os
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path
from unittest import mock

from stand_in import StandInTests

from odograph import OdographError, find_program
from odograph.__main__ import main
from odograph.process import run_program

PACKAGE = Path(__file__).resolve().parents[1]


class SearchTests(StandInTests):
    def test_the_program_of_the_wheel_comes_before_that_on_the_path(self) -> None:
        on_path = self.install("")
        self.assertEqual(find_program(), str(on_path))
        bundled = self.install("", "bundle/bin/odograph")
        with mock.patch.dict(os.environ, PATH=str(on_path.parent)):
            self.assertEqual(find_program(), str(bundled))

    def test_a_wheel_without_its_program_is_an_error(self) -> None:
        self.install("")
        (self.folder / "bundle/lib").mkdir(parents=True)
        with self.assertRaisesRegex(OdographError, "bundle/bin/odograph: the program is missing"):
            find_program()

    def test_a_missing_program_is_an_error(self) -> None:
        with mock.patch.dict(os.environ, PATH=str(self.folder)):
            with self.assertRaisesRegex(OdographError, "neither in this .* package nor on PATH"):
                find_program()

    def test_a_program_of_another_platform_is_an_error(self) -> None:
        program = self.install("", "bundle/bin/odograph")
        program.write_bytes(b"\x7fELF of another machine")
        with self.assertRaisesRegex(OdographError, "cannot start this program .Exec format error"):
            run_program(["--version"])

    def test_the_command_never_searches_the_path(self) -> None:
        self.install("")
        with mock.patch("sys.stderr") as errors, self.assertRaises(SystemExit) as ended:
            main()
        self.assertEqual(ended.exception.code, 3)
        errors.write.assert_any_call(
            "odograph: this Python package came without the program")


    @unittest.skipUnless(Path("/proc/self/status").exists(), "needs Linux")
    def test_the_program_starts_with_the_usual_signals(self) -> None:
        program = self.install("")
        program.write_text("#!/bin/sh\nexec grep SigIgn /proc/self/status\n")
        code = f"from odograph.__main__ import become; become({str(program)!r})"
        said = subprocess.run(
            [sys.executable, "-c", code], env={"PATH": "/bin:/usr/bin", "PYTHONPATH": str(PACKAGE)},
            check=True, capture_output=True, text=True).stdout
        ignored = int(said.split()[1], 16)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            self.assertFalse(ignored & 1 << (number - 1), number)


def take_interruptions() -> None:
    """Undoes what a background job or a thread that blocks signals hands to its processes."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


class InterruptionTests(StandInTests):
    def start(self, code: str) -> "subprocess.Popen[str]":
        """Starts Python with a run of the program, and waits until the program runs."""
        self.install(f"import signal\n{code}\nopen('started', 'w').close()\ntime.sleep(60)")
        process = subprocess.Popen(
            [sys.executable, "-c", "import odograph; odograph.run('day.yaml')"],
            env=dict(os.environ, PYTHONPATH=str(PACKAGE)), stderr=subprocess.PIPE, text=True,
            preexec_fn=take_interruptions)
        self.addCleanup(process.kill)
        self.wait_for("started")
        return process

    def wait_for(self, name: str) -> None:
        end = time.monotonic() + 20
        while not Path(name).exists():
            self.assertLess(time.monotonic(), end, f"{name} has not come")
            time.sleep(0.01)

    def test_an_interruption_lets_the_program_finish(self) -> None:
        process = self.start("""
def finish(*_):
    open('finished', 'w').close()
    sys.exit(130)
signal.signal(signal.SIGINT, finish)
""")
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=20)[1]
        self.assertIn("KeyboardInterrupt", errors)
        self.assertTrue(Path("finished").exists())

    def test_a_second_interruption_kills_the_program(self) -> None:
        process = self.start("""
signal.signal(signal.SIGINT, lambda *_: open('asked', 'w').close())
open('id', 'w').write(str(os.getpid()))
""")
        process.send_signal(signal.SIGINT)
        self.wait_for("asked")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(Path("id").read_text()), 0)


if __name__ == "__main__":
    unittest.main()
