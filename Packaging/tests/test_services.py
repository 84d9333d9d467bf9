"""Lints and runs what other services read: GitHub, GitLab, pre-commit and container engines."""

import os
import pathlib
import re
import shutil
import tempfile
import unittest

import ruamel.yaml

from support import PACKAGES, PACKAGING, ROOT, TOOLS, VERSION, run, the_only

WORKFLOWS = sorted(ROOT.glob("Examples/github-*.yml"))
SCENARIO = "day-at-home.yaml"


def read_yaml(path):
    return ruamel.yaml.YAML(typ="safe").load(path)


class LintTests(unittest.TestCase):
    def test_the_action_and_the_workflows_follow_githubs_schemas(self):
        check = TOOLS / "check-jsonschema", "--builtin-schema"
        run(*check, "vendor.github-actions", ROOT / "action.yml")
        run(*check, "vendor.github-workflows", *WORKFLOWS)

    def test_zizmor_finds_nothing_in_the_action_and_the_workflows(self):
        run(TOOLS / "zizmor", "--offline", "--config", PACKAGING / "zizmor.yml",
            ROOT / "action.yml", *WORKFLOWS)

    def test_the_gitlab_template_and_its_sample_follow_gitlabs_schema(self):
        run(TOOLS / "check-jsonschema", "--builtin-schema", "vendor.gitlab-ci",
            "--data-transform", "gitlab-ci", PACKAGING / "gitlab/check.yml",
            ROOT / "Examples/gitlab-ci.yml")

    def test_hadolint_finds_nothing_in_the_containerfile(self):
        run(TOOLS / "hadolint", PACKAGING / "Containerfile")

    def test_shellcheck_finds_nothing_in_the_scripts(self):
        scripts = [
            path for path in [*PACKAGING.iterdir(), *PACKAGING.glob("action/*"),
                              ROOT / "Scripts/program-commit"]
            if path.is_file() and re.match(r"#!.*sh\n", path.read_text(encoding="utf-8"))]
        self.assertGreater(len(scripts), 6)
        run("shellcheck", *scripts)


