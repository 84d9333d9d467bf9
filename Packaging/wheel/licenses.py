"""The licenses of all that the wheel carries, as files beside the program."""

import json
import pathlib
import re
import shutil
import subprocess

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
COMMON = pathlib.Path("/usr/share/common-licenses")
DOCUMENTATION = pathlib.Path("/usr/share/doc")
# Debian packages whose scripts the program embeds in its pages.
EMBEDDED = ["libjs-leaflet", "node-d3"]


def write(libraries: "dict[str, pathlib.Path]", folder: pathlib.Path) -> None:
    """Writes a license for the program, each Swift package, Swift itself and each library."""
    folder.mkdir(parents=True)
    shutil.copyfile(REPOSITORY / "LICENSE", folder / "odograph.txt")
    for path in sorted((REPOSITORY / ".build/checkouts").glob("*/LICENSE*")):
        shutil.copyfile(path, folder / f"{path.parent.name}.txt")
    shutil.copyfile(swift_license(), folder / "swift.txt")
    for package in sorted({*packages(libraries), *filter(is_installed, EMBEDDED)}):
        shutil.copyfile(DOCUMENTATION / package / "copyright", folder / f"{package}.txt")
    copy_common(folder)


def is_installed(package: str) -> bool:
    return (DOCUMENTATION / package / "copyright").is_file()


def swift_license() -> pathlib.Path:
    """Returns the license of Swift's own libraries, which are linked into the program."""
    try:
        told = subprocess.run(
            ["swift", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"swift: {error}; the wheel needs Swift's license") from error
    # The resources are in usr/lib/swift, the license is in usr/share/swift.
    resources = pathlib.Path(json.loads(told)["paths"]["runtimeResourcePath"])
    path = resources.parents[1] / "share/swift/LICENSE.txt"
    if not path.is_file():
        raise SystemExit(f"{path}: there is no such file; the wheel needs Swift's license")
    return path


def packages(libraries: "dict[str, pathlib.Path]") -> "list[str]":
    """Returns the Debian packages that the libraries come from."""
    if shutil.which("dpkg-query") is None:
        raise SystemExit("dpkg-query: not found; make wheel takes licenses from Debian's packages")
    found = []
    for name, path in libraries.items():
        # The path in the package's list may lack /usr, so the file's name is searched.
        listed = subprocess.run(
            ["dpkg-query", "--search", f"*/{path.name}"], capture_output=True, text=True).stdout
        owners = [
            line.split(":")[0] for line in listed.splitlines()
            if pathlib.Path(line.rsplit(": ", 1)[1]).resolve() == path]
        if not owners:
            raise SystemExit(f"{path}: no Debian package has {name}, so its license is unknown")
        found.append(owners[0])
    return found


def copy_common(folder: pathlib.Path) -> None:
    """Copies the full texts that Debian's files refer to, such as the LGPL's."""
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in folder.glob("*.txt")]
    names = {
        match.rstrip(".") for text in texts
        for match in re.findall(rf"{COMMON}/([\w.+-]+)", text)}
    (folder / "common").mkdir()
    for name in sorted(names):
        if (COMMON / name).is_file():
            shutil.copyfile(COMMON / name, folder / "common" / f"{name}.txt")
