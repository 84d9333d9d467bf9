"""The command `odograph` of an installed wheel, and `python -m odograph`: becomes the program."""

from __future__ import annotations

import os
import signal
import sys

from .process import OdographError, bundled_program, cannot_start

FAILURE = 3


def main() -> None:
    """Becomes the program of this package, or ends with a message."""
    try:
        # Never the program on PATH, which may be this command.
        program = bundled_program()
        if program is None:
            raise OdographError("this Python package came without the program")
        become(program)
    except OdographError as error:
        print(f"odograph: {error}", file=sys.stderr)
        sys.exit(FAILURE)


def become(program: str) -> None:
    # Python ignores these signals, and the program would inherit that.
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(ignored, signal.SIG_DFL)
    try:
        os.execv(program, [program, *sys.argv[1:]])
    except OSError as error:
        raise cannot_start(program, error) from error


if __name__ == "__main__":
    main()
