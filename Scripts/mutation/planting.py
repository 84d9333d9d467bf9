"""Plants mutants in a copy of the tree, and builds it."""

import json
import re
import shlex
import subprocess
from pathlib import Path

SWITCH = "Sources/Timekeeping/PlantedMutant.swift"
DROPPED = ".build/mutation-dropped.json"
ERROR = re.compile(r"^(/\S+?\.swift):(\d+):\d+: error: (.*)$", re.MULTILINE)


def write(path, data):
    """Writes a file only if its content differs, so that a build sees no change in the others."""
    if path.exists() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


class Copy:
    """A copy of the tree that holds the mutants of a draw."""

    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        listed = subprocess.run(
            ["git", "-C", str(root), "ls-files", "-coz", "--exclude-standard"],
            capture_output=True, check=True,
        )  # fmt: skip
        names = [name for name in listed.stdout.decode().split("\0") if name]
        self.names = [name for name in names if (root / name).is_file()]

    def plant(self, draw):
        """Brings the copy up to date with the tree and with the draw."""
        planted = {}
        for mutant in draw.mutants:
            planted.setdefault(mutant.site.file, []).append(mutant)
        for name in self.names:
            data = (self.root / name).read_bytes()
            if name in planted:
                data = with_mutants(data.decode(), planted[name]).encode()
            if name == "Package.swift":
                data = with_dependency(data.decode(), draw).encode()
            write(self.folder / name, data)
            (self.folder / name).chmod((self.root / name).stat().st_mode & 0o777)
        switch = Path(__file__).with_name("PlantedMutant.swift")
        write(self.folder / SWITCH, switch.read_bytes())
        self.remove_others()

    def remove_others(self):
        """Removes Swift files that the tree no longer has."""
        known = {*self.names, SWITCH}
        for part in ("Sources", "Tests"):
            for path in (self.folder / part).rglob("*.swift"):
                if path.relative_to(self.folder).as_posix() not in known:
                    path.unlink()

    def build(self, command, draw):
        """Builds the copy, and gives every mutant that does not compile another in its place."""
        known = self.drop_known(draw)
        for _ in range(20):
            self.plant(draw)
            run = subprocess.run(
                shlex.split(command), cwd=self.folder, capture_output=True, text=True
            )
            if run.returncode == 0:
                return
            failed = self.blamed(run.stdout + run.stderr, draw)
            if not failed:
                raise SystemExit("The copy does not build:\n" + (run.stdout + run.stderr)[-4000:])
            for mutant, message in failed:
                print(f"does not compile, another is drawn: {where(mutant)}: {message}", flush=True)
                draw.drop(mutant)
                known.append(where(mutant))
            (self.folder / DROPPED).write_text(json.dumps(known))
        raise SystemExit("After 20 builds there are still mutants that do not compile.")

    def drop_known(self, draw):
        """Drops what did not compile in an earlier build; returns the places."""
        store = self.folder / DROPPED
        known = json.loads(store.read_text()) if store.exists() else []
        for place in known:
            for mutant in [each for each in draw.mutants if where(each) == place]:
                draw.drop(mutant)
        return known

    def blamed(self, output, draw):
        """The mutants on whose lines the compiler found errors, or else those of the same file."""
        found = {}
        for path, line, message in ERROR.findall(output):
            name = Path(path).resolve().relative_to(self.folder).as_posix()
            text = (self.folder / name).read_text(encoding="utf-8")
            here = [each for each in draw.mutants if each.site.file == name]
            exact = [each for each in here if int(line) in lines_of(text, each)]
            for mutant in exact or here:
                found[mutant.number] = (mutant, message)
        return list(found.values())


def lines_of(text, mutant):
    planted = mutant.site.planted(mutant.number)
    first = text.count("\n", 0, text.find(planted)) + 1
    return range(first, first + planted.count("\n") + 1)


def where(mutant):
    return f"{mutant.site.file}:{mutant.site.line} {mutant.site.change()}"


def with_mutants(text, mutants):
    for mutant in sorted(mutants, key=lambda each: -each.site.start):
        site = mutant.site
        text = text[: site.start] + site.planted(mutant.number) + text[site.end :]
    module = mutants[0].module()
    if module != "Timekeeping" and not re.search(r"^\s*import Timekeeping$", text, re.MULTILINE):
        text = "import Timekeeping\n" + text
    return text


def with_dependency(package, draw):
    """The package, with Timekeeping among the dependencies of every target that has mutants."""
    for module in sorted({each.module() for each in draw.mutants} - {"Timekeeping"}):
        target = re.search(rf'\.target\(\s*name: "{module}"(\)|,\s*dependencies: \[)', package)
        end = package.find("]", target.end(1))
        if target.group(1) == ")":
            added = ', dependencies: ["Timekeeping"])'
        elif '"Timekeeping"' in package[target.end(1) : end]:
            continue
        else:
            added = target.group(1) + '"Timekeeping", '
        package = package[: target.start(1)] + added + package[target.end(1) :]
    return package


def fresh(folder):
    """Makes the folder of the copy if there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder.resolve()
