#!/usr/bin/env python3
"""Collects the pages of the documentation site in a folder, for mkdocs.

  Docs/site.py FOLDER   copies README.md, Docs/ and other pages, with all files that they link to

Links within the repository stay as they are, so the pages also work on a forge. A link to a folder
becomes one to its README.md; a folder without one gets a list of its files.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ["README.md", "FACTS.md", "CONTRIBUTING.md", "SECURITY.md", "Docs", "Scenarios/README.md"]
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)#\s]+)((?:#[^)\s]*)?\))")


def main():
    target = pathlib.Path(sys.argv[1]).resolve()
    shutil.rmtree(target, ignore_errors=True)
    tracked = set(
        subprocess.run(
            ["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard"],
            capture_output=True, text=True, check=True).stdout.splitlines())
    waiting = [path for path in sorted(tracked) if is_page(path)]
    done = set()
    while waiting:
        path = waiting.pop()
        if path in done:
            continue
        done.add(path)
        destination = target / path
        destination.parent.mkdir(parents=True, exist_ok=True)
        if not path.endswith(".md"):
            shutil.copyfile(ROOT / path, destination)
            continue
        text, linked = rewritten(path, tracked)
        destination.write_text(text, encoding="utf-8")
        waiting += linked
    for folder in sorted({parent for path in done for parent in folders(path)}):
        index = target / folder / "README.md"
        if not index.exists():
            index.write_text(listing(folder, done), encoding="utf-8")


def is_page(path):
    return path.endswith(".md") and any(
        path == page or path.startswith(page + "/") for page in PAGES)


def folders(path):
    parts = path.split("/")[:-1]
    return ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]


def rewritten(path, tracked):
    """Returns the page with links to folders resolved, and the tracked files that it links to."""
    linked = []

    def link(match):
        opening, target, ending = match.groups()
        if re.match(r"[a-z]+:", target):
            return match.group(0)
        full = os.path.normpath(os.path.join(os.path.dirname(path), target))
        if full in tracked:
            linked.append(full)
        elif any(name.startswith(full + "/") for name in tracked):
            if f"{full}/README.md" in tracked:
                linked.append(f"{full}/README.md")
            else:
                linked.extend(n for n in tracked if os.path.dirname(n) == full)
            return f"{opening}{target.rstrip('/')}/README.md{ending}"
        return match.group(0)

    return LINK.sub(link, (ROOT / path).read_text(encoding="utf-8")), linked


def listing(folder, paths):
    names = sorted(
        {path[len(folder) + 1:].split("/")[0] for path in paths if path.startswith(folder + "/")})
    lines = [f"# {folder}", ""]
    for name in names:
        target = f"{name}/README.md" if (ROOT / folder / name).is_dir() else name
        lines.append(f"- [{title(folder, name)}]({target})")
    return "\n".join(lines) + "\n"


def title(folder, name):
    path = ROOT / folder / name
    if name.endswith(".md") and path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("# "):
                return line[2:].replace("`", "")
    return name


if __name__ == "__main__":
    main()
