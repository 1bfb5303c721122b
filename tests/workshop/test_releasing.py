from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.vassal import Archive, read_build_file, read_metadata
from trc_module.vassal.exploded import explode
from trc_module.workshop.watching import packings


def run(*words: object) -> Result:
    return CliRunner().invoke(group, [*map(str, words)], catch_exceptions=False)


def versions(path: Path) -> list[str]:
    """Return a module's version as its build file, its data and the data of its set-up tell it."""
    with Archive(path) as archive:
        data = read_metadata(archive, "moduledata")
        with Archive.inside(archive, "start.vsav") as saved:
            inner = [read_metadata(saved, name) for name in ("moduledata", "savedata")]
        return [read_build_file(archive).get("version", ""), *(each.version for each in (data, *inner) if each)]


def test_a_release_has_one_version_in_all_places_and_its_set_ups_follow(module: Path, tmp_path: Path) -> None:
    edited, new = tmp_path / "edited.vmod", tmp_path / "hills-2.0.vmod"
    (tmp_path / "edits.toml").write_text('[[trait]]\nof = "2nd"\ntrait = "report"\nset = { format = "advances" }\n')
    run("edit", module, "--script", tmp_path / "edits.toml", "-o", edited)
    log = tmp_path / "CHANGELOG.md"
    told = run("release", edited, "--version", "2.0", "-o", new, "--since", module, "--changelog", log).stdout
    assert versions(new) == ["2.0", "2.0", "2.0", "2.0"]
    assert versions(module) == ["1.0", "1.0", "1.0", "1.0"]
    assert told.splitlines()[0] == "counter 2 2nd: Report Action: format: * $unit$ attacks -> advances"
    assert log.read_text().splitlines() == [
        "## 2.0",
        "",
        "- counter 2 2nd: Report Action: format: \\* $unit$ attacks -\\> advances",
        "- set-up start.vsav: pieces as in the palette",
    ]


def test_a_folder_is_packed_for_it(module: Path, tmp_path: Path) -> None:
    folder, new = tmp_path / "hills", tmp_path / "new.vmod"
    explode(module, folder)
    run("release", folder, "--version", "1.1", "-o", new)
    assert versions(new)[0] == "1.1"


def test_nothing_is_written_where_a_set_up_would_lose_a_piece(module: Path, tmp_path: Path) -> None:
    edited, new = tmp_path / "edited.vmod", tmp_path / "new.vmod"
    (tmp_path / "edits.toml").write_text('[[slot]]\nof = "2nd"\ndrop = true\n')
    run("edit", module, "--script", tmp_path / "edits.toml", "-o", edited)
    with pytest.raises(UserError) as caught:
        run("release", edited, "--version", "2.0", "-o", new)
    assert "start.vsav: The module has no piece number 2 and none named '2nd'." in str(caught.value)
    assert [path.name for path in tmp_path.iterdir() if "new" in path.name] == []


def test_a_version_has_no_line_breaks_and_a_changelog_needs_a_release_before(module: Path, tmp_path: Path) -> None:
    for words in (("--version", ""), ("--version", "1\n2"), ("--version", "2", "--changelog", tmp_path / "c.md")):
        with pytest.raises(UserError):
            run("release", module, *words, "-o", tmp_path / "new.vmod")


def test_a_watched_folder_is_packed_after_each_change_that_has_settled(module: Path, tmp_path: Path) -> None:
    folder, new = tmp_path / "hills", tmp_path / "new.vmod"
    explode(module, folder)
    text = folder / "module.txt"
    whole = text.read_text()
    deeds: Iterator[Callable[[], object]] = iter(
        [
            lambda: text.write_text(whole.replace("attacks", "advances")),
            # Nothing happens, so that the change has settled.
            lambda: None,
            lambda: text.write_text("broken"),
            lambda: None,
            lambda: text.write_text(whole),
            lambda: None,
        ]
    )

    def wait() -> bool:
        deed = next(deeds, None)
        if deed is not None:
            deed()
        return deed is not None

    told = [line.partition(":")[0] for line in packings(folder, new, wait)]
    assert told == [f"Wrote {new}", f"Wrote {new}", "Not packed", f"Wrote {new}"]
    with Archive(new) as archive:
        assert b"attacks" in archive.read("buildFile.xml")
