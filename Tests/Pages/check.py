#!/usr/bin/env python3
"""Checks HTML pages in headless Chromium with axe-core.

  Tests/Pages/check.py PAGE-OR-FOLDER …

Opens each page at three widths, in light or dark, and as it prints. A view fails if axe-core
reports a violation, if the console has a warning or an error, if the Content-Security-Policy blocks
something, if the page scrolls sideways on a phone or is wider than paper, if it requests anything
else, or if a map with streets lacks them, their credit or its scale.
"""

import argparse
import base64
import concurrent.futures
import os
import pathlib
import sys

import browser

PHONE = 390
# The narrower of A4 and Letter at 96 pixels an inch, without the pages' margins of 14 mm.
PAPER = 688
# Colors depend on the scheme alone, and the layout on the width alone.
VIEWS = [
    (PHONE, "dark", "screen"), (820, "light", "screen"), (1440, "dark", "screen"),
    (PAPER, "light", "print"),
]

# Returns the faults of a map whose page has data of streets.
MAP_FAULTS = """(() => {
  const data = JSON.parse(document.getElementById('data')?.textContent || '{}');
  if (!data.ground) return [];
  const place = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const [map, credit, scale] = ['#map', '.map-credit', '.leaflet-control-scale'].map(place);
  const isInMap = (part) => map && part && part.width > 0 && part.left >= map.left &&
    part.right <= map.right && part.top >= map.top && part.bottom <= map.bottom;
  const faults = [];
  if (![...document.querySelectorAll('.leaflet-ground-pane path')]
    .some((path) => path.getBBox().width > 0)) faults.push('the map has no streets');
  if (!isInMap(credit) ||
    document.querySelector('.map-credit').textContent !== data.ground.credit) {
    faults.push('the credit of the map cannot be read');
  }
  if (!isInMap(scale)) faults.push('the scale of the map cannot be read');
  else if (isInMap(credit) && credit.left < scale.right && credit.top < scale.bottom) {
    faults.push('the credit of the map covers its scale');
  }
  return faults;
})()"""


def main():
    options = arguments()
    pages = list(found(options.pages))
    if not pages:
        sys.exit("check.py: no .html file in " + ", ".join(map(str, options.pages)))
    problems = check_all(pages, options)
    for line in summary(problems):
        print(line)
    sys.exit(1 if problems else 0)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="+", type=pathlib.Path, help="HTML files or folders of them")
    parser.add_argument("--screenshots", type=pathlib.Path, help="Write a PNG of each view here")
    parser.add_argument("--pdf", type=pathlib.Path, help="Write a PDF in A4 of each page here")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="Browsers at a time")
    parser.add_argument("--quiet", dest="is_quiet", action="store_true", help="Print problems only")
    return parser.parse_args()


def found(paths):
    """Yields each page with a short name."""
    for path in paths:
        if path.is_dir():
            for page in sorted(path.rglob("*.html")):
                yield page, str(page.relative_to(path))
        else:
            yield path, path.name


def check_all(pages, options):
    """Checks pages in several browsers at once, and returns the problems in the pages' order."""
    with browser.Pool(min(len(pages), options.jobs)) as pool:
        if not options.is_quiet:
            print(f"axe-core {pool.axe_version}, Chromium {pool.version}", flush=True)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as threads:
            found_by_page = threads.map(lambda page: check(pool, page, options), pages)
            return [problem for problems in found_by_page for problem in problems]


def check(pool, page, options):
    """Checks every view of a page, and returns its problems."""
    with pool.browser() as chromium:
        return list(problems_of(chromium, page, options))


def problems_of(chromium, page, options):
    path, name = page
    for view in VIEWS:
        label = f"{view[2] if view[2] == 'print' else view[1]} {view[0]}"
        lines = list(view_problems(chromium, path, view))
        if not options.is_quiet:
            print(f"{'ok  ' if not lines else 'FAIL'} {name} {label}", flush=True)
        yield from ((name, label, line) for line in lines)
        if options.screenshots:
            write(options.screenshots, f"{name} {label}.png", chromium.screenshot())
    if options.pdf:
        write(options.pdf, f"{name}.pdf", chromium.pdf())


def view_problems(chromium, path, view):
    width, scheme, media = view
    chromium.open(path, width, scheme, media)
    sideways = chromium.evaluate("document.documentElement.scrollWidth - innerWidth")
    if width in [PHONE, PAPER] and sideways > 0:
        what = 'scrolls sideways' if width == PHONE else 'is wider than the paper'
        yield f"{what} by {sideways} px"
    yield from chromium.evaluate(MAP_FAULTS)
    for violation in chromium.violations():
        yield from described(violation)
    for level, message in chromium.console():
        yield f"console, {level.lower()}: {message}"
    for url in chromium.other_requests(path):
        yield f"requests {url[:120]}"


def described(violation):
    """Yields a line for each way in which elements break an axe rule, with the first of them."""
    targets = {}
    for node in violation["nodes"]:
        lines = (node["failureSummary"] or "").split("\n") + [""]
        path = " ".join(map(str, node["target"]))
        targets.setdefault(lines[1].strip() or violation["help"], []).append(path)
    for reason, paths in targets.items():
        more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
        yield f"{violation['id']} ({violation['impact']}): {reason}: {paths[0]}{more}"


def write(folder, name, encoded):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name.replace("/", " ")).write_bytes(base64.b64decode(encoded))


def summary(problems):
    """Returns the problems by page; a problem of several views is listed once."""
    views = {}
    for name, label, line in problems:
        views.setdefault(name, {}).setdefault(line, []).append(label)
    for name, lines in views.items():
        yield f"\n{name}: {len(lines)} problem{'s' if len(lines) > 1 else ''}"
        for line, labels in lines.items():
            where = "every view" if len(labels) == len(VIEWS) else ", ".join(labels)
            yield f"  {line} [{where}]"
    if not problems:
        yield "No problems"


if __name__ == "__main__":
    main()
