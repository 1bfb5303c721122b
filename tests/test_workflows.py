"""What runs on other people's machines says what the README says."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parents[1]


def test_ci_runs_the_two_commands_of_the_readme_word_for_word() -> None:
    readme = (HERE / "README.md").read_text("utf-8")
    commands = re.findall(r"^    (python dev\.py \w+)$", readme.partition("## Two commands")[2], re.MULTILINE)[:2]
    assert commands == ["python dev.py demo", "python dev.py test"]
    workflow = (HERE / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    assert all(f"- run: {command}\n" in workflow for command in commands)
    assert all(system in workflow for system in ("ubuntu-latest", "macos-latest", "windows-latest"))


def test_a_release_has_the_packages_and_the_app_for_each_system_with_digests() -> None:
    workflow = (HERE / ".github" / "workflows" / "release.yml").read_text("utf-8")
    for needed in (
        "python dev.py package",
        "python dev.py app",
        "SHA256SUMS",
        "build/dist/*",
        "linux",
        "macos",
        "windows",
    ):
        assert needed in workflow


def test_hooks_and_action_lint_modules_and_their_texts() -> None:
    hooks = (HERE / ".pre-commit-hooks.yaml").read_text("utf-8")
    assert hooks.count("entry: trc-module lint\n") == 2
    patterns = re.findall(r"files: '(.+)'", hooks)
    assert [
        bool(re.search(pattern, name)) for pattern, name in zip(patterns, ("a/x.vmod", "x/module.txt"), strict=True)
    ] == [
        True,
        True,
    ]
    assert "trc-module lint" in (HERE / "action.yml").read_text("utf-8")
