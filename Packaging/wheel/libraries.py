"""The shared libraries that a program needs, and the glibc that files need."""

import pathlib
import re
import subprocess

from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerNeedSection

PACKAGING = pathlib.Path(__file__).resolve().parent.parent
# The libraries of glibc itself, which every system with that glibc has.
OF_GLIBC = re.compile(
    r"(linux-vdso|ld-linux.*|lib(c|m|mvec|dl|rt|pthread|resolv|util|anl|nss_\w+))\.so\.\d+")
LINE = re.compile(r"^\s*(\S+) => (not found|/.*?)(?: \(0x[0-9a-f]+\))?$", re.MULTILINE)


def needed_by(program: pathlib.Path) -> "dict[str, pathlib.Path]":
    """Returns the path of each library that the program needs and glibc does not have, by name."""
    listed = subprocess.run(
        [PACKAGING / "libraries", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    found = {}
    for name, path in LINE.findall(listed):
        if OF_GLIBC.fullmatch(name):
            continue
        if path == "not found":
            raise SystemExit(f"{name}: the library is missing; install it with: make setup")
        found[name] = pathlib.Path(path).resolve()
    return dict(sorted(found.items()))


def glibc_of(folder: pathlib.Path) -> str:
    """Returns the newest version of glibc that a program or library in a folder needs: "2_36"."""
    newest = max(
        version for path in folder.rglob("*") if is_elf(path) for version in versions(path))
    return "_".join(str(number) for number in newest)


def is_elf(path: pathlib.Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def versions(path: pathlib.Path) -> "list[tuple[int, int]]":
    """Returns the versions of glibc whose symbols a file needs, as major and minor number."""
    with path.open("rb") as file:
        names = [
            need.name for section in ELFFile(file).iter_sections()
            if isinstance(section, GNUVerNeedSection)
            for _, needs in section.iter_versions() for need in needs]
    found = [re.fullmatch(r"GLIBC_(\d+)\.(\d+)(?:\.\d+)?", name) for name in names]
    return [(int(match[1]), int(match[2])) for match in found if match]
