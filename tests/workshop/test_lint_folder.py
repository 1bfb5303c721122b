"""Lint of an exploded module: findings name the lines of its texts, for people and for code hosts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.vassal.exploded import explode


def run(*words: object) -> Result:
    return CliRunner().invoke(group, ["lint", *map(str, words)], catch_exceptions=False)


@pytest.fixture
def folder(module: Path, tmp_path: Path) -> Path:
    """Return the module as texts, with a prototype that nobody has."""
    folder = tmp_path / "hills"
    explode(module, folder)
    text = folder / "module.txt"
    text.write_text(text.read_text().replace("prototype name=unit", "prototype name=army", 1))
    return folder


def test_a_finding_names_the_line_of_its_component(folder: Path) -> None:
    told = run(folder, "--select", "VM111")
    lines = (folder / "module.txt").read_text().splitlines()
    (line,) = (number for number, text in enumerate(lines, 1) if "entryName=1st" in text)
    assert told.exit_code == 1
    # The component begins on the line before its first attribute.
    assert told.stdout.startswith(f"{folder / 'module.txt'}:{line - 1}: VM111 error: GameModule[Three Hills]/")


def test_a_picture_is_named_as_a_file_of_the_folder(folder: Path) -> None:
    (row,) = json.loads(run(folder / "module.txt", "--json", "--select", "VM152").stdout)
    assert (row["place"], row["file"], row["line"]) == ("images/x.png", "archive/images/x.png", 1)


def test_sarif_has_the_lines_that_a_code_host_shows(folder: Path, module: Path) -> None:
    tree = json.loads(run(folder, module, "--sarif", "--select", "VM111,VM152").stdout)
    (run_,) = tree["runs"]
    assert [rule["id"] for rule in run_["tool"]["driver"]["rules"]] == ["VM111", "VM152"]
    places = [
        (
            result["ruleId"],
            result["level"],
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].rpartition("/")[2],
        )
        for result in run_["results"]
    ]
    assert places == [("VM111", "error", "module.txt"), ("VM152", "note", "x.png"), ("VM152", "note", "hills.vmod")]


def test_what_is_no_module_beside_modules_is_told(module: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="expected a module, as the others are"):
        run(module, tmp_path / "nothing")
    with pytest.raises(UserError, match="--sarif is for modules"):
        run("--sarif")
