"""Checks the Debian package and the tarball that `make package` has written."""

import hashlib
import pathlib
import re
import shutil
import tempfile
import unittest

from support import PACKAGES, PACKAGING, ROOT, VERSION, run, the_only

# The libraries of glibc, which belong to the machine.
GLIBC = re.compile(r"(linux-vdso|/lib64/ld-linux|(libc|libm|libdl|librt|libpthread|libresolv)\.so)")


class PackageTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def test_the_tarballs_program_needs_nothing_outside_of_it_but_glibc(self):
        run("tar", "xf", the_only("*.tar.xz"), "-C", self.folder)
        top = self.folder / f"odograph-{VERSION}"
        # libcurl is loaded when a command needs it.
        lines = run("ldd", top / "bin/odograph", LD_PRELOAD="libcurl.so.4").splitlines()
        self.assertIn("libcurl.so.4", "".join(lines))
        self.assertGreater(len(lines), 10)
        foreign = [
            line.strip() for line in lines
            if not GLIBC.match(line.strip()) and f" => {top}/" not in line.replace("bin/../", "")]
        self.assertEqual(foreign, [])
        self.assertTrue(
            run(top / "bin/odograph", "--version", LD_BIND_NOW=1).startswith(VERSION + " ("))

    def test_every_library_of_the_tarball_has_its_license(self):
        names = run("tar", "tf", the_only("*.tar.xz")).split()
        self.assertGreater(sum("/licenses/" in name for name in names), 30)

    def test_each_package_takes_at_most_40_megabytes(self):
        for file in the_only("*.deb"), the_only("*.tar.xz"):
            self.assertLess(file.stat().st_size, 40e6, file.name)

    def test_lintian_finds_no_error_and_no_warning(self):
        run("lintian", "--fail-on", "error,warning", "--allow-root", the_only("*.deb"))

    def test_the_deb_has_its_program_man_pages_completions_schemas_and_unit(self):
        names = run("dpkg-deb", "--contents", the_only("*.deb"))
        for part in (
                "/usr/bin/odograph\n", "man1/odograph.1.gz", "man1/odograph-serve.1.gz",
                "bash-completion/completions/odograph", "vendor-completions/_odograph",
                "vendor_completions.d/odograph.fish", "system/odograph-serve.service",
                "schemas/odograph.schema.json", "scenarios/commuter-weekday.yaml"):
            self.assertIn(part, names)

    def test_the_checksums_are_those_of_the_packages(self):
        run("sha256sum", "--check", "--strict", "SHA256SUMS", folder=PACKAGES)

    def test_the_same_staged_files_give_the_same_bytes(self):
        digests = set()
        for mask in "022", "077":
            staged = self.stage_small(self.folder / mask)
            for packer in "deb", "tarball":
                run("sh", "-c", f"umask {mask}; {PACKAGING}/{packer} {staged} {staged.parent}/out")
            digests.add(tuple(
                hashlib.sha256(file.read_bytes()).hexdigest()
                for file in sorted((staged.parent / "out").iterdir())))
        self.assertEqual(len(digests), 1)
        self.assertEqual(len(digests.pop()), 2)

    @staticmethod
    def stage_small(folder):
        """Stages the packages' files with a small program in the place of ours."""
        staged = folder / "usr"
        shutil.copytree(PACKAGES / "usr", staged, ignore=shutil.ignore_patterns("bin"))
        (staged / "bin").mkdir()
        shutil.copy(shutil.which("xz"), staged / "bin/odograph")
        return staged

    def test_the_unit_starts_the_packages_program(self):
        unit = (ROOT / "systemd/odograph-serve.service").read_text(encoding="utf-8")
        command = re.search(r"^ExecStart=(\S+) (\w+) (--\w+)", unit, re.MULTILINE)
        self.assertEqual(command.groups(), ("/usr/bin/odograph", "serve", "--store"))


if __name__ == "__main__":
    unittest.main()
