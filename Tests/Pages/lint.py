#!/usr/bin/env python3
"""Checks the pages' scripts with ESLint.

  Tests/Pages/lint.py    checks every script under Sources/*/Page

The scripts of a page share one scope, so a name that a script of the same folder declares at its
top level counts as declared in all of them.
"""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ["Sources/Reporting/Page", "Sources/ReceiverService/Page", "Sources/LiveTracking/Page"]
# These scripts of the receiver are served to the page of live tracking too.
SHARED = ["Sources/ReceiverService/Page/map.js", "Sources/ReceiverService/Page/facts.js"]
DECLARATION = re.compile(r"^(?:const|let|class|(?:async )?function\*?) (\w+)", re.MULTILINE)
SEVERAL = re.compile(r"^(?:const|let) \{([^}]*)\}", re.MULTILINE)
# Debian's ESLint finds its parts through Debian's Node.js only, unless the path says where.
MODULES = "/usr/share/nodejs:/usr/lib/nodejs"


def main():
    statuses = [check(folder) for folder in FOLDERS]
    sys.exit(max(statuses))


def check(folder):
    scripts = sorted((ROOT / folder).rglob("*.js"))
    options = ["--no-eslintrc", "--config", str(ROOT / "Tests/Pages/eslint.json")]
    for name in declared(scripts + [ROOT / path for path in SHARED]):
        options += ["--global", name]
    environment = dict(os.environ, NODE_PATH=MODULES)
    paths = [str(path.relative_to(ROOT)) for path in scripts]
    command = ["eslint", "--format", "unix", *options, *paths]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def declared(scripts):
    """Returns the names that the scripts declare at their top level."""
    names = set()
    for script in scripts:
        text = script.read_text(encoding="utf-8")
        names.update(DECLARATION.findall(text))
        for group in SEVERAL.findall(text):
            names.update(part.split(":")[-1].strip() for part in group.split(",") if part.strip())
    return sorted(names)


if __name__ == "__main__":
    main()
