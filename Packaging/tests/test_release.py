"""Checks the changelog and the tag of a release."""

import importlib.machinery
import importlib.util
import pathlib
import shutil
import tempfile
import unittest

from support import PACKAGING, ROOT, VERSION, run


class ChangelogTests(unittest.TestCase):
    def setUp(self):
        loader = importlib.machinery.SourceFileLoader("changelog", str(PACKAGING / "changelog"))
        self.changelog = importlib.util.module_from_spec(
            importlib.util.spec_from_loader("changelog", loader))
        loader.exec_module(self.changelog)

    def test_a_version_has_its_date_and_entries_and_the_newest_is_first(self):
        found = self.changelog.releases(
            "# Changelog\n\n## [Unreleased]\n\n- later\n\n## [0.2.0] - 2026-03-01\n\n### Added\n\n"
            "- one\n  thing\n\n## [0.1.0] - 2026-01-31\n\n- two\n\n[0.1.0]: https://example.org\n")
        self.assertEqual([version for version, _, _ in found], ["0.2.0", "0.1.0"])
        self.assertEqual(self.changelog.notes(found), "### Added\n\n- one\n  thing")
        self.assertEqual(self.changelog.debian_entries(found[0][2]), "  * one thing")
        self.assertNotIn("https", self.changelog.debian(found))

    def test_dpkg_reads_the_debian_changelog(self):
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
            file.write(run(PACKAGING / "changelog", "debian"))
            file.flush()
            fields = run("dpkg-parsechangelog", "-l", file.name)
        self.assertIn(f"Version: {VERSION}\n", fields)
        self.assertIn(f"Timestamp: {run(PACKAGING / 'changelog', 'epoch')}", fields)


class TagTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        for name in "VERSION", "CHANGELOG.md":
            shutil.copy(ROOT / name, self.folder)
        (self.folder / "Packaging/debian").mkdir(parents=True)
        for name in "tag", "changelog", "debian/control":
            shutil.copy(PACKAGING / name, self.folder / "Packaging" / name)
        self.git("init", "--quiet")
        self.commit()

    def git(self, *arguments):
        return run("git", "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments,
                   folder=self.folder)

    def commit(self):
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", "State")

    def tag(self, status=0):
        return run(self.folder / "Packaging/tag", folder=self.folder, status=status,
                   GIT_COMMITTER_NAME="A", GIT_COMMITTER_EMAIL="a@example.org")

    def test_the_tag_has_the_versions_name_and_entries(self):
        self.assertIn(f"Tagged v{VERSION}", self.tag())
        text = self.git("tag", "--list", "--format=%(contents)", f"v{VERSION}")
        self.assertTrue(text.startswith(f"Odograph {VERSION}\n\n### "), text)

    def test_a_changed_tree_is_refused(self):
        (self.folder / "VERSION").write_text(VERSION + "\n\n", encoding="utf-8")
        self.assertIn("the tree has changes", self.tag(status=2))

    def test_a_version_without_entry_in_the_changelog_is_refused(self):
        (self.folder / "VERSION").write_text("99.0.0\n", encoding="utf-8")
        self.commit()
        self.assertIn("Add '## [99.0.0] - DATE'", self.tag(status=2))

    def test_a_tag_that_exists_is_refused(self):
        self.tag()
        self.assertIn("exists already", self.tag(status=2))


class CommitTests(unittest.TestCase):
    """The commit that `odograph --version` prints; see the plugin GeneratedSources."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "Sources").mkdir()
        (self.folder / "Sources/a.swift").write_text("1\n", encoding="utf-8")
        self.file = self.folder / "commit.swift"

    def git(self, *arguments):
        return run("git", "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments,
                   folder=self.folder)

    def commit(self):
        """Returns the text that the script writes for the package."""
        run(ROOT / "Scripts/program-commit", self.folder, self.file)
        return self.file.read_text(encoding="utf-8").split('"')[1]

    def test_a_package_without_git_has_an_unknown_commit(self):
        self.assertEqual(self.commit(), "unknown")

    def test_a_changed_source_is_a_modification_and_a_changed_page_is_none(self):
        self.git("init", "--quiet")
        self.git("add", "Sources")
        self.git("commit", "--quiet", "--message", "State")
        head = self.git("rev-parse", "--short=12", "HEAD").strip()
        (self.folder / "page.md").write_text("2\n", encoding="utf-8")
        self.assertEqual(self.commit(), head)
        (self.folder / "Sources/b.swift").write_text("2\n", encoding="utf-8")
        self.assertEqual(self.commit(), head + ", modified")

    def test_an_unchanged_commit_leaves_the_file_alone(self):
        self.commit()
        before = self.file.stat()
        self.commit()
        self.assertEqual(self.file.stat().st_mtime_ns, before.st_mtime_ns)
        self.assertEqual(self.file.stat().st_ino, before.st_ino)


if __name__ == "__main__":
    unittest.main()
