#!/usr/bin/env python3
"""Checks that check.py reports every fault of broken.html."""

import argparse
import pathlib
import sys

import check

PAGE = pathlib.Path(__file__).resolve().parent / "broken.html"
FAULTS = ["scrolls sideways", "empty-table-header", "html-has-lang", "Applying inline style",
          "the map has no streets", "credit of the map", "scale of the map", "Loading the image",
          "requests http://127.0.0.1:9/other.css"]


def main():
    options = argparse.Namespace(screenshots=None, pdf=None, jobs=1, is_quiet=True)
    lines = [line for _, _, line in check.check_all([(PAGE, PAGE.name)], options)]
    missed = [fault for fault in FAULTS if not any(fault in line for line in lines)]
    sys.exit(f"selftest.py: check.py does not report: {', '.join(missed)}" if missed else 0)


if __name__ == "__main__":
    main()