class StepTests(unittest.TestCase):
    """Runs the steps as the services would, in a repository with one scenario and its baseline."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.repository = self.folder / "repository"
        for path in f"Scenarios/{SCENARIO}", "Reports/baselines/day-at-home.json":
            (self.repository / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, self.repository / path)
        release = self.folder / f"releases/v{VERSION}"
        release.mkdir(parents=True)
        for file in the_only("*.deb"), the_only("*.tar.xz"), PACKAGES / "SHA256SUMS":
            os.symlink(file, release / file.name)
        self.releases = f"file://{self.folder}/releases"

    def run_action(self, status=0, **inputs):
        """Runs the steps of action.yml that run scripts, and returns their output."""
        action = read_yaml(ROOT / "action.yml")
        values = {name: of.get("default", "") for name, of in action["inputs"].items()}
        values.update(inputs)
        (self.folder / "runner").mkdir(exist_ok=True)
        output = ""
        steps = [step for step in action["runs"]["steps"] if "run" in step]
        steps = [step for step in steps if self.is_due(step.get("if"), values["program"])]
        for number, step in enumerate(steps):
            environment = {
                name: self.value(text, values) for name, text in step.get("env", {}).items()}
            output += run(
                "bash", "-euo", "pipefail", "-c", step["run"], folder=self.repository,
                status=status if number == len(steps) - 1 else 0, **environment,
                GITHUB_ACTION_PATH=ROOT, RUNNER_TEMP=self.folder / "runner",
                GITHUB_OUTPUT=self.folder / "output", GITHUB_STEP_SUMMARY=self.folder / "summary")
        return output

    @staticmethod
    def is_due(condition, program):
        wanted = re.match(r"inputs\.program == '(\w+)'", condition or "")
        return wanted is None or wanted[1] == program

    @staticmethod
    def value(text, inputs):
        name = re.match(r"\$\{\{ inputs\.(\w+)", text)[1]
        return inputs[name]

    def test_the_action_fetches_a_release_and_checks_with_junit_and_summary(self):
        output = self.run_action(releases=self.releases, scenarios=f"Scenarios/{SCENARIO}")
        self.assertIn(VERSION + " (", output)
        self.assertIn("<testsuites", (self.repository / "odograph.xml").read_text("utf-8"))
        self.assertEqual(
            (self.repository / "odograph.md").read_text("utf-8"),
            (self.folder / "summary").read_text("utf-8"))
        self.assertRegex((self.folder / "output").read_text("utf-8"), r"^digest=[0-9a-f]{20}\n$")

    def test_the_action_fails_with_the_checks_status_and_still_writes_the_summary(self):
        program = ROOT / ".build/release/odograph"
        self.break_scenario("<= 0.64", "<= a lot")
        self.run_action(status=2, program=program)
        self.break_scenario("<= a lot", "<= 0.01")
        self.run_action(status=1, program=program, options="--preset ehe-pilot-1")
        self.assertIn("0.01", (self.folder / "summary").read_text("utf-8"))

    def break_scenario(self, words, others):
        """Replaces words of the scenario."""
        path = self.repository / "Scenarios" / SCENARIO
        text = path.read_text("utf-8")
        self.assertIn(words, text)
        path.write_text(text.replace(words, others), "utf-8")

    def test_a_missing_release_is_one_error_that_names_the_remedy(self):
        action = PACKAGING / "action/fetch"
        output = run(
            action, status=3, RUNNER_TEMP=self.folder, ODOGRAPH_RELEASES="file:///nowhere")
        self.assertIn("Use another version, or 'program: build'", output)

    def test_a_release_with_other_bytes_is_refused(self):
        tarball = self.folder / f"releases/v{VERSION}" / the_only("*.tar.xz").name
        tarball.unlink()
        tarball.write_bytes(b"other")
        output = run(PACKAGING / "action/fetch", status=3, RUNNER_TEMP=self.folder,
                     ODOGRAPH_RELEASES=self.releases)
        self.assertIn("differs from its line in SHA256SUMS", output)

    def test_the_gitlab_template_fetches_the_deb_and_checks(self):
        job = read_yaml(PACKAGING / "gitlab/check.yml")[".odograph-check"]
        # apt would install into this machine: Packaging/try-in-root installs the package.
        lines = [line for line in job["before_script"] if "apt-get" not in line]
        self.assertEqual(len(job["before_script"]) - len(lines), 3)
        extract = 'dpkg-deb --extract "$OLDPWD"/odograph_*.deb "$CI_PROJECT_DIR/.installed"'
        path = 'PATH="$CI_PROJECT_DIR/.installed/usr/bin:$PATH"'
        run("bash", "-euo", "pipefail", "-c", "\n".join([*lines, extract, path, *job["script"]]),
            folder=self.repository, CI_PROJECT_DIR=self.repository,
            ODOGRAPH_RELEASE=f"{self.releases}/v{VERSION}", ODOGRAPH_OPTIONS="",
            ODOGRAPH_SCENARIOS=f"Scenarios/{SCENARIO}")
        self.assertTrue((self.repository / job["artifacts"]["reports"]["junit"]).exists())

    def test_the_pre_commit_hook_names_the_mistake_of_a_scenario(self):
        hooks = self.folder / "hooks"
        hooks.mkdir()
        shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks)
        for folder in hooks, self.repository:
            run("git", "init", "--quiet", folder=folder)
            run("git", "add", ".", folder=folder)
        identity = "-c", "user.name=A", "-c", "user.email=a@example.org"
        run("git", *identity, "commit", "--quiet", "--message", "Hooks", folder=hooks)
        path = f"{ROOT}/.build/release:{os.environ['PATH']}"
        hook = (TOOLS / "pre-commit", "try-repo", hooks, "odograph-validate", "--all-files")
        environment = {"PATH": path, "PRE_COMMIT_HOME": self.folder / "cache"}
        self.assertIn("Passed", run(*hook, folder=self.repository, **environment))
        self.break_scenario("trackers:", "tracker:")
        run("git", "add", ".", folder=self.repository)
        output = run(*hook, folder=self.repository, status=1, **environment)
        self.assertRegex(output, rf"{SCENARIO}:\d+")


if __name__ == "__main__":
    unittest.main()
